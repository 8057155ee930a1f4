//! `damiera event standings`: points and tie-breaks, with how each figure was computed.

use std::io::Write;

use clap::Args;
use damiera_events::teams::team_standings;
use damiera_events::wire::WireStandings;
use damiera_events::{Crosstable, PartKind, Scoring, StandingsRow, TieBreak, standings};
use damiera_game::Lang;

use super::EventFile;
use crate::failure::Failure;
use crate::texts::{say, word};
use crate::values::LangArg;

/// Show the standings after the last round
#[derive(Args)]
#[command(after_help = "Examples:
  damiera event standings open.trf
  damiera event standings open.trf --tie-breaks BH/C1,BH,SB --parts
  damiera event standings club.trf --system round-robin --json

Tie-breaks: DE direct encounter, WIN wins, WON games won, BPG and BWG games and wins with Black, REP rounds chosen to play, \
STD standard points, TPN pairing number, RTNG rating, BH Buchholz or Solkoff, FB Fore Buchholz, AOB average of the opponents' \
Buchholz, SB Sonneborn-Berger, KS Koya, PS progressive, ARO average rating, TPR and PTP performance, APRO and APPO average \
performance of the opponents, QUO quoziente, BAL ballots won; /C1 leaves out the lowest, /M1 the lowest and the highest, /P counts \
forfeits as games, AOB/F averages Fore Buchholz, KS/L+1 raises Koya's limit by half a point.")]
pub(crate) struct EventStandingsCommand {
    #[command(flatten)]
    event: EventFile,
    /// Tie-breaks in order, separated by commas [default: those of the file, else the usual ones of the system]
    #[arg(long, value_delimiter = ',')]
    tie_breaks: Option<Vec<TieBreak>>,
    /// Show what each figure is made of
    #[arg(long)]
    parts: bool,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: LangArg,
}

impl EventStandingsCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let loaded = self.event.load(self.language.lang)?;
        let tie_breaks = match &self.tie_breaks {
            Some(tie_breaks) => tie_breaks.clone(),
            None => loaded.tie_breaks(),
        };
        let rows = standings(&loaded.table, loaded.system, &tie_breaks);
        if self.json {
            serde_json::to_writer(&mut *out, &WireStandings::new(&loaded.table, &tie_breaks, &rows))?;
            writeln!(out)?;
            return Ok(());
        }
        let codes: String = tie_breaks.iter().map(|tie_break| format!(" {tie_break:>8}")).collect();
        let lang = self.language.lang;
        let [rank, number, name, points] =
            ["event-rank", "event-number", "event-name", "event-points"].map(|key| word(lang, key));
        writeln!(out, "{rank:<4} {number:>4} {name:33} {points:>6}{codes}")?;
        for row in &rows {
            let name = loaded.table.entrant(row.number).map_or("", |entrant| entrant.name.as_str());
            let figures: String =
                row.figures.iter().map(|figure| format!(" {:>8}", lang.decimal(figure))).collect();
            writeln!(
                out,
                "{:>4} {:>4} {name:33} {:>6}{figures}",
                row.rank,
                row.number,
                row.points.text(lang)
            )?;
            if self.parts {
                write_parts(row, &tie_breaks, lang, out)?;
            }
        }
        write_teams(&loaded.table, lang, out)
    }
}

/// The standings of the teams, if the file has any.
fn write_teams(table: &Crosstable, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    if table.teams.is_empty() {
        return Ok(());
    }
    let [rank, team, matches, boards] =
        ["event-rank", "event-team", "event-match-points", "event-board-points"].map(|key| word(lang, key));
    writeln!(out, "\n{rank:<4} {team:33} {matches:>15} {boards:>15}")?;
    for row in team_standings(table, &table.teams, &Scoring::TWO_ONE) {
        let name = table.teams.get(row.team).map_or("", |team| team.name.as_str());
        let [matches, boards] = [row.match_points, row.board_points].map(|points| points.text(lang));
        writeln!(out, "{:>4} {name:33} {matches:>15} {boards:>15}", row.rank)?;
    }
    Ok(())
}

fn write_parts(
    row: &StandingsRow,
    tie_breaks: &[TieBreak],
    lang: Lang,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    for (figure, tie_break) in row.figures.iter().zip(tie_breaks) {
        let parts: Vec<String> = figure
            .parts
            .iter()
            .map(|part| {
                let round = ("round", part.round.into());
                let game = match part.opponent {
                    Some(number) => say(lang, "event-part-opponent", &[round, ("opponent", number.into())]),
                    None => say(lang, "event-part", &[round]),
                };
                let amount = lang.decimal(part.hundredths as f64 / 100.0);
                match part.kind {
                    PartKind::Cut => format!("{game}: ({amount})"),
                    _ => format!("{game}: {amount}"),
                }
            })
            .collect();
        if !parts.is_empty() {
            writeln!(out, "            {tie_break} = {}: {}", lang.decimal(figure), parts.join("; "))?;
        }
    }
    Ok(())
}
