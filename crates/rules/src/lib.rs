//! The legal moves of English, Italian, Brazilian and International draughts, and why any other is not legal.

mod article;
mod board;
mod capture;
mod crowd;
mod draws;
mod generate;
mod geometry;
mod illegal;
mod moves;
pub mod perft;
mod piece;
mod position;
mod rules;
mod square;
pub mod variant;

pub use article::{Article, Book};
pub use draws::{KingMoveDraw, ListedEnding, Pace};
pub use geometry::Geometry;
pub use illegal::Illegal;
pub use moves::{Move, Moves};
pub use piece::{Piece, Rank, Side};
pub use position::Position;
pub use rules::{King, Merit, ResultForm, Rules, Taking};
pub use square::{Square, SquareSet};
pub use variant::Variant;
