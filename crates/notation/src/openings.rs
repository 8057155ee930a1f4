//! Opening decks: lists of openings to draw from ("mosse imposte per sorteggio"), for games, matches and events.
//!
//! A deck is a text file; `#` begins a comment. `game` and `name` identify the deck. Every other line adds openings:
//!
//! | line | openings |
//! | --- | --- |
//! | `9-13 21-17 5-9` | one, by its moves from the initial position |
//! | `9-13 21-17: 5-9 6-9` | two, which differ in the last move |
//! | `every 3` | every sequence of three legal moves … |
//! | `but 21-18 9-13` | … except those that start with these moves |
//! | `B:W22:B17` | one that starts from a position |

use std::fmt;
use std::sync::OnceLock;

use damiera_rules::{History, Position, Rules, Variant, with_rules};

/// An opening of a deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opening {
    /// Moves from the initial position, in notation.
    Moves(Vec<String>),
    /// A position as FEN.
    Position(String),
}

impl Opening {
    /// The positions of the opening, if its moves are legal.
    pub fn history<R: Rules>(&self) -> Result<History<R>, String> {
        match self {
            Self::Position(fen) => {
                Position::from_fen(fen).map(History::new).map_err(|error| error.to_string())
            }
            Self::Moves(moves) => {
                let mut history = History::new(Position::start());
                for text in moves {
                    let m =
                        history.position().parse_move(text).map_err(|error| format!("{text}: {error}"))?;
                    history.push(&m);
                }
                Ok(history)
            }
        }
    }
}

/// A list of openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningDeck {
    /// The variant.
    pub variant: Variant,
    /// Its name, unique among the decks of the variant.
    pub name: String,
    openings: Vec<Opening>,
}

/// A line that is not part of a deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for DeckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for DeckError {}

const FILES: [&str; 4] = [
    include_str!("../openings/english-three-move.txt"),
    include_str!("../openings/english-two-move.txt"),
    include_str!("../openings/italian-three-move.txt"),
    include_str!("../openings/brazilian-drawn.txt"),
];

/// The decks that come with the program.
#[must_use]
pub fn decks() -> &'static [OpeningDeck] {
    static DECKS: OnceLock<Vec<OpeningDeck>> = OnceLock::new();
    DECKS.get_or_init(|| FILES.into_iter().filter_map(|text| OpeningDeck::parse(text, None).ok()).collect())
}

/// The decks of a variant.
pub fn decks_of(variant: Variant) -> impl Iterator<Item = &'static OpeningDeck> {
    decks().iter().filter(move |deck| deck.variant == variant)
}

impl OpeningDeck {
    /// Parses a deck. `variant` is for a text without a line `game`; where both are given they must agree.
    pub fn parse(text: &str, variant: Option<Variant>) -> Result<Self, DeckError> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        let mut draft = DeckDraft { variant, ..DeckDraft::default() };
        for (number, line) in (1..).zip(lines).filter(|(_, line)| !line.is_empty()) {
            draft.add(number, line).map_err(|reason| DeckError { line: number, reason })?;
        }
        let end = |reason: &str| DeckError { line: text.lines().count().max(1), reason: reason.to_owned() };
        let variant =
            draft.variant.ok_or_else(|| end("no line \"game\" says which game the openings are of"))?;
        let deck = Self { variant, openings: draft.openings(variant)?, name: draft.name };
        if deck.openings.is_empty() { Err(end("there is no opening")) } else { Ok(deck) }
    }

    /// All openings.
    #[must_use]
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// The openings that are sequences of moves.
    pub fn move_sequences(&self) -> impl Iterator<Item = &[String]> {
        self.openings.iter().filter_map(|opening| match opening {
            Opening::Moves(moves) => Some(moves.as_slice()),
            Opening::Position(_) => None,
        })
    }

    /// The sequence of moves selected by a random number that the caller provides; empty if the deck has none.
    #[must_use]
    pub fn draw(&self, lot: u64) -> &[String] {
        let count = self.move_sequences().count() as u64;
        let index = usize::try_from(lot % count.max(1)).unwrap_or_default();
        self.move_sequences().nth(index).unwrap_or_default()
    }
}

/// A deck while its lines are read.
#[derive(Default)]
struct DeckDraft {
    variant: Option<Variant>,
    name: String,
    /// Openings with the numbers of their lines.
    listed: Vec<(usize, Opening)>,
    every: Option<usize>,
    barred: Vec<Vec<String>>,
}

impl DeckDraft {
    /// The longest sequences that `every` may list: more would be millions.
    const LONGEST: usize = 4;

    fn add(&mut self, number: usize, line: &str) -> Result<(), String> {
        let (keyword, rest) = line.split_once(' ').unwrap_or((line, ""));
        match keyword {
            "game" => self.set_variant(rest.trim()),
            "name" => {
                rest.trim().clone_into(&mut self.name);
                Ok(())
            }
            "every" => {
                let plies = rest.trim().parse().ok().filter(|plies| (1..=Self::LONGEST).contains(plies));
                self.every =
                    Some(plies.ok_or_else(|| format!("\"every\" takes 1 to {} moves", Self::LONGEST))?);
                Ok(())
            }
            "but" => {
                self.barred.push(words(rest));
                Ok(())
            }
            _ if line.starts_with(['W', 'B']) => {
                self.listed.push((number, Opening::Position(line.to_owned())));
                Ok(())
            }
            _ => {
                self.listed.extend(sequences(line).into_iter().map(|moves| (number, Opening::Moves(moves))));
                Ok(())
            }
        }
    }

