//! Openings drawn from a deck by a published seed.
//!
//! The seed is a text that is announced before the round is paired. The lots of a round follow from it alone: the FNV-1a hash of
//! `seed/round` starts a SplitMix64 stream, and each draw takes the next number below the size of what may still be
//! drawn. Pairs draw in the order of their lower numbers, so that whoever knows seed, deck and pairings can draw again and
//! compare, whatever boards they played at.

use std::collections::BTreeMap;

use crate::chance::SeededNumbers;
use crate::outcome::PairingNumber;
use crate::pairing::{Pairing, RoundPairing};

/// For whom an opening is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DrawScope {
    /// One for every board of a round.
    Round,
    /// One for every pair; in a match of two games it is played with both colours.
    #[default]
    Pairing,
}

/// In which order the pairs of a round draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DrawOrder {
    /// By the lower number of each pair.
    #[default]
    Numbers,
    /// By boards, as in events that were made before; report files do not tell it.
    Boards,
}

/// An opening drawn for a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawnOpening {
    /// The round.
    pub round: usize,
    /// The board, from 1.
    pub board: usize,
    /// Who plays it.
    pub pair: Pairing,
    /// Its place in the deck, from 0.
    pub opening: usize,
}

/// Why nothing can be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EmptyDeck {
    /// The deck has no opening, or all are barred.
    NothingAllowed,
}

impl std::fmt::Display for EmptyDeck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the deck has no opening that may be drawn")
    }
}

impl std::error::Error for EmptyDeck {}

/// A deck of so many openings, some of them barred, and what has been drawn from it.
#[derive(Clone, Debug)]
pub struct OpeningDraw {
    seed: String,
    scope: DrawScope,
    order: DrawOrder,
    allowed: Vec<usize>,
    /// What every player has had.
    had: BTreeMap<PairingNumber, Vec<usize>>,
    /// What every pair has had, the lower number first.
    pairs: BTreeMap<[PairingNumber; 2], Vec<usize>>,
}

impl OpeningDraw {
    /// A draw from a deck of so many openings.
    pub fn new(seed: &str, scope: DrawScope, openings: usize, barred: &[usize]) -> Result<Self, EmptyDeck> {
        let allowed: Vec<usize> = (0..openings).filter(|opening| !barred.contains(opening)).collect();
        if allowed.is_empty() {
            return Err(EmptyDeck::NothingAllowed);
        }
        let (had, pairs) = (BTreeMap::new(), BTreeMap::new());
        Ok(Self { seed: seed.to_owned(), scope, order: DrawOrder::default(), allowed, had, pairs })
    }

    /// The same draw in another order of the pairs.
    #[must_use]
    pub fn in_order_of(self, order: DrawOrder) -> Self {
        Self { order, ..self }
    }

    /// Draws for a round, board by board; rounds are drawn in order, so that nothing is repeated.
    pub fn draw(&mut self, pairing: &RoundPairing) -> Vec<DrawnOpening> {
        let mut chance = SeededNumbers::new(fnv(&format!("{}/{}", self.seed, pairing.round)));
        let common = match self.scope {
            DrawScope::Round => Some(self.common(pairing, &mut chance)),
            DrawScope::Pairing => None,
        };
        let mut in_turn: Vec<(usize, &Pairing)> = pairing.pairs.iter().enumerate().collect();
        if self.order == DrawOrder::Numbers {
            in_turn.sort_by_key(|(_, pair)| key(**pair));
        }
        let mut drawn = Vec::new();
        for (index, pair) in in_turn {
            let opening = common.unwrap_or_else(|| self.for_pair(*pair, &mut chance));
            self.note(*pair, opening);
            drawn.push(DrawnOpening { round: pairing.round, board: index + 1, pair: *pair, opening });
        }
        drawn.sort_by_key(|drawn| drawn.board);
        drawn
    }

    /// What the two have not had with each other; what neither has had at all, as long as there is any.
    fn for_pair(&self, pair: Pairing, chance: &mut SeededNumbers) -> usize {
        let had = |number: PairingNumber, opening: &usize| {
            self.had.get(&number).is_some_and(|openings| openings.contains(opening))
        };
        let together = |opening: &usize| self.pairs.get(&key(pair)).is_some_and(|o| o.contains(opening));
        let new_to_both = |opening: &&usize| !had(pair.white, opening) && !had(pair.black, opening);
        let new_together = |opening: &&usize| !together(opening);
        let fresh: Vec<&usize> = self.allowed.iter().filter(new_to_both).collect();
        let unrepeated: Vec<&usize> = self.allowed.iter().filter(new_together).collect();
        pick(&[&fresh, &unrepeated], &self.allowed, chance)
    }

