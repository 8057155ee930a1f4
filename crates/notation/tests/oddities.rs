//! Untidy text, line by line: what is read, and what is said of it.
#![allow(clippy::unwrap_used)] // a test may stop where it stands

use damiera_notation::marks::{Mark, MarkConvention};
use damiera_notation::pdn::{ParsedGame, PdnItem, PdnReader, PdnResult};

fn read(text: &[u8]) -> Vec<ParsedGame> {
    PdnReader::new(text).map(Result::unwrap).collect()
}

/// The names of the problems of all games.
fn problem_names(records: &[ParsedGame]) -> Vec<&'static str> {
    records.iter().flat_map(|record| &record.problems).map(|problem| problem.kind.name()).collect()
}

/// The moves of every game in a text, and the names of its problems with their places.
fn seen(text: &str) -> (String, String) {
    let records = read(text.as_bytes());
    let games: Vec<String> = records
        .iter()
        .map(|record| record.game.main_line.moves().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        .collect();
    let problems: Vec<String> = records
        .iter()
        .flat_map(|record| &record.problems)
        .map(|problem| format!("{} {}", problem.location, problem.kind.name()))
        .collect();
    (games.join(" | "), problems.join(", "))
}

#[test]
fn every_oddity_is_read_and_reported_where_it_stands() {
    let mut wrong = Vec::new();
    for (text, moves, problems) in [
        // separators
        ("1. 32x28 19-23 *", "32x28 19-23", ""),
        ("1. c3:e5 c3e5 c3xe5xg7 *", "c3xe5 c3e5 c3xe5xg7", ""),
        ("1. 32X28 *", "32x28", "1:4 odd-separator"),
        ("1. 32–28 19×23 *", "32-28 19x23", "1:4 odd-separator, 1:10 odd-separator"),
        ("1. 32*28 19-23 *", "32x28 19-23", "1:4 odd-separator"),
        ("1. 32_28 *", "32-28", "1:4 odd-separator"),
        ("1. 3228 1923 *", "32-28 19-23", "1:4 no-separator, 1:9 no-separator"),
        ("1. 0101 19-23 *", "19-23", "1:4 unread-move"),
        // spaces
        ("1. 32 - 28  1- 7 *", "32-28 1-7", "1:4 space-in-move, 1:13 space-in-move"),
        ("1. 22 x 15 x 8 *", "22x15x8", "1:4 space-in-move"),
        ("1. 32-28\u{a0}19-23 *", "32-28 19-23", ""),
        // leading zeroes, no numbers, numbers alone, dots
        ("01. 01-06 07-11 *", "1-6 7-11", ""),
        ("32-28 19-23 28x19 *", "32-28 19-23 28x19", ""),
        ("1 32-28 19-23 *", "32-28 19-23", "1:1 number-without-dot"),
        ("1.32-28 19-23 2.28x19 14x23 *", "32-28 19-23 28x19 14x23", ""),
        ("1. ... 19-23 2. 28x19 *", "19-23 28x19", ""),
        ("1. 32-28 1... 19-23 2. 28x19 *", "32-28 19-23 28x19", ""),
        ("1. 32-28 19-23 3. 28x19 *", "32-28 19-23 28x19", "1:16 number-out-of-order"),
        ("1. 32-28 2. 28x19 *", "32-28 28x19", "1:10 number-out-of-order"),
        ("41. - - *", "", "1:5 unknown-move, 1:7 unknown-move"),
        // the short form
        ("ab4 ba5 c:e5 cxe5 gf10 *", "ab4 ba5 cxe5 cxe5 gf10", ""),
        // kings
        (
            "1. K32-28 19-23K 5-2 D *",
            "32-28 19-23 5-2",
            "1:4 crown-letter, 1:16 crown-letter, 1:22 crown-letter",
        ),
        // what is no move
        ("1. 32-28 hello 19-23 *", "32-28 19-23", "1:10 stray-text"),
        ("1. 32-2B 19-23 *", "19-23", "1:4 unread-move"),
        ("1. 32-28, 19-23 *", "32-28 19-23", "1:9 stray-text"),
        // results
        ("1. 32-28 2-0", "32-28", ""),
        ("1. 1-18 1-1", "1-18", ""),
        ("1. 32-28 1 - 0", "32-28", ""),
        ("1. 32-28 1/2 - 1/2", "32-28", ""),
        ("1. 32-28 ½-½", "32-28", ""),
        ("1. 2-0", "", ""),
        ("1. 32-28 19-23", "32-28 19-23", "1:10 no-result"),
        ("1. 32-28 1-0 *", "32-28", ""),
        ("1. 32-28 1-0 * 1. 33-28 *", "32-28 | 33-28", "1:14 result-twice"),
        ("[Result \"1-0\"] 1. 32-28 2-0", "32-28", ""),
        ("[Result \"1-0\"] 1. 32-28 0-1", "32-28", "1:25 results-disagree"),
        ("[Result \"4-6\"] 1. 32-28 4-6", "32-28", "1:1 odd-result"),
        ("[Result \"4-6 *\"] 1. 4-6 *", "4-6", "1:1 odd-result"),
        ("[Result \"4-6\"] 1. 4-6 32-28 4-6\n[Event \"x\"] *", "4-6 32-28 | ", "1:1 odd-result"),
        ("1. 32-28 (1. 33-28 1-0) 19-23 *", "32-28 19-23", "1:20 result-in-variation"),
        // stars
        ("1. 32-28* 19-23 *", "32-28 19-23", "1:9 star-for-forced"),
        ("1. 32-28 * 19-23 *", "32-28 19-23", "1:10 star-for-forced"),
        ("1. 32-28 19-23* *", "32-28 19-23", "1:15 star-for-forced"),
        ("1. 32-28 19-23!* *", "32-28 19-23", "1:16 star-for-forced"),
        ("1. 32-28*\n19-23 *", "32-28 19-23", "1:9 star-for-forced"),
        ("1. 32-28 * 1. 33-28 *", "32-28 | 33-28", ""),
        ("1. 32-28 {a} * {b} 19-23 *", "32-28 19-23", "1:14 star-for-forced"),
        ("1. 32-28 * {b}{c} $1 19-23 *", "32-28 19-23", "1:10 star-for-forced"),
        ("1. 32-28 * {b\nc} 19-23 *", "32-28 19-23", "1:10 star-for-forced"),
        (
            "1. 32-28 {a} * (1. 33-28 {c} * {d} 19-23) 19-23 *",
            "32-28 19-23",
            "1:14 star-for-forced, 1:30 star-for-forced",
        ),
        ("1. 32-28 {a} * {b} 1-0", "32-28", "1:14 star-for-forced"),
        ("1. 32-28 {a} * {b} *", "32-28", "1:14 star-for-forced"),
        ("1. 32-28 {a} * {b}\n\n1. 33-28 *", "32-28 | 33-28", ""),
        ("1. 32-28 {a} * {b}\n33-28 *", "32-28 | 33-28", ""),
        // stars before a line break: decided by what follows
        ("1. 32-28 19-23 *\n2. 28x19 *", "32-28 19-23 28x19", "1:16 star-for-forced"),
        ("1. 32-28 19-23 * {b}\n2. 28x19 *", "32-28 19-23 28x19", "1:16 star-for-forced"),
        ("1. 32-28 *\n1... 19-23 2. 28x19 *", "32-28 19-23 28x19", "1:10 star-for-forced"),
        ("1. 32-28 * 1... 19-23 2. 28x19 *", "32-28 19-23 28x19", "1:10 star-for-forced"),
        ("7. 32-28 *\n7... 19-23 8. 28x19 *", "32-28 19-23 28x19", "1:10 star-for-forced"),
        ("1. 32-28 *\n19-23! {b} 2. 28x19 *", "32-28 19-23 28x19", "1:10 star-for-forced"),
        ("1. 32-28 *\r\n19-23\r\n2. 28x19 *", "32-28 19-23 28x19", "1:10 star-for-forced"),
        ("1. 32-28 *\n(1. 33-28) 19-23 *", "32-28 19-23", "1:10 star-for-forced"),
        ("1. 32-28 (1. 33-28 *\n) 19-23 *", "32-28 19-23", "1:20 star-for-forced"),
        ("1. 32-28 (1. 33-28 *\n19-23 2. 28x19) 19-23 *", "32-28 19-23", "1:20 star-for-forced"),
        ("1. 32-28 19-23 *\n1-0", "32-28 19-23", "1:16 star-for-forced"),
        ("1. 32-28 19-23 *\n3. 28x19 *", "32-28 19-23 | 28x19", ""),
        ("1. 32-28 *\n19-23 *", "32-28 | 19-23", ""),
        ("1. 32-28 19-23 *\n\n2. 28x19 *", "32-28 19-23 | 28x19", ""),
        ("1. 32-28 19-23 *\n1. 33-28 *", "32-28 19-23 | 33-28", ""),
        ("1. 32-28 19-23 *\n[Event \"x\"] *", "32-28 19-23 | ", ""),
        ("* *", "", ""),
        ("1. 32-28*\n\n[Event \"x\"] *", "32-28 | ", ""),
        // marks
        ("1. 32-28(?) 19-23!! $1 *", "32-28 19-23", ""),
        ("1. 32-28!?!!! *", "32-28", "1:9 unknown-mark"),
        // comments
        ("1. 32-28 { nested { comment } } *", "32-28", "1:31 comment-not-opened"),
        (
            "1. 32-28 {open\n[Event \"x\"]\n1. 33-28 {b} *",
            "32-28 | 33-28",
            "1:10 comment-not-closed, 1:10 no-result",
        ),
        ("1. 32-28 {open", "32-28", "1:10 comment-not-closed, 1:10 no-result"),
        ("% one\n1. 32-28 ; two 19-23\n19-23 *", "32-28 19-23", ""),
        // variations
        ("1. 32-28 (1. 33-28 (1. 34-29)) 19-23 *", "32-28 19-23", ""),
        (
            "1. 32-28 (1. 33-28 *",
            "32-28",
            "1:20 result-in-variation, 1:20 variation-not-closed, 1:20 no-result",
        ),
        ("1. 32-28 ) 19-23 *", "32-28 19-23", "1:10 variation-not-opened"),
        ("(1. 33-28) 1. 32-28 *", "32-28", "1:1 variation-before-move"),
        // tags
        ("[White \"A\"][Black \"B\"] 1. 32-28 *", "32-28", ""),
        ("[Event       \"A\"]\n*", "", ""),
        ("[White \"The \"Big\" One\"]\n1. 32-28 *", "32-28", "1:1 quote-in-tag"),
        ("[White Smith]\n1. 32-28 *", "32-28", "1:1 tag-without-quotes"),
        ("[White \"Smith\n1. 32-28 *", "32-28", "1:1 tag-not-closed"),
        ("[White \"Smith]\n1. 32-28 *", "32-28", "1:1 tag-not-closed"),
        ("[White \"A\"]\n[Site \"x\"]\n[Site \"y\"]\n*", "", "3:1 tag-twice"),
        ("[123]\n1. 32-28 *", "32-28", "1:1 bad-tag"),
        ("[Bianco \"R\"]\n[Nero \"V\"]\n*", "", "1:1 foreign-tag, 2:1 foreign-tag"),
        ("[Risultato \"1-0\"][Apertura \"1\"] 1-0", "", "1:1 foreign-tag, 1:18 foreign-tag"),
        // several games without blank lines, with and without results
        ("[Event \"a\"]\n1. 32-28 *\n[Event \"b\"]\n1. 33-28 *", "32-28 | 33-28", ""),
        ("[Event \"a\"] 1. 32-28 [Event \"b\"] 1. 33-28 *", "32-28 | 33-28", "1:16 no-result"),
        ("[Event \"a\"]\n[Event \"b\"]\n1. 33-28 *", " | 33-28", "1:1 no-result"),
        ("1. 32-28 *\n1. 33-28 *", "32-28 | 33-28", ""),
        ("32-28 19-23\n32-28 18-23\n33-28", "32-28 19-23 | 32-28 18-23 | 33-28", "2:1 one-game-a-line"),
        ("32-28 19-23\n28x19 14x23 *", "32-28 19-23 28x19 14x23", ""),
        // set-ups
        ("1. 31-26 17-21 /FEN \"B:B1-16:W26\"/ 1-6 *", "31-26 17-21 1-6", ""),
        // line ends and byte order marks
        ("\u{feff}[Event \"a\"]\r\n\r\n1. 32-28\r\n19-23 x\r\n*", "32-28 19-23", "4:7 stray-text"),
        ("1. 32-28 {né} x *", "32-28", "1:15 stray-text"),
    ] {
        let got = seen(text);
        if (got.0.as_str(), got.1.as_str()) != (moves, problems) {
            wrong.push(format!("{text}\n  got {got:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn text_that_is_not_utf_8_is_read_as_latin_1() {
    let records = read(b"[White \"G\xe9rard \x96 x\"] 1. 32\x9628 {\xe0} *");
    assert_eq!(records[0].game.tags.get("White"), Some("Gérard – x"));
    assert_eq!(problem_names(&records), ["not-utf-8", "odd-separator"]);
}

#[test]
fn tags_are_unescaped() {
    let records = read(br#"[Site "\"64\", 1974 C:\games\\x"] *"#);
    assert_eq!(records[0].game.tags.get("Site"), Some(r#""64", 1974 C:\games\x"#));
}

#[test]
fn clocks_marks_and_remarks_are_told_apart() {
    let text = "1. 31-26! $7 {[%clk 1:55:21] good [%eval 0.3]} 17-21 +1 a.l. -2 = *";
    let items = &read(text.as_bytes())[0].game.main_line.items;
    let told: Vec<String> = items
        .iter()
        .map(|item| match item {
            PdnItem::Move(text) => text.to_string(),
            PdnItem::Mark(mark) => format!("{mark:?}"),
            PdnItem::Clock(clock) => clock.to_string(),
            PdnItem::Comment(comment) => comment.text().to_owned(),
            other => format!("{other:?}"),
        })
        .collect();
    let due = [
        "31-26",
        "Good",
        "Forced",
        "[%clk 1:55:21]",
        "good [%eval 0.3]",
        "17-21",
        "Pieces(1)",
        "AdLibitum",
        "Pieces(-2)",
        "Draws",
    ];
    assert_eq!(told, due);
}

#[test]
fn control_characters_in_a_remark_are_spaces_before_it_is_understood() {
    let game = read(b"1. 31-26 {[%egt 0:0:9.\x0856]} *").remove(0).game;
    assert_eq!(read(game.to_string().as_bytes())[0].game, game);
}

#[test]
fn the_convention_of_marks_is_asked_for_or_named_in_the_file() {
    let mark = |text: &str, convention| {
        let record = PdnReader::new(text.as_bytes()).with_marks(convention).next().unwrap().unwrap();
        record.game.main_line.plies().next().unwrap().marks().next()
    };
    assert_eq!(mark("1. 32-28?! *", MarkConvention::Federation), Some(Mark::WeakToTheEye));
    assert_eq!(mark("1. 32-28?! *", MarkConvention::Chess), Some(Mark::StrongToTheEye));
    let named = "[Marks \"federation\"] 1. 32-28?! *";
    assert_eq!(mark(named, MarkConvention::Chess), Some(Mark::WeakToTheEye));
    // Numbers mean the same under both.
    assert_eq!(
        mark("1. 32-28 $5 *", MarkConvention::Federation),
        mark("1. 32-28 $5 *", MarkConvention::Chess)
    );
}

#[test]
fn a_remark_after_the_result_belongs_to_the_game_it_follows() {
    let records = read(b"1. 32-28 1-0 {White wins}\n\n{next} 1. 33-28 0-1");
    let remarks = |record: &ParsedGame| -> Vec<String> {
        let items = record.game.main_line.items.iter();
        items
            .filter_map(|item| if let PdnItem::Comment(c) = item { Some(c.text().into()) } else { None })
            .collect()
    };
    assert_eq!(remarks(&records[0]), ["White wins"]);
    assert_eq!(remarks(&records[1]), ["next"]);
    assert_eq!(records[1].game.result, PdnResult::SecondWins);
}

#[test]
fn a_million_nested_variations_are_bounded() {
    let text = format!("1. 32-28 {} 19-23 *", "(33-28 ".repeat(1_000_000));
    let records = read(text.as_bytes());
    assert_eq!(records.len(), 1);
    let names = problem_names(&records);
    assert!(names.contains(&"variation-too-deep") && names.contains(&"variation-not-closed"), "{names:?}");
    assert!(names.len() < 300, "{}", names.len());
}

#[test]
fn a_comment_without_end_is_cut() {
    let names = |text: &str| problem_names(&read(text.as_bytes()));
    let long = "x".repeat(5_000_000);
    assert_eq!(names(&format!("1. 32-28 {{{long}")), ["comment-too-long", "no-result"]);
    assert_eq!(names(&format!("1. 32-28 {{{long}}} 19-23 *")), ["comment-too-long"]);
    let two_games = format!("1. 32-28 {{{long}\n[Event \"x\"] 1. 33-28 *");
    assert_eq!(names(&two_games), ["comment-too-long", "no-result"]);
    assert_eq!(read(two_games.as_bytes()).len(), 2);
}

#[test]
fn a_file_that_is_no_pdn_has_an_end_of_problems() {
    let records = read("blah blah\n".repeat(100_000).as_bytes());
    assert!(records.is_empty());
    let records = read(format!("1. 32-28 {}", "blah ".repeat(100_000)).as_bytes());
    assert_eq!(records[0].problems.len(), 1000);
    assert_eq!(records[0].problems[999].kind.name(), "too-many-problems");
}

#[test]
fn tokens_across_the_edge_of_the_window_are_read_whole() {
    // Every offset of a game against the window of 256 KiB.
    let game = "[White \"Rossi\"]\n1. 32-28 {a remark} 19-23 2. 28x19 14x23 1-0\n";
    for shift in 0..game.len() + 5 {
        let text = format!("{}{}", " ".repeat(shift), game.repeat(262_144 / game.len() + 20));
        let mut count = 0;
        for record in PdnReader::new(text.as_bytes()) {
            let record = record.unwrap();
            assert_eq!(record.problems, [], "shift {shift}");
            assert_eq!(record.game.main_line.items.len(), 5);
            count += 1;
        }
        assert_eq!(count, 262_144 / game.len() + 20);
    }
}
