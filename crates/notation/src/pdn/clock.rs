//! Clock commands in comments, such as `[%clk 1:55:21]`.

use std::fmt;
use std::time::Duration;

use damiera_rules::Side;
use smallvec::SmallVec;

/// The kind of a clock command.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClockKind {
    /// `clk`: the time shown by a clock that counts down.
    Left,
    /// `clock`: the time shown by a clock that counts down, for one player or both.
    Board,
    /// `mct`: the time shown by a clock that counts up.
    Shown,
    /// `egt`: time since the start of the game.
    SinceStart,
    /// `emt`: time spent on the move.
    OnMove,
}

impl ClockKind {
    const ALL: [Self; 5] = [Self::Left, Self::Board, Self::Shown, Self::SinceStart, Self::OnMove];

    const fn command(self) -> &'static str {
        match self {
            Self::Left => "clk",
            Self::Board => "clock",
            Self::Shown => "mct",
            Self::SinceStart => "egt",
            Self::OnMove => "emt",
        }
    }
}

/// The clock that a time was read from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClockOwner {
    /// The clock of the player who moved.
    Mover,
    /// A side's clock that was stopped.
    Resting(Side),
    /// A side's clock that was running.
    Running(Side),
}

/// A clock command: one time or two.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ClockReading {
    /// Its kind.
    pub kind: ClockKind,
    /// The times, to the millisecond.
    pub times: SmallVec<[(ClockOwner, Duration); 1]>,
}

impl ClockReading {
    /// The time one clock showed after a move.
    #[must_use]
    pub fn new(kind: ClockKind, time: Duration) -> Self {
        Self { kind, times: SmallVec::from_elem((ClockOwner::Mover, to_millis(time)), 1) }
    }

    /// The times on both clocks after a move.
    #[must_use]
    pub fn both(first: (ClockOwner, Duration), second: (ClockOwner, Duration)) -> Self {
        let times = [first, second].map(|(face, time)| (face, to_millis(time)));
        Self { kind: ClockKind::Board, times: SmallVec::from_iter(times) }
    }

    /// Parses the text between `[%` and `]`.
    pub(super) fn read(command: &str) -> Option<Self> {
        let (name, value) = command.split_once(char::is_whitespace)?;
        let kind = ClockKind::ALL.into_iter().find(|kind| kind.command().eq_ignore_ascii_case(name))?;
        let times: SmallVec<_> = value.split_whitespace().map(face_and_time).collect::<Option<_>>()?;
        (1..=2).contains(&times.len()).then_some(Self { kind, times })
    }
}

fn to_millis(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

fn face_and_time(text: &str) -> Option<(ClockOwner, Duration)> {
    let face = match text.as_bytes().first()? {
        b'w' => ClockOwner::Resting(Side::White),
        b'W' => ClockOwner::Running(Side::White),
        b'b' => ClockOwner::Resting(Side::Black),
        b'B' => ClockOwner::Running(Side::Black),
        _ => return Some((ClockOwner::Mover, time(text)?)),
    };
    Some((face, time(&text[1..])?))
}

/// Hours, minutes and seconds; leading parts may be missing, and seconds may have a fraction.
fn time(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let digits = |text: &str| !text.is_empty() && text.len() <= 6 && text.bytes().all(|b| b.is_ascii_digit());
    let fields: SmallVec<[&str; 3]> = whole.split(':').collect();
    if fields.len() > 3 || !fields.iter().all(|field| digits(field)) {
        return None;
    }
    let seconds = fields.iter().try_fold(0u64, |sum, field| Some(sum * 60 + field.parse::<u64>().ok()?))?;
    let millis = match fraction {
        "" => 0,
        _ if !fraction.bytes().all(|b| b.is_ascii_digit()) => return None,
        _ => format!("{fraction:0<3}").get(..3)?.parse().ok()?,
    };
    Some(Duration::from_secs(seconds) + Duration::from_millis(millis))
}

impl fmt::Display for ClockReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[%{}", self.kind.command())?;
        for (face, time) in &self.times {
            let letter = match face {
                ClockOwner::Mover => "",
                ClockOwner::Resting(Side::White) => "w",
                ClockOwner::Running(Side::White) => "W",
                ClockOwner::Resting(Side::Black) => "b",
                ClockOwner::Running(Side::Black) => "B",
            };
            let (seconds, millis) = (time.as_secs(), time.subsec_millis());
            write!(f, " {letter}{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
            if millis != 0 {
                write!(f, "{}", format!(".{millis:03}").trim_end_matches('0'))?;
            }
        }
        f.write_str("]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read_and_written_tidily() {
        for (read, written) in [
            ("clk 1:55:21", "[%clk 1:55:21]"),
            ("emt 0:0:9.56", "[%emt 0:00:09.56]"),
            ("clock w0:00:10 B0:00:03", "[%clock w0:00:10 B0:00:03]"),
            ("clk w0:00:10 B0:00:03", "[%clk w0:00:10 B0:00:03]"),
            ("clock 49:11", "[%clock 0:49:11]"),
            ("egt 35", "[%egt 0:00:35]"),
            ("mct 100:00:00", "[%mct 100:00:00]"),
        ] {
            assert_eq!(ClockReading::read(read).map(|clock| clock.to_string()).as_deref(), Some(written));
        }
    }

    #[test]
    fn what_is_no_time_is_left_in_the_comment() {
        for text in ["clk", "clk soon", "clk 1:2:3:4", "clk 1:2:3 1:2:3 1:2:3", "eval 0.3", "clk 1.-2"] {
            assert_eq!(ClockReading::read(text), None, "{text}");
        }
    }
}
