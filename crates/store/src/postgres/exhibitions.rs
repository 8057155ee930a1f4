//! Exhibitions in PostgreSQL.

use async_trait::async_trait;
use sqlx::{Postgres, Row};

use super::PostgresStore;
use crate::StoreResult;
use crate::exhibition::{ExhibitionStage, ExhibitionStore, StoredExhibition, board_number, exhibition_store};
use crate::row::{digest_bytes, read_exhibition, read_exhibition_board, storable};
use crate::seat::Holder;
use crate::token::TokenDigest;

exhibition_store!(PostgresStore, Postgres);
