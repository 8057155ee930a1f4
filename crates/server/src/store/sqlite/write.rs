//! A batch of writes in one commit, or in halves where one is in the way of the others.

use sqlx::sqlite::SqliteConnection;

use super::super::{Append, Begin, StoreError, Write};
use crate::secret::Digest;

/// The whole of a commit in one errand to the connection's thread: on a busy machine each errand waits for its turn, and
/// a statement a row would cost more than writing it. Rows come as JSON, their columns in order.
const SCRIPT: &str = "BEGIN IMMEDIATE;
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
UPDATE game SET ended_at = ended.value ->> 1 FROM json_each(?) AS ended WHERE id = ended.value ->> 0;
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
    let script = sqlx::query(SCRIPT)
        .bind(json(&rows.seeks)?)
        .bind(json(&rows.games)?)
        .bind(json(&rows.seats)?)
        .bind(json(&rows.events)?)
        .bind(json(&rows.ended)?)
        .bind(rows.alive as i64);
    let done = script.execute(&mut *connection).await;
    if done.is_err() {
        let _ = sqlx::query("ROLLBACK").execute(connection).await; // there may be nothing to roll back
    }
    Ok(done.map(|_| ())?)
}

fn json<T: serde::Serialize>(rows: &[T]) -> Result<String, StoreError> {
    Ok(serde_json::to_string(rows)?)
}

/// The rows of a batch, table by table.
#[derive(Default)]
struct Rows<'a> {
    seeks: Vec<(&'a str, u64, String, Option<&'a str>, Hex<'a>, Option<i64>, Hex<'a>)>,
    games: Vec<(&'a str, u64, &'a str, String, String, bool, Option<&'a str>)>,
    seats: Vec<(&'a str, usize, Option<&'a str>, Hex<'a>, Option<i64>, Hex<'a>)>,
    events: Vec<(&'a str, u64, u64, Option<&'a str>, &'a str)>,
    ended: Vec<(&'a str, u64)>,
    /// The last instant of which the batch knows: the server was up.
    alive: u64,
}

impl<'a> Rows<'a> {
    fn of(batch: &'a [Write]) -> Result<Self, StoreError> {
        let mut rows = Self::default();
        for write in batch {
            match write {
                Write::Seek(seek) => {
                    let (body, held) = (serde_json::to_string(&seek.wanted)?, &seek.holder);
                    let (visitor, key) = (Hex::of(&held.visitor), Hex::of(&held.key));
                    rows.seeks.push((
                        &seek.id,
                        seek.at,
                        body,
                        held.name.as_deref(),
                        visitor,
                        held.account,
                        key,
                    ));
                }
                Write::Begin(game) => rows.begin(game)?,
                Write::Append(append) => rows.append(append),
                Write::Alive(at) => rows.alive = rows.alive.max(*at),
            }
        }
        Ok(rows)
    }

    fn begin(&mut self, game: &'a Begin) -> Result<(), StoreError> {
        let (terms, seats) = (serde_json::to_string(&game.terms)?, serde_json::to_string(&game.seats)?);
        let seek = game.seek.as_deref();
        self.games.push((&game.id, game.at, &game.terms.variant, terms, seats, game.timed, seek));
        self.alive = self.alive.max(game.at);
        for (side, holder) in game.holders.0.iter().enumerate() {
            let Some(held) = holder else { continue };
            let (visitor, key) = (Hex::of(&held.visitor), Hex::of(&held.key));
            self.seats.push((&game.id, side, held.name.as_deref(), visitor, held.account, key));
        }
        if let Some(first) = &game.first {
            self.append(first);
        }
        Ok(())
    }

    fn append(&mut self, append: &'a Append) {
        let mut name = append.client_move_id.as_deref();
        for (seq, (at, body)) in (append.seq..).zip(&append.events) {
            self.events.push((&append.game, seq, *at, name.take(), body));
            self.alive = self.alive.max(*at);
        }
        self.ended.extend(append.ended_at.map(|at| (&*append.game, at)));
    }
}

/// A digest in figures, for JSON has no bytes.
struct Hex<'a>(Option<&'a Digest>);

impl<'a> Hex<'a> {
    const fn of(digest: &'a Option<Digest>) -> Self {
        Self(digest.as_ref())
    }
}

impl serde::Serialize for Hex<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            None => serializer.serialize_none(),
            Some(digest) => {
                let figures: String = digest.0.iter().map(|byte| format!("{byte:02x}")).collect();
                serializer.serialize_str(&figures)
            }
        }
    }
}
