//! Captures by flying kings on crowded boards, with each state visited once.
//!
//! A flying king can capture the same pieces in very many orders, so following every path can take exponential
//! time. There are far fewer *states* (current square, captured pieces). When following paths costs more than
//! [`MAX_FOLLOWED_JUMPS`] jumps, the search switches to a breadth-first traversal of the states. The result is the
//! same and complete: no capture is ever dropped.

use std::collections::HashSet;

use crate::board::each_bit;
use crate::capture::{CapturePath, CaptureSearch};
use crate::geometry::Dir;
use crate::position::Position;
use crate::rules::Rules;

/// The number of jumps of one king to follow path by path before switching to states.
pub(crate) const MAX_FOLLOWED_JUMPS: u32 = 2_000;

/// Adds the captures of one flying king on a square, visiting each state once.
#[cold]
pub(crate) fn captures<R: Rules>(search: &mut CaptureSearch<R>, at: u64, path: CapturePath) {
    let mut states = HashSet::from([(at, path)]);
    if path.taken != 0 && !can_jump(search, at, path) {
        search.finish(at, path); // a man that was crowned on this square and cannot capture on as a king
    }
    while !states.is_empty() {
        let mut next = HashSet::new();
        for &(at, path) in &states {
            for dir in Dir::ALL {
                let Some((over, landings)) = search.flying_jump(at, dir, path) else { continue };
                search.jumps_visited = search.jumps_visited.saturating_add(1);
                let path = search.extend_path(path, over);
                let mut goes_on = false;
                each_bit(landings, |to| {
                    if can_jump(search, to, path) {
                        goes_on = true;
                        next.insert((to, path));
                    }
                });
                if !goes_on {
                    each_bit(landings, |to| search.finish(to, path));
                }
            }
        }
        states = next;
    }
}

/// Whether a flying king on a square can jump.
fn can_jump<R: Rules>(search: &CaptureSearch<R>, at: u64, path: CapturePath) -> bool {
    Dir::ALL.into_iter().any(|dir| search.flying_jump(at, dir, path).is_some())
}

impl<R: Rules> Position<R> {
    /// The number of flying kings' jumps visited to find the legal moves: a measure of work, for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn capture_work(&self) -> u32 {
        let mut search = CaptureSearch::on(self);
        search.run_for(self.turn());
        search.jumps_visited
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BitMove, White};
    use crate::capture::Attack;
    use crate::{Brazilian, International};

    /// The captures of White's kings with this limit on followed jumps, sorted.
    fn captures<R: Rules>(position: &Position<R>, max_jumps: u32) -> Vec<BitMove> {
        let mut search = CaptureSearch::new(Attack::<R>::new::<White>(position.board()));
        each_bit(search.attack.kings, |king| search.flying_captures(king, max_jumps));
        let mut moves = search.best.moves.to_vec();
        moves.sort_unstable();
        moves
    }

    fn agree<R: Rules>(fen: &str) {
        let position = Position::<R>::from_fen(fen).unwrap();
        let followed = captures(&position, u32::MAX);
        for max_jumps in [0, 1, 10, 100] {
            assert_eq!(captures(&position, max_jumps), followed, "{fen} with max_jumps {max_jumps}");
        }
    }

    #[test]
    fn both_search_methods_find_the_same_captures() {
        for line in include_str!("../tests/data/crowded.tsv").lines() {
            match line.split('\t').collect::<Vec<_>>()[..] {
                ["brazilian", _, fen] => agree::<Brazilian>(fen),
                ["international", _, fen] => agree::<International>(fen),
                _ => {}
            }
        }
    }
}
