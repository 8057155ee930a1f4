//! Push messages: browsers subscribe to them and unsubscribe.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::Shared;
use super::error::{ApiError, ErrorBody};
use super::guard::ClientAddress;
use super::identity::{Caller, Visitor};
use super::json_body::JsonBody;
use super::lang::Reader;
use crate::invalid_input::InvalidInput;
use crate::passkeys::decode;
use crate::push::PushRecipient;
use crate::random::random_u64;
use crate::rate_limit::LimitedAction;
use crate::rooms::RoomError;
use crate::store::PushSubscription;

/// Subscriptions of an account, or of a visitor without one.
const MOST: u32 = 10;

/// The server's key.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = PushKey)]
pub(super) struct PushKeyBody {
    /// The public key of the server (VAPID), in base64 for URLs.
    key: String,
}

/// The key that a browser needs in order to subscribe to push messages.
#[utoipa::path(get, path = "/api/push", tag = "people", responses(
    (status = 200, description = "The key", body = PushKeyBody)))]
pub(super) async fn key(State(app): State<Shared>) -> Json<PushKeyBody> {
    Json(PushKeyBody { key: app.push.public_key() })
}

/// A subscription as a browser describes it.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PushSubscription, example = json!({"endpoint": "https://push.example.org/send/abc", "keys": {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "auth": "BTBZMqHH6r4Tts7J_aSIgg"}}))]
pub(super) struct PushSubscriptionBody {
    /// Where messages are sent.
    endpoint: String,
    keys: PushKeysBody,
}

/// The keys that messages are encrypted for.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PushKeys)]
pub(super) struct PushKeysBody {
    /// The browser's public key, in base64 for URLs.
    p256dh: String,
    /// The authentication secret, in base64 for URLs.
    auth: String,
}

/// Subscribes a browser to push messages: one when it is the person's turn in a correspondence game, and one before the time runs out.
/// They are for the account that is signed in, or else for this browser, and are written in the language of this request.
#[utoipa::path(put, path = "/api/push", tag = "people", request_body = PushSubscriptionBody, responses(
    (status = 204, description = "Subscribed"),
    (status = 422, description = "The endpoint or the keys cannot be used", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn subscribe(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    visitor: Visitor,
    Reader(lang): Reader,
    JsonBody(PushSubscriptionBody { endpoint, keys }): JsonBody<PushSubscriptionBody>,
) -> Result<Response, ApiError> {
    let credentials = visitor.credentials().clone();
    app.rate_limiter.allow(LimitedAction::Social, address, credentials.account)?;
    let (public_key, auth_secret) = (decode(&keys.p256dh), decode(&keys.auth));
    let (public_key, auth_secret) = (public_key.unwrap_or_default(), auth_secret.unwrap_or_default());
    if !app.push.accepts(&endpoint) || PushRecipient::new(&public_key, &auth_secret).is_none() {
        return Err(RoomError::Invalid(InvalidInput::PushSubscription).into());
    }
    let subscription = PushSubscription {
        id: random_u64()?.cast_signed() & i64::MAX,
        endpoint,
        public_key,
        auth_secret,
        visitor: credentials.visitor,
        account: credentials.account,
        language: lang.code().to_owned(),
        at: app.clock.now().0,
    };
    app.store.put_push_subscription(&subscription, MOST).await?;
    Ok((visitor, StatusCode::NO_CONTENT).into_response())
}

/// The endpoint of a subscription.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PushEndpoint)]
pub(super) struct PushEndpointBody {
    endpoint: String,
}

/// Ends the subscription of a browser. Only the browser knows its endpoint.
#[utoipa::path(delete, path = "/api/push", tag = "people", request_body = PushEndpointBody, responses(
    (status = 204, description = "No more messages are sent there"),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn unsubscribe(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    Caller(credentials): Caller,
    JsonBody(PushEndpointBody { endpoint }): JsonBody<PushEndpointBody>,
) -> Result<StatusCode, ApiError> {
    app.rate_limiter.allow(LimitedAction::Social, address, credentials.account)?;
    app.store.delete_push_subscription(&endpoint).await?;
    Ok(StatusCode::NO_CONTENT)
}
