//! `damiera event check`: every round derived again.

use std::io::Write;

use clap::Args;
use damiera_events::wire::WireEventCheck;
use damiera_events::{EventDifference, RankedBy, RoundPairing, check};
use damiera_game::Lang;

use super::EventFile;
use crate::failure::Failure;
use crate::texts::{say, word};
use crate::values::LangArg;

/// Pair every round again and add up the points; exit code 1 if anything differs
#[derive(Args)]
#[command(after_help = "Example:
  damiera event check open.trf --json")]
pub(crate) struct EventCheckCommand {
    #[command(flatten)]
    event: EventFile,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: LangArg,
}

impl EventCheckCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let loaded = self.event.load(self.language.lang)?;
        let checked = check(&loaded.file, loaded.system);
        if self.json {
            serde_json::to_writer(&mut *out, &WireEventCheck::from(&checked))?;
            writeln!(out)?;
        } else {
            let lang = self.language.lang;
            for difference in &checked.differences {
                writeln!(out, "{}", sentence(difference, lang))?;
            }
            let values =
                [("rounds", checked.rounds.into()), ("differences", checked.differences.len().into())];
            writeln!(out, "{}", say(lang, "event-check-summary", &values))?;
        }
        if checked.differences.is_empty() { Ok(()) } else { Err(Failure::Reported(1)) }
    }
}

fn sentence(difference: &EventDifference, lang: Lang) -> String {
    match difference {
        EventDifference::Round { round, expected, found } => {
            let (expected, found) = (written(expected, lang), written(found, lang));
            let values = [("round", (*round).into()), ("expected", expected.into()), ("found", found.into())];
            say(lang, "event-check-round", &values)
        }
        EventDifference::NoPairing { round, reason } => {
            let values = [("round", (*round).into()), ("why", reason.text(lang).into())];
            say(lang, "event-check-no-pairing", &values)
        }
        EventDifference::PlayerPoints { number, listed, computed } => {
            let values = [
                ("number", (*number).into()),
                ("listed", listed.text(lang).into()),
                ("computed", computed.text(lang).into()),
            ];
            say(lang, "event-check-points", &values)
        }
        EventDifference::RankOrder { above, below, by } => {
            let key = match by {
                RankedBy::Points => "event-check-order",
                RankedBy::TieBreaks => "event-check-tie-breaks",
            };
            say(lang, key, &[("above", (*above).into()), ("below", (*below).into())])
        }
    }
}

fn written(pairing: &RoundPairing, lang: Lang) -> String {
    let pairs = pairing.pairs.iter().map(|pair| format!("{}-{}", pair.white, pair.black));
    let byes = pairing.bye.iter().map(|&number| say(lang, "event-check-free", &[("number", number.into())]));
    let all: Vec<String> = pairs.chain(byes).collect();
    if all.is_empty() { word(lang, "event-check-nothing") } else { all.join(" ") }
}
