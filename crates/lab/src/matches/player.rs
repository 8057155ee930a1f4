//! The players of a match: our own engine with some settings, or another program under the Hub protocol.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use damiera_engine::{
    Endgames, Engine, EngineResources, Level, SearchControl, SearchLimits, SearchRequest, SearchRules,
    Weights,
};
use damiera_play::{
    BookSource, BookUnusable, OpeningBook, PlayRules, TableFolder, TableRegistry, TablesUnusable,
};
use damiera_protocols::hub::{HubClient, HubClientError};
use damiera_rules::{History, Move};

use crate::weights_source::{WeightsSource, WeightsSourceError};

/// The description of a player.
///
/// `own` is our engine, followed by its settings: `weights=material`, `weights=FILE`, `level=3`, `nodes=1000`, `depth=5`,
/// `time=0.1`, `threads=2`, `hash=64`, `tables=FOLDER`, `book=own`, `book=FILE`. `hub` is another program: parameters such as
/// `set:threads=1`, then its command line.
#[derive(Clone, PartialEq, Debug)]
pub enum PlayerSpec {
    /// Our engine.
    Own {
        /// Where its weights come from.
        weights: WeightsSource,
        /// Its level of play.
        level: Level,
        /// Limits of its own, in addition to those of the match.
        limits: SearchLimits,
        /// Its threads and memory.
        resources: EngineResources,
        /// The folder of its endgame tables.
        tables: TableFolder,
        /// Its opening book.
        book: BookSource,
    },
    /// Another program.
    Hub {
        /// The program.
        program: String,
        /// Its arguments.
        arguments: Vec<String>,
        /// Hub parameters to set.
        parameters: Vec<(String, String)>,
    },
}

/// Why a description is not that of a player, or the player cannot be started.
#[derive(Debug)]
pub enum PlayerError {
    /// It begins with neither `own` nor `hub`.
    UnknownKind,
    /// A setting is not understood.
    UnknownSetting(String),
    /// It names no program.
    NoProgram,
    /// Several threads for a level that plays on one.
    ThreadsAtLevel(Level),
    /// Its weights cannot be used.
    Weights(WeightsSourceError),
    /// Its endgame tables cannot be used.
    Tables(TablesUnusable),
    /// Its opening book cannot be used.
    Book(BookUnusable),
    /// The program does not start.
    Program(String, HubClientError),
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKind => f.write_str("a player is \"own\" with settings, or \"hub\" with a command"),
            Self::UnknownSetting(word) => write!(f, "a player has no setting \"{word}\""),
            Self::NoProgram => f.write_str("\"hub\" needs the command of a program"),
            Self::ThreadsAtLevel(level) => {
                write!(f, "level {} plays on one thread: leave out \"threads\"", level.number())
            }
            Self::Weights(error) => error.fmt(f),
            Self::Tables(error) => error.fmt(f),
            Self::Book(error) => error.fmt(f),
            Self::Program(program, error) => write!(f, "{program}: {error}"),
        }
    }
}

impl std::error::Error for PlayerError {}

impl FromStr for PlayerSpec {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Self, PlayerError> {
        let mut words = text.split_whitespace();
        match words.next() {
            Some("own") => read_own(words),
            Some("hub") => read_hub(words),
            _ => Err(PlayerError::UnknownKind),
        }
    }
}

fn read_own<'a>(words: impl Iterator<Item = &'a str>) -> Result<PlayerSpec, PlayerError> {
    let (mut weights, mut level) = (WeightsSource::Learned, Level::HIGHEST);
    let (mut limits, mut resources) =
        (SearchLimits::default(), EngineResources { threads: 1, table_mib: 32 });
    let (mut tables, mut book) = (TableFolder::Disabled, BookSource::None);
    for word in words {
        let bad = || PlayerError::UnknownSetting(word.to_owned());
        let (name, value) = word.split_once('=').ok_or_else(bad)?;
        let number = || value.parse::<u64>().map_err(|_| bad());
        match name {
            "weights" => weights = value.into(),
            "level" => level = u8::try_from(number()?).ok().and_then(Level::new).ok_or_else(bad)?,
            "nodes" => limits.nodes = Some(number()?.max(1)),
            "depth" => limits.depth = Some(u32::try_from(number()?.max(1)).map_err(|_| bad())?),
            "time" => {
                let seconds = value.parse().map_err(|_| bad())?;
                let time = Duration::try_from_secs_f64(seconds).map_err(|_| bad())?;
                limits = limits.within(SearchLimits::move_time(time));
            }
            "threads" => resources.threads = number()?.clamp(1, 256) as usize,
            "hash" => resources.table_mib = number()?.clamp(1, 1 << 16) as usize,
            "tables" => tables = TableFolder::given(Some(value.into())),
            "book" => book = value.parse().map_err(|_| bad())?,
            _ => return Err(bad()),
        }
    }
    Ok(PlayerSpec::Own { weights, level, limits, resources, tables, book })
}