    fn set_variant(&mut self, name: &str) -> Result<(), String> {
        let variant: Variant =
            name.parse().map_err(|error: damiera_rules::UnknownVariant| error.to_string())?;
        match self.variant.replace(variant) {
            Some(other) if other != variant => {
                Err(format!("these are openings of {variant}, not of {other}"))
            }
            _ => Ok(()),
        }
    }

    /// The openings, all of which can be played.
    fn openings(&self, variant: Variant) -> Result<Vec<Opening>, DeckError> {
        for (line, opening) in &self.listed {
            with_rules!(variant, R => opening.history::<R>().map(|_| ()))
                .map_err(|reason| DeckError { line: *line, reason })?;
        }
        let mut openings: Vec<_> = self.listed.iter().map(|(_, opening)| opening.clone()).collect();
        if let Some(plies) = self.every {
            let every = with_rules!(variant, R => every_sequence::<R>(plies));
            let allowed = |moves: &Vec<String>| !self.barred.iter().any(|barred| moves.starts_with(barred));
            openings.extend(every.into_iter().filter(allowed).map(Opening::Moves));
        }
        Ok(openings)
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The openings of a line of moves, or of `first moves: last last …`.
fn sequences(line: &str) -> Vec<Vec<String>> {
    let Some((head, last)) = line.split_once(':') else { return vec![words(line)] };
    let head = words(head);
    let with_last = |last: &str| head.iter().cloned().chain([last.to_owned()]).collect();
    last.split_whitespace().map(with_last).collect()
}

/// Every sequence of this many legal moves.
fn every_sequence<R: Rules>(plies: usize) -> Vec<Vec<String>> {
    let mut grown = vec![(Position::<R>::start(), Vec::new())];
    for _ in 0..plies {
        grown = grown.iter().flat_map(|(position, moves)| longer_by_one(position, moves)).collect();
    }
    grown.into_iter().map(|(_, moves)| moves).collect()
}

fn longer_by_one<R: Rules>(position: &Position<R>, moves: &[String]) -> Vec<(Position<R>, Vec<String>)> {
    let legal = position.legal().to_vec();
    let longer = |m| {
        let mut next = *position;
        let legal = next.play(&m);
        legal.then(|| (next, moves.iter().cloned().chain([position.notation(&m)]).collect()))
    };
    legal.into_iter().filter_map(longer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use damiera_rules::variant::English;

    #[test]
    fn every_opening_of_every_deck_can_be_played() {
        assert_eq!(decks().len(), FILES.len(), "a deck cannot be read");
        for deck in decks() {
            for opening in deck.openings() {
                let played = with_rules!(deck.variant, R => opening.history::<R>().map(|_| ()));
                assert_eq!(played, Ok(()), "{}: {opening:?}", deck.name);
            }
        }
    }

    #[test]
    fn decks_are_as_long_as_the_federations_say() {
        let sizes: Vec<_> =
            decks().iter().map(|d| (d.variant.name(), &*d.name, d.openings().len())).collect();
        assert_eq!(sizes[..2], [("english", "three-move", 156), ("english", "two-move", 43)]);
        assert_eq!(sizes[3], ("brazilian", "federation", 150));
    }

    #[test]
    fn an_italian_draw_never_loses_a_piece_at_once() {
        let deck = decks_of(Variant::Italian).next().expect("a deck");
        let barred = [words("21-18 9-13"), words("22-18 9-13")];
        assert!(!deck.move_sequences().any(|moves| barred.iter().any(|barred| moves.starts_with(barred))));
        for known in ["21-17 11-15 26-21", "22-18 12-16 18-14", "23-19 12-16 28-23"] {
            assert!(deck.move_sequences().any(|moves| moves == words(known)), "{known}");
        }
    }

    #[test]
    fn every_lot_draws_an_opening() {
        for deck in decks() {
            for lot in [0, 1, 155, 156, u64::MAX] {
                assert!(deck.move_sequences().any(|moves| moves == deck.draw(lot)));
            }
        }
    }

    #[test]
    fn a_line_is_read_or_refused_with_its_number() {
        let read = |text| OpeningDeck::parse(text, Some(Variant::English));
        let deck = read("9-13 22-18 # two moves\n\nB:W22:B17\n10-15: 21-17 22-18").expect("a deck");
        let plies = deck.openings().iter().map(|o| o.history::<English>().map(|h| h.positions().len() - 1));
        assert_eq!(plies.collect::<Vec<_>>(), [Ok(2), Ok(0), Ok(2), Ok(2)]);
        for (text, line) in
            [("9-13\n9-99", 2), ("9-13\ngame italian", 2), ("every 9", 1), ("", 1), ("game chess", 1)]
        {
            assert_eq!(read(text).map_err(|error| error.line), Err(line), "{text:?}");
        }
        assert!(OpeningDeck::parse("9-13", None).is_err(), "no game");
    }
}
