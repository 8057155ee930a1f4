//! Accounts, sessions and seeks.

use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};
use sqlx::{Connection, Row};

use super::super::{Account, KeptSeek, Listed, StoreError};
use super::{digest, listed};
use crate::seat::{Credentials, Holder};
use crate::secret::Digest;

type Done = Result<(), StoreError>;

/// Names that differ only in their capitals are one name.
fn folded(name: &str) -> String {
    name.to_lowercase()
}

pub(super) fn bytes(digest: &Option<Digest>) -> Option<&[u8]> {
    digest.as_ref().map(|digest| &digest.0[..])
}

pub(super) async fn games_of(
    readers: &SqlitePool,
    who: &Credentials,
    most: u32,
) -> Result<Vec<Listed>, StoreError> {
    let rows = sqlx::query(
        "SELECT id, variant, created_at, ended_at, (SELECT COUNT(*) FROM game_event WHERE game = id) \
         FROM game WHERE id IN (SELECT game FROM seat WHERE visitor = ? UNION SELECT game FROM seat WHERE account = ?) \
         ORDER BY created_at DESC LIMIT ?",
    )
    .bind(bytes(&who.visitor))
    .bind(who.account)
    .bind(most)
    .fetch_all(readers)
    .await?;
    Ok(rows.iter().map(listed).collect())
}

pub(super) async fn add_account(
    connection: &mut SqliteConnection,
    name: &str,
    password: &str,
    visitor: Option<Digest>,
    at: u64,
) -> Result<i64, StoreError> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let added = sqlx::query("INSERT INTO account (name, folded, password, created_at) VALUES (?, ?, ?, ?)")
        .bind(name)
        .bind(folded(name))
        .bind(password)
        .bind(at as i64)
        .execute(&mut *transaction)
        .await?;
    let id = added.last_insert_rowid();
    sqlx::query("UPDATE seat SET account = ? WHERE visitor = ? AND account IS NULL")
        .bind(id)
        .bind(bytes(&visitor))
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(id)
}

fn read_account(row: &SqliteRow) -> Account {
    Account { id: row.get(0), name: row.get(1), password: row.get(2) }
}

pub(super) async fn account(readers: &SqlitePool, name: &str) -> Result<Option<Account>, StoreError> {
    let row = sqlx::query("SELECT id, name, password FROM account WHERE folded = ?").bind(folded(name));
    Ok(row.fetch_optional(readers).await?.as_ref().map(read_account))
}

pub(super) async fn open_session(
    connection: &mut SqliteConnection,
    word: Digest,
    account: i64,
    expires_at: u64,
) -> Done {
    sqlx::query("INSERT INTO session (word, account, expires_at) VALUES (?, ?, ?)")
        .bind(&word.0[..])
        .bind(account)
        .bind(expires_at as i64)
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn session(
    readers: &SqlitePool,
    word: Digest,
    at: u64,
) -> Result<Option<Account>, StoreError> {
    let row = sqlx::query(
        "SELECT account.id, name, password FROM session JOIN account ON account.id = session.account \
         WHERE word = ? AND expires_at > ?",
    )
    .bind(&word.0[..])
    .bind(at as i64)
    .fetch_optional(readers)
    .await?;
    Ok(row.as_ref().map(read_account))
}

pub(super) async fn close_session(connection: &mut SqliteConnection, word: Digest) -> Done {
    sqlx::query("DELETE FROM session WHERE word = ?").bind(&word.0[..]).execute(connection).await?;
    Ok(())
}

pub(super) async fn seek(readers: &SqlitePool, id: &str) -> Result<Option<KeptSeek>, StoreError> {
    let row = sqlx::query(
        "SELECT seek.id, seek.created_at, body, name, visitor, account, key, game.id \
         FROM seek LEFT JOIN game ON game.seek = seek.id WHERE seek.id = ?",
    )
    .bind(id)
    .fetch_optional(readers)
    .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(KeptSeek {
        id: row.get(0),
        at: row.get::<i64, _>(1) as u64,
        wanted: serde_json::from_str(row.get(2))?,
        holder: Holder {
            name: row.get(3),
            visitor: digest(row.get(4)),
            account: row.get(5),
            key: digest(row.get(6)),
        },
        game: row.get(7),
    }))
}

pub(super) async fn drop_seek(connection: &mut SqliteConnection, id: &str) -> Done {
    sqlx::query("DELETE FROM seek WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM game WHERE seek = ?1)")
        .bind(id)
        .execute(connection)
        .await?;
    Ok(())
}
