//! Counters, gauges and histograms of one server, in the text format that Prometheus reads.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

use crate::nodes::BrokerTraffic;
use crate::readiness::DiskUsage;

/// Bucket bounds for the duration of commits, in seconds: from a fast disk to a failing one.
const COMMIT_SECONDS: [f64; 20] = [
    0.000_05, 0.000_1, 0.000_15, 0.000_2, 0.000_3, 0.000_4, 0.000_6, 0.000_8, 0.001, 0.001_5, 0.002, 0.003,
    0.004, 0.006, 0.008, 0.012, 0.025, 0.05, 0.25, 1.0,
];
/// Bucket bounds for the number of writes in a commit.
const COMMIT_WRITES: [f64; 11] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1_024.0];
/// Bucket bounds for the duration of HTTP requests, in seconds.
const HTTP_SECONDS: [f64; 8] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5];

/// The pattern of the requested path, and the class of the status.
type Answered = [(&'static str, Arc<str>); 2];
type Route = [(&'static str, Arc<str>); 1];
type Direction = [(&'static str, &'static str); 1];

/// The metrics of one server. They are a value, not a global, so that several servers can run in one process.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    /// Moves played.
    pub(crate) moves: Counter,
    /// HTTP requests being answered.
    pub(crate) http_in_flight: Gauge,
    http_responses: Family<Answered, Counter>,
    http_seconds: Family<Route, Histogram, fn() -> Histogram>,
    commit_writes: Histogram,
    commit_seconds: Histogram,
    sampled: Sampled,
}

/// Metrics whose values are read when the text is made.
#[derive(Default, Debug)]
struct Sampled {
    uptime: Gauge<u64, AtomicU64>,
    games: Gauge<u64, AtomicU64>,
    clocks: Gauge<u64, AtomicU64>,
    connections: Gauge<u64, AtomicU64>,
    unread: Gauge<u64, AtomicU64>,
    work_running: Gauge<u64, AtomicU64>,
    work_waiting: Gauge<u64, AtomicU64>,
    waiting_writes: Gauge<u64, AtomicU64>,
    database_bytes: Gauge<u64, AtomicU64>,
    disk_free_bytes: Gauge<u64, AtomicU64>,
    broker_messages: Family<Direction, Counter>,
    broker_bytes: Family<Direction, Counter>,
}

/// Values of gauges at the time of reading.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Samples {
    pub(crate) uptime: Duration,
    pub(crate) games_in_memory: usize,
    pub(crate) clocks_running: usize,
    pub(crate) connections: usize,
    pub(crate) unread_bytes: usize,
    /// Heavy requests that run, and those that wait.
    pub(crate) work: (usize, usize),
    /// Writes that wait for a commit.
    pub(crate) waiting_writes: usize,
    pub(crate) disk: DiskUsage,
    /// What went through the broker.
    pub(crate) broker: BrokerTraffic,
}

fn http_histogram() -> Histogram {
    Histogram::new(HTTP_SECONDS)
}

impl Default for Metrics {
    fn default() -> Self {
        let mut metrics = Self {
            registry: Registry::default(),
            moves: Counter::default(),
            http_in_flight: Gauge::default(),
            http_responses: Family::default(),
            http_seconds: Family::new_with_constructor(http_histogram as fn() -> Histogram),
            commit_writes: Histogram::new(COMMIT_WRITES),
            commit_seconds: Histogram::new(COMMIT_SECONDS),
            sampled: Sampled::default(),
        };
        metrics.register();
        metrics
    }
}

impl Metrics {
    fn register(&mut self) {
        let registry = &mut self.registry;
        let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("damiera_build", "Version of the server", version);
        registry.register("damiera_uptime_seconds", "Time since the start", self.sampled.uptime.clone());
        registry.register("damiera_games_in_memory", "Games in memory", self.sampled.games.clone());
        registry.register("damiera_clocks_running", "Clocks that run", self.sampled.clocks.clone());
        registry.register("damiera_connections", "Open WebSockets", self.sampled.connections.clone());
        registry.register(
            "damiera_unread_bytes",
            "Bytes of large responses that clients have yet to read",
            self.sampled.unread.clone(),
        );
        registry.register(
            "damiera_work_running",
            "Heavy requests that run",
            self.sampled.work_running.clone(),
        );
        registry.register(
            "damiera_work_waiting",
            "Heavy requests that wait",
            self.sampled.work_waiting.clone(),
        );
        registry.register(
            "damiera_commit_waiting",
            "Writes that wait for a commit",
            self.sampled.waiting_writes.clone(),
        );
        registry.register(
            "damiera_database_bytes",
            "Size of the SQLite file with its journal",
            self.sampled.database_bytes.clone(),
        );
        registry.register(
            "damiera_disk_free_bytes",
            "Space left on the disk of the SQLite file",
            self.sampled.disk_free_bytes.clone(),
        );
        registry.register(
            "damiera_broker_messages",
            "Messages through the broker",
            self.sampled.broker_messages.clone(),
        );
        registry.register(
            "damiera_broker_bytes",
            "Bytes of messages through the broker",
            self.sampled.broker_bytes.clone(),
        );
        registry.register("damiera_moves", "Moves played", self.moves.clone());
        registry.register("damiera_http_in_flight", "Requests in flight", self.http_in_flight.clone());
        registry.register(
            "damiera_http_answers",
            "Responses by route and status class",
            self.http_responses.clone(),
        );
        registry.register(
            "damiera_http_seconds",
            "Time to the head of a response by route",
            self.http_seconds.clone(),
        );
        registry.register("damiera_commit_writes", "Writes in a commit", self.commit_writes.clone());
        registry.register("damiera_commit_seconds", "Duration of a commit", self.commit_seconds.clone());
    }

    /// Counts an HTTP response and the time until its head was ready; a stream goes on after that.
    pub(crate) fn count_response(&self, route: Arc<str>, status: u16, took: Duration) {
        let class = match status / 100 {
            1 => "1xx",
            2 => "2xx",
            3 => "3xx",
            4 => "4xx",
            _ => "5xx",
        };
        self.http_seconds.get_or_create(&[("route", Arc::clone(&route))]).observe(took.as_secs_f64());
        self.http_responses.get_or_create(&[("route", route), ("class", class.into())]).inc();
    }

    /// Counts a commit.
    pub(crate) fn count_commit(&self, writes: usize, took: Duration) {
        self.commit_writes.observe(writes as f64);
        self.commit_seconds.observe(took.as_secs_f64());
    }

    /// All metrics as text.
    pub(crate) fn text(&self, samples: Samples) -> String {
        self.sampled.uptime.set(samples.uptime.as_secs());
        self.sampled.games.set(samples.games_in_memory as u64);
        self.sampled.clocks.set(samples.clocks_running as u64);
        self.sampled.connections.set(samples.connections as u64);
        self.sampled.unread.set(samples.unread_bytes as u64);
        self.sampled.work_running.set(samples.work.0 as u64);
        self.sampled.work_waiting.set(samples.work.1 as u64);
        self.sampled.waiting_writes.set(samples.waiting_writes as u64);
        self.sampled.database_bytes.set(samples.disk.database);
        self.sampled.disk_free_bytes.set(samples.disk.free);
        let set = |family: &Family<Direction, Counter>, direction, count| {
            family.get_or_create(&[("direction", direction)]).inner().store(count, Ordering::Relaxed);
        };
        let BrokerTraffic { messages_in, messages_out, bytes_in, bytes_out } = samples.broker;
        set(&self.sampled.broker_messages, "in", messages_in);
        set(&self.sampled.broker_messages, "out", messages_out);
        set(&self.sampled.broker_bytes, "in", bytes_in);
        set(&self.sampled.broker_bytes, "out", bytes_out);
        let mut text = String::new();
        if encode(&mut text, &self.registry).is_err() {
            tracing::error!("the metrics could not be encoded");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_counted_is_reported() {
        let metrics = Metrics::default();
        for (writes, micros) in [(1, 90), (7, 400), (2, 9_000_000)] {
            metrics.count_commit(writes, Duration::from_micros(micros));
        }
        for (route, status, millis) in
            [("/", 200, 0), ("/", 200, 7), ("/lobby", 200, 7), ("/", 404, 30), ("/", 500, 9_999)]
        {
            metrics.count_response(route.into(), status, Duration::from_millis(millis));
        }
        metrics.moves.inc_by(3);
        let uptime = Duration::from_secs(61);
        let text = metrics.text(Samples {
            uptime,
            games_in_memory: 4,
            clocks_running: 2,
            connections: 5,
            unread_bytes: 6,
            work: (1, 8),
            waiting_writes: 9,
            disk: DiskUsage { database: 20, free: 30 },
            broker: BrokerTraffic { messages_in: 11, messages_out: 12, bytes_in: 13, bytes_out: 14 },
        });
        for line in [
            "damiera_uptime_seconds 61\n",
            "damiera_games_in_memory 4\n",
            "damiera_clocks_running 2\n",
            "damiera_connections 5\n",
            "damiera_unread_bytes 6\n",
            "damiera_work_running 1\n",
            "damiera_work_waiting 8\n",
            "damiera_commit_waiting 9\n",
            "damiera_database_bytes 20\n",
            "damiera_disk_free_bytes 30\n",
            "damiera_broker_messages_total{direction=\"in\"} 11\n",
            "damiera_broker_bytes_total{direction=\"out\"} 14\n",
            "damiera_moves_total 3\n",
            "damiera_http_answers_total{route=\"/\",class=\"2xx\"} 2\n",
            "damiera_http_answers_total{route=\"/lobby\",class=\"2xx\"} 1\n",
            "damiera_http_seconds_bucket{le=\"0.001\",route=\"/\"} 1\n",
            "damiera_http_seconds_bucket{le=\"0.01\",route=\"/\"} 2\n",
            "damiera_http_seconds_bucket{le=\"+Inf\",route=\"/\"} 4\n",
            "damiera_http_seconds_count{route=\"/\"} 4\n",
            "damiera_commit_writes_bucket{le=\"1.0\"} 1\n",
            "damiera_commit_writes_bucket{le=\"2.0\"} 2\n",
            "damiera_commit_writes_bucket{le=\"8.0\"} 3\n",
            "damiera_commit_writes_sum 10.0\n",
            "damiera_commit_seconds_bucket{le=\"0.0001\"} 1\n",
            "damiera_commit_seconds_bucket{le=\"0.0004\"} 2\n",
            "damiera_commit_seconds_bucket{le=\"+Inf\"} 3\n",
        ] {
            assert!(text.contains(line), "{line} in {text}");
        }
        assert!(text.contains("damiera_build_info{version="), "{text}");
    }
}
