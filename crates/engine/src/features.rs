//! The features of the evaluation.
//!
//! Each side's features are computed from its own point of view and scored by the same weights; the difference is the
//! evaluation. So a position and its rotated image with colours exchanged have exactly opposite values.
//!
//! A *pattern* is a set of twelve squares, each empty or with an own or an opposing man: 3¹² indices with a weight each. Tall
//! patterns are the six rows next to the base by two squares; wide ones, on boards with four squares per row, are three whole
//! rows; on larger boards there is one in the centre. The rest of the board is covered from the other side's point of view.
//! Kings have piece-square weights, and with kings on the board there are weights for the material of both sides, because
//! two men more are worth less once the opponent has a king. With short-range kings, patterns of eight squares distinguish men
//! and kings; flying kings have weights for the squares that they can reach, safely or not, because a king that is shut in is
//! worth little.
//!
//! In positions without kings the weights are interpolated between two *knots*: stages of the game, measured by how far the men
//! have to go. Positions with kings have a separate set of weights for all features.
//!
//! The evaluation sees one feature per pattern. Training sees the parts of a pattern too ([`LearnedFeatures`]).

use std::marker::PhantomData;

use damiera_rules::{KingRange, Position, Rules, Side};

use crate::parts::PartIndex;
use crate::patterns::{BoardPatterns, MEN, MOST_PATTERNS, PatternIndices, PatternSet, VIEW, WAY, WING};

/// Larger numbers of kings or men are counted as this many in the material balance.
const KINGS_COUNTED: usize = 3;
const MEN_COUNTED: usize = 4;
const BALANCES: usize = ((KINGS_COUNTED + 1) * (MEN_COUNTED + 1)).pow(2);
/// Larger numbers of squares on which flying kings are safe are counted as this many.
const SAFE_SQUARES_COUNTED: usize = 15;

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
        Self { position, indices: BoardPatterns::of_men(position) }
    }

    const SQUARES: usize = R::GEOMETRY.squares() as usize;
    const KINGS_FLY: bool = matches!(R::KING, KingRange::Flying);

    const OFFSETS: [usize; MOST_PATTERNS] = BoardPatterns::<R>::OF_MEN.offsets();
    const OFFSETS_OF_ALL: [usize; MOST_PATTERNS] = BoardPatterns::<R>::OF_ALL.offsets();

    /// Difference in men; the patterns of men come before it.
    pub(crate) const MAN: usize = BoardPatterns::<R>::OF_MEN.size();
    /// Imbalance between the wings.
    const WING_IMBALANCE: usize = Self::MAN + 1;
    /// Side to move.
    const TURN: usize = Self::WING_IMBALANCE + 1;
    /// The number of features of positions without kings.
    pub(crate) const OF_MEN: usize = Self::TURN + 1;

    /// A king, by square.
    pub(crate) const KING: usize = Self::OF_MEN;
    /// The material of both sides.
    const BALANCE: usize = Self::KING + Self::SQUARES;
    /// Difference in men when both sides have kings: often not enough to win.
    const MAN_AMONG_KINGS: usize = Self::BALANCE + BALANCES;
    /// The number of squares that a side's flying kings can reach safely.
    const SAFE_SQUARES: usize = Self::MAN_AMONG_KINGS + 1;
    /// A square that a flying king can reach, but not safely.
    const ATTACKED_SQUARE: usize = Self::SAFE_SQUARES + SAFE_SQUARES_COUNTED + 1;
    /// The number of features of the mobility of kings.
    pub(crate) const OF_MOBILITY: usize = if Self::KINGS_FLY { SAFE_SQUARES_COUNTED + 2 } else { 0 };
    /// The patterns of men and kings.
    pub(crate) const PATTERNS_OF_ALL: usize = Self::SAFE_SQUARES + Self::OF_MOBILITY;
    /// The number of features of positions with kings: those of positions without, with other weights, and those above.
    pub(crate) const WITH_KINGS: usize = Self::PATTERNS_OF_ALL + BoardPatterns::<R>::OF_ALL.size();

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
        let gone = (Self::FULL - (self.indices[WAY] + self.indices[VIEW + WAY]) as i32).max(0);
        let span = (gone / Self::SPAN).min(KNOTS as i32 - 2);
        EvalStage::Men { span: span as usize, gone: gone - span * Self::SPAN }
    }

    fn has_kings(&self) -> bool {
        Side::BOTH.iter().any(|&side| self.position.has_king(side))
    }

    /// Calls back with each feature and its value: positive for White, negative for Black.
    #[inline(always)]
    pub(crate) fn visit(&self, mut visit: impl FnMut(usize, i32)) {
        visit_patterns(&BoardPatterns::<R>::OF_MEN, &self.indices, |pattern, index, times| {
            visit(Self::OFFSETS[pattern] + index as usize, times);
        });
        self.visit_single(&mut visit);
        if self.has_kings() && BoardPatterns::<R>::OF_ALL.count > 0 {
            let indices = BoardPatterns::of_all(self.position);
            visit_patterns(&BoardPatterns::<R>::OF_ALL, &indices, |pattern, index, times| {
                visit(Self::PATTERNS_OF_ALL + Self::OFFSETS_OF_ALL[pattern] + index as usize, times);
            });
        }
    }

    /// The features that are not patterns.
    #[inline(always)]
    fn visit_single(&self, mut visit: impl FnMut(usize, i32)) {
        let men = [MEN, VIEW + MEN].map(|place| self.indices[place] as i32);
        let imbalance = [WING, VIEW + WING].map(|place| (self.indices[place] as i32).abs());
        // One visit with the difference: in training, one visit per side would move the weight back and forth.
        visit(Self::MAN, men[0] - men[1]);
        visit(Self::WING_IMBALANCE, imbalance[0] - imbalance[1]);
        visit(Self::TURN, if self.position.turn() == Side::White { 1 } else { -1 });
        if self.has_kings() {
            self.visit_kings(men, visit);
        }
    }

    #[inline(always)]
    fn visit_kings(&self, men: [i32; 2], mut visit: impl FnMut(usize, i32)) {
        let kings = Side::BOTH.map(|side| self.position.kings(side).bits());
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
        if Self::KINGS_FLY {
            self.visit_mobility(visit);
        }
    }

    /// The mobility of flying kings. That of short-range kings shows in the patterns of men and kings.
    #[inline(always)]
    fn visit_mobility(&self, mut visit: impl FnMut(usize, i32)) {
        let mut attacked = 0;
        for (side, sign) in [(Side::White, 1), (Side::Black, -1)] {
            if self.position.has_king(side) {
                let mobility = self.position.king_mobility(side);
                visit(Self::SAFE_SQUARES + (mobility.safe as usize).min(SAFE_SQUARES_COUNTED), sign);
                attacked += sign * mobility.attacked as i32;
            }
        }
        visit(Self::ATTACKED_SQUARE, attacked);
    }
}

