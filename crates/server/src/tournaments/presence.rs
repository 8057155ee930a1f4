//! Which players of an event are here: their browser or program follows it, or has asked for it a moment ago.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use damiera_game::Moment;

/// A player counts as present for this time after the last sign.
const PRESENT: Duration = Duration::from_secs(15);
/// Other nodes hear of a player's presence at most this often.
const REPORT: Duration = Duration::from_secs(5);

/// When the players of an event were last heard of.
#[derive(Default)]
pub(super) struct PlayerPresence {
    seen: Mutex<HashMap<u16, PlayerSigns>>,
}

/// The last sign of a player, and when other nodes were last told.
#[derive(Clone, Copy)]
struct PlayerSigns {
    seen: Moment,
    reported: Moment,
}

impl PlayerPresence {
    fn seen(&self) -> MutexGuard<'_, HashMap<u16, PlayerSigns>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes note that a player is here; says whether other nodes should hear of it.
    pub(super) fn note(&self, number: u16, now: Moment) -> bool {
        let mut seen = self.seen();
        let signs = seen.entry(number).or_insert(PlayerSigns { seen: now, reported: Moment(0) });
        signs.seen = now;
        let is_due = now.since(signs.reported) >= REPORT;
        if is_due {
            signs.reported = now;
        }
        is_due
    }

    /// Who is here, by number.
    pub(super) fn present(&self, now: Moment) -> Vec<u16> {
        let seen = self.seen();
        let here = seen.iter().filter(|(_, signs)| now.since(signs.seen) < PRESENT);
        let mut numbers: Vec<u16> = here.map(|(number, _)| *number).collect();
        numbers.sort_unstable();
        numbers
    }
}
