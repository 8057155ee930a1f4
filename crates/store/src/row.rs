//! Values and rows as both databases store them.

use sqlx::Row;

use crate::account::{Account, AccountStatus};
use crate::exhibition::{ExhibitionStage, StoredExhibition, StoredExhibitionBoard, board_number};
use crate::game_log::{GameSummary, StoredEvent};
use crate::library::{GameSource, LibraryCard};
use crate::seat::{Holder, Holders};
use crate::seek::StoredSeek;
use crate::token::TokenDigest;
use crate::tournament::{StoredTournamentEntry, TournamentPass, TournamentRole, TournamentSummary};
use crate::{StoreError, StoreResult};

pub(crate) fn read_digest(bytes: Option<Vec<u8>>) -> Option<TokenDigest> {
    bytes.and_then(|bytes| TokenDigest::from_bytes(&bytes))
}

pub(crate) fn digest_bytes(digest: &Option<TokenDigest>) -> Option<&[u8]> {
    digest.as_ref().map(|digest| &digest.0[..])
}

/// The key under which an account's name is unique.
pub(crate) fn folded(name: &str) -> String {
    name.to_lowercase()
}

/// A text without the one character that PostgreSQL cannot store.
pub(crate) fn storable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

/// A row of either database. Both have the same columns of the same types.
pub(crate) trait StoredRow {
    fn integer(&self, column: usize) -> i64;
    fn optional_integer(&self, column: usize) -> Option<i64>;
    fn text(&self, column: usize) -> String;
    fn optional_text(&self, column: usize) -> Option<String>;
    fn digest(&self, column: usize) -> Option<TokenDigest>;

    fn flag(&self, column: usize) -> bool {
        self.integer(column) != 0
    }

    /// Milliseconds since 1970.
    fn time(&self, column: usize) -> u64 {
        self.integer(column) as u64
    }
}

macro_rules! stored_row {
    ($row:ty) => {
        impl StoredRow for $row {
            fn integer(&self, column: usize) -> i64 {
                self.get(column)
            }

            fn optional_integer(&self, column: usize) -> Option<i64> {
                self.get(column)
            }

            fn text(&self, column: usize) -> String {
                self.get(column)
            }

            fn optional_text(&self, column: usize) -> Option<String> {
                self.get(column)
            }

            fn digest(&self, column: usize) -> Option<TokenDigest> {
                read_digest(self.get(column))
            }
        }
    };
}

stored_row!(sqlx::sqlite::SqliteRow);
stored_row!(sqlx::postgres::PgRow);

/// id, name, password, operator, muted, banned, created_at
pub(crate) fn read_account(row: &impl StoredRow) -> Account {
    Account {
        id: row.integer(0),
        name: row.text(1),
        password_hash: row.text(2),
        status: AccountStatus { operator: row.flag(3), muted: row.flag(4), banned: row.flag(5) },
        created_at: row.time(6),
    }
}

/// id, variant, created_at, ended_at, number of events
pub(crate) fn read_summary(row: &impl StoredRow) -> GameSummary {
    GameSummary {
        id: row.text(0),
        variant: row.text(1),
        created_at: row.integer(2),
        ended: row.optional_integer(3).is_some(),
        events: row.integer(4),
    }
}

/// For each event of a game after a number: command id, body, number. An error if one is missing: a game without it would be
/// another game.
pub(crate) fn read_events(rows: &[impl StoredRow], game: &str, after: u64) -> StoreResult<Vec<StoredEvent>> {
    let event = |(row, seq): (&_, u64)| match StoredRow::integer(row, 2) == seq.cast_signed() {
        true => {
            Ok(StoredEvent { command_id: StoredRow::optional_text(row, 0), body: StoredRow::text(row, 1) })
        }
        false => Err(StoreError::Damaged(format!("event {seq} of game {game} is missing"))),
    };
    rows.iter().zip(after + 1..).map(event).collect()
}

