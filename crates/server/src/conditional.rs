//! Conditional moves of a correspondence game: "if they play this, I answer that", as a tree.
//!
//! A tree is entered while the opponent is to move. It is private to its side. Once the opponent plays a move of the tree, the
//! room plays the reply like any other move; when the game leaves the tree, the tree is dropped. Where the game stands in
//! the tree is derived from the game's own moves, so nothing has to be updated when a reply is played.

use std::time::Duration;

use damiera_game::{Action, Actor, Command, Game};
use damiera_rules::Side;
use serde::{Deserialize, Serialize};

use crate::invalid_input::InvalidInput;
use crate::rooms::{RefusedCommand, RoomError};
use crate::store::StoredConditionalMoves;

/// The most nodes of a tree: an expected move with its reply each.
pub(crate) const MOST_NODES: usize = 100;

/// A node of a tree of conditional moves.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"parent": null, "opponent": "11-14", "reply": "18x11"}))]
pub(crate) struct ConditionalMove {
    /// The node after whose reply the opponent is expected to play this: its index in the list, which is lower than this
    /// node's own; `null` for a move in the present position.
    #[serde(default)]
    pub(crate) parent: Option<u16>,
    /// The expected move of the opponent.
    pub(crate) opponent: String,
    /// The reply to it.
    pub(crate) reply: String,
}

/// The conditional moves of a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ConditionalTree {
    /// The number of plies before the tree, and the position after them.
    plies: usize,
    fen: String,
    moves: Vec<ConditionalMove>,
}

/// Where a game stands in a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TreeStatus {
    /// The game has left the tree, or the tree has been played to its end.
    Left,
    /// The opponent is to move; these are the moves that may still matter.
    Waiting(Vec<ConditionalMove>),
    /// This reply is to be played.
    Due(String),
}

impl ConditionalTree {
    /// Checks a tree by the rules in the present position of the game. A tree of a hundred nodes takes milliseconds: call it from a
    /// thread for heavy work.
    pub(crate) fn enter(game: &Game, side: Side, moves: &[ConditionalMove]) -> Result<Self, RoomError> {
        let invalid = |reason| Err(RoomError::Invalid(reason));
        let consults = game.terms().consultation[side as usize].is_some();
        if !game.terms().is_correspondence() || game.is_blindfold(side) || consults {
            return invalid(InvalidInput::NoConditionalMoves);
        }
        if game.turn() == side || game.end().is_some() {
            return invalid(InvalidInput::ConditionalOnOwnTurn);
        }
        if moves.len() > MOST_NODES {
            return invalid(InvalidInput::TooManyConditionalMoves { most: MOST_NODES });
        }
        let (mut reached, mut checked): (Vec<Game>, Vec<ConditionalMove>) = (Vec::new(), Vec::new());
        for node in moves {
            let before = match node.parent {
                None => game,
                Some(parent) => match reached.get(usize::from(parent)) {
                    Some(before) => before,
                    None => return invalid(InvalidInput::ConditionalParent),
                },
            };
            let (opponent, between) = legal_move(before, !side, &node.opponent)?;
            let (reply, after) = legal_move(&between, side, &node.reply)?;
            let same = |other: &ConditionalMove| other.parent == node.parent && other.opponent == opponent;
            if checked.iter().any(same) {
                return invalid(InvalidInput::ConditionalTwice(opponent));
            }
            checked.push(ConditionalMove { parent: node.parent, opponent, reply });
            reached.push(after);
        }
        Ok(Self { plies: game.plies().len(), fen: game.fen(), moves: checked })
    }

    /// Whether the tree is one of the present position of the game.
    pub(crate) fn begins_at(&self, game: &Game) -> bool {
        game.plies().len() == self.plies && game.end().is_none() && game.fen() == self.fen
    }

    /// Where the game stands in the tree.
    pub(crate) fn status(&self, game: &Game) -> TreeStatus {
        let played = game.plies();
        let begins = game.trace(self.plies).is_some_and(|position| position.fen == self.fen);
        if !begins || game.end().is_some() {
            return TreeStatus::Left;
        }
        let (mut node, mut reply) = (None, None);
        for ply in played.iter().skip(self.plies) {
            match reply.take() {
                Some(expected) if expected == ply.notation => {}
                Some(_) => return TreeStatus::Left,
                None => match self.child(node, &ply.notation) {
                    Some(child) => {
                        reply = Some(self.moves[child].reply.clone());
                        node = u16::try_from(child).ok();
                    }
                    None => return TreeStatus::Left,
                },
            }
        }
        match reply {
            Some(reply) => TreeStatus::Due(reply),
            None => match self.below(node) {
                rest if rest.is_empty() => TreeStatus::Left,
                rest => TreeStatus::Waiting(rest),
            },
        }
    }

    fn child(&self, parent: Option<u16>, opponent: &str) -> Option<usize> {
        self.moves.iter().position(|node| node.parent == parent && node.opponent == opponent)
    }

    /// The part of the tree below a node, with its own indices.
    fn below(&self, root: Option<u16>) -> Vec<ConditionalMove> {
        let (mut rest, mut known): (Vec<ConditionalMove>, Vec<usize>) = (Vec::new(), Vec::new());
        for (i, node) in self.moves.iter().enumerate() {
            let parent = match node.parent {
                parent if parent == root => None,
                Some(parent) => match known.iter().position(|&old| old == usize::from(parent)) {
                    Some(new) => u16::try_from(new).ok(),
                    None => continue,
                },
                None => continue,
            };
            rest.push(ConditionalMove { parent, ..node.clone() });
            known.push(i);
        }
        rest
    }

