//! One engine for each game, created on first use.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use damiera_engine::{Engine, EngineResources, NoEndgames, Weights};
use damiera_rules::Variant;

use crate::PlayRules;
use crate::table_registry::TableRegistry;

/// A lazily filled set of engines that share the endgame tables of a registry.
pub struct Engines {
    tables: Arc<TableRegistry>,
    resources: EngineResources,
    cached: Mutex<HashMap<Variant, CachedEngine>>,
}

struct CachedEngine {
    /// An `Arc<Engine<R>>` of the variant's rule set.
    engine: Arc<dyn Any + Send + Sync>,
    /// Up to how many pieces its tables go.
    table_pieces: u8,
}

impl Engines {
    /// Engines that each use these resources and the tables of the registry.
    #[must_use]
    pub fn new(tables: Arc<TableRegistry>, resources: EngineResources) -> Self {
        Self { tables, resources, cached: Mutex::default() }
    }

    /// The endgame tables that the engines use.
    #[must_use]
    pub const fn tables(&self) -> &Arc<TableRegistry> {
        &self.tables
    }

    /// The engine of a game. It is replaced when the registry has larger tables than it was created with. The first call
    /// opens the tables, which reads every byte of them: call it outside the async runtime.
    pub fn of<R: PlayRules>(&self) -> Arc<Engine<R>> {
        let tables = self.tables.available::<R>();
        let table_pieces = tables.as_ref().map_or(0, |tables| tables.pieces());
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        let current = cached.get(&R::VARIANT).filter(|cached| cached.table_pieces == table_pieces);
        if let Some(engine) = current.and_then(|cached| Arc::clone(&cached.engine).downcast().ok()) {
            return engine;
        }
        let weights = Weights::learned(R::VARIANT);
        let engine = Arc::new(match tables {
            Some(tables) => Engine::with(self.resources, weights, tables),
            None => Engine::with(self.resources, weights, Arc::new(NoEndgames)),
        });
        cached.insert(R::VARIANT, CachedEngine { engine: Arc::clone(&engine) as _, table_pieces });
        engine
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use damiera_endgame::build;
    use damiera_rules::variant::English;

    use super::*;
    use crate::table_folder::TableFolder;

    #[test]
    fn tables_and_engines_are_opened_once_until_the_folder_gets_larger_tables() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = folder.path();
        build::<English>(dir, 2, 1, &mut |_| ControlFlow::Continue(())).expect("tables");
        let tables = Arc::new(TableRegistry::new(TableFolder::Given(dir.to_owned())));
        let engines = Engines::new(Arc::clone(&tables), EngineResources { threads: 1, table_mib: 1 });
        let open = || tables.available::<English>().expect("tables");
        let (first_tables, first_engine) = (open(), engines.of::<English>());
        assert!(Arc::ptr_eq(&first_tables, &open()), "a second look does not read the files again");
        assert!(Arc::ptr_eq(&first_engine, &engines.of::<English>()), "every move uses the same engine");
        build::<English>(dir, 3, 1, &mut |_| ControlFlow::Continue(())).expect("tables");
        assert_eq!((first_tables.pieces(), open().pieces()), (2, 3));
        assert!(!Arc::ptr_eq(&first_engine, &engines.of::<English>()), "an engine with the larger tables");
    }
}
