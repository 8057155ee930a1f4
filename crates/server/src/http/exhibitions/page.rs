//! The pages of exhibitions: the form and the list, the page of one, and the host's view of the boards.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use damiera_game::wire::WireSide;
use damiera_game::{Lang, Simultaneity};
use damiera_messages::BoardLayout;
use damiera_rules::{Rules, Variant, with_rules};
use std::collections::BTreeMap;

use super::{ListedExhibition, listed};
use crate::exhibitions::{
    ExhibitionBoardBody, ExhibitionBody, ExhibitionError, LONGEST_TITLE, MOST_BOARDS, WireExhibitionStart,
    WireExhibitionTerms,
};
use crate::http::Shared;
use crate::http::agreed::blindfold_terms;
use crate::http::error::ApiError;
use crate::http::guard::ReadPermit;
use crate::http::identity::{Caller, SignedIn};
use crate::http::lang::Reader;
use crate::http::pages::{LinkPreview, Page, initial_game, nothing_here, preview, show as shown, variants};
use crate::http::table::utc;
use crate::http::tournaments::{open_to_others, phone_base, qr};
use crate::rooms::Room;
use crate::texts;

#[derive(Template)]
#[template(path = "exhibitions.html")]
struct ExhibitionsPage {
    page: Page,
    variants: Vec<&'static str>,
    account: Option<String>,
    most_boards: u16,
    longest_title: usize,
    /// Those that can be joined or watched.
    current: Vec<ExhibitionRow>,
    past: Vec<ExhibitionRow>,
}

/// An exhibition in the list.
struct ExhibitionRow {
    listed: ListedExhibition,
    about: String,
    day: String,
}

pub(super) async fn list(
    _: ReadPermit,
    State(app): State<Shared>,
    Reader(lang): Reader,
    signed_in: SignedIn,
) -> Result<Response, ApiError> {
    let page = Page { lang };
    let row = |listed: ListedExhibition| {
        let stage = page.t(&format!("simul-stage-{}", listed.stage));
        let boards = page.say("simul-boards", "made", &listed.boards.to_string());
        let host = Some(listed.host.clone()).filter(|host| !host.is_empty());
        let about = host.into_iter().chain([boards, stage]).collect::<Vec<_>>().join(" · ");
        ExhibitionRow { about, day: utc(listed.at)[..10].to_owned(), listed }
    };
    let (past, current) =
        listed(&app).await?.into_iter().map(row).partition(|row| row.listed.stage == "over");
    let page = ExhibitionsPage {
        page,
        variants: variants(lang),
        account: signed_in.name(),
        most_boards: MOST_BOARDS,
        longest_title: LONGEST_TITLE,
        current,
        past,
    };
    Ok(shown(&page, StatusCode::OK))
}

/// Everything that is agreed, a sentence each. Nobody joins without having been told (FID-IT 15.2).
fn announced(page: Page, terms: &WireExhibitionTerms) -> Vec<String> {
    let say = |key: &str, values: &[(&str, &str)]| texts::say(page.lang, key, values);
    let groups = terms.boards.iter().map(|group| {
        let colour = page.t(match group.host {
            crate::exhibitions::WireHostColour::Alternating => "simul-host-alternates",
            crate::exhibitions::WireHostColour::White => "simul-host-white",
            crate::exhibitions::WireHostColour::Black => "simul-host-black",
        });
        format!("{} × {} ({colour})", group.count, page.t(&group.variant))
    });
    let mut said = vec![groups.collect::<Vec<_>>().join(", ")];
    said.push(match terms.host_clock {
        None => page.t("simul-host-untimed"),
        Some(clock) => {
            let base = page.say("simul-host-time", "made", &clock.minutes.to_string());
            let extra = (clock.extra > 0).then(|| {
                let key = match terms.start {
                    WireExhibitionStart::Together => "simul-host-extra-together",
                    WireExhibitionStart::AsBoardsFill => "simul-host-extra-all",
                };
                page.say(key, "made", &clock.extra.to_string())
            });
            let bonus = (clock.increment > 0)
                .then(|| page.say("simul-host-increment", "made", &clock.increment.to_string()));
            [Some(base), extra, bonus].into_iter().flatten().collect::<Vec<_>>().join(" ")
        }
    });
    said.push(match terms.player_clock {
        None => page.t("simul-player-untimed"),
        Some(clock) => match (clock.per_move, clock.minutes.unwrap_or_default(), clock.increment) {
            (Some(seconds), ..) if seconds % 60 == 0 => {
                page.say("simul-player-move-minutes", "made", &(seconds / 60).to_string())
            }
            (Some(seconds), ..) => page.say("simul-player-per-move", "made", &seconds.to_string()),
            (None, minutes, 0) => page.say("simul-player-minutes", "made", &minutes.to_string()),
            (None, minutes, seconds) => say(
                "simul-player-increment",
                &[("made", &minutes.to_string()), ("limit", &seconds.to_string())],
            ),
        },
    });
    said.push(page.t(match terms.start {
        WireExhibitionStart::Together => "simul-start-together",
        WireExhibitionStart::AsBoardsFill => "simul-start-fill",
    }));
    if let Some(blindfold) = &terms.blindfold {
        said.push(page.t("simul-blindfold"));
        said.extend(blindfold_terms(page, blindfold));
    }
    said.push(page.t("simul-no-takebacks"));
    said
}

