//! The store in PostgreSQL: one connection commits the log in batches, a pool serves everything else.
//!
//! Several servers may use one database. The primary key of the log and the unique command id decide between them, so
//! nothing here depends on being the only writer.

mod accounts;
mod collections;
mod consultation;
mod correspondence;
mod exhibitions;
mod games;
mod jobs;
mod leases;
mod library;
mod measure;
mod people;
mod push;
mod ratings;
mod schema;
mod seeks;
mod social;
mod tournaments;
mod write;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, Row};
use tokio::sync::Mutex;
use tokio::time::{sleep, timeout};

use crate::backoff::Backoff;
use crate::tables::UNFINISHED;
use crate::{StoreError, StoreResult};
pub use measure::{CommitYardstick, DatabaseCounters};
pub(crate) use schema::latest_version;

/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(5);
/// How long an answer may take beyond the server's own statement timeout before the connection is given up.
const GRACE: Duration = Duration::from_secs(2);

/// How to use a PostgreSQL database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PostgresSettings {
    /// Connections in the pool. The log has one more of its own.
    pub connections: u32,
    /// After this time the database cancels a statement.
    pub statement_timeout: Duration,
    /// How long to keep trying to connect when the store is opened.
    pub patience: Duration,
}

impl Default for PostgresSettings {
    fn default() -> Self {
        Self { connections: 8, statement_timeout: Duration::from_secs(10), patience: Duration::from_secs(30) }
    }
}

/// A store in a PostgreSQL database.
#[derive(Clone)]
pub struct PostgresStore {
    options: PgConnectOptions,
    settings: PostgresSettings,
    /// The connection that commits the log; `None` until it is needed again after a failure.
    log: Arc<Mutex<Option<PgConnection>>>,
    pool: PgPool,
}

impl fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresStore").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl PostgresStore {
    /// Connects to a database (`postgres://user@host/name`) and migrates its schema. A database that cannot be reached
    /// is tried again for as long as the settings say.
    pub async fn open(url: &str, settings: PostgresSettings) -> StoreResult<Self> {
        let options = connect_options(url, &settings)?;
        let mut connection = connect_patiently(&options, settings.patience).await?;
        // sqlx holds an advisory lock meanwhile, so that servers that start together do not migrate twice.
        let migrated = schema::migrator_to_latest().run(&mut connection).await;
        migrated.map_err(|error| StoreError::Database(Box::new(error)))?;
        let unfinished = sqlx::query("SELECT to_regclass($1) IS NOT NULL").bind(UNFINISHED);
        if unfinished.fetch_one(&mut connection).await?.get(0) {
            return Err(StoreError::UnfinishedCopy);
        }
        let pool = PgPoolOptions::new()
            .max_connections(settings.connections.max(1))
            .acquire_timeout(CONNECT)
            .idle_timeout(Duration::from_secs(600))
            .max_lifetime(Duration::from_secs(1800))
            .connect_lazy_with(options.clone());
        Ok(Self { options, settings, log: Arc::new(Mutex::new(Some(connection))), pool })
    }

    /// Waits for an answer, but not for ever: a database that is gone may never close the connection.
    async fn bounded<T>(&self, answer: impl Future<Output = Result<T, sqlx::Error>>) -> StoreResult<T> {
        let longest = CONNECT + self.settings.statement_timeout + GRACE;
        match timeout(longest, answer).await {
            Ok(answer) => Ok(answer?),
            Err(_) => Err(StoreError::timed_out()),
        }
    }
}

fn connect_options(url: &str, settings: &PostgresSettings) -> StoreResult<PgConnectOptions> {
    let millis = |time: Duration| time.as_millis().to_string();
    Ok(PgConnectOptions::from_str(url)?.application_name("damiera").disable_statement_logging().options([
        ("statement_timeout", millis(settings.statement_timeout)),
        ("idle_in_transaction_session_timeout", millis(settings.statement_timeout)),
        // An acknowledged event must survive a crash, whatever the server's default is.
        ("synchronous_commit", "on".to_owned()),
    ]))
}

/// A connection outside of a store.
pub(crate) async fn connect_to(url: &str, settings: &PostgresSettings) -> StoreResult<PgConnection> {
    connect(&connect_options(url, settings)?).await
}

async fn connect(options: &PgConnectOptions) -> StoreResult<PgConnection> {
    match timeout(CONNECT, PgConnection::connect_with(options)).await {
        Ok(connection) => Ok(connection?),
        Err(_) => Err(StoreError::timed_out()),
    }
}

/// Connects with backoff. Errors that waiting does not mend, such as a wrong password, end it at once.
async fn connect_patiently(options: &PgConnectOptions, patience: Duration) -> StoreResult<PgConnection> {
    let mut backoff = Backoff::default();
    let keep_trying = async {
        loop {
            match connect(options).await {
                Err(error) if error.is_temporary() => {
                    tracing::warn!(%error, "waiting for the database");
                    sleep(backoff.next_delay()).await;
                }
                result => return result,
            }
        }
    };
    match timeout(patience, keep_trying).await {
        Ok(connected) => connected,
        Err(_) => connect(options).await,
    }
}
