//! A batch of writes in one transaction, or one by one where they do not go together.

use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;

use super::super::{Append, Begin, StoreError, Write};

/// Writes them all in one commit; if one is in the way of the others, each in its own.
pub(super) async fn batch(connection: &mut SqliteConnection, batch: &[Write]) -> Vec<Result<(), StoreError>> {
    match together(connection, batch).await {
        Ok(()) => batch.iter().map(|_| Ok(())).collect(),
        Err(StoreError::Unknown) => batch.iter().map(|_| Err(StoreError::Unknown)).collect(),
        Err(error) if batch.len() == 1 => vec![Err(error)],
        Err(_) => {
            let mut answers = Vec::with_capacity(batch.len());
            for write in batch {
                answers.push(together(connection, std::slice::from_ref(write)).await);
            }
            answers
        }
    }
}

async fn together(connection: &mut SqliteConnection, batch: &[Write]) -> Result<(), StoreError> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let mut appends = Vec::with_capacity(batch.len());
    let mut alive = 0;
    for write in batch {
        match write {
            Write::Begin(game) => {
                alive = alive.max(game.at);
                begin(&mut transaction, game).await?;
            }
            Write::Append(append) => {
                alive = append.events.iter().fold(alive, |alive, (at, _)| alive.max(*at));
                appends.push(append);
            }
            Write::Alive(at) => alive = alive.max(*at),
        }
    }
    if !appends.is_empty() {
        append_all(&mut transaction, &appends).await?;
    }
    sqlx::query(
        "INSERT INTO alive (one, at) VALUES (1, ?) \
         ON CONFLICT (one) DO UPDATE SET at = MAX(at, excluded.at)",
    )
    .bind(alive as i64)
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await.map_err(|error| {
        tracing::error!(%error, "a commit failed");
        StoreError::Unknown
    })
}

async fn begin(connection: &mut SqliteConnection, game: &Begin) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO game (id, created_at, variant, terms, seats, timed) VALUES (?, ?, ?, ?, ?, ?)")
        .bind(&*game.id)
        .bind(game.at as i64)
        .bind(&game.terms.variant)
        .bind(serde_json::to_string(&game.terms)?)
        .bind(serde_json::to_string(&game.seats)?)
        .bind(game.timed)
        .execute(&mut *connection)
        .await?;
    for (side, holder) in game.holders.0.iter().enumerate() {
        let Some(holder) = holder else { continue };
        sqlx::query("INSERT INTO seat (game, side, name, visitor, account, key) VALUES (?, ?, ?, ?, ?, ?)")
            .bind(&*game.id)
            .bind(side as i64)
            .bind(&holder.name)
            .bind(holder.visitor.as_ref().map(|digest| &digest.0[..]))
            .bind(holder.account)
            .bind(holder.key.as_ref().map(|digest| &digest.0[..]))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// All events in one statement: a statement an event would cost more than writing it.
async fn append_all(connection: &mut SqliteConnection, appends: &[&Append]) -> Result<(), StoreError> {
    let mut rows = Vec::with_capacity(appends.len());
    for append in appends {
        let mut name = append.client_move_id.as_deref();
        for (seq, (at, body)) in (append.seq..).zip(&append.events) {
            rows.push((&*append.game, seq, at, name.take(), body));
        }
    }
    sqlx::query(
        "INSERT INTO game_event (game, seq, at, client_move_id, body) \
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)",
    )
    .bind(serde_json::to_string(&rows)?)
    .execute(&mut *connection)
    .await?;
    for (append, at) in appends.iter().filter_map(|append| Some((append, append.ended_at?))) {
        sqlx::query("UPDATE game SET ended_at = ? WHERE id = ?")
            .bind(at as i64)
            .bind(&*append.game)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