    /// The tree as it is stored.
    pub(crate) fn stored(&self, side: Side) -> StoredConditionalMoves {
        let body = serde_json::to_string(&self.moves).unwrap_or_default();
        let plies = u32::try_from(self.plies).unwrap_or(u32::MAX);
        StoredConditionalMoves { side, plies, fen: self.fen.clone(), body }
    }
}

impl From<&StoredConditionalMoves> for ConditionalTree {
    /// A tree that cannot be read has no moves, so the game has left it.
    fn from(stored: &StoredConditionalMoves) -> Self {
        let moves = serde_json::from_str(&stored.body).unwrap_or_default();
        Self { plies: stored.plies as usize, fen: stored.fen.clone(), moves }
    }
}

/// Plays a move without using any time. Returns it in full notation, and the game after it.
pub(crate) fn legal_move(game: &Game, by: Side, notation: &str) -> Result<(String, Game), RoomError> {
    let action = Action::Move(game.read(notation).map_err(RoomError::invalid)?);
    let command = Command { by: Actor::Player(by), at: game.last_event_at(), action };
    let (_, after) = game.foresee(&command, Duration::ZERO).map_err(|refusal| {
        RoomError::Refused(Box::new(RefusedCommand { refusal, game: game.clone().into() }))
    })?;
    let notation = after.plies().last().map(|ply| ply.notation.clone()).unwrap_or_default();
    Ok((notation, after))
}

#[cfg(test)]
mod tests {
    use damiera_game::{ClockControl, Profile, Terms};
    use damiera_rules::Variant;

    use super::*;

    fn game() -> Game {
        let days = ClockControl::PerMove(Duration::from_secs(3 * 24 * 3600));
        let terms = Terms::new(Variant::Italian, Profile::CORRESPONDENCE);
        Game::new(Terms { controls: [days.clone(), days], ..terms }).expect("a game")
    }

    fn node(parent: Option<u16>, opponent: &str, reply: &str) -> ConditionalMove {
        ConditionalMove { parent, opponent: opponent.to_owned(), reply: reply.to_owned() }
    }

    fn after(game: &Game, by: Side, notation: &str) -> Game {
        legal_move(game, by, notation).expect(notation).1
    }

    #[test]
    fn a_tree_is_followed_as_far_as_the_game_stays_in_it() {
        let (white, black) = (Side::White, Side::Black);
        let start = after(&game(), white, "22-18");
        let moves =
            [node(None, "11-14", "18x11"), node(None, "10-13", "23-20"), node(Some(0), "6x15", "23-20")];
        let tree = ConditionalTree::enter(&start, white, &moves).expect("a tree");
        assert_eq!(tree.status(&start), TreeStatus::Waiting(moves.to_vec()));
        let met = after(&start, black, "11-14");
        assert_eq!(tree.status(&met), TreeStatus::Due("18x11".to_owned()));
        let replied = after(&met, white, "18x11");
        assert_eq!(tree.status(&replied), TreeStatus::Waiting(vec![node(None, "6x15", "23-20")]));
        let met_again = after(&replied, black, "6x15");
        assert_eq!(tree.status(&met_again), TreeStatus::Due("23-20".to_owned()));
        assert_eq!(tree.status(&after(&met_again, white, "23-20")), TreeStatus::Left, "played to its end");
        assert_eq!(tree.status(&after(&start, black, "12-16")), TreeStatus::Left, "another move");
        assert_eq!(tree.status(&after(&replied, black, "7x14")), TreeStatus::Left, "another capture");
        assert_eq!(tree.status(&game()), TreeStatus::Left, "the move before it was taken back");
        let stored = tree.stored(white);
        assert_eq!(ConditionalTree::from(&stored), tree);
    }

    #[test]
    fn only_a_tree_of_legal_moves_is_entered() {
        let start = after(&game(), Side::White, "22-18");
        let enter = |moves: &[ConditionalMove]| ConditionalTree::enter(&start, Side::White, moves);
        assert!(matches!(enter(&[node(None, "11-14", "21-17")]), Err(RoomError::Refused(_))), "must capture");
        assert!(matches!(enter(&[node(None, "11-22", "18x11")]), Err(RoomError::Refused(_))));
        assert!(matches!(
            enter(&[node(Some(0), "11-14", "18x11")]),
            Err(RoomError::Invalid(InvalidInput::ConditionalParent))
        ));
        let twice = [node(None, "11-14", "18x11"), node(None, "11-14", "18x11")];
        assert!(matches!(enter(&twice), Err(RoomError::Invalid(InvalidInput::ConditionalTwice(_)))));
        let many = vec![node(None, "11-14", "18x11"); MOST_NODES + 1];
        assert!(matches!(
            enter(&many),
            Err(RoomError::Invalid(InvalidInput::TooManyConditionalMoves { .. }))
        ));
        let own = ConditionalTree::enter(&start, Side::Black, &[]);
        assert!(matches!(own, Err(RoomError::Invalid(InvalidInput::ConditionalOnOwnTurn))));
    }
}
