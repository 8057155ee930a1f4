//! Counting how long things take, in the steps that a monitor reads.

use std::fmt::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// How often something took how long.
#[derive(Debug)]
pub(crate) struct Histogram {
    /// The upper ends of the steps, in microseconds.
    steps: &'static [u64],
    /// Each step for itself; the last is for all that took longer.
    counts: Vec<AtomicU64>,
    microseconds: AtomicU64,
}

impl Histogram {
    pub(crate) fn new(steps: &'static [u64]) -> Self {
        let counts = (0..=steps.len()).map(|_| AtomicU64::new(0)).collect();
        Self { steps, counts, microseconds: AtomicU64::new(0) }
    }

    /// Counts one.
    pub(crate) fn count(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let step = self.steps.iter().position(|&end| micros <= end).unwrap_or(self.steps.len());
        self.counts[step].fetch_add(1, Relaxed);
        self.microseconds.fetch_add(micros, Relaxed);
    }

    /// As Prometheus reads it.
    pub(crate) fn write(&self, name: &str, out: &mut String) -> fmt::Result {
        writeln!(out, "# TYPE {name} histogram")?;
        let mut below = 0;
        for (i, count) in self.counts.iter().enumerate() {
            below += count.load(Relaxed);
            match self.steps.get(i) {
                Some(end) => writeln!(out, "{name}_bucket{{le=\"{}\"}} {below}", *end as f64 / 1e6)?,
                None => writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {below}")?,
            }
        }
        writeln!(out, "{name}_sum {}", self.microseconds.load(Relaxed) as f64 / 1e6)?;
        writeln!(out, "{name}_count {below}")
    }
}

/// The upper ends of the steps in which commits are counted, in microseconds: from a fast disk to a sick one.
const COMMIT_STEPS: [u64; 20] = [
    50, 100, 150, 200, 300, 400, 600, 800, 1_000, 1_500, 2_000, 3_000, 4_000, 6_000, 8_000, 12_000, 25_000,
    50_000, 250_000, 1_000_000,
];

/// What the writer has done.
#[derive(Debug)]
pub(crate) struct Commits {
    took: Histogram,
    writes: AtomicU64,
}

impl Default for Commits {
    fn default() -> Self {
        Self { took: Histogram::new(&COMMIT_STEPS), writes: AtomicU64::new(0) }
    }
}

impl Commits {
    /// Counts a commit of so many writes.
    pub(crate) fn count(&self, writes: usize, took: Duration) {
        self.took.count(took);
        self.writes.fetch_add(writes as u64, Relaxed);
    }

    pub(crate) fn write(&self, out: &mut String) -> fmt::Result {
        writeln!(out, "# TYPE damiera_writes_total counter")?;
        writeln!(out, "damiera_writes_total {}", self.writes.load(Relaxed))?;
        self.took.write("damiera_commit_seconds", out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_commit_is_in_the_last_step() {
        let commits = Commits::default();
        for (writes, micros) in [(1, 90), (7, 400), (2, 9_000_000)] {
            commits.count(writes, Duration::from_micros(micros));
        }
        let mut text = String::new();
        commits.write(&mut text).expect("a string takes all");
        for line in [
            "damiera_writes_total 10\n",
            "damiera_commit_seconds_bucket{le=\"0.00005\"} 0\n",
            "damiera_commit_seconds_bucket{le=\"0.0001\"} 1\n",
            "damiera_commit_seconds_bucket{le=\"0.0004\"} 2\n",
            "damiera_commit_seconds_bucket{le=\"+Inf\"} 3\n",
            "damiera_commit_seconds_sum 9.00049\n",
            "damiera_commit_seconds_count 3\n",
        ] {
            assert!(text.contains(line), "{line} in {text}");
        }
    }
}
