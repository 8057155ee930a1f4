//! FIDE (Dutch) System, C.04.3, in force since 1 February 2026.
//!
//! Brackets are paired from the top score down (1.9.2). A bracket is paired together with everybody below it, so that the
//! rest can always be completed (C4) and the bye goes to the lowest possible score (C5).

mod bracket;
mod criteria;

pub use criteria::CriterionTotal;
pub(crate) use criteria::{colour_faults, compatible};

use bracket::BracketFault;
use criteria::{BracketGraph, UnplayedRule};
use damiera_rules::Side;

use crate::colour::allocate;
use crate::outcome::PairingNumber;
use crate::pairing::{NoPairing, Pairing, RoundPairing};
use crate::points::Points;
use crate::pool::Pool;
use crate::stop::StopSignal;

/// How one bracket was paired.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BracketReport {
    /// The score of the residents.
    pub score: Points,
    /// Players moved down from the bracket above.
    pub moved_down: Vec<PairingNumber>,
    /// Players of the scoregroup.
    pub residents: Vec<PairingNumber>,
    /// Pairs, the higher ranked first.
    pub pairs: Vec<[PairingNumber; 2]>,
    /// Players that went down, or received the bye.
    pub floaters: Vec<PairingNumber>,
    /// How far each criterion could not be met.
    pub totals: Vec<CriterionTotal>,
}

/// Pairs a round.
pub fn pair(pool: &Pool) -> Result<RoundPairing, NoPairing> {
    pair_until(pool, &StopSignal::default())
}

/// Pairs a round, unless it is told to stop.
pub fn pair_until(pool: &Pool, stop: &StopSignal) -> Result<RoundPairing, NoPairing> {
    pair_with_reports(pool, stop).map(|(pairing, _)| pairing)
}

/// Pairs a round and says how each bracket was paired, unless it is told to stop.
pub fn pair_with_reports(
    pool: &Pool,
    stop: &StopSignal,
) -> Result<(RoundPairing, Vec<BracketReport>), NoPairing> {
    let mut pairing = RoundPairing { round: pool.round, pairs: Vec::new(), bye: Vec::new() };
    let mut reports = Vec::new();
    let mut floaters: Vec<usize> = Vec::new();
    let mut start = 0;
    while start < pool.contestants.len() {
        let end = group_end(pool, start);
        let next = group_end(pool, end);
        let moved_down = floaters.len();
        let mut players = std::mem::take(&mut floaters);
        players.extend(start..pool.contestants.len());
        let bracket = moved_down + (end - start);
        let mut graph = BracketGraph {
            pool,
            stop,
            players,
            moved_down,
            bracket,
            next: bracket + (next - end),
            bye_unplayed: UnplayedRule::Ignored,
        };
        let paired = bracket::pair(&mut graph).map_err(|fault| match fault {
            BracketFault::Incomplete => NoPairing::Impossible { round: pool.round },
            BracketFault::TooManyScores => NoPairing::TooManyScores { round: pool.round },
            BracketFault::Stopped => NoPairing::Stopped,
        })?;
        let number = |vertex: &usize| pool.contestants[graph.players[*vertex]].number;
        for [higher, lower] in &paired.pairs {
            pairing.pairs.push(coloured(pool, graph.players[*higher], graph.players[*lower]));
        }
        reports.push(BracketReport {
            score: pool.contestants[start].score,
            moved_down: (0..moved_down).map(|vertex| number(&vertex)).collect(),
            residents: (moved_down..bracket).map(|vertex| number(&vertex)).collect(),
            pairs: paired.pairs.iter().map(|pair| pair.map(|vertex| number(&vertex))).collect(),
            floaters: paired.floaters.iter().map(number).collect(),
            totals: paired.totals,
        });
        floaters = paired.floaters.iter().map(|&vertex| graph.players[vertex]).collect();
        start = end;
    }
    pairing.bye = floaters.iter().map(|&index| pool.contestants[index].number).collect();
    pairing.sort(pool);
    Ok((pairing, reports))
}

/// The end of the scoregroup that begins at an index.
fn group_end(pool: &Pool, start: usize) -> usize {
    let Some(first) = pool.contestants.get(start) else { return start };
    let size = pool.contestants[start..].iter().take_while(|c| c.score == first.score).count();
    start + size
}

fn coloured(pool: &Pool, higher: usize, lower: usize) -> Pairing {
    let [higher, lower] = [&pool.contestants[higher], &pool.contestants[lower]];
    match allocate(pool, higher, lower).0 {
        Side::White => Pairing { white: higher.number, black: lower.number },
        Side::Black => Pairing { white: lower.number, black: higher.number },
    }
}
