//! What a position is worth with perfect play.

use std::cmp::Ordering;

/// Who wins, seen by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Wdl {
    /// The other side.
    Loss,
    /// Nobody.
    Draw,
    /// The side to move.
    Win,
}

impl Wdl {
    /// The same seen by the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }
}

/// How long a decided game lasts, in plies: the winner hurries and the loser delays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Distance {
    /// To the end of the game.
    pub dtw: u16,
    /// To the next capture or man's move, if both play for that alone without giving the result away. 0 if
    /// the game is over.
    pub dtz: u16,
}

/// Who wins and how fast, seen by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableValue {
    /// The side to move wins.
    Win(Distance),
    /// Nobody wins.
    Draw,
    /// The side to move loses.
    Loss(Distance),
}

impl TableValue {
    /// No move left.
    pub const LOST_NOW: Self = Self::Loss(Distance { dtw: 0, dtz: 0 });

    /// Who wins.
    #[must_use]
    pub const fn outcome(self) -> Wdl {
        match self {
            Self::Win(_) => Wdl::Win,
            Self::Draw => Wdl::Draw,
            Self::Loss(_) => Wdl::Loss,
        }
    }

    /// How fast, if somebody wins.
    #[must_use]
    pub const fn distance(self) -> Option<Distance> {
        match self {
            Self::Win(distance) | Self::Loss(distance) => Some(distance),
            Self::Draw => None,
        }
    }

    /// The value, for whoever made it, of a move that leads to a position of this value.
    #[must_use]
    pub const fn before(self, step: CountEffect) -> Self {
        match self {
            Self::Win(distance) => Self::Loss(distance.before(step)),
            Self::Draw => Self::Draw,
            Self::Loss(distance) => Self::Win(distance.before(step)),
        }
    }

    /// Which of two values is better to have: a quick win before a slow one, a slow loss before a quick one.
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
    const fn before(self, step: CountEffect) -> Self {
        let dtz = match step {
            CountEffect::Reset => 1,
            CountEffect::Advance => self.dtz + 1,
        };
        Self { dtw: self.dtw + 1, dtz }
    }
}

/// What a move does to the count of quiet moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CountEffect {
    /// A capture or a man's move: it cannot be reversed, and the count starts again.
    Reset,
    /// A king's move without a capture.
    Advance,
}

/// The best value of moves, and the plies to the next turn when each side plays for that.
///
/// The two distances are worked out apart: the move that ends the game soonest need not be the one that takes
/// or moves a man soonest.
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

    /// The value of a position with these moves; without any it is lost.
    pub(crate) fn value(self) -> TableValue {
        self.0.unwrap_or(TableValue::LOST_NOW)
    }
}
