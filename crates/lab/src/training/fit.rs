//! Logistic regression: weights under which the score of a position predicts the result of its game.
//!
//! The result says little about a position fifty moves earlier; the score of a search says more, but nothing that the old
//! weights did not know. So the target of a position is a mixture: the score found there, the score found one sample later, and
//! so on with geometrically decreasing weight, up to the result (the λ-return of temporal difference learning).
//!
//! White's expected point is σ(logit), and the logit is the sum of the features' weights. The weights start from material,
//! scaled to fit best, and then move by stochastic gradient descent with Adagrad step sizes and L2 regularisation towards
//! their start. At the end logits become hundredths of a man, such that a man more is worth a hundred on average.

use std::ops::Range;

use damiera_engine::evaluation::{
    EvalStage, Features, KNOTS, LearnedFeature, LearnedFeatures, UNIT, evaluate,
};
use damiera_engine::{ChanceModel, LearnedWeights, MAN, Provenance, SplitMix64, Value, Weights};
use damiera_rules::{Rules, Side};

use crate::training::sample::{SampleResult, TrainingSample};

/// How to fit the weights.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitSettings {
    /// The number of passes over the samples.
    pub epochs: u32,
    /// The learning rate in the first epoch; it decreases linearly.
    pub rate: f32,
    /// The strength of the pull towards the start: the number of samples that must support a change before half of it is
    /// made.
    pub prior: f32,
    /// The same for the corrections of whole patterns.
    pub whole_prior: f32,
    /// λ: how much the target of the next sample counts in a sample's target. The rest is the score of its own search.
    pub lambda: f32,
}

impl Default for FitSettings {
    fn default() -> Self {
        Self { epochs: 8, rate: 0.2, prior: 100.0, whole_prior: 3_000.0, lambda: 0.95 }
    }
}

/// How far a fit has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitProgress {
    /// The number of finished epochs.
    pub epoch: u32,
    /// The mean loss on the samples that are learned from.
    pub loss: f64,
    /// The mean loss on the samples that are held out.
    pub held_out_loss: f64,
}

/// The initial sum of squared gradients of each weight in Adagrad: it keeps the first steps small.
const INITIAL_GRADIENTS: f32 = 8.0;
/// The second derivative of the logistic loss at even odds: how much one sample says about a weight.
const CURVATURE: f32 = 0.25;

pub(crate) fn fit<R: Rules>(
    samples: &[TrainingSample<R>],
    start: &LearnedWeights,
    settings: FitSettings,
    provenance: Provenance,
    progress: &mut dyn FnMut(FitProgress),
) -> LearnedWeights {
    let folded = Weights::from(start);
    let scale = fitted_scale(samples, |sample| value_for_white(sample, &folded));
    let search_scale = fitted_scale(samples, |sample| sample.value);
    let mut targets = targets(samples, search_scale, settings.lambda);
    let mut model = LogisticModel::<R>::new(start, scale, settings);
    model.set_pulls(samples);
    let mut rng = SplitMix64::new(provenance.seed);
    let mut losses = model.losses(samples);
    progress(FitProgress { epoch: 0, loss: losses[0], held_out_loss: losses[1] });
    for epoch in 1..=settings.epochs {
        rng.shuffle(&mut targets);
        model.rate = settings.rate * (1.0 - (epoch - 1) as f32 / settings.epochs as f32);
        for target in &targets {
            model.learn(&samples[target.sample as usize], target.points);
        }
        losses = model.losses(samples);
        progress(FitProgress { epoch, loss: losses[0], held_out_loss: losses[1] });
    }
    let mut weights = model.quantised(model.logit_of_a_man(samples), provenance);
    [weights.provenance.loss, weights.provenance.held_out_loss] = losses;
    weights
}

/// The logistic function. `libm` gives the same bits on every machine, which the system's `exp` does not: the same run must
/// give the same file.
fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}

/// The target of a sample, given by its index: White's expected share of the point.
struct TrainingTarget {
    sample: u32,
    points: f32,
}

