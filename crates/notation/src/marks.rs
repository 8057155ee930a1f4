//! Marks on moves: `!`, `?` and their kin, and what they stand for.
//!
//! The FID and chess agree on four of them and disagree on two. By FID-IT 13.7 and 13.8 `?!` marks a move that looks weak
//! but is strong, and `!?` one that looks strong but is weak; chess players use them the other way round. A mark is
//! therefore stored by its meaning, and parsed and written under a [`MarkConvention`].

use std::fmt;
use std::str::FromStr;

use damiera_rules::{Book, Rules, Variant, with_rules};

/// The meaning of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// A good or strong move (FID-IT 13.3).
    Good,
    /// A very good move (13.4).
    VeryGood,
    /// A weak or badly played move (13.5).
    Weak,
    /// A blunder (13.6).
    Blunder,
    /// A move that looks weak but is strong (13.7): interesting.
    WeakToTheEye,
    /// A move that looks strong but is weak (13.8): dubious.
    StrongToTheEye,
    /// Forced: any other move loses something (13.9).
    Forced,
    /// The game is won (13.10).
    Wins,
    /// The game is drawn (13.11).
    Draws,
    /// Pieces won, or lost if negative (13.12, 13.13).
    Pieces(i8),
    /// Any of several moves that come to the same (13.14).
    AdLibitum,
}

/// The meaning of `?!` and `!?`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MarkConvention {
    /// FID-IT 13.7 and 13.8: `?!` is strong, `!?` is weak.
    Federation,
    /// As in chess and in most programs: `!?` is interesting, `?!` is dubious.
    #[default]
    Chess,
}

impl MarkConvention {
    /// The convention of a variant: the federation's in the games of its rulebooks (FID-IT 13), or else that of chess.
    #[must_use]
    pub fn of(variant: Variant) -> Self {
        match with_rules!(variant, R => R::BOOK) {
            Book::FidEn | Book::FidIt | Book::Fid10 => Self::Federation,
            Book::Pg37 | Book::Cbd => Self::Chess,
        }
    }

    /// All conventions.
    pub const ALL: [Self; 2] = [Self::Federation, Self::Chess];

    /// Its name in options and tags.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Federation => "federation",
            Self::Chess => "chess",
        }
    }

    /// The meaning of a run of `!` and `?`, if it is one of the six.
    ///
    /// ```
    /// use damiera_notation::marks::{MarkConvention, Mark};
    /// assert_eq!(MarkConvention::Federation.read("?!"), Some(Mark::WeakToTheEye));
    /// assert_eq!(MarkConvention::Chess.read("?!"), Some(Mark::StrongToTheEye));
    /// ```
    #[must_use]
    pub fn read(self, run: &str) -> Option<Mark> {
        Some(match (run, self) {
            ("!", _) => Mark::Good,
            ("!!", _) => Mark::VeryGood,
            ("?", _) => Mark::Weak,
            ("??", _) => Mark::Blunder,
            ("?!", Self::Federation) | ("!?", Self::Chess) => Mark::WeakToTheEye,
            ("!?", Self::Federation) | ("?!", Self::Chess) => Mark::StrongToTheEye,
            _ => return None,
        })
    }

    /// The text of a mark.
    #[must_use]
    pub fn write(self, mark: Mark) -> MarkText {
        MarkText::Attached(match (mark, self) {
            (Mark::Good, _) => "!",
            (Mark::VeryGood, _) => "!!",
            (Mark::Weak, _) => "?",
            (Mark::Blunder, _) => "??",
            (Mark::WeakToTheEye, Self::Federation) | (Mark::StrongToTheEye, Self::Chess) => "?!",
            (Mark::StrongToTheEye, Self::Federation) | (Mark::WeakToTheEye, Self::Chess) => "!?",
            // In PDN 3.0 the star ends a game, and this is the mark of a forced move.
            (Mark::Forced, _) => return MarkText::Separate("$7".to_owned()),
            (Mark::Wins, _) => return MarkText::Separate("+".to_owned()),
            (Mark::Draws, _) => return MarkText::Separate("=".to_owned()),
            (Mark::Pieces(count), _) => return MarkText::Separate(format!("{count:+}")),
            (Mark::AdLibitum, _) => return MarkText::Separate("a.l.".to_owned()),
        })
    }
}

/// The text of a mark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MarkText {
    /// Directly after the move.
    Attached(&'static str),
    /// After a space.
    Separate(String),
}

impl Mark {
    /// The mark that the same sign stands for under the other convention.
    #[must_use]
    pub const fn under_the_other_convention(self) -> Self {
        match self {
            Self::WeakToTheEye => Self::StrongToTheEye,
            Self::StrongToTheEye => Self::WeakToTheEye,
            same => same,
        }
    }

    /// The mark of a sign as a person writes it under this convention: the six runs of `!` and `?`, `*`, `+`, `=`,
    /// `+1`, `-2` and `a.l.` (FID-IT 13).
    ///
    /// ```
    /// use damiera_notation::marks::{Mark, MarkConvention};
    /// assert_eq!(Mark::from_sign("*", MarkConvention::Federation), Some(Mark::Forced));
    /// assert_eq!(Mark::from_sign("-2", MarkConvention::Federation), Some(Mark::Pieces(-2)));
    /// ```
    #[must_use]
    pub fn from_sign(sign: &str, convention: MarkConvention) -> Option<Self> {
        Some(match sign {
            "*" => Self::Forced,
            "+" => Self::Wins,
            "=" => Self::Draws,
            "a.l." => Self::AdLibitum,
            _ if sign.starts_with(['+', '-']) => Self::Pieces(sign.parse().ok().filter(|&count| count != 0)?),
            _ => return convention.read(sign),
        })
    }

    /// The mark a numeric annotation glyph stands for, if it is one of the seven about moves.
    ///
    /// The glyphs are defined by meaning (`$5` speculative, `$6` questionable), so no convention is needed.
    #[must_use]
    pub const fn from_nag(nag: u16) -> Option<Self> {
        Some(match nag {
            1 => Self::Good,
            2 => Self::Weak,
            3 => Self::VeryGood,
            4 => Self::Blunder,
            5 => Self::WeakToTheEye,
            6 => Self::StrongToTheEye,
            7 => Self::Forced,
            _ => return None,
        })
    }
}

/// An unknown name of a convention.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownMarkConvention(String);

impl fmt::Display for UnknownMarkConvention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no convention for marks called \"{}\"; choose federation or chess", self.0)
    }
}

impl std::error::Error for UnknownMarkConvention {}

impl FromStr for MarkConvention {
    type Err = UnknownMarkConvention;

    fn from_str(name: &str) -> Result<Self, UnknownMarkConvention> {
        Self::ALL
            .into_iter()
            .find(|convention| convention.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownMarkConvention(name.to_owned()))
    }
}

impl fmt::Display for MarkConvention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_convention_reads_what_it_writes() {
        for convention in MarkConvention::ALL {
            for nag in 1..=6 {
                let mark = Mark::from_nag(nag).unwrap();
                let MarkText::Attached(text) = convention.write(mark) else { panic!("{mark:?}") };
                assert_eq!(convention.read(text), Some(mark), "{convention} {text}");
            }
        }
    }

    #[test]
    fn the_two_conventions_disagree_on_two_marks_only() {
        let differ = ["!", "!!", "?", "??", "!?", "?!"]
            .into_iter()
            .filter(|run| MarkConvention::Federation.read(run) != MarkConvention::Chess.read(run));
        assert_eq!(differ.collect::<Vec<_>>(), ["!?", "?!"]);
    }
}
