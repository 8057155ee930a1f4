//! Which database a store is in, as a user names it.

use std::convert::Infallible;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use crate::{LeaseStore, PostgresSettings, PostgresStore, SqliteStore, Store, StoreResult};

/// Which database a store is in: an SQLite file, or a PostgreSQL database by its address.
#[derive(Clone, PartialEq, Eq)]
pub enum Database {
    /// The path of the file.
    Sqlite(PathBuf),
    /// `postgres://user:password@host:port/name`
    Postgres(String),
}

impl FromStr for Database {
    type Err = Infallible;

    /// Whatever is not the address of a PostgreSQL database is the path of a file.
    fn from_str(text: &str) -> Result<Self, Infallible> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Self::Postgres(text.to_owned()));
        }
        Ok(Self::Sqlite(text.strip_prefix("sqlite:").unwrap_or(text).into()))
    }
}

/// A store that several servers may use at a time.
#[derive(Clone)]
pub struct SharedStore {
    /// The store.
    pub store: Arc<dyn Store>,
    /// Which server owns which game.
    pub leases: Arc<dyn LeaseStore>,
}

/// Without the password, for messages.
impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "{}", path.display()),
            Self::Postgres(url) => {
                let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
                let rest = rest.split(['?', '#']).next().unwrap_or_default();
                let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
                write!(f, "{scheme}://{host}")
            }
        }
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Database({self})")
    }
}

impl Database {
    /// Opens a store that several servers may share, with its leases; `None` if only one server can use it.
    pub async fn open_shared(&self, settings: PostgresSettings) -> StoreResult<Option<SharedStore>> {
        let Self::Postgres(url) = self else { return Ok(None) };
        let store = Arc::new(PostgresStore::open(url, settings).await?);
        Ok(Some(SharedStore { store: Arc::clone(&store) as _, leases: store }))
    }

    /// Opens the store, creates it if it is missing, and migrates its schema.
    pub async fn open(&self, settings: PostgresSettings) -> StoreResult<Arc<dyn Store>> {
        Ok(match self {
            Self::Sqlite(path) => Arc::new(SqliteStore::open(path).await?),
            Self::Postgres(url) => Arc::new(PostgresStore::open(url, settings).await?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_password() {
        for (text, shown) in [
            (
                "postgres://me:secret@db.example:5433/games?sslmode=require",
                "postgres://db.example:5433/games",
            ),
            ("postgresql://db/games?password=secret", "postgresql://db/games"),
            ("postgres://me:p@ss@db/games", "postgres://db/games"),
            ("sqlite:/var/games.sqlite", "/var/games.sqlite"),
            ("games.sqlite", "games.sqlite"),
        ] {
            let database: Database = text.parse().unwrap_or_else(|never| match never {});
            assert_eq!(database.to_string(), shown);
            assert!(!format!("{database:?}").contains("secret"));
        }
    }
}
