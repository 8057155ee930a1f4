//! A game rewritten as PDN 3.0 wants it.

use damiera_rules::{ResultForm, Rules};

use super::game::{Game, Item, Line};
use super::game_type::{GameType, Style};
use super::movetext::MoveText;
use super::outcome::Outcome;
use super::replay::{Step, replay};
use crate::squares::written;

/// What a tidy game should look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tidy {
    /// How its moves are written.
    pub style: Style,
    /// How its result is written in the tag.
    pub form: ResultForm,
}

/// The game with its GameType in full, tags in the usual order, the usual form of result and the shortest
/// unambiguous text for every move.
///
/// Moves that cannot be played are left as they stand.
#[must_use]
pub fn tidy<R: Rules>(game: &Game, tidy: Tidy) -> Game {
    let mut moves: Vec<(usize, MoveText)> = Vec::new();
    let replayed = replay::<R>(game, |step: &Step<'_, R>| {
        moves.push((step.ordinal, written(step.before, step.played, step.legal, tidy.style)));
    });
    let mut game = game.clone();
    let mut moves = moves.into_iter().peekable();
    rewrite(&mut game.line, &mut 0, &mut |ordinal| {
        moves.next_if(|(at, _)| *at == ordinal).map(|(_, text)| text)
    });
    let game_type = GameType::in_style(R::VARIANT, tidy.style).map(|game_type| game_type.to_string());
    game.tags.set("GameType", game_type.as_deref().unwrap_or(R::GAME_TYPE));
    if let (Some(fen), true) = (game.fen(), replayed.last.is_some())
        && let Ok(start) = damiera_rules::Position::<R>::from_fen(fen)
    {
        game.tags.set("FEN", &start.fen());
    }
    let said = game.tags.get("Result").and_then(Outcome::read).map(|(outcome, _)| outcome);
    if game.outcome == Outcome::Unknown {
        game.outcome = said.unwrap_or_default();
    }
    if said.is_some() || game.tags.get("Result").is_none() {
        game.tags.set("Result", game.outcome.text(tidy.form));
    }
    game.tags.sort();
    game
}

/// Puts new texts in the place of moves, by their place in the text.
fn rewrite(line: &mut Line, ordinal: &mut usize, text: &mut impl FnMut(usize) -> Option<MoveText>) {
    for item in &mut line.items {
        match item {
            Item::Move(old) => {
                if let Some(new) = text(*ordinal) {
                    *old = new;
                }
                *ordinal += 1;
            }
            Item::Setup(_) => *ordinal += 1,
            Item::Variation(inner) => rewrite(inner, ordinal, text),
            _ => {}
        }
    }
}
