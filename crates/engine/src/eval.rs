//! The evaluation: the weights of a position's features, added up.

use damiera_rules::{Position, Rules, Side};

use crate::features::{Features, Stage};
use crate::value::{DECIDED, Value};
use crate::weights::{UNIT, Weights};

/// What a position is worth to the side to move, without looking ahead.
#[inline]
#[must_use]
pub fn evaluate<R: Rules>(weights: &Weights, position: &Position<R>) -> Value {
    let features = Features::of(position);
    let white = match features.stage() {
        Stage::Men { span, gone } => of_men(weights, &features, span, gone),
        Stage::Kings => with_kings(weights, &features),
    };
    let value = match position.turn() {
        Side::White => white,
        Side::Black => -white,
    };
    value.clamp(1 - DECIDED, DECIDED - 1)
}

/// Each weight lies between its two knots, the nearer to the second the more of the span is gone.
#[inline]
fn of_men<R: Rules>(weights: &Weights, features: &Features<'_, R>, span: usize, gone: i32) -> Value {
    let table = &weights.spans[span][..Features::<R>::OF_MEN];
    let [mut from, mut to] = [0, 0];
    features.visit(|feature, times| {
        let [at_first, at_last] = table[feature];
        from += i32::from(at_first) * times;
        to += i32::from(at_last) * times;
    });
    let span = Features::<R>::SPAN;
    (from * (span - gone) + to * gone) / (span * UNIT)
}

#[inline]
fn with_kings<R: Rules>(weights: &Weights, features: &Features<'_, R>) -> Value {
    let table = &weights.with_kings[..Features::<R>::WITH_KINGS];
    let mut sum = 0;
    features.visit(|feature, times| sum += i32::from(table[feature]) * times);
    sum / UNIT
}
