//! Who holds the seats of a game, and how they prove it.

use damiera_game::Actor;
use damiera_messages::Seats;
use damiera_rules::Side;

use crate::token::TokenDigest;

/// Who holds a seat. A seat of an account is held by the account and its key; any other by a browser or its key.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Holder {
    /// The player's name.
    pub name: Option<String>,
    /// The cookie of a browser.
    pub visitor: Option<TokenDigest>,
    /// An account.
    pub account: Option<i64>,
    /// A key that was shown once, for programs.
    pub key: Option<TokenDigest>,
}

/// What a request proves about its sender.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Credentials {
    /// The cookie of a browser.
    pub visitor: Option<TokenDigest>,
    /// The account of a session.
    pub account: Option<i64>,
    /// A key.
    pub key: Option<TokenDigest>,
    /// The session or the account's key for programs, which may end: what the client acts by, or what its key to a seat was made in.
    pub session: Option<TokenDigest>,
}

impl Holder {
    /// The number that stands for an account that was deleted.
    pub const DELETED: i64 = 0;

    /// Whether the holder's account was deleted.
    #[must_use]
    pub fn is_deleted(&self) -> bool {
        self.account == Some(Self::DELETED)
    }

    /// Whether the holder has an account, and so a profile under its name.
    #[must_use]
    pub fn has_profile(&self) -> bool {
        self.account.is_some() && !self.is_deleted()
    }

    /// Whether these credentials belong to the holder.
    #[must_use]
    pub fn is(&self, shown: &Credentials) -> bool {
        let same = |held: &Option<TokenDigest>, shown: &Option<TokenDigest>| held.is_some() && held == shown;
        if same(&self.key, &shown.key) {
            return true;
        }
        match self.account {
            Some(account) => shown.account == Some(account) && account != Self::DELETED,
            None => same(&self.visitor, &shown.visitor),
        }
    }
}

/// Who holds White's and Black's seats. Anybody may act for a seat without a holder, as in games of the first version.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Holders(pub [Option<Holder>; 2]);

impl Holders {
    /// One person holds both seats: a game at one screen.
    #[must_use]
    pub fn both(holder: Holder) -> Self {
        Self([Some(holder.clone()), Some(holder)])
    }

    /// Whether one person holds both seats.
    #[must_use]
    pub fn are_same(&self) -> bool {
        let who = |holder: &Option<Holder>| {
            let Holder { name: _, visitor, account, key } = holder.clone().unwrap_or_default();
            (visitor, account, key)
        };
        who(&self.0[0]) == who(&self.0[1])
    }

    /// The same holders under these names, White's first; a missing name leaves the name as it is.
    #[must_use]
    pub fn named(mut self, names: [Option<String>; 2]) -> Self {
        for (holder, name) in self.0.iter_mut().zip(names) {
            if let (Some(holder), Some(name)) = (holder, name) {
                holder.name = Some(name);
            }
        }
        self
    }

    /// The same holders with the colours exchanged.
    #[must_use]
    pub fn swapped(&self) -> Self {
        let [white, black] = self.0.clone();
        Self([black, white])
    }

    /// The sides that somebody may act for, White first.
    #[must_use]
    pub fn sides(&self, shown: &Credentials) -> [bool; 2] {
        self.0.each_ref().map(|held| held.as_ref().is_none_or(|holder| holder.is(shown)))
    }

    /// Whether somebody may act as this actor. The arbiter's powers go with a board of which one person holds both
    /// sides; between two people the software is the arbiter, and nobody acts for it.
    #[must_use]
    pub fn may_act(&self, shown: &Credentials, seats: &Seats, by: Actor) -> bool {
        let own = self.sides(shown);
        let person = |side: Side| own[side as usize] && !seats.of(side).is_engine();
        match by {
            Actor::Player(side) => person(side),
            Actor::Arbiter => Side::BOTH.into_iter().all(person),
        }
    }
}
