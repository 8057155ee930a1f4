//! Games and positions in writing: PDN in and out, marks, clocks and diagrams.
//!
//! [`pdn`] reads and writes whole files of games; [`marks`] says what `!` and `?` stand for; [`diagram`] draws
//! a position for paper, screen and terminal.

pub mod diagram;
pub mod marks;
pub mod moves;
pub mod pdn;
