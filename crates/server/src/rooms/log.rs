//! From a game to its log and back.

use std::sync::Arc;

use damiera_game::{Event, Fact, Game, Terms, wire};
use damiera_messages::{LoggedEvent, event_json};
use serde_json::value::RawValue;

use super::downtime::Adjournment;
use super::error::RoomError;
use crate::conditional::ConditionalTree;
use crate::consultation::Consultation;
use crate::store::{EndMark, NewEvents, StoreError, StoredEvent, StoredGame};

/// Events as JSON, each with its time. They are serialised once: the log and the clients get the same text.
pub(super) struct SerialisedEvents {
    events: Vec<(u64, Box<RawValue>)>,
    /// Whether an entry is withdrawn, which may have been the end of the game.
    withdraws: bool,
}

impl SerialisedEvents {
    pub(super) fn new(events: &[Event]) -> Result<Self, StoreError> {
        let serialise = |event: &Event| {
            let event = wire::WireEvent::from(event);
            Ok((event.at, event_json(&event)?))
        };
        let withdraws = events.iter().any(|event| matches!(event.fact, Fact::Withdrawn { .. }));
        let events = events.iter().map(serialise).collect::<Result<_, StoreError>>()?;
        Ok(Self { events, withdraws })
    }

    /// The events for the log of a game, which they leave in the state `after`.
    pub(super) fn for_log(
        &self,
        id: &Arc<str>,
        seq: u64,
        command_id: Option<&str>,
        after: &Game,
    ) -> NewEvents {
        let events: Vec<_> = self.events.iter().map(|(at, body)| (*at, body.get().into())).collect();
        let end = match after.end().and(events.last()) {
            Some((at, _)) => Some(EndMark::Ended(*at)),
            None => self.withdraws.then_some(EndMark::Reopened),
        };
        let command_id = command_id.map(str::to_owned);
        NewEvents { game: Arc::clone(id), seq, command_id, events, end }
    }

    /// The events for clients, numbered; the first has the id of the command.
    pub(super) fn for_clients(self, seq: u64, mut command_id: Option<String>) -> Vec<LoggedEvent> {
        let numbered = (seq..).zip(self.events);
        numbered.map(|(seq, (_, event))| LoggedEvent { seq, id: command_id.take(), event }).collect()
    }
}

/// The ids of commands that were carried out, each with the number of its first event.
pub(super) type CommandIds = Vec<(Box<str>, u64)>;

/// A game rebuilt from its log.
pub(crate) struct LoadedGame {
    pub(crate) game: Game,
    pub(super) commands: CommandIds,
    pub(super) adjournment: Adjournment,
    /// Conditional moves of White and Black, which are not part of the log.
    pub(super) conditional: [Option<ConditionalTree>; 2],
    /// Sides that several people hold.
    pub(super) consultation: Consultation,
}

impl LoadedGame {
    /// A game without commands.
    pub(super) fn new(game: Game) -> Self {
        Self {
            game,
            commands: Vec::new(),
            adjournment: Adjournment::default(),
            conditional: [None, None],
            consultation: Consultation::default(),
        }
    }

    /// Applies stored events that follow those that were applied.
    pub(super) fn read(&mut self, events: &[StoredEvent]) -> Result<(), RoomError> {
        for stored in events {
            self.apply(&Event::try_from(&stored.event()?).map_err(RoomError::damaged)?);
            if let Some(id) = &stored.command_id {
                self.commands.push((id.as_str().into(), self.game.seq()));
            }
        }
        Ok(())
    }

    /// Applies an event.
    pub(super) fn apply(&mut self, event: &Event) {
        self.adjournment.follow(event);
        self.game.apply(event);
    }
}

/// Rebuilds a game from its log.
pub(crate) fn replay(stored: &StoredGame) -> Result<LoadedGame, RoomError> {
    if stored.terms.version > wire::VERSION {
        return Err(StoreError::NewerVersion(stored.terms.version).into());
    }
    let terms = Terms::try_from(&stored.terms).map_err(RoomError::damaged)?;
    let mut loaded = LoadedGame::new(Game::new(terms).map_err(RoomError::damaged)?);
    loaded.read(&stored.events)?;
    Ok(loaded)
}
