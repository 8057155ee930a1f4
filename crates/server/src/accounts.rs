//! Accounts: opening one, signing in and out, and what their owners and operators can do with them.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use damiera_game::has_unseen;

use crate::clock::Clock;
use crate::connections::ConnectionTracker;
use crate::names::{self, NameError};
use crate::passkeys::PasskeyFault;
use crate::password::{MAX_LENGTH, MIN_LENGTH, Passwords, is_common};
use crate::random::secret_token;
use crate::rooms::{FormerHolder, RoomRegistry};
use crate::store::{
    Account, AccountStatus, AuditEntry, NewAccount, SeekKind, Store, StoreError, StoredKey, StoredSession,
    TokenDigest,
};

/// How long a session lasts.
pub(crate) const SESSION: Duration = Duration::from_secs(30 * 24 * 3600);
/// How long the audit log is kept.
const AUDIT: Duration = Duration::from_secs(90 * 24 * 3600);
/// How long a seek in the lobby, and one by link, is kept if it leads to no game.
const DEAD_SEEK: [(SeekKind, Duration); 2] = [
    (SeekKind::Lobby, Duration::from_secs(24 * 3600)),
    (SeekKind::Link, Duration::from_secs(60 * 24 * 3600)),
];
/// How long it is remembered to whom a seek was addressed that is gone or has led to a game.
const SETTLED_CHALLENGE: Duration = Duration::from_secs(3600);
/// How often what has expired is deleted.
const SWEEP: Duration = Duration::from_secs(3600);
/// Keys of one account at most.
const MAX_KEYS: usize = 20;
/// The longest label of a session or a key, in characters.
const MAX_LABEL: usize = 100;

/// Why something could not be done with an account.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AccountError {
    /// The name is empty.
    #[error("the name is missing")]
    NameMissing,
    /// The name has invisible or unusual characters, or mixes scripts.
    #[error("the name has characters that cannot be used")]
    NameInvalid,
    /// The name is too long.
    #[error("the name is too long")]
    NameTooLong,
    /// The name of a key is too long, or has characters that cannot be written.
    #[error("the name of the key cannot be used")]
    KeyName,
    /// The password is too short or too long.
    #[error("the password is too short or too long")]
    PasswordLength,
    /// The password is one of those that are guessed first.
    #[error("the password is too easy to guess")]
    PasswordCommon,
    /// Another account has the name, or one that looks like it.
    #[error("the name is taken")]
    NameTaken,
    /// The name or the password is wrong.
    #[error("the name or the password is wrong")]
    WrongCredentials,
    /// The sender is not signed in.
    #[error("the sender is not signed in")]
    NotSignedIn,
    /// The account is banned.
    #[error("the account is banned")]
    Banned,
    /// The account may not offer games in the lobby.
    #[error("the account is muted")]
    Muted,
    /// Only operators may do this.
    #[error("only operators may do this")]
    NotOperator,
    /// There is no such account, session or key.
    #[error("there is no such account, session or key")]
    Unknown,
    /// The account has blocked as many players as it may.
    #[error("the account has blocked too many players")]
    TooManyBlocked,
    /// Passkeys belong to a host name, and the server is reached by a number.
    #[error("passkeys need a host name")]
    NoPasskeysHere,
    /// A passkey is not known or not valid.
    #[error(transparent)]
    Passkey(#[from] PasskeyFault),
    /// The server sends no mail.
    #[error("the server sends no mail")]
    NoMail,
    /// The account has no confirmed address.
    #[error("the account has no confirmed address")]
    NoEmail,
    /// An address cannot be used.
    #[error("the address cannot be used")]
    EmailInvalid,
    /// A link has expired or has been used.
    #[error("the link has expired or has been used")]
    LinkExpired,
    /// The account has as many keys as it may have.
    #[error("the account has too many keys")]
    TooManyKeys,
    /// The password could not be hashed.
    #[error("the password could not be hashed")]
    Hashing,
    /// No random numbers.
    #[error("no random numbers: {0}")]
    Random(#[from] std::io::Error),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<NameError> for AccountError {
    fn from(error: NameError) -> Self {
        match error {
            NameError::Missing => Self::NameMissing,
            NameError::Invalid => Self::NameInvalid,
            NameError::TooLong => Self::NameTooLong,
        }
    }
}

/// What the audit log records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AuditAction {
    Opened,
    SignedIn,
    SignInRefused,
    SignedOut,
    PasswordChanged,
    SessionEnded,
    KeyCreated,
    KeyEnded,
    PasskeyAdded,
    PasskeyRemoved,
    EmailChanged,
    ResetRequested,
    Exported,
    StatusChanged,
}

