//! Portable Draughts Notation: games in and out of text.
//!
//! [`Reader`] takes any stream and yields one [`Record`] a game, with what was odd in it; it never gives a file
//! up. [`Game`] is the model: build it, change it, print it with [`Printer`]. [`Check`] replays a record by the
//! rules and points at what they forbid; [`tidy`] rewrites a game as PDN 3.0 wants it.

mod buffer;
mod check;
mod clock;
mod game;
mod game_type;
mod lexer;
mod movetext;
mod outcome;
mod problem;
mod reader;
mod record;
mod replay;
mod tags;
mod text;
mod tidy;
mod time_control;
mod tree;
mod writer;

pub use check::{Check, Verdict};
pub use clock::{Clock, ClockKind, Face};
pub use game::{Comment, Fen, Game, Half, Item, Line, MoveNumber, Ply};
pub use game_type::{BadGameType, Corner, Details, GameType, Style, result_form, usual_style};
pub use movetext::{Joint, MoveText, Origin};
pub use outcome::Outcome;
pub use problem::{PlyRef, Problem, ProblemKind, Severity, Spot};
pub use reader::{DEEPEST, Reader};
pub use record::Record;
pub use replay::{Replayed, Step, replay};
pub use tags::{SEVEN, Tags};
pub use tidy::{Tidy, tidy};
pub use time_control::{BadTimeControl, Period, TimeControl};
pub use tree::{Came, Node, Note, Tree};
pub use writer::Printer;
