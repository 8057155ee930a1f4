//! Parameters of pruning, reductions and extensions. Each constant says what it is based on; Elo differences are from self-play
//! with 95 % confidence intervals.

use damiera_rules::Move;

use crate::search::NodeKind;
use crate::value::{MAN, Value};

/// The number of quiet moves that a quiescence line may contain in reply to threats. Two took 8 % more nodes to depth 14 in
/// English and 5 % fewer to depth 12 in International; zero was not tested in games.
pub(crate) const THREAT_REPLIES: u32 = 1;

/// A threat is ignored in quiescence if losing or winning this much would not bring the value into the window. A man instead of
/// one and a half scored +7 ± 24 and +8 ± 23 Elo in International at 15,000 nodes.
pub(crate) const THREAT_MARGIN: Value = 3 * MAN / 2;

/// A reduced search that may replace a deep one (ProbCut).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ProbCut {
    pub(crate) depth: i32,
    /// By how much its value must exceed beta.
    pub(crate) margin: Value,
}

/// No pruning if beta is at least this far from zero: the side that is far ahead looks for the end of the game, and pruning would
/// hide the shortest win.
pub(crate) const PRUNING_LIMIT: Value = 5 * MAN;

/// The smallest depth for ProbCut; with four the search took 39 % more nodes to depth 12.
const PROBCUT_DEPTH: i32 = 3;

/// ProbCut at a depth, if it applies. Other draughts engines reduce to two fifths of the depth as well; margins of five and ten
/// hundredths per ply were equal in games (-14 ± 28 Elo), so it is eight.
pub(crate) fn probcut(depth: i32) -> Option<ProbCut> {
    (depth >= PROBCUT_DEPTH).then_some(ProbCut { depth: depth * 2 / 5, margin: 8 * depth })
}

/// The margin of reverse futility pruning, which applies to shallow nodes. 30 per ply scored +27 ± 28 Elo in 300 games
/// of International at 4,000 nodes against none. At 15,000 nodes 20 against 30 scored +23 ± 21 and +15 ± 21 there, +6 ± 22 in
/// English, -1 ± 17 in Brazilian. Smaller margins were better in short searches of International (5 against 12: +14 ± 22), but
/// worse in English (-22 ± 22) and at 100,000 nodes (-9 ± 26).
pub(crate) const fn reverse_futility_margin(depth: i32) -> Value {
    20 * depth
}

/// The margin of futility pruning, which applies to the moves of shallow nodes. Against none it scored +25 ± 14 Elo in 800 games of
/// International at 6,000 nodes.
pub(crate) const fn futility_margin(depth: i32) -> Value {
    50 * depth
}

/// Whether a node is so close to the leaves that its static evaluation is used to prune.
pub(crate) const fn is_shallow(depth: i32) -> bool {
    depth < PROBCUT_DEPTH
}

/// The smallest depth for internal iterative deepening at PV nodes without a hash move. It saves 6 % of the nodes to depth 12.
pub(crate) const IID_DEPTH: i32 = 3;
/// By how much internal iterative deepening is shallower: the usual choice.
pub(crate) const IID_REDUCTION: i32 = 2;

/// The late move reduction of a quiet move after `tried` others. One ply for all but the first moves and two for late ones, as
/// in Scan; a logarithmic formula took 1.8 times the nodes to depth 12.
#[inline]
pub(crate) fn reduction<K: NodeKind>(depth: i32, tried: usize, m: &Move) -> i32 {
    const LATE: usize = 4;
    let exempt = if K::IS_PV { 3 } else { 1 };
    if depth < 2 || tried < exempt || m.promotes {
        0
    } else if !K::IS_PV && tried >= LATE {
        2
    } else {
        1
    }
}
