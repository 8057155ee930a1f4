//! Ballots won: openings that two players play twice, with colours exchanged.

use super::figures::{Figure, FigurePart};
use crate::crosstable::{Crosstable, Entrant};
use crate::matches::MatchLength;
use crate::outcome::{GameResult, RoundOutcome};
use crate::points::Points;

/// A ballot is a micro-match, or two rounds in a row against the same opponent.
pub(super) fn ballots_won(
    table: &Crosstable,
    entrant: &Entrant,
    part: impl Fn(usize, i64) -> FigurePart,
) -> Figure {
    let rounds: Vec<usize> = (1..=table.paired_rounds()).collect();
    if table.match_length == MatchLength::TwoGames {
        let won = rounds.into_iter().filter(|&round| won(entrant.outcome(round)));
        return Figure::sum(won.map(|round| part(round, 100)).collect());
    }
    let won = rounds.chunks(2).filter_map(|two| {
        let [first, second] = *two else { return None };
        let opponent = entrant.outcome(first).opponent()?;
        if entrant.outcome(second).opponent() != Some(opponent) {
            return None;
        }
        let opponent = table.entrant(opponent)?;
        let made = |entrant: &Entrant| -> Points {
            [first, second].iter().map(|&round| table.worth(entrant, round)).sum()
        };
        (made(entrant) > made(opponent)).then(|| part(second, 100))
    });
    Figure::sum(won.collect())
}

/// Whether a game, or a match, was won over the board.
pub(super) fn won(outcome: RoundOutcome) -> bool {
    outcome.game().is_some() && outcome.result() == Some(GameResult::Win)
}
