//! The evaluation function: the sum of the weights of a position's features.

use damiera_rules::{Position, Rules, Side};

use crate::features::{EvalStage, Features};
use crate::value::{DECIDED, Value};
use crate::weights::{UNIT, Weights};

/// The static evaluation of a position for the side to move.
#[inline]
#[must_use]
pub fn evaluate<R: Rules>(weights: &Weights, position: &Position<R>) -> Value {
    let features = Features::of(position);
    let white = match features.stage() {
        EvalStage::Men { span, gone } => without_kings(weights, &features, span, gone),
        EvalStage::Kings => with_kings(weights, &features),
    };
    let value = match position.turn() {
        Side::White => white,
        Side::Black => -white,
    };
    value.clamp(1 - DECIDED, DECIDED - 1)
}

/// Interpolates linearly between the weights at the two knots of the span.
#[inline]
fn without_kings<R: Rules>(weights: &Weights, features: &Features<'_, R>, span: usize, gone: i32) -> Value {
    let table = &weights.spans[span][..Features::<R>::OF_MEN];
    let [mut start, mut end] = [0, 0];
    features.visit(|feature, times| {
        let [at_start, at_end] = table[feature];
        start += i32::from(at_start) * times;
        end += i32::from(at_end) * times;
    });
    let span = Features::<R>::SPAN;
    (start * (span - gone) + end * gone) / (span * UNIT)
}

#[inline]
fn with_kings<R: Rules>(weights: &Weights, features: &Features<'_, R>) -> Value {
    let table = &weights.with_kings[..Features::<R>::WITH_KINGS];
    let mut sum = 0;
    features.visit(|feature, times| sum += i32::from(table[feature]) * times);
    sum / UNIT
}
