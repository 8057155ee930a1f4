//! The schema in PostgreSQL.

use sqlx::migrate::Migrator;

use crate::migrations::{Shipped, migrations, migrator};

const SHIPPED: &[Shipped] = migrations! { "postgres":
    1 "store" "0001_store.sql",
    2 "tournaments" "0002_tournaments.sql",
};

pub(super) fn migrator_to_latest() -> Migrator {
    migrator(SHIPPED)
}
