//! `damiera endgame line`: the perfect continuation.

use std::io::Write;

use clap::Args;
use damiera_rules::{Rules, Side, Variant, with_rules};
use serde::Serialize;

use super::{Folder, not_there, position_and_tables, sentence};
use crate::failure::Failure;

/// Play a decided position out: the winner hurries, the loser delays
#[derive(Args)]
#[command(after_help = "Example:
  damiera endgame line brazilian --fen W:WK22,K26,K29:BK12")]
pub(crate) struct Line {
    /// The game: english, italian, brazilian or international
    variant: Variant,
    /// The position
    #[arg(long)]
    fen: String,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    folder: Folder,
}

#[derive(Serialize)]
struct Played {
    variant: &'static str,
    fen: String,
    value: &'static str,
    dtw: Option<u16>,
    moves: Vec<String>,
}

impl Line {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        with_rules!(self.variant, R => {
            let (position, tables) = position_and_tables::<R>(&self.folder, &self.fen)?;
            let value = tables.probe(&position).ok_or_else(not_there)?;
            let line = tables.line(&position).ok_or_else(not_there)?;
            let (mut at, mut moves) = (position, Vec::new());
            for m in &line {
                moves.push(at.notation(m));
                at = at.after(m);
            }
            if self.json {
                let dtw = value.distance().map(|distance| distance.dtw);
                let value = value.outcome().name();
                let played = Played { variant: R::VARIANT.name(), fen: position.fen(), value, dtw, moves };
                serde_json::to_writer(&mut *out, &played)?;
                writeln!(out)?;
                return Ok(());
            }
            writeln!(out, "{}", sentence(value, position.turn()))?;
            write_moves::<R>(out, &moves, position.turn())
        })
    }
}

/// Numbered, the side that moves first in this game to the left.
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
