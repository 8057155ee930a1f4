//! Ratings in PostgreSQL.

use async_trait::async_trait;
use sqlx::{Postgres, Row};

use super::PostgresStore;
use crate::StoreResult;
use crate::rating::{RatingScope, RatingStore, StoredRating, rating_store};

rating_store!(PostgresStore, Postgres);
