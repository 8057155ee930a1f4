//! One choice after another among the matchings of least cost.
//!
//! Rules that say "the first in this order" are followed by trying each choice at the lowest priority: if it costs nothing
//! above, it is kept for good.

use super::{Cost, CostField, Matcher};

/// A matching that is narrowed down choice by choice.
pub(crate) struct Chooser<const L: usize> {
    matcher: Matcher<L>,
    illegal: CostField,
    choice: CostField,
}

impl<const L: usize> Chooser<L> {
    /// Starts from a matching; `choice` must be the last field of its costs, `illegal` the first.
    pub(crate) fn new(matcher: Matcher<L>, illegal: CostField, choice: CostField) -> Self {
        Self { matcher, illegal, choice }
    }

    /// The vertex that a vertex is matched with.
    pub(crate) fn mate(&self, vertex: usize) -> usize {
        self.matcher.mate(vertex)
    }

    /// Gives a vertex a mate of a kind if that costs nothing else, and holds to the outcome from then on.
    pub(crate) fn prefer(&mut self, vertex: usize, wanted: impl Fn(usize) -> bool) {
        let vertices = self.matcher.vertices;
        let mut candidates = (0..vertices).filter(|&mate| mate != vertex && wanted(mate));
        let possible = candidates.any(|mate| self.matcher.may_hold(vertex, mate));
        let before: Vec<Cost<L>> = (0..vertices).map(|mate| self.matcher.cost(vertex, mate)).collect();
        if possible && !wanted(self.matcher.mate(vertex)) {
            let choice = self.choice;
            self.matcher.reprice(vertex, |mate, mut cost| {
                cost.charge(choice, usize::from(!wanted(mate)));
                cost
            });
        }
        let got = wanted(self.matcher.mate(vertex));
        let illegal = self.illegal;
        self.matcher.reprice(vertex, |mate, _| {
            let mut cost = before[mate];
            cost.charge(illegal, usize::from(wanted(mate) != got));
            cost
        });
    }

    /// Pairs a vertex for good with the first candidate that costs nothing else.
    pub(crate) fn pair_with_first(&mut self, vertex: usize, candidates: &[usize]) -> [usize; 2] {
        let first = candidates.iter().find(|&&mate| self.matcher.may_hold(vertex, mate));
        if first != Some(&self.matcher.mate(vertex)) {
            let mut rank = vec![candidates.len(); self.matcher.vertices];
            for (index, &mate) in candidates.iter().enumerate() {
                rank[mate] = index;
            }
            let choice = self.choice;
            self.matcher.reprice(vertex, |mate, mut cost| {
                cost.charge(choice, rank[mate]);
                cost
            });
        }
        let mate = self.matcher.mate(vertex);
        self.matcher.retire(vertex);
        [vertex, mate]
    }
}
