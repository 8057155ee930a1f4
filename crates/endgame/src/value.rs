//! Values of positions under perfect play.

use std::cmp::Ordering;

/// Win, draw or loss, from the point of view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Wdl {
    /// The other side wins.
    Loss,
    /// Neither side wins.
    Draw,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// The result from the other side's point of view.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// The name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }
}

/// Distances of a decided position in plies: the winner plays for the shortest, the loser for the longest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Distance {
    /// Distance to the end of the game.
    pub dtw: u16,
    /// Distance to the next capture or man's move, if both sides play for that alone and the winner keeps the win. 0 if
    /// the game is over.
    pub dtz: u16,
}

/// The value of a position from the point of view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableValue {
    /// The side to move wins.
    Win(Distance),
    /// Neither side wins.
    Draw,
    /// The side to move loses.
    Loss(Distance),
}

impl TableValue {
    /// The side to move has no legal move.
    pub const LOST_NOW: Self = Self::Loss(Distance { dtw: 0, dtz: 0 });

    /// The result without distances.
    #[must_use]
    pub const fn outcome(self) -> Wdl {
        match self {
            Self::Win(_) => Wdl::Win,
            Self::Draw => Wdl::Draw,
            Self::Loss(_) => Wdl::Loss,
        }
    }

    /// The distances, if the position is decided.
    #[must_use]
    pub const fn distance(self) -> Option<Distance> {
        match self {
            Self::Win(distance) | Self::Loss(distance) => Some(distance),
            Self::Draw => None,
        }
    }

    /// The value of a move, for the side that makes it, that leads to a position with this value.
    #[must_use]
    pub const fn before(self, step: MoveReversibility) -> Self {
        match self {
            Self::Win(distance) => Self::Loss(distance.before(step)),
            Self::Draw => Self::Draw,
            Self::Loss(distance) => Self::Win(distance.before(step)),
        }
    }

    /// Compares two values: a shorter win is better, and a longer loss.
    #[must_use]
    pub fn better(&self, other: &Self) -> Ordering {
        let hurry = |a: &Distance, b: &Distance| (b.dtw, b.dtz).cmp(&(a.dtw, a.dtz));
        match (self, other) {
            (Self::Win(a), Self::Win(b)) => hurry(a, b),
            (Self::Loss(a), Self::Loss(b)) => hurry(b, a),
            _ => self.outcome().cmp(&other.outcome()),
        }
    }
}

impl Distance {
    const fn before(self, step: MoveReversibility) -> Self {
        let dtz = match step {
            MoveReversibility::Irreversible => 1,
            MoveReversibility::Reversible => self.dtz + 1,
        };
        Self { dtw: self.dtw + 1, dtz }
    }
}

/// What the tables know of a position, from the point of view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProbedValue {
    /// The value with distances.
    Exact(TableValue),
    /// The outcome: the table has no distances.
    Outcome(Wdl),
}

impl ProbedValue {
    /// The result without distances.
    #[must_use]
    pub const fn outcome(self) -> Wdl {
        match self {
            Self::Exact(value) => value.outcome(),
            Self::Outcome(outcome) => outcome,
        }
    }

    /// The distances, if the position is decided and they are known.
    #[must_use]
    pub const fn distance(self) -> Option<Distance> {
        match self {
            Self::Exact(value) => value.distance(),
            Self::Outcome(_) => None,
        }
    }

    /// The value of a move, for the side that makes it, that leads to a position with this value.
    #[must_use]
    pub const fn before(self, step: MoveReversibility) -> Self {
        match self {
            Self::Exact(value) => Self::Exact(value.before(step)),
            Self::Outcome(outcome) => Self::Outcome(outcome.reversed()),
        }
    }

    /// Compares two values like [`TableValue::better`]. A win of known length is better than one of unknown length, and a loss
    /// of known length worse.
    #[must_use]
    pub fn better(&self, other: &Self) -> Ordering {
        let unknown = |outcome| match outcome {
            Wdl::Win => Ordering::Less,
            Wdl::Draw => Ordering::Equal,
            Wdl::Loss => Ordering::Greater,
        };
        match (self, other) {
            (Self::Exact(a), Self::Exact(b)) => a.better(b),
            (Self::Outcome(a), Self::Exact(b)) if *a == b.outcome() => unknown(*a),
            (Self::Exact(a), Self::Outcome(b)) if a.outcome() == *b => unknown(*b).reverse(),
            _ => self.outcome().cmp(&other.outcome()),
        }
    }
}

/// Whether a move can be reversed. Only reversible moves advance the count of king moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveReversibility {
    /// A capture or a man's move: the position cannot come back.
    Irreversible,
    /// A king's move without a capture.
    Reversible,
}

/// The best value over a set of moves.
///
/// The two distances are minimised (or maximised) separately: the move that ends the game soonest need not be the one
/// that captures or moves a man soonest.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct BestValue(Option<TableValue>);

impl BestValue {
    pub(crate) fn add(&mut self, value: TableValue) {
        self.0 = Some(match (self.0, value) {
            (Some(TableValue::Win(a)), TableValue::Win(b)) => {
                TableValue::Win(Distance { dtw: a.dtw.min(b.dtw), dtz: a.dtz.min(b.dtz) })
            }
            (Some(TableValue::Loss(a)), TableValue::Loss(b)) => {
                TableValue::Loss(Distance { dtw: a.dtw.max(b.dtw), dtz: a.dtz.max(b.dtz) })
            }
            (Some(known), value) if known.outcome() >= value.outcome() => known,
            _ => value,
        });
    }

    /// The value of a position with these moves. Without moves it is lost.
    pub(crate) fn value(self) -> TableValue {
        self.0.unwrap_or(TableValue::LOST_NOW)
    }
}
