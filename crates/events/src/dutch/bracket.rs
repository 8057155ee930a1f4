//! The pairing of one bracket (C.04.3, article 3): the first of the best candidates in the order of article 4.
//!
//! Candidates are not generated one after another. A matching of least cost satisfies the criteria as well as any candidate
//! can; each choice that the order of article 4 makes is then tried at the lowest priority, and kept if it costs nothing above.

use super::criteria::{BracketGraph, Criteria, CriterionTotal, Remainder, UnplayedRule};
use crate::matching::{Chooser, Matcher};

/// A bracket, paired.
pub(super) struct PairedBracket {
    /// Vertices paired, the higher ranked first.
    pub(super) pairs: Vec<[usize; 2]>,
    /// Vertices that go down to the next bracket, or receive the bye.
    pub(super) floaters: Vec<usize>,
    pub(super) totals: Vec<CriterionTotal>,
}

/// Why a bracket cannot be paired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BracketFault {
    /// No pairing of all remaining players keeps C1 to C3.
    Incomplete,
    /// More distinct scores were moved down than costs can tell apart.
    TooManyScores,
    /// Nobody waits for the pairing any more.
    Stopped,
}

/// Pairs the first bracket of a graph.
pub(super) fn pair(graph: &mut BracketGraph<'_>) -> Result<PairedBracket, BracketFault> {
    let criteria = Criteria::new(graph);
    match criteria.limbs {
        0..=4 => pair_with::<4>(graph, &criteria),
        5..=8 => pair_with::<8>(graph, &criteria),
        9..=16 => pair_with::<16>(graph, &criteria),
        17..=48 => pair_with::<48>(graph, &criteria),
        _ => Err(BracketFault::TooManyScores),
    }
}

fn pair_with<const L: usize>(
    graph: &mut BracketGraph<'_>,
    criteria: &Criteria,
) -> Result<PairedBracket, BracketFault> {
    let mut matcher = solve::<L>(graph, criteria, None);
    if matcher.total().amount(criteria.illegal) > 0 {
        return Err(BracketFault::Incomplete);
    }
    if gives_bye_to_only_floater(graph, criteria, &matcher) {
        graph.bye_unplayed = UnplayedRule::Applied; // C9
        matcher = solve(graph, criteria, None);
    }
    let totals = criteria.totals(&matcher.total());
    let matcher = Chooser::new(matcher, criteria.illegal, criteria.choice);
    let mut choices = Choices { graph, criteria, matcher, pairs: Vec::new() };
    choices.choose_moved_down();
    choices.pair_moved_down();
    let pairs = choices.pair_remainder();
    if graph.stop.is_given() {
        return Err(BracketFault::Stopped); // the choices may not be complete
    }
    let paired: Vec<usize> = pairs.iter().flatten().copied().collect();
    let floaters = (0..graph.bracket).filter(|vertex| !paired.contains(vertex)).collect();
    Ok(PairedBracket { pairs, floaters, totals })
}

fn solve<const L: usize>(
    graph: &BracketGraph<'_>,
    criteria: &Criteria,
    remainder: Option<&Remainder>,
) -> Matcher<L> {
    Matcher::new(graph.vertices(), |u, v| criteria.cost(graph, remainder, u, v))
}

fn gives_bye_to_only_floater<const L: usize>(
    graph: &BracketGraph<'_>,
    criteria: &Criteria,
    matcher: &Matcher<L>,
) -> bool {
    let bye = graph.players.len();
    bye % 2 == 1 && matcher.mate(bye) < graph.bracket && matcher.total().amount(criteria.c6) == 1
}

struct Choices<'g, 'p, const L: usize> {
    graph: &'g BracketGraph<'p>,
    criteria: &'g Criteria,
    matcher: Chooser<L>,
    pairs: Vec<[usize; 2]>,
}

impl<const L: usize> Choices<'_, '_, L> {
    fn residents(&self) -> std::ops::Range<usize> {
        self.graph.moved_down..self.graph.bracket
    }

    fn is_paired_here(&self, vertex: usize) -> bool {
        self.residents().contains(&self.matcher.mate(vertex))
    }

