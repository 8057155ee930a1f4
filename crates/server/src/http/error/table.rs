//! The table: every error with its HTTP status, the level at which it is logged, and its public text.

use std::time::Duration;

use axum::http::StatusCode as Status;
use damiera_events::tournament::TournamentRefusal;
use damiera_events::trf::TrfFault;
use damiera_events::wire::BadTournamentWire;
use damiera_game::{BadTerms, Lang, wire};
use tracing::Level;

use super::{ApiError, ErrorBody};
use crate::accounts::AccountError;
use crate::exhibitions::{ExhibitionError, ExhibitionFault, LONGEST_TITLE, MOST_BOARDS};
use crate::invalid_input::InvalidInput;
use crate::jobs::JobError;
use crate::rate_limit::RateLimited;
use crate::rooms::RoomError;
use crate::seeks::SeekError;
use crate::store::StoreError;
use crate::study::error::StudyError;
use crate::study::import::LARGEST;
use crate::study::path::{PositionQueryError, RefusedMove};
use crate::texts;
use crate::tournaments::TournamentError;
use crate::work::WorkError;
use PublicText::{Faults, Filled, GameTerms, IllegalMove, Invalid, Key, Refusal, TournamentTerms, Trf};

/// A row of the table.
pub(super) struct Row<'a> {
    pub(super) status: Status,
    pub(super) level: Level,
    pub(super) text: PublicText<'a>,
}

