//! How each event changes a game. The state is a fold over the events.

use std::time::Duration;

use damiera_rules::{Irregularity, Move, Setup, Side};

use crate::command::StartFault;
use crate::count::{CountEffect, MenAndKings};
use crate::end::{EndReason, GameEnding};
use crate::event::{Event, Fact, TimeCharge, TouchEffect};
use crate::game::{CorrectionRight, Game, Ply, PlyKind};
use crate::time::Moment;

impl Game {
    /// Updates the state by one event. An event that is impossible in this game only increments the sequence number.
    pub fn apply(&mut self, event: &Event) {
        self.seq += 1;
        self.now = self.now.max(event.at);
        let at = event.at;
        match &event.fact {
            Fact::Started => {
                self.started = Some(at);
                self.clocks.run(self.turn(), at);
            }
            Fact::Moved { by, m, spared } => self.moved(*by, *m, at, *spared),
            Fact::Irregular { by, kind, stands } => self.irregular(*by, *kind, stands, at),
            Fact::Corrected => {
                self.take_back(1);
                self.correction = CorrectionRight::None;
                self.clocks.hand_to(self.turn(), at);
            }
            Fact::Kept | Fact::Lapsed => {
                self.correction = CorrectionRight::Gone;
                self.clocks.hand_to(self.turn(), at);
            }
            Fact::Touched { square, touch, .. } => {
                if *touch == TouchEffect::Binds {
                    self.touched = Some(*square);
                }
            }
            Fact::DrawOffered { by } => self.offer = Some(*by),
            Fact::DrawDeclined => self.offer = None,
            Fact::CountAsked { by, limit } => self.counts.ask(*by, self.move_number(), *limit),
            Fact::CountLowered { limit } => self.counts.lower(*limit),
            Fact::CountCancelled => self.counts.cancel(),
            Fact::TakebackAsked { by } => self.takeback = Some(*by),
            Fact::TakebackDeclined => self.takeback = None,
            Fact::TakenBack { plies } => {
                self.take_back(usize::from(*plies));
                self.clocks.hand_to(self.turn(), at);
            }
            Fact::Paused => {
                self.paused = Some(at);
                self.clocks.stop(at);
            }
            Fact::Resumed => {
                self.paused = None;
                self.clocks.run(self.thinking(), at);
            }
            Fact::ClocksSet { left } => {
                for side in Side::BOTH {
                    self.clocks.set(side, left[side as usize], at);
                }
            }
            Fact::Credited { side, time } => self.clocks.credit(*side, *time, at),
            Fact::Annulled { fault, charge } => self.begin_anew(*fault, *charge, at),
            Fact::Disturbed => self.disturbed = Some(self.plies.len()),
            Fact::Restored => {
                let since = self.disturbed.take().map_or(0, |plies| self.plies.len().saturating_sub(plies));
                self.take_back(since);
                self.clocks.hand_to(self.turn(), at);
            }
            Fact::Settled { stands, .. } => self.settled(stands, at),
            Fact::Ended { how } => self.ended(*how, at),
            Fact::Adjusted { .. } | Fact::FlagFell { .. } => {}
        }
    }

    fn moved(&mut self, by: Side, m: Move, at: Moment, spared: Duration) {
        if by == self.turn() && self.record(m, Some(at)) {
            self.clocks.press(by, at, spared);
            self.turn_passes(by);
        }
    }

    /// Plays a move if it is legal, updates the counts, and returns whether it was legal.
    pub(crate) fn record(&mut self, m: Move, at: Option<Moment>) -> bool {
        let (by, notation, before) = (self.turn(), self.history.written(&m), MenAndKings::of(&*self.history));
        let legal = self.history.push(&m);
        if legal {
            self.add_ply(PlyKind::Move(by, m), notation, at);
            self.count(by, &before);
        }
        legal
    }

    fn add_ply(&mut self, kind: PlyKind, notation: String, at: Option<Moment>) {
        let ply = Ply { kind, notation, at, counts: self.counts, moves_made: self.moves_made };
        if let Some(by) = ply.by() {
            let made = &mut self.moves_made[by as usize];
            *made = made.saturating_add(1);
        }
        self.plies.push_back_mut(ply);
    }

    fn count(&mut self, by: Side, before: &MenAndKings) {
        let stir = CountEffect::between(before, &MenAndKings::of(&*self.history));
        self.counts.step(&self.rule_set, by, stir, &*self.history, self.terms.profile.pace);
    }

    /// Ends a side's turn: offers and requests that it did not answer are withdrawn.
    fn turn_passes(&mut self, by: Side) {
        self.touched = None;
        self.takeback = None;
        if self.offer == Some(!by) {
            self.offer = None;
        }
    }

    fn irregular(&mut self, by: Side, kind: Irregularity, stands: &Setup, at: Moment) {
        let before = MenAndKings::of(&*self.history);
        if self.history.set(stands).is_err() {
            return;
        }
        let notation = self.history.setup().to_string();
        self.add_ply(PlyKind::Irregular(by, kind), notation, Some(at));
        self.count(by, &before);
        if self.clocks.thinks(by) {
            self.clocks.press(by, at, Duration::ZERO);
        }
        self.turn_passes(by);
        self.correction = CorrectionRight::Open(by);
    }

    fn settled(&mut self, stands: &Setup, at: Moment) {
        let before = MenAndKings::of(&*self.history);
        if self.history.set(stands).is_err() {
            return;
        }
        let notation = self.history.setup().to_string();
        self.add_ply(PlyKind::Settled, notation, Some(at));
        if MenAndKings::of(&*self.history) != before {
            self.counts.disturb(&self.rule_set, &*self.history, self.terms.profile.pace);
        }
        self.touched = None;
    }

    /// Takes back the last plies, including their effect on the counts.
    fn take_back(&mut self, plies: usize) {
        let plies = plies.min(self.plies.len());
        self.history.pop(plies);
        for _ in 0..plies {
            let Some(last) = self.plies.last() else { break };
            (self.counts, self.moves_made) = (last.counts, last.moves_made);
            self.plies.drop_last_mut();
        }
        self.touched = None;
        self.takeback = None;
        self.offer = None;
    }

    /// Restarts the game from its opening; the players keep their remaining time (FID 7.4).
    fn begin_anew(&mut self, fault: StartFault, charge: TimeCharge, at: Moment) {
        self.take_back(self.plies.len());
        self.correction = CorrectionRight::None;
        self.disturbed = None;
        // The opening was playable when the game was created, so it is playable again.
        let _ = self.play_opening();
        if fault == StartFault::ColoursSwapped {
            self.clocks.swap(at);
        }
        if charge == TimeCharge::Nothing {
            self.clocks.reset(at);
        }
        self.clocks.hand_to(self.turn(), at);
    }

    fn ended(&mut self, how: EndReason, at: Moment) {
        self.clocks.stop(at);
        self.offer = None;
        self.takeback = None;
        self.end = Some(GameEnding::new(how, &self.rule_set));
    }
}
