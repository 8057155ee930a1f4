//! Statistics of tables, class by class.

use damiera_rules::{Position, Rules, Side};

use crate::file::TableFile;
use crate::kind::TableKind;
use crate::material::MaterialClass;
use crate::number::pieces_at;
use crate::pack::Stream;

/// The statistics of one class, from the point of view of the side to move. Positions that are equal with colours
/// reversed count once; positions with a mandatory capture are included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClassStats<R> {
    /// The class.
    pub class: MaterialClass,
    /// Won positions.
    pub wins: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Lost positions.
    pub losses: u64,
    /// What its table stores.
    pub kind: TableKind,
    /// Length of the longest win in plies; none if the table has no distances.
    pub dtw: Option<u16>,
    /// The most plies to the next capture or man's move in a won position; none if the table has no distances.
    pub dtz: Option<u16>,
    /// A win of that length.
    pub longest: Option<Position<R>>,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// Bytes of the stream of results in it.
    pub outcome_bytes: u64,
}

impl<R: Rules> ClassStats<R> {
    pub(crate) fn of(file: &TableFile) -> Self {
        let counts = &file.summary.counts;
        let distances = file.kind == TableKind::Distances;
        Self {
            class: file.class,
            wins: counts.wins,
            draws: counts.draws,
            losses: counts.losses,
            kind: file.kind,
            dtw: distances.then(|| counts.longest.map_or(0, |(plies, _)| plies.into())),
            dtz: distances.then_some(counts.turn.into()),
            longest: counts
                .longest
                .and_then(|(_, number)| pieces_at::<R>(file.class, number))
                .map(|pieces| pieces.position(Side::BOTH[file.summary.longest_face.min(1)])),
            bytes: file.len(),
            outcome_bytes: file.stream_bytes(Stream::Outcome),
        }
    }

    /// Number of positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}
