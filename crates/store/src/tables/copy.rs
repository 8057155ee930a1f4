//! Copying a store to another database.

use super::{OpenTables, Table, TableRow, UNFINISHED};
use crate::{Database, PostgresSettings, StoreError, StoreResult};

/// How far a copy has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CopyProgress {
    /// Rows of a table that are in the destination, of how many.
    Copied {
        /// The table.
        table: String,
        /// Rows in the destination.
        rows: u64,
        /// Rows in the source.
        total: u64,
    },
    /// A table is the same in both, by number and digest of its rows.
    Verified {
        /// The table.
        table: String,
        /// Its rows.
        rows: u64,
    },
}

/// Copies a store, table by table in the order of the keys, and compares the result by counts and digests. The copy can be
/// stopped at any time and started again: it goes on after the last row in the destination. Until it is complete, the
/// destination cannot be opened as a store.
pub async fn copy_store(
    from: &Database,
    to: &Database,
    mut observe: impl FnMut(CopyProgress),
) -> StoreResult<()> {
    let mut source = OpenTables::connect(from).await?;
    let (mut destination, tables) = prepare(&mut source, to).await?;
    for CopiedTable { from, to } in &tables {
        let total = source.count(from).await?;
        let mut rows = destination.count(to).await?;
        let mut last: Option<TableRow> = destination.last_row(to).await?;
        loop {
            observe(CopyProgress::Copied { table: from.name.clone(), rows, total });
            let page = source.rows_after(from, last.as_deref()).await?;
            let Some(end) = page.last() else { break };
            destination.insert(to, &page).await?;
            rows += page.len() as u64;
            last = Some(end.clone());
        }
    }
    for CopiedTable { from, to } in &tables {
        destination.finish(to).await?;
        let expected = source.digest(from).await?;
        let found = destination.digest(to).await?;
        if expected != found {
            let problem = format!(
                "the table {} differs ({} rows and {} in the copy); the source was changed meanwhile, or the destination held \
                 something else: empty it and copy again",
                from.name, expected.rows, found.rows
            );
            return Err(StoreError::Database(problem.into()));
        }
        observe(CopyProgress::Verified { table: from.name.clone(), rows: found.rows });
    }
    destination.execute(format!("DROP TABLE {UNFINISHED}")).await
}

/// A table in both databases. Rows are in the same order, and their values at the same places.
struct CopiedTable {
    from: Table,
    to: Table,
}

/// Creates the schema of the destination and marks it as unfinished. A store with content that is no earlier part of a copy
/// is left alone. Returns the tables, each after those that it refers to.
async fn prepare(source: &mut OpenTables, to: &Database) -> StoreResult<(OpenTables, Vec<CopiedTable>)> {
    let refuse = |problem: String| Err(StoreError::Database(problem.into()));
    match to.open(PostgresSettings::default()).await {
        Ok(opened) => drop(opened),
        Err(StoreError::UnfinishedCopy) => {}
        Err(error) => return Err(error),
    }
    let mut destination = OpenTables::connect(to).await?;
    let mut there = source.list().await?;
    let mut tables = Vec::new();
    for mut to in destination.list().await? {
        let found = there.iter().position(|from| from.name == to.name && from.names() == to.names());
        let Some(found) = found else {
            return refuse(format!("the table {} is not the same in both schemas", to.name));
        };
        let from = there.remove(found);
        to.key.clone_from(&from.key);
        tables.push(CopiedTable { from, to });
    }
    if let Some(table) = there.first() {
        return refuse(format!("the destination has no table {}", table.name));
    }
    if !destination.is_unfinished().await? {
        for CopiedTable { to: table, .. } in &tables {
            if destination.count(table).await? > 0 {
                return refuse(format!("{to} is not empty: the table {} has rows", table.name));
            }
        }
        destination.execute(format!("CREATE TABLE {UNFINISHED} (started text)")).await?;
    }
    Ok((destination, tables))
}
