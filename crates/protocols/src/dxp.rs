//! DXP, the DamExchange protocol: two programs play each other over a connection.
//!
//! A message is up to 127 characters and a NUL; its first character says what it is. The protocol knows the
//! International game; for the games on 32 squares we use the same messages with 32 squares in a position.

mod message;
mod session;

pub use message::{BadDxp, Message, Reason, Start};
pub use session::{Broken, Ended, Terms, follow, initiate};