#[derive(Template)]
#[template(path = "exhibition.html")]
struct ExhibitionPage {
    page: Page,
    body: ExhibitionBody,
    /// The host's name, or what a host without one is called.
    host: String,
    about: String,
    announced: Vec<String>,
    boards: Vec<BoardCard>,
    /// The layouts of the boards and the state of all of them, for scripts.
    layouts: String,
    state: String,
    link: String,
    qr: String,
    /// How to start the server so that others reach it, if only this machine does.
    unreachable: Option<String>,
    account: Option<String>,
    score: String,
    day: String,
}

/// A board with what its row says.
struct BoardCard {
    board: ExhibitionBoardBody,
    player: String,
    /// The player's colour.
    colour: &'static str,
    /// The game and the player's colour.
    about: String,
    status: String,
    /// What stands in the column of results.
    result: String,
    ending: String,
    moves: String,
    own: bool,
}

impl ExhibitionPage {
    fn is(&self, stage: &str) -> bool {
        self.body.stage == stage
    }

    /// Boards in more than one game: then the choice of a board matters.
    fn mixed(&self) -> bool {
        self.body.terms.boards.iter().any(|group| group.variant != self.body.terms.boards[0].variant)
    }

    /// Whether boards start as they fill.
    fn fills(&self) -> bool {
        self.body.terms.start == WireExhibitionStart::AsBoardsFill
    }

    fn free(&self) -> Vec<&BoardCard> {
        self.boards.iter().filter(|card| !card.board.is_taken()).collect()
    }
}

fn side_key(side: WireSide) -> &'static str {
    match side {
        WireSide::White => "white",
        WireSide::Black => "black",
    }
}

fn card(page: Page, body: &ExhibitionBody, board: &ExhibitionBoardBody) -> BoardCard {
    let named = |name: &str| if name.is_empty() { page.t("guest") } else { name.to_owned() };
    let status = match board.state {
        "free" => page.t("simul-free"),
        "taken" => page.t("simul-taken"),
        "host" => page.t("simul-host-turn"),
        "player" => page.t("simul-player-turn"),
        _ => page.t(&format!("simul-outcome-{}", board.outcome.unwrap_or("none"))),
    };
    let result = match board.outcome {
        Some("host") => "2–0",
        Some("player") => "0–2",
        Some("draw") => "1–1",
        _ => "",
    };
    BoardCard {
        player: if board.is_taken() { named(&board.player) } else { String::new() },
        colour: side_key(board.player_side()),
        about: format!("{} · {}", page.t(board.variant), page.t(side_key(board.player_side()))),
        status,
        result: result.to_owned(),
        ending: board.end.as_ref().map(|end| end.text.clone()).unwrap_or_default(),
        moves: board.plies.div_ceil(2).to_string(),
        own: body.own_board == Some(board.board),
        board: board.clone(),
    }
}

/// The layouts of all boards, by game.
fn layouts() -> String {
    let board = |variant: &Variant| with_rules!(*variant, R => BoardLayout::of(R::GEOMETRY));
    let boards: BTreeMap<_, _> = Variant::ALL.iter().map(|v| (v.name(), board(v))).collect();
    texts::json_for_script(&boards)
}

