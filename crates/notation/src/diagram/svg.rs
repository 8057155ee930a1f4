//! The diagram as SVG.

use std::fmt::Write;

use damiera_rules::{Piece, Rank, Rules, Side, Square};

use super::figures::{ADVANCE, HEIGHT, strokes};
use super::{Diagram, Labels, Theme};

/// The side length of a square in SVG units.
const SQUARE: f32 = 60.0;
/// The size of square numbers relative to the letters on the frame.
const SMALL: f32 = 0.5;
/// The frame around the board.
const RIM: f32 = 26.0;

/// The colours of a theme.
struct Palette {
    rim: &'static str,
    dark: &'static str,
    light: &'static str,
    label: &'static str,
    edge_label: &'static str,
    /// Fill, edge and inner ring of a side's pieces.
    white: [&'static str; 3],
    black: [&'static str; 3],
    crown: [&'static str; 2],
    accent: &'static str,
}

const WOOD: Palette = Palette {
    rim: "#4d2f1c",
    dark: "#8a5a3b",
    light: "#ecd9b4",
    label: "#f1e3c8",
    edge_label: "#ecd9b4",
    white: ["#f8ecd2", "#6b4a2b", "#c9ad79"],
    black: ["#3b2619", "#140c07", "#7d5c46"],
    crown: ["#8c2f1b", "#f0c674"],
    accent: "#e8b23f",
};

const PRINT: Palette = Palette {
    rim: "#ffffff",
    dark: "#cfcfcf",
    light: "#ffffff",
    label: "#3a3a3a",
    edge_label: "#000000",
    white: ["#ffffff", "#000000", "#000000"],
    black: ["#000000", "#000000", "#ffffff"],
    crown: ["#000000", "#ffffff"],
    accent: "#000000",
};

impl<R: Rules> Diagram<'_, R> {
    /// The diagram as SVG. It scales to any size, needs no font, and has a description for screen readers.
    #[must_use]
    pub fn svg(&self) -> String {
        let size = f32::from(R::GEOMETRY.rows()) * SQUARE + 2.0 * RIM;
        let (title, fen) = (self.escaped_title(), self.position.fen());
        let mut drawing = SvgCanvas { out: String::with_capacity(16 * 1024), colours: self.colours() };
        drawing.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" width=\"{size}\" \
             height=\"{size}\" role=\"img\"><title>{title}</title><desc>{fen}</desc>"
        ));
        self.board(&mut drawing, size);
        self.path(&mut drawing);
        for row in 0..R::GEOMETRY.rows() {
            for column in 0..R::GEOMETRY.rows() {
                if let Some(square) = self.at(row, column) {
                    self.square(&mut drawing, square);
                }
            }
        }
        self.turn_mark(&mut drawing, size);
        drawing.out.push_str("</svg>\n");
        drawing.out
    }

