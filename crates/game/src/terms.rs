//! What is agreed before a game: variant, profile, clocks and start position (FID-IT 15.1).

use std::fmt;
use std::time::Duration;

use damiera_rules::{MoveError, Pace, Provision, Setup, SetupFaults, Side, Square, Variant};

use crate::blindfold::BlindfoldTerms;
use crate::consultation::ConsultationRule;
use crate::control::ClockControl;
use crate::pace::pace_of;
use crate::profile::{Occasion, Profile, Recording, Takebacks};
use crate::rule_set::RuleSet;

/// The shortest time of a clock in a correspondence game.
const DAY: Duration = Duration::from_secs(24 * 3600);

/// The position a game starts from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum StartPosition {
    /// The initial position of the variant.
    #[default]
    Initial,
    /// The initial position without these pieces, given as odds (15.1.9).
    Odds(Vec<Square>),
    /// A set-up.
    Set(Setup),
}

/// How a player follows the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Sight {
    /// With sight of the board.
    #[default]
    Board,
    /// Blindfold (15.1.4 to 15.1.6).
    Blindfold,
    /// By touch, on a board for blind players (15.1.8).
    ByTouch,
}

/// Whether the game is part of a simultaneous display.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Simultaneity {
    /// It is not.
    #[default]
    Single,
    /// This side plays several games at once (15.1.2, 15.1.5).
    Simultaneous(Side),
}

/// What is agreed before a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The variant.
    pub variant: Variant,
    /// How the rules are enforced.
    pub profile: Profile,
    /// The start position.
    pub start: StartPosition,
    /// The side that makes the first move, where the odds of the move change what the book says (15.2).
    pub first: Option<Side>,
    /// Quiet moves that men of the receiver of odds have made before the game begins (15.2).
    pub moves_given: Vec<(Square, Square)>,
    /// The balloted opening moves in notation; they count as moves played (FID 7.2, note).
    pub opening: Vec<String>,
    /// The time controls of White and Black, which may differ (15.1.10).
    pub controls: [ClockControl; 2],
    /// How White and Black follow the game.
    pub sight: [Sight; 2],
    /// What a player without sight of the board may use, and what illegal tries cost (15.2).
    pub blindfold: BlindfoldTerms,
    /// How the people decide who hold White or Black together; `None` where one person holds the side (15.2).
    pub consultation: [Option<ConsultationRule>; 2],
    /// The vacation that each player of a correspondence game may take in all (15.1.3, 15.2).
    pub vacation: Duration,
    /// Whether it is part of a simultaneous display.
    pub company: Simultaneity,
    /// Whether the result changes the players' ratings.
    pub rated: bool,
}

impl Terms {
    /// Terms without clocks, odds or opening.
    #[must_use]
    pub fn new(variant: Variant, profile: Profile) -> Self {
        Self {
            variant,
            profile,
            start: StartPosition::Initial,
            first: None,
            moves_given: Vec::new(),
            opening: Vec::new(),
            controls: [ClockControl::Untimed, ClockControl::Untimed],
            sight: [Sight::Board; 2],
            blindfold: BlindfoldTerms::default(),
            consultation: [None, None],
            vacation: Duration::ZERO,
            company: Simultaneity::Single,
            rated: false,
        }
    }

    /// The longest time that a clock may have: a year.
    pub const LONGEST_TIME: Duration = Duration::from_secs(366 * 24 * 3600);

    /// The longest vacation of a player in one game.
    pub const LONGEST_VACATION: Duration = Duration::from_secs(60 * 24 * 3600);

    /// Checks the terms of a new game. A stored game is not checked, so that it stays readable.
    pub fn check(&self) -> Result<(), BadTerms> {
        if self.controls.iter().any(|control| control.longest() > Self::LONGEST_TIME) {
            return Err(BadTerms::TooMuchTime);
        }
        if self.vacation > Self::LONGEST_VACATION || (!self.vacation.is_zero() && !self.is_correspondence()) {
            return Err(BadTerms::Vacation);
        }
        if self.rated && !self.may_be_rated() {
            return Err(BadTerms::Rated);
        }
        if self.consultation.iter().flatten().any(|rule| !rule.is_valid()) {
            return Err(BadTerms::VotingTime);
        }
        let tries = self.blindfold.tries;
        if tries.is_some_and(|tries| tries == 0 || tries > BlindfoldTerms::MOST_TRIES) {
            return Err(BadTerms::Tries { most: BlindfoldTerms::MOST_TRIES });
        }
        let rule_set = RuleSet::of(self.variant);
        let draw = rule_set.king_moves;
        let least =
            (draw.least < draw.limit && self.profile.occasion == Occasion::Promotional).then_some(draw.least);
        match self.profile.count_limit {
            Some(limit) if least.is_none_or(|least| !(least..draw.limit).contains(&limit)) => {
                Err(BadTerms::CountLimit { least, most: draw.limit }) // FID-IT 11
            }
            _ => self.check_effects(&rule_set),
        }
    }

