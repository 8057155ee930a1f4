//! Commands: what players and the arbiter can do in a game.

use std::time::Duration;

use damiera_rules::{Attempt, Piece, Setup, Side, Square};

use crate::time::Moment;

/// Who issues a command.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Actor {
    /// A player, or somebody who enters that player's actions.
    Player(Side),
    /// The arbiter, or the software acting as arbiter.
    Arbiter,
}

/// An action requested at an instant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// Who requests it.
    pub by: Actor,
    /// When it was requested. A time before the last event is treated as the time of that event.
    pub at: Moment,
    /// The action.
    pub action: Action,
}

/// What a player or the arbiter does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Start the game and the clock of the side to move. The first move also starts the game.
    Start,
    /// Play a move.
    Move(Attempt),
    /// Report the position on a real board after one's turn. The side to move of the set-up is ignored.
    Stands(Setup),
    /// Touch a piece.
    Touch(Square),
    /// Adjust a piece after announcing "accomodo" (FID 3.9).
    Adjust(Square),
    /// Crown a man after the move that promoted it.
    CrownLate(Square),
    /// Resign.
    Resign,
    /// Abort a casual game before both sides have moved; it has no result.
    Abort,
    /// Offer a draw.
    OfferDraw,
    /// Accept the opponent's draw offer.
    AcceptDraw,
    /// Decline the opponent's draw offer.
    DeclineDraw,
    /// Claim a draw by repetition or by count.
    ClaimDraw,
    /// Request a count of king moves. The arbiter may set a lower limit if the rulebook allows it.
    Count(Option<u8>),
    /// Cancel the count.
    CancelCount,
    /// Claim that the opponent's flag has fallen.
    Flag,
    /// Ask to take back one's last move.
    AskTakeback,
    /// Let the opponent take back a move.
    AcceptTakeback,
    /// Decline the opponent's takeback request.
    DeclineTakeback,
    /// Keep the opponent's irregularity.
    Keep,
    /// Have the irregularity corrected; the set-up is the corrected position, if it is not simply undone.
    Correct(Option<Setup>),
    /// Stop the clocks.
    Pause,
    /// Restart the clocks.
    Resume,
    /// Set the remaining time, White's first.
    SetClocks([Duration; 2]),
    /// Annul a game that was started incorrectly, and restart it.
    Annul(StartFault, Blame),
    /// Report that an accident disturbed the position.
    Disturb,
    /// Restore the position before the accident.
    Restore,
    /// Report that the position cannot be restored.
    Destroyed,
    /// Place a piece whose square is in doubt, or remove it. The arbiter decides alone; a player proposes it, and the
    /// opponent agrees by the same command (FID 7.5, 7.7).
    Settle(Placement),
    /// Object to how the opponent made a capture (FID 5.10, 5.12).
    Object(CaptureObjection),
    /// Withdraw the last entry at the arbiter's table. The entry stays in the log.
    Undo,
    /// Declare that a player refuses to follow the rules.
    RefusesRules(Side),
    /// Declare that a player did not appear for the game.
    NoShow(AbsentPlayers),
    /// Declare a draw that is due by a count; from a player it is a claim.
    DeclareDraw,
    /// Begin a vacation in a correspondence game.
    StartVacation,
    /// Come back from a vacation.
    EndVacation,
}

/// Who did not appear for a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AbsentPlayers {
    /// This side only.
    One(Side),
    /// Neither side appeared.
    Both,
}

impl AbsentPlayers {
    /// Whether a side is among them.
    #[must_use]
    pub fn has(self, side: Side) -> bool {
        self == Self::Both || self == Self::One(side)
    }
}

/// Where a piece whose square is in doubt is placed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placement {
    /// Why its square is in doubt.
    pub doubt: PlacementDoubt,
    /// Which piece.
    pub piece: Piece,
    /// The square it is assumed to be on; `None` if it is on no square.
    pub from: Option<Square>,
    /// Its new square; `None` removes it.
    pub to: Option<Square>,
}

/// What a player objects to in the opponent's capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CaptureObjection {
    /// It was not shown jump by jump (FID 5.10).
    Unclear,
    /// The captured pieces were not removed in the order of the jumps, forwards or backwards (FID 5.12).
    RemovalOrder,
}

impl CaptureObjection {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Unclear, Self::RemovalOrder];
}

/// What was wrong when a game was started.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StartFault {
    /// The board was turned the wrong way (FID 7.2).
    BoardTurned,
    /// The players had the wrong colours (FID 7.3).
    ColoursSwapped,
}

/// Who is responsible for a wrong start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Blame {
    /// The players, who must check the start of the game (FID 7.4).
    Players,
    /// The tournament direction: no time is charged (FID-EN 7.4).
    Direction,
}

/// Why the square of a piece is in doubt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlacementDoubt {
    /// It is on a light square, or only on occupied squares (FID 7.5).
    Inactive,
    /// It is half on one free square (FID 7.6).
    Astride,
    /// It is on two free squares (FID 7.7).
    TwoSquares,
}
