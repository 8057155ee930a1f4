//! The TimeControl tag.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// One period of a time control.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Period {
    /// So many moves in so much time: `40/7200`.
    Moves(u32, Duration),
    /// Time for the rest of the game and an increment per move: `4800+60`.
    Increment(Duration, Duration),
    /// Time for the rest of the game: `3600`.
    Rest(Duration),
    /// An hourglass: `*120`.
    Hourglass(Duration),
}

/// The value of a TimeControl tag.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TimeControl {
    /// `?`
    Unknown,
    /// `-`: no clock.
    None,
    /// Consecutive periods.
    Periods(Vec<Period>),
}

/// A text that is not a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadTimeControl;

impl fmt::Display for BadTimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the TimeControl should be in seconds, such as 600, 600+5, 40/7200:3600, *120, ? or -")
    }
}

impl std::error::Error for BadTimeControl {}

impl FromStr for TimeControl {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<Self, BadTimeControl> {
        match text.trim() {
            "?" | "" => Ok(Self::Unknown),
            "-" => Ok(Self::None),
            periods => {
                let periods: Vec<Period> =
                    periods.split(':').map(period).collect::<Option<_>>().ok_or(BadTimeControl)?;
                let goes_on = |period: &Period| matches!(period, Period::Moves(..));
                // Only a number of moves can be followed by another period.
                let ordered = periods.iter().rev().skip(1).all(goes_on);
                if ordered { Ok(Self::Periods(periods)) } else { Err(BadTimeControl) }
            }
        }
    }
}

fn period(text: &str) -> Option<Period> {
    let seconds = |text: &str| {
        let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| text.parse::<u32>().ok()).flatten().map(|n| Duration::from_secs(n.into()))
    };
    if let Some((moves, time)) = text.split_once('/') {
        return Some(Period::Moves(moves.parse().ok()?, seconds(time)?));
    }
    if let Some((time, more)) = text.split_once('+') {
        return Some(Period::Increment(seconds(time)?, seconds(more)?));
    }
    match text.strip_prefix('*') {
        Some(time) => Some(Period::Hourglass(seconds(time)?)),
        None => Some(Period::Rest(seconds(text)?)),
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("?"),
            Self::None => f.write_str("-"),
            Self::Periods(periods) => {
                for (i, period) in periods.iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { ":" })?;
                    match period {
                        Period::Moves(moves, time) => write!(f, "{moves}/{}", time.as_secs())?,
                        Period::Increment(time, more) => {
                            write!(f, "{}+{}", time.as_secs(), more.as_secs())?;
                        }
                        Period::Rest(time) => write!(f, "{}", time.as_secs())?,
                        Period::Hourglass(time) => write!(f, "*{}", time.as_secs())?,
                    }
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_s_examples_are_read_and_written_alike() {
        for text in ["40/7200:3600", "4800+60", "40/7200:3600+60", "40/7200:20/2400:600+5", "*120", "?", "-"]
        {
            assert_eq!(text.parse::<TimeControl>().map(|t| t.to_string()).as_deref(), Ok(text));
        }
        for text in ["3600:40/7200", "one hour", "40/", "+5", "1:2:3"] {
            assert_eq!(text.parse::<TimeControl>(), Err(BadTimeControl), "{text}");
        }
    }
}
