//! What servers share, and what a move costs there: PostgreSQL by its own counters, the broker by those of its clients.

use std::fs;
use std::time::Duration;

use damiera_server::store::{CommitYardstick, DatabaseCounters};
use serde::Serialize;
use tokio::time::sleep;

use super::process::ServerProcess;
use crate::failure::Failure;

/// PostgreSQL adds up what its connections did once a second.
const COUNTED: Duration = Duration::from_millis(1_500);

/// The database and the broker.
pub(super) struct SharedServices<'a> {
    pub(super) database: &'a str,
    pub(super) broker: Option<&'a str>,
}

/// What was used in the database and in the broker.
#[derive(Clone, Copy, Default)]
pub(super) struct SharedCosts {
    transactions: u64,
    rows: u64,
    wal_bytes: u64,
    database_cpu: Duration,
    /// Counted at the servers: a message from one to another is counted at both.
    broker_messages: u64,
    broker_bytes: u64,
}

/// The same for one message.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct CostsPerMessage {
    pub(super) transactions: f64,
    pub(super) rows: f64,
    pub(super) wal_bytes: f64,
    pub(super) database_cpu_us: f64,
    pub(super) broker_messages: f64,
    pub(super) broker_bytes: f64,
}

impl SharedServices<'_> {
    /// What was used so far.
    pub(super) async fn costs(&self, servers: &[ServerProcess]) -> Result<SharedCosts, Failure> {
        sleep(COUNTED).await;
        let counted = DatabaseCounters::read(self.database).await.map_err(Failure::input)?;
        let mut costs = SharedCosts {
            transactions: counted.transactions,
            rows: counted.rows,
            wal_bytes: counted.wal_bytes,
            database_cpu: cpu_of_siblings(counted.process),
            ..SharedCosts::default()
        };
        if self.broker.is_some() {
            for server in servers {
                let (messages, bytes) = server.broker_traffic().await.unwrap_or_default(); // an echo has none
                costs.broker_messages += messages;
                costs.broker_bytes += bytes;
            }
        }
        Ok(costs)
    }

    /// Drops the table of the echo.
    pub(super) async fn remove_yardstick(&self) -> Result<(), Failure> {
        CommitYardstick::remove(self.database).await.map_err(Failure::input)
    }
}

impl SharedCosts {
    /// The difference to an earlier reading.
    pub(super) fn since(&self, earlier: &Self) -> Self {
        Self {
            transactions: self.transactions.saturating_sub(earlier.transactions),
            rows: self.rows.saturating_sub(earlier.rows),
            wal_bytes: self.wal_bytes.saturating_sub(earlier.wal_bytes),
            database_cpu: self.database_cpu.saturating_sub(earlier.database_cpu),
            broker_messages: self.broker_messages.saturating_sub(earlier.broker_messages),
            broker_bytes: self.broker_bytes.saturating_sub(earlier.broker_bytes),
        }
    }

    pub(super) fn per_message(&self, messages: usize) -> CostsPerMessage {
        let each = |count: u64| count as f64 / (messages as f64).max(1.0);
        CostsPerMessage {
            transactions: each(self.transactions),
            rows: each(self.rows),
            wal_bytes: each(self.wal_bytes),
            database_cpu_us: self.database_cpu.as_secs_f64() * 1e6 / (messages as f64).max(1.0),
            broker_messages: each(self.broker_messages),
            broker_bytes: each(self.broker_bytes),
        }
    }
}

/// The CPU time of all processes of the server that a process belongs to, if it runs on this machine.
fn cpu_of_siblings(process: u32) -> Duration {
    let read = |id: u32| parent_and_ticks(&fs::read_to_string(format!("/proc/{id}/stat")).ok()?);
    let Some((parent, _)) = read(process) else { return Duration::ZERO };
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let family =
        ids.filter_map(|id| Some((id, read(id)?))).filter(|(id, (of, _))| *of == parent || *id == parent);
    let ticks: u64 = family.map(|(_, (_, ticks))| ticks).sum();
    Duration::from_millis(ticks * 10) // Linux counts hundredths of a second
}

/// The parent of a process, and its CPU time with that of its ended children, from `/proc/PID/stat`.
fn parent_and_ticks(stat: &str) -> Option<(u32, u64)> {
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields.get(11..15)?.iter().filter_map(|field| field.parse::<u64>().ok()).sum();
    Some((fields.get(1)?.parse().ok()?, ticks))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parent_and_the_time_of_a_process_are_read() {
        let stat = "42 (postgres: a) b) S 7 42 42 0 -1 4194560 10 0 0 0 100 20 3 4 20 0 1 0 5 0 0";
        assert_eq!(parent_and_ticks(stat), Some((7, 127)));
        assert_eq!(parent_and_ticks("42 (x"), None);
    }
}
