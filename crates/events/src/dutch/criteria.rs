//! The criteria of C.04.3, article 2, as fields of a cost: one field a criterion, in the order of the article.

use crate::colour::{PreferenceStrength, allocate, preference};
use crate::matching::{Cost, CostField, CostLayout};
use crate::points::Points;
use crate::pool::{ByeRight, Contestant, Float, Pool};
use crate::stop::StopSignal;

/// The players of a bracket and below it, as vertices of a graph: moved-down players, residents, the next scoregroup,
/// all lower players, and a last vertex for the bye if their number is odd.
pub(super) struct BracketGraph<'a> {
    /// Whether the pairing shall stop.
    pub(super) stop: &'a StopSignal,
    pub(super) pool: &'a Pool,
    /// Indices into the pool.
    pub(super) players: Vec<usize>,
    /// How many of them were moved down from the previous bracket (M0, 3.1.1).
    pub(super) moved_down: usize,
    /// How many form the bracket.
    pub(super) bracket: usize,
    /// How many form the bracket and the next scoregroup.
    pub(super) next: usize,
    pub(super) bye_unplayed: UnplayedRule,
}

/// Whether C9 applies: only where the one downfloater will receive the bye.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum UnplayedRule {
    Ignored,
    Applied,
}

/// The residents that remain once the moved-down players have opponents (1.3.4), and how many pairs they form.
pub(super) struct Remainder {
    /// For every vertex, its place in the remainder.
    pub(super) place: Vec<Option<usize>>,
    pub(super) pairs: usize,
}

/// Where each criterion lies in a cost.
pub(super) struct Criteria {
    /// C1, C2, C3: pairs that must not be.
    pub(super) illegal: CostField,
    pub(super) c5: CostField,
    pub(super) c6: CostField,
    /// One field for every score of moved-down players, highest first.
    c7: Vec<CostField>,
    c8_floaters: CostField,
    c8_scores: Vec<CostField>,
    c9: CostField,
    /// C10, C11, C12, C13.
    colours: [CostField; 4],
    /// C14, C15 and C16, C17: the previous round and the round before it.
    floats: [[CostField; 2]; 2],
    /// C18, C19 and C20, C21, each with one field for every score of moved-down players.
    differences: [[Vec<CostField>; 2]; 2],
    /// Exchanged players (4.3.2, rule 1), and how far they move (rule 2).
    exchanges: CostField,
    exchange_distance: CostField,
    /// The choice being made in the sequence of candidates.
    pub(super) choice: CostField,
    pub(super) limbs: usize,
    /// Scores of moved-down players, highest first.
    levels: Vec<Points>,
    /// Scores of all players, lowest first.
    scores: Vec<Points>,
}

impl Criteria {
    pub(super) fn new(graph: &BracketGraph<'_>) -> Self {
        let players = graph.players.len();
        let mut levels: Vec<Points> = graph.of(0..graph.moved_down).map(|c| c.score).collect();
        levels.dedup();
        let mut scores: Vec<Points> = graph.of(0..players).rev().map(|c| c.score).collect();
        scores.sort_unstable();
        scores.dedup();
        let counts: Vec<usize> = levels
            .iter()
            .map(|level| graph.of(0..graph.moved_down).filter(|c| c.score == *level).count())
            .collect();
        let mut layout = CostLayout::default();
        let bracket = graph.bracket;
        let per_level = |layout: &mut CostLayout| counts.iter().map(|&count| layout.field(count)).collect();
        let illegal = layout.field(players + 1);
        let c5 = layout.field(scores.len());
        let c6 = layout.field(bracket);
        let c7 = per_level(&mut layout);
        let c8_floaters = layout.field(graph.next);
        let mut c8_scores: Vec<CostField> = per_level(&mut layout);
        c8_scores.push(layout.field(bracket));
        let c9 = layout.field(graph.pool.round);
        let colours = std::array::from_fn(|_| layout.field(bracket));
        let floats = std::array::from_fn(|_| std::array::from_fn(|_| layout.field(bracket)));
        let differences = std::array::from_fn(|_| std::array::from_fn(|_| per_level(&mut layout)));
        let exchanges = layout.field(bracket);
        let exchange_distance = layout.field(bracket * bracket);
        let choice = layout.field(players + 1);
        let limbs = layout.limbs();
        Self {
            illegal,
            c5,
            c6,
            c7,
            c8_floaters,
            c8_scores,
            c9,
            colours,
            floats,
            differences,
            exchanges,
            exchange_distance,
            choice,
            limbs,
            levels,
            scores,
        }
    }

