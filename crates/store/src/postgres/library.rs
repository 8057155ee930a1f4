//! The library in PostgreSQL.

use std::collections::HashMap;

use async_trait::async_trait;
use sqlx::postgres::PgConnection;
use sqlx::{Connection, Row};

use super::PostgresStore;
use crate::StoreResult;
use crate::library::{
    ImportUsage, ImportedGame, LibraryCard, LibraryQuery, LibraryResults, LibraryStore, StaleCard, UNDO_TIME,
    usage_of,
};
use crate::row::{digest_bytes, read_card, storable, whole_text};
use crate::seat::Credentials;

#[async_trait]
impl LibraryStore for PostgresStore {
    async fn import_games(&self, games: &[ImportedGame], owner: &Credentials) -> StoreResult<()> {
        // Not bounded as a whole: a file has thousands of games, and each statement has its own timeout.
        let mut connection = self.pool.acquire().await?;
        let mut transaction = connection.begin().await?;
        for game in games {
            sqlx::query(
                "INSERT INTO imported (id, visitor, account, pdn, fingerprint) VALUES ($1, $2, $3, $4, $5)",
            )
            .bind(&game.card.id)
            .bind(digest_bytes(&owner.visitor.filter(|_| owner.account.is_none())))
            .bind(owner.account)
            .bind(storable(&game.pdn))
            .bind(game.fingerprint)
            .execute(&mut *transaction)
            .await?;
            write_card(&mut transaction, &game.card, &game.keys).await?;
        }
        Ok(transaction.commit().await?)
    }

