//! Collections in PostgreSQL.

use std::collections::HashSet;

use async_trait::async_trait;
use sqlx::{Postgres, Row};

use super::PostgresStore;
use crate::StoreResult;
use crate::collection::{CollectionChange, CollectionStore, StoredCollection, collection_store};
use crate::row::storable;
use crate::seat::Credentials;

collection_store!(PostgresStore, Postgres, "(SELECT json_array_elements_text($1::json))");