    /// An opening for all boards: one that no pair has had together, if there is any.
    fn common(&self, pairing: &RoundPairing, chance: &mut SeededNumbers) -> usize {
        let played = |opening: &usize| self.had.values().any(|had| had.contains(opening));
        let repeated = |opening: &usize| {
            pairing.pairs.iter().any(|pair| self.pairs.get(&key(*pair)).is_some_and(|o| o.contains(opening)))
        };
        let fresh: Vec<&usize> = self.allowed.iter().filter(|opening| !played(opening)).collect();
        let unrepeated: Vec<&usize> = self.allowed.iter().filter(|opening| !repeated(opening)).collect();
        pick(&[&fresh, &unrepeated], &self.allowed, chance)
    }

    fn note(&mut self, pair: Pairing, opening: usize) {
        for number in [pair.white, pair.black] {
            self.had.entry(number).or_default().push(opening);
        }
        self.pairs.entry(key(pair)).or_default().push(opening);
    }
}

fn key(pair: Pairing) -> [PairingNumber; 2] {
    [pair.white.min(pair.black), pair.white.max(pair.black)]
}

/// One of the first list that is not empty, else one of all.
fn pick(lists: &[&[&usize]], all: &[usize], chance: &mut SeededNumbers) -> usize {
    match lists.iter().find(|list| !list.is_empty()) {
        Some(list) => *list[chance.below(list.len())],
        None => all[chance.below(all.len())],
    }
}

/// FNV-1a, 64 bits.
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(number: usize, pairs: &[(u16, u16)]) -> RoundPairing {
        let pairs = pairs.iter().map(|&(white, black)| Pairing { white, black }).collect();
        RoundPairing { round: number, pairs, bye: Vec::new() }
    }

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv("a"), 0xaf63_dc4c_8601_ec8c);
    }

    #[test]
    fn a_seed_gives_the_same_draw_again_and_another_seed_another() {
        let draw = |seed: &str| {
            let mut draw = OpeningDraw::new(seed, DrawScope::Pairing, 156, &[]).expect("a deck");
            draw.draw(&round(1, &[(1, 2), (3, 4), (5, 6), (7, 8)]))
        };
        assert_eq!(draw("Roma 4711"), draw("Roma 4711"));
        assert_ne!(draw("Roma 4711"), draw("Roma 4712"));
    }

    #[test]
    fn pairs_draw_the_same_whatever_boards_they_play_at() {
        let draw = |pairs: &[(u16, u16)], order| {
            let draw = OpeningDraw::new("x", DrawScope::Pairing, 156, &[]).expect("a deck");
            let mut drawn = draw.in_order_of(order).draw(&round(1, pairs));
            assert!(drawn.windows(2).all(|two| two[0].board < two[1].board));
            drawn.sort_by_key(|drawn| key(drawn.pair));
            drawn.iter().map(|drawn| drawn.opening).collect::<Vec<_>>()
        };
        let (one, other) = ([(1, 4), (3, 2), (5, 6)], [(5, 6), (3, 2), (1, 4)]);
        assert_eq!(draw(&one, DrawOrder::Numbers), draw(&other, DrawOrder::Numbers));
        assert_eq!(draw(&one, DrawOrder::Numbers), draw(&one, DrawOrder::Boards));
        assert_ne!(draw(&one, DrawOrder::Boards), draw(&other, DrawOrder::Boards));
    }

    #[test]
    fn nothing_is_repeated_or_barred() {
        let barred = [0, 3, 7];
        let mut draw = OpeningDraw::new("x", DrawScope::Pairing, 12, &barred).expect("a deck");
        let mut seen = Vec::new();
        for number in 1..=9 {
            // The same two meet nine times, and nine openings are allowed.
            for drawn in draw.draw(&round(number, &[(1, 2)])) {
                assert!(!barred.contains(&drawn.opening));
                assert!(!seen.contains(&drawn.opening), "round {number} repeats {}", drawn.opening);
                seen.push(drawn.opening);
            }
        }
        assert_eq!(draw.draw(&round(10, &[(1, 2)])).len(), 1, "an exhausted deck starts again");
    }

    #[test]
    fn a_round_draw_is_one_opening_for_all() {
        let mut draw = OpeningDraw::new("x", DrawScope::Round, 50, &[]).expect("a deck");
        let drawn = draw.draw(&round(1, &[(1, 2), (3, 4), (5, 6)]));
        assert!(drawn.windows(2).all(|two| two[0].opening == two[1].opening));
        assert!(OpeningDraw::new("x", DrawScope::Round, 2, &[0, 1]).is_err());
    }
}
