//! One game of a match.

use damiera_engine::{DrawCounts, Endgames, SearchLimits, SearchRules};
use damiera_rules::{History, Rules, Side};

use crate::matches::player::MatchPlayer;

/// How a game of a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum MatchEnding {
    /// A side had no legal move.
    NoMove { winner: Side },
    /// The endgame tables decided it, with the book's draw count taken into account.
    Adjudicated { winner: Option<Side> },
    /// A draw count of the book ran out.
    Count,
    /// The position occurred for the third time, in a game whose book has the rule.
    Repetition,
    /// It was longer than [`LONGEST_GAME`].
    TooLong,
    /// A player forfeited: it made an illegal move, did not answer, or exited.
    Forfeit { winner: Side, reason: String },
}

impl MatchEnding {
    /// The winner, unless the game was drawn.
    pub(crate) const fn winner(&self) -> Option<Side> {
        match self {
            Self::NoMove { winner } | Self::Forfeit { winner, .. } => Some(*winner),
            Self::Adjudicated { winner } => *winner,
            Self::Count | Self::Repetition | Self::TooLong => None,
        }
    }
}

/// A finished game of a match.
#[derive(Clone, Debug)]
pub(crate) struct MatchGame<R> {
    pub(crate) history: History<R>,
    pub(crate) ending: MatchEnding,
}

/// The number of positions after which a game is declared drawn.
const LONGEST_GAME: usize = 500;

/// The conditions of a game, the same for both players.
#[derive(Clone, Copy)]
pub(crate) struct GameConditions<'a, R> {
    /// Time, depth or nodes for each move.
    pub(crate) limits: SearchLimits,
    /// Tables that end a game as soon as it reaches them.
    pub(crate) adjudicator: &'a dyn Endgames<R>,
    /// Seed for the errors of lower levels.
    pub(crate) seed: u64,
}

/// Plays a game from an opening.
pub(crate) fn play_game<R: SearchRules>(
    opening: &History<R>,
    white: &mut MatchPlayer<R>,
    black: &mut MatchPlayer<R>,
    conditions: GameConditions<'_, R>,
) -> MatchGame<R> {
    let mut history = opening.clone();
    let forfeit = |loser: Side, reason: String| MatchEnding::Forfeit { winner: !loser, reason };
    for (side, player) in [(Side::White, &mut *white), (Side::Black, &mut *black)] {
        if let Err(error) = player.new_game() {
            return MatchGame { history, ending: forfeit(side, error.to_string()) };
        }
    }
    let ending = loop {
        if let Some(ending) = ending_of(&history, conditions.adjudicator) {
            break ending;
        }
        let turn = history.position().turn();
        let player = if turn == Side::White { &mut *white } else { &mut *black };
        match player.choose(&history, conditions.limits, conditions.seed) {
            Ok(Some(m)) if history.position().is_legal(&m) => history.push(&m),
            Ok(_) => break forfeit(turn, "the move was not legal".to_owned()),
            Err(error) => break forfeit(turn, error.to_string()),
        }
    };
    MatchGame { history, ending }
}

fn ending_of<R: Rules>(game: &History<R>, adjudicator: &dyn Endgames<R>) -> Option<MatchEnding> {
    let position = game.position();
    if position.legal().is_empty() {
        Some(MatchEnding::NoMove { winner: !position.turn() })
    } else if DrawCounts::of(game).run_out {
        Some(MatchEnding::Count)
    } else if R::REPETITION_DRAW.is_some() && game.occurrences() >= 3 {
        Some(MatchEnding::Repetition)
    } else if game.positions().len() > LONGEST_GAME {
        Some(MatchEnding::TooLong)
    } else {
        adjudicate(game, adjudicator)
    }
}

fn adjudicate<R: Rules>(game: &History<R>, adjudicator: &dyn Endgames<R>) -> Option<MatchEnding> {
    let position = game.position();
    if position.occupied().len() > adjudicator.most_pieces() {
        return None;
    }
    let best = adjudicator.solved(position, DrawCounts::of(game).running)?.first()?.value;
    let winner = match best.signum() {
        1 => Some(position.turn()),
        0 => None,
        _ => Some(!position.turn()),
    };
    Some(MatchEnding::Adjudicated { winner })
}
