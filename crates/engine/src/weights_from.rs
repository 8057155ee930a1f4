//! Where weights come from, as people name it.

use std::fmt;
use std::path::PathBuf;

use damiera_rules::Rules;

use crate::weights::Weights;

/// Where weights come from: `material`, `learned`, or a file's path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WeightsFrom {
    /// Men and kings only.
    Material,
    /// The program itself.
    Learned,
    /// A file.
    File(PathBuf),
}

impl From<&str> for WeightsFrom {
    fn from(text: &str) -> Self {
        match text {
            "material" => Self::Material,
            "learned" => Self::Learned,
            path => Self::File(path.into()),
        }
    }
}

impl WeightsFrom {
    /// The weights of that game.
    pub fn load<R: Rules>(&self) -> Result<Weights, NoWeights> {
        match self {
            Self::Material => Ok(Weights::material::<R>()),
            Self::Learned => Ok(Weights::learned::<R>()),
            Self::File(path) => {
                let bad = |why: String| NoWeights { path: path.clone(), why };
                let bytes = std::fs::read(path).map_err(|error| bad(error.to_string()))?;
                Weights::from_bytes::<R>(&bytes).map_err(|error| bad(error.to_string()))
            }
        }
    }
}

/// A file that does not give weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoWeights {
    path: PathBuf,
    why: String,
}

impl fmt::Display for NoWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the weights {} cannot be used: {}", self.path.display(), self.why)
    }
}

impl std::error::Error for NoWeights {}
