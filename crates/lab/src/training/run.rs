//! A training run in a directory: blocks of games and the weights of each generation, kept so that the run can resume.

use std::fmt;
use std::fs;
use std::io;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use damiera_engine::{LearnedWeights, Provenance, Weights, WeightsError};
use damiera_play::{PlayRules, TableFolder, TableRegistry, TablesUnusable};
use damiera_rules::{Variant, with_rules};

use crate::bench::search_signature;
use crate::training::fit::{FitProgress, FitSettings};
use crate::training::plan::{BLOCK, Teacher, TrainingPlan};
use crate::training::schedule::GenerationSize;
use crate::weights_source::{WeightsSource, WeightsSourceError};

/// What to train, and where.
#[derive(Clone, Debug)]
pub struct TrainingSettings {
    /// The game.
    pub variant: Variant,
    /// Where games and weights are kept.
    pub directory: PathBuf,
    /// The games of each generation.
    pub schedule: Vec<GenerationSize>,
    /// The number of latest generations whose games a generation learns from, itself included.
    pub window: u32,
    /// The weights that play the games of the first generation.
    pub teacher: WeightsSource,
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
    /// The directory holds games of a run with other settings.
    OtherRun {
        /// The file with the settings of that run.
        path: PathBuf,
        /// Its first line that differs.
        found: String,
        /// That line as it should be.
        wanted: String,
    },
    /// The caller stopped it; the same settings resume it.
    Stopped,
}

impl fmt::Display for TrainingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Teacher(error) => error.fmt(f),
            Self::Tables(error) => error.fmt(f),
            Self::File(path, error) => write!(f, "{} cannot be used: {error}", path.display()),
            Self::Weights(path, error) => write!(f, "{}: {error}", path.display()),
            Self::OtherRun { path, found, wanted } => write!(
                f,
                "the directory belongs to a run with other settings: {} has \"{found}\" instead of \"{wanted}\"",
                path.display()
            ),
            Self::Stopped => f.write_str("stopped; the same command resumes the run"),
        }
    }
}

impl std::error::Error for TrainingError {}

