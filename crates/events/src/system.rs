//! The pairing systems, by name.

use std::fmt;
use std::str::FromStr;

/// How an event is paired.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PairingSystem {
    /// FIDE (Dutch) System, C.04.3.
    Dutch,
    /// Double-Swiss, C.04.5: every round is a match of two games.
    Double,
    /// Italo-svizzero a rotazione continua, FID Capo V.
    Rotation,
    /// Everybody meets everybody, by Berger's tables.
    RoundRobin,
    /// The loser of a match leaves.
    Knockout,
    /// No rounds: for a fixed time, whoever is free is paired again at once.
    Arena,
}

impl PairingSystem {
    /// Every system.
    pub const ALL: [Self; 6] =
        [Self::Dutch, Self::Double, Self::Rotation, Self::RoundRobin, Self::Knockout, Self::Arena];
    /// The systems that pair round by round.
    pub const BY_ROUNDS: [Self; 5] =
        [Self::Dutch, Self::Double, Self::Rotation, Self::RoundRobin, Self::Knockout];

    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dutch => "dutch",
            Self::Double => "double",
            Self::Rotation => "rotation",
            Self::RoundRobin => "round-robin",
            Self::Knockout => "knockout",
            Self::Arena => "arena",
        }
    }
}

impl fmt::Display for PairingSystem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The name of a system that we do not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownSystem(String);

impl fmt::Display for UnknownSystem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no pairing system \"{}\"; choose one of ", self.0)?;
        for (index, system) in PairingSystem::ALL.into_iter().enumerate() {
            write!(f, "{}{system}", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownSystem {}

impl FromStr for PairingSystem {
    type Err = UnknownSystem;

    fn from_str(name: &str) -> Result<Self, UnknownSystem> {
        Self::ALL
            .into_iter()
            .find(|system| system.name() == name)
            .ok_or_else(|| UnknownSystem(name.to_owned()))
    }
}
