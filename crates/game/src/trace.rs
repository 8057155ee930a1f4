//! Past positions of a game, for stepping through its moves.

use damiera_rules::Square;

use crate::game::{Game, PlyKind};

/// A position of a game, with the move that led to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PastPosition {
    /// The position.
    pub fen: String,
    /// The squares the move touched in order; empty if no move led to the position.
    pub path: Vec<Square>,
    /// The squares of the captured pieces.
    pub captured: Vec<Square>,
}

impl Game {
    /// The position after this many plies; 0 is the start position.
    #[must_use]
    pub fn trace(&self, plies: usize) -> Option<PastPosition> {
        let fen = self.history.setup_before(self.plies.len().checked_sub(plies)?)?.to_string();
        let done = plies.checked_sub(1).and_then(|last| self.plies.get(last)).map(|ply| ply.kind);
        let (path, captured) = match done {
            Some(PlyKind::Move(_, m)) => {
                let back = self.plies.len() - plies + 1;
                (self.history.route_before(back, &m), m.captured.iter().collect())
            }
            _ => (Vec::new(), Vec::new()),
        };
        Some(PastPosition { fen, path, captured })
    }

    /// All positions of the game in order.
    pub fn traces(&self) -> impl Iterator<Item = PastPosition> {
        (0..=self.plies.len()).filter_map(|plies| self.trace(plies))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Action, Actor, Command, Game, Moment, Profile, Terms};
    use damiera_rules::{Side, Variant};

    #[test]
    fn looking_back_ends_where_the_game_stands() {
        let mut game = Game::new(Terms::new(Variant::English, Profile::CASUAL)).expect("a game");
        for (by, text) in [(Side::Black, "11-15"), (Side::White, "22-18"), (Side::Black, "15x22")] {
            let action = Action::Move(game.read(text).expect("a move"));
            let command = Command { by: Actor::Player(by), at: Moment(0), action };
            for event in game.decide(&command).expect("a legal move") {
                game.apply(&event);
            }
        }
        let traces: Vec<_> = game.traces().collect();
        assert_eq!(traces.len(), 4);
        assert!(traces[0].path.is_empty());
        let numbers =
            |squares: &[damiera_rules::Square]| squares.iter().map(|s| s.number()).collect::<Vec<_>>();
        assert_eq!(numbers(&traces[3].path), [15, 22]);
        assert_eq!(numbers(&traces[3].captured), [18]);
        assert_eq!(traces[3].fen, game.fen());
        assert_eq!(game.trace(4), None);
    }
}
