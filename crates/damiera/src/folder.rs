//! Where a person's data belong on this system.

use std::env;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use damiera_engine::{Endgames, TableFolder};
use damiera_rules::Rules;

use crate::failure::Failure;

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

/// The tables to play with: those of the folder that was named, or our own.
pub(crate) fn tables_to_play(named: Option<PathBuf>) -> TableFolder {
    match (named, endgames()) {
        (None, Some(own)) => TableFolder::Own(own),
        (named, _) => TableFolder::named(named),
    }
}

/// Opens them for one game; small ones that are missing are made first, and standard error says so.
pub(crate) fn open_tables<R: Rules>(tables: &TableFolder) -> Result<Arc<dyn Endgames<R>>, Failure> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    tables.make_small::<R>(threads, |sentence| eprintln!("damiera: {sentence}"));
    tables.open().map_err(Failure::input)
}
