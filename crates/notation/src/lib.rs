//! Notation of games and positions: PDN input and output, marks, clock times and diagrams.
//!
//! [`pdn`] reads and writes PDN files, [`marks`] defines the meaning of `!` and `?`, [`diagram`] draws positions for
//! paper, screen and terminal, and [`openings`] reads decks of openings.

pub mod diagram;
pub mod marks;
pub mod moves;
pub mod openings;
pub mod pdn;
