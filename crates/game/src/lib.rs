//! A game of draughts as its events: what happened, who may do what, and which article says so.
//!
//! [`Game::decide`] answers a [`Command`] with the [`Event`]s that follow from it, or a [`Refusal`]; it changes
//! nothing. [`Game::apply`] takes an event into the state and never fails. Position, clocks, counts, offers and
//! result are folds of the list of events, so a replayed game is the same game. Time is part of the command.
//!
//! ```
//! use damiera_game::{Actor, Ask, Command, Game, Moment, Profile, Terms};
//! use damiera_rules::{Side, Variant};
//!
//! let mut game = Game::new(Terms::new(Variant::Italian, Profile::CASUAL)).unwrap();
//! let attempt = game.read("22-18").unwrap();
//! let command = Command { by: Actor::Player(Side::White), at: Moment(0), ask: Ask::Move(attempt) };
//! for event in game.decide(&command).unwrap() {
//!     game.apply(&event);
//! }
//! assert_eq!(game.view(Moment(0)).moves[0].notation, "22-18");
//! ```

mod apply;
pub mod ballot;
mod classify;
mod clock;
mod command;
mod control;
mod count;
mod decide;
mod draws;
mod end;
mod event;
mod game;
mod law;
mod line;
pub mod pdn;
mod profile;
mod refusal;
pub mod rulebook;
mod stand;
mod table;
mod terms;
mod text;
mod time;
mod trace;
mod view;
pub mod wire;

pub use classify::{Finding, Untold, Verdict, judge};
pub use clock::{Clocks, Face};
pub use command::{Actor, Ask, Blame, Command, Doubt, Fault};
pub use control::{Bonus, Budget, Control, Overtime, Stage};
pub use count::{Count, Counted};
pub use end::{End, How, Outcome};
pub use event::{Charge, Event, Fact, Touch};
pub use game::{Done, Game, Ply};
pub use law::Law;
pub use profile::{Counting, Flags, Irregular, Occasion, Profile, Takebacks, TouchMove};
pub use refusal::{Refusal, Why};
pub use terms::{BadTerms, Company, Sight, Start, Terms};
pub use text::{Lang, UnknownLang};
pub use time::Moment;
pub use trace::Trace;
pub use view::{Claim, LegalMove, Pending, View};
