//! `pdn check`, `convert`, `stats`, `find` and `diagram` from outside.
#![allow(clippy::unwrap_used, reason = "an unexpected error fails the test")]

mod common;

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use common::{Ran, damiera, damiera_with};
use serde_json::Value;

const GOOD: &str = "[White \"Rossi\"]\n[Black \"Verdi\"]\n[Result \"1-0\"]\n[GameType \"22\"]\n\n\
                    1. 21-17 12-15 2. 23-19 11-14 3. 19x12 8x15! {good} 1-0\n";
const BAD: &str = "[GameType \"21\"]\n\n1. 11-15 22-18\n2. 8-11 *\n";

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A file of this test's own, gone when the test is done.
struct Kept(PathBuf);

impl Kept {
    fn new(name: &str, bytes: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("damiera-{}-{name}", std::process::id()));
        fs::write(&path, bytes).unwrap();
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_legal_file_passes() {
    let ran = damiera_with(&["pdn", "check"], GOOD);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert_eq!(ran.out, "standard input: 1 game, 1 legal, 0 errors, 0 warnings\n");
}

#[test]
fn an_illegal_move_is_pointed_at() {
    let ran = damiera_with(&["pdn", "check"], BAD);
    assert_eq!(ran.code, Some(1));
    let first = ran.out.lines().next().unwrap();
    assert!(first.starts_with("standard input:4:4: error: game 1, ply 3: 8-11 is not legal. "), "{first}");
    assert!(first.contains("(FID-EN 6.1)") && first.contains("15x22"), "{first}");
}

#[test]
fn json_tells_the_same() {
    let good = Kept::new("good.pdn", GOOD.as_bytes());
    let bad = Kept::new("bad.pdn", format!("{GOOD}\n{BAD}").as_bytes());
    let ran = damiera(&["pdn", "check", "--json", good.path(), bad.path()]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    let files = json_lines(&ran.out);
    assert_eq!((&files[0]["games"], &files[0]["legal"]), (&1.into(), &1.into()));
    assert_eq!((&files[1]["games"], &files[1]["legal"]), (&2.into(), &1.into()));
    assert_eq!(files[1]["file"], bad.path());
    let problem = &files[1]["problems"][0];
    for (name, value) in [("game", 2), ("line", 11), ("column", 4), ("ply", 3), ("depth", 0)] {
        assert_eq!(problem[name], value, "{name} in {problem}");
    }
    for (name, value) in [
        ("move", "8-11"),
        ("severity", "error"),
        ("kind", "illegal"),
        ("article", "FID-EN 6.1"),
        ("variant", "english"),
    ] {
        assert_eq!(problem[name], value, "{name} in {problem}");
    }
    assert_eq!(problem["due"], serde_json::json!(["15x22"]));
}

#[test]
fn a_file_that_is_not_there_is_exit_code_2_and_the_others_are_read() {
    let good = Kept::new("there.pdn", GOOD.as_bytes());
    let ran = damiera(&["pdn", "check", "/nowhere/x.pdn", good.path()]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.starts_with("damiera: /nowhere/x.pdn cannot be read: "), "{}", ran.err);
    assert_eq!((ran.err.lines().count(), ran.out.lines().count()), (1, 1));
    let alone = damiera(&["pdn", "stats", "/nowhere/x.pdn"]);
    assert_eq!((alone.code, alone.out.as_str()), (Some(2), ""));
}

#[test]
fn the_game_can_be_told() {
    let ran = damiera_with(&["pdn", "check", "--variant", "brazilian"], "1. 22-18 11-15 2. 18x11 *");
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    let other = damiera_with(&["pdn", "check", "--variant", "italian", "--all"], BAD);
    assert!(
        other.out.contains("The GameType says English draughts; the game was read as Italian draughts"),
        "{}",
        other.out
    );
}

#[test]
fn gzip_is_read_and_a_broken_one_is_told() {
    let mut packed = Vec::new();
    let mut encoder = flate2::write::GzEncoder::new(&mut packed, flate2::Compression::default());
    encoder.write_all(GOOD.repeat(100).as_bytes()).unwrap();
    encoder.finish().unwrap();
    let whole = Kept::new("whole.pdn.gz", &packed);
    let ran = damiera(&["pdn", "stats", "--json", whole.path()]);
    assert_eq!(json_lines(&ran.out)[0]["games"], 100);
    let broken = Kept::new("broken.pdn.gz", &packed[..packed.len() / 2]);
    let ran = damiera(&["pdn", "check", broken.path()]);
    assert_eq!(ran.code, Some(2), "{}", ran.out);
    assert!(ran.err.contains("cannot be read"), "{}", ran.err);
}

#[test]
fn stats_count_results_lengths_and_first_moves() {
    let text = format!("{GOOD}\n{BAD}\n[GameType \"20\"] 1. 32-28 1-1");
    let ran = damiera_with(&["pdn", "stats", "--json"], &text);
    let counted = &json_lines(&ran.out)[0];
    assert_eq!(counted["games"], 3);
    assert_eq!(counted["results"]["first_wins"], 1);
    assert_eq!(counted["results"]["draws"], 1);
    assert_eq!(counted["results"]["unknown"], 1);
    assert_eq!(counted["plies"]["total"], 10);
    assert_eq!(counted["plies"]["longest"], 6);
    assert_eq!(counted["game_types"]["italian"], 1);
    assert_eq!(counted["first_moves"].as_array().unwrap().len(), 3);
    let shown = damiera_with(&["pdn", "stats"], &text);
    assert!(shown.out.contains("first wins"), "{}", shown.out);
}

#[test]
fn find_tells_the_games_that_reach_a_position() {
    let fen = "W:W17,22-32:B1-11,15";
    let ran = damiera_with(&["pdn", "find", "--fen", fen], &format!("{BAD}\n{GOOD}"));
    assert_eq!(ran.code, Some(0));
    let lines: Vec<_> = ran.out.lines().collect();
    assert_eq!(lines[0], "standard input:6: game 2, after 2 plies: Rossi - Verdi 1-0");
    assert_eq!(lines[1], "1 of 2 games reach the position");
    let start = damiera_with(&["pdn", "find", "--json", "--fen", "W:W21-32:B1-12"], GOOD);
    assert_eq!(json_lines(&start.out)[0]["ply"], 0);
    let bad = damiera_with(&["pdn", "find", "--fen", "W:W99:B1"], GOOD);
    assert_eq!((bad.code, bad.out.as_str()), (Some(2), ""));
}

#[test]
fn conversion_changes_the_writing_and_not_the_game() {
    let convert = |words: &[&str], text: &str| -> String {
        let ran: Ran = damiera_with(&[&["pdn", "convert"], words].concat(), text);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        ran.out
    };
    let tidy = convert(&[], GOOD);
    assert!(tidy.contains("[GameType \"22,W,8,8,N2,1\"]"), "{tidy}");
    assert!(tidy.ends_with("1. 21-17 12-15 2. 23-19 11-14 3. 19x12 8x15! {good} 1-0\n\n"), "{tidy}");
    let letters = convert(&["--moves", "algebraic", "--results", "two"], GOOD);
    assert!(letters.contains("1. b3-a4 g6-f5") && letters.ends_with("2-0\n\n"), "{letters}");
    assert_eq!(convert(&[], &letters), tidy);
    let bare = convert(&["--strip"], GOOD);
    assert!(!bare.contains('!') && !bare.contains("good"), "{bare}");
    let marked = convert(&["--marks", "federation", "--marks-out", "chess"], "1. 32-28?! *");
    assert!(marked.contains("32-28!?") && marked.contains("[Marks \"chess\"]"), "{marked}");
}

#[test]
fn conversion_copies_what_is_illegal_and_says_so() {
    let ran = damiera_with(&["pdn", "convert"], &format!("{BAD}\n{GOOD}"));
    assert_eq!(ran.code, Some(1), "as pdn check");
    assert!(ran.out.contains("2. 8-11 *") && ran.out.contains("19x12"), "{}", ran.out);
    assert!(ran.err.starts_with("damiera: standard input:4:4: 8-11 is not legal. "), "{}", ran.err);
}

#[test]
fn conversion_splits() {
    let directory = Kept::new("split", b"");
    fs::remove_file(&directory.0).unwrap();
    let ran = damiera_with(&["pdn", "convert", "--split", directory.path()], &format!("{GOOD}\n{GOOD}"));
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(0), "", ""));
    let first = fs::read_to_string(directory.0.join("000001.pdn")).unwrap();
    assert_eq!(first, fs::read_to_string(directory.0.join("000002.pdn")).unwrap());
}

#[test]
fn diagrams_are_made() {
    let svg = damiera(&["diagram", "italian", "--fen", "W:WK23,31:B19,26,27", "--move", "23x21"]);
    assert_eq!(svg.code, Some(0), "{}", svg.err);
    assert!(svg.out.starts_with("<svg") && svg.out.contains("<polyline"));
    let picture = Kept::new("board.png", b"");
    let ran = damiera(&["diagram", "english", "--width", "200", "-o", picture.path()]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""));
    assert_eq!(&fs::read(&picture.0).unwrap()[1..4], b"PNG");
    let text = damiera(&["diagram", "international", "--format", "text"]);
    assert_eq!(text.out, damiera(&["show", "international"]).out);
    for words in [
        &["diagram", "english", "--move", "22-18"][..],
        &["diagram", "english", "--ring", "40"],
        &["diagram", "english", "--width", "0", "--format", "png"],
    ] {
        let ran = damiera(words);
        assert_eq!((ran.code, ran.out.as_str(), ran.err.lines().count()), (Some(2), "", 1), "{words:?}");
    }
}
