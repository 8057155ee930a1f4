//! Heavy work: parsing, studies, pictures, searches of the library. It runs on a few threads of low priority, apart from the
//! threads that play games, and one client cannot take all of them.

use std::collections::{HashMap, VecDeque};
use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

use damiera_events::StopSignal;
use tokio::sync::oneshot;

use crate::import_turns::ImportTurns;
use crate::rate_limit::{NETWORK_SHARE, RateKey, RateLimited};

/// Requests of one client that may wait.
const MOST_WAITING_EACH: usize = 16;
/// Requests that may wait in all.
const MOST_WAITING: usize = 256;
/// Clients that are remembered as served lately.
const SERVED: usize = 64;
/// The longest pause after a write to the library.
const LONGEST_PAUSE: Duration = Duration::from_millis(20);
/// When a client that was turned away may try again.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// Says whether the client still waits for the result of some work.
#[derive(Clone, Default, Debug)]
pub(crate) struct Cancellation(Arc<AtomicBool>);

impl Cancellation {
    /// Whether the work can stop, since nobody waits for it.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The same for a pairing.
    pub(crate) fn stop_signal(&self) -> StopSignal {
        StopSignal::when_set(Arc::clone(&self.0))
    }

    /// Input that ends when the work is cancelled.
    pub(crate) fn input<'a>(&'a self, text: &'a [u8]) -> impl Read + 'a {
        CancellableInput { text, cancellation: self }
    }
}

/// Cancels work when it is dropped: the request timed out, or its client has gone.
struct CancelOnDrop(Cancellation);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

struct CancellableInput<'a> {
    text: &'a [u8],
    cancellation: &'a Cancellation,
}

impl Read for CancellableInput<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.cancellation.is_cancelled() {
            return Err(std::io::Error::other("cancelled"));
        }
        self.text.read(buffer)
    }
}

/// Whether a request is turned away if many wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Queue {
    /// It is turned away.
    Bounded,
    /// It waits as long as its connection is open: other limits bound how many there are.
    Patient,
}

/// Admits a few requests at a time, and of each client fewer. Clients that wait take turns.
#[derive(Debug)]
struct FairGate {
    state: Mutex<GateState>,
    most_running: usize,
    most_running_each: usize,
}

#[derive(Default, Debug)]
struct GateState {
    running: usize,
    running_by_client: HashMap<RateKey, usize>,
    waiting: VecDeque<(RateKey, oneshot::Sender<GatePermit>)>,
    /// The clients that were admitted last, or their networks, the latest last.
    served: VecDeque<RateKey>,
}

impl GateState {
    /// How lately a client was admitted: 0 if not lately.
    fn served_lately(&self, client: &RateKey) -> usize {
        let share = client.wider().unwrap_or_else(|| client.clone());
        self.served.iter().rposition(|served| *served == share).map_or(0, |at| at + 1)
    }

    fn note_served(&mut self, client: &RateKey) {
        let share = client.wider().unwrap_or_else(|| client.clone());
        self.served.retain(|served| *served != share);
        if self.served.len() >= SERVED {
            self.served.pop_front();
        }
        self.served.push_back(share);
    }
}

/// A place in the gate, free again when it is dropped.
#[derive(Debug)]
pub(crate) struct GatePermit {
    gate: Arc<FairGate>,
    client: RateKey,
}

/// A client and its network: what runs is counted for both.
fn counted(client: &RateKey) -> impl Iterator<Item = RateKey> + use<> {
    [client.clone()].into_iter().chain(client.wider())
}

