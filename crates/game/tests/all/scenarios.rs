//! Scenarios that a person can read, and the table of articles they cover. `scenarios/README.md` tells the format.

mod coverage;
mod read;
mod run;

use std::fs;
use std::path::PathBuf;

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn scenarios() -> Vec<read::Scenario> {
    let mut files: Vec<_> = fs::read_dir(folder("scenarios"))
        .expect("the folder of scenarios")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|kind| kind == "txt"))
        .collect();
    files.sort();
    files.iter().flat_map(|path| read::scenarios(path)).collect()
}

#[test]
fn every_scenario_goes_as_it_says() {
    let failures: Vec<_> = scenarios().iter().filter_map(|scenario| run::run(scenario).err()).collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn every_article_is_shown_by_a_scenario_or_left_to_people_for_a_reason() {
    coverage::check(&scenarios());
}
