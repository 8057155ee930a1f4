//! The openings of a match.

use damiera_engine::{
    Engine, EngineResources, MAN, SearchControl, SearchLimits, SearchRequest, SearchRules, SplitMix64, Value,
};
use damiera_game::odds::men_given;
use damiera_notation::openings::{DeckError, OpeningDeck, decks_of};
use damiera_rules::{History, Position, Rules, Setup, SetupFaults, Side};

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

/// The initial position without the men that a side gives as odds (FID-IT 15.1.9).
fn odds_position<R: Rules>(giver: Side, men: u8) -> Result<Position<R>, SetupFaults> {
    let (mut setup, given) = (Setup::from(&Position::<R>::start()), men_given(R::VARIANT, giver, men));
    setup.pieces.retain(|(place, _)| place.on(R::GEOMETRY).is_none_or(|square| !given.contains(&square)));
    setup.position()
}

/// Pairs of openings in which the first player gives men, with White in one and with Black in the other. A few random moves
/// make the games different.
pub(crate) fn with_odds<R: Rules>(pairs: usize, men: u8, seed: u64) -> Vec<[History<R>; 2]> {
    const PLIES: usize = 2;
    const TRIES: usize = 20;
    let mut rng = SplitMix64::new(seed);
    let mut opening = |giver| {
        let start = odds_position(giver, men).ok()?;
        (0..TRIES).find_map(|_| random_moves(&mut rng, start, PLIES))
    };
    (0..pairs).filter_map(|_| Some([opening(Side::White)?, opening(Side::Black)?])).collect()
}

/// A game of this many random plies; none if it ended before.
pub(crate) fn random_opening<R: Rules>(rng: &mut SplitMix64, plies: usize) -> Option<History<R>> {
    random_moves(rng, Position::start(), plies)
}

fn random_moves<R: Rules>(rng: &mut SplitMix64, start: Position<R>, plies: usize) -> Option<History<R>> {
    let mut game = History::new(start);
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
    use damiera_rules::variant::{Brazilian, English, International, Italian};

    #[test]
    fn the_first_player_gives_the_men_with_either_colour() {
        let pairs = with_odds::<Italian>(3, 2, 1);
        assert_eq!(pairs.len(), 3);
        for pair in &pairs {
            for (opening, giver) in pair.iter().zip(Side::BOTH) {
                let position = opening.positions()[0];
                let men = |side| position.pieces(side).len();
                assert_eq!(men(giver) + 2, men(!giver));
            }
        }
    }

    #[test]
    fn every_ballot_can_be_played() {
        assert_eq!(ballots::<English>(1).len(), 156);
        assert_eq!(ballots::<Brazilian>(1).len(), 150);
        assert!(ballots::<International>(1).is_empty());
    }
}
