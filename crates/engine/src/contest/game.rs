//! One game of a match.

use damiera_rules::{History, Rules, Side};

use crate::contest::player::Player;
use crate::limits::Limits;
use crate::probe::Endgames;
use crate::state::State;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// A side had no move left.
    NoMove {
        /// Who won.
        winner: Side,
    },
    /// Endgame tables know how it ends, the count included.
    Table {
        /// Who wins, if anybody.
        winner: Option<Side>,
    },
    /// A count of the book ran out.
    Count,
    /// A position stood for the third time, in a game whose book knows the rule.
    Repetition,
    /// It went on for too long.
    Length,
    /// A player failed: an illegal move, no answer, or the program ended.
    Fault {
        /// Who won by it.
        winner: Side,
        /// What happened.
        why: String,
    },
}

impl Ending {
    /// Who won, if anybody.
    #[must_use]
    pub const fn winner(&self) -> Option<Side> {
        match self {
            Self::NoMove { winner } | Self::Fault { winner, .. } => Some(*winner),
            Self::Table { winner } => *winner,
            Self::Count | Self::Repetition | Self::Length => None,
        }
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Played<R> {
    /// Its positions.
    pub game: History<R>,
    /// Its end.
    pub ending: Ending,
}

/// Positions after which a game is drawn whatever happens.
const LONGEST: usize = 500;

/// What holds for both players of a game.
#[derive(Clone, Copy)]
pub struct Conditions<'a, R> {
    /// Time, depth or nodes a move.
    pub limits: Limits,
    /// Tables that end a game as soon as they know its result.
    pub judge: &'a dyn Endgames<R>,
    /// Chance for lower levels.
    pub seed: u64,
}

/// Plays a game from an opening.
pub fn play_game<R: Rules>(
    opening: &History<R>,
    white: &mut Player<R>,
    black: &mut Player<R>,
    conditions: Conditions<'_, R>,
) -> Played<R> {
    let mut game = opening.clone();
    let begun = white.new_game().map_err(|fault| (Side::Black, fault));
    let begun = begun.and_then(|()| black.new_game().map_err(|fault| (Side::White, fault)));
    if let Err((winner, fault)) = begun {
        return Played { game, ending: Ending::Fault { winner, why: fault.to_string() } };
    }
    loop {
        if let Some(ending) = ended(&game, conditions.judge) {
            return Played { game, ending };
        }
        let turn = game.position().turn();
        let player = if turn == Side::White { &mut *white } else { &mut *black };
        match player.choose(&game, conditions.limits, conditions.seed) {
            Ok(Some(m)) if game.position().is_legal(&m) => game.push(&m),
            Ok(_) => {
                let why = "the move was not legal".to_owned();
                return Played { game, ending: Ending::Fault { winner: !turn, why } };
            }
            Err(fault) => {
                return Played { game, ending: Ending::Fault { winner: !turn, why: fault.to_string() } };
            }
        }
    }
}

fn ended<R: Rules>(game: &History<R>, judge: &dyn Endgames<R>) -> Option<Ending> {
    let position = game.position();
    if position.legal().is_empty() {
        Some(Ending::NoMove { winner: !position.turn() })
    } else if State::now(game).counted_out() {
        Some(Ending::Count)
    } else if R::REPETITION_DRAW.is_some() && game.occurrences() >= 3 {
        Some(Ending::Repetition)
    } else if game.positions().len() > LONGEST {
        Some(Ending::Length)
    } else {
        judged(game, judge)
    }
}

fn judged<R: Rules>(game: &History<R>, judge: &dyn Endgames<R>) -> Option<Ending> {
    let position = game.position();
    if position.occupied().len() > judge.most_pieces() {
        return None;
    }
    let best = judge.solved(position, State::now(game).counted())?.first()?.value;
    let winner = match best.signum() {
        1 => Some(position.turn()),
        0 => None,
        _ => Some(!position.turn()),
    };
    Some(Ending::Table { winner })
}
