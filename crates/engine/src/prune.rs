//! What the search does not look at: the numbers, to be tuned by matches.

use std::sync::LazyLock;

use damiera_rules::Move;

use crate::search::Kind;
use crate::value::{MAN, Value};

/// How many moves of a line past its depth may answer a threat.
pub(crate) const THREATS_FOLLOWED: u32 = 2;

/// A threat is not looked into when even a man and a half would change nothing.
pub(crate) const THREAT_MARGIN: Value = 3 * MAN / 2;

/// A shallow search that may stand for a deep one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ShallowCut {
    pub(crate) depth: i32,
    /// By how much it must exceed what is asked for.
    pub(crate) margin: Value,
}

/// Whether to try a shallow search first, and how.
pub(crate) fn shallow_cut(depth: i32) -> Option<ShallowCut> {
    (depth >= 4).then_some(ShallowCut { depth: depth * 2 / 5, margin: 10 * depth })
}

const DEPTHS: usize = 64;
const MOVES: usize = 64;

static REDUCTIONS: LazyLock<Box<[[u8; MOVES]; DEPTHS]>> = LazyLock::new(|| {
    let mut table = Box::new([[0; MOVES]; DEPTHS]);
    for depth in 2..DEPTHS {
        for tried in 1..MOVES {
            let more = (depth as f64).ln() * (tried as f64).ln() / 2.5;
            table[depth][tried] = (0.75 + more) as u8;
        }
    }
    table
});

/// By how much less deep to search a plain move after so many others failed.
#[inline]
pub(crate) fn reduction<K: Kind>(depth: i32, tried: usize, m: &Move) -> i32 {
    let exempt = if K::IS_PV { 3 } else { 1 };
    if depth < 2 || tried < exempt || m.promotes {
        return 0;
    }
    let full = i32::from(REDUCTIONS[depth as usize & (DEPTHS - 1)][tried.min(MOVES - 1)]);
    if K::IS_PV { (full - 1).max(0) } else { full }
}
