//! Holding a match: pairs of games, several at once.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use damiera_rules::{History, Rules, Side};

use crate::contest::game::{Conditions, Played, play_game};
use crate::contest::player::{BadPlayer, Contestant};
use crate::limits::Limits;
use crate::probe::Endgames;

/// Who meets whom, and how.
#[derive(Clone, Debug)]
pub struct Fixture<R> {
    /// The first player and the second.
    pub players: [Contestant; 2],
    /// Where the pairs begin; gone through again when there are more pairs.
    pub openings: Vec<History<R>>,
    /// How many pairs of games.
    pub pairs: usize,
    /// Time, depth or nodes a move.
    pub limits: Limits,
    /// Games at the same time.
    pub boards: usize,
    /// Chance for lower levels.
    pub seed: u64,
}

/// Two games from one opening: the first player has White, then Black.
#[derive(Clone, Debug)]
pub struct Pairing<R> {
    /// Which pair, from 0.
    pub number: usize,
    /// The games.
    pub games: [Played<R>; 2],
}

impl<R> Pairing<R> {
    /// The first player's half points in each game.
    #[must_use]
    pub fn halves(&self) -> [usize; 2] {
        let half = |game: &Played<R>, side: Side| match game.ending.winner() {
            None => 1,
            Some(winner) if winner == side => 2,
            Some(_) => 0,
        };
        [half(&self.games[0], Side::White), half(&self.games[1], Side::Black)]
    }
}

/// Plays the pairs and hands each over as it is finished; goes on while that says so. A game ends as soon as the
/// judge's tables know its result.
pub fn hold<R: Rules>(
    fixture: &Fixture<R>,
    judge: &dyn Endgames<R>,
    finished: impl FnMut(Pairing<R>) -> bool + Send,
) -> Result<(), BadPlayer> {
    let (next, enough) = (AtomicUsize::new(0), AtomicBool::new(fixture.openings.is_empty()));
    let finished = Mutex::new(finished);
    let boards = fixture.boards.clamp(1, fixture.pairs.max(1));
    std::thread::scope(|scope| {
        let tables: Vec<_> = (0..boards)
            .map(|_| {
                scope.spawn(|| -> Result<(), BadPlayer> {
                    let [mut first, mut second] =
                        [fixture.players[0].seat::<R>()?, fixture.players[1].seat::<R>()?];
                    loop {
                        let number = next.fetch_add(1, Relaxed);
                        if number >= fixture.pairs || enough.load(Relaxed) {
                            return Ok(());
                        }
                        let opening = &fixture.openings[number % fixture.openings.len()];
                        let seed = fixture.seed.wrapping_add(number as u64);
                        let conditions = Conditions { limits: fixture.limits, judge, seed };
                        let games = [
                            play_game(opening, &mut first, &mut second, conditions),
                            play_game(opening, &mut second, &mut first, conditions),
                        ];
                        let mut finished = finished.lock().unwrap_or_else(PoisonError::into_inner);
                        if !finished(Pairing { number, games }) {
                            enough.store(true, Relaxed);
                        }
                    }
                })
            })
            .collect();
        tables.into_iter().try_for_each(|table| table.join().unwrap_or(Ok(())))
    })
}
