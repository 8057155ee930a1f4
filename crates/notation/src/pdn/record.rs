//! A game as it was read, with where everything stood.

use super::game::Game;
use super::problem::{Problem, Spot};

/// A game as it stood in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The game.
    pub game: Game,
    /// Its number in the file, from 1.
    pub number: u64,
    /// Where it begins.
    pub start: Spot,
    /// Where it ends: its result, or what follows where that is missing.
    pub end: Spot,
    /// Where each move and set-up stands, in the order of the text, variations included.
    pub spots: Vec<Spot>,
    /// Where each tag stands, in the order of the game's tags.
    pub tag_spots: Vec<Spot>,
    /// What was odd.
    pub problems: Vec<Problem>,
    /// The result at the end as it was written.
    pub result: Option<&'static str>,
}

impl Record {
    /// Where a tag stands, or the start of the game.
    #[must_use]
    pub fn tag_spot(&self, name: &str) -> Spot {
        let at = self.game.tags.iter().position(|(known, _)| known.eq_ignore_ascii_case(name));
        at.and_then(|at| self.tag_spots.get(at)).copied().unwrap_or(self.start)
    }
}
