//! Games of the engine against itself.

use damiera_rules::{History, Position, Rules, Side};

use crate::chance::Chance;
use crate::control::Control;
use crate::engine::{Engine, Question};
use crate::limits::Limits;
use crate::state::State;
use crate::train::sample::{GameResult, Sample};
use crate::value::{DECIDED, MAN, Value};

/// Plies of chance at the beginning of a game: from the first to the second.
const OPENING: [usize; 2] = [4, 12];
/// An opening further from balance than this is not played.
const BALANCED: Value = MAN;
/// A game that lasts longer is drawn.
const LONGEST: usize = 260;

/// A position a few random moves from the start, from which both sides still have a game.
pub(crate) fn opening<R: Rules>(chance: &mut Chance, engine: &Engine<R>, nodes: u64) -> History<R> {
    loop {
        let plies = OPENING[0] + chance.below(OPENING[1] - OPENING[0] + 1);
        let Some(game) = random_game(chance, plies) else { continue };
        let report = engine.think(&Question::best(&game, Limits::nodes(nodes)), &Control::default(), |_| ());
        if report.lines.first().is_some_and(|line| line.value.abs() <= BALANCED) {
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
    chance: &mut Chance,
    nodes: u64,
    held_out: bool,
) -> Vec<Sample<R>> {
    engine.forget();
    let mut game = opening(chance, engine, nodes);
    let mut quiet = Vec::new();
    let result = loop {
        if let Some(result) = ended(&game) {
            break result;
        }
        let report = engine.think(&Question::best(&game, Limits::nodes(nodes)), &Control::default(), |_| ());
        let (Some(best), Some(line)) = (report.best(), report.lines.first()) else {
            break GameResult::Drawn;
        };
        let position = *game.position();
        if line.value.abs() >= DECIDED {
            let winner = if line.value > 0 { position.turn() } else { !position.turn() };
            break GameResult::won_by(winner);
        }
        if is_quiet(&position) {
            quiet.push((position, if position.turn() == Side::White { line.value } else { -line.value }));
        }
        game.push(&best);
    };
    quiet.into_iter().map(|(position, value)| Sample { position, result, value, held_out }).collect()
}

/// No capture is due, and none is threatened.
fn is_quiet<R: Rules>(position: &Position<R>) -> bool {
    Side::BOTH.into_iter().all(|side| !position.can_take(side))
}

/// How a game has ended, if it has.
pub(crate) fn ended<R: Rules>(game: &History<R>) -> Option<GameResult> {
    let position = game.position();
    if position.legal().is_empty() {
        return Some(GameResult::won_by(!position.turn()));
    }
    let repeated = R::REPETITION_DRAW.is_some() && game.occurrences() >= 3;
    let drawn = repeated || game.positions().len() > LONGEST || State::now(game).counted_out();
    drawn.then_some(GameResult::Drawn)
}
