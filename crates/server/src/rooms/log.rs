//! Between a game and its log.

use std::sync::Arc;

use damiera_game::{Event, Game, Terms, wire};

use crate::room::RoomError;
use crate::store::{NewEvents, StoreError, StoredGame};

/// Events to be written, and the name of the command they follow from if a client gave it one.
pub(crate) fn append(
    id: &Arc<str>,
    seq: u64,
    name: Option<&str>,
    events: &[wire::WireEvent],
    after: &Game,
) -> Result<NewEvents, StoreError> {
    let json = |event: &wire::WireEvent| Ok((event.at, serde_json::to_string(event)?.into()));
    let events = events.iter().map(json).collect::<Result<Vec<_>, StoreError>>()?;
    let ended_at = after.end().and(events.last()).map(|(at, _)| *at);
    Ok(NewEvents { game: Arc::clone(id), seq, command_id: name.map(str::to_owned), events, ended_at })
}

/// Commands that were done by name, and the number of the first event of each.
type Named = Vec<(Box<str>, u64)>;

/// A game as its log has it, and the commands that were done by name.
pub(crate) fn replay(kept: &StoredGame) -> Result<(Game, Named), RoomError> {
    let bad = |error: &dyn std::fmt::Display| RoomError::Bad(error.to_string());
    let terms = Terms::try_from(&kept.terms).map_err(|error| bad(&error))?;
    let mut game = Game::new(terms).map_err(|error| bad(&error))?;
    let mut done = Vec::new();
    for (seq, stored) in (1..).zip(&kept.events) {
        game.apply(&Event::try_from(&stored.event()?).map_err(|error| bad(&error))?);
        if let Some(name) = &stored.command_id {
            done.push((name.as_str().into(), seq));
        }
    }
    Ok((game, done))
}
