//! Decisions at an arbiter's table: touched pieces, irregularities, accidents and clocks (FID 3, 4, 7, 8).

use std::time::Duration;

use damiera_rules::{Attempt, Illegal, Irregularity, Move, Piece, Provision, Setup, Side, Square};

use crate::classify::Classification;
use crate::command::{Actor, Blame, PlacementDoubt, StartFault};
use crate::decide::{Decision, Draft};
use crate::end::EndReason;
use crate::event::{Fact, TimeCharge, TouchEffect};
use crate::game::CorrectionRight;
use crate::physical_board::PhysicalBoard;
use crate::profile::{IrregularPolicy, TouchMove};
use crate::refusal::RefusalReason;
use crate::time::millis;

impl Draft {
    /// Whether the game is played on a real board, where irregularities are recorded.
    pub(crate) fn records(&self) -> bool {
        self.game.terms.profile.irregular == IrregularPolicy::Recorded
    }

    /// Refuses an action by the side that committed an irregularity until the opponent has decided (8.2).
    pub(crate) fn only_if_decided(&self, by: Side) -> Decision {
        if self.game.correction == CorrectionRight::Open(by) {
            return self.refuse(RefusalReason::Undecided, Provision::CorrectionRight);
        }
        Ok(())
    }

    /// The opponent continues play, so a pending irregularity can no longer be corrected (8.3).
    pub(crate) fn lapse(&mut self) {
        if matches!(self.game.correction, CorrectionRight::Open(_)) {
            self.add(Fact::Lapsed);
        }
    }

    /// Decides a move after another piece was touched: refused on a screen (3.7), irregular at the table (8.1.3).
    pub(crate) fn moved_other(&mut self, by: Side, m: Move, first: Square) -> Decision {
        if !self.records() {
            return self.refuse(RefusalReason::TouchedFirst(first), Provision::Touched);
        }
        let mut after = self.game.history.clone();
        after.push(&m);
        self.record_irregular(by, Irregularity::TouchedOther, after.setup())
    }

    pub(crate) fn out_of_turn(&mut self, by: Side, attempt: &Attempt) -> Decision {
        let turn = self.game.turn();
        let stands = if self.records() { self.game.history.displaced(attempt) } else { None };
        match stands {
            Some(stands) if self.game.history.owner(attempt.from()) == Some(by) => self.stands(by, &stands),
            _ => self.refuse(RefusalReason::NotYourTurn(turn), Provision::Turn),
        }
    }

    pub(crate) fn play_illegal(&mut self, by: Side, attempt: &Attempt, reason: Illegal) -> Decision {
        let told = self.records() && !matches!(reason, Illegal::Ambiguous { .. });
        let stands = if told { self.game.history.displaced(attempt) } else { None };
        match stands {
            Some(stands) => self.stands(by, &stands),
            None => {
                let article = self.game.rule_set.forbids(&reason);
                Err(RefusalReason::Illegal(reason).citing(Some(article)))
            }
        }
    }

    /// Classifies the position that a player left on a real board: a legal move, an irregularity, or unknown.
    pub(crate) fn stands(&mut self, by: Side, stands: &Setup) -> Decision {
        self.ensure_started()?;
        self.only_if_decided(by)?;
        let (turn, rule_set) = (self.game.turn(), self.game.rule_set);
        let board = PhysicalBoard::new(stands, rule_set.board)
            .map_err(|faults| RefusalReason::BadBoard(faults).citing(None))?;
        if by != turn && self.is_position_before(&board) {
            return self.irregular(by, Irregularity::TookBack, &board, by);
        }
        // After a move out of turn it is still the other side's move; the classifier expects that side in the set-up.
        match self.game.history.classify(&board.setup(!by)) {
            Classification::Legal { m, .. } => self.play_legal(by, m),
            Classification::Irregular(finding) => self.irregular(by, finding.kind, &board, !by),
            Classification::Unknown(why) => Err(RefusalReason::CannotTell(why).into()),
        }
    }

