//! What a board at an arbiter's table shows, in the light of the game so far.

use damiera_rules::{Irregularity, Provision, Setup, SetupFaults, Side};

use crate::classify::{Classification, IrregularFinding};
use crate::game::Game;
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
        if out_of_turn && self.is_position_before(board) {
            let notation =
                if let Classification::Irregular(finding) = found { finding.notation } else { None };
            return self.found(Irregularity::TookBack, notation);
        }
        match found {
            // 8.1.1 needs a player who has moved: this is the first move by the wrong side (3.4).
            Classification::Irregular(IrregularFinding {
                kind: Irregularity::MovedTwice, notation, ..
            }) if out_of_turn && self.moves_by(by) == 0 => self.found(Irregularity::WrongSideFirst, notation),
            found => found,
        }
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
