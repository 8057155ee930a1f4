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
use crate::rate_limit::{RateKey, RateLimited};

/// Requests of one client that may wait.
const MOST_WAITING_EACH: usize = 16;
/// Requests that may wait in all.
const MOST_WAITING: usize = 256;
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

/// Admits a few requests at a time, and of each client fewer. The others wait in order.
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
}

/// A place in the gate, free again when it is dropped.
#[derive(Debug)]
pub(crate) struct GatePermit {
    gate: Arc<FairGate>,
    client: RateKey,
}

impl FairGate {
    fn state(&self) -> MutexGuard<'_, GateState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn enter(self: &Arc<Self>, client: &RateKey, queue: Queue) -> Result<GatePermit, RateLimited> {
        let admitted = {
            let mut state = self.state();
            state.waiting.retain(|(_, waits)| !waits.is_closed());
            let own = state.waiting.iter().filter(|(waiting, _)| waiting == client).count();
            let is_full = own >= MOST_WAITING_EACH || state.waiting.len() >= MOST_WAITING;
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
            let own = |state: &GateState, client| state.running_by_client.get(client).copied().unwrap_or(0);
            let next =
                state.waiting.iter().position(|(client, _)| own(&state, client) < self.most_running_each);
            let Some((client, admit)) = next.and_then(|next| state.waiting.remove(next)) else { return };
            state.running += 1;
            *state.running_by_client.entry(client.clone()).or_default() += 1;
            drop(state);
            let _ = admit.send(GatePermit { gate: Arc::clone(self), client });
        }
    }

    fn leave(&self, client: &RateKey) {
        let mut state = self.state();
        state.running -= 1;
        if let Some(own) = state.running_by_client.get_mut(client) {
            *own -= 1;
            if *own == 0 {
                state.running_by_client.remove(client);
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
    /// A pool of this number of threads.
    pub(crate) fn new(threads: usize) -> Self {
        let threads = threads.max(2); // so that one client cannot take all of them
        let (queue, jobs) = mpsc::channel::<WorkItem>();
        let jobs = Arc::new(Mutex::new(jobs));
        for number in 1..=threads {
            let jobs = Arc::clone(&jobs);
            let thread = std::thread::Builder::new().name(format!("work-{number}"));
            let spawned = thread.spawn(move || {
                lower_priority();
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

/// Moves come first: on Linux a priority belongs to a thread.
pub(crate) fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 10) {
        tracing::debug!(%error, "the priority of a thread could not be lowered");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: RateKey = RateKey::Address(1);
    const OTHER: RateKey = RateKey::Address(2);

    #[tokio::test]
    async fn one_client_cannot_take_all_threads() {
        let pool = Arc::new(WorkPool::new(2));
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
    async fn work_is_cancelled_with_its_request() {
        let pool = Arc::new(WorkPool::new(2));
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
        let pool = WorkPool::new(2);
        for _ in 0..4 {
            assert!(matches!(
                pool.run(&ONE, |_| panic!("on purpose")).await,
                Err::<(), _>(WorkError::Failed)
            ));
        }
        assert!(pool.run(&ONE, |_| ()).await.is_ok());
    }
}
