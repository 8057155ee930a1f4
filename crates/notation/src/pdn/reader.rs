//! The reader: turns tokens into games, one after the other, and recovers from every error.
//!
//! ```
//! use damiera_notation::pdn::PdnReader;
//! let text = "[Bianco \"Rossi\"] 1. 21-17 12- 15 1-0";
//! let record = PdnReader::new(text.as_bytes()).next().unwrap().unwrap();
//! assert_eq!(record.game.tags.get("White"), Some("Rossi"));
//! assert_eq!(record.game.main_line.moves().count(), 2);
//! let odd: Vec<_> = record.problems.iter().map(|p| p.to_string()).collect();
//! assert_eq!(odd, ["1:1: the tag Bianco was read as White", "1:27: there is a space inside the move"]);
//! ```

mod build;

use std::io::{self, Read};
use std::ops::Range;

use build::{LONGEST_GAME, RecordBuilder};

use super::game::{FenText, Half, MoveNumber, PdnItem};
use super::lexer::{GamePart, Lexer, StarMeaning, Token, unescaped};
use super::movetext::MoveText;
use super::problem::{PdnProblemKind, SourceLocation};
use super::record::ParsedGame;
use super::result::PdnResult;
use super::tags::{collapsed, is_plain, usual_name};
use super::work;
use crate::marks::{Mark, MarkConvention};

/// The maximum nesting depth of variations.
pub const DEEPEST: usize = 100;

/// How the games of a file are separated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FileLayout {
    Unknown,
    Usual,
    /// Bare moves, each line a game.
    GameALine,
}

/// A token that belongs to the next game.
enum HeldToken {
    Tag(String, String, SourceLocation),
    Move(MoveText, SourceLocation),
}

/// Reads games from a stream of any length, with bounded memory.
pub struct PdnReader<R> {
    lexer: Lexer<R>,
    marks: Option<MarkConvention>,
    layout: FileLayout,
    held: Option<HeldToken>,
    games: u64,
    build: RecordBuilder,
}

#[derive(Clone, Copy)]
enum GameEnd {
    Result(PdnResult, &'static str),
    Missing,
    LineBreak,
}

impl<R: Read> PdnReader<R> {
    /// A reader for files in UTF-8 or Latin-1, with marks as usual in the variant of each game's GameType.
    pub fn new(source: R) -> Self {
        Self {
            lexer: Lexer::new(source),
            marks: None,
            layout: FileLayout::Unknown,
            held: None,
            games: 0,
            build: RecordBuilder::default(),
        }
    }

    /// A reader with another convention for marks; the Marks tag of a game takes precedence.
    #[must_use]
    pub fn with_marks(mut self, marks: MarkConvention) -> Self {
        self.marks = Some(marks);
        self
    }

    /// Reads the next game into a record and reuses its memory. Returns `false` at the end of the file; the record then
    /// contains the problems that belong to no game.
    pub fn read(&mut self, record: &mut ParsedGame) -> io::Result<bool> {
        self.build = RecordBuilder::with_memory_of(record);
        record.problems.clear();
        let ending = self.game();
        if let Some(error) = self.lexer.take_failure() {
            return Err(error);
        }
        let any = ending.is_some();
        if let Some(ending) = ending {
            self.finish(ending, record);
        }
        std::mem::swap(&mut record.problems, &mut self.lexer.problems);
        Ok(any)
    }

    /// Reads to the end of a game; `None` if the file ends first.
    fn game(&mut self) -> Option<GameEnd> {
        if let Some(held) = self.held.take() {
            self.take_up(held);
        }
        loop {
            match self.build.part() {
                GamePart::Head => {
                    if self.build.take_plain_tags(&mut self.lexer) {
                        self.layout = FileLayout::Usual;
                    }
                }
                GamePart::Body { .. } if self.is_plain() => self.build.play_plain(&mut self.lexer),
                GamePart::Body { .. } => {}
            }
            let Some(token) = self.lexer.next(self.build.part()) else {
                return self.build.is_game().then_some(GameEnd::Missing);
            };
            let location = self.lexer.location;
            if let Some(ending) = self.token(token) {
                return Some(ending);
            }
            self.build.last_location = Some(location);
        }
    }

    /// Whether text that looks like a plain move is certainly a move here.
    fn is_plain(&self) -> bool {
        self.layout == FileLayout::Usual && self.lexer.odd_result.is_none() && self.build.has_room()
    }

    fn take_up(&mut self, held: HeldToken) {
        match held {
            HeldToken::Tag(name, value, location) => {
                self.build.begin(location);
                self.add_tag(name, &value, location);
            }
            HeldToken::Move(text, location) => self.build.play(text, location),
        }
    }

