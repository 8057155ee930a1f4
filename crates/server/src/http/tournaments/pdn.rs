//! The games of a tournament as one PDN file.

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use damiera_events::tournament::{BoardResult, RoundState, Tournament};
use damiera_game::{Lang, RuleSet};
use damiera_notation::pdn::PdnResult;
use damiera_rules::Side;

use crate::http::Shared;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::guard::ReadPermit;
use crate::http::lang::Reader;
use crate::rate_limit::RateKey;
use crate::record::record;
use crate::rooms::RoomError;

/// A finished game, and where it was played.
struct TournamentGame {
    id: String,
    event: String,
    /// Round and board, such as `2.1`.
    round: String,
    names: [String; 2],
    result: PdnResult,
}

/// The games with a result, round by round and board by board. A game that is still played is nobody's to publish.
fn finished_games(event: &str, first: Side, tournament: &Tournament) -> Vec<TournamentGame> {
    let name = |number| tournament.table().entrant(number).map(|entrant| entrant.name.clone());
    let is_arena = tournament.settings().arena.is_some();
    let of_round = |state: &RoundState| {
        let games = (1..).zip(&state.boards).filter_map(|(number, board): (usize, _)| {
            // The games of an arena are numbered through.
            let round = if is_arena { 1 } else { board.table_round };
            Some(TournamentGame {
                result: pdn_result(board.result?, first),
                id: board.game.clone()?,
                event: event.to_owned(),
                round: format!("{round}.{}", state.match_length.label(number)),
                names: [board.pair.white, board.pair.black].map(|number| name(number).unwrap_or_default()),
            })
        });
        games.collect::<Vec<_>>()
    };
    tournament.rounds().iter().flat_map(of_round).collect()
}

/// All games of an event that are finished, as PDN.
#[utoipa::path(get, path = "/api/events/{id}/pdn", tag = "events", responses(
    (status = 200, description = "The games, round by round", body = String, content_type = "application/x-pdn"),
    (status = 404, description = "There is none", body = ErrorBody)))]
pub(in crate::http) async fn games(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
) -> Result<Response, ApiError> {
    let live = app.tournaments.find(&id).await?;
    let first = RuleSet::of(live.charter.variant).first;
    let games = finished_games(&live.charter.name, first, &live.state().tournament);
    // One game at a time, as the client reads them.
    let texts = futures_util::stream::unfold(games.into_iter(), move |mut games| {
        let (app, client) = (app.clone(), client.clone());
        async move {
            let text = text(&app, &client, lang, games.next()?).await;
            Some((text, games))
        }
    });
    let about = [
        (header::CONTENT_TYPE, "application/x-pdn; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"damiera-{id}.pdn\"")),
    ];
    Ok((about, Body::from_stream(texts)).into_response())
}

async fn text(app: &Shared, client: &RateKey, lang: Lang, game: TournamentGame) -> Result<Bytes, ApiError> {
    let stored = app.store.load(&game.id).await?.ok_or(RoomError::UnknownGame)?;
    let written = move |_: &_| {
        let mut record = record(&stored, lang)?;
        let [white, black] = &game.names;
        for (tag, value) in
            [("Event", &game.event), ("Round", &game.round), ("White", white), ("Black", black)]
        {
            record.tags.set(tag, value);
        }
        // A game at an arbiter's table may be recorded in part, and one to which nobody came ends as the loss of the side
        // to move; the result of its board is what counts.
        if record.result == PdnResult::Unknown || game.result == PdnResult::BothLose {
            record.end(game.result);
        }
        Ok::<_, RoomError>(Bytes::from(format!("{record}\n")))
    };
    Ok(app.work.run(client, written).await??)
}

/// The result of a board, as PDN writes it where this side moves first.
fn pdn_result(result: BoardResult, first: Side) -> PdnResult {
    match result {
        BoardResult::WhiteWins | BoardResult::WhiteByForfeit => PdnResult::win(Side::White, first),
        BoardResult::BlackWins | BoardResult::BlackByForfeit => PdnResult::win(Side::Black, first),
        BoardResult::Draw => PdnResult::Draw,
        BoardResult::DoubleForfeit => PdnResult::BothLose,
    }
}
