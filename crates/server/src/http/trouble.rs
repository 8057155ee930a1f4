//! What goes wrong in studying, told in the reader's language.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use damiera_game::Lang;
use serde::Serialize;

use crate::store::StoreError;
use crate::study::import::LARGEST;
use crate::study::path::PositionError;
use crate::texts;

/// Why something cannot be done.
pub(super) enum Trouble {
    /// There is no such game.
    Unknown,
    /// There is no such position.
    PositionError(PositionError),
    /// Too many analyse already.
    Busy,
    /// A file is too large.
    TooLarge,
    /// The store failed.
    Store(StoreError),
    /// Something of ours failed.
    Ours(String),
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<PositionError> for Trouble {
    fn from(lost: PositionError) -> Self {
        Self::PositionError(lost)
    }
}

impl Trouble {
    /// In a language.
    pub(super) fn told(self, lang: Lang) -> Told {
        Told::new(self, lang)
    }
}

/// Why something was not done, in the reader's language.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Problem, example = json!({"text": "You are asking too much at once.", "article": null, "due": []}))]
pub(super) struct Told {
    #[serde(skip)]
    #[schema(ignore)]
    status: StatusCode,
    text: String,
    article: Option<String>,
    /// The ways of the captures that were due.
    due: Vec<Vec<u8>>,
}

impl Told {
    fn new(trouble: Trouble, lang: Lang) -> Self {
        let said = |status, text| Self { status, text, article: None, due: Vec::new() };
        let plain = |status, key: &str| said(status, texts::text(lang, key));
        let bad = StatusCode::UNPROCESSABLE_ENTITY;
        match trouble {
            Trouble::Unknown => plain(StatusCode::NOT_FOUND, "no-such-game"),
            Trouble::Busy => plain(StatusCode::SERVICE_UNAVAILABLE, "analysis-busy"),
            Trouble::TooLarge => {
                let limit = (LARGEST >> 20).to_string();
                said(
                    StatusCode::PAYLOAD_TOO_LARGE,
                    texts::say(lang, "import-too-large", &[("limit", &limit)]),
                )
            }
            Trouble::PositionError(PositionError::Game) => plain(bad, "import-unknown-game"),
            Trouble::PositionError(PositionError::TooLong) => plain(bad, "study-too-long"),
            Trouble::PositionError(PositionError::Start(faults)) => said(bad, faults.join(" ")),
            Trouble::PositionError(PositionError::Unread(text)) => {
                said(bad, texts::say(lang, "pdn-unread-move", &[("text", &text)]))
            }
            Trouble::PositionError(PositionError::Refused(refused)) => Self {
                status: StatusCode::CONFLICT,
                text: lang.illegal(&refused.why),
                article: Some(refused.article),
                due: refused.due,
            },
            Trouble::Store(error) => {
                tracing::error!(%error, "the library failed");
                plain(StatusCode::INTERNAL_SERVER_ERROR, "our-fault")
            }
            Trouble::Ours(error) => {
                tracing::error!(error, "a study failed");
                plain(StatusCode::INTERNAL_SERVER_ERROR, "our-fault")
            }
        }
    }
}

impl IntoResponse for Told {
    fn into_response(self) -> Response {
        (self.status, Json(self)).into_response()
    }
}
