//! Dates in texts, in universal time: a log is read in more than one time zone.

use damiera_game::Moment;

/// A moment in milliseconds since 1970 as `2026-11-18 19:30:00 UTC`.
#[must_use]
pub fn utc(at: Moment) -> String {
    let (days, second) = (at.0 / 86_400_000, at.0 / 1000 % 86_400);
    // The civil date of a day since 1970: years begin in March, so that the leap day is the last day of one.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC")
}

/// A moment without its seconds, such as `2026-11-18 19:30 UTC`.
pub(super) fn utc_minute(at: Moment) -> String {
    let text = utc(at);
    match text.rsplit_once(':') {
        Some((minute, _)) => format!("{minute} UTC"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_in_utc() {
        assert_eq!(utc(Moment(0)), "1970-01-01 00:00:00 UTC");
        assert_eq!(utc(Moment(951_782_399_000)), "2000-02-28 23:59:59 UTC");
        assert_eq!(utc(Moment(951_868_799_000)), "2000-02-29 23:59:59 UTC");
        assert_eq!(utc(Moment(1_762_000_000_000)), "2025-11-01 12:26:40 UTC");
        assert_eq!(utc_minute(Moment(951_782_399_000)), "2000-02-28 23:59 UTC");
    }
}
