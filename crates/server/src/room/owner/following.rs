//! Coming to a game, and hearing what one has missed.

use damiera_game::{Action, wire};
use damiera_rules::Side;

use super::{Life, Owner, plain_name};
use crate::protocol::{Happened, Told};
use crate::room::watchers::told_events;
use crate::room::{Outbox, Watcher};
use crate::store::StoredEvent;
use crate::time::now;

impl Owner {
    /// Lets somebody follow the game, from the event after the last he knows.
    pub(super) async fn join(&mut self, watcher: Watcher, seq: Option<u64>) -> Life {
        let head = self.game.seq();
        let sides = Side::BOTH.into_iter().filter(|&side| watcher.sides[side as usize]);
        let joined = Told::Joined {
            game: self.id.to_string(),
            seq: head,
            sides: sides.map(wire::WireSide::from).collect(),
            now: now().0,
            terms: seq.is_none().then(|| Box::new(wire::WireTerms::from(self.game.terms()))),
        };
        watcher.out.send(&joined);
        let known = seq.filter(|&seq| seq <= head).unwrap_or(0);
        let events = self.missed(known).await;
        watcher.out.send(&told_events(&self.played(), &events, watcher.out.kind()));
        if let Some(by) = self.state.rematch {
            watcher.out.send(&Told::Rematch { by: by.into(), game: self.state.another.clone() });
        }
        self.state.watchers.join(watcher);
        let both = Side::BOTH.into_iter().all(|side| self.state.watchers.present(side));
        if both && self.state.begins.is_some() && self.not_begun() {
            return self.act_as_arbiter(Action::Start).await;
        }
        Life::On
    }

    pub(super) async fn send_missed(&self, to: &Outbox, known: u64) {
        let events = self.missed(known).await;
        to.send(&told_events(&self.played(), &events, to.kind()));
    }

    /// The events after the first so many.
    async fn missed(&self, known: u64) -> Vec<Happened> {
        if known >= self.game.seq() {
            return Vec::new();
        }
        let kept = self.rooms.store().events_after(&self.id, known).await.unwrap_or_else(|error| {
            tracing::error!(game = &*self.id, %error, "events could not be read");
            Vec::new()
        });
        let told = |(seq, kept): (u64, StoredEvent)| {
            let id = kept.command_id.as_deref().map(plain_name);
            Some(Happened { seq, id, event: kept.event().ok()? })
        };
        (known + 1..=self.game.seq()).zip(kept).map_while(told).collect()
    }
}
