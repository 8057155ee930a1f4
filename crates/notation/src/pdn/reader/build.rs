//! A game while it is being read.

use std::io::Read;

use crate::marks::Convention;
use crate::pdn::game::{Fen, Game, Half, Item, Line, MoveNumber};
use crate::pdn::lexer::{Lexer, Part};
use crate::pdn::movetext::MoveText;
use crate::pdn::outcome::Outcome;
use crate::pdn::problem::Spot;
use crate::pdn::record::Record;
use crate::pdn::tags::usual_name;

/// How many moves, remarks and the like one game may hold.
pub(super) const LONGEST_GAME: usize = 1 << 20;

/// The game being read.
#[derive(Default)]
pub(super) struct Build {
    pub(super) game: Game,
    pub(super) spots: Vec<Spot>,
    pub(super) tag_spots: Vec<Spot>,
    pub(super) start: Option<Spot>,
    /// Where its last token stands so far.
    pub(super) last_spot: Option<Spot>,
    /// The lines around the one being read, each with the number its next move would have had.
    pub(super) around: Vec<(Line, MoveNumber)>,
    /// Variations that are left out because they are too deep.
    pub(super) left_out: usize,
    pub(super) due: MoveNumber,
    pub(super) last: MoveNumber,
    pub(super) numbered: bool,
    pub(super) set_up: bool,
    pub(super) played: bool,
    pub(super) items: usize,
    pub(super) marks: Option<Convention>,
}

impl Build {
    /// Starts with the memory of a record that is done with.
    pub(super) fn with_memory_of(record: &mut Record) -> Self {
        record.game.clear();
        record.spots.clear();
        record.tag_spots.clear();
        Self {
            game: std::mem::take(&mut record.game),
            spots: std::mem::take(&mut record.spots),
            tag_spots: std::mem::take(&mut record.tag_spots),
            ..Self::default()
        }
    }

    pub(super) fn hand_over(&mut self, record: &mut Record) {
        record.game = std::mem::take(&mut self.game);
        record.spots = std::mem::take(&mut self.spots);
        record.tag_spots = std::mem::take(&mut self.tag_spots);
    }

    pub(super) fn begin(&mut self, spot: Spot) {
        self.start.get_or_insert(spot);
    }

    /// Whether there is more than remarks.
    pub(super) fn is_game(&self) -> bool {
        self.start.is_some()
    }

    /// Whether the moves have begun, so that a tag would belong to the next game.
    pub(super) fn part(&self) -> Part {
        let begun = self.played || self.numbered || self.set_up || !self.around.is_empty();
        if begun { Part::Body } else { Part::Head }
    }

    /// Whether a tag needs nothing but to be taken down.
    pub(super) fn is_new_and_usual(&self, name: &str, value: &str) -> bool {
        let special = match name.len() {
            5 => name.eq_ignore_ascii_case("Marks"),
            6 => name.eq_ignore_ascii_case("Result") && Outcome::read(value).is_none(),
            _ => false,
        };
        !special && usual_name(name).is_none() && self.game.tags.get(name).is_none()
    }

    /// Whether nothing is left out yet, nor has to be soon.
    pub(super) fn has_room(&self) -> bool {
        self.left_out == 0 && self.items < LONGEST_GAME / 2
    }

    /// The line being read: the game's own field holds the innermost.
    pub(super) fn add(&mut self, item: Item) {
        self.items += 1;
        if self.left_out == 0 && self.items <= LONGEST_GAME {
            self.game.line.items.push(item);
        }
    }

    #[inline]
    pub(super) fn play(&mut self, text: MoveText, spot: Spot) {
        self.add_at(Item::Move(text), spot);
        self.pass(spot);
    }

    /// Adds something that has a place of its own.
    pub(super) fn add_at(&mut self, item: Item, spot: Spot) {
        if self.left_out == 0 && self.items < LONGEST_GAME {
            self.spots.push(spot);
        }
        self.add(item);
    }

    /// Takes moves as long as they are plain.
    pub(super) fn play_plain(&mut self, lexer: &mut Lexer<impl Read>) {
        let before = self.spots.len();
        let due = lexer.plain(self.due, &mut self.game.line.items, &mut self.spots);
        let count = self.spots.len() - before;
        if count > 0 {
            self.items += count;
            self.played = true;
            self.last_spot = self.spots.last().copied();
            self.last = due.before();
            self.due = due;
        }
    }

    /// A move was made, known or not.
    pub(super) fn pass(&mut self, spot: Spot) {
        self.begin(spot);
        self.played = true;
        self.last = self.due;
        self.due = self.due.next();
    }

    pub(super) fn set_up(&mut self, fen: Fen, spot: Spot) {
        self.begin(spot);
        self.set_up = true;
        self.add_at(Item::Setup(fen), spot);
    }

    pub(super) fn remark(&mut self, text: &str) {
        if self.left_out == 0 && self.items <= LONGEST_GAME {
            self.items += 1;
            self.game.line.comment(text);
        }
    }

    /// Three dots after a number: it was the second half.
    pub(super) fn second_half(&mut self) {
        self.due.half = Half::Second;
        if !self.played {
            self.game.first.half = Half::Second;
            self.last = self.game.first;
        }
    }

    pub(super) fn open(&mut self) {
        let outer = std::mem::take(&mut self.game.line);
        self.around.push((outer, self.due));
        self.due = self.last;
    }

    pub(super) fn close(&mut self) -> bool {
        let Some((outer, due)) = self.around.pop() else { return false };
        let inner = std::mem::replace(&mut self.game.line, outer);
        self.add(Item::Variation(inner));
        self.due = due;
        true
    }
}
