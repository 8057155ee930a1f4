//! One class: its blocks, ordered so that every man's move leads to a finished block.
//!
//! A block's level is the number of rows that all men together have to their crown rows. A man's move lowers it by one, so
//! blocks are computed level by level. Blocks of one level are independent, and threads share them.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use damiera_rules::{Rules, Side, SquareSet, raw};

use super::block::{BlockSolver, HOLE, KingBlock, ManMove, ManMoveTarget, WinTooLong};
use super::sets::{PieceSets, neighbour};
use super::store::{AtomicBytes, FinishedTables, InMemoryTable};
use crate::kind::TableKind;
use crate::material::{MaterialClass, MaterialCount};
use crate::number::{ColourMapping, PlaceSets};

/// A class during and after its computation.
pub(crate) struct ClassTable {
    pub(crate) table: InMemoryTable,
    /// The plies to the next capture or man's move plus one, 0 for a draw, or [`HOLE`], [`CAPTURE`]. Empty if only outcomes
    /// are computed.
    ///
    /// [`CAPTURE`]: super::block::CAPTURE
    pub(crate) turns: Vec<AtomicBytes>,
}

/// The squares that a man can step to, by side and bit of its square.
pub(crate) struct ManSteps([Vec<Vec<u64>>; 2]);

impl ManSteps {
    pub(crate) fn new<R: Rules>() -> Self {
        Self([-1, 1].map(|forward| {
            let mut steps = vec![Vec::new(); 64];
            for from in R::GEOMETRY.all().iter() {
                steps[raw::bit::<R>(from).trailing_zeros() as usize] = [-1, 1]
                    .into_iter()
                    .filter_map(|right| neighbour::<R>(from, forward, right))
                    .map(raw::bit::<R>)
                    .collect();
            }
            steps
        }))
    }
}

/// What the computation of every class needs.
pub(crate) struct ClassContext<'a> {
    pub(crate) sets: &'a PieceSets,
    pub(crate) steps: &'a ManSteps,
    pub(crate) store: &'a FinishedTables,
}

impl ClassTable {
    pub(crate) fn new<R: Rules>(class: MaterialClass, kind: TableKind) -> Self {
        let table = InMemoryTable::new::<R>(class, kind);
        let faces = match kind {
            TableKind::Distances => 2,
            TableKind::Outcomes => 0,
        };
        let turns = (0..faces).map(|_| AtomicBytes::filled(HOLE, table.layout.numbers())).collect();
        Self { table, turns }
    }

    /// Computes classes that do not lead to each other, level by level.
    pub(crate) fn solve<R: Rules, S: BlockSolver>(
        batch: &[Self],
        bench: &ClassContext<'_>,
        solvers: &mut [S],
    ) -> Result<(), WinTooLong> {
        let mut levels: Vec<Vec<(usize, u32)>> = Vec::new();
        for (which, made) in batch.iter().enumerate() {
            let class = made.table.class;
            let [strong, weak] =
                [class.strong().men, class.weak().men].map(|men| &bench.sets.of(men).rows_to_go);
            let mut weak_rows: Vec<u8> = weak.clone();
            weak_rows.sort_unstable();
            weak_rows.dedup();
            for (number, &rows) in strong.iter().enumerate() {
                for &more in &weak_rows {
                    let level = usize::from(rows + more);
                    levels.resize_with(levels.len().max(level + 1), Vec::new);
                    levels[level].push((which, number as u32));
                }
            }
        }
        for (level, rows) in levels.iter().enumerate() {
            let next = AtomicUsize::new(0);
            let work = |solver: &mut S| {
                while let Some(&(which, strong)) = rows.get(next.fetch_add(1, Relaxed)) {
                    batch[which].solve_row::<R, S>(bench, level, strong, solver)?;
                }
                Ok(())
            };
            std::thread::scope(|scope| {
                let threads: Vec<_> = solvers.iter_mut().map(|solver| scope.spawn(|| work(solver))).collect();
                threads.into_iter().try_for_each(|thread| match thread.join() {
                    Ok(result) => result,
                    Err(panic) => std::panic::resume_unwind(panic),
                })
            })?;
        }
        Ok(())
    }

