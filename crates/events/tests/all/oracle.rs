//! Small fields paired by trying everything, as the texts say, and compared with the algorithms.

use damiera_events::colour::{PreferenceStrength, allocate, preference};
use damiera_events::simulate::RandomEvent;
use damiera_events::{
    ByeRight, Contestant, Crosstable, Float, Pairing, Points, Pool, RoundPairing, SeededNumbers,
    double_swiss, dutch, rotation,
};
use damiera_rules::Side;

type Numbers = Vec<usize>;

fn legal(pool: &Pool, a: usize, b: usize) -> bool {
    let [a, b] = [&pool.contestants[a], &pool.contestants[b]];
    let absolute = |c: &Contestant| preference(c).filter(|p| p.strength == PreferenceStrength::Absolute);
    let clash = match (absolute(a), absolute(b)) {
        (Some(x), Some(y)) => x.side == y.side && !pool.is_topscorer(a) && !pool.is_topscorer(b),
        _ => false,
    };
    !a.has_met(b) && !pool.keeps_apart(a, b) && !clash
}

/// The lowest score that can have the bye when all of these are paired legally (zero in an even field); none if they cannot be.
fn completed(pool: &Pool, players: &[usize]) -> Option<Points> {
    let Some((&first, rest)) = players.split_first() else { return Some(Points::ZERO) };
    let mut best: Option<Points> = None;
    let mut offer = |points: Option<Points>| {
        if let Some(points) = points {
            best = Some(best.map_or(points, |best| best.min(points)));
        }
    };
    if players.len() % 2 == 1
        && pool.contestants[first].bye == ByeRight::Open
        && completed(pool, rest).is_some()
    {
        offer(Some(pool.contestants[first].score));
    }
    for (index, &other) in rest.iter().enumerate() {
        if legal(pool, first, other) {
            let left: Numbers =
                rest.iter().copied().enumerate().filter(|(i, _)| *i != index).map(|(_, p)| p).collect();
            offer(completed(pool, &left));
        }
    }
    best
}

/// Every way to choose so many of a list, in lexicographic order.
fn choose(list: &[usize], count: usize) -> Vec<Numbers> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (index, &first) in list.iter().enumerate() {
        for mut rest in choose(&list[index + 1..], count - 1) {
            rest.insert(0, first);
            found.push(rest);
        }
    }
    found
}

/// Every arrangement of so many of a list, in lexicographic order of places (4.2).
fn arrange(list: &[usize], count: usize) -> Vec<Numbers> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (index, &first) in list.iter().enumerate() {
        let rest: Numbers =
            list.iter().copied().enumerate().filter(|(i, _)| *i != index).map(|(_, p)| p).collect();
        for mut tail in arrange(&rest, count - 1) {
            tail.insert(0, first);
            found.push(tail);
        }
    }
    found
}

/// The candidates of a homogeneous bracket or a remainder with so many pairs, in order (3.6, 4.2, 4.3).
fn homogeneous(players: &[usize], pairs: usize) -> Vec<Vec<[usize; 2]>> {
    let bsn: Numbers = (1..=players.len()).collect();
    let (s1, s2) = bsn.split_at(pairs);
    let mut exchanges: Vec<(Numbers, Numbers)> = Vec::new();
    for count in 0..=s1.len().min(s2.len()) {
        for down in choose(s1, count) {
            exchanges.extend(choose(s2, count).into_iter().map(|up| (down.clone(), up)));
        }
    }
    exchanges.sort_by_key(|(down, up)| {
        let difference = up.iter().sum::<usize>() as i64 - down.iter().sum::<usize>() as i64;
        let mut largest: Vec<i64> = down.iter().map(|&n| -(n as i64)).collect();
        largest.sort_unstable();
        (down.len(), difference, largest, up.clone())
    });
    let mut found = Vec::new();
    for (down, up) in exchanges {
        let mut first: Numbers = s1.iter().copied().filter(|n| !down.contains(n)).chain(up.clone()).collect();
        let mut second: Numbers =
            s2.iter().copied().filter(|n| !up.contains(n)).chain(down.clone()).collect();
        first.sort_unstable();
        second.sort_unstable();
        for order in arrange(&second, pairs) {
            found.push(first.iter().zip(order).map(|(&a, b)| [players[a - 1], players[b - 1]]).collect());
        }
    }
    found
}