    /// Refuses terms that the rulebook of the variant gives no effect.
    fn check_effects(&self, rule_set: &RuleSet) -> Result<(), BadTerms> {
        let Profile { occasion, recording, pace, .. } = self.profile;
        if occasion == Occasion::Promotional && rule_set.king_moves.least == rule_set.king_moves.limit {
            return Err(BadTerms::NoPromotional); // FID-IT 11 has no counterpart
        }
        if recording == Recording::NotPrescribed && rule_set.cite(Provision::Unmarked).is_none() {
            return Err(BadTerms::NoRecording); // FID-IT 4.5 has no counterpart
        }
        match (pace, rule_set.fast_limit) {
            (Pace::Fast, None) => Err(BadTerms::NoPace), // CBD 100 has no counterpart
            (Pace::Fast, Some(limit)) if self.is_timed() && self.clock_pace() == Pace::Classical => {
                Err(BadTerms::PaceAgainstClocks { limit })
            }
            _ => Ok(()),
        }
    }

    /// Whether the result says how strong the players are: one person on each side, on equal terms, with clocks, and no move
    /// taken back. A ballot is drawn for both, so it may be played.
    fn may_be_rated(&self) -> bool {
        let equal = self.start == StartPosition::Initial
            && self.first.is_none()
            && self.moves_given.is_empty()
            && self.controls[0] == self.controls[1]
            && self.sight == [Sight::Board; 2];
        let alone = self.consultation == [None, None] && self.company == Simultaneity::Single;
        equal && alone && self.is_timed() && self.profile.takebacks == Takebacks::Never
    }

    /// Whether it is played by correspondence (15.1.3): each side has a day or more for a move or for the game.
    #[must_use]
    pub fn is_correspondence(&self) -> bool {
        self.controls.iter().all(|control| control.longest() >= DAY)
    }

    /// Whether both sides have a clock.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        !self.controls.contains(&ClockControl::Untimed)
    }

    /// The pace according to the clocks; without clocks, classical.
    #[must_use]
    pub fn clock_pace(&self) -> Pace {
        pace_of(&self.controls, RuleSet::of(self.variant).fast_limit)
    }

    /// The pace, which CBD 100 depends on: as agreed, or else as the clocks say.
    #[must_use]
    pub fn pace(&self) -> Pace {
        match self.profile.pace {
            Pace::Fast => Pace::Fast,
            Pace::Classical => self.clock_pace(),
        }
    }
}

/// Why no game can be created with these terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadTerms {
    /// The set-up is not a valid position of the variant.
    Start(SetupFaults),
    /// There is no piece on a square given as odds.
    Odds(Square),
    /// A move given as odds is not a quiet move of a man.
    MoveGiven(Square, Square),
    /// A move of the balloted opening is illegal.
    Opening {
        /// The number of the move in the opening, from 1.
        number: usize,
        /// Why it is illegal.
        why: MoveError,
    },
    /// A clock has no time.
    NoTime,
    /// The number of illegal tries that loses a blindfold game is 0 or too high.
    Tries {
        /// The highest number.
        most: u8,
    },
    /// A time is longer than [`Terms::LONGEST_TIME`].
    TooMuchTime,
    /// The time to vote is too short or too long.
    VotingTime,
    /// A vacation is too long, or the game is not played by correspondence.
    Vacation,
    /// A rated game needs clocks and equal terms for both players.
    Rated,
    /// The rulebook does not let the organiser set this limit of the count.
    CountLimit {
        /// The lowest limit it allows; `None` if it allows no change.
        least: Option<u8>,
        /// The limit it sets itself.
        most: u8,
    },
    /// The rulebook has no promotional tournaments.
    NoPromotional,
    /// The rulebook does not say that an unmarked man remains a man.
    NoRecording,
    /// No draw of the rulebook depends on the pace.
    NoPace,
    /// The agreed pace contradicts the clocks.
    PaceAgainstClocks {
        /// The most time per player of a fast game.
        limit: Duration,
    },
}

impl fmt::Display for BadTerms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(faults) => write!(f, "the set-up is not a valid position of this game: {faults}"),
            Self::Odds(square) => write!(f, "there is no piece on square {square} to give as odds"),
            Self::MoveGiven(from, to) => write!(f, "{from}-{to} is not a quiet move to give as odds"),
            Self::Opening { number, why } => write!(f, "move {number} of the opening: {why}"),
            Self::Tries { most } => write!(f, "between 1 and {most} illegal tries lose a blindfold game"),
            Self::NoTime => f.write_str("a clock has no time"),
            Self::VotingTime => f.write_str("a vote takes between a minute and seven days"),
            Self::Vacation => {
                f.write_str("a vacation is for correspondence games and has sixty days at most")
            }
            Self::Rated => f.write_str("a rated game needs clocks and equal terms for both players"),
            Self::TooMuchTime => f.write_str("a clock has more than a year"),
            Self::NoPromotional => f.write_str("no tournament lowers the count in this game"),
            Self::NoRecording => f.write_str("recording changes nothing in this game"),
            Self::NoPace => f.write_str("the pace changes nothing in this game"),
            Self::PaceAgainstClocks { limit } => {
                write!(
                    f,
                    "the clocks decide the pace: up to {} minutes per player is fast",
                    limit.as_secs() / 60
                )
            }
            Self::CountLimit { least: None, most } => {
                write!(f, "the count is {most} moves by each side and cannot be changed in this game")
            }
            Self::CountLimit { least: Some(least), most } => {
                write!(f, "a promotional tournament may set the count from {least} to {} moves", most - 1)
            }
        }
    }
}

impl std::error::Error for BadTerms {}
