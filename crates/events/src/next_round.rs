//! The next round of an event, by whatever system it is paired.

use crate::crosstable::{Crosstable, Entrant};
use crate::outcome::RoundOutcome;
use crate::pairing::{NoPairing, RoundPairing};
use crate::pool::Pool;
use crate::stop::StopSignal;
use crate::system::PairingSystem;
use crate::teams::{CompetitorKind, pair_teams_until};
use crate::{double_swiss, dutch, knockout, rotation, round_robin};

/// The players of the next round, if it can be paired now.
pub(crate) fn pool_to_pair(table: &Crosstable, system: PairingSystem) -> Result<Pool, NoPairing> {
    let round = table.paired_rounds() + 1;
    if let Some(rounds) = table.planned_rounds.filter(|&rounds| round > rounds) {
        return Err(NoPairing::AllRoundsPaired { rounds });
    }
    results_are_in(table, round)?;
    let pool = if system == PairingSystem::Double { double_swiss::pool(table) } else { Pool::next(table) };
    if pool.contestants.len() < 2 {
        return Err(NoPairing::TooFewPlayers);
    }
    Ok(pool)
}

/// An error if a result of a round before this one is missing.
pub(crate) fn results_are_in(table: &Crosstable, round: usize) -> Result<(), NoPairing> {
    for earlier in 1..round {
        let is_open = |entrant: &&Entrant| matches!(entrant.outcome(earlier), RoundOutcome::Pending { .. });
        if let Some(entrant) = table.entrants.iter().find(is_open) {
            return Err(NoPairing::ResultMissing { round: earlier, number: entrant.number });
        }
    }
    Ok(())
}

/// Pairs the next round of an event.
pub fn pair_next(table: &Crosstable, system: PairingSystem) -> Result<RoundPairing, NoPairing> {
    pair_next_until(table, system, &StopSignal::default())
}

/// Pairs the next round of an event, unless it is told to stop.
pub fn pair_next_until(
    table: &Crosstable,
    system: PairingSystem,
    stop: &StopSignal,
) -> Result<RoundPairing, NoPairing> {
    if table.competitors() == CompetitorKind::Team {
        return pair_teams_until(table, system, stop);
    }
    let (pool, round) = (pool_to_pair(table, system)?, table.paired_rounds() + 1);
    match system {
        PairingSystem::Dutch => dutch::pair_until(&pool, stop),
        PairingSystem::Double => double_swiss::pair_until(&pool, stop),
        PairingSystem::Rotation => rotation::pair_until(table, stop),
        PairingSystem::RoundRobin => round_robin::pair(table, round, table.last_rounds),
        PairingSystem::Knockout => knockout::pair(table),
        PairingSystem::Arena => Err(NoPairing::NoRounds),
    }
}
