//! How a game ends.

use damiera_rules::{Article, Provision, Side};

use crate::command::AbsentPlayers;
use crate::rule_set::RuleSet;

/// The outcome of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameOutcome {
    /// This side won.
    Win(Side),
    /// A draw.
    Draw,
    /// Both sides lost, since neither appeared.
    BothLose,
    /// The game is void: it is replayed (FID 7.8), or was aborted before it had really begun.
    Void,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// This side resigned.
    Resignation(Side),
    /// This side was to move and had no legal move.
    NoMove(Side),
    /// This side lost its last piece.
    NoPieces(Side),
    /// This side's time ran out.
    TimeUp(Side),
    /// Both sides' time ran out, in a rulebook that makes this a draw.
    BothFlags,
    /// This side refused to follow the rules.
    RefusesRules(Side),
    /// This side tried too many illegal moves without sight of the board.
    IllegalTries(Side),
    /// The players agreed to a draw.
    Agreement,
    /// The arbiter declared a draw because neither side can win.
    ByArbiter,
    /// This many king moves by each side.
    KingMoves(u8),
    /// A number of moves by each side in a listed ending.
    ListedEnding {
        /// The number of moves by each side.
        limit: u8,
        /// The article that lists the ending.
        article: Article,
    },
    /// The position occurred a third time.
    Repetition,
    /// An accident destroyed the position, and it could not be restored.
    Destroyed,
    /// This side aborted the game before both had moved.
    Aborted(Side),
    /// A player did not appear: the game was never played, and is lost by forfeit.
    NoShow(AbsentPlayers),
}

/// How a game ended, with the article it is based on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEnding {
    /// The outcome.
    pub outcome: GameOutcome,
    /// The reason.
    pub how: EndReason,
    /// The article it is based on, if the rulebook has one.
    pub article: Option<Article>,
}

impl GameEnding {
    /// The ending that the rulebook prescribes for a reason.
    #[must_use]
    pub fn new(how: EndReason, rule_set: &RuleSet) -> Self {
        use Provision as P;
        let lost = |side: Side| GameOutcome::Win(!side);
        let (outcome, article) = match how {
            EndReason::Resignation(side) => (lost(side), rule_set.cite(P::Resignation)),
            EndReason::NoMove(side) => (lost(side), rule_set.cite(P::NoMove)),
            EndReason::NoPieces(side) => (lost(side), rule_set.cite(P::NoPieces)),
            EndReason::TimeUp(side) => (lost(side), rule_set.cite(P::TimeUp)),
            EndReason::RefusesRules(side) => (lost(side), rule_set.cite(P::RefusesRules)),
            EndReason::IllegalTries(side) => (lost(side), None), // a term of the game (FID-IT 15.2)
            EndReason::BothFlags => (GameOutcome::Draw, rule_set.cite(P::BothFlags)),
            EndReason::Agreement => (GameOutcome::Draw, rule_set.cite(P::Agreement)),
            EndReason::ByArbiter => (GameOutcome::Draw, rule_set.cite(P::NobodyCanWin)),
            EndReason::KingMoves(_) => (GameOutcome::Draw, Some(rule_set.king_moves.article)),
            EndReason::ListedEnding { article, .. } => (GameOutcome::Draw, Some(article)),
            EndReason::Repetition => (GameOutcome::Draw, rule_set.repetition),
            EndReason::Destroyed => (GameOutcome::Void, rule_set.cite(P::Disturbed)),
            EndReason::Aborted(_) => (GameOutcome::Void, None),
            EndReason::NoShow(AbsentPlayers::One(side)) => (lost(side), None), // a term of the event
            EndReason::NoShow(AbsentPlayers::Both) => (GameOutcome::BothLose, None),
        };
        Self { outcome, how, article }
    }
}
