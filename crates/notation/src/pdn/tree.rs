//! A game as a tree of positions, for studies: variations can be added at every node.
//!
//! Every position reached by a legal move or a set-up is a node. Annotations and unplayable moves are stored with the node
//! they follow, so that the tree can be converted back to the same record.

use std::collections::HashMap;

use damiera_rules::{Move, Position, Rules};

use super::game::{FenText, GameRecord, MoveNumber, PdnItem, Variation};
use super::game_type::NotationStyle;
use super::movetext::MoveText;
use super::replay::{PdnReplay, moves_and_setups, replay, set_up};
use crate::moves::shortest_text;

/// A game as a tree. The first node is the start of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameTree<R> {
    /// The nodes; a parent comes before its children.
    pub nodes: Vec<GameNode<R>>,
}

/// A position of a game with its annotations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameNode<R> {
    /// The parent; `None` for the start of the game.
    pub parent: Option<usize>,
    /// How it was reached.
    pub came: ReachedBy,
    /// The position.
    pub position: Position<R>,
    /// The number of the next move.
    pub number: MoveNumber,
    /// The nesting depth of its variation; 0 is the main line.
    pub depth: u32,
    /// The next node of its line.
    pub next: Option<usize>,
    /// The annotations between it and the next node.
    pub notes: Vec<NodeNote>,
}

impl<R> GameNode<R> {
    /// The annotations of this position; those after a move that cannot be played are of that move.
    pub fn own_notes(&self) -> impl Iterator<Item = &NodeNote> {
        self.notes.iter().take_while(|note| !is_unplayed(note))
    }
}

/// How a position was reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReachedBy {
    /// It is the start of a line: of the game, or of a variation, where it is the position before the replaced move.
    LineStart,
    /// By a legal move with this text.
    Move(Move, MoveText),
    /// By a set-up.
    Setup(FenText),
}

/// An annotation after a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NodeNote {
    /// Something said, or moves that cannot be played.
    Item(PdnItem),
    /// A variation, given by its first node.
    Variation(usize),
}

impl<R: Rules> GameTree<R> {
    /// The tree of a game and the result of replaying it; `None` if the start position is invalid.
    #[must_use]
    pub fn of(game: &GameRecord) -> Option<(Self, PdnReplay<R>)> {
        let mut steps = HashMap::new();
        let mut start = None;
        let replayed = replay::<R>(game, |step| {
            start.get_or_insert(*step.before);
            steps.insert(step.ordinal, *step.played);
        });
        // A set-up may precede the first move, so the first node is not always the position before that move.
        let start = match game.fen() {
            None => Position::start(),
            Some(fen) => Position::from_fen(fen).ok().or(start).or(replayed.last)?,
        };
        let mut tree = Self { nodes: Vec::new() };
        tree.begin(None, start, game.first, 0);
        TreeBuilder { tree: &mut tree, steps, ordinal: 0 }.line(&game.main_line, 0);
        Some((tree, replayed))
    }

    /// A tree with one position.
    #[must_use]
    pub fn from(position: Position<R>) -> Self {
        let mut tree = Self { nodes: Vec::new() };
        tree.begin(None, position, MoveNumber::default(), 0);
        tree
    }

    /// The record of the tree, including added variations.
    #[must_use]
    pub fn line(&self) -> Variation {
        self.line_from(0)
    }

    fn line_from(&self, root: usize) -> Variation {
        let (mut items, mut at) = (Vec::new(), root);
        loop {
            items.extend(self.nodes[at].notes.iter().map(|note| match note {
                NodeNote::Item(item) => item.clone(),
                NodeNote::Variation(root) => PdnItem::Variation(Box::new(self.line_from(*root))),
            }));
            let Some(next) = self.nodes[at].next else { return Variation { items } };
            at = next;
            match &self.nodes[at].came {
                ReachedBy::LineStart => {}
                ReachedBy::Move(_, text) => items.push(PdnItem::Move(text.clone())),
                ReachedBy::Setup(fen) => items.push(PdnItem::Setup(fen.clone())),
            }
        }
    }

    /// Plays a legal move from a node and returns the node it leads to, which may exist already. If the line continues with
    /// another move, a variation is added. `None` if the move is illegal or the record has no place for it.
    ///
    /// The main line is not extended: a move after its end is added as a variation on the last move.
    pub fn try_move(&mut self, at: usize, m: &Move) -> Option<usize> {
        let node = self.nodes.get(at)?;
        if !node.position.is_legal(m) {
            return None;
        }
        let unplayed = node.notes.iter().any(is_unplayed);
        let Some(next) = node.next else {
            if at > 0 && (unplayed || node.depth == 0) {
                let again = self.again(at)?;
                return self.try_move(again, m);
            }
            return (!unplayed).then(|| self.push_move(at, m));
        };
        if let Some(there) = self.way(next, m) {
            return Some(there);
        }
        let root = self.begin_variation(at, next, self.nodes[next].notes.len());
        Some(self.push_move(root, m))
    }

