//! The Hub protocol, version 2: messages of one line each between an engine and the program that uses it.
//!
//! The protocol defines positions of 51 characters, for a board with 50 playing squares. Boards with 32 playing squares
//! use the same form with 33 characters, and the parameter `variant` names the game.

mod client;
mod message;
mod parameters;
mod search_messages;
mod serve;
mod text;

pub use client::{HubClient, HubClientError};
pub use message::{HubMessage, HubMessageError};
pub use serve::{HubOutput, serve};
pub use text::{HubMoveError, HubPositionError, move_text, parse_move, parse_position, position_text};
