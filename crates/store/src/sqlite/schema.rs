//! The schema in SQLite.

use sqlx::migrate::Migrator;

use crate::migrations::{Shipped, migrations, migrator};

const SHIPPED: &[Shipped] = migrations! { "sqlite":
    1 "games" "0001_games.sql",
    2 "live" "0002_live.sql",
    3 "library" "0003_library.sql",
    4 "taken" "0004_taken.sql",
    5 "tournaments" "0005_tournaments.sql",
    6 "hidden" "0006_hidden.sql",
    7 "people" "0007_people.sql",
    8 "social" "0008_social.sql",
    9 "recovery" "0009_recovery.sql",
    10 "exhibitions" "0010_exhibitions.sql",
    11 "correspondence" "0011_correspondence.sql",
    12 "consultation" "0012_consultation.sql",
    13 "ratings" "0013_ratings.sql",
    14 "jobs" "0014_jobs.sql",
    15 "push" "0015_push.sql",
    16 "collections" "0016_collections.sql",
    17 "tournament_account" "0017_tournament_account.sql",
    18 "fingerprints" "0018_fingerprints.sql",
    19 "long_texts" "0019_long_texts.sql",
};

pub(super) fn migrator_to_latest() -> Migrator {
    migrator(SHIPPED)
}

/// The number of the last migration.
pub(crate) const fn latest_version() -> i64 {
    SHIPPED[SHIPPED.len() - 1].0
}
