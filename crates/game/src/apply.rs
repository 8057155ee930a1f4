//! How each event changes a game. The state is a fold over the events.

use std::time::Duration;

use damiera_rules::{Article, Irregularity, Move, Provision, Rank, Setup, Side, Square, SquareSet};
use rpds::VectorSync;

use crate::classify::Classification;
use crate::clock::ClockMark;
use crate::command::StartFault;
use crate::count::{CountEffect, CountState, MenAndKings};
use crate::end::{EndReason, GameEnding};
use crate::event::{Event, Fact, TimeCharge, TouchEffect};
use crate::game::{CorrectionRight, Game, Ply, PlyKind, TableLogEntry};
use crate::profile::TouchMove;
use crate::time::Moment;

impl Game {
    /// Updates the state by one event. An event that is impossible in this game only increments the sequence number.
    pub fn apply(&mut self, event: &Event) {
        self.seq += 1;
        self.now = self.now.max(event.at);
        let at = event.at;
        if let Fact::Withdrawn { events } = event.fact {
            return self.withdraw(events, at);
        }
        if self.on_real_board() {
            self.log.push_back_mut(TableLogEntry { event: event.clone(), clocks: self.clocks.clone() });
        }
        match &event.fact {
            Fact::Started => {
                self.started = Some(at);
                self.clocks.run(self.turn(), at);
            }
            Fact::Moved { by, m, spared } => self.moved(*by, *m, at, *spared),
            Fact::Irregular { by, kind, article, stands } => self.irregular(*by, *kind, *article, stands, at),
            Fact::Corrected => self.corrected(at),
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
            Fact::CountAsked { by, limit } => {
                let at_move = self.move_number();
                self.change_counts(|counts| counts.ask(*by, at_move, *limit));
            }
            Fact::CountLowered { limit } => self.change_counts(|counts| counts.lower(*limit)),
            Fact::CountCancelled { .. } => self.change_counts(CountState::cancel),
            Fact::TakebackAsked { by } => self.takeback = Some(*by),
            Fact::TakebackDeclined => self.takeback = None,
            Fact::TakenBack { plies } => {
                self.take_back(usize::from(*plies), at);
                self.touched = None; // the opponent lets the player choose again
            }
            Fact::TriedInVain { by } => {
                let made = &mut self.illegal_tries[*by as usize];
                *made = made.saturating_add(1);
            }
            Fact::Paused => {
                self.paused = Some(at);
                self.clocks.stop(at);
            }
            Fact::Resumed => {
                self.paused = None;
                // At a table the clocks stand until the arbiter starts them (7.1), stopped before or not.
                if self.started.is_some() || !self.on_real_board() {
                    self.clocks.run(self.thinking(), at);
                }
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
                if since > 0 {
                    self.take_back(since, at);
                    self.drop_count_without_kings();
                    self.correction = CorrectionRight::None;
                }
            }
            Fact::Settled { stands, .. } => self.settled(stands, at),
            Fact::Ended { how } => self.ended(*how, at),
            Fact::LeftUnmarked { square, .. } => self.remark(*square, Rank::Man, at),
            Fact::Crowned { square, .. } => self.remark(*square, Rank::King, at),
            Fact::PlacementProposed { by, placement } => self.proposal = Some((*by, *placement)),
            Fact::VacationStarted { by } => self.clocks.begin_vacation(*by, at),
            Fact::VacationEnded { by } => self.clocks.end_vacation(*by, at),
            Fact::Adjusted { .. }
            | Fact::Objected { .. }
            | Fact::FlagFell { .. }
            | Fact::Withdrawn { .. } => {}
        }
    }