impl FairGate {
    fn state(&self) -> MutexGuard<'_, GateState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn enter(self: &Arc<Self>, client: &RateKey, queue: Queue) -> Result<GatePermit, RateLimited> {
        let admitted = {
            let mut state = self.state();
            state.waiting.retain(|(_, waits)| !waits.is_closed());
            let network = client.wider();
            let is_own = |waiting: &RateKey| waiting == client;
            let is_near = |waiting: &RateKey| network.is_some() && waiting.wider() == network;
            let count =
                |of: &dyn Fn(&RateKey) -> bool| state.waiting.iter().filter(|(one, _)| of(one)).count();
            let is_full = count(&is_own) >= MOST_WAITING_EACH
                || count(&is_near) >= MOST_WAITING_EACH * NETWORK_SHARE
                || state.waiting.len() >= MOST_WAITING;
            if is_full && queue == Queue::Bounded {
                return Err(RateLimited { retry_after: RETRY_AFTER });
            }
            let (admit, admitted) = oneshot::channel();
            state.waiting.push_back((client.clone(), admit));
            admitted
        };
        self.admit();
        admitted.await.map_err(|_| RateLimited { retry_after: RETRY_AFTER })
    }

    /// Admits whoever may run. A permit that nobody takes is returned at once, so this goes on until nothing changes.
    fn admit(self: &Arc<Self>) {
        loop {
            let mut state = self.state();
            if state.running >= self.most_running {
                return;
            }
            let has_room = |client: &RateKey| {
                state.running_by_client.get(client).is_none_or(|&running| running < self.most_running_each)
            };
            // A network of many households has one share of the threads, too.
            let may_run =
                |(_, (client, _)): &(usize, &(RateKey, _))| counted(client).all(|one| has_room(&one));
            let waiting = state.waiting.iter().enumerate().filter(may_run);
            // The client that has waited longest since it was served: a long queue of some is not in the way of others.
            let next = waiting.min_by_key(|(_, (client, _))| state.served_lately(client)).map(|(at, _)| at);
            let Some((client, admit)) = next.and_then(|next| state.waiting.remove(next)) else { return };
            state.running += 1;
            state.note_served(&client);
            for one in counted(&client) {
                *state.running_by_client.entry(one).or_default() += 1;
            }
            drop(state);
            let _ = admit.send(GatePermit { gate: Arc::clone(self), client });
        }
    }

    fn leave(&self, client: &RateKey) {
        let mut state = self.state();
        state.running -= 1;
        for one in counted(client) {
            if let Some(own) = state.running_by_client.get_mut(&one) {
                *own -= 1;
                if *own == 0 {
                    state.running_by_client.remove(&one);
                }
            }
        }
    }
}

impl Drop for GatePermit {
    fn drop(&mut self) {
        self.gate.leave(&self.client);
        // A permit that comes back unused is dropped inside `admit`, which then goes on by itself.
        let gate = Arc::clone(&self.gate);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { gate.admit() });
        } else {
            gate.admit();
        }
    }
}

type WorkItem = Box<dyn FnOnce() + Send>;

/// Threads for heavy work, and who may use them.
#[derive(Debug)]
pub(crate) struct WorkPool {
    gate: Arc<FairGate>,
    queue: Mutex<mpsc::Sender<WorkItem>>,
    /// Library writes happen one at a time, so that moves wait for one small transaction at most.
    writes: tokio::sync::Mutex<()>,
    /// Who may import now, from the look at what is there to the last write.
    pub(crate) imports: ImportTurns,
}

/// Heavy work could not be done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WorkError {
    /// The client has too much work waiting.
    #[error(transparent)]
    Busy(#[from] RateLimited),
    /// The work panicked.
    #[error("the work failed")]
    Failed,
}

