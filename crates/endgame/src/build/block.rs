//! One block: all placements of the kings for one placement of the men, with either side to move.
//!
//! King moves stay within the block; man moves and captures (the *exits*) lead to finished blocks. A forward pass over the
//! exits gives the first values, and retrograde analysis of the king moves gives the rest, from the shortest distance to
//! the longest. The arrays of a block mostly fit into the CPU cache.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use damiera_rules::raw::{self, Bitboards};
use damiera_rules::{Rules, Side};

use super::class::ClassTable;
use super::sets::{KingMoves, PieceSetsOfSize};
use super::store::FinishedTables;
use super::waves::{FaceValues, RetrogradeWaves};
use crate::code::PlyCode;
use crate::kind::TableKind;
use crate::number::{IndexLayout, PlaceSets};

/// Marks in place of a distance: no position at this index, or a mandatory capture.
pub(crate) const HOLE: u8 = 254;
pub(crate) const CAPTURE: u8 = 255;

/// What the positions of a block have in common.
pub(crate) struct KingBlock<'a> {
    pub(crate) store: &'a FinishedTables,
    pub(crate) layout: IndexLayout,
    /// The kings of the strong side (White) and of the weak side (Black).
    pub(crate) kings: [&'a PieceSetsOfSize; 2],
    /// Bits of each side's men.
    pub(crate) men: [u64; 2],
    /// The moves of each side's men, ignoring the kings.
    pub(crate) man_moves: [Vec<ManMove<'a>>; 2],
}

/// A man's move, and where to look up its value.
pub(crate) struct ManMove<'a> {
    pub(crate) landing: u64,
    pub(crate) then: ManMoveTarget<'a>,
}

