//! Minimum-cost perfect matching in a complete graph (Edmonds' blossom algorithm, primal-dual).
//!
//! Pairing needs costs that are long vectors under lexicographic order, and hundreds of small changes to one graph, each
//! followed by a new optimum. The crates at hand take machine integers and solve from the beginning each time; hence this one. It is
//! dense, O(n³) for a first solution and O(n²) for most changes.
//!
//! Every vertex has a dual value `y`, every blossom a dual value `z ≥ 0`. The slack of an edge, `2·cost − y(u) − y(v)`
//! plus the `z` of the blossoms that hold both ends, is never negative and is zero along the matching.

mod blossom;
mod chooser;
mod cost;

pub(crate) use chooser::Chooser;
pub(crate) use cost::{Cost, CostField, CostLayout};

use blossom::Forest;

/// No vertex.
const NONE: usize = usize::MAX;

/// A complete graph with an even number of vertices, and a perfect matching of least cost in it.
pub(crate) struct Matcher<const L: usize> {
    vertices: usize,
    costs: Vec<Cost<L>>,
    /// Dual values of vertices, then of blossoms.
    duals: Vec<Cost<L>>,
    /// The vertex each vertex is matched with.
    mates: Vec<usize>,
    retired: Vec<bool>,
    forest: Forest,
}

impl<const L: usize> Matcher<L> {
    /// A graph in which every edge has the cost a function gives; the number of vertices must be even.
    pub(crate) fn new(vertices: usize, cost: impl Fn(usize, usize) -> Cost<L>) -> Self {
        debug_assert!(vertices.is_multiple_of(2), "a perfect matching needs an even number of vertices");
        let mut costs = vec![Cost::ZERO; vertices * vertices];
        for u in 0..vertices {
            for v in u + 1..vertices {
                let cost = cost(u, v);
                costs[u * vertices + v] = cost;
                costs[v * vertices + u] = cost;
            }
        }
        let capacity = vertices + vertices / 2 + 1;
        let mut matcher = Self {
            vertices,
            costs,
            duals: vec![Cost::ZERO; capacity],
            mates: vec![NONE; vertices],
            retired: vec![false; vertices],
            forest: Forest::new(vertices),
        };
        for u in 0..vertices {
            let least = (0..vertices).filter(|&v| v != u).map(|v| matcher.cost(u, v)).min();
            matcher.duals[u] = least.unwrap_or(Cost::ZERO);
        }
        matcher.solve();
        matcher
    }

    /// The cost of an edge.
    #[must_use]
    pub(crate) fn cost(&self, u: usize, v: usize) -> Cost<L> {
        self.costs[u * self.vertices + v]
    }

    /// The vertex that a vertex is matched with.
    #[must_use]
    pub(crate) fn mate(&self, vertex: usize) -> usize {
        self.mates[vertex]
    }

    /// The cost of the whole matching, without retired pairs.
    #[must_use]
    pub(crate) fn total(&self) -> Cost<L> {
        let mut total = Cost::ZERO;
        for u in (0..self.vertices).filter(|&u| !self.retired[u] && u < self.mates[u]) {
            total += self.cost(u, self.mates[u]);
        }
        total
    }

    /// Whether some matching of least cost may hold an edge; a `false` is certain.
    #[must_use]
    pub(crate) fn may_hold(&self, u: usize, v: usize) -> bool {
        !self.retired[u]
            && !self.retired[v]
            && (self.forest.top[u] == self.forest.top[v] || self.is_tight((u, v)))
    }

    /// Changes the costs of one vertex's edges, and finds the new optimum.
    pub(crate) fn reprice(&mut self, vertex: usize, cost: impl Fn(usize, Cost<L>) -> Cost<L>) {
        self.dissolve_blossoms();
        let others = (0..self.vertices).filter(|&v| v != vertex && !self.retired[v]);
        let mut least: Option<Cost<L>> = None;
        for v in others {
            let new = cost(v, self.cost(vertex, v));
            self.costs[vertex * self.vertices + v] = new;
            self.costs[v * self.vertices + vertex] = new;
            let bound = new.twice() - self.duals[v];
            if least.is_none_or(|least| bound < least) {
                least = Some(bound);
            }
        }
        let mate = self.mates[vertex];
        self.duals[vertex] = least.unwrap_or(Cost::ZERO);
        if mate != NONE && !self.is_tight((vertex, mate)) {
            self.unmatch(vertex);
        }
        self.solve();
    }

    /// Takes a vertex and its mate out of the graph, matched for good.
    pub(crate) fn retire(&mut self, vertex: usize) {
        let mate = self.mates[vertex];
        if self.forest.top[vertex] != vertex || self.forest.top[mate] != mate {
            self.dissolve_blossoms();
        }
        self.mates[vertex] = mate;
        self.mates[mate] = vertex;
        self.retired[vertex] = true;
        self.retired[mate] = true;
        self.solve();
    }

    fn slack(&self, u: usize, v: usize) -> Cost<L> {
        self.cost(u, v).twice() - self.duals[u] - self.duals[v]
    }

    /// One part of the slack of an edge: parts of higher priority usually decide, so the others need not be looked at.
    #[inline]
    fn slack_part(&self, (u, v): (usize, usize), part: usize) -> i64 {
        2 * self.costs[u * self.vertices + v].part(part) - self.duals[u].part(part) - self.duals[v].part(part)
    }

    #[inline]
    fn is_tight(&self, edge: (usize, usize)) -> bool {
        (0..L).all(|part| self.slack_part(edge, part) == 0)
    }

    /// Whether an edge has less slack than another.
    #[inline]
    fn has_less_slack(&self, edge: (usize, usize), other: (usize, usize)) -> bool {
        let parts = (0..L).map(|part| (self.slack_part(edge, part), self.slack_part(other, part)));
        parts.into_iter().find(|(own, other)| own != other).is_some_and(|(own, other)| own < other)
    }

    fn unmatch(&mut self, vertex: usize) {
        let mate = self.mates[vertex];
        self.mates[vertex] = NONE;
        self.mates[mate] = NONE;
    }

    /// Finds the optimum from what is there: feasible duals and a matching along edges without slack.
    fn solve(&mut self) {
        self.match_greedily();
        while self.has_free_vertex() {
            self.augment_once();
        }
    }

    fn has_free_vertex(&self) -> bool {
        (0..self.vertices).any(|v| !self.retired[v] && self.mates[v] == NONE)
    }

    /// Matches free vertices along edges without slack, and makes the duals of those that stay free even, so that
    /// half a slack between two of them is exact.
    fn match_greedily(&mut self) {
        for u in 0..self.vertices {
            if self.retired[u] || self.mates[u] != NONE {
                continue;
            }
            let free = |v: &usize| !self.retired[*v] && self.mates[*v] == NONE;
            match (u + 1..self.vertices).filter(free).find(|&v| self.is_tight((u, v))) {
                Some(v) => {
                    self.mates[u] = v;
                    self.mates[v] = u;
                }
                None => self.duals[u] = self.duals[u].even_below(),
            }
        }
    }
}

#[cfg(test)]
mod tests;
