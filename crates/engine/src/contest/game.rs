//! One game of a match.

use damiera_rules::{History, Rules, Side};

use crate::contest::player::Player;
use crate::limits::Limits;
use crate::state::State;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// A side had no move left.
    NoMove {
        /// Who won.
        winner: Side,
    },
    /// A count of the book ran out.
    Count,
    /// A position stood for the third time. Not every book knows it; in a match it saves the count.
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

/// Plays a game from an opening.
pub fn play_game<R: Rules>(
    opening: &History<R>,
    white: &mut Player<R>,
    black: &mut Player<R>,
    limits: Limits,
    seed: u64,
) -> Played<R> {
    let mut game = opening.clone();
    let begun = white.new_game().map_err(|fault| (Side::Black, fault));
    let begun = begun.and_then(|()| black.new_game().map_err(|fault| (Side::White, fault)));
    if let Err((winner, fault)) = begun {
        return Played { game, ending: Ending::Fault { winner, why: fault.to_string() } };
    }
    loop {
        if let Some(ending) = ended(&game) {
            return Played { game, ending };
        }
        let turn = game.position().turn();
        let player = if turn == Side::White { &mut *white } else { &mut *black };
        match player.choose(&game, limits, seed) {
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

fn ended<R: Rules>(game: &History<R>) -> Option<Ending> {
    let position = game.position();
    if position.legal().is_empty() {
        Some(Ending::NoMove { winner: !position.turn() })
    } else if State::now(game).counted_out() {
        Some(Ending::Count)
    } else if game.occurrences() >= 3 {
        Some(Ending::Repetition)
    } else if game.positions().len() > LONGEST {
        Some(Ending::Length)
    } else {
        None
    }
}
