//! The state of a game.

use damiera_rules::{Attempt, AttemptError, Irregularity, Move, Setup, Side, Square};

use crate::clock::Clocks;
use crate::count::{CountState, DrawCount};
use crate::end::GameEnding;
use crate::event::Event;
use crate::history::{AnyHistory, history};
use crate::rule_set::RuleSet;
use crate::terms::{BadTerms, StartPosition, Terms};
use crate::time::Moment;

/// A game under way or over.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) terms: Terms,
    pub(crate) rule_set: RuleSet,
    pub(crate) history: Box<dyn AnyHistory>,
    pub(crate) plies: Vec<Ply>,
    pub(crate) clocks: Clocks,
    pub(crate) counts: CountState,
    pub(crate) started: Option<Moment>,
    pub(crate) paused: Option<Moment>,
    pub(crate) offer: Option<Side>,
    pub(crate) takeback: Option<Side>,
    pub(crate) correction: CorrectionRight,
    pub(crate) touched: Option<Square>,
    /// The number of plies when an accident disturbed the board.
    pub(crate) disturbed: Option<usize>,
    pub(crate) end: Option<GameEnding>,
    pub(crate) now: Moment,
    pub(crate) seq: u64,
}

/// A move or what stands in its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// What was done.
    pub kind: PlyKind,
    /// It in writing: a move, or the set-up after it.
    pub notation: String,
    /// When; nothing for a move drawn by lot.
    pub at: Option<Moment>,
    /// The counts before it, to come back to.
    pub(crate) counts: CountState,
}

/// What was done in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlyKind {
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
        match self.kind {
            PlyKind::Move(by, _) | PlyKind::Irregular(by, _) => Some(by),
            PlyKind::Settled => None,
        }
    }
}

/// Whether an irregularity can be corrected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CorrectionRight {
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
        let rule_set = RuleSet::of(terms.variant);
        let clocks = Clocks::new(terms.controls.clone());
        if Side::BOTH.into_iter().any(|side| clocks.timed(side) && !clocks.has_time(side)) {
            return Err(BadTerms::NoTime);
        }
        let history = first_history(&terms, &rule_set)?;
        let mut game = Self {
            counts: CountState::at(&*history, terms.profile.pace),
            terms,
            rule_set,
            history,
            plies: Vec::new(),
            clocks,
            started: None,
            paused: None,
            offer: None,
            takeback: None,
            correction: CorrectionRight::None,
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

    pub(crate) fn play_opening(&mut self) -> Result<(), BadTerms> {
        for (i, text) in self.terms.opening.clone().iter().enumerate() {
            let opening = |why| BadTerms::Opening { number: i + 1, why };
            let m = self.history.read(text).map_err(opening)?;
            self.record(m, None);
        }
        Ok(())
    }

    /// Reads a move as a person writes it, by this game's squares.
    pub fn read(&self, text: &str) -> Result<Attempt, AttemptError> {
        Attempt::parse(text, self.rule_set.board)
    }

    /// What was agreed before it began.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The rules it is played by.
    #[must_use]
    pub const fn rule_set(&self) -> &RuleSet {
        &self.rule_set
    }

    /// How many events it has seen.
    #[must_use]
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// Whose move it is.
    #[must_use]
    pub fn turn(&self) -> Side {
        self.history.turn()
    }

    /// The position as FEN.
    #[must_use]
    pub fn fen(&self) -> String {
        self.history.setup().to_string()
    }

    /// What stands on the board.
    #[must_use]
    pub fn setup(&self) -> Setup {
        self.history.setup()
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
    pub fn counts(&self) -> Vec<DrawCount> {
        self.counts.running(&self.rule_set)
    }

    /// Whether it has begun.
    #[must_use]
    pub const fn has_begun(&self) -> bool {
        self.started.is_some()
    }

    /// When the last event happened.
    #[must_use]
    pub const fn last_event_at(&self) -> Moment {
        self.now
    }

    /// Who offers a draw.
    #[must_use]
    pub const fn offer(&self) -> Option<Side> {
        self.offer
    }

    /// Who asks to take back a move.
    #[must_use]
    pub const fn takeback(&self) -> Option<Side> {
        self.takeback
    }

    /// How it ended, if it has.
    #[must_use]
    pub const fn end(&self) -> Option<&GameEnding> {
        self.end.as_ref()
    }

    /// The next instant at which the software has to look at the clocks: the running flag's fall.
    #[must_use]
    pub fn flag_falls(&self) -> Option<Moment> {
        if self.end.is_some() { None } else { self.clocks.falls(self.thinking()) }
    }

    /// Whose clock runs.
    pub(crate) fn thinking(&self) -> Side {
        match self.correction {
            CorrectionRight::Open(offender) => !offender,
            _ => self.turn(),
        }
    }

    /// The number of the move to be made, both sides' moves together counting one.
    #[must_use]
    pub fn move_number(&self) -> u16 {
        self.moves_by(self.rule_set.first).max(self.moves_by(!self.rule_set.first)) + u16::from(self.even())
    }

    fn even(&self) -> bool {
        Side::BOTH.map(|side| self.moves_by(side)).windows(2).all(|both| both[0] == both[1])
    }

    pub(crate) fn moves_by(&self, side: Side) -> u16 {
        let moves = self.plies.iter().filter(|ply| ply.by() == Some(side)).count();
        u16::try_from(moves).unwrap_or(u16::MAX)
    }
}

/// The history a game begins with.
fn first_history(terms: &Terms, rule_set: &RuleSet) -> Result<Box<dyn AnyHistory>, BadTerms> {
    let start = history(terms.variant, None).map_err(BadTerms::Start)?;
    let setup = match &terms.start {
        StartPosition::Initial => return Ok(start),
        StartPosition::Set(setup) => setup.clone(),
        StartPosition::Odds(squares) => {
            let mut setup = start.setup();
            for &square in squares {
                let before = setup.pieces.len();
                setup.pieces.retain(|(place, _)| place.on(rule_set.board) != Some(square));
                if setup.pieces.len() == before {
                    return Err(BadTerms::Odds(square));
                }
            }
            setup
        }
    };
    history(terms.variant, Some(&setup)).map_err(BadTerms::Start)
}
