//! All legal moves of a board, in padded bits.

use crate::board::{Board, Leap, Mover, Tables, each_bit};
use crate::capture::{Hunt, before_nearest};
use crate::geometry::Dir;
use crate::rules::{King, Rules};

/// Visits every legal move: the captures if there is one (it is compulsory), else the plain moves.
#[inline(always)]
pub(crate) fn visit<R: Rules, M: Mover>(board: &Board, mut visit: impl FnMut(Leap)) {
    let mut hunt = Hunt::<R>::new::<M>(board);
    hunt.run::<M>();
    if hunt.harvest.leaps.is_empty() {
        plain_moves::<R, M>(board, visit);
    } else {
        hunt.harvest.leaps.iter().copied().for_each(&mut visit);
    }
}

/// How many legal moves there are.
#[inline(always)]
pub(crate) fn count<R: Rules, M: Mover>(board: &Board) -> u64 {
    let mut hunt = Hunt::<R>::new::<M>(board);
    hunt.run::<M>();
    if hunt.harvest.leaps.is_empty() {
        u64::from(count_plain_moves::<R, M>(board))
    } else {
        hunt.harvest.leaps.len() as u64
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
