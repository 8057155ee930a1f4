//! The pages.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use damiera_engine::Level;
use damiera_game::rulebook::{self, BoardPart, RulebookEntry};
use damiera_game::{Actor, Lang, RuleSet, wire};
use damiera_messages::GameSnapshot;
use damiera_notation::openings;
use damiera_play::OddsTable;
use damiera_rules::{Article, Book, Side, Variant};
use serde::Serialize;

use super::Shared;
use super::assets;
use super::error::ErrorBody;
use super::exhibitions::{self, ExhibitionLink};
use super::identity::Caller;
use super::lang::Reader;
use super::thumbnail;
use crate::invalid_input::TermsPart;
use crate::library;
use crate::rooms::Room;
use crate::store::Credentials;
use crate::texts;

/// What every template needs: the language and its texts.
#[derive(Clone, Copy)]
pub(super) struct Page {
    pub(super) lang: Lang,
}

impl Page {
    pub(super) fn t(&self, key: &str) -> String {
        texts::text(self.lang, key)
    }

    /// A text with a value in its gap.
    pub(super) fn say(&self, key: &str, name: &str, value: &str) -> String {
        texts::say(self.lang, key, &[(name, value)])
    }

    /// A number, or a score such as `0.5–0.5`, as people write it.
    pub(super) fn decimal(&self, number: impl std::fmt::Display) -> String {
        self.lang.decimal(number)
    }

    /// A game by its whole name, such as "Italian draughts".
    pub(super) fn draughts(&self, game: &str) -> String {
        self.t(&format!("{game}-draughts"))
    }

    /// A game in a few words.
    pub(super) fn about(&self, game: &str) -> String {
        self.t(&format!("{game}-about"))
    }

