//! Small tables, made where they are first wanted: they take seconds, and no program need be without them.

use std::ops::ControlFlow;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use damiera_rules::Rules;

use crate::build::{BuildError, build, pieces_below};
use crate::compiled::TableRules;
use crate::file::class_path;
use crate::material::MaterialClass;

/// Tables of fewer positions than this are made in seconds.
const FEW_POSITIONS: u64 = 50_000_000;

/// The most pieces for which a game's tables are made in seconds: what a program can make when it first starts.
#[must_use]
pub fn quick_pieces<R: Rules>() -> u8 {
    pieces_below::<R>(FEW_POSITIONS)
}

/// How long to wait for another program that makes the same tables.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long between two looks whether it is done.
const PAUSE: Duration = Duration::from_millis(50);

/// Whether a folder has the tables that take seconds.
#[must_use]
pub fn has_quick<R: Rules>(dir: &Path) -> bool {
    let classes = MaterialClass::up_to(quick_pieces::<R>());
    classes.into_iter().all(|class| class_path(dir, R::VARIANT, class).exists())
}

/// Makes the tables that take seconds, if a folder does not have them yet.
pub fn build_quick<R: TableRules>(dir: &Path, threads: usize) -> Result<(), BuildError> {
    let started = Instant::now();
    // Who is at work in the folder may be making far larger ones: the small are there long before it ends.
    while !has_quick::<R>(dir) {
        match build::<R>(dir, quick_pieces::<R>(), threads, &mut |_| ControlFlow::Continue(())) {
            Err(BuildError::Busy) if started.elapsed() < PATIENCE => thread::sleep(PAUSE),
            built => return built,
        }
    }
    Ok(())
}
