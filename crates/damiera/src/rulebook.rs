//! `damiera rulebook`: summaries of the articles of the rulebooks.

use std::io::Write;

use clap::Args;
use damiera_game::rulebook::{RulebookEntry, entries, of};
use damiera_game::{Lang, RuleSet};
use damiera_rules::{Book, Variant};
use serde::Serialize;

use crate::failure::Failure;
use crate::values;

/// Show what the articles of the rulebooks say, in summary
#[derive(Args)]
#[command(
    after_help = "Without a game it lists the articles of all books; with one, those of the books that govern the game.

Examples:
  damiera rulebook italian 6.9
  damiera rulebook english 8 --lang it
  damiera rulebook brazilian item 12 --lang pt
  damiera rulebook international 100"
)]
pub(crate) struct RulebookCommand {
    /// Game whose rulebooks to search
    #[arg(value_name = "GAME", value_parser = values::variant())]
    variant: Option<Variant>,
    /// Article, or the beginning of its number: 6.9, 8, 97b, item 12, FID-10 rule 7a
    #[arg(num_args = 0..)]
    article: Vec<String>,
    /// Language of the summaries
    #[arg(long, default_value = "en", value_parser = values::lang())]
    lang: Lang,
    /// Write one JSON array
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ArticleJson {
    article: String,
    treatment: &'static str,
    text: String,
}

impl RulebookCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let found = self.found()?;
        if self.json {
            let listed: Vec<_> = found.iter().map(|entry| self.listed(entry)).collect();
            serde_json::to_writer(&mut *out, &listed)?;
            writeln!(out)?;
            return Ok(());
        }
        let name =
            |entry: &RulebookEntry| format!("{} {}", entry.article.book.short_name(), entry.label(self.lang));
        let width = found.iter().map(|entry| name(entry).chars().count()).max().unwrap_or_default();
        for entry in found {
            writeln!(out, "{:<width$}  {}", name(entry), entry.digest(self.lang))?;
        }
        Ok(())
    }

    fn listed(&self, entry: &RulebookEntry) -> ArticleJson {
        ArticleJson {
            article: entry.article.to_string(),
            treatment: entry.treatment.name(),
            text: entry.digest(self.lang),
        }
    }

    fn found(&self) -> Result<Vec<&'static RulebookEntry>, Failure> {
        let of_game: Vec<&'static RulebookEntry> = match self.variant {
            None => entries().iter().collect(),
            Some(variant) => books(RuleSet::of(variant).book).into_iter().flat_map(of).collect(),
        };
        let wanted = self.article.join(" ");
        if wanted.is_empty() {
            return Ok(of_game);
        }
        let select = |fits: fn(&str, &str) -> bool| -> Vec<_> {
            let named = |entry: &&&'static RulebookEntry| {
                let (cited, label) = (entry.article.to_string(), entry.label(self.lang));
                [entry.article.number, &cited, &label].into_iter().any(|name| fits(name, &wanted))
            };
            of_game.iter().filter(named).copied().collect()
        };
        let exactly = select(str::eq_ignore_ascii_case);
        let found = if exactly.is_empty() { select(begins) } else { exactly };
        if found.is_empty() {
            return Err(Failure::input(self.lang.no_article(&wanted, self.variant)));
        }
        Ok(found)
    }
}

/// Whether an article's number begins with the wanted one at a number boundary: 8 matches 8.1.3, but not 80.
fn begins(number: &str, wanted: &str) -> bool {
    number.strip_prefix(wanted).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// The book of a game, and the book that supplements it.
fn books(book: Book) -> Vec<Book> {
    match book {
        Book::FidEn => vec![Book::FidEn, Book::Pg37],
        Book::FidIt => vec![Book::FidIt, Book::Fid10],
        other => vec![other],
    }
}
