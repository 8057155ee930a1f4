//! Matches between engines: paired games from the same openings with colours exchanged, and what they prove.

mod game;
mod openings;
mod pdn;
mod player;
mod run;
mod score;

pub use game::{Conditions, Ending, Played, play_game};
pub use openings::{BadOpening, Opening, balanced, ballots, read_openings};
pub use pdn::pdn;
pub use player::{BadPlayer, Contestant, Player};
pub use run::{Fixture, Pairing, hold};
pub use score::{Bounds, Estimate, Tally, Verdict};
