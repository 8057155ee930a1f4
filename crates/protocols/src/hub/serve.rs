//! The engine's side of the protocol: a session reads messages and runs at most one search at a time.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{
    AtomicBool,
    Ordering::{Acquire, Relaxed, Release},
};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use damiera_engine::{
    Engine, Level, SearchControl, SearchLimits, SearchPanicked, SearchReport, SearchRequest, Weights,
};
use damiera_play::{
    BookSource, BookUnusable, OpeningBook, PlayRules, TableFolder, TableRegistry, TablesUnusable,
    build_small_tables, lacks_small_tables,
};
use damiera_rules::{History, Position, Rules, Variant, with_rules};

use crate::hub::message::HubMessage;
use crate::hub::parameters::HubParameters;
use crate::hub::search_messages::{any_move, done, info, limits};
use crate::hub::text::{move_text, parse_move, parse_position};

/// The stream for messages to the user of the engine.
pub type HubOutput = Arc<Mutex<dyn Write + Send>>;

fn send(output: &HubOutput, message: &HubMessage) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{message}")?;
    output.flush()
}

/// Processes messages until the input ends or `quit` is received. `variant`, `tables` and `book` are the initial values of the
/// parameters.
pub fn serve(
    variant: Variant,
    tables: TableFolder,
    book: BookSource,
    lines: &Receiver<String>,
    output: &HubOutput,
) -> io::Result<()> {
    let mut parameters =
        HubParameters { variant, threads: 1, tt_size: 22, level: Level::HIGHEST, tables, book };
    // Another game needs a session with another rule set.
    while let Some(chosen) = with_rules!(parameters.variant, R => HubSession::<R>::new(parameters.clone(), Arc::clone(output)).run(lines))?
    {
        parameters = chosen;
    }
    Ok(())
}

/// A search in progress.
struct HubSearch {
    control: Arc<SearchControl>,
    /// Whether the result is held back until `stop` or `ponder-hit`.
    held_back: Arc<AtomicBool>,
    /// Set just before the result is sent: the user may send the next message before the thread has ended.
    finished: Arc<AtomicBool>,
    thread: JoinHandle<io::Result<()>>,
}

/// A session with one rule set.
struct HubSession<R: Rules> {
    parameters: HubParameters,
    /// The endgame tables of the folder that the parameters name.
    tables: Arc<TableRegistry>,
    engine: Option<Arc<Engine<R>>>,
    /// The opening book that `init` has opened.
    book: Option<Arc<OpeningBook>>,
    game: History<R>,
    limits: SearchLimits,
    search: Option<HubSearch>,
    /// The thread that builds small tables.
    table_build: Option<JoinHandle<()>>,
    output: HubOutput,
}

/// What to do after a message.
enum NextStep {
    Line,
    Quit,
    OtherGame,
}

impl<R: PlayRules> HubSession<R> {
    fn new(parameters: HubParameters, output: HubOutput) -> Self {
        let game = History::new(Position::start());
        Self {
            tables: Arc::new(TableRegistry::new(parameters.tables.clone())),
            parameters,
            engine: None,
            book: None,
            game,
            limits: SearchLimits::default(),
            search: None,
            table_build: None,
            output,
        }
    }

    /// Processes messages to the end, or until the parameters name another game.
    fn run(&mut self, lines: &Receiver<String>) -> io::Result<Option<HubParameters>> {
        while let Ok(line) = lines.recv() {
            match self.process(&line)? {
                NextStep::Line => {}
                NextStep::Quit => return self.stop().map(|()| None),
                NextStep::OtherGame => return Ok(Some(self.parameters.clone())),
            }
        }
        self.finish().map(|()| None)
    }

