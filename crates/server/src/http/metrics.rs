//! What a monitor asks of the server, in the text form of Prometheus.

use std::fmt::Write;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Shared;
use crate::rooms::Rooms;
use crate::tally::{Histogram, Kind, write_number};

/// The upper ends of the steps in which answering times are counted, in microseconds.
const STEPS: [u64; 8] = [1_000, 5_000, 10_000, 25_000, 50_000, 100_000, 500_000, 2_500_000];

/// What has been counted since the process began. A process serves once, so there is one of these.
struct Counters {
    began: Instant,
    /// Answers by the first figure of their status.
    answers: [AtomicU64; 6],
    /// Answers by the time they took.
    took: Histogram,
    in_flight: AtomicU64,
}

static COUNTERS: LazyLock<Counters> = LazyLock::new(Counters::new);

/// Counts an answer and the time until its head is sent; a stream goes on after that.
pub(super) async fn measure(request: Request, next: Next) -> Response {
    let begun = Instant::now();
    COUNTERS.in_flight.fetch_add(1, Relaxed);
    let response = next.run(request).await;
    COUNTERS.in_flight.fetch_sub(1, Relaxed);
    COUNTERS.count(response.status().as_u16(), begun.elapsed());
    response
}

/// The counters, for a monitor.
pub(super) async fn show(State(rooms): State<Shared>) -> Response {
    let about = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    let mut text = COUNTERS.text();
    write_games(&rooms, &mut text).unwrap_or_default(); // a string takes all that is written
    (about, text).into_response()
}

/// What is being played, and what becomes of it.
fn write_games(rooms: &Rooms, out: &mut String) -> std::fmt::Result {
    write_number("damiera_games_in_memory", Kind::Gauge, rooms.in_memory() as u64, out)?;
    write_number("damiera_clocks_running", Kind::Gauge, rooms.running_clocks() as u64, out)?;
    write_number("damiera_connections", Kind::Gauge, rooms.sockets().count() as u64, out)?;
    write_number("damiera_moves_total", Kind::Counter, rooms.moves(), out)?;
    rooms.commits().write(out)
}

impl Counters {
    fn new() -> Self {
        let (answers, took) = (Default::default(), Histogram::of_times(&STEPS));
        Self { began: Instant::now(), answers, took, in_flight: AtomicU64::new(0) }
    }

    fn count(&self, status: u16, took: Duration) {
        self.answers[usize::from(status / 100).min(5)].fetch_add(1, Relaxed);
        self.took.count_time(took);
    }

    fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text).unwrap_or_default(); // a string takes all that is written
        text
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "# TYPE damiera_build_info gauge")?;
        writeln!(out, "damiera_build_info{{version=\"{}\"}} 1", env!("CARGO_PKG_VERSION"))?;
        write_number("damiera_uptime_seconds", Kind::Gauge, self.began.elapsed().as_secs(), out)?;
        write_number("damiera_http_in_flight", Kind::Gauge, self.in_flight.load(Relaxed), out)?;
        writeln!(out, "# TYPE damiera_http_answers_total counter")?;
        for (figure, answers) in self.answers.iter().enumerate().skip(1) {
            writeln!(out, "damiera_http_answers_total{{class=\"{figure}xx\"}} {}", answers.load(Relaxed))?;
        }
        self.took.write("damiera_http_seconds", out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_is_in_the_last_step() {
        let counters = Counters::new();
        for (status, millis) in [(200, 0), (201, 7), (404, 30), (500, 9_999)] {
            counters.count(status, Duration::from_millis(millis));
        }
        let text = counters.text();
        assert!(text.contains("damiera_http_answers_total{class=\"2xx\"} 2\n"), "{text}");
        assert!(text.contains("le=\"0.001\"} 1\n"), "{text}");
        assert!(text.contains("le=\"0.01\"} 2\n"), "{text}");
        assert!(
            text.contains("le=\"+Inf\"} 4\ndamiera_http_seconds_sum 10.036\ndamiera_http_seconds_count 4\n"),
            "{text}"
        );
    }
}
