//! Generates and counts legal moves in padded bits.

use crate::board::{BitMove, Board, Lookup, Mover, each_bit};
use crate::can_capture::can_capture;
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

/// The legal move from one square to another, if there is exactly one.
///
/// In most positions the squares are tested directly, without a look at the other moves.
#[inline(always)]
pub(crate) fn only_move<R: Rules, M: Mover>(board: &Board, from: u64, to: u64) -> Option<BitMove> {
    let attack = Attack::<R>::new::<M>(board);
    let jump_origins = attack.jump_origins::<M>();
    let man_jumps = attack.men & any(&jump_origins) != 0;
    if attack.kings == 0 && man_jumps && !attack.can_jump_again::<M>(&jump_origins) {
        return only_jump::<R, M>(attack.men & from, to, &jump_origins);
    }
    if !man_jumps && (attack.kings == 0 || !can_capture::<R, M>(board)) {
        return only_quiet_move::<R, M>(board, from, to);
    }
    only_visited_move::<R, M>(board, from, to)
}

#[inline(never)] // rarely needed, and large
fn only_visited_move<R: Rules, M: Mover>(board: &Board, from: u64, to: u64) -> Option<BitMove> {
    let (mut found, mut count) = (None, 0);
    visit::<R, M>(board, |bit_move| {
        if (bit_move.from, bit_move.to) == (from, to) {
            found = Some(bit_move);
            count += 1;
        }
    });
    found.filter(|_| count == 1)
}

/// The jump of a man to a square, where no man can jump twice.
#[inline(always)]
fn only_jump<R: Rules, M: Mover>(man: u64, to: u64, jump_origins: &[u64; 4]) -> Option<BitMove> {
    for &dir in Attack::<R>::man_dirs::<M>() {
        let taken = Lookup::<R>::step(man & jump_origins[dir as usize], dir);
        if Lookup::<R>::step(taken, dir) == to {
            return Some(BitMove { from: man, to, taken, by_king: false });
        }
    }
    None
}

/// The quiet move from one square to another, where nothing can be captured.
#[inline(always)]
fn only_quiet_move<R: Rules, M: Mover>(board: &Board, from: u64, to: u64) -> Option<BitMove> {
    let piece = board.of(M::SIDE) & from;
    let empty = Lookup::<R>::BOARD & !board.occupied();
    let by_king = piece & board.kings != 0;
    let [left, right] = M::FORWARD;
    let reach = match by_king {
        true => king_reach::<R>(piece, empty),
        false => (Lookup::<R>::step(piece, left) | Lookup::<R>::step(piece, right)) & empty,
    };
    (reach & to != 0).then_some(BitMove { from, to, taken: 0, by_king })
}

/// The number of legal moves.
#[inline(always)]
pub(crate) fn count<R: Rules, M: Mover>(board: &Board) -> u64 {
    let Board { sides: [white, black], kings } = *board;
    count_bits::<R, M>(white, black, kings)
}

/// The number of legal moves of a board that is passed in registers: for perft, storing it would be a twentieth of the work.
#[inline(never)]
fn count_bits<R: Rules, M: Mover>(white: u64, black: u64, kings: u64) -> u64 {
    let board = &Board { sides: [white, black], kings };
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
pub(crate) fn king_reach<R: Rules>(king: u64, empty: u64) -> u64 {
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
