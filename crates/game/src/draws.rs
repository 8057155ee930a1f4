//! Decisions on draw offers, draw claims, counts and flags.

use damiera_rules::{Provision, Side};

use crate::command::Actor;
use crate::count::{DrawCountKind, MenAndKings};
use crate::decide::{Decision, Draft};
use crate::end::EndReason;
use crate::event::{Adjustment, CancellationCause, Fact, TouchEffect};
use crate::profile::{Counting, Occasion};
use crate::refusal::RefusalReason;
use crate::view::DrawClaim;

impl Draft {
    pub(crate) fn offer_draw(&mut self, by: Side) -> Decision {
        match (self.game.offer, self.game.terms.profile.offers_from) {
            (Some(_), _) => Err(RefusalReason::OfferMade.into()),
            (None, Some(from)) if self.game.move_number() < from => {
                Err(RefusalReason::OfferTooEarly(from).into())
            }
            (None, _) => {
                self.add(Fact::DrawOffered { by });
                Ok(())
            }
        }
    }

    pub(crate) fn accept_draw(&mut self, by: Side) -> Decision {
        if self.game.offer == Some(!by) {
            self.end(EndReason::Agreement)
        } else {
            Err(RefusalReason::NoOffer.into())
        }
    }

    pub(crate) fn decline_draw(&mut self, by: Side) -> Decision {
        if self.game.offer != Some(!by) {
            return Err(RefusalReason::NoOffer.into());
        }
        self.add(Fact::DrawDeclined);
        Ok(())
    }

    pub(crate) fn claim_draw(&mut self, by: Side) -> Decision {
        self.only_if_nothing_is_open()?;
        let rule_set = self.game.rule_set;
        match self.game.claims().first() {
            // CBD 98: before the flag falls. A full count has made the game a draw whatever the clock shows.
            Some(DrawClaim { how: EndReason::Repetition, .. })
                if self.game.clocks.fell(by, self.at).is_some() =>
            {
                Err(RefusalReason::OwnFlagDown.citing(rule_set.repetition))
            }
            Some(claim) => self.end(claim.how),
            None => {
                let article = rule_set.repetition.or_else(|| rule_set.cite(Provision::DrawGrounds));
                Err(RefusalReason::NothingToClaim.citing(article))
            }
        }
    }

    /// The arbiter declares a draw that a count has made due; no other draw is the arbiter's to declare (FID 9.3).
    pub(crate) fn declare_draw(&mut self) -> Decision {
        self.only_if_nothing_is_open()?;
        let due = self.game.claims().into_iter().find(DrawClaim::may_be_declared);
        match due {
            Some(claim) => self.end(claim.how),
            None => self.refuse(RefusalReason::NoDrawDue, Provision::DrawGrounds),
        }
    }

    /// Refuses what would change the result or the position when a listed ending has made the game a draw that nobody
    /// has declared yet (CBD 99, 100).
    pub(crate) fn only_if_not_drawn(&self) -> Decision {
        let due = self
            .game
            .counts()
            .into_iter()
            .find(|count| count.kind == DrawCountKind::ListedEnding && count.is_full());
        match due {
            Some(count) => {
                self.only_if_nothing_is_open()?; // a correction would undo the last move of the count
                Err(RefusalReason::DrawDue(count.limit).citing(Some(count.article)))
            }
            None => Ok(()),
        }
    }

