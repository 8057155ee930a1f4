//! One's games: a page of them, looked for by game, player, result or position.

use askama::Template;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use damiera_game::Lang;
use damiera_rules::{Variant, with_rules};
use serde::{Deserialize, Serialize};

use super::Shared;
use super::collections::CollectionBody;
use super::error::{ApiError, ErrorBody};
use super::guard::{ClientAddress, ReadPermit};
use super::identity::Caller;
use super::json_body::JsonBody;
use super::lang::Reader;
use super::pages::{Page, show};
use super::query_fields::QueryFields;
use crate::invalid_input::InvalidInput;
use crate::library::catch_up;
use crate::rate_limit::{LimitedAction, RateKey};
use crate::rooms::RoomError;
use crate::store::Credentials;
use crate::store::{GameSource, LibraryCard, LibraryQuery, LibraryResults};
use crate::study::error::StudyError;
use crate::study::path::{PositionQuery, PositionQueryError};
use crate::texts;

/// Games on a page.
const PAGE: u32 = 50;
/// Games on the page of an account.
const NEWEST: usize = 20;

/// What the reader looks for, as the form sends it: an empty field is none.
#[derive(Deserialize, Clone, Default, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LibraryFilter {
    /// Which game.
    #[serde(default)]
    game: String,
    /// Part of a player's or an event's name.
    #[serde(default)]
    who: String,
    /// Who won: `white`, `black`, `draw` or `open`.
    #[serde(default)]
    result: String,
    /// A position it went through in its first 2,000 plies; `game` says of which game.
    #[serde(default)]
    fen: String,
    /// The id of a collection that it is in.
    #[serde(default)]
    collection: String,
    /// The page, from 1; fifty games a page.
    #[serde(default)]
    page: String,
}

#[derive(Template)]
#[template(path = "library.html")]
struct LibraryPage {
    page: Page,
    wanted: LibraryFilter,
    variants: Vec<&'static str>,
    /// What is wrong with the position looked for.
    problem: Option<String>,
    cards: Vec<LibraryEntry>,
    all: i64,
    collections: Vec<CollectionBody>,
    /// Whether anything is looked for.
    filtered: bool,
    before: Option<String>,
    after: Option<String>,
}

/// A game as it stands in the list.
pub(super) struct LibraryEntry {
    pub(super) card: LibraryCard,
    pub(super) address: String,
    pub(super) white: String,
    pub(super) black: String,
}

impl LibraryEntry {
    /// The text of the result.
    pub(super) fn result_key(&self) -> String {
        match (self.card.source, self.card.outcome.as_str()) {
            (GameSource::Played, "open") => "under-way".to_owned(),
            (_, outcome) => format!("library-{outcome}"),
        }
    }
}

/// Who won, as a filter names it.
const RESULTS: [&str; 4] = ["white", "black", "draw", "open"];

impl LibraryFilter {
    /// Refuses a value that no game can have: it would look as if there were no games.
    fn check(&self) -> Result<(), InvalidInput> {
        if !self.game.trim().is_empty() {
            self.game.trim().parse::<Variant>()?;
        }
        let result = self.result.trim();
        if !result.is_empty() && !RESULTS.contains(&result) {
            let (value, known) = (result.to_owned(), RESULTS.join(", "));
            return Err(InvalidInput::UnknownValue { value, known });
        }
        if !self.page.is_empty() && self.page.parse::<u32>().is_err() {
            return Err(InvalidInput::PageNumber(self.page.clone()));
        }
        Ok(())
    }

    fn search(&self, lang: Lang) -> Result<LibraryQuery, PositionQueryError> {
        let given = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let key = match given(&self.fen) {
            None => None,
            Some(fen) => {
                let path = PositionQuery { variant: self.game.clone(), fen, moves: String::new() };
                Some(with_rules!(path.game()?, R => path.start::<R>(lang)?.key().cast_signed()))
            }
        };
        let (variant, who, outcome) = (given(&self.game), given(&self.who), given(&self.result));
        Ok(LibraryQuery { variant, who, outcome, key, collection: given(&self.collection) })
    }

    /// The number of the page.
    fn number(&self) -> u32 {
        self.page.parse().unwrap_or(1).clamp(1, 1_000_000)
    }

    /// How many games stand on the pages before it.
    fn skip(&self) -> u32 {
        (self.number() - 1) * PAGE
    }

    /// The address of another page of the same search.
    fn address(&self, page: u32) -> String {
        let fields = [
            ("game", &self.game),
            ("who", &self.who),
            ("result", &self.result),
            ("fen", &self.fen),
            ("collection", &self.collection),
        ];
        let mut address = format!("/games?page={page}");
        for (name, value) in fields.iter().filter(|(_, value)| !value.is_empty()) {
            address.push_str(&format!("&{name}={}", encoded(value)));
        }
        address
    }
}

/// A value for an address.
pub(super) fn encoded(value: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    value.bytes().map(|b| if plain(b) { (b as char).to_string() } else { format!("%{b:02X}") }).collect()
}

