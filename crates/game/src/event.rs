//! What happened in a game: the list of these is the game.

use std::time::Duration;

use damiera_rules::{Irregularity, Move, Setup, Side, Square};

use crate::command::{Actor, PlacementDoubt, StartFault};
use crate::end::EndReason;
use crate::time::Moment;

/// Something that happened, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// When; never before the event before it.
    pub at: Moment,
    /// What.
    pub fact: Fact,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The game began, and the clock of the side to move.
    Started,
    /// A legal move was played.
    Moved {
        /// By whom.
        by: Side,
        /// Which.
        m: Move,
        /// What of the time since the last event was the line's and not the player's.
        spared: Duration,
    },
    /// Something against the rules was done at the table; the opponent may have it corrected.
    Irregular {
        /// By whom.
        by: Side,
        /// What.
        kind: Irregularity,
        /// What stands on the board now, and who moves if it is kept.
        stands: Setup,
    },
    /// The opponent had it corrected (FID 8.2).
    Corrected,
    /// The opponent let it stand (8.2).
    Kept,
    /// The opponent moved or touched a piece: it stands (8.3).
    Lapsed,
    /// A piece was touched.
    Touched {
        /// By whom.
        by: Side,
        /// Where it stands.
        square: Square,
        /// What follows.
        touch: TouchEffect,
    },
    /// A piece was put straight after notice (3.9).
    Adjusted {
        /// By whom.
        by: Side,
        /// Where it stands.
        square: Square,
    },
    /// A draw was offered.
    DrawOffered {
        /// By whom.
        by: Side,
    },
    /// The offer was declined.
    DrawDeclined,
    /// A count was asked for or ordered (10.2).
    CountAsked {
        /// By whom.
        by: Actor,
        /// Moves by each side for a draw.
        limit: u8,
    },
    /// The arbiter lowered its limit (FID-IT 11).
    CountLowered {
        /// Moves by each side for a draw.
        limit: u8,
    },
    /// The arbiter called the count off (3.11).
    CountCancelled,
    /// A flag fell.
    FlagFell {
        /// Whose.
        side: Side,
    },
    /// A player asked to take back his last move.
    TakebackAsked {
        /// Who.
        by: Side,
    },
    /// The opponent declined.
    TakebackDeclined,
    /// So many moves were taken back.
    TakenBack {
        /// Moves of both sides.
        plies: u8,
    },
    /// The clocks were stopped.
    Paused,
    /// They run again.
    Resumed,
    /// The arbiter set the clocks.
    ClocksSet {
        /// What White and Black have left.
        left: [Duration; 2],
    },
    /// The server was away while a clock ran: the time is given back, up to a limit.
    Credited {
        /// To whom.
        side: Side,
        /// How much.
        time: Duration,
    },
    /// The game was annulled and begins anew (7.4).
    Annulled {
        /// What was wrong.
        fault: StartFault,
        /// What becomes of the time used.
        charge: TimeCharge,
    },
    /// An accident disturbed the position.
    Disturbed,
    /// It was restored (7.8).
    Restored,
    /// A piece of uncertain standing was put where it belongs.
    Settled {
        /// What was uncertain.
        doubt: PlacementDoubt,
        /// What stands on the board now.
        stands: Setup,
    },
    /// The game ended.
    Ended {
        /// How.
        how: EndReason,
    },
}

/// What follows from touching a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TouchEffect {
    /// It must be moved (3.7).
    Binds,
    /// Another was touched first, and that one must be moved (3.8).
    AfterAnother,
    /// It cannot move: improper, and nothing follows (3.10).
    Unplayable,
    /// It was not the player's turn: improper, and nothing follows (3.11).
    OutOfTurn,
}

/// What becomes of the time used in an annulled game (7.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TimeCharge {
    /// The clocks go on from where they are.
    AsShown,
    /// There were no clocks: each bears half of so much.
    Split(Duration),
    /// Nothing is charged.
    Nothing,
}