/// For each seat: side, visitor, account, key, name
pub(crate) fn read_holders(rows: &[impl StoredRow]) -> Holders {
    let mut holders = Holders::default();
    for row in rows {
        let (visitor, account, key) = (row.digest(1), row.optional_integer(2), row.digest(3));
        let holder = Holder { name: row.optional_text(4), visitor, account, key };
        holders.0[usize::from(row.flag(0))] = Some(holder);
    }
    holders
}

/// id, created_at, body, name, visitor, account, key, game
pub(crate) fn read_seek(row: &impl StoredRow) -> StoreResult<StoredSeek> {
    let (visitor, account, key) = (row.digest(4), row.optional_integer(5), row.digest(6));
    Ok(StoredSeek {
        id: row.text(0),
        at: row.time(1),
        terms: serde_json::from_str(&row.text(2))?,
        holder: Holder { name: row.optional_text(3), visitor, account, key },
        game: row.optional_text(7),
    })
}

/// id, source, at, variant, white, black, event, date, outcome, result, plies, events
pub(crate) fn read_card(row: &impl StoredRow) -> LibraryCard {
    let imported = row.text(1) == GameSource::Imported.name();
    LibraryCard {
        id: row.text(0),
        source: if imported { GameSource::Imported } else { GameSource::Played },
        at: row.integer(2),
        variant: row.text(3),
        white: row.text(4),
        black: row.text(5),
        event: row.text(6),
        date: row.text(7),
        outcome: row.text(8),
        result: row.text(9),
        plies: row.integer(10),
        events: row.integer(11),
    }
}

/// digest, role, name, number, account
pub(crate) fn read_pass(row: &impl StoredRow) -> Option<TournamentPass> {
    Some(TournamentPass {
        digest: row.digest(0)?,
        role: TournamentRole::named(&row.text(1))?,
        name: row.text(2),
        number: row.optional_integer(3).and_then(|number| u16::try_from(number).ok()),
        account: row.optional_integer(4),
    })
}

/// digest, role, name, number, account, tournament
pub(crate) fn read_right(row: &impl StoredRow) -> Option<(String, TournamentPass)> {
    Some((row.text(5), read_pass(row)?))
}

/// command id, body
pub(crate) fn read_tournament_entry(row: &impl StoredRow) -> StoredTournamentEntry {
    StoredTournamentEntry { command_id: row.optional_text(0), body: row.text(1) }
}

/// id, created_at, charter
pub(crate) fn read_tournament_summary(row: &impl StoredRow) -> TournamentSummary {
    TournamentSummary { id: row.text(0), at: row.time(1), charter: row.text(2) }
}

/// name, visitor, account, key, from a column on
fn read_holder(row: &impl StoredRow, first: usize) -> Holder {
    let (visitor, account, key) =
        (row.digest(first + 1), row.optional_integer(first + 2), row.digest(first + 3));
    Holder { name: row.optional_text(first), visitor, account, key }
}

/// id, created_at, terms, stage, name, visitor, account, key
pub(crate) fn read_exhibition(row: &impl StoredRow) -> Option<StoredExhibition> {
    Some(StoredExhibition {
        id: row.text(0),
        at: row.time(1),
        terms: row.text(2),
        stage: ExhibitionStage::named(&row.text(3))?,
        host: read_holder(row, 4),
        boards: Vec::new(),
    })
}

/// board, name, visitor, account, key, game
pub(crate) fn read_exhibition_board(row: &impl StoredRow) -> StoredExhibitionBoard {
    StoredExhibitionBoard {
        board: board_number(row.integer(0)),
        holder: read_holder(row, 1),
        game: row.optional_text(5),
    }
}

/// A column with the rest of its text, of a row that may have the first part only. Both databases understand it.
macro_rules! whole_text {
    ($column:literal) => {
        concat!(
            $column,
            " || COALESCE((SELECT string_agg(body, '' ORDER BY part) FROM text_part WHERE text = rest), '')"
        )
    };
}
pub(crate) use whole_text;
