//! Events whose games are played in the players' own time: what the page says of dates and days.

use damiera_events::wire::{WireDayAllowance, WireOnlineTerms};

use super::super::pages::Page;
use crate::tournaments::{AppointmentBody, BoardBody, TournamentBody};

/// A pairing of the reader that has not begun.
pub(super) struct OwnAppointment {
    pub(super) board: usize,
    pub(super) opponent: String,
    pub(super) dates: AppointmentBody,
    /// What the reader proposes, and what the opponent does.
    pub(super) own: Option<u64>,
    pub(super) theirs: Option<u64>,
    /// Whether the reader waits to play at once, and whether the opponent does.
    pub(super) waits: bool,
    pub(super) awaited: bool,
}

impl OwnAppointment {
    pub(super) fn new(body: &TournamentBody, board: &BoardBody, own: u16) -> Option<Self> {
        let dates = board.unplayed()?.clone();
        let seat = board.numbers().iter().position(|number| *number == own)?;
        Some(Self {
            board: board.board,
            opponent: body.name(&board.numbers()[1 - seat]).to_owned(),
            own: dates.proposals[seat],
            theirs: dates.proposals[1 - seat],
            waits: dates.ready[seat],
            awaited: dates.ready[1 - seat],
            dates,
        })
    }
}

/// How long players have in events that last for days.
pub(super) fn own_time(page: &Page, online: &WireOnlineTerms) -> Option<String> {
    let (key, days) = match (online.correspondence, online.window_days) {
        (Some(terms), _) if terms.per == WireDayAllowance::Move => ("ev-corr-per-move", terms.days),
        (Some(terms), _) => ("ev-corr-per-game", terms.days),
        (None, Some(days)) => ("ev-dates-window", days),
        (None, None) => return None,
    };
    Some(page.say(key, "made", &days.to_string()))
}
