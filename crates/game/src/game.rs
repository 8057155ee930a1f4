//! The state of a game: a fold of its events.

use damiera_rules::{Attempt, BadAttempt, Irregularity, Move, Setup, Side, Square};

use crate::clock::Clocks;
use crate::command::Fault;
use crate::count::{Count, Counts, Material, Stir};
use crate::end::{End, How};
use crate::event::{Charge, Event, Fact};
use crate::law::Law;
use crate::line::{Line, line};
use crate::terms::{BadTerms, Start, Terms};
use crate::time::Moment;

/// A game under way or over.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) terms: Terms,
    pub(crate) law: Law,
    pub(crate) line: Box<dyn Line>,
    pub(crate) plies: Vec<Ply>,
    pub(crate) clocks: Clocks,
    pub(crate) counts: Counts,
    pub(crate) started: Option<Moment>,
    pub(crate) paused: Option<Moment>,
    pub(crate) offer: Option<Side>,
    pub(crate) takeback: Option<Side>,
    pub(crate) correction: Correction,
    pub(crate) touched: Option<Square>,
    /// The number of plies when an accident disturbed the board.
    pub(crate) disturbed: Option<usize>,
    pub(crate) end: Option<End>,
    pub(crate) now: Moment,
    seq: u64,
}

/// A move or what stands in its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// What was done.
    pub done: Done,
    /// It in writing: a move, or the set-up after it.
    pub notation: String,
    /// When; nothing for a move drawn by lot.
    pub at: Option<Moment>,
    /// The counts before it, to come back to.
    counts: Counts,
}

/// What was done in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Done {
    /// A legal move.
    Move(Side, Move),
    /// An irregularity that stands, or may yet be corrected.
    Irregular(Side, Irregularity),
    /// The arbiter put a piece where it belongs.
    Settled,
}

impl Ply {
    /// Who did it; nobody for an arbiter's decision.
    #[must_use]
    pub const fn by(&self) -> Option<Side> {
        match self.done {
            Done::Move(by, _) | Done::Irregular(by, _) => Some(by),
            Done::Settled => None,
        }
    }
}

/// Whether an irregularity can be corrected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Correction {
    /// There was none.
    None,
    /// The opponent of this side may have it corrected.
    Open(Side),
    /// The right is gone.
    Gone,
}

impl Game {
    /// A game that has not begun.
    pub fn new(terms: Terms) -> Result<Self, BadTerms> {
        let law = Law::of(terms.variant);
        let clocks = Clocks::new(terms.controls.clone());
        if Side::BOTH.into_iter().any(|side| clocks.timed(side) && !clocks.has_time(side)) {
            return Err(BadTerms::NoTime);
        }
        let line = first_line(&terms, &law)?;
        let mut game = Self {
            counts: Counts::at(&*line, terms.profile.pace),
            terms,
            law,
            line,
            plies: Vec::new(),
            clocks,
            started: None,
            paused: None,
            offer: None,
            takeback: None,
            correction: Correction::None,
            touched: None,
            disturbed: None,
            end: None,
            now: Moment(0),
            seq: 0,
        };
        game.play_opening()?;
        Ok(game)
    }

