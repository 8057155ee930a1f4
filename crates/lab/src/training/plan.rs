//! One generation of weights: the games to play, in blocks, and the fit to their positions.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;

use damiera_engine::{
    Endgames, Engine, EngineResources, LearnedWeights, NoEndgames, Provenance, SearchRules, SplitMix64,
    Weights,
};
use damiera_rules::Rules;

use crate::training::fit::{self, FitProgress, FitSettings};
use crate::training::sample::TrainingSample;
use crate::training::schedule::GenerationSize;
use crate::training::selfplay;

/// What a generation of weights is made of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct TrainingPlan {
    /// The number of the generation, from 1.
    pub(crate) generation: u32,
    /// How many games to play, and how well.
    pub(crate) size: GenerationSize,
    /// Seed for all random numbers.
    pub(crate) seed: u64,
    /// The signature of the search that plays the games.
    pub(crate) signature: u64,
    pub(crate) fit: FitSettings,
}

/// The engine whose games are learned from.
pub(crate) struct Teacher<R> {
    pub(crate) weights: Arc<Weights>,
    /// Tables that end a game as soon as it reaches them. The engine itself plays without tables, because the weights
    /// must serve programs that have none.
    pub(crate) adjudicator: Arc<dyn Endgames<R>>,
}

/// The number of games in a block.
pub const BLOCK: u64 = 200;
/// One game in this many is held out from the fit, to measure the loss on unseen games.
const HELD_OUT: u64 = 16;

impl TrainingPlan {
    /// Plays a block of games with the weights of the previous generation and returns its samples as bytes.
    pub(crate) fn play_block<R: SearchRules>(&self, block: u64, teacher: &Teacher<R>) -> Vec<u8> {
        let resources = EngineResources { threads: 1, table_mib: 2 };
        let engine = Engine::<R>::with(resources, Arc::clone(&teacher.weights), Arc::new(NoEndgames));
        let mut bytes = Vec::new();
        let GenerationSize { games, nodes, .. } = self.size;
        for game in block * BLOCK..games.min((block + 1) * BLOCK) {
            let seed = self.seed ^ u64::from(self.generation) << 48;
            let mut rng = SplitMix64::stream(seed, game);
            let held_out = game.is_multiple_of(HELD_OUT);
            let mut samples = selfplay::play(&engine, &*teacher.adjudicator, &mut rng, nodes);
            for sample in &mut samples {
                sample.held_out = held_out;
                sample.write(&mut bytes);
            }
        }
        bytes
    }

    /// Plays the missing blocks on several threads and passes each one on, in the calling thread, when it is finished.
    /// After a `Break` no further block is started.
    pub(crate) fn play_blocks<R: SearchRules>(
        &self,
        teacher: &Teacher<R>,
        missing: &[u64],
        threads: usize,
        mut finished: impl FnMut(u64, Vec<u8>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let next = AtomicUsize::new(0);
        let (sender, blocks) = mpsc::channel();
        let mut flow = ControlFlow::Continue(());
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    while let Some(&block) = missing.get(next.fetch_add(1, Relaxed)) {
                        if sender.send((block, self.play_block(block, teacher))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender); // the loop ends when the last thread has dropped its own
            for (block, samples) in blocks {
                if finished(block, samples).is_break() {
                    flow = ControlFlow::Break(());
                    next.store(missing.len(), Relaxed);
                }
            }
        });
        flow
    }

    /// Fits new weights to the samples of earlier generations and of this one, starting from material. The model of winning
    /// chances is fitted to this generation's games alone: a stronger engine wins more surely with the same score.
    pub(crate) fn learn<R: Rules>(
        &self,
        earlier: &[Vec<u8>],
        latest: &[Vec<u8>],
        games: u64,
        progress: &mut dyn FnMut(FitProgress),
    ) -> LearnedWeights {
        let mut samples = samples_of::<R>(earlier);
        let latest_from = samples.len();
        samples.extend(samples_of::<R>(latest));
        let start = LearnedWeights::material(R::VARIANT);
        let provenance = Provenance {
            generation: self.generation,
            games,
            positions: samples.len() as u64,
            nodes: self.size.nodes,
            seed: self.seed,
            signature: self.signature,
            chances: fit::fitted_chances(&samples[latest_from..], start.provenance.chances),
            ..start.provenance.clone()
        };
        fit::fit(&samples, &start, self.fit, provenance, progress)
    }
}

fn samples_of<R: Rules>(blocks: &[Vec<u8>]) -> Vec<TrainingSample<R>> {
    let records = blocks.iter().flat_map(|block| block.chunks_exact(TrainingSample::<R>::BYTES));
    records.filter_map(TrainingSample::read).collect()
}
