//! `damiera event check`: every round derived again.

use std::io::Write;

use clap::Args;
use damiera_events::wire::WireEventCheck;
use damiera_events::{EventDifference, RoundPairing, check};

use super::EventFile;
use crate::failure::Failure;

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
}

impl EventCheckCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let loaded = self.event.load()?;
        let checked = check(&loaded.file, loaded.system);
        if self.json {
            serde_json::to_writer(&mut *out, &WireEventCheck::from(&checked))?;
            writeln!(out)?;
        } else {
            for difference in &checked.differences {
                writeln!(out, "{}", sentence(difference))?;
            }
            writeln!(out, "{} rounds, {} differences", checked.rounds, checked.differences.len())?;
        }
        if checked.differences.is_empty() { Ok(()) } else { Err(Failure::Reported(1)) }
    }
}

fn sentence(difference: &EventDifference) -> String {
    match difference {
        EventDifference::Round { round, expected, found } => {
            format!("round {round}: the rules pair {}; the file has {}", written(expected), written(found))
        }
        EventDifference::NoPairing { round, reason } => format!("round {round}: {reason}"),
        EventDifference::PlayerPoints { number, listed, computed } => {
            format!("player {number} has {listed} points in the file, but the results are worth {computed}")
        }
        EventDifference::RankOrder { above, below } => {
            format!("player {above} ranks above player {below}, who has more points")
        }
    }
}

fn written(pairing: &RoundPairing) -> String {
    let pairs = pairing.pairs.iter().map(|pair| format!("{}-{}", pair.white, pair.black));
    let byes = pairing.bye.iter().map(|number| format!("{number} free"));
    let all: Vec<String> = pairs.chain(byes).collect();
    if all.is_empty() { "nothing".to_owned() } else { all.join(" ") }
}
