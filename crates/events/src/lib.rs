//! Tournaments: pairing, openings, scoring, tie-breaks and ratings; pure, fed with time and chance.

mod acceleration;
mod chance;
pub mod colour;
mod crosstable;
pub mod dutch;
mod matching;
mod outcome;
mod pairing;
mod points;
mod pool;
pub mod round_robin;
mod scoring;
pub mod simulate;
mod system;
pub mod trf;

pub use acceleration::baku;
pub use chance::SeededNumbers;
pub use crosstable::{Acceleration, ByeRequest, Crosstable, Entrant, ForbiddenGroup};
pub use outcome::{GameResult, PairingNumber, RatedGame, RoundOutcome};
pub use pairing::{NoPairing, Pairing, RoundPairing};
pub use points::{BadPoints, Points};
pub use pool::{ByeRight, Contestant, EventStage, Float, Pool};
pub use scoring::Scoring;
pub use system::{PairingSystem, UnknownSystem};
