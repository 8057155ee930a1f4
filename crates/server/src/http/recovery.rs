//! An address for mail, and a new password by a link in a mail.

use std::time::Duration;

use askama::Template;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use damiera_game::Lang;
use serde::{Deserialize, Serialize};

use super::Shared;
use super::account::Owner;
use super::auth::wait_as_guesser;
use super::error::{ApiError, ErrorBody};
use super::guard::ClientAddress;
use super::json_body::JsonBody;
use super::lang::Reader;
use super::pages::{Page, nothing_here, show};
use crate::accounts::{AccountError, AuditAction};
use crate::mail::Mailer;
use crate::names;
use crate::random::secret_token;
use crate::rate_limit::{LimitedAction, RateKey};
use crate::store::{MailLink, MailPurpose, TokenDigest};
use crate::texts;

/// How long a link in a mail works.
const LINK: Duration = Duration::from_secs(3600);

/// The address for mail.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Email)]
pub(super) struct EmailBody {
    /// The confirmed address, if there is one.
    email: Option<String>,
    /// Whether the server sends mail.
    available: bool,
}

/// The account's address for mail.
#[utoipa::path(get, path = "/api/account/email", tag = "people", responses(
    (status = 200, description = "The address", body = EmailBody), (status = 401, description = "Not signed in", body = ErrorBody)))]
pub(super) async fn email(
    State(app): State<Shared>,
    Owner(account): Owner,
) -> Result<Json<EmailBody>, ApiError> {
    let email = app.store.email(account.id).await?;
    Ok(Json(EmailBody { email, available: app.settings.mailer.is_some() }))
}

/// A new address.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EmailChange)]
pub(super) struct EmailChange {
    /// Empty to remove the address.
    email: String,
    password: String,
}

