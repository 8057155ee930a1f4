//! When a pairing is played, as clients see it.

use damiera_events::tournament::{Appointment, PlayingWindow};
use damiera_game::Moment;
use serde::Serialize;

/// When a pairing is played, as far as its players have arranged it. Times are in milliseconds since 1970; of two values the
/// first is White's.
#[derive(Serialize, utoipa::ToSchema, Clone)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Appointment)]
pub(crate) struct AppointmentBody {
    /// When the window of the pairing closes.
    pub(crate) closes_at: u64,
    /// Whether it closed before the pairing was played: the organiser decides.
    pub(crate) closed: bool,
    /// The date that both have agreed on.
    pub(crate) agreed: Option<u64>,
    /// Whether that date is too near to be changed.
    pub(crate) fixed: bool,
    /// The dates that the players propose.
    pub(crate) proposals: [Option<u64>; 2],
    /// Whether the players wait to play at once.
    pub(crate) ready: [bool; 2],
}

impl AppointmentBody {
    pub(super) fn new(dates: &Appointment, now: Moment) -> Self {
        let is_to_come = |date: &Moment| *date > now;
        Self {
            closes_at: dates.closes_at.0,
            closed: dates.window == PlayingWindow::Closed,
            agreed: dates.agreed.map(|date| date.0),
            fixed: dates.is_fixed(now),
            proposals: dates.proposals.map(|date| date.filter(is_to_come).map(|date| date.0)),
            ready: [0, 1].map(|seat| dates.waits(seat, now)),
        }
    }
}
