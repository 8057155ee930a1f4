//! Odds: men that the stronger side does without (FID-IT 15.1.9), the first move, and more time for one side (15.1.10).

use damiera_rules::{Position, Rank, Setup, Side, Square, Variant, with_rules};

use crate::rule_set::RuleSet;
use crate::terms::{Simultaneity, StartPosition, Terms};

/// The most men that a side may give.
pub const MOST_MEN_GIVEN: u8 = 6;

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
    use crate::profile::Profile;

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
    fn terms_with_colours_exchanged_twice_are_the_same() {
        for &variant in Variant::ALL {
            let start = StartPosition::Odds(men_given(variant, Side::White, 2));
            let terms = Terms { start, first: Some(Side::Black), ..Terms::new(variant, Profile::ONLINE) };
            let exchanged = terms.with_colours_exchanged();
            assert_eq!(exchanged.first, Some(Side::White));
            assert_ne!(exchanged, terms);
            assert_eq!(exchanged.with_colours_exchanged(), terms);
        }
    }
}
