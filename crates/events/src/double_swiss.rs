//! Double-Swiss (C.04.5): every round is a match of two games with colours exchanged; the pairing says who has White first.
//!
//! The handbook's text was not at hand beyond its first articles. The rest follows what open descriptions agree on: the bye
//! goes to the lowest score, then the most matches, then the largest number (3.4); an odd scoregroup is completed from
//! below, by the fewest players with the highest scores, the largest numbers first (3.5); a bracket takes the pairing
//! with the smallest identifier, which is its first players in order, then their opponents (3.6).

use std::cmp::Ordering;

use damiera_rules::Side;

use crate::crosstable::Crosstable;
use crate::matching::{Chooser, Cost, CostField, CostLayout, Matcher};
use crate::pairing::{NoPairing, Pairing, RoundPairing};
use crate::points::Points;
use crate::pool::{ByeRight, Contestant, Pool};
use crate::stop::StopSignal;

/// What the bye of the pairing is worth: one win and a half (3.4).
#[must_use]
pub const fn double_swiss_bye(win: Points) -> Points {
    Points::tenths(win.in_tenths() * 3 / 2)
}

/// The players of the next match. A file may hold one round for a match, or one for each of its two games: two rounds with
/// the same opponent, one after the other, are one match.
#[must_use]
pub fn pool(table: &Crosstable) -> Pool {
    Pool::next(table.with_matches().as_ref().unwrap_or(table))
}

/// Pairs the next round of matches.
pub fn pair(pool: &Pool) -> Result<RoundPairing, NoPairing> {
    pair_until(pool, &StopSignal::default())
}

/// Pairs the next round of matches, unless it is told to stop.
pub fn pair_until(pool: &Pool, stop: &StopSignal) -> Result<RoundPairing, NoPairing> {
    let mut pairing = RoundPairing { round: pool.round, ..RoundPairing::default() };
    let mut left: Vec<&Contestant> = pool.contestants.iter().collect();
    if left.len() % 2 == 1 {
        let rests = choose_bye(pool, &left, stop)?.ok_or(NoPairing::Impossible { round: pool.round })?;
        pairing.bye.push(left.remove(rests).number);
    }
    while !left.is_empty() {
        let residents = left.iter().take_while(|c| c.score == left[0].score).count();
        let bracket = choose_bracket(pool, &left, residents, stop)?
            .ok_or(NoPairing::Impossible { round: pool.round })?;
        let (mut inside, outside): (Vec<_>, Vec<_>) =
            left.into_iter().enumerate().partition(|(index, _)| bracket.contains(index));
        left = outside.into_iter().map(|(_, contestant)| contestant).collect();
        inside.sort_by_key(|(_, contestant)| contestant.rank);
        let inside: Vec<&Contestant> = inside.into_iter().map(|(_, contestant)| contestant).collect();
        pairing.pairs.extend(pair_bracket(pool, &inside, stop)?);
    }
    pairing.sort(pool);
    Ok(pairing)
}

/// Costs of a graph of players: illegal pairs, further fields, and a field for choices.
struct Fields {
    illegal: CostField,
    upfloaters: CostField,
    next_upfloaters: CostField,
    choice: CostField,
    limbs: usize,
    scores: Vec<CostField>,
}

impl Fields {
    fn new(players: usize, levels: usize) -> Self {
        let mut layout = CostLayout::default();
        let illegal = layout.field(players);
        let upfloaters = layout.field(players);
        let scores = (0..levels).map(|_| layout.field(players)).collect();
        let next_upfloaters = layout.field(players);
        let choice = layout.field(players);
        Self { illegal, upfloaters, next_upfloaters, choice, limbs: layout.limbs(), scores }
    }
}

fn may_meet(pool: &Pool, a: &Contestant, b: &Contestant) -> bool {
    !a.has_met(b) && !pool.keeps_apart(a, b)
}

/// The graph of some players in which only pairs that may not be cost something; none if not all can be paired.
fn legal_graph(pool: &Pool, players: &[&Contestant]) -> Option<Chooser<2>> {
    let fields = Fields::new(players.len(), 0);
    let matcher = Matcher::new(players.len(), |u, v| {
        let mut cost = Cost::ZERO;
        cost.charge(fields.illegal, usize::from(!may_meet(pool, players[u], players[v])));
        cost
    });
    let complete = matcher.total().amount(fields.illegal) == 0;
    complete.then(|| Chooser::new(matcher, fields.illegal, fields.choice))
}

/// Who receives the bye (3.4): the first in order without whom all others can be paired.
fn choose_bye(pool: &Pool, players: &[&Contestant], stop: &StopSignal) -> Result<Option<usize>, NoPairing> {
    let mut order: Vec<usize> = (0..players.len()).filter(|&p| players[p].bye == ByeRight::Open).collect();
    let key = |place: &usize| {
        let contestant = players[*place];
        (contestant.score, contestant.unplayed, std::cmp::Reverse(contestant.rank))
    };
    order.sort_by_key(key);
    for rests in order {
        stop.check()?;
        let others: Vec<&Contestant> =
            players.iter().enumerate().filter(|(place, _)| *place != rests).map(|(_, c)| *c).collect();
        if legal_graph(pool, &others).is_some() {
            return Ok(Some(rests));
        }
    }
    Ok(None)
}

