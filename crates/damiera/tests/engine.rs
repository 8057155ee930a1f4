//! The commands of the engine as users and other programs run them.
#![allow(clippy::unwrap_used, reason = "an unexpected error fails the test")]

mod common;

use common::{damiera, damiera_at, damiera_with};
use serde_json::Value;

/// The search thread writes to the same standard output as the main thread. This was a deadlock once.
#[test]
fn hub_answers_from_the_search_thread() {
    let said =
        damiera_with(&["hub", "--variant", "italian"], "hub\ninit\npos start\nlevel depth=4\ngo think\n").out;
    assert!(said.lines().last().unwrap().starts_with("done move="), "{said}");
    assert!(said.contains("info depth=4"), "{said}");
}

#[test]
fn hub_begins_with_the_tables_it_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    assert!(damiera(&["endgame", "build", "english", "--pieces", "2", "--dir", path]).code == Some(0));
    // A search of one ply does not see the end of a king against a man; tables do.
    let position = format!("pos pos=W{}", "eeeeeeeeeeeebeeeeeeeeeeeeeeeeeeW");
    let told = format!("hub\ninit\n{position}\nlevel depth=1\ngo think\n");
    let said = damiera_with(&["hub", "--variant", "english", "--tables", path], &told).out;
    assert!(said.contains(&format!("name=tables value={path}")), "{said}");
    assert!(said.contains("done move="), "{said}");
    let without = damiera_with(&["hub", "--variant", "english", "--tables", ""], &told).out;
    let score = |said: &str| said.lines().find_map(|line| Some(line.split_once("score=")?.1.to_owned()));
    assert_ne!(score(&said), score(&without), "{said}\n{without}");
}

#[test]
fn small_tables_are_made_when_they_are_first_needed() {
    let home = tempfile::tempdir().unwrap();
    // A win of two kings that a search of one ply does not see.
    let words = ["analyse", "english", "--fen", "W:WK32,K30:BK1", "--depth", "1", "--json"];
    let first = damiera_at(home.path(), &words, "");
    assert!(first.err.contains("building endgame tables of up to 4 pieces"), "{}", first.err);
    let again = damiera_at(home.path(), &words, "");
    assert_eq!(again.err, "", "they are there now");
    for ran in [first, again] {
        let found: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(found["lines"][0]["exact"], true, "{found}");
    }
}

#[test]
fn hub_makes_small_tables_beside_the_play() {
    let home = tempfile::tempdir().unwrap();
    let words = ["hub", "--variant", "english"];
    let think = |seconds: u32| {
        let told = format!("init\npos start\nlevel move-time={seconds}\ngo think\n");
        damiera_at(home.path(), &words, &told)
    };
    let first = think(1);
    assert!(first.out.starts_with("ready\n"), "{}", first.out);
    assert!(first.err.contains("building endgame tables of up to 4 pieces"), "{}", first.err);
    // Each run continues the build until it is finished; later runs give a slow machine more time.
    assert!([1, 2, 4, 8, 16, 32, 64, 128].into_iter().any(|seconds| think(seconds).err.is_empty()));
    let position = format!("init\npos pos=W{}\nlevel depth=1\ngo think\n", places("W:WK32,K30:BK1"));
    let then = damiera_at(home.path(), &words, &position);
    assert!(then.out.contains("score=100"), "{}", then.out);
}

#[test]
fn without_a_place_for_tables_it_continues_without_them() {
    let home = tempfile::NamedTempFile::new().unwrap(); // a file, not a directory
    let ran = damiera_at(home.path(), &["analyse", "english", "--depth", "3"], "");
    assert_eq!(ran.code, Some(0));
    assert!(ran.err.contains("continuing without the small endgame tables"), "{}", ran.err);
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
fn errors_are_one_sentence() {
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

/// Black has a shot, two men and a crown for one man, and loses a man instead.
const MISSED: &str =
    "[GameType \"21,B,8,8,N1,0\"]\n[FEN \"B:W10,13,19,23,27:B11,18,20,22,25\"]\n\n1. 11-16 19x12 *\n";

#[test]
fn an_illegal_move_is_copied_and_named() {
    let pdn =
        "[GameType \"21\"]\n\n1. 11-15 22-18 2. 8-11 *\n\n[GameType \"21\"]\n\n1. 11-15 22-18 2. 15x22 *\n";
    for more in [&[][..], &["--json"]] {
        let words = [&["analyse", "english", "-", "--nodes", "500", "--tables", ""], more].concat();
        let ran = damiera_with(&words, pdn);
        assert_eq!(ran.code, Some(1), "as pdn check");
        assert!(ran.err.starts_with("damiera: standard input:3:19: 8-11 is not legal. "), "{}", ran.err);
        let copied = ran.out.contains("2. 8-11 *") || !more.is_empty();
        assert!(copied && ran.out.contains("15x22"), "{}", ran.out);
    }
}

#[test]
fn games_are_written_with_what_was_found() {
    let ran = damiera_with(&["analyse", "english", "-", "--depth", "9"], MISSED);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let text = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("1. 11-16?? {[%eval "), "{text}");
    assert!(text.contains("(1. 11-15 23x14 2. 15x31 {a missed shot: it wins 3 men})"), "{text}");
    let checked = damiera_with(&["pdn", "check", "-"], &ran.out);
    assert_eq!(checked.code, Some(0), "{text}\n{}", checked.out);
}

#[test]
fn tables_make_an_answer_exact() {
    let folder = format!("{}/engine-tables", env!("CARGO_TARGET_TMPDIR"));
    assert_eq!(damiera(&["endgame", "build", "english", "--pieces", "3", "--dir", &folder]).code, Some(0));
    let fen = "W:WK18,K22:BK1";
    let ran = damiera(&["analyse", "english", "--fen", fen, "--tables", &folder, "--lines", "99", "--json"]);
    let said: Value = serde_json::from_str(&ran.out).unwrap();
    let known = damiera(&["endgame", "probe", "english", "--fen", fen, "--dir", &folder, "--json"]);
    let known: Value = serde_json::from_str(&known.out).unwrap();
    assert_eq!(said["lines"][0]["exact"], true);
    assert_eq!(said["lines"][0]["decided_in"], known["dtw"], "{}\n{}", said, known);
    assert_eq!(said["lines"].as_array().unwrap().len(), known["moves"].as_array().unwrap().len());
    let hub = format!("set-param name=tables value={folder}\ninit\npos pos=W{}\ngo think\n", places(fen));
    let ran = damiera_with(&["hub", "--variant", "english"], &hub);
    assert!(ran.out.contains("done move="), "{}", ran.out);
    let broken = "set-param name=tables value=/no/such/folder/\u{0}\ninit\n";
    let ran = damiera_with(&["hub", "--variant", "english"], broken);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (Some(0), "ready\n"),
        "a folder that cannot exist has no tables"
    );
}

/// Kings on an empty board, as Hub writes a position.
fn places(fen: &str) -> String {
    let mut places = ['e'; 32];
    for (side, pieces) in [('W', fen.split(':').nth(1).unwrap()), ('B', fen.split(':').nth(2).unwrap())] {
        for piece in pieces[1..].split(',') {
            places[piece[1..].parse::<usize>().unwrap() - 1] = side;
        }
    }
    places.iter().collect()
}