/// The values of the positions after a man's move.
pub(crate) enum ManMoveTarget<'a> {
    /// Another block of the same class.
    SameClass(&'a [AtomicU8]),
    /// A block of the class with one more king for the side that moved.
    Crowned { face: &'a [AtomicU8], mover_stride: u64, other_stride: u64 },
}

/// Computes blocks. Each thread has one, and reuses its arrays from block to block.
pub(crate) trait BlockSolver: Default + Send {
    /// What it computes.
    const KIND: TableKind;

    /// Computes the values of all positions of a block. Fails if a win is too long for the encoding.
    fn solve<R: Rules>(&mut self, block: &KingBlock<'_>) -> Result<(), WinTooLong>;

    /// Stores the block of these placements of the men and, in an even class, its mirror image.
    fn keep(&self, made: &ClassTable, strong: u32, weak: u32);
}

/// The arrays of one side to move.
#[derive(Default)]
pub(crate) struct FaceArrays {
    /// The longest loss among the exits in plies, or [`HOLE`], [`CAPTURE`].
    pub(crate) exit: Vec<u8>,
    /// Distances to the end of the game.
    pub(crate) end: FaceValues,
    /// Distances to the next capture or man's move.
    pub(crate) turn: FaceValues,
}

/// Computes the distances of a block.
#[derive(Default)]
pub(crate) struct DistanceSolver {
    pub(crate) faces: [FaceArrays; 2],
    end: RetrogradeWaves,
    turn: RetrogradeWaves,
}

/// The values of the exits for the side to move.
#[derive(Default)]
pub(crate) struct ExitValues {
    /// The shortest win in plies; 0 for none.
    win: u8,
    /// The longest loss in plies; 0 for none.
    loss: u8,
    draws: bool,
}

impl ExitValues {
    /// Adds a move to a position with this code. The code minus one, plus one ply for the move, is the distance.
    #[inline(always)]
    pub(crate) fn add(&mut self, code: PlyCode) {
        let plies = code.0;
        if plies == 0 {
            self.draws = true;
        } else if code.is_loss() {
            if self.win == 0 || plies < self.win {
                self.win = plies;
            }
        } else {
            self.loss = self.loss.max(plies);
        }
    }

    /// The code of a position without other moves.
    pub(crate) const fn code(&self) -> u8 {
        match (self.win, self.draws) {
            (0, true) => PlyCode::DRAW.0,
            (0, false) => self.loss + 1,
            (win, _) => win + 1,
        }
    }
}

/// A counter that does not reach zero: the position cannot be lost through king moves.
pub(crate) const NEVER: u8 = 255;

impl BlockSolver for DistanceSolver {
    const KIND: TableKind = TableKind::Distances;

    fn solve<R: Rules>(&mut self, block: &KingBlock<'_>) -> Result<(), WinTooLong> {
        let size = block.layout.block() as usize;
        for face in &mut self.faces {
            face.exit.resize(size, 0);
            face.end.resize(size);
            face.turn.resize(size);
        }
        self.end.clear();
        self.turn.clear();
        block.forward::<R>(self);
        if block.layout.block() == 1 {
            // Without kings there is nothing to propagate.
            let too_long = self.faces.iter().any(|face| face.end.value[0] > PlyCode::MOST_PLIES + 1);
            return if too_long { Err(WinTooLong) } else { Ok(()) };
        }
        let [strong, weak] = &mut self.faces;
        let exits = [&strong.exit[..], &weak.exit[..]];
        self.end.run(block, &mut [&mut strong.end, &mut weak.end], exits)?;
        self.turn.run(block, &mut [&mut strong.turn, &mut weak.turn], [&[], &[]])
    }

    fn keep(&self, made: &ClassTable, strong: u32, weak: u32) {
        let layout = &made.table.layout;
        let base = layout.base(strong, weak);
        let twin = made.twin(strong, weak);
        for (side, face) in self.faces.iter().enumerate() {
            for at in 0..layout.block() {
                let (value, turn) = (face.end.value[at as usize], face.turn.value[at as usize]);
                let mark = face.exit[at as usize];
                let code = if value == CAPTURE { 0 } else { value };
                let turn = if mark >= HOLE { mark } else { turn };
                made.table.faces[side].set(base + at, code);
                made.turns[side].set(base + at, turn);
                if let Some(twin) = twin {
                    let turned = twin + layout.twin_kings(at);
                    made.table.faces[1 - side].set(turned, code);
                    made.turns[1 - side].set(turned, turn);
                }
            }
        }
    }
}

impl KingBlock<'_> {
    fn forward<R: Rules>(&self, scratch: &mut DistanceSolver) {
        let men = self.men[0] | self.men[1];
        let width = self.layout.weak_kings as usize;
        for (i, &strong) in self.kings[0].bits[0].iter().enumerate() {
            for (j, &weak) in self.kings[1].bits[1].iter().enumerate() {
                let at = i * width + j;
                if strong & men != 0 || weak & (men | strong) != 0 {
                    for face in &mut scratch.faces {
                        face.exit[at] = HOLE;
                        face.end.set(at, 0, NEVER);
                        face.turn.set(at, 0, NEVER);
                    }
                    continue;
                }
                let pieces =
                    Bitboards { sides: [self.men[0] | strong, self.men[1] | weak], kings: strong | weak };
                self.look_ahead::<R, 0>(scratch, at, pieces, [i as u32, j as u32]);
                self.look_ahead::<R, 1>(scratch, at, pieces, [i as u32, j as u32]);
            }
        }
    }

    /// Evaluates the exits of a position.
    #[inline(always)]
    fn look_ahead<R: Rules, const FACE: usize>(
        &self,
        scratch: &mut DistanceSolver,
        at: usize,
        pieces: Bitboards,
        kings: [u32; 2],
    ) {
        let side = Side::BOTH[FACE];
        let mut exits = ExitValues::default();
        let captures = raw::captures::<R>(pieces, side, |after| {
            exits.add(PlyCode(self.store.after_capture::<R>(after, !side)));
        });
        let face = &mut scratch.faces[FACE];
        let mut moves = 0;
        if !captures {
            self.man_moves::<R, FACE>(pieces, kings, |code| {
                exits.add(PlyCode(code));
                true
            });
            if exits.win == 0 && !exits.draws {
                moves = count_moves(&self.kings[FACE].moves[FACE], kings[FACE], pieces);
            }
        }
        let due = if captures { CAPTURE } else { 0 }; // marks the position so that king moves do not give it a value
        face.exit[at] = if captures { CAPTURE } else { exits.loss };
        face.end.set(at, due, NEVER);
        face.turn.set(at, due, NEVER);
        let number = at as u32;
        if exits.win != 0 {
            scratch.end.won(FACE, exits.win, number);
            scratch.turn.won(FACE, 1, number);
        } else if exits.draws {
            // Only a king's move can improve this to a win.
        } else if moves == 0 {
            scratch.end.lost(FACE, exits.loss, number);
            scratch.turn.lost(FACE, exits.loss.min(1), number);
        } else {
            face.end.set(at, due, moves);
            face.turn.set(at, due, moves);
        }
        if self.layout.block() == 1 {
            // The only position of its block: its value is final.
            face.end.set(at, exits.code(), NEVER);
            face.turn.set(at, exits.code().min(2), NEVER);
        }
    }

    /// Visits the bytes of the positions after a man's move, until a visit returns false.
    #[inline(always)]
    pub(crate) fn man_moves<R: Rules, const FACE: usize>(
        &self,
        pieces: Bitboards,
        kings: [u32; 2],
        mut visit: impl FnMut(u8) -> bool,
    ) {
        for man_move in &self.man_moves[FACE] {
            if man_move.landing & pieces.kings != 0 {
                continue;
            }
            let code = match &man_move.then {
                ManMoveTarget::SameClass(codes) => codes
                    [kings[0] as usize * self.layout.weak_kings as usize + kings[1] as usize]
                    .load(Relaxed),
                ManMoveTarget::Crowned { face, mover_stride, other_stride } => {
                    let own = pieces.sides[FACE] & pieces.kings | man_move.landing;
                    let crowned = u64::from(PlaceSets::<R>::number(Side::BOTH[FACE], own));
                    face[(crowned * mover_stride + u64::from(kings[1 - FACE]) * other_stride) as usize]
                        .load(Relaxed)
                }
            };
            if !visit(code) {
                return;
            }
        }
    }
}

/// Number of moves of a side's kings.
#[inline(always)]
pub(crate) fn count_moves(moves: &KingMoves, set: u32, pieces: Bitboards) -> u8 {
    let occupied = pieces.sides[0] | pieces.sides[1];
    moves.from(set).iter().map(|m| u8::from(m.way & occupied == 0)).sum()
}

/// A win is too long for the encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WinTooLong;
