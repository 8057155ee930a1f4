//! What a measurement needs to know of a PostgreSQL database: a yardstick for commits, and the database's own counters.

use sqlx::postgres::PgConnection;
use sqlx::{Connection, Row};

use super::{PostgresSettings, connect_to};
use crate::StoreResult;

/// Commits texts to a table without an index, many in one statement: the least that a durable answer by PostgreSQL takes.
#[derive(Debug)]
pub struct CommitYardstick(PgConnection);

impl CommitYardstick {
    /// Connects, and creates the table.
    pub async fn open(url: &str) -> StoreResult<Self> {
        let mut connection = connect_to(url, &PostgresSettings::default()).await?;
        sqlx::query("CREATE TABLE IF NOT EXISTS _commit_yardstick (text text NOT NULL)")
            .execute(&mut connection)
            .await?;
        Ok(Self(connection))
    }

    /// Commits texts.
    pub async fn commit(&mut self, texts: &[String]) -> StoreResult<()> {
        let insert = sqlx::query("INSERT INTO _commit_yardstick SELECT unnest($1::text[])").bind(texts);
        insert.execute(&mut self.0).await?;
        Ok(())
    }

    /// Drops the table.
    pub async fn remove(url: &str) -> StoreResult<()> {
        let mut connection = connect_to(url, &PostgresSettings::default()).await?;
        sqlx::query("DROP TABLE IF EXISTS _commit_yardstick").execute(&mut connection).await?;
        Ok(connection.close().await?)
    }
}

/// What a database has done since it was created, as it counts itself.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct DatabaseCounters {
    /// Committed transactions. A statement outside of a transaction is one.
    pub transactions: u64,
    /// Rows that were inserted.
    pub rows: u64,
    /// Bytes of write-ahead log, of all databases of the server.
    pub wal_bytes: u64,
    /// A process of the server that lives as long as the server, on the database's machine.
    pub process: u32,
}

impl DatabaseCounters {
    /// Reads the counters. The database adds up what a connection did within a second.
    pub async fn read(url: &str) -> StoreResult<Self> {
        let mut connection = connect_to(url, &PostgresSettings::default()).await?;
        let row = sqlx::query(
            "SELECT xact_commit, tup_inserted, (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint, \
             COALESCE((SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'), 0)::bigint FROM pg_stat_database WHERE datname = current_database()",
        );
        let row = row.fetch_one(&mut connection).await?;
        let number = |column| u64::try_from(row.get::<i64, _>(column)).unwrap_or_default();
        let process = u32::try_from(number(3)).unwrap_or_default();
        connection.close().await?;
        Ok(Self { transactions: number(0), rows: number(1), wal_bytes: number(2), process })
    }
}