/// The targets of all samples that are not held out, computed backwards through each game.
fn targets<R: Rules>(samples: &[TrainingSample<R>], search_scale: f32, lambda: f32) -> Vec<TrainingTarget> {
    let mut targets = Vec::with_capacity(samples.len());
    let mut next: Option<(&TrainingSample<R>, f32)> = None;
    for (index, sample) in samples.iter().enumerate().rev() {
        let found = sigmoid(sample.value as f32 / search_scale);
        let later = match next {
            _ if sample.explored => found,
            Some((next, points)) if !sample.ends_before(next) => points,
            _ => sample.result.points() as f32,
        };
        let points = (1.0 - lambda) * found + lambda * later;
        next = Some((sample, points));
        if !sample.held_out {
            targets.push(TrainingTarget { sample: index as u32, points });
        }
    }
    targets
}

/// The weights during the fit, as logits: the basic features of positions without kings knot by knot, the corrections of whole
/// patterns, and the same of positions with kings.
struct LogisticModel<R> {
    features: LearnedFeatures<R>,
    weights: Vec<f32>,
    start: Vec<f32>,
    /// The sum of squared gradients of each weight (Adagrad).
    gradients: Vec<f32>,
    /// How strongly each weight is pulled towards its start at each step: the rarer its feature, the stronger.
    pulls: Vec<f32>,
    rate: f32,
    settings: FitSettings,
}

/// Where the weights of a stage begin: those of basic features at the two knots that the position lies between, with the
/// knot's share, and the corrections of whole patterns.
#[derive(Clone, Copy)]
struct StageWeights {
    knots: [(usize, f32); 2],
    whole: usize,
}

impl StageWeights {
    fn of<R: Rules>(stage: EvalStage) -> Self {
        let [basic, _] = LearnedFeatures::<R>::OF_MEN;
        let [whole_of_men, whole_with_kings] = wholes::<R>();
        match stage {
            EvalStage::Men { span, gone } => {
                let later = gone as f32 / Features::<R>::SPAN as f32;
                let knots = [(span * basic, 1.0 - later), ((span + 1) * basic, later)];
                Self { knots, whole: whole_of_men.start }
            }
            EvalStage::Kings => {
                let start = whole_of_men.end;
                Self { knots: [(start, 1.0), (start, 0.0)], whole: whole_with_kings.start }
            }
        }
    }

    /// The weights of a feature and their shares.
    #[inline]
    fn places(self, feature: LearnedFeature) -> [(usize, f32); 2] {
        match feature {
            LearnedFeature::Basic(feature) => self.knots.map(|(from, share)| (from + feature, share)),
            LearnedFeature::Whole(feature) => [(self.whole + feature, 1.0), (self.whole + feature, 0.0)],
        }
    }
}

/// The corrections of whole patterns, without and with kings, among all weights.
fn wholes<R: Rules>() -> [Range<usize>; 2] {
    let [basic, whole] = LearnedFeatures::<R>::OF_MEN;
    let [with_kings, whole_with_kings] = LearnedFeatures::<R>::WITH_KINGS;
    let start = KNOTS * basic;
    let start_with_kings = start + whole + with_kings;
    [start..start + whole, start_with_kings..start_with_kings + whole_with_kings]
}

impl<R: Rules> LogisticModel<R> {
    fn new(start: &LearnedWeights, scale: f32, settings: FitSettings) -> Self {
        let logit = |weight: i16| f32::from(weight) / (UNIT as f32 * scale);
        let of_men = (0..KNOTS).flat_map(|knot| start.of_men.iter().map(move |knots| knots[knot]));
        let others = [&start.whole_of_men, &start.with_kings, &start.whole_with_kings];
        let weights: Vec<f32> = of_men.chain(others.into_iter().flatten().copied()).map(logit).collect();
        let gradients = vec![INITIAL_GRADIENTS; weights.len()];
        let pulls = vec![0.0; weights.len()];
        let features = LearnedFeatures::default();
        Self { features, start: weights.clone(), weights, gradients, pulls, rate: settings.rate, settings }
    }

