//! Query strings of requests.

use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::error::ApiError;
use crate::invalid_input::InvalidInput;

/// The fields of a query string. One that cannot be read is an error like every other: with a body, in the reader's language.
pub(super) struct QueryFields<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryFields<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let read = Query::<T>::from_request_parts(parts, state).await;
        read.map(|Query(fields)| Self(fields)).map_err(|rejection| ApiError::Unreadable {
            status: rejection.status(),
            reason: InvalidInput::json(&rejection.body_text()),
        })
    }
}
