//! Where a person's data belong on this system.

use std::env;
use std::path::PathBuf;

/// The folder for our data: games, tables, settings.
pub(crate) fn data() -> Option<PathBuf> {
    let named = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    named("XDG_DATA_HOME")
        .or_else(|| named("HOME").map(|home| home.join(".local/share")))
        .or_else(|| named("APPDATA"))
        .map(|folder| folder.join("damiera"))
}

/// The folder for endgame tables.
pub(crate) fn endgames() -> Option<PathBuf> {
    data().map(|folder| folder.join("endgame"))
}

/// The same if it is there: who never made tables plays without.
pub(crate) fn endgames_made() -> Option<PathBuf> {
    endgames().filter(|folder| folder.is_dir())
}
