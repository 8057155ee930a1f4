//! The figures of one player, with their parts.

use std::fmt;

use damiera_rules::Side;

use super::opponents::OpponentScores;
use super::{TieBreak, TieBreakKind};
use crate::crosstable::{Crosstable, Entrant};
use crate::matches::{MatchGameOutcome, MatchLength};
use crate::outcome::{GameResult, PairingNumber, RoundOutcome};
use crate::points::Points;

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
    /// The sum of parts.
    fn sum(parts: Vec<FigurePart>) -> Self {
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

fn hundredths(points: Points) -> i64 {
    i64::from(points.in_tenths()) * 10
}

/// Points times a score.
fn product(points: Points, score: Points) -> i64 {
    i64::from(points.in_tenths()) * i64::from(score.in_tenths())
}

/// The figure of a player; direct encounter is computed among tied players instead.
pub(crate) fn compute(
    table: &Crosstable,
    scores: &OpponentScores,
    entrant: &Entrant,
    tie_break: TieBreak,
) -> Figure {
    let rounds = 1..=table.paired_rounds();
    let part = |round: usize, amount: i64| {
        let outcome = entrant.outcome(round);
        let kind = if outcome.game().is_some() { PartKind::Played } else { PartKind::Unplayed };
        FigurePart { round, opponent: outcome.opponent(), hundredths: amount, kind }
    };
    let counted = |wanted: &dyn Fn(RoundOutcome) -> bool| {
        rounds.clone().filter(|&round| wanted(entrant.outcome(round))).map(|round| part(round, 100)).collect()
    };
    let made = |round: usize| table.worth(entrant, round);
    match tie_break.kind {
        TieBreakKind::DirectEncounter => Figure::default(),
        TieBreakKind::Wins => Figure::sum(counted(&|outcome| match outcome {
            RoundOutcome::Match { .. } => won(outcome),
            other => table.scoring.worth(other) >= table.scoring.win,
        })),
        TieBreakKind::GamesWon => Figure::sum(counted(&won)),
        TieBreakKind::BlackGames => Figure::sum(counted(&|outcome| match outcome {
            RoundOutcome::Match { .. } => outcome.game().is_some(),
            other => other.game().is_some_and(|(_, side)| side == Side::Black),
        })),
        TieBreakKind::BlackWins => Figure::sum(counted(&|outcome| match outcome {
            RoundOutcome::Match { side, games, .. } => {
                games[usize::from(side == Side::White)] == MatchGameOutcome::Played(GameResult::Win)
            }
            other => won(other) && other.side() == Some(Side::Black),
        })),
        TieBreakKind::Progressive => {
            let rows =
                rounds.clone().map(|round| part(round, hundredths(table.score_before(entrant, round + 1))));
            let mut parts: Vec<FigurePart> = rows.collect();
            // Cutting a round of this figure leaves out the first ones, which weigh most.
            let cut = usize::from(tie_break.cut_lowest).min(parts.len());
            parts[..cut].iter_mut().for_each(|part| part.kind = PartKind::Cut);
            Figure::sum(parts)
        }
        TieBreakKind::Buchholz => {
            let amount = |round| scores.of_round(table, entrant, round).map(hundredths);
            scores.cut(table, entrant, tie_break, &amount, part)
        }
        TieBreakKind::SonnebornBerger => {
            let amount = |round| Some(product(made(round), scores.of_round(table, entrant, round)?));
            scores.cut(table, entrant, tie_break, &amount, part)
        }
        TieBreakKind::Quotient => {
            let amount = |round| {
                let (opponent, _) = entrant.outcome(round).game()?;
                let opponent = table.entrant(opponent)?;
                Some(product(made(round), table.score_before(opponent, table.paired_rounds() + 1)))
            };
            scores.cut(table, entrant, tie_break, &amount, part)
        }
        TieBreakKind::Koya => {
            let amount = |round| {
                let opponent = table.entrant(entrant.outcome(round).opponent()?)?;
                let score = table.score_before(opponent, table.paired_rounds() + 1);
                let games = i32::try_from(table.paired_rounds()).unwrap_or(i32::MAX);
                (score + score >= table.scoring.most() * games).then(|| hundredths(made(round)))
            };
            Figure::sum(rounds.clone().filter_map(|round| Some(part(round, amount(round)?))).collect())
        }
        TieBreakKind::AverageRating => average_rating(table, entrant, tie_break, part),
        TieBreakKind::BallotsWon => ballots_won(table, entrant, part),
    }
}

fn won(outcome: RoundOutcome) -> bool {
    outcome.game().is_some() && outcome.result() == Some(GameResult::Win)
}

fn average_rating(
    table: &Crosstable,
    entrant: &Entrant,
    tie_break: TieBreak,
    part: impl Fn(usize, i64) -> FigurePart,
) -> Figure {
    let rating = |round: usize| {
        let (opponent, _) = entrant.outcome(round).game()?;
        Some(part(round, i64::from(table.entrant(opponent)?.rating?) * 100))
    };
    let mut parts: Vec<FigurePart> = (1..=table.paired_rounds()).filter_map(rating).collect();
    super::opponents::leave_out(&mut parts, tie_break, |part| part.hundredths);
    let counting: Vec<i64> =
        parts.iter().filter(|part| part.kind != PartKind::Cut).map(|part| part.hundredths / 100).collect();
    let games = counting.len() as i64;
    let sum: i64 = counting.iter().sum();
    // Rounded to a whole number, a half upwards.
    let average = if games == 0 { 0 } else { (2 * sum + games) / (2 * games) };
    Figure { hundredths: average * 100, parts }
}

fn ballots_won(table: &Crosstable, entrant: &Entrant, part: impl Fn(usize, i64) -> FigurePart) -> Figure {
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
