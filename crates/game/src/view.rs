//! A game as one shows it: everything on the page at an instant.

use damiera_rules::{Article, Irregularity, Side, Square, Variant};

use crate::clock::ClockFace;
use crate::count::{DrawCount, DrawCountKind};
use crate::end::{EndReason, GameEnding};
use crate::game::{CorrectionRight, Game, Ply, PlyKind};
use crate::time::Moment;

/// Ways of one capture to show; a page offers no more to choose from.
const WAYS: usize = 24;

/// A game at an instant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameView {
    /// Which game.
    pub variant: Variant,
    /// How many events led here.
    pub seq: u64,
    /// The position.
    pub fen: String,
    /// Whose move it is.
    pub turn: Side,
    /// The number of the move to be made.
    pub move_number: u16,
    /// The moves so far.
    pub moves: Vec<Ply>,
    /// The moves that can be played; none once the game is over.
    pub legal: Vec<LegalMove>,
    /// White's and Black's clocks.
    pub clocks: [Option<ClockFace>; 2],
    /// Whether the game has begun.
    pub started: bool,
    /// Whether the arbiter has stopped the clocks.
    pub paused: bool,
    /// Whether an accident was reported, after which the position may be restored.
    pub disturbed: bool,
    /// The counts that run.
    pub counts: Vec<DrawCount>,
    /// The draws that can be claimed.
    pub claims: Vec<DrawClaim>,
    /// Who offers a draw.
    pub offer: Option<Side>,
    /// Who asks to take back a move.
    pub takeback: Option<Side>,
    /// The irregularity that may yet be corrected.
    pub pending: Option<PendingCorrection>,
    /// The piece that was touched and must be moved.
    pub touched: Option<Square>,
    /// How it ended.
    pub end: Option<GameEnding>,
}

/// A move that can be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMove {
    /// In writing.
    pub notation: String,
    /// Where it begins.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// The pieces it takes.
    pub captured: Vec<Square>,
    /// Whether it crowns.
    pub promotes: bool,
    /// The ways it can go, each by the squares it touches.
    pub routes: Vec<Vec<Square>>,
}

/// A draw that a player may claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawClaim {
    /// How the game would end.
    pub how: EndReason,
    /// Where the book says so.
    pub article: Article,
}

/// An irregularity that waits for the opponent's decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PendingCorrection {
    /// Who erred.
    pub by: Side,
    /// How.
    pub kind: Irregularity,
    /// Where the book has it.
    pub article: Option<Article>,
}

impl Game {
    /// The game as it shows at an instant.
    #[must_use]
    pub fn view(&self, now: Moment) -> GameView {
        let now = now.max(self.now);
        GameView {
            variant: self.terms.variant,
            seq: self.seq(),
            fen: self.fen(),
            turn: self.turn(),
            move_number: self.move_number(),
            moves: self.plies.clone(),
            legal: self.legal(),
            clocks: Side::BOTH.map(|side| self.clocks.face(side, now)),
            started: self.started.is_some(),
            paused: self.paused.is_some(),
            disturbed: self.disturbed.is_some(),
            counts: self.counts(),
            claims: self.claims(),
            offer: self.offer,
            takeback: self.takeback,
            pending: self.pending(),
            touched: self.touched,
            end: self.end,
        }
    }

    /// The moves that can be played; none once the game is over.
    #[must_use]
    pub fn legal(&self) -> Vec<LegalMove> {
        if self.end.is_some() {
            return Vec::new();
        }
        let moves = self.history.legal();
        moves
            .iter()
            .map(|m| LegalMove {
                notation: self.history.written(m),
                from: m.from,
                to: m.to,
                captured: m.captured.iter().collect(),
                promotes: m.promotes,
                routes: self.history.routes(m, WAYS).into_iter().map(|route| route.squares).collect(),
            })
            .collect()
    }

    /// The draws that a player may claim now (CBD 97b to 100).
    #[must_use]
    pub fn claims(&self) -> Vec<DrawClaim> {
        if self.end.is_some() || matches!(self.correction, CorrectionRight::Open(_)) {
            return Vec::new();
        }
        let repeated = self.rule_set.repetition.filter(|_| self.history.occurrences() >= 3);
        let repeated = repeated.map(|article| DrawClaim { how: EndReason::Repetition, article });
        let full = self.counts().into_iter().filter(DrawCount::is_full).map(|count| {
            let (limit, article) = (count.limit, count.article);
            let how = match count.kind {
                DrawCountKind::KingMoves => EndReason::KingMoves(limit),
                DrawCountKind::ListedEnding => EndReason::ListedEnding { limit, article },
            };
            DrawClaim { how, article }
        });
        full.chain(repeated).collect()
    }

    /// The irregularity that may yet be corrected.
    #[must_use]
    pub fn pending(&self) -> Option<PendingCorrection> {
        let (CorrectionRight::Open(by), Some(PlyKind::Irregular(_, kind))) =
            (self.correction, self.plies.last().map(|ply| ply.kind))
        else {
            return None;
        };
        let article = self.rule_set.cite(damiera_rules::Provision::Irregular(kind));
        Some(PendingCorrection { by, kind, article })
    }
}
