//! Accidents, and pieces whose square is in doubt (FID 7.5 to 7.8).

use damiera_rules::{Geometry, Piece, Provision, Rank, Setup, Square};

use crate::command::{Actor, Placement, PlacementDoubt};
use crate::decide::{Decision, Draft};
use crate::end::EndReason;
use crate::event::Fact;
use crate::game::PlyKind;
use crate::physical_board::PhysicalBoard;
use crate::refusal::{Refusal, RefusalReason};

impl Draft {
    pub(crate) fn disturb(&mut self) -> Decision {
        self.only_if_not_drawn()?;
        if self.game.disturbed == Some(self.game.plies.len()) {
            return self.refuse(RefusalReason::DisturbedAlready, Provision::Disturbed);
        }
        self.add(Fact::Disturbed);
        Ok(())
    }

    /// Restores the position before an accident, unless the player who asks has moved since (7.8).
    pub(crate) fn restore(&mut self, by: Actor) -> Decision {
        self.only_if_not_drawn()?;
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
        self.only_if_not_drawn()?;
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
}

/// Whether a piece that slid from one square can lie half on another: a neighbour, diagonally or in the same row.
fn within_reach(board: Geometry, from: Square, to: Square) -> bool {
    let rows = board.row(from).abs_diff(board.row(to));
    let columns = board.column(from).abs_diff(board.column(to));
    rows <= 1 && columns <= 2
}
