//! Endgame tables: for every position of few pieces, who wins and how fast, and whether the book's move count
//! leaves time for it.
//!
//! [`build`] makes tables in a folder, [`Tables`] asks them. One code serves all games: what it needs to know of
//! one it asks [`Rules`](damiera_rules::Rules).

mod build;
mod cache;
mod code;
mod compiled;
mod count;
mod file;
mod material;
mod number;
mod pack;
mod quick;
mod stats;
mod tables;
mod value;
mod verify;

pub use build::{BuildError, BuildProgress, build, most_pieces};
pub use compiled::TableRules;
pub use count::{CountRuling, MoveCount, RunningCount};
pub use file::TableFileError;
pub use material::{MOST_PIECES, MaterialClass, SideMaterial, UnknownMaterial};
pub use quick::{build_quick, has_quick, quick_pieces};
pub use stats::ClassStats;
pub use tables::{TableOpenError, Tables};
pub use value::{CountEffect, Distance, TableValue, Wdl};
pub use verify::{Disagreement, VerifyExtent};
