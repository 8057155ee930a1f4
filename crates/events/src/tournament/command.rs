//! What organisers, arbiters and players can ask of a tournament.

use damiera_game::Moment;
use damiera_rules::Side;

use super::board_result::BoardResult;
use super::ruling::ArbiterRuling;
use crate::outcome::{PairingNumber, RoundOutcome};
use crate::pairing::RoundPairing;
use crate::points::Points;

/// Who asks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TournamentActor {
    /// An organiser or arbiter, by name.
    Official(String),
    /// A player, by number.
    Player(PairingNumber),
}

/// A player to be entered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewEntrant {
    /// The name.
    pub name: String,
    /// The rating, if there is one.
    pub rating: Option<u16>,
    /// The federation or club.
    pub federation: String,
}

/// How numbers are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberingOrder {
    /// The highest rating first, then by name.
    ByRating,
    /// So that players of one club meet early in a round robin; clubs and their players by lot.
    ByClub {
        /// Seed of the lot.
        seed: u64,
    },
    /// By lot.
    ByLot {
        /// Seed of the lot.
        seed: u64,
    },
}

/// Something asked of a tournament at an instant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentCommand {
    /// Who asks.
    pub by: TournamentActor,
    /// When.
    pub at: Moment,
    /// How many entries of the log the person had seen; none if that does not matter. An official who has not seen the
    /// last entry is refused, so that two of them cannot undo each other's work unawares.
    pub seen: Option<usize>,
    /// The round the person had in view; none if that does not matter. What is asked of a board of an earlier round, by a page
    /// that was not refreshed or a phone that was out of reach, must not be done at the board of the same number now.
    pub round: Option<usize>,
    /// What.
    pub ask: TournamentAsk,
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TournamentAsk {
    /// Enter a player; a late entry has missed rounds already paired.
    Enter(NewEntrant),
    /// Enter everybody of a list, or nobody.
    EnterList(Vec<NewEntrant>),
    /// The same, from a text with a player a line.
    EnterText(String),
    /// Correct name, rating or federation of a player.
    CorrectPlayer {
        /// Who.
        number: PairingNumber,
        /// What holds instead.
        to: NewEntrant,
    },
    /// Give the players their numbers, before round 1.
    NumberPlayers(NumberingOrder),
    /// Take a player out from the next round on.
    Withdraw(PairingNumber),
    /// Let a withdrawn player play again from the next round on.
    Readmit(PairingNumber),
    /// Grant a bye for a round not paired yet.
    GrantBye {
        /// Who.
        number: PairingNumber,
        /// When.
        round: usize,
        /// A half-, zero- or full-point bye.
        outcome: RoundOutcome,
    },
    /// Keep players apart, from the next round on.
    KeepApart {
        /// No two of these meet.
        numbers: Vec<PairingNumber>,
        /// The last round it holds for; none for the rest of the event.
        until: Option<usize>,
    },
    /// Keep the players of each club or federation apart, from the next round on.
    KeepClubsApart {
        /// The last round it holds for; none for the rest of the event.
        until: Option<usize>,
    },
    /// Give a player points beside the results of a round, or take some away: a bonus or a penalty.
    AdjustPoints {
        /// Who.
        number: PairingNumber,
        /// The round: the last one that was published.
        round: usize,
        /// How many; less than nothing for a penalty.
        points: Points,
        /// Why.
        reason: String,
    },
    /// Let players meet again who were kept apart.
    LetMeet {
        /// The group as it was entered.
        numbers: Vec<PairingNumber>,
    },
    /// Fix the colour of a player from the next round on, for instance one who needs one end of the board.
    FixColour {
        /// Who.
        number: PairingNumber,
        /// Which; none to let the system decide again.
        side: Option<Side>,
    },
    /// Enter a team, or change the players of one.
    EnterTeam {
        /// The name.
        name: String,
        /// The players, board 1 first.
        members: Vec<PairingNumber>,
    },
    /// Remove a team; its players stay.
    RemoveTeam {
        /// The name.
        name: String,
    },
    /// Pair the next round, as a draft.
    PairRound,
    /// Draw round 1, as a draft: the players up to a number against the others.
    SteerFirstRound {
        /// The last number of the upper group.
        upper: PairingNumber,
        /// Seed of the lot.
        seed: u64,
    },
    /// Replace the draft by another pairing.
    EditPairing {
        /// The other pairing.
        pairing: RoundPairing,
        /// Why.
        reason: String,
    },
    /// Confirm that the draft was looked at.
    CheckRound,
    /// Publish the checked pairing.
    PublishRound,
    /// Let the games begin.
    StartRound,
    /// Enter a result: a player's entry waits for the opponent's; an official's holds at once.
    EnterResult {
        /// The board, from 1.
        board: usize,
        /// The result.
        result: BoardResult,
    },
    /// Change a result that holds already.
    CorrectResult {
        /// The round.
        round: usize,
        /// The board, from 1.
        board: usize,
        /// What it shall be.
        result: BoardResult,
        /// Why.
        reason: String,
    },
    /// Note the game of a board that is played or recorded on the server.
    OpenGame {
        /// The board, from 1.
        board: usize,
        /// The game's id.
        game: String,
    },
    /// Note what an official did in the game of a board.
    NoteRuling {
        /// The board, from 1.
        board: usize,
        /// What.
        ruling: ArbiterRuling,
    },
    /// Propose a date for the game of a pairing.
    ProposeDate {
        /// The board, from 1.
        board: usize,
        /// When.
        date: Moment,
    },
    /// Accept the date that the opponent proposes.
    AcceptDate {
        /// The board, from 1.
        board: usize,
        /// The date proposed.
        date: Moment,
    },
    /// Play the game of a pairing at once, if the opponent wants that too.
    PlayNow {
        /// The board, from 1.
        board: usize,
    },
    /// Close the windows whose time is over: pairings that have no date are left unplayed.
    CloseWindows,
    /// Give a pairing that was not played more time.
    ExtendWindow {
        /// The board, from 1.
        board: usize,
        /// When its window closes now.
        until: Moment,
        /// Why.
        reason: String,
    },
    /// Decide a game that was not played.
    DecideUnplayed {
        /// The board, from 1.
        board: usize,
        /// The result.
        result: BoardResult,
        /// Why.
        reason: String,
    },
    /// Close the round: its results are final.
    CloseRound,
    /// Take back the draft, or the publication of a round without results.
    TakeBack {
        /// Why.
        reason: String,
    },
    /// Open a closed round again, as long as the next one is not published.
    ReopenRound {
        /// Why.
        reason: String,
    },
    /// Begin an arena: its time runs from now on.
    OpenArena,
    /// Pair the players of an arena who are free.
    PairFree {
        /// Who is here and would play.
        present: Vec<PairingNumber>,
        /// Seed of what is left to chance.
        seed: u64,
    },
    /// Do not pair a player of an arena until they ask for it.
    Pause(PairingNumber),
    /// Pair a player of an arena again.
    Resume(PairingNumber),
}

impl TournamentAsk {
    /// Whether it is about rounds that are paired one after the other, which an arena does not have.
    #[must_use]
    pub const fn is_about_rounds(&self) -> bool {
        matches!(
            self,
            Self::PairRound
                | Self::SteerFirstRound { .. }
                | Self::EditPairing { .. }
                | Self::CheckRound
                | Self::PublishRound
                | Self::StartRound
                | Self::TakeBack { .. }
                | Self::ReopenRound { .. }
                | Self::GrantBye { .. }
        )
    }
}
