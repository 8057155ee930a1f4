//! The node counts of `damiera bench`, the signature of the search.
//!
//! A refactoring leaves them alone. A change of search, evaluation or weights changes them on purpose, together with this table.

use damiera_lab::bench;
use damiera_rules::Variant;

const DEPTH: u32 = 11;
const NODES: [(Variant, u64); 4] = [
    (Variant::English, 488_965),
    (Variant::Italian, 355_264),
    (Variant::Brazilian, 974_393),
    (Variant::International, 1_838_425),
];

#[test]
fn the_signature_is_the_recorded_one() {
    assert_eq!(NODES.map(|(variant, _)| (variant, bench(variant, DEPTH).nodes)), NODES);
    assert_eq!(NODES.map(|(variant, _)| variant), *Variant::ALL);
}
