//! DXP, the DamExchange protocol: two programs play each other over a TCP connection.
//!
//! A message has up to 127 characters and ends with a NUL; its first character is its kind. The protocol is defined for a
//! board with 50 playing squares; boards with 32 use the same messages with shorter positions.

mod message;
mod session;

pub use message::{DxpMessage, DxpMessageError, DxpOutcome, DxpStart};
pub use session::{DxpError, DxpPlayer, DxpResult, DxpTerms, follow, initiate};
