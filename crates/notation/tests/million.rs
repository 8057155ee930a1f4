//! A million games in bounded memory.
//!
//! Slow, so it runs only when asked for by name:
//! `cargo test -p damiera-notation --release --features slow --test million`
#![allow(clippy::unwrap_used)] // a test may stop where it stands

use std::io::{self, Read};

use damiera_notation::marks::Mark;
use damiera_notation::moves::shortest_text;
use damiera_notation::pdn::{
    GameRecord, NotationStyle, ParsedGame, PdnChecker, PdnItem, PdnReader, Variation,
};
use damiera_rules::{Position, Variant, variant::International};

const GAMES: u64 = 1_000_000;

/// A stream of games that is never whole anywhere.
struct Archive {
    /// Games to be told again and again.
    tales: Vec<String>,
    game: Vec<u8>,
    number: u64,
    at: usize,
}

/// A game of legal moves, each chosen by its number, with a remark, a time, a mark and a variation here and there.
fn tale(seed: usize) -> String {
    let mut position = Position::<International>::start();
    let mut game = GameRecord::new(Variant::International);
    for ply in 0..60 {
        let legal = position.legal();
        if legal.is_empty() {
            break;
        }
        let text = |m| shortest_text(&position, m, &legal, NotationStyle::Numeric);
        let m = legal[(seed * 7 + ply * (seed + 3)) % legal.len()];
        game.main_line.play(text(&m));
        match ply % 20 {
            5 => game.main_line.comment("an old way [%clk 0:59:58]"),
            9 => game.main_line.items.push(PdnItem::Mark(Mark::Good)),
            13 => {
                let mut variation = Variation::default();
                variation.play(text(&legal[0]));
                game.main_line.items.push(PdnItem::Variation(Box::new(variation)));
            }
            _ => {}
        }
        position = position.after(&m);
    }
    game.to_string()
}

impl Archive {
    fn new() -> Self {
        Self { tales: (0..100).map(tale).collect(), game: Vec::new(), number: 0, at: 0 }
    }

    fn next_game(&mut self) {
        self.number += 1;
        self.at = 0;
        self.game.clear();
        let stray = if self.number.is_multiple_of(1000) { "stray\n" } else { "" };
        let tale = &self.tales[self.number as usize % self.tales.len()];
        let text = format!("[Event \"GameRecord {}\"]\n[White \"W. Painter\"]\n{stray}{tale}", self.number);
        self.game.extend_from_slice(text.as_bytes());
    }
}

impl Read for Archive {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.at == self.game.len() && self.number < GAMES {
            self.next_game();
        }
        let count = into.len().min(self.game.len() - self.at);
        into[..count].copy_from_slice(&self.game[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

/// The most memory this process has held, in KiB, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn a_million_games_are_read_and_checked_in_little_memory() {
    let before = peak();
    let mut reader = PdnReader::new(Archive::new());
    let (mut record, mut check) = (ParsedGame::default(), PdnChecker::new(None));
    let (mut games, mut odd) = (0, 0);
    while reader.read(&mut record).unwrap() {
        games += 1;
        // Reading is the subject; a game in a hundred is played over as well.
        if games % 100 == 0 {
            let verdict = check.check(&record);
            assert!(verdict.is_legal(), "game {games}: {:?}", verdict.problems);
        }
        odd += record.problems.len();
    }
    assert_eq!((games, odd), (GAMES, 1000));
    match before.zip(peak()) {
        Some((before, after)) => assert!(after < before + 8 * 1024, "{before} KiB grew to {after} KiB"),
        None => eprintln!("the system does not tell how much memory was held"),
    }
}
