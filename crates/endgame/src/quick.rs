//! Small tables, which are built in seconds on first use.

use std::ops::ControlFlow;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use damiera_rules::Rules;

use crate::build::{BuildError, build, pieces_below};
use crate::compiled::TableRules;
use crate::file::class_path;
use crate::kind::TableKind;
use crate::material::MaterialClass;

/// Tables with fewer positions than this are built in seconds.
const FEW_POSITIONS: u64 = 50_000_000;

/// The largest number of pieces for which the tables of a game are built in seconds.
#[must_use]
pub fn quick_pieces<R: Rules>() -> u8 {
    pieces_below::<R>(FEW_POSITIONS)
}

/// How long to wait for another process that builds the same tables.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// Interval between two checks whether it has finished.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Whether a directory has all small tables of a game.
#[must_use]
pub fn has_quick<R: Rules>(dir: &Path) -> bool {
    let classes = MaterialClass::up_to(quick_pieces::<R>());
    classes.into_iter().all(|class| class_path(dir, R::VARIANT, class, TableKind::Distances).exists())
}

/// Builds the small tables of a game that a directory misses.
pub fn build_quick<R: TableRules>(dir: &Path, threads: usize) -> Result<(), BuildError> {
    let started = Instant::now();
    // The process that holds the lock may build far larger tables, and finishes the small ones long before it ends.
    while !has_quick::<R>(dir) {
        match build::<R>(dir, quick_pieces::<R>(), threads, &mut |_| ControlFlow::Continue(())) {
            Err(BuildError::Busy) if started.elapsed() < LONGEST_WAIT => thread::sleep(POLL_INTERVAL),
            built => return built,
        }
    }
    Ok(())
}
