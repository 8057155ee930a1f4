//! Odds: men that the stronger side does without (FID-IT 15.1.9), the first move, moves made beforehand, and more time for one
//! side (15.1.10).

use damiera_rules::{Position, Rank, Setup, Side, Square, Variant, with_rules};

use crate::rule_set::RuleSet;
use crate::terms::{Simultaneity, StartPosition, Terms};

/// The most men that a side may give.
pub const MOST_MEN_GIVEN: u8 = 6;

/// The most moves that a side may give.
pub const MOST_MOVES_GIVEN: usize = 3;

/// The squares of a side's men in the initial position: its own first row first, and in a row the middle first.
#[must_use]
pub fn own_men(variant: Variant, side: Side) -> Vec<Square> {
    let board = RuleSet::of(variant).board;
    let start = with_rules!(variant, R => Setup::from(&Position::<R>::start()));
    let own = start.pieces.iter().filter(|(_, piece)| piece.side == side && piece.rank == Rank::Man);
    let mut squares: Vec<Square> = own.filter_map(|(place, _)| place.on(board)).collect();
    let last = i16::from(board.rows()) - 1;
    let from_base = |row: i16| if side == Side::White { last - row } else { row };
    squares.sort_by_key(|&square| {
        let (row, column) = (i16::from(board.row(square)), i16::from(board.column(square)));
        (from_base(row), (2 * column - last).abs(), column)
    });
    squares
}

/// The men that a side gives if nobody chooses them: from its own first row, the middle ones first.
#[must_use]
pub fn men_given(variant: Variant, side: Side, men: u8) -> Vec<Square> {
    let mut squares = own_men(variant, side);
    squares.truncate(usize::from(men.min(MOST_MEN_GIVEN)));
    squares
}

/// The square that the opponent would call by this number: the board turned by half a circle.
#[must_use]
pub fn turned(variant: Variant, square: Square) -> Option<Square> {
    let squares = RuleSet::of(variant).board.squares();
    Square::new((squares + 1).checked_sub(square.number())?)
}

impl Terms {
    /// The same terms for a game with colours exchanged: each player keeps their own time, odds and way of following it.
    #[must_use]
    pub fn with_colours_exchanged(&self) -> Self {
        let mut terms = self.clone();
        terms.controls.swap(0, 1);
        terms.sight.swap(0, 1);
        terms.consultation.swap(0, 1);
        terms.first = terms.first.map(|first| !first);
        let turn =
            |&(from, to): &(Square, Square)| Some((turned(self.variant, from)?, turned(self.variant, to)?));
        terms.moves_given = self.moves_given.iter().filter_map(turn).collect();
        if let Simultaneity::Simultaneous(side) = &mut terms.company {
            *side = !*side;
        }
        if let StartPosition::Odds(squares) = &mut terms.start {
            let exchanged = squares.iter().map(|&square| turned(self.variant, square)).collect();
            *squares = Option::unwrap_or(exchanged, Vec::new());
        }
        terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::profile::Profile;
    use crate::terms::BadTerms;

    #[test]
    fn the_men_of_one_side_are_those_of_the_other_turned() {
        for &variant in Variant::ALL {
            let turned: Option<Vec<_>> =
                own_men(variant, Side::White).into_iter().map(|square| turned(variant, square)).collect();
            let (mut turned, mut black) = (turned.expect("squares"), own_men(variant, Side::Black));
            turned.sort_unstable_by_key(|square| square.number());
            black.sort_unstable_by_key(|square| square.number());
            assert_eq!(turned, black, "{variant}");
        }
    }

    #[test]
    fn moves_given_are_made_before_the_first_move_and_turned_with_the_colours() {
        let moves_given = [(22, 18), (26, 22)].map(|pair: (u8, u8)| (square(pair.0), square(pair.1)));
        let terms = Terms {
            moves_given: moves_given.to_vec(),
            first: Some(Side::White),
            ..Terms::new(Variant::Italian, Profile::ONLINE)
        };
        for (terms, first, stands) in
            [(terms.clone(), Side::White, 18), (terms.with_colours_exchanged(), Side::Black, 15)]
        {
            let game = Game::new(terms).expect("a game");
            assert_eq!(game.turn(), first);
            let board = game.rule_set().board;
            let on =
                |number| game.setup().pieces.iter().any(|(place, _)| place.on(board) == Some(square(number)));
            assert!(on(stands) && !game.start_fen().is_empty());
        }
        for (from, to) in [(22, 14), (22, 22), (18, 14), (26, 22), (1, 5)] {
            let moves_given = vec![(square(from), square(to))];
            let terms = Terms { moves_given, ..Terms::new(Variant::Italian, Profile::ONLINE) };
            assert_eq!(Game::new(terms).err(), Some(BadTerms::MoveGiven(square(from), square(to))));
        }
    }

    fn square(number: u8) -> Square {
        Square::new(number).expect("a square")
    }

    #[test]
    fn terms_with_colours_exchanged_twice_are_the_same() {
        for &variant in Variant::ALL {
            let start = StartPosition::Odds(men_given(variant, Side::White, 2));
            let first = Some(Side::Black);
            let man = own_men(variant, Side::Black)[0];
            let moves_given = vec![(man, man)];
            let terms = Terms { start, first, moves_given, ..Terms::new(variant, Profile::ONLINE) };
            let exchanged = terms.with_colours_exchanged();
            assert_eq!(exchanged.first, Some(Side::White));
            assert_ne!(exchanged, terms);
            assert_eq!(exchanged.with_colours_exchanged(), terms);
        }
    }
}
