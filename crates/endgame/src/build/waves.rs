//! Retrograde analysis of king moves, one ply at a time.
//!
//! Every position with a king's move to a lost position is won. Every position with a king's move to a won position has one
//! escape less; a position without escapes and without other moves is lost.

use super::block::{KingBlock, WinTooLong};
use crate::code::PlyCode;

/// The values of the positions with one side to move.
#[derive(Default)]
pub(crate) struct FaceValues {
    /// The distance plus one; 0 for unknown, which is a draw at the end.
    pub(crate) value: Vec<u8>,
    /// King moves that are not yet known to lose.
    left: Vec<u8>,
}

impl FaceValues {
    pub(crate) fn resize(&mut self, size: usize) {
        self.value.resize(size, 0);
        self.left.resize(size, 0);
    }

    #[inline(always)]
    pub(crate) fn set(&mut self, at: usize, value: u8, left: u8) {
        self.value[at] = value;
        self.left[at] = left;
    }
}

/// The positions with a value from their exits, by distance, and the waves that spread from them.
#[derive(Default)]
pub(crate) struct RetrogradeWaves {
    /// By side to move and distance.
    won: [Vec<Vec<u32>>; 2],
    lost: [Vec<Vec<u32>>; 2],
    longest: usize,
    /// The positions that the last wave decided, by side to move.
    now: [RetrogradeWave; 2],
    next: [RetrogradeWave; 2],
}

#[derive(Default)]
struct RetrogradeWave {
    won: Vec<u32>,
    lost: Vec<u32>,
}

const LISTS: usize = PlyCode::MOST_PLIES as usize + 3;

impl RetrogradeWaves {
    /// Prepares for the next block.
    pub(crate) fn clear(&mut self) {
        for lists in self.won.iter_mut().chain(&mut self.lost) {
            lists.resize_with(LISTS, Vec::new);
            lists.iter_mut().take(self.longest + 1).for_each(Vec::clear);
        }
        self.longest = 0;
    }

    #[inline(always)]
    pub(crate) fn won(&mut self, face: usize, plies: u8, at: u32) {
        self.won[face][usize::from(plies)].push(at);
        self.longest = self.longest.max(plies.into());
    }

    #[inline(always)]
    pub(crate) fn lost(&mut self, face: usize, plies: u8, at: u32) {
        self.lost[face][usize::from(plies)].push(at);
        self.longest = self.longest.max(plies.into());
    }

    /// Propagates the values of the exits. `exits` has the longest loss among the exits of each position; it is empty if that
    /// cannot be longer than through king moves.
    pub(crate) fn run(
        &mut self,
        block: &KingBlock<'_>,
        tallies: &mut [&mut FaceValues; 2],
        exits: [&[u8]; 2],
    ) -> Result<(), WinTooLong> {
        let divider = FastDivisor::new(block.layout.weak_kings);
        let mut plies = 0;
        while plies <= self.longest
            || !self.now.iter().all(|wave| wave.won.is_empty() && wave.lost.is_empty())
        {
            if plies > usize::from(PlyCode::MOST_PLIES) {
                return Err(WinTooLong);
            }
            let value = plies as u8 + 1;
            for (face, tally) in tallies.iter_mut().enumerate() {
                for &at in &self.lost[face][plies] {
                    tally.value[at as usize] = value;
                    self.now[face].lost.push(at);
                }
                for &at in &self.won[face][plies] {
                    // A king's move may have won sooner, except where a capture is mandatory.
                    let known = &mut tally.value[at as usize];
                    if *known == 0 || *known == super::block::CAPTURE {
                        *known = value;
                        self.now[face].won.push(at);
                    }
                }
            }
            self.spread::<0>(block, tallies[1], exits[1], value, divider);
            self.spread::<1>(block, tallies[0], exits[0], value, divider);
            for wave in &mut self.now {
                wave.won.clear();
                wave.lost.clear();
            }
            std::mem::swap(&mut self.now, &mut self.next);
            plies += 1;
        }
        Ok(())
    }

    /// Propagates the positions decided with `FACE` to move, at a distance of `value` − 1 plies, to their predecessors.
    #[inline(always)]
    fn spread<const FACE: usize>(
        &mut self,
        block: &KingBlock<'_>,
        before: &mut FaceValues,
        exits: &[u8],
        value: u8,
        divider: FastDivisor,
    ) {
        let mover = 1 - FACE;
        let wave = &self.now[FACE];
        let next = &mut self.next[mover];
        for &at in &wave.lost {
            predecessors::<FACE>(block, divider, at, |from| {
                let known = &mut before.value[from as usize];
                if *known == 0 {
                    *known = value + 1;
                    next.won.push(from);
                }
            });
        }
        let lists = &mut self.lost[mover];
        for &at in &wave.won {
            predecessors::<FACE>(block, divider, at, |from| {
                let left = &mut before.left[from as usize];
                *left -= 1;
                if *left == 0 {
                    let exit = exits.get(from as usize).map_or(0, |&plies| plies);
                    if exit > value {
                        lists[usize::from(exit)].push(from);
                        self.longest = self.longest.max(exit.into());
                    } else {
                        before.value[from as usize] = value + 1;
                        next.lost.push(from);
                    }
                }
            });
        }
    }
}

/// Visits the predecessors of a position: those with a king's move of the other side to it.
#[inline(always)]
pub(super) fn predecessors<const FACE: usize>(
    block: &KingBlock<'_>,
    divider: FastDivisor,
    at: u32,
    mut visit: impl FnMut(u32),
) {
    let mover = 1 - FACE;
    let width = block.layout.weak_kings as u32;
    let (i, j) = divider.split(at);
    let occupied =
        block.men[0] | block.men[1] | block.kings[0].bits[0][i as usize] | block.kings[1].bits[1][j as usize];
    let set = if mover == 0 { i } else { j };
    for m in block.kings[mover].moves[mover].from(set) {
        if m.way & occupied == 0 {
            visit(if mover == 0 { m.to * width + j } else { i * width + m.to });
        }
    }
}

/// Division by a constant through multiplication with its reciprocal.
#[derive(Clone, Copy)]
pub(super) struct FastDivisor {
    by: u32,
    reciprocal: u64,
}

impl FastDivisor {
    pub(super) const fn new(by: u64) -> Self {
        // Exact for every 32-bit dividend.
        Self { by: by as u32, reciprocal: (u64::MAX / by).wrapping_add(1) }
    }

    #[inline(always)]
    const fn split(self, number: u32) -> (u32, u32) {
        if self.by == 1 {
            return (number, 0);
        }
        let quotient = ((self.reciprocal as u128 * number as u128) >> 64) as u32;
        (quotient, number - quotient * self.by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_split_as_by_division() {
        for by in [1, 2, 3, 31, 32, 496, 1225, 4960, 201_376, 2_118_760] {
            let divider = FastDivisor::new(by);
            for number in (0..1000).chain((1..1000).map(|i| u32::MAX / i)) {
                assert_eq!(
                    divider.split(number),
                    (number / by as u32, number % by as u32),
                    "{number} / {by}"
                );
            }
        }
    }
}
