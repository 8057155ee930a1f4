//! `game replay`, `judge` and `rulebook` from outside.
#![allow(clippy::unwrap_used, reason = "an unexpected error fails the test")]

mod common;

use common::{damiera, damiera_with};
use serde_json::{Value, json};

fn replayed(pdn: &str, more: &[&str]) -> Value {
    let words: Vec<_> = ["game", "replay", "-", "--json"].iter().chain(more).copied().collect();
    let ran = damiera_with(&words, pdn);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    serde_json::from_str(&ran.out).expect("one object")
}

fn judged(words: &[&str]) -> Value {
    let ran = damiera(&[&["judge"], words, &["--json"]].concat());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    serde_json::from_str(&ran.out).expect("one object")
}

const KINGS: &str = r#"[GameType "26,W,8,8,A0,0"]
[FEN "W:WK21:BK12"]

1. 21-17 12-16 2. 17-21 16-12 3. 21-17 12-16 4. 17-21 16-12 5. 21-17 12-16 *
"#;

#[test]
fn a_card_has_what_a_letter_needs() {
    let pdn = "[White \"Rossi\"]\n[Black \"Bianchi\"]\n[GameType \"22\"]\n\n1. 22-18 11-14 2. 18x11 *\n";
    let ran = damiera_with(&["game", "card", "-", "--lang", "it"], pdn);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    for part in ["Rossi", "Bianchi", "1. 22-18 11-14  2. 18x11", "| x   x   x   x", "Nero"] {
        assert!(ran.out.contains(part), "{part} is missing in\n{}", ran.out);
    }
    let illegal = "[GameType \"22\"]\n\n1. 22-18 11-14 2. 22-1 *\n";
    let both = damiera_with(&["game", "card", "-", "--lang", "it"], &format!("{illegal}\n{pdn}"));
    assert_eq!((both.code, both.out), (Some(1), ran.out), "the other game has its card");
    assert!(both.err.contains("partita 1") && both.err.contains("22-1"), "{}", both.err);
    assert_eq!(damiera_with(&["game", "card", "-"], "").code, Some(2));
}

#[test]
fn a_replayed_game_shows_its_counts_and_its_end() {
    let game = replayed(KINGS, &["--counting", "automatic"]);
    let expected = json!({
        "notation": "12-16",
        "fen": "W:WK17:BK16",
        "counts": [
            { "article": "CBD 99", "made": 1, "limit": 5 },
            { "article": "CBD 97b", "made": 1, "limit": 20 },
        ],
        "claims": [],
    });
    assert_eq!(game["plies"][1], expected);
    assert_eq!(game["plies"].as_array().map(Vec::len), Some(10));
    assert_eq!(game["plies"][7]["claims"], json!([{ "article": "CBD 98" }]));
    let end = &game["end"];
    assert_eq!((&end["result"], &end["article"]), (&json!("1/2-1/2"), &json!("CBD 99")));
}

#[test]
fn on_request_the_moves_do_not_end_it() {
    let game = replayed(KINGS, &["--counting", "on-request"]);
    assert_eq!(game["end"], Value::Null);
    assert_eq!(game["plies"][9]["claims"], json!([{ "article": "CBD 99" }, { "article": "CBD 98" }]));
}

#[test]
fn what_follows_the_end_is_counted_and_not_played() {
    let game = replayed(&KINGS.replace(" *", " 6. 17-21 16-12 *"), &[]);
    assert_eq!((&game["after_end"], game["plies"].as_array().map(Vec::len)), (&json!(2), Some(10)));
}

#[test]
fn a_win_on_the_board_is_the_first_player_s_figure() {
    let english = "[GameType \"21,B,8,8,N1,0\"]\n[FEN \"W:W22:B18\"]\n\n1. 22x15 *\n";
    let end = &replayed(english, &["--lang", "it"])["end"];
    assert_eq!(end["result"], "0-1");
    assert_eq!(end["article"], "FID-EN 9.2.3");
    assert_eq!(end["text"], "Il Nero è rimasto senza pezzi: vince il Bianco.");
}

#[test]
fn the_pace_decides_a_count_on_100_squares() {
    let pdn = "[GameType \"20,W,10,10,N2,0\"]\n[FEN \"W:WK6,K36,K50:BK15\"]\n[TimeControl \"900\"]\n\n1. 36-31 15-20 *\n";
    let limit = |more: &[&str]| replayed(pdn, more)["plies"][0]["counts"][0]["limit"].clone();
    assert_eq!(limit(&[]), 5);
    assert_eq!(limit(&["--pace", "classical"]), 15);
}

#[test]
fn a_set_up_in_mid_game_is_played_on_from() {
    let pdn = "[GameType \"22,W,8,8,N2,1\"]\n\n1. 22-18 10-14 /FEN \"W:WK30:BK3\"/ 2. 30-26 3-7 *\n";
    let game = replayed(pdn, &[]);
    assert_eq!(game["plies"][3]["fen"], "W:WK26:BK7");
}

/// A legal game, one with an illegal move, one of rules that are not known, and one that starts from no position.
const MIXED: &str = r#"[GameType "22,W,8,8,N2,1"]

1. 22-18 10-14 *

