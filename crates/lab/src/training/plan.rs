//! One generation of weights: the games to play, in blocks, and the fit to their positions.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;

use damiera_engine::{
    Endgames, Engine, EngineResources, NoEndgames, Provenance, SearchRules, SplitMix64, Weights,
};
use damiera_rules::Rules;

use crate::training::fit::{self, FitProgress, FitSettings};
use crate::training::sample::TrainingSample;
use crate::training::selfplay;

/// What a generation of weights is made of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct TrainingPlan {
    /// The number of the generation; the first one learns from games between engines that only count material.
    pub(crate) generation: u32,
    /// The number of games to play.
    pub(crate) games: u64,
    /// The number of nodes to search for each move.
    pub(crate) nodes: u64,
    /// Seed for all random numbers.
    pub(crate) seed: u64,
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
    /// The number of blocks that the games make.
    pub(crate) const fn blocks(&self) -> u64 {
        self.games.div_ceil(BLOCK)
    }

    /// Plays a block of games with the weights of the previous generation and returns its samples as bytes.
    pub(crate) fn play_block<R: SearchRules>(&self, block: u64, teacher: &Teacher<R>) -> Vec<u8> {
        let resources = EngineResources { threads: 1, table_mib: 2 };
        let engine = Engine::<R>::with(resources, Arc::clone(&teacher.weights), Arc::new(NoEndgames));
        let mut bytes = Vec::new();
        for game in block * BLOCK..self.games.min((block + 1) * BLOCK) {
            let seed = self.seed ^ u64::from(self.generation) << 48;
            let mut rng = SplitMix64::stream(seed, game);
            let held_out = game.is_multiple_of(HELD_OUT);
            let mut samples = selfplay::play(&engine, &*teacher.adjudicator, &mut rng, self.nodes);
            for sample in &mut samples {
                sample.held_out = held_out;
                sample.write(&mut bytes);
            }
        }
        bytes
    }

    /// Plays the missing blocks on several threads and passes each one on, in the calling thread, when it is finished.
    pub(crate) fn play_blocks<R: SearchRules>(
        &self,
        teacher: &Teacher<R>,
        missing: &[u64],
        threads: usize,
        mut finished: impl FnMut(u64, Vec<u8>),
    ) {
        let next = AtomicU64::new(0);
        let (sender, blocks) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    while let Some(&block) = missing.get(next.fetch_add(1, Relaxed) as usize) {
                        if sender.send((block, self.play_block(block, teacher))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender); // the loop ends when the last thread has dropped its own
            for (block, samples) in blocks {
                finished(block, samples);
            }
        });
    }

    /// Fits new weights to the samples of earlier generations and of this one, starting from material. The model of winning
    /// chances is fitted to this generation's games alone: a stronger engine wins more surely with the same score.
    pub(crate) fn learn<R: Rules>(
        &self,
        earlier: &[Vec<u8>],
        latest: &[Vec<u8>],
        progress: &mut dyn FnMut(FitProgress),
    ) -> Weights {
        let mut samples = samples_of::<R>(earlier);
        let latest_from = samples.len();
        samples.extend(samples_of::<R>(latest));
        let start = Weights::material(R::VARIANT);
        let provenance = Provenance {
            generation: self.generation,
            games: earlier.len() as u64 * BLOCK + self.games,
            positions: samples.len() as u64,
            nodes: self.nodes,
            seed: self.seed,
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

#[cfg(test)]
mod tests {
    use super::*;
    use damiera_rules::variant::Italian;

    fn plan() -> TrainingPlan {
        let fit = FitSettings { epochs: 3, ..FitSettings::default() };
        TrainingPlan { generation: 1, games: 24, nodes: 60, seed: 5, fit }
    }

    #[test]
    fn training_repeats_from_its_seed_and_lowers_the_loss() {
        fn learn<R: SearchRules>() -> (Vec<u8>, Vec<f64>) {
            let teacher = Teacher {
                weights: Arc::new(Weights::material(R::VARIANT)),
                adjudicator: Arc::new(NoEndgames),
            };
            let games = plan().play_block::<R>(0, &teacher);
            assert_eq!(games.len() % TrainingSample::<R>::BYTES, 0);
            let mut losses = Vec::new();
            let weights = plan().learn::<R>(&[], &[games], &mut |progress| losses.push(progress.loss));
            (weights.to_bytes(), losses)
        }
        let (first, losses) = learn::<Italian>();
        assert_eq!(first, learn::<Italian>().0);
        assert!(losses.last() < losses.first(), "{losses:?}");
    }
}
