//! A line as columns of characters, counted from 1 as the format's description counts them.

use std::str::FromStr;

use super::fault::{TrfField, TrfProblem};

/// Stands in the columns that a letter of several bytes takes beside its first.
const CONTINUED: char = '\0';

/// A line, cut by columns.
pub(super) struct Columns(Vec<char>);

impl Columns {
    pub(super) fn new(line: &str) -> Self {
        Self(line.chars().collect())
    }

    /// The line as programs write it that count bytes: a letter takes as many columns as it has bytes.
    pub(super) fn of_bytes(line: &str) -> Self {
        let columns = |letter: char| {
            let rest = std::iter::repeat_n(CONTINUED, letter.len_utf8() - 1);
            std::iter::once(letter).chain(rest)
        };
        Self(line.chars().flat_map(columns).collect())
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The text from one column to another, without blanks around it; empty beyond the end of the line.
    pub(super) fn text(&self, first: usize, last: usize) -> String {
        let end = last.min(self.0.len());
        let start = (first - 1).min(end);
        let letters = self.0[start..end].iter().filter(|letter| **letter != CONTINUED);
        letters.collect::<String>().trim().to_owned()
    }

    /// The character in a column; blank beyond the end of the line.
    pub(super) fn at(&self, column: usize) -> char {
        self.0.get(column - 1).copied().unwrap_or(' ')
    }

    /// A value in a column range; none if it is blank.
    pub(super) fn value<T: FromStr>(
        &self,
        first: usize,
        last: usize,
        field: TrfField,
    ) -> Result<Option<T>, TrfProblem> {
        let text = self.text(first, last);
        if text.is_empty() {
            return Ok(None);
        }
        text.parse().map(Some).map_err(|_| bad(field, &text))
    }
}

/// A field that cannot be read.
pub(super) fn bad(field: TrfField, text: &str) -> TrfProblem {
    TrfProblem::BadField { field, text: text.chars().take(40).collect() }
}

/// A value that must be there.
pub(super) fn required<T>(value: Option<T>, field: TrfField) -> Result<T, TrfProblem> {
    value.ok_or_else(|| bad(field, ""))
}
