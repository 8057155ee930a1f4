//! The Hub protocol, version 2: one line a message, between an engine and whoever uses it.
//!
//! The protocol's own form of a position has 51 characters, for International draughts. For the games on 32
//! squares we use the same form with 33 characters, and a parameter `variant` with the game's name.

mod client;
mod message;
mod serve;
mod text;

pub use client::{Client, ClientFault};
pub use message::{BadMessage, Message};
pub use serve::{Output, serve};
pub use text::{BadMove, BadPlaces, move_text, places, read_move, read_places};
