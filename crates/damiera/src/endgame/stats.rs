//! `damiera endgame stats`: statistics of the tables.

use std::io::Write;

use clap::Args;
use damiera_endgame::ClassStats;
use damiera_rules::{Rules, Variant, with_rules};
use serde::Serialize;

use super::TableFolderArg;
use crate::failure::Failure;
use crate::texts::{say, word};
use crate::values;

/// Count wins, draws and losses of each material class
#[derive(Args)]
#[command(
    after_help = "Counts are from the point of view of the side to move. Positions with a mandatory capture are included; positions \
that are equal with colours reversed count once. dtw is the longest win, dtz the largest distance to the next \
capture or man's move in a won position, both in plies; \"-\" if the table has no distances.

Examples:
  damiera endgame stats english --pieces 4
  damiera endgame stats brazilian --pieces 3 --json"
)]
pub(crate) struct EndgameStatsCommand {
    /// Rules to use
    #[arg(value_name = "GAME", value_parser = values::variant())]
    variant: Variant,
    /// Largest number of pieces
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..))]
    pieces: u8,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    folder: TableFolderArg,
}

#[derive(Serialize)]
struct EndgameStatsJson {
    variant: &'static str,
    classes: Vec<ClassStatsJson>,
}

#[derive(Serialize)]
struct ClassStatsJson {
    material: String,
    pieces: u8,
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    dtw: Option<u16>,
    dtz: Option<u16>,
    longest: Option<String>,
    bytes: u64,
    outcome_bytes: u64,
}

impl ClassStatsJson {
    fn new<R: Rules>(stats: &ClassStats<R>) -> Self {
        Self {
            material: stats.class.to_string(),
            pieces: stats.class.pieces(),
            positions: stats.positions(),
            wins: stats.wins,
            draws: stats.draws,
            losses: stats.losses,
            dtw: stats.dtw,
            dtz: stats.dtz,
            longest: stats.longest.map(|position| position.fen()),
            bytes: stats.bytes,
            outcome_bytes: stats.outcome_bytes,
        }
    }
}

impl EndgameStatsCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let classes: Vec<ClassStatsJson> = with_rules!(self.variant, R => {
            let tables = self.folder.open_outcomes_to::<R>(self.pieces.into())?;
            let wanted = |stats: &&ClassStats<R>| stats.class.pieces() <= self.pieces;
            tables.stats().iter().filter(wanted).map(ClassStatsJson::new).collect()
        });
        if self.json {
            serde_json::to_writer(&mut *out, &EndgameStatsJson { variant: self.variant.name(), classes })?;
            writeln!(out)?;
            return Ok(());
        }
        let lang = self.folder.language.lang;
        let head = |key: &str| word(lang, key);
        writeln!(
            out,
            "{:<8}{:>13}{:>13}{:>13}{:>13}{:>5}{:>5}  {}",
            head("endgame-material"),
            head("endgame-positions"),
            head("endgame-wins"),
            head("endgame-draws"),
            head("endgame-losses"),
            "dtw",
            "dtz",
            head("endgame-longest")
        )?;
        for pieces in 2..=self.pieces {
            let mut sum = [0; 4];
            let (mut dtw, mut dtz) = (None, None);
            for row in classes.iter().filter(|row| row.pieces == pieces) {
                let counts = [row.positions, row.wins, row.draws, row.losses];
                sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
                (dtw, dtz) = (dtw.max(row.dtw), dtz.max(row.dtz));
                let longest = row.longest.as_deref().unwrap_or("");
                write_row(out, &row.material, counts, [row.dtw, row.dtz], longest)?;
            }
            let all = say(lang, "endgame-all", &[("pieces", pieces.into())]);
            write_row(out, &all, sum, [dtw, dtz], "")?;
        }
        Ok(())
    }
}

fn write_row(
    out: &mut dyn Write,
    name: &str,
    counts: [u64; 4],
    distances: [Option<u16>; 2],
    longest: &str,
) -> Result<(), Failure> {
    let [positions, wins, draws, losses] = counts;
    let [dtw, dtz] = distances.map(|plies| plies.map_or("-".to_owned(), |plies| plies.to_string()));
    let line =
        format!("{name:<8}{positions:>13}{wins:>13}{draws:>13}{losses:>13}{dtw:>5}{dtz:>5}  {longest}");
    writeln!(out, "{}", line.trim_end())?;
    Ok(())
}
