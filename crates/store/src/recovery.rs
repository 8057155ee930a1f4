//! Other ways into an account than its password: passkeys, and links sent by mail.

use async_trait::async_trait;

use crate::StoreResult;
use crate::account::Account;
use crate::token::TokenDigest;

/// A passkey of an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredPasskey {
    /// The credential's id, chosen by the authenticator.
    pub id: Vec<u8>,
    /// The public key: an uncompressed point of P-256.
    pub public_key: Vec<u8>,
    /// The authenticator's count of signatures; 0 if it does not count.
    pub uses: u32,
    /// When it was added, in milliseconds since 1970.
    pub created_at: u64,
    /// What its owner calls it.
    pub label: String,
}

/// What a link in a mail does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MailPurpose {
    /// Confirms the address.
    Confirm,
    /// Sets a new password.
    Reset,
}

impl MailPurpose {
    /// Its name in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Confirm => "confirm",
            Self::Reset => "reset",
        }
    }
}

/// A link that was sent by mail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailLink {
    /// The digest of the token in the link.
    pub token: TokenDigest,
    /// What it does.
    pub purpose: MailPurpose,
    /// Where it was sent.
    pub email: String,
    /// When it expires, in milliseconds since 1970.
    pub expires_at: u64,
}

/// Storage of passkeys, addresses and links.
#[async_trait]
pub trait RecoveryStore: Send + Sync + 'static {
    /// Adds a passkey; a conflict if its id is known.
    async fn add_passkey(&self, account: i64, passkey: &StoredPasskey) -> StoreResult<()>;

    /// The passkeys of an account, the newest first.
    async fn passkeys(&self, account: i64) -> StoreResult<Vec<StoredPasskey>>;

    /// A passkey by its id, with its account.
    async fn passkey(&self, id: &[u8]) -> StoreResult<Option<(Account, StoredPasskey)>>;

    /// Stores the new count of signatures of a passkey.
    async fn set_passkey_uses(&self, id: &[u8], uses: u32) -> StoreResult<()>;

    /// Deletes a passkey of an account; says whether there was one.
    async fn delete_passkey(&self, account: i64, id: &[u8]) -> StoreResult<bool>;

    /// Deletes all passkeys of an account.
    async fn delete_passkeys(&self, account: i64) -> StoreResult<()>;

    /// The confirmed address of an account.
    async fn email(&self, account: i64) -> StoreResult<Option<String>>;

    /// Sets or removes the address of an account. Links that were sent before no longer work: some went to the old address.
    async fn set_email(&self, account: i64, email: Option<&str>) -> StoreResult<()>;

    /// Stores a link in place of all earlier ones of the account for the same purpose.
    async fn put_mail_link(&self, account: i64, link: &MailLink) -> StoreResult<()>;

    /// The account and the address of a link that has not expired.
    async fn mail_link(
        &self,
        token: TokenDigest,
        purpose: MailPurpose,
        at: u64,
    ) -> StoreResult<Option<(Account, String)>>;

    /// Takes a link, which can be used once; says whether it was there.
    async fn take_mail_link(&self, token: TokenDigest) -> StoreResult<bool>;

    /// Deletes links that have expired.
    async fn delete_expired_links(&self, at: u64) -> StoreResult<u64>;
}