[GameType "22,W,8,8,N2,1"]

1. 22-18 11-14 2. 21-17 14x21 (14x22) 3. 17-13 *

[GameType "99"]

1. 22-18 *

[GameType "22,W,8,8,N2,1"]
[FEN "W:W22,22:B1"]

1. 22-18 *

[GameType "22,W,8,8,N2,1"]

1. 21-17 (22-26) *
"#;

#[test]
fn an_illegal_game_is_replayed_up_to_its_fault_and_the_others_whole() {
    let ran = damiera_with(&["game", "replay", "-"], MIXED);
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    let lines: Vec<_> = ran.out.lines().collect();
    let expected = [
        "game 1, Italian draughts",
        "    1  22-18",
        "    2  10-14",
        "*  the game does not end with these moves",
        "game 2, Italian draughts",
        "    1  22-18",
        "    2  11-14",
        "standard input:7:19: error: game 2, ply 3: 21-17 is not legal. ",
        "standard input:9:1: warning: game 3: GameType 99 is not a game known here",
        "standard input:14:1: error: game 4: ",
        "game 5, Italian draughts",
        "    1  21-17",
        "*  the game does not end with these moves",
    ];
    assert_eq!(lines.len(), expected.len(), "{}", ran.out);
    for (line, start) in lines.iter().zip(expected) {
        assert!(line.starts_with(start), "{line}, not {start}");
    }
    assert!(lines[7].contains("(FID-IT 6.1)") && lines[7].contains("18x11"), "{}", lines[7]);
    let checked = damiera_with(&["pdn", "check"], MIXED).out;
    assert!(checked.contains(lines[7]), "the same as pdn check says in\n{checked}");
}

#[test]
fn an_illegal_game_is_named_in_json_and_in_other_languages() {
    let ran = damiera_with(&["game", "replay", "-", "--json"], MIXED);
    assert_eq!(ran.code, Some(1));
    let games: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let plies = |game: &Value| game["plies"].as_array().map(Vec::len);
    assert_eq!(games.iter().map(plies).collect::<Vec<_>>(), [2, 2, 0, 0, 1].map(Some));
    assert_eq!(games.iter().map(|game| game["game"].clone()).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert_eq!(games[0].get("problems"), None);
    let problem = &games[1]["problems"][0];
    assert_eq!((&problem["ply"], &problem["article"]), (&json!(3), &json!("FID-IT 6.1")));
    assert_eq!(games[2]["problems"][0]["kind"], "unknown-game");
    assert_eq!(games[3]["problems"][0]["kind"], "bad-fen");
    let lang = |lang: &str| damiera_with(&["game", "replay", "-", "--lang", lang], MIXED).out;
    assert!(lang("it").contains("errore: partita 2") && lang("pt").contains("erro: partida 2"));
}

#[test]
fn a_missing_file_is_one_sentence() {
    let ran = damiera(&["game", "replay", "no-such-file.pdn", "--json"]);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.lines().count()), (Some(2), "", 1), "{}", ran.err);
}

#[test]
fn boards_are_judged() {
    let legal = judged(&["italian", "--before", "W:W22:B1", "--after", "B:W18:B1"]);
    let expected =
        json!({ "verdict": "legal", "move": "22-18", "article": null, "text": "22-18 is a legal move." });
    assert_eq!(legal, expected);
    let irregular =
        judged(&["italian", "--before", "W:W22,27:B18", "--after", "B:W22,23:B18", "--lang", "pt"]);
    assert_eq!((&irregular["verdict"], &irregular["article"]), (&json!("irregular"), &json!("FID-IT 8.1.6")));
    let unknown = judged(&["english", "--before", "W:W22:B1", "--after", "B:W22,30:B1"]);
    assert_eq!(
        (&unknown["verdict"], &unknown["article"], &unknown["move"]),
        (&json!("unknown"), &Value::Null, &Value::Null)
    );
}

#[test]
fn a_board_that_is_none_is_one_sentence() {
    for wrong in ["W:W99:B1", "W:W22,22:B1", "nonsense"] {
        for (before, after) in [("W:W22:B1", wrong), (wrong, "W:W22:B1")] {
            let ran = damiera(&["judge", "english", "--before", before, "--after", after]);
            assert_eq!((ran.code, ran.out.as_str(), ran.err.lines().count()), (Some(2), "", 1), "{wrong}");
        }
    }
}

#[test]
fn an_article_is_read_in_three_languages() {
    let read = |words: &[&str]| damiera(&[&["rulebook"], words].concat());
    assert!(read(&["italian", "6.9", "--lang", "it"]).out.starts_with("FID-IT 6.9  A parità"));
    assert!(read(&["brazilian", "97a", "--lang", "pt"]).out.contains("setas"));
    assert_eq!(read(&["english", "8.1"]).out.lines().count(), 1);
    assert_eq!(read(&["english", "8"]).out.lines().count(), 21);
    assert_eq!(read(&["italian", "99"]).code, Some(2));
    assert!(read(&[]).out.lines().count() > 300);
    let listed: Value = serde_json::from_str(&read(&["international", "100", "--json"]).out).expect("JSON");
    assert_eq!(listed[0]["article"], "CBD 100");
}
