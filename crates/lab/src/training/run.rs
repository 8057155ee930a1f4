//! A training run in a directory: blocks of games and the weights of each generation, kept so that the run can resume.

use std::fmt;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use damiera_engine::{Provenance, Weights, WeightsError};
use damiera_play::{PlayRules, TableFolder, TableRegistry, TablesUnusable};
use damiera_rules::{Variant, with_rules};

use crate::training::fit::{FitProgress, FitSettings};
use crate::training::plan::{BLOCK, Teacher, TrainingPlan};
use crate::weights_source::{WeightsSource, WeightsSourceError};

/// What to train, and where.
#[derive(Clone, Debug)]
pub struct TrainingSettings {
    /// The game.
    pub variant: Variant,
    /// Where games and weights are kept.
    pub directory: PathBuf,
    /// The number of games in each generation.
    pub games: u64,
    /// The number of nodes to search for each move.
    pub nodes: u64,
    /// The weights that play the games of the first generation.
    pub teacher: WeightsSource,
    /// The number of generations to train.
    pub generations: u32,
    /// Seed for all random numbers.
    pub seed: u64,
    /// The number of threads that play games.
    pub threads: usize,
    /// How to fit the weights.
    pub fit: FitSettings,
    /// Endgame tables that end a game as soon as it reaches them.
    pub adjudication: TableFolder,
}

/// A step of a training run.
#[derive(Debug)]
pub enum TrainingEvent<'a> {
    /// A block of games was played and saved.
    BlockPlayed {
        /// The generation it belongs to.
        generation: u32,
        /// The number of blocks played in this run, this one included.
        played: u64,
        /// The number of blocks that were missing when the run began.
        missing: u64,
        /// The rate of play.
        games_per_second: f64,
    },
    /// A block of games could not be saved and will be played again by the next run.
    BlockNotSaved {
        /// The number of the block.
        block: u64,
        /// Why.
        error: io::Error,
    },
    /// The fit went through all samples once more.
    EpochFinished(FitProgress),
    /// The weights of a generation are ready.
    GenerationFinished {
        /// Their file.
        file: &'a Path,
        /// What they were learned from.
        provenance: &'a Provenance,
    },
}

/// Why a training run ended early.
#[derive(Debug)]
pub enum TrainingError {
    /// The weights to begin with cannot be used.
    Teacher(WeightsSourceError),
    /// The endgame tables cannot be used.
    Tables(TablesUnusable),
    /// A file of the directory cannot be read or written.
    File(PathBuf, io::Error),
    /// A weights file of the directory is not valid.
    Weights(PathBuf, WeightsError),
}

impl fmt::Display for TrainingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Teacher(error) => error.fmt(f),
            Self::Tables(error) => error.fmt(f),
            Self::File(path, error) => write!(f, "{} cannot be used: {error}", path.display()),
            Self::Weights(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for TrainingError {}

/// Trains the generations that the directory does not have yet.
pub fn train(
    settings: &TrainingSettings,
    report: &mut dyn FnMut(TrainingEvent<'_>),
) -> Result<(), TrainingError> {
    with_rules!(settings.variant, R => train_game::<R>(settings, report))
}

fn train_game<R: PlayRules>(
    settings: &TrainingSettings,
    report: &mut dyn FnMut(TrainingEvent<'_>),
) -> Result<(), TrainingError> {
    let mut weights = Arc::new(settings.teacher.load(settings.variant).map_err(TrainingError::Teacher)?);
    let first = weights.provenance.generation + 1;
    for generation in first..first + settings.generations {
        let TrainingSettings { games, nodes, seed, fit, .. } = *settings;
        let plan = TrainingPlan { generation, games, nodes, seed, fit };
        let file = settings.directory.join(format!("{}-{generation}.weights", settings.variant));
        weights = Arc::new(match fs::read(&file) {
            Ok(bytes) => Weights::from_bytes(settings.variant, &bytes)
                .map_err(|error| TrainingError::Weights(file.clone(), error))?,
            Err(_) => settings.train_generation::<R>(&plan, first, &weights, &file, report)?,
        });
        report(TrainingEvent::GenerationFinished { file: &file, provenance: &weights.provenance });
    }
    Ok(())
}

impl TrainingSettings {
    /// Plays the missing games of a generation, and fits weights to them and to the games of the generations before. With
    /// better play more games are drawn and each one says less, so the earlier games remain useful.
    fn train_generation<R: PlayRules>(
        &self,
        plan: &TrainingPlan,
        first: u32,
        weights: &Arc<Weights>,
        file: &Path,
        report: &mut dyn FnMut(TrainingEvent<'_>),
    ) -> Result<Weights, TrainingError> {
        self.play_missing::<R>(plan, weights, report)?;
        let earlier = self.blocks_of(first..plan.generation)?;
        let mut latest = self.blocks_of(plan.generation..plan.generation + 1)?;
        // An earlier run may have been asked for more games.
        latest.truncate(plan.blocks() as usize);
        let learned = plan.learn::<R>(&earlier, &latest, &mut |progress| {
            report(TrainingEvent::EpochFinished(progress));
        });
        write_atomically(file, &learned.to_bytes()).map_err(at(file))?;
        Ok(learned)
    }

    fn play_missing<R: PlayRules>(
        &self,
        plan: &TrainingPlan,
        weights: &Arc<Weights>,
        report: &mut dyn FnMut(TrainingEvent<'_>),
    ) -> Result<(), TrainingError> {
        let directory = self.games_directory(plan.generation);
        let path = |block: u64| directory.join(format!("{block:05}.games"));
        fs::create_dir_all(&directory).map_err(at(&directory))?;
        let missing: Vec<u64> = (0..plan.blocks()).filter(|&block| !path(block).exists()).collect();
        let tables = TableRegistry::new(self.adjudication.clone());
        let adjudicator = tables.endgames::<R>().map_err(TrainingError::Tables)?;
        let teacher = Teacher { weights: Arc::clone(weights), adjudicator };
        let (started, mut played) = (Instant::now(), 0);
        plan.play_blocks(&teacher, &missing, self.threads, |block, samples| {
            let event = match write_atomically(&path(block), &samples) {
                Err(error) => TrainingEvent::BlockNotSaved { block, error },
                Ok(()) => {
                    played += 1;
                    TrainingEvent::BlockPlayed {
                        generation: plan.generation,
                        played,
                        missing: missing.len() as u64,
                        games_per_second: (played * BLOCK) as f64 / started.elapsed().as_secs_f64(),
                    }
                }
            };
            report(event);
        });
        Ok(())
    }

    fn games_directory(&self, generation: u32) -> PathBuf {
        self.directory.join(format!("{}-{generation}", self.variant))
    }

    /// The blocks of these generations in order.
    fn blocks_of(&self, generations: Range<u32>) -> Result<Vec<Vec<u8>>, TrainingError> {
        let mut blocks = Vec::new();
        for directory in generations.map(|generation| self.games_directory(generation)) {
            let entries = fs::read_dir(&directory).map_err(at(&directory))?;
            let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
            files.retain(|file| file.extension().is_some_and(|extension| extension == "games"));
            files.sort();
            for file in files {
                blocks.push(fs::read(&file).map_err(at(&file))?);
            }
        }
        Ok(blocks)
    }
}

fn at(path: &Path) -> impl Fn(io::Error) -> TrainingError {
    let path = path.to_owned();
    move |error| TrainingError::File(path.clone(), error)
}

/// Writes a file under another name and renames it, so that an interrupted run leaves no partial file.
fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let partial = path.with_extension("unfinished");
    fs::write(&partial, bytes)?;
    fs::rename(partial, path)
}