/// Trains the generations that the directory does not have yet. The callback may stop the run; the same settings resume it,
/// with the same result.
pub fn train(
    settings: &TrainingSettings,
    report: &mut dyn FnMut(TrainingEvent<'_>) -> ControlFlow<()>,
) -> Result<(), TrainingError> {
    with_rules!(settings.variant, R => train_game::<R>(settings, report))
}

fn train_game<R: PlayRules>(
    settings: &TrainingSettings,
    report: &mut dyn FnMut(TrainingEvent<'_>) -> ControlFlow<()>,
) -> Result<(), TrainingError> {
    let mut weights = settings.teacher.load(settings.variant).map_err(TrainingError::Teacher)?;
    let tables = TableRegistry::new(settings.adjudication.clone());
    let adjudicator = tables.endgames::<R>().map_err(TrainingError::Tables)?;
    let signature = search_signature::<R>();
    settings.claim_directory(&weights, adjudicator.most_pieces(), signature)?;
    for (generation, &size) in (1..).zip(&settings.schedule) {
        let TrainingSettings { seed, fit, .. } = *settings;
        let plan = TrainingPlan { generation, size, seed, signature, fit };
        let file = settings.directory.join(format!("{}-{generation}.weights", settings.variant));
        weights = match fs::read(&file) {
            Ok(bytes) => LearnedWeights::from_bytes(settings.variant, &bytes)
                .map_err(|error| TrainingError::Weights(file.clone(), error))?,
            Err(_) => {
                let weights = Arc::new(Weights::from(&weights));
                let teacher = Teacher { weights, adjudicator: Arc::clone(&adjudicator) };
                settings.train_generation::<R>(&plan, &teacher, &file, report)?
            }
        };
        let event = TrainingEvent::GenerationFinished { file: &file, provenance: &weights.provenance };
        proceed(report(event))?;
    }
    Ok(())
}

fn proceed(flow: ControlFlow<()>) -> Result<(), TrainingError> {
    if flow.is_break() { Err(TrainingError::Stopped) } else { Ok(()) }
}

impl TrainingSettings {
    /// Plays the missing games of a generation, and fits weights to them and to the games of the generations before that its
    /// window covers.
    fn train_generation<R: PlayRules>(
        &self,
        plan: &TrainingPlan,
        teacher: &Teacher<R>,
        file: &Path,
        report: &mut dyn FnMut(TrainingEvent<'_>) -> ControlFlow<()>,
    ) -> Result<LearnedWeights, TrainingError> {
        self.play_missing(plan, teacher, report)?;
        let window = self.window_of(plan.generation);
        let earlier = self.blocks_of(window.start..plan.generation)?;
        let latest = self.blocks_of(plan.generation..plan.generation + 1)?;
        let games = window.map(|generation| self.size_of(generation).games).sum();
        let mut flow = ControlFlow::Continue(());
        let learned = plan.learn::<R>(&earlier, &latest, games, &mut |progress| {
            if flow.is_continue() {
                flow = report(TrainingEvent::EpochFinished(progress));
            }
        });
        // A stop during the fit discards it: the fit takes a small part of the time.
        proceed(flow)?;
        write_atomically(file, &learned.to_bytes()).map_err(at(file))?;
        Ok(learned)
    }

    fn play_missing<R: PlayRules>(
        &self,
        plan: &TrainingPlan,
        teacher: &Teacher<R>,
        report: &mut dyn FnMut(TrainingEvent<'_>) -> ControlFlow<()>,
    ) -> Result<(), TrainingError> {
        let directory = self.games_directory(plan.generation);
        fs::create_dir_all(&directory).map_err(at(&directory))?;
        let path = |block: u64| self.block_path(plan.generation, block);
        let missing: Vec<u64> = (0..plan.size.blocks()).filter(|&block| !path(block).exists()).collect();
        let (started, mut played, mut failed) = (Instant::now(), 0, None);
        let flow = plan.play_blocks(teacher, &missing, self.threads, |block, samples| {
            if let Err(error) = write_atomically(&path(block), &samples) {
                failed = Some(TrainingError::File(path(block), error));
                return ControlFlow::Break(());
            }
            played += 1;
            report(TrainingEvent::BlockPlayed {
                generation: plan.generation,
                played,
                missing: missing.len() as u64,
                games_per_second: (played * BLOCK) as f64 / started.elapsed().as_secs_f64(),
            })
        });
        failed.map_or_else(|| proceed(flow), Err)
    }

    pub(crate) fn size_of(&self, generation: u32) -> GenerationSize {
        self.schedule[generation as usize - 1]
    }

    fn games_directory(&self, generation: u32) -> PathBuf {
        self.directory.join(format!("{}-{generation}", self.variant))
    }

    fn block_path(&self, generation: u32, block: u64) -> PathBuf {
        self.games_directory(generation).join(format!("{block:05}.games"))
    }

    /// The blocks of these generations in order.
    fn blocks_of(&self, generations: Range<u32>) -> Result<Vec<Vec<u8>>, TrainingError> {
        let paths = generations.flat_map(|generation| {
            (0..self.size_of(generation).blocks()).map(move |block| self.block_path(generation, block))
        });
        paths.map(|path| fs::read(&path).map_err(at(&path))).collect()
    }
}

pub(crate) fn at(path: &Path) -> impl Fn(io::Error) -> TrainingError {
    let path = path.to_owned();
    move |error| TrainingError::File(path.clone(), error)
}

/// Writes a file under another name and renames it, so that an interrupted run leaves no partial file.
pub(crate) fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let partial = path.with_extension("unfinished");
    fs::write(&partial, bytes)?;
    fs::rename(partial, path)
}
