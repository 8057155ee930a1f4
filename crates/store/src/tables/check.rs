//! Checking a store: every log is replayed, and every move in it must be legal.

use std::ops::ControlFlow;

use damiera_game::{Event, Fact, Game, Terms, wire};
use damiera_rules::{Move, Side, SquareSet};

use super::{Cell, OpenTables, Table, TableRow};
use crate::{Database, StoreError, StoreResult};

/// How often a game with a problem is read again, since it may have changed while it was read.
const ATTEMPTS: usize = 3;

/// What a check has found so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StoreCheck {
    /// Games replayed.
    pub games: u64,
    /// Games in the store when the check began.
    pub total: u64,
    /// Events replayed.
    pub events: u64,
    /// The last game replayed; a check can go on after it.
    pub last: Option<String>,
    /// Games with the problem of each.
    pub problems: Vec<(String, String)>,
}

/// Replays the log of every game after the one named, in the order of their ids. `observe` may end it after each page. A
/// server may be using the store meanwhile.
pub async fn check_store(
    database: &Database,
    after: Option<String>,
    mut observe: impl FnMut(&StoreCheck) -> ControlFlow<()>,
) -> StoreResult<StoreCheck> {
    let mut tables = OpenTables::connect(database).await?;
    tables.check_file().await?;
    let list = tables.list().await?;
    let (games, log) = (named(&list, "game")?, named(&list, "game_event")?);
    let mut report = StoreCheck { total: tables.count(games).await?, last: after, ..StoreCheck::default() };
    loop {
        let key = report.last.as_deref().map(|id| key_row(games, &[("id", Cell::Text(id.to_owned()))]));
        let page = tables.rows_after(games, key.as_deref()).await?;
        if page.is_empty() {
            return Ok(report);
        }
        for row in &page {
            let Some(id) = text(games, row, "id").map(str::to_owned) else { continue };
            let (events, problem) = check_game(&mut tables, games, log, &id, row.clone()).await?;
            report.games += 1;
            report.events += events;
            report.problems.extend(problem.map(|problem| (id.clone(), problem)));
            report.last = Some(id);
        }
        if observe(&report).is_break() {
            return Ok(report);
        }
    }
}

fn named<'a>(list: &'a [Table], name: &str) -> StoreResult<&'a Table> {
    let found = list.iter().find(|table| table.name == name);
    found.ok_or_else(|| StoreError::Database(format!("there is no table {name}").into()))
}

/// A row that holds only a key.
fn key_row(table: &Table, key: &[(&str, Cell)]) -> TableRow {
    let cell = |name: &str| key.iter().find(|(known, _)| *known == name).map(|(_, cell)| cell.clone());
    table.names().into_iter().map(|name| cell(name).unwrap_or(Cell::Null)).collect()
}

fn cell<'a>(table: &Table, row: &'a [Cell], name: &str) -> Option<&'a Cell> {
    row.get(table.names().iter().position(|known| *known == name)?)
}

fn text<'a>(table: &Table, row: &'a [Cell], name: &str) -> Option<&'a str> {
    match cell(table, row, name) {
        Some(Cell::Text(text)) => Some(text),
        _ => None,
    }
}

fn number(table: &Table, row: &[Cell], name: &str) -> Option<i64> {
    match cell(table, row, name) {
        Some(Cell::Integer(number)) => Some(*number),
        _ => None,
    }
}

/// Replays a game. Returns the number of its events, and its problem.
async fn check_game(
    tables: &mut OpenTables,
    games: &Table,
    log: &Table,
    id: &str,
    mut row: TableRow,
) -> StoreResult<(u64, Option<String>)> {
    for attempt in 1.. {
        let mut read = read_log(tables, log, id).await;
        if matches!(read, Err(StoreError::Damaged(_))) {
            read = read_rows(tables, log, id).await; // the damage may be that of another game
        }
        let events = match read {
            Err(damaged @ StoreError::Damaged(_)) => return Ok((0, Some(damaged.to_string()))),
            read => read?,
        };
        let problem = replay(games, &row, log, &events).err();
        let count = events.len() as u64;
        if problem.is_none() || attempt == ATTEMPTS {
            return Ok((count, problem));
        }
        // The row was read before the log: the game may have ended in between.
        match tables.row(games, &key_row(games, &[("id", Cell::Text(id.to_owned()))])).await? {
            Some(newer) => row = newer,
            None => return Ok((count, None)), // deleted meanwhile
        }
    }
    Ok((0, None))
}

/// Reads a log row by row.
async fn read_rows(tables: &mut OpenTables, log: &Table, id: &str) -> StoreResult<Vec<TableRow>> {
    let mut events = Vec::new();
    loop {
        let seq = Cell::Integer(events.len() as i64 + 1);
        let key = key_row(log, &[("game", Cell::Text(id.to_owned())), ("seq", seq)]);
        match tables.row(log, &key).await? {
            Some(event) => events.push(event),
            None => return Ok(events),
        }
    }
}

/// Reads a log page by page. A page may have rows of other games.
async fn read_log(tables: &mut OpenTables, log: &Table, id: &str) -> StoreResult<Vec<TableRow>> {
    let start = [("game", Cell::Text(id.to_owned())), ("seq", Cell::Integer(i64::MIN))];
    let mut last = key_row(log, &start);
    let mut events: Vec<TableRow> = Vec::new();
    loop {
        let page = tables.rows_after(log, Some(&last)).await?;
        let (read, before) = (page.len(), events.len());
        events.extend(page.into_iter().take_while(|row| text(log, row, "game") == Some(id)));
        match events.last() {
            Some(end) if read > 0 && events.len() - before == read => last = end.clone(),
            _ => return Ok(events),
        }
    }
}

/// Replays a log; the error says what is wrong with it.
fn replay(games: &Table, row: &[Cell], log: &Table, events: &[TableRow]) -> Result<(), String> {
    let terms = text(games, row, "terms").unwrap_or_default();
    let terms: wire::WireTerms =
        serde_json::from_str(terms).map_err(|error| format!("the terms cannot be read: {error}"))?;
    let terms = Terms::try_from(&terms).map_err(|error| format!("the terms are not valid: {error}"))?;
    let mut game = Game::new(terms).map_err(|error| format!("the terms are not valid: {error}"))?;
    for (seq, event) in (1..).zip(events) {
        if number(log, event, "seq") != Some(seq) {
            return Err(format!("event {seq} is missing"));
        }
        let body = text(log, event, "body").unwrap_or_default();
        let unread = |error: &dyn std::fmt::Display| format!("event {seq} cannot be read: {error}");
        let body: wire::WireEvent = serde_json::from_str(body).map_err(|error| unread(&error))?;
        let event = Event::try_from(&body).map_err(|error| unread(&error))?;
        if let Fact::Moved { by, m, .. } = &event.fact
            && !is_legal(&game, *by, m)
        {
            return Err(format!("event {seq} is a move that is not legal"));
        }
        game.apply(&event);
    }
    let marked = number(games, row, "ended_at").is_some();
    match (game.end().is_some(), marked) {
        (true, false) => Err("the game has ended, but is not marked as ended".to_owned()),
        (false, true) => Err("the game is marked as ended, but its log has no end".to_owned()),
        _ => Ok(()),
    }
}

fn is_legal(game: &Game, by: Side, m: &Move) -> bool {
    let captured: SquareSet = m.captured.iter().collect();
    game.turn() == by
        && game.legal().iter().any(|legal| {
            (legal.from, legal.to, legal.promotes) == (m.from, m.to, m.promotes)
                && legal.captured.iter().copied().collect::<SquareSet>() == captured
        })
}
