//! The questions a rule set answers.
//!
//! A rule set is a type with constants, one page each in [`variant`](crate::variant). Everything else is
//! generic over it and compiled once per game, so that no rule is looked up while moves are made.

use std::fmt::Debug;
use std::hash::Hash;
use std::time::Duration;

use crate::article::{Article, Book};
use crate::draws::{KingMoveDraw, ListedEnding, Pace};
use crate::geometry::Geometry;
use crate::illegal::Illegal;
use crate::piece::Side;
use crate::position::Position;
use crate::provision::{Annulment, Provision};
use crate::variant::Variant;

/// How far a king moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KingRange {
    /// One square; it captures adjacent pieces.
    Short,
    /// Any distance along a free diagonal, also when it captures.
    Flying,
}

/// When a man that reaches the crown row becomes a king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crowning {
    /// When its move ends there. A man that can capture on from the crown row continues as a man.
    AtTheEnd,
    /// At once. A man that can capture on from the crown row as a king does so in the same move.
    InPassing,
}

/// A finished capture as the rules of precedence see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CaptureSummary {
    /// The number of captured pieces.
    pub count: u32,
    /// Whether a king captures.
    pub by_king: bool,
    /// The captured pieces in order: one bit per piece, 1 for a king, the last piece in the lowest bit.
    pub kings_in_order: u32,
}

/// The precedence of a capture; only captures of the highest merit are legal.
///
/// The bit fields compare in the order of FID-IT 6.6 to 6.9. A rule set uses those that its book knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Merit(u32);

impl Merit {
    /// All captures are equal: the player chooses.
    pub const EQUAL: Self = Self(0);

    const ORDER_BITS: u32 = 20; // the most pieces a side can lose
    const KINGS_SHIFT: u32 = Self::ORDER_BITS;
    const BY_KING_SHIFT: u32 = Self::KINGS_SHIFT + 5;
    const COUNT_SHIFT: u32 = Self::BY_KING_SHIFT + 1;

    /// More pieces before fewer.
    #[must_use]
    #[inline(always)]
    pub const fn of_count(taking: CaptureSummary) -> Self {
        Self(taking.count << Self::COUNT_SHIFT)
    }

    /// More pieces; then by a king; then more kings; then kings captured earlier.
    #[must_use]
    #[inline(always)]
    pub const fn of_count_and_rank(taking: CaptureSummary) -> Self {
        Self(
            taking.count << Self::COUNT_SHIFT
                | (taking.by_king as u32) << Self::BY_KING_SHIFT
                | taking.kings_in_order.count_ones() << Self::KINGS_SHIFT
                | taking.kings_in_order,
        )
    }

    /// The number of captured pieces, if the rule set compares it.
    pub(crate) const fn count(self) -> u32 {
        self.0 >> Self::COUNT_SHIFT
    }

    pub(crate) const fn by_king(self) -> bool {
        self.0 >> Self::BY_KING_SHIFT & 1 == 1
    }

    pub(crate) const fn kings(self) -> u32 {
        self.0 >> Self::KINGS_SHIFT & 31
    }
}

/// How a game's results are written in PDN, the side that moves first before the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultForm {
    /// `1-0`, `1/2-1/2`, `0-1`.
    OneForAWin,
    /// `2-0`, `1-1`, `0-2`.
    TwoForAWin,
}

/// The rules of one game.
pub trait Rules: Copy + Default + Eq + Hash + Debug + Send + Sync + 'static {
    /// The same game as a value.
    const VARIANT: Variant;
    /// The book that governs it.
    const BOOK: Book;
    /// The board.
    const GEOMETRY: Geometry;
    /// The number of men per side at the start.
    const MEN: u8;
    /// The side that moves first.
    const FIRST: Side;
    /// How far a king moves.
    const KING: KingRange;
    /// Whether a man may capture backwards.
    const MEN_CAPTURE_BACKWARDS: bool;
    /// Whether a man may capture a king.
    const MEN_CAPTURE_KINGS: bool;

    /// When a man that reaches the crown row becomes a king.
    const CROWNING: Crowning;

    /// PDN's number and description of the game.
    const GAME_TYPE: &'static str;
    /// How results are written.
    const RESULT_FORM: ResultForm;

    /// The draw after a number of king moves by each side.
    const KING_MOVE_DRAW: KingMoveDraw;
    /// The article on the draw by threefold repetition, if the book has one.
    const REPETITION_DRAW: Option<Article>;
    /// The most time a player may have for a whole game that counts as [`Pace::Fast`]; `None` if draws do not depend on
    /// the pace.
    const FAST_LIMIT: Option<Duration> = None;
    /// Until when a game that was started incorrectly may be annulled, if the book knows that.
    const ANNULMENT: Option<Annulment>;

    /// The precedence of a capture.
    fn merit(taking: CaptureSummary) -> Merit;

    /// The article that forbids a move for this reason.
    fn article(reason: &Illegal) -> Article;

    /// The article on a matter other than movement; `None` if the book has none.
    fn provision(matter: Provision) -> Option<Article>;

    /// The listed ending with its own short count that the position belongs to, if any.
    #[must_use]
    fn listed_ending(position: &Position<Self>, pace: Pace) -> Option<ListedEnding> {
        let _ = (position, pace);
        None
    }
}
