//! Where the games of a match begin.

use std::fmt;

use damiera_rules::{History, Position, Rules};

use crate::chance::Chance;
use crate::control::Control;
use crate::engine::{Engine, Question, Resources};
use crate::limits::Limits;
use crate::value::{MAN, Value};

/// A position with the moves that led to it.
pub type Opening<R> = History<R>;

/// Tables of openings that come with the program.
const BALLOTS: [&str; 2] =
    [include_str!("../../openings/english.txt"), include_str!("../../openings/brazilian.txt")];

/// The openings that are drawn by lot in a game's events, where a table of them is public, in an order of chance.
#[must_use]
pub fn ballots<R: Rules>(seed: u64) -> Vec<Opening<R>> {
    // Each table says on its first line which game it is for.
    let heading = format!("# game: {}", R::VARIANT);
    let table = BALLOTS.iter().find(|table| table.lines().next() == Some(&heading));
    let mut openings = table.and_then(|table| read_openings(table).ok()).unwrap_or_default();
    Chance::new(seed).shuffle(&mut openings);
    openings
}

/// A line of a file that is no opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadOpening {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for BadOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for BadOpening {}

/// Reads openings, one a line: a FEN, or moves from the start with spaces between. `#` begins a comment.
pub fn read_openings<R: Rules>(text: &str) -> Result<Vec<Opening<R>>, BadOpening> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()).enumerate();
    lines
        .filter(|(_, line)| !line.is_empty())
        .map(|(i, line)| read_opening(line).map_err(|why| BadOpening { line: i + 1, why }))
        .collect()
}

fn read_opening<R: Rules>(line: &str) -> Result<Opening<R>, String> {
    if line.contains(':') {
        return Position::from_fen(line).map(History::new).map_err(|error| error.to_string());
    }
    let mut game = History::new(Position::start());
    for text in line.split_whitespace() {
        let m = game.position().parse_move(text).map_err(|error| format!("{text}: {error}"))?;
        game.push(&m);
    }
    Ok(game)
}

/// Different openings of so many random moves that a short search finds about even.
#[must_use]
pub fn balanced<R: Rules>(count: usize, plies: usize, seed: u64) -> Vec<Opening<R>> {
    const EVEN: Value = 2 * MAN / 5;
    const NODES: u64 = 20_000;
    /// Where there are fewer than asked for, they come again.
    const TRIES: usize = 40;
    let engine = Engine::<R>::new(Resources { threads: 1, table_mib: 4 });
    let mut chance = Chance::new(seed);
    let mut openings: Vec<Opening<R>> = Vec::new();
    for _ in 0..count * TRIES {
        if openings.len() == count {
            break;
        }
        let Some(game) = random_opening(&mut chance, plies) else { continue };
        let seen = openings.iter().any(|known| known.position() == game.position());
        let report = engine.think(&Question::best(&game, Limits::nodes(NODES)), &Control::default(), |_| ());
        let even = report.lines.first().is_some_and(|line| line.value.abs() <= EVEN);
        if even && !seen {
            openings.push(game);
        }
    }
    openings
}

fn random_opening<R: Rules>(chance: &mut Chance, plies: usize) -> Option<History<R>> {
    let mut game = History::new(Position::start());
    for _ in 0..plies {
        let legal = game.position().legal();
        let m = *legal.get(chance.below(legal.len().max(1)))?;
        game.push(&m);
    }
    Some(game)
}
