//! What a table stores.

/// What a table stores of each position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableKind {
    /// The outcome, the distance to the end of the game and the distance to the next capture or man's move.
    Distances,
    /// The outcome only: a fraction of the size.
    Outcomes,
}

impl TableKind {
    /// The kinds in the order in which they are preferred if a directory has both.
    pub(crate) const ALL: [Self; 2] = [Self::Distances, Self::Outcomes];

    /// The extension of the file name.
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            Self::Distances => "egt",
            Self::Outcomes => "wdl",
        }
    }

    /// The version of the file format.
    pub(crate) const fn version(self) -> u32 {
        match self {
            Self::Distances => 1,
            Self::Outcomes => 2,
        }
    }

    /// Number of streams per face: the first ones of [`Stream::ALL`](crate::pack::Stream::ALL).
    pub(crate) const fn streams(self) -> usize {
        match self {
            Self::Distances => 3,
            Self::Outcomes => 1,
        }
    }
}
