//! `damiera event report`: the cross table, and ratings after the event.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use damiera_events::rating::{
    AcfTable, Band, FmjdTable, RatingMethod, RatingPace, RatingReport, RubeleTable, rate_event,
};
use damiera_events::trf::TrfPlayer;
use damiera_events::{Crosstable, standings};
use damiera_game::Lang;
use serde::{Deserialize, Serialize};

use super::EventFile;
use crate::failure::Failure;
use crate::texts::{say, word};
use crate::values::LangArg;

/// Print the cross table, or rate the event with the organiser's tables
#[derive(Args)]
#[command(after_help = "Examples:
  damiera event report open.trf
  damiera event report open.trf --rating elo-rubele --table rubele.toml --json

A table is a TOML file: spread, bonus, floor, weight, pace (\"standard\" or \"fast\"), and bands such as
  [[band]]
  from = 0
  coefficient = 20
What the federations' public rules do not give is named in the report, which is then an estimate.")]
pub(crate) struct EventReportCommand {
    #[command(flatten)]
    event: EventFile,
    /// The rating formula
    #[arg(long, value_enum, requires = "table")]
    rating: Option<RatingFormula>,
    /// The organiser's table of coefficients
    #[arg(long, value_name = "TABLE")]
    table: Option<PathBuf>,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: LangArg,
}

/// A rating formula, on the command line.
#[derive(Clone, Copy, ValueEnum)]
enum RatingFormula {
    EloRubele,
    Fmjd,
    Acf,
}

/// The organiser's table as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireRatingTable {
    spread: Option<f64>,
    bonus: Option<f64>,
    floor: Option<f64>,
    weight: Option<f64>,
    pace: Option<WireRatingPace>,
    #[serde(default, rename = "band")]
    bands: Vec<WireBand>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum WireRatingPace {
    Standard,
    Fast,
}

#[derive(Deserialize)]
struct WireBand {
    from: f64,
    coefficient: f64,
}

#[derive(Serialize)]
struct WireRatingRow {
    number: u16,
    before: u16,
    games: usize,
    score: f64,
    expected: f64,
    after: i32,
}

impl EventReportCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let loaded = self.event.load(self.language.lang)?;
        match (self.rating, &self.table) {
            (Some(formula), Some(path)) => {
                let report = rate_event(&loaded.as_written, &read_method(formula, path, self.language.lang)?);
                self.write_ratings(&loaded.as_written, &report, out)
            }
            _ => {
                let rows = standings(&loaded.table, loaded.system, &loaded.tie_breaks());
                self.write_cross_table(&loaded.as_written, &rows, out)
            }
        }
    }

    fn write_ratings(
        &self,
        table: &Crosstable,
        report: &RatingReport,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        if self.json {
            let rows: Vec<WireRatingRow> = report
                .rows
                .iter()
                .map(|row| WireRatingRow {
                    number: row.number,
                    before: row.before,
                    games: row.games,
                    score: row.score,
                    expected: (row.expected * 1000.0).round() / 1000.0,
                    after: row.after,
                })
                .collect();
            let whole = serde_json::json!({
                "estimate": !report.supplied.is_empty(),
                "supplied": report.supplied,
                "ratings": rows,
            });
            serde_json::to_writer(&mut *out, &whole)?;
            writeln!(out)?;
            return Ok(());
        }
        let lang = self.language.lang;
        if !report.supplied.is_empty() {
            let name = |figure: &&str| {
                word(lang, &format!("event-supplied-{}", figure.to_lowercase().replace(' ', "-")))
            };
            let what: Vec<String> = report.supplied.iter().map(name).collect();
            let values = [("what", what.join(", ").into())];
            writeln!(out, "{}", say(lang, "event-report-estimate", &values))?;
        }
        let head = |key: &str| word(lang, key);
        writeln!(
            out,
            "{:>4} {:33} {:>6} {:>5} {:>5} {:>8} {:>5}",
            head("event-number"),
            head("event-name"),
            head("event-before"),
            head("event-games"),
            head("event-score"),
            head("event-expected"),
            head("event-after")
        )?;
        for row in &report.rows {
            let name = table.entrant(row.number).map_or("", |entrant| entrant.name.as_str());
            writeln!(
                out,
                "{:>4} {name:33} {:>6} {:>5} {:>5} {:>8} {:>5}",
                row.number,
                row.before,
                row.games,
                lang.decimal(row.score),
                lang.decimal(format!("{:.3}", row.expected)),
                row.after
            )?;
        }
        Ok(())
    }

    fn write_cross_table(
        &self,
        table: &Crosstable,
        rows: &[damiera_events::StandingsRow],
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let line = |row: &damiera_events::StandingsRow| {
            let entrant = table.entrant(row.number)?;
            let cells: Vec<String> =
                (1..=table.paired_rounds()).map(|round| TrfPlayer::cell(entrant.outcome(round))).collect();
            Some((entrant.name.clone(), cells))
        };
        if self.json {
            let players: Vec<_> = rows
                .iter()
                .filter_map(|row| {
                    let (name, cells) = line(row)?;
                    let cells: Vec<&str> = cells.iter().map(|cell| cell.trim()).collect();
                    let points = row.points.as_f64();
                    Some(serde_json::json!({
                        "rank": row.rank, "number": row.number, "name": name, "points": points, "rounds": cells,
                    }))
                })
                .collect();
            serde_json::to_writer(
                &mut *out,
                &serde_json::json!({"rounds": table.paired_rounds(), "players": players}),
            )?;
            writeln!(out)?;
            return Ok(());
        }
        for row in rows {
            if let Some((name, cells)) = line(row) {
                let points = row.points.text(self.language.lang);
                writeln!(
                    out,
                    "{:>4} {:>4} {name:33} {points:>5}  {}",
                    row.rank,
                    row.number,
                    cells.join("  ")
                )?;
            }
        }
        Ok(())
    }
}

fn read_method(formula: RatingFormula, path: &std::path::Path, lang: Lang) -> Result<RatingMethod, Failure> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| Failure::input(format!("{name}: {error}")))?;
    let table: WireRatingTable =
        toml::from_str(&text).map_err(|error| Failure::input(format!("{name}: {}", error.message())))?;
    let bands: Vec<Band> =
        table.bands.iter().map(|band| Band { from: band.from, coefficient: band.coefficient }).collect();
    let needed = |value: Option<f64>, field: &'static str| {
        value.ok_or_else(|| {
            let lacks = say(lang, "event-table-lacks", &[("field", field.into())]);
            Failure::input(format!("{name}: {lacks}"))
        })
    };
    let with_bands = |bands: Vec<Band>| {
        if bands.is_empty() {
            Err(Failure::input(format!("{name}: {}", word(lang, "event-table-no-band"))))
        } else {
            Ok(bands)
        }
    };
    Ok(match formula {
        RatingFormula::EloRubele => RatingMethod::Rubele(RubeleTable {
            bands: with_bands(bands)?,
            spread: needed(table.spread, "spread")?,
            bonus: needed(table.bonus, "bonus")?,
            floor: table.floor.unwrap_or(500.0),
        }),
        RatingFormula::Fmjd => RatingMethod::Fmjd(FmjdTable {
            bands: with_bands(bands)?,
            pace: match table.pace {
                Some(WireRatingPace::Fast) => RatingPace::Fast,
                _ => RatingPace::Standard,
            },
        }),
        RatingFormula::Acf => RatingMethod::Acf(AcfTable { weight: needed(table.weight, "weight")? }),
    })
}
