//! Analysis of positions: a small thread pool with a bounded queue, apart from the threads that play games.
//!
//! A client holds an [`AnalysisTicket`]. Dropping it, because the client has gone or looks at another position, cancels the
//! search. While others wait, every search is limited to a time slice.

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

use crate::rate_limit::RateKey;
use crate::study::path::squares;
use crate::work::{Priority, lower_priority};

/// Time limit of one search.
const PATIENCE: Duration = Duration::from_secs(40);
/// Time limit while others wait.
const FAIR_SHARE: Duration = Duration::from_secs(4);
/// Capacity of the queue.
const MOST_WAITING: usize = 32;
/// Places in the queue for one client, and for one account.
const MOST_WAITING_EACH: usize = 4;
/// Moves of a line that are sent.
const LONGEST_LINE: usize = 16;
/// Size of each engine's transposition table in MiB.
const TABLE_MIB: usize = 32;

/// What the engine has found so far.
#[derive(Serialize, Clone, PartialEq, Debug, Default, utoipa::ToSchema)]
pub(crate) struct Findings {
    /// Search depth in plies; 0 while the search is queued.
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
    /// Whether the search has ended.
    pub(crate) done: bool,
    /// The best lines, the best first.
    pub(crate) lines: Vec<FoundLine>,
}

/// A line of play.
#[derive(Serialize, Clone, PartialEq, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct FoundLine {
    /// In men, for White.
    pub(crate) men: f64,
    /// Who wins by force, if somebody does.
    pub(crate) winner: Option<wire::WireSide>,
    /// In how many moves of the winner, where it is known.
    pub(crate) moves_to_win: Option<u32>,
    /// Chances of White winning, of a draw, of Black winning.
    pub(crate) chances: [f64; 3],
    pub(crate) moves: Vec<String>,
    /// The squares of its first move.
    pub(crate) squares: Vec<u8>,
}

/// Why a search cannot be queued.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum QueueFull {
    /// All places are taken.
    All,
    /// The client's own share is taken.
    OwnShare,
}

/// A queued or running search, and its latest findings.
pub(crate) struct AnalysisTicket {
    pub(crate) found: watch::Receiver<Findings>,
    control: Arc<SearchControl>,
}

impl Drop for AnalysisTicket {
    fn drop(&mut self) {
        self.control.stop();
    }
}

/// The thread pool for analysis.
pub(crate) struct AnalysisPool {
    queue: Arc<SearchQueue>,
}

#[derive(Default)]
struct SearchQueue {
    state: Mutex<QueueState>,
    wake: Condvar,
}

#[derive(Default)]
struct QueueState {
    waiting: VecDeque<QueuedSearch>,
    running: Vec<RunningSearch>,
    /// The clients of the last searches, the latest last.
    served: VecDeque<Vec<RateKey>>,
    closed: bool,
}

/// A search under way.
struct RunningSearch {
    control: Arc<SearchControl>,
    clients: Vec<RateKey>,
    /// How long it had waited.
    waited: Duration,
}

impl QueueState {
    /// How many searches of a client wait.
    fn waits_for(&self, client: &RateKey) -> usize {
        self.waiting.iter().filter(|search| search.clients.contains(client)).count()
    }

    /// How many searches of these clients run.
    fn runs_for(&self, clients: &[RateKey]) -> usize {
        let own = |running: &&RunningSearch| clients.iter().any(|client| running.clients.contains(client));
        self.running.iter().filter(own).count()
    }

    /// How lately a search of these clients was started: 0 if not lately.
    fn served_lately(&self, clients: &[RateKey]) -> usize {
        let own = |served: &Vec<RateKey>| clients.iter().any(|client| served.contains(client));
        self.served.iter().rposition(own).map_or(0, |at| at + 1)
    }