    /// Computes the blocks of one level with one placement of the strong side's men.
    fn solve_row<R: Rules, S: BlockSolver>(
        &self,
        bench: &ClassContext<'_>,
        level: usize,
        strong: u32,
        solver: &mut S,
    ) -> Result<(), WinTooLong> {
        let class = self.table.class;
        let (strong_sets, weak_sets) = (bench.sets.of(class.strong().men), bench.sets.of(class.weak().men));
        let strong_bits = strong_sets.bits[0][strong as usize];
        let rows = level - usize::from(strong_sets.rows_to_go[strong as usize]);
        let from = if class.is_even() { strong } else { 0 }; // a block and its mirror image are computed together
        for weak in from..weak_sets.rows_to_go.len() as u32 {
            let weak_bits = weak_sets.bits[1][weak as usize];
            if usize::from(weak_sets.rows_to_go[weak as usize]) != rows || weak_bits & strong_bits != 0 {
                continue;
            }
            let men = [strong_bits, weak_bits];
            let block = KingBlock {
                store: bench.store,
                layout: self.table.layout,
                kings: [bench.sets.of(class.strong().kings), bench.sets.of(class.weak().kings)],
                men,
                man_moves: Side::BOTH.map(|side| self.man_moves::<R>(bench, men, side)),
            };
            solver.solve::<R>(&block)?;
            solver.keep(self, strong, weak);
        }
        Ok(())
    }

    /// The moves of a side's men that other men do not block.
    fn man_moves<'a, R: Rules>(
        &'a self,
        bench: &ClassContext<'a>,
        men: [u64; 2],
        side: Side,
    ) -> Vec<ManMove<'a>> {
        let (own, mut moves) = (men[side as usize], Vec::new());
        let mut rest = own;
        while rest != 0 {
            let from = rest & rest.wrapping_neg();
            rest ^= from;
            for &landing in &bench.steps.0[side as usize][from.trailing_zeros() as usize] {
                if landing & (men[0] | men[1]) == 0 {
                    let mut after = men;
                    after[side as usize] = own & !from;
                    let then = if landing & crown_row::<R>(side) == 0 {
                        after[side as usize] |= landing;
                        self.block_after::<R>(after, side)
                    } else {
                        self.crowned::<R>(bench, after, side)
                    };
                    moves.push(ManMove { landing, then });
                }
            }
        }
        moves
    }

    /// The block of these men with the other side to move.
    fn block_after<R: Rules>(&self, men: [u64; 2], side: Side) -> ManMoveTarget<'_> {
        let layout = &self.table.layout;
        let [strong, weak] = Side::BOTH.map(|side| PlaceSets::<R>::number(side, men[side as usize]));
        ManMoveTarget::SameClass(
            self.table.faces[1 - side as usize].slice(layout.base(strong, weak), layout.block()),
        )
    }

    /// The block of these men in the class with one more king for the side that moved.
    fn crowned<'a, R: Rules>(
        &'a self,
        bench: &ClassContext<'a>,
        men: [u64; 2],
        side: Side,
    ) -> ManMoveTarget<'a> {
        let class = self.table.class;
        let mut forces = [class.strong(), class.weak()];
        let MaterialCount { men: left, kings } = forces[side as usize];
        forces[side as usize] = MaterialCount { men: left - 1, kings: kings + 1 };
        let Some((table, colours)) = bench.store.table(forces[0], forces[1]) else {
            unreachable!("classes of fewer men are made first")
        };
        let numbers = Side::BOTH.map(|side| PlaceSets::<R>::number(side, men[side as usize]));
        let strides = [table.layout.weak_kings, 1];
        let (face, strong) = match colours {
            ColourMapping::AsGiven => (1 - side as usize, 0),
            ColourMapping::Exchanged => (side as usize, 1),
        };
        let base = table.layout.base(numbers[strong], numbers[1 - strong]);
        ManMoveTarget::Crowned {
            face: table.faces[face].slice(base, table.layout.block()),
            mover_stride: strides[side as usize ^ strong],
            other_stride: strides[1 - (side as usize ^ strong)],
        }
    }

    /// In an even class, the first index of the mirror image of a block, unless it is the block itself.
    pub(crate) fn twin(&self, strong: u32, weak: u32) -> Option<u64> {
        (self.table.class.is_even() && strong != weak).then(|| self.table.layout.base(weak, strong))
    }
}

/// The row on which a side's men are crowned.
const fn crown_row<R: Rules>(side: Side) -> u64 {
    let row = (1 << (R::GEOMETRY.squares() / R::GEOMETRY.rows())) - 1;
    raw::bits::<R>(SquareSet::from_bits(match side {
        Side::White => row,
        Side::Black => row << PlaceSets::<R>::MEN,
    }))
}
