//! Where evaluation weights come from, as it is written on a command line.

use std::fmt;
use std::path::PathBuf;

use damiera_engine::{LearnedWeights, WeightsError};
use damiera_rules::Variant;

/// Where weights come from: `material`, `learned`, or the path of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WeightsSource {
    /// Set by hand: men and kings only.
    Material,
    /// The weights embedded in the program.
    Learned,
    /// A file.
    File(PathBuf),
}

impl From<&str> for WeightsSource {
    fn from(text: &str) -> Self {
        match text {
            "material" => Self::Material,
            "learned" => Self::Learned,
            path => Self::File(path.into()),
        }
    }
}

impl WeightsSource {
    /// The weights for a game.
    pub fn load(&self, variant: Variant) -> Result<LearnedWeights, WeightsSourceError> {
        match self {
            Self::Material => Ok(LearnedWeights::material(variant)),
            Self::Learned => Ok(LearnedWeights::embedded(variant)),
            Self::File(path) => {
                let fail = |problem| WeightsSourceError { path: path.clone(), problem };
                let bytes = std::fs::read(path).map_err(|error| fail(WeightsProblem::Unreadable(error)))?;
                LearnedWeights::from_bytes(variant, &bytes)
                    .map_err(|error| fail(WeightsProblem::Invalid(error)))
            }
        }
    }
}

/// A weights file that cannot be used.
#[derive(Debug)]
pub struct WeightsSourceError {
    path: PathBuf,
    problem: WeightsProblem,
}

#[derive(Debug)]
enum WeightsProblem {
    Unreadable(std::io::Error),
    Invalid(WeightsError),
}

impl fmt::Display for WeightsSourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the weights {} cannot be used: ", self.path.display())?;
        match &self.problem {
            WeightsProblem::Unreadable(error) => error.fmt(f),
            WeightsProblem::Invalid(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WeightsSourceError {}
