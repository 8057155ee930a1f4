//! The figures of one player, with their parts.

use std::cell::OnceCell;
use std::fmt;

use super::ballots::ballots_won;
use super::opponents::{OpponentScores, drawn_last_round};
use super::own::own_figure;
use super::performance::{average_rating, perfect_performance, performance};
use super::{TieBreak, TieBreakKind};
use crate::crosstable::{Crosstable, Entrant};
use crate::outcome::PairingNumber;
use crate::points::Points;
use crate::system::PairingSystem;

/// A tie-break figure in hundredths, with what it is made of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Figure {
    /// The figure, in hundredths.
    pub hundredths: i64,
    /// What contributed, round by round.
    pub parts: Vec<FigurePart>,
}

/// A contribution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FigurePart {
    /// The round.
    pub round: usize,
    /// The opponent, if there was one.
    pub opponent: Option<PairingNumber>,
    /// How much, in hundredths.
    pub hundredths: i64,
    /// Whether it counts.
    pub kind: PartKind,
}

/// Whether a contribution counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PartKind {
    /// A game that was played.
    Played,
    /// A round without a game.
    Unplayed,
    /// Left out as one of the lowest or highest.
    Cut,
}

impl Figure {
    /// A figure without parts.
    pub(super) fn of(hundredths: i64) -> Self {
        Self { hundredths, parts: Vec::new() }
    }

    /// The sum of parts.
    pub(super) fn sum(parts: Vec<FigurePart>) -> Self {
        let counts = |part: &&FigurePart| part.kind != PartKind::Cut;
        Self { hundredths: parts.iter().filter(counts).map(|part| part.hundredths).sum(), parts }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.hundredths < 0 { "-" } else { "" };
        let size = self.hundredths.unsigned_abs();
        let text = match (size / 100, size % 100) {
            (whole, 0) => format!("{sign}{whole}"),
            (whole, part) if part % 10 == 0 => format!("{sign}{whole}.{}", part / 10),
            (whole, part) => format!("{sign}{whole}.{part:02}"),
        };
        f.pad(&text)
    }
}

pub(super) fn hundredths(points: Points) -> i64 {
    i64::from(points.in_tenths()) * 10
}

/// Points times a score.
fn product(points: Points, score: Points) -> i64 {
    i64::from(points.in_tenths()) * i64::from(score.in_tenths())
}

/// What the figures of an event are computed from.
pub(crate) struct FigureSource<'a> {
    table: &'a Crosstable,
    system: PairingSystem,
    scores: OpponentScores,
    /// The event as if all games of its last round had been drawn.
    fore: OnceCell<(Crosstable, OpponentScores)>,
}

impl<'a> FigureSource<'a> {
    pub(crate) fn new(table: &'a Crosstable, system: PairingSystem) -> Self {
        Self { table, system, scores: OpponentScores::new(table, system), fore: OnceCell::new() }
    }

    /// The figure of a player; direct encounter is computed among tied players instead.
    pub(crate) fn figure(&self, entrant: &Entrant, tie_break: TieBreak) -> Figure {
        let (table, scores) = (self.table, &self.scores);
        let part = |round, amount| part_of(entrant, round, amount);
        if let Some(own) = own_figure(table, entrant, tie_break, part) {
            return own;
        }
        let made = |round: usize| table.worth(entrant, round);
        match tie_break.kind {
            TieBreakKind::Buchholz | TieBreakKind::ForeBuchholz => self.buchholz(entrant, tie_break),
            TieBreakKind::AverageBuchholz => {
                self.average_of_opponents(entrant, TieBreakKind::Buchholz, Precision::Hundredths)
            }
            TieBreakKind::AverageForeBuchholz => {
                self.average_of_opponents(entrant, TieBreakKind::ForeBuchholz, Precision::Hundredths)
            }
            TieBreakKind::SonnebornBerger => {
                let score = |round| scores.of_round(table, entrant, round, tie_break.forfeits);
                let amount = |round| Some(product(made(round), score(round)?));
                scores.cut(table, entrant, tie_break, &amount, part)
            }
            TieBreakKind::Quotient => {
                let amount = |round| {
                    let (opponent, _) = entrant.outcome(round).game()?;
                    Some(product(made(round), self.final_score(opponent)?))
                };
                scores.cut(table, entrant, tie_break, &amount, part)
            }
            TieBreakKind::Koya => self.koya(entrant, tie_break),
            TieBreakKind::AverageRating => average_rating(table, entrant, tie_break, part),
            TieBreakKind::Performance => performance(table, entrant, part),
            TieBreakKind::PerfectPerformance => perfect_performance(table, entrant, part),
            TieBreakKind::AveragePerformance => {
                self.average_of_opponents(entrant, TieBreakKind::Performance, Precision::Whole)
            }
            TieBreakKind::AveragePerfectPerformance => {
                self.average_of_opponents(entrant, TieBreakKind::PerfectPerformance, Precision::Whole)
            }
            TieBreakKind::BallotsWon => ballots_won(table, entrant, part),
            _ => Figure::default(),
        }
    }

