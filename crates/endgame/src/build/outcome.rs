//! The outcomes of a block, without distances.
//!
//! Every decided position is processed once, in any order, so a stack takes the place of the waves of the distances.

use damiera_rules::raw::{self, Bitboards};
use damiera_rules::{Rules, Side};

use super::block::{BlockSolver, KingBlock, NEVER, WinTooLong, count_moves};
use super::class::ClassTable;
use super::waves::{FastDivisor, predecessors};
use crate::code::OutcomeCode;
use crate::kind::TableKind;

/// Computes the outcomes of a block.
#[derive(Default)]
pub(crate) struct OutcomeSolver {
    faces: [OutcomeFace; 2],
    /// Decided positions that are still to be processed, by side to move.
    decided: [Vec<u32>; 2],
}

#[derive(Default)]
struct OutcomeFace {
    /// [`OutcomeCode`]s; a draw as long as nothing else is known.
    code: Vec<u8>,
    /// King moves that are not yet known to lose.
    left: Vec<u8>,
}

impl BlockSolver for OutcomeSolver {
    const KIND: TableKind = TableKind::Outcomes;

    fn solve<R: Rules>(&mut self, block: &KingBlock<'_>) -> Result<(), WinTooLong> {
        let size = block.layout.block() as usize;
        for face in &mut self.faces {
            face.code.resize(size, 0);
            face.left.resize(size, 0);
        }
        self.forward::<R>(block);
        self.propagate(block);
        Ok(())
    }

    fn keep(&self, made: &ClassTable, strong: u32, weak: u32) {
        let layout = &made.table.layout;
        let base = layout.base(strong, weak);
        for (side, face) in self.faces.iter().enumerate() {
            for (at, &code) in face.code.iter().enumerate() {
                made.table.faces[side].set(base + at as u64, code);
            }
            if let Some(twin) = made.twin(strong, weak) {
                for (at, &code) in face.code.iter().enumerate() {
                    made.table.faces[1 - side].set(twin + layout.twin_kings(at as u64), code);
                }
            }
        }
    }
}

impl OutcomeSolver {
    /// What captures and man moves decide.
    fn forward<R: Rules>(&mut self, block: &KingBlock<'_>) {
        let men = block.men[0] | block.men[1];
        let width = block.layout.weak_kings as usize;
        for (i, &strong) in block.kings[0].bits[0].iter().enumerate() {
            for (j, &weak) in block.kings[1].bits[1].iter().enumerate() {
                let at = i * width + j;
                if strong & men != 0 || weak & (men | strong) != 0 {
                    for face in &mut self.faces {
                        face.code[at] = OutcomeCode::HOLE;
                    }
                    continue;
                }
                let pieces =
                    Bitboards { sides: [block.men[0] | strong, block.men[1] | weak], kings: strong | weak };
                self.look_ahead::<R, 0>(block, at, pieces, [i as u32, j as u32]);
                self.look_ahead::<R, 1>(block, at, pieces, [i as u32, j as u32]);
            }
        }
    }

    #[inline(always)]
    fn look_ahead<R: Rules, const FACE: usize>(
        &mut self,
        block: &KingBlock<'_>,
        at: usize,
        pieces: Bitboards,
        kings: [u32; 2],
    ) {
        let side = Side::BOTH[FACE];
        let mut best = OutcomeCode::LOSS;
        let captures = raw::captures::<R>(pieces, side, |after| {
            best = better(best, OutcomeCode(block.store.after_capture::<R>(after, !side)));
        });
        let mut left = NEVER;
        if !captures {
            block.man_moves::<R, FACE>(pieces, kings, |code| {
                best = better(best, OutcomeCode(code));
                best != OutcomeCode::WIN
            });
            if best == OutcomeCode::LOSS {
                left = count_moves(&block.kings[FACE].moves[FACE], kings[FACE], pieces);
            }
        }
        let open = !captures && left != 0 && best != OutcomeCode::WIN;
        let face = &mut self.faces[FACE];
        face.left[at] = left;
        face.code[at] = match (captures, open) {
            (true, _) => best | OutcomeCode::CAPTURE,
            (false, true) => OutcomeCode::DRAW,
            (false, false) => best,
        };
        if OutcomeCode(face.code[at]).outcome() != OutcomeCode::DRAW {
            self.decided[FACE].push(at as u32);
        }
    }

    /// What king moves decide.
    fn propagate(&mut self, block: &KingBlock<'_>) {
        let divider = FastDivisor::new(block.layout.weak_kings);
        while !self.decided.iter().all(Vec::is_empty) {
            self.propagate_face::<0>(block, divider);
            self.propagate_face::<1>(block, divider);
        }
    }

    /// Processes the decided positions with `FACE` to move: their predecessors have the other side to move.
    fn propagate_face<const FACE: usize>(&mut self, block: &KingBlock<'_>, divider: FastDivisor) {
        let mut decided = std::mem::take(&mut self.decided[FACE]);
        let (face, before) = match &mut self.faces {
            [face, before] if FACE == 0 => (face, before),
            [before, face] => (face, before),
        };
        let next = &mut self.decided[1 - FACE];
        for at in decided.drain(..) {
            let lost = OutcomeCode(face.code[at as usize]).outcome() == OutcomeCode::LOSS;
            predecessors::<FACE>(block, divider, at, |from| {
                let (code, left) = (&mut before.code[from as usize], &mut before.left[from as usize]);
                if *code != OutcomeCode::DRAW {
                    return;
                }
                *left -= u8::from(!lost);
                if lost || *left == 0 {
                    *code = if lost { OutcomeCode::WIN } else { OutcomeCode::LOSS };
                    next.push(from);
                }
            });
        }
        self.decided[FACE] = decided;
    }
}

/// The better outcome for the side to move: the one so far, or that of a move to a position with this code.
#[inline(always)]
pub(super) const fn better(best: u8, reply: OutcomeCode) -> u8 {
    match (best, reply.outcome()) {
        (_, OutcomeCode::LOSS) => OutcomeCode::WIN,
        (OutcomeCode::LOSS, OutcomeCode::DRAW) => OutcomeCode::DRAW,
        _ => best,
    }
}
