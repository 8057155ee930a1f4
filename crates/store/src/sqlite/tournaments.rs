//! Tournaments in SQLite.

use async_trait::async_trait;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Row};

use super::SqliteStore;
use super::sound::Sound;
use crate::row::{read_pass, read_right, read_tournament_entry, read_tournament_summary};
use crate::token::TokenDigest;
use crate::tournament::{
    NewTournament, NewTournamentEntries, StoredTournament, StoredTournamentEntry, TournamentPass,
    TournamentStore, TournamentSummary,
};
use crate::{StoreError, StoreResult};

async fn add_pass(
    connection: &mut SqliteConnection,
    tournament: &str,
    pass: &TournamentPass,
) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO tournament_pass (tournament, digest, role, name, number, account) VALUES (?, ?, ?, ?, ?, ?) \
         ON CONFLICT (tournament, digest) DO UPDATE SET role = excluded.role, name = excluded.name, \
         number = excluded.number, account = excluded.account",
    )
    .bind(tournament)
    .bind(&pass.digest.0[..])
    .bind(pass.role.name())
    .bind(&pass.name)
    .bind(pass.number)
    .bind(pass.account)
    .execute(connection)
    .await?;
    Ok(())
}

#[async_trait]
impl TournamentStore for SqliteStore {
    async fn create_tournament(&self, new: &NewTournament) -> StoreResult<()> {
        let mut writer = self.writer().await;
        let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
        sqlx::query("INSERT INTO tournament (id, created_at, charter, secret) VALUES (?, ?, ?, ?)")
            .bind(&new.id)
            .bind(new.at as i64)
            .bind(&new.charter)
            .bind(&new.secret)
            .execute(&mut *transaction)
            .await?;
        for pass in &new.passes {
            add_pass(&mut transaction, &new.id, pass).await?;
        }
        Ok(transaction.commit().await?)
    }

    async fn append_to_tournament(&self, new: &NewTournamentEntries) -> StoreResult<()> {
        let mut writer = self.writer().await;
        let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
        let last: i64 =
            sqlx::query_scalar("SELECT COALESCE(MAX(seq), 0) FROM tournament_entry WHERE tournament = ?")
                .bind(&new.tournament)
                .fetch_one(&mut *transaction)
                .await?;
        if last as u64 + 1 != new.seq {
            return Err(StoreError::Conflict);
        }
        let mut command_id = new.command_id.as_deref();
        for (seq, (at, body)) in (new.seq..).zip(&new.entries) {
            sqlx::query(
                "INSERT INTO tournament_entry (tournament, seq, at, command_id, body) VALUES (?, ?, ?, ?, ?)",
            )
            .bind(&new.tournament)
            .bind(seq as i64)
            .bind(*at as i64)
            .bind(command_id.take())
            .bind(body)
            .execute(&mut *transaction)
            .await?;
        }
        Ok(transaction.commit().await?)
    }

    async fn tournament(&self, id: &str) -> StoreResult<Option<StoredTournament>> {
        // One snapshot for both queries.
        let mut snapshot = self.readers.begin().await?;
        let row = sqlx::query("SELECT created_at, charter, secret FROM tournament WHERE id = ?")
            .bind(id)
            .fetch_optional(&mut *snapshot)
            .await?
            .sound()?;
        let Some(row) = row else { return Ok(None) };
        let entries =
            sqlx::query("SELECT command_id, body FROM tournament_entry WHERE tournament = ? ORDER BY seq")
                .bind(id)
                .fetch_all(&mut *snapshot)
                .await?
                .sound()?;
        Ok(Some(StoredTournament {
            at: row.get::<i64, _>(0) as u64,
            charter: row.get(1),
            secret: row.get(2),
            entries: entries.iter().map(read_tournament_entry).collect(),
        }))
    }

    async fn tournament_entries_after(&self, id: &str, seq: u64) -> StoreResult<Vec<StoredTournamentEntry>> {
        let rows = sqlx::query(
            "SELECT command_id, body FROM tournament_entry WHERE tournament = ? AND seq > ? ORDER BY seq",
        )
        .bind(id)
        .bind(seq as i64)
        .fetch_all(&self.readers)
        .await?
        .sound()?;
        Ok(rows.iter().map(read_tournament_entry).collect())
    }

    async fn tournaments(&self, limit: u32) -> StoreResult<Vec<TournamentSummary>> {
        let rows = sqlx::query(
            "SELECT id, created_at, charter FROM tournament ORDER BY created_at DESC, id LIMIT ?",
        )
        .bind(limit)
        .fetch_all(&self.readers)
        .await?
        .sound()?;
        Ok(rows.iter().map(read_tournament_summary).collect())
    }

    async fn add_tournament_pass(&self, tournament: &str, pass: &TournamentPass) -> StoreResult<()> {
        add_pass(&mut *self.writer().await, tournament, pass).await
    }

    async fn tournament_players(&self, tournament: &str) -> StoreResult<Vec<TournamentPass>> {
        let rows = sqlx::query(
            "SELECT digest, role, name, number, account FROM tournament_pass WHERE tournament = ? AND role = 'player' \
             ORDER BY number, digest",
        )
        .bind(tournament)
        .fetch_all(&self.readers)
        .await?.sound()?;
        Ok(rows.iter().filter_map(read_pass).collect())
    }

    async fn tournament_passes(
        &self,
        tournament: &str,
        digests: &[TokenDigest],
    ) -> StoreResult<Vec<TournamentPass>> {
        let mut passes = Vec::new();
        for digest in digests {
            let row = sqlx::query(
                "SELECT digest, role, name, number, account FROM tournament_pass WHERE tournament = ? AND digest = ?",
            )
            .bind(tournament)
            .bind(&digest.0[..])
            .fetch_optional(&self.readers)
            .await?.sound()?;
            passes.extend(row.as_ref().and_then(read_pass));
        }
        Ok(passes)
    }

    async fn tournament_passes_of(&self, tournament: &str, account: i64) -> StoreResult<Vec<TournamentPass>> {
        let rows = sqlx::query(
            "SELECT digest, role, name, number, account FROM tournament_pass WHERE tournament = ? AND account = ? \
             ORDER BY digest",
        )
        .bind(tournament)
        .bind(account)
        .fetch_all(&self.readers)
        .await?.sound()?;
        Ok(rows.iter().filter_map(read_pass).collect())
    }

    async fn tournament_rights(&self, account: i64) -> StoreResult<Vec<(String, TournamentPass)>> {
        let rows = sqlx::query(
            "SELECT digest, role, name, number, account, tournament FROM tournament_pass WHERE account = ? \
             ORDER BY tournament, digest",
        )
        .bind(account)
        .fetch_all(&self.readers)
        .await?
        .sound()?;
        Ok(rows.iter().filter_map(read_right).collect())
    }
}
