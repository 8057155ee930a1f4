//! A game as read from a file, with source locations.

use super::game::GameRecord;
use super::problem::{PdnProblem, SourceLocation};

/// A game as read from a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ParsedGame {
    /// The game.
    pub game: GameRecord,
    /// Its number in the file, from 1.
    pub number: u64,
    /// The location of its start.
    pub start: SourceLocation,
    /// The location of its end: its result, or what follows if the result is missing.
    pub end: SourceLocation,
    /// Where each move and set-up stands, in the order of the text, variations included.
    pub locations: Vec<SourceLocation>,
    /// The location of each tag, in the order of the game's tags.
    pub tag_locations: Vec<SourceLocation>,
    /// The problems found while reading.
    pub problems: Vec<PdnProblem>,
    /// The result at the end, as written.
    pub result_text: Option<&'static str>,
}

impl ParsedGame {
    /// The location of a tag, or of the start of the game.
    #[must_use]
    pub fn tag_location(&self, name: &str) -> SourceLocation {
        let at = self.game.tags.position(name);
        at.and_then(|at| self.tag_locations.get(at)).copied().unwrap_or(self.start)
    }
}