impl WorkPool {
    /// A pool of this number of threads with this name.
    pub(crate) fn new(name: &str, threads: usize) -> Self {
        let threads = threads.max(2); // so that one client cannot take all of them
        let (queue, jobs) = mpsc::channel::<WorkItem>();
        let jobs = Arc::new(Mutex::new(jobs));
        for number in 1..=threads {
            let jobs = Arc::clone(&jobs);
            let thread = std::thread::Builder::new().name(format!("{name}-{number}"));
            let spawned = thread.spawn(move || {
                lower_priority(Priority::Work);
                loop {
                    let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(job) = job else { return };
                    // A panic is our bug; the request gets an error, and the thread goes on.
                    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(job));
                }
            });
            if let Err(error) = spawned {
                tracing::error!(%error, "a thread for heavy work could not be started");
            }
        }
        let gate = FairGate {
            state: Mutex::default(),
            most_running: threads,
            most_running_each: (threads / 2).max(1),
        };
        let (writes, imports) = Default::default();
        Self { gate: Arc::new(gate), queue: Mutex::new(queue), writes, imports }
    }

    /// Waits for a place, for heavy work that the store does.
    pub(crate) async fn enter(&self, client: &RateKey) -> Result<GatePermit, RateLimited> {
        self.gate.enter(client, Queue::Bounded).await
    }

    /// Runs heavy work. Dropping the future cancels the work, as far as it asks.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        client: &RateKey,
        work: impl FnOnce(&Cancellation) -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        self.run_with(self.gate.enter(client, Queue::Bounded).await?, work).await
    }

    /// Runs work that is never turned away: what a client gets to see after its change was committed, or pages that cost
    /// little and are asked for by many at one address.
    pub(crate) async fn run_patiently<T: Send + 'static>(
        &self,
        client: &RateKey,
        work: impl FnOnce(&Cancellation) -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        self.run_with(self.gate.enter(client, Queue::Patient).await?, work).await
    }

    async fn run_with<T: Send + 'static>(
        &self,
        permit: GatePermit,
        work: impl FnOnce(&Cancellation) -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        let cancellation = Cancellation::default();
        let _cancel = CancelOnDrop(cancellation.clone());
        let (reply, result) = oneshot::channel();
        let item: WorkItem = Box::new(move || {
            let _permit = permit; // the place is taken until the work ends, even if nobody waits for it
            if !cancellation.is_cancelled() {
                let _ = reply.send(work(&cancellation));
            }
        });
        let sent = self.queue.lock().unwrap_or_else(PoisonError::into_inner).send(item);
        sent.map_err(|_| WorkError::Failed)?;
        result.await.map_err(|_| WorkError::Failed)
    }

    /// Writes to the library, one at a time, and then leaves the writer to moves for a while. Long writes make pauses of their own.
    pub(crate) async fn write<T>(&self, write: impl Future<Output = T>) -> T {
        let _one = self.writes.lock().await;
        let started = tokio::time::Instant::now();
        let result = write.await;
        tokio::time::sleep(started.elapsed().min(LONGEST_PAUSE)).await;
        result
    }

    /// How many requests run, and how many wait.
    pub(crate) fn load(&self) -> (usize, usize) {
        let state = self.gate.state();
        (state.running, state.waiting.len())
    }
}

/// What threads do that leave the processor to moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Priority {
    /// They answer requests, for which somebody waits.
    Requests,
    /// They search, parse, or prepare.
    Work,
}

