//! Views: everything a user interface shows of a game at an instant.

use damiera_rules::{Article, Irregularity, Move, Pace, Side, Square, Variant};

use crate::clock::ClockFace;
use crate::command::{Blame, CaptureObjection, Placement, StartFault};
use crate::count::DrawCount;
use crate::end::{EndReason, GameEnding};
use crate::game::{CorrectionRight, Game, Ply, PlyKind};
use crate::time::Moment;

/// The maximum number of routes listed for one capture.
const WAYS: usize = 24;

/// A view of a game at an instant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameView {
    /// The variant.
    pub variant: Variant,
    /// The number of events applied so far.
    pub seq: u64,
    /// The position.
    pub fen: String,
    /// The side to move.
    pub turn: Side,
    /// The number of the next move.
    pub move_number: u16,
    /// The plies so far.
    pub moves: Vec<Ply>,
    /// The legal moves; empty once the game is over.
    pub legal: Vec<LegalMove>,
    /// The clocks of White and Black.
    pub clocks: [Option<ClockFace>; 2],
    /// Whether the game has started.
    pub started: bool,
    /// Whether the clocks are stopped.
    pub paused: bool,
    /// Whether an accident was reported, so that the position can be restored.
    pub disturbed: bool,
    /// The counts in progress.
    pub counts: Vec<DrawCount>,
    /// The draws that can be claimed.
    pub claims: Vec<DrawClaim>,
    /// The side that offers a draw.
    pub offer: Option<Side>,
    /// The side that asks to take back a move.
    pub takeback: Option<Side>,
    /// The irregularity that can still be corrected.
    pub pending: Option<PendingCorrection>,
    /// The piece that was touched and must be moved.
    pub touched: Option<Square>,
    /// A player's proposal for a piece whose square is in doubt.
    pub proposal: Option<(Side, Placement)>,
    /// The pace, which CBD 100 depends on.
    pub pace: Pace,
    /// Whether a count that was requested runs, so that it can be cancelled.
    pub count_asked: bool,
    /// The objections that a player may make now at a table (5.10, 5.12).
    pub objections: Vec<(Side, CaptureObjection)>,
    /// The faults for which the arbiter may still annul the game, each with the blame that makes a difference.
    pub annulments: Vec<(StartFault, Blame)>,
    /// Whether the arbiter can withdraw an entry.
    pub undoable: bool,
    /// Whether a player may still abort the game.
    pub abortable: bool,
    /// How the game ended.
    pub end: Option<GameEnding>,
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMove {
    /// Its notation.
    pub notation: String,
    /// The first square.
    pub from: Square,
    /// The last square.
    pub to: Square,
    /// The squares of the captured pieces.
    pub captured: Vec<Square>,
    /// Whether it promotes a man.
    pub promotes: bool,
    /// Its routes, each as the squares it touches.
    pub routes: Vec<Vec<Square>>,
}

/// A draw that a player may claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawClaim {
    /// The reason for the draw.
    pub how: EndReason,
    /// The article it is based on.
    pub article: Article,
}

impl DrawClaim {
    /// Whether the arbiter may declare it: a full count has made the game a draw, but the third occurrence of a position
    /// is a player's claim (CBD 98).
    #[must_use]
    pub fn may_be_declared(&self) -> bool {
        self.how != EndReason::Repetition
    }
}

/// An irregularity that waits for the opponent's decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PendingCorrection {
    /// The side that committed it.
    pub by: Side,
    /// The kind of irregularity.
    pub kind: Irregularity,
    /// The article, if the rulebook lists it.
    pub article: Option<Article>,
}

impl Game {
    /// The view of the game at an instant.
    #[must_use]
    pub fn view(&self, now: Moment) -> GameView {
        let now = now.max(self.now);
        GameView {
            variant: self.terms.variant,
            seq: self.seq(),
            fen: self.fen(),
            turn: self.turn(),
            move_number: self.move_number(),
            moves: self.plies.iter().cloned().collect(),
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
            touched: self.touched(),
            proposal: self.proposal,
            pace: self.terms.pace(),
            count_asked: self.counts.is_asked(),
            objections: self.objections(),
            annulments: self.annulments(now),
            undoable: self.last_entry().is_some(),
            abortable: self.end.is_none() && self.may_abort(),
            end: self.end,
        }
    }

    /// The legal moves; empty once the game is over.
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

    /// The squares that a legal move of this position touches; of several routes, the first.
    #[must_use]
    pub fn route(&self, m: &Move) -> Option<Vec<Square>> {
        let legal = self.history.legal().contains(m);
        legal.then(|| self.history.routes(m, 1))?.into_iter().next().map(|route| route.squares)
    }

    /// The draws that a player may claim now (CBD 97b to 100).
    #[must_use]
    pub fn claims(&self) -> Vec<DrawClaim> {
        if self.end.is_some() || matches!(self.correction, CorrectionRight::Open(_)) {
            return Vec::new();
        }
        let repeated = self.rule_set.repetition.filter(|_| self.history.occurrences() >= 3);
        let repeated = repeated.map(|article| DrawClaim { how: EndReason::Repetition, article });
        let full = self.counts().into_iter().filter(DrawCount::is_full);
        let full = full.map(|count| DrawClaim { how: count.ending(), article: count.article });
        full.chain(repeated).collect()
    }

    /// The irregularity that can still be corrected.
    #[must_use]
    pub fn pending(&self) -> Option<PendingCorrection> {
        let CorrectionRight::Open(by) = self.correction else { return None };
        let ply = self.plies.last()?;
        let PlyKind::Irregular(_, kind) = ply.kind else { return None };
        Some(PendingCorrection { by, kind, article: ply.article })
    }
}
