//! JSON bodies of requests.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, OptionalFromRequest, Request};
use serde::de::DeserializeOwned;

use super::error::ApiError;
use crate::invalid_input::InvalidInput;

/// A body read from JSON. One that cannot be read is an error like every other: with a body, in the reader's language.
pub(super) struct JsonBody<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let read = <Json<T> as FromRequest<S>>::from_request(request, state).await;
        read.map(|Json(body)| Self(body)).map_err(ApiError::from)
    }
}

impl<S: Send + Sync, T: DeserializeOwned> OptionalFromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, ApiError> {
        let read = <Json<T> as OptionalFromRequest<S>>::from_request(request, state).await;
        read.map(|body| body.map(|Json(body)| Self(body))).map_err(ApiError::from)
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> Self {
        Self::Unreadable { status: rejection.status(), reason: InvalidInput::json(&rejection.body_text()) }
    }
}
