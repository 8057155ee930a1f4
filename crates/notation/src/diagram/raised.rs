//! The diagram for swell paper, on which what is black rises: outlines without shades, and braille along the edges.

use std::fmt::Write;

use damiera_rules::{Piece, Rank, Rules, Side};

use super::Diagram;

/// The width of the sheet and the side of the board in millimetres: it fits A4 with a margin.
const SHEET: f32 = 200.0;
const BOARD: f32 = 168.0;
const RIM: f32 = 16.0;
/// The usual size of braille: the radius of a dot, the distance of two dots and of two cells, in millimetres.
const DOT: f32 = 0.75;
const DOTS_APART: f32 = 2.5;
const CELLS_APART: f32 = 6.0;
/// The sign that makes letters figures.
const NUMBER_SIGN: u8 = 0b11_1100;
/// The braille letters a to j, dot 1 in the lowest bit; after the number sign they are 1 to 9 and 0.
const LETTERS: [u8; 10] = [
    0b00_0001, 0b00_0011, 0b00_1001, 0b01_1001, 0b01_0001, 0b00_1011, 0b01_1011, 0b01_0011, 0b00_1010,
    0b01_1010,
];

impl<R: Rules> Diagram<'_, R> {
    /// The diagram for swell paper: a white man is a ring, a black man a disc; a king has a ring more.
    #[must_use]
    pub fn raised_svg(&self) -> String {
        let rows = R::GEOMETRY.rows();
        let side = BOARD / f32::from(rows);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SHEET} {SHEET}\" width=\"{SHEET}mm\" \
             height=\"{SHEET}mm\" role=\"img\"><title>{}</title><desc>{}</desc>\
             <rect width=\"{SHEET}\" height=\"{SHEET}\" fill=\"#fff\"/>",
            self.escaped_title(),
            self.position.fen()
        );
        for row in 0..rows {
            for column in 0..rows {
                let (x, y) = (RIM + f32::from(column) * side, RIM + f32::from(row) * side);
                let Some(square) = self.at(row, column) else { continue };
                let _ = write!(
                    out,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"none\" stroke=\"#000\" \
                     stroke-width=\".6\"/>"
                );
                if let Some(piece) = self.position.piece_at(square) {
                    raised_piece(&mut out, piece, (x + side / 2.0, y + side / 2.0), side);
                }
            }
        }
        for i in 0..rows {
            let along = RIM + (f32::from(i) + 0.5) * side;
            let file = self.file_name(i);
            braille(&mut out, &[letter_cell(file)], (along - DOTS_APART / 2.0, RIM + BOARD + 3.0));
            let rank = figures(self.rank_name(i));
            let left = RIM - 3.0 - CELLS_APART * rank.len() as f32;
            braille(&mut out, &rank, (left.max(DOT), along - DOTS_APART));
        }
        out.push_str("</svg>\n");
        out
    }
}

fn raised_piece(out: &mut String, piece: Piece, (x, y): (f32, f32), side: f32) {
    let radius = side * 0.36;
    let mut ring = |radius: f32, fill: &str| {
        let _ = write!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"#000\" stroke-width=\"1.4\"/>"
        );
    };
    match piece.side {
        Side::White => ring(radius, "#fff"),
        Side::Black => ring(radius, "#000"),
    }
    if piece.rank == Rank::King {
        ring(radius * 0.6, "#fff");
        if piece.side == Side::Black {
            ring(radius * 0.25, "#000");
        }
    }
}

fn letter_cell(letter: char) -> u8 {
    let index = (letter as usize).wrapping_sub('a' as usize);
    LETTERS.get(index).copied().unwrap_or_default()
}

/// The cells of a number.
fn figures(number: u8) -> Vec<u8> {
    let figure = |c: char| c.to_digit(10).map(|digit| LETTERS[(digit as usize + 9) % 10]);
    std::iter::once(NUMBER_SIGN).chain(number.to_string().chars().filter_map(figure)).collect()
}

/// Cells of braille from this place on: dots 1 to 3 down the left, 4 to 6 down the right.
fn braille(out: &mut String, cells: &[u8], (x, y): (f32, f32)) {
    for (i, cell) in cells.iter().enumerate() {
        for dot in (0..6).filter(|dot| cell >> dot & 1 == 1) {
            let cx = x + CELLS_APART * i as f32 + DOTS_APART * f32::from(u8::from(dot >= 3));
            let cy = y + DOTS_APART * (dot % 3) as f32;
            let _ = write!(out, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"{DOT}\" fill=\"#000\"/>");
        }
    }
}

#[cfg(test)]
mod tests {
    use damiera_rules::Position;
    use damiera_rules::variant::Italian;

    use super::*;

    #[test]
    fn figures_are_letters_after_the_number_sign() {
        assert_eq!(figures(8), [NUMBER_SIGN, letter_cell('h')]);
        assert_eq!(figures(10), [NUMBER_SIGN, letter_cell('a'), letter_cell('j')]);
    }

    #[test]
    fn pieces_differ_by_outline_alone() {
        let position = Position::<Italian>::from_fen("W:W32,K1:B18,K8").expect("a position");
        let svg = Diagram::new(&position).raised_svg();
        let colours: std::collections::BTreeSet<_> =
            svg.split("fill=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(colours.into_iter().collect::<Vec<_>>(), ["#000", "#fff", "none"]);
        let rings = svg.matches("stroke-width=\"1.4\"").count();
        assert_eq!(rings, 1 + 2 + 1 + 3, "man, king, black man, black king");
    }
}
