//! The tables of an SQLite file.

use std::path::Path;

use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Connection, Row, Sqlite};

use super::{Cell, Column, ColumnKind, Table, TableRow};
use crate::{StoreError, StoreResult};

pub(crate) struct SqliteTables(SqliteConnection);

type Query<'q> = sqlx::query::Query<'q, Sqlite, SqliteArguments>;

impl SqliteTables {
    pub(super) async fn connect(path: &Path) -> StoreResult<Self> {
        if !path.is_file() {
            return Err(StoreError::Database(format!("there is no file {}", path.display()).into()));
        }
        let options = SqliteConnectOptions::new()
            .filename(path)
            .foreign_keys(true)
            .busy_timeout(std::time::Duration::from_secs(30));
        Ok(Self(SqliteConnection::connect_with(&options).await.map_err(crate::sqlite::damage)?))
    }

    pub(super) const fn latest(&self) -> i64 {
        crate::sqlite::latest_version()
    }

    pub(super) async fn version(&mut self) -> StoreResult<Option<i64>> {
        let known = sqlx::query("SELECT 1 FROM sqlite_schema WHERE name = '_sqlx_migrations'");
        if known.fetch_optional(&mut self.0).await.map_err(crate::sqlite::damage)?.is_none() {
            return Ok(None);
        }
        Ok(sqlx::query("SELECT MAX(version) FROM _sqlx_migrations").fetch_one(&mut self.0).await?.get(0))
    }

    pub(super) async fn list(&mut self) -> StoreResult<Vec<Table>> {
        let names = sqlx::query(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
        );
        let mut tables = Vec::new();
        for row in names.fetch_all(&mut self.0).await? {
            let name: String = row.get(0);
            let columns = sqlx::query("SELECT name, type, pk FROM pragma_table_info(?)").bind(&name);
            let columns = columns.fetch_all(&mut self.0).await?;
            let mut key: Vec<(i64, String)> = columns.iter().map(|row| (row.get(2), row.get(0))).collect();
            key.retain(|(place, _)| *place > 0);
            key.sort();
            let key: Vec<String> = key.into_iter().map(|(_, name)| name).collect();
            let columns =
                columns.iter().map(|row| Column { name: row.get(0), kind: kind(row.get(1)) }).collect();
            let references = sqlx::query("SELECT \"table\" FROM pragma_foreign_key_list(?)").bind(&name);
            let references = references.fetch_all(&mut self.0).await?.iter().map(|row| row.get(0)).collect();
            tables.push(Table::new(name, columns, &key, references));
        }
        Ok(tables)
    }

    pub(super) async fn count(&mut self, table: &Table) -> StoreResult<u64> {
        let sql = format!("SELECT COUNT(*) FROM \"{}\"", table.name);
        let row = sqlx::query(AssertSqlSafe(sql)).fetch_one(&mut self.0).await?;
        Ok(row.get::<i64, _>(0) as u64)
    }

    pub(super) async fn rows_after(
        &mut self,
        table: &Table,
        after: Option<&[Cell]>,
    ) -> StoreResult<Vec<TableRow>> {
        let key = key(table);
        let places = vec!["?"; table.key.len()].join(", ");
        let condition = after.map_or(String::new(), |_| format!("WHERE ({key}) > ({places})"));
        let sql = format!(
            "SELECT {} FROM \"{}\" {condition} ORDER BY {key} {}",
            table.columns(),
            table.name,
            table.limit()
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for cell in after.map(|row| table.key_of(row)).unwrap_or_default() {
            query = bind(query, cell);
        }
        let rows = query.fetch_all(&mut self.0).await?;
        rows.iter().map(|row| read(table, row)).collect()
    }

    pub(super) async fn row(&mut self, table: &Table, row: &[Cell]) -> StoreResult<Option<TableRow>> {
        let places = vec!["?"; table.key.len()].join(", ");
        let sql =
            format!("SELECT {} FROM \"{}\" WHERE ({}) = ({places})", table.columns(), table.name, key(table));
        let query = sqlx::query(AssertSqlSafe(sql));
        let query = table.key_of(row).into_iter().fold(query, bind);
        query.fetch_optional(&mut self.0).await?.map(|row| read(table, &row)).transpose()
    }

    pub(super) async fn check_file(&mut self) -> StoreResult<()> {
        crate::sqlite::check(&mut self.0).await
    }

    pub(super) async fn last_row(&mut self, table: &Table) -> StoreResult<Option<TableRow>> {
        let order =
            table.key.iter().map(|&i| format!("\"{}\" DESC", table.columns[i].name)).collect::<Vec<_>>();
        let sql = format!(
            "SELECT {} FROM \"{}\" ORDER BY {} LIMIT 1",
            table.columns(),
            table.name,
            order.join(", ")
        );
        let row = sqlx::query(AssertSqlSafe(sql)).fetch_optional(&mut self.0).await?;
        row.map(|row| read(table, &row)).transpose()
    }

    pub(super) async fn insert(&mut self, table: &Table, rows: &[TableRow]) -> StoreResult<()> {
        let places = vec!["?"; table.columns.len()].join(", ");
        let sql = format!("INSERT INTO \"{}\" ({}) VALUES ({places})", table.name, table.columns());
        let mut transaction = self.0.begin_with("BEGIN IMMEDIATE").await?;
        for row in rows {
            let query = sqlx::query(AssertSqlSafe(sql.as_str()));
            row.iter().fold(query, bind).execute(&mut *transaction).await?;
        }
        Ok(transaction.commit().await?)
    }

    pub(super) async fn execute(&mut self, sql: String) -> StoreResult<()> {
        sqlx::query(AssertSqlSafe(sql)).execute(&mut self.0).await?;
        Ok(())
    }

    /// SQLite derives the next number from the rows.
    pub(super) async fn finish(&mut self, _: &Table) -> StoreResult<()> {
        Ok(())
    }
}

fn kind(declared: &str) -> ColumnKind {
    match declared {
        "INTEGER" => ColumnKind::Integer,
        "BLOB" => ColumnKind::Bytes,
        _ => ColumnKind::Text,
    }
}

fn key(table: &Table) -> String {
    table.key.iter().map(|&i| format!("\"{}\"", table.columns[i].name)).collect::<Vec<_>>().join(", ")
}

fn bind<'q>(query: Query<'q>, cell: &Cell) -> Query<'q> {
    match cell {
        Cell::Null => query.bind(None::<i64>),
        Cell::Integer(number) => query.bind(*number),
        Cell::Text(text) => query.bind(text.clone()),
        Cell::Bytes(bytes) => query.bind(bytes.clone()),
    }
}

fn read(table: &Table, row: &SqliteRow) -> StoreResult<TableRow> {
    let cell = |(i, column): (usize, &Column)| -> sqlx::Result<Cell> {
        let cell = match column.kind {
            ColumnKind::Integer | ColumnKind::Flag => row.try_get::<Option<i64>, _>(i)?.map(Cell::Integer),
            ColumnKind::Text => row.try_get::<Option<String>, _>(i)?.map(Cell::Text),
            ColumnKind::Bytes => row.try_get::<Option<Vec<u8>>, _>(i)?.map(Cell::Bytes),
        };
        Ok(cell.unwrap_or(Cell::Null))
    };
    let cells = table.columns.iter().enumerate().map(cell).collect::<sqlx::Result<_>>();
    cells.map_err(|error| StoreError::Damaged(format!("table {}: {error}", table.name)))
}
