//! Ratings: Glicko-2 for online play, and the federations' formulas as reports on an event.
//!
//! What a federation's public rules do not say is the organiser's to supply, and every report says which figures were.

mod event_report;
mod glicko;

pub use event_report::{
    AcfTable, Band, FmjdTable, RatingMethod, RatingPace, RatingReport, RatingRow, RubeleTable, rate_event,
};
pub use glicko::{Glicko, GlickoGame, GlickoSettings};