    pub(crate) fn ask_count(&mut self, by: Actor, limit: Option<u8>) -> Decision {
        self.only_if_not_drawn()?;
        let rule_set = self.game.rule_set;
        let material = MenAndKings::of(&*self.game.history);
        let without: Vec<_> = Side::BOTH.into_iter().filter(|&side| material.lacks_king(side)).collect();
        if rule_set.king_moves.needs_king_each && !without.is_empty() {
            return self.refuse(RefusalReason::NeedsKings(without), Provision::CountNeeds);
        }
        if !material.has_king() {
            return self.refuse(RefusalReason::NoKings, Provision::CountNeeds);
        }
        let most = self.game.terms.profile.count_limit.unwrap_or(rule_set.king_moves.limit); // FID-IT 11
        let announced =
            !rule_set.counts_when_asked() && self.game.terms.profile.counting == Counting::Automatic;
        if announced {
            return self.refuse(RefusalReason::Counting, Provision::CountAsked); // CBD 97b: the software counts already
        }
        let least = match self.game.terms.profile.occasion {
            Occasion::Promotional => rule_set.king_moves.least.min(most), // FID-IT 11
            Occasion::Ordinary => most,
        };
        let is_lowered = limit.is_some_and(|limit| limit < most);
        let limit = limit.unwrap_or(self.game.counts.asked_limit().unwrap_or(most));
        if !(least..=most).contains(&limit) {
            let article = rule_set.cite(Provision::CountReduced).or(Some(rule_set.king_moves.article));
            return Err(RefusalReason::CountLimit { least, most }.citing(article));
        }
        if is_lowered && by != Actor::Arbiter {
            return self.refuse(RefusalReason::OnlyArbiter, Provision::CountReduced);
        }
        match self.game.counts.asked_limit() {
            None => self.add(Fact::CountAsked { by, limit }),
            // FID-IT 11: the limit is fixed before the count starts.
            Some(running) if running != limit => {
                return self.refuse(RefusalReason::Counting, Provision::CountReduced);
            }
            Some(_) => return self.refuse(RefusalReason::Counting, Provision::CountAsked),
        }
        self.settle();
        Ok(())
    }

    pub(crate) fn cancel_count(&mut self) -> Decision {
        if !self.game.counts.is_asked() {
            return Err(RefusalReason::NoCount.into());
        }
        let cause = self.cancellation_cause();
        self.add(Fact::CountCancelled { cause });
        Ok(())
    }

    /// Whether a piece was touched or adjusted out of turn since the count was requested (FID 3.11).
    fn cancellation_cause(&self) -> CancellationCause {
        let mut facts = self
            .game
            .log
            .iter()
            .rev()
            .map(|entry| &entry.event.fact)
            .take_while(|fact| !matches!(fact, Fact::CountAsked { .. }));
        let out_of_turn = facts.any(|fact| {
            matches!(
                fact,
                Fact::Touched { touch: TouchEffect::OutOfTurn, .. }
                    | Fact::Adjusted { adjustment: Adjustment::OutOfTurn, .. }
            )
        });
        if out_of_turn { CancellationCause::TouchedOutOfTurn } else { CancellationCause::Other }
    }

    /// Decides a flag claim. If both flags have fallen, the CBD gives a draw (97a); otherwise the first to fall loses,
    /// and the arbiter decides which it was if the clocks cannot say.
    pub(crate) fn claim_flag(&mut self, by: Actor) -> Decision {
        self.only_if_not_drawn()?;
        let clocks = &self.game.clocks;
        if !Side::BOTH.into_iter().any(|side| clocks.timed(side)) {
            return Err(RefusalReason::NoClock.into());
        }
        let [white, black] = Side::BOTH.map(|side| clocks.fell(side, self.at));
        let how = match (white, black) {
            (Some(_), Some(_)) if self.game.rule_set.cite(Provision::BothFlags).is_some() => {
                EndReason::BothFlags
            }
            (Some(white), Some(black)) if white == black => {
                return self.refuse(RefusalReason::FlagsFellTogether, Provision::TimeUp);
            }
            (Some(white), Some(black)) if white < black => EndReason::TimeUp(Side::White),
            (_, Some(_)) if by != Actor::Player(Side::Black) || white.is_some() => {
                EndReason::TimeUp(Side::Black)
            }
            (Some(_), None) if by != Actor::Player(Side::White) => EndReason::TimeUp(Side::White),
            _ => {
                let accused = if let Actor::Player(side) = by { !side } else { self.game.turn() };
                return self.refuse(RefusalReason::FlagUp(accused), Provision::TimeUp);
            }
        };
        for side in Side::BOTH {
            if [white, black][side as usize].is_some() {
                self.add(Fact::FlagFell { side });
            }
        }
        self.end(how)
    }
}
