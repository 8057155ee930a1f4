//! Errors as clients see them, as JSON or as a page.

mod table;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::Json;
use axum::extract::Request;
use axum::http::{StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use damiera_game::Lang;
use futures_util::FutureExt;
use serde::Serialize;
use tracing::Level;

use super::lang::Reader;
use super::pages;
use crate::accounts::AccountError;
use crate::exhibitions::ExhibitionError;
use crate::invalid_input::{InvalidInput, TermsPart};
use crate::jobs::JobError;
use crate::rate_limit::RateLimited;
use crate::rooms::RoomError;
use crate::seeks::SeekError;
use crate::store::StoreError;
use crate::study::error::StudyError;
use crate::study::path::PositionQueryError;
use crate::tournaments::TournamentError;
use crate::work::WorkError;
use table::Row;

/// Any error that a request can end with.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    /// Nothing is at this address.
    #[error("nothing is at this address")]
    UnknownAddress,
    #[error(transparent)]
    Room(#[from] RoomError),
    /// The body or the query of the request cannot be read.
    #[error("{reason}")]
    Unreadable { status: StatusCode, reason: InvalidInput },
    #[error(transparent)]
    Seek(#[from] SeekError),
    #[error(transparent)]
    Account(#[from] AccountError),
    #[error(transparent)]
    RateLimited(#[from] RateLimited),
    #[error(transparent)]
    Study(#[from] StudyError),
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    #[error(transparent)]
    Exhibition(#[from] ExhibitionError),
}

impl From<JobError> for ApiError {
    fn from(error: JobError) -> Self {
        Self::Study(error.into())
    }
}

impl From<WorkError> for ApiError {
    fn from(error: WorkError) -> Self {
        Self::Study(error.into())
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Self::Room(error.into())
    }
}

impl From<std::io::Error> for ApiError {
    fn from(error: std::io::Error) -> Self {
        Self::Room(error.into())
    }
}

impl From<PositionQueryError> for ApiError {
    fn from(error: PositionQueryError) -> Self {
        Self::Study(error.into())
    }
}

/// The body of an error: why something was not done, in the reader's language.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Problem, example = json!({"text": "A capture must be made.", "article": "FID-IT 6.1", "due": [[22, 15]]}))]
pub(super) struct ErrorBody {
    pub(super) text: String,
    /// The article of the rulebook that says so.
    article: Option<String>,
    /// The captures that were due, as the squares they touch.
    due: Vec<Vec<u8>>,
    /// The part of a game's terms that it is about, so that a form can say it at the field.
    pub(super) about: Option<TermsPart>,
}

impl ApiError {
    /// The public text in a language.
    pub(super) fn text(&self, lang: Lang) -> String {
        self.row().text.body(lang).text
    }

    fn log(&self, level: Level) {
        match level {
            Level::ERROR => tracing::error!(error = %self, "a request failed"),
            Level::WARN => tracing::warn!(error = %self, "a request was turned away"),
            Level::INFO => tracing::info!(error = %self, "a request was refused"),
            _ => tracing::debug!(error = %self, "a request was refused"),
        }
    }

    /// A response made of status and body.
    fn respond(&self, lang: Lang, make: impl FnOnce(StatusCode, ErrorBody) -> Response) -> Response {
        let Row { status, level, text } = self.row();
        self.log(level);
        let retry_after =
            self.retry_after().map(|wait| [(header::RETRY_AFTER, wait.as_secs().max(1).to_string())]);
        (retry_after, make(status, text.body(lang))).into_response()
    }

    fn response(&self, format: ErrorFormat, lang: Lang) -> Response {
        match format {
            ErrorFormat::Json => self.respond(lang, |status, body| (status, Json(body)).into_response()),
            ErrorFormat::Page => self.on_page(lang, |body, status| pages::problem(lang, body.text, status)),
        }
    }

    /// A page that says the public text.
    pub(super) fn on_page(
        &self,
        lang: Lang,
        page: impl FnOnce(ErrorBody, StatusCode) -> Response,
    ) -> Response {
        self.respond(lang, |status, body| page(body, status))
    }
}

impl IntoResponse for ApiError {
    /// A response without a body: [`localise`] knows the reader's language and adds it.
    fn into_response(self) -> Response {
        let mut response = self.row().status.into_response();
        response.extensions_mut().insert(Arc::new(self));
        response
    }
}

/// The form in which an error is sent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ErrorFormat {
    /// For clients of the API.
    Json,
    /// For somebody who opened a page.
    Page,
}

impl ErrorFormat {
    fn at(path: &str) -> Self {
        if path.starts_with("/api/") || path == "/ws" { Self::Json } else { Self::Page }
    }
}

/// The answer at an address where nothing is.
pub(super) async fn nothing_here(uri: Uri, reader: Reader) -> Response {
    match ErrorFormat::at(uri.path()) {
        ErrorFormat::Json => ApiError::UnknownAddress.into_response(),
        ErrorFormat::Page => pages::nothing_here(reader).await,
    }
}

/// Gives errors their body in the reader's language. A panic, which is our own failure, is an error too.
pub(super) async fn localise(Reader(lang): Reader, request: Request, next: Next) -> Response {
    let format = ErrorFormat::at(request.uri().path());
    // Without an answer the client would repeat the request that the server failed on.
    let Ok(response) = AssertUnwindSafe(next.run(request)).catch_unwind().await else {
        return ApiError::from(StoreError::OutcomeUnknown).response(format, lang);
    };
    match response.extensions().get::<Arc<ApiError>>() {
        Some(error) => error.response(format, lang),
        None => response,
    }
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::middleware::from_fn;
    use axum::routing::get;
    use http_body_util::BodyExt;
    use hyper::service::Service;
    use hyper_util::service::TowerToHyperService;

    use super::*;

    #[tokio::test]
    async fn a_panic_is_an_answer() {
        let fails = get(async || -> StatusCode { panic!("on purpose") });
        for (path, kind) in [("/api/x", "application/json"), ("/x", "text/html; charset=utf-8")] {
            let request = Request::get(path).header(header::ACCEPT_LANGUAGE, "pt").body(Body::empty());
            let app = Router::new().route(path, fails.clone()).layer(from_fn(localise));
            let service = TowerToHyperService::new(app);
            let response = service.call(request.expect("a request")).await.expect("an answer");
            assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
            assert_eq!(response.headers()[header::CONTENT_TYPE], kind);
            let body = response.into_body().collect().await.expect("a body").to_bytes();
            let wanted = crate::texts::text(Lang::Portuguese, "outcome-unknown");
            assert!(String::from_utf8_lossy(&body).contains(&wanted));
        }
    }
}
