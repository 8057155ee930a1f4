//! Errors as clients see them: one table from errors to HTTP status, log level and public text.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use damiera_events::tournament::TournamentRefusal;
use damiera_events::trf::TrfFault;
use damiera_events::wire::BadTournamentWire;
use damiera_game::{BadTerms, Lang, wire};
use serde::Serialize;
use tracing::Level;

use super::lang::Reader;
use super::pages;
use crate::accounts::AccountError;
use crate::analysis::QueueFull;
use crate::exhibitions::{ExhibitionError, ExhibitionFault, LONGEST_TITLE, MOST_BOARDS};
use crate::invalid_input::InvalidInput;
use crate::jobs::JobError;
use crate::rate_limit::RateLimited;
use crate::rooms::RoomError;
use crate::seeks::SeekError;
use crate::store::StoreError;
use crate::study::import::LARGEST;
use crate::study::path::{PositionQueryError, RefusedMove};
use crate::texts;
use crate::tournaments::TournamentError;
use crate::work::WorkError;

/// Why something cannot be studied, analysed or imported.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StudyError {
    /// There is no such game.
    #[error("there is no such game")]
    UnknownGame,
    /// There is no such position.
    #[error("there is no such position: {0:?}")]
    Position(PositionQueryError),
    /// The server has no endgame table of a position.
    #[error("there is no endgame table of this position")]
    NotInTables {
        /// The largest number of pieces that its tables have.
        most: u8,
    },
    /// Every place in the queue for analysis is taken.
    #[error("the queue for analysis is full")]
    Busy,
    /// The client has too much work waiting.
    #[error(transparent)]
    TooMuchWork(#[from] RateLimited),
    /// The library of a visitor or an account is full.
    #[error("the library is full")]
    LibraryFull {
        /// How many games it can have.
        limit: u64,
    },
    /// The games in the library of a visitor or an account take too many bytes.
    #[error("the library has too many bytes")]
    LibraryBytes {
        /// How many bytes they can take.
        limit: u64,
    },
    /// A side plays blindfold, so the board is shown to nobody here before the game ends.
    #[error("the board is concealed until the game ends")]
    BoardConcealed,
    /// The game is still being played, so it is not analysed.
    #[error("the game is still being played")]
    InPlay,
    /// A file has no game that can be reviewed.
    #[error("there is no game to review")]
    NoGames,
    /// A job cannot be requested or shown.
    #[error(transparent)]
    Job(#[from] JobError),
    /// A file is too large.
    #[error("the file is too large")]
    TooLarge,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Something failed on the server.
    #[error("{0}")]
    Internal(String),
}

impl From<QueueFull> for StudyError {
    fn from(full: QueueFull) -> Self {
        match full {
            QueueFull::All => Self::Busy,
            QueueFull::OwnShare => Self::TooMuchWork(RateLimited { retry_after: Duration::from_secs(4) }),
        }
    }
}

impl From<WorkError> for StudyError {
    fn from(error: WorkError) -> Self {
        match error {
            WorkError::Busy(limited) => Self::TooMuchWork(limited),
            WorkError::Failed => Self::Internal(error.to_string()),
        }
    }
}

impl From<JobError> for ApiError {
    fn from(error: JobError) -> Self {
        Self::Study(error.into())
    }
}

impl From<WorkError> for ApiError {
    fn from(error: WorkError) -> Self {
        Self::Study(error.into())
    }
}

impl From<PositionQueryError> for StudyError {
    fn from(error: PositionQueryError) -> Self {
        Self::Position(error)
    }
}

/// Any error that a request can end with.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    #[error(transparent)]
    Room(#[from] RoomError),
    /// The body or the query of the request cannot be read.
    #[error("{reason}")]
    Unreadable { status: StatusCode, reason: InvalidInput },
    #[error(transparent)]
    Seek(#[from] SeekError),
    #[error(transparent)]
    Account(#[from] AccountError),
    #[error(transparent)]
    RateLimited(#[from] RateLimited),
    #[error(transparent)]
    Study(#[from] StudyError),
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    #[error(transparent)]
    Exhibition(#[from] ExhibitionError),
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Self::Room(error.into())
    }
}

impl From<std::io::Error> for ApiError {
    fn from(error: std::io::Error) -> Self {
        Self::Room(error.into())
    }
}

impl From<PositionQueryError> for ApiError {
    fn from(error: PositionQueryError) -> Self {
        Self::Study(error.into())
    }
}

/// The body of an error: why something was not done, in the reader's language.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Problem, example = json!({"text": "A capture must be made.", "article": "FID-IT 6.1", "due": [[22, 15]]}))]
pub(super) struct ErrorBody {
    text: String,
    /// The article of the rulebook that says so.
    article: Option<String>,
    /// The captures that were due, as the squares they touch.
    due: Vec<Vec<u8>>,
}

/// A row of the table.
struct Row<'a> {
    status: StatusCode,
    level: Level,
    text: PublicText<'a>,
    retry_after: Option<Duration>,
}

/// What a client gets to read. Details of failures stay in the log.
enum PublicText<'a> {
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

impl ApiError {
    /// The table: every error with its status, the level at which it is logged, and its public text.
    fn row(&self) -> Row<'_> {
        use PublicText::{Faults, Filled, IllegalMove, Invalid, Key, Refusal};
        use StatusCode as Status;
        let (status, level, text) = match self {
            Self::Room(error) | Self::Seek(SeekError::Room(error)) => match error {
                RoomError::UnknownGame => (Status::NOT_FOUND, Level::DEBUG, Key("no-such-game")),
                RoomError::BoardConcealed => (Status::FORBIDDEN, Level::DEBUG, Key("board-concealed")),
                RoomError::NotAllowed => (Status::FORBIDDEN, Level::DEBUG, Key("not-yours")),
                RoomError::Refused(refused) => (Status::CONFLICT, Level::DEBUG, Refusal(refused)),
                RoomError::TooLong => (Status::CONFLICT, Level::DEBUG, Key("game-too-long")),
                RoomError::Outdated { .. } => (Status::CONFLICT, Level::DEBUG, Key("gone-on")),
                RoomError::Invalid(reason) => (Status::UNPROCESSABLE_ENTITY, Level::DEBUG, Invalid(reason)),
                RoomError::Store(error) => store_failed(error),
                RoomError::Closed | RoomError::Damaged(_) | RoomError::Random(_) => internal(),
                RoomError::Unreachable => (Status::SERVICE_UNAVAILABLE, Level::WARN, Key("owner-away")),
            },
            Self::Seek(error) => match error {
                SeekError::UnknownSeek => (Status::NOT_FOUND, Level::DEBUG, Key("no-such-game")),
                SeekError::OwnSeek | SeekError::NotOwner => {
                    (Status::FORBIDDEN, Level::DEBUG, Key("not-yours"))
                }
                SeekError::NotChallenged => (Status::FORBIDDEN, Level::DEBUG, Key("challenge-not-yours")),
                SeekError::AccountNeeded => (Status::FORBIDDEN, Level::DEBUG, Key("rated-account")),
                SeekError::RatingOutOfRange(range) => {
                    (Status::FORBIDDEN, Level::DEBUG, Filled("rating-refused", "text", range.to_string()))
                }
                SeekError::Blocked => (Status::FORBIDDEN, Level::DEBUG, Key("challenge-blocked")),
                SeekError::UnknownPlayer => (Status::NOT_FOUND, Level::DEBUG, Key("no-such-player")),
                SeekError::TooManyChallenges => (Status::CONFLICT, Level::DEBUG, Key("challenge-too-many")),
                SeekError::AlreadyAccepted => (Status::CONFLICT, Level::DEBUG, Key("gone-on")),
                SeekError::InvalidTerms(reason) => {
                    (Status::UNPROCESSABLE_ENTITY, Level::DEBUG, Invalid(reason))
                }
                SeekError::TooManyOpen { .. } => (Status::TOO_MANY_REQUESTS, Level::DEBUG, Key("too-much")),
                SeekError::Room(_) => internal(), // matched above
            },
            Self::Account(error) => match error {
                AccountError::NameMissing => {
                    (Status::UNPROCESSABLE_ENTITY, Level::DEBUG, Key("name-missing"))
                }
                AccountError::NameInvalid => {
                    (Status::UNPROCESSABLE_ENTITY, Level::DEBUG, Key("name-invalid"))
                }
                AccountError::PasswordCommon => {
                    (Status::UNPROCESSABLE_ENTITY, Level::DEBUG, Key("password-common"))
                }
                AccountError::NotSignedIn => (Status::UNAUTHORIZED, Level::DEBUG, Key("sign-in-first")),
                AccountError::Banned => (Status::FORBIDDEN, Level::INFO, Key("account-banned")),
                AccountError::Muted => (Status::FORBIDDEN, Level::INFO, Key("account-muted")),
                AccountError::NotOperator => (Status::FORBIDDEN, Level::INFO, Key("operators-only")),
                AccountError::Unknown => (Status::NOT_FOUND, Level::DEBUG, Key("nothing-here")),
                AccountError::TooManyBlocked => (Status::CONFLICT, Level::DEBUG, Key("too-many-blocked")),
                AccountError::NoPasskeysHere => {
                    (Status::UNPROCESSABLE_ENTITY, Level::DEBUG, Key("passkeys-need-name"))
                }
                AccountError::Passkey(_) => (Status::UNAUTHORIZED, Level::INFO, Key("passkey-wrong")),
                AccountError::NoEmail => {
                    (Status::UNPROCESSABLE_ENTITY, Level::DEBUG, Key("turn-mail-no-address"))
                }
                AccountError::NoMail => (Status::UNPROCESSABLE_ENTITY, Level::DEBUG, Key("mail-off")),
                AccountError::EmailInvalid => {
                    (Status::UNPROCESSABLE_ENTITY, Level::DEBUG, Key("email-invalid"))
                }
                AccountError::LinkExpired => (Status::NOT_FOUND, Level::DEBUG, Key("link-expired")),
                AccountError::TooManyKeys => (Status::CONFLICT, Level::DEBUG, Key("too-many-keys")),
                AccountError::PasswordLength => {
                    (Status::UNPROCESSABLE_ENTITY, Level::DEBUG, Key("password-short"))
                }
                AccountError::NameTaken => (Status::CONFLICT, Level::DEBUG, Key("name-taken")),
                AccountError::WrongCredentials => (Status::UNAUTHORIZED, Level::INFO, Key("wrong-password")),
                AccountError::Store(error) => store_failed(error),
                AccountError::Hashing | AccountError::Random(_) => internal(),
            },
            Self::Unreadable { status, reason } => (*status, Level::DEBUG, Invalid(reason)),
            Self::RateLimited(_) => (Status::TOO_MANY_REQUESTS, Level::DEBUG, Key("too-much")),
            Self::Study(error) => match error {
                StudyError::UnknownGame => (Status::NOT_FOUND, Level::DEBUG, Key("no-such-game")),
                StudyError::BoardConcealed => (Status::FORBIDDEN, Level::DEBUG, Key("board-concealed")),
                StudyError::InPlay => (Status::CONFLICT, Level::DEBUG, Key("analysis-in-play")),
                StudyError::NotInTables { most: 0 } => (Status::NOT_FOUND, Level::DEBUG, Key("no-tables")),
                StudyError::NotInTables { most } => {
                    let most = most.to_string();
                    (Status::NOT_FOUND, Level::DEBUG, Filled("not-in-tables", "limit", most))
                }
                StudyError::Busy => (Status::SERVICE_UNAVAILABLE, Level::WARN, Key("analysis-busy")),
                StudyError::TooMuchWork(_) => (Status::TOO_MANY_REQUESTS, Level::DEBUG, Key("too-much")),
                StudyError::LibraryFull { limit } => {
                    let limit = limit.to_string();
                    (Status::INSUFFICIENT_STORAGE, Level::INFO, Filled("library-full", "limit", limit))
                }
                StudyError::LibraryBytes { limit } => {
                    let limit = (limit >> 20).max(1).to_string();
                    (Status::INSUFFICIENT_STORAGE, Level::INFO, Filled("library-bytes", "limit", limit))
                }
                StudyError::TooLarge => {
                    let limit = (LARGEST >> 20).to_string();
                    (Status::PAYLOAD_TOO_LARGE, Level::DEBUG, Filled("import-too-large", "limit", limit))
                }
                StudyError::NoGames => (Status::UNPROCESSABLE_ENTITY, Level::DEBUG, Key("import-no-games")),
                StudyError::Job(error) => match error {
                    JobError::Unknown => (Status::NOT_FOUND, Level::DEBUG, Key("nothing-here")),
                    JobError::OwnLimit { limit } => {
                        let limit = limit.to_string();
                        (Status::TOO_MANY_REQUESTS, Level::DEBUG, Filled("jobs-limit", "limit", limit))
                    }
                    JobError::VisitorLimit => (Status::SERVICE_UNAVAILABLE, Level::WARN, Key("jobs-busy")),
                    JobError::Store(error) => store_failed(error),
                    JobError::Random(_) => internal(),
                },
                StudyError::Position(error) => match error {
                    PositionQueryError::Game => {
                        (Status::UNPROCESSABLE_ENTITY, Level::DEBUG, Invalid(&InvalidInput::UnknownVariant))
                    }
                    PositionQueryError::TooLong => {
                        (Status::UNPROCESSABLE_ENTITY, Level::DEBUG, Key("study-too-long"))
                    }
                    PositionQueryError::Start(faults) => {
                        (Status::UNPROCESSABLE_ENTITY, Level::DEBUG, Faults(faults.join(" ")))
                    }
                    PositionQueryError::Unread(text) => (
                        Status::UNPROCESSABLE_ENTITY,
                        Level::DEBUG,
                        Filled("pdn-unread-move", "text", text.clone()),
                    ),
                    PositionQueryError::Refused(refused) => {
                        (Status::CONFLICT, Level::DEBUG, IllegalMove(refused))
                    }
                },
                StudyError::Store(error) => store_failed(error),
                StudyError::Internal(_) => internal(),
            },
            Self::Tournament(error) => tournament_row(error),
            Self::Exhibition(error) => exhibition_row(error),
        };
        let retry_after = match self {
            Self::RateLimited(RateLimited { retry_after })
            | Self::Study(StudyError::TooMuchWork(RateLimited { retry_after }))
            | Self::Tournament(TournamentError::Work(WorkError::Busy(RateLimited { retry_after })))
            | Self::Exhibition(ExhibitionError::Work(WorkError::Busy(RateLimited { retry_after })))
            | Self::Seek(SeekError::TooManyOpen { retry_after }) => Some(*retry_after),
            _ => None,
        };
        Row { status, level, text, retry_after }
    }

    /// The public text in a language.
    pub(super) fn text(&self, lang: Lang) -> String {
        self.row().text.body(lang).text
    }

    fn log(&self, level: Level) {
        match level {
            Level::ERROR => tracing::error!(error = %self, "a request failed"),
            Level::WARN => tracing::warn!(error = %self, "a request was turned away"),
            Level::INFO => tracing::info!(error = %self, "a request was refused"),
            _ => tracing::debug!(error = %self, "a request was refused"),
        }
    }

    fn response(&self, format: ErrorFormat, lang: Lang) -> Response {
        let Row { status, level, text, retry_after } = self.row();
        self.log(level);
        let retry_after = retry_after.map(|wait| [(header::RETRY_AFTER, wait.as_secs().max(1).to_string())]);
        let body = text.body(lang);
        match format {
            ErrorFormat::Json => (status, retry_after, Json(body)).into_response(),
            ErrorFormat::Page => (retry_after, pages::problem(lang, body.text, status)).into_response(),
        }
    }
}

const fn internal<'a>() -> (StatusCode, Level, PublicText<'a>) {
    (StatusCode::INTERNAL_SERVER_ERROR, Level::ERROR, PublicText::Key("our-fault"))
}

/// A failure of the store. That nothing was changed is only said if it is certain.
const fn store_failed<'a>(error: &StoreError) -> (StatusCode, Level, PublicText<'a>) {
    if error.is_temporary() {
        return (StatusCode::SERVICE_UNAVAILABLE, Level::WARN, PublicText::Key("database-away"));
    }
    if matches!(error, StoreError::NewerVersion(_)) {
        return (StatusCode::SERVICE_UNAVAILABLE, Level::WARN, PublicText::Key("newer-version"));
    }
    if error.is_uncertain() {
        return (StatusCode::INTERNAL_SERVER_ERROR, Level::ERROR, PublicText::Key("outcome-unknown"));
    }
    internal()
}

fn tournament_row(error: &TournamentError) -> (StatusCode, Level, PublicText<'_>) {
    use PublicText::{Filled, Key};
    let (status, text) = match error {
        TournamentError::Unknown => (StatusCode::NOT_FOUND, Key("ev-unknown")),
        TournamentError::NotAllowed => (StatusCode::FORBIDDEN, Key("ev-not-allowed")),
        TournamentError::AccountNeeded => (StatusCode::FORBIDDEN, Key("ev-rated-account")),
        TournamentError::BadLink => (StatusCode::FORBIDDEN, Key("ev-bad-link")),
        TournamentError::OtherPlayer(name) => {
            (StatusCode::FORBIDDEN, Filled("ev-other-player", "text", name.clone()))
        }
        TournamentError::Refused(refusal) => (StatusCode::CONFLICT, PublicText::Tournament(refusal)),
        TournamentError::Terms(fault) => {
            (StatusCode::UNPROCESSABLE_ENTITY, PublicText::TournamentTerms(fault))
        }
        TournamentError::Trf(fault) => (StatusCode::UNPROCESSABLE_ENTITY, PublicText::Trf(fault)),
        TournamentError::UnknownDeck(name) => {
            (StatusCode::UNPROCESSABLE_ENTITY, Filled("ev-bad-deck", "text", name.clone()))
        }
        TournamentError::NothingToDraw => (StatusCode::UNPROCESSABLE_ENTITY, Key("ev-nothing-to-draw")),
        TournamentError::Invalid(input) => (StatusCode::UNPROCESSABLE_ENTITY, PublicText::Invalid(input)),
        TournamentError::Room(_) | TournamentError::Task(_) => return internal(),
        TournamentError::TooManyPlayers(most) => {
            (StatusCode::CONFLICT, Filled("ev-too-many-players", "limit", most.to_string()))
        }
        TournamentError::TooManyEntries => (StatusCode::CONFLICT, Key("ev-too-many-entries")),
        TournamentError::Work(WorkError::Busy(_)) => (StatusCode::TOO_MANY_REQUESTS, Key("too-much")),
        TournamentError::Store(error) => return store_failed(error),
        TournamentError::Random(_) | TournamentError::Work(WorkError::Failed) => return internal(),
    };
    (status, Level::DEBUG, text)
}

fn exhibition_row(error: &ExhibitionError) -> (StatusCode, Level, PublicText<'_>) {
    use PublicText::{Filled, Key};
    let (status, text) = match error {
        ExhibitionError::Unknown => (StatusCode::NOT_FOUND, Key("simul-unknown")),
        ExhibitionError::NoBoard => (StatusCode::NOT_FOUND, Key("simul-no-board")),
        ExhibitionError::Terms(fault) => {
            let text = match fault {
                ExhibitionFault::Title => Filled("simul-bad-title", "limit", LONGEST_TITLE.to_string()),
                ExhibitionFault::BoardCount => Filled("simul-bad-boards", "limit", MOST_BOARDS.to_string()),
                ExhibitionFault::Variant => PublicText::Invalid(&InvalidInput::UnknownVariant),
                ExhibitionFault::Time => Key("simul-bad-time"),
                ExhibitionFault::Game(terms) => PublicText::GameTerms(terms),
            };
            (StatusCode::UNPROCESSABLE_ENTITY, text)
        }
        ExhibitionError::NotHost => (StatusCode::FORBIDDEN, Key("simul-not-host")),
        ExhibitionError::HostJoins => (StatusCode::FORBIDDEN, Key("simul-host-joins")),
        ExhibitionError::Blocked => (StatusCode::FORBIDDEN, Key("challenge-blocked")),
        ExhibitionError::NotYours => (StatusCode::FORBIDDEN, Key("simul-not-yours")),
        ExhibitionError::HasBoard(board) => {
            (StatusCode::CONFLICT, Filled("simul-has-board", "made", board.to_string()))
        }
        ExhibitionError::BoardTaken => (StatusCode::CONFLICT, Key("simul-board-taken")),
        ExhibitionError::Full => (StatusCode::CONFLICT, Key("simul-full")),
        ExhibitionError::Closed => (StatusCode::CONFLICT, Key("simul-closed")),
        ExhibitionError::Begun => (StatusCode::CONFLICT, Key("simul-begun")),
        ExhibitionError::NobodyJoined => (StatusCode::CONFLICT, Key("simul-nobody")),
        ExhibitionError::OtherStage => (StatusCode::CONFLICT, Key("simul-other-stage")),
        ExhibitionError::Store(error) => return store_failed(error),
        ExhibitionError::Work(WorkError::Busy(_)) => (StatusCode::TOO_MANY_REQUESTS, Key("too-much")),
        ExhibitionError::Room(_) | ExhibitionError::Random(_) | ExhibitionError::Work(WorkError::Failed) => {
            return internal();
        }
    };
    (status, Level::DEBUG, text)
}

impl PublicText<'_> {
    fn body(self, lang: Lang) -> ErrorBody {
        let plain = |text| ErrorBody { text, article: None, due: Vec::new() };
        match self {
            Self::Key(key) => plain(texts::text(lang, key)),
            Self::Filled(key, name, value) => plain(texts::say(lang, key, &[(name, &value)])),
            Self::Invalid(input) => plain(input.text(lang)),
            Self::TournamentTerms(fault) => plain(fault.text(lang)),
            Self::GameTerms(terms) => plain(lang.bad_terms(terms)),
            Self::Trf(fault) => plain(fault.text(lang)),
            Self::Faults(text) => plain(text),
            Self::Refusal(refused) => {
                let wire::WireRefusal { article, text, due } =
                    wire::WireRefusal::new(&refused.refusal, &refused.game, lang);
                ErrorBody { text, article, due }
            }
            Self::Tournament(refusal) => plain(refusal.text(lang)),
            Self::IllegalMove(refused) => ErrorBody {
                text: lang.illegal(&refused.why),
                article: Some(refused.article.clone()),
                due: refused.due.clone(),
            },
        }
    }
}

impl IntoResponse for ApiError {
    /// A response without a body: [`localise`] knows the reader's language and adds it.
    fn into_response(self) -> Response {
        let mut response = self.row().status.into_response();
        response.extensions_mut().insert(Arc::new(self));
        response
    }
}

/// The form in which an error is sent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ErrorFormat {
    /// For clients of the API.
    Json,
    /// For somebody who opened a page.
    Page,
}

impl ErrorFormat {
    fn at(path: &str) -> Self {
        if path.starts_with("/api/") || path == "/ws" { Self::Json } else { Self::Page }
    }
}

/// Gives errors their body in the reader's language.
pub(super) async fn localise(Reader(lang): Reader, request: Request, next: Next) -> Response {
    let format = ErrorFormat::at(request.uri().path());
    let response = next.run(request).await;
    match response.extensions().get::<Arc<ApiError>>() {
        Some(error) => error.response(format, lang),
        None => response,
    }
}
