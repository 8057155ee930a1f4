//! Writing a review into the record of its game: scores, marks, and better lines as variations.

use damiera_notation::marks::Mark;
use damiera_notation::moves;
use damiera_notation::pdn::{GameRecord, PdnItem, Variation, replay, usual_style};
use damiera_rules::{Position, Rules};

use crate::review::{MoveReview, ReviewMark};

/// The game with its review: after each move the score, a mark where it deserves one, and the better line as a variation.
///
/// `better_text` is the comment on a better line, given the number of men that a missed shot wins.
#[must_use]
pub fn annotated_game<R: Rules>(
    game: &GameRecord,
    reviews: &[MoveReview],
    better_text: impl Fn(Option<i64>) -> String,
) -> GameRecord {
    let mut positions = Vec::new();
    replay::<R>(game, |step| {
        if step.depth == 0 {
            positions.push(*step.before);
        }
    });
    let mut index = 0;
    let (mut items, mut variation) = (Vec::new(), Vec::new());
    for item in &game.main_line.items {
        if !matches!(item, PdnItem::Move(_)) {
            items.push(item.clone());
            continue;
        }
        // The variation follows whatever the record itself says about the move.
        items.append(&mut variation);
        items.push(item.clone());
        if let (Some(review), Some(before)) = (reviews.get(index), positions.get(index)) {
            // A mark that the record's own annotator set stays.
            if !is_marked(game, index) {
                items.extend(mark_of(review));
            }
            add_score(review, &mut items);
            variation = better_variation(review, before, &better_text);
        }
        index += 1;
    }
    items.append(&mut variation);
    GameRecord { main_line: Variation { items }, ..game.clone() }
}

/// Whether the record already has a mark on a move.
fn is_marked(game: &GameRecord, index: usize) -> bool {
    game.main_line.plies().nth(index).is_some_and(|ply| ply.marks().next().is_some())
}

fn mark_of(review: &MoveReview) -> Option<PdnItem> {
    match review.mark? {
        ReviewMark::Blunder => Some(PdnItem::Mark(Mark::Blunder)),
        ReviewMark::Weak => Some(PdnItem::Mark(Mark::Weak)),
        ReviewMark::Forced => None,
    }
}

fn add_score(review: &MoveReview, items: &mut Vec<PdnItem>) {
    let mut line = Variation::default();
    line.comment(&format!("[%eval {:+.2}]", review.score));
    items.append(&mut line.items);
}

fn better_variation<R: Rules>(
    review: &MoveReview,
    before: &Position<R>,
    better_text: &impl Fn(Option<i64>) -> String,
) -> Vec<PdnItem> {
    let Some(better) = &review.better else { return Vec::new() };
    let mut variation = Variation::default();
    let mut at = *before;
    for m in &better.moves {
        variation.play(moves::shortest_text(&at, m, &at.legal(), usual_style(R::VARIANT)));
        at = at.after(m);
    }
    variation.comment(&better_text(better.shot));
    let mut line = Variation::default();
    line.variation(variation);
    line.items
}
