//! The beginners' ten rules, each with a board to try it on. The server judges; nothing is kept.

use askama::Template;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use damiera_game::{
    Action, Actor, Command, Game, Lang, Moment, Profile, StartPosition, Terms, rulebook, wire,
};
use damiera_messages::{BoardLayout, PositionStep};
use damiera_rules::Book;
use serde::{Deserialize, Serialize};

use super::Shared;
use super::error::{ApiError, ErrorBody};
use super::guard::ReadPermit;
use super::json_body::JsonBody;
use super::lang::Reader;
use super::pages::{Page, show, variants};
use crate::rooms::{RefusedCommand, RoomError};
use crate::texts;

/// Limit of a request; the longest count is of 40 moves by each side.
const MOST_MOVES: usize = 200;

/// A line for each lesson: the rule's number, a position, and the key of the text that says what to try.
const BOARDS: &str = include_str!("../../learn/ten-rules.tsv");

/// A rule with its board.
struct Lesson {
    number: &'static str,
    digest: String,
    /// The position to try it on; none where nothing is moved.
    fen: Option<&'static str>,
    /// The position as the board shows it first, for the page's script.
    begin: String,
    /// What to try, as the key of a text.
    hint: &'static str,
}

#[derive(Template)]
#[template(path = "learn.html")]
struct LearnPage {
    page: Page,
    game: &'static str,
    /// The games that have an introduction.
    variants: Vec<&'static str>,
    lessons: Vec<Lesson>,
}

/// The game that the rules are of.
fn game() -> &'static str {
    BOARDS.lines().find_map(|line| line.strip_prefix("game\t")).unwrap_or_default()
}

fn lessons(lang: Lang) -> Vec<Lesson> {
    let lesson = |line: &'static str| {
        let mut fields = line.split('\t');
        let number = fields.next()?;
        let entry = rulebook::of(Book::Fid10).find(|entry| entry.article.number == number)?;
        let (fen, hint) = (fields.next()?, fields.next()?);
        let fen = Some(fen).filter(|fen| *fen != "-");
        let begin = fen.map_or_else(String::new, |fen| beginning(game(), fen, lang));
        Some(Lesson { number, digest: entry.digest(lang), fen, begin, hint })
    };
    BOARDS.lines().filter_map(lesson).collect()
}

/// The page of the ten rules.
pub(super) async fn page(Reader(lang): Reader) -> Response {
    let (variants, lessons) = (variants(lang), lessons(lang));
    show(&LearnPage { page: Page { lang }, game: game(), variants, lessons }, StatusCode::OK)
}

/// A position and moves to try from it.
#[derive(Deserialize, Debug, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Trial, example = json!({"variant": "italian", "fen": "W:WK23,31:B19,26,27", "moves": ["23x21"]}))]
pub(super) struct MoveTrial {
    /// Which game.
    variant: String,
    /// Where to begin; the start of the game if not given.
    fen: Option<String>,
    /// The moves, in order.
    #[serde(default)]
    moves: Vec<String>,
}

/// Where the moves lead.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Tried)]
pub(super) struct TrialOutcome {
    board: BoardLayout,
    last: Option<PositionStep>,
    view: wire::WireGameView,
}

impl TrialOutcome {
    fn of(game: &Game, lang: Lang) -> Self {
        let view = wire::WireGameView::new(&game.view(Moment(0)), game.rule_set(), lang);
        let last = game.trace(game.plies().len()).map(PositionStep::from);
        Self { board: BoardLayout::of(game.rule_set().board), last, view }
    }
}

/// What a board of a lesson begins with, for the page's script: nobody waits for the pieces. Empty if there is no such position.
pub(super) fn beginning(variant: &str, fen: &str, lang: Lang) -> String {
    let trial = MoveTrial { variant: variant.to_owned(), fen: Some(fen.to_owned()), moves: Vec::new() };
    trial.play().map_or_else(|_| String::new(), |game| texts::json_for_script(&TrialOutcome::of(&game, lang)))
}

/// Plays moves from a position, or says why one cannot be played. Nothing is kept.
#[utoipa::path(post, path = "/api/try", tag = "rules", request_body = MoveTrial, responses(
    (status = 200, description = "Where the moves lead", body = TrialOutcome),
    (status = 409, description = "A move is against the rules", body = ErrorBody),
    (status = 422, description = "It cannot be read", body = ErrorBody)))]
pub(super) async fn attempt(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    Reader(lang): Reader,
    JsonBody(trial): JsonBody<MoveTrial>,
) -> Result<Response, ApiError> {
    let outcome = app.work.run(&client, move |_| -> Result<TrialOutcome, RoomError> {
        Ok(TrialOutcome::of(&trial.play()?, lang))
    });
    Ok(Json(outcome.await??).into_response())
}

impl MoveTrial {
    fn play(&self) -> Result<Game, RoomError> {
        let variant = self.variant.parse().map_err(RoomError::invalid)?;
        let mut terms = Terms::new(variant, Profile::CASUAL);
        if let Some(fen) = &self.fen {
            terms.start = StartPosition::Set(fen.parse().map_err(RoomError::invalid)?);
        }
        let mut game = Game::new(terms).map_err(RoomError::invalid)?;
        for text in self.moves.iter().take(MOST_MOVES) {
            let action = Action::Move(game.read(text).map_err(RoomError::invalid)?);
            let command = Command { by: Actor::Player(game.turn()), at: Moment(0), action };
            let events = game.decide(&command);
            for event in events.map_err(|why| {
                RoomError::Refused(Box::new(RefusedCommand { refusal: why, game: game.clone().into() }))
            })? {
                game.apply(&event);
            }
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ten_rules_have_a_lesson_with_a_position_of_the_game() {
        let lessons = lessons(Lang::Italian);
        assert_eq!(lessons.len(), rulebook::of(Book::Fid10).count());
        for lesson in lessons.iter().filter(|lesson| lesson.fen.is_some()) {
            let fen = lesson.fen.map(str::to_owned);
            let trial = MoveTrial { variant: game().to_owned(), fen, moves: Vec::new() };
            let game = trial.play().expect(lesson.number);
            assert!(!game.legal().is_empty(), "{}", lesson.number);
            assert!(lesson.begin.contains("\"legal\":[{"), "{} has its position", lesson.number);
        }
    }

    #[test]
    fn a_try_is_judged_by_the_book() {
        let fen = Some("W:WK23,31:B19,26,27".to_owned());
        let trial = |text: &str| MoveTrial {
            variant: game().to_owned(),
            fen: fen.clone(),
            moves: vec![text.to_owned()],
        };
        assert!(trial("23x21").play().is_ok());
        let Err(RoomError::Refused(refused)) = trial("31x22").play() else { panic!("6.7 is not kept") };
        assert_eq!(refused.refusal.article.map(|article| article.to_string()).as_deref(), Some("FID-IT 6.7"));
    }
}
