//! `damiera show`: draws a board in the terminal.

use std::io::Write;

use clap::Args;
use damiera_notation::diagram::{Diagram, letter};
use damiera_rules::{Position, Rules, Side, Variant, with_rules};
use serde::Serialize;

use crate::failure::Failure;
use crate::moves::position_in;
use crate::texts::diagram;
use crate::values::{self, LangArg};

/// Draw a board in the terminal
#[derive(Args)]
#[command(
    after_help = "White is at the bottom. w and b are men, W and B are kings; in Italian b and n, in Portuguese b and p. `damiera diagram` draws pictures.

Examples:
  damiera show italian
  damiera show brazilian --fen W:Wc3,Ka1:Bf6,Kh8"
)]
pub(crate) struct ShowCommand {
    /// Rules to use
    #[arg(value_name = "GAME", value_parser = values::variant())]
    variant: Variant,
    /// Position; the initial position if omitted
    #[arg(long)]
    fen: Option<String>,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: LangArg,
}

#[derive(Serialize)]
struct BoardJson {
    variant: &'static str,
    fen: String,
    turn: &'static str,
    /// Rows from the top, one character per square: the piece, `.` for an empty dark square, a space for a light one.
    rows: Vec<String>,
}

impl ShowCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        with_rules!(self.variant, R => {
            let position = position_in::<R>(self.fen.as_deref(), self.language.lang)?;
            if self.json {
                return json(&position, out);
            }
            let text = diagram(self.language.lang, &Diagram::new(&position), position.turn());
            out.write_all(text.as_bytes())?;
            Ok(())
        })
    }
}

fn json<R: Rules>(position: &Position<R>, out: &mut dyn Write) -> Result<(), Failure> {
    let size = R::GEOMETRY.rows();
    let square = |row, column| match R::GEOMETRY.at(row, column) {
        None => ' ',
        Some(square) => position.piece_at(square).map_or('.', letter),
    };
    let rows = (0..size).map(|row| (0..size).map(|column| square(row, column)).collect()).collect();
    let turn = match position.turn() {
        Side::White => "white",
        Side::Black => "black",
    };
    serde_json::to_writer(
        &mut *out,
        &BoardJson { variant: R::VARIANT.name(), fen: position.fen(), turn, rows },
    )?;
    writeln!(out)?;
    Ok(())
}