pub(super) async fn page(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    QueryFields(wanted): QueryFields<LibraryFilter>,
    Reader(lang): Reader,
    Caller(who): Caller,
) -> Response {
    let number = wanted.number();
    let invalid = wanted.check().err().map(|invalid| invalid.text(lang));
    let search = match invalid {
        Some(problem) => Err(problem),
        None => wanted.search(lang).map_err(|lost| explain(&lost, lang)),
    };
    let (found, problem) = match search {
        Ok(search) => match look(&app, &search, &who, wanted.skip(), &client).await {
            Ok(found) => (found, None),
            Err(trouble) => return ApiError::from(trouble).into_response(),
        },
        Err(problem) => (LibraryResults::default(), Some(problem)),
    };
    let collections = match app.store.collections(&who).await {
        Ok(collections) => collections.into_iter().map(CollectionBody::from).collect(),
        Err(error) => return ApiError::from(error).into_response(),
    };
    let last = i64::from(number) * i64::from(PAGE) >= found.total;
    let listed = LibraryPage {
        page: Page { lang },
        variants: Variant::ALL.iter().map(|variant| variant.name()).collect(),
        problem,
        cards: found.cards.into_iter().map(|card| entry(card, lang)).collect(),
        all: found.total,
        collections,
        filtered: !(wanted.collection.is_empty()
            && wanted.game.is_empty()
            && wanted.who.is_empty()
            && wanted.result.is_empty()
            && wanted.fen.is_empty()),
        before: (number > 1).then(|| wanted.address(number - 1)),
        after: (!last).then(|| wanted.address(number + 1)),
        wanted,
    };
    show(&listed, StatusCode::OK)
}

/// One's games, a page of them.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Listing)]
pub(super) struct LibraryListing {
    /// How many there are in all.
    all: i64,
    /// The newest first.
    games: Vec<LibraryCard>,
}

/// One's games, played and imported, looked for by game, player, result or position.
#[utoipa::path(get, path = "/api/library", tag = "study", params(LibraryFilter), responses(
    (status = 200, description = "The games", body = LibraryListing),
    (status = 422, description = "There is no such game, result, position or page", body = ErrorBody)))]
pub(super) async fn list(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    QueryFields(wanted): QueryFields<LibraryFilter>,
    Reader(lang): Reader,
    Caller(who): Caller,
) -> Result<Json<LibraryListing>, ApiError> {
    wanted.check().map_err(RoomError::Invalid)?;
    let search = wanted.search(lang)?;
    let found = look(&app, &search, &who, wanted.skip(), &client).await?;
    Ok(Json(LibraryListing { all: found.total, games: found.cards }))
}

/// Games of one's library.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Chosen, example = json!({ "games": ["k3v9x2"] }))]
pub(super) struct ChosenGames {
    /// Their names.
    pub(super) games: Vec<String>,
}

/// The most games removed at once, or put into a collection.
const MOST_CHOSEN: usize = 2_000;

impl ChosenGames {
    /// The games, unless there are more than may be chosen at once.
    pub(super) fn read(self) -> Result<Vec<String>, RoomError> {
        let too_many = RoomError::Invalid(InvalidInput::TooManyChosen { most: MOST_CHOSEN });
        (self.games.len() <= MOST_CHOSEN).then_some(self.games).ok_or(too_many)
    }
}

/// Removes games from one's library. Others who played them keep them; imported games are deleted a day later.
#[utoipa::path(post, path = "/api/library/remove", tag = "study", request_body = ChosenGames, responses(
    (status = 204, description = "They are removed; `/api/library/restore` brings them back within a day"),
    (status = 422, description = "Too many games at once", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn remove(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    Caller(who): Caller,
    JsonBody(chosen): JsonBody<ChosenGames>,
) -> Result<StatusCode, ApiError> {
    app.rate_limiter.allow(LimitedAction::Social, address, who.account)?;
    let games = chosen.read()?;
    app.work.write(app.store.remove_cards(&games, &who, app.clock.now().0.cast_signed())).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Brings back games that were removed from one's library.
#[utoipa::path(post, path = "/api/library/restore", tag = "study", request_body = ChosenGames, responses(
    (status = 204, description = "They are in the library again"),
    (status = 422, description = "Too many games at once", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn restore(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    Caller(who): Caller,
    JsonBody(chosen): JsonBody<ChosenGames>,
) -> Result<StatusCode, ApiError> {
    app.rate_limiter.allow(LimitedAction::Social, address, who.account)?;
    let games = chosen.read()?;
    app.work.write(app.store.restore_cards(&games, &who)).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn look(
    app: &Shared,
    search: &LibraryQuery,
    who: &Credentials,
    skip: u32,
    client: &RateKey,
) -> Result<LibraryResults, StudyError> {
    let _place = app.work.enter(client).await?;
    catch_up(&*app.store, &app.work).await?;
    Ok(app.store.search(search, who, skip, PAGE).await?)
}

/// The newest games of somebody's library.
pub(super) async fn newest(
    app: &Shared,
    who: &Credentials,
    client: &RateKey,
    lang: Lang,
) -> Result<Vec<LibraryEntry>, StudyError> {
    let found = look(app, &LibraryQuery::default(), who, 0, client).await?;
    Ok(found.cards.into_iter().take(NEWEST).map(|card| entry(card, lang)).collect())
}

/// Why a position cannot be looked for.
fn explain(lost: &PositionQueryError, lang: Lang) -> String {
    match lost {
        PositionQueryError::Game => texts::text(lang, "library-fen-needs-game"),
        PositionQueryError::Start(faults) => faults.join(" "),
        _ => texts::text(lang, "study-too-long"),
    }
}

fn entry(card: LibraryCard, lang: Lang) -> LibraryEntry {
    let address = match (card.source, card.outcome.as_str()) {
        (GameSource::Imported, _) => format!("/study/{}", card.id),
        (GameSource::Played, _) if card.result == "*" => format!("/game/{}", card.id),
        (GameSource::Played, _) => format!("/game/{}/study", card.id),
    };
    let name = |given: &str, key| if given.is_empty() { texts::text(lang, key) } else { given.to_owned() };
    LibraryEntry { white: name(&card.white, "white"), black: name(&card.black, "black"), address, card }
}
