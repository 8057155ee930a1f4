//! The search for one augmenting path: alternating trees, blossoms, and the dual values that let them grow.

use super::{Cost, Matcher, NONE};

/// A vertex outside or inside a node, and the vertex at the other end.
type Edge = (usize, usize);

/// What a node is in the forest of alternating trees.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    /// In no tree.
    Outside,
    /// At an even distance from a free vertex.
    Even,
    /// At an odd distance.
    Odd,
}

/// Nodes are vertices, and blossoms numbered after them.
pub(super) struct Forest {
    /// The outermost node that holds a node; itself if it is outermost; `NONE` for an unused blossom number.
    pub(super) top: Vec<usize>,
    /// The vertex of a node that is matched outside it, or free.
    base: Vec<usize>,
    /// The nodes of a blossom around its odd cycle, the base first.
    children: Vec<Vec<usize>>,
    /// The edges of the cycle: from child `i` to child `i + 1`.
    cycle: Vec<Vec<Edge>>,
    /// For every vertex outside a blossom, the vertex of the blossom with the least slack to it. Dual values within a blossom
    /// change together, so this holds as long as the blossom does.
    nearest: Vec<Vec<usize>>,
    label: Vec<Label>,
    /// How an odd node was reached: from a vertex of an even node, to a vertex of it.
    entry: Vec<Edge>,
    /// The edge of least slack from an even vertex elsewhere to a vertex of the node.
    best: Vec<Option<Edge>>,
    unused: Vec<usize>,
    queue: Vec<usize>,
}

impl Forest {
    pub(super) fn new(vertices: usize) -> Self {
        let nodes = vertices + vertices / 2 + 1;
        let itself = |node: usize| if node < vertices { node } else { NONE };
        Self {
            top: (0..nodes).map(itself).collect(),
            base: (0..nodes).map(itself).collect(),
            children: vec![Vec::new(); nodes],
            cycle: vec![Vec::new(); nodes],
            nearest: vec![Vec::new(); nodes],
            label: vec![Label::Outside; nodes],
            entry: vec![(NONE, NONE); nodes],
            best: vec![None; nodes],
            unused: (vertices..nodes).rev().collect(),
            queue: Vec::new(),
        }
    }

    fn vertices_of(&self, node: usize, into: &mut Vec<usize>) {
        if self.children[node].is_empty() {
            into.push(node);
        } else {
            self.children[node].iter().for_each(|&child| self.vertices_of(child, into));
        }
    }

    fn set_top(&mut self, node: usize, top: usize) {
        self.top[node] = top;
        for index in 0..self.children[node].len() {
            self.set_top(self.children[node][index], top);
        }
    }

    fn enqueue(&mut self, node: usize) {
        let mut queue = std::mem::take(&mut self.queue);
        self.vertices_of(node, &mut queue);
        self.queue = queue;
    }
}

impl<const L: usize> Matcher<L> {
    /// Finds one augmenting path, changing dual values as far as needed, and matches two more vertices with it.
    pub(super) fn augment_once(&mut self) {
        let nodes = self.forest.top.len();
        self.forest.queue.clear();
        for node in 0..nodes {
            self.forest.label[node] = Label::Outside;
            self.forest.best[node] = None;
        }
        for node in 0..nodes {
            if self.is_outermost(node) && self.mates[self.forest.base[node]] == NONE {
                self.forest.label[node] = Label::Even;
                self.forest.enqueue(node);
            }
        }
        loop {
            if self.scan_queue() || self.adjust_duals() {
                return;
            }
        }
    }

    fn is_outermost(&self, node: usize) -> bool {
        self.forest.top[node] == node && !self.retired.get(node).is_some_and(|&retired| retired)
    }

    fn label_of(&self, vertex: usize) -> Label {
        self.forest.label[self.forest.top[vertex]]
    }

    /// Looks at the edges of newly even vertices; true if a path was augmented.
    fn scan_queue(&mut self) -> bool {
        while let Some(u) = self.forest.queue.pop() {
            for v in 0..self.vertices {
                let top = self.forest.top[v];
                if self.retired[v] || top == self.forest.top[u] || self.forest.label[top] == Label::Odd {
                    continue;
                }
                if self.is_tight((u, v)) {
                    if self.meet(u, v) {
                        return true;
                    }
                } else if self.forest.best[top].is_none_or(|best| self.has_less_slack((u, v), best)) {
                    self.forest.best[top] = Some((u, v));
                }
            }
        }
        false
    }

    /// Follows an edge without slack from an even vertex; true if that completed an augmenting path.
    fn meet(&mut self, u: usize, v: usize) -> bool {
        let node = self.forest.top[v];
        match self.forest.label[node] {
            Label::Odd => false,
            Label::Outside => {
                self.forest.label[node] = Label::Odd;
                self.forest.entry[node] = (u, v);
                let next = self.forest.top[self.mates[self.forest.base[node]]];
                self.forest.label[next] = Label::Even;
                self.forest.best[node] = None;
                self.forest.best[next] = None;
                self.forest.enqueue(next);
                false
            }
            Label::Even => match self.common_ancestor(u, v) {
                Some(ancestor) => {
                    self.form_blossom(ancestor, u, v);
                    false
                }
                None => {
                    self.flip(u, v);
                    self.flip(v, u);
                    true
                }
            },
        }
    }