    /// Takes the next search: of those whose clients have the fewest searches running, the one whose client has waited longest.
    fn take_next(&mut self) -> Option<QueuedSearch> {
        self.waiting.retain(|search| !search.control.is_over());
        let turn = |(_, search): &(usize, &QueuedSearch)| {
            (self.runs_for(&search.clients), self.served_lately(&search.clients))
        };
        let next = self.waiting.iter().enumerate().min_by_key(turn)?.0;
        let search = self.waiting.remove(next)?;
        if self.served.len() >= MOST_WAITING {
            self.served.pop_front();
        }
        self.served.push_back(search.clients.clone());
        Some(search)
    }

    /// Sets the time limit of every running search: shorter while others wait.
    fn share(&self) {
        let time = if self.waiting.is_empty() { PATIENCE } else { FAIR_SHARE };
        for running in &self.running {
            running.control.stop_within(running.waited + time);
        }
    }
}

/// A search to be run by a thread of the pool.
type SearchTask = Box<dyn FnOnce(&Engines, &SearchControl) + Send>;

struct QueuedSearch {
    control: Arc<SearchControl>,
    /// Whose share it takes: an address, and perhaps its network and an account.
    clients: Vec<RateKey>,
    work: SearchTask,
}

impl AnalysisPool {
    /// A pool with this number of threads.
    pub(crate) fn new(threads: usize, tables: &Arc<TableRegistry>) -> Self {
        let queue = Arc::<SearchQueue>::default();
        let engines =
            Arc::new(Engines::new(Arc::clone(tables), EngineResources { threads: 1, table_mib: TABLE_MIB }));
        for number in 1..=threads.max(1) {
            let (queue, engines) = (Arc::clone(&queue), Arc::clone(&engines));
            let thread = std::thread::Builder::new().name(format!("analysis-{number}"));
            let work = move || {
                lower_priority(Priority::Work);
                queue.work(&engines);
            };
            if let Err(error) = thread.spawn(work) {
                tracing::error!(%error, "a thread for analysis could not be started");
            }
        }
        Self { queue }
    }

    /// Queues a search for the best lines of a position.
    pub(crate) fn ask<R: PlayRules>(
        &self,
        history: History<R>,
        lines: usize,
        clients: Vec<RateKey>,
    ) -> Result<AnalysisTicket, QueueFull> {
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
        self.queue_search(Arc::clone(&control), clients, Box::new(work))?;
        Ok(AnalysisTicket { found, control })
    }

    /// Queues a search, if there is room.
    fn queue_search(
        &self,
        control: Arc<SearchControl>,
        clients: Vec<RateKey>,
        work: SearchTask,
    ) -> Result<(), QueueFull> {
        let mut state = self.queue.lock();
        state.waiting.retain(|search| !search.control.is_over());
        let most = |client: &RateKey| match client {
            RateKey::Network(_) => MOST_WAITING_EACH * 2,
            _ => MOST_WAITING_EACH,
        };
        if clients.iter().any(|client| state.waits_for(client) >= most(client)) {
            return Err(QueueFull::OwnShare);
        }
        if state.waiting.len() >= MOST_WAITING {
            return Err(QueueFull::All);
        }
        state.waiting.push_back(QueuedSearch { control, clients, work });
        state.share();
        drop(state);
        self.queue.wake.notify_one();
        Ok(())
    }

    /// The number of running and of queued searches.
    #[cfg(test)]
    fn load(&self) -> (usize, usize) {
        let state = self.queue.lock();
        (state.running.len(), state.waiting.len())
    }
}

impl Drop for AnalysisPool {
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

impl SearchQueue {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The loop of one thread.
    fn work(&self, engines: &Engines) {
        while let Some(search) = self.next() {
            let control = Arc::clone(&search.control);
            (search.work)(engines, &search.control);
            self.lock().running.retain(|running| !Arc::ptr_eq(&running.control, &control));
        }
    }

