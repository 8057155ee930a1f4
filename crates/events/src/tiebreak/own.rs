//! Figures of a player's own record (FIDE C.07, article 7).

use damiera_rules::Side;

use super::ballots::won;
use super::figures::{Figure, FigurePart, PartKind, hundredths};
use super::opponents::is_voluntary;
use super::{TieBreak, TieBreakKind};
use crate::crosstable::{Crosstable, Entrant};
use crate::matches::MatchGameOutcome;
use crate::outcome::{GameResult, RoundOutcome};

/// The figure, if the tie-break is about the player's own record.
pub(super) fn own_figure(
    table: &Crosstable,
    entrant: &Entrant,
    tie_break: TieBreak,
    part: impl Fn(usize, i64) -> FigurePart,
) -> Option<Figure> {
    let rounds = 1..=table.paired_rounds();
    let counted = |wanted: &dyn Fn(RoundOutcome) -> bool| {
        let found = rounds.clone().filter(|&round| wanted(entrant.outcome(round)));
        Figure::sum(found.map(|round| part(round, 100)).collect())
    };
    Some(match tie_break.kind {
        TieBreakKind::Wins => counted(&|outcome| match outcome {
            RoundOutcome::Match { .. } => won(outcome),
            other => table.scoring.worth(other) >= table.round_worth(GameResult::Win),
        }),
        TieBreakKind::GamesWon => counted(&won),
        TieBreakKind::BlackGames => counted(&|outcome| match outcome {
            RoundOutcome::Match { .. } => outcome.game().is_some(),
            other => other.game().is_some_and(|(_, side)| side == Side::Black),
        }),
        TieBreakKind::BlackWins => counted(&|outcome| match outcome {
            RoundOutcome::Match { side, games, .. } => {
                games[usize::from(side == Side::White)] == MatchGameOutcome::Played(GameResult::Win)
            }
            other => won(other) && other.side() == Some(Side::Black),
        }),
        TieBreakKind::RoundsElected => counted(&|outcome| !is_voluntary(outcome)),
        TieBreakKind::StandardPoints => {
            let made = |round| Some((round, standard_points(table, entrant, round)?));
            Figure::sum(rounds.filter_map(made).map(|(round, amount)| part(round, amount)).collect())
        }
        TieBreakKind::PairingNumber => Figure::of(i64::from(entrant.number) * 100),
        TieBreakKind::Rating => Figure::of(i64::from(entrant.rating.unwrap_or(0)) * 100),
        TieBreakKind::Progressive => {
            let rows = rounds.map(|round| part(round, hundredths(table.score_before(entrant, round + 1))));
            let mut parts: Vec<FigurePart> = rows.collect();
            // Cutting a round of this figure leaves out the first ones, which weigh most.
            let cut = usize::from(tie_break.cut_lowest).min(parts.len());
            parts[..cut].iter_mut().for_each(|part| part.kind = PartKind::Cut);
            Figure::sum(parts)
        }
        _ => return None,
    })
}

/// What a round is worth where a win is 1 and a draw ½ (7.7): a win is more than the opponent made, or without a game more than a
/// draw is worth.
fn standard_points(table: &Crosstable, entrant: &Entrant, round: usize) -> Option<i64> {
    let outcome = entrant.outcome(round);
    if matches!(outcome, RoundOutcome::Pending { .. }) {
        return None;
    }
    let other = match outcome.game() {
        Some((opponent, _)) => table.worth(table.entrant(opponent)?, round),
        None => table.round_worth(GameResult::Draw),
    };
    match table.worth(entrant, round).cmp(&other) {
        std::cmp::Ordering::Greater => Some(100),
        std::cmp::Ordering::Equal => Some(50),
        std::cmp::Ordering::Less => None,
    }
}