impl AuditAction {
    const fn name(self) -> &'static str {
        match self {
            Self::Opened => "opened",
            Self::SignedIn => "sign-in",
            Self::SignInRefused => "sign-in-refused",
            Self::SignedOut => "sign-out",
            Self::PasswordChanged => "password-changed",
            Self::SessionEnded => "session-ended",
            Self::KeyCreated => "key-created",
            Self::KeyEnded => "key-ended",
            Self::PasskeyAdded => "passkey-added",
            Self::PasskeyRemoved => "passkey-removed",
            Self::EmailChanged => "email-changed",
            Self::ResetRequested => "reset-requested",
            Self::Exported => "exported",
            Self::StatusChanged => "status-changed",
        }
    }
}

/// Accounts and sessions.
pub(crate) struct Accounts {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) connections: Arc<ConnectionTracker>,
    pub(crate) rooms: Arc<RoomRegistry>,
    pub(crate) passwords: Passwords,
    pub(crate) clock: Clock,
}

/// The public id of a session or a key: part of its digest, which reveals nothing.
pub(crate) fn public_id(token: TokenDigest) -> String {
    token.0[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A text on one line, cut to the longest label.
pub(crate) fn label(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(MAX_LABEL).collect()
}

/// Whether a password may be used for the account of a name.
pub(crate) fn check_new_password(password: &str, name: &str) -> Result<(), AccountError> {
    if !(MIN_LENGTH..=MAX_LENGTH).contains(&password.chars().count()) {
        return Err(AccountError::PasswordLength);
    }
    if is_common(password, name) {
        return Err(AccountError::PasswordCommon);
    }
    Ok(())
}

impl Accounts {
    /// Opens an account. The games, seeks and imports of the visitor become its own.
    pub(crate) async fn open(
        &self,
        name: &str,
        password: String,
        visitor: Option<TokenDigest>,
        address: IpAddr,
    ) -> Result<Account, AccountError> {
        let name = names::parse(name)?;
        let password_hash = self.hash_new(password, &name).await?;
        let (name_keys, at) = (names::keys(&name), self.clock.now().0);
        let new =
            NewAccount { name: &name, name_keys: &name_keys, password_hash: &password_hash, visitor, at };
        let id = match self.store.create_account(&new).await {
            Ok(id) => id,
            Err(StoreError::Conflict) => return Err(AccountError::NameTaken),
            Err(error) => return Err(error.into()),
        };
        self.audit(AuditAction::Opened, Some(id), &name, address).await;
        if let Some(visitor) = visitor {
            self.rooms.seats_changed_hands(FormerHolder::Visitor(visitor)).await;
        }
        Ok(Account { id, name, password_hash, status: AccountStatus::default(), created_at: at })
    }

    /// Checks and hashes a new password.
    async fn hash_new(&self, password: String, name: &str) -> Result<String, AccountError> {
        check_new_password(&password, name)?;
        self.passwords.hash(password).await.ok_or(AccountError::Hashing)
    }

    /// The account of a name and a password.
    pub(crate) async fn authenticate(
        &self,
        name: &str,
        password: &str,
        address: IpAddr,
    ) -> Result<Account, AccountError> {
        let account = self.store.account(name).await?;
        let password = password.chars().take(MAX_LENGTH + 1).collect();
        let hash = account.as_ref().map(|account| account.password_hash.clone());
        let right = self.passwords.verify(password, hash).await;
        let id = account.as_ref().map(|account| account.id);
        let result = match account.filter(|_| right) {
            Some(account) if account.status.banned => Err(AccountError::Banned),
            Some(account) => Ok(account),
            None => Err(AccountError::WrongCredentials),
        };
        let action = if result.is_ok() { AuditAction::SignedIn } else { AuditAction::SignInRefused };
        self.audit(action, id, name, address).await;
        result
    }

    /// The name of a guest, if one is given: not that of an account, nor one that looks like it.
    pub(crate) async fn guest_name(&self, name: &str) -> Result<Option<String>, AccountError> {
        let name = match names::parse(name) {
            Err(NameError::Missing) => return Ok(None),
            name => name?,
        };
        match self.store.account_named_like(&names::keys(&name)).await? {
            Some(_) => Err(AccountError::NameTaken),
            None => Ok(Some(name)),
        }
    }

    /// The name under which somebody holds or enters an event: not that of another account, nor one that looks like it.
    pub(crate) async fn event_name(&self, name: &str, account: Option<i64>) -> Result<String, AccountError> {
        let name = names::parse_of_any_length(name)?;
        match self.store.account_named_like(&names::keys(&name)).await? {
            Some(owner) if Some(owner) != account => Err(AccountError::NameTaken),
            _ => Ok(name),
        }
    }

    /// Opens a session and ends the one before. Returns its token.
    pub(crate) async fn open_session(
        &self,
        account: &Account,
        previous: Option<TokenDigest>,
        browser: &str,
    ) -> Result<String, AccountError> {
        self.close_session(previous).await?;
        let (token, now) = (secret_token()?, self.clock.now());
        let session = StoredSession {
            token: TokenDigest::of(&token),
            created_at: now.0,
            expires_at: now.plus(SESSION).0,
            label: label(browser),
        };
        self.store.open_session(account.id, &session).await?;
        Ok(token)
    }

    /// Ends a session and closes its connections.
    pub(crate) async fn close_session(&self, session: Option<TokenDigest>) -> Result<(), AccountError> {
        if let Some(session) = session {
            self.store.close_session(session).await?;
            self.connections.sign_out(session);
        }
        Ok(())
    }

    /// Ends a key for programs and closes its connections.
    pub(crate) async fn end_key(&self, key: TokenDigest) -> Result<(), AccountError> {
        self.store.delete_key(key).await?;
        self.connections.sign_out(key);
        Ok(())
    }

    /// Closes the connections of all keys of an account.
    async fn close_keys(&self, account: i64) -> Result<(), AccountError> {
        for key in self.store.keys(account).await? {
            self.connections.sign_out(key.token);
        }
        Ok(())
    }

    /// Ends all sessions of an account but one.
    pub(crate) async fn close_sessions(
        &self,
        account: i64,
        but: Option<TokenDigest>,
    ) -> Result<(), AccountError> {
        for session in self.store.sessions(account, self.clock.now().0).await? {
            if Some(session.token) != but {
                self.close_session(Some(session.token)).await?;
            }
        }
        Ok(())
    }

    /// The account of an open session.
    pub(crate) async fn of_session(&self, session: TokenDigest) -> Result<Option<Account>, AccountError> {
        Ok(self.store.session(session, self.clock.now().0).await?.filter(|account| !account.status.banned))
    }

    /// The account of an open session or of a key for programs.
    pub(crate) async fn of_token(&self, token: TokenDigest) -> Result<Option<Account>, AccountError> {
        match self.of_session(token).await? {
            Some(account) => Ok(Some(account)),
            None => self.of_key(token).await,
        }
    }

    /// The account of a key for programs.
    pub(crate) async fn of_key(&self, key: TokenDigest) -> Result<Option<Account>, AccountError> {
        Ok(self.store.account_of_key(key).await?.filter(|account| !account.status.banned))
    }

    /// Replaces the password, and ends all other sessions.
    pub(crate) async fn change_password(
        &self,
        account: &Account,
        new: String,
        session: Option<TokenDigest>,
        address: IpAddr,
    ) -> Result<(), AccountError> {
        let hash = self.hash_new(new, &account.name).await?;
        self.store.set_password(account.id, &hash).await?;
        self.close_sessions(account.id, session).await?;
        self.audit(AuditAction::PasswordChanged, Some(account.id), &account.name, address).await;
        Ok(())
    }

    /// Replaces a password that was lost. All sessions end, and all passkeys and keys are removed, since somebody else may have
    /// added one.
    pub(crate) async fn reset_password(
        &self,
        account: &Account,
        new: String,
        address: IpAddr,
    ) -> Result<(), AccountError> {
        self.change_password(account, new, None, address).await?;
        self.store.delete_passkeys(account.id).await?;
        for key in self.store.keys(account.id).await? {
            self.end_key(key.token).await?;
        }
        Ok(())
    }

    /// Creates a key for programs. Returns the key, which is shown once.
    pub(crate) async fn create_key(&self, account: &Account, name: &str) -> Result<String, AccountError> {
        if name.chars().count() > MAX_LABEL || name.contains(char::is_control) || has_unseen(name) {
            return Err(AccountError::KeyName);
        }
        if self.store.keys(account.id).await?.len() >= MAX_KEYS {
            return Err(AccountError::TooManyKeys);
        }
        let key = secret_token()?;
        let stored =
            StoredKey { token: TokenDigest::of(&key), created_at: self.clock.now().0, label: label(name) };
        self.store.add_key(account.id, &stored).await?;
        Ok(key)
    }

    /// Deletes an account. Its games stay, and show a deleted player.
    pub(crate) async fn delete(&self, account: &Account) -> Result<(), AccountError> {
        self.close_sessions(account.id, None).await?;
        self.close_keys(account.id).await?;
        self.store.delete_account(account.id).await?;
        self.rooms.seats_changed_hands(FormerHolder::Account(account.id)).await;
        Ok(())
    }

    /// Changes what operators have decided about an account. A ban ends its sessions.
    pub(crate) async fn set_status(
        &self,
        account: &Account,
        status: AccountStatus,
        address: IpAddr,
    ) -> Result<(), AccountError> {
        self.store.set_status(account.id, status).await?;
        if status.banned {
            self.close_sessions(account.id, None).await?;
            self.close_keys(account.id).await?;
        }
        self.audit(AuditAction::StatusChanged, Some(account.id), &account.name, address).await;
        Ok(())
    }

    /// Adds an entry to the audit log. A failure does not undo what it is about.
    pub(crate) async fn audit(&self, action: AuditAction, account: Option<i64>, name: &str, address: IpAddr) {
        let (at, action) = (self.clock.now().0, action.name().to_owned());
        tracing::info!(action, account, %address, "audit");
        let entry = AuditEntry { at, action, name: label(name), address: address.to_string() };
        if let Err(error) = self.store.audit(account, &entry).await {
            tracing::error!(%error, "the audit log could not be written");
        }
    }

    /// Reserves the names of accounts that an older version opened.
    pub(crate) async fn reserve_names(&self) -> Result<(), StoreError> {
        for (account, name) in self.store.accounts_without_name_keys().await? {
            for key in names::keys(&name) {
                self.store.add_name_key(account, &key).await?;
            }
        }
        Ok(())
    }

    /// Deletes what has expired, now and every hour.
    pub(crate) async fn sweep_forever(store: Arc<dyn Store>, clock: Clock) {
        loop {
            if let Err(error) = Self::sweep(&*store, &clock).await {
                tracing::error!(%error, "what has expired could not be deleted");
            }
            clock.sleep(SWEEP).await;
        }
    }

    async fn sweep(store: &dyn Store, clock: &Clock) -> Result<(), StoreError> {
        let now = clock.now();
        let mut deleted = store.delete_expired(now.0, now.minus(AUDIT).0).await?;
        deleted += store.delete_expired_links(now.0).await?;
        for (kind, age) in DEAD_SEEK {
            deleted += store.delete_dead_seeks(kind, now.minus(age).0).await?;
        }
        deleted += store.delete_settled_challenges(now.minus(SETTLED_CHALLENGE).0).await?;
        if deleted > 0 {
            tracing::info!(deleted, "expired sessions, seeks and audit entries were deleted");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use damiera_game::Lang;

    use super::AuditAction as A;
    use crate::texts::text;

    #[test]
    fn every_entry_of_the_audit_log_has_its_words() {
        let actions = [
            A::Opened,
            A::SignedIn,
            A::SignInRefused,
            A::SignedOut,
            A::PasswordChanged,
            A::SessionEnded,
            A::KeyCreated,
            A::KeyEnded,
            A::PasskeyAdded,
            A::PasskeyRemoved,
            A::EmailChanged,
            A::ResetRequested,
            A::Exported,
            A::StatusChanged,
        ];
        for action in actions {
            let key = format!("audit-{}", action.name());
            assert_ne!(text(Lang::English, &key), key);
        }
    }
}