/// Implements [`RecoveryStore`] for a store with `execute_one` and `fetch_rows`. Both databases understand the same
/// statements.
macro_rules! recovery_store {
    ($store:ty, $database:ty) => {
        #[async_trait]
        impl RecoveryStore for $store {
            async fn add_passkey(&self, account: i64, passkey: &StoredPasskey) -> StoreResult<()> {
                let add = query(
                    "INSERT INTO passkey (id, account, public_key, uses, created_at, label) VALUES ($1, $2, $3, $4, $5, $6) \
                     ON CONFLICT (id) DO NOTHING",
                )
                .bind(passkey.id.clone())
                .bind(account)
                .bind(passkey.public_key.clone())
                .bind(i64::from(passkey.uses))
                .bind(passkey.created_at as i64)
                .bind(storable(&passkey.label));
                match self.execute_one(add).await? {
                    0 => Err(crate::StoreError::Conflict),
                    _ => Ok(()),
                }
            }

            async fn passkeys(&self, account: i64) -> StoreResult<Vec<StoredPasskey>> {
                let passkeys = query(
                    "SELECT id, public_key, uses, created_at, label FROM passkey WHERE account = $1 \
                     ORDER BY created_at DESC, id",
                );
                Ok(self.fetch_rows(passkeys.bind(account)).await?.iter().map(|row| read_passkey(row, 0)).collect())
            }

            async fn passkey(&self, id: &[u8]) -> StoreResult<Option<(Account, StoredPasskey)>> {
                let found = query(
                    "SELECT account.id, name, password, operator, muted, banned, account.created_at, \
                     passkey.id, public_key, uses, passkey.created_at, label \
                     FROM passkey JOIN account ON account.id = passkey.account WHERE passkey.id = $1",
                );
                let rows = self.fetch_rows(found.bind(id.to_vec())).await?;
                Ok(rows.first().map(|row| (crate::row::read_account(row), read_passkey(row, 7))))
            }

            async fn set_passkey_uses(&self, id: &[u8], uses: u32) -> StoreResult<()> {
                let set = query("UPDATE passkey SET uses = $1 WHERE id = $2").bind(i64::from(uses)).bind(id.to_vec());
                self.execute_one(set).await.map(|_| ())
            }

            async fn delete_passkey(&self, account: i64, id: &[u8]) -> StoreResult<bool> {
                let delete = query("DELETE FROM passkey WHERE account = $1 AND id = $2").bind(account).bind(id.to_vec());
                Ok(self.execute_one(delete).await? > 0)
            }

            async fn delete_passkeys(&self, account: i64) -> StoreResult<()> {
                let delete = query("DELETE FROM passkey WHERE account = $1").bind(account);
                self.execute_one(delete).await.map(|_| ())
            }

            async fn email(&self, account: i64) -> StoreResult<Option<String>> {
                let rows = self.fetch_rows(query("SELECT email FROM account WHERE id = $1").bind(account)).await?;
                Ok(rows.first().and_then(|row| row.get(0)))
            }

            async fn set_email(&self, account: i64, email: Option<&str>) -> StoreResult<()> {
                self.execute_one(query("DELETE FROM mail_link WHERE account = $1").bind(account)).await?;
                let set = query("UPDATE account SET email = $1 WHERE id = $2").bind(email.map(storable)).bind(account);
                self.execute_one(set).await.map(|_| ())
            }

            async fn put_mail_link(&self, account: i64, link: &MailLink) -> StoreResult<()> {
                let earlier = query("DELETE FROM mail_link WHERE account = $1 AND purpose = $2");
                self.execute_one(earlier.bind(account).bind(link.purpose.name())).await?;
                let add = query(
                    "INSERT INTO mail_link (word, account, purpose, email, expires_at) VALUES ($1, $2, $3, $4, $5)",
                )
                .bind(link.token.0.to_vec())
                .bind(account)
                .bind(link.purpose.name())
                .bind(storable(&link.email))
                .bind(link.expires_at as i64);
                self.execute_one(add).await.map(|_| ())
            }

            async fn mail_link(
                &self,
                token: TokenDigest,
                purpose: MailPurpose,
                at: u64,
            ) -> StoreResult<Option<(Account, String)>> {
                let found = query(
                    "SELECT account.id, name, password, operator, muted, banned, account.created_at, mail_link.email \
                     FROM mail_link JOIN account ON account.id = mail_link.account \
                     WHERE word = $1 AND purpose = $2 AND expires_at > $3",
                );
                let found = found.bind(token.0.to_vec()).bind(purpose.name()).bind(at as i64);
                Ok(self.fetch_rows(found).await?.first().map(|row| (crate::row::read_account(row), row.get(7))))
            }

            async fn take_mail_link(&self, token: TokenDigest) -> StoreResult<bool> {
                let take = query("DELETE FROM mail_link WHERE word = $1").bind(token.0.to_vec());
                Ok(self.execute_one(take).await? > 0)
            }

            async fn delete_expired_links(&self, at: u64) -> StoreResult<u64> {
                self.execute_one(query("DELETE FROM mail_link WHERE expires_at <= $1").bind(at as i64)).await
            }
        }

        fn read_passkey(row: &<$database as sqlx::Database>::Row, first: usize) -> StoredPasskey {
            StoredPasskey {
                id: row.get(first),
                public_key: row.get(first + 1),
                uses: u32::try_from(row.get::<i64, _>(first + 2)).unwrap_or(u32::MAX),
                created_at: row.get::<i64, _>(first + 3) as u64,
                label: row.get(first + 4),
            }
        }
    };
}
pub(crate) use recovery_store;
