//! What a board at an arbiter's table shows, in the light of the game so far.

use damiera_rules::{Irregularity, Provision, Setup, SetupFaults, Side};

use crate::classify::{Classification, IrregularFinding};
use crate::game::{Game, Ply, PlyKind};
use crate::physical_board::PhysicalBoard;

impl Game {
    /// Classifies the position that a side left on a real board, as reporting it would.
    pub fn verdict(&self, by: Side, stands: &Setup) -> Result<Classification, SetupFaults> {
        let board = PhysicalBoard::new(stands, self.rule_set.board)?;
        Ok(match self.classify_board(by, &board) {
            Classification::Legal { m, notation, .. }
                if self.touched().is_some_and(|first| first != m.from) =>
            {
                self.found(Irregularity::TouchedOther, Some(notation)) // 8.1.3
            }
            found => found,
        })
    }

    /// [`Game::verdict`] for a board, without regard to a touched piece.
    pub(crate) fn classify_board(&self, by: Side, board: &PhysicalBoard) -> Classification {
        let out_of_turn = by != self.turn();
        // After a move out of turn it is still the other side's move; the classifier expects that side in the set-up.
        let found = self.history.classify(&board.setup(!by));
        let played_last = self.plies.last().and_then(Ply::by) == Some(by);
        if out_of_turn && played_last && self.is_position_before(board) {
            let notation =
                if let Classification::Irregular(finding) = found { finding.notation } else { None };
            return self.found(Irregularity::TookBack, notation);
        }
        match found {
            Classification::Irregular(IrregularFinding {
                kind: Irregularity::TookBack, notation, ..
            }) => self.moved_back(by, notation),
            Classification::Irregular(IrregularFinding {
                kind: Irregularity::MovedTwice, notation, ..
            }) if out_of_turn => self.moved_out_of_turn(by, notation),
            found => found,
        }
    }

    /// A man went back the way that it could have come. Only its own player can take the move back (8.1.4), and only the
    /// way that it came: the classifier, which sees two positions, cannot know that.
    fn moved_back(&self, by: Side, notation: Option<String>) -> Classification {
        if by == self.turn() {
            return self.found(Irregularity::MovedOpponents, notation);
        }
        let came = match self.last_played().map(|ply| ply.kind) {
            Some(PlyKind::Move(mover, m)) if mover == by => Some(format!("{}-{}", m.to, m.from)),
            _ => None,
        };
        if came == notation {
            return self.found(Irregularity::TookBack, notation);
        }
        self.moved_out_of_turn(by, notation)
    }

    /// 8.1.1 needs a player who has moved; otherwise it is the first move by the wrong side (3.4).
    fn moved_out_of_turn(&self, by: Side, notation: Option<String>) -> Classification {
        let kind =
            if self.moves_by(by) == 0 { Irregularity::WrongSideFirst } else { Irregularity::MovedTwice };
        self.found(kind, notation)
    }

    fn found(&self, kind: Irregularity, notation: Option<String>) -> Classification {
        let article = self.rule_set.cite(Provision::Irregular(kind));
        Classification::Irregular(IrregularFinding { kind, article, notation, reason: None })
    }

    /// Whether the board is as it was before the last ply.
    pub(crate) fn is_position_before(&self, board: &PhysicalBoard) -> bool {
        let before = self.history.setup_before(1);
        before
            .and_then(|setup| PhysicalBoard::new(&setup, self.rule_set.board).ok())
            .is_some_and(|before| before == *board)
    }
}
