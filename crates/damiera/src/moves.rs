//! `damiera moves`: the legal moves of a position, or of many.

use std::io::{self, BufRead, Write};

use clap::Args;
use damiera_rules::{Move, Position, Rules, Variant, with_rules};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// List the legal moves of a position
#[derive(Args)]
#[command(after_help = "Examples:
  damiera moves italian
  damiera moves international --fen W:W31,33:B27,28,K5
  echo '{\"variant\":\"english\",\"fen\":\"B:W22:B17\"}' | damiera moves --batch")]
pub(crate) struct Moves {
    /// The game: english, italian, brazilian or international
    #[arg(required_unless_present = "batch", conflicts_with = "batch")]
    variant: Option<Variant>,
    /// The position; the start of the game if not given
    #[arg(long, conflicts_with = "batch")]
    fen: Option<String>,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
    /// Read JSON lines {"variant","fen"} from standard input and answer each with one line, in order
    #[arg(long)]
    batch: bool,
}

impl Moves {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let Some(variant) = self.variant else { return batch(out) };
        let listed = with_rules!(variant, R => {
            let position = position_or_start::<R>(self.fen.as_deref())?;
            Listed::new(&position)
        });
        if self.json {
            serde_json::to_writer(&mut *out, &listed)?;
            writeln!(out)?;
            return Ok(());
        }
        for m in &listed.moves {
            write!(out, "{}", m.notation)?;
            if m.captures.len() > 1 {
                write!(out, "  by {}", joined(&m.path, "-"))?;
            }
            if !m.captures.is_empty() {
                write!(out, "  takes {}", joined(&m.captures, ", "))?;
            }
            writeln!(out, "{}", if m.promotes { "  crowned" } else { "" })?;
        }
        if listed.moves.is_empty() {
            writeln!(out, "no legal move: the side to move has lost")?;
        }
        Ok(())
    }
}

/// The position of a FEN, or the start without one.
pub(crate) fn position_or_start<R: Rules>(fen: Option<&str>) -> Result<Position<R>, Failure> {
    fen.map_or_else(|| Ok(Position::start()), |fen| Position::from_fen(fen).map_err(Failure::input))
}

fn joined(numbers: &[u8], between: &str) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(between)
}

/// The legal moves of a position, as they are written.
#[derive(Serialize)]
struct Listed {
    variant: &'static str,
    fen: String,
    moves: Vec<WrittenMove>,
}

/// A move, as it is written.
#[derive(Serialize)]
pub(crate) struct WrittenMove {
    pub(crate) notation: String,
    from: u8,
    to: u8,
    path: Vec<u8>,
    captures: Vec<u8>,
    promotes: bool,
}

impl WrittenMove {
    pub(crate) fn new<R: Rules>(position: &Position<R>, m: &Move, legal: &[Move]) -> Self {
        Self {
            notation: position.notation_among(m, legal),
            from: m.from.number(),
            to: m.to.number(),
            path: position.route(m).squares.iter().map(|square| square.number()).collect(),
            captures: m.captured.iter().map(damiera_rules::Square::number).collect(),
            promotes: m.promotes,
        }
    }
}

impl Listed {
    fn new<R: Rules>(position: &Position<R>) -> Self {
        let legal = position.legal();
        let moves = legal.iter().map(|m| WrittenMove::new(position, m, &legal)).collect();
        Self { variant: R::VARIANT.name(), fen: position.fen(), moves }
    }
}

/// A line of a batch.
#[derive(Deserialize)]
struct Question {
    variant: String,
    fen: String,
}

/// A line that could not be answered.
#[derive(Serialize)]
struct Unanswered {
    error: String,
}

fn batch(out: &mut dyn Write) -> Result<(), Failure> {
    for (i, line) in io::stdin().lock().split(b'\n').enumerate() {
        let line =
            line.map_err(|e| Failure::input(format!("standard input broke off at line {}: {e}", i + 1)))?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        match answer(&line) {
            Ok(listed) => serde_json::to_writer(&mut *out, &listed)?,
            Err(error) => {
                serde_json::to_writer(&mut *out, &Unanswered { error: format!("line {}: {error}", i + 1) })?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

fn answer(line: &[u8]) -> Result<Listed, String> {
    let question: Question = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let variant: Variant = question.variant.parse().map_err(|error| format!("{error}"))?;
    with_rules!(variant, R => {
        Position::<R>::from_fen(&question.fen).map(|position| Listed::new(&position)).map_err(|error| error.to_string())
    })
}
