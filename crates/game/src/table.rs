//! Decisions at an arbiter's table: touched pieces, irregularities and clocks (FID 3, 4, 8).

mod objections;
mod placement;

use std::time::Duration;

use damiera_rules::{
    Article, Attempt, Illegal, Irregularity, Move, Piece, Provision, Rank, Setup, Side, Square,
};

use crate::classify::Classification;
use crate::decide::{CrownMark, Decision, Draft};
use crate::event::{Adjustment, Fact, TouchEffect};
use crate::game::{CorrectionRight, Game};
use crate::physical_board::PhysicalBoard;
use crate::profile::TouchMove;
use crate::refusal::{Refusal, RefusalReason};
use crate::terms::Terms;
use crate::time::millis;

impl Draft {
    /// Whether the game is played on a real board, where irregularities are recorded.
    pub(crate) fn records(&self) -> bool {
        self.game.on_real_board()
    }

    /// Refuses an action by the side that committed an irregularity until the opponent has decided (8.2).
    pub(crate) fn only_if_decided(&self, by: Side) -> Decision {
        if self.game.correction == CorrectionRight::Open(by) {
            return self.refuse(RefusalReason::Undecided, Provision::CorrectionRight);
        }
        Ok(())
    }

    /// Refuses a change of the position, or a draw, while an irregularity can be corrected: the correction would undo the
    /// wrong thing.
    pub(crate) fn only_if_nothing_is_open(&self) -> Decision {
        if matches!(self.game.correction, CorrectionRight::Open(_)) {
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
        self.record_irregular(by, Irregularity::TouchedOther, None, after.setup())
    }

    pub(crate) fn out_of_turn(&mut self, by: Side, attempt: &Attempt) -> Decision {
        let stands = if self.records() { self.game.history.displaced(attempt) } else { None };
        match stands {
            Some(stands) if self.game.history.owner(attempt.from()) == Some(by) => self.stands(by, &stands),
            _ => self.refuse_turn(),
        }
    }

    pub(crate) fn play_illegal(&mut self, by: Side, attempt: &Attempt, reason: Illegal) -> Decision {
        if self.game.is_blindfold(by) {
            return self.try_in_vain(by, &reason);
        }
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
        self.only_if_not_drawn()?;
        let board = PhysicalBoard::new(stands, self.game.rule_set.board)
            .map_err(|faults| RefusalReason::BadBoard(faults).citing(None))?;
        match self.game.classify_board(by, &board) {
            Classification::Legal { m, uncrowned, .. } => {
                let mark = if uncrowned.is_some() { CrownMark::Missing } else { CrownMark::Done };
                self.play_marked(by, m, mark)
            }
            Classification::Irregular(finding) => {
                let next = if finding.kind == Irregularity::TookBack { by } else { !by };
                self.irregular(by, finding.kind, finding.article, &board, next)
            }
            Classification::Unknown(why) => Err(RefusalReason::CannotTell(why).into()),
        }
    }

    fn irregular(
        &mut self,
        by: Side,
        kind: Irregularity,
        article: Option<Article>,
        board: &PhysicalBoard,
        next: Side,
    ) -> Decision {
        let listed = self.game.rule_set.cite(Provision::Irregular(kind));
        let stands = self.as_ranked(by, kind, board).setup(next);
        if !self.records() {
            return Err(RefusalReason::Irregular(kind).citing(article.or(listed)));
        }
        let faults = self.game.history.check(&stands);
        faults.map_err(|faults| RefusalReason::BadBoard(faults).citing(None))?;
        self.record_irregular(by, kind, article.filter(|_| article != listed), stands)
    }

    /// The board with a king that moved unmarked as the king it is, where recording is prescribed (FID-IT 4.5).
    fn as_ranked(&self, by: Side, kind: Irregularity, board: &PhysicalBoard) -> PhysicalBoard {
        let mut ranked = board.clone();
        if kind == Irregularity::UnmarkedKing && !self.game.unmarked_is_man() {
            let before = self.game.history.pieces(by);
            let moved = board.squares().filter(|&square| !before.contains(square));
            for square in moved {
                if let Some(piece) = board.at(square).filter(|piece| piece.side == by) {
                    ranked.put(square, Some(Piece { rank: Rank::King, ..piece }));
                }
            }
        }
        ranked
    }

    fn record_irregular(
        &mut self,
        by: Side,
        kind: Irregularity,
        article: Option<Article>,
        stands: Setup,
    ) -> Decision {
        self.lapse();
        self.add(Fact::Irregular { by, kind, article, stands });
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
            if !self.game.is_position_before(&wanted) {
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
        self.only_if_not_drawn()?;
        let touch = if by != self.game.turn() {
            TouchEffect::OutOfTurn
        } else if owner != by || !self.game.history.legal().iter().any(|m| m.from == square) {
            TouchEffect::Unplayable
        } else if self.game.touched().is_some_and(|first| first != square) {
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

    fn owner(&self, square: Square) -> Result<Side, Refusal> {
        self.game.history.owner(square).ok_or_else(|| RefusalReason::NoPiece(square).into())
    }

    pub(crate) fn adjust(&mut self, by: Side, square: Square) -> Decision {
        if self.game.terms.profile.touch == TouchMove::Off {
            return Err(RefusalReason::TouchIsFree.into());
        }
        self.owner(square)?;
        let adjustment = if by == self.game.turn() { Adjustment::Announced } else { Adjustment::OutOfTurn };
        self.add(Fact::Adjusted { by, square, adjustment });
        Ok(())
    }

    /// Late crowning counts as touching the piece (FID-IT 4.4, FID-EN 4.5); the opponent may crown it as a courtesy (4.3).
    pub(crate) fn crown_late(&mut self, by: Side, square: Square) -> Decision {
        if !self.records() {
            return Err(RefusalReason::OnlyAtTable.into());
        }
        self.only_if_not_drawn()?;
        let (history, rule_set) = (&self.game.history, self.game.rule_set);
        let waits = |side: Side| history.men(side).contains(square) && rule_set.crowns(side, square);
        let is_king = |side: Side| history.kings(side).contains(square);
        let Some(owner) = Side::BOTH.into_iter().find(|&side| waits(side) || is_king(side)) else {
            return self.refuse(RefusalReason::NotCrowned(square), Provision::Crowning);
        };
        let is_man = waits(owner);
        if !is_man && self.game.is_marked(owner, square) {
            return self.refuse(RefusalReason::CrownedAlready(square), Provision::Crowning);
        }
        if owner == by {
            self.add(Fact::Crowned { by, square });
            self.touch(by, square)?;
            return if is_man { self.only_if_nothing_is_open() } else { Ok(()) };
        }
        if !rule_set.crowns(owner, square) {
            return self.refuse(RefusalReason::NotCrowned(square), Provision::Crowning);
        }
        self.only_if_nothing_is_open()?;
        self.add(Fact::Crowned { by, square });
        Ok(())
    }

    /// Withdraws the last entry at the table.
    pub(crate) fn undo(&mut self) -> Decision {
        if !self.records() {
            return Err(RefusalReason::OnlyAtTable.into());
        }
        match self.game.last_entry() {
            Some(events) => {
                self.add(Fact::Withdrawn { events });
                Ok(())
            }
            None => Err(RefusalReason::NothingToUndo.into()),
        }
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
        if left.iter().any(|&left| left > Terms::LONGEST_TIME) {
            return Err(RefusalReason::TooMuchTime.into());
        }
        self.add(Fact::ClocksSet { left: left.map(|left| Duration::from_millis(millis(left))) });
        Ok(())
    }
}

impl Game {
    /// Whether a king is known to be marked: it has been crowned since it was promoted, has moved as a king, or was one
    /// when the game began. A move that is entered does not say whether the man was crowned at once.
    fn is_marked(&self, owner: Side, mut square: Square) -> bool {
        for fact in self.log.iter().rev().map(|logged| &logged.event.fact) {
            match fact {
                Fact::Crowned { square: crowned, .. } if *crowned == square => return true,
                Fact::Moved { m, .. } if m.to == square => return !m.promotes,
                Fact::Irregular { by, kind: Irregularity::UnmarkedKing, .. } if *by == owner => return false,
                Fact::Settled { from: Some(from), to: Some(to), .. } if *to == square => square = *from,
                _ => {}
            }
        }
        true
    }
}
