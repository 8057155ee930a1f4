//! Games of the engine against itself.

use damiera_engine::{
    DECIDED, DrawCounts, EndgameVerdict, Endgames, Engine, MAN, SearchControl, SearchLimits, SearchRequest,
    SearchRules, SplitMix64, Value,
};
use damiera_rules::{History, Move, Position, Rules, Side};

use crate::matches::random_opening;
use crate::training::sample::{SampleResult, TrainingSample};

/// A game begins with at least and at most this many random plies.
const OPENING_PLIES: [usize; 2] = [4, 12];
/// An opening with a higher score for either side is not played.
const BALANCED: Value = MAN / 2;
/// The number of positions after which a game is declared drawn.
const LONGEST_GAME: usize = 260;
/// The number of plies without a capture or a man's move after which a game is declared drawn. Without this limit a quarter of
/// all moves would be kings that make no progress.
const LONGEST_QUIET: u16 = 30;
/// One move in this many is random, so that games differ and the search meets positions that its evaluation would avoid.
const EXPLORE_EVERY: usize = 20;
/// A random move that loses more than this is not played: games decided by blunders teach nothing but to count men.
const EXPLORE_LOSS: Value = MAN / 3;
/// A side resigns when both sides' searches have found it at least this far behind...
const RESIGN_SCORE: Value = 5 * MAN;
/// ...for this many plies.
const RESIGN_PLIES: usize = 6;

/// Plays a game and returns its quiet positions, each with the result of the game.
pub(crate) fn play<R: SearchRules>(
    engine: &Engine<R>,
    adjudicator: &dyn Endgames<R>,
    rng: &mut SplitMix64,
    nodes: u64,
) -> Vec<TrainingSample<R>> {
    engine.forget();
    let mut game = balanced_opening(rng, engine, nodes);
    let mut values: Vec<Value> = Vec::new();
    let mut samples: Vec<TrainingSample<R>> = Vec::new();
    let result = loop {
        let ended = result_of(&game).or_else(|| adjudicate(&game, adjudicator)).or_else(|| resigned(&values));
        if let Some(result) = ended {
            break result;
        }
        let Some((best, score)) = search(engine, &game, nodes) else { break SampleResult::Drawn };
        let position = *game.position();
        let value = if position.turn() == Side::White { score } else { -score };
        values.push(value);
        if score.abs() < DECIDED && is_quiet(&position) {
            let result = SampleResult::Drawn; // until the game has ended
            samples.push(TrainingSample { position, result, value, held_out: false, explored: false });
        }
        let random =
            if rng.below(EXPLORE_EVERY) == 0 { random_move(engine, &game, score, rng, nodes) } else { None };
        if random.is_some() {
            values.clear();
            if let Some(sample) = samples.last_mut() {
                sample.explored = true;
            }
        }
        game.push(&random.unwrap_or(best));
    };
    samples.iter_mut().for_each(|sample| sample.result = result);
    samples
}

/// A position a few random moves from the start, in which neither side is clearly better.
fn balanced_opening<R: SearchRules>(rng: &mut SplitMix64, engine: &Engine<R>, nodes: u64) -> History<R> {
    let [least, most] = OPENING_PLIES;
    loop {
        let plies = least + rng.below(most - least + 1);
        let Some(game) = random_opening(rng, plies) else { continue };
        if search(engine, &game, nodes).is_some_and(|(_, score)| score.abs() <= BALANCED) {
            return game;
        }
    }
}

/// The best move, and its score for the side to move.
fn search<R: SearchRules>(engine: &Engine<R>, game: &History<R>, nodes: u64) -> Option<(Move, Value)> {
    let report = engine.think(
        &SearchRequest::best(game, SearchLimits::nodes(nodes)),
        &SearchControl::default(),
        |_| (),
    );
    Some((report.best()?, report.lines.first()?.value))
}

/// A random move, if it does not lose much.
fn random_move<R: SearchRules>(
    engine: &Engine<R>,
    game: &History<R>,
    score: Value,
    rng: &mut SplitMix64,
    nodes: u64,
) -> Option<Move> {
    let legal = game.position().legal();
    let m = *legal.get(rng.below(legal.len()))?;
    let mut after = game.clone();
    after.push(&m);
    let (_, reply) = search(engine, &after, nodes)?;
    (-reply >= score - EXPLORE_LOSS).then_some(m)
}

/// The result that the endgame tables know.
fn adjudicate<R: Rules>(game: &History<R>, adjudicator: &dyn Endgames<R>) -> Option<SampleResult> {
    let position = game.position();
    if position.occupied().len() > adjudicator.most_pieces() {
        return None;
    }
    Some(match adjudicator.verdict(position)? {
        EndgameVerdict::Win => SampleResult::won_by(position.turn()),
        EndgameVerdict::Draw => SampleResult::Drawn,
        EndgameVerdict::Loss => SampleResult::won_by(!position.turn()),
    })
}

/// The result if one side resigns; the scores are from White's point of view.
fn resigned(values: &[Value]) -> Option<SampleResult> {
    let last = values.last()?;
    if last.abs() >= DECIDED {
        return Some(SampleResult::won_by(if *last > 0 { Side::White } else { Side::Black }));
    }
    let latest = values.last_chunk::<RESIGN_PLIES>()?;
    if latest.iter().all(|&value| value >= RESIGN_SCORE) {
        Some(SampleResult::WhiteWins)
    } else if latest.iter().all(|&value| value <= -RESIGN_SCORE) {
        Some(SampleResult::BlackWins)
    } else {
        None
    }
}

/// Whether neither side can capture.
fn is_quiet<R: Rules>(position: &Position<R>) -> bool {
    Side::BOTH.into_iter().all(|side| !position.can_capture(side))
}

/// The result of a game that has ended by the rules or by the limits above.
fn result_of<R: Rules>(game: &History<R>) -> Option<SampleResult> {
    let position = game.position();
    if position.legal().is_empty() {
        return Some(SampleResult::won_by(!position.turn()));
    }
    let repeated = R::REPETITION_DRAW.is_some() && game.occurrences() >= 3;
    let counts = DrawCounts::of(game);
    let too_long = game.positions().len() > LONGEST_GAME || counts.quiet >= LONGEST_QUIET;
    (repeated || too_long || counts.run_out).then_some(SampleResult::Drawn)
}
