//! A batch of writes in one commit, or in halves where one is in the way of the others.

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnection;

use super::super::{Append, Begin, KeptSeek, StoreError, Write};
use crate::seat::Holder;
use crate::secret::Digest;

/// Events in a statement that is a commit of its own: nearly all that is ever written. Rows come as JSON, their columns in
/// order, for a statement a row would cost more than writing it.
const EVENTS: &str = "INSERT INTO game_event (game, seq, at, client_move_id, body)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)";

/// Anything, in one errand to the connection's thread: on a busy machine each errand waits for its turn.
const ANYTHING: &str = "BEGIN IMMEDIATE;
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

/// Writes them all in one commit. If one cannot be written, the halves are tried, and their halves: a batch that holds
/// a bad one costs a few commits more, not one for each of the others.
pub(super) async fn batch(connection: &mut SqliteConnection, batch: &[Write]) -> Vec<Result<(), StoreError>> {
    match together(connection, batch).await {
        Ok(()) => batch.iter().map(|_| Ok(())).collect(),
        Err(StoreError::Taken) if batch.len() > 1 => {
            let (first, second) = batch.split_at(batch.len() / 2);
            let mut answers = Box::pin(self::batch(connection, first)).await;
            answers.extend(Box::pin(self::batch(connection, second)).await);
            answers
        }
        Err(StoreError::Taken) => vec![Err(StoreError::Taken)],
        // It may have been the commit itself that failed: then only the log can tell.
        Err(error) => {
            tracing::error!(%error, "a commit failed");
            batch.iter().map(|_| Err(StoreError::Unknown)).collect()
        }
    }
}

async fn together(connection: &mut SqliteConnection, batch: &[Write]) -> Result<(), StoreError> {
    let rows = Rows::of(batch)?;
    if rows.are_events() {
        sqlx::query(EVENTS).bind(text(&rows.events)?).execute(connection).await?;
        return Ok(());
    }
    let script = sqlx::query(ANYTHING)
        .bind(text(&rows.seeks)?)
        .bind(text(&rows.games)?)
        .bind(text(&rows.seats)?)
        .bind(text(&rows.events)?)
        .bind(text(&rows.ended)?)
        .bind(rows.alive as i64);
    let done = script.execute(&mut *connection).await;
    if done.is_err() {
        let _ = sqlx::query("ROLLBACK").execute(connection).await; // there may be nothing to roll back
    }
    Ok(done.map(|_| ())?)
}

fn text<T: serde::Serialize>(rows: &[T]) -> Result<String, StoreError> {
    Ok(serde_json::to_string(rows)?)
}

/// The rows of a batch, table by table.
#[derive(Default)]
struct Rows<'a> {
    seeks: Vec<Value>,
    games: Vec<Value>,
    seats: Vec<Value>,
    events: Vec<(&'a str, u64, u64, Option<&'a str>, &'a str)>,
    ended: Vec<(&'a str, u64)>,
    /// The last instant at which the server is known to have been up, where that was to be noted.
    alive: u64,
}

impl<'a> Rows<'a> {
    fn of(batch: &'a [Write]) -> Result<Self, StoreError> {
        let mut rows = Self::default();
        for write in batch {
            match write {
                Write::Seek(seek) => rows.seek(seek)?,
                Write::Begin(game) => rows.begin(game)?,
                Write::Append(append) => rows.append(append),
                Write::Alive(at) => rows.alive = rows.alive.max(*at),
            }
        }
        Ok(rows)
    }

    /// Whether there is nothing but events of games that go on.
    fn are_events(&self) -> bool {
        self.games.is_empty() && self.seeks.is_empty() && self.ended.is_empty() && self.alive == 0
    }

    fn seek(&mut self, seek: &KeptSeek) -> Result<(), StoreError> {
        let Holder { name, visitor, account, key } = &seek.holder;
        let body = serde_json::to_string(&seek.wanted)?;
        self.seeks.push(json!([seek.id, seek.at, body, name, hex(visitor), account, hex(key)]));
        Ok(())
    }

    fn begin(&mut self, game: &'a Begin) -> Result<(), StoreError> {
        let Begin { id, at, terms, timed, seats, holders, seek, first } = game;
        let (kept, seats) = (serde_json::to_string(terms)?, serde_json::to_string(seats)?);
        self.games.push(json!([**id, at, terms.variant, kept, seats, timed, seek]));
        for (side, holder) in holders.0.iter().enumerate() {
            let Some(Holder { name, visitor, account, key }) = holder else { continue };
            self.seats.push(json!([**id, side, name, hex(visitor), account, hex(key)]));
        }
        if let Some(first) = first {
            self.append(first);
        }
        Ok(())
    }

    fn append(&mut self, append: &'a Append) {
        let mut name = append.client_move_id.as_deref();
        for (seq, (at, body)) in (append.seq..).zip(&append.events) {
            self.events.push((&append.game, seq, *at, name.take(), body));
        }
        self.ended.extend(append.ended_at.map(|at| (&*append.game, at)));
    }
}

/// A digest in figures, for JSON has no bytes.
fn hex(digest: &Option<Digest>) -> Option<String> {
    Some(digest.as_ref()?.0.iter().map(|byte| format!("{byte:02x}")).collect())
}
