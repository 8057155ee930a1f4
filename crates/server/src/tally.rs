//! Counting what the server does, in the steps that a monitor reads.

use std::fmt::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// How often something was how much.
#[derive(Debug)]
pub(crate) struct Histogram {
    /// The upper ends of the steps.
    steps: &'static [u64],
    /// How many of what is counted make one of what is shown.
    unit: f64,
    /// Each step for itself; the last is for all that was more.
    counts: Vec<AtomicU64>,
    sum: AtomicU64,
}

impl Histogram {
    /// Of times, shown in seconds; the steps are in microseconds.
    pub(crate) fn of_times(steps: &'static [u64]) -> Self {
        Self::new(steps, 1e6)
    }

    /// Of plain numbers.
    fn of_numbers(steps: &'static [u64]) -> Self {
        Self::new(steps, 1.0)
    }

    fn new(steps: &'static [u64], unit: f64) -> Self {
        let counts = (0..=steps.len()).map(|_| AtomicU64::new(0)).collect();
        Self { steps, unit, counts, sum: AtomicU64::new(0) }
    }

    /// Counts a time.
    pub(crate) fn count_time(&self, took: Duration) {
        self.count(u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
    }

    /// Counts one of so much.
    fn count(&self, much: u64) {
        let step = self.steps.iter().position(|&end| much <= end).unwrap_or(self.steps.len());
        self.counts[step].fetch_add(1, Relaxed);
        self.sum.fetch_add(much, Relaxed);
    }

    /// As Prometheus reads it.
    pub(crate) fn write(&self, name: &str, out: &mut String) -> fmt::Result {
        writeln!(out, "# TYPE {name} histogram")?;
        let mut below = 0;
        for (i, count) in self.counts.iter().enumerate() {
            below += count.load(Relaxed);
            match self.steps.get(i) {
                Some(end) => writeln!(out, "{name}_bucket{{le=\"{}\"}} {below}", *end as f64 / self.unit)?,
                None => writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {below}")?,
            }
        }
        writeln!(out, "{name}_sum {}", self.sum.load(Relaxed) as f64 / self.unit)?;
        writeln!(out, "{name}_count {below}")
    }
}

/// Writes one number as Prometheus reads it.
pub(crate) fn write_number(name: &str, kind: Kind, number: u64, out: &mut String) -> fmt::Result {
    let kind = match kind {
        Kind::Gauge => "gauge",
        Kind::Counter => "counter",
    };
    writeln!(out, "# TYPE {name} {kind}\n{name} {number}")
}

/// What a number tells.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// How many there are now.
    Gauge,
    /// How many there have been.
    Counter,
}

/// The upper ends of the steps in which commits are counted, in microseconds: from a fast disk to a sick one.
const COMMIT_STEPS: [u64; 20] = [
    50, 100, 150, 200, 300, 400, 600, 800, 1_000, 1_500, 2_000, 3_000, 4_000, 6_000, 8_000, 12_000, 25_000,
    50_000, 250_000, 1_000_000,
];
/// The upper ends of the steps in which the writes of a commit are counted.
const SIZE_STEPS: [u64; 11] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024];

/// What the writer has done.
#[derive(Debug)]
pub(crate) struct Commits {
    took: Histogram,
    writes: Histogram,
}

impl Default for Commits {
    fn default() -> Self {
        Self { took: Histogram::of_times(&COMMIT_STEPS), writes: Histogram::of_numbers(&SIZE_STEPS) }
    }
}

impl Commits {
    /// Counts a commit of so many writes.
    pub(crate) fn count(&self, writes: usize, took: Duration) {
        self.took.count_time(took);
        self.writes.count(writes as u64);
    }

    pub(crate) fn write(&self, out: &mut String) -> fmt::Result {
        self.writes.write("damiera_commit_writes", out)?;
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
            "damiera_commit_writes_bucket{le=\"1\"} 1\n",
            "damiera_commit_writes_bucket{le=\"2\"} 2\n",
            "damiera_commit_writes_bucket{le=\"8\"} 3\n",
            "damiera_commit_writes_sum 10\n",
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
