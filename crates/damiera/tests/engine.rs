//! The engine's commands as a person or another program runs them.
#![allow(clippy::unwrap_used)] // a test may stop where it stands

mod common;

use common::{damiera, damiera_with};
use serde_json::Value;

/// The search thread writes to the same standard output as the main one; once it waited for it for ever.
#[test]
fn hub_answers_from_the_search_thread() {
    let said =
        damiera_with(&["hub", "--variant", "italian"], "hub\ninit\npos start\nlevel depth=4\ngo think\n").out;
    assert!(said.lines().last().unwrap().starts_with("done move="), "{said}");
    assert!(said.contains("info depth=4"), "{said}");
}

#[test]
fn a_match_with_ourselves_as_a_hub_program() {
    let hub = format!("hub set:tt-size=16 {} hub --variant brazilian", env!("CARGO_BIN_EXE_damiera"));
    let ran = damiera(&[
        "match",
        "own",
        &hub,
        "--variant",
        "brazilian",
        "--games",
        "2",
        "--nodes",
        "200",
        "--json",
    ]);
    let result: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(result["games"], 2, "{}", ran.err);
}

#[test]
fn analysis_is_one_object_with_lines() {
    let ran =
        damiera(&["analyse", "english", "--fen", "W:W30:B22,25", "--depth", "6", "--lines", "2", "--json"]);
    let analysis: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(analysis["lines"][0]["moves"][0], "30x21");
    assert_eq!(analysis["lines"].as_array().unwrap().len(), 1);
}

#[test]
fn wrong_calls_are_one_sentence() {
    let wrong: [&[&str]; 6] = [
        &["analyse", "chess"],
        &["analyse", "italian", "--fen", "nonsense"],
        &["analyse", "italian", "--moves", "1-2"],
        &["match", "me", "own", "--variant", "english"],
        &["match", "own", "hub /no/such/program", "--variant", "english", "--games", "2", "--nodes", "10"],
        &[
            "match",
            "own",
            "own weights=/no/such/file",
            "--variant",
            "english",
            "--games",
            "2",
            "--nodes",
            "10",
        ],
    ];
    for arguments in wrong {
        let ran = damiera(arguments);
        assert_eq!(ran.code, Some(2), "{arguments:?}");
        assert!(ran.out.is_empty(), "{arguments:?}");
        assert_eq!(ran.err.trim_end().lines().count(), 1, "{arguments:?}: {}", ran.err);
    }
}
