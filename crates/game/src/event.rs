//! Events: what happened in a game. The list of events is the game.

use std::time::Duration;

use damiera_rules::{Article, Irregularity, Move, Setup, Side, Square};

use crate::command::{Actor, CaptureObjection, Placement, PlacementDoubt, StartFault};
use crate::end::EndReason;
use crate::time::Moment;

/// Something that happened at an instant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// When it happened; never earlier than the previous event.
    pub at: Moment,
    /// Whether it belongs to the entry of the event before it: a command at an arbiter's table can have several events,
    /// which are withdrawn together.
    pub continues: bool,
    /// What happened.
    pub fact: Fact,
}

impl Event {
    /// An event that is an entry of its own, or the first of one.
    #[must_use]
    pub const fn new(at: Moment, fact: Fact) -> Self {
        Self { at, continues: false, fact }
    }
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The game and the clock of the side to move were started.
    Started,
    /// A legal move was played.
    Moved {
        /// The side that moved.
        by: Side,
        /// The move.
        m: Move,
        /// Lag compensation: time since the last event that is not charged.
        spared: Duration,
    },
    /// An irregularity at the table. The opponent may have it corrected.
    Irregular {
        /// The side that committed it.
        by: Side,
        /// The kind of irregularity.
        kind: Irregularity,
        /// The article, if it is not the one that the rulebook gives for the kind.
        article: Option<Article>,
        /// The position now, with the side to move if the irregularity is kept.
        stands: Setup,
    },
    /// The opponent had the irregularity corrected (FID 8.2).
    Corrected,
    /// The opponent kept the irregularity (8.2).
    Kept,
    /// The opponent moved or touched a piece, so the irregularity can no longer be corrected (8.3).
    Lapsed,
    /// A piece was touched.
    Touched {
        /// The side that touched it.
        by: Side,
        /// The square of the piece.
        square: Square,
        /// The consequence.
        touch: TouchEffect,
    },
    /// A piece was adjusted.
    Adjusted {
        /// The side that adjusted it.
        by: Side,
        /// The square of the piece.
        square: Square,
        /// Whether it was the player's turn.
        adjustment: Adjustment,
    },
    /// A man reached the crown row and was left unmarked where recording is not prescribed: it remains a man (FID-IT 4.5).
    LeftUnmarked {
        /// The side that should have crowned it.
        by: Side,
        /// Its square.
        square: Square,
    },
    /// A man was crowned after its move: by its owner, which counts as touching it (FID-IT 4.4), or by the opponent, as
    /// a courtesy (4.3).
    Crowned {
        /// The side that crowned it.
        by: Side,
        /// Its square.
        square: Square,
    },
    /// A player objected to how a capture was made (5.10, 5.12). The capture is shown again; the position is the same.
    Objected {
        /// The side that objected.
        by: Side,
        /// What it objected to.
        objection: CaptureObjection,
    },
    /// A draw was offered.
    DrawOffered {
        /// The side that offered.
        by: Side,
    },
    /// The offer was declined.
    DrawDeclined,
    /// A count was requested by a player or ordered by the arbiter (10.2).
    CountAsked {
        /// Who requested it.
        by: Actor,
        /// The number of moves by each side for a draw.
        limit: u8,
    },
    /// The arbiter lowered the limit of the count (FID-IT 11).
    CountLowered {
        /// The number of moves by each side for a draw.
        limit: u8,
    },
    /// The arbiter cancelled the count.
    CountCancelled {
        /// Why.
        cause: CancellationCause,
    },
    /// A player without sight of the board tried an illegal move.
    TriedInVain {
        /// The side that tried it.
        by: Side,
    },
    /// A flag fell.
    FlagFell {
        /// The side whose time ran out.
        side: Side,
    },
    /// A player asked to take back their last move.
    TakebackAsked {
        /// The side that asked.
        by: Side,
    },
    /// The opponent declined the takeback.
    TakebackDeclined,
    /// Moves were taken back.
    TakenBack {
        /// The number of plies, moves of both sides counted.
        plies: u8,
    },
    /// The clocks were stopped.
    Paused,
    /// The clocks were restarted.
    Resumed,
    /// The arbiter set the clocks.
    ClocksSet {
        /// The remaining time of White and of Black.
        left: [Duration; 2],
    },
    /// The server was down while a clock was running; the time was given back, up to a limit.
    Credited {
        /// The side that got it back.
        side: Side,
        /// How much.
        time: Duration,
    },
    /// The game was annulled and restarted (7.4).
    Annulled {
        /// What was wrong.
        fault: StartFault,
        /// How the time used is charged.
        charge: TimeCharge,
    },
    /// An accident disturbed the position.
    Disturbed,
    /// The position before the accident was restored (7.8).
    Restored,
    /// A player proposed where to place a piece whose square is in doubt (7.5, 7.7).
    PlacementProposed {
        /// The side that proposed it.
        by: Side,
        /// Where.
        placement: Placement,
    },
    /// The arbiter withdrew the last entry: the last events that had not been withdrawn.
    Withdrawn {
        /// The number of events.
        events: u16,
    },
    /// A piece whose square was in doubt was placed by the arbiter or by agreement.
    Settled {
        /// Why it was in doubt.
        doubt: PlacementDoubt,
        /// The square it was assumed to be on; `None` if it was on no square, or the event does not say.
        from: Option<Square>,
        /// The square it was placed on; `None` if it was removed, or the event does not say.
        to: Option<Square>,
        /// The position now.
        stands: Setup,
    },
    /// A player began a vacation: their clock stands still.
    VacationStarted {
        /// The side on vacation.
        by: Side,
    },
    /// A player came back, or the vacation was used up.
    VacationEnded {
        /// The side that was on vacation.
        by: Side,
    },
    /// The game ended.
    Ended {
        /// Why.
        how: EndReason,
    },
}

/// The consequence of touching a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TouchEffect {
    /// It must be moved (3.7).
    Binds,
    /// Another piece was touched first and must be moved (3.8).
    AfterAnother,
    /// It cannot move: improper, but without consequence (3.10).
    Unplayable,
    /// It was not the player's turn: improper, but without consequence (3.11).
    OutOfTurn,
}

/// Why the arbiter cancelled a count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CancellationCause {
    /// A piece was touched or adjusted out of turn while it ran (3.11).
    TouchedOutOfTurn,
    /// Any other cause; the rulebooks name none.
    #[default]
    Other,
}

/// Whether a piece was adjusted at the right time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Adjustment {
    /// By the player to move, after notice (3.9).
    #[default]
    Announced,
    /// By the player whose turn it was not: improper, but without consequence (3.11).
    OutOfTurn,
}

/// How the time used in an annulled game is charged (7.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TimeCharge {
    /// The clocks continue from the time they show.
    AsShown,
    /// There were no clocks: each side is charged half of this time.
    Split(Duration),
    /// Nothing is charged.
    Nothing,
}
