//! Tournaments as report files (TRF), in and out.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use damiera_events::tournament::{AccelerationMethod, RoundOrder, TournamentCharter, TournamentSettings};
use damiera_events::trf::{TrfFile, TrfHeading};
use damiera_events::{MatchLength, PairingSystem, Scoring, TieBreak};
use damiera_rules::Side;
use serde::{Deserialize, Serialize};

use crate::http::Shared;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::guard::{ClientAddress, ReadPermit};
use crate::http::identity::Visitor;
use crate::http::json_body::JsonBody;
use crate::http::lang::Reader;
use crate::http::tournaments::organiser;
use crate::invalid_input::InvalidInput;
use crate::rate_limit::LimitedAction;
use crate::tournaments::TournamentError;

/// What an event can hold of a text of a file, in characters.
const LONGEST_TEXT: usize = 80;

/// A report file from which a tournament goes on.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = ImportedTournament)]
pub(in crate::http) struct TournamentImport {
    /// The name of the event.
    name: String,
    /// The game: english, italian, brazilian or international.
    variant: String,
    /// The organiser's name, for the log.
    organiser: String,
    /// The report file (TRF-16 or TRF-2026).
    trf: String,
}

/// A tournament made from a report file.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = ImportedTournamentLink)]
pub(in crate::http) struct ImportedLink {
    id: String,
    link: String,
    /// What was not understood, with line numbers, in the reader's language.
    warnings: Vec<String>,
}

/// Creates a tournament from a report file, with its players and rounds.
#[utoipa::path(post, path = "/api/events/trf", tag = "events", request_body = TournamentImport, responses(
    (status = 201, description = "The tournament's id and page, and what was not understood", body = ImportedLink),
    (status = 409, description = "The organiser's name belongs to another account", body = ErrorBody),
    (status = 422, description = "The file cannot be read; the text names the line", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(in crate::http) async fn import(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    Reader(lang): Reader,
    visitor: Visitor,
    JsonBody(request): JsonBody<TournamentImport>,
) -> Result<Response, ApiError> {
    app.rate_limiter.allow(LimitedAction::Announce, address, visitor.credentials().account)?;
    let read = move |_: &_| TrfFile::read(request.trf.as_bytes()).map(|file| (file.table(), file));
    let read = app.work.run(&address.into(), read).await?;
    let ((mut table, warnings), file) = read.map_err(TournamentError::from)?;
    // Matches of two games, in a file with a round for each game.
    if let Some(matches) = table.with_matches() {
        table = matches;
    }
    let system = table.system.unwrap_or(PairingSystem::Dutch);
    let named = file.tie_breaks();
    let said = |code| -> String {
        let text = file.text_of(code).unwrap_or_default().chars().filter(|c| !c.is_control());
        text.take(LONGEST_TEXT).collect()
    };
    let charter = TournamentCharter {
        name: request.name,
        place: said("022"),
        pace: said("122"),
        variant: request
            .variant
            .parse()
            .map_err(|_| TournamentError::Invalid(InvalidInput::UnknownVariant))?,
        settings: TournamentSettings {
            system,
            scoring: match table.match_length {
                MatchLength::SingleGame => table.scoring,
                MatchLength::TwoGames => {
                    let Scoring { win, draw, loss, pairing_bye, .. } = table.scoring;
                    Scoring { pairing_bye, ..Scoring::of(win, draw, loss) }
                }
            },
            rounds: table.planned_rounds.unwrap_or_else(|| table.paired_rounds().max(1)),
            initial_side: table.first_colour().unwrap_or(Side::White),
            acceleration: AccelerationMethod::None, // the virtual points come from the file
            match_length: table.match_length,
            arena: None,
            order: RoundOrder::OneByOne,
            team_boards: Some(table.team_colours.len()).filter(|boards| *boards > 0),
            last_rounds: table.last_rounds,
            appointments: None,
        },
        tie_breaks: match system {
            _ if !named.is_empty() => named,
            PairingSystem::RoundRobin => TieBreak::usual_in_round_robin(),
            _ => TieBreak::usual_in_swiss(),
        },
        openings: None,
        online: None,
    };
    let pass = organiser(&app, &request.organiser, visitor.credentials()).await?;
    let live = app.tournaments.import(&(&charter).into(), &table, &file.kept_records(), &pass).await?;
    let link = app.settings.link(&format!("/event/{}", live.id));
    let mut faults = warnings;
    // What has no effect in a file is not there at all in the event.
    let not_carried = file.not_carried();
    faults.retain(|fault| not_carried.iter().all(|other| other.line != fault.line));
    faults.extend(not_carried);
    faults.sort_by_key(|fault| fault.line);
    let warnings = faults.iter().map(|fault| fault.text(lang)).collect();
    let made = ImportedLink { id: live.id.clone(), link, warnings };
    Ok((StatusCode::CREATED, visitor, Json(made)).into_response())
}

/// The tournament as a report file (TRF).
#[utoipa::path(get, path = "/api/events/{id}/trf", tag = "events", responses(
    (status = 200, description = "The report file", body = String, content_type = "text/plain"),
    (status = 404, description = "There is none", body = ErrorBody)))]
pub(in crate::http) async fn trf(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let live = app.tournaments.find(&id).await?;
    let TournamentCharter { name, place, pace, tie_breaks, .. } = live.charter.clone();
    let state = live.state();
    let kept = state.tournament.kept_records().to_vec();
    let heading = TrfHeading { name, place, pace, tie_breaks, kept };
    let write = move |_: &_| TrfFile::of_table(&heading, &state.tournament.table_to_report()).text();
    let text = app.work.run(&client, write).await?;
    let about = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"damiera-{id}.trf\"")),
    ];
    Ok((about, text).into_response())
}
