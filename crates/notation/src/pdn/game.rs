//! A game as a value: tags, moves, comments, variations, marks, clocks and result.
//!
//! The moves are what the record says; whether the rules allow them is another question ([`replay`]). A line
//! is the list of what stands in it, in order, so nothing is lost and nothing has to be guessed about what
//! belongs to what. [`Variation::plies`] gathers it by moves for those who want it so.
//!
//! [`replay`]: super::replay

use damiera_rules::{Position, ResultForm, Rules, Side, Variant, with_rules};

use super::clock::ClockReading;
use super::game_type::{GameType, result_form};
use super::movetext::MoveText;
use super::result::PdnResult;
use super::tags::{Tags, collapsed};
use crate::marks::{Mark, MarkConvention};

/// A game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameRecord {
    /// Its tags.
    pub tags: Tags,
    /// The number of its first move.
    pub first: MoveNumber,
    /// Its moves, and what is said of them.
    pub main_line: Variation,
    /// The result.
    pub result: PdnResult,
}

/// A move number and which half of the move it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveNumber {
    /// The number.
    pub number: u32,
    /// The half.
    pub half: Half,
}

/// One of the two halves of a numbered move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Half {
    /// `12.`
    First,
    /// `12...`
    Second,
}

impl Default for MoveNumber {
    fn default() -> Self {
        Self { number: 1, half: Half::First }
    }
}

impl MoveNumber {
    /// The number of the move before this one.
    #[must_use]
    pub const fn before(self) -> Self {
        match self.half {
            Half::First => Self { number: self.number.saturating_sub(1), half: Half::Second },
            Half::Second => Self { half: Half::First, ..self },
        }
    }

    /// The number of the move after this one.
    #[must_use]
    pub const fn next(self) -> Self {
        match self.half {
            Half::First => Self { half: Half::Second, ..self },
            Half::Second => Self { number: self.number.saturating_add(1), half: Half::First },
        }
    }
}

/// A sequence of moves: the main line or a variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variation {
    /// Its items in order.
    pub items: Vec<PdnItem>,
}

/// An item of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PdnItem {
    /// A move.
    Move(MoveText),
    /// A mark on the previous move.
    Mark(Mark),
    /// A numeric annotation glyph other than those that are marks.
    Nag(u16),
    /// A comment.
    Comment(Comment),
    /// A time on the clock; boxed, for a line is mostly moves.
    Clock(Box<ClockReading>),
    /// A variation: an alternative to the previous move. Boxed, as a line is mostly moves.
    Variation(Box<Variation>),
    /// A position set up in mid-game, as a FEN. With a side to move and no pieces, it only changes the side to move.
    Setup(FenText),
}

// A file of games is read into these; see `lexer::plain`.
const _: () = assert!(size_of::<PdnItem>() <= 32);

/// The text of a comment: not empty, and without line breaks or runs of spaces.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Comment(Box<str>);

impl Comment {
    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }
}

/// The text of a set-up in mid-game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FenText(Box<str>);

impl FenText {
    /// A text that is valid in a set-up: slashes and quotes are removed.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(collapsed(&text.replace(['/', '"'], "")).into_boxed_str())
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl Variation {
    /// Adds a move.
    pub fn play(&mut self, text: MoveText) {
        self.items.push(PdnItem::Move(text));
    }

    /// Adds a clock time.
    pub fn clock(&mut self, clock: ClockReading) {
        self.items.push(PdnItem::Clock(Box::new(clock)));
    }

    /// Adds a mark.
    pub fn mark(&mut self, mark: Mark) {
        self.items.push(PdnItem::Mark(mark));
    }

    /// Adds a variation: an alternative to the previous move.
    pub fn variation(&mut self, line: Self) {
        self.items.push(PdnItem::Variation(Box::new(line)));
    }

    /// Adds a comment. Clock commands in it become clock times.
    pub fn comment(&mut self, text: &str) {
        // Normalise it as it will be printed, so that reading it back gives the same items.
        let text = collapsed(text);
        let mut rest = text.as_str();
        let mut remark = String::new();
        while let Some(start) = rest.find("[%") {
            let Some(length) = rest[start..].find(']') else { break };
            let command = &rest[start + 2..start + length];
            let (before, after) = (&rest[..start], &rest[start + length + 1..]);
            remark.push_str(before);
            match ClockReading::read(command.trim()) {
                Some(clock) => {
                    remark.push(' ');
                    self.items.push(PdnItem::Clock(Box::new(clock)));
                }
                None => remark.push_str(&rest[start..=start + length]),
            }
            rest = after;
        }
        remark.push_str(rest);
        let remark = collapsed(&remark);
        if !remark.is_empty() {
            self.items.push(PdnItem::Comment(Comment(remark.into_boxed_str())));
        }
    }

    /// Whether it has no items.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Its moves, without what is said of them.
    pub fn moves(&self) -> impl Iterator<Item = &MoveText> {
        self.items.iter().filter_map(|item| match item {
            PdnItem::Move(text) => Some(text),
            _ => None,
        })
    }

    /// Its moves, each with what follows it up to the next; what stands before the first is left out.
    pub fn plies(&self) -> impl Iterator<Item = AnnotatedMove<'_>> {
        let starts = self.items.iter().enumerate();
        starts.filter_map(|(i, item)| {
            let PdnItem::Move(text) = item else { return None };
            let rest = &self.items[i + 1..];
            let length = rest.iter().position(|item| matches!(item, PdnItem::Move(_))).unwrap_or(rest.len());
            Some(AnnotatedMove { text, notes: &rest[..length] })
        })
    }