/// Calls back with each pattern, its index and its sign: positive from White's point of view, negative from Black's.
#[inline(always)]
fn visit_patterns(set: &PatternSet, indices: &PatternIndices, mut visit: impl FnMut(usize, u32, i32)) {
    for pattern in 0..set.count {
        visit(pattern, indices[pattern], 1);
        visit(pattern, indices[VIEW + pattern], -1);
    }
}

/// A feature as training sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LearnedFeature {
    /// A part of a pattern, or a feature that is not a pattern.
    Basic(usize),
    /// A whole pattern, whose weight corrects the sum of its parts.
    Whole(usize),
}

/// The features of one game as training sees them: each pattern with its parts.
pub struct LearnedFeatures<R> {
    of_men: PartIndex,
    of_all: PartIndex,
    rules: PhantomData<R>,
}

impl<R: Rules> Default for LearnedFeatures<R> {
    fn default() -> Self {
        Self {
            of_men: PartIndex::new(&BoardPatterns::<R>::OF_MEN),
            of_all: PartIndex::new(&BoardPatterns::<R>::OF_ALL),
            rules: PhantomData,
        }
    }
}

impl<R: Rules> LearnedFeatures<R> {
    const PARTS: usize = BoardPatterns::<R>::OF_MEN.part_weights();
    /// The number of features of each kind that positions without kings have.
    pub const OF_MEN: [usize; 2] = [Self::basic(Features::<R>::OF_MEN), BoardPatterns::<R>::OF_MEN.size()];
    const PARTS_OF_ALL: usize = Self::basic(Features::<R>::PATTERNS_OF_ALL);
    /// The number of features of each kind that positions with kings have.
    pub const WITH_KINGS: [usize; 2] =
        [Self::PARTS_OF_ALL + BoardPatterns::<R>::OF_ALL.part_weights(), BoardPatterns::<R>::OF_ALL.size()];
    /// The number of features of the mobility of kings: the last basic ones of positions with kings.
    pub const OF_MOBILITY: usize = {
        // Patterns of men and kings would come after them.
        assert!(Features::<R>::OF_MOBILITY == 0 || BoardPatterns::<R>::OF_ALL.count == 0);
        Features::<R>::OF_MOBILITY
    };
    /// The difference in men.
    pub const MAN: usize = Self::basic(Features::<R>::MAN);
    /// The side to move.
    pub const TURN: usize = Self::basic(Features::<R>::TURN);
    /// A king on the first square; those on the others follow.
    pub const KING: usize = Self::basic(Features::<R>::KING);

