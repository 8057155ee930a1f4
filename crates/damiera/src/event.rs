//! `damiera event`: tournaments without a server, one file a verb.

mod check;
mod draw;
mod pair;
mod report;
mod standings;

use std::io::{Read, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use damiera_events::trf::TrfFile;
use damiera_events::{Crosstable, PairingSystem, TieBreak};
use damiera_game::Lang;

use crate::failure::Failure;

/// Pair, check and rank tournaments from report files (TRF)
#[derive(Args)]
pub(crate) struct EventCommand {
    #[command(subcommand)]
    verb: EventVerb,
}

#[derive(Subcommand)]
enum EventVerb {
    Pair(pair::EventPairCommand),
    Check(check::EventCheckCommand),
    Standings(standings::EventStandingsCommand),
    Draw(draw::EventDrawCommand),
    Report(report::EventReportCommand),
}

impl EventCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self.verb {
            EventVerb::Pair(verb) => verb.run(out),
            EventVerb::Check(verb) => verb.run(out),
            EventVerb::Standings(verb) => verb.run(out),
            EventVerb::Draw(verb) => verb.run(out),
            EventVerb::Report(verb) => verb.run(out),
        }
    }
}

/// The file every verb works on.
#[derive(Args)]
struct EventFile {
    /// The tournament report file (TRF-16 or TRF-2026); - reads standard input
    #[arg(value_name = "FILE")]
    path: PathBuf,
    /// The pairing system: dutch, double, rotation, round-robin or knockout [default: what the file says, else dutch]
    #[arg(long)]
    system: Option<PairingSystem>,
}

/// What a file holds.
struct LoadedEvent {
    file: TrfFile,
    /// With a round for each match, if the file has every pairing twice in a row with colours exchanged.
    table: Crosstable,
    /// With the rounds of the file.
    as_written: Crosstable,
    system: PairingSystem,
}

impl LoadedEvent {
    /// The tie-breaks the file names, else the usual ones of the system.
    fn tie_breaks(&self) -> Vec<TieBreak> {
        let named = self.file.tie_breaks();
        match self.system {
            _ if !named.is_empty() => named,
            PairingSystem::RoundRobin => TieBreak::usual_in_round_robin(),
            _ => TieBreak::usual_in_swiss(),
        }
    }
}

impl EventFile {
    /// Reads the file; what looks wrong in it goes to standard error, with its line.
    fn load(&self, lang: Lang) -> Result<LoadedEvent, Failure> {
        let name = self.path.display();
        let bytes = read(&self.path).map_err(|error| Failure::input(format!("{name}: {error}")))?;
        let file =
            TrfFile::read(&bytes).map_err(|fault| Failure::input(format!("{name}: {}", fault.text(lang))))?;
        let (as_written, warnings) = file.table();
        for warning in warnings {
            eprintln!("damiera: {name}: {}", warning.text(lang));
        }
        let system = self.system.or(as_written.system).unwrap_or(PairingSystem::Dutch);
        let table = as_written.with_matches().unwrap_or_else(|| as_written.clone());
        Ok(LoadedEvent { file, table, as_written, system })
    }

    /// A fault of what the file holds.
    fn fault(&self, sentence: impl std::fmt::Display) -> Failure {
        Failure::input(format!("{}: {sentence}", self.path.display()))
    }
}

fn read(path: &std::path::Path) -> std::io::Result<Vec<u8>> {
    if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    std::fs::read(path)
}