    #[inline]
    fn token(&mut self, token: Token) -> Option<GameEnd> {
        let location = self.lexer.location;
        work::step();
        match token {
            Token::Move(text) => return self.play(text, location),
            Token::Number(number, half) => self.number(number, half),
            Token::Dots => self.build.second_half(),
            Token::Unknown => {
                self.lexer.note(PdnProblemKind::UnknownMove);
                self.build.pass(location);
            }
            Token::Tag { name, value } => return self.tag(name, value, location),
            Token::Comment(range) => self.comment(range),
            Token::Run(range) => self.run(range),
            Token::Mark(mark) => self.build.add(PdnItem::Mark(mark)),
            Token::Nag(nag) => {
                self.build.add(Mark::from_nag(nag).map_or(PdnItem::Nag(nag), PdnItem::Mark));
            }
            Token::Star(StarMeaning::Forced) => {
                self.lexer.note(PdnProblemKind::StarForForced);
                self.build.add(PdnItem::Mark(Mark::Forced));
            }
            Token::Open => self.open(location),
            Token::Close => self.close(),
            Token::Setup(range) => {
                let fen = FenText::new(&self.lexer.text(range));
                self.build.set_up(fen, location);
            }
            Token::Star(StarMeaning::End) => return self.end(PdnResult::Unknown, "*"),
            Token::Result(outcome, form) => {
                let form = form.unwrap_or(damiera_rules::ResultForm::OneForAWin);
                return self.end(outcome, outcome.text(form));
            }
            Token::NextGame => return Some(GameEnd::Missing),
            Token::OddResult => return self.end(PdnResult::Unknown, "*"),
        }
        None
    }

    #[inline]
    fn play(&mut self, text: MoveText, location: SourceLocation) -> Option<GameEnd> {
        if self.layout != FileLayout::Usual && self.ends_line(&text, location) {
            self.held = Some(HeldToken::Move(text, location));
            return Some(GameEnd::LineBreak);
        }
        self.build.play(text, location);
        None
    }

    /// Whether a move begins a new game because each line is one. A file is such a one if it begins with bare
    /// moves and its second line begins with the same move as its first.
    fn ends_line(&mut self, text: &MoveText, location: SourceLocation) -> bool {
        let build = &self.build;
        let bare = build.game.tags.is_empty() && !build.numbered && build.around.is_empty();
        let Some(first) = build.start.filter(|_| build.played) else {
            if !bare {
                self.layout = FileLayout::Usual;
            }
            return false;
        };
        if !bare {
            self.layout = FileLayout::Usual;
            return false;
        }
        if first.line == location.line {
            return false;
        }
        if self.layout == FileLayout::Unknown {
            let same = build.game.main_line.moves().next() == Some(text);
            self.layout = if same { FileLayout::GameALine } else { FileLayout::Usual };
            if same {
                self.lexer.note(PdnProblemKind::OneGameALine);
            }
        }
        self.layout == FileLayout::GameALine
    }

    fn number(&mut self, number: u32, half: Half) {
        let location = self.lexer.location;
        let build = &mut self.build;
        build.begin(location);
        let found = MoveNumber { number, half };
        if !build.numbered && !build.played {
            build.game.first = found;
        } else if found != build.due && (number, half) != (build.due.number, Half::First) {
            self.lexer.note(PdnProblemKind::NumberOutOfOrder { found: number, due: build.due.number });
        }
        build.due = found;
        if !build.played {
            build.last = found;
        }
        build.numbered = true;
    }

    fn tag(&mut self, name: Range<usize>, value: Range<usize>, location: SourceLocation) -> Option<GameEnd> {
        self.layout = FileLayout::Usual;
        if let Some((name, value)) = self.lexer.plain_texts(name.clone(), value.clone())
            && self.build.is_new_and_usual(name, value)
        {
            self.build.begin(location);
            self.build.game.tags.push(name, value);
            self.build.tag_locations.push(location);
            return None;
        }
        let name = self.lexer.text(name).into_owned();
        let value = match self.lexer.text(value) {
            plain if is_plain(&plain) => plain.into_owned(),
            other => collapsed(&unescaped(&other)),
        };
        let tags = &self.build.game.tags;
        if tags.first_name().is_some_and(|first| first.eq_ignore_ascii_case(&name)) {
            self.held = Some(HeldToken::Tag(name, value, location));
            return Some(GameEnd::Missing);
        }
        self.build.begin(location);
        self.add_tag(name, &value, location);
        None
    }

