//! `damiera endgame`: endgame tables. Each subcommand has a file of its own.

mod build;
mod cutoffs;
mod line;
mod longest;
mod probe;
mod stats;
mod verify;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use damiera_endgame::{TableRules, Tables};
use damiera_game::Lang;
use damiera_rules::{Position, Side};

use crate::failure::Failure;
use crate::folders;
use crate::texts::{plies, say, word};
use crate::values::LangArg;

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
    Cutoffs(cutoffs::EndgameCutoffsCommand),
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
            EndgameSubcommand::Cutoffs(command) => command.run(out),
        }
    }
}

/// The directory of the tables.
#[derive(Args)]
struct TableFolderArg {
    /// Directory of the tables; by default the one in your data directory
    #[arg(long, value_name = "DIRECTORY")]
    dir: Option<PathBuf>,
    #[command(flatten)]
    language: LangArg,
}

impl TableFolderArg {
    fn path(&self) -> Result<PathBuf, Failure> {
        self.dir
            .clone()
            .or_else(folders::endgame_tables)
            .ok_or_else(|| Failure::input(word(self.language.lang, "endgame-no-home")))
    }

    fn open<R: TableRules>(&self) -> Result<Tables<R>, Failure> {
        Tables::open(&self.path()?).map_err(Failure::input)
    }

    /// Opens the tables; an error if there are none.
    fn open_any<R: TableRules>(&self) -> Result<Tables<R>, Failure> {
        let tables = self.open::<R>()?;
        if tables.classes().next().is_none() {
            let (lang, path) = (self.language.lang, self.path()?);
            let values = [
                ("path", path.display().to_string().into()),
                ("game", R::VARIANT.name().into()),
                ("name", lang.game(R::VARIANT).into()),
            ];
            return Err(Failure::input(say(lang, "endgame-no-tables", &values)));
        }
        Ok(tables)
    }

    /// Opens the tables; an error unless they have the distances of all positions with this many pieces.
    fn open_to<R: TableRules>(&self, pieces: u32) -> Result<Tables<R>, Failure> {
        self.open_covering(pieces, Tables::pieces)
    }

    /// Opens the tables; an error unless they have the outcomes of all positions with this many pieces.
    fn open_outcomes_to<R: TableRules>(&self, pieces: u32) -> Result<Tables<R>, Failure> {
        self.open_covering(pieces, Tables::outcome_pieces)
    }

    fn open_covering<R: TableRules>(
        &self,
        pieces: u32,
        most: fn(&Tables<R>) -> u8,
    ) -> Result<Tables<R>, Failure> {
        let tables = self.open::<R>()?;
        if pieces > u32::from(most(&tables)) {
            let lang = self.language.lang;
            let there = match most(&tables) {
                0 => word(lang, "endgame-none-yet"),
                most => say(lang, "endgame-up-to", &[("pieces", most.into())]),
            };
            let values = [
                ("path", self.path()?.display().to_string().into()),
                ("game", R::VARIANT.name().into()),
                ("name", lang.game(R::VARIANT).into()),
                ("pieces", pieces.into()),
                ("there", there.into()),
            ];
            return Err(Failure::input(say(lang, "endgame-no-tables-of", &values)));
        }
        Ok(tables)
    }
}

/// The position of a FEN, and tables that cover it.
fn position_and_tables<R: TableRules>(
    folder: &TableFolderArg,
    fen: &str,
) -> Result<(Position<R>, Tables<R>), Failure> {
    let lang = folder.language.lang;
    let position =
        Position::<R>::from_fen(fen).map_err(|error| Failure::input(lang.position_error(&error)))?;
    let tables = folder.open_to::<R>(position.occupied().len())?;
    Ok((position, tables))
}

/// The tables were opened and do not have the position: a file was deleted in the meantime.
fn not_there(lang: Lang) -> Failure {
    Failure::input(word(lang, "endgame-not-there"))
}

/// A value in one word.
fn value_word(value: &str, lang: Lang) -> String {
    word(lang, &format!("value-{value}"))
}

/// "White wins in 5 plies": the result (`win`, `draw` or `loss` for the side to move) and the distance to it, if known.
fn sentence(value: &str, dtw: Option<u16>, turn: Side, lang: Lang) -> String {
    let winner = match value {
        "win" => turn,
        "loss" => !turn,
        _ => return word(lang, "endgame-draw"),
    };
    let name = |side: Side| match side {
        Side::White => "white",
        Side::Black => "black",
    };
    match dtw {
        Some(0) => say(lang, "endgame-has-lost", &[("side", name(!winner).into())]),
        Some(dtw) => {
            let values = [("side", name(winner).into()), ("plies", plies(lang, dtw.into()).into())];
            say(lang, "endgame-wins-in", &values)
        }
        None => say(lang, "endgame-side-wins", &[("side", name(winner).into())]),
    }
}
