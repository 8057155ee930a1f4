//! From a command to its events or its refusal.

use std::time::Duration;

use damiera_rules::{Attempt, Irregularity, Move, Provision, Side};

use crate::command::{AbsentPlayers, Action, Actor, Command};
use crate::count::{DrawCount, MenAndKings};
use crate::end::EndReason;
use crate::event::{Event, Fact};
use crate::game::{CorrectionRight, Game};
use crate::profile::{Counting, FlagPolicy, Takebacks};
use crate::refusal::{Refusal, RefusalReason};
use crate::time::{Moment, millis};

/// The result of one step of a decision: events were added to the draft, or the command is refused.
pub(crate) type Decision = Result<(), Refusal>;

impl Game {
    /// The events that follow from a command, or why it is refused. Nothing changes until they are applied.
    ///
    /// If the profile watches flags and a flag fell before the command, the events are the flag fall and the end.
    pub fn decide(&self, command: &Command) -> Result<Vec<Event>, Refusal> {
        self.decide_sparing(command, Duration::ZERO)
    }

    /// [`Game::decide`] with lag compensation: a move is not charged for this much network delay. At most the time
    /// since the last event is compensated.
    pub fn decide_sparing(&self, command: &Command, lag: Duration) -> Result<Vec<Event>, Refusal> {
        Ok(self.foresee(command, lag)?.0)
    }

    /// [`Game::decide_sparing`], which also returns the game after the events. Its cost does not depend on the length
    /// of the game.
    pub fn foresee(&self, command: &Command, lag: Duration) -> Result<(Vec<Event>, Self), Refusal> {
        if self.end.is_some() && !self.may_reopen(command) {
            return Err(RefusalReason::GameOver.into());
        }
        let at = command.at.max(self.now);
        let lag = if matches!(command.action, Action::Move(_)) { lag } else { Duration::ZERO };
        let spared = Duration::from_millis(millis(lag)).min(at.since(self.now));
        let mut draft = Draft { game: self.clone(), events: Vec::new(), at, spared };
        for event in self.lapsed_vacations(at.minus(spared)) {
            draft.game.apply(&event);
            draft.events.push(event);
        }
        let flag = draft.game.watched_flag(at.minus(spared));
        match flag.filter(|_| self.end.is_none()) {
            Some(fall) => draft.flag_falls(fall),
            None => draft.answer(command)?,
        }
        Ok((draft.events, draft.game))
    }

    /// The event that gives back the time during which the server was down; `None` if no clock was running. Apply it
    /// before anything else: a flag that fell during the downtime did not fall.
    #[must_use]
    pub fn credit(&self, at: Moment, away: Duration) -> Option<Event> {
        let (side, since) = self.clocks.running().filter(|_| self.end.is_none())?;
        let at = at.max(self.now);
        let time = Duration::from_millis(millis(away.min(at.since(since))));
        (!time.is_zero()).then(|| Event::new(at, Fact::Credited { side, time }))
    }

    /// For how long a clock has been running; `None` if none runs.
    #[must_use]
    pub fn running_time(&self, at: Moment) -> Option<Duration> {
        self.clocks.running().map(|(_, since)| at.since(since))
    }

    /// The event that gives back the time until an instant, such as when the side to move learned that it is its turn; `None` if no
    /// clock ran before.
    #[must_use]
    pub fn credit_until(&self, at: Moment, until: Moment) -> Option<Event> {
        let (_, since) = self.clocks.running()?;
        self.credit(at, until.since(since))
    }

    /// Whether a command may act on a game that is over: at a table the arbiter withdraws an end entered by mistake.
    fn may_reopen(&self, command: &Command) -> bool {
        self.on_real_board() && command.by == Actor::Arbiter && command.action == Action::Undo
    }

    fn watched_flag(&self, at: Moment) -> Option<(Side, Moment)> {
        if self.terms.profile.flags == FlagPolicy::Claimed {
            return None;
        }
        Side::BOTH.into_iter().find_map(|side| Some((side, self.clocks.fell(side, at)?)))
    }
}

/// Whether a man that reached the crown row was marked as a king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CrownMark {
    /// It was, or no man reached it.
    Done,
    /// It was not.
    Missing,
}

/// A copy of the game to which the events of a decision are applied as they are found.
pub(crate) struct Draft {
    pub(crate) game: Game,
    pub(crate) events: Vec<Event>,
    pub(crate) at: Moment,
    /// Lag compensation for a move.
    spared: Duration,
}

impl Draft {
    pub(crate) fn add(&mut self, fact: Fact) {
        let continues = self.records() && !self.events.is_empty();
        let event = Event { at: self.at, continues, fact };
        self.game.apply(&event);
        self.events.push(event);
    }

    pub(crate) fn end(&mut self, how: EndReason) -> Decision {
        self.add(Fact::Ended { how });
        Ok(())
    }

