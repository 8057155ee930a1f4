//! Tokens to games, one after the other, whatever the file looks like.
//!
//! ```
//! use damiera_notation::pdn::Reader;
//! let text = "[Bianco \"Rossi\"] 1. 21-17 12- 15 1-0";
//! let record = Reader::new(text.as_bytes()).next().unwrap().unwrap();
//! assert_eq!(record.game.tags.get("White"), Some("Rossi"));
//! assert_eq!(record.game.line.moves().count(), 2);
//! let odd: Vec<_> = record.problems.iter().map(|p| p.to_string()).collect();
//! assert_eq!(odd, ["1:1: the tag Bianco was read as White", "1:27: there is a space inside the move"]);
//! ```

mod build;

use std::io::{self, Read};
use std::ops::Range;

use build::{Build, LONGEST_GAME};

use super::game::{Fen, Half, Item, MoveNumber};
use super::lexer::{Lexer, Part, Star, Token, unescaped};
use super::movetext::MoveText;
use super::outcome::Outcome;
use super::problem::{ProblemKind, Spot};
use super::record::Record;
use super::tags::{collapsed, is_plain, usual_name};
use crate::marks::{Convention, Mark};

/// How deep variations may be nested.
pub const DEEPEST: usize = 100;

/// How the games of a file are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Layout {
    Unknown,
    Usual,
    /// Bare moves, each line a game.
    GameALine,
}

/// A token that belongs to the next game.
enum Held {
    Tag(String, String, Spot),
    Move(MoveText, Spot),
}

/// Reads games from a stream of any length.
pub struct Reader<R> {
    lexer: Lexer<R>,
    marks: Convention,
    layout: Layout,
    held: Option<Held>,
    games: u64,
    build: Build,
}

#[derive(Clone, Copy)]
enum Ending {
    Result(Outcome, &'static str),
    Missing,
    LineBreak,
}

impl<R: Read> Reader<R> {
    /// A reader of files in UTF-8 or Latin-1, marks as in chess.
    pub fn new(source: R) -> Self {
        Self {
            lexer: Lexer::new(source),
            marks: Convention::default(),
            layout: Layout::Unknown,
            held: None,
            games: 0,
            build: Build::default(),
        }
    }

    /// The same, with another convention for marks; a game's own Marks tag comes before it.
    #[must_use]
    pub fn with_marks(mut self, marks: Convention) -> Self {
        self.marks = marks;
        self
    }

