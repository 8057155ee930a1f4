//! `damiera moves`, `perft`, `show` and `explain`.
#![allow(clippy::unwrap_used, reason = "an unexpected error fails the test")]

mod common;

use common::{damiera, damiera_with};
use serde_json::{Value, json};

fn json_of(words: &[&str]) -> Value {
    let ran = damiera(words);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    serde_json::from_str(&ran.out).unwrap()
}

#[test]
fn moves_as_json() {
    let fen = "W:WK30:B10,K12,K18,20,K26,K27";
    let listed = json_of(&["moves", "italian", "--fen", fen, "--json"]);
    let expected = json!({
        "variant": "italian",
        "fen": fen,
        "moves": [{
            "notation": "30x5", "from": 30, "to": 5, "path": [30, 21, 14, 5], "captures": [10, 18, 26], "promotes": false,
        }],
    });
    assert_eq!(listed, expected);
}

#[test]
fn captures_with_the_same_ends_are_written_in_full() {
    let fen = "W:WK47:B13,20,24,38,41";
    let listed = json_of(&["moves", "international", "--fen", fen, "--json"]);
    for m in listed["moves"].as_array().unwrap() {
        let text = m["notation"].as_str().unwrap();
        let explained = json_of(&["explain", "international", "--fen", fen, text, "--json"]);
        assert_eq!(explained["played"]["captures"], m["captures"], "{text}");
    }
}

#[test]
fn a_batch_answers_every_line_in_order() {
    let input = concat!(
        "{\"variant\":\"english\",\"fen\":\"B:W22:B17\"}\n",
        "not json\n",
        "{\"variant\":\"chess\",\"fen\":\"B:W22:B17\"}\n",
        "\n",
        "{\"variant\":\"brazilian\",\"fen\":\"W:W99:B17\"}\n",
        "{\"variant\":\"brazilian\",\"fen\":\"W:WK29:B18\"}",
    );
    let ran = damiera_with(&["moves", "--batch"], input);
    assert_eq!(ran.code, Some(0));
    let lines: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0]["moves"][0]["notation"], "17x26");
    assert!(lines[1]["error"].as_str().unwrap().starts_with("line 2: "));
    assert!(lines[2]["error"].as_str().unwrap().contains("no game called \"chess\""));
    assert!(lines[3]["error"].as_str().unwrap().contains("no playing square 99"));
    assert_eq!(lines[4]["moves"].as_array().unwrap().len(), 4);
}

#[test]
fn perft_counts_the_same_with_threads_and_hash() {
    for extra in
        [&[][..], &["--threads", "2"], &["--hash", "4"], &["--threads", "2", "--hash", "4", "--divide"]]
    {
        let counted = json_of(&[&["perft", "brazilian", "7", "--json"], extra].concat());
        assert_eq!((&counted["nodes"], &counted["depth"]), (&json!(187_302), &json!(7)));
        assert!(counted["seconds"].is_f64());
        if extra.contains(&"--divide") {
            assert_eq!(counted["divide"].as_array().unwrap().len(), 7);
        }
    }
    let shown = damiera(&["perft", "english", "4"]).out;
    assert!(shown.contains("1 469"), "{shown}");
}

#[test]
fn the_italian_board_has_its_dark_corner_at_the_right() {
    let corners = |variant| {
        let shown = json_of(&["show", variant, "--json"]);
        let last = shown["rows"].as_array().unwrap().last().unwrap().as_str().unwrap().to_owned();
        (last.starts_with(' '), last.ends_with(' '))
    };
    assert_eq!(corners("italian"), (true, false));
    assert_eq!(corners("english"), (false, true));
    let drawn = damiera(&["show", "italian"]).out;
    assert!(!drawn.contains('\u{1b}'), "no colours outside a terminal");
    assert!(drawn.contains("White to move"));
}

#[test]
fn explain_names_the_article() {
    let fen = "W:WK23,31:B19,26,27";
    let ran = damiera(&["explain", "italian", "--fen", fen, "31x22"]);
    assert_eq!(ran.code, Some(0));
    assert!(ran.out.contains("FID-IT 6.7") && ran.out.contains("23x21"), "{}", ran.out);
    let explained = json_of(&["explain", "italian", "--fen", fen, "31x22", "--json"]);
    assert_eq!(explained["legal"], false);
    assert_eq!(explained["refused"]["article"], "FID-IT 6.7");
    assert_eq!(json_of(&["explain", "english", "11-15", "--json"])["legal"], true);
}

#[test]
fn bad_input_is_one_sentence_and_code_2() {
    let cases: [(&[&str], &str); 9] = [
        (&["moves", "chess"], "invalid value 'chess' for '[GAME]'"),
        (&["moves"], "GAME"),
        (&["moves", "english", "--fen", "W:W31"], "Black has no pieces"),
        (&["moves", "english", "--fen", "nonsense"], "column 1"),
        (&["perft", "english", "deep"], "deep"),
        (&["perft", "english", "5", "--threads", "0"], "0"),
        (&["show", "italian", "--fen", "W:Wa1:Bb8"], "a1"),
        (&["explain", "english", "11"], "A move needs"),
        (&["explain", "english", "11-99"], "99"),
    ];
    for (words, said) in cases {
        let ran = damiera(words);
        assert_eq!(ran.code, Some(2), "{words:?}");
        assert_eq!(ran.out, "", "{words:?}");
        assert!(ran.err.contains(said), "{words:?}: {}", ran.err);
        assert_eq!(ran.err.trim_end().lines().count(), 1, "{words:?}: {}", ran.err);
    }
}
