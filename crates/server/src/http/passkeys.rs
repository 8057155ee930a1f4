//! Passkeys over HTTP: adding, listing and removing them, and signing in with one.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::Shared;
use super::account::{ConfirmBody, Owner};
use super::auth::{AccountBody, open_session, wait_as_guesser};
use super::error::{ApiError, ErrorBody};
use super::guard::ClientAddress;
use super::host::Host;
use super::json_body::JsonBody;
use crate::accounts::{AccountError, AuditAction};
use crate::app::App;
use crate::nodes::NODES;
use crate::nodes::wire::NodesUpdate;
use crate::passkeys::{PasskeyCeremony, PasskeyFault, RelyingParty, decode, encode, new_credential, verify};
use crate::rate_limit::LimitedAction;
use crate::store::{StoreError, StoredPasskey};

/// Passkeys of one account at most.
const MAX_PASSKEYS: usize = 20;

/// The server as authenticators know it: its public address, or the host name that was asked for. They do not know numbers.
fn relying_party(app: &App, headers: &HeaderMap) -> Result<RelyingParty, AccountError> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let origin = match &app.settings.base_url {
        Some(base) => base.trim_end_matches('/').to_ascii_lowercase(),
        None => format!("http://{host}"),
    };
    let host = origin.split_once("://").and_then(|(_, host)| Host::parse(host));
    let named = host.filter(|host| !host.is_plain_address() || host.name().ends_with("localhost"));
    let id = named.ok_or(AccountError::NoPasskeysHere)?.name().to_owned();
    Ok(RelyingParty { id, origin })
}

/// What an authenticator has to answer. Bytes are base64url.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = PasskeyChallenge)]
pub(super) struct PasskeyChallengeBody {
    challenge: String,
    /// The host name that passkeys belong to.
    relying_party: String,
    /// The account's id for authenticators; empty at a sign-in.
    user: String,
    /// The account's name; empty at a sign-in.
    name: String,
    /// The passkeys that the account has.
    known: Vec<String>,
}

/// A challenge for a new passkey; the password confirms that its owner asks.
#[utoipa::path(post, path = "/api/account/passkeys/challenge", tag = "people", request_body = ConfirmBody, responses(
    (status = 200, description = "What to sign", body = PasskeyChallengeBody), (status = 401, description = "Not signed in, or the password is wrong", body = ErrorBody),
    (status = 422, description = "The server has no host name", body = ErrorBody), (status = 429, description = "Too many attempts; see Retry-After", body = ErrorBody)))]
pub(super) async fn begin(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    Owner(account): Owner,
    headers: HeaderMap,
    JsonBody(body): JsonBody<ConfirmBody>,
) -> Result<Json<PasskeyChallengeBody>, ApiError> {
    let party = relying_party(&app, &headers)?;
    wait_as_guesser(&app, &headers, &account.name, address).await?;
    let account = app.accounts.authenticate(&account.name, &body.password, address).await?;
    let known = app.store.passkeys(account.id).await?;
    if known.len() >= MAX_PASSKEYS {
        return Err(AccountError::TooManyKeys.into());
    }
    let challenge = issue(&app, PasskeyCeremony::Register(account.id))?;
    Ok(Json(PasskeyChallengeBody {
        challenge: encode(&challenge),
        relying_party: party.id,
        user: encode(&account.id.to_be_bytes()),
        name: account.name,
        known: known.iter().map(|passkey| encode(&passkey.id)).collect(),
    }))
}

/// A new passkey, as the browser made it. Bytes are base64url.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = NewPasskey)]
pub(super) struct NewPasskeyBody {
    /// `clientDataJSON`.
    client_data: String,
    /// The authenticator data, with the public key (ES256).
    authenticator_data: String,
    /// What its owner calls it.
    name: String,
}

/// Adds a passkey.
#[utoipa::path(post, path = "/api/account/passkeys", tag = "people", request_body = NewPasskeyBody, responses(
    (status = 201, description = "It is added", body = PasskeyBody), (status = 401, description = "Not signed in, or the passkey is not valid", body = ErrorBody),
    (status = 409, description = "It is known already", body = ErrorBody), (status = 422, description = "The server has no host name", body = ErrorBody),
    (status = 429, description = "Too many attempts; see Retry-After", body = ErrorBody)))]
pub(super) async fn add(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    Owner(account): Owner,
    headers: HeaderMap,
    JsonBody(body): JsonBody<NewPasskeyBody>,
) -> Result<Response, ApiError> {
    app.rate_limiter.allow(LimitedAction::SignIn, address, Some(account.id))?;
    let party = relying_party(&app, &headers)?;
    let ceremony = PasskeyCeremony::Register(account.id);
    let read = || -> Result<_, PasskeyFault> {
        check(&app, &decode(&body.client_data)?, ceremony, &party)?;
        new_credential(&decode(&body.authenticator_data)?, &party)
    };
    let new = read().map_err(AccountError::from)?;
    let label = crate::accounts::label(&body.name);
    let passkey = StoredPasskey {
        id: new.id,
        public_key: new.public_key,
        uses: new.uses,
        created_at: app.clock.now().0,
        label,
    };
    match app.store.add_passkey(account.id, &passkey).await {
        Err(StoreError::Conflict) => return Err(AccountError::NameTaken.into()),
        added => added?,
    }
    app.accounts.audit(AuditAction::PasskeyAdded, Some(account.id), &account.name, address).await;
    Ok((StatusCode::CREATED, Json(PasskeyBody::from(&passkey))).into_response())
}

