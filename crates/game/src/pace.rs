//! The pace of a game, which the count of CBD 100 depends on.

use std::time::Duration;

use damiera_rules::Pace;

use crate::control::{Bonus, ClockControl};

/// The number of increments that are added to the main time of a player. The CBD's CODEX, which sets the limit for a
/// fast game, has no figure for increments: this one is our reading.
pub const INCREMENTS_COUNTED: u32 = 60;

/// The pace of a game with these clocks, if a game with at most `fast_limit` per player is fast. A game without clocks is classical; if the players have different times, the
/// longer one decides.
#[must_use]
pub fn pace_of(controls: &[ClockControl; 2], fast_limit: Option<Duration>) -> Pace {
    let fast = |control: &ClockControl| thinking_time(control).is_some_and(|time| fast_limit >= Some(time));
    if controls.iter().all(fast) { Pace::Fast } else { Pace::Classical }
}

/// The main time plus sixty increments; `None` without a clock.
fn thinking_time(control: &ClockControl) -> Option<Duration> {
    match control {
        ClockControl::Untimed => None,
        ClockControl::PerMove(time) => Some(time.saturating_mul(INCREMENTS_COUNTED)),
        ClockControl::Timed(staged) => {
            let add = |sum: Duration, time: Duration| sum.saturating_add(time);
            let main = staged.stages.iter().map(|stage| stage.time).fold(Duration::ZERO, add);
            let bonus = match staged.bonus {
                Bonus::None => Duration::ZERO,
                Bonus::Increment(time) | Bonus::Delay(time) | Bonus::Bronstein(time) => time,
            };
            let periods = staged.overtime.map_or(Duration::ZERO, |overtime| {
                overtime.period.saturating_mul(u32::from(overtime.periods))
            });
            Some(main.saturating_add(periods).saturating_add(bonus.saturating_mul(INCREMENTS_COUNTED)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleSet;
    use damiera_rules::Variant;

    #[test]
    fn the_boundary_is_thirty_minutes_with_sixty_increments() {
        let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
        let limit = RuleSet::of(Variant::International).fast_limit;
        assert_eq!(limit, Some(minutes(30)));
        let with = |time, seconds| {
            let control = ClockControl::with(time, Bonus::Increment(Duration::from_secs(seconds)));
            pace_of(&[control.clone(), control], limit)
        };
        assert_eq!(with(minutes(30), 0), Pace::Fast);
        assert_eq!(with(minutes(31), 0), Pace::Classical);
        assert_eq!(with(minutes(20), 10), Pace::Fast);
        assert_eq!(with(minutes(21), 10), Pace::Classical);
        let blitz = ClockControl::sudden(minutes(5));
        assert_eq!(pace_of(&[blitz.clone(), ClockControl::sudden(minutes(60))], limit), Pace::Classical);
        assert_eq!(pace_of(&[blitz.clone(), ClockControl::Untimed], limit), Pace::Classical);
        assert_eq!(pace_of(&[ClockControl::Untimed, ClockControl::Untimed], limit), Pace::Classical);
        assert_eq!(pace_of(&[blitz.clone(), blitz], None), Pace::Classical);
    }
}
