//! Where people who are not in one room find each other: open seeks, and invitations by link.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use damiera_game::{Bonus, ClockControl, Profile, Terms};
use damiera_rules::Variant;
use serde::{Deserialize, Serialize};

use crate::protocol::Told;
use crate::room::{Outbox, RoomError};
use crate::store::{Credentials, Holder, SeekTerms};

/// How long an open seek stays after its seeker has left the lobby.
const AFTER_LEAVING: Duration = Duration::from_secs(20);
/// How long it stays at most.
const LONGEST: Duration = Duration::from_secs(3600);
/// Open seeks at a time from one person.
const EACH: usize = 5;
/// Open seeks at a time.
const ALL: usize = 1_000;
/// The longest name.
pub(crate) const NAME: usize = 24;

/// A seek that anybody may take up.
#[derive(Serialize, Deserialize, Clone, Debug, utoipa::ToSchema)]
pub struct OpenSeek {
    /// Its name.
    pub id: String,
    /// Who seeks; nothing for somebody who has not said.
    pub name: Option<String>,
    /// What is wanted.
    #[serde(flatten)]
    pub wanted: SeekTerms,
}

/// The terms of the game that a seek leads to. Every game between two people has a clock, so that an abandoned game ends.
pub(crate) fn game_terms(wanted: &SeekTerms) -> Result<Terms, RoomError> {
    let bad = |text: &str| RoomError::Bad(text.to_owned());
    let variant: Variant = wanted.variant.parse().map_err(|_| bad("there is no such game"))?;
    let seconds = |seconds: u32| Duration::from_secs(seconds.into());
    let control = match (wanted.minutes, wanted.days) {
        (Some(minutes @ 1..=180), None) if wanted.increment <= 60 => {
            let bonus = match wanted.increment {
                0 => Bonus::None,
                increment => Bonus::Increment(seconds(increment)),
            };
            ClockControl::with(seconds(60 * minutes), bonus)
        }
        (None, Some(days @ 1..=14)) => ClockControl::PerMove(seconds(24 * 3600 * days)),
        _ => return Err(bad("give 1 to 180 minutes with up to 60 s a move, or 1 to 14 days a move")),
    };
    let profile = if wanted.days.is_some() { Profile::CORRESPONDENCE } else { Profile::ONLINE };
    Ok(Terms { controls: [control.clone(), control], ..Terms::new(variant, profile) })
}

/// A name as somebody gave it: a line of print, not too long.
pub(crate) fn tidy_name(name: &str) -> Option<String> {
    let plain: String = name.chars().filter(|c| !c.is_control()).collect();
    let name: String = plain.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(NAME).collect();
    (!name.is_empty()).then_some(name)
}

struct Listed {
    seek: OpenSeek,
    holder: Holder,
    since: Instant,
    /// When the seeker was last here.
    seen: Instant,
}

struct Visitor {
    id: u64,
    out: Outbox,
    shown: Credentials,
}

#[derive(Default)]
struct State {
    seeks: HashMap<String, Listed>,
    visitors: Vec<Visitor>,
}

/// The lobby.
#[derive(Default)]
pub(crate) struct Lobby {
    state: Mutex<State>,
}

impl State {
    fn list(&self) -> Vec<OpenSeek> {
        let mut listed: Vec<_> = self.seeks.values().collect();
        listed.sort_by_key(|listed| listed.since);
        listed.iter().map(|listed| listed.seek.clone()).collect()
    }

    fn tell(&mut self) {
        let told = Told::Seeks { seeks: self.list() };
        self.visitors.retain(|visitor| visitor.out.send(&told));
    }
}

impl Lobby {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The open seeks, the oldest first.
    pub(crate) fn list(&self) -> Vec<OpenSeek> {
        self.state().list()
    }

    /// Lets somebody hear of seeks.
    pub(crate) fn join(&self, id: u64, out: Outbox, shown: &Credentials) {
        let mut state = self.state();
        out.send(&Told::Seeks { seeks: state.list() });
        state.visitors.push(Visitor { id, out, shown: shown.clone() });
    }

    /// He has gone.
    pub(crate) fn leave(&self, id: u64) {
        let mut state = self.state();
        let Some(at) = state.visitors.iter().position(|visitor| visitor.id == id) else { return };
        let shown = state.visitors.swap_remove(at).shown;
        for listed in state.seeks.values_mut().filter(|listed| listed.holder.is(&shown)) {
            listed.seen = Instant::now();
        }
    }

    /// Puts a seek up for all to see.
    pub(crate) fn put(&self, seek: OpenSeek, holder: Holder) -> Result<(), RoomError> {
        let mut state = self.state();
        let own = Credentials { visitor: holder.visitor, account: holder.account, key: None, session: None };
        let own = state.seeks.values().filter(|listed| listed.holder.is(&own)).count();
        if own >= EACH || state.seeks.len() >= ALL {
            return Err(RoomError::TooMuch(AFTER_LEAVING));
        }
        let (since, seen) = (Instant::now(), Instant::now());
        state.seeks.insert(seek.id.clone(), Listed { seek, holder, since, seen });
        state.tell();
        Ok(())
    }

    /// Takes a seek down; says whether it was up.
    pub(crate) fn take(&self, id: &str) -> bool {
        let mut state = self.state();
        let taken = state.seeks.remove(id).is_some();
        if taken {
            state.tell();
        }
        taken
    }

    /// Tells the seeker that his game has begun.
    pub(crate) fn matched(&self, holder: &Holder, seek: &str, game: &str) {
        let told = Told::Matched { seek: seek.to_owned(), game: game.to_owned() };
        for visitor in self.state().visitors.iter().filter(|visitor| holder.is(&visitor.shown)) {
            visitor.out.send(&told);
        }
    }

    /// Takes down the seeks of those who have gone.
    pub(crate) fn sweep(&self) {
        let mut state = self.state();
        let State { seeks, visitors } = &mut *state;
        let before = seeks.len();
        seeks.retain(|_, listed| {
            if visitors.iter().any(|visitor| listed.holder.is(&visitor.shown)) {
                listed.seen = Instant::now();
            }
            listed.seen.elapsed() < AFTER_LEAVING && listed.since.elapsed() < LONGEST
        });
        if seeks.len() < before {
            state.tell();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_line_of_print() {
        assert_eq!(tidy_name("  Marion \n Tinsley\t"), Some("Marion Tinsley".to_owned()));
        assert_eq!(tidy_name(" \u{7}\n"), None);
        assert_eq!(tidy_name(&"x".repeat(99)).map(|name| name.len()), Some(NAME));
    }

    #[test]
    fn every_game_between_two_has_a_clock() {
        let wanted = SeekTerms {
            variant: "italian".to_owned(),
            minutes: None,
            increment: 0,
            days: None,
            colour: None,
            open: true,
        };
        assert!(game_terms(&wanted).is_err());
        assert!(game_terms(&SeekTerms { minutes: Some(5), ..wanted.clone() }).is_ok());
        assert!(game_terms(&SeekTerms { minutes: Some(0), ..wanted.clone() }).is_err());
        assert!(game_terms(&SeekTerms { days: Some(3), ..wanted.clone() }).is_ok());
        assert!(game_terms(&SeekTerms { minutes: Some(5), days: Some(3), ..wanted }).is_err());
    }
}