/// A passkey of the account.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Passkey)]
pub(super) struct PasskeyBody {
    id: String,
    /// What its owner calls it.
    name: String,
    /// When it was added, in milliseconds since 1970.
    created: u64,
}

impl From<&StoredPasskey> for PasskeyBody {
    fn from(passkey: &StoredPasskey) -> Self {
        Self { id: encode(&passkey.id), name: passkey.label.clone(), created: passkey.created_at }
    }
}

/// The passkeys of the account.
#[utoipa::path(get, path = "/api/account/passkeys", tag = "people", responses(
    (status = 200, description = "The passkeys, the newest first", body = Vec<PasskeyBody>), (status = 401, description = "Not signed in", body = ErrorBody)))]
pub(super) async fn list(
    State(app): State<Shared>,
    Owner(account): Owner,
) -> Result<Json<Vec<PasskeyBody>>, ApiError> {
    Ok(Json(app.store.passkeys(account.id).await?.iter().map(PasskeyBody::from).collect()))
}

/// Removes a passkey.
#[utoipa::path(delete, path = "/api/account/passkeys/{id}", tag = "people", responses(
    (status = 204, description = "It is removed"), (status = 401, description = "Not signed in", body = ErrorBody), (status = 404, description = "There is none", body = ErrorBody)))]
pub(super) async fn remove(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    Owner(account): Owner,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let id = decode(&id).map_err(|_| AccountError::Unknown)?;
    if !app.store.delete_passkey(account.id, &id).await? {
        return Err(AccountError::Unknown.into());
    }
    app.accounts.audit(AuditAction::PasskeyRemoved, Some(account.id), &account.name, address).await;
    Ok(StatusCode::NO_CONTENT)
}

/// A challenge for signing in with a passkey.
#[utoipa::path(post, path = "/api/session/challenge", tag = "people", responses(
    (status = 200, description = "What to sign", body = PasskeyChallengeBody),
    (status = 422, description = "The server has no host name", body = ErrorBody), (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn challenge(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
) -> Result<Json<PasskeyChallengeBody>, ApiError> {
    app.rate_limiter.allow(LimitedAction::SignIn, address, None)?;
    let party = relying_party(&app, &headers)?;
    let challenge = issue(&app, PasskeyCeremony::SignIn)?;
    Ok(Json(PasskeyChallengeBody {
        challenge: encode(&challenge),
        relying_party: party.id,
        user: String::new(),
        name: String::new(),
        known: Vec::new(),
    }))
}

/// A signature by a passkey. Bytes are base64url.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = PasskeySignature)]
pub(super) struct SignatureBody {
    /// The passkey's id.
    id: String,
    /// `clientDataJSON`.
    client_data: String,
    authenticator_data: String,
    signature: String,
}

/// A new challenge, which any node accepts.
fn issue(app: &Shared, ceremony: PasskeyCeremony) -> Result<[u8; 32], ApiError> {
    let challenge = app.passkeys.issue(ceremony, &app.clock)?;
    let account = match ceremony {
        PasskeyCeremony::Register(account) => Some(account),
        PasskeyCeremony::SignIn => None,
    };
    app.node.publish(NODES, &NodesUpdate::PasskeyChallenge { challenge, account });
    Ok(challenge)
}

/// Checks the answer to a challenge, which no node accepts a second time.
fn check(
    app: &Shared,
    client_data: &[u8],
    ceremony: PasskeyCeremony,
    party: &RelyingParty,
) -> Result<(), PasskeyFault> {
    let challenge = app.passkeys.check(client_data, ceremony, party, &app.clock)?;
    app.node.publish(NODES, &NodesUpdate::PasskeyAnswered(challenge));
    Ok(())
}

/// Signs in with a passkey.
#[utoipa::path(post, path = "/api/session/passkey", tag = "people", request_body = SignatureBody, responses(
    (status = 200, description = "Signed in; the session is in a cookie", body = AccountBody),
    (status = 401, description = "The passkey is not known or not valid", body = ErrorBody), (status = 403, description = "The account is banned", body = ErrorBody),
    (status = 422, description = "The server has no host name", body = ErrorBody), (status = 429, description = "Too many attempts; see Retry-After", body = ErrorBody)))]
pub(super) async fn sign_in(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    JsonBody(body): JsonBody<SignatureBody>,
) -> Result<Response, ApiError> {
    app.rate_limiter.allow(LimitedAction::SignIn, address, None)?;
    let party = relying_party(&app, &headers)?;
    let decoded = || -> Result<_, PasskeyFault> {
        Ok((
            decode(&body.id)?,
            decode(&body.client_data)?,
            decode(&body.authenticator_data)?,
            decode(&body.signature)?,
        ))
    };
    let (id, client_data, data, signature) = decoded().map_err(AccountError::from)?;
    check(&app, &client_data, PasskeyCeremony::SignIn, &party).map_err(AccountError::from)?;
    let Some((account, passkey)) = app.store.passkey(&id).await? else {
        app.accounts.audit(AuditAction::SignInRefused, None, "", address).await;
        return Err(AccountError::from(PasskeyFault).into());
    };
    let verified = verify((&passkey.public_key, passkey.uses), &data, &client_data, &signature, &party);
    let result = match verified {
        Ok(_) if account.status.banned => Err(AccountError::Banned),
        verified => verified.map_err(AccountError::from),
    };
    let action = if result.is_ok() { AuditAction::SignedIn } else { AuditAction::SignInRefused };
    app.accounts.audit(action, Some(account.id), &account.name, address).await;
    app.store.set_passkey_uses(&passkey.id, result?).await?;
    Ok(open_session(&app, &headers, account).await?.into_response())
}
