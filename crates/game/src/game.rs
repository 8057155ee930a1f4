//! The state of a game.

use std::sync::Arc;

use damiera_rules::{
    Article, Attempt, AttemptError, Irregularity, Move, Provision, Setup, Side, Square, SquareName,
};
use rpds::VectorSync;

use crate::clock::{ClockMark, Clocks};
use crate::command::Placement;
use crate::count::{CountState, DrawCount};
use crate::end::GameEnding;
use crate::event::Event;
use crate::history::{AnyHistory, new_history};
use crate::profile::{Counting, IrregularPolicy, Recording, Takebacks};
use crate::rule_set::RuleSet;
use crate::terms::{BadTerms, StartPosition, Terms};
use crate::time::Moment;

/// A game in progress or finished. Cloning is cheap: clones share the positions and plies.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) terms: Arc<Terms>,
    pub(crate) rule_set: RuleSet,
    pub(crate) history: Box<dyn AnyHistory>,
    pub(crate) plies: VectorSync<Ply>,
    /// Moves made by White and by Black.
    pub(crate) moves_made: [u16; 2],
    pub(crate) clocks: Clocks,
    pub(crate) counts: CountState,
    pub(crate) started: Option<Moment>,
    pub(crate) paused: Option<Moment>,
    pub(crate) offer: Option<Side>,
    pub(crate) takeback: Option<Side>,
    pub(crate) correction: CorrectionRight,
    pub(crate) touched: Option<Square>,
    /// The number of plies played when an accident disturbed the board.
    pub(crate) disturbed: Option<usize>,
    /// A player's proposal for a piece whose square is in doubt.
    pub(crate) proposal: Option<(Side, Placement)>,
    /// Illegal moves that White and Black have tried without sight of the board.
    pub(crate) illegal_tries: [u8; 2],
    pub(crate) end: Option<GameEnding>,
    /// At an arbiter's table, the events that have not been withdrawn.
    pub(crate) log: VectorSync<TableLogEntry>,
    pub(crate) now: Moment,
    pub(crate) seq: u64,
}

/// An event at an arbiter's table, and the clocks before it, which come back if it is withdrawn.
#[derive(Clone, Debug)]
pub(crate) struct TableLogEntry {
    pub(crate) event: Event,
    pub(crate) clocks: Clocks,
}

/// A move, or an irregularity or correction that took the place of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// What kind of ply it is.
    pub kind: PlyKind,
    /// The move in notation; for anything else, the FEN after it.
    pub notation: String,
    /// The displacement of an irregularity in notation, if a single piece was displaced.
    pub displacement: Option<String>,
    /// When it was played; `None` for a balloted move.
    pub at: Option<Moment>,
    /// The counts before it, restored when it is taken back.
    pub(crate) counts: CountState,
    /// Moves made by each side before it.
    pub(crate) moves_made: [u16; 2],
    /// The touched piece that had to be moved when it was played.
    pub(crate) touched: Option<Square>,
    /// The article that an irregularity breaks.
    pub(crate) article: Option<Article>,
    /// The clock it was played with; `None` without a clock running.
    pub(crate) clock: Option<ClockMark>,
}

/// What kind of ply was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlyKind {
    /// A legal move.
    Move(Side, Move),
    /// An irregularity that was kept or can still be corrected.
    Irregular(Side, Irregularity),
    /// The arbiter placed a piece.
    Settled,
}

impl Ply {
    /// The side that played it; `None` for an arbiter's decision.
    #[must_use]
    pub const fn by(&self) -> Option<Side> {
        match self.kind {
            PlyKind::Move(by, _) | PlyKind::Irregular(by, _) => Some(by),
            PlyKind::Settled => None,
        }
    }

    /// Whether it is a legal move, not an irregularity or a decision.
    #[must_use]
    pub const fn is_legal_move(&self) -> bool {
        matches!(self.kind, PlyKind::Move(..))
    }

    /// The article that an irregularity breaks.
    #[must_use]
    pub const fn article(&self) -> Option<Article> {
        self.article
    }
}

/// Whether the last irregularity can be corrected (FID 8.2, 8.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CorrectionRight {
    /// There is no irregularity.
    None,
    /// The opponent of this side may demand a correction.
    Open(Side),
    /// The right has lapsed.
    Gone,
}

