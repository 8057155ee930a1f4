//! The node counts of `damiera bench`, the signature of the search.
//!
//! A refactoring leaves them alone. A change of search, evaluation or weights changes them on purpose, together with this table.

use damiera_lab::bench;
use damiera_rules::Variant;

const DEPTH: u32 = 11;
const NODES: [(Variant, u64); 4] = [
    (Variant::English, 551_227),
    (Variant::Italian, 334_569),
    (Variant::Brazilian, 787_650),
    (Variant::International, 1_547_109),
];

#[test]
fn the_signature_is_the_recorded_one() {
    assert_eq!(NODES.map(|(variant, _)| (variant, bench(variant, DEPTH).nodes)), NODES);
    assert_eq!(NODES.map(|(variant, _)| variant), *Variant::ALL);
}
