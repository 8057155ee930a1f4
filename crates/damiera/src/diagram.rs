//! `damiera diagram`: draws a position as SVG, PNG or text.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use damiera_game::Lang;
use damiera_notation::diagram::{self, Labels, Theme, png};
use damiera_rules::{Attempt, Geometry, Position, Rules, Square, SquareSet, Variant, with_rules};

use crate::failure::Failure;
use crate::moves::position_in;
use crate::texts::{self, not_written, word};
use crate::values::{self, LangArg, SideChoice};

/// Draw a position as SVG, PNG or text
#[derive(Args)]
#[command(after_help = "Examples:
  damiera diagram italian --fen W:WK23,31:B19,26,27 > position.svg
  damiera diagram english --move 11-15 --output opening.png
  damiera diagram brazilian --labels coordinates --ring c3,e5 --theme print -o board.svg
  damiera diagram international --bottom black --format text")]
pub(crate) struct DiagramCommand {
    /// Rules to use
    #[arg(value_name = "GAME", value_parser = values::variant())]
    variant: Variant,
    /// Position; the initial position if omitted
    #[arg(long)]
    fen: Option<String>,
    /// Play this move first and highlight its route
    #[arg(long = "move", value_name = "MOVE")]
    played: Option<String>,
    /// Squares to mark with a ring, by number or name: 12,15 or c3,e5
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    ring: Vec<String>,
    /// Side at the bottom of the diagram
    #[arg(long, value_enum, default_value_t = SideChoice::White)]
    bottom: SideChoice,
    /// Labels on the board
    #[arg(long, value_enum, default_value_t = LabelChoice::Numbers)]
    labels: LabelChoice,
    /// Colours and style
    #[arg(long, value_enum, default_value_t = ThemeChoice::Wood)]
    theme: ThemeChoice,
    /// Output format; by default that of the file name extension, or else svg
    #[arg(long, value_enum)]
    format: Option<DiagramFormat>,
    /// Width of a PNG in pixels
    #[arg(long, default_value_t = 800)]
    width: u32,
    /// File to write; standard output if omitted
    #[arg(long, short)]
    output: Option<PathBuf>,
    #[command(flatten)]
    language: LangArg,
}

#[derive(Clone, Copy, ValueEnum)]
enum LabelChoice {
    /// The number of every square
    Numbers,
    /// Letters and numbers at the edges
    Coordinates,
    None,
}

#[derive(Clone, Copy, ValueEnum)]
enum ThemeChoice {
    Wood,
    /// Black on white
    Print,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DiagramFormat {
    Svg,
    Png,
    Text,
}

impl DiagramCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let lang = self.language.lang;
        let image = with_rules!(self.variant, R => self.render::<R>()?);
        match &self.output {
            Some(path) => fs::write(path, image).map_err(|error| not_written(lang, path, &error)),
            None if self.format() == DiagramFormat::Png && io::stdout().is_terminal() => {
                Err(Failure::input(word(lang, "diagram-in-terminal")))
            }
            None if self.format() == DiagramFormat::Png => {
                // `out` strips escape sequences for terminals, which would damage a picture.
                io::stdout().lock().write_all(&image)?;
                Ok(())
            }
            None => Ok(out.write_all(&image)?),
        }
    }

    fn format(&self) -> DiagramFormat {
        let by_name = || match self.output.as_ref()?.extension()?.to_str()? {
            "png" => Some(DiagramFormat::Png),
            "txt" => Some(DiagramFormat::Text),
            _ => None,
        };
        self.format.or_else(by_name).unwrap_or(DiagramFormat::Svg)
    }

    fn render<R: Rules>(&self) -> Result<Vec<u8>, Failure> {
        let lang = self.language.lang;
        let mut position = position_in::<R>(self.fen.as_deref(), lang)?;
        let mut route = Vec::new();
        if let Some(text) = &self.played {
            let m = position.parse_move(text).map_err(|error| Failure::input(lang.move_error(&error)))?;
            route = position.route(&m).squares;
            position = position.after(&m);
        }
        let ringed =
            self.ring.iter().map(|text| square(text, R::GEOMETRY, lang)).collect::<Result<SquareSet, _>>()?;
        let drawn = self.diagram(&position, route, ringed);
        Ok(match self.format() {
            DiagramFormat::Svg => drawn.svg().into_bytes(),
            DiagramFormat::Png => png(&drawn.svg(), self.width).map_err(Failure::input)?,
            DiagramFormat::Text => {
                let text = texts::diagram(lang, &drawn, position.turn());
                if self.output.is_some() { plain(&text).into_bytes() } else { text.into_bytes() }
            }
        })
    }

    fn diagram<'a, R: Rules>(
        &self,
        position: &'a Position<R>,
        last: Vec<Square>,
        ringed: SquareSet,
    ) -> diagram::Diagram<'a, R> {
        let mut drawn = diagram::Diagram::new(position);
        drawn.bottom = self.bottom.into();
        drawn.labels = match self.labels {
            LabelChoice::Numbers => Labels::Numbers,
            LabelChoice::Coordinates => Labels::Coordinates,
            LabelChoice::None => Labels::None,
        };
        drawn.theme = match self.theme {
            ThemeChoice::Wood => Theme::Wood,
            ThemeChoice::Print => Theme::Print,
        };
        (drawn.last, drawn.ringed) = (last, ringed);
        let lang = self.language.lang;
        drawn.title = format!("{}. {}", lang.game(R::VARIANT), texts::to_move(lang, position.turn()));
        drawn
    }
}

/// Parses a square by number or name, as both ends of a move.
fn square(text: &str, board: Geometry, lang: Lang) -> Result<Square, Failure> {
    let text = text.trim();
    let attempt = Attempt::parse(&format!("{text}-{text}"), board);
    attempt.map(|attempt| attempt.from()).map_err(|error| Failure::input(lang.attempt_error(&error)))
}

/// Text without colours, for a file.
fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}