fn score(page: Page, body: &ExhibitionBody) -> String {
    let score = body.score;
    let part = |key: &str, made: usize| page.say(key, "made", &made.to_string());
    let mut parts =
        vec![part("simul-won", score.won), part("simul-drawn", score.drawn), part("simul-lost", score.lost)];
    if score.void > 0 {
        parts.push(part("simul-void", score.void));
    }
    if score.playing > 0 {
        parts.push(part("simul-playing", score.playing));
    }
    parts.join(" · ")
}

pub(super) async fn show(
    _: ReadPermit,
    State(app): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Reader(lang): Reader,
    Caller(credentials): Caller,
    signed_in: SignedIn,
) -> Result<Response, ApiError> {
    let live = match app.exhibitions.find(&id).await {
        Ok(live) => live,
        Err(ExhibitionError::Unknown) => return Ok(nothing_here(Reader(lang)).await),
        Err(error) => return Err(error.into()),
    };
    let (page, body) = (Page { lang }, live.body(&live.state(), &credentials, lang, app.clock.now()));
    let link = format!("{}/exhibition/{id}", phone_base(&app, &headers));
    let host = if body.host.is_empty() { page.t("simul-host") } else { body.host.clone() };
    let stage = page.t(&format!("simul-stage-{}", body.stage));
    // Once nobody can join any more, the boards that nobody took are no part of it.
    let count = if body.admits_players() { body.boards.len() } else { body.taken() };
    let boards = page.say("simul-boards", "made", &count.to_string());
    let shown_page = ExhibitionPage {
        page,
        about: [host.clone(), boards, stage].join(" · "),
        host,
        announced: announced(page, &body.terms),
        boards: body.boards.iter().map(|board| card(page, &body, board)).collect(),
        layouts: layouts(),
        state: texts::json_for_script(&body),
        qr: if body.admits_players() { qr::svg(&link) } else { String::new() },
        link,
        unreachable: app.settings.private_port().filter(|_| body.is_host()).map(open_to_others),
        account: signed_in.name(),
        score: score(page, &body),
        day: utc(body.at)[..10].to_owned(),
        body,
    };
    Ok(shown(&shown_page, StatusCode::OK))
}

/// The exhibition of a game, for the game's page.
pub(in crate::http) struct ExhibitionLink {
    pub(in crate::http) address: String,
    pub(in crate::http) text: String,
}

/// The exhibition that a game belongs to, if it is part of one.
pub(in crate::http) async fn link_of(app: &Shared, room: &Room, lang: Lang) -> Option<ExhibitionLink> {
    if room.game().terms().company == Simultaneity::Single {
        return None;
    }
    let (id, board) = app.store.exhibition_of_game(room.id()).await.ok()??;
    let live = app.exhibitions.find(&id).await.ok()?;
    let values = [("text", live.terms.wire().title.as_str()), ("made", &board.to_string())];
    let text = texts::say(lang, "simul-board-of", &values);
    Some(ExhibitionLink { address: format!("/exhibition/{id}"), text })
}

#[derive(Template)]
#[template(path = "exhibition-play.html")]
struct HostPage {
    page: Page,
    id: String,
    joined: String,
    preview: LinkPreview,
    title: String,
    layouts: String,
    state: String,
}

/// The host's view: the board that waits, and the others in sight.
pub(super) async fn play(
    _: ReadPermit,
    State(app): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
    Caller(credentials): Caller,
) -> Result<Response, ApiError> {
    let live = match app.exhibitions.find(&id).await {
        Ok(live) => live,
        Err(ExhibitionError::Unknown) => return Ok(nothing_here(Reader(lang)).await),
        Err(error) => return Err(error.into()),
    };
    let (page, body) = (Page { lang }, live.body(&live.state(), &credentials, lang, app.clock.now()));
    let first = |state: &str| body.boards.iter().find(|board| board.state == state);
    let first = first("host").or_else(|| first("player")).and_then(|board| board.game.clone());
    let (true, Some(game)) = (body.is_host() && body.is_running(), first) else {
        return Ok(Redirect::to(&format!("/exhibition/{id}")).into_response());
    };
    let room = app.rooms.find(&game).await?;
    let joined = initial_game(&app, &room, lang, &credentials);
    let preview = preview(&app, &room, page, &game);
    let host_page = HostPage {
        page,
        id: game,
        joined,
        preview,
        title: body.terms.title.clone(),
        layouts: layouts(),
        state: texts::json_for_script(&body),
    };
    Ok(shown(&host_page, StatusCode::OK))
}
