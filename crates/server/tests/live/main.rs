//! Two people far apart: what a server promises them, tried over real connections.

mod access;
mod accounts;
mod arbiter;
mod arenas;
mod blindfold;
mod changes;
mod clocks;
mod common;
mod consultation;
mod correspondence;
mod described;
mod durable;
mod event_arbiter;
mod exhibitions;
mod hostile;
mod limits;
mod online_tournaments;
mod people;
mod play;
mod push;
mod ratings;
mod recovery;
mod schema;
mod seasons;
mod tournaments;
mod unknown;
