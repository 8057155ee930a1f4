//! JSON bodies of requests.

use std::fmt;
use std::marker::PhantomData;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, OptionalFromRequest, Request};
use axum::http::StatusCode;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::error::ApiError;
use super::strict::each_field_once;
use crate::invalid_input::InvalidInput;

/// A body read from a JSON object. One that cannot be read is an error like every other: with a body, in the reader's language.
pub(super) struct JsonBody<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let request = with_each_field_once(request, state).await?;
        let read = <Json<ObjectOnly<T>> as FromRequest<S>>::from_request(request, state).await;
        read.map(|Json(ObjectOnly(body))| Self(body)).map_err(ApiError::from)
    }
}

/// A body read from a JSON array.
pub(super) struct JsonList<T>(pub(super) Vec<T>);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonList<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let request = with_each_field_once(request, state).await?;
        let read = <Json<Vec<T>> as FromRequest<S>>::from_request(request, state).await;
        read.map(|Json(items)| Self(items)).map_err(ApiError::from)
    }
}

/// A request whose body names no field twice: whatever reads it would take the last value and ignore the first.
async fn with_each_field_once<S: Send + Sync>(request: Request, state: &S) -> Result<Request, ApiError> {
    let (head, body) = request.into_parts();
    let read = Bytes::from_request(Request::from_parts(head.clone(), body), state).await;
    let body = read.map_err(JsonRejection::from)?;
    each_field_once(&body)
        .map_err(|reason| ApiError::Unreadable { status: StatusCode::UNPROCESSABLE_ENTITY, reason })?;
    Ok(Request::from_parts(head, body.into()))
}

/// What an object says. An array is refused: serde would take its items for the fields, in their order in the code.
struct ObjectOnly<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ObjectOnly<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor(PhantomData)).map(Self)
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(fields))
    }
}

impl<S: Send + Sync, T: DeserializeOwned> OptionalFromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, ApiError> {
        let request = with_each_field_once(request, state).await?;
        let read = <Json<ObjectOnly<T>> as OptionalFromRequest<S>>::from_request(request, state).await;
        read.map(|body| body.map(|Json(ObjectOnly(body))| Self(body))).map_err(ApiError::from)
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> Self {
        Self::Unreadable { status: rejection.status(), reason: InvalidInput::json(&rejection.body_text()) }
    }
}
