//! Persistent storage: the event log of each game, accounts, seeks, the library, tournaments and exhibitions, behind one trait.
//!
//! The log is the authority. A game's events are numbered without gaps, and of two writers that use the same number
//! only one succeeds. [`GroupCommit`] collects writes into batches, because a commit costs about the same for one
//! write as for a thousand.
//!
//! The traits know no SQL. [`SqliteStore`] and [`PostgresStore`] implement them; the tests in `tests/suite` are written
//! against [`Store`] and hold for both.

mod account;
mod backoff;
mod collection;
mod consultation;
mod correspondence;
mod database;
mod error;
mod exhibition;
mod game_log;
mod group_commit;
mod job;
mod lease;
mod library;
mod migrations;
mod people;
mod postgres;
mod push;
mod rating;
mod recovery;
mod retention;
mod row;
mod seat;
mod seek;
mod social;
mod sqlite;
mod tables;
mod token;
mod tournament;

pub use account::{Account, AccountStatus, AccountStore, NewAccount, StoredSession};
pub use collection::{CollectionChange, CollectionStore, StoredCollection};
pub use consultation::{ConsultationStore, SideMember, SideVote};
pub use correspondence::{
    CorrespondenceStore, NoticeRecipient, StoredConditionalMoves, TurnMailSetting, TurnNotice,
    TurnNoticeKind, TurnNoticePlan,
};
pub use database::{Database, SharedStore};
pub use error::{StoreError, StoreResult};
pub use exhibition::{ExhibitionStage, ExhibitionStore, StoredExhibition, StoredExhibitionBoard};
pub use game_log::{
    EndMark, EventLog, GameStore, GameSummary, NewEvents, NewGame, StoreWrite, StoredEvent, StoredGame,
    decode_event,
};
pub use group_commit::GroupCommit;
pub use job::{JobAdmission, JobLimits, JobStore, NewJob, StoredJob, StoredTask};
pub use lease::{Claim, LeaseKind, LeaseStore, NodeState};
pub use library::{
    GameSource, ImportUsage, ImportedGame, LibraryCard, LibraryQuery, LibraryResults, LibraryStore,
    StaleCard, fingerprint,
};
pub use people::{AuditEntry, ConductReport, PeopleStore, SeekKind, StoredKey};
pub use postgres::{CommitYardstick, DatabaseCounters, PostgresSettings, PostgresStore};
pub use push::{PushStore, PushSubscription};
pub use rating::{RatingScope, RatingStore, StoredRating};
pub use recovery::{MailLink, MailPurpose, RecoveryStore, StoredPasskey};
pub use retention::RetentionStore;
pub use seat::{Credentials, Holder, Holders};
pub use seek::{SeekStore, StoredSeek};
pub use social::{PlayerGames, PlayerTally, SocialStore, StoredChallenge};
pub use sqlite::{SqliteStore, backup_sqlite};
pub use tables::{CopyProgress, StoreCheck, check_store, copy_store};
pub use token::TokenDigest;
pub use tournament::{
    NewTournament, NewTournamentEntries, StoredTournament, StoredTournamentEntry, TournamentPass,
    TournamentRole, TournamentStore, TournamentSummary,
};

/// Everything that the server keeps. The server holds an `Arc<dyn Store>`, so it is compiled once for all stores.
pub trait Store:
    EventLog
    + GameStore
    + AccountStore
    + CollectionStore
    + ConsultationStore
    + CorrespondenceStore
    + PeopleStore
    + PushStore
    + RatingStore
    + RecoveryStore
    + RetentionStore
    + SeekStore
    + JobStore
    + LibraryStore
    + SocialStore
    + TournamentStore
    + ExhibitionStore
{
}

impl<
    S: EventLog
        + GameStore
        + AccountStore
        + CollectionStore
        + ConsultationStore
        + CorrespondenceStore
        + PeopleStore
        + PushStore
        + RatingStore
        + RecoveryStore
        + RetentionStore
        + SeekStore
        + JobStore
        + LibraryStore
        + SocialStore
        + TournamentStore
        + ExhibitionStore,
> Store for S
{
}
