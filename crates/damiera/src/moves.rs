//! `damiera moves`: the legal moves of one position, or of a batch of positions.

use std::io::{self, BufRead, Write};

use clap::Args;
use damiera_game::Lang;
use damiera_rules::{Move, Position, Rules, Variant, with_rules};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::values;

/// List the legal moves of a position
#[derive(Args)]
#[command(after_help = "Examples:
  damiera moves italian
  damiera moves international --fen W:W31,33:B27,28,K5
  echo '{\"variant\":\"english\",\"fen\":\"B:W22:B17\"}' | damiera moves --batch")]
pub(crate) struct MovesCommand {
    /// Rules to use
    #[arg(value_name = "GAME", value_parser = values::variant(), required_unless_present = "batch", conflicts_with = "batch")]
    variant: Option<Variant>,
    /// Position; the initial position if omitted
    #[arg(long, conflicts_with = "batch")]
    fen: Option<String>,
    /// Language of the texts
    #[arg(long, default_value = "en", value_parser = values::lang())]
    lang: Lang,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
    /// Read one JSON object {"variant", "fen"} per line from standard input; write one result line for each
    #[arg(long)]
    batch: bool,
}

impl MovesCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let Some(variant) = self.variant else { return batch(self.lang, out) };
        let listed = with_rules!(variant, R => {
            let position = position_in::<R>(self.fen.as_deref(), self.lang)?;
            LegalMovesJson::new(&position)
        });
        if self.json {
            serde_json::to_writer(&mut *out, &listed)?;
            writeln!(out)?;
            return Ok(());
        }
        for m in &listed.moves {
            write!(out, "{}", m.notation)?;
            if m.captures.len() > 1 {
                write!(out, "  {}", self.lang.move_route(&joined(&m.path, "-")))?;
            }
            if !m.captures.is_empty() {
                write!(out, "  {}", self.lang.move_takes(&joined(&m.captures, ", ")))?;
            }
            if m.promotes {
                write!(out, "  {}", self.lang.crowned())?;
            }
            writeln!(out)?;
        }
        if listed.moves.is_empty() {
            writeln!(out, "{}", self.lang.no_legal_move())?;
        }
        Ok(())
    }
}

/// The position of a FEN, or the initial position without one; errors in a language.
pub(crate) fn position_in<R: Rules>(fen: Option<&str>, lang: Lang) -> Result<Position<R>, Failure> {
    let Some(fen) = fen else { return Ok(Position::start()) };
    Position::from_fen(fen).map_err(|error| Failure::input(lang.position_error(&error)))
}

fn joined(numbers: &[u8], between: &str) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(between)
}

/// The legal moves of a position as JSON.
#[derive(Serialize)]
struct LegalMovesJson {
    variant: &'static str,
    fen: String,
    moves: Vec<MoveJson>,
}

/// A move as JSON.
#[derive(Serialize)]
pub(crate) struct MoveJson {
    pub(crate) notation: String,
    from: u8,
    to: u8,
    path: Vec<u8>,
    captures: Vec<u8>,
    promotes: bool,
}

impl MoveJson {
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

impl LegalMovesJson {
    fn new<R: Rules>(position: &Position<R>) -> Self {
        let legal = position.legal();
        let moves = legal.iter().map(|m| MoveJson::new(position, m, &legal)).collect();
        Self { variant: R::VARIANT.name(), fen: position.fen(), moves }
    }
}

/// One line of a batch.
#[derive(Deserialize)]
struct BatchRequest {
    variant: String,
    fen: String,
}

/// The result of a batch line that is invalid.
#[derive(Serialize)]
struct BatchError {
    error: String,
}

fn batch(lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    for (i, line) in io::stdin().lock().split(b'\n').enumerate() {
        let line =
            line.map_err(|e| Failure::input(format!("cannot read line {} of standard input: {e}", i + 1)))?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        match list_moves(&line, lang) {
            Ok(listed) => serde_json::to_writer(&mut *out, &listed)?,
            Err(error) => {
                serde_json::to_writer(&mut *out, &BatchError { error: format!("line {}: {error}", i + 1) })?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

fn list_moves(line: &[u8], lang: Lang) -> Result<LegalMovesJson, String> {
    let request: BatchRequest = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let variant: Variant = request.variant.parse().map_err(|error| format!("{error}"))?;
    with_rules!(variant, R => {
        Position::<R>::from_fen(&request.fen).map(|position| LegalMovesJson::new(&position)).map_err(|error| lang.position_error(&error))
    })
}
