//! The games of an exhibition as one PDN file.

use axum::extract::{Path, State};
use axum::response::Response;

use crate::exhibitions::{BoardGame, LiveExhibition};
use crate::http::Shared;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::guard::ReadPermit;
use crate::http::lang::Reader;
use crate::http::pdn_file::{PdnFileGame, pdn_file};

/// The games that are over, board by board. The others are still nobody's to publish.
fn finished_games(live: &LiveExhibition) -> Vec<PdnFileGame> {
    let state = live.state();
    let game = |taken: &crate::store::StoredExhibitionBoard| {
        let over = state.games.get(&taken.board).is_some_and(BoardGame::is_over);
        let tags = vec![("Event", live.terms.wire().title.clone()), ("Round", taken.board.to_string())];
        Some(PdnFileGame { id: taken.game.clone().filter(|_| over)?, tags, result: None })
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
    Ok(pdn_file(app, client, lang, &id, games))
}
