//! Games of the engine against itself.

use damiera_rules::{History, Move, Position, Rules, Side};

use crate::chance::Chance;
use crate::control::Control;
use crate::engine::{Engine, Question};
use crate::limits::Limits;
use crate::probe::{Endgames, Verdict};
use crate::state::State;
use crate::train::sample::{GameResult, Sample};
use crate::value::{DECIDED, MAN, Value};

/// Plies of chance at the beginning of a game: from the first to the second.
const OPENING: [usize; 2] = [4, 12];
/// An opening further from balance than this is not played.
const BALANCED: Value = MAN / 2;
/// A game that lasts longer is drawn.
const LONGEST: usize = 260;
/// So many plies of kings alone are a draw: a quarter of the games' moves would be kings that get nowhere.
const NOWHERE: u16 = 30;
/// One move in so many is left to chance, so that games differ and the search meets positions its judgement would
/// have avoided.
const STRAY: usize = 20;
/// A move of chance that loses more than this is not made: games decided by blunders teach nothing but to count.
const TOLERATED: Value = MAN / 3;
/// A side this far behind, for so many plies and by the judgement of both, gives up.
const HOPELESS: Value = 5 * MAN;
const PATIENCE: usize = 6;

/// A position a few random moves from the start, from which both sides still have a game.
pub(crate) fn opening<R: Rules>(chance: &mut Chance, engine: &Engine<R>, nodes: u64) -> History<R> {
    loop {
        let plies = OPENING[0] + chance.below(OPENING[1] - OPENING[0] + 1);
        let Some(game) = random_game(chance, plies) else { continue };
        if searched(engine, &game, nodes).is_some_and(|(_, worth)| worth.abs() <= BALANCED) {
            return game;
        }
    }
}

fn random_game<R: Rules>(chance: &mut Chance, plies: usize) -> Option<History<R>> {
    let mut game = History::new(Position::start());
    for _ in 0..plies {
        let legal = game.position().legal();
        let m = *legal.get(chance.below(legal.len().max(1)))?;
        game.push(&m);
    }
    Some(game)
}

/// Plays a game and returns its quiet positions, each with how the game ended.
pub(crate) fn play<R: Rules>(
    engine: &Engine<R>,
    judge: &dyn Endgames<R>,
    chance: &mut Chance,
    nodes: u64,
    held_out: bool,
) -> Vec<Sample<R>> {
    engine.forget();
    let mut game = opening(chance, engine, nodes);
    let mut values: Vec<Value> = Vec::new();
    let mut samples: Vec<Sample<R>> = Vec::new();
    let result = loop {
        if let Some(result) = ended(&game).or_else(|| known(&game, judge)).or_else(|| given_up(&values)) {
            break result;
        }
        let Some((best, worth)) = searched(engine, &game, nodes) else { break GameResult::Drawn };
        let position = *game.position();
        let value = if position.turn() == Side::White { worth } else { -worth };
        values.push(value);
        if worth.abs() < DECIDED && is_quiet(&position) {
            samples.push(Sample { position, result: GameResult::Drawn, value, held_out, strayed: false });
        }
        let stray =
            if chance.below(STRAY) == 0 { strayed(engine, &game, worth, chance, nodes) } else { None };
        if stray.is_some() {
            values.clear();
            samples.iter_mut().rev().take(1).for_each(|sample| sample.strayed = true);
        }
        game.push(&stray.unwrap_or(best));
    };
    samples.iter_mut().for_each(|sample| sample.result = result);
    samples
}

/// The best move, and its worth to whoever is on move.
fn searched<R: Rules>(engine: &Engine<R>, game: &History<R>, nodes: u64) -> Option<(Move, Value)> {
    let report = engine.think(&Question::best(game, Limits::nodes(nodes)), &Control::default(), |_| ());
    Some((report.best()?, report.lines.first()?.value))
}

/// A move by chance that costs little.
fn strayed<R: Rules>(
    engine: &Engine<R>,
    game: &History<R>,
    worth: Value,
    chance: &mut Chance,
    nodes: u64,
) -> Option<Move> {
    let legal = game.position().legal();
    let m = *legal.get(chance.below(legal.len()))?;
    let mut after = game.clone();
    after.push(&m);
    let (_, reply) = searched(engine, &after, nodes)?;
    (-reply >= worth - TOLERATED).then_some(m)
}

/// The result that endgame tables know.
fn known<R: Rules>(game: &History<R>, judge: &dyn Endgames<R>) -> Option<GameResult> {
    let position = game.position();
    if position.occupied().len() > judge.most_pieces() {
        return None;
    }
    Some(match judge.verdict(position)? {
        Verdict::Win => GameResult::won_by(position.turn()),
        Verdict::Draw => GameResult::Drawn,
        Verdict::Loss => GameResult::won_by(!position.turn()),
    })
}

/// The result when one side has no hope left; the values are White's.
fn given_up(values: &[Value]) -> Option<GameResult> {
    let last = values.last()?;
    if last.abs() >= DECIDED {
        return Some(GameResult::won_by(if *last > 0 { Side::White } else { Side::Black }));
    }
    let late = values.last_chunk::<PATIENCE>()?;
    if late.iter().all(|&value| value >= HOPELESS) {
        Some(GameResult::WhiteWins)
    } else if late.iter().all(|&value| value <= -HOPELESS) {
        Some(GameResult::BlackWins)
    } else {
        None
    }
}

/// No capture is due, and none is threatened.
fn is_quiet<R: Rules>(position: &Position<R>) -> bool {
    Side::BOTH.into_iter().all(|side| !position.can_capture(side))
}

/// How a game has ended, if it has.
pub(crate) fn ended<R: Rules>(game: &History<R>) -> Option<GameResult> {
    let position = game.position();
    if position.legal().is_empty() {
        return Some(GameResult::won_by(!position.turn()));
    }
    let repeated = R::REPETITION_DRAW.is_some() && game.occurrences() >= 3;
    let state = State::now(game);
    let drawn = repeated || game.positions().len() > LONGEST || state.quiet >= NOWHERE || state.counted_out();
    drawn.then_some(GameResult::Drawn)
}
