//! The games of an exhibition as one PDN file.

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use damiera_game::Lang;

use crate::exhibitions::{BoardGame, LiveExhibition};
use crate::http::Shared;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::guard::ReadPermit;
use crate::http::lang::Reader;
use crate::rate_limit::RateKey;
use crate::record::record;
use crate::rooms::RoomError;

/// A finished game, and where it was played.
struct ExhibitionGame {
    id: String,
    event: String,
    board: u16,
}

/// The games that are over, board by board. The others are still nobody's to publish.
fn finished_games(live: &LiveExhibition) -> Vec<ExhibitionGame> {
    let state = live.state();
    let game = |taken: &crate::store::StoredExhibitionBoard| {
        let over = state.games.get(&taken.board).is_some_and(BoardGame::is_over);
        let (event, board) = (live.terms.wire().title.clone(), taken.board);
        Some(ExhibitionGame { id: taken.game.clone().filter(|_| over)?, event, board })
    };
    state.stored.boards.iter().filter_map(game).collect()
}

/// All games of an exhibition that are over, as PDN. `Round` is the number of the board.
#[utoipa::path(get, path = "/api/exhibitions/{id}/pdn", tag = "exhibitions", responses(
    (status = 200, description = "The games, board by board", body = String, content_type = "application/x-pdn"),
    (status = 404, description = "There is none", body = ErrorBody)))]
pub(in crate::http) async fn games(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
) -> Result<Response, ApiError> {
    let games = finished_games(&*app.exhibitions.find(&id).await?);
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

async fn text(app: &Shared, client: &RateKey, lang: Lang, game: ExhibitionGame) -> Result<Bytes, ApiError> {
    let stored = app.store.load(&game.id).await?.ok_or(RoomError::UnknownGame)?;
    let written = move |_: &_| {
        let mut record = record(&stored, lang)?;
        record.tags.set("Event", &game.event);
        record.tags.set("Round", &game.board.to_string());
        Ok::<_, RoomError>(Bytes::from(format!("{record}\n")))
    };
    app.work
        .run_patiently(client, written)
        .await
        .map_err(crate::exhibitions::ExhibitionError::from)?
        .map_err(ApiError::from)
}
