//! What the evaluation looks at.
//!
//! Each side sees the board from its own base, and what it sees is scored by the same weights; the difference is
//! the evaluation. So a position and its mirror image with colours exchanged are worth exactly the opposite.
//!
//! A *pattern* is a block of eight or nine squares, of which each is empty, holds an own man or one of theirs: 3⁸ or
//! 3⁹ cases, with a weight each. Tall blocks are four rows by two squares; wide ones, where a row has just four
//! squares, are two whole rows; edges are the outer three columns of the six rows next to the base. What lies in a block's
//! mirror image is seen by the other side. Kings count by their square; where there are any, so does what each side has: two
//! men more are not what they were once the other side has a king. Where kings go step by step, what stands around them
//! counts by *quads*, blocks of two rows by two squares in which kings are told from men.
//!
//! The weights of a position of men lie between those of two *knots*, stages of the game told by how far the men have still
//! to go. With the first king the game changes: all features have weights of their own then.

use damiera_rules::{Position, Rules, Side};

use crate::blocks::{Board, Cases, MEN, VIEW, WAY, WING};

/// More kings, or men beside kings, than these are counted as this many.
const KINGS_COUNTED: usize = 3;
const MEN_COUNTED: usize = 4;
const BALANCES: usize = ((KINGS_COUNTED + 1) * (MEN_COUNTED + 1)).pow(2);

/// How many pieces one side has.
#[derive(Clone, Copy)]
struct Force {
    men: usize,
    kings: usize,
}

impl Force {
    /// A number for each pair of forces, as far as they are counted.
    #[inline(always)]
    const fn against(self, other: Self) -> usize {
        self.number() * (KINGS_COUNTED + 1) * (MEN_COUNTED + 1) + other.number()
    }

    const fn number(self) -> usize {
        const fn counted(pieces: usize, most: usize) -> usize {
            if pieces < most { pieces } else { most }
        }
        counted(self.kings, KINGS_COUNTED) * (MEN_COUNTED + 1) + counted(self.men, MEN_COUNTED)
    }
}

/// How far a game has come: it says which weights count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Men alone are on the board.
    Men {
        /// Between this knot and the next.
        span: usize,
        /// How much of the span is behind them.
        gone: i32,
    },
    /// There are kings: everything is different.
    Kings,
}

/// Stages of a game of men at which each feature has a weight: all men still to go, half the way, none of it left.
pub const KNOTS: usize = 3;

/// What the evaluation sees of a position.
pub struct Features<'a, R> {
    position: &'a Position<R>,
    cases: Cases,
}

impl<'a, R: Rules> Features<'a, R> {
    /// The features of a position.
    #[inline(always)]
    #[must_use]
    pub fn of(position: &'a Position<R>) -> Self {
        Self { position, cases: Board::patterns(position) }
    }

    const SQUARES: usize = R::GEOMETRY.squares() as usize;

    /// Where the weights of each block begin.
    const FIRST: [usize; VIEW] = Board::<R>::PATTERNS.first();
    const FIRST_QUAD: [usize; VIEW] = Board::<R>::QUADS.first();

    /// A man more.
    pub const MAN: usize = Board::<R>::PATTERNS.cases();
    /// A man more on one wing than on the other.
    const LEANING: usize = Self::MAN + 1;
    /// To be on move.
    pub const TURN: usize = Self::LEANING + 1;
    /// How many features positions of men have.
    pub const OF_MEN: usize = Self::TURN + 1;

    /// A king on each square.
    pub const KING: usize = Self::OF_MEN;
    /// What each side has.
    const BALANCE: usize = Self::KING + Self::SQUARES;
    /// A man more where both sides have kings: often not enough to win.
    const MAN_AMONG_KINGS: usize = Self::BALANCE + BALANCES;
    /// Every case of every quad.
    const QUADS: usize = Self::MAN_AMONG_KINGS + 1;
    /// How many features positions with kings have: those of men, which mean something else then, and more.
    pub const WITH_KINGS: usize = Self::QUADS + Board::<R>::QUADS.cases();

    /// The rows all men have to go at the beginning.
    const FULL: i32 = {
        let last = R::GEOMETRY.rows() as i32 - 1;
        let depth = 2 * R::MEN as i32 / R::GEOMETRY.rows() as i32;
        // The men of a row of the base have as far to go as the row's number says.
        R::MEN as i32 * (2 * last + 1 - depth)
    };

