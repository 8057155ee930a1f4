//! Endgame tables: for every position with few pieces, who wins and in how many plies, and whether the rulebook's move
//! count leaves time for the win.
//!
//! [`build`] builds tables by retrograde analysis, [`Tables`] opens and probes them. The code is the same for all games;
//! [`Rules`](damiera_rules::Rules) answers what depends on the game.

mod build;
mod cache;
mod code;
mod compiled;
mod count;
mod cutoff;
mod file;
mod kind;
mod material;
mod number;
mod pack;
mod quick;
mod stats;
mod tables;
mod value;
mod verify;

pub use build::{BuildError, BuildProgress, build, build_outcomes, most_pieces};
pub use compiled::TableRules;
pub use count::{CountRuling, MoveCount, RunningCount};
pub use cutoff::CountCutoffs;
pub use file::TableFileError;
pub use kind::TableKind;
pub use material::{MOST_PIECES, MaterialClass, MaterialCount, UnknownMaterial};
pub use quick::{build_quick, has_quick, quick_pieces};
pub use stats::ClassStats;
pub use tables::{TableOpenError, Tables};
pub use value::{Distance, MoveReversibility, ProbedValue, TableValue, Wdl};
pub use verify::{Disagreement, VerifyExtent};
