//! Figures from the ratings of the opponents over the board (FIDE C.07, article 10), by the tables of FIDE B.02, 8.1. Opponents
//! without a rating do not count.

use super::TieBreak;
use super::figures::{Figure, FigurePart, PartKind, rounded_average};
use super::opponents::leave_out;
use crate::crosstable::{Crosstable, Entrant};
use crate::outcome::GameResult;

/// How much a share of points above one half adds to the opponents' average, by whole percents from 50 to 100 (8.1.1).
const DIFFERENCES: [i64; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175,
    184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444,
    470, 501, 538, 589, 677, 800,
];
/// The smallest difference of ratings with which 51, 52, … 100 percent are expected (8.1.2).
const EXPECTED_FROM: [i64; 50] = [
    4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163, 171, 180,
    189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375, 392, 412, 433, 457,
    485, 518, 560, 620, 736,
];
/// What 0 or 100 percent stand for.
const FURTHEST: i64 = 800;

/// A game against a rated opponent: the rating, and twice what was made of it.
struct RatedMeeting {
    rating: i64,
    halves: i64,
}

/// The average rating of the opponents, rounded to a whole number (10.1).
pub(super) fn average_rating(
    table: &Crosstable,
    entrant: &Entrant,
    tie_break: TieBreak,
    part: impl Fn(usize, i64) -> FigurePart,
) -> Figure {
    let mut parts = rated_parts(table, entrant, part);
    leave_out(&mut parts, tie_break, |part| part.hundredths);
    let counting = parts.iter().filter(|part| part.kind != PartKind::Cut).map(|part| part.hundredths);
    let (sum, games) = counting.fold((0, 0), |(sum, games), rating| (sum + rating, games + 100));
    Figure { hundredths: 100 * rounded_average(sum, games), parts }
}

/// The average, and what the share of points made adds to it (10.2).
pub(super) fn performance(
    table: &Crosstable,
    entrant: &Entrant,
    part: impl Fn(usize, i64) -> FigurePart,
) -> Figure {
    let parts = rated_parts(table, entrant, part);
    let meetings = meetings(table, entrant);
    if meetings.is_empty() {
        return Figure::default();
    }
    let games = meetings.len() as i64;
    let average = rounded_average(meetings.iter().map(|meeting| meeting.rating).sum(), games);
    let halves: i64 = meetings.iter().map(|meeting| meeting.halves).sum();
    let percent = rounded_average(50 * halves, games);
    let difference = DIFFERENCES[usize::try_from((percent - 50).abs()).unwrap_or(0).min(50)];
    Figure { hundredths: 100 * (average + (percent - 50).signum() * difference), parts }
}

/// The lowest rating whose expected score is not below the one made (10.3).
pub(super) fn perfect_performance(
    table: &Crosstable,
    entrant: &Entrant,
    part: impl Fn(usize, i64) -> FigurePart,
) -> Figure {
    let parts = rated_parts(table, entrant, part);
    let meetings = meetings(table, entrant);
    let ratings = || meetings.iter().map(|meeting| meeting.rating);
    let (Some(lowest), Some(highest)) = (ratings().min(), ratings().max()) else {
        return Figure::default();
    };
    let halves: i64 = meetings.iter().map(|meeting| meeting.halves).sum();
    if halves == 0 {
        return Figure { hundredths: 100 * (lowest - FURTHEST), parts };
    }
    let reaches = |own: i64| ratings().map(|other| expected_percent(own - other)).sum::<i64>() >= 50 * halves;
    // The expected score grows with the rating: the first that reaches it lies between these.
    let (mut below, mut reached) = (lowest - FURTHEST, highest + FURTHEST);
    while reached - below > 1 {
        let middle = (below + reached).div_euclid(2);
        *if reaches(middle) { &mut reached } else { &mut below } = middle;
    }
    Figure { hundredths: 100 * reached, parts }
}

/// What is expected of a game, in percent.
fn expected_percent(difference: i64) -> i64 {
    let above = EXPECTED_FROM.iter().filter(|from| **from <= difference.abs()).count() as i64;
    50 + difference.signum() * above
}

/// The rated opponents, round by round.
fn rated_parts(
    table: &Crosstable,
    entrant: &Entrant,
    part: impl Fn(usize, i64) -> FigurePart,
) -> Vec<FigurePart> {
    let rating = |round: usize| {
        let (opponent, _) = entrant.outcome(round).game()?;
        Some(part(round, i64::from(table.entrant(opponent)?.rating?) * 100))
    };
    (1..=table.paired_rounds()).filter_map(rating).collect()
}

/// The games over the board against rated opponents.
fn meetings(table: &Crosstable, entrant: &Entrant) -> Vec<RatedMeeting> {
    let of_round = |round: usize| {
        let outcome = entrant.outcome(round);
        let rating = outcome.game().and_then(|(opponent, _)| table.entrant(opponent)?.rating).map(i64::from);
        let games = outcome.games_over_the_board();
        rating.into_iter().flat_map(move |rating| {
            games.clone().into_iter().map(move |result| RatedMeeting { rating, halves: halves(result) })
        })
    };
    (1..=table.paired_rounds()).flat_map(of_round).collect()
}

const fn halves(result: GameResult) -> i64 {
    match result {
        GameResult::Win => 2,
        GameResult::Draw => 1,
        GameResult::Loss => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_of_expectation_agree_with_each_other() {
        for (difference, percent) in [(0, 50), (3, 50), (4, 51), (-4, 49), (735, 99), (736, 100), (-900, 0)] {
            assert_eq!(expected_percent(difference), percent, "{difference}");
        }
        for (above, &difference) in (0..).zip(&DIFFERENCES) {
            assert_eq!(expected_percent(difference), 50 + above, "{difference}");
        }
    }
}
