//! Lines of play: their moves, and their moves in writing.

use damiera_rules::{History, Move, Position, Rules};

/// The moves of a line that begins in a position, each as it is written where it is played.
#[must_use]
pub fn written_line<R: Rules>(position: &Position<R>, moves: &[Move]) -> Vec<String> {
    let mut at = *position;
    let write = |m: &Move| {
        let text = at.notation(m);
        at = at.after(m);
        text
    };
    moves.iter().map(write).collect()
}

/// The moves that led from each position of a game to the next.
#[must_use]
pub fn moves_played<R: Rules>(game: &History<R>) -> Vec<Move> {
    let move_between = |pair: &[Position<R>]| {
        let [before, after] = pair else { return None };
        before.legal().into_iter().find(|m| before.after(m) == *after)
    };
    game.positions().windows(2).filter_map(move_between).collect()
}
