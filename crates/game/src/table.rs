//! What is decided at the arbiter's table: touching, irregularities, anomalies, clocks (FID 3, 4, 7, 8).

use std::time::Duration;

use damiera_rules::{Attempt, Illegal, Irregularity, Move, Piece, Provision, Setup, Side, Square};

use crate::classify::Verdict;
use crate::command::{Actor, Blame, Doubt, Fault};
use crate::decide::{Decision, Draft};
use crate::end::How;
use crate::event::{Charge, Fact, Touch};
use crate::game::Correction;
use crate::profile::{Irregular, TouchMove};
use crate::refusal::Why;
use crate::stand::Stand;
use crate::time::millis;

impl Draft {
    /// Whether a real board is played on, where anything can happen.
    pub(crate) fn records(&self) -> bool {
        self.game.terms.profile.irregular == Irregular::Recorded
    }

    /// Who erred waits for the opponent's decision (8.2).
    pub(crate) fn only_if_decided(&self, by: Side) -> Decision {
        if self.game.correction == Correction::Open(by) {
            return self.refuse(Why::Undecided, Provision::CorrectionRight);
        }
        Ok(())
    }

    /// The opponent goes on: an irregularity stands (8.3).
    pub(crate) fn lapse(&mut self) {
        if matches!(self.game.correction, Correction::Open(_)) {
            self.add(Fact::Lapsed);
        }
    }

    /// Another piece was touched first: refused on a screen (3.7), irregular at the table (8.1.3).
    pub(crate) fn moved_other(&mut self, by: Side, m: Move, first: Square) -> Decision {
        if !self.records() {
            return self.refuse(Why::TouchedFirst(first), Provision::Touched);
        }
        let mut after = self.game.line.clone();
        after.push(&m);
        self.record_irregular(by, Irregularity::TouchedOther, after.setup())
    }

    pub(crate) fn out_of_turn(&mut self, by: Side, attempt: &Attempt) -> Decision {
        let turn = self.game.turn();
        let stands = if self.records() { self.game.line.displaced(attempt) } else { None };
        match stands {
            Some(stands) if self.game.line.owner(attempt.from()) == Some(by) => self.stands(by, &stands),
            _ => self.refuse(Why::NotYourTurn(turn), Provision::Turn),
        }
    }

    pub(crate) fn play_illegal(&mut self, by: Side, attempt: &Attempt, reason: Illegal) -> Decision {
        let told = self.records() && !matches!(reason, Illegal::Ambiguous { .. });
        let stands = if told { self.game.line.displaced(attempt) } else { None };
        match stands {
            Some(stands) => self.stands(by, &stands),
            None => {
                let article = self.game.law.forbids(&reason);
                Err(Why::Illegal(reason).citing(Some(article)))
            }
        }
    }

    /// What a player left on a real board is a legal move, an irregularity, or cannot be told.
    pub(crate) fn stands(&mut self, by: Side, stands: &Setup) -> Decision {
        self.ensure_started()?;
        self.only_if_decided(by)?;
        let (turn, law) = (self.game.turn(), self.game.law);
        let board = Stand::new(stands, law.board).map_err(|faults| Why::BadBoard(faults).citing(None))?;
        if by != turn && self.is_position_before(&board) {
            return self.irregular(by, Irregularity::TookBack, &board, by);
        }
        // Out of turn it is still the other side's move afterwards: that is how the classifier sees it.
        match self.game.line.classify(&board.setup(!by)) {
            Verdict::Legal { m, .. } => self.play_legal(by, m),
            Verdict::Irregular(finding) => self.irregular(by, finding.kind, &board, !by),
            Verdict::Unknown(why) => Err(Why::CannotTell(why).into()),
        }
    }

    fn is_position_before(&self, board: &Stand) -> bool {
        let law = self.game.law;
        let before = self.game.line.setup_before(1);
        before.and_then(|setup| Stand::new(&setup, law.board).ok()).is_some_and(|before| before == *board)
    }