    /// The rows to go from one knot to the next.
    pub const SPAN: i32 = Self::FULL / (KNOTS as i32 - 1);

    /// How far a game has come.
    #[inline(always)]
    #[must_use]
    pub fn stage(&self) -> Stage {
        if self.has_kings() {
            return Stage::Kings;
        }
        // A position set up by hand may have more rows to go than a game begins with.
        let gone = (Self::FULL - i32::from(self.cases[WAY] + self.cases[VIEW + WAY])).max(0);
        let span = (gone / Self::SPAN).min(KNOTS as i32 - 2);
        Stage::Men { span: span as usize, gone: gone - span * Self::SPAN }
    }

    fn has_kings(&self) -> bool {
        Side::BOTH.iter().any(|&side| self.position.has_king(side))
    }

    /// Calls back with each feature the position has for White, and how often; for Black's, the negative.
    #[inline(always)]
    pub fn visit(&self, mut visit: impl FnMut(usize, i32)) {
        let cases = &self.cases;
        for block in 0..Board::<R>::PATTERNS.count {
            visit(Self::FIRST[block] + usize::from(cases[block]), 1);
            visit(Self::FIRST[block] + usize::from(cases[VIEW + block]), -1);
        }
        let men = [MEN, VIEW + MEN].map(|place| i32::from(cases[place]));
        let leaning = [WING, VIEW + WING].map(|place| i32::from(cases[place] as i16).abs());
        // At once for both sides: learning from each side's men in turn would push the weight to and fro.
        visit(Self::MAN, men[0] - men[1]);
        visit(Self::LEANING, leaning[0] - leaning[1]);
        visit(Self::TURN, if self.position.turn() == Side::White { 1 } else { -1 });
        if self.has_kings() {
            Self::visit_kings(self.position, men, visit);
        }
    }

    /// The features of positions with kings.
    #[inline(always)]
    fn visit_kings(position: &Position<R>, men: [i32; 2], mut visit: impl FnMut(usize, i32)) {
        let kings = Side::BOTH.map(|side| position.kings(side).bits());
        let forces =
            [0, 1].map(|side| Force { men: men[side] as usize, kings: kings[side].count_ones() as usize });
        for (seen, sign) in [(kings[0], 1), (Board::<R>::turned(kings[1]), -1)] {
            let mut kings = seen;
            while kings != 0 {
                visit(Self::KING + kings.trailing_zeros() as usize, sign);
                kings &= kings - 1;
            }
        }
        visit(Self::BALANCE + forces[0].against(forces[1]), 1);
        visit(Self::BALANCE + forces[1].against(forces[0]), -1);
        if kings[0] != 0 && kings[1] != 0 {
            visit(Self::MAN_AMONG_KINGS, men[0] - men[1]);
        }
        if Board::<R>::QUADS.count > 0 {
            Self::visit_quads(position, visit);
        }
    }

    #[inline(always)]
    fn visit_quads(position: &Position<R>, mut visit: impl FnMut(usize, i32)) {
        let cases = Board::quads(position);
        for block in 0..Board::<R>::QUADS.count {
            let first = Self::QUADS + Self::FIRST_QUAD[block];
            visit(first + usize::from(cases[block]), 1);
            visit(first + usize::from(cases[VIEW + block]), -1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damiera_rules::variant::{English, International};

    #[test]
    fn a_game_of_men_goes_from_knot_to_knot() {
        let stage = |fen| Features::of(&Position::<English>::from_fen(fen).unwrap()).stage();
        assert_eq!(Features::of(&Position::<English>::start()).stage(), Stage::Men { span: 0, gone: 0 });
        assert_eq!(Features::<International>::SPAN, 150);
        // Two men with one row to go each: of 144 rows 142 are behind them.
        assert_eq!(stage("W:W5:B28"), Stage::Men { span: 1, gone: 70 });
        assert_eq!(stage("W:WK5:B28"), Stage::Kings);
    }

    #[test]
    fn features_of_the_start_cancel_but_for_the_turn() {
        let mut sums = vec![0; Features::<English>::OF_MEN];
        Features::of(&Position::<English>::start()).visit(|feature, times| sums[feature] += times);
        assert!(sums[..Features::<English>::TURN].iter().all(|&sum| sum == 0));
        assert_eq!(sums[Features::<English>::TURN], -1);
    }
}
