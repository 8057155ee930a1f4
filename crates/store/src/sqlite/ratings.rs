//! Ratings in SQLite.

use async_trait::async_trait;
use sqlx::{Row, Sqlite};

use super::SqliteStore;
use crate::StoreResult;
use crate::rating::{RatingScope, RatingStore, StoredRating, rating_store};

rating_store!(SqliteStore, Sqlite);
