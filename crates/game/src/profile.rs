//! What differs between a game on a screen, online, by letter and at an arbiter's table.

use damiera_rules::Pace;

/// Who has king moves counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Counting {
    /// A player asks or the arbiter orders, as the books have it; in CBD games the players claim.
    OnRequest,
    /// The software is the arbiter: it counts as soon as it may and declares the draw.
    #[default]
    Automatic,
}

/// Whether a touched piece must be moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TouchMove {
    /// Touching means nothing.
    #[default]
    Off,
    /// The first touched piece that can move must move (FID 3.7).
    On,
}

/// What becomes of a move against the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum IrregularPolicy {
    /// It cannot be made.
    #[default]
    Refused,
    /// It is recorded, and the opponent decides (FID 8.2).
    Recorded,
}

/// Whether moves may be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Takebacks {
    /// Never.
    #[default]
    Never,
    /// If the opponent agrees.
    ByConsent,
}

/// Who sees that a flag is down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FlagPolicy {
    /// The software, at once.
    #[default]
    Watched,
    /// The opponent or the arbiter must say so.
    Claimed,
}

/// The kind of event a game belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Occasion {
    /// Any other.
    #[default]
    Ordinary,
    /// A promotional event, where the arbiter may lower the count (FID-IT 11).
    Promotional,
}

/// How the rules are kept in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Profile {
    /// Who has king moves counted.
    pub counting: Counting,
    /// Whether a touched piece must be moved.
    pub touch: TouchMove,
    /// What becomes of a move against the rules.
    pub irregular: IrregularPolicy,
    /// Whether moves may be taken back.
    pub takebacks: Takebacks,
    /// Who sees that a flag is down.
    pub flags: FlagPolicy,
    /// How fast the game is, where a count depends on it (CBD 100).
    pub pace: Pace,
    /// What kind of event it belongs to.
    pub occasion: Occasion,
    /// The move from which draws may be offered, if the event has such a rule.
    pub offers_from: Option<u16>,
}

impl Profile {
    /// Two people at one screen, or one against the engine.
    pub const CASUAL: Self = Self {
        counting: Counting::Automatic,
        touch: TouchMove::Off,
        irregular: IrregularPolicy::Refused,
        takebacks: Takebacks::ByConsent,
        flags: FlagPolicy::Watched,
        pace: Pace::Classical,
        occasion: Occasion::Ordinary,
        offers_from: None,
    };

    /// Over the Internet in real time (FID-IT 15.1.7).
    pub const ONLINE: Self = Self { takebacks: Takebacks::Never, ..Self::CASUAL };

    /// By letter or over days (FID-IT 15.1.3).
    pub const CORRESPONDENCE: Self = Self::ONLINE;

    /// Face to face, with a real board and an arbiter (FID-IT 15.1.1).
    pub const TABLE: Self = Self {
        counting: Counting::OnRequest,
        touch: TouchMove::On,
        irregular: IrregularPolicy::Recorded,
        takebacks: Takebacks::Never,
        flags: FlagPolicy::Claimed,
        ..Self::CASUAL
    };
}
