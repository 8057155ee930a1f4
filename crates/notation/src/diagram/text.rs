//! The diagram as text: two lines per row and six columns per square, in colour if the terminal supports it.

use std::fmt::Write;

use anstyle::{Ansi256Color, AnsiColor, Color, Style};
use damiera_rules::{Piece, Rank, Rules, Side, Square};

use super::Diagram;

const DARK: Style = Style::new()
    .bg_color(Some(Color::Ansi256(Ansi256Color(94))))
    .fg_color(Some(Color::Ansi256(Ansi256Color(223))));
const LIGHT: Style = Style::new().bg_color(Some(Color::Ansi256(Ansi256Color(223))));

/// The letter of a piece: `w` and `b` are men, `W` and `B` kings.
#[must_use]
pub const fn letter(piece: Piece) -> char {
    match piece.rank {
        Rank::Man => piece.side.letter().to_ascii_lowercase(),
        Rank::King => piece.side.letter(),
    }
}

/// What depends on the language in a diagram as text.
#[derive(Clone, Copy, Debug)]
pub struct DiagramWords<'a> {
    /// The letters of White's and Black's men; the same in upper case are kings.
    pub men: [char; 2],
    /// Whose move it is.
    pub turn: &'a str,
}

impl DiagramWords<'_> {
    fn letter(&self, piece: Piece) -> char {
        let man = self.men[piece.side as usize];
        if piece.rank == Rank::King { man.to_ascii_uppercase() } else { man }
    }
}

fn piece_style(side: Side) -> Style {
    match side {
        Side::White => DARK.fg_color(Some(Color::Ansi(AnsiColor::BrightWhite))).bold(),
        Side::Black => DARK.fg_color(Some(Color::Ansi(AnsiColor::Black))).bold(),
    }
}

impl<R: Rules> Diagram<'_, R> {
    /// The board as text with ANSI colours; each square has its number above its piece.
    #[must_use]
    pub fn text(&self, words: &DiagramWords<'_>) -> String {
        let size = R::GEOMETRY.rows();
        let edge = format!("   +{}+\n", "-".repeat(6 * usize::from(size)));
        let mut out = edge.clone();
        for row in 0..size {
            out.push_str("   |");
            for column in 0..size {
                match self.at(row, column) {
                    Some(square) => put(&mut out, DARK, &format!("{square:<6}")),
                    None => put(&mut out, LIGHT, "      "),
                }
            }
            out.push_str("|\n");
            // Writing to a string does not fail.
            let _ = write!(out, "{:>2} |", self.rank_name(row));
            for column in 0..size {
                self.cell(&mut out, self.at(row, column), words);
            }
            out.push_str("|\n");
        }
        out.push_str(&edge);
        out.push_str("    ");
        for column in 0..size {
            let _ = write!(out, "{:^6}", self.file_name(column));
        }
        let _ = writeln!(out, "\n{}   {}", words.turn, self.position.fen());
        out
    }

    fn cell(&self, out: &mut String, square: Option<Square>, words: &DiagramWords<'_>) {
        let Some(square) = square else { return put(out, LIGHT, "      ") };
        let ring = |text: String| if self.ringed.contains(square) { format!("[{text}]") } else { text };
        match self.position.piece_at(square) {
            None if self.last.contains(&square) => put(out, DARK, &format!("{:^6}", ring("·".to_owned()))),
            None => put(out, DARK, &format!("{:^6}", ring(String::new()))),
            Some(piece) => {
                let mark = words.letter(piece);
                let text = if piece.rank == Rank::King { format!("<{mark}>") } else { mark.to_string() };
                put(out, piece_style(piece.side), &format!("{:^6}", ring(text)));
            }
        }
    }
}

fn put(out: &mut String, style: Style, text: &str) {
    let _ = write!(out, "{style}{text}{style:#}");
}
