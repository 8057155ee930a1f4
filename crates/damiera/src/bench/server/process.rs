//! A server in its own process, so that its memory and CPU time can be measured.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use damiera_client::ApiClient;

use crate::failure::Failure;

pub(super) struct ServerProcess {
    child: Child,
    pub(super) address: SocketAddr,
    idle_kib: u64,
}

/// The resources that a process uses.
#[derive(Clone, Copy, Default)]
pub(super) struct ResourceUsage {
    pub(super) kib: u64,
    pub(super) cpu: Duration,
}

impl ServerProcess {
    /// Starts a program with arguments and environment variables. The settings of this process are not inherited.
    pub(super) fn start(
        program: &Path,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Result<Self, Failure> {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .env_remove("DAMIERA_DATABASE")
            .env_remove("DAMIERA_BROKER")
            .env_remove("DAMIERA_BENCH_DATABASE");
        let mut child = command.envs(variables.iter().copied()).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        if let Some(out) = child.stdout.take() {
            BufReader::new(out).read_line(&mut line)?;
        }
        let address =
            line.split("http://").nth(1).and_then(|rest| rest.trim().trim_end_matches('/').parse().ok());
        let Some(address) = address else {
            let _ = child.kill();
            return Err(Failure::input(format!("the server did not start: {line}")));
        };
        let mut process = Self { child, address, idle_kib: 0 };
        process.idle_kib = process.used().kib;
        Ok(process)
    }

    /// The memory of the idle server.
    pub(super) const fn idle_kib(&self) -> u64 {
        self.idle_kib
    }

    pub(super) fn used(&self) -> ResourceUsage {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0);
        // Per thread, because schedstat has nanoseconds, and the total of the process only hundredths of a second.
        let threads = fs::read_dir(format!("/proc/{}/task", self.child.id())).into_iter().flatten().flatten();
        let schedules = threads.filter_map(|thread| fs::read_to_string(thread.path().join("schedstat")).ok());
        let nanos = schedules.filter_map(|text| text.split_whitespace().next()?.parse::<u64>().ok());
        ResourceUsage { kib, cpu: Duration::from_nanos(nanos.sum()) }
    }

    /// Messages and bytes that went through the broker, in both directions.
    pub(super) async fn broker_traffic(&self) -> Result<(u64, u64), Failure> {
        let text = ApiClient::new(self.address).get("/metrics").await.map_err(Failure::input)?.text;
        let sum = |name: &str| {
            let values = text.lines().filter_map(|line| line.strip_prefix(name)?.rsplit_once(' '));
            values.filter_map(|(_, value)| value.parse::<u64>().ok()).sum()
        };
        Ok((sum("damiera_broker_messages_total{"), sum("damiera_broker_bytes_total{")))
    }

    /// The commit times that the server has measured so far.
    pub(super) async fn commits(&self) -> Result<CommitHistogram, Failure> {
        let text = ApiClient::new(self.address).get("/metrics").await.map_err(Failure::input)?.text;
        Ok(CommitHistogram::read(&text))
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The histogram of a server's commit times, and the number of writes.
#[derive(Clone, Default)]
pub(super) struct CommitHistogram {
    writes: u64,
    /// The upper bound of each bucket in milliseconds, and the cumulative count.
    buckets: Vec<(f64, u64)>,
}

impl CommitHistogram {
    fn read(text: &str) -> Self {
        let mut commits = Self::default();
        for line in text.lines() {
            let Some((name, count)) = line.rsplit_once(' ') else { continue };
            let Ok(count) = count.parse::<f64>() else { continue };
            let count = count as u64; // a sum is written with a fraction
            if name == "damiera_commit_writes_sum" {
                commits.writes = count;
            } else if let Some(end) = name.strip_prefix("damiera_commit_seconds_bucket{le=\"")
                && let Ok(end) = end.trim_end_matches("\"}").parse::<f64>()
            {
                commits.buckets.push((end * 1e3, count));
            }
        }
        commits
    }

    /// The difference to an earlier reading.
    pub(super) fn since(&self, earlier: &Self) -> Self {
        let before = earlier.buckets.iter().map(|(_, count)| *count).chain(std::iter::repeat(0));
        let buckets = self.buckets.iter().zip(before).map(|((end, count), before)| (*end, count - before));
        Self { writes: self.writes - earlier.writes, buckets: buckets.collect() }
    }

    fn count(&self) -> u64 {
        self.buckets.last().map_or(0, |(_, count)| *count)
    }

    /// Mean number of writes per commit.
    pub(super) fn writes_each(&self) -> f64 {
        self.writes as f64 / (self.count() as f64).max(1.0)
    }

    /// A percentile in milliseconds, interpolated within its bucket.
    pub(super) fn percentile(&self, part: f64) -> f64 {
        let wanted = self.count() as f64 * part;
        let (mut start, mut below) = (0.0, 0.0);
        for &(end, count) in &self.buckets {
            let count = count as f64;
            if count >= wanted && count > below {
                return start + (end - start) * (wanted - below) / (count - below);
            }
            (start, below) = (end, count);
        }
        start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_metrics_of_commits_are_parsed() {
        let text = |writes, counts: [u64; 3]| {
            let [a, b, c] = counts;
            format!(
                "damiera_commit_writes_sum {writes}\n\
                 damiera_commit_seconds_bucket{{le=\"0.001\"}} {a}\n\
                 damiera_commit_seconds_bucket{{le=\"0.002\"}} {b}\n\
                 damiera_commit_seconds_bucket{{le=\"0.004\"}} {c}\n\
                 damiera_commit_seconds_bucket{{le=\"+Inf\"}} {c}\n\
                 damiera_commit_seconds_count {c}\n"
            )
        };
        let before = CommitHistogram::read(&text(100, [10, 10, 10]));
        let after = CommitHistogram::read(&text(300, [60, 100, 110]));
        let between = after.since(&before);
        assert_eq!(between.writes_each(), 2.0);
        assert_eq!(between.percentile(0.5), 1.0);
        assert_eq!(between.percentile(0.95), 3.0);
    }
}
