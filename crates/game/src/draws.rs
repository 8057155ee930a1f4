//! Offers, claims, counts and flags: what ends a game besides its moves.

use damiera_rules::{Provision, Side};

use crate::command::Actor;
use crate::count::Material;
use crate::decide::{Decision, Draft};
use crate::end::How;
use crate::event::Fact;
use crate::profile::Occasion;
use crate::refusal::Why;

impl Draft {
    pub(crate) fn offer_draw(&mut self, by: Side) -> Decision {
        match (self.game.offer, self.game.terms.profile.offers_from) {
            (Some(_), _) => Err(Why::OfferMade.into()),
            (None, Some(from)) if self.game.move_number() < from => Err(Why::OfferTooEarly(from).into()),
            (None, _) => {
                self.add(Fact::DrawOffered { by });
                Ok(())
            }
        }
    }

    pub(crate) fn accept_draw(&mut self, by: Side) -> Decision {
        if self.game.offer == Some(!by) { self.end(How::Agreement) } else { Err(Why::NoOffer.into()) }
    }

    pub(crate) fn decline_draw(&mut self, by: Side) -> Decision {
        if self.game.offer != Some(!by) {
            return Err(Why::NoOffer.into());
        }
        self.add(Fact::DrawDeclined);
        Ok(())
    }

    pub(crate) fn claim_draw(&mut self, by: Side) -> Decision {
        if self.game.clocks.fell(by, self.at).is_some() {
            return Err(Why::OwnFlagDown.citing(self.game.law.repetition)); // CBD 98: before the flag falls
        }
        match self.game.claims().first() {
            Some(claim) => self.end(claim.how),
            None => Err(Why::NothingToClaim.citing(self.game.law.repetition)),
        }
    }

    pub(crate) fn ask_count(&mut self, by: Actor, limit: Option<u8>) -> Decision {
        let law = self.game.law;
        let material = Material::of(&*self.game.line);
        let without: Vec<_> = Side::BOTH.into_iter().filter(|&side| material.lacks_king(side)).collect();
        if law.king_moves.needs_king_each && !without.is_empty() {
            return self.refuse(Why::NeedsKings(without), Provision::CountNeeds);
        }
        if !material.has_king() {
            return self.refuse(Why::NoKings, Provision::CountNeeds);
        }
        if by != Actor::Arbiter && limit.is_some() {
            return self.refuse(Why::OnlyArbiter, Provision::CountReduced);
        }
        let most = law.king_moves.limit;
        let least = match self.game.terms.profile.occasion {
            Occasion::Promotional => law.king_moves.least, // FID-IT 11
            Occasion::Ordinary => most,
        };
        let limit = limit.unwrap_or(self.game.counts.asked_limit().unwrap_or(most));
        if !(least..=most).contains(&limit) {
            let article = law.cite(Provision::CountReduced).or(Some(law.king_moves.article));
            return Err(Why::CountLimit { least, most }.citing(article));
        }
        match self.game.counts.asked_limit() {
            None => self.add(Fact::CountAsked { by, limit }),
            Some(running) if running != limit => self.add(Fact::CountLowered { limit }),
            Some(_) => return self.refuse(Why::Counting, Provision::CountAsked),
        }
        self.settle();
        Ok(())
    }

    pub(crate) fn cancel_count(&mut self) -> Decision {
        if !self.game.counts.is_asked() {
            return Err(Why::NoCount.into());
        }
        self.add(Fact::CountCancelled);
        Ok(())
    }

    /// A flag is claimed. Where both are down the CBD gives a draw (97a); with the FID the first to fall loses.
    pub(crate) fn claim_flag(&mut self, by: Actor) -> Decision {
        let clocks = &self.game.clocks;
        if !Side::BOTH.into_iter().any(|side| clocks.timed(side)) {
            return Err(Why::NoClock.into());
        }
        let [white, black] = Side::BOTH.map(|side| clocks.fell(side, self.at));
        let how = match (white, black) {
            (Some(_), Some(_)) if self.game.law.cite(Provision::BothFlags).is_some() => How::BothFlags,
            (Some(white), Some(black)) if white <= black => How::TimeUp(Side::White),
            (_, Some(_)) if by != Actor::Player(Side::Black) || white.is_some() => How::TimeUp(Side::Black),
            (Some(_), None) if by != Actor::Player(Side::White) => How::TimeUp(Side::White),
            _ => {
                let accused = if let Actor::Player(side) = by { !side } else { self.game.turn() };
                return self.refuse(Why::FlagUp(accused), Provision::TimeUp);
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
