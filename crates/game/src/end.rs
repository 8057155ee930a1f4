//! How a game ends.

use damiera_rules::{Article, Provision, Side};

use crate::rule_set::RuleSet;

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameOutcome {
    /// That side.
    Win(Side),
    /// Nobody.
    Draw,
    /// The game does not count and is played again (FID 7.8).
    Void,
}

/// The way it ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// A player gave up.
    Resignation(Side),
    /// A side was to move and could not.
    NoMove(Side),
    /// A side lost its last piece.
    NoPieces(Side),
    /// A side's time was used up.
    TimeUp(Side),
    /// Both sides' time was used up, where that draws.
    BothFlags,
    /// A player would not follow the rules.
    RefusesRules(Side),
    /// The players agreed.
    Agreement,
    /// The arbiter saw that nobody can win.
    ByArbiter,
    /// So many king moves by each side.
    KingMoves(u8),
    /// A listed ending, after so many moves by each side.
    ListedEnding {
        /// Moves by each side.
        limit: u8,
        /// Where it is listed.
        article: Article,
    },
    /// The position stood a third time.
    Repetition,
    /// An accident destroyed a position that nobody could restore.
    Destroyed,
}

/// A game's end, with the article that says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEnding {
    /// Who won.
    pub outcome: GameOutcome,
    /// How.
    pub how: EndReason,
    /// Where the book says so; none where it is silent.
    pub article: Option<Article>,
}

impl GameEnding {
    /// The end a book gives to a game.
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
            EndReason::BothFlags => (GameOutcome::Draw, rule_set.cite(P::BothFlags)),
            EndReason::Agreement => (GameOutcome::Draw, rule_set.cite(P::Agreement)),
            EndReason::ByArbiter => (GameOutcome::Draw, rule_set.cite(P::NobodyCanWin)),
            EndReason::KingMoves(_) => (GameOutcome::Draw, Some(rule_set.king_moves.article)),
            EndReason::ListedEnding { article, .. } => (GameOutcome::Draw, Some(article)),
            EndReason::Repetition => (GameOutcome::Draw, rule_set.repetition),
            EndReason::Destroyed => (GameOutcome::Void, rule_set.cite(P::Disturbed)),
        };
        Self { outcome, how, article }
    }
}
