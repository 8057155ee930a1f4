//! Legal moves of English, Italian, Brazilian and International draughts, and the reason why any other move is
//! illegal.
//!
//! A [`Position`] is a valid position of one rule set ([`Rules`]); [`Position::legal`] lists its moves,
//! [`Position::judge`] explains why a move is refused, and [`Rules::article`] cites the rulebook. A [`Setup`] is
//! a position as somebody wrote it, which may be invalid. Code that learns at run time which game is played uses
//! [`Variant`] and [`with_rules!`].

mod article;
mod attempt;
mod board;
mod can_capture;
mod capture;
mod count_captures;
mod draws;
mod fen;
mod flying_states;
mod generate;
mod geometry;
mod history;
mod illegal;
mod judge;
mod key;
mod king_mobility;
mod move_list;
mod move_text;
pub mod perft;
mod piece;
mod position;
mod provision;
pub mod raw;
mod route;
mod rules;
mod setup;
mod square;

pub mod variant;

pub use article::{Article, Book};
pub use attempt::{Attempt, AttemptError, AttemptProblem};
pub use draws::{CountStart, KingMoveDraw, ListedEnding, Pace};
pub use fen::{FenError, FenProblem, PositionError};
pub use geometry::{BoardSize, Geometry};
pub use history::History;
pub use illegal::Illegal;
pub use king_mobility::KingMobility;
pub use move_list::{Move, MoveList};
pub use move_text::MoveError;
pub use piece::{Piece, Rank, Side};
pub use position::Position;
pub use provision::{Annulment, Irregularity, Provision};
pub use route::{Route, Routes};
pub use rules::{CaptureSummary, Crowning, KingRange, Merit, ResultForm, Rules};
pub use setup::{Setup, SetupFault, SetupFaults, SquareName};
pub use square::{Square, SquareSet};
pub use variant::{Brazilian, English, International, Italian, UnknownVariant, Variant};
