//! The user's directories, by the XDG base directory specification (on Windows, the application data directory).

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use damiera_engine::Endgames;
use damiera_game::Lang;
use damiera_play::{PlayRules, SmallTableNotice, TableFolder, TableRegistry, build_small_tables};
use etcetera::{BaseStrategy, choose_base_strategy};

use crate::failure::Failure;
use crate::texts::say;

/// The name of the database file in a data directory.
pub(crate) const DATABASE: &str = "damiera.sqlite";

/// The directory of the program's data: games and endgame tables.
pub(crate) fn data() -> Option<PathBuf> {
    choose_base_strategy().ok().map(|user| user.data_dir().join("damiera"))
}

/// The configuration file. It need not exist.
pub(crate) fn config_file() -> Option<PathBuf> {
    choose_base_strategy().ok().map(|user| user.config_dir().join("damiera/config.toml"))
}

/// The directory of the program's own endgame tables.
pub(crate) fn endgame_tables() -> Option<PathBuf> {
    data().map(|folder| folder.join("endgame"))
}

/// The directory of endgame tables to use: the one that the user named, or the program's own.
pub(crate) fn table_folder(named: Option<PathBuf>) -> TableFolder {
    match (named, endgame_tables()) {
        (None, Some(own)) => TableFolder::Own(own),
        (named, _) => TableFolder::given(named),
    }
}

/// Opens the endgame tables of a game. If the folder is the program's own, the small tables that it misses are built first,
/// with a message on standard error.
pub(crate) fn open_tables<R: PlayRules>(
    folder: TableFolder,
    lang: Lang,
) -> Result<Arc<dyn Endgames<R>>, Failure> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    build_small_tables::<R>(&folder, threads, |notice| eprintln!("damiera: {}", sentence(lang, &notice)));
    TableRegistry::new(folder).endgames().map_err(Failure::input)
}

fn sentence(lang: Lang, notice: &SmallTableNotice<'_>) -> String {
    match notice {
        SmallTableNotice::Building { pieces, folder } => {
            let values = [("pieces", (*pieces).into()), ("folder", folder.display().to_string().into())];
            say(lang, "tables-building", &values)
        }
        SmallTableNotice::Failed(why) => say(lang, "tables-failed", &[("why", why.as_str().into())]),
    }
}