/// Moves come first: on Linux a priority belongs to a thread.
pub(crate) fn lower_priority(priority: Priority) {
    #[cfg(target_os = "linux")]
    {
        let nice = match priority {
            Priority::Requests => 5,
            Priority::Work => 10,
        };
        if let Err(error) = rustix::process::setpriority_process(None, nice) {
            tracing::debug!(%error, "the priority of a thread could not be lowered");
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = priority;
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: RateKey = RateKey::Address(1);
    const OTHER: RateKey = RateKey::Address(2);

    #[tokio::test]
    async fn one_client_cannot_take_all_threads() {
        let pool = Arc::new(WorkPool::new("work", 2));
        let (end, ended) = mpsc::channel::<()>();
        let flood = {
            let pool = Arc::clone(&pool);
            tokio::spawn(async move { pool.run(&ONE, move |_| ended.recv().is_err()).await })
        };
        while pool.load().0 == 0 {
            tokio::task::yield_now().await;
        }
        let mut waiting = Vec::new();
        for _ in 0..MOST_WAITING_EACH {
            let pool = Arc::clone(&pool);
            waiting.push(tokio::spawn(async move { pool.run(&ONE, |_| ()).await.is_ok() }));
        }
        while pool.load().1 < MOST_WAITING_EACH {
            tokio::task::yield_now().await;
        }
        assert!(matches!(pool.run(&ONE, |_| ()).await, Err(WorkError::Busy(_))));
        assert_eq!(pool.run(&OTHER, |_| 7).await.ok(), Some(7), "others have a place");
        let patient = {
            let pool = Arc::clone(&pool);
            tokio::spawn(async move { pool.run_patiently(&ONE, |_| 8).await.ok() })
        };
        while pool.load().1 <= MOST_WAITING_EACH {
            tokio::task::yield_now().await;
        }
        drop(end);
        assert!(matches!(flood.await.expect("no panic"), Ok(true)));
        for waited in waiting {
            assert!(waited.await.expect("no panic"));
        }
        assert_eq!(patient.await.expect("no panic"), Some(8), "it waited in a full queue");
        while pool.load() != (0, 0) {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_client_does_not_wait_for_the_queues_of_others() {
        let pool = Arc::new(WorkPool::new("work", 2));
        let (end, ended) = mpsc::channel::<()>();
        let ended = Arc::new(Mutex::new(ended));
        let done = Arc::new(AtomicBool::new(false));
        let mut greedy = Vec::new();
        // Two clients take both threads, and more of their requests wait than one thread can do at a time.
        for client in [ONE, OTHER].into_iter().cycle().take(10) {
            let (pool, ended, done) = (Arc::clone(&pool), Arc::clone(&ended), Arc::clone(&done));
            greedy.push(tokio::spawn(async move {
                let wait = move |_: &_| {
                    if !done.load(Ordering::Relaxed) {
                        let _ = ended.lock().expect("no panic").recv();
                    }
                };
                pool.run(&client, wait).await.is_ok()
            }));
        }
        while pool.load() != (2, 8) {
            tokio::task::yield_now().await;
        }
        let third = {
            let pool = Arc::clone(&pool);
            tokio::spawn(async move { pool.run(&RateKey::Address(3), |_| ()).await.is_ok() })
        };
        while pool.load().1 < 9 {
            tokio::task::yield_now().await;
        }
        end.send(()).expect("somebody waits"); // one of the ten ends, and it is the third client's turn
        assert!(third.await.expect("no panic"));
        done.store(true, Ordering::Relaxed);
        drop(end);
        for one in greedy {
            assert!(one.await.expect("no panic"));
        }
    }

    #[tokio::test]
    async fn one_network_cannot_take_all_threads_either() {
        let pool = Arc::new(WorkPool::new("work", 2));
        let household = |n: u64| RateKey::Address((0x2001_0db8_0001 << 16) + n);
        let (end, ended) = mpsc::channel::<()>();
        let flood = {
            let pool = Arc::clone(&pool);
            tokio::spawn(async move { pool.run(&household(0), move |_| ended.recv().is_err()).await })
        };
        while pool.load().0 == 0 {
            tokio::task::yield_now().await;
        }
        let mut waiting = Vec::new();
        for n in 1..=MOST_WAITING_EACH * NETWORK_SHARE {
            let pool = Arc::clone(&pool);
            waiting.push(tokio::spawn(async move { pool.run(&household(n as u64), |_| ()).await.is_ok() }));
        }
        while pool.load().1 < MOST_WAITING_EACH * NETWORK_SHARE {
            tokio::task::yield_now().await;
        }
        assert!(matches!(pool.run(&household(999), |_| ()).await, Err(WorkError::Busy(_))));
        assert_eq!(pool.run(&ONE, |_| 7).await.ok(), Some(7), "others have a place");
        drop(end);
        assert!(matches!(flood.await.expect("no panic"), Ok(true)));
        for waited in waiting {
            assert!(waited.await.expect("no panic"));
        }
    }

    #[tokio::test]
    async fn work_is_cancelled_with_its_request() {
        let pool = Arc::new(WorkPool::new("work", 2));
        let (start, started) = oneshot::channel();
        let (tell, told) = oneshot::channel();
        let running = {
            let pool = Arc::clone(&pool);
            tokio::spawn(async move {
                let until_cancelled = move |cancellation: &Cancellation| {
                    let mut input = cancellation.input(b"x");
                    let _ = start.send(());
                    while !cancellation.is_cancelled() {
                        std::thread::yield_now();
                    }
                    let _ = tell.send(input.read(&mut [0]).is_err());
                };
                pool.run(&ONE, until_cancelled).await
            })
        };
        started.await.expect("it starts");
        running.abort();
        assert!(told.await.expect("the work ends"));
    }

    #[tokio::test]
    async fn a_panic_is_an_error_and_the_thread_goes_on() {
        let pool = WorkPool::new("work", 2);
        for _ in 0..4 {
            assert!(matches!(
                pool.run(&ONE, |_| panic!("on purpose")).await,
                Err::<(), _>(WorkError::Failed)
            ));
        }
        assert!(pool.run(&ONE, |_| ()).await.is_ok());
    }
}
