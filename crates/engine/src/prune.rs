//! What the search does not look at, or not so far. Each number says where it comes from.

use damiera_rules::Move;

use crate::search::Kind;
use crate::value::{MAN, Value};

/// How many moves of a line past its depth may answer a threat. Following two took 8 % more nodes to depth 14 in
/// English and 5 % fewer to depth 12 in International; following none was not tried in games.
pub(crate) const THREATS_FOLLOWED: u32 = 1;

/// A threat is not looked into when even a man and a half would change nothing. A man alone did as well in International
/// at 15,000 nodes (+7 ± 24, +8 ± 23 Elo).
pub(crate) const THREAT_MARGIN: Value = 3 * MAN / 2;

/// A shallow search that may stand for a deep one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ShallowCut {
    pub(crate) depth: i32,
    /// By how much it must exceed what is asked for.
    pub(crate) margin: Value,
}

/// Where this much or more is asked for nothing is cut off: who is so far ahead looks for the end of the game, and a
/// cut would hide the shortest way.
pub(crate) const FAR_AHEAD: Value = 5 * MAN;

/// From this depth on a shallow search may cut; from four on the search needed 39 % more nodes to depth 12.
const CUT_FROM: i32 = 3;

/// Whether to try a shallow search first, and how. Two fifths of the depth is what other draughts programs found
/// good; margins of five and of ten hundredths a ply played alike (-14 ± 28 Elo), so it is between them.
pub(crate) fn shallow_cut(depth: i32) -> Option<ShallowCut> {
    (depth >= CUT_FROM).then_some(ShallowCut { depth: depth * 2 / 5, margin: 8 * depth })
}

/// Nearer to its end than where shallow searches begin, a quiet position this much better than asked for is better:
/// +27 ± 28 Elo in 300 games of International at 4,000 nodes a move with a margin of 30 a ply. At 15,000 nodes 20 against
/// 30 was +23 ± 21 and +15 ± 21 there, +6 ± 22 in English, -1 ± 17 in Brazilian. Still less was better in short searches of
/// International (5 against 12: +14 ± 22), worse in English (-22 ± 22) and at 100,000 nodes (-9 ± 26).
pub(crate) fn glance_margin(depth: i32) -> Option<Value> {
    (depth < CUT_FROM).then_some(20 * depth)
}

/// From this depth on a node of the principal variation without a known best move is searched less deep first,
/// to have one. Saves 6 % of the nodes to depth 12.
pub(crate) const GUESS_FROM: i32 = 3;
/// By how much less deep. The usual choice.
pub(crate) const GUESS_LESS: i32 = 2;

/// By how much less deep to search a plain move after so many others failed. A ply for all but the first, and two
/// for the late ones, is what Scan found; a table by logarithms needed 1.8 times the nodes to depth 12.
#[inline]
pub(crate) fn reduction<K: Kind>(depth: i32, tried: usize, m: &Move) -> i32 {
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