    async fn import_fingerprints(&self, owner: &Credentials) -> StoreResult<HashMap<i64, String>> {
        let rows = sqlx::query(
            "SELECT fingerprint, id FROM imported WHERE (visitor = $1 OR account = $2) \
             AND fingerprint IS NOT NULL AND id NOT IN (SELECT card FROM hidden)",
        )
        .bind(digest_bytes(&owner.visitor))
        .bind(owner.account);
        let rows = self.bounded(rows.fetch_all(&self.pool)).await?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    async fn remove_cards(&self, cards: &[String], who: &Credentials, at: i64) -> StoreResult<()> {
        self.bounded(async {
            let mut connection = self.pool.acquire().await?;
            let mut transaction = connection.begin().await?;
            sqlx::query(
                "INSERT INTO hidden (card, visitor, account, at) SELECT id, $1, $2, $3 FROM card WHERE id = ANY($4) \
                 AND (source = 'played' OR id IN (SELECT id FROM imported WHERE visitor = $1 OR account = $2)) \
                 AND NOT EXISTS (SELECT 1 FROM hidden WHERE hidden.card = card.id AND (hidden.visitor = $1 OR hidden.account = $2))",
            )
            .bind(digest_bytes(&who.visitor))
            .bind(who.account)
            .bind(at)
            .bind(cards.iter().map(|card| storable(card)).collect::<Vec<_>>())
            .execute(&mut *transaction)
            .await?;
            const GONE: &str = "IN (SELECT card FROM hidden JOIN imported ON imported.id = hidden.card WHERE at < $1)";
            for table in ["seen WHERE card", "card WHERE id", "imported WHERE id"] {
                sqlx::query(sqlx::AssertSqlSafe(format!("DELETE FROM {table} {GONE}")))
                    .bind(at - UNDO_TIME)
                    .execute(&mut *transaction)
                    .await?;
            }
            transaction.commit().await
        })
        .await
    }

    async fn restore_cards(&self, cards: &[String], who: &Credentials) -> StoreResult<()> {
        let restored =
            sqlx::query("DELETE FROM hidden WHERE card = ANY($1) AND (visitor = $2 OR account = $3)")
                .bind(cards.iter().map(|card| storable(card)).collect::<Vec<_>>())
                .bind(digest_bytes(&who.visitor))
                .bind(who.account);
        self.bounded(restored.execute(&self.pool)).await?;
        Ok(())
    }

    async fn import_usage(&self, owner: &Credentials) -> StoreResult<ImportUsage> {
        let usage = match owner.account {
            Some(account) => sqlx::query(usage_of!("account = $1")).bind(account),
            None => sqlx::query(usage_of!("visitor = $1")).bind(digest_bytes(&owner.visitor)),
        };
        let row = self.bounded(usage.fetch_one(&self.pool)).await?;
        let number = |index: usize| row.get::<i64, _>(index).cast_unsigned();
        Ok(ImportUsage { games: number(0), bytes: number(1) })
    }

    async fn imported_pdn(&self, id: &str) -> StoreResult<Option<String>> {
        let row = sqlx::query(concat!(
            "SELECT ",
            whole_text!("pdn"),
            " FROM imported WHERE id = $1 AND id NOT IN (SELECT card FROM hidden)"
        ));
        let row = row.bind(id);
        Ok(self.bounded(row.fetch_optional(&self.pool)).await?.map(|row| row.get(0)))
    }

    async fn stale_cards(&self, limit: u32) -> StoreResult<Vec<StaleCard>> {
        // An ended game gets no more events, so only cards of open games are compared with the log.
        let rows = sqlx::query(
            "SELECT game.id, game.created_at FROM game LEFT JOIN card ON card.id = game.id \
             WHERE card.id IS NULL OR (card.result = '*' AND card.events < \
             (SELECT MAX(seq) FROM game_event WHERE game_event.game = game.id)) \
             ORDER BY game.created_at DESC LIMIT $1",
        )
        .bind(i64::from(limit));
        let rows = self.bounded(rows.fetch_all(&self.pool)).await?;
        Ok(rows.iter().map(|row| StaleCard { game: row.get(0), created_at: row.get(1) }).collect())
    }

    async fn put_card(&self, card: &LibraryCard, keys: &[i64]) -> StoreResult<()> {
        self.bounded(async {
            let mut connection = self.pool.acquire().await?;
            let mut transaction = connection.begin().await?;
            write_card(&mut transaction, card, keys).await?;
            transaction.commit().await
        })
        .await
    }

    async fn search(
        &self,
        query: &LibraryQuery,
        who: &Credentials,
        skip: u32,
        limit: u32,
    ) -> StoreResult<LibraryResults> {
        const WHERE: &str = "FROM card WHERE ($1::text IS NULL OR variant = $1) AND ($2::text IS NULL OR outcome = $2) \
             AND ($3::text IS NULL OR strpos(lower(white || ' ' || black || ' ' || event), lower($3)) > 0) \
             AND ($4::bigint IS NULL OR id IN (SELECT card FROM seen WHERE key = $4)) \
             AND (id IN (SELECT game FROM seat WHERE visitor = $5 UNION SELECT game FROM seat WHERE account = $6 \
                         UNION SELECT id FROM imported WHERE visitor = $5 UNION SELECT id FROM imported WHERE account = $6) \
                  OR source = 'played' AND NOT EXISTS (SELECT 1 FROM seat WHERE seat.game = card.id)) \
             AND NOT EXISTS (SELECT 1 FROM hidden WHERE hidden.card = card.id AND (hidden.visitor = $5 OR hidden.account = $6)) \
             AND ($7::text IS NULL OR id IN (SELECT card FROM collection_game WHERE collection = $7))";
        macro_rules! select {
            ($what:literal, $rest:literal) => {
                sqlx::query(sqlx::AssertSqlSafe(format!("SELECT {} {WHERE} {}", $what, $rest)))
                    .bind(query.variant.as_deref().map(storable))
                    .bind(query.outcome.as_deref().map(storable))
                    .bind(query.who.as_deref().map(storable))
                    .bind(query.key)
                    .bind(digest_bytes(&who.visitor))
                    .bind(who.account)
                    .bind(query.collection.as_deref().map(storable))
            };
        }
        let total = self.bounded(select!("COUNT(*)", "").fetch_one(&self.pool)).await?.get(0);
        let rows = select!(
            "id, source, at, variant, white, black, event, date, outcome, result, plies, events",
            "ORDER BY at DESC, id LIMIT $8 OFFSET $9"
        )
        .bind(i64::from(limit))
        .bind(i64::from(skip));
        let rows = self.bounded(rows.fetch_all(&self.pool)).await?;
        Ok(LibraryResults { cards: rows.iter().map(read_card).collect(), total })
    }
}

async fn write_card(to: &mut PgConnection, card: &LibraryCard, keys: &[i64]) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO card (id, source, at, variant, white, black, event, date, outcome, result, plies, events) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (id) DO UPDATE SET \
         white = excluded.white, black = excluded.black, outcome = excluded.outcome, result = excluded.result, \
         plies = excluded.plies, events = excluded.events",
    )
    .bind(&card.id)
    .bind(card.source.name())
    .bind(card.at)
    .bind(&card.variant)
    .bind(storable(&card.white))
    .bind(storable(&card.black))
    .bind(storable(&card.event))
    .bind(storable(&card.date))
    .bind(&card.outcome)
    .bind(storable(&card.result))
    .bind(card.plies)
    .bind(card.events)
    .execute(&mut *to)
    .await?;
    sqlx::query("INSERT INTO seen (key, card) SELECT UNNEST($2::bigint[]), $1 ON CONFLICT DO NOTHING")
        .bind(&card.id)
        .bind(keys)
        .execute(&mut *to)
        .await?;
    Ok(())
}
