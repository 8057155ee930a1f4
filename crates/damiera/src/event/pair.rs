//! `damiera event pair`: the next round.

use std::io::Write;

use clap::Args;
use damiera_events::pair_next;
use damiera_events::wire::WireRoundPairing;

use super::EventFile;
use crate::failure::Failure;

/// Pair the next round
#[derive(Args)]
#[command(after_help = "Examples:
  damiera event pair open.trf
  damiera event pair club.trf --system round-robin --json")]
pub(crate) struct EventPairCommand {
    #[command(flatten)]
    event: EventFile,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

impl EventPairCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let loaded = self.event.load()?;
        let pairing = pair_next(&loaded.table, loaded.system).map_err(|none| self.event.fault(none))?;
        if self.json {
            serde_json::to_writer(&mut *out, &WireRoundPairing::from(&pairing))?;
            writeln!(out)?;
            return Ok(());
        }
        let name = |number| loaded.table.entrant(number).map_or("", |entrant| entrant.name.as_str());
        writeln!(out, "Round {}", pairing.round)?;
        for (board, pair) in pairing.pairs.iter().enumerate() {
            let (white, black) = (pair.white, pair.black);
            writeln!(out, "{:>4}  {white:>4} {:33} {black:>4} {}", board + 1, name(white), name(black))?;
        }
        for &number in &pairing.bye {
            writeln!(out, " bye  {number:>4} {}", name(number))?;
        }
        Ok(())
    }
}
