//! Running a match: pairs of games, several boards at a time.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use damiera_engine::{Endgames, SearchLimits};
use damiera_notation::openings::DeckError;
use damiera_play::{PlayRules, TableFolder, TableRegistry, TablesUnusable};
use damiera_rules::{History, Side, Variant, with_rules};

use crate::matches::game::{GameConditions, MatchEnding, MatchGame, play_game};
use crate::matches::openings::{Openings, with_odds};
use crate::matches::player::{PlayerError, PlayerSpec, PreparedPlayer};
use crate::matches::record::pdn;

/// Who plays whom, and how.
#[derive(Clone, Debug)]
pub struct MatchSettings {
    /// The game.
    pub variant: Variant,
    /// The first player and the second.
    pub players: [PlayerSpec; 2],
    /// The openings; they are repeated if there are more pairs than openings.
    pub openings: Openings,
    /// The men that the first player gives in every game; then the openings are a few random moves.
    pub men_given: u8,
    /// The number of pairs of games.
    pub pairs: usize,
    /// Time, depth or nodes for each move.
    pub limits: SearchLimits,
    /// The number of games played at the same time.
    pub boards: usize,
    /// Seed for the openings and for the errors of lower levels.
    pub seed: u64,
    /// Endgame tables that end a game as soon as it reaches them.
    pub adjudication: TableFolder,
}

/// Two finished games from one opening: the first player had White in the first, Black in the second.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GamePair {
    /// The number of the pair, from 0.
    pub number: usize,
    /// The half points that the first player won in each game.
    pub half_points: [usize; 2],
    /// The games in PDN.
    pub pdn: [String; 2],
    /// Why a player forfeited a game, if one did.
    pub forfeits: [Option<String>; 2],
}

/// Why a match could not be played.
#[derive(Debug)]
pub enum MatchError {
    /// A player could not be started.
    Player(PlayerError),
    /// An opening could not be read.
    Opening(DeckError),
    /// There are no openings.
    NoOpenings,
    /// The tables for adjudication cannot be used.
    Tables(TablesUnusable),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(error) => error.fmt(f),
            Self::Opening(error) => write!(f, "the openings: {error}"),
            Self::NoOpenings => f.write_str("there are no openings"),
            Self::Tables(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for MatchError {}

/// Plays the pairs of a match and passes each one on when it is finished; stops early when `finished` returns false.
pub fn run_match(
    settings: &MatchSettings,
    finished: &mut (dyn FnMut(GamePair) -> bool + Send),
) -> Result<(), MatchError> {
    with_rules!(settings.variant, R => MatchRun::<R>::prepare(settings)?.play(finished))
}

/// A match with everything loaded that its boards share.
struct MatchRun<'a, R> {
    settings: &'a MatchSettings,
    players: [PreparedPlayer<R>; 2],
    /// For each pair, those of its two games.
    openings: Vec<[History<R>; 2]>,
    adjudicator: std::sync::Arc<dyn Endgames<R>>,
}

impl<'a, R: PlayRules> MatchRun<'a, R> {
    fn prepare(settings: &'a MatchSettings) -> Result<Self, MatchError> {
        let [first, second] = &settings.players;
        let prepare = |player: &PlayerSpec| player.prepare::<R>().map_err(MatchError::Player);
        let openings: Vec<_> = match settings.men_given {
            0 => {
                let openings = settings.openings.load::<R>(settings.pairs, settings.seed);
                let openings = openings.map_err(MatchError::Opening)?.into_iter();
                openings.map(|opening| [opening.clone(), opening]).collect()
            }
            men => with_odds(settings.pairs, men, settings.seed),
        };
        if openings.is_empty() {
            return Err(MatchError::NoOpenings);
        }
        let tables = TableRegistry::new(settings.adjudication.clone());
        Ok(Self {
            settings,
            players: [prepare(first)?, prepare(second)?],
            openings,
            adjudicator: tables.endgames::<R>().map_err(MatchError::Tables)?,
        })
    }

    fn play(&self, finished: &mut (dyn FnMut(GamePair) -> bool + Send)) -> Result<(), MatchError> {
        let (next, stopped, finished) = (AtomicUsize::new(0), AtomicBool::new(false), Mutex::new(finished));
        let boards = self.settings.boards.clamp(1, self.settings.pairs.max(1));
        let play_board = || -> Result<(), MatchError> {
            let start = |player: &PreparedPlayer<R>| player.start().map_err(MatchError::Player);
            let (mut first, mut second) = (start(&self.players[0])?, start(&self.players[1])?);
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= self.settings.pairs || stopped.load(Relaxed) {
                    return Ok(());
                }
                let opening = &self.openings[number % self.openings.len()];
                let conditions = self.conditions(number);
                let games = [
                    play_game(&opening[0], &mut first, &mut second, conditions),
                    play_game(&opening[1], &mut second, &mut first, conditions),
                ];
                let mut finished = finished.lock().unwrap_or_else(PoisonError::into_inner);
                if !finished(pair_of(number, &games)) {
                    stopped.store(true, Relaxed);
                }
            }
        };
        std::thread::scope(|scope| {
            let boards: Vec<_> = (0..boards).map(|_| scope.spawn(play_board)).collect();
            boards
                .into_iter()
                .try_for_each(|board| board.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    }

    fn conditions(&self, number: usize) -> GameConditions<'_, R> {
        GameConditions {
            limits: self.settings.limits,
            adjudicator: &*self.adjudicator,
            seed: self.settings.seed.wrapping_add(number as u64),
        }
    }
}

fn pair_of<R: PlayRules>(number: usize, games: &[MatchGame<R>; 2]) -> GamePair {
    let half_points = |game: &MatchGame<R>, first_player: Side| match game.ending.winner() {
        None => 1,
        Some(winner) if winner == first_player => 2,
        Some(_) => 0,
    };
    let forfeit = |game: &MatchGame<R>| match &game.ending {
        MatchEnding::Forfeit { reason, .. } => Some(reason.clone()),
        _ => None,
    };
    GamePair {
        number,
        half_points: [half_points(&games[0], Side::White), half_points(&games[1], Side::Black)],
        pdn: [
            pdn(&games[0], ["first", "second"], &format!("{}.1", number + 1)),
            pdn(&games[1], ["second", "first"], &format!("{}.2", number + 1)),
        ],
        forfeits: games.each_ref().map(forfeit),
    }
}
