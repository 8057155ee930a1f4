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

use std::io::{self, Read};
use std::ops::Range;

use super::game::{Fen, Game, Half, Item, Line, MoveNumber};
use super::lexer::{Lexer, Part, Star, Token, unescaped};
use super::movetext::MoveText;
use super::outcome::Outcome;
use super::problem::{Problem, ProblemKind, Spot};
use super::tags::{collapsed, is_plain, usual_name};
use crate::marks::{Convention, Mark};

/// How deep variations may be nested.
pub const DEEPEST: usize = 100;
/// How many moves, remarks and the like one game may hold.
const LONGEST_GAME: usize = 1 << 20;

/// A game as it stood in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The game.
    pub game: Game,
    /// Its number in the file, from 1.
    pub number: u64,
    /// Where it begins.
    pub start: Spot,
    /// Where it ends: its result, or what follows where that is missing.
    pub end: Spot,
    /// Where each move and set-up stands, in the order of the text, variations included.
    pub spots: Vec<Spot>,
    /// Where each tag stands, in the order of the game's tags.
    pub tag_spots: Vec<Spot>,
    /// What was odd.
    pub problems: Vec<Problem>,
    /// The result at the end as it was written.
    pub result: Option<&'static str>,
}

impl Record {
    /// Where a tag stands, or the start of the game.
    #[must_use]
    pub fn tag_spot(&self, name: &str) -> Spot {
        let at = self.game.tags.iter().position(|(known, _)| known.eq_ignore_ascii_case(name));
        at.and_then(|at| self.tag_spots.get(at)).copied().unwrap_or(self.start)
    }
}

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

/// The game being read.
#[derive(Default)]
struct Build {
    game: Game,
    spots: Vec<Spot>,
    tag_spots: Vec<Spot>,
    start: Option<Spot>,
    /// Where its last token stands so far.
    last_spot: Option<Spot>,
    /// The lines around the one being read, each with the number its next move would have had.
    around: Vec<(Line, MoveNumber)>,
    /// Variations that are left out because they are too deep.
    left_out: usize,
    due: MoveNumber,
    last: MoveNumber,
    numbered: bool,
    set_up: bool,
    played: bool,
    items: usize,
    marks: Option<Convention>,
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

impl Build {
    /// Starts with the memory of a record that is done with.
    fn with_memory_of(record: &mut Record) -> Self {
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

    fn hand_over(&mut self, record: &mut Record) {
        record.game = std::mem::take(&mut self.game);
        record.spots = std::mem::take(&mut self.spots);
        record.tag_spots = std::mem::take(&mut self.tag_spots);
    }

    fn begin(&mut self, spot: Spot) {
        self.start.get_or_insert(spot);
    }

    /// Whether there is more than remarks.
    fn is_game(&self) -> bool {
        self.start.is_some()
    }

    /// Whether the moves have begun, so that a tag would belong to the next game.
    fn part(&self) -> Part {
        let begun = self.played || self.numbered || self.set_up || !self.around.is_empty();
        if begun { Part::Body } else { Part::Head }
    }

    /// Whether a tag needs nothing but to be taken down.
    fn is_new_and_usual(&self, name: &str, value: &str) -> bool {
        let special = match name.len() {
            5 => name.eq_ignore_ascii_case("Marks"),
            6 => name.eq_ignore_ascii_case("Result") && Outcome::read(value).is_none(),
            _ => false,
        };
        !special && usual_name(name).is_none() && self.game.tags.get(name).is_none()
    }

    /// Whether nothing is left out yet, nor has to be soon.
    fn has_room(&self) -> bool {
        self.left_out == 0 && self.items < LONGEST_GAME / 2
    }

    /// The line being read: the game's own field holds the innermost.
    fn add(&mut self, item: Item) {
        self.items += 1;
        if self.left_out == 0 && self.items <= LONGEST_GAME {
            self.game.line.items.push(item);
        }
    }

    #[inline]
    fn play(&mut self, text: MoveText, spot: Spot) {
        self.add_at(Item::Move(text), spot);
        self.pass(spot);
    }

    /// Adds something that has a place of its own.
    fn add_at(&mut self, item: Item, spot: Spot) {
        if self.left_out == 0 && self.items < LONGEST_GAME {
            self.spots.push(spot);
        }
        self.add(item);
    }

    /// Takes moves as long as they are plain.
    fn play_plain(&mut self, lexer: &mut Lexer<impl Read>) {
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
    fn pass(&mut self, spot: Spot) {
        self.begin(spot);
        self.played = true;
        self.last = self.due;
        self.due = self.due.next();
    }

    fn set_up(&mut self, fen: Fen, spot: Spot) {
        self.begin(spot);
        self.set_up = true;
        self.add_at(Item::Setup(fen), spot);
    }

    fn remark(&mut self, text: &str) {
        if self.left_out == 0 && self.items <= LONGEST_GAME {
            self.items += 1;
            self.game.line.comment(text);
        }
    }

    /// Three dots after a number: it was the second half.
    fn second_half(&mut self) {
        self.due.half = Half::Second;
        if !self.played {
            self.game.first.half = Half::Second;
            self.last = self.game.first;
        }
    }

    fn open(&mut self) {
        let outer = std::mem::take(&mut self.game.line);
        self.around.push((outer, self.due));
        self.due = self.last;
    }

    fn close(&mut self) -> bool {
        let Some((outer, due)) = self.around.pop() else { return false };
        let inner = std::mem::replace(&mut self.game.line, outer);
        self.add(Item::Variation(inner));
        self.due = due;
        true
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.spot, self.kind)
    }
}