    pub(crate) fn refuse(&self, why: RefusalReason, matter: Provision) -> Decision {
        Err(why.citing(self.game.rule_set.cite(matter)))
    }

    /// Refuses what only the side to move may do. The CBD says who makes the first move, and nothing of the others.
    pub(crate) fn refuse_turn(&self) -> Decision {
        let (game, turn) = (&self.game, self.game.turn());
        let begins = turn == game.rule_set.first && Side::BOTH.into_iter().all(|side| !game.has_moved(side));
        let matter =
            if begins { Provision::Irregular(Irregularity::WrongSideFirst) } else { Provision::Turn };
        self.refuse(RefusalReason::NotYourTurn(turn), matter)
    }

    fn flag_falls(&mut self, (side, fell): (Side, Moment)) {
        self.at = fell.max(self.game.now);
        self.add(Fact::FlagFell { side });
        self.add(Fact::Ended { how: EndReason::TimeUp(side) });
    }

    fn answer(&mut self, command: &Command) -> Decision {
        match (&command.action, command.by) {
            (Action::Start, Actor::Player(by)) if by != self.game.turn() => self.refuse_turn(),
            (Action::Start, _) => self.start(),
            (Action::Count(limit), by) => self.ask_count(by, *limit),
            (Action::Flag, by) => self.claim_flag(by),
            // These accidents happen on a real board only.
            (Action::Annul(..) | Action::Disturb | Action::Restore, Actor::Player(_)) if !self.records() => {
                Err(RefusalReason::OnlyAtTable.into())
            }
            (Action::Annul(fault, blame), _) => self.annul(*fault, *blame),
            (Action::Disturb, _) => self.disturb(),
            (Action::Restore, by) => self.restore(by),
            (Action::Settle(placement), by) => self.settle_piece(by, *placement),
            (Action::ClaimDraw | Action::DeclareDraw, Actor::Arbiter) => self.declare_draw(),
            // A draw that is due may be declared by anybody at the table (CBD 99, 100).
            (Action::DeclareDraw, Actor::Player(by)) => self.claim_draw(by),
            (action, Actor::Player(by)) => self.answer_player(action, by),
            (action, Actor::Arbiter) => self.answer_arbiter(action),
        }
    }

    fn answer_player(&mut self, action: &Action, by: Side) -> Decision {
        match action {
            Action::Move(attempt) => self.play(by, attempt),
            Action::Stands(setup) => self.stands(by, setup),
            Action::Touch(square) => self.touch(by, *square),
            Action::Adjust(square) => self.adjust(by, *square),
            Action::CrownLate(square) => self.crown_late(by, *square),
            Action::Resign => {
                self.only_if_not_drawn()?;
                self.end(EndReason::Resignation(by))
            }
            Action::Abort => self.abort(by),
            Action::OfferDraw => self.offer_draw(by),
            Action::AcceptDraw => self.accept_draw(by),
            Action::DeclineDraw => self.decline_draw(by),
            Action::ClaimDraw => self.claim_draw(by),
            Action::AskTakeback => self.ask_takeback(by),
            Action::AcceptTakeback => self.accept_takeback(by),
            Action::DeclineTakeback => self.decline_takeback(by),
            Action::Keep => self.keep(by),
            Action::Correct(to) => self.correct(by, to.as_ref()),
            Action::Object(objection) => self.object(by, *objection),
            Action::StartVacation => self.start_vacation(by),
            Action::EndVacation => self.end_vacation(by),
            _ => Err(RefusalReason::OnlyArbiter.into()),
        }
    }

    fn answer_arbiter(&mut self, action: &Action) -> Decision {
        match action {
            Action::CancelCount => self.cancel_count(),
            Action::Pause => self.pause(),
            Action::Resume => self.resume(),
            Action::SetClocks(left) => self.set_clocks(*left),
            Action::Destroyed => self.destroyed(),
            Action::RefusesRules(side) => {
                self.only_if_not_drawn()?;
                self.end(EndReason::RefusesRules(*side))
            }
            Action::NoShow(absent) => self.forfeit_absent(*absent),
            Action::Undo => self.undo(),
            Action::Keep | Action::Correct(_) => {
                self.refuse(RefusalReason::OnlyOpponent, Provision::CorrectionRight)
            }
            _ => Err(RefusalReason::OnlyPlayer.into()),
        }
    }

    fn start(&mut self) -> Decision {
        if self.game.started.is_some() {
            return Err(RefusalReason::Begun.into());
        }
        if self.game.paused.is_some() && self.records() {
            return Err(RefusalReason::Paused.into());
        }
        self.add(Fact::Started);
        self.settle();
        Ok(())
    }

    /// Starts the game if this is the first action on the board.
    pub(crate) fn ensure_started(&mut self) -> Decision {
        if self.game.paused.is_some() {
            return Err(RefusalReason::Paused.into());
        }
        if self.game.started.is_none() {
            self.start()?;
        }
        if self.game.end.is_some() { Err(RefusalReason::GameOver.into()) } else { Ok(()) }
    }