/// Every candidate of a bracket: by number of pairs, set of moved-down players, their opponents, and the remainder (3.7).
fn candidates(moved_down: &[usize], residents: &[usize]) -> Vec<Vec<[usize; 2]>> {
    let mut found = Vec::new();
    for paired in (0..=moved_down.len().min(residents.len())).rev() {
        for s1 in choose(moved_down, paired) {
            for opponents in arrange(residents, paired) {
                let head: Vec<[usize; 2]> = s1.iter().zip(&opponents).map(|(&a, &b)| [a, b]).collect();
                let rest: Numbers = residents.iter().copied().filter(|r| !opponents.contains(r)).collect();
                for pairs in (0..=rest.len() / 2).rev() {
                    for tail in homogeneous(&rest, pairs) {
                        found.push(head.iter().copied().chain(tail).collect());
                    }
                }
            }
        }
    }
    found
}

/// How well a candidate meets C5 to C21: smaller is better; none if it breaks an absolute criterion or C4.
fn quality(
    pool: &Pool,
    moved_down: &[usize],
    residents: &[usize],
    lower: &[usize],
    pairs: &[[usize; 2]],
) -> Option<Vec<i64>> {
    if pairs.iter().any(|[a, b]| !legal(pool, *a, *b)) {
        return None;
    }
    let c = |index: usize| &pool.contestants[index];
    let tenths = |points: Points| i64::from(points.in_tenths());
    let paired = |p: &usize| pairs.iter().flatten().any(|q| q == p);
    let floaters: Numbers = moved_down.iter().chain(residents).copied().filter(|p| !paired(p)).collect();
    let left: Numbers = floaters.iter().chain(lower).copied().collect();
    let bye = completed(pool, &left)?;
    let mut values = vec![tenths(bye), floaters.len() as i64];
    let padded = |mut scores: Vec<i64>| {
        scores.sort_unstable_by_key(|score| -score);
        scores.resize(12, -1);
        scores
    };
    values.extend(padded(floaters.iter().map(|&f| tenths(c(f).score)).collect())); // C7
    values.extend(next_bracket(pool, &floaters, lower, bye).unwrap_or_default()); // C8
    let only_bye = floaters.len() == 1 && left.len() % 2 == 1 && bye == c(floaters[0]).score && {
        let others: Numbers = lower.to_vec();
        completed(pool, &others).is_some()
    };
    values.push(if only_bye && c(floaters[0]).bye == ByeRight::Open {
        c(floaters[0]).unplayed as i64
    } else {
        0
    });
    let mut colours = [0; 4];
    for [a, b] in pairs {
        let ranked = |i: usize| (std::cmp::Reverse(c(i).score), c(i).number);
        let [high, low] = if ranked(*a) < ranked(*b) { [c(*a), c(*b)] } else { [c(*b), c(*a)] };
        let side = allocate(pool, high, low).0;
        let top = pool.is_topscorer(high) || pool.is_topscorer(low);
        for (player, side) in [(high, side), (low, !side)] {
            let step = if side == Side::White { 1 } else { -1 };
            let tail: Vec<Side> = player.sides.iter().rev().take(2).copied().collect();
            let wish = preference(player).filter(|wish| wish.side != side);
            colours[0] += i64::from(top && (player.colour_difference() + step).abs() > 2);
            colours[1] += i64::from(top && tail == [side, side]);
            colours[2] += i64::from(wish.is_some());
            colours[3] += i64::from(wish.is_some_and(|wish| wish.strength == PreferenceStrength::Strong));
        }
    }
    values.extend(colours);
    let mixed: Vec<[usize; 2]> = pairs.iter().copied().filter(|[a, _]| moved_down.contains(a)).collect();
    for back in 0..2 {
        let down =
            floaters.iter().filter(|f| residents.contains(f) && c(**f).floats[back] == Some(Float::Down));
        values.push(down.count() as i64); // C14, C16
        values.push(mixed.iter().filter(|[_, r]| c(*r).floats[back] == Some(Float::Up)).count() as i64); // C15, C17
    }
    for back in 0..2 {
        // Who was moved down and is not paired here will have a larger difference than anybody who is (C18, C20).
        let limbo =
            floaters.iter().filter(|f| moved_down.contains(f) && c(**f).floats[back] == Some(Float::Down));
        values.extend(padded(limbo.map(|&f| tenths(c(f).score)).collect()));
        let up = mixed.iter().filter(|[_, r]| c(*r).floats[back] == Some(Float::Up));
        values.extend(padded(up.map(|[m, _]| tenths(c(*m).score)).collect())); // C19, C21
    }
    Some(values)
}