    /// Sets the pull of each weight by how often its feature occurs. A pattern seen in a few games must not be trusted: the
    /// search would steer towards the very positions that are misjudged.
    fn set_pulls(&mut self, samples: &[TrainingSample<R>]) {
        let mut seen = vec![0_u32; self.weights.len()];
        for sample in samples.iter().filter(|sample| !sample.held_out) {
            let features = Features::of(&sample.position);
            let stage = StageWeights::of::<R>(features.stage());
            self.features.visit(&features, |feature, _| {
                for (index, _) in stage.places(feature).into_iter().filter(|&(_, share)| share > 0.0) {
                    seen[index] += 1;
                }
            });
        }
        let FitSettings { prior, whole_prior, .. } = self.settings;
        let wholes = wholes::<R>();
        let prior_of =
            |index| if wholes.iter().any(|whole| whole.contains(&index)) { whole_prior } else { prior };
        let pull = |(index, &seen): (usize, &u32)| CURVATURE * prior_of(index) / seen.max(1) as f32;
        self.pulls = (0..).zip(&seen).map(pull).collect();
    }

    fn logit(&self, sample: &TrainingSample<R>) -> f32 {
        let features = Features::of(&sample.position);
        self.weighted_sum(&features, StageWeights::of::<R>(features.stage()))
    }

    fn weighted_sum(&self, features: &Features<'_, R>, stage: StageWeights) -> f32 {
        let mut sum = 0.0;
        self.features.visit(features, |feature, times| {
            let weight = stage.places(feature).map(|(index, share)| self.weights[index] * share);
            sum += (weight[0] + weight[1]) * times as f32;
        });
        sum
    }

    fn learn(&mut self, sample: &TrainingSample<R>, target: f32) {
        let features = Features::of(&sample.position);
        let stage = StageWeights::of::<R>(features.stage());
        let error = sigmoid(self.weighted_sum(&features, stage)) - target;
        let Self { features: learned, weights, start, gradients, pulls, rate, .. } = self;
        learned.visit(&features, |feature, times| {
            for (index, share) in stage.places(feature).into_iter().filter(|&(_, share)| share > 0.0) {
                let gradient = error * times as f32 * share;
                gradients[index] += gradient * gradient;
                let rate = *rate / gradients[index].sqrt();
                let moved = weights[index] - start[index] - rate * gradient;
                // An implicit step for the pull: taken where the step ends, it never overshoots.
                weights[index] = start[index] + moved / (1.0 + rate * pulls[index]);
            }
        });
    }

    /// The mean logistic loss of the results, on the samples that are learned from and on those held out.
    fn losses(&self, samples: &[TrainingSample<R>]) -> [f64; 2] {
        let (mut sums, mut counts) = ([0.0; 2], [0_u64; 2]);
        for sample in samples {
            let chance = f64::from(sigmoid(self.logit(sample))).clamp(1e-6, 1.0 - 1e-6);
            let points = sample.result.points();
            sums[usize::from(sample.held_out)] -=
                points * libm::log(chance) + (1.0 - points) * libm::log(1.0 - chance);
            counts[usize::from(sample.held_out)] += 1;
        }
        [0, 1].map(|part| sums[part] / counts[part].max(1) as f64)
    }

    /// What a man more adds to the logit on average: the slope of a linear regression.
    fn logit_of_a_man(&self, samples: &[TrainingSample<R>]) -> f32 {
        let (mut covariance, mut variance) = (0.0, 0.0);
        for sample in samples {
            let men = |side| sample.position.men(side).len() as f64;
            let more = men(Side::White) - men(Side::Black);
            covariance += more * f64::from(self.logit(sample));
            variance += more * more;
        }
        if variance > 0.0 && covariance > 0.0 { (covariance / variance) as f32 } else { 1.0 }
    }

