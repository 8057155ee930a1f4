//! How a game ends.

use damiera_rules::{Article, Provision, Side};

use crate::law::Law;

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// That side.
    Win(Side),
    /// Nobody.
    Draw,
    /// The game does not count and is played again (FID 7.8).
    Void,
}

/// The way it ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum How {
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
pub struct End {
    /// Who won.
    pub outcome: Outcome,
    /// How.
    pub how: How,
    /// Where the book says so; none where it is silent.
    pub article: Option<Article>,
}

impl End {
    /// The end a book gives to a game.
    #[must_use]
    pub fn new(how: How, law: &Law) -> Self {
        use Provision as P;
        let lost = |side: Side| Outcome::Win(!side);
        let (outcome, article) = match how {
            How::Resignation(side) => (lost(side), law.cite(P::Resignation)),
            How::NoMove(side) => (lost(side), law.cite(P::NoMove)),
            How::NoPieces(side) => (lost(side), law.cite(P::NoPieces)),
            How::TimeUp(side) => (lost(side), law.cite(P::TimeUp)),
            How::RefusesRules(side) => (lost(side), law.cite(P::RefusesRules)),
            How::BothFlags => (Outcome::Draw, law.cite(P::BothFlags)),
            How::Agreement => (Outcome::Draw, law.cite(P::Agreement)),
            How::ByArbiter => (Outcome::Draw, law.cite(P::NobodyCanWin)),
            How::KingMoves(_) => (Outcome::Draw, Some(law.king_moves.article)),
            How::ListedEnding { article, .. } => (Outcome::Draw, Some(article)),
            How::Repetition => (Outcome::Draw, law.repetition),
            How::Destroyed => (Outcome::Void, law.cite(P::Disturbed)),
        };
        Self { outcome, how, article }
    }
}
