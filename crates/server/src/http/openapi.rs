//! The description of the API for programs (`/api/openapi.json`) and for people (`/api`), generated from the types.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use askama::Template;
use axum::body::Bytes;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use damiera_game::wire;
use damiera_messages::GameChanges;
use serde_json::Value;
use utoipa::OpenApi;

use super::lang::Reader;
use super::pages::{Page, show};
use super::{
    account, analysis, api, auth, challenges, collections, conditional, consultation, correspondence,
    diagram, editor, endgame, exhibitions, game_card, import, jobs, leaderboard, learn, library, live_games,
    lobby, moderation, passkeys, player, preferences, push, recovery, review, study, table, tournaments,
    turn_mail,
};
use damiera_messages::{ClientMessage, NumberedEvent, ServerMessage, UpdateForm};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Damiera",
        version = "1",
        description = "Draughts by the book. A game is its events, numbered from 1 without gaps. A client proves that it may \
act for a side by the cookie of its browser, or by the key that came with the game or seek: `Authorization: Bearer KEY`. \
Positions are FEN, squares are numbers, times are milliseconds. Refusals carry the article of the rulebook."
    ),
    paths(
        api::create, api::show, api::command, api::line, api::rulings, api::stream, api::pdn, conditional::get, conditional::put, conditional::delete, game_card::text,
        consultation::view, consultation::vote, consultation::link, consultation::join,
        socket,
        lobby::list, lobby::put, lobby::show, lobby::accept, lobby::withdraw,
        auth::me, auth::open, auth::sign_in, auth::sign_out,
        account::change_password, account::sessions, account::end_session, account::keys, account::create_key, account::end_key,
        account::export, account::delete,
        preferences::kept, preferences::keep, player::show_profile, player::blocked, player::block, player::unblock,
        challenges::create, challenges::list, challenges::decline, live_games::list, correspondence::list,
        passkeys::begin, passkeys::add, passkeys::list, passkeys::remove, passkeys::challenge, passkeys::sign_in,
        recovery::email, recovery::set_email, recovery::confirm_email, recovery::request, recovery::reset, turn_mail::show, turn_mail::change, turn_mail::stop,
        collections::list, collections::create, collections::rename, collections::delete, collections::restore,
        collections::put_games, collections::take_games,
        leaderboard::list, push::key, push::subscribe, push::unsubscribe,
        moderation::report, moderation::overview, moderation::close_report, moderation::status, moderation::set_status,
        study::shown, study::pdn, study::pdn_with_tries, study::keep, review::stream,
        jobs::create, jobs::list, jobs::show, jobs::cancel, jobs::stream, jobs::game, jobs::pdn,
        analysis::position, analysis::stream, endgame::probe, editor::setup, diagram::svg, diagram::png,
        import::import, library::list, library::remove, library::restore,
        table::verdict, table::record, learn::attempt,
        tournaments::create, tournaments::show, tournaments::command, tournaments::preview, tournaments::seat,
        tournaments::invite, tournaments::enter, tournaments::files::import, tournaments::files::trf, tournaments::pdn::games, tournaments::ruling::rule, tournaments::stream::stream,
        exhibitions::create, exhibitions::list, exhibitions::show, exhibitions::join, exhibitions::leave, exhibitions::command,
        exhibitions::pdn::games, exhibitions::stream::updates,
    ),
    components(schemas(diagram::BottomSide, diagram::DiagramLook, ClientMessage, ServerMessage, NumberedEvent, UpdateForm, GameChanges, wire::WireGameView, wire::WireEvent, wire::WireCommand, wire::WireTerms)),
    tags(
        (name = "games", description = "Begin, look at and play games"),
        (name = "live", description = "Follow and play a game as it happens"),
        (name = "meeting", description = "Find somebody to play"),
        (name = "people", description = "Accounts, for those who want one"),
        (name = "study", description = "Look into games and positions, import them, find them again"),
        (name = "table", description = "What an arbiter beside a real board needs"),
        (name = "events", description = "Run tournaments: players, pairings, results, standings"),
        (name = "exhibitions", description = "One player against up to sixty at the same time"),
        (name = "rules", description = "Try moves without a game"),
    )
)]
struct Api;

