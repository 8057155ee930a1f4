//! Wins that a rulebook's move count cuts off although it has just begun.

use damiera_rules::{Pace, Position, Rules, Side};

use crate::cache::{ChunkId, fetch};
use crate::compiled::TableRules;
use crate::count::{CountRuling, MoveCount};
use crate::file::{TableFile, faces};
use crate::kind::TableKind;
use crate::material::MaterialClass;
use crate::number::pieces_at;
use crate::pack::Stream;
use crate::tables::Tables;

/// The decided positions of a class that are drawn under an empty count.
///
/// A win that resets the count in time counts as a win, even if the position after it is cut off in turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountCutoffs<R> {
    /// The class.
    pub class: MaterialClass,
    /// Number of positions, won or lost for the side to move.
    pub positions: u64,
    /// The position that exceeds the count by most, with what the count says of it.
    pub slowest: Option<(Position<R>, CountRuling)>,
}

/// Indices that are examined to find out whether the rulebook lists endings of a class. Listed endings are defined by their
/// material and by the square of a lone king, so a class has many or none.
const LISTED_SAMPLE: u64 = 20_000;

impl<R: TableRules> Tables<R> {
    /// The positions of a class that are decided, but drawn under an empty count; none without distances of the class.
    #[must_use]
    pub fn cutoffs(&self, class: MaterialClass, pace: Pace) -> Option<CountCutoffs<R>> {
        let file = self.files.iter().find(|file| file.class == class && file.kind == TableKind::Distances)?;
        let mut cutoffs = CountCutoffs { class, positions: 0, slowest: None };
        let limit = 2 * u16::from(R::KING_MOVE_DRAW.limit);
        let numbers = file.layout.numbers();
        if has_listed_endings::<R>(file, pace) {
            for face in 0..faces(class) {
                (0..numbers).for_each(|number| self.examine(file, face, number, pace, &mut cutoffs));
            }
        } else if u16::from(file.summary.counts.turn) + 1 > limit {
            for face in 0..faces(class) {
                // Also indices without a stored distance are found; examining them tells.
                slow_numbers(file, face, limit, |number| {
                    self.examine(file, face, number, pace, &mut cutoffs);
                })?;
            }
        }
        Some(cutoffs)
    }

    fn examine(&self, file: &TableFile, face: usize, number: u64, pace: Pace, cutoffs: &mut CountCutoffs<R>) {
        let Some(pieces) = pieces_at::<R>(file.class, number) else { return };
        let position = pieces.position::<R>(Side::BOTH[face]);
        let ruling = self.probe_with_count(&position, MoveCount { pace, ..MoveCount::default() });
        let Some(ruling) = ruling.filter(CountRuling::is_too_late) else { return };
        cutoffs.positions += 1;
        if cutoffs.slowest.as_ref().is_none_or(|(_, slowest)| ruling.excess() > slowest.excess()) {
            cutoffs.slowest = Some((position, ruling));
        }
    }
}

impl CountRuling {
    /// Plies by which a win exceeds the count.
    fn excess(&self) -> u16 {
        self.running.map_or(0, |running| running.needs.unwrap_or(0).saturating_sub(running.left))
    }
}

fn has_listed_endings<R: Rules>(file: &TableFile, pace: Pace) -> bool {
    let numbers = file.layout.numbers();
    let step = (numbers / LISTED_SAMPLE).max(1);
    let numbers = (0..numbers).step_by(step as usize);
    let positions = numbers.filter_map(|number| pieces_at::<R>(file.class, number));
    positions
        .map(|pieces| pieces.position::<R>(Side::White))
        .any(|position| R::listed_ending(&position, pace).is_some())
}

/// Visits the indices with a stored distance to the next capture or man's move above a limit. None if the file is damaged.
fn slow_numbers(file: &TableFile, face: usize, limit: u16, mut visit: impl FnMut(u64)) -> Option<()> {
    let stream = Stream::Turn;
    let mut bytes = Vec::new();
    for chunk in 0..stream.chunks(&file.layout) {
        fetch(file, ChunkId { file: 0, face, stream, chunk }, &mut bytes).ok()?;
        let first = chunk * stream.chunk_bytes();
        for (number, &plies) in (first..).zip(&bytes) {
            if u16::from(plies) > limit {
                visit(number);
            }
        }
    }
    Some(())
}
