//! All legal moves of a board, in padded bits.

use crate::board::{Board, Leap, Mover, Tables, each_bit};
use crate::capture::{Field, Hunt, before_nearest};
use crate::geometry::Dir;
use crate::rules::{King, Rules};
use crate::tally;

/// Visits every legal move: the captures if there is one (it is compulsory), else the plain moves.
///
/// Most positions have men only, and no capture longer than one jump: these are told by a few shifts over the
/// whole board. The rest are hunted piece by piece.
#[inline(always)]
pub(crate) fn visit<R: Rules, M: Mover>(board: &Board, mut visit: impl FnMut(Leap)) {
    let field = Field::<R>::new::<M>(board);
    let jumping_off = field.jumping_off::<M>();
    if field.kings == 0 {
        if field.men & any(&jumping_off) == 0 {
            return plain_moves::<R, M>(board, visit);
        }
        if !field.can_jump_on::<M>(&jumping_off) {
            return single_jumps::<R, M>(field.men, &jumping_off, visit);
        }
    }
    // Looked through where they are: to move the list out copied half a kilobyte each time.
    let mut hunt = Hunt::new(field);
    hunt.run::<M>();
    if hunt.harvest.leaps.is_empty() {
        plain_moves::<R, M>(board, visit);
    } else {
        hunt.harvest.leaps.iter().copied().for_each(&mut visit);
    }
}

/// How many legal moves there are.
#[inline(never)]
pub(crate) fn count<R: Rules, M: Mover>(board: &Board) -> u64 {
    let field = Field::<R>::new::<M>(board);
    let jumping_off = field.jumping_off::<M>();
    if field.kings == 0 {
        if field.men & any(&jumping_off) == 0 {
            return u64::from(count_plain_moves::<R, M>(board));
        }
        if !field.can_jump_on::<M>(&jumping_off) {
            return jumping_off.iter().map(|from| u64::from((field.men & from).count_ones())).sum();
        }
        if let Some(captures) = tally::men_captures::<R, M>(&field, &jumping_off) {
            return captures;
        }
    }
    match count_hunted::<R, M>(field) {
        0 => u64::from(count_plain_moves::<R, M>(board)),
        captures => captures,
    }
}

#[inline(never)] // so that the list it needs does not burden the positions that need none
fn count_hunted<R: Rules, M: Mover>(field: Field<R>) -> u64 {
    let mut hunt = Hunt::new(field);
    hunt.run::<M>();
    hunt.harvest.leaps.len() as u64
}

#[inline(always)]
const fn any(squares: &[u64; 4]) -> u64 {
    squares[0] | squares[1] | squares[2] | squares[3]
}

/// The captures of men that take one piece each.
#[inline(always)]
fn single_jumps<R: Rules, M: Mover>(men: u64, jumping_off: &[u64; 4], mut visit: impl FnMut(Leap)) {
    for &dir in Field::<R>::man_dirs::<M>() {
        each_bit(men & jumping_off[dir as usize], |from| {
            let taken = Tables::<R>::step(from, dir);
            visit(Leap { from, to: Tables::<R>::step(taken, dir), taken, by_king: false });
        });
    }
}

#[inline(always)]
fn plain_moves<R: Rules, M: Mover>(board: &Board, mut visit: impl FnMut(Leap)) {
    let us = board.of(M::SIDE);
    let empty = Tables::<R>::BOARD & !board.occupied();
    for dir in M::FORWARD {
        each_bit(Tables::<R>::step(us & !board.kings, dir) & empty, |to| {
            visit(Leap { from: Tables::<R>::step(to, dir.back()), to, taken: 0, by_king: false });
        });
    }
    each_bit(us & board.kings, |from| {
        each_bit(king_reach::<R>(from, empty), |to| visit(Leap { from, to, taken: 0, by_king: true }));
    });
}

#[inline(always)]
fn count_plain_moves<R: Rules, M: Mover>(board: &Board) -> u32 {
    let us = board.of(M::SIDE);
    let empty = Tables::<R>::BOARD & !board.occupied();
    let (men, kings) = (us & !board.kings, us & board.kings);
    let [left, right] = M::FORWARD;
    let mut count = (Tables::<R>::step(men, left) & empty).count_ones()
        + (Tables::<R>::step(men, right) & empty).count_ones();
    if kings != 0 {
        match R::KING {
            King::Short => {
                for dir in Dir::ALL {
                    count += (Tables::<R>::step(kings, dir) & empty).count_ones();
                }
            }
            King::Flying => each_bit(kings, |king| count += king_reach::<R>(king, empty).count_ones()),
        }
    }
    count
}

/// Where a king can go without taking.
#[inline(always)]
fn king_reach<R: Rules>(king: u64, empty: u64) -> u64 {
    let mut reach = 0;
    for dir in Dir::ALL {
        reach |= match R::KING {
            King::Short => Tables::<R>::step(king, dir) & empty,
            King::Flying => {
                let ray = Tables::<R>::ray(king, dir);
                before_nearest(ray, ray & !empty, dir)
            }
        };
    }
    reach
}
