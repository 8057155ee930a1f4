//! Objections to how a capture was shown, and games annulled for how they began (FID 5.10, 5.12, 7.2 to 7.4).

use std::time::Duration;

use damiera_rules::{Annulment, Provision, Side};

use crate::command::{Blame, CaptureObjection, StartFault};
use crate::decide::{Decision, Draft};
use crate::event::{Fact, TimeCharge};
use crate::game::{Game, PlyKind};
use crate::refusal::RefusalReason;
use crate::time::{Moment, millis};

impl Draft {
    /// A player objects to how the opponent's last move, a capture, was shown or its pieces removed (5.10, 5.12).
    pub(crate) fn object(&mut self, by: Side, objection: CaptureObjection) -> Decision {
        if !self.records() {
            return Err(RefusalReason::OnlyAtTable.into());
        }
        let (matter, _) = objectionable(objection);
        if self.game.rule_set.cite(matter).is_none() {
            return Err(RefusalReason::BookSilent.into());
        }
        if !self.game.may_object(by, objection) {
            return self.refuse(RefusalReason::NothingToObject, matter);
        }
        self.add(Fact::Objected { by, objection });
        Ok(())
    }

    pub(crate) fn annul(&mut self, fault: StartFault, blame: Blame) -> Decision {
        let matter = match fault {
            StartFault::BoardTurned => Provision::BoardTurned,
            StartFault::ColoursSwapped => Provision::ColoursSwapped,
        };
        let Some(limits) = self.game.rule_set.annulment else {
            return self.refuse(RefusalReason::BookSilent, matter);
        };
        let begun = self.game.started.unwrap_or(self.at);
        if !self.game.is_in_time_to_annul(limits, self.at) {
            let why = RefusalReason::TooLateToAnnul { moves: limits.moves, minutes: limits.minutes };
            return self.refuse(why, matter);
        }
        if blame == Blame::Direction && !blame_matters(limits, fault) {
            return self.refuse(RefusalReason::BlameHasNoEffect, matter);
        }
        let timed = Side::BOTH.into_iter().any(|side| self.game.clocks.timed(side));
        let charge = match blame {
            Blame::Direction => TimeCharge::Nothing,
            _ if limits.shares_time && !timed => {
                TimeCharge::Split(Duration::from_millis(millis(self.at.since(begun)) / 2))
            }
            _ => TimeCharge::AsShown,
        };
        self.add(Fact::Annulled { fault, charge });
        self.settle();
        Ok(())
    }
}

/// The matter that an objection is about, and the fewest captured pieces it needs.
const fn objectionable(objection: CaptureObjection) -> (Provision, u32) {
    match objection {
        CaptureObjection::Unclear => (Provision::CaptureShown, 1), // 5.10
        CaptureObjection::RemovalOrder => (Provision::RemovalOrder, 2), // 5.12
    }
}

/// Whether the time charged depends on who is to blame: FID-EN 7.4 charges none if the direction gave the wrong colours.
const fn blame_matters(limits: Annulment, fault: StartFault) -> bool {
    limits.shares_time && matches!(fault, StartFault::ColoursSwapped)
}

impl Game {
    /// The objections that a player may make now at a table: the rulebook knows them, and the opponent has just captured.
    #[must_use]
    pub fn objections(&self) -> Vec<(Side, CaptureObjection)> {
        if self.end.is_some() || !self.on_real_board() {
            return Vec::new();
        }
        let sides = Side::BOTH.into_iter();
        let all = sides.flat_map(|side| CaptureObjection::ALL.map(|objection| (side, objection)));
        all.filter(|&(side, objection)| self.may_object(side, objection)).collect()
    }

    fn may_object(&self, by: Side, objection: CaptureObjection) -> bool {
        let (matter, fewest) = objectionable(objection);
        let last = self.last_played().map(|ply| ply.kind);
        let captured =
            |kind| matches!(kind, PlyKind::Move(mover, m) if mover != by && m.captured.len() >= fewest);
        self.rule_set.cite(matter).is_some() && last.is_some_and(captured)
    }

    /// The faults for which the arbiter at a table may still annul the game, each with the blame that makes a difference
    /// (7.2 to 7.4).
    #[must_use]
    pub fn annulments(&self, at: Moment) -> Vec<(StartFault, Blame)> {
        let limits = self.rule_set.annulment.filter(|_| self.end.is_none() && self.on_real_board());
        let Some(limits) = limits.filter(|limits| self.is_in_time_to_annul(*limits, at)) else {
            return Vec::new();
        };
        let faults = [StartFault::BoardTurned, StartFault::ColoursSwapped];
        let of_players = faults.map(|fault| (fault, Blame::Players)).into_iter();
        let of_direction = faults.into_iter().filter(|&fault| blame_matters(limits, fault));
        of_players.chain(of_direction.map(|fault| (fault, Blame::Direction))).collect()
    }

    fn is_in_time_to_annul(&self, limits: Annulment, at: Moment) -> bool {
        let begun = self.started.unwrap_or(at);
        let late = limits
            .minutes
            .is_some_and(|minutes| at.since(begun) >= Duration::from_secs(60 * u64::from(minutes)));
        let played = Side::BOTH.into_iter().all(|side| self.moves_by(side) >= limits.moves);
        !late && !played
    }
}
