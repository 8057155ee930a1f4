//! `damiera endgame`: endgame tables. Each subcommand has a file of its own.

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
use crate::folders;

/// Build, verify and probe endgame tables
#[derive(Args)]
pub(crate) struct EndgameCommand {
    #[command(subcommand)]
    command: EndgameSubcommand,
}

#[derive(Subcommand)]
enum EndgameSubcommand {
    Build(build::EndgameBuildCommand),
    Verify(verify::EndgameVerifyCommand),
    Stats(stats::EndgameStatsCommand),
    Probe(probe::EndgameProbeCommand),
    Line(line::EndgameLineCommand),
    Longest(longest::EndgameLongestCommand),
}

impl EndgameCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self.command {
            EndgameSubcommand::Build(command) => command.run(out),
            EndgameSubcommand::Verify(command) => command.run(out),
            EndgameSubcommand::Stats(command) => command.run(out),
            EndgameSubcommand::Probe(command) => command.run(out),
            EndgameSubcommand::Line(command) => command.run(out),
            EndgameSubcommand::Longest(command) => command.run(out),
        }
    }
}

/// The directory of the tables.
#[derive(Args)]
struct TableFolderArg {
    /// Directory of the tables; by default the one in your data directory
    #[arg(long, value_name = "DIRECTORY")]
    dir: Option<PathBuf>,
}

impl TableFolderArg {
    fn path(&self) -> Result<PathBuf, Failure> {
        self.dir.clone().or_else(folders::endgame_tables).ok_or_else(|| {
            Failure::input("there is no home directory to find the data directory in; name one with --dir")
        })
    }

    fn open<R: TableRules>(&self) -> Result<Tables<R>, Failure> {
        Tables::open(&self.path()?).map_err(Failure::input)
    }

    /// Opens the tables; an error if there are none.
    fn open_any<R: TableRules>(&self) -> Result<Tables<R>, Failure> {
        let tables = self.open::<R>()?;
        if tables.classes().next().is_none() {
            let (name, path) = (R::VARIANT, self.path()?);
            return Err(Failure::input(format!("{} has no {name} tables", path.display())));
        }
        Ok(tables)
    }

    /// Opens the tables; an error unless they cover all positions with this many pieces.
    fn open_to<R: TableRules>(&self, pieces: u32) -> Result<Tables<R>, Failure> {
        let tables = self.open::<R>()?;
        if pieces > u32::from(tables.pieces()) {
            let there = match tables.pieces() {
                0 => "there are none yet".to_owned(),
                most => format!("there are tables of up to {most} pieces"),
            };
            let (name, path) = (R::VARIANT, self.path()?);
            return Err(Failure::input(format!(
                "{} has no {name} tables of {pieces} pieces ({there}); build them with \
                 `damiera endgame build {name} --pieces {pieces}`",
                path.display()
            )));
        }
        Ok(tables)
    }
}

/// The position of a FEN, and tables that cover it.
fn position_and_tables<R: TableRules>(
    folder: &TableFolderArg,
    fen: &str,
) -> Result<(Position<R>, Tables<R>), Failure> {
    let position = Position::<R>::from_fen(fen).map_err(Failure::input)?;
    let tables = folder.open_to::<R>(position.occupied().len())?;
    Ok((position, tables))
}

/// The tables were opened and do not have the position: a file was deleted in the meantime.
fn not_there() -> Failure {
    Failure::input("the tables do not have this position")
}

/// "1 ply", "2 plies".
fn plies(count: u16) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}

/// "White wins in 5 plies".
fn sentence(value: damiera_endgame::TableValue, turn: Side) -> String {
    use damiera_endgame::TableValue;
    match value {
        TableValue::Win(distance) => format!("{turn} wins in {}", plies(distance.dtw)),
        TableValue::Draw => "draw".to_owned(),
        TableValue::Loss(distance) if distance.dtw == 0 => format!("{turn} has lost"),
        TableValue::Loss(distance) => format!("{} wins in {}", !turn, plies(distance.dtw)),
    }
}
