//! A two-minute introduction to each game, for people who have never played: four boards to try, and what differs.

use askama::Template;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use damiera_game::Lang;
use damiera_rules::{KingRange, Position, Rules, Side, Variant, with_rules};

use super::lang::Reader;
use super::learn::beginning;
use super::pages::{Page, nothing_here, show, variants};

/// A line for each board: the game, what it shows, a position, and a move that does it.
const BOARDS: &str = include_str!("../../learn/introduction.tsv");

/// A step of the introduction.
struct Step {
    /// What it shows: `move`, `take`, `several` or `crown`.
    name: &'static str,
    fen: String,
    /// The position as the board shows it first, for the page's script.
    begin: String,
    /// Keys of the texts that explain it.
    texts: Vec<&'static str>,
}

#[derive(Template)]
#[template(path = "introduction.html")]
struct IntroductionPage {
    page: Page,
    game: &'static str,
    variants: Vec<&'static str>,
    steps: Vec<Step>,
}

/// The rows of a game: what a board shows, its position and its solution.
fn boards(variant: Variant) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let row = |line: &'static str| {
        let mut fields = line.split('\t');
        Some((fields.next()?, (fields.next()?, fields.next()?, fields.next()?)))
    };
    BOARDS.lines().filter_map(row).filter(move |(game, _)| *game == variant.name()).map(|(_, board)| board)
}

fn steps(variant: Variant, lang: Lang) -> Vec<Step> {
    let (start, first, back, king) = with_rules!(variant, R => (
        Position::<R>::start().fen(),
        match R::FIRST { Side::White => "intro-white-first", Side::Black => "intro-black-first" },
        if R::MEN_CAPTURE_BACKWARDS { "intro-men-take-back" } else { "intro-men-take-forward" },
        match R::KING { KingRange::Short => "intro-king-short", KingRange::Flying => "intro-king-long" },
    ));
    let step = |name, fen: String, texts| {
        let begin = beginning(variant.name(), &fen, lang);
        Step { name, fen, begin, texts }
    };
    let opening = step("move", start, vec!["intro-move", first]);
    let shown = boards(variant).map(|(name, fen, _)| {
        let texts = match name {
            "take" => vec!["intro-take", back],
            "several" => vec!["intro-several"],
            _ => vec!["intro-crown", king],
        };
        step(name, fen.to_owned(), texts)
    });
    std::iter::once(opening).chain(shown).collect()
}

/// The introduction to a game.
pub(super) async fn page(Path(game): Path<String>, Reader(lang): Reader) -> Response {
    let Ok(variant) = game.parse::<Variant>() else { return nothing_here(Reader(lang)).await };
    let (game, steps) = (variant.name(), steps(variant, lang));
    show(&IntroductionPage { page: Page { lang }, game, variants: variants(lang), steps }, StatusCode::OK)
}

#[cfg(test)]
mod tests {
    use super::*;
    use damiera_game::{Game, Moment, Profile, StartPosition, Terms};

    #[test]
    fn every_board_can_be_solved_in_its_game() {
        for &variant in Variant::ALL {
            assert_eq!(steps(variant, Lang::English).len(), 4, "{variant:?}");
            for (name, fen, solution) in boards(variant) {
                let mut terms = Terms::new(variant, Profile::CASUAL);
                terms.start = StartPosition::Set(fen.parse().expect(fen));
                let game = Game::new(terms).expect(fen);
                let legal = game.view(Moment(0)).legal;
                let squares: Vec<_> = solution.split(['-', 'x']).collect();
                let (first, last) = (squares[0], squares[squares.len() - 1]);
                let solves = |text: &str| text.starts_with(first) && text.ends_with(last);
                assert!(legal.iter().any(|m| solves(&m.notation)), "{name} of {variant:?}: {legal:?}");
            }
        }
    }
}