    fn play(&mut self, by: Side, attempt: &Attempt) -> Decision {
        self.ensure_started()?;
        self.only_if_decided(by)?;
        self.only_if_not_drawn()?;
        if by != self.game.turn() {
            return self.out_of_turn(by, attempt);
        }
        match self.game.history.judge(attempt) {
            Ok(m) => self.play_legal(by, m),
            Err(reason) => self.play_illegal(by, attempt, reason),
        }
    }

    /// Plays a legal move, unless another piece was touched first.
    pub(crate) fn play_legal(&mut self, by: Side, m: Move) -> Decision {
        self.play_marked(by, m, CrownMark::Done)
    }

    /// [`Draft::play_legal`] with what became of a man that reached the crown row.
    pub(crate) fn play_marked(&mut self, by: Side, m: Move, mark: CrownMark) -> Decision {
        if let Some(first) = self.game.touched().filter(|&first| first != m.from) {
            return self.moved_other(by, m, first);
        }
        self.lapse();
        self.add(Fact::Moved { by, m, spared: self.spared });
        if mark == CrownMark::Missing && self.game.unmarked_is_man() {
            self.add(Fact::LeftUnmarked { by, square: m.to });
        }
        self.settle();
        Ok(())
    }

    /// Ends the game if it is over, and starts a count if the profile counts automatically (FID 10.2).
    pub(crate) fn settle(&mut self) {
        if matches!(self.game.correction, CorrectionRight::Open(_)) || self.game.end.is_some() {
            return;
        }
        if let Some(how) = self.lost() {
            return self.add(Fact::Ended { how });
        }
        let automatic = self.game.terms.profile.counting == Counting::Automatic;
        let rule_set = self.game.rule_set;
        let may_count = rule_set.counts_when_asked() && MenAndKings::of(&*self.game.history).king_each();
        if automatic && may_count && !self.game.counts.is_asked() {
            let limit = self.game.terms.profile.count_limit.unwrap_or(rule_set.king_moves.limit); // FID-IT 11
            self.add(Fact::CountAsked { by: Actor::Arbiter, limit });
        }
        // In CBD games without automatic counting, a player has to claim the draw (97b).
        if automatic || rule_set.counts_when_asked() {
            let full = self.game.counts().into_iter().find(DrawCount::is_full);
            if let Some(count) = full {
                self.add(Fact::Ended { how: count.ending() });
            }
        }
    }

    fn lost(&self) -> Option<EndReason> {
        let history = &self.game.history;
        let turn = history.turn();
        let bare = |side: &Side| history.men(*side).is_empty() && history.kings(*side).is_empty();
        match [turn, !turn].into_iter().find(bare) {
            Some(side) => Some(EndReason::NoPieces(side)),
            None if history.legal().is_empty() => Some(EndReason::NoMove(turn)),
            None => None,
        }
    }

    fn abort(&mut self, by: Side) -> Decision {
        if !self.game.may_abort() {
            return Err(RefusalReason::TooLateToAbort.into());
        }
        self.end(EndReason::Aborted(by))
    }

    /// Who has made a move has appeared.
    fn forfeit_absent(&mut self, absent: AbsentPlayers) -> Decision {
        if Side::BOTH.into_iter().any(|side| absent.has(side) && self.game.has_moved(side)) {
            return Err(RefusalReason::HasAppeared.into());
        }
        self.only_if_not_drawn()?;
        self.end(EndReason::NoShow(absent))
    }

    fn ask_takeback(&mut self, by: Side) -> Decision {
        if self.game.terms.profile.takebacks == Takebacks::Never {
            return Err(RefusalReason::NoTakebacks.into());
        }
        if self.plies_to_take_back(by).is_none() || self.game.takeback.is_some() {
            return Err(RefusalReason::NothingToTakeBack.into());
        }
        self.add(Fact::TakebackAsked { by });
        Ok(())
    }

    /// The number of plies from a side's last move to now; balloted moves cannot be taken back.
    fn plies_to_take_back(&self, by: Side) -> Option<u8> {
        let mut last_first = self.game.plies.iter().rev();
        let own = last_first.position(|ply| ply.by() == Some(by) && ply.at.is_some())?;
        u8::try_from(own + 1).ok()
    }

    fn accept_takeback(&mut self, by: Side) -> Decision {
        let asked = self.game.takeback.filter(|&asked| asked != by);
        match asked.and_then(|asked| self.plies_to_take_back(asked)) {
            Some(plies) => {
                self.add(Fact::TakenBack { plies });
                Ok(())
            }
            None => Err(RefusalReason::NoTakebackAsked.into()),
        }
    }

    fn decline_takeback(&mut self, by: Side) -> Decision {
        if self.game.takeback != Some(!by) {
            return Err(RefusalReason::NoTakebackAsked.into());
        }
        self.add(Fact::TakebackDeclined);
        Ok(())
    }
}
