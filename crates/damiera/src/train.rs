//! `damiera train`: trains the evaluation on games of self-play.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use damiera_engine::Provenance;
use damiera_lab::WeightsSource;
use damiera_lab::training::{
    FitProgress, FitSettings, GenerationSize, TrainingEvent, TrainingSettings, train,
};
use damiera_play::TableFolder;
use damiera_rules::Variant;

use crate::failure::Failure;
use crate::values;

/// Train the evaluation on games of self-play
#[derive(Args)]
#[command(
    after_help = "Games and weights are kept in the directory: the same command resumes a stopped run, and adding \
generations to the schedule continues it. The same program with the same options writes the same files, \
byte for byte, whatever the number of threads and stops. Other options need another directory.

Examples:
  damiera train italian --directory training --schedule 10000x600,20000x1000 --threads 2
  damiera train italian --directory other --teacher learned --schedule 20000x2000 --tables tables"
)]
pub(crate) struct TrainCommand {
    /// Rules to use
    #[arg(value_name = "GAME", value_parser = values::variant())]
    variant: Variant,
    /// Directory for games and weights
    #[arg(long)]
    directory: PathBuf,
    /// Generations: the number of games of each, of nodes searched per move, and a window that differs from --window
    #[arg(
        long,
        value_name = "GAMESxNODES[:WINDOW],...",
        value_delimiter = ',',
        default_value = "20000x1000,20000x1000"
    )]
    schedule: Vec<GenerationSize>,
    /// Number of latest generations whose games are used for training
    #[arg(long, value_name = "GENERATIONS", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    window: u32,
    /// Weights that play the first generation: material, learned (the built-in weights) or a file
    #[arg(long, default_value = "material", value_name = "WEIGHTS")]
    teacher: WeightsSource,
    /// Seed for the random number generator
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads that play games
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    #[command(flatten)]
    fit: FitArgs,
    /// Adjudicate games with the endgame tables of this directory
    #[arg(long, value_name = "DIRECTORY")]
    tables: Option<PathBuf>,
}

/// Settings of the fit.
#[derive(Args)]
struct FitArgs {
    /// Number of passes over the positions
    #[arg(long, alias = "rounds", default_value_t = FitSettings::default().epochs, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    epochs: u32,
    /// Learning rate
    #[arg(long, default_value_t = FitSettings::default().rate)]
    rate: f32,
    /// Strength of the regularisation: how many positions must support a change before half of it is made
    #[arg(long, alias = "caution", default_value_t = FitSettings::default().prior)]
    prior: f32,
    /// The same for the corrections of whole patterns, which occur more rarely than their parts
    #[arg(long, value_name = "PRIOR", default_value_t = FitSettings::default().whole_prior)]
    whole_prior: f32,
    /// How much later positions of a game say about earlier ones (the lambda of TD learning), from 0 to 1
    #[arg(long, alias = "hindsight", default_value_t = FitSettings::default().lambda)]
    lambda: f32,
}

impl TrainCommand {
    fn settings(self) -> TrainingSettings {
        let FitArgs { epochs, rate, prior, whole_prior, lambda } = self.fit;
        TrainingSettings {
            variant: self.variant,
            directory: self.directory,
            schedule: self.schedule,
            window: self.window,
            teacher: self.teacher,
            seed: self.seed,
            threads: self.threads.into(),
            fit: FitSettings { epochs, rate, prior, whole_prior, lambda },
            adjudication: TableFolder::given(self.tables),
        }
    }

    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut written = Ok(());
        train(&self.settings(), &mut |event| {
            match event {
                TrainingEvent::GenerationFinished { file, provenance } if written.is_ok() => {
                    written = show_generation(out, file, provenance);
                }
                event => show_progress(&event),
            }
            ControlFlow::Continue(())
        })
        .map_err(Failure::input)?;
        Ok(written?)
    }
}

fn show_generation(out: &mut dyn Write, file: &Path, provenance: &Provenance) -> io::Result<()> {
    let Provenance { games, positions, loss, held_out_loss, .. } = provenance;
    writeln!(
        out,
        "{}: {games} games, {positions} positions, loss {loss:.4}, held out {held_out_loss:.4}",
        file.display()
    )?;
    out.flush()
}

/// Progress on standard error.
fn show_progress(event: &TrainingEvent<'_>) {
    match event {
        TrainingEvent::BlockPlayed { generation, played, missing, games_per_second } => {
            eprintln!("generation {generation}: block {played} of {missing}, {games_per_second:.1} games/s");
        }
        TrainingEvent::EpochFinished(FitProgress { epoch, loss, held_out_loss }) => {
            eprintln!("epoch {epoch}: loss {loss:.5}, held out {held_out_loss:.5}");
        }
        TrainingEvent::GenerationFinished { .. } => {}
    }
}
