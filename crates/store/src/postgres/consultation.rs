//! Sides that several people hold, in PostgreSQL.

use async_trait::async_trait;
use damiera_rules::Side;
use sqlx::{Postgres, Row};

use super::PostgresStore;
use crate::StoreResult;
use crate::consultation::{ConsultationStore, SideMember, SideVote, consultation_store};
use crate::row::storable;
use crate::seat::Holder;
use crate::token::TokenDigest;

consultation_store!(PostgresStore, Postgres);
