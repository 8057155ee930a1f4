//! Push subscriptions in PostgreSQL.

use async_trait::async_trait;
use sqlx::{Postgres, Row};

use super::PostgresStore;
use crate::StoreResult;
use crate::push::{PushStore, PushSubscription, push_store};
use crate::row::{read_digest, storable};
use crate::token::TokenDigest;

push_store!(PostgresStore, Postgres);
