//! The review of one game: what each move was worth, and what would have been better.

use std::ops::ControlFlow;

use damiera_engine::SearchLimits;
use damiera_game::Lang;
use damiera_notation::pdn::GameRecord;
use damiera_notation::pdn::PdnReader;
use damiera_play::{Annotator, Engines, MoveReview, PlayRules, ReviewMark, annotated_game};
use damiera_rules::with_rules;
use serde::{Deserialize, Serialize};

use crate::texts;

/// The kind of jobs that review games.
pub(crate) const REVIEW: &str = "review";
/// Nodes for each position: a game of a hundred half-moves takes a few seconds.
const REVIEW_NODES: u64 = 20_000;
/// The version of stored results.
const VERSION: u32 = 1;

/// The review of a game, as it is stored and sent.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = GameReview)]
pub(crate) struct WireGameReview {
    /// The version of this format.
    pub(crate) version: u32,
    /// Whether the game could not be reviewed. Then there are no moves, and the PDN is the game as it was.
    #[serde(default)]
    pub(crate) failed: bool,
    pub(crate) moves: Vec<ReviewedMove>,
    /// The game as PDN with scores, marks and better lines.
    pub(crate) pdn: String,
}

/// What a move was worth.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, utoipa::ToSchema)]
pub(crate) struct ReviewedMove {
    /// The half-move, from 1.
    pub(crate) ply: u32,
    pub(crate) notation: String,
    /// In men, for White, after the move.
    pub(crate) men: f64,
    /// The sign that a mistake deserves: `?` or `??`.
    pub(crate) sign: Option<String>,
    /// The better line, if it was a mistake.
    pub(crate) better: Vec<String>,
}

impl From<&MoveReview> for ReviewedMove {
    fn from(review: &MoveReview) -> Self {
        let sign = match review.mark {
            Some(ReviewMark::Weak) => Some("?"),
            Some(ReviewMark::Blunder) => Some("??"),
            Some(ReviewMark::Forced) | None => None,
        };
        let better = review.better.as_ref().map(|line| line.notation.clone()).unwrap_or_default();
        let (notation, sign) = (review.notation.clone(), sign.map(str::to_owned));
        Self { ply: review.ply, notation, men: review.score, sign, better }
    }
}

impl WireGameReview {
    /// What is stored for a game that could not be reviewed.
    pub(crate) fn failed(pdn: &str) -> Self {
        Self { version: VERSION, failed: true, moves: Vec::new(), pdn: pdn.to_owned() }
    }
}

/// Reviews a game. `progress` gets the half-move in hand and the number of all, and says whether to go on; `None` if it
/// does not. This computes for seconds: call it on a thread of its own.
pub(crate) fn review_game(
    pdn: &str,
    lang: Lang,
    engines: &Engines,
    progress: impl FnMut(u32, usize) -> ControlFlow<()>,
) -> Option<WireGameReview> {
    let game = PdnReader::new(pdn.as_bytes()).next().and_then(Result::ok).map(|parsed| parsed.game);
    let Some((game, variant)) = game.and_then(|game| Some((game.variant()?, game))).map(|(v, g)| (g, v))
    else {
        return Some(WireGameReview::failed(pdn));
    };
    with_rules!(variant, R => review::<R>(&game, lang, engines, progress))
}

fn review<R: PlayRules>(
    game: &GameRecord,
    lang: Lang,
    engines: &Engines,
    mut progress: impl FnMut(u32, usize) -> ControlFlow<()>,
) -> Option<WireGameReview> {
    let engine = engines.of::<R>();
    engine.forget(); // so that a result does not depend on the games before
    let limits = SearchLimits { nodes: Some(REVIEW_NODES), ..SearchLimits::default() };
    let mut flow = ControlFlow::Continue(());
    let reviews = Annotator { engine: &engine, limits }.review(game, |ply, plies| {
        flow = progress(ply, plies);
        flow
    });
    if flow.is_break() {
        return None;
    }
    let better = |shot: Option<i64>| match shot {
        Some(men) => texts::say(lang, "review-shot", &[("made", &men.to_string())]),
        None => texts::text(lang, "review-better-line"),
    };
    let pdn = annotated_game::<R>(game, &reviews, better).to_string();
    Some(WireGameReview {
        version: VERSION,
        failed: false,
        moves: reviews.iter().map(Into::into).collect(),
        pdn,
    })
}
