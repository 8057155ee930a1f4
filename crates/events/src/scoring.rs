//! What every outcome is worth: a table the organiser chooses.

use crate::outcome::{GameResult, RoundOutcome};
use crate::points::Points;

/// What every outcome is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scoring {
    /// A game won.
    pub win: Points,
    /// A game drawn.
    pub draw: Points,
    /// A game lost.
    pub loss: Points,
    /// A win because the opponent did not appear.
    pub forfeit_win: Points,
    /// A loss because the player did not appear.
    pub forfeit_loss: Points,
    /// The bye of an odd field.
    pub pairing_bye: Points,
    /// A bye that counts as a win.
    pub full_bye: Points,
    /// A bye that counts as a draw.
    pub half_bye: Points,
    /// A bye that counts nothing, and a round without an entry.
    pub zero_bye: Points,
    /// How the games of a micro-match are counted.
    pub match_count: MicroMatchCount,
    /// What drawn games are worth that favour a player, strongest first: a draw with three pieces more at Delft, or a match
    /// decided by its rapid game.
    pub edges: [Option<EdgeWorth>; MOST_EDGES],
}

/// How many degrees of a drawn game a scoring can have.
pub const MOST_EDGES: usize = 2;

/// What a drawn game is worth to both players if it favours one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EdgeWorth {
    /// Points of the player it favours.
    pub favoured: Points,
    /// Points of the other.
    pub other: Points,
}

/// How the games of a micro-match, or of a ballot, are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MicroMatchCount {
    /// Every game counts on its own: 0 to 4 points under 2 – 1 – 0.
    #[default]
    Games,
    /// The match counts as one game: won, drawn or lost.
    Whole,
}

const fn edge(favoured: i32, other: i32) -> Option<EdgeWorth> {
    Some(EdgeWorth { favoured: Points::whole(favoured), other: Points::whole(other) })
}

impl Scoring {
    /// 1 – ½ – 0.
    pub const ONE_HALF: Self = Self::of(Points::ONE, Points::HALF, Points::ZERO);
    /// 2 – 1 – 0, the custom of draughts.
    pub const TWO_ONE: Self = Self::of(Points::whole(2), Points::ONE, Points::ZERO);
    /// 3 – 1 – 0.
    pub const THREE_ONE: Self = Self::of(Points::whole(3), Points::ONE, Points::ZERO);

    /// The FMJD title match: the standard game decides, else the rapid one, else the blitz one.
    pub const FMJD_TITLE_MATCH: Self = Self {
        edges: [edge(8, 4), edge(7, 5)],
        ..Self::of(Points::whole(12), Points::whole(6), Points::ZERO)
    };
    /// The Delft count on 100 squares: a draw with three pieces more, a king counting as two, is worth 3 – 1.
    pub const DELFT: Self =
        Self { edges: [edge(3, 1), None], ..Self::of(Points::whole(4), Points::whole(2), Points::ZERO) };

    /// A table in which byes and forfeits are worth what the games they stand for are worth.
    #[must_use]
    pub const fn of(win: Points, draw: Points, loss: Points) -> Self {
        Self {
            win,
            draw,
            loss,
            forfeit_win: win,
            forfeit_loss: Points::ZERO,
            pairing_bye: win,
            full_bye: win,
            half_bye: draw,
            zero_bye: Points::ZERO,
            match_count: MicroMatchCount::Games,
            edges: [None; MOST_EDGES],
        }
    }

    /// What an outcome is worth; nothing while a result is missing.
    #[must_use]
    pub fn worth(&self, outcome: RoundOutcome) -> Points {
        match outcome {
            RoundOutcome::Played { result, .. } => self.game(result),
            RoundOutcome::Match { games, .. } => match (self.match_count, outcome.result()) {
                (MicroMatchCount::Whole, Some(result)) => self.game(result),
                _ => games.into_iter().map(|game| self.game(game.result())).sum(),
            },
            RoundOutcome::ForfeitWin { .. } => self.forfeit_win,
            RoundOutcome::ForfeitLoss { .. } => self.forfeit_loss,
            RoundOutcome::Pending { .. } => Points::ZERO,
            RoundOutcome::PairingBye => self.pairing_bye,
            RoundOutcome::FullBye => self.full_bye,
            RoundOutcome::HalfBye => self.half_bye,
            RoundOutcome::ZeroBye | RoundOutcome::Absent => self.zero_bye,
        }
    }

    /// The most that a round can bring: a game won, or all games of a match.
    #[must_use]
    pub fn most(&self) -> Points {
        self.win.max(self.draw).max(self.forfeit_win)
    }

    /// What a game is worth.
    #[must_use]
    pub const fn game(&self, result: GameResult) -> Points {
        match result {
            GameResult::Win => self.win,
            GameResult::Draw => self.draw,
            GameResult::Loss => self.loss,
        }
    }
}

impl Default for Scoring {
    fn default() -> Self {
        Self::ONE_HALF
    }
}
