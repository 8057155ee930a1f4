//! Balloted openings ("mosse imposte per sorteggio"): the first moves of a game are drawn from a table.
//!
//! A table is a text file. `game` and `name` identify it. A line `9-13 21-17: 5-9 6-9` lists two openings. `every 3` adds
//! every sequence of three legal moves, except those that start with the moves of a line `but …`.

use std::sync::OnceLock;

use damiera_rules::{History, Position, Rules, Variant, with_rules};

/// A table of openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ballot {
    /// The variant.
    pub variant: Variant,
    /// Its name, unique among the tables of the variant.
    pub name: String,
    lines: Vec<Vec<String>>,
}

const FILES: [&str; 4] = [
    include_str!("../openings/english-three-move.txt"),
    include_str!("../openings/english-two-move.txt"),
    include_str!("../openings/italian-three-move.txt"),
    include_str!("../openings/brazilian-drawn.txt"),
];

/// All tables.
#[must_use]
pub fn all() -> &'static [Ballot] {
    static ALL: OnceLock<Vec<Ballot>> = OnceLock::new();
    ALL.get_or_init(|| FILES.into_iter().filter_map(Ballot::read).collect())
}

/// The tables of a variant.
pub fn of(variant: Variant) -> impl Iterator<Item = &'static Ballot> {
    all().iter().filter(move |ballot| ballot.variant == variant)
}

impl Ballot {
    /// Parses a table; `None` if it names no variant or contains no opening.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        let variant = field("game")?.trim().parse().ok()?;
        let barred: Vec<Vec<&str>> = text
            .lines()
            .filter_map(|line| line.strip_prefix("but "))
            .map(|line| line.split_whitespace().collect())
            .collect();
        let mut lines: Vec<Vec<String>> = text.lines().filter_map(grown).flatten().collect();
        if let Some(plies) = field("every").and_then(|plies| plies.trim().parse().ok()) {
            let every = with_rules!(variant, R => every::<R>(plies));
            let stays = |line: &Vec<String>| !barred.iter().any(|barred| line.starts_with_all(barred));
            lines.extend(every.into_iter().filter(stays));
        }
        (!lines.is_empty()).then(|| Self {
            variant,
            name: field("name").unwrap_or_default().to_owned(),
            lines,
        })
    }

    /// The openings, each as its moves in notation.
    #[must_use]
    pub fn lines(&self) -> &[Vec<String>] {
        &self.lines
    }

    /// The opening selected by a random number that the caller provides.
    #[must_use]
    pub fn draw(&self, lot: u64) -> &[String] {
        let count = self.lines.len() as u64;
        self.lines.get(usize::try_from(lot % count.max(1)).unwrap_or_default()).map_or(&[], Vec::as_slice)
    }
}

trait StartsWith {
    fn starts_with_all(&self, head: &[&str]) -> bool;
}

impl StartsWith for Vec<String> {
    fn starts_with_all(&self, head: &[&str]) -> bool {
        self.len() >= head.len() && self.iter().zip(head).all(|(own, head)| own == head)
    }
}

/// The openings of a line `first moves: last last …`.
fn grown(line: &str) -> Option<Vec<Vec<String>>> {
    let (head, last) = line.split_once(':').filter(|_| line.starts_with(|c: char| c.is_ascii_digit()))?;
    let head: Vec<String> = head.split_whitespace().map(str::to_owned).collect();
    let opening = |last: &str| head.iter().cloned().chain([last.to_owned()]).collect();
    Some(last.split_whitespace().map(opening).collect())
}

/// Every sequence of this many legal moves.
fn every<R: Rules>(plies: usize) -> Vec<Vec<String>> {
    let mut grown = vec![(History::<R>::new(Position::start()), Vec::new())];
    for _ in 0..plies {
        grown = grown
            .into_iter()
            .flat_map(|(history, line)| {
                let moves = history.position().legal().to_vec();
                moves.into_iter().map(move |m| {
                    let (mut history, mut line): (History<R>, Vec<String>) = (history.clone(), line.clone());
                    line.push(history.position().notation(&m));
                    history.push(&m);
                    (history, line)
                })
            })
            .collect();
    }
    grown.into_iter().map(|(_, line)| line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Profile, Terms};

    #[test]
    fn every_opening_of_every_table_can_be_played() {
        assert_eq!(all().len(), FILES.len(), "a table cannot be read");
        for ballot in all() {
            for line in ballot.lines() {
                let terms = Terms { opening: line.clone(), ..Terms::new(ballot.variant, Profile::CASUAL) };
                let game = Game::new(terms).unwrap_or_else(|error| panic!("{}: {error}", ballot.name));
                assert_eq!(game.plies().len(), line.len());
            }
        }
    }

    #[test]
    fn tables_are_as_long_as_the_federations_say() {
        let sizes: Vec<_> =
            all().iter().map(|b| (b.variant.name(), b.name.as_str(), b.lines().len())).collect();
        assert_eq!(sizes[..2], [("english", "three-move", 156), ("english", "two-move", 43)]);
    }

    #[test]
    fn an_italian_draw_never_loses_a_piece_at_once() {
        let barred = |line: &Vec<String>| {
            line.starts_with_all(&["21-18", "9-13"]) || line.starts_with_all(&["22-18", "9-13"])
        };
        let ballot = of(Variant::Italian).next().expect("a table");
        assert!(!ballot.lines().iter().any(barred));
        for known in ["21-17 11-15 26-21", "22-18 12-16 18-14", "23-19 12-16 28-23"] {
            let known: Vec<String> = known.split(' ').map(str::to_owned).collect();
            assert!(ballot.lines().contains(&known), "{known:?}");
        }
    }

    #[test]
    fn any_lot_falls_on_an_opening() {
        for ballot in all() {
            for lot in [0, 1, 155, 156, u64::MAX] {
                assert!(ballot.lines().iter().any(|line| line == ballot.draw(lot)));
            }
        }
    }
}
