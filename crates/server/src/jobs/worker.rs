//! `damiera worker`: takes tasks from the broker, and serves nobody.

use std::path::PathBuf;
use std::sync::Arc;

use damiera_play::{TableFolder, TableRegistry};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::{JobRunner, JobUpdates, NatsJobQueue};
use crate::clock::Clock;
use crate::nodes::{JoinError, NatsBus};
use crate::random::random_id;
use crate::store::Store;

/// Settings of a worker.
#[derive(Clone, Debug)]
pub struct WorkerSettings {
    /// The address of the NATS server, such as `nats://127.0.0.1:4222`.
    pub broker: String,
    /// How many tasks it runs at a time.
    pub threads: usize,
    /// The folder of the endgame tables.
    pub endgame: Option<PathBuf>,
}

/// Runs tasks until the future `stop` ends; tasks in hand are then given back.
pub async fn run_worker(
    store: Arc<dyn Store>,
    settings: WorkerSettings,
    on_ready: impl FnOnce(),
    stop: impl Future<Output = ()>,
) -> std::io::Result<()> {
    let bus =
        NatsBus::join(&settings.broker, &random_id()?).await.map_err(std::io::Error::other::<JoinError>)?;
    let bus = Arc::new(bus);
    let queue = Arc::new(NatsJobQueue::new(bus.client()));
    let tables = settings.endgame.map_or(TableFolder::Disabled, TableFolder::Own);
    let tables = Arc::new(TableRegistry::new(tables));
    let (stopping, stopped) = watch::channel(false);
    let mut runners = JoinSet::new();
    for _ in 0..settings.threads.max(1) {
        let runner = JobRunner {
            store: Arc::clone(&store),
            queue: Arc::clone(&queue) as _,
            updates: JobUpdates(Arc::clone(&bus) as _),
            clock: Clock::system(),
            tables: Arc::clone(&tables),
            stop: stopped.clone(),
        };
        runners.spawn(runner.run());
    }
    on_ready();
    stop.await;
    stopping.send_replace(true);
    runners.join_all().await;
    bus.flush().await;
    Ok(())
}
