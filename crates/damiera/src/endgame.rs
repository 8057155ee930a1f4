//! `damiera endgame`: tables of perfect play, one file a subcommand.

mod build;
mod line;
mod longest;
mod probe;
mod stats;
mod verify;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use damiera_endgame::{TableRules, Tables};
use damiera_rules::{Position, Side};

use crate::failure::Failure;
use crate::folder;

/// Make and ask tables of perfect play with few pieces
#[derive(Args)]
pub(crate) struct Endgame {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Build(build::Build),
    Verify(verify::Verify),
    Stats(stats::Stats),
    Probe(probe::Probe),
    Line(line::Line),
    Longest(longest::Longest),
}

impl Endgame {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self.command {
            Command::Build(command) => command.run(out),
            Command::Verify(command) => command.run(out),
            Command::Stats(command) => command.run(out),
            Command::Probe(command) => command.run(out),
            Command::Line(command) => command.run(out),
            Command::Longest(command) => command.run(out),
        }
    }
}

/// Where the tables are.
#[derive(Args)]
struct Folder {
    /// The folder of the tables; your data folder if not given
    #[arg(long)]
    dir: Option<PathBuf>,
}

impl Folder {
    fn path(&self) -> Result<PathBuf, Failure> {
        self.dir
            .clone()
            .or_else(folder::endgames)
            .ok_or_else(|| Failure::input("no data folder is known here: name one with --dir"))
    }

    fn open<R: TableRules>(&self) -> Result<Tables<R>, Failure> {
        Tables::open(&self.path()?).map_err(Failure::input)
    }

    /// Whatever tables there are, one class at least.
    fn open_any<R: TableRules>(&self) -> Result<Tables<R>, Failure> {
        let tables = self.open::<R>()?;
        if tables.classes().next().is_none() {
            let (name, path) = (R::VARIANT, self.path()?);
            return Err(Failure::input(format!("{} has no {name} tables", path.display())));
        }
        Ok(tables)
    }

    /// Tables that know every position of so many pieces.
    fn open_to<R: TableRules>(&self, pieces: u32) -> Result<Tables<R>, Failure> {
        let tables = self.open::<R>()?;
        if pieces > u32::from(tables.pieces()) {
            let there = match tables.pieces() {
                0 => "there are none yet".to_owned(),
                most => format!("they go to {most}"),
            };
            let (name, path) = (R::VARIANT, self.path()?);
            return Err(Failure::input(format!(
                "{} has no {name} tables of {pieces} pieces ({there}): make them with \
                 `damiera endgame build {name} --pieces {pieces}`",
                path.display()
            )));
        }
        Ok(tables)
    }
}

/// The position of a FEN, and tables that know it.
fn position_and_tables<R: TableRules>(
    folder: &Folder,
    fen: &str,
) -> Result<(Position<R>, Tables<R>), Failure> {
    let position = Position::<R>::from_fen(fen).map_err(Failure::input)?;
    let tables = folder.open_to::<R>(position.occupied().len())?;
    Ok((position, tables))
}

/// Tables that were opened for a position and do not know it: a file was taken away meanwhile.
fn not_there() -> Failure {
    Failure::input("the tables do not know this position")
}

/// "1 ply", "2 plies".
fn plies(count: u16) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}

/// "White wins in 5 plies".
fn sentence(value: damiera_endgame::Value, turn: Side) -> String {
    use damiera_endgame::Value;
    match value {
        Value::Win(distance) => format!("{turn} wins in {}", plies(distance.dtw)),
        Value::Draw => "draw".to_owned(),
        Value::Loss(distance) if distance.dtw == 0 => format!("{turn} has lost"),
        Value::Loss(distance) => format!("{} wins in {}", !turn, plies(distance.dtw)),
    }
}
