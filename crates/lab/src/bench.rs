//! A fixed search, to see whether the search has changed and how fast it is.
//!
//! The node count is the signature of the search: on one thread it is the same on every machine, and a change that is not
//! meant to affect the search must not change it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use damiera_engine::{
    Engine, EngineResources, LearnedWeights, NoEndgames, SearchControl, SearchLimits, SearchRequest,
    SearchRules, Weights,
};
use damiera_rules::{History, Position, Rules, Variant, with_rules};

/// The number of positions searched in each game.
const POSITIONS: usize = 24;
/// The number of plies between two of them.
const PLIES_APART: usize = 7;

/// The result of the benchmark in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchResult {
    /// Positions searched.
    pub positions: usize,
    /// Nodes visited: the signature.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

/// Searches the fixed positions of a game to a depth, each with an empty transposition table.
#[must_use]
pub fn bench(variant: Variant, depth: u32) -> BenchResult {
    with_rules!(variant, R => bench_game::<R>(depth))
}

fn bench_game<R: SearchRules>(depth: u32) -> BenchResult {
    bench_with(&Engine::<R>::new(EngineResources { threads: 1, table_mib: 16 }), depth)
}

/// The signature of the search alone: the nodes of a short benchmark with untrained weights.
pub(crate) fn search_signature<R: SearchRules>() -> u64 {
    const DEPTH: u32 = 7;
    let weights = Arc::new(Weights::from(&LearnedWeights::material(R::VARIANT)));
    let resources = EngineResources { threads: 1, table_mib: 1 };
    bench_with(&Engine::<R>::with(resources, weights, Arc::new(NoEndgames)), DEPTH).nodes
}

fn bench_with<R: SearchRules>(engine: &Engine<R>, depth: u32) -> BenchResult {
    let positions = bench_positions::<R>();
    let started = Instant::now();
    let search = |&position: &Position<R>| {
        engine.forget();
        let game = History::new(position);
        let question = SearchRequest::best(&game, SearchLimits::depth(depth));
        engine.think(&question, &SearchControl::default(), |_| ()).nodes
    };
    let nodes = positions.iter().map(search).sum();
    BenchResult { positions: positions.len(), nodes, elapsed: started.elapsed() }
}

/// Positions from the opening to the ending, reached by moves chosen in a fixed pattern.
fn bench_positions<R: Rules>() -> Vec<Position<R>> {
    const LONGEST_GAME: usize = 120;
    let mut positions = Vec::new();
    let (mut position, mut stride, mut plies) = (Position::<R>::start(), 1, 0);
    while positions.len() < POSITIONS {
        let legal = position.legal();
        if legal.is_empty() || plies > LONGEST_GAME {
            (position, plies, stride) = (Position::start(), 0, stride + 1);
            continue;
        }
        position = position.after(&legal[(plies * stride + stride / 3) % legal.len()]);
        plies += 1;
        if plies % PLIES_APART == 0 {
            positions.push(position);
        }
    }
    positions
}
