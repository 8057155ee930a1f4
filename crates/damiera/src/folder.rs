//! The folders of the user's data.

use std::env;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use damiera_engine::Endgames;
use damiera_play::{PlayRules, TableFolder, TableRegistry, build_small_tables};

use crate::failure::Failure;

/// The program's data folder: games, endgame tables, settings.
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

/// The folder of endgame tables to play with: the one that the user named, or the program's own.
pub(crate) fn table_folder(named: Option<PathBuf>) -> TableFolder {
    match (named, endgames()) {
        (None, Some(own)) => TableFolder::Own(own),
        (named, _) => TableFolder::given(named),
    }
}

/// Opens the endgame tables of a game. If the folder is the program's own, the small tables that it misses are built first,
/// with a message on standard error.
pub(crate) fn open_tables<R: PlayRules>(folder: TableFolder) -> Result<Arc<dyn Endgames<R>>, Failure> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    build_small_tables::<R>(&folder, threads, |sentence| eprintln!("damiera: {sentence}"));
    TableRegistry::new(folder).endgames().map_err(Failure::input)
}
