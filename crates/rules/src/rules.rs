//! The questions a rule set answers.
//!
//! A rule set is a type with constants, one page each in [`variant`](crate::variant). Everything else is
//! generic over it and compiled once per game, so that no rule is looked up while moves are made.

use std::fmt::Debug;
use std::hash::Hash;

use crate::article::{Article, Book};
use crate::draws::{KingMoveDraw, ListedEnding, Pace};
use crate::geometry::Geometry;
use crate::illegal::Illegal;
use crate::piece::Side;
use crate::position::Position;
use crate::provision::{Annulment, Provision};
use crate::variant::Variant;

/// How far a king goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KingRange {
    /// One square, and it takes what stands beside it.
    Short,
    /// Any distance along a free diagonal, moving and taking.
    Flying,
}

/// A finished capture as the rules of precedence see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CaptureSummary {
    /// How many pieces it takes.
    pub count: u32,
    /// Whether a king takes.
    pub by_king: bool,
    /// What it takes, in order: one binary digit a piece, 1 for a king, the last piece lowest.
    pub kings_in_order: u32,
}

/// How a capture ranks; only those of the highest merit may be played.
///
/// The digits compare in the order of FID-IT 6.6 to 6.9. A rule set fills in the ones its book knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Merit(u32);

impl Merit {
    /// All captures alike: the player chooses.
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

    /// More pieces; then by a king; then more kings; then kings met earlier.
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

    /// How many pieces are taken, where that counts.
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

/// One of the four games. See the module's page for how it is used.
pub trait Rules: Copy + Default + Eq + Hash + Debug + Send + Sync + 'static {
    /// The same game as a value.
    const VARIANT: Variant;
    /// The book that governs it.
    const BOOK: Book;
    /// The board.
    const GEOMETRY: Geometry;
    /// Men a side at the start.
    const MEN: u8;
    /// Who moves first.
    const FIRST: Side;
    /// How far a king goes.
    const KING: KingRange;
    /// Whether a man may take a piece behind it.
    const MEN_CAPTURE_BACKWARDS: bool;
    /// Whether a man may take a king.
    const MEN_CAPTURE_KINGS: bool;

    /// PDN's number and description of the game.
    const GAME_TYPE: &'static str;
    /// How results are written.
    const RESULT_FORM: ResultForm;

    /// Draw after so many king moves by each side.
    const KING_MOVE_DRAW: KingMoveDraw;
    /// Draw by the third occurrence of a position, if the book knows it.
    const REPETITION_DRAW: Option<Article>;
    /// Until when a game begun wrongly may be annulled, if the book knows that.
    const ANNULMENT: Option<Annulment>;

    /// Which captures come before others.
    fn merit(taking: CaptureSummary) -> Merit;

    /// Where the book says that a move is not allowed for this reason.
    fn article(reason: &Illegal) -> Article;

    /// Where the book rules on a matter besides movement; `None` if it is silent.
    fn provision(matter: Provision) -> Option<Article>;

    /// The ending with a short count of its own that the position belongs to, if the book lists any.
    #[must_use]
    fn listed_ending(position: &Position<Self>, pace: Pace) -> Option<ListedEnding> {
        let _ = (position, pace);
        None
    }
}
