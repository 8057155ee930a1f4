//! The tests of tournaments, in one program, so that what they share is compiled and linked once.

mod appointments;
mod arena;
mod dutch_laws;
mod matches;
mod oracle;
mod recorded;
mod round_robin;
mod standings;
mod systems;
mod teams;
mod texts;
mod tournament;
mod trf;