    fn process(&mut self, line: &str) -> io::Result<NextStep> {
        if line.trim().is_empty() {
            return Ok(NextStep::Line);
        }
        let message = match HubMessage::parse(line) {
            Ok(message) => message,
            Err(error) => return self.send_error(error),
        };
        if self.search.as_ref().is_some_and(|search| search.finished.load(Acquire)) {
            self.stop()?;
        }
        match message.command.as_str() {
            "ping" => self.send(&HubMessage::new("pong"))?,
            "stop" => self.stop()?,
            "quit" => return Ok(NextStep::Quit),
            "ponder-hit" => self.ponder_hit(),
            "hub" | "set-param" | "init" | "new-game" | "pos" | "level" | "go" if self.search.is_some() => {
                return self.send_error("a search is in progress");
            }
            "hub" => self.introduce()?,
            "set-param" => return self.set_parameter(&message),
            "init" => match self.engine() {
                Ok(_) => {
                    if let Err(error) = self.open_book() {
                        return self.send_error(error);
                    }
                    self.build_small_tables_in_background();
                    self.send(&HubMessage::new("ready"))?;
                }
                Err(error) => return self.send_error(error),
            },
            "new-game" => {
                if let Some(engine) = &self.engine {
                    engine.forget();
                }
            }
            "pos" => return self.set_position(&message),
            "level" => return self.set_limits(&message),
            "go" => match self.engine() {
                Ok(engine) => self.go(&message, engine)?,
                Err(error) => return self.send_error(error),
            },
            _ => {} // the protocol demands that unknown commands are ignored
        }
        Ok(NextStep::Line)
    }

    fn send(&self, message: &HubMessage) -> io::Result<()> {
        send(&self.output, message)
    }

    fn send_error(&self, reason: impl std::fmt::Display) -> io::Result<NextStep> {
        self.send(&HubMessage::new("error").with("message", reason)).map(|()| NextStep::Line)
    }

    fn introduce(&self) -> io::Result<()> {
        let id = HubMessage::new("id").with("name", "Damiera").with("version", env!("CARGO_PKG_VERSION"));
        self.send(&id.with("author", "Damiera"))?;
        for parameter in self.parameters.list() {
            self.send(&parameter)?;
        }
        self.send(&HubMessage::new("wait"))
    }

    fn engine(&mut self) -> Result<Arc<Engine<R>>, TablesUnusable> {
        if self.table_build.as_ref().is_some_and(JoinHandle::is_finished) {
            // The small tables are finished: create an engine that uses them.
            (self.table_build, self.engine) = (None, None);
        }
        if let Some(engine) = &self.engine {
            return Ok(Arc::clone(engine));
        }
        let endgames = self.tables.endgames::<R>()?;
        let weights = Weights::learned(R::VARIANT);
        let engine = Arc::new(Engine::with(self.parameters.resources(), weights, endgames));
        self.engine = Some(Arc::clone(&engine));
        Ok(engine)
    }

    fn open_book(&mut self) -> Result<(), BookUnusable> {
        self.book = self.parameters.book.open(R::VARIANT)?;
        Ok(())
    }

    /// Starts to build missing small tables in the background.
    fn build_small_tables_in_background(&mut self) {
        let folder = self.parameters.tables.clone();
        if self.table_build.is_none() && lacks_small_tables::<R>(&folder) {
            let build = move || build_small_tables::<R>(&folder, 1, |notice| eprintln!("damiera: {notice}"));
            self.table_build = Some(thread::spawn(build));
        }
    }

    fn set_parameter(&mut self, message: &HubMessage) -> io::Result<NextStep> {
        let (Some(name), Some(value)) = (message.get("name"), message.get("value")) else {
            return self.send_error("set-param needs a name and a value");
        };
        let before = self.parameters.clone();
        if let Err(error) = self.parameters.set(name, value) {
            return self.send_error(error);
        }
        if (self.parameters.resources(), &self.parameters.tables) != (before.resources(), &before.tables) {
            self.engine = None;
        }
        if self.parameters.tables != before.tables {
            self.tables = Arc::new(TableRegistry::new(self.parameters.tables.clone()));
        }
        if let Some(conflict) = self.parameters.conflict::<R>().filter(|_| self.parameters != before) {
            self.send_error(conflict)?;
        }
        Ok(if self.parameters.variant == R::VARIANT { NextStep::Line } else { NextStep::OtherGame })
    }