/// What the next bracket can do at best: how many go down from it, and with which scores (C8).
fn next_bracket(pool: &Pool, floaters: &[usize], lower: &[usize], bye: Points) -> Option<Vec<i64>> {
    let group: Numbers = match lower.first() {
        None => Vec::new(),
        Some(&first) => lower
            .iter()
            .copied()
            .filter(|&p| pool.contestants[p].score == pool.contestants[first].score)
            .collect(),
    };
    let beyond: Numbers = lower.iter().copied().filter(|p| !group.contains(p)).collect();
    let members: Numbers = floaters.iter().chain(&group).copied().collect();
    let mut best: Option<Vec<i64>> = None;
    let mut stack = vec![(members, Vec::<usize>::new())];
    while let Some((mut open, down)) = stack.pop() {
        let Some(first) = open.pop() else {
            let left: Numbers = down.iter().chain(&beyond).copied().collect();
            if completed(pool, &left) == Some(bye) {
                let mut scores: Vec<i64> =
                    down.iter().map(|&d| i64::from(pool.contestants[d].score.in_tenths())).collect();
                scores.sort_unstable_by_key(|score| -score);
                let mut value = vec![scores.len() as i64];
                scores.resize(12, -1);
                value.extend(scores);
                best = Some(best.map_or(value.clone(), |best: Vec<i64>| best.min(value)));
            }
            continue;
        };
        for (index, &other) in open.iter().enumerate() {
            let both_moved = floaters.contains(&first) && floaters.contains(&other);
            if !both_moved && legal(pool, first, other) {
                let mut rest = open.clone();
                rest.remove(index);
                stack.push((rest, down.clone()));
            }
        }
        let mut down = down;
        down.push(first);
        stack.push((open, down));
    }
    best
}

fn exhaustive_dutch(pool: &Pool) -> Option<RoundPairing> {
    let mut pairing = RoundPairing { round: pool.round, ..RoundPairing::default() };
    let mut moved_down: Numbers = Vec::new();
    let mut start = 0;
    while start < pool.contestants.len() {
        let score = pool.contestants[start].score;
        let end = start + pool.contestants[start..].iter().take_while(|c| c.score == score).count();
        let residents: Numbers = (start..end).collect();
        let lower: Numbers = (end..pool.contestants.len()).collect();
        let mut best: Option<(Vec<i64>, Vec<[usize; 2]>)> = None;
        for candidate in candidates(&moved_down, &residents) {
            let Some(value) = quality(pool, &moved_down, &residents, &lower, &candidate) else { continue };
            if best.as_ref().is_none_or(|(least, _)| value < *least) {
                best = Some((value, candidate));
            }
        }
        let (_, pairs) = best?;
        for [a, b] in &pairs {
            let ranked =
                |i: usize| (std::cmp::Reverse(pool.contestants[i].score), pool.contestants[i].number);
            let [high, low] = if ranked(*a) < ranked(*b) { [*a, *b] } else { [*b, *a] };
            let [high, low] = [&pool.contestants[high], &pool.contestants[low]];
            pairing.pairs.push(match allocate(pool, high, low).0 {
                Side::White => Pairing { white: high.number, black: low.number },
                Side::Black => Pairing { white: low.number, black: high.number },
            });
        }
        let paired = |p: &usize| pairs.iter().flatten().any(|q| q == p);
        moved_down = moved_down.iter().chain(&residents).copied().filter(|p| !paired(p)).collect();
        start = end;
    }
    pairing.bye = moved_down.iter().map(|&p| pool.contestants[p].number).collect();
    Some(pairing)
}

fn sorted(pairing: &RoundPairing) -> (Vec<(u16, u16)>, Vec<u16>) {
    let mut pairs: Vec<_> = pairing.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
    pairs.sort_unstable();
    (pairs, pairing.bye.clone())
}

