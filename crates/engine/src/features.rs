//! The features of the evaluation.
//!
//! Each side's features are computed from its own point of view and scored by the same weights; the difference is the
//! evaluation. So a position and its rotated image with colours exchanged have exactly opposite values.
//!
//! A *pattern* is a set of eight or nine squares, each empty or with an own or an opposing man: 3⁸ or 3⁹ indices with a weight
//! each. Tall patterns are four rows by two squares; wide ones, on boards with four squares per row, are two whole rows; edges
//! are the outer three columns of the six rows next to the base. The rest of the board is covered from the other side's point of
//! view. Kings have piece-square weights, and with kings on the board there are weights for the material of both sides, because
//! two men more are worth less once the opponent has a king. With short-range kings, *quads* (two rows by two squares)
//! distinguish men and kings.
//!
//! In positions without kings the weights are interpolated between two *knots*: stages of the game, measured by how far the men
//! have to go. Positions with kings have a separate set of weights for all features.

use damiera_rules::{Position, Rules, Side};

use crate::patterns::{BoardPatterns, MEN, PatternIndices, VIEW, WAY, WING};

/// Larger numbers of kings or men are counted as this many in the material balance.
const KINGS_COUNTED: usize = 3;
const MEN_COUNTED: usize = 4;
const BALANCES: usize = ((KINGS_COUNTED + 1) * (MEN_COUNTED + 1)).pow(2);

/// The material of one side.
#[derive(Clone, Copy)]
struct SideMaterial {
    men: usize,
    kings: usize,
}

impl SideMaterial {
    /// The index of a pair of materials, own side first.
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

/// The stage of the game, which selects the weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EvalStage {
    /// No kings on the board.
    Men {
        /// The span between this knot and the next.
        span: usize,
        /// How much of the span has passed.
        gone: i32,
    },
    /// Kings on the board.
    Kings,
}

/// The number of knots: the start of the game, half of the way gone, all of the way gone.
pub const KNOTS: usize = 3;

/// The features of a position.
pub struct Features<'a, R> {
    position: &'a Position<R>,
    indices: PatternIndices,
}

impl<'a, R: Rules> Features<'a, R> {
    /// The features of a position.
    #[inline(always)]
    #[must_use]
    pub fn of(position: &'a Position<R>) -> Self {
        Self { position, indices: BoardPatterns::patterns(position) }
    }

    const SQUARES: usize = R::GEOMETRY.squares() as usize;

    /// The offset of each pattern's weights.
    const OFFSETS: [usize; VIEW] = BoardPatterns::<R>::PATTERNS.offsets();
    const QUAD_OFFSETS: [usize; VIEW] = BoardPatterns::<R>::QUADS.offsets();

    /// Difference in men.
    pub const MAN: usize = BoardPatterns::<R>::PATTERNS.size();
    /// Imbalance between the wings.
    const WING_IMBALANCE: usize = Self::MAN + 1;
    /// Side to move.
    pub const TURN: usize = Self::WING_IMBALANCE + 1;
    /// The number of features of positions without kings.
    pub const OF_MEN: usize = Self::TURN + 1;

    /// A king, by square.
    pub const KING: usize = Self::OF_MEN;
    /// The material of both sides.
    const BALANCE: usize = Self::KING + Self::SQUARES;
    /// Difference in men when both sides have kings: often not enough to win.
    const MAN_AMONG_KINGS: usize = Self::BALANCE + BALANCES;
    /// The quads.
    const QUADS: usize = Self::MAN_AMONG_KINGS + 1;
    /// The number of features of positions with kings: those of positions without, with other weights, and those above.
    pub const WITH_KINGS: usize = Self::QUADS + BoardPatterns::<R>::QUADS.size();

    /// The number of rows that all men together have to go at the start of the game.
    const FULL: i32 = {
        let last = R::GEOMETRY.rows() as i32 - 1;
        let depth = 2 * R::MEN as i32 / R::GEOMETRY.rows() as i32;
        // A man in White's base has as many rows to go as the number of its row.
        R::MEN as i32 * (2 * last + 1 - depth)
    };

    /// The number of rows from one knot to the next.
    pub const SPAN: i32 = Self::FULL / (KNOTS as i32 - 1);

