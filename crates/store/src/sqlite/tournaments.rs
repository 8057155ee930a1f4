//! Tournaments in SQLite.

use async_trait::async_trait;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Connection, Row};

use super::SqliteStore;
use crate::token::TokenDigest;
use crate::tournament::{
    NewTournament, NewTournamentEntries, StoredTournament, StoredTournamentEntry, TournamentPass,
    TournamentRole, TournamentStore, TournamentSummary,
};
use crate::{StoreError, StoreResult};

async fn add_pass(
    connection: &mut SqliteConnection,
    tournament: &str,
    pass: &TournamentPass,
) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO tournament_pass (tournament, digest, role, name, number) VALUES (?, ?, ?, ?, ?) \
         ON CONFLICT (tournament, digest) DO UPDATE SET role = excluded.role, name = excluded.name, \
         number = excluded.number",
    )
    .bind(tournament)
    .bind(&pass.digest.0[..])
    .bind(pass.role.name())
    .bind(&pass.name)
    .bind(pass.number)
    .execute(connection)
    .await?;
    Ok(())
}

fn read_pass(row: &SqliteRow) -> Option<TournamentPass> {
    Some(TournamentPass {
        digest: TokenDigest::from_bytes(row.get(0))?,
        role: TournamentRole::named(row.get(1))?,
        name: row.get(2),
        number: row.get(3),
    })
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
            .await?;
        let Some(row) = row else { return Ok(None) };
        let entries =
            sqlx::query("SELECT command_id, body FROM tournament_entry WHERE tournament = ? ORDER BY seq")
                .bind(id)
                .fetch_all(&mut *snapshot)
                .await?;
        let entry = |row: &SqliteRow| StoredTournamentEntry { command_id: row.get(0), body: row.get(1) };
        Ok(Some(StoredTournament {
            at: row.get::<i64, _>(0) as u64,
            charter: row.get(1),
            secret: row.get(2),
            entries: entries.iter().map(entry).collect(),
        }))
    }

    async fn tournaments(&self, limit: u32) -> StoreResult<Vec<TournamentSummary>> {
        let rows = sqlx::query(
            "SELECT id, created_at, charter FROM tournament ORDER BY created_at DESC, id LIMIT ?",
        )
        .bind(limit)
        .fetch_all(&self.readers)
        .await?;
        let summary = |row: &SqliteRow| TournamentSummary {
            id: row.get(0),
            at: row.get::<i64, _>(1) as u64,
            charter: row.get(2),
        };
        Ok(rows.iter().map(summary).collect())
    }

    async fn add_tournament_pass(&self, tournament: &str, pass: &TournamentPass) -> StoreResult<()> {
        add_pass(&mut *self.writer().await, tournament, pass).await
    }

    async fn tournament_players(&self, tournament: &str) -> StoreResult<Vec<TournamentPass>> {
        let rows = sqlx::query(
            "SELECT digest, role, name, number FROM tournament_pass WHERE tournament = ? AND role = 'player' \
             ORDER BY number, digest",
        )
        .bind(tournament)
        .fetch_all(&self.readers)
        .await?;
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
                "SELECT digest, role, name, number FROM tournament_pass WHERE tournament = ? AND digest = ?",
            )
            .bind(tournament)
            .bind(&digest.0[..])
            .fetch_optional(&self.readers)
            .await?;
            passes.extend(row.as_ref().and_then(read_pass));
        }
        Ok(passes)
    }
}