    /// Reads the next game into a record, whose memory is used again. False at the end of the file; problems
    /// that belong to no game are in the record then.
    pub fn read(&mut self, record: &mut Record) -> io::Result<bool> {
        self.build = Build::with_memory_of(record);
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

    /// Reads to the end of a game; none if the file ends first.
    fn game(&mut self) -> Option<Ending> {
        if let Some(held) = self.held.take() {
            self.take_up(held);
        }
        loop {
            let part = self.build.part();
            if part == Part::Body && self.is_plain() {
                self.build.play_plain(&mut self.lexer);
            }
            let Some(token) = self.lexer.next(part) else {
                return self.build.is_game().then_some(Ending::Missing);
            };
            let spot = self.lexer.spot;
            if let Some(ending) = self.token(token) {
                return Some(ending);
            }
            self.build.last_spot = Some(spot);
        }
    }

    /// Whether a plain move can be nothing else here.
    fn is_plain(&self) -> bool {
        self.layout == Layout::Usual && self.lexer.odd_result.is_none() && self.build.has_room()
    }

    fn take_up(&mut self, held: Held) {
        match held {
            Held::Tag(name, value, spot) => {
                self.build.begin(spot);
                self.add_tag(name, &value, spot);
            }
            Held::Move(text, spot) => self.build.play(text, spot),
        }
    }

    #[inline]
    fn token(&mut self, token: Token) -> Option<Ending> {
        let spot = self.lexer.spot;
        match token {
            Token::Move(text) => return self.play(text, spot),
            Token::Number(number, half) => self.number(number, half),
            Token::Dots => self.build.second_half(),
            Token::Unknown => {
                self.lexer.note(ProblemKind::UnknownMove);
                self.build.pass(spot);
            }
            Token::Tag { name, value } => return self.tag(name, value, spot),
            Token::Comment(range) => self.comment(range),
            Token::Run(range) => self.run(range),
            Token::Mark(mark) => self.build.add(Item::Mark(mark)),
            Token::Nag(nag) => {
                self.build.add(Mark::from_nag(nag).map_or(Item::Nag(nag), Item::Mark));
            }
            Token::Star(Star::Forced) => {
                self.lexer.note(ProblemKind::StarForForced);
                self.build.add(Item::Mark(Mark::Forced));
            }
            Token::Open => self.open(spot),
            Token::Close => self.close(),
            Token::Setup(range) => {
                let fen = Fen::new(&self.lexer.text(range));
                self.build.set_up(fen, spot);
            }
            Token::Star(Star::End) => return self.end(Outcome::Unknown, "*"),
            Token::Result(outcome, form) => {
                let form = form.unwrap_or(damiera_rules::ResultForm::OneForAWin);
                return self.end(outcome, outcome.text(form));
            }
            Token::NextGame => return Some(Ending::Missing),
            Token::OddResult => return self.end(Outcome::Unknown, "*"),
        }
        None
    }

    #[inline]
    fn play(&mut self, text: MoveText, spot: Spot) -> Option<Ending> {
        if self.layout != Layout::Usual && self.ends_line(&text, spot) {
            self.held = Some(Held::Move(text, spot));
            return Some(Ending::LineBreak);
        }
        self.build.play(text, spot);
        None
    }

    /// Whether a move begins a new game because each line is one. A file is such a one if it begins with bare
    /// moves and its second line begins with the same move as its first.
    fn ends_line(&mut self, text: &MoveText, spot: Spot) -> bool {
        let build = &self.build;
        let bare = build.game.tags.is_empty() && !build.numbered && build.around.is_empty();
        let Some(first) = build.start.filter(|_| build.played) else {
            if !bare {
                self.layout = Layout::Usual;
            }
            return false;
        };
        if !bare {
            self.layout = Layout::Usual;
            return false;
        }
        if first.line == spot.line {
            return false;
        }
        if self.layout == Layout::Unknown {
            let same = build.game.line.moves().next() == Some(text);
            self.layout = if same { Layout::GameALine } else { Layout::Usual };
            if same {
                self.lexer.note(ProblemKind::OneGameALine);
            }
        }
        self.layout == Layout::GameALine
    }

    fn number(&mut self, number: u32, half: Half) {
        let spot = self.lexer.spot;
        let build = &mut self.build;
        build.begin(spot);
        let found = MoveNumber { number, half };
        if !build.numbered && !build.played {
            build.game.first = found;
        } else if found != build.due && (number, half) != (build.due.number, Half::First) {
            self.lexer.note(ProblemKind::NumberOutOfOrder { found: number, due: build.due.number });
        }
        build.due = found;
        if !build.played {
            build.last = found;
        }
        build.numbered = true;
    }

    fn tag(&mut self, name: Range<usize>, value: Range<usize>, spot: Spot) -> Option<Ending> {
        self.layout = Layout::Usual;
        if let Some((name, value)) = self.lexer.plain_texts(name.clone(), value.clone())
            && self.build.is_new_and_usual(name, value)
        {
            self.build.begin(spot);
            self.build.game.tags.push(name, value);
            self.build.tag_spots.push(spot);
            return None;
        }
        let name = self.lexer.text(name).into_owned();
        let value = match self.lexer.text(value) {
            plain if is_plain(&plain) => plain.into_owned(),
            other => collapsed(&unescaped(&other)),
        };
        let tags = &self.build.game.tags;
        if tags.first_name().is_some_and(|first| first.eq_ignore_ascii_case(&name)) {
            self.held = Some(Held::Tag(name, value, spot));
            return Some(Ending::Missing);
        }
        self.build.begin(spot);
        self.add_tag(name, &value, spot);
        None
    }

    fn add_tag(&mut self, name: String, value: &str, spot: Spot) {
        let tags = &mut self.build.game.tags;
        let name = match usual_name(&name).filter(|usual| tags.get(usual).is_none()) {
            Some(usual) => {
                self.lexer.note_at(spot, ProblemKind::ForeignTag { name, usual });
                usual.to_owned()
            }
            None => name,
        };
        if tags.get(&name).is_some() {
            return self.lexer.note_at(spot, ProblemKind::TagTwice(name));
        }
        if name.eq_ignore_ascii_case("Result") && Outcome::read(value).is_none() {
            self.lexer.note_at(spot, ProblemKind::OddResult(value.to_owned()));
            self.lexer.odd_result = Some(value.as_bytes().to_vec());
        }
        if name.eq_ignore_ascii_case("Marks") {
            self.build.marks = value.parse().ok();
        }
        tags.push(&name, value);
        self.build.tag_spots.push(spot);
    }

    fn comment(&mut self, range: Range<usize>) {
        let text = self.lexer.text(range);
        self.build.remark(&text);
    }

    fn run(&mut self, range: Range<usize>) {
        let marks = self.build.marks.unwrap_or(self.marks);
        let run = self.lexer.text(range).into_owned();
        match marks.read(&run) {
            Some(mark) => self.build.add(Item::Mark(mark)),
            None => {
                self.lexer.note(ProblemKind::UnknownMark(run.clone()));
                self.build.remark(&run);
            }
        }
    }

    fn open(&mut self, spot: Spot) {
        let build = &mut self.build;
        build.begin(spot);
        if build.around.len() >= DEEPEST {
            if build.left_out == 0 {
                self.lexer.note(ProblemKind::VariationTooDeep);
            }
            build.left_out += 1;
            return;
        }
        if !build.game.line.items.iter().any(|item| matches!(item, Item::Move(_))) {
            self.lexer.note(ProblemKind::VariationBeforeMove);
        }
        build.open();
    }

    fn close(&mut self) {
        if self.build.left_out > 0 {
            self.build.left_out -= 1;
        } else if !self.build.close() {
            self.lexer.note(ProblemKind::VariationNotOpened);
        }
    }

    fn end(&mut self, outcome: Outcome, text: &'static str) -> Option<Ending> {
        if !self.build.around.is_empty() {
            self.lexer.note(ProblemKind::ResultInVariation);
            self.build.remark(text);
            return None;
        }
        if !self.build.is_game() {
            if self.games > 0 {
                self.lexer.note(ProblemKind::ResultTwice);
                return None;
            }
            self.build.begin(self.lexer.spot);
        }
        let spot = self.lexer.spot;
        while self.lexer.comment_follows() {
            let Some(Token::Comment(range)) = self.lexer.next(Part::Body) else { break };
            self.comment(range);
        }
        self.lexer.spot = spot;
        Some(Ending::Result(outcome, text))
    }

    /// Hands the game over.
    fn finish(&mut self, ending: Ending, record: &mut Record) {
        let end = match ending {
            Ending::Result(..) => self.lexer.spot,
            Ending::Missing | Ending::LineBreak => self.build.last_spot.unwrap_or(self.lexer.spot),
        };
        while !self.build.around.is_empty() {
            self.lexer.note_at(end, ProblemKind::VariationNotClosed);
            self.build.close();
        }
        if self.build.items > LONGEST_GAME {
            self.lexer.note_at(end, ProblemKind::GameTooLong);
        }
        let game = &mut self.build.game;
        let said = game.tags.get("Result").and_then(Outcome::read).map(|(outcome, _)| outcome);
        record.result = None;
        match ending {
            Ending::Result(outcome, text) => {
                game.outcome = outcome;
                record.result = Some(text);
                if said.is_some_and(|said| said != outcome) {
                    let tag = game.tags.get("Result").unwrap_or_default().to_owned();
                    self.lexer.note_at(end, ProblemKind::ResultsDisagree { tag, end: text });
                }
            }
            Ending::Missing => {
                game.outcome = said.unwrap_or_default();
                if self.layout != Layout::GameALine {
                    self.lexer.note_at(end, ProblemKind::NoResult);
                }
            }
            Ending::LineBreak => {}
        }
        self.games += 1;
        self.lexer.odd_result = None;
        record.number = self.games;
        record.start = self.build.start.unwrap_or_default();
        record.end = end;
        self.build.hand_over(record);
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<io::Result<Record>> {
        let mut record = Record::default();
        match self.read(&mut record) {
            Ok(true) => Some(Ok(record)),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }
}
