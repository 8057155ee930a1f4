//! The table of every article of the five books, kept in `docs/articles.md`.
//!
//! Run the tests with `DAMIERA_WRITE=1` to write it anew after a change.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

use damiera_game::Lang;
use damiera_game::rulebook::{RulebookEntry, Treatment, cited, entries};

use super::folder;
use super::read::Scenario;

pub(crate) fn check(scenarios: &[Scenario]) {
    let mut shown: BTreeMap<&str, Vec<&Scenario>> = BTreeMap::new();
    for scenario in scenarios {
        for article in &scenario.covers {
            assert!(cited(article).is_some(), "{}: {} covers {article}?", scenario.file, scenario.title);
            shown.entry(article).or_default().push(scenario);
        }
    }
    let missing: Vec<_> = entries()
        .iter()
        .filter(|entry| match entry.treatment {
            Treatment::People => entry.note.is_empty(),
            Treatment::Decided | Treatment::Recorded => {
                entry.note.is_empty() || !shown.contains_key(entry.article.to_string().as_str())
            }
        })
        .map(|entry| entry.article.to_string())
        .collect();
    assert!(missing.is_empty(), "no scenario, place in the app or reason for {missing:?}");
    let table = table(&shown);
    let path = folder("../../docs/articles.md");
    if std::env::var_os("DAMIERA_WRITE").is_some() {
        fs::create_dir_all(folder("../../docs")).expect("a folder for documents");
        fs::write(&path, &table).expect("the table can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == table, "docs/articles.md is out of date: run this test with DAMIERA_WRITE=1");
}

fn table(shown: &BTreeMap<&str, Vec<&Scenario>>) -> String {
    let count = |treatment| entries().iter().filter(|entry| entry.treatment == treatment).count();
    let mut text = format!(
        "# Every article of the five books\n\nWritten by the tests from `crates/game/articles.tsv` and the scenarios in \
         `crates/game/scenarios`. *Decided*: a person can do it in the app, and the answer is the book's. *Recorded*: it \
         happens on a real board, is entered at the arbiter's table and ruled on there. *People*: players \
         or officials see to it; the note says what the app has for them. Of {} articles, {} are decided, {} recorded \
         and {} left to people.\n",
        entries().len(),
        count(Treatment::Decided),
        count(Treatment::Recorded),
        count(Treatment::People),
    );
    let mut book = None;
    for entry in entries() {
        if book != Some(entry.article.book) {
            book = Some(entry.article.book);
            let name = entry.article.book.short_name();
            let _ = write!(
                text,
                "\n## {name}\n\n| article | what it says | treatment | where in the app, or why not | scenarios |\n"
            );
            text.push_str("| --- | --- | --- | --- | --- |\n");
        }
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} |",
            entry.article.number,
            entry.digest(Lang::English).replace('|', "\\|"),
            entry.treatment.name(),
            entry.note,
            witness(entry, shown),
        );
    }
    text
}

fn witness(entry: &RulebookEntry, shown: &BTreeMap<&str, Vec<&Scenario>>) -> String {
    if entry.treatment == Treatment::People {
        return String::new();
    }
    let found = shown.get(entry.article.to_string().as_str());
    let titles = found.into_iter().flatten().map(|scenario| scenario.title.as_str());
    titles.collect::<Vec<_>>().join("; ")
}
