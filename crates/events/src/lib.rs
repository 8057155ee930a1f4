//! Tournaments: pairing, openings, scoring, tie-breaks and ratings; pure, fed with time and chance.

mod acceleration;
mod chance;
pub mod colour;
mod crosstable;
pub mod double_swiss;
pub mod dutch;
pub mod knockout;
mod matching;
mod next_round;
mod outcome;
mod pairing;
mod points;
mod pool;
pub mod rotation;
pub mod round_robin;
mod scoring;
pub mod simulate;
pub mod steered;
mod system;
pub mod trf;

pub use acceleration::baku;
pub use chance::SeededNumbers;
pub use crosstable::{Acceleration, ByeRequest, Crosstable, Entrant, ForbiddenGroup};
pub use next_round::pair_next;
pub use outcome::{GameResult, PairingNumber, RatedGame, RoundOutcome};
pub use pairing::{NoPairing, Pairing, RoundPairing};
pub use points::{BadPoints, Points};
pub use pool::{ByeRight, Contestant, EventStage, Float, Pool};
pub use scoring::Scoring;
pub use system::{PairingSystem, UnknownSystem};
