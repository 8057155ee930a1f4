//! Tournaments in PostgreSQL.

use async_trait::async_trait;
use sqlx::Row;
use sqlx::postgres::PgConnection;

use super::PostgresStore;
use crate::row::storable;
use crate::row::{read_pass, read_right, read_tournament_entry, read_tournament_summary};
use crate::token::TokenDigest;
use crate::tournament::{
    NewTournament, NewTournamentEntries, StoredTournament, StoredTournamentEntry, TournamentPass,
    TournamentStore, TournamentSummary,
};
use crate::{StoreError, StoreResult};

async fn add_pass(
    connection: &mut PgConnection,
    tournament: &str,
    pass: &TournamentPass,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO tournament_pass (tournament, digest, role, name, number, account) VALUES ($1, $2, $3, $4, $5, $6) \
         ON CONFLICT (tournament, digest) DO UPDATE SET role = excluded.role, name = excluded.name, \
         number = excluded.number, account = excluded.account",
    )
    .bind(tournament)
    .bind(&pass.digest.0[..])
    .bind(pass.role.name())
    .bind(storable(&pass.name))
    .bind(pass.number.map(i32::from))
    .bind(pass.account)
    .execute(connection)
    .await?;
    Ok(())
}

/// Appends entries; false if the log does not end right before their number.
async fn append(connection: &mut PgConnection, new: &NewTournamentEntries) -> Result<bool, sqlx::Error> {
    let last: i64 =
        sqlx::query_scalar("SELECT COALESCE(MAX(seq), 0) FROM tournament_entry WHERE tournament = $1")
            .bind(&new.tournament)
            .fetch_one(&mut *connection)
            .await?;
    if last as u64 + 1 != new.seq {
        return Ok(false);
    }
    let mut command_id = new.command_id.as_deref();
    for (seq, (at, body)) in (new.seq..).zip(&new.entries) {
        sqlx::query(
            "INSERT INTO tournament_entry (tournament, seq, at, command_id, body) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(&new.tournament)
        .bind(seq as i64)
        .bind(*at as i64)
        .bind(command_id.take())
        .bind(body)
        .execute(&mut *connection)
        .await?;
    }
    Ok(true)
}

#[async_trait]
impl TournamentStore for PostgresStore {
    async fn create_tournament(&self, new: &NewTournament) -> StoreResult<()> {
        self.bounded(async {
            let mut transaction = self.pool.begin().await?;
            sqlx::query("INSERT INTO tournament (id, created_at, charter, secret) VALUES ($1, $2, $3, $4)")
                .bind(&new.id)
                .bind(new.at as i64)
                .bind(&new.charter)
                .bind(&new.secret)
                .execute(&mut *transaction)
                .await?;
            for pass in &new.passes {
                add_pass(&mut transaction, &new.id, pass).await?;
            }
            transaction.commit().await
        })
        .await
    }

    async fn append_to_tournament(&self, new: &NewTournamentEntries) -> StoreResult<()> {
        let appended = self
            .bounded(async {
                let mut transaction = self.pool.begin().await?;
                let appended = append(&mut transaction, new).await?;
                if appended {
                    transaction.commit().await?;
                }
                Ok(appended)
            })
            .await?;
        if appended { Ok(()) } else { Err(StoreError::Conflict) }
    }

    async fn tournament(&self, id: &str) -> StoreResult<Option<StoredTournament>> {
        // Entries are only ever appended, so the two queries need no common snapshot.
        let row = sqlx::query("SELECT created_at, charter, secret FROM tournament WHERE id = $1").bind(id);
        let Some(row) = self.bounded(row.fetch_optional(&self.pool)).await? else { return Ok(None) };
        let entries =
            sqlx::query("SELECT command_id, body FROM tournament_entry WHERE tournament = $1 ORDER BY seq")
                .bind(id);
        let entries = self.bounded(entries.fetch_all(&self.pool)).await?;
        Ok(Some(StoredTournament {
            at: row.get::<i64, _>(0) as u64,
            charter: row.get(1),
            secret: row.get(2),
            entries: entries.iter().map(read_tournament_entry).collect(),
        }))
    }

    async fn tournament_entries_after(&self, id: &str, seq: u64) -> StoreResult<Vec<StoredTournamentEntry>> {
        let rows = sqlx::query(
            "SELECT command_id, body FROM tournament_entry WHERE tournament = $1 AND seq > $2 ORDER BY seq",
        )
        .bind(id)
        .bind(seq as i64);
        Ok(self.bounded(rows.fetch_all(&self.pool)).await?.iter().map(read_tournament_entry).collect())
    }

    async fn tournaments(&self, limit: u32) -> StoreResult<Vec<TournamentSummary>> {
        let rows = sqlx::query(
            "SELECT id, created_at, charter FROM tournament ORDER BY created_at DESC, id LIMIT $1",
        )
        .bind(i64::from(limit));
        Ok(self.bounded(rows.fetch_all(&self.pool)).await?.iter().map(read_tournament_summary).collect())
    }

    async fn add_tournament_pass(&self, tournament: &str, pass: &TournamentPass) -> StoreResult<()> {
        self.bounded(async {
            let mut connection = self.pool.acquire().await?;
            add_pass(&mut connection, tournament, pass).await
        })
        .await
    }

    async fn tournament_players(&self, tournament: &str) -> StoreResult<Vec<TournamentPass>> {
        let rows = sqlx::query(
            "SELECT digest, role, name, number::bigint, account FROM tournament_pass WHERE tournament = $1 AND role = 'player' \
             ORDER BY number, digest",
        )
        .bind(tournament);
        Ok(self.bounded(rows.fetch_all(&self.pool)).await?.iter().filter_map(read_pass).collect())
    }

    async fn tournament_passes(
        &self,
        tournament: &str,
        digests: &[TokenDigest],
    ) -> StoreResult<Vec<TournamentPass>> {
        let mut passes = Vec::new();
        for digest in digests {
            let row = sqlx::query(
                "SELECT digest, role, name, number::bigint, account FROM tournament_pass WHERE tournament = $1 AND digest = $2",
            )
            .bind(tournament)
            .bind(&digest.0[..]);
            let row = self.bounded(row.fetch_optional(&self.pool)).await?;
            passes.extend(row.as_ref().and_then(read_pass));
        }
        Ok(passes)
    }

    async fn tournament_passes_of(&self, tournament: &str, account: i64) -> StoreResult<Vec<TournamentPass>> {
        let rows = sqlx::query(
            "SELECT digest, role, name, number::bigint, account FROM tournament_pass WHERE tournament = $1 AND account = $2 \
             ORDER BY digest",
        )
        .bind(tournament)
        .bind(account);
        Ok(self.bounded(rows.fetch_all(&self.pool)).await?.iter().filter_map(read_pass).collect())
    }

    async fn tournament_rights(&self, account: i64) -> StoreResult<Vec<(String, TournamentPass)>> {
        let rows = sqlx::query(
            "SELECT digest, role, name, number::bigint, account, tournament FROM tournament_pass WHERE account = $1 \
             ORDER BY tournament, digest",
        )
        .bind(account);
        Ok(self.bounded(rows.fetch_all(&self.pool)).await?.iter().filter_map(read_right).collect())
    }
}
