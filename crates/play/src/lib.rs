//! What the server, the bot and the command line share when they play or analyse with the engine.
//!
//! * [`Opponents`] chooses moves at a [`Level`](damiera_engine::Level) and decides about draw offers.
//! * [`Engines`] holds one engine for each game; [`TableRegistry`] opens the endgame tables, once per process.
//! * [`reply_pace`] is how long they appear to think.
//! * [`OpeningBook`] knows the values of moves near the start of a game.
//! * [`Chances`] turns a score into the chances to win, draw and lose.
//! * [`OddsTable`] says which odds make players of different strength even.
//! * [`Annotator`] reviews the moves of a recorded game and finds missed shots.

mod annotate;
mod chances;
mod engines;
mod line;
mod odds;
mod opening_book;
mod opponents;
mod reply_pace;
mod review;
mod shot;
mod small_tables;
mod table_folder;
mod table_registry;

pub use annotate::annotated_game;
pub use chances::Chances;
pub use engines::Engines;
pub use line::{moves_played, written_line};
pub use odds::{MeasuredOdds, OddsGiven, OddsTable, OddsTableError};
pub use opening_book::{BookEntry, BookFileError, BookMove, BookSource, BookUnusable, OpeningBook};
pub use opponents::{Opponents, time_left};
pub use reply_pace::reply_pace;
pub use review::{Annotator, MoveReview, ReviewMark};
pub use shot::BetterLine;
pub use small_tables::{SmallTableBuilder, SmallTableNotice, build_small_tables, lacks_small_tables};
pub use table_folder::TableFolder;
pub use table_registry::{TableRegistry, TablesUnusable};

/// A rule set whose search and table code are compiled in their crates.
pub trait PlayRules: damiera_engine::SearchRules + damiera_endgame::TableRules {}

impl<R: damiera_engine::SearchRules + damiera_endgame::TableRules> PlayRules for R {}
