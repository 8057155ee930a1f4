//! The openings of a match.

use damiera_engine::{
    Engine, EngineResources, MAN, SearchControl, SearchLimits, SearchRequest, SearchRules, SplitMix64, Value,
};
use damiera_notation::openings::{DeckError, OpeningDeck, decks_of};
use damiera_rules::{History, Position, Rules};

/// Where the openings of a match come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Openings {
    /// The text of a deck.
    Text(String),
    /// The ballots of the game in random order; where no deck is public, random moves.
    Ballots,
    /// Random moves, about even after this many plies.
    Random {
        /// How many plies.
        plies: usize,
    },
}

/// The number of random plies where the game has no ballots.
const DEFAULT_PLIES: usize = 4;

impl Openings {
    /// The openings for a match of this many pairs.
    pub(crate) fn load<R: SearchRules>(&self, pairs: usize, seed: u64) -> Result<Vec<History<R>>, DeckError> {
        match self {
            Self::Text(text) => Ok(histories(&OpeningDeck::parse(text, Some(R::VARIANT))?)),
            Self::Ballots => Ok(match ballots(seed) {
                ballots if ballots.is_empty() => balanced(pairs, DEFAULT_PLIES, seed),
                ballots => ballots,
            }),
            Self::Random { plies } => Ok(balanced(pairs, *plies, seed)),
        }
    }
}

/// The openings of the game's first deck, shuffled; empty if there is no deck.
pub(crate) fn ballots<R: Rules>(seed: u64) -> Vec<History<R>> {
    let deck = decks_of(R::VARIANT).next();
    let mut openings = deck.map(histories).unwrap_or_default();
    SplitMix64::new(seed).shuffle(&mut openings);
    openings
}

fn histories<R: Rules>(deck: &OpeningDeck) -> Vec<History<R>> {
    deck.openings().iter().filter_map(|opening| opening.history().ok()).collect()
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

/// A game of this many random plies; none if it ended before.
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
    fn every_ballot_can_be_played() {
        assert_eq!(ballots::<English>(1).len(), 156);
        assert_eq!(ballots::<Brazilian>(1).len(), 150);
        assert!(ballots::<International>(1).is_empty());
    }
}
