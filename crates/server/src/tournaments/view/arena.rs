//! An arena as clients see it.

use serde::Serialize;

use crate::tournaments::{LiveTournament, TournamentState};

/// How an arena stands. Its games are the boards of round 1, the newest last.
#[derive(Serialize, utoipa::ToSchema, Clone)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Arena)]
pub(crate) struct ArenaBody {
    /// How many minutes players are paired.
    pub(crate) minutes: u32,
    /// When the last games are paired, in milliseconds since 1970; none before it has begun.
    pub(crate) ends_at: Option<u64>,
    /// The server's time, in milliseconds since 1970.
    pub(crate) now: u64,
    /// The board at which the reader plays now.
    pub(crate) own_board: Option<usize>,
    /// The game of that board, once it is open.
    pub(crate) own_game: Option<String>,
}

impl ArenaBody {
    /// How an arena stands for a player, if it is one.
    pub(crate) fn new(live: &LiveTournament, state: &TournamentState, own: Option<u16>) -> Option<Self> {
        let tournament = &state.tournament;
        let own_board = own.and_then(|own| tournament.arena_board_of(own));
        let boards = tournament.rounds().last().map_or(&[][..], |round| &round.boards);
        Some(Self {
            minutes: live.charter.settings.arena?.minutes,
            ends_at: tournament.arena_ends_at().map(|at| at.0),
            now: live.now().0,
            own_board,
            own_game: own_board.and_then(|board| boards.get(board - 1)?.game.clone()),
        })
    }

    /// Whether players are being paired.
    pub(crate) fn is_open(&self) -> bool {
        self.ends_at.is_some_and(|ends_at| self.now < ends_at)
    }
}
