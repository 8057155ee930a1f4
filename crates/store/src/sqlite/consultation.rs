//! Sides that several people hold, in SQLite.

use async_trait::async_trait;
use damiera_rules::Side;
use sqlx::{Row, Sqlite};

use super::SqliteStore;
use super::people::storable;
use crate::StoreResult;
use crate::consultation::{ConsultationStore, SideMember, SideVote, consultation_store};
use crate::seat::Holder;
use crate::token::TokenDigest;

consultation_store!(SqliteStore, Sqlite);
