//! The tests of games, in one program, so that what they share is compiled and linked once.

mod laws;
mod scenarios;
mod texts;
mod vacation;
mod wire;
