//! Who asks: a browser by its cookie, a program by its key.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::{AUTHORIZATION, COOKIE, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponseParts, ResponseParts};

use super::Shared;
use crate::secret::secret;
use crate::store::{Account, TokenDigest};
use crate::store::{Credentials, Holder};
use crate::time::now;

/// What whoever asks has shown.
#[derive(Clone, Debug)]
pub(super) struct Who(pub(super) Credentials);

/// A browser's cookie, a new one if it had none: what is done now is remembered as his.
#[derive(Clone, Debug)]
pub(super) struct Visitor {
    credentials: Credentials,
    /// The cookie to be set.
    fresh: Option<HeaderValue>,
}

/// A cookie's name. The prefix binds it to this very host, but browsers keep it only over HTTPS; on a plain address,
/// such as one's own machine, it goes without.
pub(super) fn cookie_name(secure: bool, name: &str) -> String {
    if secure { format!("__Host-{name}") } else { name.to_owned() }
}

/// A cookie that scripts cannot read and other sites cannot send.
pub(super) fn cookie(secure: bool, name: &str, value: &str, seconds: u64) -> Option<HeaderValue> {
    let name = cookie_name(secure, name);
    let secure = if secure { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
    HeaderValue::from_str(&text).ok()
}

/// The value of a cookie.
pub(super) fn read_cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(other, _)| *other == name).map(|(_, value)| value)
}

const VISITOR: &str = "damiera-visitor";
/// The cookie of a session.
pub(super) const SESSION: &str = "damiera-session";
/// A year.
const REMEMBERED: u64 = 365 * 24 * 3600;

fn key(headers: &HeaderMap) -> Option<TokenDigest> {
    let shown = headers.get(AUTHORIZATION)?.to_str().ok()?;
    Some(TokenDigest::of(shown.strip_prefix("Bearer ")?.trim()))
}

/// The account of the session in a cookie.
pub(super) async fn account(headers: &HeaderMap, state: &Shared) -> Option<Account> {
    let word = TokenDigest::of(read_cookie(headers, &cookie_name(state.settings().is_secure(), SESSION))?);
    state.store().session(word, now().0).await.unwrap_or_else(|error| {
        tracing::error!(%error, "a session could not be read");
        None
    })
}

async fn credentials(headers: &HeaderMap, state: &Shared) -> Credentials {
    let secure = state.settings().is_secure();
    let visitor = read_cookie(headers, &cookie_name(secure, VISITOR)).map(TokenDigest::of);
    let account = account(headers, state).await.map(|account| account.id);
    let session = read_cookie(headers, &cookie_name(secure, SESSION)).map(TokenDigest::of);
    Credentials { visitor, account, key: key(headers), session: session.filter(|_| account.is_some()) }
}

impl FromRequestParts<Shared> for Who {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &Shared) -> Result<Self, Infallible> {
        Ok(Self(credentials(&parts.headers, state).await))
    }
}

impl FromRequestParts<Shared> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &Shared) -> Result<Self, Infallible> {
        let mut credentials = credentials(&parts.headers, state).await;
        let mut fresh = None;
        if credentials.visitor.is_none()
            && let Ok(word) = secret()
        {
            credentials.visitor = Some(TokenDigest::of(&word));
            fresh = cookie(state.settings().is_secure(), VISITOR, &word, REMEMBERED);
        }
        Ok(Self { credentials, fresh })
    }
}

impl Visitor {
    /// What he has shown.
    pub(super) const fn credentials(&self) -> &Credentials {
        &self.credentials
    }

    /// Holds a place for him, and for whoever has the key.
    pub(super) fn holder(&self, key: &str, name: Option<String>) -> Holder {
        let Credentials { visitor, account, .. } = self.credentials;
        Holder { name, visitor, account, key: Some(TokenDigest::of(key)) }
    }
}

impl IntoResponseParts for Visitor {
    type Error = Infallible;

    fn into_response_parts(self, mut parts: ResponseParts) -> Result<ResponseParts, Infallible> {
        if let Some(cookie) = self.fresh {
            parts.headers_mut().append(SET_COOKIE, cookie);
        }
        Ok(parts)
    }
}
