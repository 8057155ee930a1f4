//! A game as it was read, with where everything stood.

use super::game::GameRecord;
use super::problem::{PdnProblem, SourceLocation};

/// A game as it stood in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ParsedGame {
    /// The game.
    pub game: GameRecord,
    /// Its number in the file, from 1.
    pub number: u64,
    /// Where it begins.
    pub start: SourceLocation,
    /// Where it ends: its result, or what follows where that is missing.
    pub end: SourceLocation,
    /// Where each move and set-up stands, in the order of the text, variations included.
    pub locations: Vec<SourceLocation>,
    /// Where each tag stands, in the order of the game's tags.
    pub tag_locations: Vec<SourceLocation>,
    /// What was odd.
    pub problems: Vec<PdnProblem>,
    /// The result at the end as it was written.
    pub result_text: Option<&'static str>,
}

impl ParsedGame {
    /// Where a tag stands, or the start of the game.
    #[must_use]
    pub fn tag_location(&self, name: &str) -> SourceLocation {
        let at = self.game.tags.iter().position(|(known, _)| known.eq_ignore_ascii_case(name));
        at.and_then(|at| self.tag_locations.get(at)).copied().unwrap_or(self.start)
    }
}
