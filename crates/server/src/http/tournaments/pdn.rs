//! The games of a tournament as one PDN file.

use axum::extract::{Path, State};
use axum::response::Response;
use damiera_events::tournament::{BoardResult, RoundState, Tournament};
use damiera_game::RuleSet;
use damiera_notation::pdn::PdnResult;
use damiera_rules::Side;

use crate::http::Shared;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::guard::ReadPermit;
use crate::http::lang::Reader;
use crate::http::pdn_file::{PdnFileGame, pdn_file};

/// The games with a result, round by round and board by board. A game that is still played is nobody's to publish.
fn finished_games(event: &str, first: Side, tournament: &Tournament) -> Vec<PdnFileGame> {
    let name = |number| tournament.table().entrant(number).map(|entrant| entrant.name.clone());
    let is_arena = tournament.settings().arena.is_some();
    let of_round = |state: &RoundState| {
        let games = (1..).zip(&state.boards).filter_map(|(number, board): (usize, _)| {
            // The games of an arena are numbered through.
            let round = if is_arena { 1 } else { board.table_round };
            let names = [board.pair.white, board.pair.black].map(|number| name(number).unwrap_or_default());
            let [white, black] = names;
            let round = format!("{round}.{}", state.match_length.label(number));
            Some(PdnFileGame {
                result: Some(pdn_result(board.result?, first)),
                id: board.game.clone()?,
                tags: vec![("Event", event.to_owned()), ("Round", round), ("White", white), ("Black", black)],
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
    Ok(pdn_file(app, client, lang, &id, games))
}

/// The result of a board, as PDN writes it where this side moves first.
fn pdn_result(result: BoardResult, first: Side) -> PdnResult {
    match result {
        BoardResult::WhiteWins | BoardResult::WhiteByForfeit => PdnResult::win(Side::White, first),
        BoardResult::BlackWins | BoardResult::BlackByForfeit => PdnResult::win(Side::Black, first),
        BoardResult::Draw
        | BoardResult::WhiteEdge
        | BoardResult::BlackEdge
        | BoardResult::WhiteSlightEdge
        | BoardResult::BlackSlightEdge => PdnResult::Draw,
        BoardResult::DoubleForfeit => PdnResult::BothLose,
    }
}