/// Plays random small events and hands every round to a comparison.
fn every_small_round(
    seeds: std::ops::Range<u64>,
    most: usize,
    mut compare: impl FnMut(&Crosstable, u64) -> Option<RoundPairing>,
) {
    for seed in seeds {
        let mut chance = SeededNumbers::new(seed);
        let mut event = RandomEvent::new(&mut chance, most);
        while event.table.paired_rounds() < event.table.planned_rounds.unwrap_or(0) {
            event.announce_byes(&mut chance);
            if Pool::next(&event.table).contestants.len() < 2 {
                break;
            }
            let Some(pairing) = compare(&event.table, seed) else { break };
            event.play(&pairing, &mut chance);
        }
    }
}

#[test]
fn dutch_pairs_as_exhaustive_search_does() {
    let mut rounds = 0;
    every_small_round(0..250, 8, |table, seed| {
        let pool = Pool::next(table);
        let (found, wanted) = (dutch::pair(&pool).ok(), exhaustive_dutch(&pool));
        assert_eq!(
            found.as_ref().map(sorted),
            wanted.as_ref().map(sorted),
            "seed {seed}, round {}",
            pool.round
        );
        rounds += 1;
        found
    });
    assert!(rounds > 300, "only {rounds} rounds");
}

/// Who has not met, without regard to colours.
fn unmet(pool: &Pool, a: usize, b: usize) -> bool {
    let [a, b] = [&pool.contestants[a], &pool.contestants[b]];
    !a.has_met(b) && !pool.keeps_apart(a, b)
}

fn matchings(pool: &Pool, players: &[usize]) -> Vec<Vec<[usize; 2]>> {
    let Some((&first, rest)) = players.split_first() else { return vec![Vec::new()] };
    let mut found = Vec::new();
    for (index, &other) in rest.iter().enumerate() {
        if unmet(pool, first, other) {
            let left: Numbers =
                rest.iter().copied().enumerate().filter(|(i, _)| *i != index).map(|(_, p)| p).collect();
            for mut tail in matchings(pool, &left) {
                tail.insert(0, [first, other]);
                found.push(tail);
            }
        }
    }
    found
}

#[test]
fn double_swiss_takes_the_smallest_identifier_of_each_bracket() {
    every_small_round(1000..1200, 9, |table, seed| {
        let pool = double_swiss::pool(table);
        let found = double_swiss::pair(&pool).ok()?;
        let place = |number: u16| pool.contestants.iter().position(|c| c.number == number).expect("a player");
        let mut left: Numbers = (0..pool.contestants.len())
            .filter(|&p| !found.bye.contains(&pool.contestants[p].number))
            .collect();
        while let Some(&first) = left.first() {
            let score = pool.contestants[first].score;
            let residents: Numbers =
                left.iter().copied().filter(|&p| pool.contestants[p].score == score).collect();
            // The bracket as it was formed: the residents and whoever was paired with them.
            let partner = |p: usize| {
                let number = pool.contestants[p].number;
                let pair = found.pairs.iter().find(|pair| pair.has(number)).expect("a pair");
                place(if pair.white == number { pair.black } else { pair.white })
            };
            let mut bracket: Numbers = residents.iter().flat_map(|&p| [p, partner(p)]).collect();
            bracket.sort_unstable_by_key(|&p| pool.contestants[p].number);
            bracket.dedup();
            let floated = bracket.len() - residents.len();
            let possible = |count: usize| {
                let others: Numbers = left.iter().copied().filter(|p| !residents.contains(p)).collect();
                choose(&others, count).into_iter().any(|up| {
                    let inside: Numbers = residents.iter().chain(&up).copied().collect();
                    let outside: Numbers = others.iter().copied().filter(|p| !up.contains(p)).collect();
                    !matchings(&pool, &inside).is_empty() && !matchings(&pool, &outside).is_empty()
                })
            };
            assert!((0..floated).all(|fewer| !possible(fewer)), "seed {seed}: fewer players could float up");
            let identifier = |pairs: &[[usize; 2]]| {
                let number = |p: usize| pool.contestants[p].number;
                let mut two: Vec<[u16; 2]> = pairs
                    .iter()
                    .map(|[a, b]| [number(*a).min(number(*b)), number(*a).max(number(*b))])
                    .collect();
                two.sort_unstable();
                two.iter().map(|t| t[0]).chain(two.iter().map(|t| t[1])).collect::<Vec<u16>>()
            };
            let smallest = matchings(&pool, &bracket).iter().map(|pairs| identifier(pairs)).min();
            let own: Vec<[usize; 2]> =
                bracket.iter().filter(|&&p| p < partner(p)).map(|&p| [p, partner(p)]).collect();
            assert_eq!(Some(identifier(&own)), smallest, "seed {seed}, round {}", pool.round);
            left.retain(|p| !bracket.contains(p));
        }
        Some(found)
    });
}

