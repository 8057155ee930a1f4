//! From a game to its log and back.

use std::sync::Arc;

use damiera_game::{Event, Game, Terms, wire};
use serde_json::value::{RawValue, to_raw_value};

use super::error::RoomError;
use crate::protocol::LoggedEvent;
use crate::store::{NewEvents, StoreError, StoredGame};

/// Events as JSON, each with its time. They are serialised once: the log and the clients get the same text.
pub(super) struct SerialisedEvents(Vec<(u64, Box<RawValue>)>);

impl SerialisedEvents {
    pub(super) fn new(events: &[Event]) -> Result<Self, StoreError> {
        let serialise = |event: &Event| {
            let event = wire::WireEvent::from(event);
            Ok((event.at, to_raw_value(&event)?))
        };
        events.iter().map(serialise).collect::<Result<_, StoreError>>().map(Self)
    }

    /// The events for the log of a game, which they leave in the state `after`.
    pub(super) fn for_log(
        &self,
        id: &Arc<str>,
        seq: u64,
        command_id: Option<&str>,
        after: &Game,
    ) -> NewEvents {
        let events: Vec<_> = self.0.iter().map(|(at, body)| (*at, body.get().into())).collect();
        let ended_at = after.end().and(events.last()).map(|(at, _)| *at);
        let command_id = command_id.map(str::to_owned);
        NewEvents { game: Arc::clone(id), seq, command_id, events, ended_at }
    }

    /// The events for clients, numbered; the first has the id of the command.
    pub(super) fn for_clients(self, seq: u64, mut command_id: Option<String>) -> Vec<LoggedEvent> {
        let numbered = (seq..).zip(self.0);
        numbered.map(|(seq, (_, event))| LoggedEvent { seq, id: command_id.take(), event }).collect()
    }
}

/// The ids of commands that were carried out, each with the number of its first event.
pub(super) type CommandIds = Vec<(Box<str>, u64)>;

/// A game rebuilt from its log, and the commands that were carried out.
pub(crate) fn replay(stored: &StoredGame) -> Result<(Game, CommandIds), RoomError> {
    let terms = Terms::try_from(&stored.terms).map_err(RoomError::invalid)?;
    let mut game = Game::new(terms).map_err(RoomError::invalid)?;
    let mut commands = Vec::new();
    for (seq, stored) in (1..).zip(&stored.events) {
        game.apply(&Event::try_from(&stored.event()?).map_err(RoomError::invalid)?);
        if let Some(id) = &stored.command_id {
            commands.push((id.as_str().into(), seq));
        }
    }
    Ok((game, commands))
}
