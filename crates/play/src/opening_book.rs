//! An opening book: the values of moves in positions near the start, found by our own search.
//!
//! The book is here and not in the engine, because it is about choosing a move to play and not about searching: analysis,
//! training and the search benchmark never use it. `damiera book build` makes it (`damiera-lab`); the small books of
//! `books/` are part of the program.

mod file;

use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use damiera_engine::{Level, SplitMix64, Value};
use damiera_rules::{Move, Position, Rules, Variant};

pub use file::BookFileError;

/// At full strength, a move may be worse than the best by this much, in hundredths of a man.
const FULL_STRENGTH_MARGIN: Value = 2;
/// For each level below full strength, a move may be worse by this much more.
const MARGIN_PER_LEVEL: Value = 6;
/// At full strength, a position is played from the book only if it has this many others of the book below it: near its end,
/// the book has seen less than the search will.
const FULL_STRENGTH_SUPPORT: u32 = 64;

/// A book of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningBook {
    /// The game.
    pub variant: Variant,
    /// How it was made.
    pub provenance: String,
    /// Sorted by key.
    entries: Vec<BookEntry>,
}

/// A position of the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookEntry {
    /// The key of the position.
    pub key: u64,
    /// The number of positions of the book that follow from it.
    pub support: u32,
    /// Its good moves, the best first.
    pub moves: Vec<BookMove>,
}

/// A move of a position of the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The lowest bits of the key of the position after it.
    pub after: u16,
    /// Its value for the side that moves, in hundredths of a man.
    pub value: i16,
}

impl BookMove {
    /// The move that leads to a position with this key.
    #[must_use]
    pub fn new(key_after: u64, value: Value) -> Self {
        let value = value.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        Self { after: key_after as u16, value }
    }
}

impl OpeningBook {
    /// A book of these positions.
    #[must_use]
    pub fn new(variant: Variant, provenance: String, mut entries: Vec<BookEntry>) -> Self {
        entries.sort_by_key(|entry| entry.key);
        entries.dedup_by_key(|entry| entry.key);
        Self { variant, provenance, entries }
    }

    /// The book of a game that is part of the program, if there is one.
    #[must_use]
    pub fn embedded(variant: Variant) -> Option<Arc<Self>> {
        EMBEDDED.iter().find(|book| book.variant == variant).cloned()
    }

    /// The number of positions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it has no position.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What it has on a position: the legal moves with their values, the best first, and the support.
    #[must_use]
    pub fn find<R: Rules>(&self, position: &Position<R>) -> Option<(Vec<(Move, Value)>, u32)> {
        let key = position.key();
        let at = self.entries.binary_search_by_key(&key, |entry| entry.key).ok()?;
        let entry = &self.entries[at];
        let legal = position.legal();
        let known = |m: &Move| {
            let after = position.key_after(key, m) as u16;
            let found = entry.moves.iter().find(|known| known.after == after)?;
            Some((*m, Value::from(found.value)))
        };
        let mut moves: Vec<_> = legal.iter().filter_map(known).collect();
        // A few keys may share their lowest bits. Then it cannot be told which move is meant.
        if self.variant != R::VARIANT || moves.len() != entry.moves.len() {
            return None;
        }
        moves.sort_by_key(|&(_, value)| -value);
        Some((moves, entry.support))
    }

    /// A move to play: at full strength one of the best, at a lower level with more variety. The seed decides between them.
    #[must_use]
    pub fn choose<R: Rules>(&self, position: &Position<R>, level: Level, seed: u64) -> Option<Move> {
        let (moves, support) = self.find(position)?;
        let below = Value::from(Level::HIGHEST.number() - level.number());
        if below == 0 && support < FULL_STRENGTH_SUPPORT {
            return None;
        }
        let best = moves.first()?.1;
        let margin = FULL_STRENGTH_MARGIN + below * MARGIN_PER_LEVEL;
        let good = moves.iter().take_while(|(_, value)| best - value <= margin).count();
        let mut rng = SplitMix64::new(seed ^ position.key());
        Some(moves[rng.below(good)].0)
    }
}

/// The books of the program. Each one names its game.
const FILES: [&[u8]; 4] = [
    include_bytes!("../books/english.book"),
    include_bytes!("../books/italian.book"),
    include_bytes!("../books/brazilian.book"),
    include_bytes!("../books/international.book"),
];

