//! Colour preferences (C.04.3, 1.7) and who gets White (C.04.3, 5).

use damiera_rules::Side;

use crate::pool::{Contestant, Pool};

/// How much a player is owed a colour, weakest first (1.7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PreferenceStrength {
    /// The colour difference is zero (1.7.3).
    Mild,
    /// The colour difference is one (1.7.2).
    Strong,
    /// The colour difference is more than one, or the last two games had the same colour (1.7.1).
    Absolute,
}

/// The colour a player should have next (1.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ColourPreference {
    /// Which.
    pub side: Side,
    /// How much.
    pub strength: PreferenceStrength,
}

/// The rule that gave a player White (5.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ColourRule {
    /// The organiser has fixed the colour of one of them.
    Fixed,
    /// 5.2.1: both preferences are granted.
    BothGranted,
    /// 5.2.2: the stronger preference is granted.
    Stronger,
    /// 5.2.2: both are absolute, and the wider colour difference is granted.
    WiderDifference,
    /// 5.2.3: colours alternate from the latest time they differed.
    Alternated,
    /// 5.2.4: the preference of the higher ranked is granted.
    HigherRanked,
    /// 5.2.5: the initial colour, by the parity of the pairing number.
    InitialColour,
}

impl ColourRule {
    /// The article; none for a fixed colour.
    #[must_use]
    pub const fn article(self) -> &'static str {
        match self {
            Self::Fixed => "",
            Self::BothGranted => "5.2.1",
            Self::Stronger | Self::WiderDifference => "5.2.2",
            Self::Alternated => "5.2.3",
            Self::HigherRanked => "5.2.4",
            Self::InitialColour => "5.2.5",
        }
    }
}

/// The colour a player should have next; none before the first game (1.7.4).
#[must_use]
pub fn preference(contestant: &Contestant) -> Option<ColourPreference> {
    if let Some(side) = contestant.fixed_side {
        return Some(ColourPreference { side, strength: PreferenceStrength::Absolute });
    }
    let last = *contestant.sides.last()?;
    let difference = contestant.colour_difference();
    let owed = if difference > 0 { Side::Black } else { Side::White };
    let twice = contestant.sides.len() > 1 && contestant.sides[contestant.sides.len() - 2] == last;
    let (side, strength) = match difference.abs() {
        2.. => (owed, PreferenceStrength::Absolute),
        _ if twice => (!last, PreferenceStrength::Absolute),
        1 => (owed, PreferenceStrength::Strong),
        _ => (!last, PreferenceStrength::Mild),
    };
    Some(ColourPreference { side, strength })
}

/// The colour of the higher ranked of a pair, and the rule that gives it (5.2).
#[must_use]
pub fn allocate(pool: &Pool, higher: &Contestant, lower: &Contestant) -> (Side, ColourRule) {
    if let Some(side) = higher.fixed_side.or(lower.fixed_side.map(|side| !side)) {
        return (side, ColourRule::Fixed);
    }
    let (own, other) = match (preference(higher), preference(lower)) {
        (Some(own), Some(other)) if own.side == other.side => (own, other),
        (Some(own), _) => return (own.side, ColourRule::BothGranted),
        (None, Some(other)) => return (!other.side, ColourRule::BothGranted),
        (None, None) => {
            let side = if higher.place % 2 == 1 { pool.initial_side } else { !pool.initial_side };
            return (side, ColourRule::InitialColour);
        }
    };
    if own.strength != other.strength {
        let side = if own.strength > other.strength { own.side } else { !own.side };
        return (side, ColourRule::Stronger);
    }
    let widths = [higher, lower].map(|contestant| contestant.colour_difference().abs());
    if own.strength == PreferenceStrength::Absolute && widths[0] != widths[1] {
        let side = if widths[0] > widths[1] { own.side } else { !own.side };
        return (side, ColourRule::WiderDifference);
    }
    let recent = higher.sides.iter().rev().zip(lower.sides.iter().rev());
    match recent.into_iter().find(|(own, other)| own != other) {
        Some((&own, _)) => (!own, ColourRule::Alternated),
        None => (own.side, ColourRule::HigherRanked),
    }
}
