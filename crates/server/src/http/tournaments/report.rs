//! Reports after an event: ratings by a federation's formula with the organiser's figures, and standings of clubs as teams.

use std::collections::BTreeMap;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use damiera_events::rating::{
    AcfTable, Band, FmjdTable, RatingMethod, RatingPace, RatingReport, RubeleTable, rate_event,
};
use damiera_events::teams::{Team, team_standings};
use damiera_events::{Crosstable, Scoring};
use serde::Deserialize;

use super::super::Shared;
use super::super::error::ApiError;
use super::super::guard::ReadPermit;
use super::super::lang::Reader;
use super::super::pages::Page;
use super::made;
use crate::http::query_fields::QueryFields;
use crate::tournaments::plain;

/// The lowest Elo-Rubele rating (FID, Capo VI).
const RUBELE_FLOOR: f64 = 500.0;
/// Bands of coefficients that a form can name.
const MOST_BANDS: usize = 20;

/// What the organiser fills in; an empty form shows the fields only.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct ReportQuery {
    /// `elo-rubele`, `fmjd`, `fmjd-fast` or `acf`.
    formula: String,
    /// Coefficients by rating, such as `0:20 2000:15`.
    bands: String,
    spread: String,
    bonus: String,
    weight: String,
    /// Boards of a team.
    boards: String,
}

#[derive(Template)]
#[template(path = "event-report.html")]
struct ReportPage {
    page: Page,
    id: String,
    name: String,
    asked: ReportQuery,
    formulas: [&'static str; 4],
    /// Whether something was asked that cannot be computed.
    incomplete: bool,
    estimate: bool,
    ratings: Vec<RatedPlayer>,
    teams: Vec<RankedTeam>,
}

impl ReportPage {
    fn is_asked(&self, formula: &str) -> bool {
        self.asked.formula == formula
    }
}

/// A row of the report of ratings.
struct RatedPlayer {
    number: u16,
    name: String,
    before: u16,
    games: usize,
    score: f64,
    expected: String,
    after: i32,
}

/// A team's row.
struct RankedTeam {
    rank: usize,
    name: String,
    members: String,
    match_points: String,
    board_points: String,
}

impl ReportQuery {
    /// The formula with its figures; none if a figure that it needs is missing.
    fn method(&self) -> Option<RatingMethod> {
        let figure = |text: &str| text.trim().replace(',', ".").parse::<f64>().ok().filter(|n| n.is_finite());
        match self.formula.as_str() {
            "elo-rubele" => Some(RatingMethod::Rubele(RubeleTable {
                bands: self.bands()?,
                spread: figure(&self.spread).filter(|spread| *spread > 0.0)?,
                bonus: figure(&self.bonus)?,
                floor: RUBELE_FLOOR,
            })),
            "fmjd" => {
                Some(RatingMethod::Fmjd(FmjdTable { bands: self.bands()?, pace: RatingPace::Standard }))
            }
            "fmjd-fast" => {
                Some(RatingMethod::Fmjd(FmjdTable { bands: self.bands()?, pace: RatingPace::Fast }))
            }
            "acf" => Some(RatingMethod::Acf(AcfTable { weight: figure(&self.weight)? })),
            _ => None,
        }
    }

    fn bands(&self) -> Option<Vec<Band>> {
        let band = |word: &str| {
            let (from, coefficient) = word.split_once(':').unwrap_or(("0", word));
            let figure = |text: &str| text.parse::<f64>().ok().filter(|figure| figure.is_finite());
            Some(Band { from: figure(from)?, coefficient: figure(coefficient)? })
        };
        let bands: Vec<Band> = self.bands.split_whitespace().map(band).collect::<Option<_>>()?;
        (1..=MOST_BANDS).contains(&bands.len()).then_some(bands)
    }
}

fn rated(table: &Crosstable, report: &RatingReport) -> Vec<RatedPlayer> {
    let row = |row: &damiera_events::rating::RatingRow| RatedPlayer {
        number: row.number,
        name: table.entrant(row.number).map(|entrant| entrant.name.clone()).unwrap_or_default(),
        before: row.before,
        games: row.games,
        score: row.score,
        expected: format!("{:.2}", row.expected),
        after: row.after,
    };
    report.rows.iter().map(row).collect()
}

/// Clubs with at least two players as teams, each with its first players by number.
fn ranked_teams(table: &Crosstable, boards: usize) -> Vec<RankedTeam> {
    let mut clubs: BTreeMap<String, Team> = BTreeMap::new();
    for entrant in table.entrants.iter().filter(|entrant| !entrant.federation.is_empty()) {
        let name = entrant.federation.clone();
        let team = clubs.entry(name.to_lowercase()).or_insert(Team { name, members: Vec::new() });
        if team.members.len() < boards {
            team.members.push(entrant.number);
        }
    }
    let teams: Vec<Team> = clubs.into_values().filter(|team| team.members.len() > 1).collect();
    let name = |number: &u16| table.entrant(*number).map(|entrant| entrant.name.clone());
    let rows = team_standings(table, &teams, &Scoring::TWO_ONE).into_iter().filter_map(|row| {
        let team = teams.get(row.team)?;
        Some(RankedTeam {
            rank: row.rank,
            name: team.name.clone(),
            members: team.members.iter().filter_map(name).collect::<Vec<_>>().join(", "),
            match_points: plain(row.match_points),
            board_points: plain(row.board_points),
        })
    });
    rows.collect()
}

pub(super) async fn page(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    Path(id): Path<String>,
    QueryFields(asked): QueryFields<ReportQuery>,
    Reader(lang): Reader,
) -> Result<Response, ApiError> {
    let live = app.tournaments.find(&id).await?;
    made(&app, &client, move || {
        let state = live.state();
        let table = state.tournament.table();
        let method = asked.method();
        let report = method.as_ref().map(|method| rate_event(table, method));
        let boards: usize = asked.boards.trim().parse().unwrap_or(0);
        ReportPage {
            page: Page { lang },
            id,
            name: live.charter.name.clone(),
            formulas: ["elo-rubele", "fmjd", "fmjd-fast", "acf"],
            incomplete: method.is_none() && !asked.formula.is_empty(),
            // Whatever is computed here, the federation's own list decides.
            estimate: report.is_some(),
            ratings: report.as_ref().map(|report| rated(table, report)).unwrap_or_default(),
            teams: if boards > 1 { ranked_teams(table, boards) } else { Vec::new() },
            asked,
        }
    })
    .await
}