/// A round as the circle is read: from a place on, the first with the highest free score is called, and their opponent is the
/// first of the same score round the circle, then of each lower score from where the one before ended, whom they may meet and
/// who leaves the rest an opponent each. Round 1 takes neighbours.
fn read_round_the_circle(pool: &Pool, start: usize) -> Option<(Vec<[usize; 2]>, Numbers)> {
    let size = pool.contestants.len();
    let score = |p: usize| pool.contestants[p].score;
    // In round 1 nobody has points, whatever the list grants.
    let called_by = |p: usize| if pool.round == 1 { Points::ZERO } else { score(p) };
    let around = |from: usize| (0..size).map(move |step| (from + step) % size);
    let mut free: Numbers = (0..size).collect();
    let mut rests = Vec::new();
    if size % 2 == 1 {
        let mut order: Numbers = around(start).collect();
        order.reverse();
        order.sort_by_key(|&p| score(p));
        let can_rest = |p: &usize| {
            let rest: Numbers = free.iter().copied().filter(|q| q != p).collect();
            pool.contestants[*p].bye == ByeRight::Open && !matchings(pool, &rest).is_empty()
        };
        rests.push(order.into_iter().find(can_rest)?);
        free.retain(|p| *p != rests[0]);
    }
    let (mut at, mut called) = (start, Vec::new());
    while !free.is_empty() {
        let highest = free.iter().map(|&p| called_by(p)).max()?;
        let from = if pool.round == 1 { 0 } else { at };
        let is_next = |p: &usize| free.contains(p) && called_by(*p) == highest;
        let caller = around(from).find(is_next)?;
        let mut order = Vec::new();
        let mut levels: Vec<Points> = free.iter().map(|&p| called_by(p)).collect();
        levels.sort_unstable_by_key(|level| std::cmp::Reverse(*level));
        levels.dedup();
        let mut read_from = caller;
        for level in levels {
            let of_level = |p: &usize| free.contains(p) && *p != caller && called_by(*p) == level;
            order.extend(around(read_from + 1).filter(of_level));
            read_from = order.last().copied().unwrap_or(caller);
        }
        let opponent = order.into_iter().find(|&p| {
            let rest: Numbers = free.iter().copied().filter(|&q| q != caller && q != p).collect();
            unmet(pool, caller, p) && !matchings(pool, &rest).is_empty()
        })?;
        called.push([caller, opponent]);
        free.retain(|&p| p != caller && p != opponent);
        at = opponent;
    }
    Some((called, rests))
}

#[test]
fn rotation_reads_the_circle_as_the_article_says() {
    // The number of the last Black of the round before, event by event.
    let mut last_black: (u64, Option<u16>) = (u64::MAX, None);
    every_small_round(2000..2200, 9, |table, seed| {
        let found = rotation::pair(table).ok();
        let mut pool = Pool::next(table);
        pool.contestants.sort_by_key(|contestant| contestant.number);
        if last_black.0 != seed {
            last_black = (seed, None);
        }
        let at = |number: u16| pool.contestants.iter().position(|c| c.number >= number).unwrap_or(0);
        let read = read_round_the_circle(&pool, last_black.1.map_or(0, at));
        let number = |p: usize| pool.contestants[p].number;
        let wanted = read.as_ref().map(|(called, rests)| {
            let pairs = called.iter().map(|two| two.map(number));
            let sorted = |[a, b]: [u16; 2]| [a.min(b), a.max(b)];
            (pairs.map(sorted).collect::<Vec<_>>(), rests.iter().map(|&p| number(p)).collect::<Vec<_>>())
        });
        let own = found.as_ref().map(|found| {
            let pairs = found.pairs.iter().map(|p| [p.white.min(p.black), p.white.max(p.black)]);
            (pairs.collect::<Vec<_>>(), found.bye.clone())
        });
        assert_eq!(own, wanted, "seed {seed}, round {}", pool.round);
        let black = found.as_ref().and_then(|found| found.pairs.last()).map(|pair| pair.black);
        last_black.1 = black.or(last_black.1);
        found
    });
}
