//! The library in SQLite.

use std::collections::HashMap;

use async_trait::async_trait;
use sqlx::{Connection, Row, SqliteConnection};

use super::sound::Sound;
use super::{SqliteStore, write_failed};
use crate::StoreResult;
use crate::library::{
    ImportUsage, ImportedGame, LibraryCard, LibraryQuery, LibraryResults, LibraryStore, StaleCard, UNDO_TIME,
    fingerprint, usage_of,
};
use crate::row::{digest_bytes, read_card, whole_text};
use crate::seat::Credentials;

#[async_trait]
impl LibraryStore for SqliteStore {
    async fn import_games(&self, games: &[ImportedGame], owner: &Credentials) -> StoreResult<()> {
        let mut long = self.long_write().await?;
        let mut texts = Vec::new();
        for game in games {
            texts.push(long.split(&game.pdn).await?);
        }
        let mut writer = self.writer().await;
        let mut transaction = writer.begin().await?;
        for (game, text) in games.iter().zip(texts) {
            sqlx::query(
                "INSERT INTO imported (id, visitor, account, pdn, rest, fingerprint) VALUES (?, ?, ?, ?, ?, ?)",
            )
            .bind(&game.card.id)
            .bind(digest_bytes(&owner.visitor.filter(|_| owner.account.is_none())))
            .bind(owner.account)
            .bind(text.first)
            .bind(text.rest)
            .bind(game.fingerprint)
            .execute(&mut *transaction)
            .await?;
            write_card(&mut transaction, &game.card, &game.keys).await?;
        }
        transaction.commit().await.map_err(write_failed)?;
        long.complete();
        Ok(())
    }

