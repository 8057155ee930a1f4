//! Rewrites a game as PDN 3.0 requires.

use damiera_rules::{ResultForm, Rules};

use super::game::{GameRecord, PdnItem, Variation};
use super::game_type::{GameType, NotationStyle};
use super::movetext::MoveText;
use super::replay::{ReplayStep, replay};
use super::result::PdnResult;
use crate::moves::shortest_text;

/// The options of a normalised game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NormalForm {
    /// How its moves are written.
    pub style: NotationStyle,
    /// The form of the result in the tag.
    pub form: ResultForm,
}

/// The game with a full GameType, tags in standard order, the standard form of the result and the shortest unambiguous
/// text for every move.
///
/// Illegal moves are left unchanged.
#[must_use]
pub fn normalise<R: Rules>(game: &GameRecord, tidy: NormalForm) -> GameRecord {
    let mut moves: Vec<(usize, MoveText)> = Vec::new();
    let replayed = replay::<R>(game, |step: &ReplayStep<'_, R>| {
        let text = shortest_text(step.before, step.played, &step.before.legal(), tidy.style);
        moves.push((step.ordinal, text));
    });
    let mut game = game.clone();
    let mut moves = moves.into_iter().peekable();
    rewrite(&mut game.main_line, &mut 0, &mut |ordinal| {
        moves.next_if(|(at, _)| *at == ordinal).map(|(_, text)| text)
    });
    let game_type = GameType::in_style(R::VARIANT, tidy.style).map(|game_type| game_type.to_string());
    game.tags.set("GameType", game_type.as_deref().unwrap_or(R::GAME_TYPE));
    if let (Some(fen), true) = (game.fen(), replayed.last.is_some())
        && let Ok(start) = damiera_rules::Position::<R>::from_fen(fen)
    {
        game.tags.set("FEN", &start.fen());
    }
    let said = game.tags.get("Result").and_then(PdnResult::read).map(|(outcome, _)| outcome);
    if game.result == PdnResult::Unknown {
        game.result = said.unwrap_or_default();
    }
    if said.is_some() || game.tags.get("Result").is_none() {
        game.tags.set("Result", game.result.text(tidy.form));
    }
    game.tags.sort();
    game
}

/// Puts new texts in the place of moves, by their place in the text.
fn rewrite(line: &mut Variation, ordinal: &mut usize, text: &mut impl FnMut(usize) -> Option<MoveText>) {
    for item in &mut line.items {
        match item {
            PdnItem::Move(old) => {
                if let Some(new) = text(*ordinal) {
                    *old = new;
                }
                *ordinal += 1;
            }
            PdnItem::Setup(_) => *ordinal += 1,
            PdnItem::Variation(inner) => rewrite(inner, ordinal, text),
            _ => {}
        }
    }
}
