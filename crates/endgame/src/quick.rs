//! Small tables, made where they are first wanted: they take seconds, and no program need be without them.

use std::ops::ControlFlow;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use damiera_rules::Rules;

use crate::build::{BuildError, build, pieces_below};
use crate::file::class_path;
use crate::material::Class;

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

/// Makes the tables that take seconds, if a folder does not have them yet; says so first, with their most pieces.
pub fn build_quick<R: Rules>(dir: &Path, begun: impl FnOnce(u8)) -> Result<(), BuildError> {
    let pieces = quick_pieces::<R>();
    if are_there::<R>(dir, pieces) {
        return Ok(());
    }
    begun(pieces);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let started = Instant::now();
    loop {
        let built = build::<R>(dir, pieces, threads, &mut |_| ControlFlow::Continue(()));
        if !matches!(built, Err(BuildError::Busy)) || started.elapsed() > PATIENCE {
            return built;
        }
        thread::sleep(PAUSE);
        // Who is at work there may be making far larger ones.
        if are_there::<R>(dir, pieces) {
            return Ok(());
        }
    }
}

fn are_there<R: Rules>(dir: &Path, pieces: u8) -> bool {
    Class::up_to(pieces).into_iter().all(|class| class_path(dir, R::VARIANT, class).exists())
}
