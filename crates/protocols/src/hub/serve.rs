//! The engine's side of the protocol.

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
    Engine, EngineResources, Level, SearchControl, SearchLimits, SearchPanicked, SearchReport, SearchRequest,
    TimeAllowance, Weights,
};
use damiera_play::{
    PlayRules, TableFolder, TableRegistry, TablesUnusable, build_small_tables, lacks_small_tables,
};
use damiera_rules::{History, Position, Rules, Variant, with_rules};

use crate::hub::message::Message;
use crate::hub::text::{move_text, read_move, read_places};

/// What can be set from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Parameters {
    variant: Variant,
    threads: usize,
    /// The table's size, as the power of two of its entries.
    tt_size: u32,
    level: Level,
    tables: TableFolder,
}

impl Parameters {
    /// Bytes of an entry of the table.
    const ENTRY: usize = 16;
    const TT_SIZES: [u32; 2] = [16, 30];
    const MOST_THREADS: usize = 64;

    fn list(&self) -> Vec<Message> {
        let param = |name: &str, value: String, kind: &str| {
            Message::new("param").with("name", name).with("value", value).with("type", kind)
        };
        let games: Vec<_> = Variant::ALL.iter().map(|variant| variant.name()).collect();
        vec![
            param("variant", self.variant.to_string(), "enum").with("values", games.join(" ")),
            param("threads", self.threads.to_string(), "int").with("min", 1).with("max", Self::MOST_THREADS),
            param("tt-size", self.tt_size.to_string(), "int")
                .with("min", Self::TT_SIZES[0])
                .with("max", Self::TT_SIZES[1]),
            param("level", self.level.number().to_string(), "int").with("min", 1).with("max", 10),
            param("tables", self.tables.name(), "string"),
        ]
    }

    /// Sets one; what is not known is ignored, as the protocol asks.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let wrong = || format!("{value} is not a value of {name}");
        match name {
            // "normal" is what others call the International game.
            "variant" if value == "normal" => {
                self.variant =
                    Variant::ALL.iter().copied().find(|v| board_size(*v) == 50).ok_or_else(wrong)?;
            }
            "variant" => self.variant = value.parse().map_err(|error| format!("{error}"))?,
            "threads" => self.threads = within(value, 1, Self::MOST_THREADS).ok_or_else(wrong)?,
            "tt-size" => {
                self.tt_size = within(value, Self::TT_SIZES[0], Self::TT_SIZES[1]).ok_or_else(wrong)?;
            }
            "level" => {
                self.level = value.parse().ok().and_then(Level::new).ok_or_else(wrong)?;
            }
            // Said again, the program's own folder stays its own.
            "tables" if value == self.tables.name() => {}
            "tables" => self.tables = TableFolder::given(Some(value.into())),
            _ => {}
        }
        Ok(())
    }

    const fn resources(&self) -> EngineResources {
        let mib = (Self::ENTRY << self.tt_size) >> 20;
        EngineResources { threads: self.threads, table_mib: if mib == 0 { 1 } else { mib } }
    }
}

fn within<T: std::str::FromStr + PartialOrd + Copy>(text: &str, least: T, most: T) -> Option<T> {
    text.parse().ok().filter(|value| least <= *value && *value <= most)
}

fn board_size(variant: Variant) -> u8 {
    with_rules!(variant, R => R::GEOMETRY.squares())
}

/// Whom the answers go to.
pub type Output = Arc<Mutex<dyn Write + Send>>;

fn say(output: &Output, message: &Message) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{message}")?;
    output.flush()
}

/// Answers lines until there are no more, or one says `quit`. The folder of endgame tables is where the parameter for
/// it begins.
pub fn serve(
    variant: Variant,
    tables: TableFolder,
    lines: &Receiver<String>,
    output: &Output,
) -> io::Result<()> {
    let mut parameters = Parameters { variant, threads: 1, tt_size: 22, level: Level::HIGHEST, tables };
    // Another game is another desk.
    while let Some(chosen) = with_rules!(parameters.variant, R => Desk::<R>::new(parameters.clone(), Arc::clone(output)).attend(lines))?
    {
        parameters = chosen;
    }
    Ok(())
}

/// A search under way.
struct Thinking {
    control: Arc<SearchControl>,
    /// Whether to keep the answer until told to stop, or until the pondered move is played.
    waits: Arc<AtomicBool>,
    /// Set just before the answer goes out: whoever reads it may speak at once, sooner than the thread ends.
    answers: Arc<AtomicBool>,
    thread: JoinHandle<io::Result<()>>,
}

/// The engine at work on one of the games.
struct Desk<R: Rules> {
    parameters: Parameters,
    /// The endgame tables of the folder that the parameters name.
    tables: Arc<TableRegistry>,
    engine: Option<Arc<Engine<R>>>,
    game: History<R>,
    limits: SearchLimits,
    thinking: Option<Thinking>,
    /// Small tables being made.
    making: Option<JoinHandle<()>>,
    output: Output,
}

/// What follows a line.
enum Next {
    Line,
    Quit,
    OtherGame,
}

