//! `damiera explain`: is a move legal, and if not, why not?

use std::io::Write;

use clap::Args;
use damiera_rules::{Attempt, Illegal, Position, Rules, Variant, with_rules};
use serde::Serialize;

use crate::failure::Failure;
use crate::moves::{WrittenMove, position_or_start};

/// Say whether a move is legal, or which rule forbids it
#[derive(Args)]
#[command(after_help = "Examples:
  damiera explain italian --fen W:WK23,31:B19,26,27 31x22
  damiera explain english 11-15")]
pub(crate) struct Explain {
    /// The game: english, italian, brazilian or international
    variant: Variant,
    /// The position; the start of the game if not given
    #[arg(long)]
    fen: Option<String>,
    /// The move: 22-18, 22x15x8 or c3xe5
    #[arg(value_name = "MOVE")]
    text: String,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Explained {
    variant: &'static str,
    fen: String,
    #[serde(rename = "move")]
    text: String,
    legal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<WrittenMove>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<Refused>,
}

#[derive(Serialize)]
struct Refused {
    article: String,
    text: String,
    due: Vec<String>,
}

impl Explain {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let explained = with_rules!(self.variant, R => {
            let position = position_or_start::<R>(self.fen.as_deref())?;
            self.explained(&position)?
        });
        if self.json {
            serde_json::to_writer(&mut *out, &explained)?;
            writeln!(out)?;
            return Ok(());
        }
        match (&explained.played, &explained.refused) {
            (Some(played), _) => writeln!(out, "{} is legal", played.notation)?,
            (None, Some(refused)) => {
                writeln!(out, "{} is not legal: {} ({})", explained.text, refused.text, refused.article)?;
                if !refused.due.is_empty() {
                    writeln!(out, "to be played: {}", refused.due.join(", "))?;
                }
            }
            (None, None) => {}
        }
        Ok(())
    }

    fn explained<R: Rules>(&self, position: &Position<R>) -> Result<Explained, Failure> {
        let attempt = Attempt::parse(&self.text, R::GEOMETRY).map_err(Failure::input)?;
        let judged = position.judge(&attempt);
        let legal = position.legal();
        Ok(Explained {
            variant: R::VARIANT.name(),
            fen: position.fen(),
            text: self.text.clone(),
            legal: judged.is_ok(),
            played: judged.as_ref().ok().map(|m| WrittenMove::new(position, m, &legal)),
            refused: judged.err().map(|reason| refused::<R>(position, &reason)),
        })
    }
}

fn refused<R: Rules>(position: &Position<R>, reason: &Illegal) -> Refused {
    let legal = position.legal();
    Refused {
        article: R::article(reason).to_string(),
        text: reason.to_string(),
        due: reason.due().iter().map(|m| position.notation_among(m, &legal)).collect(),
    }
}
