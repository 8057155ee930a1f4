//! What happened in a tournament: the list of these is the tournament.

use damiera_game::Moment;
use damiera_rules::Side;

use super::board_result::BoardResult;
use super::command::TournamentActor;
use super::edit::BrokenCriterion;
use super::ruling::ArbiterRuling;
use crate::crosstable::{Acceleration, ForbiddenGroup, PersonDetails};
use crate::outcome::{PairingNumber, RoundOutcome};
use crate::pairing::{Pairing, RoundPairing};
use crate::points::Points;

/// Something that happened: who caused it, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentEvent {
    /// Who caused it.
    pub by: TournamentActor,
    /// When; never before the event before it.
    pub at: Moment,
    /// What.
    pub fact: TournamentFact,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TournamentFact {
    /// A player was entered.
    Entered {
        /// The number given.
        number: PairingNumber,
        /// The name.
        name: String,
        /// The rating.
        rating: Option<u16>,
        /// The federation or club.
        federation: String,
    },
    /// Name, rating or federation of a player were corrected.
    EntrantCorrected {
        /// Who.
        number: PairingNumber,
        /// The name.
        name: String,
        /// The rating.
        rating: Option<u16>,
        /// The federation or club.
        federation: String,
    },
    /// Numbers were given: the first of the list has number 1 now, and so on.
    Renumbered {
        /// The numbers before, in the new order.
        order: Vec<PairingNumber>,
    },
    /// A report file told more of the players.
    DetailsNoted {
        /// Of whom, and what.
        people: Vec<(PairingNumber, PersonDetails)>,
    },
    /// Records of a report file are kept as they were.
    RecordsKept {
        /// The lines.
        lines: Vec<String>,
    },
    /// Players are ranked for pairing in an order that is not that of their numbers.
    RankedForPairing {
        /// The numbers in that order.
        order: Vec<PairingNumber>,
    },
    /// A round is worth more or less to a player than its result: a bonus or a penalty.
    PointsAdjusted {
        /// Who.
        number: PairingNumber,
        /// The round.
        round: usize,
        /// How much more; less than nothing for a penalty.
        points: Points,
        /// Why; empty if a report file does not say it.
        reason: String,
    },
    /// Rating lists do not count the game of a board.
    GameNotRated {
        /// The board, from 1.
        board: usize,
    },
    /// A player left, from a round on.
    Withdrawn {
        /// Who.
        number: PairingNumber,
        /// The first round they miss.
        from: usize,
    },
    /// A player came back, from a round on.
    Readmitted {
        /// Who.
        number: PairingNumber,
        /// The first round they play.
        from: usize,
    },
    /// A bye was granted.
    ByeGranted {
        /// Who.
        number: PairingNumber,
        /// When.
        round: usize,
        /// Which.
        outcome: RoundOutcome,
    },
    /// Players are kept apart in some rounds.
    KeptApart(ForbiddenGroup),
    /// Players who were kept apart may meet again.
    AllowedToMeet {
        /// The group.
        numbers: Vec<PairingNumber>,
    },
    /// The colour of a player was fixed, or is free again.
    ColourFixed {
        /// Who.
        number: PairingNumber,
        /// Which.
        side: Option<Side>,
    },
    /// A team was entered, or its players were changed.
    TeamEntered {
        /// The name.
        name: String,
        /// The players, board 1 first.
        members: Vec<PairingNumber>,
    },
    /// A team was removed.
    TeamRemoved {
        /// The name.
        name: String,
    },
    /// Players have virtual points in some rounds, for pairing only.
    Accelerated(Acceleration),
    /// Round 1 was drawn, group against group, as a draft.
    FirstRoundSteered {
        /// The pairing.
        pairing: RoundPairing,
        /// The last number of the upper group.
        upper: PairingNumber,
    },
    /// A round was paired by the system, as a draft.
    RoundDrafted {
        /// The pairing.
        pairing: RoundPairing,
    },
    /// All rounds of a round robin were paired, as a draft, to be played at the same time.
    AllRoundsDrafted {
        /// The pairings, round 1 first.
        rounds: Vec<RoundPairing>,
    },
    /// The draft was replaced by hand.
    PairingEdited {
        /// The new pairing.
        pairing: RoundPairing,
        /// Why.
        reason: String,
        /// What it breaks that the system's pairing kept.
        breaks: Vec<BrokenCriterion>,
    },
    /// The draft was looked at.
    RoundChecked,
    /// The pairing was published.
    RoundPublished,
    /// The games began.
    RoundStarted,
    /// One player entered a result; it holds once the other has entered the same.
    ResultClaimed {
        /// The board, from 1.
        board: usize,
        /// Who entered it.
        number: PairingNumber,
        /// What.
        result: BoardResult,
    },
    /// The two players entered different results: an official decides.
    ResultDisputed {
        /// The board, from 1.
        board: usize,
    },
    /// A result holds.
    ResultEntered {
        /// The board, from 1.
        board: usize,
        /// What.
        result: BoardResult,
    },
    /// A result that held was changed.
    ResultCorrected {
        /// The round.
        round: usize,
        /// The board, from 1.
        board: usize,
        /// What it was.
        from: BoardResult,
        /// What it is.
        to: BoardResult,
        /// Why.
        reason: String,
    },
    /// The game of a board is played or recorded on the server.
    GameOpened {
        /// The board, from 1.
        board: usize,
        /// The game's id.
        game: String,
    },
    /// An official acted in the game of a board.
    Ruled {
        /// The board, from 1.
        board: usize,
        /// What.
        ruling: ArbiterRuling,
    },
    /// A player proposed a date for the game of a pairing.
    DateProposed {
        /// The first board of the pairing, from 1.
        board: usize,
        /// Who proposed it.
        number: PairingNumber,
        /// When.
        date: Moment,
    },
    /// Both players have agreed on a date.
    DateAgreed {
        /// The first board of the pairing, from 1.
        board: usize,
        /// When.
        date: Moment,
    },
    /// A player would play the game of a pairing at once.
    ReadyToPlay {
        /// The first board of the pairing, from 1.
        board: usize,
        /// Who.
        number: PairingNumber,
    },
    /// The window of a pairing closed before it was played.
    LeftUnplayed {
        /// The first board of the pairing, from 1.
        board: usize,
    },
    /// A pairing has more time.
    WindowExtended {
        /// The first board of the pairing, from 1.
        board: usize,
        /// When its window closes now.
        until: Moment,
        /// Why.
        reason: String,
    },
    /// An official decided a game that was not played.
    UnplayedDecided {
        /// The board, from 1.
        board: usize,
        /// The result.
        result: BoardResult,
        /// Why.
        reason: String,
    },
    /// The round was closed.
    RoundClosed,
    /// The draft was dropped, or the publication taken back.
    RoundTakenBack {
        /// Why.
        reason: String,
    },
    /// A closed round was opened again.
    RoundReopened {
        /// Why.
        reason: String,
    },
    /// The arena began.
    ArenaOpened {
        /// When the last games are paired.
        ends_at: Moment,
    },
    /// Players of an arena who were free were paired.
    ArenaPaired {
        /// The pairs, in the order of their boards.
        pairs: Vec<Pairing>,
    },
    /// A player of an arena is not paired until they ask for it.
    PlayerPaused {
        /// Who.
        number: PairingNumber,
    },
    /// A player of an arena is paired again.
    PlayerResumed {
        /// Who.
        number: PairingNumber,
    },
}
