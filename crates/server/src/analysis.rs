//! The engine as an adviser: a few threads of its own and a short queue, so that no reader delays a game.
//!
//! A reader holds a [`Ticket`]; when it is dropped, because he goes or looks elsewhere, his search ends. While
//! others wait, a search ends after its fair share of time.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use damiera_engine::{
    Engine, EngineResources, Score, ScoredLine, SearchControl, SearchLimits, SearchReport, SearchRequest,
};
use damiera_game::wire;
use damiera_play::{Chances, Engines, PlayRules, TableRegistry, written_line};
use damiera_rules::{History, Position, Side};
use serde::Serialize;
use tokio::sync::watch;

use crate::study::path::squares;

/// Longest that one position is thought about.
const PATIENCE: Duration = Duration::from_secs(40);
/// The same while others wait.
const FAIR_SHARE: Duration = Duration::from_secs(4);
/// How many may wait.
const MOST_WAITING: usize = 16;
/// Moves of a line that are told.
const LONGEST_LINE: usize = 16;
/// Mebibytes that each game's engine remembers positions in.
const TABLE_MIB: usize = 32;

/// What the engine has found so far.
#[derive(Serialize, Clone, PartialEq, Debug, Default, utoipa::ToSchema)]
pub(crate) struct Findings {
    /// Plies looked ahead; 0 while it waits for its turn.
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
    /// Whether it has ended.
    pub(crate) done: bool,
    /// The best lines, the best first.
    pub(crate) lines: Vec<Found>,
}

/// A line of play.
#[derive(Serialize, Clone, PartialEq, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = FoundLine)]
pub(crate) struct Found {
    /// In men, for White.
    pub(crate) men: f64,
    /// Who wins by force, if somebody does.
    pub(crate) winner: Option<wire::WireSide>,
    /// In how many moves of his, where it is known.
    pub(crate) moves_to_win: Option<u32>,
    /// Chances of White winning, of a draw, of Black winning.
    pub(crate) chances: [f64; 3],
    pub(crate) moves: Vec<String>,
    /// The squares of its first move.
    pub(crate) squares: Vec<u8>,
}

/// The pool is full.
#[derive(Debug)]
pub(crate) struct Busy;

/// A place in the queue, and what comes of it.
pub(crate) struct Ticket {
    pub(crate) found: watch::Receiver<Findings>,
    control: Arc<SearchControl>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.control.stop();
    }
}

/// The threads that analyse.
pub(crate) struct Analysts {
    queue: Arc<Queue>,
}

#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Job>,
    running: Vec<Running>,
    closed: bool,
}

/// A search under way.
struct Running {
    control: Arc<SearchControl>,
    /// How long it had waited.
    waited: Duration,
}

impl State {
    /// Says how long each search may go on: less while somebody waits.
    fn share(&self) {
        let time = if self.waiting.is_empty() { PATIENCE } else { FAIR_SHARE };
        for running in &self.running {
            running.control.stop_within(running.waited + time);
        }
    }
}

/// A search, once there is a thread for it.
type Work = Box<dyn FnOnce(&Engines, &SearchControl) + Send>;

struct Job {
    control: Arc<SearchControl>,
    work: Work,
}

impl Analysts {
    /// So many threads.
    pub(crate) fn new(threads: usize, tables: &Arc<TableRegistry>) -> Self {
        let queue = Arc::<Queue>::default();
        let engines =
            Arc::new(Engines::new(Arc::clone(tables), EngineResources { threads: 1, table_mib: TABLE_MIB }));
        for number in 1..=threads.max(1) {
            let (queue, engines) = (Arc::clone(&queue), Arc::clone(&engines));
            let thread = std::thread::Builder::new().name(format!("analysis-{number}"));
            if let Err(error) = thread.spawn(move || queue.work(&engines)) {
                tracing::error!(%error, "a thread for analysis could not be started");
            }
        }
        Self { queue }
    }

    /// Asks for the best lines of a position.
    pub(crate) fn ask<R: PlayRules>(&self, history: History<R>, lines: usize) -> Result<Ticket, Busy> {
        let control = Arc::new(SearchControl::new(Instant::now()));
        let (tell, found) = watch::channel(Findings::default());
        let work = move |engines: &Engines, control: &SearchControl| {
            let engine = engines.of::<R>();
            let question = SearchRequest { lines, ..SearchRequest::best(&history, SearchLimits::default()) };
            let told = |report: &SearchReport| findings(&engine, history.position(), report);
            let report = engine.think(&question, control, |report| {
                tell.send_replace(told(report));
            });
            tell.send_replace(Findings { done: true, ..told(&report) });
        };
        let mut state = self.queue.lock();
        state.waiting.retain(|job| !job.control.is_over());
        if state.waiting.len() >= MOST_WAITING {
            return Err(Busy);
        }
        state.waiting.push_back(Job { control: Arc::clone(&control), work: Box::new(work) });
        state.share();
        drop(state);
        self.queue.wake.notify_one();
        Ok(Ticket { found, control })
    }

