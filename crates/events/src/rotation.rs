//! Italo-svizzero a rotazione continua: the list as a circle that is never read backwards (FID, Capo V).
//!
//! What the public articles leave open is read as follows. Players of the score that is looked at are called in the order
//! of the circle; a call that would leave others without an opponent they have not met is passed over. In an odd field
//! the last of the lowest score round the circle rests, of those who have not rested yet. Colours follow C.04.3, article 5,
//! the player who is called counting as the higher one.

use damiera_rules::Side;

use crate::colour::allocate;
use crate::crosstable::Crosstable;
use crate::matching::{Chooser, Cost, CostLayout, Matcher};
use crate::outcome::{PairingNumber, RoundOutcome};
use crate::pairing::{NoPairing, Pairing, RoundPairing};
use crate::points::Points;
use crate::pool::{ByeRight, Contestant, Pool};
use crate::stop::StopSignal;

/// Pairs the next round. The pairs are in the order in which they were called.
pub fn pair(table: &Crosstable) -> Result<RoundPairing, NoPairing> {
    pair_until(table, &StopSignal::default())
}

/// Pairs the next round, unless it is told to stop.
pub fn pair_until(table: &Crosstable, stop: &StopSignal) -> Result<RoundPairing, NoPairing> {
    pair_with_callers(table, stop).map(|called| called.pairing)
}

/// A round, and who was called first of each pair.
pub(crate) struct CalledRound {
    pub(crate) pairing: RoundPairing,
    pub(crate) callers: Vec<PairingNumber>,
}

pub(crate) fn pair_with_callers(table: &Crosstable, stop: &StopSignal) -> Result<CalledRound, NoPairing> {
    let next = table.paired_rounds() + 1;
    // Where the circle starts depends on the last call of the round before, and so on back to round 1.
    let mut start = None;
    for round in 1..next {
        stop.check()?;
        let rank = |black: PairingNumber| table.ranked().iter().position(|one| one.number == black);
        start = last_black(table, round, start).and_then(rank).map(|index| index + 1).or(start);
    }
    pair_from(&circle_of(table, next), start, stop)
}

/// Who takes part in a round, in the order of the circle.
fn circle_of(table: &Crosstable, round: usize) -> Pool {
    let mut pool = Pool::next(&table.before(round));
    pool.contestants.sort_by_key(|contestant| contestant.rank);
    pool
}

/// Who had Black in the pair called last in a round that has been paired, if its pairs were called in turn.
fn last_black(table: &Crosstable, round: usize, start: Option<usize>) -> Option<PairingNumber> {
    let pool = circle_of(table, round);
    let players = &pool.contestants;
    let outcome = |place: usize| {
        let entrant = table.entrant(players[place].number);
        entrant.map_or(RoundOutcome::Absent, |entrant| entrant.outcome(round))
    };
    let free = (0..players.len()).map(|place| outcome(place).opponent().is_some()).collect();
    let mut circle = Circle { players, free };
    let (mut at, mut black) = (circle.first(start), None);
    while let Some(caller) = circle.next_caller(at, round) {
        circle.free[caller] = false;
        let called = outcome(caller);
        let opponent = players.iter().position(|other| Some(other.number) == called.opponent());
        if let Some(opponent) = opponent {
            circle.free[opponent] = false;
            at = opponent;
        }
        black =
            if called.side() == Some(Side::Black) { Some(players[caller].number) } else { called.opponent() };
    }
    black
}

fn pair_from(pool: &Pool, start: Option<usize>, stop: &StopSignal) -> Result<CalledRound, NoPairing> {
    stop.check()?;
    let players = &pool.contestants;
    let impossible = NoPairing::Impossible { round: pool.round };
    let mut circle = Circle { players, free: vec![true; players.len()] };
    let first = circle.first(start);
    let mut chooser = opponents(pool).ok_or(impossible)?;
    let mut pairing = RoundPairing { round: pool.round, ..RoundPairing::default() };
    let mut callers = Vec::new();
    if players.len() % 2 == 1 {
        let [_, rests] = chooser.pair_with_first(players.len(), &circle.resting_order(first));
        circle.free[rests] = false;
        pairing.bye.push(players[rests].number);
    }
    let mut at = first;
    while let Some(caller) = circle.next_caller(at, pool.round) {
        stop.check()?;
        let candidates = circle.opponents_of(caller, pool.round);
        let [_, opponent] = chooser.pair_with_first(caller, &candidates);
        circle.free[caller] = false;
        circle.free[opponent] = false;
        pairing.pairs.push(coloured(pool, caller, opponent));
        callers.push(players[caller].number);
        at = opponent;
    }
    Ok(CalledRound { pairing, callers })
}