    /// Which moved-down players are paired, if not all can be (4.4.2).
    fn choose_moved_down(&mut self) {
        let moved_down = 0..self.graph.moved_down;
        let mut paired = moved_down.clone().filter(|&vertex| self.is_paired_here(vertex)).count();
        if paired == self.graph.moved_down {
            return;
        }
        for vertex in moved_down {
            if paired == 0 || self.graph.stop.is_given() {
                break;
            }
            let residents = self.residents();
            self.matcher.prefer(vertex, |mate| residents.contains(&mate));
            paired -= usize::from(self.is_paired_here(vertex));
        }
    }

    /// Opponents of the moved-down players, in the order of transpositions (4.2).
    fn pair_moved_down(&mut self) {
        for vertex in 0..self.graph.moved_down {
            if self.is_paired_here(vertex) && !self.graph.stop.is_given() {
                let candidates: Vec<usize> = self.residents().collect();
                self.pairs.push(self.matcher.pair_with_first(vertex, &candidates));
            }
        }
    }

    /// Pairs the remaining residents: exchanges first (4.3), then transpositions (4.2).
    fn pair_remainder(mut self) -> Vec<[usize; 2]> {
        let taken: Vec<usize> = self.pairs.iter().flatten().copied().collect();
        let members: Vec<usize> = self.residents().filter(|vertex| !taken.contains(vertex)).collect();
        let is_top = |matcher: &Chooser<L>, vertex: usize| {
            let mate = matcher.mate(vertex);
            mate > vertex && members.contains(&mate)
        };
        let pairs = members.iter().filter(|&&vertex| is_top(&self.matcher, vertex)).count();
        if pairs == 0 || self.graph.stop.is_given() {
            return self.pairs;
        }
        let mut place = vec![None; self.graph.vertices()];
        for (index, &vertex) in members.iter().enumerate() {
            place[vertex] = Some(index);
        }
        self.matcher = self.solve_remainder(&Remainder { place, pairs });
        let (first, second) = members.split_at(pairs);
        let exchanged = second.iter().filter(|&&vertex| is_top(&self.matcher, vertex)).count();
        self.exchange(first.iter().rev().copied(), exchanged, |own, mate| {
            !(mate > own && members.contains(&mate)) // 4.3.2, rule 3: the largest numbers leave the first half
        });
        self.exchange(second.iter().copied(), exchanged, |own, mate| {
            mate > own && members.contains(&mate) // rule 4: the smallest numbers enter it
        });
        let (tops, bottoms): (Vec<usize>, Vec<usize>) =
            members.iter().copied().partition(|&vertex| is_top(&self.matcher, vertex));
        for top in tops {
            if self.graph.stop.is_given() {
                break;
            }
            let candidates: Vec<usize> = bottoms.iter().copied().filter(|&bottom| bottom > top).collect();
            self.pairs.push(self.matcher.pair_with_first(top, &candidates));
        }
        self.pairs
    }

    /// The graph again, without the pairs already made, and with the cost of exchanges.
    fn solve_remainder(&self, remainder: &Remainder) -> Chooser<L> {
        let mut partner = vec![None; self.graph.vertices()];
        for &[a, b] in &self.pairs {
            partner[a] = Some(b);
            partner[b] = Some(a);
        }
        let limbo = |vertex: usize| vertex < self.graph.moved_down && partner[vertex].is_none();
        let matcher = Matcher::new(self.graph.vertices(), |u, v| {
            let mut cost = self.criteria.cost(self.graph, Some(remainder), u, v);
            let kept = partner[u] == Some(v) || (partner[u].is_none() && partner[v].is_none());
            if !kept || (limbo(u) && self.residents().contains(&v)) {
                cost.charge(self.criteria.illegal, 1);
            }
            cost
        });
        Chooser::new(matcher, self.criteria.illegal, self.criteria.choice)
    }

    /// Lets as many of some players as must be exchanged take the other half's role, the first ones first.
    fn exchange(
        &mut self,
        players: impl Iterator<Item = usize>,
        count: usize,
        exchanged: impl Fn(usize, usize) -> bool,
    ) {
        let mut left = count;
        for vertex in players {
            if left == 0 || self.graph.stop.is_given() {
                break;
            }
            self.matcher.prefer(vertex, |mate| exchanged(vertex, mate));
            left -= usize::from(exchanged(vertex, self.matcher.mate(vertex)));
        }
    }
}
