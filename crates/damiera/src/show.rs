//! `damiera show`: the board in the terminal.

use std::io::Write;

use anstyle::{AnsiColor, Color, Style};
use clap::Args;
use damiera_rules::{Piece, Position, Rank, Rules, Side, Square, Variant, with_rules};
use serde::Serialize;

use crate::failure::Failure;
use crate::moves::position_or_start;

/// Draw the board
#[derive(Args)]
#[command(after_help = "White is at the bottom. w and b are men, W and B are kings.

Examples:
  damiera show italian
  damiera show brazilian --fen W:Wc3,Ka1:Bf6,Kh8")]
pub(crate) struct Show {
    /// The game: english, italian, brazilian or international
    variant: Variant,
    /// The position; the start of the game if not given
    #[arg(long)]
    fen: Option<String>,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Shown {
    variant: &'static str,
    fen: String,
    turn: &'static str,
    /// Rows from the top, a character a square: `.` dark, a space light, else the piece.
    rows: Vec<String>,
}

impl Show {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        with_rules!(self.variant, R => {
            let position = position_or_start::<R>(self.fen.as_deref())?;
            if self.json { json(&position, out) } else { draw(&position, out) }
        })
    }
}

fn letter(piece: Piece) -> char {
    match piece.rank {
        Rank::Man => piece.side.letter().to_ascii_lowercase(),
        Rank::King => piece.side.letter(),
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
    serde_json::to_writer(&mut *out, &Shown { variant: R::VARIANT.name(), fen: position.fen(), turn, rows })?;
    writeln!(out)?;
    Ok(())
}

const DARK: Style = Style::new()
    .bg_color(Some(Color::Ansi256(anstyle::Ansi256Color(94))))
    .fg_color(Some(Color::Ansi256(anstyle::Ansi256Color(223))));
const LIGHT: Style = Style::new().bg_color(Some(Color::Ansi256(anstyle::Ansi256Color(223))));

fn piece_style(side: Side) -> Style {
    match side {
        Side::White => DARK.fg_color(Some(Color::Ansi(AnsiColor::BrightWhite))).bold(),
        Side::Black => DARK.fg_color(Some(Color::Ansi(AnsiColor::Black))).bold(),
    }
}

/// Two lines a row, six columns a square: the number above, the piece below.
fn draw<R: Rules>(position: &Position<R>, out: &mut dyn Write) -> Result<(), Failure> {
    let size = R::GEOMETRY.rows();
    let edge = format!("   +{}+", "-".repeat(6 * usize::from(size)));
    writeln!(out, "{edge}")?;
    for row in 0..size {
        write!(out, "   |")?;
        for column in 0..size {
            match R::GEOMETRY.at(row, column) {
                Some(square) => write!(out, "{DARK}{square:<6}{DARK:#}")?,
                None => write!(out, "{LIGHT}      {LIGHT:#}")?,
            }
        }
        writeln!(out, "|")?;
        write!(out, "{:>2} |", size - row)?;
        for column in 0..size {
            write_square(position, R::GEOMETRY.at(row, column), out)?;
        }
        writeln!(out, "|")?;
    }
    writeln!(out, "{edge}")?;
    write!(out, "    ")?;
    for column in 0..size {
        write!(out, "{:^6}", (b'a' + column) as char)?;
    }
    writeln!(out)?;
    writeln!(out, "{} to move   {}", position.turn(), position.fen())?;
    Ok(())
}

fn write_square<R: Rules>(
    position: &Position<R>,
    square: Option<Square>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    match square.map(|square| position.piece_at(square)) {
        None => write!(out, "{LIGHT}      {LIGHT:#}")?,
        Some(None) => write!(out, "{DARK}      {DARK:#}")?,
        Some(Some(piece)) => {
            let (style, mark) = (piece_style(piece.side), letter(piece));
            let text = if piece.rank == Rank::King { format!("<{mark}>") } else { mark.to_string() };
            write!(out, "{style}{text:^6}{style:#}")?;
        }
    }
    Ok(())
}