    fn quantised(&self, logit_of_a_man: f32, provenance: Provenance) -> LearnedWeights {
        let quantise = |logit: &f32| {
            let weight = (logit / logit_of_a_man * (MAN * UNIT) as f32).round();
            weight.clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
        };
        let numbers: Vec<i16> = self.weights.iter().map(quantise).collect();
        let [basic, whole] = LearnedFeatures::<R>::OF_MEN;
        let [with_kings, _] = LearnedFeatures::<R>::WITH_KINGS;
        let (of_men, rest) = numbers.split_at(KNOTS * basic);
        let (whole_of_men, rest) = rest.split_at(whole);
        let (with_kings, whole_with_kings) = rest.split_at(with_kings);
        LearnedWeights {
            provenance,
            of_men: (0..basic)
                .map(|feature| std::array::from_fn(|knot| of_men[knot * basic + feature]))
                .collect(),
            whole_of_men: whole_of_men.to_vec(),
            with_kings: with_kings.to_vec(),
            whole_with_kings: whole_with_kings.to_vec(),
        }
    }
}

/// The number of samples that one or two parameters are fitted to.
const ENOUGH: usize = 100_000;

/// The scale under which σ(value / scale) predicts the results best.
fn fitted_scale<R: Rules>(samples: &[TrainingSample<R>], value: impl Fn(&TrainingSample<R>) -> Value) -> f32 {
    let pairs: Vec<(f32, f32)> = samples
        .iter()
        .step_by(samples.len().div_ceil(ENOUGH).max(1))
        .map(|sample| (value(sample) as f32, sample.result.points() as f32))
        .collect();
    let loss = |scale: f32| {
        let loss_of = |&(value, points): &(f32, f32)| {
            let chance = sigmoid(value / scale).clamp(1e-6, 1.0 - 1e-6);
            f64::from(-(points * libm::logf(chance) + (1.0 - points) * libm::logf(1.0 - chance)))
        };
        pairs.iter().map(loss_of).sum::<f64>()
    };
    grid_search((4..100).map(|fives| 5.0 * fives as f32), 60.0, loss)
}

/// The model of winning chances that fits the scores of the searches best. The searches used the weights of the previous
/// generation, which had not seen these games.
pub(crate) fn fitted_chances<R: Rules>(samples: &[TrainingSample<R>], otherwise: ChanceModel) -> ChanceModel {
    let pairs: Vec<(f64, SampleResult)> = samples
        .iter()
        .step_by(samples.len().div_ceil(ENOUGH).max(1))
        .map(|sample| (f64::from(sample.value), sample.result))
        .collect();
    let loss = |model: ChanceModel| {
        let loss_of = |&(value, result): &(f64, SampleResult)| {
            let [win, draw, loss] = model.of(value);
            let chance = match result {
                SampleResult::WhiteWins => win,
                SampleResult::Drawn => draw,
                SampleResult::BlackWins => loss,
            };
            -libm::log(chance.max(1e-6))
        };
        pairs.iter().map(loss_of).sum::<f64>()
    };
    let grid = (1..=60).flat_map(|draw| {
        (1..=30)
            .map(move |slope| ChanceModel { draw: 10.0 * f64::from(draw), slope: 10.0 * f64::from(slope) })
    });
    grid_search(grid, otherwise, loss)
}

fn value_for_white<R: Rules>(sample: &TrainingSample<R>, weights: &Weights) -> Value {
    let value = evaluate(weights, &sample.position);
    if sample.position.turn() == Side::White { value } else { -value }
}

/// The choice with the smallest loss.
fn grid_search<T: Copy>(choices: impl Iterator<Item = T>, otherwise: T, loss: impl Fn(T) -> f64) -> T {
    let losses = choices.map(|choice| (choice, loss(choice)));
    losses.reduce(|best, next| if next.1 < best.1 { next } else { best }).map_or(otherwise, |best| best.0)
}
