//! Search and learned evaluation for four draughts games.
//!
//! An [`Engine`] answers a [`Question`] about a game with a [`Report`]; a [`Control`] stops it. The crate does no input or
//! output of its own: weights are embedded or given as bytes, endgame tables come in through the trait [`Endgames`].
//!
//! The search is generic over the rule set, but compiled for all games in this crate alone ([`SearchRules`]).

mod blocks;
mod control;
mod cut;
mod engine;
mod eval;
mod features;
mod level;
mod limits;
mod memory;
mod order;
mod ponder;
mod probe;
mod prune;
mod quiesce;
mod rng;
mod root;
mod search;
mod state;
mod table;
#[cfg(feature = "tables")]
mod tables;
mod value;
mod weights;

pub use control::Control;
pub use engine::{Engine, Line, Question, Report, Resources, SearchRules};
pub use level::Level;
pub use limits::{Allowance, Budget, Limits};
pub use ponder::{BrokenOff, Pondering};
pub use probe::{Endgames, NoEndgames, Solved, Verdict};
pub use rng::Chance;
pub use state::DrawCounts;
pub use value::{DECIDED, MAN, Score, Value, WIN};
pub use weights::{BadWeights, Chances, Provenance, Weights};

/// The evaluation's features and how they add up, for training.
pub mod evaluation {
    pub use crate::eval::evaluate;
    pub use crate::features::{Features, KNOTS, Stage};
    pub use crate::weights::{Knots, UNIT};
}
