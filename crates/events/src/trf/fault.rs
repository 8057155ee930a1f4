//! What can be wrong with a tournament report file.

use std::fmt;

use damiera_game::Lang;

use crate::outcome::PairingNumber;
use crate::points::Points;

/// Something wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrfFault {
    /// The line, from 1.
    pub line: usize,
    /// What.
    pub problem: TrfProblem,
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TrfProblem {
    /// The code of the line is not one of the format.
    UnknownRecord(String),
    /// A field cannot be read.
    BadField {
        /// Which.
        field: TrfField,
        /// What stands there.
        text: String,
    },
    /// A number was given to two players.
    RepeatedNumber(PairingNumber),
    /// A player is named who is not in the list.
    UnknownPlayer(PairingNumber),
    /// A player is their own opponent.
    OwnOpponent(PairingNumber),
    /// What two players have for the same round does not fit together.
    Contradiction {
        /// The round.
        round: usize,
        /// The player of this line.
        number: PairingNumber,
        /// The opponent.
        opponent: PairingNumber,
    },
    /// The points of a player are not what the results are worth.
    PointsDiffer {
        /// The player.
        number: PairingNumber,
        /// What the file says.
        listed: Points,
        /// What the results are worth.
        computed: Points,
    },
    /// The pairing system is not one of ours.
    UnknownSystem(String),
    /// Two players of a game have less together than it is worth: a penalty, or a slip.
    UnevenResults {
        /// The round.
        round: usize,
        /// The player of this line.
        number: PairingNumber,
        /// The opponent.
        opponent: PairingNumber,
    },
    /// Two players have the same name: one may have been entered twice.
    RepeatedName {
        /// The player of this line.
        number: PairingNumber,
        /// The one before.
        earlier: PairingNumber,
    },
    /// A record says something else than an earlier one of its kind; the last one counts.
    RecordChanged(String),
    /// The file names another number of players than it has (record 062).
    PlayersDiffer {
        /// What the record says.
        listed: usize,
        /// How many there are.
        found: usize,
    },
    /// A word of a record that has no meaning, or none here.
    UnknownWord {
        /// The code of the record.
        record: String,
        /// The word.
        word: String,
    },
    /// A record is kept, and has no effect on pairing and points here.
    WithoutEffect(String),
    /// A record is not taken over into an event that goes on here.
    NotCarried(String),
    /// Only one of the two players of a forfeit has an entry for it.
    OneSidedForfeit {
        /// The round.
        round: usize,
        /// The player of this line.
        number: PairingNumber,
        /// The other.
        opponent: PairingNumber,
    },
    /// The file is not UTF-8; it was read as Latin-1.
    NotUtf8,
    /// There are more lines or players than a tournament can have.
    TooLong,
    /// There is no player in the file.
    NoPlayers,
}

/// A field of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrfField {
    /// The number of a player.
    PairingNumber,
    /// A rating.
    Rating,
    /// A number of points.
    Points,
    /// A place in the standings.
    Rank,
    /// What a player has for a round.
    RoundResult,
    /// The number of an opponent.
    Opponent,
    /// How many rounds there are.
    Rounds,
    /// The letter of a result whose points are set.
    ResultLetter,
    /// The number of a round.
    Round,
    /// The colour of the first player in round 1.
    InitialColour,
    /// What kind of bye a player has.
    ByeKind,
    /// The colours of the boards of a team.
    BoardColours,
}

impl fmt::Display for TrfFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::English))
    }
}

impl std::error::Error for TrfFault {}