impl<R: PlayRules> Desk<R> {
    fn new(parameters: Parameters, output: Output) -> Self {
        let game = History::new(Position::start());
        Self {
            tables: Arc::new(TableRegistry::new(parameters.tables.clone())),
            parameters,
            engine: None,
            game,
            limits: SearchLimits::default(),
            thinking: None,
            making: None,
            output,
        }
    }

    /// Attends to lines until the end, or until another game is wanted.
    fn attend(&mut self, lines: &Receiver<String>) -> io::Result<Option<Parameters>> {
        while let Ok(line) = lines.recv() {
            match self.answer(&line)? {
                Next::Line => {}
                Next::Quit => return self.stop().map(|()| None),
                Next::OtherGame => return Ok(Some(self.parameters.clone())),
            }
        }
        self.finish().map(|()| None)
    }

    fn answer(&mut self, line: &str) -> io::Result<Next> {
        if line.trim().is_empty() {
            return Ok(Next::Line);
        }
        let message = match Message::read(line) {
            Ok(message) => message,
            Err(error) => return self.complain(error),
        };
        if self.thinking.as_ref().is_some_and(|thinking| thinking.answers.load(Acquire)) {
            self.stop()?;
        }
        match message.command.as_str() {
            "ping" => self.say(&Message::new("pong"))?,
            "stop" => self.stop()?,
            "quit" => return Ok(Next::Quit),
            "ponder-hit" => self.ponder_hit(),
            "hub" | "set-param" | "init" | "new-game" | "pos" | "level" | "go" if self.thinking.is_some() => {
                return self.complain("a search is under way");
            }
            "hub" => self.introduce()?,
            "set-param" => return self.set_parameter(&message),
            "init" => match self.engine() {
                Ok(_) => {
                    self.make_small_tables();
                    self.say(&Message::new("ready"))?;
                }
                Err(error) => return self.complain(error),
            },
            "new-game" => {
                if let Some(engine) = &self.engine {
                    engine.forget();
                }
            }
            "pos" => return self.set_position(&message),
            "level" => return self.set_limits(&message),
            "go" => match self.engine() {
                Ok(engine) => self.go(&message, engine),
                Err(error) => return self.complain(error),
            },
            _ => {} // the protocol asks to ignore what one does not know
        }
        Ok(Next::Line)
    }

    fn say(&self, message: &Message) -> io::Result<()> {
        say(&self.output, message)
    }

    fn complain(&self, why: impl std::fmt::Display) -> io::Result<Next> {
        self.say(&Message::new("error").with("message", why)).map(|()| Next::Line)
    }

    fn introduce(&self) -> io::Result<()> {
        let id = Message::new("id").with("name", "Damiera").with("version", env!("CARGO_PKG_VERSION"));
        self.say(&id.with("author", "Damiera"))?;
        for parameter in self.parameters.list() {
            self.say(&parameter)?;
        }
        self.say(&Message::new("wait"))
    }

    fn engine(&mut self) -> Result<Arc<Engine<R>>, TablesUnusable> {
        if self.making.as_ref().is_some_and(JoinHandle::is_finished) {
            // The small tables have come: an engine that knows them.
            (self.making, self.engine) = (None, None);
        }
        if let Some(engine) = &self.engine {
            return Ok(Arc::clone(engine));
        }
        let endgames = self.tables.endgames::<R>()?;
        let weights = Arc::new(Weights::learned(R::VARIANT));
        let engine = Arc::new(Engine::with(self.parameters.resources(), weights, endgames));
        self.engine = Some(Arc::clone(&engine));
        Ok(engine)
    }

    /// Begins to make the small tables that are missing, beside the play: nobody waits for them.
    fn make_small_tables(&mut self) {
        let folder = self.parameters.tables.clone();
        if self.making.is_none() && lacks_small_tables::<R>(&folder) {
            let make =
                move || build_small_tables::<R>(&folder, 1, |sentence| eprintln!("damiera: {sentence}"));
            self.making = Some(thread::spawn(make));
        }
    }

    fn set_parameter(&mut self, message: &Message) -> io::Result<Next> {
        let (Some(name), Some(value)) = (message.get("name"), message.get("value")) else {
            return self.complain("set-param needs a name and a value");
        };
        let before = self.parameters.clone();
        if let Err(error) = self.parameters.set(name, value) {
            return self.complain(error);
        }
        if (self.parameters.resources(), &self.parameters.tables) != (before.resources(), &before.tables) {
            self.engine = None;
        }
        if self.parameters.tables != before.tables {
            self.tables = Arc::new(TableRegistry::new(self.parameters.tables.clone()));
        }
        Ok(if self.parameters.variant == R::VARIANT { Next::Line } else { Next::OtherGame })
    }

    fn set_position(&mut self, message: &Message) -> io::Result<Next> {
        let position = match message.get("pos").map(read_places::<R>) {
            Some(Ok(position)) => position,
            Some(Err(error)) => return self.complain(error),
            None if message.has("start") => Position::start(),
            None => return self.complain("pos needs a position"),
        };
        let mut game = History::new(position);
        for text in message.get("moves").unwrap_or_default().split_whitespace() {
            match read_move(game.position(), text) {
                Ok(m) => game.push(&m),
                Err(error) => return self.complain(format!("{text}: {error}")),
            }
        }
        self.game = game;
        Ok(Next::Line)
    }