/// The players in the order of their numbers, and who is still free.
struct Circle<'a> {
    players: &'a [Contestant],
    free: Vec<bool>,
}

impl Circle<'_> {
    /// Where reading begins: at the player of a rank, or the first after it who takes part.
    fn first(&self, start: Option<usize>) -> usize {
        start.and_then(|start| self.players.iter().position(|c| c.rank >= start)).unwrap_or(0)
    }

    /// Everybody once, from a place on.
    fn around(&self, from: usize) -> impl DoubleEndedIterator<Item = usize> {
        let size = self.players.len();
        (0..size).map(move |step| (from + step) % size)
    }

    /// The first free player with the highest free score; in round 1, simply the first.
    fn next_caller(&self, from: usize, round: usize) -> Option<usize> {
        let free = || self.around(from).filter(|&place| self.free[place]);
        if round == 1 {
            return (0..self.players.len()).find(|&place| self.free[place]);
        }
        let highest = free().map(|place| self.players[place].score).max()?;
        free().find(|&place| self.players[place].score == highest)
    }

    /// Who a player may meet, in the order in which the circle is read: the same score first, each lower score from where
    /// the one before ended.
    fn opponents_of(&self, caller: usize, round: usize) -> Vec<usize> {
        let mut order = Vec::new();
        let mut at = caller;
        let mut scores: Vec<Points> = self.players.iter().map(|player| player.score).collect();
        scores.sort_unstable();
        scores.dedup();
        if round == 1 {
            return self.around(caller + 1).filter(|&place| self.free[place] && place != caller).collect();
        }
        for score in scores.into_iter().rev() {
            let of_score =
                |place: &usize| self.free[*place] && *place != caller && self.players[*place].score == score;
            let found: Vec<usize> = self.around(at + 1).filter(of_score).collect();
            at = found.last().copied().unwrap_or(at);
            order.extend(found);
        }
        order
    }

    /// Who may rest, the lowest score first, and of one score the last round the circle.
    fn resting_order(&self, from: usize) -> Vec<usize> {
        let mut order: Vec<usize> = self.around(from).rev().collect();
        order.sort_by_key(|&place| self.players[place].score);
        order
    }
}

/// Everybody against everybody they have not met, with a last vertex for who rests; none if no round can be made.
fn opponents(pool: &Pool) -> Option<Chooser<2>> {
    let players = &pool.contestants;
    let mut layout = CostLayout::default();
    let illegal = layout.field(players.len() + 1);
    let choice = layout.field(players.len() + 1);
    let matcher = Matcher::new(players.len().next_multiple_of(2), |u, v| {
        let allowed = match (players.get(u), players.get(v)) {
            (Some(a), Some(b)) => !a.has_met(b) && !pool.keeps_apart(a, b),
            (Some(rests), None) => rests.bye == ByeRight::Open,
            _ => true,
        };
        let mut cost = Cost::ZERO;
        cost.charge(illegal, usize::from(!allowed));
        cost
    });
    let complete = matcher.total().amount(illegal) == 0;
    complete.then(|| Chooser::new(matcher, illegal, choice))
}

fn coloured(pool: &Pool, caller: usize, opponent: usize) -> Pairing {
    let [caller, opponent] = [&pool.contestants[caller], &pool.contestants[opponent]];
    match allocate(pool, caller, opponent).0 {
        Side::White => Pairing { white: caller.number, black: opponent.number },
        Side::Black => Pairing { white: opponent.number, black: caller.number },
    }
}