impl Game {
    /// A new game that has not started.
    pub fn new(terms: Terms) -> Result<Self, BadTerms> {
        let rule_set = RuleSet::of(terms.variant);
        let clocks = Clocks::new(terms.controls.clone()).with_vacation(terms.vacation);
        if Side::BOTH.into_iter().any(|side| clocks.timed(side) && !clocks.has_time(side)) {
            return Err(BadTerms::NoTime);
        }
        let history = first_history(&terms, &rule_set)?;
        let mut game = Self {
            counts: CountState::at(&*history, terms.pace()),
            terms: Arc::new(terms),
            rule_set,
            history,
            plies: VectorSync::new_sync(),
            moves_made: [0; 2],
            clocks,
            started: None,
            paused: None,
            offer: None,
            takeback: None,
            correction: CorrectionRight::None,
            touched: None,
            disturbed: None,
            proposal: None,
            illegal_tries: [0; 2],
            end: None,
            log: VectorSync::new_sync(),
            now: Moment(0),
            seq: 0,
        };
        game.play_opening()?;
        Ok(game)
    }

    /// The game that results from a list of events.
    pub fn replay<'a>(terms: Terms, events: impl IntoIterator<Item = &'a Event>) -> Result<Self, BadTerms> {
        let mut game = Self::new(terms)?;
        for event in events {
            game.apply(event);
        }
        Ok(game)
    }

    pub(crate) fn play_opening(&mut self) -> Result<(), BadTerms> {
        let terms = Arc::clone(&self.terms);
        for (i, text) in terms.opening.iter().enumerate() {
            let opening = |why| BadTerms::Opening { number: i + 1, why };
            let m = self.history.read(text).map_err(opening)?;
            self.record(m, None);
        }
        Ok(())
    }

    /// Parses a move as a person writes it, with the squares of this game's board.
    pub fn read(&self, text: &str) -> Result<Attempt, AttemptError> {
        Attempt::parse(text, self.rule_set.board)
    }

    /// What was agreed before the game.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The rules it is played by.
    #[must_use]
    pub const fn rule_set(&self) -> &RuleSet {
        &self.rule_set
    }

    /// The number of events applied so far.
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

    /// The position that the game was set up from, as FEN; empty if it began from the initial position.
    #[must_use]
    pub fn start_fen(&self) -> String {
        match self.terms.start {
            StartPosition::Initial if self.terms.first.is_none() && self.terms.moves_given.is_empty() => {
                String::new()
            }
            _ => self.history.setup_before(self.plies.len()).unwrap_or_else(|| self.setup()).to_string(),
        }
    }

    /// The position as a set-up.
    #[must_use]
    pub fn setup(&self) -> Setup {
        self.history.setup()
    }

    /// The plies so far.
    #[must_use]
    pub fn plies(&self) -> &VectorSync<Ply> {
        &self.plies
    }

    /// The last ply of a player; decisions on marks and on pieces in doubt may have followed it.
    pub(crate) fn last_played(&self) -> Option<&Ply> {
        self.plies.iter().rev().find(|ply| ply.by().is_some())
    }

    /// The clocks.
    #[must_use]
    pub const fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// The counts in progress.
    #[must_use]
    pub fn counts(&self) -> Vec<DrawCount> {
        self.counts.running(&self.rule_set, self.terms.profile.counting)
    }

    /// Whether the game has started.
    #[must_use]
    pub const fn has_begun(&self) -> bool {
        self.started.is_some()
    }

    /// When the game started.
    #[must_use]
    pub const fn started(&self) -> Option<Moment> {
        self.started
    }

    /// Whether a player may abort the game: no event depends on it, and not both sides have moved.
    pub(crate) fn may_abort(&self) -> bool {
        let is_free = self.terms.rated || self.terms.profile.takebacks != Takebacks::Never;
        is_free && !Side::BOTH.into_iter().all(|side| self.has_moved(side))
    }

    /// Whether a side has made a move of its own; those of a drawn opening are not.
    #[must_use]
    pub fn has_moved(&self, side: Side) -> bool {
        self.plies.iter().any(|ply| ply.by() == Some(side) && ply.at.is_some())
    }

    /// Whether a player may ask for a count of king moves; where it runs by itself from the start, nobody needs to.
    #[must_use]
    pub fn may_ask_count(&self) -> bool {
        self.rule_set.counts_when_asked() || self.terms.profile.counting == Counting::OnRequest
    }

    /// When the last event happened.
    #[must_use]
    pub const fn last_event_at(&self) -> Moment {
        self.now
    }

    /// The side that offers a draw.
    #[must_use]
    pub const fn offer(&self) -> Option<Side> {
        self.offer
    }

    /// The side that asks to take back a move.
    #[must_use]
    pub const fn takeback(&self) -> Option<Side> {
        self.takeback
    }

    /// How the game ended; `None` while it is in progress.
    #[must_use]
    pub const fn end(&self) -> Option<&GameEnding> {
        self.end.as_ref()
    }

    /// When the flag of the running clock falls: the next time the clocks have to be checked.
    #[must_use]
    pub fn flag_falls(&self) -> Option<Moment> {
        if self.end.is_some() { None } else { self.clocks.falls(self.thinking()) }
    }

    /// Whether the game is played on a real board, where irregularities are recorded.
    pub(crate) fn on_real_board(&self) -> bool {
        self.terms.profile.irregular == IrregularPolicy::Recorded
    }

    /// Whether a man that is left unmarked on its crown row remains a man (FID-IT 4.5, FID-EN 4.6).
    pub(crate) fn unmarked_is_man(&self) -> bool {
        self.terms.profile.recording == Recording::NotPrescribed
            && self.rule_set.cite(Provision::Unmarked).is_some()
    }

    /// A player's proposal for a piece whose square is in doubt.
    #[must_use]
    pub const fn proposal(&self) -> Option<(Side, Placement)> {
        self.proposal
    }

    /// The side whose clock runs.
    pub(crate) fn thinking(&self) -> Side {
        match self.correction {
            CorrectionRight::Open(offender) => !offender,
            _ => self.turn(),
        }
    }

    /// The touched piece that must be moved (FID 3.7): the duty ends when it has no legal move (3.10).
    #[must_use]
    pub fn touched(&self) -> Option<Square> {
        self.touched.filter(|&square| self.history.legal().iter().any(|m| m.from == square))
    }

    /// The number of the next move; a move by each side counts as one.
    #[must_use]
    pub fn move_number(&self) -> u16 {
        let [white, black] = self.moves_made;
        white.max(black) + u16::from(white == black)
    }

    pub(crate) const fn moves_by(&self, side: Side) -> u16 {
        self.moves_made[side as usize]
    }
}

