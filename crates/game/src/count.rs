//! Counting towards a draw (FID 10; CBD 97b, 99, 100).
//!
//! The FID's count exists only once it was asked for, needs a king on each side, begins again after a man's move
//! or a capture, and dies with a side's last king. The CBD's count of king moves is a fact of the game; its listed
//! endings are counted from the move that brings them about, whatever is moved or taken within them.

use damiera_rules::{Article, ListedEnding, Pace, Side};

use crate::command::Actor;
use crate::history::AnyHistory;
use crate::rule_set::RuleSet;

/// Every count of a game as it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct CountState {
    asked: Option<RequestedCount>,
    /// King moves by each side since the last capture or man's move.
    quiet: [u16; 2],
    listed: Option<ListedEndingCount>,
}

/// Somebody asked for a count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RequestedCount {
    by: Actor,
    /// The number of the move at which.
    at_move: u16,
    limit: u8,
    made: [u16; 2],
}

/// A listed ending is on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ListedEndingCount {
    ending: ListedEnding,
    made: [u16; 2],
}

/// A count that runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawCount {
    /// Where the book has it.
    pub article: Article,
    /// Moves made so far by White and by Black.
    pub made: [u16; 2],
    /// Moves by each side for a draw.
    pub limit: u8,
    /// Who asked for it and at which move, where somebody did.
    pub asked: Option<(Actor, u16)>,
    /// Whether it is of a listed ending.
    pub kind: DrawCountKind,
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawCountKind {
    /// King moves without a capture or a man's move.
    KingMoves,
    /// Moves in a listed ending.
    ListedEnding,
}

impl DrawCount {
    /// Moves that both sides have made.
    #[must_use]
    pub fn by_each(&self) -> u16 {
        self.made[0].min(self.made[1])
    }

    /// Whether it has reached its limit.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.by_each() >= u16::from(self.limit)
    }
}

/// What a move was to the counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CountEffect {
    /// A king moved, nothing was taken.
    KingMove,
    /// A man moved or the number of pieces changed.
    Other,
}

impl CountEffect {
    /// What happened between two positions, each given by its men and its number of kings.
    pub(crate) fn between(before: &MenAndKings, after: &MenAndKings) -> Self {
        if before == after { Self::KingMove } else { Self::Other }
    }
}

/// Where the men stand and how many kings there are: what a king move leaves as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MenAndKings {
    men: [damiera_rules::SquareSet; 2],
    kings: [u32; 2],
}

impl MenAndKings {
    pub(crate) fn of(history: &dyn AnyHistory) -> Self {
        Self {
            men: Side::BOTH.map(|side| history.men(side)),
            kings: Side::BOTH.map(|side| history.kings(side).len()),
        }
    }

    /// A king on each side (FID 10.1).
    pub(crate) fn king_each(&self) -> bool {
        self.kings.iter().all(|&kings| kings > 0)
    }

    pub(crate) fn has_king(&self) -> bool {
        self.kings.iter().any(|&kings| kings > 0)
    }

    pub(crate) fn lacks_king(&self, side: Side) -> bool {
        self.kings[side as usize] == 0
    }
}

impl CountState {
    /// Counts for a position that a game begins with.
    pub(crate) fn at(history: &dyn AnyHistory, pace: Pace) -> Self {
        let listed = history.listed_ending(pace).map(|ending| ListedEndingCount { ending, made: [0; 2] });
        Self { asked: None, quiet: [0; 2], listed }
    }

    /// Somebody asks: the count begins with the player to move (10.3), never with moves already made.
    pub(crate) fn ask(&mut self, by: Actor, at_move: u16, limit: u8) {
        self.asked = Some(RequestedCount { by, at_move, limit, made: [0; 2] });
    }

    /// The arbiter lowers the number of moves (FID-IT 11).
    pub(crate) fn lower(&mut self, limit: u8) {
        if let Some(asked) = &mut self.asked {
            asked.limit = limit;
        }
    }

    /// The arbiter calls the count off (FID 3.11).
    pub(crate) fn cancel(&mut self) {
        self.asked = None;
    }

    pub(crate) fn is_asked(&self) -> bool {
        self.asked.is_some()
    }

    pub(crate) fn asked_limit(&self) -> Option<u8> {
        self.asked.map(|asked| asked.limit)
    }

    /// A side has moved; the line holds the position after it.
    pub(crate) fn step(
        &mut self,
        rule_set: &RuleSet,
        by: Side,
        stir: CountEffect,
        history: &dyn AnyHistory,
        pace: Pace,
    ) {
        self.quiet = match stir {
            CountEffect::KingMove => one_more(self.quiet, by),
            CountEffect::Other => [0; 2],
        };
        let lives = !rule_set.king_moves.needs_king_each || MenAndKings::of(history).king_each();
        self.asked = self.asked.filter(|_| lives).map(|asked| match stir {
            CountEffect::KingMove => RequestedCount { made: one_more(asked.made, by), ..asked },
            CountEffect::Other => RequestedCount { made: [0; 2], ..asked }, // 10.5
        });
        // 99, 100: whatever was moved or taken, the count goes on while the ending is a listed one.
        self.listed = history.listed_ending(pace).map(|ending| ListedEndingCount {
            ending,
            made: self.listed.map_or([0; 2], |listed| one_more(listed.made, by)),
        });
    }

    /// The arbiter changed what stands on the board; nobody moved.
    pub(crate) fn disturb(&mut self, rule_set: &RuleSet, history: &dyn AnyHistory, pace: Pace) {
        let made = self.listed.map_or([0; 2], |listed| listed.made);
        let lives = !rule_set.king_moves.needs_king_each || MenAndKings::of(history).king_each();
        self.quiet = [0; 2];
        self.asked = self.asked.filter(|_| lives).map(|asked| RequestedCount { made: [0; 2], ..asked });
        self.listed = history.listed_ending(pace).map(|ending| ListedEndingCount { ending, made });
    }

    /// The counts that run.
    pub(crate) fn running(&self, rule_set: &RuleSet) -> Vec<DrawCount> {
        let listed = self.listed.map(|listed| DrawCount {
            article: listed.ending.article,
            made: listed.made,
            limit: listed.ending.limit,
            asked: None,
            kind: DrawCountKind::ListedEnding,
        });
        let asked = self.asked.map(|asked| (asked.by, asked.at_move));
        let king_moves = |made, limit| DrawCount {
            article: rule_set.king_moves.article,
            made,
            limit,
            asked,
            kind: DrawCountKind::KingMoves,
        };
        let king_moves = if rule_set.counts_when_asked() {
            self.asked.map(|asked| king_moves(asked.made, asked.limit))
        } else {
            let begun = self.asked.is_some() || self.quiet.iter().any(|&made| made > 0);
            begun.then(|| king_moves(self.quiet, rule_set.king_moves.limit))
        };
        listed.into_iter().chain(king_moves).collect()
    }
}

fn one_more(mut made: [u16; 2], by: Side) -> [u16; 2] {
    made[by as usize] = made[by as usize].saturating_add(1);
    made
}