    /// The next search that was not cancelled; none when the pool is closed.
    fn next(&self) -> Option<QueuedSearch> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            match state.take_next() {
                Some(search) => {
                    let (control, waited) = (Arc::clone(&search.control), search.control.elapsed());
                    state.running.push(RunningSearch { control, clients: search.clients.clone(), waited });
                    state.share();
                    return Some(search);
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

/// A line with its score from White's point of view.
fn found<R: PlayRules>(engine: &Engine<R>, position: &Position<R>, line: &ScoredLine) -> FoundLine {
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
    FoundLine {
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

    fn analysis() -> AnalysisPool {
        AnalysisPool::new(1, &Arc::default())
    }

    fn start() -> History<Italian> {
        History::new(Position::start())
    }

    fn ask(analysis: &AnalysisPool, lines: usize, client: u64) -> Result<AnalysisTicket, QueueFull> {
        analysis.ask(start(), lines, vec![RateKey::Address(client)])
    }

    async fn first(ticket: &mut AnalysisTicket) -> Findings {
        ticket.found.wait_for(|found| found.depth > 0).await.unwrap().clone()
    }

    #[tokio::test]
    async fn lines_come_as_they_are_found() {
        let analysis = analysis();
        let mut ticket = ask(&analysis, 3, 1).unwrap();
        let found = first(&mut ticket).await;
        assert_eq!(found.lines.len(), 3);
        assert!(found.lines.iter().all(|line| !line.moves.is_empty() && line.squares.len() >= 2));
    }

    #[tokio::test]
    async fn dropping_a_ticket_cancels_its_search_and_starts_the_next() {
        let analysis = analysis();
        let mut one = ask(&analysis, 1, 1).unwrap();
        first(&mut one).await;
        let mut two = ask(&analysis, 1, 1).unwrap();
        assert_eq!(analysis.load(), (1, 1));
        drop(one);
        assert!(first(&mut two).await.depth > 0);
        assert_eq!(analysis.load(), (1, 0));
    }

    #[tokio::test]
    async fn a_search_is_limited_to_a_time_slice_while_others_wait() {
        let analysis = analysis();
        let mut one = ask(&analysis, 1, 1).unwrap();
        first(&mut one).await;
        let mut two = ask(&analysis, 1, 1).unwrap();
        // The first client stays, and still the second gets a turn.
        assert!(first(&mut two).await.depth > 0);
        assert!(one.found.borrow().done);
    }

    #[tokio::test]
    async fn the_queue_is_bounded_and_drops_cancelled_searches() {
        let analysis = analysis();
        let mut running = ask(&analysis, 1, 1).unwrap();
        first(&mut running).await;
        let waiting: Vec<_> = (0..MOST_WAITING as u64).map(|i| ask(&analysis, 1, i)).collect();
        assert!(waiting.iter().all(Result::is_ok));
        assert_eq!(ask(&analysis, 1, 1).err(), Some(QueueFull::All));
        drop(waiting);
        assert!(ask(&analysis, 1, 1).is_ok());
    }

    #[tokio::test]
    async fn one_client_cannot_take_all_places() {
        let analysis = analysis();
        let mut running = ask(&analysis, 1, 1).unwrap();
        first(&mut running).await;
        let flood: Vec<_> = (0..20).map(|_| ask(&analysis, 1, 1)).collect();
        assert_eq!(flood.iter().filter(|asked| asked.is_ok()).count(), MOST_WAITING_EACH);
        assert_eq!(ask(&analysis, 1, 1).err(), Some(QueueFull::OwnShare));
        let mut other = ask(&analysis, 1, 2).unwrap();
        assert!(first(&mut other).await.depth > 0);
        // The other client came last and went first: only the search that was running came before.
        assert!(flood.iter().flatten().all(|ticket| ticket.found.borrow().depth == 0));
    }

    #[tokio::test]
    async fn one_network_cannot_take_all_places_either() {
        let analysis = analysis();
        let history = || History::new(Position::<Italian>::start());
        let household = |n: u64| RateKey::Address((0x2001_0db8_0001 << 16) + n);
        let of = |n| [household(n)].into_iter().chain(household(n).wider()).collect::<Vec<_>>();
        let flood: Vec<_> = (0..40).map(|n| analysis.ask(history(), 1, of(n))).collect();
        let taken = flood.iter().filter(|asked| asked.is_ok()).count();
        assert!((MOST_WAITING_EACH * 2..=MOST_WAITING_EACH * 2 + 1).contains(&taken), "{taken}");
        assert!(ask(&analysis, 1, 2).is_ok());
    }
}