    /// How many searches are under way and how many wait.
    #[cfg(test)]
    fn load(&self) -> (usize, usize) {
        let state = self.queue.lock();
        (state.running.len(), state.waiting.len())
    }
}

impl Drop for Analysts {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        state.closed = true;
        state.waiting.clear();
        for running in &state.running {
            running.control.stop();
        }
        drop(state);
        self.queue.wake.notify_all();
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One thread's work.
    fn work(&self, engines: &Engines) {
        while let Some(job) = self.next() {
            let control = Arc::clone(&job.control);
            (job.work)(engines, &job.control);
            self.lock().running.retain(|running| !Arc::ptr_eq(&running.control, &control));
        }
    }

    /// The next job that somebody still wants; none when the pool is closed.
    fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            match state.waiting.pop_front() {
                Some(job) if job.control.is_over() => {}
                Some(job) => {
                    let (control, waited) = (Arc::clone(&job.control), job.control.elapsed());
                    state.running.push(Running { control, waited });
                    state.share();
                    return Some(job);
                }
                None => state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

fn findings<R: PlayRules>(engine: &Engine<R>, position: &Position<R>, report: &SearchReport) -> Findings {
    Findings {
        depth: report.depth,
        nodes: report.nodes,
        seconds: report.elapsed.as_secs_f64(),
        done: false,
        lines: report.lines.iter().map(|line| found(engine, position, line)).collect(),
    }
}

/// A line as White sees it.
fn found<R: PlayRules>(engine: &Engine<R>, position: &Position<R>, line: &ScoredLine) -> Found {
    let (turn, score) = (position.turn(), line.score());
    let (winner, plies) = match score {
        Score::WinIn(plies) => (Some(turn), Some(plies)),
        Score::TableWin => (Some(turn), None),
        Score::LossIn(plies) => (Some(!turn), Some(plies)),
        Score::TableLoss => (Some(!turn), None),
        Score::TableDraw | Score::Estimate(_) => (None, None),
    };
    let own = Chances::of(engine, score);
    let (men, white) = match turn {
        Side::White => (score.men(), own),
        Side::Black => (-score.men(), own.reversed()),
    };
    let shown = line.moves.len().min(LONGEST_LINE);
    Found {
        men,
        winner: winner.map(Into::into),
        moves_to_win: plies.map(|plies| plies.div_ceil(2)),
        chances: [white.win, white.draw, white.loss],
        moves: written_line(position, &line.moves[..shown]),
        squares: line.moves.first().map(|m| squares(position, m)).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damiera_rules::variant::Italian;

    fn analysts() -> Analysts {
        Analysts::new(1, &Arc::default())
    }

    fn start() -> History<Italian> {
        History::new(Position::start())
    }

    async fn first(ticket: &mut Ticket) -> Findings {
        ticket.found.wait_for(|found| found.depth > 0).await.unwrap().clone()
    }

    #[tokio::test]
    async fn lines_come_as_they_are_found() {
        let analysts = analysts();
        let mut ticket = analysts.ask(start(), 3).unwrap();
        let found = first(&mut ticket).await;
        assert_eq!(found.lines.len(), 3);
        assert!(found.lines.iter().all(|line| !line.moves.is_empty() && line.squares.len() >= 2));
    }

    #[tokio::test]
    async fn a_search_ends_when_its_reader_goes_and_the_next_one_begins() {
        let analysts = analysts();
        let mut one = analysts.ask(start(), 1).unwrap();
        first(&mut one).await;
        let mut two = analysts.ask(start(), 1).unwrap();
        assert_eq!(analysts.load(), (1, 1));
        drop(one);
        assert!(first(&mut two).await.depth > 0);
        assert_eq!(analysts.load(), (1, 0));
    }

    #[tokio::test]
    async fn while_others_wait_nobody_keeps_a_thread_for_long() {
        let analysts = analysts();
        let mut one = analysts.ask(start(), 1).unwrap();
        first(&mut one).await;
        let mut two = analysts.ask(start(), 1).unwrap();
        // The first reader stays, and still the second gets his turn.
        assert!(first(&mut two).await.depth > 0);
        assert!(one.found.borrow().done);
    }

    #[tokio::test]
    async fn the_queue_is_short_and_forgets_those_who_left() {
        let analysts = analysts();
        let mut running = analysts.ask(start(), 1).unwrap();
        first(&mut running).await;
        let waiting: Vec<_> = (0..MOST_WAITING).map(|_| analysts.ask(start(), 1)).collect();
        assert!(waiting.iter().all(Result::is_ok));
        assert!(analysts.ask(start(), 1).is_err());
        drop(waiting);
        assert!(analysts.ask(start(), 1).is_ok());
    }
}