    const fn colours(&self) -> &'static Palette {
        match self.theme {
            Theme::Wood => &WOOD,
            Theme::Print => &PRINT,
        }
    }

    /// The centre of a square.
    fn middle(&self, square: Square) -> (f32, f32) {
        let (row, column) = self.seen(square);
        let along = |n: u8| RIM + (f32::from(n) + 0.5) * SQUARE;
        (along(column), along(row))
    }

    fn board(&self, drawing: &mut SvgCanvas, size: f32) {
        let Palette { rim, dark, light, edge_label, .. } = *drawing.colours;
        let inner = size - 2.0 * RIM;
        drawing.put(format_args!(
            "<rect width=\"{size}\" height=\"{size}\" rx=\"8\" fill=\"{rim}\"/>\
             <rect x=\"{RIM}\" y=\"{RIM}\" width=\"{inner}\" height=\"{inner}\" fill=\"{light}\"/>\
             <path fill=\"{dark}\" d=\""
        ));
        for square in R::GEOMETRY.all().iter() {
            let (x, y) = self.middle(square);
            let (x, y) = (x - SQUARE / 2.0, y - SQUARE / 2.0);
            drawing.put(format_args!("M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z"));
        }
        drawing.put(format_args!("\"/>"));
        if self.theme == Theme::Print {
            drawing.put(format_args!(
                "<rect x=\"{RIM}\" y=\"{RIM}\" width=\"{inner}\" height=\"{inner}\" fill=\"none\" \
                 stroke=\"#000\" stroke-width=\"2\"/>"
            ));
        }
        if self.labels == Labels::Coordinates {
            for i in 0..R::GEOMETRY.rows() {
                let along = RIM + (f32::from(i) + 0.5) * SQUARE;
                drawing.label(&self.rank_name(i).to_string(), (RIM / 2.0, along), 0.8, edge_label);
                drawing.label(&self.file_name(i).to_string(), (along, size - RIM / 2.0), 0.8, edge_label);
            }
        }
    }

    /// The route of the last move, drawn under the pieces.
    fn path(&self, drawing: &mut SvgCanvas) {
        if self.last.len() < 2 {
            return;
        }
        let points: Vec<String> = self
            .last
            .iter()
            .map(|&square| {
                let (x, y) = self.middle(square);
                format!("{x},{y}")
            })
            .collect();
        let (accent, dashes) = match self.theme {
            Theme::Wood => (drawing.colours.accent, ""),
            Theme::Print => (drawing.colours.accent, " stroke-dasharray=\"2 9\""),
        };
        drawing.put(format_args!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{accent}\" stroke-width=\"7\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\" opacity=\".85\"{dashes}/>",
            points.join(" ")
        ));
        let (x, y) = self.middle(self.last[0]);
        drawing.put(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"none\" stroke=\"{accent}\" stroke-width=\"4\"/>"
        ));
    }

    fn square(&self, drawing: &mut SvgCanvas, square: Square) {
        let (x, y) = self.middle(square);
        if self.labels == Labels::Numbers {
            let text = square.to_string();
            let width = text.len() as f32 * ADVANCE * SMALL;
            // In the corner, where a piece does not cover it.
            let place = (x - SQUARE / 2.0 + 2.5 + width / 2.0, y - SQUARE / 2.0 + 7.0);
            let label = drawing.colours.label;
            drawing.label(&text, place, SMALL, label);
        }
        if let Some(piece) = self.position.piece_at(square) {
            drawing.piece(piece, (x, y));
        }
        if self.ringed.contains(square) {
            let accent = drawing.colours.accent;
            drawing.put(format_args!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"27\" fill=\"none\" stroke=\"{accent}\" stroke-width=\"4\"/>"
            ));
        }
    }

    /// A small piece on the frame, on the side of the player to move.
    fn turn_mark(&self, drawing: &mut SvgCanvas, size: f32) {
        let turn = self.position.turn();
        let y = if turn == self.bottom { size - RIM / 2.0 } else { RIM / 2.0 };
        let x = size - RIM / 2.0;
        let [fill, ..] = drawing.colours.of(turn);
        let edge = drawing.colours.edge_label;
        drawing.put(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.5\"/>"
        ));
    }
}

impl Palette {
    const fn of(&self, side: Side) -> [&'static str; 3] {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }
}

struct SvgCanvas {
    out: String,
    colours: &'static Palette,
}

impl SvgCanvas {
    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.out.write_fmt(text);
    }

    /// A text centred at a point.
    fn label(&mut self, text: &str, (x, y): (f32, f32), scale: f32, colour: &str) {
        let width = text.len() as f32 * ADVANCE - (ADVANCE - 10.0);
        let (left, top) = (x - width * scale / 2.0, y - HEIGHT * scale / 2.0);
        self.put(format_args!(
            "<g transform=\"translate({left:.2} {top:.2}) scale({scale})\" fill=\"none\" stroke=\"{colour}\" \
             stroke-width=\"2\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
        ));
        for (i, c) in text.chars().enumerate() {
            let shift = i as f32 * ADVANCE;
            match i {
                0 => self.put(format_args!("<path d=\"{}\"/>", strokes(c))),
                _ => self.put(format_args!("<path transform=\"translate({shift})\" d=\"{}\"/>", strokes(c))),
            }
        }
        self.put(format_args!("</g>"));
    }

    fn piece(&mut self, piece: Piece, (x, y): (f32, f32)) {
        let [fill, edge, ring] = self.colours.of(piece.side);
        let lift = match piece.rank {
            Rank::Man => 0.0,
            Rank::King => {
                // A king is drawn as two stacked men.
                self.disc((x, y + 3.0), fill, edge);
                3.0
            }
        };
        let y = y - lift;
        self.disc((x, y), fill, edge);
        self.put(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"15.5\" fill=\"none\" stroke=\"{ring}\" stroke-width=\"1.5\"/>"
        ));
        if piece.rank == Rank::King {
            let crown = self.colours.crown[piece.side as usize];
            let (left, top) = (x - 11.0, y - 8.0);
            self.put(format_args!(
                "<path transform=\"translate({left} {top})\" fill=\"{crown}\" \
                 d=\"M1 15L0 3l6 5 5-8 5 8 6-5-1 12z\"/>"
            ));
        }
    }

    fn disc(&mut self, (x, y): (f32, f32), fill: &str, edge: &str) {
        self.put(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"21.5\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.5\"/>"
        ));
    }
}
