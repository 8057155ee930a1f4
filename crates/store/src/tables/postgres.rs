//! The tables of a PostgreSQL database.

use std::time::Duration;

use sqlx::postgres::{PgArguments, PgConnection, PgRow};
use sqlx::{AssertSqlSafe, Postgres, Row};

use super::{Cell, Column, ColumnKind, Table, TableRow};
use crate::row::storable;
use crate::{PostgresSettings, StoreResult};

pub(crate) struct PostgresTables(PgConnection);

type Query<'q> = sqlx::query::Query<'q, Postgres, PgArguments>;

impl PostgresTables {
    pub(super) async fn connect(url: &str) -> StoreResult<Self> {
        // Reading a page of a large table may take longer than anything that a player waits for.
        let settings =
            PostgresSettings { statement_timeout: Duration::from_secs(600), ..PostgresSettings::default() };
        Ok(Self(crate::postgres::connect_to(url, &settings).await?))
    }

    pub(super) const fn latest(&self) -> i64 {
        crate::postgres::latest_version()
    }

    pub(super) async fn version(&mut self) -> StoreResult<Option<i64>> {
        let known = sqlx::query("SELECT to_regclass('_sqlx_migrations') IS NOT NULL");
        if !known.fetch_one(&mut self.0).await?.get::<bool, _>(0) {
            return Ok(None);
        }
        Ok(sqlx::query("SELECT MAX(version) FROM _sqlx_migrations").fetch_one(&mut self.0).await?.get(0))
    }