    /// The even node above an even node in its tree, with the vertices of the two edges between them.
    fn even_above(&self, node: usize) -> Option<(usize, [Edge; 2])> {
        let base = self.forest.base[node];
        let mate = self.mates[base];
        if mate == NONE {
            return None;
        }
        let odd = self.forest.top[mate];
        let (above, below) = self.forest.entry[odd];
        Some((self.forest.top[above], [(base, mate), (below, above)]))
    }

    fn common_ancestor(&self, u: usize, v: usize) -> Option<usize> {
        let mut above = vec![self.forest.top[u]];
        while let Some((node, _)) = above.last().and_then(|&node| self.even_above(node)) {
            above.push(node);
        }
        let mut node = self.forest.top[v];
        loop {
            if above.contains(&node) {
                return Some(node);
            }
            node = self.even_above(node)?.0;
        }
    }

    /// The nodes from a vertex's node up to an ancestor, without it, and the edges that lead there.
    fn climb(&self, from: usize, ancestor: usize) -> (Vec<usize>, Vec<Edge>) {
        let (mut nodes, mut edges) = (Vec::new(), Vec::new());
        let mut node = self.forest.top[from];
        while node != ancestor {
            let Some((above, [up, over])) = self.even_above(node) else { break };
            nodes.extend([node, self.forest.top[up.1]]);
            edges.extend([up, over]);
            node = above;
        }
        (nodes, edges)
    }

    fn form_blossom(&mut self, ancestor: usize, u: usize, v: usize) {
        let Some(blossom) = self.forest.unused.pop() else { return };
        let (left, left_edges) = self.climb(u, ancestor);
        let (right, right_edges) = self.climb(v, ancestor);
        let forest = &mut self.forest;
        for &node in left.iter().chain(&right) {
            if forest.label[node] == Label::Odd {
                forest.enqueue(node);
            }
        }
        forest.children[blossom] =
            [ancestor].into_iter().chain(left.into_iter().rev()).chain(right).collect();
        forest.cycle[blossom] =
            left_edges.into_iter().rev().map(|(a, b)| (b, a)).chain([(u, v)]).chain(right_edges).collect();
        forest.base[blossom] = forest.base[ancestor];
        forest.label[blossom] = Label::Even;
        forest.set_top(blossom, blossom);
        self.duals[blossom] = Cost::ZERO;
        self.find_nearest(blossom);
        self.find_best(blossom);
    }

    /// The vertex of a node with the least slack to a vertex outside it.
    fn nearest(&self, node: usize, outside: usize) -> usize {
        self.forest.nearest[node].get(outside).copied().unwrap_or(node)
    }

    fn find_nearest(&mut self, blossom: usize) {
        let children = &self.forest.children[blossom];
        let nearest = (0..self.vertices).map(|outside| {
            let mut best = self.nearest(children[0], outside);
            for &child in &children[1..] {
                let other = self.nearest(child, outside);
                if self.has_less_slack((outside, other), (outside, best)) {
                    best = other;
                }
            }
            best
        });
        self.forest.nearest[blossom] = nearest.collect();
    }

    /// Looks for the edge of least slack from an even vertex elsewhere to a node.
    fn find_best(&mut self, node: usize) {
        let mut best: Option<Edge> = None;
        for u in 0..self.vertices {
            if self.retired[u] || self.forest.top[u] == node || self.label_of(u) != Label::Even {
                continue;
            }
            let edge = (u, self.nearest(node, u));
            if best.is_none_or(|best| self.has_less_slack(edge, best)) {
                best = Some(edge);
            }
        }
        self.forest.best[node] = best;
    }

    /// Changes the dual values until an edge loses its slack or an odd blossom its value; true if a path was augmented.
    fn adjust_duals(&mut self) -> bool {
        let nodes = self.forest.top.len();
        let mut step: Option<Cost<L>> = None;
        for node in 0..nodes {
            if !self.is_outermost(node) {
                continue;
            }
            let bound = match (self.forest.label[node], self.forest.best[node]) {
                (Label::Outside, Some((u, v))) => self.slack(u, v),
                (Label::Even, Some((u, v))) => self.slack(u, v).half(),
                (Label::Odd, _) if node >= self.vertices => self.duals[node].half(),
                _ => continue,
            };
            if step.is_none_or(|step| bound < step) {
                step = Some(bound);
            }
        }
        self.shift_duals(step.unwrap_or(Cost::ZERO));
        for node in 0..nodes {
            if !self.is_outermost(node) || self.forest.label[node] == Label::Odd {
                continue;
            }
            if let Some((u, v)) = self.forest.best[node]
                && self.forest.top[u] != node
                && self.is_tight((u, v))
                && self.meet(u, v)
            {
                return true;
            }
        }
        for node in self.vertices..nodes {
            let odd = self.is_outermost(node) && self.forest.label[node] == Label::Odd;
            if odd && self.duals[node] == Cost::ZERO {
                self.expand(node);
            }
        }
        false
    }

