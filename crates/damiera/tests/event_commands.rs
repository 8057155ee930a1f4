//! `damiera event` as an organiser or a script runs it.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod common;

use common::{damiera, damiera_with};
use serde_json::{Value, json};

/// Eleven players after five rounds paired by the Dutch rules.
const EVENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/event.trf");

/// A list of players without rounds.
fn entries(players: usize, records: &str) -> String {
    let player = |number: usize| {
        format!(
            "001 {number:>4} m    {:33} {:>4} ITA {:22}  0.0 {number:>4}\n",
            format!("Player {number}"),
            2000 - number,
            ""
        )
    };
    records.to_owned() + &(1..=players).map(player).collect::<String>()
}

fn json_of(words: &[&str], input: &str) -> Value {
    let ran = damiera_with(words, input);
    assert_eq!(ran.err, "", "{words:?}");
    serde_json::from_str(&ran.out).expect("JSON")
}

#[test]
fn pair_prints_the_next_round() {
    let cases = [
        ("dutch", 5, json!({"round":1,"pairs":[{"white":1,"black":3},{"white":4,"black":2}],"bye":[5]})),
        ("round-robin", 4, json!({"round":1,"pairs":[{"white":1,"black":4},{"white":2,"black":3}],"bye":[]})),
        ("rotation", 5, json!({"round":1,"pairs":[{"white":1,"black":2},{"white":3,"black":4}],"bye":[5]})),
        ("double", 4, json!({"round":1,"pairs":[{"white":1,"black":3},{"white":4,"black":2}],"bye":[]})),
        ("knockout", 3, json!({"round":1,"pairs":[{"white":3,"black":2}],"bye":[1]})),
    ];
    for (system, players, wanted) in cases {
        let file = entries(players, "142 3\n152 W\n");
        assert_eq!(json_of(&["event", "pair", "-", "--system", system, "--json"], &file), wanted, "{system}");
    }
}

#[test]
fn the_file_names_the_system_unless_the_call_does() {
    let file = entries(4, "142 3\n152 W\n192 BERGER_ROUNDROBIN\n");
    let named = json_of(&["event", "pair", "-", "--json"], &file);
    assert_eq!(named["pairs"][0], json!({"white":1,"black":4}));
    let called = json_of(&["event", "pair", "-", "--json", "--system", "dutch"], &file);
    assert_eq!(called["pairs"][0], json!({"white":1,"black":3}));
}

#[test]
fn check_derives_every_round_again() {
    let checked = json_of(&["event", "check", EVENT, "--json"], "");
    assert_eq!(checked, json!({"rounds":5,"differences":[]}));
}

#[test]
fn check_names_what_differs() {
    let file = "142 3\n152 W\n".to_owned()
        + &entries(4, "")
            .lines()
            .zip(["   2 w 1", "   1 b 0", "   4 w 1", "   3 b 0"])
            .map(|(line, cell)| {
                let points = if cell.ends_with('1') { " 1.0" } else { " 0.0" };
                format!("{}{points}{}  {cell}\n", &line[..80], &line[84..])
            })
            .collect::<String>();
    let ran = damiera_with(&["event", "check", "-", "--json"], &file);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let checked: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(checked["rounds"], 1);
    assert_eq!(checked["differences"][0]["kind"], "round");
    assert_eq!(checked["differences"][0]["expected"]["pairs"][0], json!({"white":1,"black":3}));
    assert_eq!(checked["differences"][0]["found"]["pairs"][0], json!({"white":1,"black":2}));
    assert_eq!(checked["differences"][1], json!({"kind":"rank","above":2,"below":3,"by":"points"}));
}

#[test]
fn bad_input_is_one_sentence_with_file_and_line() {
    let broken = entries(2, "142 3\n").replace("001    2", "001    1");
    let cases = [
        (vec!["event", "pair", "/nowhere.trf"], "", "/nowhere.trf: "),
        (vec!["event", "pair", "-"], "", "-: line 1: the file has no player (record 001)"),
        (vec!["event", "check", "-"], broken.as_str(), "-: line 3: pairing number 1 is given twice"),
        (vec!["event", "pair", "-"], &entries(2, "XXP 1 9\n"), "-: line 1: there is no player 9"),
        (vec!["event", "pair", "-"], &entries(2, "XXZ 9\n"), "-: line 1: there is no player 9"),
        (vec!["event", "standings", "-"], &entries(2, "240 H   1    9\n"), "-: line 1: there is no player 9"),
        (
            vec!["event", "check", "-"],
            &entries(2, "260           1    9\n"),
            "-: line 1: there is no player 9",
        ),
        (vec!["event", "pair", "-", "--system", "swiss"], "", "there is no pairing system \"swiss\""),
    ];
    for (words, input, wanted) in cases {
        let ran = damiera_with(&words, input);
        assert_eq!(ran.code, Some(2), "{words:?}");
        assert_eq!(ran.out, "");
        assert!(ran.err.contains(wanted) && ran.err.lines().count() == 1, "{words:?}: {}", ran.err);
    }
}

