//! The two protocols by which draughts programs play each other.
//!
//! * [`hub`]: Hub, version 2: lines of text between an engine and the program that uses it. Both sides are here.
//! * [`dxp`]: DamExchange: two programs play each other over a connection.

pub mod dxp;
pub mod hub;
