//! A batch of writes in one commit. If one of them conflicts, the batch is split.

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnection;

use crate::game_log::{NewEvents, NewGame, StoreWrite};
use crate::seat::Holder;
use crate::seek::StoredSeek;
use crate::token::TokenDigest;
use crate::{StoreError, StoreResult};

/// Events only, which is nearly every batch: a single statement commits by itself. Rows are passed as a JSON array,
/// since executing one statement per row costs more than writing the row.
const EVENTS_ONLY: &str = "INSERT INTO game_event (game, seq, at, client_move_id, body)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)";

/// Any mix of writes, sent to the connection's thread as one script: each round trip costs a thread switch.
const MIXED: &str = "BEGIN IMMEDIATE;
INSERT INTO seek (id, created_at, body, name, visitor, account, key)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, unhex(value ->> 4), value ->> 5, unhex(value ->> 6)
    FROM json_each(?);
INSERT INTO game (id, created_at, variant, terms, seats, timed, seek)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6
    FROM json_each(?);
INSERT INTO seat (game, side, name, visitor, account, key)
    SELECT value ->> 0, value ->> 1, value ->> 2, unhex(value ->> 3), value ->> 4, unhex(value ->> 5)
    FROM json_each(?);
INSERT INTO game_event (game, seq, at, client_move_id, body)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?);
UPDATE game SET ended_at = ended.value ->> 1 FROM json_each(?) AS ended WHERE game.id = ended.value ->> 0;
INSERT INTO alive (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = MAX(at, excluded.at);
COMMIT";

/// Commits the batch. On a conflict each half is tried by itself, recursively, so that one bad write costs a
/// logarithmic number of extra commits.
pub(super) async fn batch(connection: &mut SqliteConnection, batch: &[StoreWrite]) -> Vec<StoreResult<()>> {
    match commit(connection, batch).await {
        Ok(()) => batch.iter().map(|_| Ok(())).collect(),
        Err(StoreError::Conflict) if batch.len() > 1 => {
            let (first, second) = batch.split_at(batch.len() / 2);
            let mut results = Box::pin(self::batch(connection, first)).await;
            results.extend(Box::pin(self::batch(connection, second)).await);
            results
        }
        Err(StoreError::Conflict) => vec![Err(StoreError::Conflict)],
        // If the commit itself failed, only the log can tell what was written.
        Err(error) => {
            tracing::error!(%error, "a commit failed");
            batch.iter().map(|_| Err(StoreError::OutcomeUnknown)).collect()
        }
    }
}

async fn commit(connection: &mut SqliteConnection, batch: &[StoreWrite]) -> StoreResult<()> {
    let rows = Rows::of(batch)?;
    if rows.are_events_only() {
        sqlx::query(EVENTS_ONLY).bind(json_rows(&rows.events)?).execute(connection).await?;
        return Ok(());
    }
    let script = sqlx::query(MIXED)
        .bind(json_rows(&rows.seeks)?)
        .bind(json_rows(&rows.games)?)
        .bind(json_rows(&rows.seats)?)
        .bind(json_rows(&rows.events)?)
        .bind(json_rows(&rows.ended)?)
        .bind(rows.heartbeat as i64);
    let done = script.execute(&mut *connection).await;
    if done.is_err() {
        let _ = sqlx::query("ROLLBACK").execute(connection).await; // fails harmlessly outside a transaction
    }
    Ok(done.map(|_| ())?)
}

fn json_rows<T: serde::Serialize>(rows: &[T]) -> StoreResult<String> {
    Ok(serde_json::to_string(rows)?)
}

/// The rows of a batch, table by table.
#[derive(Default)]
struct Rows<'a> {
    seeks: Vec<Value>,
    games: Vec<Value>,
    seats: Vec<Value>,
    events: Vec<(&'a str, u64, u64, Option<&'a str>, &'a str)>,
    ended: Vec<(&'a str, Option<u64>)>,
    /// The latest heartbeat in the batch; 0 for none.
    heartbeat: u64,
}

impl<'a> Rows<'a> {
    fn of(batch: &'a [StoreWrite]) -> StoreResult<Self> {
        let mut rows = Self::default();
        for write in batch {
            match write {
                StoreWrite::Seek(seek) => rows.seek(seek)?,
                StoreWrite::Game(game) => rows.game(game)?,
                StoreWrite::Events(events) => rows.events(events),
                StoreWrite::Heartbeat(at) => rows.heartbeat = rows.heartbeat.max(*at),
            }
        }
        Ok(rows)
    }

    /// Whether only `game_event` gets rows.
    fn are_events_only(&self) -> bool {
        self.games.is_empty() && self.seeks.is_empty() && self.ended.is_empty() && self.heartbeat == 0
    }

    fn seek(&mut self, seek: &StoredSeek) -> StoreResult<()> {
        let Holder { name, visitor, account, key } = &seek.holder;
        let body = serde_json::to_string(&seek.terms)?;
        self.seeks.push(json!([seek.id, seek.at, body, name, hex(visitor), account, hex(key)]));
        Ok(())
    }

    fn game(&mut self, game: &'a NewGame) -> StoreResult<()> {
        let NewGame { id, at, terms, timed, seats, holders, seek, first } = game;
        let (body, seats) = (serde_json::to_string(terms)?, serde_json::to_string(seats)?);
        self.games.push(json!([**id, at, terms.variant, body, seats, timed, seek]));
        for (side, holder) in holders.0.iter().enumerate() {
            let Some(Holder { name, visitor, account, key }) = holder else { continue };
            self.seats.push(json!([**id, side, name, hex(visitor), account, hex(key)]));
        }
        if let Some(first) = first {
            self.events(first);
        }
        Ok(())
    }

    fn events(&mut self, new: &'a NewEvents) {
        let mut command_id = new.command_id.as_deref();
        for (seq, (at, body)) in (new.seq..).zip(&new.events) {
            self.events.push((&new.game, seq, *at, command_id.take(), body));
        }
        self.ended.extend(new.end.map(|mark| (&*new.game, mark.ended_at())));
    }
}

/// A digest as hexadecimal digits, since JSON has no bytes.
fn hex(digest: &Option<TokenDigest>) -> Option<String> {
    Some(digest.as_ref()?.0.iter().map(|byte| format!("{byte:02x}")).collect())
}
