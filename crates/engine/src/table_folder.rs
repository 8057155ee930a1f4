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
    /// The program's own folder: small tables that are not there yet are made first, in seconds.
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

    /// Opens the tables of a game; an error says what is wrong with them. What is made, or cannot be, is told.
    #[cfg(feature = "tables")]
    pub fn open<R: Rules>(&self, tell: &dyn Fn(&str)) -> Result<Arc<dyn Endgames<R>>, String> {
        let folder = match self {
            Self::Nowhere => return Ok(Arc::new(NoEndgames)),
            Self::Named(folder) => folder,
            Self::Own(folder) => {
                let begun = |pieces| {
                    tell(&format!(
                        "making endgame tables of up to {pieces} pieces in {}, once",
                        folder.display()
                    ));
                };
                if let Err(error) = damiera_endgame::build_quick::<R>(folder, begun) {
                    tell(&format!("going on without the small endgame tables: {error}"));
                }
                folder
            }
        };
        match damiera_endgame::Tables::<R>::open(folder) {
            Ok(tables) => Ok(Arc::new(tables)),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Without files there are no tables.
    #[cfg(not(feature = "tables"))]
    pub fn open<R: Rules>(&self, _: &dyn Fn(&str)) -> Result<Arc<dyn Endgames<R>>, String> {
        match self {
            Self::Named(folder) => {
                Err(format!("{}: this program was made without endgame tables", folder.display()))
            }
            Self::Nowhere | Self::Own(_) => Ok(Arc::new(NoEndgames)),
        }
    }
}
