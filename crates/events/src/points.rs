//! Points, in tenths, as tournament report files write them.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Sub};
use std::str::FromStr;

use damiera_game::Lang;

/// Points, kept in tenths: `Points::HALF` is 5 tenths.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Points(i32);

impl Points {
    /// No points.
    pub const ZERO: Self = Self(0);
    /// Half a point.
    pub const HALF: Self = Self(5);
    /// One point.
    pub const ONE: Self = Self(10);
    /// The largest total a tournament report file can hold in four columns.
    pub const LIMIT: Self = Self(9_999);

    /// So many whole points.
    #[must_use]
    pub const fn whole(points: i32) -> Self {
        Self(points.saturating_mul(10))
    }

    /// So many tenths of a point.
    #[must_use]
    pub const fn tenths(tenths: i32) -> Self {
        Self(tenths)
    }

    /// The number of tenths.
    #[must_use]
    pub const fn in_tenths(self) -> i32 {
        self.0
    }

    /// For people: without a useless tenth, and with the decimal separator of the language.
    #[must_use]
    pub fn text(self, lang: Lang) -> String {
        let text = self.to_string();
        lang.decimal(text.strip_suffix(".0").unwrap_or(&text))
    }

    /// Reads what may be less than nothing: `-1`, `−1`, `+0.5`, or `2`.
    pub fn from_signed(text: &str) -> Result<Self, BadPoints> {
        match text.strip_prefix(['-', '−']) {
            Some(size) => Ok(Self::ZERO - size.trim_start().parse()?),
            None => text.strip_prefix('+').unwrap_or(text).parse(),
        }
    }

    /// As a number, for statistics.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / 10.0
    }
}

impl Add for Points {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Points {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Mul<i32> for Points {
    type Output = Self;
    fn mul(self, times: i32) -> Self {
        Self(self.0.saturating_mul(times))
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        f.pad(&format!("{sign}{}.{}", self.0.unsigned_abs() / 10, self.0.unsigned_abs() % 10))
    }
}

/// Text that is not a number of points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadPoints(String);

impl fmt::Display for BadPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not a number of points such as 1.5", self.0)
    }
}

impl std::error::Error for BadPoints {}

impl FromStr for Points {
    type Err = BadPoints;

    /// Reads `2`, `2.5`, `2,5` and `.5`; at most one digit after the point, and no more than 999.9.
    fn from_str(text: &str) -> Result<Self, BadPoints> {
        let bad = || BadPoints(text.chars().take(20).collect());
        let (whole, tenth) = match text.split_once(['.', ',']) {
            Some(("", tenth)) => ("0", tenth),
            Some(parts) => parts,
            None => (text, "0"),
        };
        let digits = |part: &str| part.len() <= 3 && part.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || !digits(whole) || tenth.len() != 1 || !digits(tenth) {
            return Err(bad());
        }
        let number = |part: &str| part.parse::<i32>().map_err(|_| bad());
        Ok(Self(number(whole)? * 10 + number(tenth)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_read_points_as_they_write_them() {
        for (tenths, texts) in
            [(0, ["0", "0", "0"]), (5, ["0.5", "0,5", "0,5"]), (125, ["12.5", "12,5", "12,5"])]
        {
            assert_eq!(Lang::ALL.map(|lang| Points(tenths).text(lang)), texts);
        }
    }

    #[test]
    fn print_and_parse_are_inverse() {
        for tenths in [0, 1, 5, 10, 15, 999, 9_999] {
            assert_eq!(Points(tenths).to_string().parse(), Ok(Points(tenths)));
        }
        assert_eq!("2".parse(), Ok(Points::whole(2)));
        assert_eq!(".5".parse(), Ok(Points::HALF));
        for (text, tenths) in [("-1.5", -15), ("- 2", -20), ("−0,5", -5), ("+.5", 5), ("3", 30)] {
            assert_eq!(Points::from_signed(text), Ok(Points(tenths)));
        }
        for bad in ["", ".", "1.", ".55", "1.55", "-1", "x", "1000", "+1"] {
            assert!(bad.parse::<Points>().is_err(), "{bad}");
        }
    }
}
