//! Results of games and how files write them.

use damiera_rules::{ResultForm, Side};

/// The result of a game. PDN puts the side that moves first in front.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PdnResult {
    /// The side that moved first won: `1-0` or `2-0`.
    FirstWins,
    /// The side that moved second won: `0-1` or `0-2`.
    SecondWins,
    /// A draw: `1/2-1/2` or `1-1`.
    Draw,
    /// A loss for both sides: `0-0`.
    BothLose,
    /// Unfinished or unknown: `*`.
    #[default]
    Unknown,
}

impl PdnResult {
    /// A win of the side given, where that other side moves first.
    #[must_use]
    pub fn win(winner: Side, first: Side) -> Self {
        if winner == first { Self::FirstWins } else { Self::SecondWins }
    }

    /// Who won, where that side moves first.
    #[must_use]
    pub fn winner(self, first: Side) -> Option<Side> {
        match self {
            Self::FirstWins => Some(first),
            Self::SecondWins => Some(!first),
            Self::Draw | Self::BothLose | Self::Unknown => None,
        }
    }

    /// Its text in one of the two forms.
    #[must_use]
    pub const fn text(self, form: ResultForm) -> &'static str {
        match (self, form) {
            (Self::FirstWins, ResultForm::OneForAWin) => "1-0",
            (Self::FirstWins, ResultForm::TwoForAWin) => "2-0",
            (Self::SecondWins, ResultForm::OneForAWin) => "0-1",
            (Self::SecondWins, ResultForm::TwoForAWin) => "0-2",
            (Self::Draw, ResultForm::OneForAWin) => "1/2-1/2",
            (Self::Draw, ResultForm::TwoForAWin) => "1-1",
            (Self::BothLose, _) => "0-0",
            (Self::Unknown, _) => "*",
        }
    }

    /// Parses a result and its form; spaces are ignored.
    ///
    /// ```
    /// use damiera_notation::pdn::PdnResult;
    /// assert_eq!(PdnResult::read("1/2 - 1/2").map(|(outcome, _)| outcome), Some(PdnResult::Draw));
    /// assert_eq!(PdnResult::read("4-6"), None);
    /// ```
    #[must_use]
    pub fn read(text: &str) -> Option<(Self, Option<ResultForm>)> {
        use ResultForm::{OneForAWin as One, TwoForAWin as Two};
        let spaced: String;
        let plain = if text.contains(char::is_whitespace) {
            spaced = text.chars().filter(|c| !c.is_whitespace()).collect();
            &spaced
        } else {
            text
        };
        Some(match plain {
            "1-0" => (Self::FirstWins, Some(One)),
            "2-0" => (Self::FirstWins, Some(Two)),
            "0-1" => (Self::SecondWins, Some(One)),
            "0-2" => (Self::SecondWins, Some(Two)),
            "1/2-1/2" | "1/2" | "½-½" | "½" | "0.5-0.5" => (Self::Draw, Some(One)),
            "1-1" => (Self::Draw, Some(Two)),
            "0-0" => (Self::BothLose, None),
            "*" | "?" | "" => (Self::Unknown, None),
            _ => return None,
        })
    }

    /// The result written as two numbers with a hyphen, if it is not a move.
    pub(super) const fn of_figures(first: u16, second: u16) -> Option<(Self, Option<ResultForm>)> {
        Some(match (first, second) {
            (1, 0) => (Self::FirstWins, Some(ResultForm::OneForAWin)),
            (2, 0) => (Self::FirstWins, Some(ResultForm::TwoForAWin)),
            (0, 1) => (Self::SecondWins, Some(ResultForm::OneForAWin)),
            (0, 2) => (Self::SecondWins, Some(ResultForm::TwoForAWin)),
            (1, 1) => (Self::Draw, Some(ResultForm::TwoForAWin)),
            (0, 0) => (Self::BothLose, None),
            _ => return None,
        })
    }
}
