//! Conditional moves and mail about turns in PostgreSQL.

use async_trait::async_trait;
use damiera_rules::Side;
use sqlx::{Postgres, Row};

use super::PostgresStore;
use crate::StoreResult;
use crate::correspondence::{
    CorrespondenceStore, StoredConditionalMoves, TurnMail, TurnMailKind, TurnMailSetting,
    correspondence_store,
};
use crate::row::storable;
use crate::seat::Credentials;

correspondence_store!(PostgresStore, Postgres);
