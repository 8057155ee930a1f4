//! What a set of tables holds, class by class.

use damiera_rules::{Position, Rules, Side};

use crate::file::TableFile;
use crate::material::MaterialClass;
use crate::number::pieces_at;
use crate::pack::Stream;

/// The figures of one class, from the side to move; twins with colours reversed are counted once, positions
/// with a capture due are included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClassStats<R> {
    /// Which.
    pub class: MaterialClass,
    /// Won positions.
    pub wins: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Lost positions.
    pub losses: u64,
    /// Plies of the longest win to the end.
    pub dtw: u16,
    /// The most plies to the next capture or man's move in a won position.
    pub dtz: u16,
    /// A win of that length, if any is won.
    pub longest: Option<Position<R>>,
    /// Bytes of the file.
    pub bytes: u64,
    /// Bytes of it that say who wins.
    pub outcome_bytes: u64,
}

impl<R: Rules> ClassStats<R> {
    pub(crate) fn of(file: &TableFile) -> Self {
        let counts = &file.summary.counts;
        Self {
            class: file.class,
            wins: counts.wins,
            draws: counts.draws,
            losses: counts.losses,
            dtw: counts.longest.map_or(0, |(plies, _)| plies.into()),
            dtz: counts.turn.into(),
            longest: counts
                .longest
                .and_then(|(_, number)| pieces_at::<R>(file.class, number))
                .map(|pieces| pieces.position(Side::BOTH[file.summary.longest_face.min(1)])),
            bytes: file.len(),
            outcome_bytes: file.stream_bytes(Stream::Outcome),
        }
    }

    /// All positions of the class.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}
