//! Remote probing of the endgame tables, for clients that have none.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use damiera_endgame::MoveCount;
use damiera_game::{Lang, RuleSet};
use damiera_play::PlayRules;
use damiera_rules::{Pace, Variant, with_rules};
use serde::Deserialize;

use super::Shared;
use super::error::{ApiError, ErrorBody};
use super::guard::ReadPermit;
use super::lang::Reader;
use super::query_fields::QueryFields;
use super::study::{StudyServices, json, json_response};
use crate::invalid_input::InvalidInput;
use crate::rooms::RoomError;
use crate::study::error::StudyError;
use crate::study::path::PositionQuery;
use crate::table_probe::WireTableProbe;

/// The rulebook's move count.
#[derive(Deserialize, Clone, Copy, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct CountQuery {
    /// Moves by each side that the count has reached; without it the value is that of a game without counts.
    count: Option<u16>,
    /// `classical` (the default) or `fast`, where the limit of the count depends on it; only with `count`.
    pace: Option<PaceName>,
    /// A limit set by the event, in moves by each side, where the rulebook allows it; only with `count`.
    limit: Option<u8>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Pace)]
pub(super) enum PaceName {
    Classical,
    Fast,
}

impl CountQuery {
    /// The count, unless a part of it would have no effect.
    fn count(self, variant: Variant) -> Result<Option<MoveCount>, InvalidInput> {
        let Some(moves) = self.count else {
            let alone = self.pace.is_some() || self.limit.is_some();
            return if alone { Err(InvalidInput::NoCount) } else { Ok(None) };
        };
        let pace = match self.pace {
            Some(PaceName::Fast) => Pace::Fast,
            Some(PaceName::Classical) | None => Pace::Classical,
        };
        if let Some(limit) = self.limit {
            RuleSet::of(variant).check_count_limit(limit)?;
        }
        Ok(Some(MoveCount { plies: moves.saturating_mul(2), pace, limit: self.limit }))
    }
}

fn look_up<R: PlayRules>(
    query: &PositionQuery,
    count: Option<MoveCount>,
    services: &StudyServices,
    lang: Lang,
) -> Result<WireTableProbe, StudyError> {
    let reached = query.walk::<R>(lang)?;
    let tables = services.tables.available::<R>();
    let probe = tables.as_ref().and_then(|tables| WireTableProbe::of(tables, reached.position(), count));
    let most = || tables.as_ref().map_or(0, |tables| tables.outcome_pieces());
    probe.ok_or_else(|| StudyError::NotInTables { most: most() })
}

/// The endgame tables: who wins a position with few pieces, in how many plies, and the value of each legal move.
#[utoipa::path(get, path = "/api/endgame", tag = "study", params(PositionQuery, CountQuery), responses(
    (status = 200, description = "What the tables say", body = WireTableProbe),
    (status = 404, description = "The server has no table of this position", body = ErrorBody),
    (status = 409, description = "A move is against the rules", body = ErrorBody),
    (status = 422, description = "There is no such position, or no such count", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn probe(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    Extension(services): Extension<Arc<StudyServices>>,
    QueryFields(query): QueryFields<PositionQuery>,
    QueryFields(count): QueryFields<CountQuery>,
    Reader(lang): Reader,
) -> Result<Response, ApiError> {
    let variant = query.game()?;
    let count = count.count(variant).map_err(RoomError::Invalid)?;
    let look = move || -> Result<WireTableProbe, StudyError> {
        with_rules!(variant, R => look_up::<R>(&query, count, &services, lang))
    };
    let probed = app.work.run(&client, move |_| look().and_then(|found| json(&found)));
    Ok(json_response(probed.await??))
}