/// A connection for live play.
///
/// One JSON object a message: the client sends `Said`, the server sends `Told`. The first message is
/// `{"type":"join","game":"…","key":"…"}`; add `"seq":N` to get only the events after number N, and `"form":"changes"` to
/// get the game as a page shows it, first whole and then by its changes (see `GameChanges`). To move, send
/// `{"type":"do","id":"a1","seq":7,"by":"white","ask":"move","notation":"22-18"}`, where `id` is of your own choice and
/// `seq` is the number of the last event that you know. The answer is `done`, `refused` or `resync`. If you get none, send
/// the same message again: a command is carried out once for each id.
#[utoipa::path(get, path = "/ws", tag = "live", responses(
    (status = 101, description = "The connection is open; the messages are `Said` and `Told`"),
    (status = 403, description = "The request came from a page of another site")))]
#[expect(dead_code, reason = "only its description is used")]
fn socket() {}

/// Examples of responses, by method, path and status, recorded by the test that checks every response against its
/// description (`tests/live/described.rs`).
const ANSWERS: &str = include_str!("../../texts/answers.json");

/// The description, with an example of each response.
static DESCRIBED: LazyLock<Value> = LazyLock::new(|| {
    let mut api = serde_json::to_value(Api::openapi()).unwrap_or_default();
    let answers = serde_json::from_str::<BTreeMap<String, Value>>(ANSWERS).unwrap_or_default();
    for (to, answer) in answers {
        if let Some(content) = content_mut(&mut api, &to) {
            content.insert("example".to_owned(), answer);
        }
    }
    api
});

/// The description of the body of a response, such as `get /api/games/{id} 200`.
fn content_mut<'a>(api: &'a mut Value, to: &str) -> Option<&'a mut serde_json::Map<String, Value>> {
    let [verb, path, status] = to.split(' ').collect::<Vec<_>>().try_into().ok()?;
    let answer = api.get_mut("paths")?.get_mut(path)?.get_mut(verb)?.get_mut("responses")?.get_mut(status)?;
    answer.get_mut("content")?.as_object_mut()?.values_mut().next()?.as_object_mut()
}

/// The API's OpenAPI description.
pub fn description() -> &'static Value {
    &DESCRIBED
}

/// The description as text, made once.
static TEXT: LazyLock<Bytes> = LazyLock::new(|| serde_json::to_vec(&*DESCRIBED).unwrap_or_default().into());

/// Makes the description.
pub(super) fn prepare() {
    LazyLock::force(&TEXT);
}

pub(super) async fn json() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], TEXT.clone())
}

#[derive(Template)]
#[template(path = "api.html")]
struct ApiPage {
    page: Page,
    verbs: Vec<Verb>,
    forms: Vec<(String, String)>,
}

struct Verb {
    method: String,
    path: String,
    about: String,
    body: Option<String>,
    answers: Vec<Answered>,
}

struct Answered {
    status: String,
    about: String,
    example: Option<String>,
}

impl Answered {
    fn new(status: &str, told: &Value) -> Self {
        let example = told["content"].as_object().and_then(|kinds| kinds.values().next()?.get("example"));
        let example = example.map(|example| match example {
            Value::String(text) => text.clone(),
            other => pretty(other),
        });
        Self { status: status.to_owned(), about: text(&told["description"]), example }
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

/// The description as a page.
pub(super) async fn page(Reader(lang): Reader) -> Response {
    let mut verbs = Vec::new();
    for (path, methods) in DESCRIBED["paths"].as_object().into_iter().flatten() {
        for (method, about) in methods.as_object().into_iter().flatten() {
            let both = [text(&about["summary"]), text(&about["description"])];
            let answers = about["responses"].as_object().into_iter().flatten();
            verbs.push(Verb {
                method: method.to_uppercase(),
                path: path.clone(),
                about: both.join("\n").trim().to_owned(),
                body: about["requestBody"]["content"]["application/json"]["schema"]["$ref"]
                    .as_str()
                    .and_then(|name| name.rsplit('/').next())
                    .map(str::to_owned),
                answers: answers.map(|(status, told)| Answered::new(status, told)).collect(),
            });
        }
    }
    let schemas = DESCRIBED["components"]["schemas"].as_object().into_iter().flatten();
    let forms = schemas.map(|(name, schema)| (name.clone(), pretty(schema))).collect();
    show(&ApiPage { page: Page { lang }, verbs, forms }, StatusCode::OK)
}
