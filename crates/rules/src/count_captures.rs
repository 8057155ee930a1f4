//! Counts men's captures without listing them.
//!
//! Men that jump in the same sequence of directions move together as one bit set. A path cannot return to its
//! first square before the fourth jump, so up to three jumps every path is a distinct capture, none is blocked by
//! a piece it has already captured, and counting bits counts captures. Longer captures are left to
//! [`CaptureSearch`](crate::capture::CaptureSearch).

use crate::board::{Lookup, Mover};
use crate::capture::Attack;
use crate::geometry::Dir;
use crate::rules::{CaptureSummary, Merit, Rules};

/// The number of captures of the highest merit found so far.
struct CaptureCount {
    best: Merit,
    captures: u32,
}

/// The longest sequence of jumps that cannot return to its first square.
const MAX_JUMPS: u32 = 3;

/// The number of captures that men can play, or `None` if one of them may be longer than [`MAX_JUMPS`] or
/// may be continued by a king.
#[inline]
pub(crate) fn men_captures<R: Rules, M: Mover>(attack: &Attack<R>, jump_origins: &[u64; 4]) -> Option<u64> {
    let mut count_captures = CaptureCount { best: Merit::EQUAL, captures: 0 };
    for &dir in Attack::<R>::man_dirs::<M>() {
        let jumpers = attack.men & jump_origins[dir as usize];
        if jumpers != 0 {
            follow::<R, M>(attack, jump_origins, landed::<R>(jumpers, dir), dir, 1, &mut count_captures)?;
        }
    }
    Some(u64::from(count_captures.captures))
}

/// Continues with men that have jumped in the same directions, most recently in direction `last`.
fn follow<R: Rules, M: Mover>(
    attack: &Attack<R>,
    jump_origins: &[u64; 4],
    men: u64,
    last: Dir,
    jumps: u32,
    count_captures: &mut CaptureCount,
) -> Option<()> {
    if jumps == MAX_JUMPS && attack.may_jump_home::<M>(men) {
        return None;
    }
    if men & Attack::<R>::crowning_squares::<M>() != 0 {
        return None; // it may capture on as a king
    }
    let mut ended = men;
    for &dir in Attack::<R>::man_dirs::<M>() {
        let on = men & jump_origins[dir as usize];
        if on != 0 && dir != last.back() {
            ended &= !on;
            if jumps == MAX_JUMPS {
                return None;
            }
            follow::<R, M>(attack, jump_origins, landed::<R>(on, dir), dir, jumps + 1, count_captures)?;
        }
    }
    count_captures.add::<R>(jumps, ended.count_ones());
    Some(())
}

#[inline(always)]
fn landed<R: Rules>(men: u64, dir: Dir) -> u64 {
    Lookup::<R>::step(Lookup::<R>::step(men, dir), dir)
}

impl CaptureCount {
    #[inline(always)]
    fn add<R: Rules>(&mut self, jumps: u32, captures: u32) {
        // Captures by men differ in merit only by the number of pieces. A rule set in which men may capture kings
        // and captured kings raise the merit would break this; none does.
        let merit = R::merit(CaptureSummary { count: jumps, by_king: false, kings_in_order: 0 });
        if captures == 0 || merit < self.best {
            return;
        }
        if merit > self.best {
            *self = Self { best: merit, captures: 0 };
        }
        self.captures += captures;
    }
}