/// What a client gets to read. Details of failures stay in the log.
pub(super) enum PublicText<'a> {
    /// A text of the app, by its key.
    Key(&'static str),
    /// A text of the app with a value in it.
    Filled(&'static str, &'static str, String),
    /// What is wrong with the input.
    Invalid(&'a InvalidInput),
    /// The terms of a tournament cannot be used.
    TournamentTerms(&'a BadTournamentWire),
    /// No game can be played on these terms.
    GameTerms(&'a BadTerms),
    /// A report file cannot be read.
    Trf(&'a TrfFault),
    /// What is wrong with a position, in the reader's language.
    Faults(String),
    /// A refusal by the rules.
    Refusal(&'a crate::rooms::RefusedCommand),
    /// A refusal by a tournament.
    Tournament(&'a TournamentRefusal),
    /// A move of a study that the rules refuse.
    IllegalMove(&'a RefusedMove),
}

/// A refusal that is part of daily work.
const fn row(status: Status, text: PublicText<'_>) -> Row<'_> {
    Row { status, level: Level::DEBUG, text }
}

impl Row<'_> {
    const fn logged(mut self, level: Level) -> Self {
        self.level = level;
        self
    }
}

/// Our own failure.
const fn internal<'a>() -> Row<'a> {
    row(Status::INTERNAL_SERVER_ERROR, Key("our-fault")).logged(Level::ERROR)
}

impl ApiError {
    pub(super) fn row(&self) -> Row<'_> {
        match self {
            Self::Room(error) => of_room(error),
            Self::UnknownAddress => row(Status::NOT_FOUND, Key("nothing-here")),
            Self::Unreadable { status, reason } => row(*status, Invalid(reason)),
            Self::Seek(error) => of_seek(error),
            Self::Account(error) => of_account(error),
            Self::RateLimited(_) => row(Status::TOO_MANY_REQUESTS, Key("too-much")),
            Self::Study(error) => of_study(error),
            Self::Tournament(error) => of_tournament(error),
            Self::Exhibition(error) => of_exhibition(error),
        }
    }

    /// When the client may try again, if that is known.
    pub(super) const fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::RateLimited(RateLimited { retry_after })
            | Self::Study(StudyError::TooMuchWork(RateLimited { retry_after }))
            | Self::Tournament(TournamentError::Work(WorkError::Busy(RateLimited { retry_after })))
            | Self::Exhibition(ExhibitionError::Work(WorkError::Busy(RateLimited { retry_after })))
            | Self::Seek(SeekError::TooManyOpen { retry_after }) => Some(*retry_after),
            _ => None,
        }
    }
}

/// A failure of the store. That nothing was changed is only said if it is certain.
const fn of_store<'a>(error: &StoreError) -> Row<'a> {
    if error.is_temporary() {
        return row(Status::SERVICE_UNAVAILABLE, Key("database-away")).logged(Level::WARN);
    }
    if matches!(error, StoreError::NewerVersion(_)) {
        return row(Status::SERVICE_UNAVAILABLE, Key("newer-version")).logged(Level::WARN);
    }
    if error.is_uncertain() {
        return row(Status::INTERNAL_SERVER_ERROR, Key("outcome-unknown")).logged(Level::ERROR);
    }
    internal()
}

fn of_room(error: &RoomError) -> Row<'_> {
    match error {
        RoomError::UnknownGame => row(Status::NOT_FOUND, Key("no-such-game")),
        RoomError::BoardConcealed => row(Status::FORBIDDEN, Key("board-concealed")),
        RoomError::NotAllowed => row(Status::FORBIDDEN, Key("not-yours")),
        RoomError::Refused(refused) => row(Status::CONFLICT, Refusal(refused)),
        RoomError::TooLong => row(Status::CONFLICT, Key("game-too-long")),
        RoomError::Outdated { .. } => row(Status::CONFLICT, Key("gone-on")),
        RoomError::Invalid(reason) => row(Status::UNPROCESSABLE_ENTITY, Invalid(reason)),
        RoomError::Store(error) => of_store(error),
        RoomError::Closed | RoomError::Damaged(_) | RoomError::Random(_) => internal(),
        RoomError::Unreachable => row(Status::SERVICE_UNAVAILABLE, Key("owner-away")).logged(Level::WARN),
    }
}

fn of_seek(error: &SeekError) -> Row<'_> {
    match error {
        SeekError::UnknownSeek => row(Status::NOT_FOUND, Key("no-such-game")),
        SeekError::OwnSeek | SeekError::NotOwner => row(Status::FORBIDDEN, Key("not-yours")),
        SeekError::NotChallenged => row(Status::FORBIDDEN, Key("challenge-not-yours")),
        SeekError::AccountNeeded => row(Status::FORBIDDEN, Key("rated-account")),
        SeekError::RatingOutOfRange(range) => {
            row(Status::FORBIDDEN, Filled("rating-refused", "text", range.to_string()))
        }
        SeekError::Blocked => row(Status::FORBIDDEN, Key("challenge-blocked")),
        SeekError::UnknownPlayer => row(Status::NOT_FOUND, Key("no-such-player")),
        SeekError::TooManyChallenges => row(Status::CONFLICT, Key("challenge-too-many")),
        SeekError::AlreadyAccepted => row(Status::CONFLICT, Key("gone-on")),
        SeekError::InvalidTerms(reason) => row(Status::UNPROCESSABLE_ENTITY, Invalid(reason)),
        SeekError::TooManyOpen { .. } => row(Status::TOO_MANY_REQUESTS, Key("too-much")),
        SeekError::Room(error) => of_room(error),
    }
}

fn of_account(error: &AccountError) -> Row<'_> {
    match error {
        AccountError::NameMissing => row(Status::UNPROCESSABLE_ENTITY, Key("name-missing")),
        AccountError::NameInvalid => row(Status::UNPROCESSABLE_ENTITY, Key("name-invalid")),
        AccountError::NameTaken => row(Status::CONFLICT, Key("name-taken")),
        AccountError::NameTooLong => row(Status::UNPROCESSABLE_ENTITY, Key("name-too-long")),
        AccountError::KeyName => row(Status::UNPROCESSABLE_ENTITY, Key("key-name-invalid")),
        AccountError::PasswordCommon => row(Status::UNPROCESSABLE_ENTITY, Key("password-common")),
        AccountError::PasswordLength => row(Status::UNPROCESSABLE_ENTITY, Key("password-short")),
        AccountError::WrongCredentials => {
            row(Status::UNAUTHORIZED, Key("wrong-password")).logged(Level::INFO)
        }
        AccountError::NotSignedIn => row(Status::UNAUTHORIZED, Key("sign-in-first")),
        AccountError::Banned => row(Status::FORBIDDEN, Key("account-banned")).logged(Level::INFO),
        AccountError::Muted => row(Status::FORBIDDEN, Key("account-muted")).logged(Level::INFO),
        AccountError::NotOperator => row(Status::FORBIDDEN, Key("operators-only")).logged(Level::INFO),
        AccountError::Unknown => row(Status::NOT_FOUND, Key("nothing-here")),
        AccountError::TooManyBlocked => row(Status::CONFLICT, Key("too-many-blocked")),
        AccountError::NoPasskeysHere => row(Status::UNPROCESSABLE_ENTITY, Key("passkeys-need-name")),
        AccountError::Passkey(_) => row(Status::UNAUTHORIZED, Key("passkey-wrong")).logged(Level::INFO),
        AccountError::NoEmail => row(Status::UNPROCESSABLE_ENTITY, Key("turn-mail-no-address")),
        AccountError::NoMail => row(Status::UNPROCESSABLE_ENTITY, Key("mail-off")),
        AccountError::EmailInvalid => row(Status::UNPROCESSABLE_ENTITY, Key("email-invalid")),
        AccountError::LinkExpired => row(Status::NOT_FOUND, Key("link-expired")),
        AccountError::TooManyKeys => row(Status::CONFLICT, Key("too-many-keys")),
        AccountError::Store(error) => of_store(error),
        AccountError::Hashing | AccountError::Random(_) => internal(),
    }
}

fn of_study(error: &StudyError) -> Row<'_> {
    let mebibytes = |bytes: u64| (bytes >> 20).max(1).to_string();
    match error {
        StudyError::UnknownGame => row(Status::NOT_FOUND, Key("no-such-game")),
        StudyError::BoardConcealed => row(Status::FORBIDDEN, Key("board-concealed")),
        StudyError::InPlay => row(Status::CONFLICT, Key("analysis-in-play")),
        StudyError::NotInTables { most: 0 } => row(Status::NOT_FOUND, Key("no-tables")),
        StudyError::NotInTables { most } => {
            row(Status::NOT_FOUND, Filled("not-in-tables", "limit", most.to_string()))
        }
        StudyError::Busy => row(Status::SERVICE_UNAVAILABLE, Key("analysis-busy")).logged(Level::WARN),
        StudyError::TooMuchWork(_) => row(Status::TOO_MANY_REQUESTS, Key("too-much")),
        StudyError::LibraryFull { limit } => {
            let text = Filled("library-full", "limit", limit.to_string());
            row(Status::INSUFFICIENT_STORAGE, text).logged(Level::INFO)
        }
        StudyError::LibraryBytes { limit } => {
            let text = Filled("library-bytes", "limit", mebibytes(*limit));
            row(Status::INSUFFICIENT_STORAGE, text).logged(Level::INFO)
        }
        StudyError::TooLarge => {
            row(Status::PAYLOAD_TOO_LARGE, Filled("import-too-large", "limit", mebibytes(LARGEST as u64)))
        }
        StudyError::NoGames => row(Status::UNPROCESSABLE_ENTITY, Key("import-no-games")),
        StudyError::Job(error) => of_job(error),
        StudyError::Position(error) => of_position(error),
        StudyError::Store(error) => of_store(error),
        StudyError::Internal(_) => internal(),
    }
}

