//! What one round was for one player: every way to play, or not to play, is a fact of its own.

use damiera_rules::Side;

use crate::matches::MatchGameOutcome;

/// The number a player has in the pairing list, from 1.
pub type PairingNumber = u16;

/// What one round was for one player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RoundOutcome {
    /// A game was played.
    Played {
        /// Against whom.
        opponent: PairingNumber,
        /// With which pieces.
        side: Side,
        /// How it ended for this player.
        result: GameResult,
        /// Whether rating lists count it.
        rated: RatedGame,
    },
    /// A match of two games with colours exchanged, at least one of them not a forfeit of the same player as the other.
    Match {
        /// Against whom.
        opponent: PairingNumber,
        /// With which pieces in the first game.
        side: Side,
        /// How the games ended for this player.
        games: [MatchGameOutcome; 2],
    },
    /// The opponent did not appear.
    ForfeitWin {
        /// Who did not appear.
        opponent: PairingNumber,
        /// The pieces this player would have had, if they were allotted.
        side: Option<Side>,
    },
    /// This player did not appear; if the opponent did not either, both have this outcome (double forfeit).
    ForfeitLoss {
        /// Who was waiting.
        opponent: PairingNumber,
        /// The pieces this player would have had, if they were allotted.
        side: Option<Side>,
    },
    /// Paired, and no result is known yet.
    Pending {
        /// Against whom.
        opponent: PairingNumber,
        /// With which pieces.
        side: Side,
    },
    /// Left over in an odd field (pairing-allocated bye).
    PairingBye,
    /// A bye that counts as a win.
    FullBye,
    /// A bye that counts as a draw.
    HalfBye,
    /// A bye that counts nothing: announced absence, or withdrawn.
    ZeroBye,
    /// Nothing was entered: not yet in the event, or no longer.
    Absent,
}

/// How a game ended for one player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
}

impl GameResult {
    /// The same game from the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }
}

/// Whether rating lists count a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RatedGame {
    /// It counts.
    Rated,
    /// It does not, for instance because it ended before both had moved.
    Unrated,
}

impl RoundOutcome {
    /// A rated game.
    #[must_use]
    pub const fn played(opponent: PairingNumber, side: Side, result: GameResult) -> Self {
        Self::Played { opponent, side, result, rated: RatedGame::Rated }
    }

    /// The opponent over the board, and the pieces this player had.
    #[must_use]
    pub const fn game(self) -> Option<(PairingNumber, Side)> {
        match self {
            Self::Played { opponent, side, .. } => Some((opponent, side)),
            Self::Match {
                opponent,
                side,
                games: [MatchGameOutcome::Played(_), _] | [_, MatchGameOutcome::Played(_)],
            } => Some((opponent, side)),
            _ => None,
        }
    }

    /// How the games ended that were played: one, or those of a match.
    #[must_use]
    pub fn games_over_the_board(self) -> Vec<GameResult> {
        match self {
            Self::Played { result, .. } => vec![result],
            Self::Match { games, .. } => {
                let played = games.into_iter().filter(|game| matches!(game, MatchGameOutcome::Played(_)));
                played.map(MatchGameOutcome::result).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whom the player was paired with, whether or not they played.
    #[must_use]
    pub const fn opponent(self) -> Option<PairingNumber> {
        match self {
            Self::Played { opponent, .. }
            | Self::Match { opponent, .. }
            | Self::ForfeitWin { opponent, .. }
            | Self::ForfeitLoss { opponent, .. }
            | Self::Pending { opponent, .. } => Some(opponent),
            _ => None,
        }
    }

    /// The pieces the player had, or would have had.
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Played { side, .. } | Self::Match { side, .. } | Self::Pending { side, .. } => Some(side),
            Self::ForfeitWin { side, .. } | Self::ForfeitLoss { side, .. } => side,
            _ => None,
        }
    }

    /// How a game ended, or a match as a whole: who made more of its points won.
    #[must_use]
    pub const fn result(self) -> Option<GameResult> {
        match self {
            Self::Played { result, .. } => Some(result),
            Self::Match { games: [first, second], .. } => Some(match (first.result(), second.result()) {
                (GameResult::Win, GameResult::Win | GameResult::Draw)
                | (GameResult::Draw, GameResult::Win) => GameResult::Win,
                (GameResult::Loss, GameResult::Loss | GameResult::Draw)
                | (GameResult::Draw, GameResult::Loss) => GameResult::Loss,
                _ => GameResult::Draw,
            }),
            _ => None,
        }
    }

    /// Whether the player took part in the pairing of the round: with an opponent, or with the bye it allotted.
    #[must_use]
    pub const fn was_paired(self) -> bool {
        matches!(self, Self::PairingBye) || self.opponent().is_some()
    }
}
