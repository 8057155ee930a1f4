//! Engines, made when they are first needed, with the endgame tables there are.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use damiera_engine::{Engine, NoEndgames, Resources, Weights};
use damiera_rules::{Rules, Variant};

use crate::endgames::Shelf;

/// One engine for each game.
pub(crate) struct Engines {
    shelf: Arc<Shelf>,
    table_mib: usize,
    made: Mutex<HashMap<Variant, Made>>,
}

struct Made {
    engine: Arc<dyn Any + Send + Sync>,
    /// The pieces its tables know.
    pieces: u8,
}

impl Engines {
    /// Engines that each remember positions in so many mebibytes.
    pub(crate) fn new(shelf: Arc<Shelf>, table_mib: usize) -> Self {
        Self { shelf, table_mib, made: Mutex::default() }
    }

    /// The engine of a game; made anew when there are more tables than before.
    pub(crate) fn of<R: Rules>(&self) -> Arc<Engine<R>> {
        let tables = self.shelf.of::<R>();
        let pieces = tables.as_ref().map_or(0, |tables| tables.pieces());
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let known = made.get(&R::VARIANT).filter(|made| made.pieces == pieces);
        if let Some(engine) = known.and_then(|made| Arc::clone(&made.engine).downcast().ok()) {
            return engine;
        }
        let weights = Arc::new(Weights::learned::<R>());
        let resources = Resources { threads: 1, table_mib: self.table_mib };
        let engine = Arc::new(match tables {
            Some(tables) => Engine::with(resources, weights, tables),
            None => Engine::with(resources, weights, Arc::new(NoEndgames)),
        });
        made.insert(R::VARIANT, Made { engine: Arc::clone(&engine) as _, pieces });
        engine
    }
}
