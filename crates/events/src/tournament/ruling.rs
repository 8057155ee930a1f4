//! What an event's arbiter does in a game of the event, beyond entering results.

use std::time::Duration;

use damiera_game::{Action, Moment};
use damiera_rules::Side;

use super::decide::Facts;
use super::event::TournamentFact;
use super::refusal::TournamentRefusal;
use super::state::{RoundStage, Tournament};

/// A power that the book gives the arbiter in a game that is played on the server.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArbiterRuling {
    /// Stops the clocks; the game is adjourned until they run again.
    StopClocks,
    /// Restarts the clocks.
    RestartClocks,
    /// Corrects the clocks: the time left, White's first.
    SetClocks([Duration; 2]),
    /// Starts the count of king moves.
    StartCount,
    /// Cancels the count of king moves.
    CancelCount,
    /// Declares a draw that is due by a count.
    DeclareDraw,
    /// Declares the game lost for a player who refuses to follow the rules.
    DeclareLoss(Side),
}

impl ArbiterRuling {
    /// The action in the game.
    #[must_use]
    pub const fn action(self) -> Action {
        match self {
            Self::StopClocks => Action::Pause,
            Self::RestartClocks => Action::Resume,
            Self::SetClocks(left) => Action::SetClocks(left),
            Self::StartCount => Action::Count(None),
            Self::CancelCount => Action::CancelCount,
            Self::DeclareDraw => Action::DeclareDraw,
            Self::DeclareLoss(side) => Action::RefusesRules(side),
        }
    }
}

/// A ruling at a board: whose, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardRuling {
    /// The official's name.
    pub by: String,
    /// When.
    pub at: Moment,
    /// What.
    pub ruling: ArbiterRuling,
}

impl Tournament {
    /// The log names the official; the game itself knows only that the arbiter acted.
    pub(super) fn note_ruling(&self, board: usize, ruling: ArbiterRuling) -> Facts {
        let stage = self.rounds.last().map(|round| round.stage);
        let Some(round) = self.rounds.last().filter(|round| round.stage >= RoundStage::Published) else {
            return Err(TournamentRefusal::WrongStage(stage));
        };
        let found = board.checked_sub(1).and_then(|index| round.boards.get(index));
        match found.ok_or(TournamentRefusal::UnknownBoard(board))?.game {
            Some(_) => Ok(vec![TournamentFact::Ruled { board, ruling }]),
            None => Err(TournamentRefusal::NoGame(board)),
        }
    }
}
