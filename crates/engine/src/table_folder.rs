//! Where endgame tables are looked for.

use std::path::PathBuf;
use std::sync::Arc;

use damiera_rules::Rules;

use crate::probe::{Endgames, NoEndgames};

/// A folder of endgame tables, or none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum TableFolder {
    /// Play without tables.
    #[default]
    Nowhere,
    /// Use what is there.
    Named(PathBuf),
    /// The program's own folder, in which it may make small tables.
    Own(PathBuf),
}

impl TableFolder {
    /// The folder somebody named, if anybody did; an empty name stands for none.
    #[must_use]
    pub fn named(folder: Option<PathBuf>) -> Self {
        folder.filter(|folder| !folder.as_os_str().is_empty()).map_or(Self::Nowhere, Self::Named)
    }

    /// Its name; empty if there is none.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Nowhere => String::new(),
            Self::Named(folder) | Self::Own(folder) => folder.display().to_string(),
        }
    }

    /// Opens the tables of a game that are there; an error says what is wrong with them.
    #[cfg(feature = "tables")]
    pub fn open<R: Rules>(&self) -> Result<Arc<dyn Endgames<R>>, String> {
        match self {
            Self::Nowhere => Ok(Arc::new(NoEndgames)),
            Self::Named(folder) | Self::Own(folder) => match damiera_endgame::Tables::<R>::open(folder) {
                Ok(tables) => Ok(Arc::new(tables)),
                Err(error) => Err(error.to_string()),
            },
        }
    }

    /// Whether it is the program's own and has not all of the small tables yet.
    #[cfg(feature = "tables")]
    #[must_use]
    pub fn lacks_small<R: Rules>(&self) -> bool {
        matches!(self, Self::Own(folder) if !damiera_endgame::has_quick::<R>(folder))
    }

    /// Makes the small tables that its own folder lacks, in seconds. What is made, or cannot be, is told.
    #[cfg(feature = "tables")]
    pub fn make_small<R: Rules>(&self, threads: usize, tell: impl Fn(&str)) {
        let Self::Own(folder) = self else { return };
        if !self.lacks_small::<R>() {
            return;
        }
        let pieces = damiera_endgame::quick_pieces::<R>();
        tell(&format!("making endgame tables of up to {pieces} pieces in {}, once", folder.display()));
        if let Err(error) = damiera_endgame::build_quick::<R>(folder, threads) {
            tell(&format!("going on without the small endgame tables: {error}"));
        }
    }

    /// Without files there are no tables.
    #[cfg(not(feature = "tables"))]
    pub fn open<R: Rules>(&self) -> Result<Arc<dyn Endgames<R>>, String> {
        match self {
            Self::Named(folder) => {
                Err(format!("{}: this program was made without endgame tables", folder.display()))
            }
            Self::Nowhere | Self::Own(_) => Ok(Arc::new(NoEndgames)),
        }
    }

    /// Without files nothing is lacking.
    #[cfg(not(feature = "tables"))]
    #[must_use]
    pub fn lacks_small<R: Rules>(&self) -> bool {
        false
    }

    /// Without files none are made.
    #[cfg(not(feature = "tables"))]
    pub fn make_small<R: Rules>(&self, _: usize, _: impl Fn(&str)) {}
}
