//! Migrations of the schemas, embedded in the program.
//!
//! Plain lists instead of `sqlx::migrate!`: the macro would compile SQLite a second time, for use at build time.

use sqlx::SqlStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// A migration: its number, what it is about, and its SQL.
pub(crate) type Shipped = (i64, &'static str, &'static str);

/// Lists the migrations in a folder below `migrations`.
macro_rules! migrations {
    ($folder:literal: $($version:literal $description:literal $file:literal),* $(,)?) => {
        &[$(($version, $description, include_str!(concat!("../../migrations/", $folder, "/", $file)))),*]
    };
}
pub(crate) use migrations;

/// Runs migrations. Those that were applied before are verified by checksum, so shipped files never change.
pub(crate) fn migrator(shipped: &[Shipped]) -> Migrator {
    let migration = |&(version, description, sql): &Shipped| {
        Migration::new(version, description.into(), MigrationType::Simple, SqlStr::from_static(sql), false)
    };
    Migrator::with_migrations(shipped.iter().map(migration).collect())
}