    /// The cost of pairing two vertices, `u` before `v`.
    pub(super) fn cost<const L: usize>(
        &self,
        graph: &BracketGraph<'_>,
        remainder: Option<&Remainder>,
        u: usize,
        v: usize,
    ) -> Cost<L> {
        let mut cost = Cost::ZERO;
        let Some(higher) = graph.contestant(u) else { return cost };
        match graph.contestant(v) {
            None => self.charge_bye(graph, u, higher, &mut cost),
            Some(lower) => {
                if !compatible(graph.pool, higher, lower) || v < graph.moved_down {
                    cost.charge(self.illegal, 1);
                }
                if v < graph.bracket {
                    self.charge_pair(graph, [u, v], [higher, lower], &mut cost);
                    if let Some(remainder) = remainder {
                        self.charge_exchange(remainder, u, &mut cost);
                    }
                    return cost;
                }
            }
        }
        self.charge_floats(graph, u, v, &mut cost);
        cost
    }

    fn charge_bye<const L: usize>(
        &self,
        graph: &BracketGraph<'_>,
        vertex: usize,
        contestant: &Contestant,
        cost: &mut Cost<L>,
    ) {
        if contestant.bye == ByeRight::Spent {
            cost.charge(self.illegal, 1); // C2
        }
        let level = self.scores.iter().position(|score| *score == contestant.score);
        cost.charge(self.c5, level.unwrap_or_default());
        if graph.bye_unplayed == UnplayedRule::Applied && vertex < graph.bracket {
            cost.charge(self.c9, contestant.unplayed);
        }
    }

    /// What a pair within the bracket costs.
    fn charge_pair<const L: usize>(
        &self,
        graph: &BracketGraph<'_>,
        [u, _]: [usize; 2],
        [higher, lower]: [&Contestant; 2],
        cost: &mut Cost<L>,
    ) {
        for (field, amount) in self.colours.into_iter().zip(colour_faults(graph.pool, higher, lower)) {
            cost.charge(field, amount);
        }
        if u >= graph.moved_down {
            return;
        }
        for back in 0..2 {
            if lower.floats[back] == Some(Float::Up) {
                cost.charge(self.floats[back][1], 1); // C15, C17
                if let Some(level) = self.level(higher) {
                    cost.charge(self.differences[back][1][level], 1); // C19, C21
                }
            }
        }
    }

    /// What it costs that players of the bracket, or of the next one, are not paired in it.
    fn charge_floats<const L: usize>(
        &self,
        graph: &BracketGraph<'_>,
        u: usize,
        v: usize,
        cost: &mut Cost<L>,
    ) {
        let beyond_next = v >= graph.next;
        if u < graph.bracket {
            let Some(floater) = graph.contestant(u) else { return };
            let level = self.level(floater);
            cost.charge(self.c6, 1);
            if let Some(level) = level {
                cost.charge(self.c7[level], 1);
            }
            if beyond_next {
                cost.charge(self.c8_floaters, 1);
                cost.charge(self.c8_scores[level.unwrap_or(self.levels.len())], 1);
            }
            for back in 0..2 {
                if floater.floats[back] == Some(Float::Down) {
                    match level {
                        None => cost.charge(self.floats[back][0], 1), // C14, C16
                        // Whoever is not paired here will meet a still lower score.
                        Some(level) => cost.charge(self.differences[back][0][level], 1), // C18, C20
                    }
                }
            }
        } else if u < graph.next && beyond_next {
            cost.charge(self.c8_floaters, 1);
        }
    }

    /// Exchanges between the two halves of the remainder (4.3.2).
    fn charge_exchange<const L: usize>(&self, remainder: &Remainder, u: usize, cost: &mut Cost<L>) {
        if let Some(place) = remainder.place[u] {
            cost.charge(self.exchange_distance, place);
            if place >= remainder.pairs {
                cost.charge(self.exchanges, 1);
            }
        }
    }

