//! Whole tables, for copying a store and for checking it: rows in the order of their keys, without knowing what they mean.
//!
//! Tables and columns are read from the database, so a new migration needs no change here.

mod check;
mod copy;
mod postgres;
mod sqlite;

pub use check::{StoreCheck, check_store};
pub use copy::{CopyProgress, copy_store};

use sha2::{Digest, Sha256};

use crate::{Database, StoreError, StoreResult};
use postgres::PostgresTables;
use sqlite::SqliteTables;

/// Rows that are read or written at a time.
const PAGE: u32 = 1000;
/// A table that exists in a store while it is being copied to.
pub(crate) const UNFINISHED: &str = "unfinished_copy";

/// A value in a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Cell {
    Null,
    Integer(i64),
    Text(String),
    Bytes(Vec<u8>),
}

/// The kind of a column. Flags are booleans in PostgreSQL and integers in SQLite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ColumnKind {
    Integer,
    Flag,
    Text,
    Bytes,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Column {
    name: String,
    kind: ColumnKind,
}

/// A table: its columns by name, and the order of its rows.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) name: String,
    columns: Vec<Column>,
    /// Columns that determine the order, as indices: those of the primary key, or all.
    key: Vec<usize>,
    /// Whether it has a primary key. Other tables are small, and are read and written as a whole.
    keyed: bool,
    /// Tables whose rows it refers to.
    references: Vec<String>,
}

pub(crate) type TableRow = Vec<Cell>;

impl Table {
    fn new(name: String, mut columns: Vec<Column>, key: &[String], references: Vec<String>) -> Self {
        columns.sort_by(|a, b| a.name.cmp(&b.name));
        let mut indices: Vec<_> =
            key.iter().filter_map(|key| columns.iter().position(|column| column.name == *key)).collect();
        let keyed = !indices.is_empty();
        if !keyed {
            indices = (0..columns.len()).collect();
        }
        Self { name, columns, key: indices, keyed, references }
    }

    /// The clause that limits a page.
    fn limit(&self) -> String {
        if self.keyed { format!("LIMIT {PAGE}") } else { String::new() }
    }

    /// The columns, quoted.
    fn columns(&self) -> String {
        self.columns.iter().map(|column| format!("\"{}\"", column.name)).collect::<Vec<_>>().join(", ")
    }

    fn names(&self) -> Vec<&str> {
        self.columns.iter().map(|column| &*column.name).collect()
    }

    /// The values of a row that determine its place.
    fn key_of<'a>(&self, row: &'a [Cell]) -> Vec<&'a Cell> {
        self.key.iter().map(|&i| &row[i]).collect()
    }
}

/// Number and digest of the rows of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TableDigest {
    pub(crate) rows: u64,
    sha256: [u8; 32],
}

/// A connection to the tables of a store. It does not migrate the store.
pub(crate) enum OpenTables {
    Sqlite(SqliteTables),
    Postgres(PostgresTables),
}

/// Calls the same method of either database.
macro_rules! either {
    ($self:expr, $tables:ident => $call:expr) => {
        match $self {
            OpenTables::Sqlite($tables) => $call,
            OpenTables::Postgres($tables) => $call,
        }
    };
}

impl OpenTables {
    /// Connects to a store that exists and has the schema that this program knows.
    pub(crate) async fn connect(database: &Database) -> StoreResult<Self> {
        let mut tables = match database {
            Database::Sqlite(path) => Self::Sqlite(SqliteTables::connect(path).await?),
            Database::Postgres(url) => Self::Postgres(PostgresTables::connect(url).await?),
        };
        let (found, known) = either!(&mut tables, t => (t.version().await?, t.latest()));
        if found != Some(known) {
            let found = found.map_or("none".to_owned(), |found| found.to_string());
            let problem = format!(
                "its schema has version {found} and not {known}; start damiera serve once to bring it up to date"
            );
            return Err(StoreError::Database(problem.into()));
        }
        Ok(tables)
    }

