//! The serialised form of games, version 1: plain data with stable names, stored and sent as JSON.
//!
//! The domain types are not serialised; each has a `Wire` twin here. Old data stays readable. Sides are `white` and
//! `black`, squares are numbers, positions are FEN, and times are whole milliseconds.

mod command;
mod event;
mod terms;
mod view;

use std::fmt;
use std::time::Duration;

use damiera_rules as rules;
use serde::{Deserialize, Serialize};

pub use command::{WireAction, WireCommand};
pub use event::{WireEndReason, WireEvent, WireFact, WireTimeCharge};
pub use terms::{
    WireBlindfoldTerms, WireBonus, WireClockControl, WireConsultationRule, WireCounting, WireDecisionRule,
    WireFlagPolicy, WireIrregularPolicy, WireMoveListAccess, WireNotesPolicy, WireOccasion, WirePace,
    WireProfile, WireRecording, WireSight, WireTakebacks, WireTerms, WireTouchMove,
};
pub use view::{
    WireAnnulmentRight, WireClockFace, WireDrawClaim, WireDrawCount, WireGameEnding, WireGameView,
    WireLegalMove, WireObjectionRight, WirePendingCorrection, WirePlacement, WirePly, WireProposal,
    WireRefusal, WireVacation,
};

/// The version of the serialised form.
pub const VERSION: u32 = 1;

/// White or Black.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Side))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum WireSide {
    /// White.
    White,
    /// Black.
    Black,
}

impl From<rules::Side> for WireSide {
    fn from(side: rules::Side) -> Self {
        match side {
            rules::Side::White => Self::White,
            rules::Side::Black => Self::Black,
        }
    }
}

impl From<WireSide> for rules::Side {
    fn from(side: WireSide) -> Self {
        match side {
            WireSide::White => Self::White,
            WireSide::Black => Self::Black,
        }
    }
}

/// Who issues a command.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Actor))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum WireActor {
    /// White.
    White,
    /// Black.
    Black,
    /// The arbiter.
    Arbiter,
}

impl From<crate::Actor> for WireActor {
    fn from(actor: crate::Actor) -> Self {
        match actor {
            crate::Actor::Player(rules::Side::White) => Self::White,
            crate::Actor::Player(rules::Side::Black) => Self::Black,
            crate::Actor::Arbiter => Self::Arbiter,
        }
    }
}

impl From<WireActor> for crate::Actor {
    fn from(actor: WireActor) -> Self {
        match actor {
            WireActor::White => Self::Player(rules::Side::White),
            WireActor::Black => Self::Player(rules::Side::Black),
            WireActor::Arbiter => Self::Arbiter,
        }
    }
}

/// Why serialised data is invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadWire {
    /// No board has a square of that number.
    Square(u8),
    /// A FEN is invalid.
    Fen(rules::FenError),
    /// The notation of a move is invalid.
    Move(rules::AttemptError),
    /// No rulebook has such an article.
    Article(String),
    /// There is no such variant.
    Variant(rules::UnknownVariant),
    /// An event lacks a field that it needs.
    Missing {
        /// The kind of event.
        event: &'static str,
        /// The field.
        field: &'static str,
    },
    /// An event was sent without what it says.
    Concealed,
}

impl fmt::Display for BadWire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square(number) => write!(f, "no board has a square {number}"),
            Self::Fen(error) => error.fmt(f),
            Self::Move(error) => error.fmt(f),
            Self::Article(text) => write!(f, "no rulebook has an article \"{text}\""),
            Self::Variant(error) => error.fmt(f),
            Self::Concealed => f.write_str("the event is concealed until the game ends"),
            Self::Missing { event, field } => write!(f, "the event \"{event}\" has no {field}"),
        }
    }
}

impl std::error::Error for BadWire {}

fn square(number: u8) -> Result<rules::Square, BadWire> {
    rules::Square::new(number).ok_or(BadWire::Square(number))
}

fn squares(numbers: &[u8]) -> Result<Vec<rules::Square>, BadWire> {
    numbers.iter().map(|&number| square(number)).collect()
}

fn numbers(squares: impl IntoIterator<Item = rules::Square>) -> Vec<u8> {
    squares.into_iter().map(rules::Square::number).collect()
}

fn setup(fen: &str) -> Result<rules::Setup, BadWire> {
    fen.parse().map_err(BadWire::Fen)
}

fn ms(span: Duration) -> u64 {
    crate::time::millis(span)
}

/// Defines the serialised twin of an enum without data, with conversions in both directions.
macro_rules! same {
    ($($(#[$doc:meta])* $name:ident as $schema:ident = $domain:path { $($(#[$vdoc:meta])* $variant:ident),+ $(,)? })+) => { $(
        $(#[$doc])*
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = $schema))]
        #[derive(serde::Serialize, serde::Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl From<$domain> for $name {
            fn from(value: $domain) -> Self {
                type Domain = $domain;
                match value { $(Domain::$variant => Self::$variant),+ }
            }
        }

        impl From<$name> for $domain {
            fn from(value: $name) -> Self {
                match value { $($name::$variant => Self::$variant),+ }
            }
        }
    )+ };
}
use same;

same! {
    /// What was wrong when a game was started.
    WireStartFault as Fault = crate::StartFault { /** The board. */ BoardTurned, /** The colours. */ ColoursSwapped }
    /// Who is responsible for a wrong start.
    WireBlame as Blame = crate::Blame { /** The players. */ Players, /** The tournament direction. */ Direction }
    /// Why the square of a piece is in doubt.
    WirePlacementDoubt as Doubt = crate::PlacementDoubt { /** On no free square. */ Inactive, /** Half on one. */ Astride, /** On two. */ TwoSquares }
    /// The consequence of touching a piece.
    WireTouchEffect as Touch = crate::TouchEffect {
        /** It must move. */ Binds, /** Another must. */ AfterAnother,
        /** It cannot move. */ Unplayable, /** Not the player's turn. */ OutOfTurn,
    }
    /// An irregularity.
    WireIrregularity as Irregularity = rules::Irregularity {
        /** 8.1.1 */ MovedTwice, /** 8.1.2 */ WrongMove, /** 8.1.3 */ TouchedOther, /** 8.1.4 */ TookBack,
        /** 8.1.5 */ MovedOpponents, /** 8.1.6 */ MissedCapture, /** 8.1.7 */ RemovedPieces,
        /** 8.1.8 */ WrongNumber, /** 8.1.9 */ StoppedShort, /** 8.1.10 */ NotRemoved,
        /** 8.1.11 */ FewerRemoved, /** 8.1.12 */ OthersRemoved, /** 8.1.13 */ OwnRemoved,
        /** 8.1.14 */ ImpossibleCapture, /** FID-IT 8.1.15 */ Precedence, /** 8.1.15 or 16 */ UnmarkedKing,
        /** 8.1.16 or 17 */ WrongCrown, /** CBD item 13 */ CrownedInPassing, /** 3.4 */ WrongSideFirst,
    }
    /// What a player objects to in a capture.
    WireCaptureObjection as CaptureObjection = crate::CaptureObjection { /** Not shown jump by jump. */ Unclear, /** Pieces removed out of order. */ RemovalOrder }
    /// Whether a piece was adjusted at the right time.
    WireAdjustment as Adjustment = crate::Adjustment { /** After notice. */ Announced, /** Out of turn. */ OutOfTurn }
    /// Man or king.
    WireRank as Rank = rules::Rank { /** Uncrowned. */ Man, /** Crowned. */ King }
}
