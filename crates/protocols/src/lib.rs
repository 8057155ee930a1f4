//! The protocols between draughts programs.
//!
//! * [`hub`]: Hub, version 2: lines of text between an engine and the program that uses it. Both sides are implemented.
//! * [`dxp`]: DamExchange: two programs play each other over a TCP connection.

pub mod dxp;
pub mod hub;