    fn irregular(&mut self, by: Side, kind: Irregularity, board: &Stand, next: Side) -> Decision {
        if self.records() {
            return self.record_irregular(by, kind, board.setup(next));
        }
        self.refuse(Why::Irregular(kind), Provision::Irregular(kind))
    }

    fn record_irregular(&mut self, by: Side, kind: Irregularity, stands: Setup) -> Decision {
        self.lapse();
        self.add(Fact::Irregular { by, kind, stands });
        Ok(())
    }

    pub(crate) fn keep(&mut self, by: Side) -> Decision {
        self.only_the_opponent(by)?;
        self.add(Fact::Kept);
        self.settle();
        Ok(())
    }

    pub(crate) fn correct(&mut self, by: Side, to: Option<&Setup>) -> Decision {
        self.only_the_opponent(by)?;
        if let Some(to) = to {
            let board = self.game.law.board;
            let wanted = Stand::new(to, board).map_err(|faults| Why::BadBoard(faults).citing(None))?;
            if !self.is_position_before(&wanted) {
                return self.refuse(Why::PartialCorrection, Provision::PartialCorrection);
            }
        }
        self.add(Fact::Corrected);
        Ok(())
    }

    fn only_the_opponent(&self, by: Side) -> Decision {
        match self.game.correction {
            Correction::Open(offender) if offender == by => {
                self.refuse(Why::OnlyOpponent, Provision::CorrectionRight)
            }
            Correction::Open(_) => Ok(()),
            Correction::Gone => self.refuse(Why::CorrectionLapsed, Provision::CorrectionLapsed),
            Correction::None => self.refuse(Why::NothingToCorrect, Provision::CorrectionRight),
        }
    }

    pub(crate) fn touch(&mut self, by: Side, square: Square) -> Decision {
        let open = matches!(self.game.correction, Correction::Open(_));
        if self.game.terms.profile.touch == TouchMove::Off && !open {
            return Err(Why::TouchIsFree.into());
        }
        let owner = self.owner(square)?;
        self.ensure_started()?;
        let touch = if by != self.game.turn() {
            Touch::OutOfTurn
        } else if owner != by || !self.game.line.legal().iter().any(|m| m.from == square) {
            Touch::Unplayable
        } else if self.game.touched.is_some_and(|first| first != square) {
            Touch::AfterAnother
        } else {
            Touch::Binds
        };
        let movable =
            matches!(touch, Touch::Binds | Touch::AfterAnother) || self.answers_withdrawn(by, square);
        if movable && self.game.correction != Correction::Open(by) {
            self.lapse(); // 8.3: touching a piece that can move is enough
        }
        self.add(Fact::Touched { by, square, touch });
        self.settle();
        Ok(())
    }

    /// After a move was taken back (8.1.4) it is not the opponent's turn: a piece of his that could have answered the
    /// move is then one that can move.
    fn answers_withdrawn(&self, by: Side, square: Square) -> bool {
        self.game.correction == Correction::Open(!by)
            && self.game.turn() == !by
            && self.game.line.legal_before(1).iter().any(|m| m.from == square)
    }

    fn owner(&self, square: Square) -> Result<Side, crate::refusal::Refusal> {
        self.game.line.owner(square).ok_or_else(|| Why::NoPiece(square).into())
    }

    pub(crate) fn adjust(&mut self, by: Side, square: Square) -> Decision {
        if self.game.terms.profile.touch == TouchMove::Off {
            return Err(Why::TouchIsFree.into());
        }
        self.owner(square)?;
        self.add(Fact::Adjusted { by, square });
        Ok(())
    }

    /// Crowning after the move counts as touching the piece (FID-IT 4.4, FID-EN 4.5).
    pub(crate) fn crown_late(&mut self, by: Side, square: Square) -> Decision {
        if !self.game.line.kings(by).contains(square) {
            return self.refuse(Why::NotCrowned(square), Provision::Crowning);
        }
        self.touch(by, square)
    }

