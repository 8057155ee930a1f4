//! Serialised views, with the rulings in the user's language.

use damiera_rules::Article;
use serde::{Deserialize, Serialize};

use super::{
    BadWire, WireActor, WireBlame, WireCaptureObjection, WireIrregularity, WirePace, WirePlacementDoubt,
    WireRank, WireSide, WireStartFault, ms, numbers, square,
};
use crate::text::Lang;
use crate::{Game, PlyKind, RuleSet};

/// A view of a game at an instant.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = View))]
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub struct WireGameView {
    /// The variant.
    pub variant: &'static str,
    /// The number of events applied so far.
    pub seq: u64,
    /// The position.
    pub fen: String,
    /// The side to move.
    pub turn: WireSide,
    /// The number of the next move.
    pub move_number: u16,
    /// The plies so far.
    pub moves: Vec<WirePly>,
    /// The legal moves; empty once the game is over.
    pub legal: Vec<WireLegalMove>,
    /// The clocks of White and Black.
    pub clocks: [Option<WireClockFace>; 2],
    /// Whether the game has started.
    pub started: bool,
    /// Whether the clocks are stopped.
    pub paused: bool,
    /// Whether an accident was reported, so that the position can be restored.
    pub disturbed: bool,
    /// The counts in progress.
    pub counts: Vec<WireDrawCount>,
    /// The draws that can be claimed.
    pub claims: Vec<WireDrawClaim>,
    /// The side that offers a draw.
    pub offer: Option<WireSide>,
    /// The side that asks to take back a move.
    pub takeback: Option<WireSide>,
    /// The irregularity that can still be corrected.
    pub pending: Option<WirePendingCorrection>,
    /// The piece that was touched and must be moved.
    pub touched: Option<u8>,
    /// A player's proposal for a piece whose square is in doubt; the opponent agrees by the same command.
    pub proposal: Option<WireProposal>,
    /// The pace; the count of CBD 100 depends on it.
    pub pace: WirePace,
    /// Whether a count that was requested runs, so that it can be cancelled.
    pub count_asked: bool,
    /// The objections that a player may make now at a table; empty if the rulebook knows none.
    pub objections: Vec<WireObjectionRight>,
    /// What the arbiter may still annul the game for; empty if the rulebook knows no annulment, or it is too late.
    pub annulments: Vec<WireAnnulmentRight>,
    /// Whether the arbiter can withdraw an entry.
    pub undoable: bool,
    /// Whether a player may still abort the game.
    pub abortable: bool,
    /// How the game ended.
    pub end: Option<WireGameEnding>,
}

/// An objection that a player may make to how the opponent captured.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ObjectionRight))]
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct WireObjectionRight {
    /// The side that may make it.
    pub by: WireSide,
    /// What it is about.
    pub objection: WireCaptureObjection,
}

/// A fault at the start of the game for which the arbiter may annul it.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = AnnulmentRight))]
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct WireAnnulmentRight {
    /// The fault.
    pub fault: WireStartFault,
    /// Who is to blame, where the time charged depends on it.
    pub blame: WireBlame,
}

/// A player's proposal for a piece whose square is in doubt.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Proposal))]
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct WireProposal {
    /// The side that proposes it.
    pub by: WireSide,
    /// Where the piece is placed.
    #[serde(flatten)]
    pub placement: WirePlacement,
}

/// Where a piece whose square is in doubt is placed.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Placement))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct WirePlacement {
    /// Why its square is in doubt.
    pub doubt: WirePlacementDoubt,
    /// The colour of the piece.
    pub side: WireSide,
    /// Man or king.
    pub rank: WireRank,
    /// The square it is assumed to be on; `null` if it is on no square.
    pub from: Option<u8>,
    /// Its new square; `null` removes it.
    pub to: Option<u8>,
}

impl From<&crate::Placement> for WirePlacement {
    fn from(placement: &crate::Placement) -> Self {
        Self {
            doubt: placement.doubt.into(),
            side: placement.piece.side.into(),
            rank: placement.piece.rank.into(),
            from: placement.from.map(damiera_rules::Square::number),
            to: placement.to.map(damiera_rules::Square::number),
        }
    }
}

impl TryFrom<&WirePlacement> for crate::Placement {
    type Error = BadWire;

    fn try_from(placement: &WirePlacement) -> Result<Self, BadWire> {
        Ok(Self {
            doubt: placement.doubt.into(),
            piece: damiera_rules::Piece { side: placement.side.into(), rank: placement.rank.into() },
            from: placement.from.map(square).transpose()?,
            to: placement.to.map(square).transpose()?,
        })
    }
}

/// A move, or an irregularity or correction that took the place of a move.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Played))]
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub struct WirePly {
    /// The move in notation; for anything else, the FEN after it.
    pub notation: String,
    /// What was done in an irregularity, in notation, if a single piece was displaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub displacement: Option<String>,
    /// The side that played it; `null` for an arbiter's decision.
    pub by: Option<WireSide>,
    /// When it was played, in milliseconds; `null` for a balloted move.
    pub at: Option<u64>,
    /// The irregularity, if it is one.
    pub irregularity: Option<WireIrregularity>,
}

/// A legal move.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Legal))]
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub struct WireLegalMove {
    /// Its notation.
    pub notation: String,
    /// The first square.
    pub from: u8,
    /// The last square.
    pub to: u8,
    /// The squares of the captured pieces.
    pub captures: Vec<u8>,
    /// Whether it promotes a man.
    pub promotes: bool,
    /// Its routes, each as the squares it touches.
    pub routes: Vec<Vec<u8>>,
}

