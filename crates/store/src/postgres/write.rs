//! A batch of writes in one commit. A batch is one statement, so it needs one round trip and no transaction block.

use std::collections::HashMap;

use sqlx::postgres::PgConnection;

use crate::game_log::{EndMark, NewEvents, NewGame, StoreWrite};
use crate::row::{digest_bytes, storable};
use crate::seat::Holder;
use crate::seek::StoredSeek;
use crate::{StoreError, StoreResult};

/// Events only, which is nearly every batch.
const EVENTS_ONLY: &str = "INSERT INTO game_event (game, seq, at, client_move_id, body)
    SELECT * FROM UNNEST($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[])";

/// Any mix of writes. References are checked at the end of the statement, when all rows are there.
const MIXED: &str = "WITH new_seek AS (
    INSERT INTO seek (id, created_at, body, name, visitor, account, key)
    SELECT * FROM UNNEST($6::text[], $7::bigint[], $8::text[], $9::text[], $10::bytea[], $11::bigint[], $12::bytea[])
), new_game AS (
    INSERT INTO game (id, created_at, variant, terms, seats, timed, seek, ended_at)
    SELECT * FROM UNNEST($13::text[], $14::bigint[], $15::text[], $16::text[], $17::text[], $18::boolean[], $19::text[],
        $20::bigint[])
), new_seat AS (
    INSERT INTO seat (game, side, name, visitor, account, key)
    SELECT * FROM UNNEST($21::text[], $22::bigint[], $23::text[], $24::bytea[], $25::bigint[], $26::bytea[])
), ended AS (
    UPDATE game SET ended_at = ended.at FROM UNNEST($27::text[], $28::bigint[]) AS ended (game, at)
    WHERE game.id = ended.game
), heartbeat AS (
    INSERT INTO alive (one, at) SELECT 1, $29::bigint WHERE $29::bigint > 0
    ON CONFLICT (one) DO UPDATE SET at = GREATEST(alive.at, excluded.at)
)
INSERT INTO game_event (game, seq, at, client_move_id, body)
    SELECT * FROM UNNEST($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[])";

/// Commits the batch. If the database refuses it, each half is tried by itself, recursively, so that one bad write costs
/// a logarithmic number of extra commits. Once the connection fails, nothing more is tried.
pub(super) async fn batch(connection: &mut PgConnection, batch: &[StoreWrite]) -> Vec<StoreResult<()>> {
    match commit(connection, batch).await {
        Ok(()) => batch.iter().map(|_| Ok(())).collect(),
        Err(error) if error.is_temporary() => unavailable(batch.len(), &error),
        Err(error) if batch.len() == 1 => vec![Err(error)],
        Err(_) => {
            let (first, second) = batch.split_at(batch.len() / 2);
            let mut results = Box::pin(self::batch(connection, first)).await;
            let failure =
                results.iter().find_map(|result| result.as_ref().err().filter(|e| e.is_temporary()));
            let rest = match failure {
                Some(error) => unavailable(second.len(), error),
                None => Box::pin(self::batch(connection, second)).await,
            };
            results.extend(rest);
            results
        }
    }
}

/// The same failure for a number of writes.
pub(super) fn unavailable(writes: usize, error: &StoreError) -> Vec<StoreResult<()>> {
    let cause = match error {
        StoreError::Unavailable(cause) => cause.to_string(),
        error => error.to_string(),
    };
    (0..writes).map(|_| Err(StoreError::Unavailable(cause.clone().into()))).collect()
}

async fn commit(connection: &mut PgConnection, batch: &[StoreWrite]) -> StoreResult<()> {
    let BatchRows { events, seeks, games, seats, ended, heartbeat } = BatchRows::of(batch)?;
    let only = seeks.id.is_empty() && games.id.is_empty() && ended.game.is_empty() && heartbeat == 0;
    let statement = sqlx::query(if only { EVENTS_ONLY } else { MIXED })
        .bind(events.game)
        .bind(events.seq)
        .bind(events.at)
        .bind(events.command_id)
        .bind(events.body);
    if only {
        statement.execute(connection).await?;
        return Ok(());
    }
    statement
        .bind(seeks.id)
        .bind(seeks.created_at)
        .bind(seeks.body)
        .bind(seeks.holder.name)
        .bind(seeks.holder.visitor)
        .bind(seeks.holder.account)
        .bind(seeks.holder.key)
        .bind(games.id)
        .bind(games.created_at)
        .bind(games.variant)
        .bind(games.terms)
        .bind(games.seats)
        .bind(games.timed)
        .bind(games.seek)
        .bind(games.ended_at)
        .bind(seats.game)
        .bind(seats.side)
        .bind(seats.holder.name)
        .bind(seats.holder.visitor)
        .bind(seats.holder.account)
        .bind(seats.holder.key)
        .bind(ended.game)
        .bind(ended.at)
        .bind(heartbeat)
        .execute(connection)
        .await?;
    Ok(())
}

