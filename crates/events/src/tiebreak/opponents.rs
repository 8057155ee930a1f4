//! Opponents' scores as tie-breaks take them (FIDE C.07, article 16), and which of them are cut.

use damiera_rules::Side;

use super::figures::{Figure, FigurePart, PartKind};
use super::{ForfeitCount, TieBreak};
use crate::crosstable::{Crosstable, Entrant};
use crate::matches::{MatchGameOutcome, MatchLength};
use crate::outcome::{GameResult, RoundOutcome};
use crate::points::Points;
use crate::system::PairingSystem;

/// How unplayed rounds are taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Unplayed {
    /// As the handbook says for Swiss events.
    Adjusted,
    /// In a round robin everybody is known to meet everybody: forfeits count as they stand, free rounds not at all.
    AsScored,
}

/// The scores that players contribute to their opponents' tie-breaks.
pub(crate) struct OpponentScores {
    adjusted: Vec<Points>,
    unplayed: Unplayed,
}

impl OpponentScores {
    pub(crate) fn new(table: &Crosstable, system: PairingSystem) -> Self {
        let unplayed =
            if system == PairingSystem::RoundRobin { Unplayed::AsScored } else { Unplayed::Adjusted };
        let adjusted = table.entrants.iter().map(|entrant| adjusted(table, entrant, unplayed)).collect();
        Self { adjusted, unplayed }
    }

    fn of(&self, table: &Crosstable, number: u16) -> Option<Points> {
        table.index_of(number).map(|index| self.adjusted[index])
    }

    /// The opponent's score in a round, or what stands for it if no game was played.
    pub(super) fn of_round(
        &self,
        table: &Crosstable,
        entrant: &Entrant,
        round: usize,
        forfeits: ForfeitCount,
    ) -> Option<Points> {
        let outcome = entrant.outcome(round);
        let opponent = outcome.opponent().and_then(|number| self.of(table, number));
        match (outcome.game(), self.unplayed) {
            (Some(_), _) | (None, Unplayed::AsScored) => opponent,
            (None, Unplayed::Adjusted) if opponent.is_some() && forfeits == ForfeitCount::Played => opponent,
            (None, Unplayed::Adjusted) => {
                let rounds = table.paired_rounds();
                let own = table.score_before(entrant, rounds + 1);
                let draws = table.round_worth(GameResult::Draw) * i32::try_from(rounds).unwrap_or(i32::MAX);
                Some(own.min(opponent.unwrap_or(draws))) // 16.4
            }
        }
    }

    /// The sum over all rounds, without the contributions that are cut.
    pub(super) fn cut(
        &self,
        table: &Crosstable,
        entrant: &Entrant,
        tie_break: TieBreak,
        amount: &dyn Fn(usize) -> Option<i64>,
        part: impl Fn(usize, i64) -> FigurePart,
    ) -> Figure {
        let rounds = 1..=table.paired_rounds();
        let mut parts: Vec<FigurePart> =
            rounds.filter_map(|round| Some(part(round, amount(round)?))).collect();
        let weight = |part: &FigurePart| {
            self.of_round(table, entrant, part.round, tie_break.forfeits)
                .map_or(part.hundredths, |score| i64::from(score.in_tenths()))
        };
        let missed = |part: &FigurePart| {
            let outcome = entrant.outcome(part.round);
            let counts = outcome.opponent().is_some() && tie_break.forfeits == ForfeitCount::Played;
            self.unplayed == Unplayed::Adjusted && is_voluntary(outcome) && !counts
        };
        for _ in 0..tie_break.cut_lowest {
            cut_lowest(&mut parts, weight, missed);
        }
        for _ in 0..tie_break.cut_highest {
            let open = parts.iter_mut().filter(|part| part.kind != PartKind::Cut);
            if let Some(highest) = open.max_by_key(|part| (weight(part), part.hundredths)) {
                highest.kind = PartKind::Cut;
            }
        }
        let counts = |part: &&FigurePart| part.kind != PartKind::Cut;
        Figure { hundredths: parts.iter().filter(counts).map(|part| part.hundredths).sum(), parts }
    }
}

/// Cuts the lowest contribution: that of a round the player chose not to play, unless another weighs even less (16.5).
fn cut_lowest(
    parts: &mut [FigurePart],
    weight: impl Fn(&FigurePart) -> i64,
    missed: impl Fn(&FigurePart) -> bool,
) {
    let open = || (0..parts.len()).filter(|&index| parts[index].kind != PartKind::Cut);
    let key = |index: &usize| (weight(&parts[*index]), parts[*index].hundredths);
    let lowest = open().min_by_key(key);
    let lowest_missed = open().filter(|&index| missed(&parts[index])).min_by_key(key);
    let cut = match (lowest, lowest_missed) {
        (Some(any), Some(missed)) if parts[any].hundredths > parts[missed].hundredths => Some(any),
        (any, missed) => missed.or(any),
    };
    if let Some(index) = cut {
        parts[index].kind = PartKind::Cut;
    }
}

/// Leaves out the lowest and the highest parts by a weight.
pub(super) fn leave_out(parts: &mut [FigurePart], tie_break: TieBreak, weight: impl Fn(&FigurePart) -> i64) {
    for _ in 0..tie_break.cut_lowest {
        let open = parts.iter_mut().filter(|part| part.kind != PartKind::Cut);
        if let Some(part) = open.min_by_key(|part| weight(part)) {
            part.kind = PartKind::Cut;
        }
    }
    for _ in 0..tie_break.cut_highest {
        let open = parts.iter_mut().filter(|part| part.kind != PartKind::Cut);
        if let Some(part) = open.max_by_key(|part| weight(part)) {
            part.kind = PartKind::Cut;
        }
    }
}

/// A round that the player chose not to play (16.2.5).
pub(super) const fn is_voluntary(outcome: RoundOutcome) -> bool {
    matches!(
        outcome,
        RoundOutcome::HalfBye
            | RoundOutcome::ZeroBye
            | RoundOutcome::Absent
            | RoundOutcome::ForfeitLoss { .. }
    )
}

/// The event as if all who were paired in its last round had drawn (8.3).
pub(super) fn drawn_last_round(table: &Crosstable) -> Crosstable {
    let last = table.paired_rounds();
    let mut drawn = table.clone();
    drawn.extra_points.retain(|(_, round), _| *round != last);
    for entrant in &mut drawn.entrants {
        let outcome = entrant.outcome(last);
        let Some(opponent) = outcome.opponent() else { continue };
        let side = outcome.side().unwrap_or(Side::White);
        entrant.enter(
            last,
            match table.match_length {
                MatchLength::SingleGame => RoundOutcome::played(opponent, side, GameResult::Draw),
                MatchLength::TwoGames => {
                    let games = [MatchGameOutcome::Played(GameResult::Draw); 2];
                    RoundOutcome::Match { opponent, side, games }
                }
            },
        );
    }
    drawn
}

/// A player's score as their opponents' tie-breaks take it: rounds after the last one they were there for are draws (16.3).
fn adjusted(table: &Crosstable, entrant: &Entrant, unplayed: Unplayed) -> Points {
    let rounds = table.paired_rounds();
    let last = (1..=rounds).rev().find(|&round| !is_voluntary(entrant.outcome(round))).unwrap_or(0);
    let points = |round: usize| {
        let outcome = entrant.outcome(round);
        if unplayed == Unplayed::AsScored || round <= last || outcome.opponent().is_some() {
            table.worth(entrant, round)
        } else {
            table.round_worth(GameResult::Draw)
        }
    };
    (1..=rounds).map(points).sum()
}
