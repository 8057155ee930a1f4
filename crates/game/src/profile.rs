//! Profiles: how the rules are enforced on a screen, online, in correspondence and at an arbiter's table.

use damiera_rules::Pace;

/// Who starts the count of king moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Counting {
    /// A player or the arbiter, as the rulebooks say. In CBD games a player claims the draw.
    OnRequest,
    /// The software acts as arbiter: it starts the count as soon as the rules allow it and declares the draw.
    #[default]
    Automatic,
}

/// Whether a touched piece must be moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TouchMove {
    /// Touching a piece has no consequence.
    #[default]
    Off,
    /// The first touched piece that can move must move (FID 3.7).
    On,
}

/// How an irregular move is handled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum IrregularPolicy {
    /// It is refused.
    #[default]
    Refused,
    /// It is recorded, and the opponent decides (FID 8.2).
    Recorded,
}

/// Whether takebacks are allowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Takebacks {
    /// Never.
    #[default]
    Never,
    /// If the opponent agrees.
    ByConsent,
}

/// Who notices that a flag has fallen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FlagPolicy {
    /// The software, immediately.
    #[default]
    Watched,
    /// The opponent or the arbiter, by a claim.
    Claimed,
}

/// The kind of tournament a game belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Occasion {
    /// Any other kind.
    #[default]
    Ordinary,
    /// A promotional tournament, where the arbiter may lower the limit of the count (FID-IT 11).
    Promotional,
}

/// Whether the players must record the game. It decides what a man is that reached the crown row unmarked (FID-IT 4.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Recording {
    /// It is prescribed: the record shows that the man is a king. Games on a screen are always recorded.
    #[default]
    Prescribed,
    /// It is not: a man that is left unmarked remains a man.
    NotPrescribed,
}

/// How the rules are enforced in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Profile {
    /// Who starts the count of king moves.
    pub counting: Counting,
    /// Whether a touched piece must be moved.
    pub touch: TouchMove,
    /// How an irregular move is handled.
    pub irregular: IrregularPolicy,
    /// Whether takebacks are allowed.
    pub takebacks: Takebacks,
    /// Who notices that a flag has fallen.
    pub flags: FlagPolicy,
    /// The pace of the game, which a count may depend on (CBD 100).
    pub pace: Pace,
    /// The kind of tournament.
    pub occasion: Occasion,
    /// The move number from which draws may be offered, if the tournament has such a rule.
    pub offers_from: Option<u16>,
    /// Whether the players must record the game.
    pub recording: Recording,
    /// The limit of the count that the organiser of a promotional tournament has set (FID-IT 11).
    pub count_limit: Option<u8>,
}

impl Profile {
    /// Two people at one screen, or one person against the engine.
    pub const CASUAL: Self = Self {
        counting: Counting::Automatic,
        touch: TouchMove::Off,
        irregular: IrregularPolicy::Refused,
        takebacks: Takebacks::ByConsent,
        flags: FlagPolicy::Watched,
        pace: Pace::Classical,
        occasion: Occasion::Ordinary,
        offers_from: None,
        recording: Recording::Prescribed,
        count_limit: None,
    };

    /// Over the Internet in real time (FID-IT 15.1.7).
    pub const ONLINE: Self = Self { takebacks: Takebacks::Never, ..Self::CASUAL };

    /// Correspondence, with days per move (FID-IT 15.1.3).
    pub const CORRESPONDENCE: Self = Self::ONLINE;

    /// Over the board with an arbiter (FID-IT 15.1.1).
    pub const TABLE: Self = Self {
        counting: Counting::OnRequest,
        touch: TouchMove::On,
        irregular: IrregularPolicy::Recorded,
        takebacks: Takebacks::Never,
        flags: FlagPolicy::Claimed,
        ..Self::CASUAL
    };
}