    pub(crate) fn annul(&mut self, fault: Fault, blame: Blame) -> Decision {
        let matter = match fault {
            Fault::BoardTurned => Provision::BoardTurned,
            Fault::ColoursSwapped => Provision::ColoursSwapped,
        };
        let Some(limits) = self.game.law.annulment else {
            return self.refuse(Why::BookSilent, matter);
        };
        let begun = self.game.started.unwrap_or(self.at);
        let late = limits
            .minutes
            .is_some_and(|minutes| self.at.since(begun) >= Duration::from_secs(60 * u64::from(minutes)));
        let played = Side::BOTH.into_iter().all(|side| self.game.moves_by(side) >= limits.moves);
        if late || played {
            let why = Why::TooLateToAnnul { moves: limits.moves, minutes: limits.minutes };
            return self.refuse(why, matter);
        }
        let timed = Side::BOTH.into_iter().any(|side| self.game.clocks.timed(side));
        let charge = match blame {
            Blame::Direction if limits.shares_time && fault == Fault::ColoursSwapped => Charge::Nothing,
            _ if limits.shares_time && !timed => {
                Charge::Split(Duration::from_millis(millis(self.at.since(begun)) / 2))
            }
            _ => Charge::AsShown,
        };
        self.add(Fact::Annulled { fault, charge });
        self.settle();
        Ok(())
    }

    pub(crate) fn disturb(&mut self) -> Decision {
        self.add(Fact::Disturbed);
        Ok(())
    }

    /// The position before the accident, unless who asks has moved since (7.8).
    pub(crate) fn restore(&mut self, by: Actor) -> Decision {
        let Some(then) = self.game.disturbed else {
            return self.refuse(Why::NotDisturbed, Provision::Disturbed);
        };
        let since = self.game.plies.get(then..).unwrap_or_default();
        if let Actor::Player(side) = by
            && since.iter().any(|ply| ply.by() == Some(side))
        {
            return self.refuse(Why::MovedSince, Provision::Disturbed);
        }
        self.add(Fact::Restored);
        Ok(())
    }

    pub(crate) fn destroyed(&mut self) -> Decision {
        if self.game.disturbed.is_none() {
            return self.refuse(Why::NotDisturbed, Provision::Disturbed);
        }
        self.end(How::Destroyed)
    }

    /// Puts a piece where it belongs (7.5 to 7.7).
    pub(crate) fn settle_piece(
        &mut self,
        doubt: Doubt,
        piece: Piece,
        from: Option<Square>,
        to: Option<Square>,
    ) -> Decision {
        let law = self.game.law;
        let turn = self.game.turn();
        let mut board =
            Stand::new(&self.game.setup(), law.board).map_err(|faults| Why::BadBoard(faults).citing(None))?;
        if let Some(from) = from {
            if board.at(from).is_none_or(|standing| standing.side != piece.side) {
                return Err(Why::NoPiece(from).into());
            }
            board.put(from, None);
        }
        if let Some(to) = to {
            if !law.board.has(to) || board.at(to).is_some() {
                return Err(Why::Occupied(to).into());
            }
            board.put(to, Some(piece));
        }
        self.add(Fact::Settled { doubt, stands: board.setup(turn) });
        self.settle();
        Ok(())
    }

    pub(crate) fn pause(&mut self) -> Decision {
        if self.game.paused.is_some() {
            return Err(Why::Paused.into());
        }
        self.add(Fact::Paused);
        Ok(())
    }

    pub(crate) fn resume(&mut self) -> Decision {
        if self.game.paused.is_none() {
            return Err(Why::NotPaused.into());
        }
        self.add(Fact::Resumed);
        Ok(())
    }

    pub(crate) fn set_clocks(&mut self, left: [Duration; 2]) -> Decision {
        if !Side::BOTH.into_iter().any(|side| self.game.clocks.timed(side)) {
            return Err(Why::NoClock.into());
        }
        self.add(Fact::ClocksSet { left: left.map(|left| Duration::from_millis(millis(left))) });
        Ok(())
    }
}