    /// All tables of the store, each after those that it refers to.
    pub(crate) async fn list(&mut self) -> StoreResult<Vec<Table>> {
        let mut waiting = either!(self, t => t.list().await?);
        waiting.retain(|table| table.name != UNFINISHED && !table.name.starts_with('_'));
        waiting.sort_by(|a, b| a.name.cmp(&b.name));
        let mut ordered: Vec<Table> = Vec::new();
        while !waiting.is_empty() {
            let known = |name: &String, own: &Table| {
                *name == own.name || ordered.iter().any(|table| table.name == *name)
            };
            let next =
                waiting.iter().position(|table| table.references.iter().all(|name| known(name, table)));
            ordered.push(waiting.remove(next.unwrap_or(0)));
        }
        Ok(ordered)
    }

    pub(crate) async fn count(&mut self, table: &Table) -> StoreResult<u64> {
        either!(self, t => t.count(table).await)
    }

    /// The rows after a row, in order, up to a page of them.
    pub(crate) async fn rows_after(
        &mut self,
        table: &Table,
        after: Option<&[Cell]>,
    ) -> StoreResult<Vec<TableRow>> {
        if !table.keyed && after.is_some() {
            return Ok(Vec::new());
        }
        either!(self, t => t.rows_after(table, after).await)
    }

    /// The row with the key of another.
    async fn row(&mut self, table: &Table, key: &[Cell]) -> StoreResult<Option<TableRow>> {
        either!(self, t => t.row(table, key).await)
    }

    /// Checks an SQLite file for damage. PostgreSQL has tools of its own.
    async fn check_file(&mut self) -> StoreResult<()> {
        match self {
            Self::Sqlite(tables) => tables.check_file().await,
            Self::Postgres(_) => Ok(()),
        }
    }

    async fn last_row(&mut self, table: &Table) -> StoreResult<Option<TableRow>> {
        either!(self, t => t.last_row(table).await)
    }

    /// Inserts rows, all or none.
    async fn insert(&mut self, table: &Table, rows: &[TableRow]) -> StoreResult<()> {
        either!(self, t => t.insert(table, rows).await)
    }

    /// Whether a copy to this store was begun and not completed.
    async fn is_unfinished(&mut self) -> StoreResult<bool> {
        let tables = either!(self, t => t.list().await?);
        Ok(tables.iter().any(|table| table.name == UNFINISHED))
    }

    async fn execute(&mut self, sql: String) -> StoreResult<()> {
        either!(self, t => t.execute(sql).await)
    }

    /// Sets what the database derives from rows, such as the next number of an account.
    async fn finish(&mut self, table: &Table) -> StoreResult<()> {
        either!(self, t => t.finish(table).await)
    }

    /// Number and digest of the rows. The digest is the same in both databases.
    async fn digest(&mut self, table: &Table) -> StoreResult<TableDigest> {
        let (mut hash, mut rows, mut last): (_, u64, Option<TableRow>) = (Sha256::new(), 0, None);
        loop {
            let mut page = self.rows_after(table, last.as_deref()).await?;
            for cell in page.iter().flatten() {
                hash_cell(&mut hash, cell);
            }
            rows += page.len() as u64;
            match page.pop() {
                Some(row) => last = Some(row),
                None => return Ok(TableDigest { rows, sha256: hash.finalize().into() }),
            }
        }
    }
}

/// Each value with its kind and length, so that different rows have different digests.
fn hash_cell(hash: &mut Sha256, cell: &Cell) {
    let (kind, bytes) = match cell {
        Cell::Null => (0u8, Vec::new()),
        Cell::Integer(number) => (1, number.to_be_bytes().to_vec()),
        Cell::Text(text) => (2, crate::row::storable(text).into_bytes()),
        Cell::Bytes(bytes) => (3, bytes.clone()),
    };
    hash.update([kind]);
    hash.update((bytes.len() as u64).to_be_bytes());
    hash.update(bytes);
}
