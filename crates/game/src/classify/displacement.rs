//! One piece of the side to move was displaced, and no legal move explains it.

use damiera_rules::{Attempt, Illegal, Irregularity, Position, Rules, Square, SquareSet};

use super::walk::{CaptureWalk, between, captures, overdone, steps};
use crate::physical_board::PhysicalBoard;

/// A piece that went from one square to another, and the pieces that were removed.
pub(super) struct Displacement {
    pub(super) from: Square,
    pub(super) to: Square,
    /// The removed pieces of the opponent.
    pub(super) removed: SquareSet,
    /// The removed pieces of the side itself.
    pub(super) own_removed: SquareSet,
}

/// A possible explanation. If several pieces may have moved, the explanation of lowest cost is chosen.
pub(super) struct Explanation {
    pub(super) kind: Irregularity,
    pub(super) notation: String,
    pub(super) reason: Option<Illegal>,
    pub(super) cost: u32,
}

impl Displacement {
    pub(super) fn explain<R: Rules>(&self, position: &Position<R>, then: &PhysicalBoard) -> Explanation {
        let walks = captures::<R>(then, self.from);
        let meant = walks.iter().filter(|walk| walk.at() == self.to).min_by_key(|walk| self.misfit(walk));
        if let Some(walk) = meant {
            return self.of_capture(position, walk);
        }
        let nothing_gone = self.removed.is_empty() && self.own_removed.is_empty();
        if steps::<R>(then, self.from, self.to) {
            return if nothing_gone {
                self.explained(Irregularity::MissedCapture, self.reason(position), 0)
            } else {
                let removed = self.removed.len() + self.own_removed.len();
                self.explained(Irregularity::RemovedPieces, None, removed)
            };
        }
        if nothing_gone {
            return self.explained(Irregularity::WrongMove, self.reason(position), 0);
        }
        self.of_impossible_capture(position, then)
    }

    /// How badly the removed pieces fit a capture; complete captures fit better.
    fn misfit(&self, walk: &CaptureWalk) -> (u32, bool) {
        let apart = (walk.taken - self.removed) | (self.removed - walk.taken);
        (apart.len(), walk.goes_on)
    }

    /// The piece is on a square that a capture leads to.
    fn of_capture<R: Rules>(&self, position: &Position<R>, walk: &CaptureWalk) -> Explanation {
        use Irregularity as I;
        let missing = walk.taken - self.removed;
        let others = self.removed - walk.taken;
        if !self.own_removed.is_empty() {
            let wrong = missing.len() + others.len() + self.own_removed.len();
            return self.explained(I::OwnRemoved, None, wrong);
        }
        if !others.is_empty() {
            return self.explained(I::OthersRemoved, None, 2 + missing.len() + others.len());
        }
        if missing.is_empty() {
            let reason = self.outranked(position, walk);
            let kind = match reason {
                Some(Illegal::GoesOn { .. }) | None => I::StoppedShort,
                Some(_) => I::Precedence,
            };
            return self.explained(kind, reason, 0);
        }
        let kind = match walk.taken.len() {
            _ if walk.goes_on => I::WrongNumber,
            1 => I::NotRemoved,
            _ => I::FewerRemoved,
        };
        self.explained(kind, None, 1)
    }

    /// Why a possible capture is not legal.
    fn outranked<R: Rules>(&self, position: &Position<R>, walk: &CaptureWalk) -> Option<Illegal> {
        let way = &walk.squares;
        position.judge(&Attempt::via(self.from, &way[1..way.len() - 1], self.to)).err()
    }

    /// Pieces were removed, and no possible capture leads to the square.
    fn of_impossible_capture<R: Rules>(&self, position: &Position<R>, then: &PhysicalBoard) -> Explanation {
        let too_many = |walk: &CaptureWalk| walk.at() == self.to && walk.taken == self.removed;
        let over = SquareSet::from_iter(between(then.board(), self.from, self.to));
        let jumped_own = !over.is_empty() && (self.own_removed - over).is_empty();
        if self.own_removed.is_empty() && overdone::<R>(then, self.from).iter().any(too_many) {
            return self.explained(Irregularity::WrongNumber, self.reason(position), 1);
        }
        if self.removed.is_empty() && !jumped_own {
            return self.explained(Irregularity::RemovedPieces, None, 4);
        }
        self.explained(Irregularity::ImpossibleCapture, self.reason(position), 3)
    }

    /// The rule of movement that the displacement breaks.
    fn reason<R: Rules>(&self, position: &Position<R>) -> Option<Illegal> {
        position.judge(&Attempt::new(self.from, self.to)).err()
    }

    fn explained(&self, kind: Irregularity, reason: Option<Illegal>, cost: u32) -> Explanation {
        let between = if self.removed.is_empty() { '-' } else { 'x' };
        Explanation { kind, notation: format!("{}{between}{}", self.from, self.to), reason, cost }
    }
}