    fn set_position(&mut self, message: &HubMessage) -> io::Result<NextStep> {
        let position = match message.get("pos").map(parse_position::<R>) {
            Some(Ok(position)) => position,
            Some(Err(error)) => return self.send_error(error),
            None if message.has("start") => Position::start(),
            None => return self.send_error("pos needs a position"),
        };
        let mut game = History::new(position);
        for text in message.get("moves").unwrap_or_default().split_whitespace() {
            match parse_move(game.position(), text) {
                Ok(m) => game.push(&m),
                Err(error) => return self.send_error(format!("{text}: {error}")),
            }
        }
        self.game = game;
        Ok(NextStep::Line)
    }

    fn set_limits(&mut self, message: &HubMessage) -> io::Result<NextStep> {
        match limits(message) {
            Some(limits) => self.limits = limits,
            None => return self.send_error("the limits cannot be parsed"),
        }
        Ok(NextStep::Line)
    }

    fn go(&mut self, message: &HubMessage, engine: Arc<Engine<R>>) -> io::Result<()> {
        let (game, level) = (self.game.clone(), self.parameters.level);
        let output = Arc::clone(&self.output);
        let control = Arc::new(SearchControl::new(Instant::now()));
        let held_back = Arc::new(AtomicBool::new(message.has("ponder") || message.has("analyze")));
        let finished = Arc::new(AtomicBool::new(false));
        let limits = if held_back.load(Relaxed) { SearchLimits::default() } else { self.limits };
        if !held_back.load(Relaxed)
            && let Some(m) = self.book.as_ref().and_then(|book| book.choose(game.position(), level, 0))
        {
            return self.send(&HubMessage::new("done").with("move", move_text(&m)));
        }
        let thread = {
            let (control, held_back, finished) =
                (Arc::clone(&control), Arc::clone(&held_back), Arc::clone(&finished));
            thread::spawn(move || {
                let question = SearchRequest { level, ..SearchRequest::best(&game, limits) };
                let watch = |report: &SearchReport| {
                    // If the output is closed, sending the result fails too, and that error is reported.
                    let _ = send(&output, &info(report));
                };
                let answer = match catch_unwind(AssertUnwindSafe(|| engine.think(&question, &control, watch)))
                {
                    Ok(report) => done(&report),
                    Err(_) => {
                        send(&output, &HubMessage::new("error").with("message", SearchPanicked))?;
                        any_move(&game)
                    }
                };
                while held_back.load(Relaxed) && !control.is_over() {
                    thread::sleep(Duration::from_millis(1));
                }
                finished.store(true, Release);
                send(&output, &answer)
            })
        };
        self.search = Some(HubSearch { control, held_back, finished, thread });
        Ok(())
    }

    /// The pondered move was played: from now on the time limit counts.
    fn ponder_hit(&mut self) {
        if let Some(search) = &self.search {
            match self.limits.time {
                Some(time) => search.control.allow(Instant::now(), time),
                None => search.control.stop(),
            }
            search.held_back.store(false, Relaxed);
        }
    }

    /// Stops the search and waits until its result is sent.
    fn stop(&mut self) -> io::Result<()> {
        if let Some(search) = &self.search {
            search.control.stop();
        }
        self.finish()
    }

    /// Waits for the search at the end of the input. A search without a limit is stopped.
    fn finish(&mut self) -> io::Result<()> {
        let Some(search) = self.search.take() else { return Ok(()) };
        if search.held_back.load(Relaxed) || self.limits == SearchLimits::default() {
            search.control.stop();
        }
        search.thread.join().unwrap_or_else(|_| Err(io::Error::other("the search panicked")))
    }
}
