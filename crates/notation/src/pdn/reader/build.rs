//! Builds a game while it is being read.

use std::io::Read;

use crate::marks::MarkConvention;
use crate::pdn::game::{FenText, GameRecord, Half, MoveNumber, PdnItem, Variation};
use crate::pdn::lexer::{GamePart, Lexer};
use crate::pdn::movetext::MoveText;
use crate::pdn::problem::SourceLocation;
use crate::pdn::record::ParsedGame;
use crate::pdn::result::PdnResult;
use crate::pdn::tags::usual_name;

/// How many moves, remarks and the like one game may hold.
pub(super) const LONGEST_GAME: usize = 1 << 20;

/// A line whose variation is being read.
pub(super) struct EnclosingLine {
    line: Variation,
    /// The number of its next move.
    due: MoveNumber,
    has_move: bool,
}

/// The game being read.
#[derive(Default)]
pub(super) struct RecordBuilder {
    pub(super) game: GameRecord,
    pub(super) locations: Vec<SourceLocation>,
    pub(super) tag_locations: Vec<SourceLocation>,
    pub(super) start: Option<SourceLocation>,
    /// The location of the last token.
    pub(super) last_location: Option<SourceLocation>,
    /// The enclosing variations.
    pub(super) around: Vec<EnclosingLine>,
    /// Whether the line being read has a move.
    pub(super) line_has_move: bool,
    /// The number of open variations that are skipped because they are nested too deep.
    pub(super) left_out: usize,
    pub(super) due: MoveNumber,
    pub(super) last: MoveNumber,
    pub(super) numbered: bool,
    pub(super) set_up: bool,
    pub(super) played: bool,
    pub(super) items: usize,
    pub(super) marks: Option<MarkConvention>,
}

impl RecordBuilder {
    /// Starts a game that reuses the memory of a record.
    pub(super) fn with_memory_of(record: &mut ParsedGame) -> Self {
        record.game.clear();
        record.locations.clear();
        record.tag_locations.clear();
        Self {
            game: std::mem::take(&mut record.game),
            locations: std::mem::take(&mut record.locations),
            tag_locations: std::mem::take(&mut record.tag_locations),
            ..Self::default()
        }
    }

    pub(super) fn hand_over(&mut self, record: &mut ParsedGame) {
        record.game = std::mem::take(&mut self.game);
        record.locations = std::mem::take(&mut self.locations);
        record.tag_locations = std::mem::take(&mut self.tag_locations);
    }

    pub(super) fn begin(&mut self, location: SourceLocation) {
        self.start.get_or_insert(location);
    }

    /// Whether there is anything besides comments.
    pub(super) fn is_game(&self) -> bool {
        self.start.is_some()
    }

    /// Whether the moves have begun, so that a tag would belong to the next game.
    pub(super) fn part(&self) -> GamePart {
        let begun = self.played || self.numbered || self.set_up || !self.around.is_empty();
        if begun { GamePart::Body { due: self.due } } else { GamePart::Head }
    }

    /// Whether a tag can be stored without any check.
    pub(super) fn is_new_and_usual(&self, name: &str, value: &str) -> bool {
        let special = match name.len() {
            5 => name.eq_ignore_ascii_case("Marks"),
            6 => name.eq_ignore_ascii_case("Result") && PdnResult::read(value).is_none(),
            _ => false,
        };
        !special && usual_name(name).is_none() && self.game.tags.get(name).is_none()
    }

    /// Takes tags as long as they are plain and need no check; whether there were any.
    pub(super) fn take_plain_tags(&mut self, lexer: &mut Lexer<impl Read>) -> bool {
        let before = self.tag_locations.len();
        lexer.plain_tags(&mut self.game.tags, &mut self.tag_locations);
        let Some(&first) = self.tag_locations.get(before) else { return false };
        self.begin(first);
        self.last_location = self.tag_locations.last().copied();
        true
    }

    /// Whether nothing is being skipped and no limit is near.
    pub(super) fn has_room(&self) -> bool {
        self.left_out == 0 && self.items < LONGEST_GAME / 2
    }

    /// The variation being read; it is stored in the game's main line.
    pub(super) fn add(&mut self, item: PdnItem) {
        self.items += 1;
        if self.left_out == 0 && self.items <= LONGEST_GAME {
            self.game.main_line.items.push(item);
        }
    }

    #[inline]
    pub(super) fn play(&mut self, text: MoveText, location: SourceLocation) {
        self.add_at(PdnItem::Move(text), location);
        self.line_has_move |= self.left_out == 0;
        self.pass(location);
    }

    /// Adds an item that has a source location.
    pub(super) fn add_at(&mut self, item: PdnItem, location: SourceLocation) {
        if self.left_out == 0 && self.items < LONGEST_GAME {
            self.locations.push(location);
        }
        self.add(item);
    }

    /// Takes moves as long as they are plain.
    pub(super) fn play_plain(&mut self, lexer: &mut Lexer<impl Read>) {
        let before = self.locations.len();
        let due = lexer.plain(self.due, &mut self.game.main_line.items, &mut self.locations);
        let count = self.locations.len() - before;
        if count > 0 {
            self.items += count;
            self.played = true;
            self.line_has_move = true;
            self.last_location = self.locations.last().copied();
            self.last = due.before();
            self.due = due;
        }
    }

    /// Counts a move, known or unknown.
    pub(super) fn pass(&mut self, location: SourceLocation) {
        self.begin(location);
        self.played = true;
        self.last = self.due;
        self.due = self.due.next();
    }

    pub(super) fn set_up(&mut self, fen: FenText, location: SourceLocation) {
        self.begin(location);
        self.set_up = true;
        self.add_at(PdnItem::Setup(fen), location);
    }

    pub(super) fn remark(&mut self, text: &str) {
        if self.left_out == 0 && self.items <= LONGEST_GAME {
            self.items += 1;
            self.game.main_line.comment(text);
        }
    }

    /// Three dots after a number: it is the number of the second half of the move.
    pub(super) fn second_half(&mut self) {
        self.due.half = Half::Second;
        if !self.played {
            self.game.first.half = Half::Second;
            self.last = self.game.first;
        }
    }

    pub(super) fn open(&mut self) {
        let outer = std::mem::take(&mut self.game.main_line);
        self.around.push(EnclosingLine { line: outer, due: self.due, has_move: self.line_has_move });
        self.line_has_move = false;
        self.due = self.last;
    }

    pub(super) fn close(&mut self) -> bool {
        let Some(EnclosingLine { line, due, has_move }) = self.around.pop() else { return false };
        let inner = std::mem::replace(&mut self.game.main_line, line);
        self.line_has_move = has_move;
        self.add(PdnItem::Variation(Box::new(inner)));
        self.due = due;
        true
    }
}