/// The players of the first bracket: its residents and those who float up to them (3.5).
fn choose_bracket(
    pool: &Pool,
    players: &[&Contestant],
    residents: usize,
    stop: &StopSignal,
) -> Result<Option<Vec<usize>>, NoPairing> {
    stop.check()?;
    let mut levels: Vec<_> = players[residents..].iter().map(|c| c.score).collect();
    levels.dedup();
    let fields = Fields::new(players.len(), levels.len());
    match fields.limbs {
        0..=4 => bracket_with::<4>(pool, players, residents, &fields, stop),
        5..=16 => bracket_with::<16>(pool, players, residents, &fields, stop),
        _ => bracket_with::<64>(pool, players, residents, &fields, stop),
    }
}

fn bracket_with<const L: usize>(
    pool: &Pool,
    players: &[&Contestant],
    residents: usize,
    fields: &Fields,
    stop: &StopSignal,
) -> Result<Option<Vec<usize>>, NoPairing> {
    let next =
        residents + players[residents..].iter().take_while(|c| c.score == players[residents].score).count();
    let mut levels: Vec<_> = players[residents..].iter().map(|c| c.score).collect();
    levels.dedup();
    let matcher = Matcher::<L>::new(players.len(), |u, v| {
        let mut cost = Cost::ZERO;
        cost.charge(fields.illegal, usize::from(!may_meet(pool, players[u], players[v])));
        if u < residents && v >= residents {
            cost.charge(fields.upfloaters, 1);
            let level = levels.iter().position(|level| *level == players[v].score).unwrap_or(0);
            // The lowest score weighs most: score differences are made small from the largest down.
            cost.charge(fields.scores[levels.len() - 1 - level], 1);
        } else if (residents..next).contains(&u) && v >= next {
            cost.charge(fields.next_upfloaters, 1);
        }
        cost
    });
    if matcher.total().amount(fields.illegal) > 0 {
        return Ok(None);
    }
    let floats = |chooser: &Chooser<L>, place: usize| chooser.mate(place) < residents;
    let mut chooser = Chooser::new(matcher, fields.illegal, fields.choice);
    let mut needed = (residents..players.len()).filter(|&place| floats(&chooser, place)).count();
    let mut bracket: Vec<usize> = (0..residents).collect();
    let mut order: Vec<usize> = (residents..players.len()).collect();
    order.sort_by_key(|&place| std::cmp::Reverse((players[place].score, players[place].rank)));
    for place in order {
        if needed == 0 {
            break;
        }
        stop.check()?;
        chooser.prefer(place, |mate| mate < residents);
        if floats(&chooser, place) {
            bracket.push(place);
            needed -= 1;
        }
    }
    Ok(Some(bracket))
}

/// The pairing of a bracket with the smallest identifier (3.6); the players stand in the order of the list.
fn pair_bracket(pool: &Pool, players: &[&Contestant], stop: &StopSignal) -> Result<Vec<Pairing>, NoPairing> {
    let Some(mut chooser) = legal_graph(pool, players) else { return Ok(Vec::new()) };
    for place in 0..players.len() {
        stop.check()?;
        chooser.prefer(place, |mate| mate > place);
    }
    let firsts: Vec<usize> = (0..players.len()).filter(|&place| chooser.mate(place) > place).collect();
    let mut pairs = Vec::new();
    for &first in &firsts {
        stop.check()?;
        let candidates: Vec<usize> =
            (first + 1..players.len()).filter(|place| !firsts.contains(place)).collect();
        let [a, b] = chooser.pair_with_first(first, &candidates);
        pairs.push(coloured(pool, players[a], players[b]));
    }
    Ok(pairs)
}

/// Why a player has White in the first game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FirstGameRule {
    /// The organiser has fixed the colour of one of them.
    Fixed,
    /// Neither has played: the colour drawn before round 1, by the parity of the place in the list (4.3.1).
    Initial,
    /// They had White in fewer first games (4.3.2).
    FewerWhites,
    /// Colours alternate from the latest match in which they differed (4.3.3), or from the last one (4.3.4, 4.3.5).
    Alternated,
}

fn coloured(pool: &Pool, a: &Contestant, b: &Contestant) -> Pairing {
    let [higher, lower] = if a.order() < b.order() { [a, b] } else { [b, a] };
    match first_colour(pool, higher, lower).0 {
        Side::White => Pairing { white: higher.number, black: lower.number },
        Side::Black => Pairing { white: lower.number, black: higher.number },
    }
}

/// The colour of the higher ranked in the first game (4.3.1 to 4.3.5). Matches that were not played count for nothing:
/// histories are compared without them, from the latest match back (C.04.2, 3.4).
pub(crate) fn first_colour(pool: &Pool, higher: &Contestant, lower: &Contestant) -> (Side, FirstGameRule) {
    if let Some(side) = higher.fixed_side.or(lower.fixed_side.map(|side| !side)) {
        return (side, FirstGameRule::Fixed);
    }
    if higher.sides.is_empty() && lower.sides.is_empty() {
        let side = if higher.place % 2 == 1 { pool.initial_side } else { !pool.initial_side };
        return (side, FirstGameRule::Initial);
    }
    let whites = |c: &Contestant| c.sides.iter().filter(|side| **side == Side::White).count();
    match whites(higher).cmp(&whites(lower)) {
        Ordering::Less => return (Side::White, FirstGameRule::FewerWhites),
        Ordering::Greater => return (Side::Black, FirstGameRule::FewerWhites),
        Ordering::Equal => {}
    }
    let differing = higher.sides.iter().rev().zip(lower.sides.iter().rev()).find(|(own, other)| own != other);
    let own = differing.map(|(own, _)| own).or_else(|| higher.sides.last());
    let side = own.map(|own| !*own).or_else(|| lower.sides.last().copied()).unwrap_or(Side::White);
    (side, FirstGameRule::Alternated)
}
