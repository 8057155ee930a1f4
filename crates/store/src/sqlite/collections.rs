//! Collections in SQLite.

use std::collections::HashSet;

use async_trait::async_trait;
use sqlx::{Row, Sqlite};

use super::SqliteStore;
use super::people::storable;
use crate::StoreResult;
use crate::collection::{CollectionChange, CollectionStore, StoredCollection, collection_store};
use crate::seat::Credentials;

collection_store!(SqliteStore, Sqlite, "(SELECT value FROM json_each($1))");
