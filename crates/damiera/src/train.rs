//! `damiera train`: weights for the evaluation, learned from the engine's own games.

use std::fs;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use clap::Args;
use damiera_engine::train::{BLOCK, Lesson, Plan, Teacher, play_blocks};
use damiera_engine::{TableFolder, Weights, WeightsFrom};
use damiera_rules::{Rules, Variant, with_rules};

use crate::failure::Failure;
use crate::folder;

/// Learn to judge positions from games against itself
#[derive(Args)]
#[command(after_help = "Games and weights are kept in the directory: the same command goes on where it was
interrupted. A run is the same for the same seed.

Examples:
  damiera train italian --directory training --games 20000 --generations 2 --threads 2
  damiera train italian --directory training --teacher learned --generations 1")]
pub(crate) struct Train {
    /// The game: english, italian, brazilian or international
    variant: Variant,
    /// Where games and weights are kept
    #[arg(long)]
    directory: PathBuf,
    /// Games a generation
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(BLOCK..))]
    games: u64,
    /// Positions to search a move
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(10..))]
    nodes: u64,
    /// Who plays the first games: material, learned (the weights of this program) or a file
    #[arg(long, default_value = "material", value_name = "WEIGHTS")]
    teacher: WeightsFrom,
    /// Times to learn, each from games of the one before
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=99))]
    generations: u32,
    /// The number all chance comes from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play with so many threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    #[command(flatten)]
    lesson: Learn,
    /// End a game as soon as the endgame tables of this folder know its result
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
}

/// How to learn from the games.
#[derive(Args)]
struct Learn {
    /// Times to go through the positions
    #[arg(long, default_value_t = Lesson::default().rounds, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    rounds: u32,
    /// Length of a step
    #[arg(long, default_value_t = Lesson::default().rate)]
    rate: f32,
    /// How many positions must speak for a change before half of it is made
    #[arg(long, default_value_t = Lesson::default().caution)]
    caution: f32,
    /// How much later positions say of earlier ones, from 0 to 1
    #[arg(long, default_value_t = Lesson::default().hindsight)]
    hindsight: f32,
}

impl Learn {
    const fn lesson(&self) -> Lesson {
        Lesson { rounds: self.rounds, rate: self.rate, caution: self.caution, hindsight: self.hindsight }
    }
}

impl Train {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        with_rules!(self.variant, R => self.train::<R>(out))
    }

    fn train<R: Rules>(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let teacher = self.teacher.load::<R>().map_err(|error| Failure::input(error.to_string()))?;
        let mut weights = Arc::new(teacher);
        let first = weights.provenance.generation + 1;
        for generation in first..first + self.generations {
            let plan = Plan {
                generation,
                games: self.games,
                nodes: self.nodes,
                seed: self.seed,
                lesson: self.lesson.lesson(),
            };
            let file = self.directory.join(format!("{}-{generation}.weights", self.variant));
            weights = Arc::new(match fs::read(&file) {
                Ok(bytes) => Weights::from_bytes::<R>(&bytes)
                    .map_err(|error| Failure::input(format!("{}: {error}", file.display())))?,
                Err(_) => self.generation::<R>(&plan, first, &weights, &file)?,
            });
            let story = &weights.provenance;
            writeln!(
                out,
                "{}: {} games, {} positions, loss {:.4}, held out {:.4}",
                file.display(),
                story.games,
                story.positions,
                story.loss,
                story.held_out_loss
            )?;
            out.flush()?;
        }
        Ok(())
    }

    /// Plays what is missing of a generation's games, and learns from them and those of the generations before:
    /// the better it plays, the more games are drawn, and the less a single one tells.
    fn generation<R: Rules>(
        &self,
        plan: &Plan,
        first: u32,
        weights: &Arc<Weights>,
        file: &Path,
    ) -> Result<Weights, Failure> {
        let directory = self.games_of(plan.generation);
        let name = |block: u64| directory.join(format!("{block:05}.games"));
        fs::create_dir_all(&directory).map_err(|error| cannot(&directory, &error))?;
        let missing: Vec<u64> = (0..plan.blocks()).filter(|&block| !name(block).exists()).collect();
        let endgames = folder::open_tables::<R>(&TableFolder::named(self.tables.clone()))?;
        let teacher = Teacher { weights: Arc::clone(weights), endgames };
        let (begun, played) = (Instant::now(), AtomicU64::new(0));
        play_blocks::<R>(plan, &teacher, &missing, self.threads.into(), |block, records| {
            // A block cut short by an interruption must not look whole.
            let saved = write_whole(&name(block), &records);
            let played = played.fetch_add(1, Relaxed) + 1;
            let rate = (played * BLOCK) as f64 / begun.elapsed().as_secs_f64();
            match saved {
                Ok(()) => eprintln!(
                    "generation {}: block {played} of {}, {rate:.1} games/s",
                    plan.generation,
                    missing.len()
                ),
                Err(error) => eprintln!("block {block} could not be kept: {error}"),
            }
        });
        let earlier = self.blocks_of(first..plan.generation)?;
        let mut latest = self.blocks_of(plan.generation..plan.generation + 1)?;
        // It may have been begun with more games in mind.
        latest.truncate(plan.blocks() as usize);
        let learned = plan.learn::<R>(&earlier, &latest, |learning| {
            eprintln!(
                "round {}: loss {:.5}, held out {:.5}",
                learning.round, learning.loss, learning.held_out_loss
            );
        });
        write_whole(file, &learned.to_bytes()).map_err(|error| cannot(file, &error))?;
        Ok(learned)
    }

    fn games_of(&self, generation: u32) -> PathBuf {
        self.directory.join(format!("{}-{generation}", self.variant))
    }

    /// The records of all games of these generations, in a fixed order.
    fn blocks_of(&self, generations: Range<u32>) -> Result<Vec<Vec<u8>>, Failure> {
        let mut blocks = Vec::new();
        for directory in generations.map(|generation| self.games_of(generation)) {
            let entries = fs::read_dir(&directory).map_err(|error| cannot(&directory, &error))?;
            let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
            files.retain(|file| file.extension().is_some_and(|extension| extension == "games"));
            files.sort();
            for file in files {
                blocks.push(fs::read(&file).map_err(|error| cannot(&file, &error))?);
            }
        }
        Ok(blocks)
    }
}

fn cannot(path: &Path, error: &std::io::Error) -> Failure {
    Failure::input(format!("{} cannot be used: {error}", path.display()))
}

fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, bytes)?;
    fs::rename(unfinished, path)
}