    fn add_tag(&mut self, name: String, value: &str, location: SourceLocation) {
        let tags = &mut self.build.game.tags;
        let name = match usual_name(&name).filter(|usual| tags.get(usual).is_none()) {
            Some(usual) => {
                self.lexer.note_at(location, PdnProblemKind::ForeignTag { name, usual });
                usual.to_owned()
            }
            None => name,
        };
        if tags.get(&name).is_some() {
            return self.lexer.note_at(location, PdnProblemKind::TagTwice(name));
        }
        if name.eq_ignore_ascii_case("Result") && PdnResult::read(value).is_none() {
            self.lexer.note_at(location, PdnProblemKind::OddResult(value.to_owned()));
            // If its last word is a usual result, that one ends the game, and the words before it are what they say.
            let last = value.split_ascii_whitespace().last();
            if last.and_then(PdnResult::read).is_none() {
                self.lexer.odd_result = Some(value.as_bytes().to_vec());
            }
        }
        if name.eq_ignore_ascii_case("Marks") {
            self.build.marks = value.parse().ok();
        }
        tags.push(&name, value);
        self.build.tag_locations.push(location);
    }

    fn comment(&mut self, range: Range<usize>) {
        let text = self.lexer.text(range);
        self.build.remark(&text);
    }

    fn run(&mut self, range: Range<usize>) {
        let marks = self.build.marks.or(self.marks).unwrap_or_else(|| self.build.game.mark_convention());
        self.build.marks = Some(marks);
        let run = self.lexer.text(range).into_owned();
        match marks.read(&run) {
            Some(mark) => self.build.add(PdnItem::Mark(mark)),
            None => {
                self.lexer.note(PdnProblemKind::UnknownMark(run.clone()));
                self.build.remark(&run);
            }
        }
    }

    fn open(&mut self, location: SourceLocation) {
        let build = &mut self.build;
        build.begin(location);
        if build.around.len() >= DEEPEST {
            if build.left_out == 0 {
                self.lexer.note(PdnProblemKind::VariationTooDeep);
            }
            build.left_out += 1;
            return;
        }
        if !build.line_has_move {
            self.lexer.note(PdnProblemKind::VariationBeforeMove);
        }
        build.open();
    }

    fn close(&mut self) {
        if self.build.left_out > 0 {
            self.build.left_out -= 1;
        } else if !self.build.close() {
            self.lexer.note(PdnProblemKind::VariationNotOpened);
        }
    }

    fn end(&mut self, outcome: PdnResult, text: &'static str) -> Option<GameEnd> {
        if !self.build.around.is_empty() {
            self.lexer.note(PdnProblemKind::ResultInVariation);
            self.build.remark(text);
            return None;
        }
        if !self.build.is_game() {
            if self.games > 0 {
                self.lexer.note(PdnProblemKind::ResultTwice);
                return None;
            }
            self.build.begin(self.lexer.location);
        }
        let location = self.lexer.location;
        while self.lexer.comment_follows() {
            let Some(Token::Comment(range)) = self.lexer.next(self.build.part()) else { break };
            self.comment(range);
        }
        self.lexer.location = location;
        Some(GameEnd::Result(outcome, text))
    }

    /// Returns the finished game.
    fn finish(&mut self, ending: GameEnd, record: &mut ParsedGame) {
        let end = match ending {
            GameEnd::Result(..) => self.lexer.location,
            GameEnd::Missing | GameEnd::LineBreak => self.build.last_location.unwrap_or(self.lexer.location),
        };
        while !self.build.around.is_empty() {
            self.lexer.note_at(end, PdnProblemKind::VariationNotClosed);
            self.build.close();
        }
        if self.build.items > LONGEST_GAME {
            self.lexer.note_at(end, PdnProblemKind::GameTooLong);
        }
        let game = &mut self.build.game;
        let said = game.tags.get("Result").and_then(PdnResult::read).map(|(outcome, _)| outcome);
        record.result_text = None;
        match ending {
            GameEnd::Result(outcome, text) => {
                game.result = outcome;
                record.result_text = Some(text);
                if said.is_some_and(|said| said != outcome) {
                    let tag = game.tags.get("Result").unwrap_or_default().to_owned();
                    self.lexer.note_at(end, PdnProblemKind::ResultsDisagree { tag, end: text });
                }
            }
            GameEnd::Missing => {
                game.result = said.unwrap_or_default();
                if self.layout != FileLayout::GameALine {
                    self.lexer.note_at(end, PdnProblemKind::NoResult);
                }
            }
            GameEnd::LineBreak => {}
        }
        self.games += 1;
        self.lexer.odd_result = None;
        record.number = self.games;
        record.start = self.build.start.unwrap_or_default();
        record.end = end;
        self.build.hand_over(record);
    }
}

impl<R: Read> Iterator for PdnReader<R> {
    type Item = io::Result<ParsedGame>;

    fn next(&mut self) -> Option<io::Result<ParsedGame>> {
        let mut record = ParsedGame::default();
        match self.read(&mut record) {
            Ok(true) => Some(Ok(record)),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }
}
