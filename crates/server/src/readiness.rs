//! Whether the server should get requests: it can write, has disk space, and is not stopping.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::timeout;

use crate::clock::Clock;
use crate::connections::ConnectionTracker;
use crate::nodes::ClusterNode;
use crate::settings::Settings;
use crate::store::{GroupCommit, StoreWrite};

/// Free space below which the server is not ready, in bytes, unless the settings say otherwise.
const MIN_FREE_SPACE: u64 = 100 << 20;
/// How long a write may take.
const WRITE: Duration = Duration::from_secs(2);
/// How long a result is used again, so that probes cost little.
const FRESH: Duration = Duration::from_secs(1);

/// Why the server is not ready.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotReady {
    /// It stops.
    Stopping,
    /// The database does not accept writes, or is slow.
    CannotWrite,
    /// The disk is nearly full.
    DiskFull,
    /// Messages to and from other nodes do not arrive.
    BrokerLost,
}

impl NotReady {
    /// A word for probes.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Stopping => "draining",
            Self::CannotWrite => "cannot write",
            Self::DiskFull => "disk full",
            Self::BrokerLost => "broker lost",
        }
    }
}

/// What the database takes of the disk, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct DiskUsage {
    /// The size of the database with its journal.
    pub(crate) database: u64,
    /// What is left.
    pub(crate) free: u64,
}

/// Checks whether the server is ready.
pub(crate) struct Readiness {
    writer: GroupCommit,
    connections: Arc<ConnectionTracker>,
    node: Arc<ClusterNode>,
    clock: Clock,
    sqlite: Option<PathBuf>,
    min_free_space: u64,
    /// When the store and the disk were last checked, and the result.
    checked: Mutex<Option<(Duration, Result<(), NotReady>)>>,
}

impl Readiness {
    pub(crate) fn new(
        writer: GroupCommit,
        connections: Arc<ConnectionTracker>,
        node: Arc<ClusterNode>,
        clock: Clock,
        settings: &Settings,
    ) -> Self {
        let sqlite = settings.sqlite.clone();
        let min_free_space = settings.min_free_space.unwrap_or(MIN_FREE_SPACE);
        Self { writer, connections, node, clock, sqlite, min_free_space, checked: Mutex::default() }
    }

    /// Whether the server is ready.
    pub(crate) async fn check(&self) -> Result<(), NotReady> {
        if self.connections.is_stopping() || self.node.is_draining() {
            return Err(NotReady::Stopping);
        }
        if self.node.leaves_games() || !self.node.is_connected() {
            return Err(NotReady::BrokerLost);
        }
        let mut checked = self.checked.lock().await; // probes at the same time share one check
        if let Some((at, result)) = *checked
            && self.clock.elapsed().saturating_sub(at) < FRESH
        {
            return result;
        }
        let result = self.check_now().await;
        *checked = Some((self.clock.elapsed(), result));
        result
    }

    /// The disk of the SQLite file; nothing if the database is elsewhere.
    pub(crate) fn disk(&self) -> DiskUsage {
        let Some(file) = &self.sqlite else { return DiskUsage::default() };
        let mut journal = file.clone().into_os_string();
        journal.push("-wal");
        let size = |path: &Path| std::fs::metadata(path).map_or(0, |file| file.len());
        DiskUsage { database: size(file) + size(Path::new(&journal)), free: free_space(file).unwrap_or(0) }
    }

    /// Writes that wait for a commit.
    pub(crate) fn waiting_writes(&self) -> usize {
        self.writer.waiting()
    }

    async fn check_now(&self) -> Result<(), NotReady> {
        let beat = StoreWrite::Heartbeat(self.clock.now().0);
        match timeout(WRITE, self.writer.write(beat)).await {
            Ok(Ok(())) => {}
            _ => return Err(NotReady::CannotWrite),
        }
        match self.sqlite.as_deref().and_then(free_space) {
            Some(free) if free < self.min_free_space => Err(NotReady::DiskFull),
            _ => Ok(()),
        }
    }
}

/// The space that is left where a file is, in bytes; `None` if it is unknown.
fn free_space(file: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let found = rustix::fs::statvfs(file).ok()?;
        Some(found.f_bavail.saturating_mul(found.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        None
    }
}

#[cfg(test)]
mod tests {
    use damiera_game::Moment;

    use super::*;
    use crate::store::SqliteStore;

    #[tokio::test]
    async fn a_server_that_stops_is_not_ready() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = SqliteStore::open(&folder.path().join("damiera.sqlite")).await.expect("a store");
        let writer = GroupCommit::start(Arc::new(store), |_, _| {});
        let clock = Clock::manual(Moment(1_800_000_000_000));
        let node = Arc::new(ClusterNode::alone(clock.clone()));
        let connections = Arc::new(ConnectionTracker::new(Arc::clone(&node)));
        let readiness = Readiness::new(writer, Arc::clone(&connections), node, clock, &Settings::default());
        assert_eq!(readiness.check().await, Ok(()));
        connections.drain(Duration::ZERO, Duration::ZERO).await;
        assert_eq!(readiness.check().await, Err(NotReady::Stopping));
    }

    #[test]
    fn space_is_measured_where_there_is_a_file() {
        assert!(free_space(Path::new("/")).is_some_and(|free| free > 0));
        assert_eq!(free_space(Path::new("/no/such/folder")), None);
    }
}
