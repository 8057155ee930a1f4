//! Many games as one PDN file, written while the client reads it.

use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use damiera_game::Lang;
use damiera_notation::pdn::PdnResult;

use super::Shared;
use super::error::ApiError;
use crate::rate_limit::RateKey;
use crate::record::record;
use crate::rooms::RoomError;

/// A stored game of a file, and what the occasion adds to its record.
pub(super) struct PdnFileGame {
    pub(super) id: String,
    pub(super) tags: Vec<(&'static str, String)>,
    /// The result that counts where the record has none, or where both players forfeit; none if the record's own does.
    pub(super) result: Option<PdnResult>,
}

/// The file `damiera-NAME.pdn`: one game at a time, as the client reads them.
pub(super) fn pdn_file(
    app: Shared,
    client: RateKey,
    lang: Lang,
    name: &str,
    games: Vec<PdnFileGame>,
) -> Response {
    let texts = futures_util::stream::unfold(games.into_iter(), move |mut games| {
        let (app, client) = (app.clone(), client.clone());
        async move {
            let text = text(&app, &client, lang, games.next()?).await;
            Some((text, games))
        }
    });
    let about = [
        (header::CONTENT_TYPE, "application/x-pdn; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"damiera-{name}.pdn\"")),
    ];
    (about, Body::from_stream(texts)).into_response()
}

async fn text(app: &Shared, client: &RateKey, lang: Lang, game: PdnFileGame) -> Result<Bytes, ApiError> {
    let stored = app.store.load(&game.id).await?.ok_or(RoomError::UnknownGame)?;
    let written = move |_: &_| {
        let mut record = record(&stored, lang)?;
        for (tag, value) in &game.tags {
            record.tags.set(tag, value);
        }
        if let Some(result) = game.result
            && (record.result == PdnResult::Unknown || result == PdnResult::BothLose)
        {
            record.end(result);
        }
        Ok::<_, RoomError>(Bytes::from(format!("{record}\n")))
    };
    Ok(app.work.run_patiently(client, written).await??)
}