fn of_job(error: &JobError) -> Row<'_> {
    match error {
        JobError::Unknown => row(Status::NOT_FOUND, Key("nothing-here")),
        JobError::OwnLimit { limit } => {
            row(Status::TOO_MANY_REQUESTS, Filled("jobs-limit", "limit", limit.to_string()))
        }
        JobError::VisitorLimit => row(Status::SERVICE_UNAVAILABLE, Key("jobs-busy")).logged(Level::WARN),
        JobError::Store(error) => of_store(error),
        JobError::Random(_) => internal(),
    }
}

fn of_position(error: &PositionQueryError) -> Row<'_> {
    let unprocessable = |text| row(Status::UNPROCESSABLE_ENTITY, text);
    match error {
        PositionQueryError::Game => unprocessable(Invalid(&InvalidInput::UnknownVariant)),
        PositionQueryError::TooLong => unprocessable(Key("study-too-long")),
        PositionQueryError::Start(faults) => unprocessable(Faults(faults.join(" "))),
        PositionQueryError::Unread(text) => unprocessable(Filled("pdn-unread-move", "text", text.clone())),
        PositionQueryError::Refused(refused) => row(Status::CONFLICT, IllegalMove(refused)),
    }
}

fn of_tournament(error: &TournamentError) -> Row<'_> {
    match error {
        TournamentError::Unknown => row(Status::NOT_FOUND, Key("ev-unknown")),
        TournamentError::NotAllowed => row(Status::FORBIDDEN, Key("ev-not-allowed")),
        TournamentError::AccountNeeded => row(Status::FORBIDDEN, Key("ev-rated-account")),
        TournamentError::BadLink => row(Status::FORBIDDEN, Key("ev-bad-link")),
        TournamentError::OtherPlayer(name) => {
            row(Status::FORBIDDEN, Filled("ev-other-player", "text", name.clone()))
        }
        TournamentError::Refused(refusal) => row(Status::CONFLICT, PublicText::Tournament(refusal)),
        TournamentError::Terms(fault) => row(Status::UNPROCESSABLE_ENTITY, TournamentTerms(fault)),
        TournamentError::Trf(fault) => row(Status::UNPROCESSABLE_ENTITY, Trf(fault)),
        TournamentError::UnknownDeck(name) => {
            row(Status::UNPROCESSABLE_ENTITY, Filled("ev-bad-deck", "text", name.clone()))
        }
        TournamentError::NothingToDraw => row(Status::UNPROCESSABLE_ENTITY, Key("ev-nothing-to-draw")),
        TournamentError::Invalid(input) => row(Status::UNPROCESSABLE_ENTITY, Invalid(input)),
        TournamentError::TooManyPlayers(most) => {
            row(Status::CONFLICT, Filled("ev-too-many-players", "limit", most.to_string()))
        }
        TournamentError::OtherGame => row(Status::CONFLICT, Key("ev-other-game")),
        TournamentError::CommandIdUsed => row(Status::CONFLICT, Key("ev-command-id-used")),
        TournamentError::TooManyEntries => row(Status::CONFLICT, Key("ev-too-many-entries")),
        TournamentError::Work(WorkError::Busy(_)) => row(Status::TOO_MANY_REQUESTS, Key("too-much")),
        TournamentError::Store(error) => of_store(error),
        TournamentError::Room(_)
        | TournamentError::Task(_)
        | TournamentError::Random(_)
        | TournamentError::Work(WorkError::Failed) => internal(),
    }
}

