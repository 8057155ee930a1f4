//! Preferences, blocked players and challenges in PostgreSQL.

use async_trait::async_trait;
use sqlx::{Postgres, Row};

use super::PostgresStore;
use crate::StoreResult;
use crate::row::storable;
use crate::social::{PlayerGames, PlayerTally, SocialStore, StoredChallenge, social_store};

social_store!(PostgresStore, Postgres);
