//! Who sends a request: a browser proves it by cookies, a program by a key.

use std::convert::Infallible;
use std::io;
use std::time::Duration;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, SET_COOKIE};
use axum::http::request::Parts;
use axum::response::{IntoResponseParts, ResponseParts};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};

use super::Shared;
use crate::accounts::AccountError;
use crate::app::App;
use crate::random::secret_token;
use crate::store::{Account, Credentials, Holder, TokenDigest};

/// The credentials of the sender.
#[derive(Clone, Debug)]
pub(super) struct Caller(pub(super) Credentials);

/// The account that the sender is signed in to.
#[derive(Clone, Debug)]
pub(super) struct SignedIn(pub(super) Option<Account>);

/// A browser that gets a visitor cookie if it has none, so that what it does now can be attributed to it later.
#[derive(Clone, Debug)]
pub(super) struct Visitor {
    credentials: Credentials,
    new_cookie: Option<Cookie<'static>>,
}

/// The cookies of the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CookieKind {
    /// Recognises a browser.
    Visitor,
    /// The token of a session.
    Session,
    /// Recognises a browser in which somebody has signed in.
    Device,
}

impl CookieKind {
    /// The cookie's name. The prefix binds it to this very host, but browsers accept it only over HTTPS; on a plain
    /// address, such as one's own machine, the name has no prefix.
    const fn name(self, secure: bool) -> &'static str {
        match (self, secure) {
            (Self::Visitor, false) => "damiera-visitor",
            (Self::Visitor, true) => "__Host-damiera-visitor",
            (Self::Session, false) => "damiera-session",
            (Self::Session, true) => "__Host-damiera-session",
            (Self::Device, false) => "damiera-device",
            (Self::Device, true) => "__Host-damiera-device",
        }
    }

    /// A cookie that scripts cannot read and other sites cannot send.
    pub(super) fn make(self, app: &App, value: String, max_age: Duration) -> Cookie<'static> {
        let secure = app.settings.is_secure();
        let max_age = time::Duration::try_from(max_age).unwrap_or(time::Duration::ZERO);
        Cookie::build((self.name(secure), value))
            .path("/")
            .http_only(true)
            .same_site(SameSite::Lax)
            .max_age(max_age)
            .secure(secure)
            .build()
    }

    /// The digest of the token in a cookie of a request.
    pub(super) fn read(self, app: &App, headers: &HeaderMap) -> Option<TokenDigest> {
        let jar = CookieJar::from_headers(headers);
        jar.get(self.name(app.settings.is_secure())).map(|cookie| TokenDigest::of(cookie.value()))
    }
}

/// How long a visitor is remembered: a year.
const VISITOR_AGE: Duration = Duration::from_secs(365 * 24 * 3600);

fn bearer(headers: &HeaderMap) -> Option<&str> {
    Some(headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")?.trim())
}

async fn account(headers: &HeaderMap, app: &App) -> Option<Account> {
    let read = match (CookieKind::Session.read(app, headers), bearer(headers)) {
        (Some(session), _) => app.accounts.of_session(session).await,
        (None, Some(key)) => app.accounts.of_key(TokenDigest::of(key)).await,
        (None, None) => return None,
    };
    known(read)
}

/// The account that was read, if it could be.
fn known(read: Result<Option<Account>, AccountError>) -> Option<Account> {
    read.unwrap_or_else(|error| {
        tracing::error!(%error, "a session could not be read");
        None
    })
}

async fn credentials(headers: &HeaderMap, app: &App) -> Credentials {
    let account = account(headers, app).await.map(|account| account.id);
    let shown = match bearer(headers) {
        Some(key) => ShownKey::read(app, key).await,
        None => None,
    };
    let key = shown.as_ref().map(|shown| shown.key);
    let session = CookieKind::Session.read(app, headers).or(key).filter(|_| account.is_some());
    let session = session.or(shown.and_then(|shown| shown.session));
    Credentials { visitor: CookieKind::Visitor.read(app, headers), account, key, session }
}

/// What separates a key to a seat from the session in which it was made.
const MADE_IN: char = '.';

/// A key that a client shows, and that proves something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ShownKey {
    pub(super) key: TokenDigest,
    /// The session or key for programs in which a key to a seat of an account was made.
    pub(super) session: Option<TokenDigest>,
}

impl ShownKey {
    /// Reads a key. One that was made in a session is nothing once the session has ended: signing out lets go of its seats too.
    pub(super) async fn read(app: &App, key: &str) -> Option<Self> {
        let session = match key.split_once(MADE_IN) {
            None => None,
            Some((_, session)) => {
                let session = TokenDigest::from_hex(session)?;
                known(app.accounts.of_token(session).await)?;
                Some(session)
            }
        };
        Some(Self { key: TokenDigest::of(key), session })
    }
}

impl FromRequestParts<Shared> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, Infallible> {
        Ok(Self(credentials(&parts.headers, app).await))
    }
}

impl FromRequestParts<Shared> for SignedIn {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, Infallible> {
        Ok(Self(account(&parts.headers, app).await))
    }
}

impl SignedIn {
    /// The account's name.
    pub(super) fn name(self) -> Option<String> {
        self.0.map(|account| account.name)
    }
}

impl FromRequestParts<Shared> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, Infallible> {
        let mut credentials = credentials(&parts.headers, app).await;
        let mut new_cookie = None;
        if credentials.visitor.is_none()
            && let Ok(token) = secret_token()
        {
            credentials.visitor = Some(TokenDigest::of(&token));
            new_cookie = Some(CookieKind::Visitor.make(app, token, VISITOR_AGE));
        }
        Ok(Self { credentials, new_cookie })
    }
}

impl Visitor {
    /// The credentials of the sender.
    pub(super) const fn credentials(&self) -> &Credentials {
        &self.credentials
    }

    /// A new key to a seat of the sender. That of an account names the session it is made in, and ends with it.
    pub(super) fn seat_key(&self) -> io::Result<String> {
        let key = secret_token()?;
        Ok(match self.credentials.session.filter(|_| self.credentials.account.is_some()) {
            Some(session) => format!("{key}{MADE_IN}{}", session.to_hex()),
            None => key,
        })
    }

    /// A holder for a seat of the sender, who may also act with the key. A seat of an account is not the browser's.
    pub(super) fn holder(&self, key: &str, name: Option<String>) -> Holder {
        let Credentials { visitor, account, .. } = self.credentials;
        let visitor = visitor.filter(|_| account.is_none());
        Holder { name, visitor, account, key: Some(TokenDigest::of(key)) }
    }
}

impl IntoResponseParts for Visitor {
    type Error = Infallible;

    fn into_response_parts(self, mut parts: ResponseParts) -> Result<ResponseParts, Infallible> {
        let cookie = self.new_cookie.and_then(|cookie| cookie.encoded().to_string().parse().ok());
        parts.headers_mut().extend(cookie.map(|cookie| (SET_COOKIE, cookie)));
        Ok(parts)
    }
}
