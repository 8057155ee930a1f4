//! Time that the players of a game do not pay for, because the server did not work.

use std::time::Duration;

use damiera_game::{Event, Fact, Game, Moment};

use crate::clock::Clock;
use crate::uptime::Uptime;

/// A longer outage adjourns a game: its players may have gone.
const ADJOURNS: Duration = Duration::from_secs(600);
/// How long an adjourned game waits for its players. Clocks with more time than this are not worth stopping.
pub(super) const ADJOURNMENT: Duration = Duration::from_secs(24 * 3600);

/// Since when this node owns a game, by the server's time.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnedTime {
    /// Its own outages count from here.
    pub(super) since: Moment,
    /// When the earlier owner was last known to be alive: from then on the game had no owner.
    pub(super) orphaned_at: Option<Moment>,
}

impl OwnedTime {
    /// As long as the game exists.
    pub(super) const ALWAYS: Self = Self { since: Moment(0), orphaned_at: None };
}

/// The time of one game. It differs from the server's if the system's clock was ahead when the game was last played: events
/// are in order, so the game goes on from its last event.
#[derive(Clone, Debug)]
pub(crate) struct RoomClock {
    clock: Clock,
    ahead: Duration,
}

impl RoomClock {
    pub(super) fn new(clock: &Clock, game: &Game) -> Self {
        Self { clock: clock.clone(), ahead: game.last_event_at().since(clock.now()) }
    }

    /// The present in the game's time.
    pub(crate) fn now(&self) -> Moment {
        self.game_time(self.clock.now())
    }

    /// The server's time as the game's.
    pub(super) fn game_time(&self, at: Moment) -> Moment {
        at.plus(self.ahead)
    }

    /// The game's time as the server's.
    pub(super) fn server_time(&self, at: Moment) -> Moment {
        at.minus(self.ahead)
    }

    /// How long until an instant of the game; zero if it has passed.
    pub(super) fn until(&self, at: Moment) -> Duration {
        at.since(self.now())
    }

    /// Waits for a time.
    pub(crate) async fn sleep(&self, time: Duration) {
        self.clock.sleep(time).await;
    }

    /// The events that make up for the downtime since the game's last event: the time is given back to the side to
    /// move, and after a long outage the clocks are stopped until the players are back.
    pub(super) fn compensate(&self, game: &Game, uptime: &Uptime, owned: OwnedTime) -> Vec<Event> {
        let last = self.server_time(game.last_event_at());
        let mut downtime = uptime.downtime_since(last.max(owned.since));
        if let Some(alive_at) = owned.orphaned_at {
            let without_owner = owned.since.since(alive_at.max(last));
            downtime.total += without_owner;
            downtime.longest = downtime.longest.max(without_owner);
        }
        let Some(credit) = game.credit(self.now(), downtime.total) else { return Vec::new() };
        let mut after = game.clone();
        after.apply(&credit);
        let falls_soon = after.flag_falls().is_some_and(|falls| falls.since(credit.at) < ADJOURNMENT);
        let adjourned = downtime.longest > ADJOURNS && falls_soon;
        let paused = adjourned.then(|| Event::new(credit.at, Fact::Paused));
        [credit].into_iter().chain(paused).collect()
    }
}

/// Since when a game is adjourned. A pause that directly follows a credit is the server's, any other is the arbiter's.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Adjournment {
    pub(super) since: Option<Moment>,
    credited_at: Option<Moment>,
}

impl Adjournment {
    /// Takes the next event of the game into account.
    pub(super) fn follow(&mut self, event: &Event) {
        match event.fact {
            Fact::Credited { .. } => self.credited_at = Some(event.at),
            Fact::Paused => self.since = self.credited_at.filter(|&at| at == event.at),
            Fact::Resumed => self.since = None,
            _ => self.credited_at = None,
        }
    }
}
