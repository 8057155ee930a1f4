//! Conditional moves and mail about turns in SQLite.

use async_trait::async_trait;
use damiera_rules::Side;
use sqlx::{Row, Sqlite};

use super::SqliteStore;
use super::people::storable;
use crate::StoreResult;
use crate::correspondence::{
    CorrespondenceStore, StoredConditionalMoves, TurnMail, TurnMailKind, TurnMailSetting,
    correspondence_store,
};
use crate::seat::Credentials;

correspondence_store!(SqliteStore, Sqlite);
