//! Search and learned evaluation for four draughts games.
//!
//! An [`Engine`] answers a [`Question`] about a game with a [`Report`]; a [`Control`] stops it.

mod bench;
mod blocks;
mod chance;
pub mod contest;
mod control;
mod cut;
pub mod dxp;
mod engine;
mod eval;
mod features;
pub mod hub;
mod level;
mod limits;
mod memory;
mod order;
mod ponder;
mod probe;
mod prune;
mod quiesce;
mod root;
mod search;
mod state;
mod table;
mod table_folder;
#[cfg(feature = "tables")]
mod tables;
pub mod train;
mod value;
mod weights;
mod weights_from;

pub use bench::{Benched, bench};
pub use chance::Chance;
pub use control::Control;
pub use engine::{Engine, Line, Question, Report, Resources};
pub use level::Level;
pub use limits::{Allowance, Limits};
pub use ponder::{BrokenOff, Pondering};
pub use probe::{Endgames, NoEndgames, Solved, Verdict};
pub use table_folder::TableFolder;
pub use value::{MAN, Score, Value, WIN};
pub use weights::{BadWeights, Chances, Provenance, Weights};
pub use weights_from::{NoWeights, WeightsFrom};
