//! Endgame tables of the data folder, opened when they are first asked.

use std::any::Any;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use damiera_endgame::Tables;
use damiera_rules::{Rules, Variant};

/// The tables that a folder has. It need not have any, and may get more while we run.
pub(crate) struct Shelf {
    dir: Option<PathBuf>,
    open: Mutex<HashMap<Variant, Opened>>,
}

struct Opened {
    /// When the folder had last changed.
    changed: Option<SystemTime>,
    /// `Arc<Tables<R>>`, if there are any.
    tables: Option<Arc<dyn Any + Send + Sync>>,
}

impl Shelf {
    /// The tables in a folder, or none.
    pub(crate) fn new(dir: Option<PathBuf>) -> Self {
        Self { dir, open: Mutex::default() }
    }

    /// The tables of a game, if there are any. Opening them reads every byte: call it off the async threads.
    pub(crate) fn of<R: Rules>(&self) -> Option<Arc<Tables<R>>> {
        let dir = self.dir.as_ref()?;
        let folder = dir.join(R::VARIANT.name());
        let changed = folder.metadata().and_then(|about| about.modified()).ok();
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let known = open.get(&R::VARIANT).filter(|opened| opened.changed == changed);
        let tables = match known {
            Some(opened) => opened.tables.clone(),
            None => {
                let tables = changed.and_then(|_| opened::<R>(dir));
                open.insert(R::VARIANT, Opened { changed, tables: tables.clone() });
                tables
            }
        };
        tables?.downcast().ok()
    }
}

fn opened<R: Rules>(dir: &std::path::Path) -> Option<Arc<dyn Any + Send + Sync>> {
    match Tables::<R>::open(dir) {
        Ok(tables) if tables.pieces() > 0 => Some(Arc::new(tables)),
        Ok(_) => None,
        Err(error) => {
            tracing::warn!(%error, "an endgame table is left aside");
            None
        }
    }
}
