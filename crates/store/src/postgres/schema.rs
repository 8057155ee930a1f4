//! The schema in PostgreSQL.

use sqlx::migrate::Migrator;

use crate::migrations::{Shipped, migrations, migrator};

const SHIPPED: &[Shipped] = migrations! { "postgres":
    1 "store" "0001_store.sql",
    2 "tournaments" "0002_tournaments.sql",
    3 "hidden" "0003_hidden.sql",
    4 "people" "0004_people.sql",
    5 "social" "0005_social.sql",
    6 "recovery" "0006_recovery.sql",
    7 "exhibitions" "0007_exhibitions.sql",
    8 "correspondence" "0008_correspondence.sql",
    9 "consultation" "0009_consultation.sql",
    10 "leases" "0010_leases.sql",
    11 "event_leases" "0011_event_leases.sql",
    12 "ratings" "0012_ratings.sql",
    13 "jobs" "0013_jobs.sql",
    14 "push" "0014_push.sql",
    15 "collections" "0015_collections.sql",
    16 "tournament_account" "0016_tournament_account.sql",
    17 "fingerprints" "0017_fingerprints.sql",
    18 "long_texts" "0018_long_texts.sql",
};

pub(super) fn migrator_to_latest() -> Migrator {
    migrator(SHIPPED)
}

/// The number of the last migration.
pub(crate) const fn latest_version() -> i64 {
    SHIPPED[SHIPPED.len() - 1].0
}
