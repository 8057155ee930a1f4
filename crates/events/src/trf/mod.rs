//! Tournament report files: TRF-16 and TRF-2026, with the older extensions that pairing programs still write.
//!
//! A file keeps every line as it was read, so that what we know and what we do not know both survive; what pairing and
//! scoring depend on is read into [`TrfRecord`]s, and from these into a [`Crosstable`](crate::Crosstable).

mod columns;
mod fault;
mod player;
mod read;
mod record;
mod table;
mod write;

pub use fault::{TrfFault, TrfField, TrfProblem};
pub use player::TrfPlayer;
pub use record::TrfRecord;

use crate::tiebreak::TieBreak;

/// One line of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrfLine {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The text, without the end of the line.
    pub text: String,
    /// What it says.
    pub record: TrfRecord,
}

/// A tournament report file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TrfFile {
    /// Its lines.
    pub lines: Vec<TrfLine>,
    /// What was not understood, or looks wrong, and does not stop us.
    pub warnings: Vec<TrfFault>,
}

impl TrfFile {
    /// The players, with the numbers of their lines.
    pub fn players(&self) -> impl Iterator<Item = (usize, &TrfPlayer)> {
        self.lines.iter().filter_map(|line| match &line.record {
            TrfRecord::Player(player) => Some((line.number, &**player)),
            _ => None,
        })
    }

    /// The tie-breaks that the file names and we have, in order.
    #[must_use]
    pub fn tie_breaks(&self) -> Vec<TieBreak> {
        let named = self.lines.iter().filter_map(|line| match &line.record {
            TrfRecord::TieBreaks(names) => Some(names),
            _ => None,
        });
        named.flatten().filter_map(|name| name.parse().ok()).collect()
    }
}
