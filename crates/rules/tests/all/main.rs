//! The tests of the rules, in one program: what they are compiled for, the generator of each game, is compiled once.

mod books;
mod can_capture;
mod common;
mod crowded;
mod crowning;
mod fen;
mod illegal;
mod king_mobility;
mod laws;
mod only_move;
mod perft;
mod vectors;
