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

/// Adds the captures of one flying king, visiting each state once.
#[cold]
pub(crate) fn captures<R: Rules>(search: &mut CaptureSearch<R>, start: CapturePath) {
    let mut states = HashSet::from([(start.from, start)]);
    while !states.is_empty() {
        let mut next = HashSet::new();
        for &(at, path) in &states {
            let mut ended = true;
            for dir in Dir::ALL {
                if let Some((over, landings)) = search.flying_jump(at, dir, path) {
                    ended = false;
                    search.jumps_visited = search.jumps_visited.saturating_add(1);
                    let path = search.extend_path(path, over);
                    each_bit(landings, |to| {
                        next.insert((to, path));
                    });
                }
            }
            if ended && path.taken != 0 {
                search.finish(at, path);
            }
        }
        states = next;
    }
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
