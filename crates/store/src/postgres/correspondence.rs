//! Conditional moves and notices about turns in PostgreSQL.

use async_trait::async_trait;
use damiera_rules::Side;
use sqlx::{Postgres, Row};

use super::PostgresStore;
use crate::StoreResult;
use crate::correspondence::{
    CorrespondenceStore, NoticeRecipient, StoredConditionalMoves, TurnMailSetting, TurnNotice,
    TurnNoticeKind, TurnNoticePlan, correspondence_store,
};
use crate::row::storable;
use crate::seat::Credentials;
use crate::token::TokenDigest;

correspondence_store!(PostgresStore, Postgres);
