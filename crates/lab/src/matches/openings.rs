//! The openings of a match.

use std::fmt;

use damiera_engine::{
    Engine, EngineResources, MAN, SearchControl, SearchLimits, SearchRequest, SearchRules, SplitMix64, Value,
};
use damiera_rules::{History, Position, Rules};

/// Where the openings of a match come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Openings {
    /// A text with one opening a line: moves from the start of the game, or a FEN. `#` begins a comment.
    Text(String),
    /// The ballots of the game in random order; where no list of them is public, random moves.
    Ballots,
    /// Random moves, about even after this many plies.
    Random {
        /// How many plies.
        plies: usize,
    },
}

/// The number of random plies where the game has no ballots.
const DEFAULT_PLIES: usize = 4;

/// The lists of ballots that come with the program.
const BALLOTS: [&str; 2] =
    [include_str!("../../openings/english.txt"), include_str!("../../openings/brazilian.txt")];

impl Openings {
    /// The openings for a match of so many pairs.
    pub(crate) fn load<R: SearchRules>(
        &self,
        pairs: usize,
        seed: u64,
    ) -> Result<Vec<History<R>>, OpeningError> {
        match self {
            Self::Text(text) => read_openings(text),
            Self::Ballots => Ok(match ballots(seed) {
                ballots if ballots.is_empty() => balanced(pairs, DEFAULT_PLIES, seed),
                ballots => ballots,
            }),
            Self::Random { plies } => Ok(balanced(pairs, *plies, seed)),
        }
    }
}

/// The ballots of a game, shuffled; empty if no list of them is public.
pub(crate) fn ballots<R: Rules>(seed: u64) -> Vec<History<R>> {
    // Each list names its game in the first line.
    let heading = format!("# game: {}", R::VARIANT);
    let list = BALLOTS.iter().find(|list| list.lines().next() == Some(&heading));
    let mut openings = list.and_then(|list| read_openings(list).ok()).unwrap_or_default();
    SplitMix64::new(seed).shuffle(&mut openings);
    openings
}

/// A line that is not an opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for OpeningError {}

/// Reads openings, one a line.
pub(crate) fn read_openings<R: Rules>(text: &str) -> Result<Vec<History<R>>, OpeningError> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()).enumerate();
    lines
        .filter(|(_, line)| !line.is_empty())
        .map(|(i, line)| read_opening(line).map_err(|reason| OpeningError { line: i + 1, reason }))
        .collect()
}

fn read_opening<R: Rules>(line: &str) -> Result<History<R>, String> {
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

/// Distinct openings of random moves that a short search finds about even. If there are too few of them, fewer are returned
/// and the match repeats them.
pub(crate) fn balanced<R: SearchRules>(count: usize, plies: usize, seed: u64) -> Vec<History<R>> {
    const EVEN: Value = 2 * MAN / 5;
    const NODES: u64 = 20_000;
    const TRIES_EACH: usize = 40;
    let engine = Engine::<R>::new(EngineResources { threads: 1, table_mib: 4 });
    let mut rng = SplitMix64::new(seed);
    let mut openings: Vec<History<R>> = Vec::new();
    for _ in 0..count * TRIES_EACH {
        if openings.len() == count {
            break;
        }
        let Some(game) = random_opening(&mut rng, plies) else { continue };
        let seen = openings.iter().any(|known| known.position() == game.position());
        let report = engine.think(
            &SearchRequest::best(&game, SearchLimits::nodes(NODES)),
            &SearchControl::default(),
            |_| (),
        );
        let even = report.lines.first().is_some_and(|line| line.value.abs() <= EVEN);
        if even && !seen {
            openings.push(game);
        }
    }
    openings
}

/// A game of random moves; none if it ended before so many plies.
pub(crate) fn random_opening<R: Rules>(rng: &mut SplitMix64, plies: usize) -> Option<History<R>> {
    let mut game = History::new(Position::start());
    for _ in 0..plies {
        let legal = game.position().legal();
        let m = *legal.get(rng.below(legal.len().max(1)))?;
        game.push(&m);
    }
    Some(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use damiera_rules::variant::{Brazilian, English, International};

    #[test]
    fn openings_are_read_or_refused() {
        let openings = read_openings::<English>("9-13 22-18 # two moves\n\nB:W22:B17\n").expect("openings");
        assert_eq!(openings.iter().map(|game| game.positions().len()).collect::<Vec<_>>(), [3, 1]);
        assert_eq!(read_openings::<English>("9-13\n9-99").map_err(|error| error.line), Err(2));
    }

    #[test]
    fn every_ballot_can_be_played() {
        assert_eq!(ballots::<English>(1).len(), 156);
        assert_eq!(ballots::<Brazilian>(1).len(), 150);
        assert!(ballots::<International>(1).is_empty());
    }
}
