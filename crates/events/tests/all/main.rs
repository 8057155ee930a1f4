//! The tests of tournaments, in one program, so that what they share is compiled and linked once.

mod appointments;
mod arena;
mod charters;
mod dutch_laws;
mod imports;
mod matches;
mod odd_files;
mod oracle;
mod points;
mod recorded;
mod replay;
mod restrictions;
mod round_robin;
mod round_robin_events;
mod standings;
mod systems;
mod teams;
mod texts;
mod tournament;
mod trf;
