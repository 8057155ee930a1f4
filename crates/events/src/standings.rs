//! Standings: points, then tie-breaks in the organiser's order.

use crate::crosstable::Crosstable;
use crate::outcome::PairingNumber;
use crate::points::Points;
use crate::system::PairingSystem;
use crate::tiebreak::{Figure, FigureSource, TieBreak, TieBreakKind, direct_encounter};

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
    let source = FigureSource::new(table, system);
    let mut rows: Vec<StandingsRow> = table
        .entrants
        .iter()
        .map(|entrant| StandingsRow {
            rank: 0,
            number: entrant.number,
            points: table.score_before(entrant, after),
            figures: tie_breaks.iter().map(|tie_break| source.figure(entrant, *tie_break)).collect(),
        })
        .collect();
    rows.sort_by_key(|row| (std::cmp::Reverse(row.points), row.number));
    for (column, tie_break) in tie_breaks.iter().enumerate() {
        if tie_break.kind == TieBreakKind::DirectEncounter {
            compare_directly(table, system, tie_breaks, &mut rows, column);
        }
        rows.sort_by_key(|row| (key(row, &tie_breaks[..=column]), row.number));
    }
    for index in 0..rows.len() {
        let tied = index > 0 && key(&rows[index], tie_breaks) == key(&rows[index - 1], tie_breaks);
        rows[index].rank = if tied { rows[index - 1].rank } else { index + 1 };
    }
    rows
}

/// What rows are ordered by, with some of the tie-breaks; best first.
fn key(row: &StandingsRow, tie_breaks: &[TieBreak]) -> (std::cmp::Reverse<Points>, Vec<i64>) {
    let worth = |(figure, tie_break): (&Figure, &TieBreak)| {
        if tie_break.prefers_lower() { figure.hundredths } else { -figure.hundredths }
    };
    (std::cmp::Reverse(row.points), row.figures.iter().zip(tie_breaks).map(worth).collect())
}

/// Fills in direct encounter for every group that is still tied before its column.
fn compare_directly(
    table: &Crosstable,
    system: PairingSystem,
    tie_breaks: &[TieBreak],
    rows: &mut [StandingsRow],
    column: usize,
) {
    let (before, forfeits) = (&tie_breaks[..column], tie_breaks[column].forfeits);
    let mut start = 0;
    while start < rows.len() {
        let tied = key(&rows[start], before);
        let size = rows[start..].iter().take_while(|row| key(row, before) == tied).count();
        if size > 1 {
            let group = &mut rows[start..start + size];
            let indices: Vec<usize> = group.iter().filter_map(|row| table.index_of(row.number)).collect();
            for (row, figure) in group.iter_mut().zip(direct_encounter(table, system, forfeits, &indices)) {
                row.figures[column] = figure;
            }
        }
        start += size;
    }
}
