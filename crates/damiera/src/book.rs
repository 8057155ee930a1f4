//! `damiera book`: builds opening books and shows what they have.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use damiera_game::Lang;
use damiera_lab::{BookProgress, BookSettings, build_book};
use damiera_play::{BookSource, OpeningBook};
use damiera_rules::{Rules, Variant, with_rules};

use crate::analyse::played;
use crate::failure::Failure;
use crate::moves::position_in;
use crate::values;

/// Build opening books from the engine's own searches, or show their moves
#[derive(Args)]
pub(crate) struct BookCommand {
    #[command(subcommand)]
    command: BookSubcommand,
}

#[derive(Subcommand)]
enum BookSubcommand {
    Build(BookBuildCommand),
    Show(BookShowCommand),
}

/// Build an opening book, or continue a build that was stopped
#[derive(Args)]
#[command(
    after_help = "The next position to expand is the one that costs least to reach: a ply costs 0.06 men, and a move that is worse \
than the best costs what it loses. The same options make the same book, byte for byte, however often the build is \
stopped. Other options need another directory.

Example:
  damiera book build english --positions 1000 --nodes 20000 --directory books"
)]
struct BookBuildCommand {
    /// Rules to use
    #[arg(value_name = "GAME", value_parser = values::variant())]
    variant: Variant,
    /// Number of positions to expand
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,
    /// Nodes to search for each position
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Where to write GAME.book, and the searches that were done, GAME.searches
    #[arg(long)]
    directory: PathBuf,
}

/// Show the moves of an opening book in a position
#[derive(Args)]
#[command(after_help = "Values are in men, for the side to move.

Example:
  damiera book show books/english.book --moves \"11-15 23-19\"")]
struct BookShowCommand {
    /// The book, or "own" for the one of the program
    file: BookSource,
    /// Rules of the book
    #[arg(long, value_name = "GAME", value_parser = values::variant(), required_if_eq("file", "own"))]
    variant: Option<Variant>,
    /// Moves to play first, separated by spaces
    #[arg(long, default_value = "")]
    moves: String,
}

impl BookCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self.command {
            BookSubcommand::Build(command) => command.run(out),
            BookSubcommand::Show(command) => command.run(out),
        }
    }
}

impl BookBuildCommand {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let settings = BookSettings {
            variant: self.variant,
            positions: self.positions as usize,
            nodes: self.nodes,
            directory: self.directory,
        };
        let shown = io::stderr().is_terminal();
        let built = build_book(&settings, &mut |BookProgress { expanded, searched }| {
            if shown {
                eprint!("\r{expanded} of {} positions, {searched} searched", self.positions);
            }
            ControlFlow::Continue(())
        });
        if shown {
            eprint!("\r\x1b[K");
        }
        if let Some(built) =
            built.map_err(|error| Failure::input(format!("the book cannot be built: {error}")))?
        {
            let bytes = built.book.to_bytes().len();
            writeln!(out, "{}: {}, {bytes} bytes", built.path.display(), built.book.provenance)?;
        }
        Ok(())
    }
}

impl BookShowCommand {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let opened = match (&self.file, self.variant) {
            (_, Some(variant)) => self.file.open(variant).map_err(Failure::input)?,
            // The file says which game it is of.
            (source, None) => Variant::ALL.iter().find_map(|&variant| source.open(variant).ok().flatten()),
        };
        let Some(book) = opened else {
            return Err(Failure::input(format!("there is no opening book {}", self.file)));
        };
        with_rules!(book.variant, R => show::<R>(&book, &self.moves, out))
    }
}

fn show<R: Rules>(book: &OpeningBook, moves: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let game = played(position_in::<R>(None, Lang::English)?, moves, Lang::English)?;
    let position = game.position();
    writeln!(out, "{}: {} positions ({})", book.variant, book.len(), book.provenance)?;
    match book.find(position) {
        None => writeln!(out, "the position is not in the book: {}", position.fen())?,
        Some((moves, support)) => {
            writeln!(out, "{} follow from it", support - 1)?;
            for (m, value) in moves {
                writeln!(out, "{:<12} {:+.2}", position.notation(&m), f64::from(value) / 100.0)?;
            }
        }
    }
    Ok(())
}