/// Four players after a round whose cells are given.
fn after_one_round(cells: [&str; 4]) -> String {
    let players = entries(4, "");
    let lines = players.lines().zip(cells).map(|(line, cell)| {
        let points = if cell.ends_with('1') { " 1.0" } else { " 0.0" };
        format!("{}{points}{}  {cell}\n", &line[..80], &line[84..])
    });
    "142 3\n152 W\n".to_owned() + &lines.collect::<String>()
}

#[test]
fn what_looks_wrong_is_a_warning_with_its_line() {
    let held = || after_one_round(["   3 w 1", "   4 b 1", "   1 b 0", "   2 w 0"]);
    let twins = held().replace("Player 2 ", "Player 1 ");
    let penalty = after_one_round(["   3 w 0", "   4 b 1", "   1 b 0", "   2 w 0"]);
    let cases = [
        (held() + "062 5\n", "line 7: the file names 5 players (record 062) and has 4"),
        (held() + "XXP 1 1\n", "line 7: pairing number 1 is given twice"),
        (held() + "XXC purple\n", "line 7: “purple” is not known in record XXC; it has no effect"),
        (held() + "142 4\n", "line 7: record 142 contradicts an earlier one; the last one counts"),
        (held() + "XXC black1\n", "line 7: record XXC contradicts an earlier one; the last one counts"),
        (twins, "line 4: player 2 has the same name as player 1"),
        (
            penalty,
            "line 3: round 1: players 1 and 3 have less together than a game is worth; read as a penalty",
        ),
    ];
    for (file, wanted) in cases {
        let ran = damiera_with(&["event", "pair", "-", "--json"], &file);
        assert_eq!(ran.code, Some(0), "{wanted}: {}", ran.err);
        assert_eq!(ran.err, format!("damiera: -: {wanted}\n"));
        assert!(ran.out.starts_with("{\"round\":2,"), "{wanted}: {}", ran.out);
    }
    for records in ["062 4\n", "XXC rank white1\n", "XXR 3\n"] {
        assert_eq!(damiera_with(&["event", "pair", "-"], &(held() + records)).err, "", "{records}");
    }
}

#[test]
fn no_round_is_paired_while_a_result_of_any_earlier_one_is_missing() {
    let held = after_one_round(["   3 w  ", "   4 b 1", "   1 b  ", "   2 w 0"]);
    let cells = ["   2 b 1", "   1 w 0", "   4 w 1", "   3 b 0"];
    let mut cells = cells.into_iter();
    let line = |line: &str| match line.strip_prefix("001 ") {
        Some(_) => format!("{line:99}  {}\n", cells.next().unwrap_or_default()),
        None => format!("{line}\n"),
    };
    let file: String = held.lines().map(line).collect();
    let ran = damiera_with(&["event", "pair", "-", "--json"], &file);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{}", ran.err);
    assert!(ran.err.contains("The result of player 1 in round 1 is missing."), "{}", ran.err);
}

#[test]
fn what_is_taken_from_the_dutch_system_is_cited_with_its_book() {
    let file = entries(4, "142 3\n152 W\n");
    for system in ["rotation", "knockout"] {
        let explained = json_of(&["event", "pair", "-", "--system", system, "--explain", "--json"], &file);
        let reasons = explained["explained"].to_string();
        assert!(reasons.contains("(FIDE C.04.3, 5.2.5)") && !reasons.contains("(C1)"), "{reasons}");
    }
}

#[test]
fn a_finished_event_has_no_next_round() {
    let ran = damiera(&["event", "pair", EVENT]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("Every round has been paired: 5 of 5"), "{}", ran.err);
}