    fn shift_duals(&mut self, step: Cost<L>) {
        for v in (0..self.vertices).filter(|&v| !self.retired[v]) {
            match self.label_of(v) {
                Label::Even => self.duals[v] += step,
                Label::Odd => self.duals[v] -= step,
                Label::Outside => {}
            }
        }
        for node in self.vertices..self.forest.top.len() {
            match (self.forest.top[node] == node, self.forest.label[node]) {
                (true, Label::Even) => self.duals[node] += step.twice(),
                (true, Label::Odd) => self.duals[node] -= step.twice(),
                _ => {}
            }
        }
    }

    /// Opens an odd blossom whose value has fallen to zero: its children take its place in the tree.
    fn expand(&mut self, blossom: usize) {
        let children = std::mem::take(&mut self.forest.children[blossom]);
        let cycle = std::mem::take(&mut self.forest.cycle[blossom]);
        let entry = self.forest.entry[blossom];
        self.forest.top[blossom] = NONE;
        self.forest.nearest[blossom].clear();
        self.forest.unused.push(blossom);
        for &child in &children {
            self.forest.set_top(child, child);
            self.forest.label[child] = Label::Outside;
            self.forest.best[child] = None;
        }
        let entered = self.forest.top[entry.1];
        let mut at = children.iter().position(|&child| child == entered).unwrap_or(0);
        self.forest.label[entered] = Label::Odd;
        self.forest.entry[entered] = entry;
        // The side of the cycle on which the entered child is matched leads to the base in an even number of steps.
        let size = children.len();
        let upwards = at % 2 == 1;
        while at != 0 {
            let (even, odd, edge) = if upwards {
                let even = at + 1;
                (even, (even + 1) % size, cycle[even])
            } else {
                let (a, b) = cycle[at - 2];
                (at - 1, at - 2, (b, a))
            };
            self.forest.label[children[even]] = Label::Even;
            self.forest.enqueue(children[even]);
            self.forest.label[children[odd]] = Label::Odd;
            self.forest.entry[children[odd]] = edge;
            at = odd;
        }
        for &child in &children {
            if self.forest.label[child] != Label::Odd {
                self.find_best(child);
            }
        }
    }

    /// Matches an even vertex with another, and rematches every pair above it up to the root of its tree.
    fn flip(&mut self, mut u: usize, mut v: usize) {
        loop {
            let node = self.forest.top[u];
            let freed = self.mates[self.forest.base[node]];
            self.rebase(node, u);
            self.mates[u] = v;
            if freed == NONE {
                return;
            }
            let odd = self.forest.top[freed];
            let (above, below) = self.forest.entry[odd];
            self.rebase(odd, below);
            self.mates[below] = above;
            (u, v) = (above, below);
        }
    }

    /// Makes a vertex the base of its node: the rest of the node is matched within.
    fn rebase(&mut self, node: usize, vertex: usize) {
        let size = self.forest.children[node].len();
        if size == 0 {
            return;
        }
        let holds = |forest: &Forest, child: usize| {
            let mut inside = Vec::new();
            forest.vertices_of(child, &mut inside);
            inside.contains(&vertex)
        };
        let position = self.forest.children[node].iter().position(|&child| holds(&self.forest, child));
        let at = position.unwrap_or(0);
        self.rebase(self.forest.children[node][at], vertex);
        let pairs = if at % 2 == 0 { 0..at } else { at + 1..size };
        for first in pairs.step_by(2) {
            let (a, b) = self.forest.cycle[node][first];
            self.rebase(self.forest.children[node][first], a);
            self.rebase(self.forest.children[node][(first + 1) % size], b);
            self.mates[a] = b;
            self.mates[b] = a;
        }
        self.forest.children[node].rotate_left(at);
        self.forest.cycle[node].rotate_left(at);
        self.forest.base[node] = vertex;
    }

    /// Opens every blossom and moves its value to its vertices, which keeps all slacks within it; pairs that gain slack
    /// are unmatched.
    pub(super) fn dissolve_blossoms(&mut self) {
        for node in self.vertices..self.forest.top.len() {
            if self.forest.top[node] == NONE {
                continue;
            }
            let mut inside = Vec::new();
            self.forest.vertices_of(node, &mut inside);
            let half = self.duals[node].half();
            inside.into_iter().for_each(|v| self.duals[v] -= half);
        }
        for node in self.vertices..self.forest.top.len() {
            if self.forest.top[node] != NONE {
                self.forest.top[node] = NONE;
                self.forest.children[node].clear();
                self.forest.cycle[node].clear();
                self.forest.nearest[node].clear();
                self.forest.unused.push(node);
            }
        }
        for v in 0..self.vertices {
            self.forest.top[v] = v;
        }
        for v in 0..self.vertices {
            let mate = self.mates[v];
            if !self.retired[v] && mate != NONE && !self.is_tight((v, mate)) {
                self.unmatch(v);
            }
        }
    }
}
