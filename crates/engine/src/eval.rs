//! The evaluation: the weights of a position's features, mixed by how far the men have still to go.

use damiera_rules::{Position, Rules, Side};

use crate::features::Features;
use crate::value::{DECIDED, Value};
use crate::weights::{UNIT, Weights};

/// What a position is worth to the side to move, without looking ahead.
#[inline]
pub(crate) fn evaluate<R: Rules>(weights: &Weights, position: &Position<R>) -> Value {
    let table = &weights.table[..Features::<R>::COUNT];
    let [mut opening, mut ending] = [0, 0];
    let stage = Features::<R>::visit(position, |feature, times| {
        let [in_opening, in_ending] = table[feature];
        opening += i32::from(in_opening) * times;
        ending += i32::from(in_ending) * times;
    });
    let full = Features::<R>::FULL;
    let white = (opening * stage + ending * (full - stage)) / (full * UNIT);
    let value = match position.turn() {
        Side::White => white,
        Side::Black => -white,
    };
    value.clamp(1 - DECIDED, DECIDED - 1)
}
