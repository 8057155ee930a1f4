//! What followers of a job hear while it runs. Updates may be lost: the store has the results.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::nodes::{Bus, BusSubscription, wire};

/// News of a job.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum JobUpdate {
    /// A worker is at a half-move of a game.
    Progress { number: u32, ply: u32, plies: u32 },
    /// The store has something new.
    Changed,
}

/// Publishes and receives updates over the bus.
#[derive(Clone)]
pub(crate) struct JobUpdates(pub(crate) Arc<dyn Bus>);

fn topic(job: &str) -> String {
    format!("job.{job}")
}

impl JobUpdates {
    /// Publishes an update, without waiting.
    pub(crate) fn publish(&self, job: &str, update: JobUpdate) {
        self.0.publish(&topic(job), wire::encode("", &update));
    }

    /// Follows a job; `None` if there is no connection to the broker.
    pub(crate) async fn follow(&self, job: &str) -> Option<JobUpdateStream> {
        self.0.subscribe(&topic(job)).await.ok().map(JobUpdateStream)
    }
}

/// The updates of a job.
pub(crate) struct JobUpdateStream(BusSubscription);

impl JobUpdateStream {
    /// The next update.
    pub(crate) async fn next(&mut self) -> JobUpdate {
        loop {
            match wire::decode(&self.0.next().await) {
                Ok((_, update)) => return update,
                Err(error) => tracing::debug!(%error, "an update of a job was rejected"),
            }
        }
    }
}
