//! What an organiser announces before round 1.

use damiera_rules::Variant;

use super::state::TournamentSettings;
use crate::draw::{DrawOrder, DrawScope};
use crate::tiebreak::TieBreak;

/// What an organiser announces before round 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentCharter {
    /// The name of the event.
    pub name: String,
    /// Where it is held; may be empty.
    pub place: String,
    /// The time for a game, in words; may be empty.
    pub pace: String,
    /// The game.
    pub variant: Variant,
    /// System, scoring, rounds and first colour.
    pub settings: TournamentSettings,
    /// The tie-breaks, in order.
    pub tie_breaks: Vec<TieBreak>,
    /// How openings are drawn; none if they are free.
    pub openings: Option<OpeningTerms>,
    /// How it is played on a server; none if it is played in a hall.
    pub online: Option<OnlineTerms>,
}

/// How a tournament is played on a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnlineTerms {
    /// How much time the players have.
    pub time: OnlineTimeControl,
    /// When round 1 is paired, in milliseconds since 1970; when the organiser publishes it, if absent.
    pub starts_at: Option<u64>,
    /// Whether games between two accounts count for their online ratings.
    pub rated: bool,
}

/// How much time players have in the games of an online tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnlineTimeControl {
    /// Games at one sitting.
    Live {
        /// Minutes for each side.
        minutes: u32,
        /// Seconds added for each move.
        increment: u32,
        /// Seconds in which a player must make the first move; who does not forfeits the game.
        no_show: u32,
    },
    /// Games by correspondence.
    Correspondence {
        /// How many days.
        days: u32,
        /// What the days are for.
        per: DayAllowance,
        /// Days of vacation that each player may take in a game.
        vacation: u32,
        /// What becomes of a player whose time runs out before the first move.
        absence: AbsenceRule,
    },
}

/// What a game by correspondence is for a player whose time runs out before the first move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum AbsenceRule {
    /// A loss on time, like any other.
    #[default]
    LossOnTime,
    /// A forfeit, as if they had not come to a game at one sitting.
    Forfeit,
}

/// What the days of a correspondence game are for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DayAllowance {
    /// Each move.
    EachMove,
    /// The whole game.
    WholeGame,
}

/// How openings are drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningTerms {
    /// The name of the deck.
    pub deck: String,
    /// The published seed.
    pub seed: String,
    /// For whom an opening is drawn.
    pub scope: DrawScope,
    /// In which order the pairs of a round draw.
    pub order: DrawOrder,
    /// Openings that are not drawn, by their place in the deck from 0.
    pub barred: Vec<usize>,
}
