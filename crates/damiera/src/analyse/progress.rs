//! Progress of a review: one line on standard error, if that is a terminal.

use std::io::{self, IsTerminal, Write};

pub(super) fn show_progress(game: u64, ply: u32, plies: usize) {
    if io::stderr().is_terminal() {
        eprint!("\rgame {game}: ply {ply} of {plies}… ");
        let _ = io::stderr().flush();
    }
}

/// Clears the progress line.
pub(super) fn clear_progress() {
    if io::stderr().is_terminal() {
        eprint!("\r\x1b[K");
    }
}
