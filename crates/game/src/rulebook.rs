//! The articles of the five rulebooks: what each says, in our words, and what the software makes of it.
//!
//! The list is data, `articles.tsv`: the book, the article, how it is treated, the key of its digest, and why it is
//! left to people where it is. The digests are in the Fluent files.

use std::sync::OnceLock;

use damiera_rules::{Article, Book};

use crate::text::Lang;

/// How the software treats an article.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Treatment {
    /// It decides.
    Decided,
    /// It records what is done at the arbiter's table, and rules on it.
    Recorded,
    /// It is a matter for people.
    People,
}

impl Treatment {
    /// As the list writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decided => "decided",
            Self::Recorded => "recorded",
            Self::People => "people",
        }
    }
}

/// An article of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RulebookEntry {
    /// Which.
    pub article: Article,
    /// What the software makes of it.
    pub treatment: Treatment,
    /// The key of its digest.
    pub key: &'static str,
    /// Where it is decided, or why it is left to people.
    pub note: &'static str,
}

impl RulebookEntry {
    /// What the article says, in our words.
    #[must_use]
    pub fn digest(&self, lang: Lang) -> String {
        lang.message(self.key).unwrap_or_else(|| self.key.to_owned())
    }
}

/// Every article of the five books, book by book, in their order.
#[must_use]
pub fn entries() -> &'static [RulebookEntry] {
    static ENTRIES: OnceLock<Vec<RulebookEntry>> = OnceLock::new();
    ENTRIES.get_or_init(|| include_str!("../articles.tsv").lines().filter_map(entry).collect())
}

/// The articles of a book.
pub fn of(book: Book) -> impl Iterator<Item = &'static RulebookEntry> {
    entries().iter().filter(move |entry| entry.article.book == book)
}

/// An article by the way we cite it, such as "FID-IT 6.9".
#[must_use]
pub fn cited(text: &str) -> Option<Article> {
    entries().iter().map(|entry| entry.article).find(|article| article.to_string() == text)
}

const BOOKS: [Book; 5] = [Book::FidEn, Book::Pg37, Book::Cbd, Book::FidIt, Book::Fid10];

fn entry(line: &'static str) -> Option<RulebookEntry> {
    let mut fields = line.split('\t');
    let name = fields.next()?;
    let book = BOOKS.into_iter().find(|book| book.short_name() == name)?;
    let article = Article::new(book, fields.next()?);
    let name = fields.next()?;
    let treatment = [Treatment::Decided, Treatment::Recorded, Treatment::People]
        .into_iter()
        .find(|treatment| treatment.name() == name)?;
    Some(RulebookEntry { article, treatment, key: fields.next()?, note: fields.next().unwrap_or_default() })
}
