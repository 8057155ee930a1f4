//! Decisions at an arbiter's table: touched pieces, irregularities, accidents and clocks (FID 3, 4, 7, 8).

use std::time::Duration;

use damiera_rules::{
    Annulment, Article, Attempt, Geometry, Illegal, Irregularity, Move, Piece, Provision, Rank, Setup, Side,
    Square,
};

use crate::classify::Classification;
use crate::command::{Actor, Blame, CaptureObjection, Placement, PlacementDoubt, StartFault};
use crate::decide::{CrownMark, Decision, Draft};
use crate::end::EndReason;
use crate::event::{Adjustment, Fact, TimeCharge, TouchEffect};
use crate::game::{CorrectionRight, Game, PlyKind};
use crate::physical_board::PhysicalBoard;
use crate::profile::TouchMove;
use crate::refusal::{Refusal, RefusalReason};
use crate::terms::Terms;
use crate::time::{Moment, millis};

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

    /// Refuses a change of the position while an irregularity can be corrected: the correction would undo the wrong thing.
    fn only_if_nothing_is_open(&self) -> Decision {
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
        let turn = self.game.turn();
        let stands = if self.records() { self.game.history.displaced(attempt) } else { None };
        match stands {
            Some(stands) if self.game.history.owner(attempt.from()) == Some(by) => self.stands(by, &stands),
            _ => self.refuse(RefusalReason::NotYourTurn(turn), Provision::Turn),
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
        let rule_set = self.game.rule_set;
        let crowned = |side: Side| {
            let waits = self.game.history.men(side).contains(square) && rule_set.crowns(side, square);
            waits || self.game.history.kings(side).contains(square)
        };
        if crowned(by) {
            let waits = self.game.history.men(by).contains(square);
            if waits {
                self.add(Fact::Crowned { by, square });
            }
            self.touch(by, square)?;
            return if waits { self.only_if_nothing_is_open() } else { Ok(()) };
        }
        if crowned(!by) && rule_set.crowns(!by, square) {
            self.only_if_nothing_is_open()?;
            self.add(Fact::Crowned { by, square });
            return Ok(());
        }
        self.refuse(RefusalReason::NotCrowned(square), Provision::Crowning)
    }

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

    /// Places a piece whose square is in doubt (7.5 to 7.7): the arbiter alone, or both players by the same command.
    pub(crate) fn settle_piece(&mut self, by: Actor, placement: Placement) -> Decision {
        if by != Actor::Arbiter && !self.records() {
            return Err(RefusalReason::OnlyAtTable.into());
        }
        self.only_if_nothing_is_open()?;
        self.only_if_not_drawn()?;
        let stands = self.placed(placement)?;
        match by {
            Actor::Player(side) if self.game.proposal != Some((!side, placement)) => {
                self.add(Fact::PlacementProposed { by: side, placement });
            }
            _ => {
                let Placement { doubt, from, to, .. } = placement;
                self.add(Fact::Settled { doubt, from, to, stands });
                self.settle();
            }
        }
        Ok(())
    }

    /// The position after a placement, if it is possible: the same piece, on a free square that it can lie on.
    fn placed(&self, Placement { doubt, piece, from, to }: Placement) -> Result<Setup, Refusal> {
        let rule_set = self.game.rule_set;
        let bad = |faults| RefusalReason::BadBoard(faults).citing(None);
        let mut board = PhysicalBoard::new(&self.game.setup(), rule_set.board).map_err(bad)?;
        if from.is_none() && to.is_none() {
            return Err(RefusalReason::NothingPlaced.into());
        }
        let matter = match doubt {
            PlacementDoubt::Inactive => None,
            PlacementDoubt::Astride => Some(Provision::PieceAstride),
            PlacementDoubt::TwoSquares => Some(Provision::DoubtfulPiece),
        };
        if let (Some(matter), None) = (matter, to) {
            // A piece on a free square is in play: only an inactive one can go (7.5).
            return self.refuse_setup(RefusalReason::PieceInPlay, matter);
        }
        if from.is_none() && !self.was_set_aside(piece) {
            return self.refuse_setup(RefusalReason::NothingSetAside, Provision::InactivePiece);
        }
        if let Some(from) = from {
            if !rule_set.board.has(from) || board.at(from) != Some(piece) {
                return Err(RefusalReason::NoPiece(from).into());
            }
            board.put(from, None);
        }
        if let Some(to) = to {
            if !rule_set.board.has(to) || board.at(to).is_some() {
                return Err(RefusalReason::Occupied(to).into());
            }
            if piece.rank == Rank::Man && rule_set.crowns(piece.side, to) && from != Some(to) {
                return Err(RefusalReason::ManOnCrownRow(to).into());
            }
            if let (Some(matter), Some(from)) = (matter, from)
                && !within_reach(rule_set.board, from, to)
            {
                return Err(RefusalReason::TooFar(to).citing(rule_set.cite(matter)));
            }
            board.put(to, Some(piece));
        }
        let stands = board.setup(self.game.turn());
        self.game.history.check(&stands).map_err(bad)?;
        Ok(stands)
    }

    fn refuse_setup(&self, why: RefusalReason, matter: Provision) -> Result<Setup, Refusal> {
        Err(why.citing(self.game.rule_set.cite(matter)))
    }

    /// Whether a piece may lie beside the squares (7.5): more pieces of this side and rank were taken off by decisions
    /// and irregularities than put back. The number of pieces is checked before the game starts (7.1).
    fn was_set_aside(&self, piece: Piece) -> bool {
        let history = &self.game.history;
        let count = |plies| {
            let setup: Option<Setup> = history.setup_before(plies);
            let like = |(_, other): &&(_, Piece)| *other == piece;
            setup.map_or(0, |setup| setup.pieces.iter().filter(like).count() as i64)
        };
        let decided = self.game.plies.iter().rev().enumerate();
        let gone = decided.filter(|(_, ply)| !matches!(ply.kind, PlyKind::Move(..)));
        gone.map(|(back, _)| count(back + 1) - count(back)).sum::<i64>() > 0
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
        // A decision on a mark or on a piece in doubt may have followed the capture.
        let mut last_first = self.plies.iter().rev();
        let last = last_first.find(|ply| ply.by().is_some()).map(|ply| ply.kind);
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

/// Whether a piece that slid from one square can lie half on another: a neighbour, diagonally or in the same row.
fn within_reach(board: Geometry, from: Square, to: Square) -> bool {
    let rows = board.row(from).abs_diff(board.row(to));
    let columns = board.column(from).abs_diff(board.column(to));
    rows <= 1 && columns <= 2
}
