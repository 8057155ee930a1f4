//! Offline work on the engine.
//!
//! * [`mod@matches`]: matches between engines, Elo with its error, and the sequential probability ratio test.
//! * [`measure_odds`]: which odds make players of different strength even.
//! * [`training`]: self-play, and the regression that turns its games into evaluation weights.
//! * [`build_book`]: opening books by drop-out expansion.
//! * [`PerftRun`]: counts of move sequences.
//! * [`bench()`]: a fixed search whose node count is the signature of the search.
//!
//! The functions take a [`Variant`](damiera_rules::Variant) where others take a type parameter, so that the generic code
//! behind them is compiled in this crate alone.

mod bench;
mod book;
pub mod matches;
mod odds;
mod perft;
pub mod training;
mod weights_source;

pub use bench::{BenchResult, bench};
pub use book::{BookProgress, BookSettings, BuiltBook, build_book};
pub use odds::{OddsSettings, measure_odds};
pub use perft::PerftRun;
pub use weights_source::{WeightsSource, WeightsSourceError};
