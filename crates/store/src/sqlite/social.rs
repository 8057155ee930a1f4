//! Preferences, blocked players and challenges in SQLite.

use async_trait::async_trait;
use sqlx::{Row, Sqlite};

use super::SqliteStore;
use super::people::storable;
use crate::StoreResult;
use crate::social::{PlayerGames, PlayerTally, SocialStore, StoredChallenge, social_store};

social_store!(SqliteStore, Sqlite);
