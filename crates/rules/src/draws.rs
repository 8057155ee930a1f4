//! What the books say about draws by counting, as facts a game or an endgame table can ask for.
//!
//! The counting itself happens where moves are recorded; a position alone knows only which rule applies.

use crate::article::Article;

/// The draw after a number of king moves by each side without a capture or a man's move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KingMoveDraw {
    /// King moves by each side.
    pub limit: u8,
    /// The lowest limit that an arbiter may set; equal to `limit` if the book allows no other.
    pub least: u8,
    /// When the count starts.
    pub start: CountStart,
    /// Whether counting needs a king on each side (FID 10.1), so that the count is cancelled when one is lost.
    pub needs_king_each: bool,
    /// Where the limit is written.
    pub article: Article,
}

/// When king moves are counted towards a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CountStart {
    /// Once a player or the arbiter requests it (FID 10.2).
    OnRequest,
    /// Always (CBD 97b).
    Always,
}

/// How fast a game is played, where a book counts differently for it (CBD 100).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Pace {
    /// Classical time.
    #[default]
    Classical,
    /// Rapid or blitz.
    Fast,
}

/// An ending that is drawn after a few moves by each side, whatever is moved or taken within it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ListedEnding {
    /// Moves by each side.
    pub limit: u8,
    /// Where it is listed.
    pub article: Article,
}
