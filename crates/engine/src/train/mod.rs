//! Learning to judge: self-play, then logistic regression on its quiet positions, and again with what was learned.
//!
//! Everything comes from a seed. Games are made in blocks, each from its own part of the seed, so that a run
//! that was interrupted goes on where it was and ends the same.

mod fit;
mod sample;
mod selfplay;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use damiera_rules::Rules;

use crate::chance::Chance;
use crate::engine::{Engine, Resources};
use crate::probe::{Endgames, NoEndgames};
use crate::weights::{Provenance, Weights};

pub use fit::Lesson;
pub use sample::GameResult;

/// What a generation of weights is made of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// Which generation; the first learns from games by material.
    pub generation: u32,
    /// Games to play.
    pub games: u64,
    /// Nodes to search a move.
    pub nodes: u64,
    /// Where chance begins.
    pub seed: u64,
    /// How to learn.
    pub lesson: Lesson,
}

/// Whose games are learned from.
pub struct Teacher<R> {
    /// What it judges by.
    pub weights: Arc<Weights>,
    /// What ends its games, as soon as they reach so far. It does not play by them: others have none.
    pub endgames: Arc<dyn Endgames<R>>,
}

/// Games in a block.
pub const BLOCK: u64 = 200;
/// One game in so many is held out.
const HELD_OUT: u64 = 16;

impl Plan {
    /// How many blocks the games make.
    #[must_use]
    pub const fn blocks(&self) -> u64 {
        self.games.div_ceil(BLOCK)
    }

    /// Plays a block of games with the weights of the generation before; returns its records.
    #[must_use]
    pub fn play_block<R: Rules>(&self, block: u64, teacher: &Teacher<R>) -> Vec<u8> {
        let resources = Resources { threads: 1, table_mib: 2 };
        let engine = Engine::<R>::with(resources, Arc::clone(&teacher.weights), Arc::new(NoEndgames));
        let games = block * BLOCK..self.games.min((block + 1) * BLOCK);
        let mut bytes = Vec::new();
        for game in games {
            let seed = self.seed ^ u64::from(self.generation) << 48;
            let mut chance = Chance::nth(seed, game);
            let held_out = game.is_multiple_of(HELD_OUT);
            let samples = selfplay::play(&engine, &*teacher.endgames, &mut chance, self.nodes, held_out);
            samples.iter().for_each(|sample| sample.write(&mut bytes));
        }
        bytes
    }

    /// Learns new weights from the records of earlier generations and of this one, beginning from those of material.
    /// How values become chances is told by this one's games alone: the better a program, the surer it wins.
    pub fn learn<R: Rules>(
        &self,
        earlier: &[Vec<u8>],
        latest: &[Vec<u8>],
        mut progress: impl FnMut(Learning),
    ) -> Weights {
        let mut samples = samples_of::<R>(earlier);
        let latest_from = samples.len();
        samples.extend(samples_of::<R>(latest));
        let start = Weights::material::<R>();
        let provenance = Provenance {
            generation: self.generation,
            games: earlier.len() as u64 * BLOCK + self.games,
            positions: samples.len() as u64,
            nodes: self.nodes,
            seed: self.seed,
            chances: fit::fitted_chances(&samples[latest_from..], start.provenance.chances),
            ..start.provenance.clone()
        };
        fit::fit(&samples, &start, self.lesson, provenance, |round, [loss, held_out_loss]| {
            progress(Learning { round, loss, held_out_loss });
        })
    }
}

fn samples_of<R: Rules>(blocks: &[Vec<u8>]) -> Vec<sample::Sample<R>> {
    let records = blocks.iter().flat_map(|block| block.chunks_exact(sample::Sample::<R>::BYTES));
    records.filter_map(sample::Sample::read).collect()
}

/// How far learning has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Learning {
    /// Times through the positions; 0 before the first.
    pub round: u32,
    /// Mean loss on the positions learned from.
    pub loss: f64,
    /// Mean loss on those held out.
    pub held_out_loss: f64,
}

/// Plays the blocks that are not there yet on several threads, and hands each over as it is done.
pub fn play_blocks<R: Rules>(
    plan: &Plan,
    teacher: &Teacher<R>,
    missing: &[u64],
    threads: usize,
    done: impl Fn(u64, Vec<u8>) + Sync,
) {
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                while let Some(&block) = missing.get(next.fetch_add(1, Relaxed) as usize) {
                    done(block, plan.play_block::<R>(block, teacher));
                }
            });
        }
    });
}
