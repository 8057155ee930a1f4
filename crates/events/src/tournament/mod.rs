//! An event as its entries: what was asked, by whom and when, decided into facts.
//!
//! [`Tournament::decide`] answers a [`TournamentCommand`] with the [`TournamentEvent`]s that follow from it, or a
//! [`TournamentRefusal`]; it changes nothing. [`Tournament::apply`] takes an event into the state and never fails. Everything
//! is a fold of the list of events, so a replayed tournament is the same tournament. What is undone is a new entry.

mod apply;
mod appointments;
mod arena;
mod at_once;
mod board_result;
mod charter;
mod command;
mod decide;
mod edit;
mod entries;
mod event;
mod import;
mod look;
mod refusal;
mod restrict;
mod results;
mod ruling;
mod state;
mod team_entries;

pub use appointments::{Appointment, AppointmentTerms, DATE_IS_FIXED, PlayingWindow, WAITS_TO_PLAY};
pub use arena::{ArenaTerms, REPEAT_PAUSE};
pub use at_once::{MOST_AT_ONCE, RoundOrder};
pub use board_result::{BoardResult, Edge};
pub use charter::{
    AbsenceRule, DayAllowance, OnlineTerms, OnlineTimeControl, OpeningTerms, TournamentCharter,
};
pub use command::{NewEntrant, NumberingOrder, TournamentActor, TournamentAsk, TournamentCommand};
pub use edit::{BrokenCriterion, broken_criteria};
pub use event::{TournamentEvent, TournamentFact};
pub use import::imported_log;
pub use refusal::TournamentRefusal;
pub use ruling::{ArbiterRuling, BoardRuling};
pub use state::{AccelerationMethod, BoardState, RoundStage, RoundState, Tournament, TournamentSettings};
