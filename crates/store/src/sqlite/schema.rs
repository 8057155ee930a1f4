//! The schema's migrations, embedded in the program.
//!
//! A plain list instead of `sqlx::migrate!`: the macro would compile SQLite a second time, for use at build time.

use sqlx::SqlStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

macro_rules! migrations {
    ($($version:literal $description:literal $file:literal),* $(,)?) => {
        [$(($version, $description, include_str!(concat!("../../migrations/sqlite/", $file)))),*]
    };
}

/// Every migration that was ever shipped. Applied ones are verified by checksum, so their files never change.
pub(super) fn migrator() -> Migrator {
    let shipped: [(i64, &str, &str); _] = migrations![
        1 "games" "0001_games.sql",
        2 "live" "0002_live.sql",
        3 "library" "0003_library.sql",
        4 "taken" "0004_taken.sql",
    ];
    let migration = |(version, description, sql): (i64, &'static str, &'static str)| {
        Migration::new(version, description.into(), MigrationType::Simple, SqlStr::from_static(sql), false)
    };
    Migrator::with_migrations(shipped.map(migration).to_vec())
}
