//! What belongs to accounts beside their games: sessions, devices, keys, names, the audit log and reports.

use async_trait::async_trait;

use crate::StoreResult;
use crate::account::{Account, AccountStatus, StoredSession};
use crate::token::TokenDigest;

/// A key with which programs act for an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredKey {
    /// The digest of the key.
    pub token: TokenDigest,
    /// When it was made, in milliseconds since 1970.
    pub created_at: u64,
    /// What its owner calls it.
    pub label: String,
}

/// An entry of the audit log.
#[derive(serde::Serialize, Clone, PartialEq, Eq, Debug, utoipa::ToSchema)]
pub struct AuditEntry {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// What happened, such as `sign-in` or `sign-in-refused`.
    pub action: String,
    /// The name that was given.
    pub name: String,
    /// The address of the client.
    pub address: String,
}

/// A report about somebody's conduct.
#[derive(serde::Serialize, Clone, PartialEq, Eq, Debug, utoipa::ToSchema)]
pub struct ConductReport {
    /// Its number. Ignored when a report is written.
    pub id: i64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The account that reports, if it was signed in.
    pub reporter: Option<i64>,
    /// The name of the player it is about.
    pub about: String,
    /// The game it is about.
    pub game: Option<String>,
    /// What happened.
    pub text: String,
}

/// Where a seek is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeekKind {
    /// In the lobby.
    Lobby,
    /// By its link only.
    Link,
}

/// Storage of what belongs to accounts.
#[async_trait]
pub trait PeopleStore: Send + Sync + 'static {
    /// Replaces the hash of a password. Links that were sent before no longer work: whoever knew the old password may have asked
    /// for them.
    async fn set_password(&self, account: i64, password_hash: &str) -> StoreResult<()>;

    /// Replaces what operators have decided about an account.
    async fn set_status(&self, account: i64, status: AccountStatus) -> StoreResult<()>;

    /// Deletes an account with all that belongs to it. Its games stay, with seats that nobody holds any more
    /// ([`Holder::DELETED`](crate::Holder::DELETED)).
    async fn delete_account(&self, account: i64) -> StoreResult<()>;

    /// The sessions of an account that have not expired, the newest first.
    async fn sessions(&self, account: i64, at: u64) -> StoreResult<Vec<StoredSession>>;

    /// Remembers a browser in which somebody has signed in to an account.
    async fn add_device(&self, account: i64, token: TokenDigest, at: u64) -> StoreResult<()>;

    /// Whether somebody has signed in to an account in this browser.
    async fn knows_device(&self, account: i64, token: TokenDigest) -> StoreResult<bool>;

    /// Adds a key for programs.
    async fn add_key(&self, account: i64, key: &StoredKey) -> StoreResult<()>;

    /// The keys of an account, the newest first.
    async fn keys(&self, account: i64) -> StoreResult<Vec<StoredKey>>;

    /// The account that a key belongs to.
    async fn account_of_key(&self, token: TokenDigest) -> StoreResult<Option<Account>>;

    /// Deletes a key.
    async fn delete_key(&self, token: TokenDigest) -> StoreResult<()>;

    /// An account that has one of these keys of names.
    async fn account_named_like(&self, name_keys: &[String]) -> StoreResult<Option<i64>>;

    /// Adds a key of an account's name, unless another account has it.
    async fn add_name_key(&self, account: i64, key: &str) -> StoreResult<()>;

    /// Numbers and names of accounts without keys, which were opened by an older version.
    async fn accounts_without_name_keys(&self) -> StoreResult<Vec<(i64, String)>>;

    /// Adds an entry to the audit log.
    async fn audit(&self, account: Option<i64>, entry: &AuditEntry) -> StoreResult<()>;

    /// The newest entries of the audit log: of an account, or all.
    async fn audit_log(&self, account: Option<i64>, limit: u32) -> StoreResult<Vec<AuditEntry>>;

    /// Stores a report.
    async fn add_report(&self, report: &ConductReport) -> StoreResult<()>;

    /// The oldest reports that are open.
    async fn open_reports(&self, limit: u32) -> StoreResult<Vec<ConductReport>>;

    /// Closes a report.
    async fn close_report(&self, id: i64, at: u64) -> StoreResult<()>;

    /// The reports of an account.
    async fn reports_by(&self, account: i64) -> StoreResult<Vec<ConductReport>>;

    /// The ids of the games that an account has imported.
    async fn import_ids_of(&self, account: i64) -> StoreResult<Vec<String>>;

    /// Deletes sessions that have expired, and entries of the audit log from before `audit_before`. Returns how many.
    async fn delete_expired(&self, at: u64, audit_before: u64) -> StoreResult<u64>;

    /// Deletes seeks of a kind from before an instant that have not led to a game.
    async fn delete_dead_seeks(&self, kind: SeekKind, before: u64) -> StoreResult<u64>;
}

