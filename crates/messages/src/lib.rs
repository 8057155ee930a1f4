//! The messages between the server and its clients, and the serialised types in them: what both sides must agree on.
//!
//! On `/ws` each message is one JSON object. A game's events are numbered without gaps. A client sends the number of the
//! last event that it knows and gets the events after it. It chooses an id for each command; a command sent again under
//! the same id is carried out once.

mod changes;
mod client;
mod json;
mod seat;
mod seek;
mod server;
mod snapshot;

pub use changes::{GameChanges, MovesChange, ViewChanges};
pub use client::{ClientMessage, MAX_COMMAND_ID, UpdateForm, is_command_id};
pub use json::event_json;
pub use seat::{Seat, Seats};
pub use seek::{
    BlindfoldPlayers, ConsultingSides, OddsGiver, OnlineRating, OpenSeek, RatingRange, SeekBlindfold,
    SeekConsultation, SeekOdds, SeekTerms,
};
pub use server::{ChatLine, EventsMessage, LoggedEvent, NumberedEvent, ServerMessage};
pub use snapshot::{BoardLayout, GameSnapshot, PositionStep};