#[test]
fn pair_explains_itself_in_three_languages() {
    let file = entries(5, "142 3\n152 W\n");
    for (lang, wanted) in
        [("en", "have not met"), ("it", "primo incontro fra loro"), ("pt", "ainda não se enfrentaram")]
    {
        let explained = json_of(&["event", "pair", "-", "--explain", "--lang", lang, "--json"], &file);
        let pairs = explained["explained"].as_array().unwrap();
        assert_eq!(pairs.len(), 3);
        let reasons = pairs[0]["reasons"].to_string().to_lowercase();
        assert!(reasons.contains(wanted) && reasons.contains("5.2.5"), "{lang}: {reasons}");
        assert_eq!(pairs[2]["bye"], 5);
    }
}

#[test]
fn pair_writes_the_round_into_the_file() {
    let paired = damiera_with(&["event", "pair", "-", "--trf"], &entries(5, "142 3\n152 W\n")).out;
    assert!(paired.contains("   3 w"), "{paired}");
    let again = damiera_with(&["event", "pair", "-"], &paired);
    assert_eq!(again.code, Some(2));
    assert!(again.err.contains("The result of player 1 in round 1 is missing"), "{}", again.err);
}

#[test]
fn pair_writes_both_games_of_a_match_and_keeps_the_earlier_ones() {
    let file = entries(4, "142 4\n152 W\n192 FIDE_DOUBLESWISS\n");
    let first = damiera_with(&["event", "pair", "-", "--trf"], &file).out;
    assert!(first.lines().any(|line| line.ends_with("1     3 w       3 b")), "{first}");
    let results = ["3 w 1     3 b 1", "4 b =     4 w =", "1 b 0     1 w 0", "2 w =     2 b ="];
    let played = results.iter().fold(first, |text, both| {
        let open = format!("{} {}", &both[..4], &both[5..13]);
        text.replace(&open, both)
    });
    let next = damiera_with(&["event", "pair", "-", "--trf"], &played).out;
    assert!(next.lines().any(|line| line.contains("3 w 1     3 b 1     4 b       4 w")), "{next}");
    // The same with matches of another system.
    let rotation = played.replace("FIDE_DOUBLESWISS", "CUSTOM_ROTATION");
    let next = damiera_with(&["event", "pair", "-", "--json"], &rotation).out;
    assert!(next.starts_with("{\"round\":2,"), "{next}");
}

#[test]
fn standings_show_each_figure_and_its_parts() {
    let shown = json_of(&["event", "standings", EVENT, "--tie-breaks", "BH/C1,SB", "--json"], "");
    assert_eq!(shown["tie_breaks"], json!(["BH/C1", "SB"]));
    assert_eq!(shown["rows"][0]["number"], 3);
    assert_eq!(shown["rows"][0]["points"], 4.0);
    let parts = shown["rows"][0]["figures"][0]["parts"].as_array().unwrap();
    assert_eq!(parts.iter().filter(|part| part["kind"] == "cut").count(), 1, "{parts:?}");
    let text = damiera(&["event", "standings", EVENT, "--parts"]).out;
    assert!(text.contains("BH/C1 = ") && text.contains("vs 8"), "{text}");
    // One form for one number: no useless tenth, and the comma where people write one.
    for (lang, half) in [("en", " 3.5 "), ("it", " 3,5 "), ("pt", " 3,5 ")] {
        for command in ["standings", "report"] {
            let text = damiera(&["event", command, EVENT, "--lang", lang]).out;
            assert!(text.contains(half) && text.contains(" 4 "), "{text}");
            assert!(!text.contains("4.0") && !text.contains("4,0"), "{text}");
        }
    }
    let unknown = damiera(&["event", "standings", EVENT, "--tie-breaks", "XX"]);
    assert!(unknown.code == Some(2) && unknown.err.contains("there is no tie-break"), "{}", unknown.err);
}

#[test]
fn draw_follows_from_the_seed() {
    let draw = |seed: &str, round: &str| {
        let words = [
            "event",
            "draw",
            EVENT,
            "--deck",
            "english/three-move",
            "--seed",
            seed,
            "--round",
            round,
            "--json",
        ];
        json_of(&words, "")
    };
    assert_eq!(draw("Livorno", "2"), draw("Livorno", "2"));
    assert_ne!(draw("Livorno", "2")["openings"], draw("Lecce", "2")["openings"]);
    let first = draw("Livorno", "1");
    assert_eq!(first["openings"].as_array().unwrap().len(), 5);
    assert!(first["openings"][0]["moves"].as_str().unwrap().split(' ').count() == 3);
    let nowhere = damiera(&["event", "draw", EVENT, "--deck", "/none.txt", "--seed", "1", "--round", "1"]);
    assert!(nowhere.code == Some(2) && nowhere.err.contains("/none.txt: "), "{}", nowhere.err);
    let unpaired =
        damiera(&["event", "draw", EVENT, "--deck", "english/three-move", "--seed", "1", "--round", "9"]);
    assert!(
        unpaired.code == Some(2) && unpaired.err.contains("round 9 has not been paired"),
        "{}",
        unpaired.err
    );
}

