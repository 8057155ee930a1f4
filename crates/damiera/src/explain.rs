//! `damiera explain`: whether a move is legal, and if not, which rule forbids it.

use std::io::Write;

use clap::Args;
use damiera_game::Lang;
use damiera_rules::{Attempt, Illegal, Position, Rules, Variant, with_rules};
use serde::Serialize;

use crate::failure::Failure;
use crate::moves::{MoveJson, position_in};
use crate::values;

/// Check whether a move is legal, and if not, name the rule that forbids it
#[derive(Args)]
#[command(after_help = "Examples:
  damiera explain italian --fen W:WK23,31:B19,26,27 31x22
  damiera explain english 11-15
  damiera explain brazilian 22-17 --lang pt")]
pub(crate) struct ExplainCommand {
    /// Rules to use
    #[arg(value_name = "GAME", value_parser = values::variant())]
    variant: Variant,
    /// Position; the initial position if omitted
    #[arg(long)]
    fen: Option<String>,
    /// Move to check, such as 22-18, 22x15x8 or c3xe5
    #[arg(value_name = "MOVE")]
    text: String,
    /// Language of the explanation
    #[arg(long, default_value = "en", value_parser = values::lang())]
    lang: Lang,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ExplanationJson {
    variant: &'static str,
    fen: String,
    #[serde(rename = "move")]
    text: String,
    legal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<MoveJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<RefusalJson>,
}

#[derive(Serialize)]
struct RefusalJson {
    article: String,
    text: String,
    due: Vec<String>,
}

impl ExplainCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let explanation = with_rules!(self.variant, R => {
            let position = position_in::<R>(self.fen.as_deref(), self.lang)?;
            self.explain(&position)?
        });
        if self.json {
            serde_json::to_writer(&mut *out, &explanation)?;
            writeln!(out)?;
            return Ok(());
        }
        match (&explanation.played, &explanation.refused) {
            (Some(played), _) => writeln!(out, "{}", self.lang.explain_legal(&played.notation))?,
            (None, Some(refused)) => {
                let why = self.lang.explain_illegal(&explanation.text, &refused.text);
                writeln!(out, "{why} ({})", refused.article)?;
                if !refused.due.is_empty() {
                    writeln!(out, "{}", self.lang.explain_due(&refused.due))?;
                }
            }
            (None, None) => {}
        }
        Ok(())
    }

    fn explain<R: Rules>(&self, position: &Position<R>) -> Result<ExplanationJson, Failure> {
        let attempt = Attempt::parse(&self.text, R::GEOMETRY)
            .map_err(|error| Failure::input(self.lang.attempt_error(&error)))?;
        let judged = position.judge(&attempt);
        let legal = position.legal();
        Ok(ExplanationJson {
            variant: R::VARIANT.name(),
            fen: position.fen(),
            text: self.text.clone(),
            legal: judged.is_ok(),
            played: judged.as_ref().ok().map(|m| MoveJson::new(position, m, &legal)),
            refused: judged.err().map(|reason| self.refusal(position, &reason)),
        })
    }

    fn refusal<R: Rules>(&self, position: &Position<R>, reason: &Illegal) -> RefusalJson {
        let legal = position.legal();
        RefusalJson {
            article: R::article(reason).to_string(),
            text: self.lang.illegal(reason),
            due: reason.due().iter().map(|m| position.notation_among(m, &legal)).collect(),
        }
    }
}