/// Deletes what belongs to an account, statement by statement in one transaction. `$1` is the account.
pub(crate) const DELETE_ACCOUNT: &[&str] = &[
    "DELETE FROM session WHERE account = $1",
    "DELETE FROM device WHERE account = $1",
    "DELETE FROM passkey WHERE account = $1",
    "DELETE FROM mail_link WHERE account = $1",
    "DELETE FROM rating WHERE account = $1",
    "UPDATE tournament_pass SET account = 0 WHERE account = $1",
    "DELETE FROM turn_notice WHERE channel = 'mail' AND recipient = $1",
    "DELETE FROM push_subscription WHERE account = $1",
    "DELETE FROM collection_game WHERE collection IN (SELECT id FROM collection WHERE account = $1)",
    "DELETE FROM collection WHERE account = $1",
    "DELETE FROM job_result WHERE job IN (SELECT id FROM job WHERE account = $1)",
    "DELETE FROM job_game WHERE job IN (SELECT id FROM job WHERE account = $1)",
    "DELETE FROM job WHERE account = $1",
    "UPDATE side_member SET account = 0, visitor = NULL, key = NULL, name = NULL WHERE account = $1",
    "DELETE FROM turn_mail_setting WHERE account = $1",
    "DELETE FROM api_key WHERE account = $1",
    "DELETE FROM name_key WHERE account = $1",
    "DELETE FROM audit WHERE account = $1",
    "DELETE FROM report WHERE reporter = $1",
    "DELETE FROM preference WHERE account = $1",
    "DELETE FROM blocked WHERE account = $1 OR other = $1",
    "DELETE FROM seek WHERE id IN (SELECT seek FROM challenge WHERE challenged = $1) \
     AND NOT EXISTS (SELECT 1 FROM game WHERE game.seek = seek.id)",
    "DELETE FROM challenge WHERE challenged = $1 OR seek IN (SELECT id FROM seek WHERE account = $1)",
    // Cards are derived: those of its games are made again without the name.
    "DELETE FROM seen WHERE card IN (SELECT game FROM seat WHERE account = $1 UNION SELECT id FROM imported WHERE account = $1)",
    "DELETE FROM card WHERE id IN (SELECT game FROM seat WHERE account = $1 UNION SELECT id FROM imported WHERE account = $1)",
    "DELETE FROM hidden WHERE account = $1 OR card IN (SELECT id FROM imported WHERE account = $1)",
    "DELETE FROM imported WHERE account = $1",
    "DELETE FROM seek WHERE account = $1 AND NOT EXISTS (SELECT 1 FROM game WHERE game.seek = seek.id)",
    "UPDATE seek SET account = 0, visitor = NULL, key = NULL, name = NULL WHERE account = $1",
    "UPDATE seat SET account = 0, visitor = NULL, key = NULL, name = NULL WHERE account = $1",
    "UPDATE exhibition SET account = 0, visitor = NULL, key = NULL, name = NULL WHERE account = $1",
    "UPDATE exhibition_board SET account = 0, visitor = NULL, key = NULL, name = NULL WHERE account = $1",
    "DELETE FROM account WHERE id = $1",
];

