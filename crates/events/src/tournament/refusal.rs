//! Why a tournament refuses what is asked; nothing changes then.

use damiera_game::Moment;

use super::board_result::BoardResult;
use super::state::RoundStage;
use crate::outcome::PairingNumber;
use crate::pairing::NoPairing;
use crate::points::Points;
use crate::scoring::Scoring;
use crate::system::PairingSystem;

/// Why something is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TournamentRefusal {
    /// Only an official may ask this.
    OfficialsOnly,
    /// Others have made entries since the person last looked.
    OutOfDate {
        /// How many entries the person had seen.
        seen: usize,
        /// How many there are.
        entries: usize,
    },
    /// It is about a board of another round than the last one.
    OtherRound {
        /// The round the person had in view.
        meant: usize,
        /// The last round.
        now: usize,
    },
    /// Somebody of that name is entered.
    EnteredTwice {
        /// Under which number.
        number: PairingNumber,
    },
    /// The name is empty or too long.
    BadName,
    /// A list without players.
    EmptyList,
    /// The rating is no number.
    BadRating,
    /// A line of a list is refused, and so is the list.
    InLine {
        /// The line, from 1.
        line: usize,
        /// Why.
        why: Box<TournamentRefusal>,
    },
    /// There are as many players as numbers.
    Full,
    /// The table of a round robin that has begun has no place free.
    NoFreePlace,
    /// There is no such player.
    UnknownPlayer(PairingNumber),
    /// The player has withdrawn.
    HasWithdrawn(PairingNumber),
    /// The player has not withdrawn.
    NotWithdrawn(PairingNumber),
    /// The round has been paired already.
    RoundPaired(usize),
    /// What is granted is no bye.
    NotABye,
    /// The round is in another stage; none if there is no round.
    WrongStage(Option<RoundStage>),
    /// The round cannot be paired.
    NoPairing(NoPairing),
    /// A pairing does not hold everybody who plays exactly once.
    NotEverybodyOnce(PairingNumber),
    /// A pairing leaves more than one player out.
    TooManyByes,
    /// The pairing system has no such rule.
    NotInSystem(PairingSystem),
    /// An arena has no rounds to be paired, published or taken back.
    NoRounds,
    /// The event is paired by rounds, or the arena has not begun.
    NotAnArena,
    /// Points that are given or taken away are not none, and no more than this.
    BadAdjustment(Points),
    /// At least two players must be kept apart.
    NobodyToKeepApart,
    /// There are as many groups of players kept apart as an event can have.
    TooManyGroups(usize),
    /// No such group is kept apart.
    NotKeptApart,
    /// The group of a steered first round has nobody, or everybody.
    BadGroup,
    /// The round has not been paired.
    RoundNotPaired(usize),
    /// The round has not been published.
    RoundNotPublished(usize),
    /// A reason must be given.
    ReasonMissing,
    /// A reason is longer than this, or has characters that cannot be written.
    ReasonTooLong(usize),
    /// A federation or club is longer than this, or has characters that cannot be written.
    BadFederation(usize),
    /// The event has no round of this number; it has so many.
    NoSuchRound {
        /// The number.
        round: usize,
        /// How many rounds there are.
        rounds: usize,
    },
    /// There is no such board.
    UnknownBoard(usize),
    /// The board has no game on the server.
    NoGame(usize),
    /// The player does not sit at that board.
    NotAtBoard {
        /// The board asked for.
        board: usize,
        /// The board the player sits at, if any.
        own: Option<usize>,
    },
    /// A result holds already.
    AlreadyEntered {
        /// The board.
        board: usize,
        /// The result that holds.
        result: BoardResult,
        /// What results are worth.
        scoring: Scoring,
    },
    /// The scoring of the event has no such result.
    NotInScoring,
    /// The board has no result to correct.
    NothingToCorrect(usize),
    /// The correction is what stands there already.
    SameResult(usize),
    /// Boards without a result, as they are called.
    ResultsMissing(Vec<String>),
    /// A round with results cannot be taken back.
    HasResults,
    /// Only the players of a pairing arrange its date.
    PlayersOnly,
    /// The players of this event do not arrange dates.
    NoAppointments,
    /// The game of a board has begun.
    HasBegun(usize),
    /// The window of the pairing closed at this time.
    WindowClosed(Moment),
    /// The date is past, or after the end of the window.
    OutsideWindow(Moment),
    /// The agreed date is too near to be changed.
    DateIsFixed,
    /// The opponent does not propose this date.
    NotProposed,
    /// The window closes at this time already, or the new end is past.
    NotLater(Moment),
    /// A team has players, each of them once.
    BadTeam,
    /// The player is in another team.
    InOtherTeam {
        /// Who.
        number: PairingNumber,
        /// The other team.
        team: String,
    },
    /// There is no such team.
    UnknownTeam(String),
    /// More players than this cannot play all rounds at once.
    TooManyAtOnce(usize),
    /// The round is closed, and a later one has been published.
    TooLate(usize),
}
