//! Reviewing recorded games: what each move was worth, and what would have been better.

use std::ops::ControlFlow;

use damiera_engine::{Engine, ScoredLine, SearchControl, SearchLimits, SearchRequest};
use damiera_notation::pdn::{GameRecord, replay};
use damiera_rules::{History, Move, Position, Rules, Setup, Side};

use crate::PlayRules;
use crate::chances::Chances;
use crate::shot::BetterLine;

/// Expected points (1 for a win, a half for a draw) that a weak move loses.
const WEAK_POINTS: f64 = 0.12;
/// Expected points that a blunder loses.
const BLUNDER_POINTS: f64 = 0.3;
/// Men that a weak move loses while the game is open.
const WEAK_MEN: f64 = 1.0;
/// Men that a blunder loses while the game is open.
const BLUNDER_MEN: f64 = 2.0;
/// The game counts as open while neither side is further ahead than this many men.
const OPEN_MEN: f64 = 3.0;

/// What the engine thinks of a move that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReview {
    /// The number of the ply in the game, from 1.
    pub ply: u32,
    /// The move in writing.
    pub notation: String,
    /// The score after the move, in men, from White's point of view.
    pub score: f64,
    /// The expected points that it lost.
    pub loss: f64,
    /// The mark it deserves.
    pub mark: Option<ReviewMark>,
    /// The better line, if the move was a mistake.
    pub better: Option<BetterLine>,
}

/// A judgement on a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReviewMark {
    /// A weak move (?).
    Weak,
    /// A blunder (??).
    Blunder,
    /// The only legal move.
    Forced,
}

/// Reviews recorded games with an engine.
pub struct Annotator<'a, R: Rules> {
    /// The engine.
    pub engine: &'a Engine<R>,
    /// How long to search each position.
    pub limits: SearchLimits,
}

impl<R: PlayRules> Annotator<'_, R> {
    /// Reviews the moves of a game's main line, as far as they are legal. `progress` gets the number of the ply in hand and
    /// of all plies, and says whether to go on.
    pub fn review(
        &self,
        game: &GameRecord,
        mut progress: impl FnMut(u32, usize) -> ControlFlow<()>,
    ) -> Vec<MoveReview> {
        let mut steps: Vec<(Position<R>, Move)> = Vec::new();
        replay::<R>(game, |step| {
            if step.depth == 0 {
                steps.push((*step.before, *step.played));
            }
        });
        // A man that was left unmarked on its crown row is in no position that the engine knows.
        let is_known = |(before, _): &&(Position<R>, Move)| Setup::from(before).position::<R>().is_ok();
        let known = steps.iter().take_while(is_known).count();
        steps.truncate(known);
        let Some(&(first, _)) = steps.first() else { return Vec::new() };
        let mut history = History::new(first);
        let mut reviews = Vec::new();
        let mut before = self.best_line(&history);
        for (ply, &(position, played)) in (1..).zip(&steps) {
            if *history.position() != position {
                history = History::new(position); // a set-up in mid-game
                before = self.best_line(&history);
            }
            if progress(ply, steps.len()).is_break() {
                break;
            }
            history.push(&played);
            let after = self.best_line(&history);
            reviews.push(self.review_move(ply, &position, played, before.as_ref(), after.as_ref()));
            before = after;
        }
        reviews
    }

    /// The best line of the position on the board; none if there is no legal move.
    fn best_line(&self, history: &History<R>) -> Option<ScoredLine> {
        let report =
            self.engine.think(&SearchRequest::best(history, self.limits), &SearchControl::default(), |_| ());
        report.lines.into_iter().next()
    }

    fn review_move(
        &self,
        ply: u32,
        position: &Position<R>,
        played: Move,
        best: Option<&ScoredLine>,
        after: Option<&ScoredLine>,
    ) -> MoveReview {
        let points = |line: &ScoredLine| Chances::of(self.engine, line.score()).points();
        // Without a legal reply the game is won.
        let reached = after.map_or(1.0, |line| 1.0 - points(line));
        let score = after.map_or(100.0, |line| -line.score().men());
        let missed = best.filter(|line| line.moves.first() != Some(&played));
        let loss = missed.map_or(0.0, |line| (points(line) - reached).max(0.0));
        let men = missed.map_or(0.0, |line| men_lost(line.score().men(), score));
        let mark = if position.legal().len() == 1 {
            Some(ReviewMark::Forced)
        } else if loss >= BLUNDER_POINTS || men >= BLUNDER_MEN {
            Some(ReviewMark::Blunder)
        } else if loss >= WEAK_POINTS || men >= WEAK_MEN {
            Some(ReviewMark::Weak)
        } else {
            None
        };
        let is_mistake = matches!(mark, Some(ReviewMark::Weak | ReviewMark::Blunder));
        let better = best.filter(|_| is_mistake).map(|line| BetterLine::new(position, &line.moves));
        let score = if position.turn() == Side::White { score } else { -score };
        MoveReview { ply, notation: position.notation(&played), score, loss, mark, better }
    }
}

/// The men lost between the best score and the one reached, as far as the game was open in between. Expected points alone
/// would miss the loss of a man in a position that is easily drawn either way.
fn men_lost(best: f64, reached: f64) -> f64 {
    best.clamp(-OPEN_MEN, OPEN_MEN) - reached.clamp(-OPEN_MEN, OPEN_MEN)
}
