//! The schema in PostgreSQL.

use sqlx::migrate::Migrator;

use crate::migrations::{Shipped, migrations, migrator};

const SHIPPED: &[Shipped] = migrations! { "postgres":
    1 "store" "0001_store.sql",
};

pub(super) fn migrator_to_latest() -> Migrator {
    migrator(SHIPPED)
}
