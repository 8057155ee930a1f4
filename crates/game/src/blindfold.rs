//! Blindfold play (FID-IT 15.1.4 to 15.1.6): what a player without sight of the board may use and what illegal tries
//! cost. The book leaves both to further rules (15.2), so they are terms that the players agree on before the game.

use damiera_rules::{Illegal, Side};

use crate::decide::{Decision, Draft};
use crate::end::EndReason;
use crate::event::Fact;
use crate::game::Game;
use crate::profile::IrregularPolicy;
use crate::refusal::{Refusal, RefusalReason};
use crate::terms::Sight;

/// Whether a blindfold player sees the moves played so far ("servendosi o non dell'annotazione").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MoveListAccess {
    /// Only the last move of each side is announced.
    #[default]
    LastMoves,
    /// All of them.
    All,
}

/// Whether a blindfold player may take notes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum NotesPolicy {
    /// No.
    #[default]
    Forbidden,
    /// Yes.
    Allowed,
}

/// What is agreed about blindfold play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BlindfoldTerms {
    /// Whether the moves played so far are shown.
    pub move_list: MoveListAccess,
    /// Whether notes are allowed.
    pub notes: NotesPolicy,
    /// The illegal try of this number loses the game; `None` if illegal tries cost nothing.
    pub tries: Option<u8>,
}

impl Default for BlindfoldTerms {
    fn default() -> Self {
        Self { move_list: MoveListAccess::default(), notes: NotesPolicy::default(), tries: Some(3) }
    }
}

impl BlindfoldTerms {
    /// The highest number of tries that can be agreed on.
    pub const MOST_TRIES: u8 = 50;
}

impl Game {
    /// Whether a side plays without sight of the board, on a screen. At an arbiter's table there is a board.
    #[must_use]
    pub fn is_blindfold(&self, side: Side) -> bool {
        self.terms.sight[side as usize] == Sight::Blindfold
            && self.terms.profile.irregular == IrregularPolicy::Refused
    }

    /// Whether the board is hidden from somebody: a side plays blindfold and the game is not over.
    #[must_use]
    pub fn conceals_board(&self) -> bool {
        self.end.is_none() && Side::BOTH.into_iter().any(|side| self.is_blindfold(side))
    }

    /// How many illegal moves White and Black have tried without sight of the board.
    #[must_use]
    pub const fn illegal_tries(&self) -> [u8; 2] {
        self.illegal_tries
    }
}

impl Draft {
    /// An illegal move tried without sight of the board. The try counts, and its reason is not given: it would tell what
    /// stands on the board.
    pub(crate) fn try_in_vain(&mut self, by: Side, reason: &Illegal) -> Decision {
        if matches!(reason, Illegal::Ambiguous { .. }) {
            return Err(RefusalReason::WriteAllSquares.into());
        }
        self.add(Fact::TriedInVain { by });
        let made = self.game.illegal_tries[by as usize];
        match self.game.terms.blindfold.tries {
            Some(tries) if made >= tries => self.end(EndReason::IllegalTries(by)),
            _ => Ok(()),
        }
    }
}

impl Refusal {
    /// The refusal as a player without sight of the board gets it: nothing in it depends on the position.
    #[must_use]
    pub fn without_board(self) -> Self {
        use RefusalReason as R;
        let tells_nothing = matches!(
            self.why,
            R::GameOver
                | R::Paused
                | R::NotPaused
                | R::Begun
                | R::NotYourTurn(_)
                | R::OnlyPlayer
                | R::OnlyArbiter
                | R::OnlyAtTable
                | R::NoOffer
                | R::OfferMade
                | R::OfferTooEarly(_)
                | R::FlagUp(_)
                | R::FlagsFellTogether
                | R::OwnFlagDown
                | R::NoClock
                | R::NoTakebacks
                | R::NothingToTakeBack
                | R::NoTakebackAsked
                | R::NoVacation
                | R::OnVacation
                | R::NotOnVacation
                | R::VacationUsedUp
                | R::WriteAllSquares
        );
        if tells_nothing { self } else { R::WithoutReason.into() }
    }
}