fn of_exhibition(error: &ExhibitionError) -> Row<'_> {
    match error {
        ExhibitionError::Unknown => row(Status::NOT_FOUND, Key("simul-unknown")),
        ExhibitionError::NoBoard => row(Status::NOT_FOUND, Key("simul-no-board")),
        ExhibitionError::Terms(fault) => of_exhibition_terms(fault),
        ExhibitionError::NotHost => row(Status::FORBIDDEN, Key("simul-not-host")),
        ExhibitionError::HostJoins => row(Status::FORBIDDEN, Key("simul-host-joins")),
        ExhibitionError::Blocked => row(Status::FORBIDDEN, Key("challenge-blocked")),
        ExhibitionError::NotYours => row(Status::FORBIDDEN, Key("simul-not-yours")),
        ExhibitionError::HasBoard(board) => {
            row(Status::CONFLICT, Filled("simul-has-board", "made", board.to_string()))
        }
        ExhibitionError::BoardTaken => row(Status::CONFLICT, Key("simul-board-taken")),
        ExhibitionError::Full => row(Status::CONFLICT, Key("simul-full")),
        ExhibitionError::Closed => row(Status::CONFLICT, Key("simul-closed")),
        ExhibitionError::Begun => row(Status::CONFLICT, Key("simul-begun")),
        ExhibitionError::NobodyJoined => row(Status::CONFLICT, Key("simul-nobody")),
        ExhibitionError::OtherStage => row(Status::CONFLICT, Key("simul-other-stage")),
        ExhibitionError::Store(error) => of_store(error),
        ExhibitionError::Work(WorkError::Busy(_)) => row(Status::TOO_MANY_REQUESTS, Key("too-much")),
        ExhibitionError::Room(_) | ExhibitionError::Random(_) | ExhibitionError::Work(WorkError::Failed) => {
            internal()
        }
    }
}

fn of_exhibition_terms(fault: &ExhibitionFault) -> Row<'_> {
    let text = match fault {
        ExhibitionFault::Title => Filled("simul-bad-title", "limit", LONGEST_TITLE.to_string()),
        ExhibitionFault::BoardCount => Filled("simul-bad-boards", "limit", MOST_BOARDS.to_string()),
        ExhibitionFault::Variant => Invalid(&InvalidInput::UnknownVariant),
        ExhibitionFault::Time => Key("simul-bad-time"),
        ExhibitionFault::Game(terms) => GameTerms(terms),
    };
    row(Status::UNPROCESSABLE_ENTITY, text)
}

impl PublicText<'_> {
    pub(super) fn body(self, lang: Lang) -> ErrorBody {
        let plain = |text| ErrorBody { text, article: None, due: Vec::new(), about: None };
        match self {
            Self::Key(key) => plain(texts::text(lang, key)),
            Self::Filled(key, name, value) => plain(texts::say(lang, key, &[(name, &value)])),
            Self::Invalid(input) => ErrorBody { about: input.about(), ..plain(input.text(lang)) },
            Self::TournamentTerms(fault) => plain(fault.text(lang)),
            Self::GameTerms(terms) => plain(lang.bad_terms(terms)),
            Self::Trf(fault) => plain(fault.text(lang)),
            Self::Faults(text) => plain(text),
            Self::Refusal(refused) => {
                let wire::WireRefusal { article, text, due } =
                    wire::WireRefusal::new(&refused.refusal, &refused.game, lang);
                ErrorBody { article, due, ..plain(text) }
            }
            Self::Tournament(refusal) => plain(refusal.text(lang)),
            Self::IllegalMove(refused) => ErrorBody {
                article: Some(refused.article.clone()),
                due: refused.due.clone(),
                ..plain(lang.illegal(&refused.why))
            },
        }
    }
}