    fn level(&self, contestant: &Contestant) -> Option<usize> {
        self.levels.iter().position(|level| *level == contestant.score)
    }

    /// The totals of C5 to C21 in a matching's cost.
    pub(super) fn totals<const L: usize>(&self, cost: &Cost<L>) -> Vec<CriterionTotal> {
        let one =
            |criterion: u8, field: CostField| CriterionTotal { criterion, amounts: vec![cost.amount(field)] };
        let many = |criterion: u8, fields: &[CostField]| CriterionTotal {
            criterion,
            amounts: fields.iter().map(|&field| cost.amount(field)).collect(),
        };
        let mut eighth = vec![cost.amount(self.c8_floaters)];
        eighth.extend(self.c8_scores.iter().map(|&field| cost.amount(field)));
        let [c10, c11, c12, c13] = self.colours;
        vec![
            one(5, self.c5),
            one(6, self.c6),
            many(7, &self.c7),
            CriterionTotal { criterion: 8, amounts: eighth },
            one(9, self.c9),
            one(10, c10),
            one(11, c11),
            one(12, c12),
            one(13, c13),
            one(14, self.floats[0][0]),
            one(15, self.floats[0][1]),
            one(16, self.floats[1][0]),
            one(17, self.floats[1][1]),
            many(18, &self.differences[0][0]),
            many(19, &self.differences[0][1]),
            many(20, &self.differences[1][0]),
            many(21, &self.differences[1][1]),
        ]
    }
}

/// How far a bracket falls short of a criterion; for criteria about scores, one number a score, highest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CriterionTotal {
    /// The number of the criterion, 5 to 21.
    pub criterion: u8,
    /// How often it is not met.
    pub amounts: Vec<usize>,
}

impl<'a> BracketGraph<'a> {
    /// How many vertices the graph has, with the bye.
    pub(super) fn vertices(&self) -> usize {
        self.players.len().next_multiple_of(2)
    }

    /// The player of a vertex; none for the bye.
    pub(super) fn contestant(&self, vertex: usize) -> Option<&'a Contestant> {
        self.players.get(vertex).map(|&index| &self.pool.contestants[index])
    }

    fn of(&self, vertices: std::ops::Range<usize>) -> impl DoubleEndedIterator<Item = &'a Contestant> {
        self.players[vertices].iter().map(|&index| &self.pool.contestants[index])
    }
}

/// Whether two players may meet at all: C1 with the event's forbidden pairs, and C3.
pub(crate) fn compatible(pool: &Pool, a: &Contestant, b: &Contestant) -> bool {
    if a.has_met(b) || pool.keeps_apart(a, b) {
        return false;
    }
    let absolute = |c| preference(c).filter(|p| p.strength == PreferenceStrength::Absolute).map(|p| p.side);
    match (absolute(a), absolute(b)) {
        (Some(own), Some(other)) if own == other => pool.is_topscorer(a) || pool.is_topscorer(b),
        _ => true,
    }
}

/// How often a pair breaks C10, C11, C12 and C13, given the colours it will have.
pub(crate) fn colour_faults(pool: &Pool, higher: &Contestant, lower: &Contestant) -> [usize; 4] {
    let (side, _) = allocate(pool, higher, lower);
    let top = pool.is_topscorer(higher) || pool.is_topscorer(lower);
    let mut faults = [0; 4];
    for (contestant, side) in [(higher, side), (lower, !side)] {
        let step = if side == damiera_rules::Side::White { 1 } else { -1 };
        let wide = (contestant.colour_difference() + step).abs() > 2;
        let thrice = contestant.sides.len() > 1 && contestant.sides.iter().rev().take(2).all(|s| *s == side);
        let refused = preference(contestant).filter(|preference| preference.side != side);
        let strong = refused.is_some_and(|p| p.strength == PreferenceStrength::Strong);
        for (fault, broken) in faults.iter_mut().zip([top && wide, top && thrice, refused.is_some(), strong])
        {
            *fault += usize::from(broken);
        }
    }
    faults
}