/// The rows of a batch as columns, table by table.
#[derive(Default)]
struct BatchRows<'a> {
    events: EventColumns<'a>,
    seeks: SeekColumns<'a>,
    games: GameColumns<'a>,
    seats: SeatColumns<'a>,
    ended: EndedColumns<'a>,
    /// The latest heartbeat in the batch; 0 for none.
    heartbeat: i64,
}

#[derive(Default)]
struct EventColumns<'a> {
    game: Vec<&'a str>,
    seq: Vec<i64>,
    at: Vec<i64>,
    command_id: Vec<Option<&'a str>>,
    body: Vec<&'a str>,
}

#[derive(Default)]
struct HolderColumns<'a> {
    name: Vec<Option<String>>,
    visitor: Vec<Option<&'a [u8]>>,
    account: Vec<Option<i64>>,
    key: Vec<Option<&'a [u8]>>,
}

#[derive(Default)]
struct SeekColumns<'a> {
    id: Vec<&'a str>,
    created_at: Vec<i64>,
    body: Vec<String>,
    holder: HolderColumns<'a>,
}

#[derive(Default)]
struct GameColumns<'a> {
    id: Vec<&'a str>,
    created_at: Vec<i64>,
    variant: Vec<&'a str>,
    terms: Vec<String>,
    seats: Vec<String>,
    timed: Vec<bool>,
    seek: Vec<Option<&'a str>>,
    ended_at: Vec<Option<i64>>,
}

#[derive(Default)]
struct SeatColumns<'a> {
    game: Vec<&'a str>,
    side: Vec<i64>,
    holder: HolderColumns<'a>,
}

#[derive(Default)]
struct EndedColumns<'a> {
    game: Vec<&'a str>,
    /// `NULL` if the end was withdrawn.
    at: Vec<Option<i64>>,
}

fn ended_at(mark: EndMark) -> Option<i64> {
    mark.ended_at().map(|at| at as i64)
}

impl<'a> BatchRows<'a> {
    fn of(batch: &'a [StoreWrite]) -> StoreResult<Self> {
        let mut rows = Self::default();
        let mut ended = HashMap::new();
        for write in batch {
            match write {
                StoreWrite::Seek(seek) => rows.seeks.push(seek)?,
                StoreWrite::Game(game) => {
                    rows.games.push(game)?;
                    rows.seats.push(game);
                    if let Some(first) = &game.first {
                        rows.events.push(first);
                        ended.extend(first.end.map(|mark| (&*game.id, ended_at(mark))));
                    }
                }
                StoreWrite::Events(new) => {
                    rows.events.push(new);
                    ended.extend(new.end.map(|mark| (&*new.game, ended_at(mark))));
                }
                StoreWrite::Heartbeat(at) => rows.heartbeat = rows.heartbeat.max(*at as i64),
            }
        }
        // A statement does not see the rows that it inserts, so it cannot update them: a game that is new in this batch
        // gets its end when it is inserted.
        for (id, ended_at) in rows.games.id.iter().zip(&mut rows.games.ended_at) {
            *ended_at = ended.remove(id).flatten();
        }
        (rows.ended.game, rows.ended.at) = ended.into_iter().unzip();
        Ok(rows)
    }
}

impl<'a> EventColumns<'a> {
    fn push(&mut self, new: &'a NewEvents) {
        let mut command_id = new.command_id.as_deref();
        for (seq, (at, body)) in (new.seq..).zip(&new.events) {
            self.game.push(&new.game);
            self.seq.push(seq as i64);
            self.at.push(*at as i64);
            self.command_id.push(command_id.take());
            self.body.push(body);
        }
    }
}

impl<'a> HolderColumns<'a> {
    fn push(&mut self, Holder { name, visitor, account, key }: &'a Holder) {
        self.name.push(name.as_deref().map(storable));
        self.visitor.push(digest_bytes(visitor));
        self.account.push(*account);
        self.key.push(digest_bytes(key));
    }
}

impl<'a> SeekColumns<'a> {
    fn push(&mut self, seek: &'a StoredSeek) -> StoreResult<()> {
        self.id.push(&seek.id);
        self.created_at.push(seek.at as i64);
        self.body.push(serde_json::to_string(&seek.terms)?);
        self.holder.push(&seek.holder);
        Ok(())
    }
}

impl<'a> GameColumns<'a> {
    fn push(&mut self, game: &'a NewGame) -> StoreResult<()> {
        self.id.push(&game.id);
        self.created_at.push(game.at as i64);
        self.variant.push(&game.terms.variant);
        self.terms.push(serde_json::to_string(&game.terms)?);
        self.seats.push(serde_json::to_string(&game.seats)?);
        self.timed.push(game.timed);
        self.seek.push(game.seek.as_deref());
        self.ended_at.push(None);
        Ok(())
    }
}

impl<'a> SeatColumns<'a> {
    fn push(&mut self, game: &'a NewGame) {
        for (side, holder) in (0..).zip(&game.holders.0) {
            let Some(holder) = holder else { continue };
            self.game.push(&game.id);
            self.side.push(side);
            self.holder.push(holder);
        }
    }
}
