//! Logistic regression: weights under which the value of a position foretells how its game ended.
//!
//! How a game ended says little of a position fifty moves before; what a search found there says more, but only
//! what was known already. So a position aims at a mixture: what the search found there, what it found a move
//! later, and so on with less and less weight to the end, where the result stands (the λ-return of Sutton).
//!
//! The chance of White's point is σ(odds), and the odds are the sum of the features' weights. They begin with
//! material alone, at the scale that fits it best; then every weight moves from there by stochastic gradient
//! steps, each the smaller the more it has been moved already (Adagrad), with a pull back to where it began. In
//! the end odds are made hundredths of a man, such that a man more is worth a hundred on average.

use damiera_rules::{Rules, Side};

use crate::chance::Chance;
use crate::eval::evaluate;
use crate::features::{Features, KNOTS, Stage};
use crate::train::sample::{GameResult, Sample};
use crate::value::{MAN, Value};
use crate::weights::{Chances, Provenance, UNIT, Weights};

/// How to learn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lesson {
    /// Times through the positions.
    pub rounds: u32,
    /// Length of a step.
    pub rate: f32,
    /// Pull back to the first weights: how many positions must speak for a change before half of it is made.
    pub caution: f32,
    /// How much the next position's aim counts in the aim of a position; the rest is what the search found there.
    pub hindsight: f32,
}

impl Default for Lesson {
    fn default() -> Self {
        Self { rounds: 8, rate: 0.2, caution: 1_000.0, hindsight: 0.95 }
    }
}

/// Steps a weight has behind it at the beginning, so that the first is no leap.
const STEPS_BEFORE: f32 = 8.0;
/// How much one position says of a weight, at even odds: the curvature of the loss.
const CURVATURE: f32 = 0.25;

