//! Portable Draughts Notation (PDN): reading, writing and checking games.
//!
//! [`PdnReader`] reads any stream and yields one [`ParsedGame`] per game, with the problems found in it; it never gives up
//! on a file. [`GameRecord`] is the model: build it, change it, print it with [`PdnWriter`]. [`PdnChecker`] replays a
//! record and reports what the rules forbid. [`normalise()`] rewrites a game as PDN 3.0 requires.

mod buffer;
mod check;
mod clock;
mod game;
mod game_type;
mod lexer;
mod movetext;
mod normalise;
mod problem;
mod reader;
mod record;
mod replay;
mod result;
mod tags;
mod text;
mod time_control;
mod tree;
mod work;
mod writer;

pub use check::{CheckReport, PdnChecker};
pub use clock::{ClockKind, ClockOwner, ClockReading};
pub use game::{AnnotatedMove, Comment, FenText, GameRecord, Half, MoveNumber, PdnItem, Variation};
pub use game_type::{
    BadGameType, Corner, GameType, GameTypeDetails, NotationStyle, result_form, usual_style,
};
pub use movetext::{MoveSeparator, MoveText, Origin};
pub use normalise::{NormalForm, normalise};
pub use problem::{PdnProblem, PdnProblemKind, PlyRef, Severity, SourceLocation};
pub use reader::{DEEPEST, PdnReader};
pub use record::ParsedGame;
pub use replay::{PdnReplay, ReplayStep, replay};
pub use result::PdnResult;
pub use tags::{SEVEN, Tags};
pub use time_control::{BadTimeControl, Period, TimeControl};
pub use tree::{GameNode, GameTree, NodeNote, ReachedBy};
pub use writer::PdnWriter;
