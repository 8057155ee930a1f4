//! How long an opponent appears to think before it moves.
//!
//! Low levels find their move in a millisecond. A reply at once is hard to follow on the board and is not how people play, so the
//! move is held back: a moment if it is forced, longer if there is more to choose from, and never for long on a short clock.

use std::time::Duration;

use damiera_engine::SplitMix64;
use damiera_game::Game;
use damiera_rules::{Position, with_rules};

/// The pause before a move without an alternative, and the shortest of all.
const FORCED: Duration = Duration::from_millis(300);
/// What each alternative adds.
const PER_MOVE: Duration = Duration::from_millis(60);
/// The longest pause.
const LONGEST: Duration = Duration::from_millis(2_000);
/// The part of the remaining clock time that a pause may take.
const CLOCK_SHARE: u32 = 60;

/// The time from a position on the board to the reply, at least: it includes the time for the search. `left` is the time on the
/// clock. The seed makes pauses differ from move to move.
#[must_use]
pub fn reply_pace(game: &Game, left: Option<Duration>, seed: u64) -> Duration {
    let legal = with_rules!(game.terms().variant, R => {
        Position::<R>::from_fen(&game.fen()).map_or(0, |position| position.legal().len())
    });
    pause(legal, left, seed)
}

fn pause(legal: usize, left: Option<Duration>, seed: u64) -> Duration {
    let alternatives = legal.saturating_sub(1).min(16) as u32;
    let usual = PER_MOVE * alternatives;
    // Between half and twice the usual time.
    let varied = usual / 2 + usual * SplitMix64::new(seed).below(1_001) as u32 * 3 / 2_000;
    let natural = (FORCED + varied).min(LONGEST);
    left.map_or(natural, |left| natural.min(left / CLOCK_SHARE))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLISECOND: Duration = Duration::from_millis(1);

    #[test]
    fn a_pause_is_natural_and_short_if_the_move_is_forced() {
        for seed in 0..500 {
            assert_eq!(pause(1, None, seed), FORCED);
            for legal in 2..40 {
                let pause = pause(legal, None, seed);
                assert!(FORCED < pause && pause <= LONGEST, "{legal} moves: {pause:?}");
            }
        }
    }

    #[test]
    fn pauses_differ() {
        let pauses: std::collections::HashSet<_> = (0..50).map(|seed| pause(9, None, seed)).collect();
        assert!(pauses.len() > 25);
    }

    #[test]
    fn a_clock_never_falls_because_of_pauses() {
        // A whole game of moves, each as slow as a pause can be, leaves most of a short clock.
        for minutes in [1, 3, 60] {
            let given = Duration::from_secs(60 * minutes);
            let mut left = given;
            for seed in 0..60 {
                left -= pause(20, Some(left), seed);
            }
            assert!(left > given / 3, "{left:?} of {given:?}");
        }
        assert!(pause(9, Some(60 * MILLISECOND), 1) <= MILLISECOND);
    }
}
