//! Search and learned evaluation for four draughts games.
//!
//! An [`Engine`] answers a [`SearchRequest`] with a [`SearchReport`]; a [`SearchControl`] stops it. The crate does no I/O: weights
//! are embedded or passed in as bytes, endgame tables come in through the trait [`Endgames`].
//!
//! The search is generic over the rule set, but compiled for all games in this crate alone ([`SearchRules`]).

mod control;
mod cut;
mod engine;
mod eval;
mod features;
mod level;
mod limits;
mod memory;
mod order;
mod other_lines;
mod parts;
mod patterns;
mod ponder;
mod probe;
mod prune;
mod quiesce;
mod rng;
mod root;
mod search;
mod sparse;
mod state;
mod table;
#[cfg(feature = "tables")]
mod tables;
mod value;
mod weights;

pub use control::SearchControl;
pub use engine::{Engine, EngineResources, ScoredLine, SearchReport, SearchRequest, SearchRules};
pub use level::Level;
pub use limits::{SearchLimits, TimeAllowance, TimeBudget};
pub use ponder::{Pondering, SearchPanicked};
pub use probe::{EndgameVerdict, Endgames, NoEndgames, SolvedMove};
pub use rng::SplitMix64;
pub use state::DrawCounts;
pub use value::{DECIDED, MAN, Score, Value, WIN};
pub use weights::{ChanceModel, LearnedWeights, Provenance, Weights, WeightsError};

/// The features of the evaluation, for training.
pub mod evaluation {
    pub use crate::eval::evaluate;
    pub use crate::features::{EvalStage, Features, KNOTS, LearnedFeature, LearnedFeatures};
    pub use crate::weights::{KnotWeights, UNIT};
}