    /// Buchholz, or Fore Buchholz.
    fn buchholz(&self, entrant: &Entrant, tie_break: TieBreak) -> Figure {
        let (table, scores) = match tie_break.kind {
            TieBreakKind::ForeBuchholz => {
                let (table, scores) = self.fore.get_or_init(|| {
                    let drawn = drawn_last_round(self.table);
                    let scores = OpponentScores::new(&drawn, self.system);
                    (drawn, scores)
                });
                (table, scores)
            }
            _ => (self.table, &self.scores),
        };
        let entrant = table.entrant(entrant.number).unwrap_or(entrant);
        let amount = |round| scores.of_round(table, entrant, round, tie_break.forfeits).map(hundredths);
        scores.cut(table, entrant, tie_break, &amount, |round, amount| part_of(entrant, round, amount))
    }

    /// A player's points at the end, or so far.
    fn final_score(&self, number: PairingNumber) -> Option<Points> {
        let entrant = self.table.entrant(number)?;
        Some(self.table.score_before(entrant, self.table.paired_rounds() + 1))
    }

    /// Points made against opponents who have at least half of what could be made, or half points more or fewer.
    fn koya(&self, entrant: &Entrant, tie_break: TieBreak) -> Figure {
        let rounds = self.table.paired_rounds();
        let most = self.table.scoring.most();
        let paired =
            |one: &Entrant| (1..=rounds).filter(|round| one.outcome(*round).opponent().is_some()).count();
        // In an odd field of a round robin everybody rests in turn.
        let games = match self.system {
            PairingSystem::RoundRobin => self.table.entrants.iter().map(paired).max(),
            _ => None,
        };
        let halves = i32::try_from(games.unwrap_or(rounds))
            .unwrap_or(i32::MAX)
            .saturating_add(tie_break.koya_limit.into());
        let made = |round: usize| {
            let score = self.final_score(entrant.outcome(round).opponent()?)?;
            let reached = score + score >= most * halves;
            reached.then(|| part_of(entrant, round, hundredths(self.table.worth(entrant, round))))
        };
        Figure::sum((1..=rounds).filter_map(made).collect())
    }

    /// The average of a figure of the opponents over the board, a half rounded upwards.
    fn average_of_opponents(&self, entrant: &Entrant, kind: TieBreakKind, precision: Precision) -> Figure {
        let value = |round: usize| {
            let (opponent, _) = entrant.outcome(round).game()?;
            let figure = self.figure(self.table.entrant(opponent)?, TieBreak::of(kind));
            // Who met nobody with a rating has no performance.
            let has_value = precision == Precision::Hundredths || !figure.parts.is_empty();
            has_value.then(|| part_of(entrant, round, figure.hundredths))
        };
        let parts: Vec<FigurePart> = (1..=self.table.paired_rounds()).filter_map(value).collect();
        let sum: i64 = parts.iter().map(|part| part.hundredths).sum();
        let unit = match precision {
            Precision::Hundredths => 1,
            Precision::Whole => 100,
        };
        Figure { hundredths: unit * rounded_average(sum, parts.len() as i64 * unit), parts }
    }
}

/// How far an average is rounded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Precision {
    Hundredths,
    Whole,
}

/// A sum divided, a half rounded upwards; nothing if there is nothing to divide by.
pub(super) const fn rounded_average(sum: i64, count: i64) -> i64 {
    if count == 0 { 0 } else { (2 * sum + count).div_euclid(2 * count) }
}

fn part_of(entrant: &Entrant, round: usize, hundredths: i64) -> FigurePart {
    let outcome = entrant.outcome(round);
    let kind = if outcome.game().is_some() { PartKind::Played } else { PartKind::Unplayed };
    FigurePart { round, opponent: outcome.opponent(), hundredths, kind }
}
