//! Exhibitions in SQLite.

use async_trait::async_trait;
use sqlx::{Row, Sqlite};

use super::SqliteStore;
use super::people::storable;
use crate::StoreResult;
use crate::exhibition::{ExhibitionStage, ExhibitionStore, StoredExhibition, board_number, exhibition_store};
use crate::row::{digest_bytes, read_exhibition, read_exhibition_board};
use crate::seat::Holder;
use crate::token::TokenDigest;

exhibition_store!(SqliteStore, Sqlite);