/// Sends a link to a new address, which is used once the link has been opened; or removes the address.
#[utoipa::path(put, path = "/api/account/email", tag = "people", request_body = EmailChange, responses(
    (status = 204, description = "The link is on its way, or the address is removed"), (status = 401, description = "Not signed in, or the password is wrong", body = ErrorBody),
    (status = 422, description = "The address cannot be used, or the server sends no mail", body = ErrorBody), (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn set_email(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    Owner(account): Owner,
    Reader(lang): Reader,
    headers: HeaderMap,
    JsonBody(body): JsonBody<EmailChange>,
) -> Result<StatusCode, ApiError> {
    wait_as_guesser(&app, &headers, &account.name, address).await?;
    let account = app.accounts.authenticate(&account.name, &body.password, address).await?;
    let email = body.email.trim();
    if email.is_empty() {
        app.store.set_email(account.id, None).await?;
        app.accounts.audit(AuditAction::EmailChanged, Some(account.id), &account.name, address).await;
        return Ok(StatusCode::NO_CONTENT);
    }
    let mailer = app.settings.mailer.clone().ok_or(AccountError::NoMail)?;
    if !Mailer::accepts(email) {
        return Err(AccountError::EmailInvalid.into());
    }
    app.rate_limiter.allow(LimitedAction::Mail, address, Some(account.id))?;
    let mail = new_link(&app, account.id, MailPurpose::Confirm, email, lang).await?;
    tokio::spawn(mail.send(mailer));
    Ok(StatusCode::NO_CONTENT)
}

/// The token of a link.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MailToken)]
pub(super) struct TokenBody {
    token: String,
}

/// Confirms an address by the link that was sent to it.
#[utoipa::path(post, path = "/api/account/email", tag = "people", request_body = TokenBody, responses(
    (status = 204, description = "The address is confirmed"), (status = 404, description = "The link has expired or has been used", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn confirm_email(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    JsonBody(body): JsonBody<TokenBody>,
) -> Result<StatusCode, ApiError> {
    app.rate_limiter.allow(LimitedAction::SignIn, address, None)?;
    let (token, now) = (TokenDigest::of(&body.token), app.clock.now().0);
    let found = app.store.mail_link(token, MailPurpose::Confirm, now).await?;
    let (account, email) = found.ok_or(AccountError::LinkExpired)?;
    if !app.store.take_mail_link(token).await? {
        return Err(AccountError::LinkExpired.into());
    }
    app.store.set_email(account.id, Some(&email)).await?;
    app.accounts.audit(AuditAction::EmailChanged, Some(account.id), &account.name, address).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Whose password was lost.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LostPassword, example = json!({"name": "Marion"}))]
pub(super) struct RecoveryBody {
    /// The account's name.
    name: String,
}

/// Sends a link for a new password, if the account has a confirmed address. The answer does not tell.
#[utoipa::path(post, path = "/api/account/recovery", tag = "people", request_body = RecoveryBody, responses(
    (status = 204, description = "A link is on its way if the account has an address"), (status = 422, description = "The server sends no mail; an operator can reset the password", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn request(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    Reader(lang): Reader,
    JsonBody(body): JsonBody<RecoveryBody>,
) -> Result<StatusCode, ApiError> {
    let mailer = app.settings.mailer.clone().ok_or(AccountError::NoMail)?;
    app.rate_limiter.allow(LimitedAction::Mail, address, None)?;
    let name = names::parse(&body.name).unwrap_or_default();
    // In the background, so that the time of the answer does not tell whether there is such an account.
    tokio::spawn(async move {
        let Ok(Some(account)) = app.store.account(&name).await else { return };
        let Ok(Some(email)) = app.store.email(account.id).await else { return };
        if app.rate_limiter.take(LimitedAction::Mail, RateKey::Account(account.id)).is_err() {
            return;
        }
        app.accounts.audit(AuditAction::ResetRequested, Some(account.id), &account.name, address).await;
        match new_link(&app, account.id, MailPurpose::Reset, &email, lang).await {
            Ok(mail) => mail.send(mailer).await,
            Err(error) => tracing::error!(%error, "a link for a new password could not be made"),
        }
    });
    Ok(StatusCode::NO_CONTENT)
}

/// A new password, by the token of a link.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PasswordReset)]
pub(super) struct ResetBody {
    token: String,
    /// 8 characters at least.
    password: String,
}

/// Sets a new password. All sessions end, and passkeys and keys for programs are removed.
#[utoipa::path(put, path = "/api/account/recovery", tag = "people", request_body = ResetBody, responses(
    (status = 204, description = "The password is set"), (status = 404, description = "The link has expired or has been used", body = ErrorBody),
    (status = 422, description = "The password cannot be used", body = ErrorBody), (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn reset(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    JsonBody(body): JsonBody<ResetBody>,
) -> Result<StatusCode, ApiError> {
    app.rate_limiter.allow(LimitedAction::SignIn, address, None)?;
    let (token, now) = (TokenDigest::of(&body.token), app.clock.now().0);
    let found = app.store.mail_link(token, MailPurpose::Reset, now).await?;
    let (account, _) = found.ok_or(AccountError::LinkExpired)?;
    // A password that cannot be used does not use up the link.
    crate::accounts::check_new_password(&body.password, &account.name)?;
    if !app.store.take_mail_link(token).await? {
        return Err(AccountError::LinkExpired.into());
    }
    app.accounts.reset_password(&account, body.password, address).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A mail with a link.
struct LinkMail {
    to: String,
    subject: String,
    text: String,
}

impl LinkMail {
    async fn send(self, mailer: Mailer) {
        if let Err(error) = mailer.send(&self.to, &self.subject, self.text).await {
            tracing::error!(%error, "a mail could not be sent");
        }
    }
}

/// Stores a new link and writes the mail with it.
async fn new_link(
    app: &Shared,
    account: i64,
    purpose: MailPurpose,
    email: &str,
    lang: Lang,
) -> Result<LinkMail, AccountError> {
    let token = secret_token()?;
    let expires_at = app.clock.now().plus(LINK).0;
    let link = MailLink { token: TokenDigest::of(&token), purpose, email: email.to_owned(), expires_at };
    app.store.put_mail_link(account, &link).await?;
    let address = app.settings.link(&format!("/account/link/{}/{token}", purpose.name()));
    let (subject, text) = match purpose {
        MailPurpose::Confirm => ("mail-confirm-subject", "mail-confirm-text"),
        MailPurpose::Reset => ("mail-reset-subject", "mail-reset-text"),
    };
    let text = texts::say(lang, text, &[("text", &address)]);
    Ok(LinkMail { to: email.to_owned(), subject: texts::text(lang, subject), text })
}

#[derive(Template)]
#[template(path = "mail-link.html")]
struct MailLinkPage {
    page: Page,
    kind: &'static str,
    token: String,
}

/// The page behind a link. Looking at it changes nothing, since programs look at links in mails too.
pub(super) async fn page(Path((kind, token)): Path<(String, String)>, Reader(lang): Reader) -> Response {
    let kinds = [MailPurpose::Confirm.name(), MailPurpose::Reset.name(), "stop"];
    match kinds.into_iter().find(|own| *own == kind) {
        Some(kind) => show(&MailLinkPage { page: Page { lang }, kind, token }, StatusCode::OK),
        None => nothing_here(Reader(lang)).await,
    }
}