static EMBEDDED: LazyLock<Vec<Arc<OpeningBook>>> = LazyLock::new(|| {
    FILES.iter().filter_map(|bytes| OpeningBook::from_bytes(bytes).ok()).map(Arc::new).collect()
});

/// Which book to use, as it is written on a command line: nothing for none, `own` for the one in the program, or a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum BookSource {
    /// No book.
    #[default]
    None,
    /// The book of the program, if it has one for the game.
    Embedded,
    /// A file.
    File(PathBuf),
}

impl FromStr for BookSource {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "" => Self::None,
            "own" => Self::Embedded,
            path => Self::File(path.into()),
        })
    }
}

impl fmt::Display for BookSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => Ok(()),
            Self::Embedded => f.write_str("own"),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

/// A book that cannot be used.
#[derive(Debug)]
pub struct BookUnusable {
    path: PathBuf,
    problem: String,
}

impl fmt::Display for BookUnusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the opening book {} cannot be used: {}", self.path.display(), self.problem)
    }
}

impl std::error::Error for BookUnusable {}

impl BookSource {
    /// Opens the book of a game.
    pub fn open(&self, variant: Variant) -> Result<Option<Arc<OpeningBook>>, BookUnusable> {
        match self {
            Self::None => Ok(None),
            Self::Embedded => Ok(OpeningBook::embedded(variant)),
            Self::File(path) => {
                let fail = |problem: String| BookUnusable { path: path.clone(), problem };
                let bytes = fs::read(path).map_err(|error| fail(error.to_string()))?;
                let book = OpeningBook::from_bytes(&bytes).map_err(|error| fail(error.to_string()))?;
                if book.variant != variant {
                    return Err(fail(format!("it is a book of {}", book.variant)));
                }
                Ok(Some(Arc::new(book)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use damiera_rules::variant::English;
    use damiera_rules::with_rules;

    use super::*;

    /// A book of the start position, in which each move is worse by ten than the one before.
    fn book(support: u32) -> (OpeningBook, Vec<Move>) {
        let start = Position::<English>::start();
        let legal: Vec<Move> = start.legal().to_vec();
        let key = start.key();
        let moves =
            legal.iter().zip(0..).map(|(m, i)| BookMove::new(start.key_after(key, m), 5 - 10 * i)).collect();
        let entries = vec![BookEntry { key, support, moves }];
        (OpeningBook::new(English::VARIANT, "by hand".to_owned(), entries), legal)
    }

    /// The moves that are chosen with different seeds.
    fn choices(book: &OpeningBook, level: u8) -> Vec<Move> {
        let start = Position::<English>::start();
        let chosen = |seed| book.choose(&start, Level::new(level).expect("a level"), seed);
        let mut moves: Vec<Move> = (0..200).filter_map(chosen).collect();
        moves.sort_by_key(|m| (m.from.number(), m.to.number()));
        moves.dedup();
        moves
    }

    /// Every position of a game's own book that its own moves lead to is known with legal moves; returns their number.
    fn positions_reached<R: Rules>() -> usize {
        let book = OpeningBook::embedded(R::VARIANT).expect("a book");
        let (mut reached, mut open) = (HashSet::new(), vec![Position::<R>::start()]);
        while let Some(position) = open.pop() {
            let Some((moves, _)) = book.find(&position) else { continue };
            assert!(!moves.is_empty(), "{position:?}");
            if reached.insert(position.key()) {
                open.extend(moves.iter().map(|(m, _)| position.after(m)));
            }
        }
        assert!(book.choose(&Position::<R>::start(), Level::HIGHEST, 1).is_some(), "it begins at the start");
        reached.len()
    }

    #[test]
    fn every_game_has_a_book_of_its_own() {
        for &variant in Variant::ALL {
            let reached = with_rules!(variant, R => positions_reached::<R>());
            assert!(reached > 500, "{variant}: {reached}");
        }
    }

    #[test]
    fn full_strength_plays_the_best_move_and_lower_levels_have_more_to_choose_from() {
        let (book, legal) = book(100);
        assert_eq!(choices(&book, 10), [legal[0]]);
        assert_eq!(choices(&book, 8).len(), 2);
        assert!(choices(&book, 1).len() > 4, "{:?}", choices(&book, 1));
    }

    #[test]
    fn full_strength_does_not_trust_the_end_of_the_book() {
        let (book, _) = book(2);
        assert_eq!(choices(&book, 10), []);
        assert!(!choices(&book, 9).is_empty());
    }
}
