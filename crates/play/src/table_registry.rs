//! The endgame tables of a process: each game's are opened once, on first use, and shared.

use std::any::Any;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use damiera_endgame::{TableOpenError, TableRules, Tables};
use damiera_engine::{Endgames, NoEndgames};
use damiera_rules::Variant;

use crate::PlayRules;
use crate::table_folder::TableFolder;

/// The endgame tables of one folder. The folder may be empty, and may get tables while the process runs.
#[derive(Default)]
pub struct TableRegistry {
    folder: TableFolder,
    opened: Mutex<HashMap<Variant, OpenedTables>>,
}

struct OpenedTables {
    /// When the game's folder was last modified; none if it did not exist.
    modified: Option<SystemTime>,
    /// An `Arc<Tables<R>>` of the variant's rule set, or none if the folder had no table of it.
    tables: Result<Option<Arc<dyn Any + Send + Sync>>, TablesUnusable>,
}

/// A table file that exists but cannot be used.
#[derive(Clone, Debug)]
pub struct TablesUnusable(Arc<TableOpenError>);

impl fmt::Display for TablesUnusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for TablesUnusable {}

impl TableRegistry {
    /// The tables of a folder.
    #[must_use]
    pub fn new(folder: TableFolder) -> Self {
        Self { folder, opened: Mutex::default() }
    }

    /// Where the tables are.
    #[must_use]
    pub const fn folder(&self) -> &TableFolder {
        &self.folder
    }

    /// The tables of a game, if the folder has any. They are opened again only after the folder has changed. Opening reads
    /// every byte: call it outside the async runtime.
    pub fn open<R: TableRules>(&self) -> Result<Option<Arc<Tables<R>>>, TablesUnusable> {
        let Some(dir) = self.folder.path() else { return Ok(None) };
        let modified = dir.join(R::VARIANT.name()).metadata().and_then(|metadata| metadata.modified()).ok();
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let stale = opened.get(&R::VARIANT).is_none_or(|opened| opened.modified != modified);
        if stale {
            let tables = match modified.map(|_| Tables::<R>::open(dir)) {
                None => Ok(None),
                Some(Ok(tables)) if tables.outcome_pieces() == 0 => Ok(None),
                Some(Ok(tables)) => Ok(Some(Arc::new(tables) as Arc<dyn Any + Send + Sync>)),
                Some(Err(error)) => {
                    tracing::warn!(%error, "endgame tables are ignored");
                    Err(TablesUnusable(Arc::new(error)))
                }
            };
            opened.insert(R::VARIANT, OpenedTables { modified, tables });
        }
        let known = opened.get(&R::VARIANT).map_or(Ok(None), |opened| opened.tables.clone())?;
        Ok(known.and_then(|tables| tables.downcast().ok()))
    }

    /// The tables of a game if there are any that can be used; a damaged file is logged.
    pub fn available<R: TableRules>(&self) -> Option<Arc<Tables<R>>> {
        self.open::<R>().ok().flatten()
    }

    /// The tables of a game as an engine takes them; a damaged file is an error.
    pub fn endgames<R: PlayRules>(&self) -> Result<Arc<dyn Endgames<R>>, TablesUnusable> {
        Ok(match self.open::<R>()? {
            Some(tables) => tables,
            None => Arc::new(NoEndgames),
        })
    }
}
