//! Thinking in the other side's time.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Instant;

use damiera_rules::History;

use crate::control::Control;
use crate::engine::{Engine, Question, Report, SearchRules};
use crate::level::Level;
use crate::limits::{Allowance, Limits};

/// A search of a position that may come, on a thread of its own. If it is dropped the search ends.
///
/// ```
/// use std::{sync::Arc, time::{Duration, Instant}};
/// use damiera_engine::{Allowance, Engine, Level, Pondering, Resources};
/// use damiera_rules::{History, Position, variant::Italian};
/// let engine = Arc::new(Engine::<Italian>::new(Resources { threads: 1, table_mib: 1 }));
/// // The game as it will be if the expected reply is played.
/// let expected = History::new(Position::start());
/// let pondering = Pondering::begin(&engine, expected, Level::HIGHEST, 0);
/// // It was played: now our own clock runs.
/// let report = pondering.hit(Instant::now(), Allowance::Move(Duration::from_millis(5)))?;
/// assert!(report.best().is_some());
/// # Ok::<(), damiera_engine::BrokenOff>(())
/// ```
pub struct Pondering {
    control: Arc<Control>,
    /// Gone once its report was taken.
    thread: Option<JoinHandle<Report>>,
}

/// A search that ended by a fault of the program, without a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BrokenOff;

impl std::fmt::Display for BrokenOff {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the search broke off")
    }
}

impl std::error::Error for BrokenOff {}

impl Pondering {
    /// Begins to think about a game as it will stand after the expected move.
    #[must_use]
    pub fn begin<R: SearchRules>(
        engine: &Arc<Engine<R>>,
        expected: History<R>,
        level: Level,
        seed: u64,
    ) -> Self {
        let control = Arc::new(Control::default());
        let thread = std::thread::spawn({
            let (engine, control) = (Arc::clone(engine), Arc::clone(&control));
            move || {
                let question = Question { level, seed, ..Question::best(&expected, Limits::default()) };
                engine.think(&question, &control, |_| ())
            }
        });
        Self { control, thread: Some(thread) }
    }

    /// The expected move was played at that time: goes on for as long as the clock allows, and reports.
    pub fn hit(mut self, now: Instant, time: Allowance) -> Result<Report, BrokenOff> {
        self.control.allow(now, time);
        self.thread.take().ok_or(BrokenOff)?.join().map_err(|_| BrokenOff)
    }

    /// Another move was played, or none: ends the search. What it found stays in the engine's memory.
    pub fn miss(self) {}
}

impl Drop for Pondering {
    fn drop(&mut self) {
        self.control.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
