//! Entries at the arbiter's table: which events one command produced, and the state without the last of them.

use rpds::VectorSync;

use crate::clock::Clocks;
use crate::event::Fact;
use crate::game::{Game, Ply};
use crate::time::Moment;

impl Game {
    /// The number of events of the last entry that has not been withdrawn; `None` if there is none. An event of a log
    /// that does not mark entries is an entry of its own.
    pub(crate) fn last_entry(&self) -> Option<u16> {
        let last_first = || self.log.iter().rev().map(|logged| &logged.event);
        // Time given back after an outage is not an entry; it goes with the entry before it.
        let credits = last_first().take_while(|event| matches!(event.fact, Fact::Credited { .. })).count();
        let more = last_first().skip(credits).take_while(|event| event.continues).count();
        let events = credits + more + 1;
        (events <= self.log.len()).then(|| u16::try_from(events).unwrap_or(u16::MAX))
    }

    /// Restores the state before the last events. The time used stays used, and an undone move earns nothing.
    pub(crate) fn withdraw(&mut self, events: u16, at: Moment) {
        let kept = self.log.len().saturating_sub(usize::from(events));
        // The terms made a game before, so they make one again.
        let Ok(mut earlier) = Self::new((*self.terms).clone()) else { return };
        for logged in self.log.iter().take(kept) {
            earlier.apply(&logged.event);
        }
        earlier.clocks = self.clocks_without(kept, &earlier, at);
        earlier.keep_clock_marks(&self.plies);
        earlier.log = self.log.clone();
        while earlier.log.len() > kept {
            earlier.log.drop_last_mut();
        }
        (earlier.seq, earlier.now) = (self.seq, self.now);
        *self = earlier;
    }

    /// The clocks without the events from an index on. A replay would forget what withdrawn entries were charged.
    fn clocks_without(&self, kept: usize, earlier: &Self, at: Moment) -> Clocks {
        let withdrawn = || self.log.iter().skip(kept);
        let is_any = |wanted: fn(&Fact) -> bool| withdrawn().any(|logged| wanted(&logged.event.fact));
        let sets_clocks = |fact: &Fact| {
            use Fact as F;
            matches!(fact, F::Started | F::Resumed | F::ClocksSet { .. } | F::Annulled { .. })
        };
        if is_any(sets_clocks)
            && let Some(first) = withdrawn().next()
        {
            let mut clocks = first.clocks.clone();
            for logged in withdrawn() {
                if let Fact::Credited { side, time } = logged.event.fact {
                    clocks.credit(side, time, at);
                }
            }
            return clocks;
        }
        let mut clocks = self.clocks.clone();
        // Clocks that were stopped by mistake, or with a game that was ended by mistake, go on from here: the time in
        // between is charged to nobody.
        let stopped = self.end.is_some() || is_any(|fact| matches!(fact, Fact::Paused));
        if stopped && earlier.clocks.running().is_some() {
            clocks.restart(at);
        }
        let undone = self.plies.len().saturating_sub(earlier.plies.len());
        if undone > 0 {
            let marks: Vec<_> = self.plies.iter().rev().take(undone).filter_map(|ply| ply.clock).collect();
            clocks.undo(marks, earlier.thinking(), at);
        } else if earlier.plies.len() > self.plies.len() {
            // A correction or a restored position is withdrawn: the plies and their clocks come back.
            return withdrawn().next().map_or(clocks, |first| first.clocks.clone());
        }
        clocks.hand_to(earlier.thinking(), at);
        clocks
    }

    /// Takes over the clock marks of the plies that both games have.
    fn keep_clock_marks(&mut self, plies: &VectorSync<Ply>) {
        for (i, ply) in plies.iter().enumerate() {
            let same = self.plies.get(i).filter(|own| own.kind == ply.kind && own.at == ply.at).cloned();
            if let Some(own) = same {
                self.plies.set_mut(i, Ply { clock: ply.clock, ..own });
            }
        }
    }
}