    fn is_position_before(&self, board: &PhysicalBoard) -> bool {
        let rule_set = self.game.rule_set;
        let before = self.game.history.setup_before(1);
        before
            .and_then(|setup| PhysicalBoard::new(&setup, rule_set.board).ok())
            .is_some_and(|before| before == *board)
    }

    fn irregular(&mut self, by: Side, kind: Irregularity, board: &PhysicalBoard, next: Side) -> Decision {
        if self.records() {
            return self.record_irregular(by, kind, board.setup(next));
        }
        self.refuse(RefusalReason::Irregular(kind), Provision::Irregular(kind))
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
            let board = self.game.rule_set.board;
            let wanted = PhysicalBoard::new(to, board)
                .map_err(|faults| RefusalReason::BadBoard(faults).citing(None))?;
            if !self.is_position_before(&wanted) {
                return self.refuse(RefusalReason::PartialCorrection, Provision::PartialCorrection);
            }
        }
        self.add(Fact::Corrected);
        Ok(())
    }

    fn only_the_opponent(&self, by: Side) -> Decision {
        match self.game.correction {
            CorrectionRight::Open(offender) if offender == by => {
                self.refuse(RefusalReason::OnlyOpponent, Provision::CorrectionRight)
            }
            CorrectionRight::Open(_) => Ok(()),
            CorrectionRight::Gone => {
                self.refuse(RefusalReason::CorrectionLapsed, Provision::CorrectionLapsed)
            }
            CorrectionRight::None => self.refuse(RefusalReason::NothingToCorrect, Provision::CorrectionRight),
        }
    }

    pub(crate) fn touch(&mut self, by: Side, square: Square) -> Decision {
        let open = matches!(self.game.correction, CorrectionRight::Open(_));
        if self.game.terms.profile.touch == TouchMove::Off && !open {
            return Err(RefusalReason::TouchIsFree.into());
        }
        let owner = self.owner(square)?;
        self.ensure_started()?;
        let touch = if by != self.game.turn() {
            TouchEffect::OutOfTurn
        } else if owner != by || !self.game.history.legal().iter().any(|m| m.from == square) {
            TouchEffect::Unplayable
        } else if self.game.touched.is_some_and(|first| first != square) {
            TouchEffect::AfterAnother
        } else {
            TouchEffect::Binds
        };
        let movable = matches!(touch, TouchEffect::Binds | TouchEffect::AfterAnother)
            || self.answers_withdrawn(by, square);
        if movable && self.game.correction != CorrectionRight::Open(by) {
            self.lapse(); // 8.3: touching a movable piece is enough
        }
        self.add(Fact::Touched { by, square, touch });
        self.settle();
        Ok(())
    }

    /// Whether a piece could have answered a move that was taken back (8.1.4). It is not the opponent's turn then, but
    /// such a piece counts as movable.
    fn answers_withdrawn(&self, by: Side, square: Square) -> bool {
        self.game.correction == CorrectionRight::Open(!by)
            && self.game.turn() == !by
            && self.game.history.legal_before(1).iter().any(|m| m.from == square)
    }

    fn owner(&self, square: Square) -> Result<Side, crate::refusal::Refusal> {
        self.game.history.owner(square).ok_or_else(|| RefusalReason::NoPiece(square).into())
    }

    pub(crate) fn adjust(&mut self, by: Side, square: Square) -> Decision {
        if self.game.terms.profile.touch == TouchMove::Off {
            return Err(RefusalReason::TouchIsFree.into());
        }
        self.owner(square)?;
        self.add(Fact::Adjusted { by, square });
        Ok(())
    }

    /// Late crowning counts as touching the piece (FID-IT 4.4, FID-EN 4.5).
    pub(crate) fn crown_late(&mut self, by: Side, square: Square) -> Decision {
        if !self.game.history.kings(by).contains(square) {
            return self.refuse(RefusalReason::NotCrowned(square), Provision::Crowning);
        }
        self.touch(by, square)
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
        let late = limits
            .minutes
            .is_some_and(|minutes| self.at.since(begun) >= Duration::from_secs(60 * u64::from(minutes)));
        let played = Side::BOTH.into_iter().all(|side| self.game.moves_by(side) >= limits.moves);
        if late || played {
            let why = RefusalReason::TooLateToAnnul { moves: limits.moves, minutes: limits.minutes };
            return self.refuse(why, matter);
        }
        let timed = Side::BOTH.into_iter().any(|side| self.game.clocks.timed(side));
        let charge = match blame {
            Blame::Direction if limits.shares_time && fault == StartFault::ColoursSwapped => {
                TimeCharge::Nothing
            }
            _ if limits.shares_time && !timed => {
                TimeCharge::Split(Duration::from_millis(millis(self.at.since(begun)) / 2))
            }
            _ => TimeCharge::AsShown,
        };
        self.add(Fact::Annulled { fault, charge });
        self.settle();
        Ok(())
    }

    pub(crate) fn disturb(&mut self) -> Decision {
        self.add(Fact::Disturbed);
        Ok(())
    }

    /// Restores the position before an accident, unless the player who asks has moved since (7.8).
    pub(crate) fn restore(&mut self, by: Actor) -> Decision {
        let Some(then) = self.game.disturbed else {
            return self.refuse(RefusalReason::NotDisturbed, Provision::Disturbed);
        };
        let plies = &self.game.plies;
        let mut since = plies.iter().rev().take(plies.len().saturating_sub(then));
        if let Actor::Player(side) = by
            && since.any(|ply| ply.by() == Some(side))
        {
            return self.refuse(RefusalReason::MovedSince, Provision::Disturbed);
        }
        self.add(Fact::Restored);
        Ok(())
    }

    pub(crate) fn destroyed(&mut self) -> Decision {
        if self.game.disturbed.is_none() {
            return self.refuse(RefusalReason::NotDisturbed, Provision::Disturbed);
        }
        self.end(EndReason::Destroyed)
    }

    /// Places a piece whose square is in doubt (7.5 to 7.7).
    pub(crate) fn settle_piece(
        &mut self,
        doubt: PlacementDoubt,
        piece: Piece,
        from: Option<Square>,
        to: Option<Square>,
    ) -> Decision {
        let rule_set = self.game.rule_set;
        let turn = self.game.turn();
        let mut board = PhysicalBoard::new(&self.game.setup(), rule_set.board)
            .map_err(|faults| RefusalReason::BadBoard(faults).citing(None))?;
        if let Some(from) = from {
            if board.at(from).is_none_or(|standing| standing.side != piece.side) {
                return Err(RefusalReason::NoPiece(from).into());
            }
            board.put(from, None);
        }
        if let Some(to) = to {
            if !rule_set.board.has(to) || board.at(to).is_some() {
                return Err(RefusalReason::Occupied(to).into());
            }
            board.put(to, Some(piece));
        }
        self.add(Fact::Settled { doubt, stands: board.setup(turn) });
        self.settle();
        Ok(())
    }

    pub(crate) fn pause(&mut self) -> Decision {
        if self.game.paused.is_some() {
            return Err(RefusalReason::Paused.into());
        }
        self.add(Fact::Paused);
        Ok(())
    }

    pub(crate) fn resume(&mut self) -> Decision {
        if self.game.paused.is_none() {
            return Err(RefusalReason::NotPaused.into());
        }
        self.add(Fact::Resumed);
        Ok(())
    }

    pub(crate) fn set_clocks(&mut self, left: [Duration; 2]) -> Decision {
        if !Side::BOTH.into_iter().any(|side| self.game.clocks.timed(side)) {
            return Err(RefusalReason::NoClock.into());
        }
        self.add(Fact::ClocksSet { left: left.map(|left| Duration::from_millis(millis(left))) });
        Ok(())
    }
}
