//! A game as a page receives it, with its rulings in the reader's language.

use damiera_rules::Article;
use serde::{Deserialize, Serialize};

use super::{WireActor, WireIrregularity, WireSide, ms, numbers};
use crate::text::Lang;
use crate::{Game, PlyKind, RuleSet};

/// A game at an instant.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = View))]
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub struct WireGameView {
    /// Which game.
    pub variant: &'static str,
    /// How many events led here.
    pub seq: u64,
    /// The position.
    pub fen: String,
    /// Whose move it is.
    pub turn: WireSide,
    /// The number of the move to be made.
    pub move_number: u16,
    /// The moves so far.
    pub moves: Vec<WirePly>,
    /// The moves that can be played.
    pub legal: Vec<WireLegalMove>,
    /// White's and Black's clocks.
    pub clocks: [Option<WireClockFace>; 2],
    /// Whether the game has begun.
    pub started: bool,
    /// Whether the clocks are stopped.
    pub paused: bool,
    /// Whether an accident was reported, after which the position may be restored.
    pub disturbed: bool,
    /// The counts that run.
    pub counts: Vec<WireDrawCount>,
    /// The draws that can be claimed.
    pub claims: Vec<WireDrawClaim>,
    /// Who offers a draw.
    pub offer: Option<WireSide>,
    /// Who asks to take back a move.
    pub takeback: Option<WireSide>,
    /// The irregularity that may yet be corrected.
    pub pending: Option<WirePendingCorrection>,
    /// The piece that was touched and must be moved.
    pub touched: Option<u8>,
    /// How it ended.
    pub end: Option<WireGameEnding>,
}

/// A move that was played, or what stood in its place.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Played))]
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub struct WirePly {
    /// The move, or the set-up after an irregularity.
    pub notation: String,
    /// By whom; nobody for an arbiter's decision.
    pub by: Option<WireSide>,
    /// When, in milliseconds; nothing for a move drawn by lot.
    pub at: Option<u64>,
    /// The irregularity, if it is one.
    pub irregularity: Option<WireIrregularity>,
}

/// A move that can be played.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Legal))]
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub struct WireLegalMove {
    /// In writing.
    pub notation: String,
    /// Where it begins.
    pub from: u8,
    /// Where it ends.
    pub to: u8,
    /// The pieces it takes.
    pub captures: Vec<u8>,
    /// Whether it crowns.
    pub promotes: bool,
    /// The ways it can go.
    pub routes: Vec<Vec<u8>>,
}

/// What a clock shows, in milliseconds.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ClockFace))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the same as the game's own")]
pub struct WireClockFace {
    /// What is left of a delay, during which the clock stands still.
    pub free: u64,
    pub left: u64,
    pub periods: u8,
    pub in_period: u64,
    pub runs: bool,
    pub fallen: bool,
}

/// A count that runs.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Count))]
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub struct WireDrawCount {
    /// Where the book has it.
    pub article: String,
    /// Moves that both sides have made.
    pub made: u16,
    /// Moves made by White and by Black.
    pub made_by: [u16; 2],
    /// Moves by each side for a draw.
    pub limit: u8,
    /// Who asked.
    pub asked_by: Option<WireActor>,
    /// At which move.
    pub asked_at: Option<u16>,
    /// In words.
    pub text: String,
}

/// A draw that can be claimed.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Claim))]
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct WireDrawClaim {
    /// Where the book has it.
    pub article: String,
    /// In words.
    pub text: String,
}

/// An irregularity that waits for a decision.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Pending))]
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct WirePendingCorrection {
    /// Who erred.
    pub by: WireSide,
    /// How.
    pub irregularity: WireIrregularity,
    /// Where the book has it.
    pub article: Option<String>,
    /// In words.
    pub text: String,
}

/// How a game ended.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = End))]
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct WireGameEnding {
    /// As PDN writes it.
    pub result: &'static str,
    /// Where the book says so.
    pub article: Option<String>,
    /// In words.
    pub text: String,
}

/// Why something was refused.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Refusal))]
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct WireRefusal {
    /// Where the book says so.
    pub article: Option<String>,
    /// In words.
    pub text: String,
    /// The captures that were due, where that is the reason.
    pub due: Vec<Vec<u8>>,
}

