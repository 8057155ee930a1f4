//! Citations: a rulebook and the number of an article in it.

use std::fmt;

/// One of the five rulebooks that Damiera implements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Book {
    /// FID, extract of the rules of English draughts.
    FidEn,
    /// PerGioco newsletter 37 on English draughts, with worked examples.
    Pg37,
    /// CBD, official rules: 64 and 100 squares.
    Cbd,
    /// FID, official rules of Italian draughts, chapter I.
    FidIt,
    /// FID, the ten rules of Italian draughts for beginners.
    Fid10,
}

impl Book {
    /// All rulebooks.
    pub const ALL: [Self; 5] = [Self::FidEn, Self::Pg37, Self::Cbd, Self::FidIt, Self::Fid10];

    /// The short name used in citations.
    #[must_use]
    pub const fn short_name(self) -> &'static str {
        match self {
            Self::FidEn => "FID-EN",
            Self::Pg37 => "PG-37",
            Self::Cbd => "CBD",
            Self::FidIt => "FID-IT",
            Self::Fid10 => "FID-10",
        }
    }
}

/// An article of a book, such as FID-IT 6.9.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Article {
    /// The rulebook.
    pub book: Book,
    /// The number as printed; items of the CBD's summary are cited as "item 12", and its sections by a word of their heading.
    pub number: &'static str,
}

impl Article {
    /// The article with this number.
    #[must_use]
    pub const fn new(book: Book, number: &'static str) -> Self {
        Self { book, number }
    }
}

impl fmt::Display for Article {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.book.short_name(), self.number)
    }
}
