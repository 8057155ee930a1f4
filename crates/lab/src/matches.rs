//! Matches between engines: pairs of games from the same opening with colours exchanged, and what their results prove.

mod game;
mod openings;
mod player;
mod record;
mod run;
mod score;

pub use openings::Openings;
pub(crate) use openings::random_opening;
pub use player::{PlayerError, PlayerSpec};
pub use run::{GamePair, MatchError, MatchSettings, run_match};
pub use score::{EloEstimate, PairScore, SprtBounds, SprtVerdict};
