//! `damiera judge`: classifies what was done on a real board between two positions.

use std::io::Write;

use clap::{Args, ValueEnum};
use damiera_game::{BadTerms, Classification, Lang, Recording, UnclassifiedReason, judge_recorded};
use damiera_rules::{Article, Provision, Rules, Setup, Variant, with_rules};
use serde::Serialize;

use crate::failure::Failure;
use crate::values;

/// Compare two boards and name the legal move or the irregularity between them
#[derive(Args)]
#[command(
    after_help = "Both boards are FENs. If both name the same side to move, the other side has moved out of turn.

Examples:
  damiera judge italian --before W:W22,27:B18 --after B:W22,23:B18
  damiera judge english --before B:W18:B14,2 --after W:W18:B23,2 --lang it --json"
)]
pub(crate) struct JudgeCommand {
    /// Rules to use
    #[arg(value_name = "GAME", value_parser = values::variant())]
    variant: Variant,
    /// Position before the move, with the side to move
    #[arg(long, value_name = "FEN")]
    before: String,
    /// Position after the move
    #[arg(long, value_name = "FEN")]
    after: String,
    /// Whether the game must be recorded: if not, a man left unmarked on the last row remains a man (FID-IT 4.5)
    #[arg(long, value_enum, default_value_t = RecordingChoice::Prescribed)]
    recording: RecordingChoice,
    /// Language of the explanation
    #[arg(long, default_value = "en", value_parser = values::lang())]
    lang: Lang,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

/// Whether recording is prescribed, on the command line.
#[derive(Clone, Copy, ValueEnum)]
enum RecordingChoice {
    Prescribed,
    NotPrescribed,
}

#[derive(Serialize)]
struct VerdictJson {
    verdict: &'static str,
    #[serde(rename = "move")]
    notation: Option<String>,
    article: Option<String>,
    text: String,
}

impl JudgeCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let before = self.board("--before", &self.before)?;
        let after = self.board("--after", &self.after)?;
        let recording = self.recording()?;
        let verdict = judge_recorded(self.variant, &before, &after, recording)
            .map_err(|faults| Failure::input(self.lang.setup_faults(&faults)))?;
        let judged = self.judged(&verdict);
        if self.json {
            serde_json::to_writer(&mut *out, &judged)?;
            writeln!(out)?;
            return Ok(());
        }
        write!(out, "{}", self.lang.verdict_name(&verdict))?;
        if let Some(notation) = &judged.notation {
            write!(out, " {notation}")?;
        }
        write!(out, ": {}", judged.text)?;
        match &judged.article {
            Some(article) => writeln!(out, " ({article})")?,
            None => writeln!(out)?,
        }
        Ok(())
    }

    /// Whether recording is prescribed; an error if that has no effect in the game.
    fn recording(&self) -> Result<Recording, Failure> {
        let unmarked = with_rules!(self.variant, R => R::provision(Provision::Unmarked));
        match self.recording {
            RecordingChoice::Prescribed => Ok(Recording::Prescribed),
            RecordingChoice::NotPrescribed if unmarked.is_none() => {
                Err(Failure::input(self.lang.bad_terms(&BadTerms::NoRecording)))
            }
            RecordingChoice::NotPrescribed => Ok(Recording::NotPrescribed),
        }
    }

    fn judged(&self, verdict: &Classification) -> VerdictJson {
        let crowning = || with_rules!(self.variant, R => R::provision(Provision::Crowning));
        let (name, notation, article): (_, _, Option<Article>) = match verdict {
            Classification::Legal { notation, uncrowned, .. } => {
                ("legal", Some(notation.clone()), *uncrowned)
            }
            Classification::Irregular(found) => ("irregular", found.notation.clone(), found.article),
            Classification::Unknown(UnclassifiedReason::LateCrowning | UnclassifiedReason::KingMarked) => {
                ("unknown", None, crowning())
            }
            Classification::Unknown(_) => ("unknown", None, None),
        };
        VerdictJson {
            verdict: name,
            notation,
            article: article.map(|article| article.to_string()),
            text: self.lang.verdict(verdict),
        }
    }

    fn board(&self, option: &str, fen: &str) -> Result<Setup, Failure> {
        fen.parse().map_err(|error| Failure::input(format!("{option}: {}", self.lang.fen_error(&error))))
    }
}
