//! `damiera event pair`: the next round.

use std::io::Write;

use clap::Args;
use damiera_events::explain::explain_next;
use damiera_events::teams::CompetitorKind;
use damiera_events::text::{bye_label, round_heading};
use damiera_events::trf::TrfFile;
use damiera_events::wire::{WireExplainedPairing, WireRoundPairing};
use damiera_events::{Crosstable, MatchLength, PairingSystem, pair_next};
use damiera_game::Lang;

use super::EventFile;
use crate::failure::Failure;
use crate::values;

/// Pair the next round
#[derive(Args)]
#[command(after_help = "Examples:
  damiera event pair open.trf
  damiera event pair open.trf --explain --lang it
  damiera event pair club.trf --system round-robin --json")]
pub(crate) struct EventPairCommand {
    #[command(flatten)]
    event: EventFile,
    /// Say why each pair was made, criterion by criterion
    #[arg(long)]
    explain: bool,
    /// Language of the explanations
    #[arg(long, default_value = "en", value_parser = values::lang())]
    lang: Lang,
    /// Write one JSON object; where a match has two games, its round is that of the match
    #[arg(long)]
    json: bool,
    /// Write the file with the new round added, results still open; a match has a round for each of its games
    #[arg(long, conflicts_with_all = ["json", "explain"])]
    trf: bool,
}

impl EventPairCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let loaded = self.event.load(self.lang)?;
        if self.explain {
            return self.explained(&loaded.table, loaded.system, out);
        }
        let pairing =
            pair_next(&loaded.table, loaded.system).map_err(|none| self.event.fault(none.text(self.lang)))?;
        if self.trf {
            let mut table = loaded.as_written;
            let is_first = loaded.system == PairingSystem::Double && pairing.round == 1;
            if is_first || loaded.table.match_length == MatchLength::TwoGames {
                table.add_match_pairing(&pairing);
            } else {
                table.add_pairing(&pairing);
            }
            let mut file: TrfFile = loaded.file;
            file.update(&table);
            write!(out, "{}", file.text())?;
            return Ok(());
        }
        if self.json {
            serde_json::to_writer(&mut *out, &WireRoundPairing::from(&pairing))?;
            writeln!(out)?;
            return Ok(());
        }
        writeln!(out, "{}", round_heading(pairing.round, self.lang))?;
        for (board, pair) in pairing.pairs.iter().enumerate() {
            let (white, black) = (pair.white, pair.black);
            let names = [white, black].map(|number| name(&loaded.table, number));
            writeln!(out, "{:>4}  {white:>4} {:33} {black:>4} {}", board + 1, names[0], names[1])?;
        }
        for &number in &pairing.bye {
            writeln!(out, " {}  {number:>4} {}", bye_label(self.lang), name(&loaded.table, number))?;
        }
        Ok(())
    }

    fn explained(
        &self,
        table: &Crosstable,
        system: damiera_events::PairingSystem,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let (pairing, explained) =
            explain_next(table, system).map_err(|none| self.event.fault(none.text(self.lang)))?;
        let kind = table.competitors();
        if self.json {
            let reasons: Vec<_> =
                explained.iter().map(|pairing| WireExplainedPairing::new(pairing, self.lang, kind)).collect();
            let whole = serde_json::json!({"round": pairing.round, "explained": reasons});
            serde_json::to_writer(&mut *out, &whole)?;
            writeln!(out)?;
            return Ok(());
        }
        for explained in &explained {
            match (explained.pair, explained.bye) {
                (Some(pair), _) => writeln!(
                    out,
                    "{} {} – {} {}",
                    pair.white,
                    competitor(table, pair.white),
                    pair.black,
                    competitor(table, pair.black)
                )?,
                (None, Some(number)) => writeln!(out, "{number} {}", competitor(table, number))?,
                (None, None) => {}
            }
            for reason in &explained.reasons {
                writeln!(out, "    {}", reason.text(self.lang, kind))?;
            }
        }
        Ok(())
    }
}

fn name(table: &Crosstable, number: u16) -> &str {
    table.entrant(number).map_or("", |entrant| entrant.name.as_str())
}

/// The name of a player, or of a team where those are paired.
fn competitor(table: &Crosstable, number: u16) -> &str {
    match table.competitors() {
        CompetitorKind::Player => name(table, number),
        CompetitorKind::Team => {
            let team = usize::from(number).checked_sub(1).and_then(|place| table.teams.get(place));
            team.map_or("", |team| team.name.as_str())
        }
    }
}