impl WireGameView {
    /// A view with its rulings in a language.
    #[must_use]
    pub fn new(view: &crate::GameView, rule_set: &RuleSet, lang: Lang) -> Self {
        Self {
            variant: view.variant.name(),
            seq: view.seq,
            fen: view.fen.clone(),
            turn: view.turn.into(),
            move_number: view.move_number,
            moves: view.moves.iter().map(WirePly::from).collect(),
            legal: view.legal.iter().map(WireLegalMove::from).collect(),
            clocks: view.clocks.map(|face| face.map(WireClockFace::from)),
            started: view.started,
            paused: view.paused,
            disturbed: view.disturbed,
            counts: view.counts.iter().map(|count| WireDrawCount::new(count, lang)).collect(),
            claims: view.claims.iter().map(|claim| WireDrawClaim::new(claim, rule_set, lang)).collect(),
            offer: view.offer.map(Into::into),
            takeback: view.takeback.map(Into::into),
            pending: view.pending.as_ref().map(|pending| WirePendingCorrection::new(pending, lang)),
            touched: view.touched.map(damiera_rules::Square::number),
            end: view.end.as_ref().map(|end| WireGameEnding::new(end, rule_set, lang)),
        }
    }
}

impl From<&crate::Ply> for WirePly {
    fn from(ply: &crate::Ply) -> Self {
        let irregularity = if let PlyKind::Irregular(_, kind) = ply.kind {
            Some(WireIrregularity::from(kind))
        } else {
            None
        };
        Self {
            notation: ply.notation.clone(),
            by: ply.by().map(Into::into),
            at: ply.at.map(|at| at.0),
            irregularity,
        }
    }
}

impl From<&crate::LegalMove> for WireLegalMove {
    fn from(m: &crate::LegalMove) -> Self {
        Self {
            notation: m.notation.clone(),
            from: m.from.number(),
            to: m.to.number(),
            captures: numbers(m.captured.iter().copied()),
            promotes: m.promotes,
            routes: m.routes.iter().map(|route| numbers(route.iter().copied())).collect(),
        }
    }
}

impl From<crate::ClockFace> for WireClockFace {
    fn from(face: crate::ClockFace) -> Self {
        Self {
            free: ms(face.free),
            left: ms(face.left),
            periods: face.periods,
            in_period: ms(face.in_period),
            runs: face.runs,
            fallen: face.fallen,
        }
    }
}

fn cited(article: Option<Article>) -> Option<String> {
    article.map(|article| article.to_string())
}

impl WireDrawCount {
    fn new(count: &crate::DrawCount, lang: Lang) -> Self {
        Self {
            article: count.article.to_string(),
            made: count.by_each(),
            made_by: count.made,
            limit: count.limit,
            asked_by: count.asked.map(|(by, _)| by.into()),
            asked_at: count.asked.map(|(_, at)| at),
            text: lang.count(count),
        }
    }
}

impl WireDrawClaim {
    fn new(claim: &crate::DrawClaim, rule_set: &RuleSet, lang: Lang) -> Self {
        let end = crate::GameEnding::new(claim.how, rule_set);
        Self { article: claim.article.to_string(), text: lang.end(&end) }
    }
}

impl WirePendingCorrection {
    fn new(pending: &crate::PendingCorrection, lang: Lang) -> Self {
        Self {
            by: pending.by.into(),
            irregularity: pending.kind.into(),
            article: cited(pending.article),
            text: lang.irregularity(pending.kind),
        }
    }
}

impl WireGameEnding {
    /// An end in words.
    #[must_use]
    pub fn new(end: &crate::GameEnding, rule_set: &RuleSet, lang: Lang) -> Self {
        Self { result: rule_set.written(end.outcome), article: cited(end.article), text: lang.end(end) }
    }
}

impl WireRefusal {
    /// A refusal in words.
    #[must_use]
    pub fn new(refusal: &crate::Refusal, game: &Game, lang: Lang) -> Self {
        let due = match &refusal.why {
            crate::RefusalReason::Illegal(reason) => reason.due(),
            _ => &[],
        };
        let legal = game.legal();
        let route = |m: &damiera_rules::Move| {
            let same = legal.iter().find(|legal| (legal.from, legal.to) == (m.from, m.to));
            same.and_then(|legal| legal.routes.first()).map(|route| numbers(route.iter().copied()))
        };
        Self {
            article: cited(refusal.article),
            text: lang.refusal(refusal),
            due: due.iter().filter_map(route).collect(),
        }
    }
}
