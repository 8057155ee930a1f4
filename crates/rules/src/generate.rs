//! Generates and counts legal moves in padded bits.

use crate::board::{BitMove, Board, Lookup, Mover, each_bit};
use crate::capture::{Attack, CaptureSearch, before_nearest};
use crate::count_captures;
use crate::geometry::Dir;
use crate::rules::{KingRange, Rules};

/// Visits every legal move: the captures if there are any, since capturing is compulsory, otherwise the quiet moves.
///
/// Most positions have only men and no capture longer than one jump. Their moves are found with a few shifts of whole
/// bitboards; in other positions captures are searched piece by piece.
#[inline(always)]
pub(crate) fn visit<R: Rules, M: Mover>(board: &Board, mut visit: impl FnMut(BitMove)) {
    let attack = Attack::<R>::new::<M>(board);
    let jump_origins = attack.jump_origins::<M>();
    if attack.kings == 0 {
        if attack.men & any(&jump_origins) == 0 {
            return quiet_moves::<R, M>(board, visit);
        }
        if !attack.can_jump_again::<M>(&jump_origins) {
            return single_jumps::<R, M>(attack.men, &jump_origins, visit);
        }
    }
    // The list is iterated in place: moving it out of the search would copy half a kilobyte per position.
    let mut search = CaptureSearch::new(attack);
    search.run::<M>();
    if search.best.moves.is_empty() {
        quiet_moves::<R, M>(board, visit);
    } else {
        search.best.moves.iter().copied().for_each(&mut visit);
    }
}

/// The number of legal moves.
#[inline(never)]
pub(crate) fn count<R: Rules, M: Mover>(board: &Board) -> u64 {
    let attack = Attack::<R>::new::<M>(board);
    let jump_origins = attack.jump_origins::<M>();
    if attack.kings == 0 {
        if attack.men & any(&jump_origins) == 0 {
            return u64::from(count_quiet_moves::<R, M>(board));
        }
        if !attack.can_jump_again::<M>(&jump_origins) {
            return jump_origins.iter().map(|from| u64::from((attack.men & from).count_ones())).sum();
        }
        if let Some(captures) = count_captures::men_captures::<R, M>(&attack, &jump_origins) {
            return captures;
        }
    }
    match count_searched::<R, M>(attack) {
        0 => u64::from(count_quiet_moves::<R, M>(board)),
        captures => captures,
    }
}

#[inline(never)] // keeps the capture list off the stack frame of `count`, which rarely needs it
fn count_searched<R: Rules, M: Mover>(attack: Attack<R>) -> u64 {
    let mut search = CaptureSearch::new(attack);
    search.run::<M>();
    search.best.moves.len() as u64
}

#[inline(always)]
const fn any(squares: &[u64; 4]) -> u64 {
    squares[0] | squares[1] | squares[2] | squares[3]
}

/// Visits captures of one piece each, by men.
#[inline(always)]
fn single_jumps<R: Rules, M: Mover>(men: u64, jump_origins: &[u64; 4], mut visit: impl FnMut(BitMove)) {
    for &dir in Attack::<R>::man_dirs::<M>() {
        each_bit(men & jump_origins[dir as usize], |from| {
            let taken = Lookup::<R>::step(from, dir);
            visit(BitMove { from, to: Lookup::<R>::step(taken, dir), taken, by_king: false });
        });
    }
}

#[inline(always)]
fn quiet_moves<R: Rules, M: Mover>(board: &Board, mut visit: impl FnMut(BitMove)) {
    let us = board.of(M::SIDE);
    let empty = Lookup::<R>::BOARD & !board.occupied();
    for dir in M::FORWARD {
        each_bit(Lookup::<R>::step(us & !board.kings, dir) & empty, |to| {
            visit(BitMove { from: Lookup::<R>::step(to, dir.back()), to, taken: 0, by_king: false });
        });
    }
    each_bit(us & board.kings, |from| {
        each_bit(king_reach::<R>(from, empty), |to| visit(BitMove { from, to, taken: 0, by_king: true }));
    });
}

#[inline(always)]
fn count_quiet_moves<R: Rules, M: Mover>(board: &Board) -> u32 {
    let us = board.of(M::SIDE);
    let empty = Lookup::<R>::BOARD & !board.occupied();
    let (men, kings) = (us & !board.kings, us & board.kings);
    let [left, right] = M::FORWARD;
    let mut count = (Lookup::<R>::step(men, left) & empty).count_ones()
        + (Lookup::<R>::step(men, right) & empty).count_ones();
    if kings != 0 {
        match R::KING {
            KingRange::Short => {
                for dir in Dir::ALL {
                    count += (Lookup::<R>::step(kings, dir) & empty).count_ones();
                }
            }
            KingRange::Flying => each_bit(kings, |king| count += king_reach::<R>(king, empty).count_ones()),
        }
    }
    count
}

/// The squares a king can move to without capturing.
#[inline(always)]
fn king_reach<R: Rules>(king: u64, empty: u64) -> u64 {
    let mut reach = 0;
    for dir in Dir::ALL {
        reach |= match R::KING {
            KingRange::Short => Lookup::<R>::step(king, dir) & empty,
            KingRange::Flying => {
                let ray = Lookup::<R>::ray(king, dir);
                before_nearest(ray, ray & !empty, dir)
            }
        };
    }
    reach
}