    /// A game as its events left it.
    pub fn replay<'a>(terms: Terms, events: impl IntoIterator<Item = &'a Event>) -> Result<Self, BadTerms> {
        let mut game = Self::new(terms)?;
        for event in events {
            game.apply(event);
        }
        Ok(game)
    }

    fn play_opening(&mut self) -> Result<(), BadTerms> {
        for (i, text) in self.terms.opening.clone().iter().enumerate() {
            let opening = |why| BadTerms::Opening { number: i + 1, why };
            let m = self.line.read(text).map_err(opening)?;
            self.record(m, None);
        }
        Ok(())
    }

    /// Reads a move as a person writes it, by this game's squares.
    pub fn read(&self, text: &str) -> Result<Attempt, BadAttempt> {
        Attempt::read(text, self.law.board)
    }

    /// What was agreed before it began.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The rules it is played by.
    #[must_use]
    pub const fn law(&self) -> &Law {
        &self.law
    }

    /// How many events it has seen.
    #[must_use]
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// Whose move it is.
    #[must_use]
    pub fn turn(&self) -> Side {
        self.line.turn()
    }

    /// The position as FEN.
    #[must_use]
    pub fn fen(&self) -> String {
        self.line.setup().to_string()
    }

    /// What stands on the board.
    #[must_use]
    pub fn setup(&self) -> Setup {
        self.line.setup()
    }

    /// The moves so far, and what stood in place of a move.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The clocks.
    #[must_use]
    pub const fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// The counts that run.
    #[must_use]
    pub fn counts(&self) -> Vec<Count> {
        self.counts.running(&self.law)
    }

    /// How it ended, if it has.
    #[must_use]
    pub const fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// The next instant at which the software has to look at the clocks: the running flag's fall.
    #[must_use]
    pub fn flag_falls(&self) -> Option<Moment> {
        if self.end.is_some() { None } else { self.clocks.falls(self.thinking()) }
    }

    /// Whose clock runs.
    fn thinking(&self) -> Side {
        match self.correction {
            Correction::Open(offender) => !offender,
            _ => self.turn(),
        }
    }

    /// The number of the move to be made, both sides' moves together counting one.
    #[must_use]
    pub fn move_number(&self) -> u16 {
        self.moves_by(self.law.first).max(self.moves_by(!self.law.first)) + u16::from(self.even())
    }

    fn even(&self) -> bool {
        Side::BOTH.map(|side| self.moves_by(side)).windows(2).all(|both| both[0] == both[1])
    }

    pub(crate) fn moves_by(&self, side: Side) -> u16 {
        let moves = self.plies.iter().filter(|ply| ply.by() == Some(side)).count();
        u16::try_from(moves).unwrap_or(u16::MAX)
    }

    /// Takes an event into the state. An event that this game cannot have seen changes only the sequence number.
    pub fn apply(&mut self, event: &Event) {
        self.seq += 1;
        self.now = self.now.max(event.at);
        let at = event.at;
        match &event.fact {
            Fact::Started => {
                self.started = Some(at);
                self.clocks.run(self.turn(), at);
            }
            Fact::Moved { by, m } => self.moved(*by, *m, at),
            Fact::Irregular { by, kind, stands } => self.irregular(*by, *kind, stands, at),
            Fact::Corrected => {
                self.take_back(1);
                self.correction = Correction::None;
                self.clocks.hand_to(self.turn(), at);
            }
            Fact::Kept | Fact::Lapsed => {
                self.correction = Correction::Gone;
                self.clocks.hand_to(self.turn(), at);
            }
            Fact::Touched { square, touch, .. } => {
                if *touch == crate::event::Touch::Binds {
                    self.touched = Some(*square);
                }
            }
            Fact::DrawOffered { by } => self.offer = Some(*by),
            Fact::DrawDeclined => self.offer = None,
            Fact::CountAsked { by, limit } => self.counts.ask(*by, self.move_number(), *limit),
            Fact::CountLowered { limit } => self.counts.lower(*limit),
            Fact::CountCancelled => self.counts.cancel(),
            Fact::TakebackAsked { by } => self.takeback = Some(*by),
            Fact::TakebackDeclined => self.takeback = None,
            Fact::TakenBack { plies } => {
                self.take_back(usize::from(*plies));
                self.clocks.hand_to(self.turn(), at);
            }
            Fact::Paused => {
                self.paused = Some(at);
                self.clocks.stop(at);
            }
            Fact::Resumed => {
                self.paused = None;
                self.clocks.run(self.thinking(), at);
            }
            Fact::ClocksSet { left } => {
                for side in Side::BOTH {
                    self.clocks.set(side, left[side as usize], at);
                }
            }
            Fact::Annulled { fault, charge } => self.begin_anew(*fault, *charge, at),
            Fact::Disturbed => self.disturbed = Some(self.plies.len()),
            Fact::Restored => {
                let since = self.disturbed.take().map_or(0, |plies| self.plies.len().saturating_sub(plies));
                self.take_back(since);
                self.clocks.hand_to(self.turn(), at);
            }
            Fact::Settled { stands, .. } => self.settled(stands, at),
            Fact::Ended { how } => self.ended(*how, at),
            Fact::Adjusted { .. } | Fact::FlagFell { .. } => {}
        }
    }

    fn moved(&mut self, by: Side, m: Move, at: Moment) {
        if by == self.turn() && self.record(m, Some(at)) {
            self.clocks.press(by, at);
            self.turn_passes(by);
        }
    }

    /// Plays a move on the board and in the counts; says whether it is legal.
    fn record(&mut self, m: Move, at: Option<Moment>) -> bool {
        let (by, notation, before) = (self.turn(), self.line.written(&m), Material::of(&*self.line));
        let legal = self.line.push(&m);
        if legal {
            self.plies.push(Ply { done: Done::Move(by, m), notation, at, counts: self.counts });
            self.count(by, &before);
        }
        legal
    }

    fn count(&mut self, by: Side, before: &Material) {
        let stir = Stir::between(before, &Material::of(&*self.line));
        self.counts.step(&self.law, by, stir, &*self.line, self.terms.profile.pace);
    }

    /// A side is done: what was open for it to answer is closed.
    fn turn_passes(&mut self, by: Side) {
        self.touched = None;
        self.takeback = None;
        if self.offer == Some(!by) {
            self.offer = None;
        }
    }

    fn irregular(&mut self, by: Side, kind: Irregularity, stands: &Setup, at: Moment) {
        let before = Material::of(&*self.line);
        if self.line.set(stands).is_err() {
            return;
        }
        let notation = self.line.setup().to_string();
        self.plies.push(Ply { done: Done::Irregular(by, kind), notation, at: Some(at), counts: self.counts });
        self.count(by, &before);
        if self.clocks.thinks(by) {
            self.clocks.press(by, at);
        }
        self.turn_passes(by);
        self.correction = Correction::Open(by);
    }

    fn settled(&mut self, stands: &Setup, at: Moment) {
        let before = Material::of(&*self.line);
        if self.line.set(stands).is_err() {
            return;
        }
        let notation = self.line.setup().to_string();
        self.plies.push(Ply { done: Done::Settled, notation, at: Some(at), counts: self.counts });
        if Material::of(&*self.line) != before {
            self.counts.disturb(&self.law, &*self.line, self.terms.profile.pace);
        }
        self.touched = None;
    }

    /// Takes the last plies off the board and out of the counts.
    fn take_back(&mut self, plies: usize) {
        let plies = plies.min(self.plies.len());
        self.line.pop(plies);
        if let Some(first) = self.plies.drain(self.plies.len() - plies..).next() {
            self.counts = first.counts;
        }
        self.touched = None;
        self.takeback = None;
        self.offer = None;
    }

    /// The game begins anew, drawn moves included, and the players keep their times (FID 7.4).
    fn begin_anew(&mut self, fault: Fault, charge: Charge, at: Moment) {
        self.take_back(self.plies.len());
        self.correction = Correction::None;
        self.disturbed = None;
        // The drawn moves could be played when the game was made, so they can be played again.
        let _ = self.play_opening();
        if fault == Fault::ColoursSwapped {
            self.clocks.swap(at);
        }
        if charge == Charge::Nothing {
            self.clocks.reset(at);
        }
        self.clocks.hand_to(self.turn(), at);
    }

    fn ended(&mut self, how: How, at: Moment) {
        self.clocks.stop(at);
        self.offer = None;
        self.takeback = None;
        self.end = Some(End::new(how, &self.law));
    }
}

/// The line a game begins with.
fn first_line(terms: &Terms, law: &Law) -> Result<Box<dyn Line>, BadTerms> {
    let start = line(terms.variant, None).map_err(BadTerms::Start)?;
    let setup = match &terms.start {
        Start::Initial => return Ok(start),
        Start::Set(setup) => setup.clone(),
        Start::Odds(squares) => {
            let mut setup = start.setup();
            for &square in squares {
                let before = setup.pieces.len();
                setup.pieces.retain(|(place, _)| place.on(law.board) != Some(square));
                if setup.pieces.len() == before {
                    return Err(BadTerms::Odds(square));
                }
            }
            setup
        }
    };
    line(terms.variant, Some(&setup)).map_err(BadTerms::Start)
}
