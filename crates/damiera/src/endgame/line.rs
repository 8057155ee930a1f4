//! `damiera endgame line`: a line of perfect play.

use std::io::Write;

use clap::Args;
use damiera_rules::{Rules, Side, Variant, with_rules};
use serde::Serialize;

use super::{TableFolderArg, not_there, position_and_tables, sentence};
use crate::failure::Failure;
use crate::values;

/// Show perfect play from a decided position: the shortest win against the longest defence
#[derive(Args)]
#[command(after_help = "Example:
  damiera endgame line brazilian --fen W:WK22,K26,K29:BK12")]
pub(crate) struct EndgameLineCommand {
    /// Rules to use
    #[arg(value_name = "GAME", value_parser = values::variant())]
    variant: Variant,
    /// Position
    #[arg(long)]
    fen: String,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    folder: TableFolderArg,
}

#[derive(Serialize)]
struct PerfectLineJson {
    variant: &'static str,
    fen: String,
    value: &'static str,
    dtw: Option<u16>,
    moves: Vec<String>,
}

impl EndgameLineCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        with_rules!(self.variant, R => {
            let (position, tables) = position_and_tables::<R>(&self.folder, &self.fen)?;
            let lang = self.folder.language.lang;
            let value = tables.probe(&position).ok_or_else(|| not_there(lang))?;
            let line = tables.line(&position).ok_or_else(|| not_there(lang))?;
            let (mut at, mut moves) = (position, Vec::new());
            for m in &line {
                moves.push(at.notation(m));
                at = at.after(m);
            }
            let dtw = value.distance().map(|distance| distance.dtw);
            let value = value.outcome().name();
            if self.json {
                let played = PerfectLineJson { variant: R::VARIANT.name(), fen: position.fen(), value, dtw, moves };
                serde_json::to_writer(&mut *out, &played)?;
                writeln!(out)?;
                return Ok(());
            }
            writeln!(out, "{}", sentence(value, dtw, position.turn(), lang))?;
            write_moves::<R>(out, &moves, position.turn())
        })
    }
}

/// Writes numbered pairs of moves, with the side that starts games on the left.
fn write_moves<R: Rules>(out: &mut dyn Write, moves: &[String], turn: Side) -> Result<(), Failure> {
    let mut cells: Vec<&str> = moves.iter().map(String::as_str).collect();
    if cells.is_empty() {
        return Ok(());
    }
    if turn != R::FIRST {
        cells.insert(0, "...");
    }
    for (i, pair) in cells.chunks(2).enumerate() {
        let line = format!("{:>3}. {:<10}{}", i + 1, pair[0], pair.get(1).copied().unwrap_or(""));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
