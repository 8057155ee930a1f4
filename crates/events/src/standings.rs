//! Standings: points, then tie-breaks in the organiser's order.

use crate::crosstable::Crosstable;
use crate::outcome::PairingNumber;
use crate::points::Points;
use crate::system::PairingSystem;
use crate::tiebreak::{Figure, OpponentScores, TieBreak, TieBreakKind, compute, direct_encounter};

/// A player's row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandingsRow {
    /// The rank, shared by those whom nothing separates.
    pub rank: usize,
    /// Who.
    pub number: PairingNumber,
    /// Points.
    pub points: Points,
    /// The tie-break figures, in the order asked for.
    pub figures: Vec<Figure>,
}

/// The standings of an event after its last paired round.
#[must_use]
pub fn standings(table: &Crosstable, system: PairingSystem, tie_breaks: &[TieBreak]) -> Vec<StandingsRow> {
    let after = table.paired_rounds() + 1;
    let scores = OpponentScores::new(table, system);
    let mut rows: Vec<StandingsRow> = table
        .entrants
        .iter()
        .map(|entrant| StandingsRow {
            rank: 0,
            number: entrant.number,
            points: table.score_before(entrant, after),
            figures: tie_breaks
                .iter()
                .map(|tie_break| compute(table, &scores, entrant, *tie_break))
                .collect(),
        })
        .collect();
    rows.sort_by_key(|row| (std::cmp::Reverse(row.points), row.number));
    for (column, tie_break) in tie_breaks.iter().enumerate() {
        if tie_break.kind == TieBreakKind::DirectEncounter {
            compare_directly(table, system, &mut rows, column);
        }
        rows.sort_by_key(|row| (key(row, column + 1), row.number));
    }
    for index in 0..rows.len() {
        let tied =
            index > 0 && key(&rows[index], tie_breaks.len()) == key(&rows[index - 1], tie_breaks.len());
        rows[index].rank = if tied { rows[index - 1].rank } else { index + 1 };
    }
    rows
}

/// What rows are ordered by, down to some columns; best first.
fn key(row: &StandingsRow, columns: usize) -> (std::cmp::Reverse<Points>, Vec<std::cmp::Reverse<i64>>) {
    let figures = row.figures[..columns].iter().map(|figure| std::cmp::Reverse(figure.hundredths));
    (std::cmp::Reverse(row.points), figures.collect())
}

/// Fills in direct encounter for every group that is still tied before its column.
fn compare_directly(table: &Crosstable, system: PairingSystem, rows: &mut [StandingsRow], column: usize) {
    let mut start = 0;
    while start < rows.len() {
        let tied = key(&rows[start], column);
        let size = rows[start..].iter().take_while(|row| key(row, column) == tied).count();
        if size > 1 {
            let group = &mut rows[start..start + size];
            let indices: Vec<usize> = group.iter().filter_map(|row| table.index_of(row.number)).collect();
            for (row, figure) in group.iter_mut().zip(direct_encounter(table, system, &indices)) {
                row.figures[column] = figure;
            }
        }
        start += size;
    }
}
