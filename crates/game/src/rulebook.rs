//! The articles of the five rulebooks: a digest of each in our own words, and how the software treats it.
//!
//! The list is `articles.tsv`: rulebook, article, treatment, key of the digest, and where in the app the article is decided
//! or recorded, or why it is left to people. The digests are in the Fluent files.

use std::sync::OnceLock;

use damiera_rules::{Article, Book};

pub use crate::board_parts::{BoardPart, board_parts};
use crate::text::Lang;

/// How the software treats an article.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Treatment {
    /// A person can do it in the app, and the answer is the rulebook's.
    Decided,
    /// The software records what happens at the arbiter's table and gives the ruling.
    Recorded,
    /// It is left to people.
    People,
}

impl Treatment {
    /// Its name in `articles.tsv`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decided => "decided",
            Self::Recorded => "recorded",
            Self::People => "people",
        }
    }
}

/// An entry of the list: one article of a rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RulebookEntry {
    /// The article.
    pub article: Article,
    /// How the software treats it.
    pub treatment: Treatment,
    /// The Fluent key of its digest.
    pub key: &'static str,
    /// Where in the app it is decided or recorded, or why it is left to people.
    pub note: &'static str,
}

impl RulebookEntry {
    /// The article's number or printed name; a name of our own, such as "rule 7a", in the reader's language.
    #[must_use]
    pub fn label(&self, lang: Lang) -> String {
        let number = self.article.number;
        if !matches!(self.article.book, Book::FidEn | Book::Pg37 | Book::Fid10)
            || number.starts_with(|c: char| c.is_ascii_digit())
        {
            return number.to_owned();
        }
        let is_part = |text: &str| text.len() == 1 || text.starts_with(|c: char| c.is_ascii_digit());
        match number.rsplit_once(' ').filter(|(_, part)| is_part(part)) {
            Some((name, part)) => lang.article_name(&format!("article-{name}-part"), part),
            None => lang.article_name(&format!("article-{}", number.replace(' ', "-")), ""),
        }
    }

    /// A digest of the article in our own words.
    #[must_use]
    pub fn digest(&self, lang: Lang) -> String {
        lang.message(self.key).unwrap_or_else(|| self.key.to_owned())
    }
}

/// All articles of the five rulebooks, in order.
#[must_use]
pub fn entries() -> &'static [RulebookEntry] {
    static ENTRIES: OnceLock<Vec<RulebookEntry>> = OnceLock::new();
    ENTRIES.get_or_init(|| include_str!("../articles.tsv").lines().filter_map(entry).collect())
}

/// The articles of one rulebook.
pub fn of(book: Book) -> impl Iterator<Item = &'static RulebookEntry> {
    entries().iter().filter(move |entry| entry.article.book == book)
}

/// The article with this citation, such as "FID-IT 6.9".
#[must_use]
pub fn cited(text: &str) -> Option<Article> {
    entries().iter().map(|entry| entry.article).find(|article| article.to_string() == text)
}

fn entry(line: &'static str) -> Option<RulebookEntry> {
    let mut fields = line.split('\t');
    let name = fields.next()?;
    let book = Book::ALL.into_iter().find(|book| book.short_name() == name)?;
    let article = Article::new(book, fields.next()?);
    let name = fields.next()?;
    let treatment = [Treatment::Decided, Treatment::Recorded, Treatment::People]
        .into_iter()
        .find(|treatment| treatment.name() == name)?;
    Some(RulebookEntry { article, treatment, key: fields.next()?, note: fields.next().unwrap_or_default() })
}