    /// The tables, without leases: they are of nodes that run now, and SQLite has none.
    pub(super) async fn list(&mut self) -> StoreResult<Vec<Table>> {
        let names = sqlx::query(
            "SELECT relname::text, oid::bigint FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace \
             AND relname NOT IN ('node_lease', 'game_lease', 'tournament_lease', 'exhibition_lease')",
        );
        let mut tables = Vec::new();
        for row in names.fetch_all(&mut self.0).await? {
            let (name, oid): (String, i64) = (row.get(0), row.get(1));
            let columns = sqlx::query("SELECT attname::text, atttypid::regtype::text FROM pg_attribute WHERE attrelid = $1::oid AND attnum > 0 AND NOT attisdropped").bind(oid);
            let columns = columns.fetch_all(&mut self.0).await?;
            let columns =
                columns.iter().map(|row| Column { name: row.get(0), kind: kind(row.get(1)) }).collect();
            let key = sqlx::query(
                "SELECT attname::text FROM pg_index CROSS JOIN LATERAL UNNEST(indkey) WITH ORDINALITY AS part (attnum, place) \
                 JOIN pg_attribute ON attrelid = indrelid AND pg_attribute.attnum = part.attnum \
                 WHERE indrelid = $1::oid AND indisprimary ORDER BY place",
            )
            .bind(oid);
            let key: Vec<String> = key.fetch_all(&mut self.0).await?.iter().map(|row| row.get(0)).collect();
            let references = sqlx::query("SELECT relname::text FROM pg_constraint JOIN pg_class ON pg_class.oid = confrelid WHERE conrelid = $1::oid AND contype = 'f'").bind(oid);
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

    pub(super) async fn row(&mut self, table: &Table, row: &[Cell]) -> StoreResult<Option<TableRow>> {
        let places: Vec<_> =
            table.key.iter().enumerate().map(|(n, &i)| place(n, table.columns[i].kind)).collect();
        let sql = format!(
            "SELECT {} FROM \"{}\" WHERE ({}) = ({})",
            selected(table),
            table.name,
            ordered_key(table).join(", "),
            places.join(", ")
        );
        let query = sqlx::query(AssertSqlSafe(sql));
        let query = table.key_of(row).into_iter().fold(query, bind);
        Ok(query.fetch_optional(&mut self.0).await?.map(|row| read(table, &row)))
    }

    pub(super) async fn rows_after(
        &mut self,
        table: &Table,
        after: Option<&[Cell]>,
    ) -> StoreResult<Vec<TableRow>> {
        let key = ordered_key(table).join(", ");
        let places: Vec<_> =
            table.key.iter().enumerate().map(|(n, &i)| place(n, table.columns[i].kind)).collect();
        let condition = after.map_or(String::new(), |_| format!("WHERE ({key}) > ({})", places.join(", ")));
        // As in SQLite, nothing comes before everything.
        let order = ordered_key(table).join(" NULLS FIRST, ");
        let order = if table.keyed { key } else { format!("{order} NULLS FIRST") };
        let sql = format!(
            "SELECT {} FROM \"{}\" {condition} ORDER BY {order} {}",
            selected(table),
            table.name,
            table.limit()
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for cell in after.map(|row| table.key_of(row)).unwrap_or_default() {
            query = bind(query, cell);
        }
        let rows = query.fetch_all(&mut self.0).await?;
        Ok(rows.iter().map(|row| read(table, row)).collect())
    }

    pub(super) async fn last_row(&mut self, table: &Table) -> StoreResult<Option<TableRow>> {
        let order = ordered_key(table).join(" DESC, ");
        let sql = format!("SELECT {} FROM \"{}\" ORDER BY {order} DESC LIMIT 1", selected(table), table.name);
        let row = sqlx::query(AssertSqlSafe(sql)).fetch_optional(&mut self.0).await?;
        Ok(row.map(|row| read(table, &row)))
    }

    /// All rows in one statement, column by column.
    pub(super) async fn insert(&mut self, table: &Table, rows: &[TableRow]) -> StoreResult<()> {
        let arrays: Vec<_> = table
            .columns
            .iter()
            .enumerate()
            .map(|(n, column)| format!("${}::{}[]", n + 1, sql_type(column.kind)))
            .collect();
        let sql = format!(
            "INSERT INTO \"{}\" ({}) SELECT * FROM UNNEST({})",
            table.name,
            table.columns(),
            arrays.join(", ")
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for (i, column) in table.columns.iter().enumerate() {
            let cells = rows.iter().map(|row| &row[i]);
            query = match column.kind {
                ColumnKind::Integer => query.bind(cells.map(integer).collect::<Vec<_>>()),
                ColumnKind::Flag => {
                    query.bind(cells.map(|cell| integer(cell).map(|flag| flag != 0)).collect::<Vec<_>>())
                }
                ColumnKind::Text => query.bind(cells.map(text).collect::<Vec<_>>()),
                ColumnKind::Bytes => query.bind(cells.map(bytes).collect::<Vec<_>>()),
            };
        }
        query.execute(&mut self.0).await?;
        Ok(())
    }

    pub(super) async fn execute(&mut self, sql: String) -> StoreResult<()> {
        sqlx::query(AssertSqlSafe(sql)).execute(&mut self.0).await?;
        Ok(())
    }

    /// Numbers that the database assigns go on after the highest one that was copied.
    pub(super) async fn finish(&mut self, table: &Table) -> StoreResult<()> {
        let columns = sqlx::query(
            "SELECT attname::text FROM pg_attribute WHERE attrelid = $1::regclass AND attidentity <> ''",
        );
        for row in columns.bind(format!("\"{}\"", table.name)).fetch_all(&mut self.0).await? {
            let column: String = row.get(0);
            let sql = format!(
                "SELECT setval(pg_get_serial_sequence('\"{0}\"', '{column}'), \
                 (SELECT COALESCE(MAX(\"{column}\"), 0) + 1 FROM \"{0}\"), false)",
                table.name
            );
            sqlx::query(AssertSqlSafe(sql)).execute(&mut self.0).await?;
        }
        Ok(())
    }
}

fn kind(name: &str) -> ColumnKind {
    match name {
        "bigint" | "integer" | "smallint" => ColumnKind::Integer,
        "boolean" => ColumnKind::Flag,
        "bytea" => ColumnKind::Bytes,
        _ => ColumnKind::Text,
    }
}

const fn sql_type(kind: ColumnKind) -> &'static str {
    match kind {
        ColumnKind::Integer => "bigint",
        ColumnKind::Flag => "boolean",
        ColumnKind::Text => "text",
        ColumnKind::Bytes => "bytea",
    }
}

/// The columns as they are read: integers of every width as wide ones.
fn selected(table: &Table) -> String {
    let part = |Column { name, kind }: &Column| match kind {
        ColumnKind::Integer => format!("\"{name}\"::bigint"),
        _ => format!("\"{name}\""),
    };
    table.columns.iter().map(part).collect::<Vec<_>>().join(", ")
}

/// The key's columns, with texts compared byte by byte as in SQLite.
fn ordered_key(table: &Table) -> Vec<String> {
    let part = |&i: &usize| {
        let Column { name, kind } = &table.columns[i];
        let collation = if *kind == ColumnKind::Text { " COLLATE \"C\"" } else { "" };
        format!("\"{name}\"{collation}")
    };
    table.key.iter().map(part).collect()
}

/// A parameter that is compared with a column.
fn place(n: usize, kind: ColumnKind) -> String {
    match kind {
        ColumnKind::Flag => format!("(${}::bigint <> 0)", n + 1),
        kind => format!("${}::{}", n + 1, sql_type(kind)),
    }
}

fn bind<'q>(query: Query<'q>, cell: &Cell) -> Query<'q> {
    match cell {
        Cell::Null => query.bind(None::<i64>),
        Cell::Integer(number) => query.bind(*number),
        Cell::Text(text) => query.bind(storable(text)),
        Cell::Bytes(bytes) => query.bind(bytes.clone()),
    }
}

const fn integer(cell: &Cell) -> Option<i64> {
    match cell {
        Cell::Integer(number) => Some(*number),
        _ => None,
    }
}

fn text(cell: &Cell) -> Option<String> {
    match cell {
        Cell::Text(text) => Some(storable(text)),
        _ => None,
    }
}

fn bytes(cell: &Cell) -> Option<Vec<u8>> {
    match cell {
        Cell::Bytes(bytes) => Some(bytes.clone()),
        _ => None,
    }
}

fn read(table: &Table, row: &PgRow) -> TableRow {
    let cell = |(i, column): (usize, &Column)| match column.kind {
        ColumnKind::Integer => row.get::<Option<i64>, _>(i).map(Cell::Integer),
        ColumnKind::Flag => row.get::<Option<bool>, _>(i).map(|flag| Cell::Integer(flag.into())),
        ColumnKind::Text => row.get::<Option<String>, _>(i).map(Cell::Text),
        ColumnKind::Bytes => row.get::<Option<Vec<u8>>, _>(i).map(Cell::Bytes),
    };
    table.columns.iter().enumerate().map(|column| cell(column).unwrap_or(Cell::Null)).collect()
}