    fn moved(&mut self, by: Side, m: Move, at: Moment, spared: Duration) {
        if by == self.turn() && self.record(m, Some(at)) {
            let mark = self.clocks.press(by, at, spared);
            self.mark_clock(mark);
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
        let (counts, moves_made, touched) = (self.counts, self.moves_made, self.touched);
        let ply = Ply {
            kind,
            notation,
            displacement: None,
            at,
            counts,
            moves_made,
            touched,
            article: None,
            clock: None,
        };
        if let Some(by) = ply.by() {
            let made = &mut self.moves_made[by as usize];
            *made = made.saturating_add(1);
        }
        self.plies.push_back_mut(ply);
    }

    /// Changes the last ply, if there is one.
    fn change_last_ply(&mut self, change: impl FnOnce(&mut Ply)) {
        let Some(mut ply) = self.plies.last().cloned() else { return };
        change(&mut ply);
        self.plies.set_mut(self.plies.len() - 1, ply);
    }

    fn mark_clock(&mut self, mark: ClockMark) {
        self.change_last_ply(|ply| ply.clock = Some(mark));
    }

    /// Changes the counts. At a table a request outlives a correction of the last ply, its withdrawal by the player (8.1.4),
    /// and the restoration of the position before an accident.
    fn change_counts(&mut self, change: impl Fn(&mut CountState)) {
        change(&mut self.counts);
        if !self.on_real_board() {
            return;
        }
        let last = self.plies.len().saturating_sub(1);
        let first = self.disturbed.map_or(last, |disturbed| disturbed.min(last));
        for number in first..self.plies.len() {
            let Some(mut ply) = self.plies.get(number).cloned() else { continue };
            change(&mut ply.counts);
            self.plies.set_mut(number, ply);
        }
    }

    /// Cancels a requested count in a position that was taken back to, if it has no kings to count.
    fn drop_count_without_kings(&mut self) {
        let needs_king_each = self.rule_set.king_moves.needs_king_each;
        if needs_king_each && !MenAndKings::of(&*self.history).king_each() {
            self.counts.cancel();
        }
    }

    fn count(&mut self, by: Side, before: &MenAndKings) {
        let stir = CountEffect::between(before, &MenAndKings::of(&*self.history));
        self.counts.step(&self.rule_set, by, stir, &*self.history, self.terms.pace());
    }

    /// Ends a side's turn: offers and requests that it did not answer are withdrawn.
    fn turn_passes(&mut self, by: Side) {
        self.touched = None;
        self.takeback = None;
        self.proposal = None;
        if self.offer == Some(!by) {
            self.offer = None;
        }
    }

    fn irregular(
        &mut self,
        by: Side,
        kind: Irregularity,
        article: Option<Article>,
        stands: &Setup,
        at: Moment,
    ) {
        let before = MenAndKings::of(&*self.history);
        let undone = self.last_played().filter(|_| kind == Irregularity::TookBack);
        let undone = undone.map(|ply| (ply.counts, ply.moves_made));
        let (to_move, touched) = (self.turn(), self.touched);
        let pieces = self.history.pieces(to_move);
        let displacement = self.displacement(stands);
        if self.history.set(stands).is_err() {
            return;
        }
        let notation = self.history.setup().to_string();
        self.add_ply(PlyKind::Irregular(by, kind), notation, Some(at));
        let article = article.or_else(|| self.rule_set.cite(Provision::Irregular(kind)));
        self.change_last_ply(|ply| (ply.article, ply.displacement) = (article, displacement));
        match undone {
            // A move that was taken back counts neither as a move nor towards a draw.
            Some((counts, moves_made)) => {
                (self.counts, self.moves_made) = (counts, moves_made);
                self.drop_count_without_kings();
            }
            None => self.count(by, &before),
        }
        if self.clocks.thinks(by) {
            let mark = self.clocks.press(by, at, Duration::ZERO);
            self.mark_clock(mark);
        }
        self.turn_passes(by);
        if by != to_move && self.turn() == to_move {
            // The side to move has not moved, so it still has to move the piece that it touched (3.7).
            self.touched = touched.and_then(|square| self.follow(square, to_move, pieces));
        }
        self.correction = CorrectionRight::Open(by);
    }

    /// What was done on the board in notation, if a single piece was displaced.
    fn displacement(&self, stands: &Setup) -> Option<String> {
        match self.history.classify(stands) {
            Classification::Legal { notation, .. } => Some(notation),
            Classification::Irregular(finding) => finding.notation,
            Classification::Unknown(_) => None,
        }
    }

    /// Marks a piece as a king or removes its mark, if it is not marked so already.
    fn remark(&mut self, square: Square, rank: Rank, at: Moment) {
        let mut stands = self.history.setup();
        let piece = stands.pieces.iter_mut().find(|(place, _)| place.on(self.rule_set.board) == Some(square));
        let Some((_, piece)) = piece.filter(|(_, piece)| piece.rank != rank) else { return };
        piece.rank = rank;
        if self.history.set(&stands).is_ok() {
            let notation = self.history.setup().to_string();
            self.add_ply(PlyKind::Settled, notation, Some(at));
            self.counts.remark(&self.rule_set, &*self.history, self.terms.pace());
        }
    }

    fn settled(&mut self, stands: &Setup, at: Moment) {
        let turn = self.turn();
        let pieces = self.history.pieces(turn);
        let before = MenAndKings::of(&*self.history);
        if self.history.set(stands).is_err() {
            return;
        }
        let notation = self.history.setup().to_string();
        self.add_ply(PlyKind::Settled, notation, Some(at));
        if MenAndKings::of(&*self.history) != before {
            self.counts.disturb(&self.rule_set, &*self.history, self.terms.pace());
        }
        self.proposal = None;
        self.touched = self.touched.and_then(|touched| self.follow(touched, turn, pieces));
    }

    /// The square of a touched piece after somebody else displaced a piece: the obligation goes with it (3.7).
    fn follow(&self, touched: Square, side: Side, before: SquareSet) -> Option<Square> {
        let now = self.history.pieces(side);
        if now.contains(touched) {
            return Some(touched);
        }
        let (gone, came) = (before - now, now - before);
        if gone.len() == 1 { came.iter().next() } else { None }
    }

    /// Undoes an irregularity (8.2). A touched piece remains touched, and so is the piece that was moved irregularly
    /// (3.7); the duty to move it ends when it has no legal move (3.10).
    fn corrected(&mut self, at: Moment) {
        let moved = self.displaced_last();
        self.take_back(1, at);
        self.correction = CorrectionRight::None;
        self.drop_count_without_kings();
        let turn = self.turn();
        if self.terms.profile.touch == TouchMove::On && self.touched().is_none() {
            self.touched = moved.filter(|&square| self.history.pieces(turn).contains(square));
        }
    }

    /// The square that the last ply's side moved its only displaced piece from.
    fn displaced_last(&self) -> Option<Square> {
        let by = self.plies.last()?.by()?;
        let before = self.history.pieces_before(1, by)?;
        let gone = before - self.history.pieces(by);
        if gone.len() == 1 { gone.iter().next() } else { None }
    }

    /// Takes back the last plies, including their effect on the counts, the touched piece and the clocks.
    fn take_back(&mut self, plies: usize, at: Moment) {
        let plies = plies.min(self.plies.len());
        self.history.pop(plies);
        let mut marks = Vec::new();
        for _ in 0..plies {
            let Some(last) = self.plies.last() else { break };
            (self.counts, self.moves_made, self.touched) = (last.counts, last.moves_made, last.touched);
            marks.extend(last.clock);
            self.plies.drop_last_mut();
        }
        // What is played again after a correction is played after the accident.
        self.disturbed = self.disturbed.map(|then| then.min(self.plies.len()));
        self.clocks.undo(marks, self.turn(), at);
        self.takeback = None;
        self.offer = None;
    }

    /// Restarts the game from its opening; the players keep their remaining time (FID 7.4).
    fn begin_anew(&mut self, fault: StartFault, charge: TimeCharge, at: Moment) {
        self.take_back_all();
        self.correction = CorrectionRight::None;
        self.disturbed = None;
        self.proposal = None;
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

    /// Returns to the start position; the clocks are left alone.
    fn take_back_all(&mut self) {
        self.history.pop(self.plies.len());
        if let Some(first) = self.plies.first() {
            (self.counts, self.moves_made) = (first.counts, first.moves_made);
        }
        self.plies = VectorSync::new_sync();
        (self.touched, self.takeback, self.offer) = (None, None, None);
    }

    fn ended(&mut self, how: EndReason, at: Moment) {
        self.clocks.stop(at);
        self.offer = None;
        self.takeback = None;
        self.end = Some(GameEnding::new(how, &self.rule_set));
    }
}
