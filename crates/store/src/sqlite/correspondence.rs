//! Conditional moves and notices about turns in SQLite.

use async_trait::async_trait;
use damiera_rules::Side;
use sqlx::{Row, Sqlite};

use super::SqliteStore;
use super::people::storable;
use crate::StoreResult;
use crate::correspondence::{
    CorrespondenceStore, NoticeRecipient, StoredConditionalMoves, TurnMailSetting, TurnNotice,
    TurnNoticeKind, TurnNoticePlan, correspondence_store,
};
use crate::seat::Credentials;
use crate::token::TokenDigest;

correspondence_store!(SqliteStore, Sqlite);
