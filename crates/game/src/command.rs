//! What players and the arbiter can ask of a game.

use std::time::Duration;

use damiera_rules::{Attempt, Piece, Setup, Side, Square};

use crate::time::Moment;

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Actor {
    /// A player, or somebody who enters what that player does.
    Player(Side),
    /// The arbiter, or the software in his place.
    Arbiter,
}

/// Something asked of a game at an instant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// Who asks.
    pub by: Actor,
    /// When. An instant before the last event counts as that event's.
    pub at: Moment,
    /// What.
    pub action: Action,
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Begin: the clock of the side to move runs. The first move begins the game too.
    Start,
    /// Play a move.
    Move(Attempt),
    /// Say what stands on a real board after one's turn; whose move the set-up names is not looked at.
    Stands(Setup),
    /// Touch a piece.
    Touch(Square),
    /// Announce "accomodo" and put a piece straight.
    Adjust(Square),
    /// Mark a king after the move that made it.
    CrownLate(Square),
    /// Give up.
    Resign,
    /// Offer a draw.
    OfferDraw,
    /// Take the draw that is offered.
    AcceptDraw,
    /// Decline it.
    DeclineDraw,
    /// Claim a draw that the moves have brought about.
    ClaimDraw,
    /// Have king moves counted; the arbiter orders it, and may lower the number of moves where the book lets him.
    Count(Option<u8>),
    /// Call the count off.
    CancelCount,
    /// Say that the opponent's flag is down.
    Flag,
    /// Ask to take back one's last move.
    AskTakeback,
    /// Let the opponent take it back.
    AcceptTakeback,
    /// Do not.
    DeclineTakeback,
    /// Let an irregularity stand.
    Keep,
    /// Have it corrected; a set-up says to what, if not simply undone.
    Correct(Option<Setup>),
    /// Stop the clocks.
    Pause,
    /// Let them run again.
    Resume,
    /// Set what the clocks have left, White's first.
    SetClocks([Duration; 2]),
    /// Annul a game that was begun wrongly, and begin anew.
    Annul(StartFault, Blame),
    /// Say that an accident disturbed the position.
    Disturb,
    /// Have it restored.
    Restore,
    /// Say that it cannot be restored.
    Destroyed,
    /// Put a piece of uncertain standing where it belongs, or off the board.
    Settle {
        /// What is uncertain about it.
        doubt: PlacementDoubt,
        /// Which piece.
        piece: Piece,
        /// Where it is taken to stand; none if it stands on no square.
        from: Option<Square>,
        /// Where it shall stand; none takes it off.
        to: Option<Square>,
    },
    /// Declare that a player refuses to follow the rules.
    RefusesRules(Side),
    /// Declare a draw because neither can win.
    DeclareDraw,
}

/// What was wrong when a game began.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StartFault {
    /// The board lay the wrong way round (FID 7.2).
    BoardTurned,
    /// The players had the wrong colours (FID 7.3).
    ColoursSwapped,
}

/// Whose fault it was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Blame {
    /// The players', who have to see to it (FID 7.4).
    Players,
    /// The direction's: no time is charged (FID-EN 7.4).
    Direction,
}

/// Why a piece's standing is uncertain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlacementDoubt {
    /// It stands on a light square or on occupied ones only (FID 7.5).
    Inactive,
    /// It stands half on one free square (FID 7.6).
    Astride,
    /// It stands on two free squares (FID 7.7).
    TwoSquares,
}