    async fn import_fingerprints(&self, owner: &Credentials) -> StoreResult<HashMap<i64, String>> {
        let rows = sqlx::query(
            "SELECT fingerprint, id FROM imported WHERE (visitor = ?1 OR account = ?2) \
             AND fingerprint IS NOT NULL AND id NOT IN (SELECT card FROM hidden)",
        )
        .bind(digest_bytes(&owner.visitor))
        .bind(owner.account)
        .fetch_all(&self.readers)
        .await?
        .sound()?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    async fn remove_cards(&self, cards: &[String], who: &Credentials, at: i64) -> StoreResult<()> {
        let mut writer = self.writer().await;
        let mut transaction = writer.begin().await?;
        sqlx::query(
            "INSERT INTO hidden (card, visitor, account, at) SELECT id, ?1, ?2, ?3 FROM card \
             WHERE id IN (SELECT value FROM json_each(?4)) \
             AND (source = 'played' OR id IN (SELECT id FROM imported WHERE visitor = ?1 OR account = ?2)) \
             AND NOT EXISTS (SELECT 1 FROM hidden WHERE hidden.card = card.id AND (hidden.visitor = ?1 OR hidden.account = ?2))",
        )
        .bind(digest_bytes(&who.visitor))
        .bind(who.account)
        .bind(at)
        .bind(serde_json::to_string(cards)?)
        .execute(&mut *transaction)
        .await?;
        const GONE: &str =
            "IN (SELECT card FROM hidden JOIN imported ON imported.id = hidden.card WHERE at < ?)";
        for table in ["seen WHERE card", "card WHERE id", "imported WHERE id"] {
            sqlx::query(sqlx::AssertSqlSafe(format!("DELETE FROM {table} {GONE}")))
                .bind(at - UNDO_TIME)
                .execute(&mut *transaction)
                .await?;
        }
        Ok(transaction.commit().await?)
    }

    async fn restore_cards(&self, cards: &[String], who: &Credentials) -> StoreResult<()> {
        sqlx::query(
            "DELETE FROM hidden WHERE card IN (SELECT value FROM json_each(?1)) AND (visitor = ?2 OR account = ?3)",
        )
        .bind(serde_json::to_string(cards)?)
        .bind(digest_bytes(&who.visitor))
        .bind(who.account)
        .execute(&mut *self.writer().await)
        .await
        .map_err(write_failed)?;
        Ok(())
    }

    async fn import_usage(&self, owner: &Credentials) -> StoreResult<ImportUsage> {
        let usage = match owner.account {
            Some(account) => sqlx::query(usage_of!("account = ?")).bind(account),
            None => sqlx::query(usage_of!("visitor = ?")).bind(digest_bytes(&owner.visitor)),
        };
        let row = usage.fetch_one(&self.readers).await?.sound()?;
        let number = |index: usize| row.get::<i64, _>(index).cast_unsigned();
        Ok(ImportUsage { games: number(0), bytes: number(1) })
    }

    async fn imported_pdn(&self, id: &str) -> StoreResult<Option<String>> {
        let row = sqlx::query(concat!(
            "SELECT ",
            whole_text!("pdn"),
            " FROM imported WHERE id = ? AND id NOT IN (SELECT card FROM hidden)"
        ));
        let row = row.bind(id).fetch_optional(&self.readers).await?.sound()?;
        Ok(row.map(|row| row.get(0)))
    }

    async fn stale_cards(&self, limit: u32) -> StoreResult<Vec<StaleCard>> {
        // An ended game gets no more events, so only cards of open games are compared with the log.
        let rows = sqlx::query(
            "SELECT game.id, game.created_at FROM game LEFT JOIN card ON card.id = game.id \
             WHERE card.id IS NULL OR (card.result = '*' AND card.events < \
             (SELECT MAX(seq) FROM game_event WHERE game_event.game = game.id)) \
             ORDER BY game.created_at DESC LIMIT ?",
        )
        .bind(limit)
        .fetch_all(&self.readers)
        .await?
        .sound()?;
        Ok(rows.iter().map(|row| StaleCard { game: row.get(0), created_at: row.get(1) }).collect())
    }

    async fn put_card(&self, card: &LibraryCard, keys: &[i64]) -> StoreResult<()> {
        let mut writer = self.writer().await;
        let mut transaction = writer.begin().await?;
        write_card(&mut transaction, card, keys).await?;
        transaction.commit().await.map_err(write_failed)
    }

    async fn search(
        &self,
        query: &LibraryQuery,
        who: &Credentials,
        skip: u32,
        limit: u32,
    ) -> StoreResult<LibraryResults> {
        const WHERE: &str = "FROM card WHERE (?1 IS NULL OR variant = ?1) AND (?2 IS NULL OR outcome = ?2) \
             AND (?3 IS NULL OR instr(lower(white || ' ' || black || ' ' || event), lower(?3)) > 0) \
             AND (?4 IS NULL OR id IN (SELECT card FROM seen WHERE key = ?4)) \
             AND (id IN (SELECT game FROM seat WHERE visitor = ?5 UNION SELECT game FROM seat WHERE account = ?6 \
                         UNION SELECT id FROM imported WHERE visitor = ?5 UNION SELECT id FROM imported WHERE account = ?6) \
                  OR source = 'played' AND NOT EXISTS (SELECT 1 FROM seat WHERE seat.game = card.id)) \
             AND NOT EXISTS (SELECT 1 FROM hidden WHERE hidden.card = card.id AND (hidden.visitor = ?5 OR hidden.account = ?6)) \
             AND (?7 IS NULL OR id IN (SELECT card FROM collection_game WHERE collection = ?7))";
        macro_rules! select {
            ($what:literal, $rest:literal) => {
                sqlx::query(sqlx::AssertSqlSafe(format!("SELECT {} {WHERE} {}", $what, $rest)))
                    .bind(&query.variant)
                    .bind(&query.outcome)
                    .bind(&query.who)
                    .bind(query.key)
                    .bind(digest_bytes(&who.visitor))
                    .bind(who.account)
                    .bind(&query.collection)
            };
        }
        let total = select!("COUNT(*)", "").fetch_one(&self.readers).await?.sound()?.get(0);
        let rows = select!(
            "id, source, at, variant, white, black, event, date, outcome, result, plies, events",
            "ORDER BY at DESC, id LIMIT ?8 OFFSET ?9"
        )
        .bind(limit)
        .bind(skip)
        .fetch_all(&self.readers)
        .await?
        .sound()?;
        Ok(LibraryResults { cards: rows.iter().map(read_card).collect(), total })
    }
}

/// Gives fingerprints to games that an older version imported.
pub(super) async fn add_fingerprints(connection: &mut SqliteConnection) -> StoreResult<()> {
    const PAGE: &str = "SELECT id, pdn FROM imported WHERE fingerprint IS NULL ORDER BY id LIMIT 100";
    loop {
        let games = sqlx::query(PAGE).fetch_all(&mut *connection).await?.sound()?;
        if games.is_empty() {
            return Ok(());
        }
        let mut transaction = connection.begin().await?;
        for game in &games {
            let add = sqlx::query("UPDATE imported SET fingerprint = ? WHERE id = ?");
            let add = add.bind(fingerprint(game.get(1))).bind(game.get::<&str, _>(0));
            add.execute(&mut *transaction).await?;
        }
        transaction.commit().await.map_err(write_failed)?;
    }
}

async fn write_card(to: &mut SqliteConnection, card: &LibraryCard, keys: &[i64]) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO card (id, source, at, variant, white, black, event, date, outcome, result, plies, events) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET white = excluded.white, \
         black = excluded.black, outcome = excluded.outcome, result = excluded.result, plies = excluded.plies, \
         events = excluded.events",
    )
    .bind(&card.id)
    .bind(card.source.name())
    .bind(card.at)
    .bind(&card.variant)
    .bind(&card.white)
    .bind(&card.black)
    .bind(&card.event)
    .bind(&card.date)
    .bind(&card.outcome)
    .bind(&card.result)
    .bind(card.plies)
    .bind(card.events)
    .execute(&mut *to)
    .await?;
    // All keys in one statement: a game has a hundred, a file has thousands of games.
    sqlx::query("INSERT OR IGNORE INTO seen (key, card) SELECT value, ?1 FROM json_each(?2)")
        .bind(&card.id)
        .bind(serde_json::to_string(keys)?)
        .execute(&mut *to)
        .await?;
    Ok(())
}