    fn set_limits(&mut self, message: &Message) -> io::Result<Next> {
        match limits(message) {
            Some(limits) => self.limits = limits,
            None => return self.complain("the level cannot be read"),
        }
        Ok(Next::Line)
    }

    fn go(&mut self, message: &Message, engine: Arc<Engine<R>>) {
        let (game, level) = (self.game.clone(), self.parameters.level);
        let output = Arc::clone(&self.output);
        let control = Arc::new(SearchControl::new(Instant::now()));
        let waits = Arc::new(AtomicBool::new(message.has("ponder") || message.has("analyze")));
        let answers = Arc::new(AtomicBool::new(false));
        let limits = if waits.load(Relaxed) { SearchLimits::default() } else { self.limits };
        let thread = {
            let (control, waits, answers) = (Arc::clone(&control), Arc::clone(&waits), Arc::clone(&answers));
            thread::spawn(move || {
                let question = SearchRequest { level, ..SearchRequest::best(&game, limits) };
                let watch = |report: &SearchReport| {
                    // Whoever listens no more will not read the end either.
                    let _ = say(&output, &info(report));
                };
                let answer = match catch_unwind(AssertUnwindSafe(|| engine.think(&question, &control, watch)))
                {
                    Ok(report) => done(&report),
                    Err(_) => {
                        say(&output, &Message::new("error").with("message", SearchPanicked))?;
                        any_move(&game)
                    }
                };
                while waits.load(Relaxed) && !control.is_over() {
                    thread::sleep(Duration::from_millis(1));
                }
                answers.store(true, Release);
                say(&output, &answer)
            })
        };
        self.thinking = Some(Thinking { control, waits, answers, thread });
    }

    /// The move pondered on was played: now the clock counts.
    fn ponder_hit(&mut self) {
        if let Some(thinking) = &self.thinking {
            match self.limits.time {
                Some(time) => thinking.control.allow(Instant::now(), time),
                None => thinking.control.stop(),
            }
            thinking.waits.store(false, Relaxed);
        }
    }

    /// Ends a search and waits for its answer to be out.
    fn stop(&mut self) -> io::Result<()> {
        if let Some(thinking) = &self.thinking {
            thinking.control.stop();
        }
        self.finish()
    }

    /// Nobody will say anything more: a search with a limit may reach it.
    fn finish(&mut self) -> io::Result<()> {
        let Some(thinking) = self.thinking.take() else { return Ok(()) };
        if thinking.waits.load(Relaxed) || self.limits == SearchLimits::default() {
            thinking.control.stop();
        }
        thinking.thread.join().unwrap_or_else(|_| Err(io::Error::other("the search broke off")))
    }
}

fn limits(message: &Message) -> Option<SearchLimits> {
    let seconds = |name: &str| match message.get(name) {
        None => Some(None),
        Some(text) => text.parse().ok().and_then(|s| Duration::try_from_secs_f64(s).ok()).map(Some),
    };
    fn number<T: std::str::FromStr>(message: &Message, name: &str) -> Option<Option<T>> {
        message.get(name).map_or(Some(None), |text| text.parse().ok().map(Some))
    }
    let time = match (seconds("move-time")?, seconds("time")?) {
        (Some(time), _) => Some(TimeAllowance::Move(time)),
        (None, Some(left)) => {
            let increment = seconds("inc")?.unwrap_or_default();
            Some(TimeAllowance::Clock { left, increment, moves: number(message, "moves")? })
        }
        (None, None) => None,
    };
    Some(SearchLimits { depth: number(message, "depth")?, nodes: number(message, "nodes")?, time })
}

fn info(report: &SearchReport) -> Message {
    let mut message = Message::new("info").with("depth", report.depth);
    if let Some(line) = report.lines.first() {
        message = message.with("score", format!("{:.2}", line.score().men()));
    }
    let seconds = report.elapsed.as_secs_f64();
    let nps = report.nodes as f64 / seconds.max(1e-6) / 1e6;
    let moves: Vec<_> = report.lines.iter().take(1).flat_map(|line| &line.moves).map(move_text).collect();
    message
        .with("nodes", report.nodes)
        .with("time", format!("{seconds:.3}"))
        .with("nps", format!("{nps:.2}"))
        .with("pv", moves.join(" "))
}

/// After a fault of our own: a legal move keeps the game going, and nobody waits for an answer in vain.
fn any_move<R: Rules>(game: &History<R>) -> Message {
    let m = game.position().legal().first().map(move_text);
    Message::new("done").with("move", m.unwrap_or_default())
}

fn done(report: &SearchReport) -> Message {
    let message =
        Message::new("done").with("move", report.best().as_ref().map(move_text).unwrap_or_default());
    match report.reply() {
        Some(reply) => message.with("ponder", move_text(&reply)),
        None => message,
    }
}
