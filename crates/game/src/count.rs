//! Counting towards a draw (FID 10; CBD 97b, 99, 100).
//!
//! The FID's count exists only once it was asked for, needs a king on each side, begins again after a man's move
//! or a capture, and dies with a side's last king. The CBD's count of king moves is a fact of the game; its listed
//! endings are counted from the move that brings them about, whatever is moved or taken within them.

use damiera_rules::{Article, ListedEnding, Pace, Side};

use crate::command::Actor;
use crate::law::Law;
use crate::line::Line;

/// Every count of a game as it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts {
    asked: Option<Asked>,
    /// King moves by each side since the last capture or man's move.
    quiet: [u16; 2],
    listed: Option<Listed>,
}

/// Somebody asked for a count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Asked {
    by: Actor,
    /// The number of the move at which.
    at_move: u16,
    limit: u8,
    made: [u16; 2],
}

/// A listed ending is on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Listed {
    ending: ListedEnding,
    made: [u16; 2],
}

/// A count that runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// Where the book has it.
    pub article: Article,
    /// Moves made so far by White and by Black.
    pub made: [u16; 2],
    /// Moves by each side for a draw.
    pub limit: u8,
    /// Who asked for it and at which move, where somebody did.
    pub asked: Option<(Actor, u16)>,
    /// Whether it is of a listed ending.
    pub kind: Counted,
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Counted {
    /// King moves without a capture or a man's move.
    KingMoves,
    /// Moves in a listed ending.
    ListedEnding,
}

impl Count {
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
pub(crate) enum Stir {
    /// A king moved, nothing was taken.
    KingMove,
    /// A man moved or the number of pieces changed.
    Other,
}

impl Stir {
    /// What happened between two positions, each given by its men and its number of kings.
    pub(crate) fn between(before: &Material, after: &Material) -> Self {
        if before == after { Self::KingMove } else { Self::Other }
    }
}

/// Where the men stand and how many kings there are: what a king move leaves as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Material {
    men: [damiera_rules::SquareSet; 2],
    kings: [u32; 2],
}

impl Material {
    pub(crate) fn of(line: &dyn Line) -> Self {
        Self {
            men: Side::BOTH.map(|side| line.men(side)),
            kings: Side::BOTH.map(|side| line.kings(side).len()),
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

impl Counts {
    /// Counts for a position that a game begins with.
    pub(crate) fn at(line: &dyn Line, pace: Pace) -> Self {
        let listed = line.listed_ending(pace).map(|ending| Listed { ending, made: [0; 2] });
        Self { asked: None, quiet: [0; 2], listed }
    }

    /// Somebody asks: the count begins with the player to move (10.3), never with moves already made.
    pub(crate) fn ask(&mut self, by: Actor, at_move: u16, limit: u8) {
        self.asked = Some(Asked { by, at_move, limit, made: [0; 2] });
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
    pub(crate) fn step(&mut self, law: &Law, by: Side, stir: Stir, line: &dyn Line, pace: Pace) {
        self.quiet = match stir {
            Stir::KingMove => one_more(self.quiet, by),
            Stir::Other => [0; 2],
        };
        let lives = !law.king_moves.needs_king_each || Material::of(line).king_each();
        self.asked = self.asked.filter(|_| lives).map(|asked| match stir {
            Stir::KingMove => Asked { made: one_more(asked.made, by), ..asked },
            Stir::Other => Asked { made: [0; 2], ..asked }, // 10.5
        });
        // 99, 100: whatever was moved or taken, the count goes on while the ending is a listed one.
        self.listed = line.listed_ending(pace).map(|ending| Listed {
            ending,
            made: self.listed.map_or([0; 2], |listed| one_more(listed.made, by)),
        });
    }

    /// The arbiter changed what stands on the board; nobody moved.
    pub(crate) fn disturb(&mut self, law: &Law, line: &dyn Line, pace: Pace) {
        let made = self.listed.map_or([0; 2], |listed| listed.made);
        let lives = !law.king_moves.needs_king_each || Material::of(line).king_each();
        self.quiet = [0; 2];
        self.asked = self.asked.filter(|_| lives).map(|asked| Asked { made: [0; 2], ..asked });
        self.listed = line.listed_ending(pace).map(|ending| Listed { ending, made });
    }

    /// The counts that run.
    pub(crate) fn running(&self, law: &Law) -> Vec<Count> {
        let listed = self.listed.map(|listed| Count {
            article: listed.ending.article,
            made: listed.made,
            limit: listed.ending.limit,
            asked: None,
            kind: Counted::ListedEnding,
        });
        let asked = self.asked.map(|asked| (asked.by, asked.at_move));
        let king_moves = |made, limit| Count {
            article: law.king_moves.article,
            made,
            limit,
            asked,
            kind: Counted::KingMoves,
        };
        let king_moves = if law.counts_when_asked() {
            self.asked.map(|asked| king_moves(asked.made, asked.limit))
        } else {
            let begun = self.asked.is_some() || self.quiet.iter().any(|&made| made > 0);
            begun.then(|| king_moves(self.quiet, law.king_moves.limit))
        };
        listed.into_iter().chain(king_moves).collect()
    }
}

fn one_more(mut made: [u16; 2], by: Side) -> [u16; 2] {
    made[by as usize] = made[by as usize].saturating_add(1);
    made
}