    pub(super) fn code(&self) -> &'static str {
        self.lang.code()
    }

    /// The address of a static file.
    pub(super) fn file(&self, path: &str) -> String {
        assets::address(path)
    }

    /// The elements that load a module with all that it needs.
    pub(super) fn script(&self, module: &str) -> String {
        assets::script_elements(module)
    }

    /// The element that loads the texts which scripts read.
    pub(super) fn texts(&self) -> String {
        assets::texts_element(self.lang)
    }

    /// The elements that fetch a module ahead of the page that loads it.
    pub(super) fn prefetch(&self, module: &str) -> String {
        assets::prefetch_elements(module)
    }

    /// How a game stands before its first move, by the game's name.
    pub(super) fn thumbnail(&self, game: &str) -> &'static str {
        game.parse().map_or("", thumbnail::of)
    }

    /// The same as large as a board.
    pub(super) fn start_board(&self, game: &str) -> &'static str {
        game.parse().map_or("", thumbnail::large)
    }

    pub(super) fn langs(&self) -> [(&'static str, &'static str); 3] {
        [("it", "Italiano"), ("pt", "Português"), ("en", "English")]
    }
}

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage {
    page: Page,
    variants: Vec<&'static str>,
    /// The tables of openings: which game, and what it is called.
    ballots: Vec<(&'static str, &'static str)>,
    /// The ratings of the levels in each game, from the lowest level up.
    level_ratings: Vec<(&'static str, String)>,
    /// What it costs the levels of each game to give one, two and three men.
    odds_costs: Vec<(&'static str, String)>,
    /// How many playing squares the board of each game has.
    squares: Vec<(&'static str, u8)>,
    /// Why the game that was asked for was not begun; empty if there is nothing to say.
    problem: String,
    /// The part of the terms that the problem is about; empty if it is none of them.
    about: &'static str,
}

/// What it costs a level to give one, two and three men, and the games it was measured in, for the levels where that is known.
fn odds_costs() -> Vec<(&'static str, String)> {
    let all = (Level::LOWEST.number()..=Level::HIGHEST.number()).filter_map(Level::new);
    let of = |variant, level: Level| {
        let men = [1, 2, 3].map(|men| OddsTable::built_in().of_men(variant, level, men));
        let costs: Vec<_> = men.iter().flatten().map(|row| format!("{}/{}", row.cost, row.games)).collect();
        (costs.len() == men.len()).then(|| format!("{}:{}", level.number(), costs.join(",")))
    };
    let costs = |variant| all.clone().filter_map(|level| of(variant, level)).collect::<Vec<_>>().join(" ");
    Variant::ALL.iter().map(|&variant| (variant.name(), costs(variant))).collect()
}

/// The ratings of the levels that have one, in each game.
fn level_ratings() -> Vec<(&'static str, String)> {
    let all = (Level::LOWEST.number()..=Level::HIGHEST.number()).filter_map(Level::new);
    let ratings = |variant| -> Vec<String> {
        all.clone().filter_map(|level| level.rating(variant)).map(|rating| rating.to_string()).collect()
    };
    Variant::ALL.iter().map(|&variant| (variant.name(), ratings(variant).join(" "))).collect()
}

#[derive(Template)]
#[template(path = "game.html")]
struct GamePage {
    page: Page,
    id: String,
    /// The exhibition that it is part of.
    exhibition: Option<ExhibitionLink>,
    /// The game as it stands, so that the board is drawn before the connection is made.
    joined: String,
    preview: LinkPreview,
}

/// What other sites show of a link (Open Graph).
pub(super) struct LinkPreview {
    pub(super) title: String,
    pub(super) url: String,
    pub(super) image: String,
}

/// What a page of a game starts with.
#[derive(Serialize)]
struct InitialGame {
    game: GameSnapshot,
    /// The sides that the reader may act for.
    sides: Vec<wire::WireSide>,
}

#[derive(Template)]
#[template(path = "rules.html")]
struct RulebookPage {
    page: Page,
    books: Vec<(Book, Vec<ListedArticle>)>,
}

/// An article as the pages of the rulebooks list it.
struct ListedArticle {
    number: &'static str,
    label: String,
    digest: String,
}

impl ListedArticle {
    fn of(entry: &RulebookEntry, lang: Lang) -> Self {
        Self { number: entry.article.number, label: entry.label(lang), digest: entry.digest(lang) }
    }
}

#[derive(Template)]
#[template(path = "article.html")]
struct ArticlePage {
    page: Page,
    book: String,
    short: &'static str,
    shown: ListedArticle,
    /// The articles before and after it.
    around: Vec<ListedArticle>,
    /// A board with the parts that the article names, if it names any.
    board: Option<LabelledBoard>,
}

/// A board on which the parts that an article names are marked and named (FID-IT 2.8).
struct LabelledBoard {
    rows: Vec<Vec<BoardCell>>,
    /// The parts by their names, with their squares.
    legend: Vec<(String, String)>,
}

/// A square of a labelled board.
struct BoardCell {
    /// Its number, if it is a playing square.
    number: Option<u8>,
    /// The CSS class of a square: light, dark, or named with the number of its group.
    class: String,
    /// The name of a small part that it belongs to; empty for any other square.
    name: String,
}

fn labelled_board(article: &Article, lang: Lang) -> Option<LabelledBoard> {
    let parts = rulebook::board_parts(article)?;
    // Article 2.8 names every square, so only the diagonal and the two parallels are marked. They come first among its parts.
    const DIAGONAL_AND_PARALLELS: usize = 3;
    let names_all_squares = article.number == "2.8";
    let mark = |index: usize| match names_all_squares {
        true => (index < DIAGONAL_AND_PARALLELS).then(|| index.min(1)),
        false => Some(index % 2),
    };
    let cell = |row: u8, column: u8| {
        let number = (row % 2 == column % 2).then_some(4 * row + column / 2 + 1);
        let of = |part: &BoardPart| number.is_some_and(|number| part.squares.contains(&number));
        let small = parts.iter().find(|part| part.is_small() && of(part));
        let class = match (number, parts.iter().position(of).and_then(mark)) {
            (_, Some(mark)) => format!("named-{mark}"),
            (Some(_), _) => "dark".to_owned(),
            (None, _) => "light".to_owned(),
        };
        BoardCell { number, class, name: small.map(|part| part.name(lang)).unwrap_or_default() }
    };
    let mut legend: Vec<(String, String)> = Vec::new();
    for part in &parts {
        let squares = part.squares.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
        let name = part.name(lang);
        match legend.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = format!("{known} · {squares}"),
            None => legend.push((name, squares)),
        }
    }
    let rows = (0..8).map(|row| (0..8).map(|column| cell(row, column)).collect()).collect();
    Some(LabelledBoard { rows, legend })
}

#[derive(Template)]
#[template(path = "message.html")]
struct MessagePage {
    page: Page,
    title: String,
    text: String,
}

pub(super) fn show(template: &impl Template, status: StatusCode) -> Response {
    match template.render() {
        Ok(html) => (status, Html(html)).into_response(),
        Err(error) => {
            tracing::error!(%error, "a page could not be made");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

/// The game of a language's federation, which the language's texts name.
pub(super) fn own_game(lang: Lang) -> Variant {
    texts::text(lang, "first-game").parse().unwrap_or(Variant::ALL[0])
}

pub(super) async fn home(Reader(lang): Reader) -> Response {
    show(&home_page(lang, None), StatusCode::OK)
}

/// The home page, whose form says why no game was begun.
pub(super) fn home_with_problem(lang: Lang, problem: ErrorBody, status: StatusCode) -> Response {
    show(&home_page(lang, Some(problem)), status)
}

fn home_page(lang: Lang, problem: Option<ErrorBody>) -> HomePage {
    let ballots = openings::decks().iter().map(|deck| (deck.variant.name(), deck.name.as_str())).collect();
    let (level_ratings, odds_costs) = (level_ratings(), odds_costs());
    let squares = |&variant: &Variant| (variant.name(), RuleSet::of(variant).board.squares());
    let squares = Variant::ALL.iter().map(squares).collect();
    let about = problem.as_ref().and_then(|problem| problem.about).map_or("", TermsPart::name);
    HomePage {
        page: Page { lang },
        variants: variants(lang),
        ballots,
        level_ratings,
        odds_costs,
        squares,
        problem: problem.map_or_else(String::new, |problem| problem.text),
        about,
    }
}

/// The games, that of the language's federation first.
pub(super) fn variants(lang: Lang) -> Vec<&'static str> {
    let own = texts::text(lang, "first-game");
    let mut variants: Vec<_> = Variant::ALL.iter().map(|variant| variant.name()).collect();
    variants.sort_by_key(|&name| name != own);
    variants
}

pub(super) async fn game(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
    Caller(credentials): Caller,
) -> Response {
    match app.rooms.find(&id).await {
        Ok(room) => game_page(&app, &room, lang, &credentials).await,
        Err(_) => nothing_here(Reader(lang)).await,
    }
}

/// The page of a game, as a reader may see it.
pub(super) async fn game_page(app: &Shared, room: &Room, lang: Lang, credentials: &Credentials) -> Response {
    let (page, id) = (Page { lang }, room.id().to_owned());
    let (joined, preview) = (initial_game(app, room, lang, credentials), preview(app, room, page, &id));
    let exhibition = exhibitions::link_of(app, room, lang).await;
    let shown = show(&GamePage { page, id, exhibition, joined, preview }, StatusCode::OK);
    ([(header::CACHE_CONTROL, "no-cache")], shown).into_response()
}

/// A game as it stands for a reader, for the page's script.
pub(super) fn initial_game(app: &Shared, room: &Room, lang: Lang, credentials: &Credentials) -> String {
    let sides = Side::BOTH.into_iter().filter(|&side| room.may_act(credentials, Actor::Player(side)));
    let sides = sides.map(wire::WireSide::from).collect();
    let game = room.snapshot(app.clock.now(), lang, room.access(credentials));
    texts::json_for_script(&InitialGame { game, sides })
}

/// Who plays which game, and the position as a picture.
pub(super) fn preview(app: &Shared, room: &Room, page: Page, id: &str) -> LinkPreview {
    let (game, players) = (room.game(), (&room.seats, &room.holders));
    let name = |side, key| {
        Some(library::name(players, side)).filter(|name| !name.is_empty()).unwrap_or_else(|| page.t(key))
    };
    let (white, black) = (name(Side::White, "white"), name(Side::Black, "black"));
    let variant = game.terms().variant.name();
    // Other sites show the picture to everybody, a blindfold player among them.
    let fen = if game.conceals_board() { String::new() } else { game.fen() };
    LinkPreview {
        title: format!("{white} – {black} · {}", page.t(variant)),
        url: app.settings.link(&format!("/game/{id}")),
        image: app.settings.link(&format!("/api/diagram.png?game={variant}&fen={fen}")),
    }
}

pub(super) async fn rulebook(Reader(lang): Reader) -> Response {
    let books = [Book::FidIt, Book::FidEn, Book::Cbd, Book::Pg37, Book::Fid10];
    let entries = |book| rulebook::of(book).map(|entry| ListedArticle::of(entry, lang)).collect();
    let books = books.into_iter().map(|book| (book, entries(book))).collect();
    show(&RulebookPage { page: Page { lang }, books }, StatusCode::OK)
}

pub(super) async fn article(Path((book, article)): Path<(String, String)>, Reader(lang): Reader) -> Response {
    let cited = rulebook::cited(&format!("{book} {article}"));
    let Some(cited) = cited else { return nothing_here(Reader(lang)).await };
    let entries: Vec<_> = rulebook::of(cited.book).collect();
    let Some(at) = entries.iter().position(|entry| entry.article == cited) else {
        return nothing_here(Reader(lang)).await;
    };
    let page = Page { lang };
    let short = cited.book.short_name();
    let near = entries.iter().enumerate().filter(|(i, _)| i.abs_diff(at) <= 2 && *i != at);
    let around = near.map(|(_, entry)| ListedArticle::of(entry, lang)).collect();
    let book = page.t(&format!("book-{short}"));
    let shown = ListedArticle::of(entries[at], lang);
    let board = labelled_board(&cited, lang);
    show(&ArticlePage { page, book, short, shown, around, board }, StatusCode::OK)
}

pub(super) async fn nothing_here(Reader(lang): Reader) -> Response {
    let page = Page { lang };
    let message = MessagePage { page, title: page.t("nothing-here"), text: page.t("nothing-here-text") };
    show(&message, StatusCode::NOT_FOUND)
}

/// A page that says why the one that was asked for is not shown.
pub(super) fn problem(lang: Lang, text: String, status: StatusCode) -> Response {
    let page = Page { lang };
    show(&MessagePage { page, title: page.t("page-problem"), text }, status)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_of_a_new_game_has_a_rating_for_each_level_below_full_strength() {
        for lang in Lang::ALL {
            let html = home_page(lang, None).render().expect("a page");
            for variant in Variant::ALL {
                let (_, after) = html.split_once(&format!("data-{variant}=\"")).expect("ratings of the game");
                let ratings: Vec<u16> =
                    after.split('"').next().unwrap_or_default().split(' ').flat_map(str::parse).collect();
                assert!(ratings.len() == 9 && ratings.is_sorted(), "{variant}: {ratings:?}");
            }
        }
    }

    #[test]
    fn the_board_of_article_2_8_names_its_parts() {
        let article = rulebook::cited("FID-IT 2.8").expect("an article");
        let board = labelled_board(&article, Lang::Italian).expect("a board");
        let cell = |row: usize, column: usize| {
            (board.rows[row][column].number, board.rows[row][column].name.as_str())
        };
        assert_eq!(cell(0, 0), (Some(1), "cantone"));
        assert_eq!(cell(0, 6), (Some(4), "biscacco del Nero"));
        assert_eq!(cell(3, 5), (Some(15), "meta del Bianco"));
        assert_eq!(cell(4, 4), (Some(19), ""));
        assert!(board.legend.contains(&("sponda destra".to_owned(), "1, 9, 17, 25".to_owned())));
        assert!(board.legend.contains(&("cantone".to_owned(), "1 · 32".to_owned())));
        assert!(labelled_board(&rulebook::cited("FID-IT 2.9").expect("an article"), Lang::Italian).is_none());
    }
}
