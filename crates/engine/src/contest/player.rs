//! Who plays: our own engine with some settings, or another program under the Hub protocol.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use damiera_rules::{History, Move, Rules};

use crate::control::Control;
use crate::engine::{Engine, Question, Resources};
use crate::hub::{Client, ClientFault};
use crate::level::Level;
use crate::limits::Limits;
use crate::table_folder::TableFolder;
use crate::weights_from::{NoWeights, WeightsFrom};

/// A description of a player.
///
/// `own` is our engine; words after it set it up: `weights=material`, `weights=FILE`, `level=3`, `nodes=1000`,
/// `depth=5`, `time=0.1`, `threads=2`, `hash=64`, `tables=FOLDER`. `hub` is another program: its command line, after parameters
/// such as `set:threads=1`.
#[derive(Clone, PartialEq, Debug)]
pub enum Contestant {
    /// Our engine.
    Own {
        /// Where its weights are from.
        weights: WeightsFrom,
        /// How well it plays.
        level: Level,
        /// Limits of its own, beside those of the match.
        limits: Limits,
        /// What it may use.
        resources: Resources,
        /// The folder of its endgame tables.
        tables: TableFolder,
    },
    /// A program.
    Hub {
        /// The program and its arguments.
        command: Vec<String>,
        /// Parameters to set.
        parameters: Vec<(String, String)>,
    },
}

/// Why a description is not one of a player, or he cannot come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadPlayer {
    /// It begins with neither `own` nor `hub`.
    Kind,
    /// A word is not understood.
    Word(String),
    /// It names no program.
    NoProgram,
    /// Its weights cannot be used.
    Weights(NoWeights),
    /// Its endgame tables cannot be used.
    Tables(String),
    /// The program does not start.
    Program(String),
}

impl fmt::Display for BadPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind => f.write_str("a player is \"own\" with settings, or \"hub\" with a command"),
            Self::Word(word) => write!(f, "the setting \"{word}\" of a player is not understood"),
            Self::NoProgram => f.write_str("\"hub\" needs the command of a program"),
            Self::Weights(why) => why.fmt(f),
            Self::Tables(why) | Self::Program(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for BadPlayer {}

impl FromStr for Contestant {
    type Err = BadPlayer;

    fn from_str(text: &str) -> Result<Self, BadPlayer> {
        let mut words = text.split_whitespace();
        match words.next() {
            Some("own") => own(words),
            Some("hub") => hub(words),
            _ => Err(BadPlayer::Kind),
        }
    }
}

fn own<'a>(words: impl Iterator<Item = &'a str>) -> Result<Contestant, BadPlayer> {
    let (mut weights, mut level) = (WeightsFrom::Learned, Level::HIGHEST);
    let (mut limits, mut resources) = (Limits::default(), Resources { threads: 1, table_mib: 32 });
    let mut tables = TableFolder::Nowhere;
    for word in words {
        let bad = || BadPlayer::Word(word.to_owned());
        let (name, value) = word.split_once('=').ok_or_else(bad)?;
        let number = || value.parse::<u64>().map_err(|_| bad());
        match name {
            "weights" => weights = value.into(),
            "level" => level = u8::try_from(number()?).ok().and_then(Level::new).ok_or_else(bad)?,
            "nodes" => limits.nodes = Some(number()?.max(1)),
            "depth" => limits.depth = Some(u32::try_from(number()?.max(1)).map_err(|_| bad())?),
            "time" => {
                let seconds = value.parse().map_err(|_| bad())?;
                let time = std::time::Duration::try_from_secs_f64(seconds).map_err(|_| bad())?;
                limits = limits.within(Limits::move_time(time));
            }
            "threads" => resources.threads = number()?.clamp(1, 256) as usize,
            "hash" => resources.table_mib = number()?.clamp(1, 1 << 16) as usize,
            "tables" => tables = TableFolder::named(Some(value.into())),
            _ => return Err(bad()),
        }
    }
    Ok(Contestant::Own { weights, level, limits, resources, tables })
}

fn hub<'a>(words: impl Iterator<Item = &'a str>) -> Result<Contestant, BadPlayer> {
    let (mut command, mut parameters) = (Vec::new(), Vec::new());
    for word in words {
        match word.strip_prefix("set:") {
            Some(parameter) if command.is_empty() => {
                let pair = parameter.split_once('=').ok_or_else(|| BadPlayer::Word(word.to_owned()))?;
                parameters.push((pair.0.to_owned(), pair.1.to_owned()));
            }
            _ => command.push(word.to_owned()),
        }
    }
    if command.is_empty() { Err(BadPlayer::NoProgram) } else { Ok(Contestant::Hub { command, parameters }) }
}

/// A player at the board.
pub enum Player<R: Rules> {
    /// Our engine.
    Own {
        /// The engine.
        engine: Engine<R>,
        /// How well it plays.
        level: Level,
        /// Limits of its own.
        limits: Limits,
    },
    /// A program.
    Hub(Client),
}

impl Contestant {
    /// The player, ready to play.
    pub fn seat<R: Rules>(&self) -> Result<Player<R>, BadPlayer> {
        match self {
            Self::Own { weights, level, limits, resources, tables } => {
                let weights = weights.load::<R>().map_err(BadPlayer::Weights)?;
                let endgames = tables.open().map_err(BadPlayer::Tables)?;
                let engine = Engine::with(*resources, Arc::new(weights), endgames);
                Ok(Player::Own { engine, level: *level, limits: *limits })
            }
            Self::Hub { command, parameters } => {
                let client = Client::start(&command[0], &command[1..], parameters);
                client
                    .map(Player::Hub)
                    .map_err(|fault| BadPlayer::Program(format!("{}: {fault}", command[0])))
            }
        }
    }
}

impl<R: Rules> Player<R> {
    /// A game begins.
    pub fn new_game(&mut self) -> Result<(), ClientFault> {
        match self {
            Self::Own { engine, .. } => {
                engine.forget();
                Ok(())
            }
            Self::Hub(client) => client.new_game(),
        }
    }

    /// His move; none of ours if there is no legal one.
    pub fn choose(
        &mut self,
        game: &History<R>,
        limits: Limits,
        seed: u64,
    ) -> Result<Option<Move>, ClientFault> {
        match self {
            Self::Own { engine, level, limits: own } => {
                let question = Question { level: *level, seed, ..Question::best(game, own.within(limits)) };
                Ok(engine.think(&question, &Control::default(), |_| ()).best())
            }
            Self::Hub(client) => client.choose(game, limits).map(Some),
        }
    }
}
