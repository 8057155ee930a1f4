//! A game as one shows it: everything on the page at an instant.

use damiera_rules::{Article, Irregularity, Side, Square, Variant};

use crate::clock::Face;
use crate::count::{Count, Counted};
use crate::end::{End, How};
use crate::game::{Correction, Done, Game, Ply};
use crate::time::Moment;

/// Ways of one capture to show; a page offers no more to choose from.
const WAYS: usize = 24;

/// A game at an instant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
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
    pub clocks: [Option<Face>; 2],
    /// Whether the game has begun.
    pub started: bool,
    /// Whether the arbiter has stopped the clocks.
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
    pub touched: Option<Square>,
    /// How it ended.
    pub end: Option<End>,
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
pub struct Claim {
    /// How the game would end.
    pub how: How,
    /// Where the book says so.
    pub article: Article,
}

/// An irregularity that waits for the opponent's decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pending {
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
    pub fn view(&self, now: Moment) -> View {
        let now = now.max(self.now);
        View {
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
        let moves = self.line.legal();
        moves
            .iter()
            .map(|m| LegalMove {
                notation: self.line.written(m),
                from: m.from,
                to: m.to,
                captured: m.captured.iter().collect(),
                promotes: m.promotes,
                routes: self.line.routes(m, WAYS).into_iter().map(|route| route.squares).collect(),
            })
            .collect()
    }

    /// The draws that a player may claim now (CBD 97b to 100).
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        if self.end.is_some() || matches!(self.correction, Correction::Open(_)) {
            return Vec::new();
        }
        let repeated = self.law.repetition.filter(|_| self.line.occurrences() >= 3);
        let repeated = repeated.map(|article| Claim { how: How::Repetition, article });
        let full = self.counts().into_iter().filter(Count::is_full).map(|count| {
            let (limit, article) = (count.limit, count.article);
            let how = match count.kind {
                Counted::KingMoves => How::KingMoves(limit),
                Counted::ListedEnding => How::ListedEnding { limit, article },
            };
            Claim { how, article }
        });
        full.chain(repeated).collect()
    }

    /// The irregularity that may yet be corrected.
    #[must_use]
    pub fn pending(&self) -> Option<Pending> {
        let (Correction::Open(by), Some(Done::Irregular(_, kind))) =
            (self.correction, self.plies.last().map(|ply| ply.done))
        else {
            return None;
        };
        let article = self.law.cite(damiera_rules::Provision::Irregular(kind));
        Some(Pending { by, kind, article })
    }
}
