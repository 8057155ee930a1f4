//! Entries at the arbiter's table: which events one command produced, and the state without the last of them.

use crate::end::EndReason;
use crate::event::{Event, Fact};
use crate::game::Game;
use crate::time::Moment;

impl Game {
    /// The number of events of the last entry that has not been withdrawn; `None` if there is none.
    pub(crate) fn last_entry(&self) -> Option<u16> {
        let earlier = self.log.iter().rev().skip(1);
        let pairs = earlier.zip(self.log.iter().rev());
        let joined = pairs.take_while(|(before, event)| self.joins(before, event)).count();
        (!self.log.is_empty()).then(|| u16::try_from(joined + 1).unwrap_or(u16::MAX))
    }

    /// Whether an event follows from the one before it, so that both belong to one entry.
    fn joins(&self, before: &Event, event: &Event) -> bool {
        before.at == event.at
            && match (&before.fact, &event.fact) {
                (Fact::Lapsed, _)
                | (Fact::Moved { .. }, Fact::LeftUnmarked { .. })
                | (Fact::Crowned { .. }, Fact::Touched { .. })
                | (Fact::FlagFell { .. }, _) => true,
                (_, Fact::Ended { how }) => self.follows_by_itself(*how),
                _ => false,
            }
    }

    /// Whether the rules end the game for this reason, without a declaration by anybody.
    fn follows_by_itself(&self, how: EndReason) -> bool {
        match how {
            EndReason::NoMove(_) | EndReason::NoPieces(_) => true,
            EndReason::KingMoves(_) => self.rule_set.counts_when_asked(),
            _ => false,
        }
    }

    /// Restores the state before the last events. The time used stays used, and an undone move earns nothing.
    pub(crate) fn withdraw(&mut self, events: u16, at: Moment) {
        let kept = self.log.len().saturating_sub(usize::from(events));
        // The terms made a game before, so they make one again.
        let Ok(mut earlier) = Self::new((*self.terms).clone()) else { return };
        for event in self.log.iter().take(kept) {
            earlier.apply(event);
        }
        let undone = self.plies.len().saturating_sub(earlier.plies.len());
        let set = |event: &Event| {
            use Fact as F;
            matches!(
                event.fact,
                F::Started | F::Paused | F::Resumed | F::ClocksSet { .. } | F::Annulled { .. }
            )
        };
        // A game that was ended by mistake goes on from here: the time in between is charged to nobody.
        if self.end.is_some() && earlier.clocks.running().is_some() {
            self.clocks.restart(at);
        }
        if undone > 0 {
            let marks: Vec<_> = self.plies.iter().rev().take(undone).filter_map(|ply| ply.clock).collect();
            earlier.clocks = self.clocks.clone();
            earlier.clocks.undo(marks, earlier.thinking(), at);
        } else if earlier.plies.len() == self.plies.len() && !self.log.iter().skip(kept).any(set) {
            earlier.clocks = self.clocks.clone();
        }
        (earlier.seq, earlier.now) = (self.seq, self.now);
        *self = earlier;
    }
}
