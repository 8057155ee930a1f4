//! Push subscriptions in SQLite.

use async_trait::async_trait;
use sqlx::{Row, Sqlite};

use super::SqliteStore;
use super::people::storable;
use crate::StoreResult;
use crate::push::{PushStore, PushSubscription, push_store};
use crate::row::read_digest;
use crate::token::TokenDigest;

push_store!(SqliteStore, Sqlite);