/// The history of a new game.
fn first_history(terms: &Terms, rule_set: &RuleSet) -> Result<Box<dyn AnyHistory>, BadTerms> {
    let recording = match rule_set.cite(Provision::Unmarked) {
        Some(_) => terms.profile.recording,
        None => Recording::Prescribed, // the book crowns the man whether it is marked or not
    };
    let start = new_history(terms.variant, None, recording).map_err(BadTerms::Start)?;
    let setup = match &terms.start {
        StartPosition::Initial if terms.first.is_none() && terms.moves_given.is_empty() => return Ok(start),
        StartPosition::Initial => start.setup(),
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
    let setup = make_moves_given(terms, setup, recording)?;
    let setup = Setup { turn: terms.first.or(setup.turn), ..setup };
    new_history(terms.variant, Some(&setup), recording).map_err(BadTerms::Start)
}

/// Makes the moves given as odds, one after the other, each as if it were the turn of its man.
fn make_moves_given(terms: &Terms, mut setup: Setup, recording: Recording) -> Result<Setup, BadTerms> {
    let (board, turn) = (RuleSet::of(terms.variant).board, setup.turn);
    for &(from, to) in &terms.moves_given {
        let bad = || BadTerms::MoveGiven(from, to);
        let man = setup.pieces.iter().position(|(place, _)| place.on(board) == Some(from)).ok_or_else(bad)?;
        setup.turn = Some(setup.pieces[man].1.side);
        let before = new_history(terms.variant, Some(&setup), recording).map_err(BadTerms::Start)?;
        let is_given = |m: &Move| m.from == from && m.to == to && !m.is_capture() && !m.promotes;
        if !before.legal().iter().any(is_given) {
            return Err(bad());
        }
        setup.pieces[man].0 = SquareName::Number(to.number().into());
    }
    Ok(Setup { turn, ..setup })
}
