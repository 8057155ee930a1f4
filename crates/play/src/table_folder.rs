//! Where endgame tables are looked for.

use std::path::{Path, PathBuf};

/// A folder of endgame tables, or none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum TableFolder {
    /// Play without tables.
    #[default]
    Disabled,
    /// A folder that the user named: its tables are used, and nothing is written to it.
    Given(PathBuf),
    /// The program's own data folder, in which it may build the small tables.
    Own(PathBuf),
}

impl TableFolder {
    /// The folder that the user named; no name or an empty one means no tables.
    #[must_use]
    pub fn given(folder: Option<PathBuf>) -> Self {
        folder.filter(|folder| !folder.as_os_str().is_empty()).map_or(Self::Disabled, Self::Given)
    }

    /// Its path, if there is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Disabled => None,
            Self::Given(folder) | Self::Own(folder) => Some(folder),
        }
    }

    /// Its path as text; empty without one.
    #[must_use]
    pub fn name(&self) -> String {
        self.path().map(|folder| folder.display().to_string()).unwrap_or_default()
    }
}