/// Implements [`PeopleStore`] for a store with `execute_one`, `fetch_rows` and `in_transaction`. Both databases
/// understand the same statements.
macro_rules! people_store {
    ($store:ty, $database:ty) => {
        #[async_trait]
        impl PeopleStore for $store {
            async fn set_password(&self, account: i64, password_hash: &str) -> StoreResult<()> {
                self.execute_one(query("DELETE FROM mail_link WHERE account = $1").bind(account)).await?;
                let set = query("UPDATE account SET password = $1 WHERE id = $2").bind(password_hash).bind(account);
                self.execute_one(set).await.map(|_| ())
            }

            async fn set_status(&self, account: i64, status: AccountStatus) -> StoreResult<()> {
                let AccountStatus { operator, muted, banned } = status;
                let set = query("UPDATE account SET operator = $1, muted = $2, banned = $3 WHERE id = $4")
                    .bind(i64::from(operator))
                    .bind(i64::from(muted))
                    .bind(i64::from(banned))
                    .bind(account);
                self.execute_one(set).await.map(|_| ())
            }

            async fn delete_account(&self, account: i64) -> StoreResult<()> {
                self.in_transaction(crate::people::DELETE_ACCOUNT, account).await
            }

            async fn sessions(&self, account: i64, at: u64) -> StoreResult<Vec<StoredSession>> {
                let sessions = query(
                    "SELECT word, created_at, expires_at, label FROM session WHERE account = $1 AND expires_at > $2 \
                     ORDER BY created_at DESC",
                );
                let rows = self.fetch_rows(sessions.bind(account).bind(at as i64)).await?;
                let read = |row: &<$database as sqlx::Database>::Row| {
                    Some(StoredSession {
                        token: read_digest(Some(row.get(0)))?,
                        created_at: row.get::<i64, _>(1) as u64,
                        expires_at: row.get::<i64, _>(2) as u64,
                        label: row.get(3),
                    })
                };
                Ok(rows.iter().filter_map(read).collect())
            }

            async fn add_device(&self, account: i64, token: TokenDigest, at: u64) -> StoreResult<()> {
                let add = query(
                    "INSERT INTO device (word, account, at) VALUES ($1, $2, $3) \
                     ON CONFLICT (account, word) DO UPDATE SET at = excluded.at",
                );
                self.execute_one(add.bind(token.0.to_vec()).bind(account).bind(at as i64)).await?;
                // The ten browsers that were used last are enough.
                let forget = query(
                    "DELETE FROM device WHERE account = $1 AND word NOT IN \
                     (SELECT word FROM device WHERE account = $1 ORDER BY at DESC LIMIT 10)",
                );
                self.execute_one(forget.bind(account)).await.map(|_| ())
            }

            async fn knows_device(&self, account: i64, token: TokenDigest) -> StoreResult<bool> {
                let known = query("SELECT 1 FROM device WHERE account = $1 AND word = $2");
                Ok(!self.fetch_rows(known.bind(account).bind(token.0.to_vec())).await?.is_empty())
            }

            async fn add_key(&self, account: i64, key: &StoredKey) -> StoreResult<()> {
                let add = query("INSERT INTO api_key (word, account, created_at, label) VALUES ($1, $2, $3, $4)")
                    .bind(key.token.0.to_vec())
                    .bind(account)
                    .bind(key.created_at as i64)
                    .bind(storable(&key.label));
                self.execute_one(add).await.map(|_| ())
            }

            async fn keys(&self, account: i64) -> StoreResult<Vec<StoredKey>> {
                let keys = query(
                    "SELECT word, created_at, label FROM api_key WHERE account = $1 ORDER BY created_at DESC",
                );
                let rows = self.fetch_rows(keys.bind(account)).await?;
                let read = |row: &<$database as sqlx::Database>::Row| {
                    Some(StoredKey {
                        token: read_digest(Some(row.get(0)))?,
                        created_at: row.get::<i64, _>(1) as u64,
                        label: row.get(2),
                    })
                };
                Ok(rows.iter().filter_map(read).collect())
            }

            async fn account_of_key(&self, token: TokenDigest) -> StoreResult<Option<Account>> {
                let account = query(
                    "SELECT id, name, password, operator, muted, banned, account.created_at \
                     FROM api_key JOIN account ON account.id = api_key.account WHERE word = $1",
                );
                Ok(self.fetch_rows(account.bind(token.0.to_vec())).await?.first().map(crate::row::read_account))
            }

            async fn delete_key(&self, token: TokenDigest) -> StoreResult<()> {
                let delete = query("DELETE FROM api_key WHERE word = $1").bind(token.0.to_vec());
                self.execute_one(delete).await.map(|_| ())
            }

            async fn account_named_like(&self, name_keys: &[String]) -> StoreResult<Option<i64>> {
                for key in name_keys {
                    let found = query("SELECT account FROM name_key WHERE key = $1").bind(storable(key));
                    if let Some(row) = self.fetch_rows(found).await?.first() {
                        return Ok(Some(row.get(0)));
                    }
                }
                Ok(None)
            }

            async fn add_name_key(&self, account: i64, key: &str) -> StoreResult<()> {
                let add = query("INSERT INTO name_key (key, account) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING");
                self.execute_one(add.bind(storable(key)).bind(account)).await.map(|_| ())
            }

            async fn accounts_without_name_keys(&self) -> StoreResult<Vec<(i64, String)>> {
                let accounts = query(
                    "SELECT id, name FROM account WHERE NOT EXISTS (SELECT 1 FROM name_key WHERE account = account.id) \
                     ORDER BY id",
                );
                let rows = self.fetch_rows(accounts).await?;
                Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
            }

            async fn audit(&self, account: Option<i64>, entry: &AuditEntry) -> StoreResult<()> {
                let add = query("INSERT INTO audit (at, action, account, name, address) VALUES ($1, $2, $3, $4, $5)")
                    .bind(entry.at as i64)
                    .bind(entry.action.clone())
                    .bind(account)
                    .bind(storable(&entry.name))
                    .bind(entry.address.clone());
                self.execute_one(add).await.map(|_| ())
            }

            async fn audit_log(&self, account: Option<i64>, limit: u32) -> StoreResult<Vec<AuditEntry>> {
                let log = match account {
                    Some(account) => query(
                        "SELECT at, action, name, address FROM audit WHERE account = $2 ORDER BY id DESC LIMIT $1",
                    )
                    .bind(i64::from(limit))
                    .bind(account),
                    None => query("SELECT at, action, name, address FROM audit ORDER BY id DESC LIMIT $1")
                        .bind(i64::from(limit)),
                };
                let read = |row: &<$database as sqlx::Database>::Row| AuditEntry {
                    at: row.get::<i64, _>(0) as u64,
                    action: row.get(1),
                    name: row.get(2),
                    address: row.get(3),
                };
                Ok(self.fetch_rows(log).await?.iter().map(read).collect())
            }

            async fn add_report(&self, report: &ConductReport) -> StoreResult<()> {
                let add = query("INSERT INTO report (at, reporter, about, game, body) VALUES ($1, $2, $3, $4, $5)")
                    .bind(report.at as i64)
                    .bind(report.reporter)
                    .bind(storable(&report.about))
                    .bind(report.game.as_deref().map(storable))
                    .bind(storable(&report.text));
                self.execute_one(add).await.map(|_| ())
            }

            async fn open_reports(&self, limit: u32) -> StoreResult<Vec<ConductReport>> {
                let reports = query(
                    "SELECT id, at, reporter, about, game, body FROM report WHERE closed_at IS NULL ORDER BY id LIMIT $1",
                );
                Ok(self.fetch_rows(reports.bind(i64::from(limit))).await?.iter().map(read_report).collect())
            }

            async fn close_report(&self, id: i64, at: u64) -> StoreResult<()> {
                let close = query("UPDATE report SET closed_at = $1 WHERE id = $2").bind(at as i64).bind(id);
                self.execute_one(close).await.map(|_| ())
            }

            async fn reports_by(&self, account: i64) -> StoreResult<Vec<ConductReport>> {
                let reports = query(
                    "SELECT id, at, reporter, about, game, body FROM report WHERE reporter = $1 ORDER BY id",
                );
                Ok(self.fetch_rows(reports.bind(account)).await?.iter().map(read_report).collect())
            }

            async fn import_ids_of(&self, account: i64) -> StoreResult<Vec<String>> {
                let imports = query("SELECT id FROM imported WHERE account = $1 ORDER BY id").bind(account);
                Ok(self.fetch_rows(imports).await?.iter().map(|row| row.get(0)).collect())
            }

            async fn delete_expired(&self, at: u64, audit_before: u64) -> StoreResult<u64> {
                let sessions = query("DELETE FROM session WHERE expires_at <= $1").bind(at as i64);
                let entries = query("DELETE FROM audit WHERE at < $1").bind(audit_before as i64);
                Ok(self.execute_one(sessions).await? + self.execute_one(entries).await?)
            }

            async fn delete_dead_seeks(&self, kind: SeekKind, before: u64) -> StoreResult<u64> {
                let dead = query(
                    "DELETE FROM seek WHERE created_at < $1 AND (body LIKE '%\"open\":true%') = ($2 = 1) \
                     AND NOT EXISTS (SELECT 1 FROM game WHERE game.seek = seek.id)",
                );
                self.execute_one(dead.bind(before as i64).bind(i64::from(kind == SeekKind::Lobby))).await
            }
        }

        fn query(sql: &'static str) -> sqlx::query::Query<'static, $database, <$database as sqlx::Database>::Arguments> {
            sqlx::query(sql)
        }

        fn read_report(row: &<$database as sqlx::Database>::Row) -> ConductReport {
            ConductReport {
                id: row.get(0),
                at: row.get::<i64, _>(1) as u64,
                reporter: row.get(2),
                about: row.get(3),
                game: row.get(4),
                text: row.get(5),
            }
        }
    };
}
pub(crate) use people_store;
