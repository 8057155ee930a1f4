//! What an organiser announces before round 1.

use damiera_rules::Variant;

use super::state::TournamentSettings;
use crate::draw::DrawScope;
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
    /// Minutes for each side.
    pub minutes: u32,
    /// Seconds added for each move.
    pub increment: u32,
    /// When round 1 is paired, in milliseconds since 1970; when the organiser publishes it, if absent.
    pub starts_at: Option<u64>,
    /// Seconds in which a player must make the first move.
    pub no_show: u32,
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
    /// Openings that are not drawn, by their place in the deck from 0.
    pub barred: Vec<usize>,
}
