//! A finished or running event, derived again: every round, and the points and ranks of a file.

use std::collections::BTreeSet;

use crate::crosstable::Crosstable;
use crate::next_round::pair_next;
use crate::outcome::PairingNumber;
use crate::pairing::{NoPairing, Pairing, RoundPairing};
use crate::points::Points;
use crate::standings::{StandingsRow, standings};
use crate::system::PairingSystem;
use crate::trf::{TrfFile, TrfProblem};

/// What was derived again, and what differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventCheck {
    /// How many rounds were paired again.
    pub rounds: usize,
    /// What differs, round by round.
    pub differences: Vec<EventDifference>,
}

/// Something that is not as the rules make it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventDifference {
    /// A round was paired otherwise.
    Round {
        /// The round.
        round: usize,
        /// What the rules pair, without what is the same.
        expected: RoundPairing,
        /// What stands in the file, without what is the same.
        found: RoundPairing,
    },
    /// The rules find no pairing for a round.
    NoPairing {
        /// The round.
        round: usize,
        /// Why.
        reason: NoPairing,
    },
    /// The points of a player are not what the results are worth.
    PlayerPoints {
        /// Who.
        number: PairingNumber,
        /// What the file says.
        listed: Points,
        /// What the results are worth.
        computed: Points,
    },
    /// A player ranks above another who has more points, or better tie-breaks.
    RankOrder {
        /// Who ranks above.
        above: PairingNumber,
        /// Who ranks below with more.
        below: PairingNumber,
        /// What the one below has more of.
        by: RankedBy,
    },
}

/// What separates two players in the standings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RankedBy {
    /// Points.
    Points,
    /// Tie-breaks, with the same points.
    TieBreaks,
}

/// Pairs every round of a file again, and adds up the points.
#[must_use]
pub fn check(file: &TrfFile, system: PairingSystem) -> EventCheck {
    let (table, warnings) = file.table();
    // The two games of a match are two rounds of the file, and were paired once.
    let mut table = table.with_matches().unwrap_or(table);
    let rounds = table.paired_rounds();
    // Without a planned number of rounds, the last one in the file is taken for the last of the event.
    table.planned_rounds = table.planned_rounds.or(Some(rounds));
    // Each round is paired again without the later ones, the first without any round that shows the colour drawn.
    table.initial_side = table.first_colour();
    let mut differences: Vec<EventDifference> =
        (1..=rounds).filter_map(|round| check_round(&table, system, round)).collect();
    for warning in warnings {
        if let TrfProblem::PointsDiffer { number, listed, computed } = warning.problem {
            differences.push(EventDifference::PlayerPoints { number, listed, computed });
        }
    }
    differences.extend(ranks_out_of_order(file, &table, system));
    EventCheck { rounds, differences }
}

fn check_round(table: &Crosstable, system: PairingSystem, round: usize) -> Option<EventDifference> {
    let mut found = table.pairing_of(round);
    if found.pairs.is_empty() && found.bye.is_empty() {
        return None; // a round that was not held
    }
    let mut expected = match pair_next(&table.before(round), system) {
        // After a round that was not held, the next one has its number.
        Ok(expected) => RoundPairing { round, ..expected },
        Err(reason) => return Some(EventDifference::NoPairing { round, reason }),
    };
    let blind = |pair: &Pairing| {
        let side = table.entrant(pair.white).and_then(|entrant| entrant.outcome(round).side());
        side.is_none()
    };
    // Where a file does not say who had which colour, only the opponents are compared.
    let unknown: BTreeSet<_> = found.pairs.iter().filter(|pair| blind(pair)).map(unordered).collect();
    let key = |pair: &Pairing| {
        if unknown.contains(&unordered(pair)) { unordered(pair) } else { (pair.white, pair.black) }
    };
    let keys = |pairing: &RoundPairing| pairing.pairs.iter().map(key).collect::<BTreeSet<_>>();
    let (wanted, present) = (keys(&expected), keys(&found));
    expected.pairs.retain(|pair| !present.contains(&key(pair)));
    found.pairs.retain(|pair| !wanted.contains(&key(pair)));
    // Several rest where a team does, in the order of the boards or of the players.
    expected.bye.sort_unstable();
    found.bye.sort_unstable();
    if system == PairingSystem::RoundRobin {
        forget_who_is_free(table, &mut expected, &mut found);
    }
    let same = expected.pairs.is_empty() && found.pairs.is_empty() && expected.bye == found.bye;
    (!same).then_some(EventDifference::Round { round, expected, found })
}

/// Who is free in the table of a round robin rests, whether or not the file calls it a bye.
fn forget_who_is_free(table: &Crosstable, expected: &mut RoundPairing, found: &mut RoundPairing) {
    let has_opponent = |number: PairingNumber| {
        table.entrant(number).is_some_and(|entrant| entrant.outcome(expected.round).opponent().is_some())
    };
    let (paired, free): (Vec<_>, Vec<_>) = expected.bye.iter().partition(|number| has_opponent(**number));
    expected.bye = paired;
    found.bye.retain(|number| !free.contains(number));
}

fn unordered(pair: &Pairing) -> (PairingNumber, PairingNumber) {
    (pair.white.min(pair.black), pair.white.max(pair.black))
}

/// Players whose ranks are not in the order of the standings: of the points, and of the tie-breaks if the file names them and
/// all of them are known here.
fn ranks_out_of_order(file: &TrfFile, table: &Crosstable, system: PairingSystem) -> Vec<EventDifference> {
    let named = file.tie_break_codes().len();
    let known = Some(file.tie_breaks()).filter(|tie_breaks| tie_breaks.len() == named).unwrap_or_default();
    let rows = standings(table, system, &known);
    let mut ranked: Vec<(u16, &StandingsRow)> = file
        .players()
        .filter_map(|(_, player)| {
            let rank = player.rank.filter(|rank| *rank > 0)?; // 0 for who is not ranked
            Some((rank, rows.iter().find(|row| row.number == player.number)?))
        })
        .collect();
    ranked.sort_unstable_by_key(|(rank, row)| (*rank, row.number));
    let wrong = ranked.windows(2).filter(|two| two[0].0 < two[1].0 && two[0].1.rank > two[1].1.rank);
    let order = |above: &StandingsRow, below: &StandingsRow| EventDifference::RankOrder {
        above: above.number,
        below: below.number,
        by: if above.points == below.points { RankedBy::TieBreaks } else { RankedBy::Points },
    };
    wrong.map(|two| order(two[0].1, two[1].1)).collect()
}
