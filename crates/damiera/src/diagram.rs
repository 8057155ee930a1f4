//! `damiera diagram`: a picture of a position.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use damiera_notation::diagram::{self, Labels, Theme, png};
use damiera_rules::{Attempt, Geometry, Position, Rules, Side, Square, SquareSet, Variant, with_rules};

use crate::failure::Failure;
use crate::moves::position_or_start;

/// Draw a position as a picture or as text
#[derive(Args)]
#[command(after_help = "Examples:
  damiera diagram italian --fen W:WK23,31:B19,26,27 > position.svg
  damiera diagram english --move 11-15 --output opening.png
  damiera diagram brazilian --labels coordinates --ring c3,e5 --theme print -o board.svg
  damiera diagram international --bottom black --format text")]
pub(crate) struct Diagram {
    /// The game: english, italian, brazilian or international
    variant: Variant,
    /// The position; the start of the game if not given
    #[arg(long)]
    fen: Option<String>,
    /// Play this move first, and show its way
    #[arg(long = "move", value_name = "MOVE")]
    played: Option<String>,
    /// Squares to ring, by number or name: 12,15 or c3,e5
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    ring: Vec<String>,
    /// Who sits at the bottom
    #[arg(long, value_enum, default_value_t = Bottom::White)]
    bottom: Bottom,
    /// What is written on the board
    #[arg(long, value_enum, default_value_t = Written::Numbers)]
    labels: Written,
    /// How it looks
    #[arg(long, value_enum, default_value_t = Look::Wood)]
    theme: Look,
    /// What to make; by the output's name if not given, or else svg
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// The width of a PNG, in pixels
    #[arg(long, default_value_t = 800)]
    width: u32,
    /// The file to write; standard output if not given
    #[arg(long, short)]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Bottom {
    White,
    Black,
}

#[derive(Clone, Copy, ValueEnum)]
enum Written {
    /// The number of every square
    Numbers,
    /// Letters and figures at the edges
    Coordinates,
    None,
}

#[derive(Clone, Copy, ValueEnum)]
enum Look {
    Wood,
    /// Black on white
    Print,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Svg,
    Png,
    Text,
}

impl Diagram {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let made = with_rules!(self.variant, R => self.made::<R>()?);
        match &self.output {
            Some(path) => fs::write(path, made)
                .map_err(|error| Failure::input(format!("{} cannot be written: {error}", path.display()))),
            None if self.format() == Format::Png && io::stdout().is_terminal() => {
                Err(Failure::input("a PNG is not for the terminal: name a file with --output"))
            }
            None if self.format() == Format::Png => {
                // The ordinary way out strips what a terminal would not show; a picture must stay whole.
                io::stdout().lock().write_all(&made)?;
                Ok(())
            }
            None => Ok(out.write_all(&made)?),
        }
    }

    fn format(&self) -> Format {
        let by_name = || match self.output.as_ref()?.extension()?.to_str()? {
            "png" => Some(Format::Png),
            "txt" => Some(Format::Text),
            _ => None,
        };
        self.format.or_else(by_name).unwrap_or(Format::Svg)
    }

    fn made<R: Rules>(&self) -> Result<Vec<u8>, Failure> {
        let mut position = position_or_start::<R>(self.fen.as_deref())?;
        let mut way = Vec::new();
        if let Some(text) = &self.played {
            let m = position.parse_move(text).map_err(Failure::input)?;
            way = position.route(&m).squares;
            position = position.after(&m);
        }
        let ringed =
            self.ring.iter().map(|text| square(text, R::GEOMETRY)).collect::<Result<SquareSet, _>>()?;
        let drawn = self.diagram(&position, way, ringed);
        Ok(match self.format() {
            Format::Svg => drawn.svg().into_bytes(),
            Format::Png => png(&drawn.svg(), self.width).map_err(Failure::input)?,
            Format::Text if self.output.is_some() => plain(&drawn.text()).into_bytes(),
            Format::Text => drawn.text().into_bytes(),
        })
    }

    fn diagram<'a, R: Rules>(
        &self,
        position: &'a Position<R>,
        last: Vec<Square>,
        ringed: SquareSet,
    ) -> diagram::Diagram<'a, R> {
        let mut drawn = diagram::Diagram::new(position);
        drawn.bottom = match self.bottom {
            Bottom::White => Side::White,
            Bottom::Black => Side::Black,
        };
        drawn.labels = match self.labels {
            Written::Numbers => Labels::Numbers,
            Written::Coordinates => Labels::Coordinates,
            Written::None => Labels::None,
        };
        drawn.theme = match self.theme {
            Look::Wood => Theme::Wood,
            Look::Print => Theme::Print,
        };
        (drawn.last, drawn.ringed) = (last, ringed);
        drawn
    }
}

/// A square by number or name; a try needs two, so it is read as one that stays where it is.
fn square(text: &str, board: Geometry) -> Result<Square, Failure> {
    let text = text.trim();
    Attempt::parse(&format!("{text}-{text}"), board).map(|attempt| attempt.from()).map_err(Failure::input)
}

/// Text without colours, for a file.
fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}
