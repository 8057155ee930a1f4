//! Counting men's captures without listing them.
//!
//! Men that make the same jumps in the same directions move as one set of bits. Until a fourth jump no way can
//! come back to where it was, so up to three jumps each way is a capture of its own, none is blocked by what it
//! took, and counting bits counts captures. What is longer is left to the hunt.

use crate::board::{Mover, Tables};
use crate::capture::Field;
use crate::geometry::Dir;
use crate::rules::{Merit, Rules, Taking};

/// The captures counted so far that none outranks.
struct Tally {
    best: Merit,
    captures: u32,
}

/// Jumps after which a way can close on itself.
const OPEN: u32 = 3;

/// How many captures men have that jump off these squares; nothing if one of them is too long to tell.
#[inline]
pub(crate) fn men_captures<R: Rules, M: Mover>(field: &Field<R>, jumping_off: &[u64; 4]) -> Option<u64> {
    let mut tally = Tally { best: Merit::EQUAL, captures: 0 };
    for &dir in Field::<R>::man_dirs::<M>() {
        let jumpers = field.men & jumping_off[dir as usize];
        if jumpers != 0 {
            follow::<R, M>(field, jumping_off, landed::<R>(jumpers, dir), dir, 1, &mut tally)?;
        }
    }
    Some(u64::from(tally.captures))
}

/// Follows men that have landed by the same directions, the last one given.
fn follow<R: Rules, M: Mover>(
    field: &Field<R>,
    jumping_off: &[u64; 4],
    men: u64,
    last: Dir,
    jumps: u32,
    tally: &mut Tally,
) -> Option<()> {
    if jumps == OPEN && field.may_jump_home::<M>(men) {
        return None;
    }
    let mut ended = men;
    for &dir in Field::<R>::man_dirs::<M>() {
        let on = men & jumping_off[dir as usize];
        if on != 0 && dir != last.back() {
            ended &= !on;
            if jumps == OPEN {
                return None;
            }
            follow::<R, M>(field, jumping_off, landed::<R>(on, dir), dir, jumps + 1, tally)?;
        }
    }
    tally.add::<R>(jumps, ended.count_ones());
    Some(())
}

#[inline(always)]
fn landed<R: Rules>(men: u64, dir: Dir) -> u64 {
    Tables::<R>::step(Tables::<R>::step(men, dir), dir)
}

impl Tally {
    #[inline(always)]
    fn add<R: Rules>(&mut self, jumps: u32, captures: u32) {
        // A man's captures differ in merit by their number of pieces alone, unless it may take kings and
        // they weigh more: no game of ours has both.
        let merit = R::merit(Taking { count: jumps, by_king: false, kings_met: 0 });
        if captures == 0 || merit < self.best {
            return;
        }
        if merit > self.best {
            *self = Self { best: merit, captures: 0 };
        }
        self.captures += captures;
    }
}
