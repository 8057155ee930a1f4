//! Training the evaluation: self-play, then logistic regression on the quiet positions of the games, generation after
//! generation.
//!
//! Everything follows from a seed. Games are played in blocks, each with random numbers of its own, so that an interrupted
//! run resumes with the next block and ends with the same result.

mod fit;
mod plan;
mod run;
mod sample;
mod schedule;
mod selfplay;

pub use fit::{FitProgress, FitSettings};
pub use plan::BLOCK;
pub use run::{TrainingError, TrainingEvent, TrainingSettings, train};
pub use schedule::{GenerationSize, GenerationSizeError};
