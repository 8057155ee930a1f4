//! The JSON of reviewed games.

use damiera_play::{BetterLine, MoveReview, ReviewMark};
use serde::Serialize;

/// A reviewed game.
#[derive(Serialize)]
pub(super) struct ReviewedGameJson<'a> {
    pub(super) file: &'a str,
    pub(super) game: u64,
    pub(super) moves: Vec<ReviewedMoveJson<'a>>,
}

/// A reviewed move.
#[derive(Serialize)]
pub(super) struct ReviewedMoveJson<'a> {
    ply: u32,
    notation: &'a str,
    score: f64,
    loss: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    better: Option<BetterLineJson<'a>>,
}

#[derive(Serialize)]
struct BetterLineJson<'a> {
    moves: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    shot: Option<i64>,
}

impl<'a> From<&'a MoveReview> for ReviewedMoveJson<'a> {
    fn from(review: &'a MoveReview) -> Self {
        let MoveReview { ply, notation, score, loss, mark, better } = review;
        let mark = mark.map(|mark| match mark {
            ReviewMark::Weak => "?",
            ReviewMark::Blunder => "??",
            ReviewMark::Forced => "forced",
        });
        let better = better
            .as_ref()
            .map(|BetterLine { notation, shot, .. }| BetterLineJson { moves: notation, shot: *shot });
        Self { ply: *ply, notation, score: *score, loss: *loss, mark, better }
    }
}