    /// The stage of the game.
    #[inline(always)]
    #[must_use]
    pub fn stage(&self) -> EvalStage {
        if self.has_kings() {
            return EvalStage::Kings;
        }
        // A position from a FEN may have more rows to go than the start of the game.
        let gone = (Self::FULL - i32::from(self.indices[WAY] + self.indices[VIEW + WAY])).max(0);
        let span = (gone / Self::SPAN).min(KNOTS as i32 - 2);
        EvalStage::Men { span: span as usize, gone: gone - span * Self::SPAN }
    }

    fn has_kings(&self) -> bool {
        Side::BOTH.iter().any(|&side| self.position.has_king(side))
    }

    /// Calls back with each feature and its value: positive for White, negative for Black.
    #[inline(always)]
    pub fn visit(&self, mut visit: impl FnMut(usize, i32)) {
        let indices = &self.indices;
        for pattern in 0..BoardPatterns::<R>::PATTERNS.count {
            visit(Self::OFFSETS[pattern] + usize::from(indices[pattern]), 1);
            visit(Self::OFFSETS[pattern] + usize::from(indices[VIEW + pattern]), -1);
        }
        let men = [MEN, VIEW + MEN].map(|place| i32::from(indices[place]));
        let imbalance = [WING, VIEW + WING].map(|place| i32::from(indices[place] as i16).abs());
        // One visit with the difference: in training, one visit per side would move the weight back and forth.
        visit(Self::MAN, men[0] - men[1]);
        visit(Self::WING_IMBALANCE, imbalance[0] - imbalance[1]);
        visit(Self::TURN, if self.position.turn() == Side::White { 1 } else { -1 });
        if self.has_kings() {
            Self::visit_kings(self.position, men, visit);
        }
    }

    /// The features of positions with kings.
    #[inline(always)]
    fn visit_kings(position: &Position<R>, men: [i32; 2], mut visit: impl FnMut(usize, i32)) {
        let kings = Side::BOTH.map(|side| position.kings(side).bits());
        let material = [0, 1]
            .map(|side| SideMaterial { men: men[side] as usize, kings: kings[side].count_ones() as usize });
        for (seen, sign) in [(kings[0], 1), (BoardPatterns::<R>::rotated(kings[1]), -1)] {
            let mut kings = seen;
            while kings != 0 {
                visit(Self::KING + kings.trailing_zeros() as usize, sign);
                kings &= kings - 1;
            }
        }
        visit(Self::BALANCE + material[0].against(material[1]), 1);
        visit(Self::BALANCE + material[1].against(material[0]), -1);
        if kings[0] != 0 && kings[1] != 0 {
            visit(Self::MAN_AMONG_KINGS, men[0] - men[1]);
        }
        if BoardPatterns::<R>::QUADS.count > 0 {
            Self::visit_quads(position, visit);
        }
    }

    #[inline(always)]
    fn visit_quads(position: &Position<R>, mut visit: impl FnMut(usize, i32)) {
        let indices = BoardPatterns::quads(position);
        for pattern in 0..BoardPatterns::<R>::QUADS.count {
            let offset = Self::QUADS + Self::QUAD_OFFSETS[pattern];
            visit(offset + usize::from(indices[pattern]), 1);
            visit(offset + usize::from(indices[VIEW + pattern]), -1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damiera_rules::variant::{English, International};

    #[test]
    fn stages_go_from_knot_to_knot() {
        let stage = |fen| Features::of(&Position::<English>::from_fen(fen).unwrap()).stage();
        assert_eq!(Features::of(&Position::<English>::start()).stage(), EvalStage::Men { span: 0, gone: 0 });
        assert_eq!(Features::<International>::SPAN, 150);
        // Two men with one row to go each: of 144 rows 142 are behind them.
        assert_eq!(stage("W:W5:B28"), EvalStage::Men { span: 1, gone: 70 });
        assert_eq!(stage("W:WK5:B28"), EvalStage::Kings);
    }

    #[test]
    fn features_of_the_start_cancel_but_for_the_turn() {
        let mut sums = vec![0; Features::<English>::OF_MEN];
        Features::of(&Position::<English>::start()).visit(|feature, times| sums[feature] += times);
        assert!(sums[..Features::<English>::TURN].iter().all(|&sum| sum == 0));
        assert_eq!(sums[Features::<English>::TURN], -1);
    }
}