#[test]
fn the_two_games_of_a_match_have_one_opening_and_openings_are_barred_by_number() {
    let player = |number: usize, cells: &str| {
        format!(
            "001 {number:>4}      {:33} 2000 ITA {:22} {:>4} {:>4}  {cells}\n",
            format!("P{number}"),
            "",
            "",
            ""
        )
    };
    let cells = ["   2 w 1     2 b 1", "   1 b 0     1 w 0", "   4 b =     4 w 0", "   3 w =     3 b 1"];
    let event: String = (1..).zip(cells).map(|(number, cells)| player(number, cells)).collect();
    let draw = |more: &[&str]| {
        let words =
            ["event", "draw", "-", "--deck", "english/three-move", "--seed", "x", "--json", "--round"];
        json_of(&[&words[..], more].concat(), &event)
    };
    let pairs = |drawn: &Value| drawn["openings"].as_array().unwrap().len();
    let [first, second] = [draw(&["1"]), draw(&["2"])];
    assert_eq!((pairs(&first), pairs(&second)), (2, 2), "the second round of matches is the next one");
    let meets = |drawn: &Value| {
        drawn["openings"].as_array().unwrap().iter().any(|one| one["white"] == 1 && one["black"] == 2)
    };
    assert!(meets(&first) && !meets(&second), "{second}");
    let singly = draw(&["2", "--games", "1"]);
    assert_eq!(singly["openings"][0]["black"], 1, "the second round of games was played already");
    let number = first["openings"][0]["opening"].to_string();
    assert_ne!(draw(&["1", "--bar", &number])["openings"][0]["opening"], first["openings"][0]["opening"]);
}

#[test]
fn report_prints_the_cross_table_and_rates_with_the_organisers_table() {
    let crossed = json_of(&["event", "report", EVENT, "--json"], "");
    assert_eq!(crossed["players"].as_array().unwrap().len(), 11);
    assert_eq!(crossed["players"][0]["rounds"].as_array().unwrap().len(), 5);
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("table.toml");
    std::fs::write(&table, "spread = 285\nbonus = 10\n[[band]]\nfrom = 0\ncoefficient = 20\n").unwrap();
    let path = table.to_str().unwrap();
    let rated = json_of(&["event", "report", EVENT, "--rating", "elo-rubele", "--table", path, "--json"], "");
    assert_eq!(rated["estimate"], true);
    assert_eq!(rated["ratings"].as_array().unwrap().len(), 11);
    let without = damiera(&["event", "report", EVENT, "--rating", "acf", "--table", path]);
    assert!(without.code == Some(2) && without.err.contains("does not give \"weight\""), "{}", without.err);
}

#[test]
fn teams_of_a_file_have_standings() {
    let file = entries(4, "142 3\n152 W\n");
    let cells = ["   3 w 1", "   4 b 1", "   1 b 0", "   2 w 0"];
    let rows: String = file
        .lines()
        .filter(|line| line.starts_with("001"))
        .zip(cells)
        .map(|(line, cell)| {
            let points = if cell.ends_with('1') { " 1.0" } else { " 0.0" };
            format!("{}{points}{}  {cell}\n", &line[..80], &line[84..])
        })
        .collect();
    let teams =
        "013 Roma                               1    2\n013 Livorno                            3    4\n";
    let file = format!("142 3\n152 W\n{rows}{teams}");
    let json = json_of(&["event", "standings", "-", "--json"], &file);
    assert_eq!(
        json["teams"][0],
        json!({"rank":1,"name":"Roma","numbers":[1,2],"match_points":2.0,"board_points":2.0})
    );
    let plain = damiera_with(&["event", "standings", "-", "--lang", "it"], &file).out;
    assert!(plain.contains("punti squadra") && plain.contains("Livorno"), "{plain}");
    let report = json_of(&["event", "report", "-", "--json"], &file);
    assert_eq!((&report["rounds"], &report["players"][0]["rounds"][0]), (&json!(1), &json!("3 w 1")));
}