pub(crate) fn fit<R: Rules>(
    samples: &[Sample<R>],
    start: &Weights,
    lesson: Lesson,
    provenance: Provenance,
    mut progress: impl FnMut(u32, [f64; 2]),
) -> Weights {
    let scale = fitted_scale(samples, |sample| for_white(sample, start));
    let search_scale = fitted_scale(samples, |sample| sample.value);
    let mut lessons = aimed(samples, search_scale, lesson.hindsight);
    let mut model = Model::new(start, scale, lesson);
    model.count(samples);
    let mut chance = Chance::new(provenance.seed);
    progress(0, model.losses(samples));
    for round in 1..=lesson.rounds {
        chance.shuffle(&mut lessons);
        model.rate = lesson.rate * (1.0 - (round - 1) as f32 / lesson.rounds as f32);
        for aimed in &lessons {
            model.learn(&samples[aimed.place as usize], aimed.aim);
        }
        progress(round, model.losses(samples));
    }
    let after = model.losses(samples);
    let mut weights = model.quantised::<R>(model.man_odds(samples), provenance);
    weights.provenance.loss = after[0];
    weights.provenance.held_out_loss = after[1];
    weights
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// A position to learn from, by its place, and the share of the point it aims at for White.
struct Aimed {
    place: u32,
    aim: f32,
}

/// What each position aims at: the positions of a game from the last to the first.
fn aimed<R: Rules>(samples: &[Sample<R>], search_scale: f32, hindsight: f32) -> Vec<Aimed> {
    let mut lessons = Vec::with_capacity(samples.len());
    let mut next: Option<(&Sample<R>, f32)> = None;
    for (place, sample) in samples.iter().enumerate().rev() {
        let found = sigmoid(sample.value as f32 / search_scale);
        let later = match next {
            _ if sample.strayed => found,
            Some((next, aim)) if !sample.ends_before(next) => aim,
            _ => sample.result.points() as f32,
        };
        let aim = (1.0 - hindsight) * found + hindsight * later;
        next = Some((sample, aim));
        if !sample.held_out {
            lessons.push(Aimed { place: place as u32, aim });
        }
    }
    lessons
}

/// Weights as real numbers, in odds: of men knot by knot, then with kings.
struct Model {
    weights: Vec<f32>,
    first: Vec<f32>,
    steps: Vec<f32>,
    /// The pull back to the first weight each time it counts: the rarer, the stronger.
    pulls: Vec<f32>,
    rate: f32,
    lesson: Lesson,
}

/// The two weights a feature has at a stage, by where its game's begin, and how much of each counts.
type Shares = [(usize, f32); 2];

fn shares<R: Rules>(stage: Stage) -> Shares {
    match stage {
        Stage::Men { span, gone } => {
            let later = gone as f32 / Features::<R>::SPAN as f32;
            let knot = |knot| knot * Features::<R>::OF_MEN;
            [(knot(span), 1.0 - later), (knot(span + 1), later)]
        }
        Stage::Kings => [(KNOTS * Features::<R>::OF_MEN, 1.0), (0, 0.0)],
    }
}

impl Model {
    fn new(start: &Weights, scale: f32, lesson: Lesson) -> Self {
        let odds = |weight: i16| f32::from(weight) / (UNIT as f32 * scale);
        let features = 0..start.spans[0].len();
        let of_men =
            (0..KNOTS).flat_map(|knot| features.clone().map(move |feature| start.knots(feature)[knot]));
        let weights: Vec<f32> = of_men.chain(start.with_kings.iter().copied()).map(odds).collect();
        let steps = vec![STEPS_BEFORE; weights.len()];
        let pulls = vec![0.0; weights.len()];
        Self { first: weights.clone(), weights, steps, pulls, rate: lesson.rate, lesson }
    }

    /// Counts how often each weight counts. A pattern seen in a few games only must not be believed: the search
    /// would look for the very positions that are misjudged.
    fn count<R: Rules>(&mut self, samples: &[Sample<R>]) {
        let mut seen = vec![0_u32; self.weights.len()];
        for sample in samples.iter().filter(|sample| !sample.held_out) {
            let features = Features::of(&sample.position);
            for (from, share) in shares::<R>(features.stage()) {
                if share > 0.0 {
                    features.visit(|feature, _| seen[from + feature] += 1);
                }
            }
        }
        let strength = CURVATURE * self.lesson.caution;
        self.pulls = seen.iter().map(|&seen| strength / seen.max(1) as f32).collect();
    }

    fn odds<R: Rules>(&self, sample: &Sample<R>) -> f32 {
        let features = Features::of(&sample.position);
        self.weighed(&features, shares::<R>(features.stage()))
    }

    fn weighed<R: Rules>(&self, features: &Features<'_, R>, shares: Shares) -> f32 {
        let mut odds = 0.0;
        features.visit(|feature, times| {
            odds += shares.iter().map(|(from, share)| self.weights[from + feature] * share).sum::<f32>()
                * times as f32;
        });
        odds
    }

    fn learn<R: Rules>(&mut self, sample: &Sample<R>, aim: f32) {
        let features = Features::of(&sample.position);
        let shares = shares::<R>(features.stage());
        let error = sigmoid(self.weighed(&features, shares)) - aim;
        for (from, share) in shares.into_iter().filter(|&(_, share)| share > 0.0) {
            features.visit(|feature, times| self.step(from + feature, error * times as f32 * share));
        }
    }

    /// Moves a weight down a slope.
    fn step(&mut self, place: usize, slope: f32) {
        let (weight, first) = (&mut self.weights[place], self.first[place]);
        let steps = &mut self.steps[place];
        *steps += slope * slope;
        let rate = self.rate / steps.sqrt();
        let moved = *weight - first - rate * slope;
        // The pull is taken where the step ends, not where it begins: so it never overshoots.
        *weight = first + moved / (1.0 + rate * self.pulls[place]);
    }

    /// Mean logistic loss of the results, on the positions learned from and on those held out.
    fn losses<R: Rules>(&self, samples: &[Sample<R>]) -> [f64; 2] {
        let (mut sums, mut counts) = ([0.0; 2], [0_u64; 2]);
        for sample in samples {
            let chance = f64::from(sigmoid(self.odds(sample))).clamp(1e-6, 1.0 - 1e-6);
            let points = sample.result.points();
            sums[usize::from(sample.held_out)] -= points * chance.ln() + (1.0 - points) * (1.0 - chance).ln();
            counts[usize::from(sample.held_out)] += 1;
        }
        [0, 1].map(|part| sums[part] / counts[part].max(1) as f64)
    }

    /// What a man more adds to the odds, on average.
    fn man_odds<R: Rules>(&self, samples: &[Sample<R>]) -> f32 {
        let (mut together, mut alone) = (0.0, 0.0);
        for sample in samples {
            let men = |side| sample.position.men(side).len() as f64;
            let more = men(Side::White) - men(Side::Black);
            together += more * f64::from(self.odds(sample));
            alone += more * more;
        }
        if alone > 0.0 && together > 0.0 { (together / alone) as f32 } else { 1.0 }
    }

    fn quantised<R: Rules>(&self, man_odds: f32, provenance: Provenance) -> Weights {
        let whole = |odds: &f32| {
            let weight = (odds / man_odds * (MAN * UNIT) as f32).round();
            weight.clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
        };
        let numbers: Vec<i16> = self.weights.iter().map(whole).collect();
        let knots =
            |feature: usize| std::array::from_fn(|knot| numbers[knot * Features::<R>::OF_MEN + feature]);
        let of_men: Vec<_> = (0..Features::<R>::OF_MEN).map(knots).collect();
        Weights::new(provenance, &of_men, numbers[KNOTS * Features::<R>::OF_MEN..].into())
    }
}

/// Positions that are enough to fit a number or two.
const SHOWN: usize = 100_000;

/// The scale under which values foretell results best.
fn fitted_scale<R: Rules>(samples: &[Sample<R>], value: impl Fn(&Sample<R>) -> Value) -> f32 {
    let shown: Vec<(f32, f32)> = samples
        .iter()
        .step_by(samples.len().div_ceil(SHOWN).max(1))
        .map(|sample| (value(sample) as f32, sample.result.points() as f32))
        .collect();
    let loss = |scale: f32| {
        let of_one = |&(value, points): &(f32, f32)| {
            let chance = sigmoid(value / scale).clamp(1e-6, 1.0 - 1e-6);
            f64::from(-(points * chance.ln() + (1.0 - points) * (1.0 - chance).ln()))
        };
        shown.iter().map(of_one).sum::<f64>()
    };
    best_of((4..100).map(|fives| 5.0 * fives as f32), 60.0, loss)
}

/// The chances of winning and losing that fit the games best, by what the searches said: they were made with the
/// weights of the generation before, which had not seen these games.
pub(crate) fn fitted_chances<R: Rules>(samples: &[Sample<R>], otherwise: Chances) -> Chances {
    let shown: Vec<(f64, GameResult)> = samples
        .iter()
        .step_by(samples.len().div_ceil(SHOWN).max(1))
        .map(|sample| (f64::from(sample.value), sample.result))
        .collect();
    let loss = |chances: Chances| {
        let of_one = |&(value, result): &(f64, GameResult)| {
            let [win, draw, loss] = chances.of(value);
            let chance = match result {
                GameResult::WhiteWins => win,
                GameResult::Drawn => draw,
                GameResult::BlackWins => loss,
            };
            -chance.max(1e-6).ln()
        };
        shown.iter().map(of_one).sum::<f64>()
    };
    let grid = (1..=60).flat_map(|draw| {
        (1..=30).map(move |slope| Chances { draw: 10.0 * f64::from(draw), slope: 10.0 * f64::from(slope) })
    });
    best_of(grid, otherwise, loss)
}

fn for_white<R: Rules>(sample: &Sample<R>, weights: &Weights) -> Value {
    let value = evaluate(weights, &sample.position);
    if sample.position.turn() == Side::White { value } else { -value }
}

fn best_of<T: Copy>(choices: impl Iterator<Item = T>, otherwise: T, loss: impl Fn(T) -> f64) -> T {
    let weighed = choices.map(|choice| (choice, loss(choice)));
    weighed.reduce(|best, next| if next.1 < best.1 { next } else { best }).map_or(otherwise, |best| best.0)
}