    /// The number of a feature that is not a pattern.
    const fn basic(feature: usize) -> usize {
        feature - Features::<R>::MAN + Self::PARTS
    }

    /// Calls back with each feature of a position and its value: positive for White, negative for Black.
    #[inline]
    pub fn visit(&self, features: &Features<'_, R>, mut visit: impl FnMut(LearnedFeature, i32)) {
        let has_kings = features.has_kings();
        visit_patterns(&BoardPatterns::<R>::OF_MEN, &features.indices, |pattern, index, times| {
            self.of_men.visit(pattern, index, |part| visit(LearnedFeature::Basic(part), times));
            if !has_kings {
                let whole = Features::<R>::OFFSETS[pattern] + index as usize;
                visit(LearnedFeature::Whole(whole), times);
            }
        });
        features.visit_single(|feature, times| visit(LearnedFeature::Basic(Self::basic(feature)), times));
        if has_kings && BoardPatterns::<R>::OF_ALL.count > 0 {
            let indices = BoardPatterns::of_all(features.position);
            visit_patterns(&BoardPatterns::<R>::OF_ALL, &indices, |pattern, index, times| {
                let at = |part| LearnedFeature::Basic(Self::PARTS_OF_ALL + part);
                self.of_all.visit(pattern, index, |part| visit(at(part), times));
                let whole = Features::<R>::OFFSETS_OF_ALL[pattern] + index as usize;
                visit(LearnedFeature::Whole(whole), times);
            });
        }
    }

    /// Folds weights of positions without kings at one knot: a weight for each feature of the evaluation.
    pub(crate) fn fold_of_men(&self, basic: &[i16], whole: &[i16]) -> Vec<i16> {
        let mut folded = fold(&BoardPatterns::<R>::OF_MEN, &self.of_men, basic, whole);
        folded.extend_from_slice(&basic[Self::PARTS..]);
        folded
    }

    /// Folds weights of positions with kings.
    pub(crate) fn fold_with_kings(&self, basic: &[i16], whole: &[i16]) -> Vec<i16> {
        let mut folded = fold(&BoardPatterns::<R>::OF_MEN, &self.of_men, basic, &[]);
        folded.extend_from_slice(&basic[Self::PARTS..Self::PARTS_OF_ALL]);
        folded.extend(fold(&BoardPatterns::<R>::OF_ALL, &self.of_all, &basic[Self::PARTS_OF_ALL..], whole));
        folded
    }
}

/// The sums of parts and corrections for every index of every pattern.
fn fold(set: &PatternSet, parts: &PartIndex, basic: &[i16], whole: &[i16]) -> Vec<i16> {
    let mut folded = Vec::with_capacity(set.size());
    for pattern in 0..set.count {
        for sum in parts.folded(pattern, basic) {
            let correction = whole.get(folded.len()).copied().unwrap_or(0);
            let sum = sum + i32::from(correction);
            folded.push(sum.clamp(i16::MIN.into(), i16::MAX.into()) as i16);
        }
    }
    folded
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

    /// The evaluation with folded weights is the sum over the features that training sees.
    #[test]
    fn folding_keeps_the_sum() {
        fn check<R: Rules>(fen: &str) {
            let learned = LearnedFeatures::<R>::default();
            let weight = |feature: usize| (feature * 7_919 % 101) as i16 - 50;
            let position = Position::<R>::from_fen(fen).unwrap();
            let features = Features::of(&position);
            let is_of_kings = features.stage() == EvalStage::Kings;
            let [basic, whole] =
                if is_of_kings { LearnedFeatures::<R>::WITH_KINGS } else { LearnedFeatures::<R>::OF_MEN };
            let basic: Vec<i16> = (0..basic).map(weight).collect();
            let whole: Vec<i16> = (0..whole).map(weight).collect();
            let folded = if is_of_kings {
                learned.fold_with_kings(&basic, &whole)
            } else {
                learned.fold_of_men(&basic, &whole)
            };
            let (mut by_parts, mut by_patterns) = (0, 0);
            learned.visit(&features, |feature, times| {
                by_parts += times
                    * i32::from(match feature {
                        LearnedFeature::Basic(feature) => basic[feature],
                        LearnedFeature::Whole(feature) => whole[feature],
                    });
            });
            features.visit(|feature, times| by_patterns += times * i32::from(folded[feature]));
            assert_eq!(by_parts, by_patterns);
            assert_ne!(by_parts, 0);
        }
        check::<English>("W:W21,25,26,30,31:B1,2,7,12,16");
        check::<English>("B:W21,25,K6,30,31:B1,K22,7,12,16");
        check::<International>("W:W26,31,32,37,48:B3,9,12,19,25");
        check::<International>("W:W26,31,K2,37,48:B3,9,12,19,K25");
    }
}