    /// Gives every mark the meaning that its sign has under the other convention.
    fn swap_marks(&mut self) {
        for item in &mut self.items {
            match item {
                PdnItem::Mark(mark) => *mark = mark.under_the_other_convention(),
                PdnItem::Variation(line) => line.swap_marks(),
                _ => {}
            }
        }
    }

    /// Leaves only moves and set-ups.
    pub fn strip(&mut self) {
        self.items.retain(|item| matches!(item, PdnItem::Move(_) | PdnItem::Setup(_)));
    }
}

/// A move of a line with its annotations.
#[derive(Clone, Copy, Debug)]
pub struct AnnotatedMove<'a> {
    /// The move.
    pub text: &'a MoveText,
    /// The marks, comments, clock times, variations and set-ups before the next move.
    pub notes: &'a [PdnItem],
}

impl AnnotatedMove<'_> {
    /// Its comments.
    pub fn comments(&self) -> impl Iterator<Item = &str> {
        self.notes.iter().filter_map(|item| match item {
            PdnItem::Comment(comment) => Some(comment.text()),
            _ => None,
        })
    }

    /// Its marks.
    pub fn marks(&self) -> impl Iterator<Item = Mark> {
        self.notes.iter().filter_map(|item| match item {
            PdnItem::Mark(mark) => Some(*mark),
            _ => None,
        })
    }

    /// Its variations.
    pub fn variations(&self) -> impl Iterator<Item = &Variation> {
        self.notes.iter().filter_map(|item| match item {
            PdnItem::Variation(line) => Some(line.as_ref()),
            _ => None,
        })
    }

    /// Its clock times.
    pub fn clocks(&self) -> impl Iterator<Item = &ClockReading> {
        self.notes.iter().filter_map(|item| match item {
            PdnItem::Clock(clock) => Some(clock.as_ref()),
            _ => None,
        })
    }
}

impl GameRecord {
    /// A record of this variant without moves.
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        let mut game = Self::default();
        let game_type = with_rules!(variant, R => R::GAME_TYPE);
        game.tags.set("GameType", game_type);
        game
    }

    /// The GameType tag, if it exists and is valid.
    #[must_use]
    pub fn game_type(&self) -> Option<GameType> {
        self.tags.get("GameType")?.parse().ok()
    }

    /// The variant, according to the GameType tag.
    #[must_use]
    pub fn variant(&self) -> Option<Variant> {
        self.game_type()?.variant()
    }

    /// What `?!` and `!?` mean in it: as its Marks tag says, or else as usual in its variant.
    #[must_use]
    pub fn mark_convention(&self) -> MarkConvention {
        let named = self.tags.get("Marks").and_then(|name| name.parse().ok());
        named.unwrap_or_else(|| self.variant().map_or_else(MarkConvention::default, MarkConvention::of))
    }

    /// Sets the variant of a game that was read without one or with another one. `?!` and `!?` are then understood as
    /// usual in that variant.
    pub fn set_variant(&mut self, variant: Variant) {
        let before = self.mark_convention();
        self.tags.set("GameType", with_rules!(variant, R => R::GAME_TYPE));
        if self.mark_convention() != before {
            self.main_line.swap_marks();
        }
    }

    /// The FEN of the start position, if it is not the initial position of the variant.
    #[must_use]
    pub fn fen(&self) -> Option<&str> {
        self.tags.get("FEN").filter(|fen| !fen.trim().is_empty())
    }

    /// Sets the start position; `None` for the initial position of the variant.
    pub fn start_from<R: Rules>(&mut self, position: &Position<R>) {
        if *position == Position::start() {
            self.tags.remove("FEN");
        } else {
            self.tags.set("FEN", &position.fen());
        }
    }

    /// The form of its result.
    #[must_use]
    pub fn result_form(&self) -> ResultForm {
        self.variant().map_or(ResultForm::OneForAWin, result_form)
    }

    /// Sets the result and the Result tag.
    pub fn end(&mut self, outcome: PdnResult) {
        self.result = outcome;
        self.tags.set("Result", outcome.text(self.result_form()));
    }

    /// A player's name.
    #[must_use]
    pub fn player(&self, side: Side) -> Option<&str> {
        self.tags.get(match side {
            Side::White => "White",
            Side::Black => "Black",
        })
    }

    /// Clears it and keeps its memory for the next game.
    pub(super) fn clear(&mut self) {
        self.tags.clear();
        self.first = MoveNumber::default();
        while let Some(item) = self.main_line.items.pop() {
            match item {
                // Most items own no memory; saying so here is cheaper than the drop of an item.
                PdnItem::Move(text) if text.is_short() => std::mem::forget(text),
                item => drop(item),
            }
        }
        self.result = PdnResult::Unknown;
    }
}
