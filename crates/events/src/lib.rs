//! Tournaments: pairing, openings, scoring, tie-breaks and ratings; pure, fed with time and chance.

mod acceleration;
mod chance;
mod check;
pub mod colour;
mod crosstable;
mod csv;
pub mod double_swiss;
pub mod draw;
pub mod dutch;
pub mod explain;
pub mod knockout;
mod matches;
mod matching;
mod next_round;
mod outcome;
mod pairing;
mod points;
mod pool;
pub mod rating;
pub mod rotation;
pub mod round_robin;
mod scoring;
pub mod simulate;
mod standings;
pub mod steered;
mod stop;
mod system;
pub mod teams;
pub mod text;
mod tiebreak;
pub mod tournament;
pub mod trf;
pub mod wire;

pub use acceleration::baku;
pub use chance::SeededNumbers;
pub use check::{EventCheck, EventDifference, RankedBy, check};
pub use crosstable::{
    Acceleration, ByeRequest, Crosstable, Entrant, FixedSide, ForbiddenGroup, PersonDetails,
};
pub use matches::{MatchGameOutcome, MatchLength};
pub use next_round::{pair_next, pair_next_until};
pub use outcome::{GameResult, PairingNumber, RatedGame, RoundOutcome};
pub use pairing::{NoPairing, Pairing, RoundPairing};
pub use points::{BadPoints, Points};
pub use pool::{ByeRight, Contestant, EventStage, Float, Pool};
pub use round_robin::LastRounds;
pub use scoring::{EdgeWorth, MOST_EDGES, MicroMatchCount, Scoring};
pub use standings::{StandingsRow, standings};
pub use stop::StopSignal;
pub use system::{PairingSystem, UnknownSystem};
pub use tiebreak::{Figure, FigurePart, ForfeitCount, PartKind, TieBreak, TieBreakKind, UnknownTieBreak};
