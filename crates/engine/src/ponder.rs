//! Pondering: searching during the opponent's turn.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Instant;

use damiera_rules::History;

use crate::control::SearchControl;
use crate::engine::{Engine, SearchReport, SearchRequest, SearchRules};
use crate::level::Level;
use crate::limits::{SearchLimits, TimeAllowance};

/// A background search of the position after the expected reply. Dropping it stops the search.
///
/// ```
/// use std::{sync::Arc, time::{Duration, Instant}};
/// use damiera_engine::{TimeAllowance, Engine, Level, Pondering, EngineResources};
/// use damiera_rules::{History, Position, variant::Italian};
/// let engine = Arc::new(Engine::<Italian>::new(EngineResources { threads: 1, table_mib: 1 }));
/// // The game after the expected reply.
/// let expected = History::new(Position::start());
/// let pondering = Pondering::start(&engine, expected, Level::HIGHEST, 0);
/// // The reply was played; our clock runs now.
/// let report = pondering.hit(Instant::now(), TimeAllowance::Move(Duration::from_millis(5)))?;
/// assert!(report.best().is_some());
/// # Ok::<(), damiera_engine::SearchPanicked>(())
/// ```
pub struct Pondering {
    control: Arc<SearchControl>,
    /// `None` once its report was taken.
    thread: Option<JoinHandle<SearchReport>>,
}

/// The search thread panicked, so there is no report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchPanicked;

impl std::fmt::Display for SearchPanicked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the search ended by an internal error")
    }
}

impl std::error::Error for SearchPanicked {}

impl Pondering {
    /// Starts to search the game as it will be after the expected move.
    #[must_use]
    pub fn start<R: SearchRules>(
        engine: &Arc<Engine<R>>,
        expected: History<R>,
        level: Level,
        seed: u64,
    ) -> Self {
        let control = Arc::new(SearchControl::default());
        let thread = std::thread::spawn({
            let (engine, control) = (Arc::clone(engine), Arc::clone(&control));
            move || {
                let question =
                    SearchRequest { level, seed, ..SearchRequest::best(&expected, SearchLimits::default()) };
                engine.think(&question, &control, |_| ())
            }
        });
        Self { control, thread: Some(thread) }
    }

    /// The expected move was played at `now`: continues for as long as the clock allows and returns the report.
    pub fn hit(mut self, now: Instant, time: TimeAllowance) -> Result<SearchReport, SearchPanicked> {
        self.control.allow(now, time);
        self.thread.take().ok_or(SearchPanicked)?.join().map_err(|_| SearchPanicked)
    }

    /// Another move was played: stops the search. Its results stay in the transposition table.
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
