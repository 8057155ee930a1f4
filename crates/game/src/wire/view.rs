//! A game as a page receives it, with its rulings in the reader's language.

use damiera_rules::Article;
use serde::{Deserialize, Serialize};

use super::{Actor, Irregularity, Side, ms, numbers};
use crate::text::Lang;
use crate::{Done, Game, Law};

/// A game at an instant.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub struct View {
    /// Which game.
    pub variant: &'static str,
    /// How many events led here.
    pub seq: u64,
    /// The position.
    pub fen: String,
    /// Whose move it is.
    pub turn: Side,
    /// The number of the move to be made.
    pub move_number: u16,
    /// The moves so far.
    pub moves: Vec<Played>,
    /// The moves that can be played.
    pub legal: Vec<Legal>,
    /// White's and Black's clocks.
    pub clocks: [Option<ClockFace>; 2],
    /// Whether the game has begun.
    pub started: bool,
    /// Whether the clocks are stopped.
    pub paused: bool,
    /// Whether an accident was reported, after which the position may be restored.
    pub disturbed: bool,
    /// The counts that run.
    pub counts: Vec<Count>,
    /// The draws that can be claimed.
    pub claims: Vec<Claim>,
    /// Who offers a draw.
    pub offer: Option<Side>,
    /// Who asks to take back a move.
    pub takeback: Option<Side>,
    /// The irregularity that may yet be corrected.
    pub pending: Option<Pending>,
    /// The piece that was touched and must be moved.
    pub touched: Option<u8>,
    /// How it ended.
    pub end: Option<End>,
}

/// A move that was played, or what stood in its place.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub struct Played {
    /// The move, or the set-up after an irregularity.
    pub notation: String,
    /// By whom; nobody for an arbiter's decision.
    pub by: Option<Side>,
    /// When, in milliseconds; nothing for a move drawn by lot.
    pub at: Option<u64>,
    /// The irregularity, if it is one.
    pub irregularity: Option<Irregularity>,
}

/// A move that can be played.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub struct Legal {
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
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the same as the game's own")]
pub struct ClockFace {
    /// What is left of a delay, during which the clock stands still.
    pub free: u64,
    pub left: u64,
    pub periods: u8,
    pub in_period: u64,
    pub runs: bool,
    pub fallen: bool,
}

/// A count that runs.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub struct Count {
    /// Where the book has it.
    pub article: String,
    /// Moves that both sides have made.
    pub made: u16,
    /// Moves made by White and by Black.
    pub made_by: [u16; 2],
    /// Moves by each side for a draw.
    pub limit: u8,
    /// Who asked.
    pub asked_by: Option<Actor>,
    /// At which move.
    pub asked_at: Option<u16>,
    /// In words.
    pub text: String,
}

/// A draw that can be claimed.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Where the book has it.
    pub article: String,
    /// In words.
    pub text: String,
}

/// An irregularity that waits for a decision.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Pending {
    /// Who erred.
    pub by: Side,
    /// How.
    pub irregularity: Irregularity,
    /// Where the book has it.
    pub article: Option<String>,
    /// In words.
    pub text: String,
}

/// How a game ended.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// As PDN writes it.
    pub result: &'static str,
    /// Where the book says so.
    pub article: Option<String>,
    /// In words.
    pub text: String,
}

/// Why something was refused.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Where the book says so.
    pub article: Option<String>,
    /// In words.
    pub text: String,
    /// The captures that were due, where that is the reason.
    pub due: Vec<Vec<u8>>,
}

impl View {
    /// A view with its rulings in a language.
    #[must_use]
    pub fn new(view: &crate::View, law: &Law, lang: Lang) -> Self {
        Self {
            variant: view.variant.name(),
            seq: view.seq,
            fen: view.fen.clone(),
            turn: view.turn.into(),
            move_number: view.move_number,
            moves: view.moves.iter().map(Played::from).collect(),
            legal: view.legal.iter().map(Legal::from).collect(),
            clocks: view.clocks.map(|face| face.map(ClockFace::from)),
            started: view.started,
            paused: view.paused,
            disturbed: view.disturbed,
            counts: view.counts.iter().map(|count| Count::new(count, lang)).collect(),
            claims: view.claims.iter().map(|claim| Claim::new(claim, law, lang)).collect(),
            offer: view.offer.map(Into::into),
            takeback: view.takeback.map(Into::into),
            pending: view.pending.as_ref().map(|pending| Pending::new(pending, lang)),
            touched: view.touched.map(damiera_rules::Square::number),
            end: view.end.as_ref().map(|end| End::new(end, law, lang)),
        }
    }
}

impl From<&crate::Ply> for Played {
    fn from(ply: &crate::Ply) -> Self {
        let irregularity =
            if let Done::Irregular(_, kind) = ply.done { Some(Irregularity::from(kind)) } else { None };
        Self {
            notation: ply.notation.clone(),
            by: ply.by().map(Into::into),
            at: ply.at.map(|at| at.0),
            irregularity,
        }
    }
}

impl From<&crate::LegalMove> for Legal {
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

impl From<crate::Face> for ClockFace {
    fn from(face: crate::Face) -> Self {
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

impl Count {
    fn new(count: &crate::Count, lang: Lang) -> Self {
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

impl Claim {
    fn new(claim: &crate::Claim, law: &Law, lang: Lang) -> Self {
        let end = crate::End::new(claim.how, law);
        Self { article: claim.article.to_string(), text: lang.end(&end) }
    }
}

impl Pending {
    fn new(pending: &crate::Pending, lang: Lang) -> Self {
        Self {
            by: pending.by.into(),
            irregularity: pending.kind.into(),
            article: cited(pending.article),
            text: lang.irregularity(pending.kind),
        }
    }
}

impl End {
    /// An end in words.
    #[must_use]
    pub fn new(end: &crate::End, law: &Law, lang: Lang) -> Self {
        Self { result: law.written(end.outcome), article: cited(end.article), text: lang.end(end) }
    }
}

impl Refusal {
    /// A refusal in words.
    #[must_use]
    pub fn new(refusal: &crate::Refusal, game: &Game, lang: Lang) -> Self {
        let due = match &refusal.why {
            crate::Why::Illegal(reason) => reason.due(),
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
