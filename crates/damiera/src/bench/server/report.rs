//! The results, as a table or as JSON.

use std::io::Write;
use std::time::Duration;

use serde::Serialize;

use super::ServerLoad;
use super::process::{CommitHistogram, ResourceUsage, ServerProcess};
use super::shared::{CostsPerMessage, SharedCosts};
use crate::failure::Failure;

/// The result for one server under one load.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct LoadResult {
    what: &'static str,
    games: usize,
    connections: usize,
    messages: usize,
    per_second: f64,
    p50_ms: f64,
    p99_ms: f64,
    /// CPU time of the server per message.
    cpu_us: f64,
    memory_mib: f64,
    /// Memory of the server per game, with its two connections.
    kib_per_game: f64,
    /// The commit times that the server measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    commits: Option<CommitTimesJson>,
    /// What each message cost in the database and in the broker.
    #[serde(skip_serializing_if = "Option::is_none")]
    shared: Option<CostsPerMessage>,
    /// The time to open all connections, or to create the games.
    setup_seconds: f64,
}

/// Commit times.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct CommitTimesJson {
    p50_ms: f64,
    p99_ms: f64,
    /// Writes per commit.
    writes_each: f64,
}

impl LoadResult {
    pub(super) fn new(
        what: &'static str,
        load: ServerLoad,
        servers: &[ServerProcess],
        (mut took, used): (Vec<Duration>, ResourceUsage),
        setup: Duration,
    ) -> Self {
        took.sort_unstable();
        let idle: u64 = servers.iter().map(ServerProcess::idle_kib).sum();
        Self {
            what,
            games: load.games,
            connections: 2 * load.games,
            messages: took.len(),
            per_second: took.len() as f64 / load.seconds as f64,
            p50_ms: percentile(&took, 0.5),
            p99_ms: percentile(&took, 0.99),
            cpu_us: used.cpu.as_secs_f64() * 1e6 / (took.len() as f64).max(1.0),
            memory_mib: used.kib as f64 / 1024.0,
            kib_per_game: used.kib.saturating_sub(idle) as f64 / load.games as f64,
            commits: None,
            shared: None,
            setup_seconds: setup.as_secs_f64(),
        }
    }

    /// Adds what was used in the database and in the broker.
    pub(super) fn costing(mut self, costs: SharedCosts) -> Self {
        self.shared = Some(costs.per_message(self.messages));
        self
    }

    /// Adds the commit times.
    pub(super) fn with(mut self, commits: &CommitHistogram) -> Self {
        let (p50_ms, p99_ms) = (commits.percentile(0.5), commits.percentile(0.99));
        self.commits = Some(CommitTimesJson { p50_ms, p99_ms, writes_each: commits.writes_each() });
        self
    }
}

/// A percentile of sorted durations, in milliseconds.
fn percentile(took: &[Duration], part: f64) -> f64 {
    let i = ((took.len() as f64 * part) as usize).min(took.len().saturating_sub(1));
    took.get(i).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

/// Prints each result as soon as it is known.
pub(super) struct LoadReport<'a> {
    out: &'a mut dyn Write,
    json: bool,
}

impl<'a> LoadReport<'a> {
    pub(super) fn begin(out: &'a mut dyn Write, json: bool) -> Result<Self, Failure> {
        if !json {
            writeln!(
                out,
                "             games  connections  messages/s   p50 ms   p99 ms   CPU µs  memory MiB  KiB / game"
            )?;
        }
        Ok(Self { out, json })
    }

    pub(super) fn show(&mut self, measured: &LoadResult) -> Result<(), Failure> {
        if self.json {
            serde_json::to_writer(&mut *self.out, measured)?;
            writeln!(self.out)?;
        } else {
            let LoadResult { what, games, connections, per_second, p50_ms, p99_ms, .. } = measured;
            let LoadResult { cpu_us, memory_mib, kib_per_game, .. } = measured;
            writeln!(
                self.out,
                "{what:<10}{games:>8}{connections:>13}{per_second:>12.0}{p50_ms:>9.2}{p99_ms:>9.2}{cpu_us:>9.0}{memory_mib:>12.0}{kib_per_game:>12.1}"
            )?;
            self.show_shared(measured)?;
        }
        Ok(self.out.flush()?)
    }

    fn show_shared(&mut self, measured: &LoadResult) -> Result<(), Failure> {
        let Some(CostsPerMessage {
            transactions,
            rows,
            wal_bytes,
            database_cpu_us,
            broker_messages,
            broker_bytes,
        }) = measured.shared
        else {
            return Ok(());
        };
        writeln!(
            self.out,
            "  for each message: {transactions:.3} transactions, {rows:.2} rows, {wal_bytes:.0} bytes of WAL, {database_cpu_us:.0} µs of \
             PostgreSQL; {broker_messages:.2} messages and {broker_bytes:.0} bytes at the broker's clients"
        )?;
        Ok(())
    }

    /// Compares the latency of games with that of echoes.
    pub(super) fn compare(&mut self, played: &LoadResult, echoes: &[&LoadResult]) -> Result<(), Failure> {
        let (false, Some(commits)) = (self.json, &played.commits) else { return Ok(()) };
        let CommitTimesJson { p50_ms, p99_ms, writes_each } = commits;
        writeln!(
            self.out,
            "{:<43}{p50_ms:>9.2}{p99_ms:>9.2}  {writes_each:.1} writes per commit",
            "  commits"
        )?;
        let times = |other: &&LoadResult| {
            format!("{:.1} times that of the {}", played.p99_ms / other.p99_ms.max(1e-9), other.what)
        };
        let times: Vec<_> = echoes.iter().map(times).collect();
        writeln!(
            self.out,
            "             p99 is {}; games created in {:.1} s",
            times.join(" and "),
            played.setup_seconds
        )?;
        Ok(self.out.flush()?)
    }
}