fn read_hub<'a>(words: impl Iterator<Item = &'a str>) -> Result<PlayerSpec, PlayerError> {
    let mut words = words.peekable();
    let mut parameters = Vec::new();
    while let Some((word, parameter)) =
        words.peek().and_then(|word| Some((*word, word.strip_prefix("set:")?)))
    {
        let unknown = || PlayerError::UnknownSetting(word.to_owned());
        let (name, value) = parameter.split_once('=').ok_or_else(unknown)?;
        parameters.push((name.to_owned(), value.to_owned()));
        words.next();
    }
    let program = words.next().ok_or(PlayerError::NoProgram)?.to_owned();
    Ok(PlayerSpec::Hub { program, arguments: words.map(str::to_owned).collect(), parameters })
}

/// A player whose weights and endgame tables are loaded, so that every board of a match shares them.
pub(crate) enum PreparedPlayer<R> {
    Own {
        weights: Arc<Weights>,
        endgames: Arc<dyn Endgames<R>>,
        book: Option<Arc<OpeningBook>>,
        level: Level,
        limits: SearchLimits,
        resources: EngineResources,
    },
    Hub {
        program: String,
        arguments: Vec<String>,
        parameters: Vec<(String, String)>,
    },
}

impl PlayerSpec {
    /// Loads what the player needs.
    pub(crate) fn prepare<R: PlayRules>(&self) -> Result<PreparedPlayer<R>, PlayerError> {
        match self.clone() {
            Self::Own { level, resources, .. }
                if resources.threads > 1 && level.is_single_threaded::<R>() =>
            {
                Err(PlayerError::ThreadsAtLevel(level))
            }
            Self::Own { weights, level, limits, resources, tables, book } => {
                let learned = weights.load(R::VARIANT).map_err(PlayerError::Weights)?;
                let weights = Arc::new(Weights::from(&learned));
                let endgames = TableRegistry::new(tables).endgames().map_err(PlayerError::Tables)?;
                let book = book.open(R::VARIANT).map_err(PlayerError::Book)?;
                Ok(PreparedPlayer::Own { weights, endgames, book, level, limits, resources })
            }
            Self::Hub { program, arguments, parameters } => {
                Ok(PreparedPlayer::Hub { program, arguments, parameters })
            }
        }
    }
}

impl<R: SearchRules> PreparedPlayer<R> {
    /// Starts the player at a board.
    pub(crate) fn start(&self) -> Result<MatchPlayer<R>, PlayerError> {
        match self {
            Self::Own { weights, endgames, book, level, limits, resources } => {
                let engine = Engine::with(*resources, Arc::clone(weights), Arc::clone(endgames));
                Ok(MatchPlayer::Own { engine, book: book.clone(), level: *level, limits: *limits })
            }
            Self::Hub { program, arguments, parameters } => HubClient::start(program, arguments, parameters)
                .map(MatchPlayer::Hub)
                .map_err(|error| PlayerError::Program(program.clone(), error)),
        }
    }
}

/// A player at a board.
pub(crate) enum MatchPlayer<R: SearchRules> {
    Own { engine: Engine<R>, book: Option<Arc<OpeningBook>>, level: Level, limits: SearchLimits },
    Hub(HubClient),
}

impl<R: SearchRules> MatchPlayer<R> {
    /// Prepares for a new game.
    pub(crate) fn new_game(&mut self) -> Result<(), HubClientError> {
        match self {
            Self::Own { engine, .. } => {
                engine.forget();
                Ok(())
            }
            Self::Hub(client) => client.new_game(),
        }
    }

    /// The player's move; our engine has none if there is no legal move.
    pub(crate) fn choose(
        &mut self,
        game: &History<R>,
        limits: SearchLimits,
        seed: u64,
    ) -> Result<Option<Move>, HubClientError> {
        match self {
            Self::Own { engine, book, level, limits: own } => {
                let known = book.as_ref().and_then(|book| book.choose(game.position(), *level, seed));
                if known.is_some() {
                    return Ok(known);
                }
                let question =
                    SearchRequest { level: *level, seed, ..SearchRequest::best(game, own.within(limits)) };
                Ok(engine.think(&question, &SearchControl::default(), |_| ()).best())
            }
            Self::Hub(client) => client.choose(game, limits).map(Some),
        }
    }
}