    /// The node among these that a move leads to: the next of a line, or the first of a variation.
    fn way(&self, next: usize, m: &Move) -> Option<usize> {
        self.ways(next).find(|&way| self.leads_by(way, m))
    }

    /// A node, and the first nodes of the variations on it.
    fn ways(&self, next: usize) -> impl Iterator<Item = usize> {
        let variations = self.nodes[next].notes.iter().filter_map(|note| match note {
            NodeNote::Variation(root) => self.nodes[*root].next,
            NodeNote::Item(_) => None,
        });
        std::iter::once(next).chain(variations)
    }

    fn leads_by(&self, node: usize, m: &Move) -> bool {
        matches!(&self.nodes[node].came, ReachedBy::Move(played, _) if played == m)
    }

    /// A variation that starts by repeating the move to this node.
    fn again(&mut self, at: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let (ReachedBy::Move(m, _), Some(parent)) = (node.came.clone(), node.parent) else { return None };
        let there = self.ways(at).skip(1).find(|&way| self.leads_by(way, &m));
        if there.is_some() {
            return there;
        }
        let place = self.nodes[at].notes.iter().position(is_unplayed);
        let root = self.begin_variation(parent, at, place.unwrap_or(self.nodes[at].notes.len()));
        Some(self.push_move(root, &m))
    }

    /// Starts a variation on the move to `next`, at this index of its annotations.
    fn begin_variation(&mut self, before: usize, next: usize, place: usize) -> usize {
        let GameNode { position, number, depth, .. } = self.nodes[before];
        let root = self.begin(Some(before), position, number, depth + 1);
        self.nodes[next].notes.insert(place, NodeNote::Variation(root));
        root
    }

    fn begin(
        &mut self,
        parent: Option<usize>,
        position: Position<R>,
        number: MoveNumber,
        depth: u32,
    ) -> usize {
        let notes = Vec::new();
        self.nodes.push(GameNode {
            parent,
            came: ReachedBy::LineStart,
            position,
            number,
            depth,
            next: None,
            notes,
        });
        self.nodes.len() - 1
    }

    fn push_move(&mut self, at: usize, m: &Move) -> usize {
        let position = &self.nodes[at].position;
        let text = shortest_text(position, m, &position.legal(), NotationStyle::Numeric);
        self.follow(at, ReachedBy::Move(*m, text), position.after(m))
    }

    /// Adds a node after another.
    fn follow(&mut self, at: usize, came: ReachedBy, position: Position<R>) -> usize {
        let GameNode { number, depth, .. } = self.nodes[at];
        let number = if matches!(came, ReachedBy::Move(..)) { number.next() } else { number };
        let (parent, notes) = (Some(at), Vec::new());
        self.nodes.push(GameNode { parent, came, position, number, depth, next: None, notes });
        let new = self.nodes.len() - 1;
        self.nodes[at].next = Some(new);
        new
    }
}

/// Whether a note is an illegal move or an unusable set-up.
const fn is_unplayed(note: &NodeNote) -> bool {
    matches!(note, NodeNote::Item(PdnItem::Move(_) | PdnItem::Setup(_)))
}

struct TreeBuilder<'a, R> {
    tree: &'a mut GameTree<R>,
    /// The legal moves by their place in the text.
    steps: HashMap<usize, Move>,
    ordinal: usize,
}

impl<R: Rules> TreeBuilder<'_, R> {
    fn line(&mut self, line: &Variation, root: usize) {
        let (mut at, mut before, mut broken) = (root, root, false);
        for item in &line.items {
            let grown = match item {
                PdnItem::Move(text) => {
                    let place = self.count();
                    let played = self.steps.get(&place).copied().filter(|_| !broken);
                    broken = played.is_none();
                    played.map(|m| {
                        before = at;
                        let position = self.tree.nodes[at].position.after(&m);
                        self.tree.follow(at, ReachedBy::Move(m, text.clone()), position)
                    })
                }
                PdnItem::Setup(fen) => {
                    self.count();
                    let position = set_up(fen, &self.tree.nodes[at].position).ok();
                    broken = position.is_none();
                    position.map(|position| {
                        before = self.tree.follow(at, ReachedBy::Setup(fen.clone()), position);
                        before
                    })
                }
                PdnItem::Variation(inner) if !broken => {
                    self.variation(inner, at, before);
                    continue;
                }
                PdnItem::Variation(inner) => {
                    self.ordinal += moves_and_setups(inner);
                    None
                }
                PdnItem::Mark(_) | PdnItem::Nag(_) | PdnItem::Comment(_) | PdnItem::Clock(_) => None,
            };
            match grown {
                Some(new) => at = new,
                None => self.tree.nodes[at].notes.push(NodeNote::Item(item.clone())),
            }
        }
    }

    fn variation(&mut self, line: &Variation, at: usize, before: usize) {
        let place = self.tree.nodes[at].notes.len();
        let root = self.tree.begin_variation(before, at, place);
        self.line(line, root);
    }

    fn count(&mut self) -> usize {
        self.ordinal += 1;
        self.ordinal - 1
    }
}