/// The display of a clock, in milliseconds.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ClockFace))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "documented at the domain type")]
pub struct WireClockFace {
    /// The remaining delay, during which the other values do not change.
    pub free: u64,
    pub left: u64,
    pub periods: u8,
    pub in_period: u64,
    pub runs: bool,
    pub fallen: bool,
}

/// A count in progress towards a draw.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Count))]
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub struct WireDrawCount {
    /// The article.
    pub article: String,
    /// The number of moves completed by both sides.
    pub made: u16,
    /// Moves made by White and by Black.
    pub made_by: [u16; 2],
    /// The number of moves by each side for a draw.
    pub limit: u8,
    /// Who requested it, if it was requested.
    pub asked_by: Option<WireActor>,
    /// The move number of the request.
    pub asked_at: Option<u16>,
    /// In words.
    pub text: String,
}

/// A draw that can be claimed.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Claim))]
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct WireDrawClaim {
    /// The article.
    pub article: String,
    /// Who may declare the draw: a player, by a claim, and for some draws the arbiter too.
    pub by: Vec<WireActor>,
    /// In words.
    pub text: String,
}

/// An irregularity that waits for the opponent's decision.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Pending))]
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct WirePendingCorrection {
    /// The side that committed it.
    pub by: WireSide,
    /// The kind of irregularity.
    pub irregularity: WireIrregularity,
    /// The article.
    pub article: Option<String>,
    /// In words.
    pub text: String,
}

/// How a game ended.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = End))]
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct WireGameEnding {
    /// The result in PDN.
    pub result: &'static str,
    /// Whether a player aborted the game, so that it has no result.
    pub aborted: bool,
    /// The article it is based on.
    pub article: Option<String>,
    /// In words.
    pub text: String,
}

/// Why a command was refused.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Refusal))]
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct WireRefusal {
    /// The article it is based on.
    pub article: Option<String>,
    /// In words.
    pub text: String,
    /// The routes of the compulsory captures, if the command was refused because of them.
    pub due: Vec<Vec<u8>>,
}

impl WireGameView {
    /// The view with its rulings in this language.
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
            counts: view
                .counts
                .iter()
                .map(|count| WireDrawCount::new(count, view.end.is_none() && view.pending.is_none(), lang))
                .collect(),
            claims: view.claims.iter().map(|claim| WireDrawClaim::new(claim, rule_set, lang)).collect(),
            offer: view.offer.map(Into::into),
            takeback: view.takeback.map(Into::into),
            pending: view.pending.as_ref().map(|pending| WirePendingCorrection::new(pending, lang)),
            touched: view.touched.map(damiera_rules::Square::number),
            proposal: view
                .proposal
                .map(|(by, placement)| WireProposal { by: by.into(), placement: (&placement).into() }),
            pace: view.pace.into(),
            count_asked: view.count_asked,
            objections: view
                .objections
                .iter()
                .map(|&(by, objection)| WireObjectionRight { by: by.into(), objection: objection.into() })
                .collect(),
            annulments: view
                .annulments
                .iter()
                .map(|&(fault, blame)| WireAnnulmentRight { fault: fault.into(), blame: blame.into() })
                .collect(),
            undoable: view.undoable,
            abortable: view.abortable,
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
            displacement: ply.displacement.clone(),
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
    fn new(count: &crate::DrawCount, may_be_declared: bool, lang: Lang) -> Self {
        Self {
            article: count.article.to_string(),
            made: count.by_each(),
            made_by: count.made,
            limit: count.limit,
            asked_by: count.asked.map(|(by, _)| by.into()),
            asked_at: count.asked.map(|(_, at)| at),
            text: if may_be_declared { lang.running_count(count) } else { lang.count(count) },
        }
    }
}

impl WireDrawClaim {
    fn new(claim: &crate::DrawClaim, rule_set: &RuleSet, lang: Lang) -> Self {
        let players = [WireActor::White, WireActor::Black].into_iter();
        let arbiter = claim.may_be_declared().then_some(WireActor::Arbiter);
        Self {
            article: claim.article.to_string(),
            by: players.chain(arbiter).collect(),
            text: lang.claim(claim, rule_set),
        }
    }
}

impl WirePendingCorrection {
    fn new(pending: &crate::PendingCorrection, lang: Lang) -> Self {
        Self {
            by: pending.by.into(),
            irregularity: pending.kind.into(),
            article: cited(pending.article),
            text: lang.irregularity_under(pending.kind, pending.article),
        }
    }
}

impl WireGameEnding {
    /// The ending with its text in this language.
    #[must_use]
    pub fn new(end: &crate::GameEnding, rule_set: &RuleSet, lang: Lang) -> Self {
        Self {
            result: rule_set.written(end.outcome),
            aborted: matches!(end.how, crate::EndReason::Aborted(_)),
            article: cited(end.article),
            text: lang.end(end),
        }
    }
}

impl WireRefusal {
    /// The refusal with its text in this language.
    #[must_use]
    pub fn new(refusal: &crate::Refusal, game: &Game, lang: Lang) -> Self {
        let due = match &refusal.why {
            crate::RefusalReason::Illegal(reason) => reason.due(),
            _ => &[],
        };
        let route = |m: &damiera_rules::Move| Some(numbers(game.route(m)?));
        Self {
            article: cited(refusal.article),
            text: lang.refusal(refusal),
            due: due.iter().filter_map(route).collect(),
        }
    }
}

/// What a side has of its vacation in a correspondence game.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Vacation))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct WireVacation {
    /// Milliseconds that were left when the current vacation began, or are left now.
    pub left: u64,
    /// When the current vacation began; `null` if the player is not on vacation.
    pub since: Option<u64>,
}

impl From<crate::VacationAllowance> for WireVacation {
    fn from(vacation: crate::VacationAllowance) -> Self {
        Self { left: ms(vacation.left), since: vacation.since.map(|at| at.0) }
    }
}
