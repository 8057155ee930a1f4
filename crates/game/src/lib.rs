//! A game of draughts as a list of events: what happened, who may do what, and which article of the rulebook applies.
//!
//! [`Game::decide`] maps a [`Command`] to the [`Event`]s that follow from it, or to a [`Refusal`]; it changes nothing.
//! [`Game::apply`] updates the state by one event and never fails. Position, clocks, counts, offers and result are
//! folds over the events, so replaying the events restores the game. Time is an argument: it comes with the command.
//!
//! ```
//! use damiera_game::{Actor, Action, Command, Game, Moment, Profile, Terms};
//! use damiera_rules::{Side, Variant};
//!
//! let mut game = Game::new(Terms::new(Variant::Italian, Profile::CASUAL)).unwrap();
//! let attempt = game.read("22-18").unwrap();
//! let command = Command { by: Actor::Player(Side::White), at: Moment(0), action: Action::Move(attempt) };
//! for event in game.decide(&command).unwrap() {
//!     game.apply(&event);
//! }
//! assert_eq!(game.view(Moment(0)).moves[0].notation, "22-18");
//! ```

mod apply;
mod blindfold;
mod board_parts;
mod classify;
mod clock;
mod command;
mod consultation;
mod control;
mod count;
mod decide;
mod draws;
mod end;
mod entry;
mod event;
mod game;
mod history;
pub mod odds;
mod pace;
pub mod pdn;
mod physical_board;
mod profile;
mod refusal;
mod rule_set;
pub mod rulebook;
mod table;
mod terms;
mod text;
mod time;
mod trace;
mod unseen;
mod vacation;
mod verdict;
mod view;
pub mod wire;

pub use blindfold::{BlindfoldTerms, MoveListAccess, NotesPolicy};
pub use classify::{Classification, IrregularFinding, UnclassifiedReason, judge, judge_recorded};
pub use clock::{ClockFace, Clocks};
pub use command::{
    AbsentPlayers, Action, Actor, Blame, CaptureObjection, Command, Placement, PlacementDoubt, StartFault,
};
pub use consultation::ConsultationRule;
pub use control::{Bonus, ClockControl, Overtime, StagedTime, TimeStage};
pub use count::{DrawCount, DrawCountKind};
pub use end::{EndReason, GameEnding, GameOutcome};
pub use event::{Adjustment, CancellationCause, Event, Fact, TimeCharge, TouchEffect};
pub use game::{Game, Ply, PlyKind};
pub use pace::{INCREMENTS_COUNTED, pace_of};
pub use profile::{
    Counting, FlagPolicy, IrregularPolicy, Occasion, Profile, Recording, Takebacks, TouchMove,
};
pub use refusal::{Refusal, RefusalReason};
pub use rule_set::RuleSet;
pub use terms::{BadTerms, Sight, Simultaneity, StartPosition, Terms};
pub use text::{Lang, UnknownLang};
pub use time::Moment;
pub use trace::PastPosition;
pub use unseen::{has_unseen, is_unseen};
pub use vacation::VacationAllowance;
pub use view::{DrawClaim, GameView, LegalMove, PendingCorrection};
