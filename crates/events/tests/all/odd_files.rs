//! Report files as programs write them: columns counted in bytes, records without content, systems in words, and points that
//! hold for everybody.

use damiera_events::trf::TrfFile;
use damiera_events::{Crosstable, EventCheck, PairingSystem, RoundOutcome, check, pair_next};

const NAMES: [&str; 4] = ["Anna", "Bruno", "Carla", "Dino"];
/// Points, rank and round 1 of each.
const PLAYED: [&str; 4] =
    [" 1.0    1     3 w 1", " 0.5    2     4 b =", " 0.0    4     1 b 0", " 0.5    2     2 w ="];

/// A file of four players whose names fill their columns, as somebody counts these.
fn four(records: &str, names: [&str; 4], last: [&str; 4], width: fn(&str) -> usize) -> String {
    let player = |(index, (name, last)): (usize, (&str, &str))| {
        let blanks = " ".repeat(33 - width(name));
        format!("001 {:>4}      {name}{blanks} 2000 ITA {:22} {last}\n", index + 1, "")
    };
    records.to_owned() + &names.into_iter().zip(last).enumerate().map(player).collect::<String>()
}

fn played(records: &str) -> String {
    four(records, NAMES, PLAYED, str::len)
}

fn read(text: &str) -> TrfFile {
    TrfFile::read(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}: {text}"))
}

fn table(text: &str) -> Crosstable {
    let (table, warnings) = read(text).table();
    assert_eq!(warnings, [], "{text}");
    table
}

/// Points after round 1, in tenths.
fn points(text: &str) -> Vec<i32> {
    let table = table(text);
    table.entrants.iter().map(|entrant| table.score_before(entrant, 2).in_tenths()).collect()
}

#[test]
fn columns_may_be_counted_in_letters_or_in_bytes() {
    let accented = ["Bjørn Østergård", "Česlav Žižka", "Ångström", "Dino"];
    let in_letters = four("142 3\n", accented, PLAYED, |name| name.chars().count());
    let in_bytes = four("142 3\n", accented, PLAYED, str::len);
    assert_ne!(in_letters, in_bytes);
    assert_eq!(table(&in_bytes), table(&in_letters));
    let mut file = read(&in_bytes);
    let before = file.table().0;
    file.update(&before);
    assert_eq!(file.table().0, before, "what is written can be read again");
    let out_of_step = played("").replace("   3 w 1", "  3 w 1");
    let fault = TrfFile::read(out_of_step.as_bytes()).expect_err("a line out of step");
    assert_eq!(fault.to_string(), "line 1: “3 w 1” is not a valid round result");
}

#[test]
fn what_is_missing_and_what_would_be_cut_off_is_a_fault() {
    let faults = [
        (played("250      1.0       1    1    2\n"), "line 1: missing: round number"),
        (played("").replace("001    2 ", "001 10002"), "line 2: “10002” is not a valid pairing number"),
    ];
    for (text, expected) in faults {
        let fault = TrfFile::read(text.as_bytes()).expect_err("a fault");
        assert_eq!(fault.to_string(), expected, "{text}");
    }
}

#[test]
fn a_record_with_nothing_behind_its_code_says_nothing() {
    let codes = "142 152 162 192 202 212 240 250 260 299 310 013 352 XXR XXC XXS XXZ XXP XXA BBW 092 102 132";
    for code in codes.split(' ') {
        for ending in ["", " ", "      "] {
            let with_code = played(&format!("{code}{ending}\n"));
            assert_eq!(table(&with_code), table(&played("")), "{code}");
        }
    }
    // Programs for DOS end a file with a character of its own.
    assert_eq!(table(&(played("") + "\u{1a}")), table(&played("")));
}

#[test]
fn lists_may_have_commas_and_words_may_have_any_case() {
    let usual = table(&played("XXZ 1 2\nXXC black1\nXXP 3 4\n"));
    assert_eq!(usual.requests.len(), 2);
    assert_eq!(table(&played("XXZ 1,2\nXXC Black1\nXXP 3, 4\n")), usual);
}

#[test]
fn older_files_name_their_system_in_words() {
    let rows = [
        ("Individual: Round-Robin", Some(PairingSystem::RoundRobin)),
        ("Girone all'italiana", Some(PairingSystem::RoundRobin)),
        ("Italo-svizzero a rotazione continua", Some(PairingSystem::Rotation)),
        ("Individual: Swiss-System (Standard)", None),
        ("", None),
    ];
    for (words, system) in rows {
        assert_eq!(table(&played(&format!("092 {words}\n"))).system, system, "{words}");
    }
    let both = played("092 Individual: Round-Robin\n192 FIDE_DUTCH\n");
    assert_eq!(table(&both).system, Some(PairingSystem::Dutch), "record 192 counts");
    let teams = played("092 Team: Round-Robin\n013 Circolo                             1    2\n");
    assert_eq!(table(&teams).system, None, "players of teams do not meet everybody");
}

#[test]
fn points_of_a_kind_of_result_may_hold_for_everybody() {
    let cells = [" 1.0    1     3 w +", " 0.5    2  0000 - H", " 0.0    4     1 b -", " 0.5    2  0000 - H"];
    let told =
        |records: &str| points(&four(records, NAMES, cells, str::len).replace(" 0.5    2", "         "));
    assert_eq!(told(""), [10, 5, 0, 5]);
    for everybody in ["", "   000", "   000 0000"] {
        assert_eq!(told(&format!("299 H        0.0{everybody}\n")), [10, 0, 0, 0], "{everybody}");
    }
    assert_eq!(told("299 H        0.0   000    4\n"), [10, 5, 0, 0]);
    let byes = [" 1.0    1  0000 - U", "", "", ""];
    for letter in ["P", "U"] {
        let records = format!("299 {letter}        0.5   001    1\n162  W 1.0    D 0.5    L 0.0\n");
        assert_eq!(
            points(&four(&records, NAMES, byes, str::len).replace(" 1.0    1", "         ")),
            [5, 0, 0, 0]
        );
    }
    let strange = read(&played("299 Q        0.5   000    1\n")).warnings;
    assert_eq!(strange[0].to_string(), "line 1: “Q” is not known in record 299; it has no effect");
}

#[test]
fn who_is_free_in_a_round_robin_may_have_any_entry_or_none() {
    // Berger's table for four, of which the last place is empty.
    let rounds = [["F", "2 w =", "3 b ="], ["3 w =", "1 b =", "F"], ["2 b =", "F", "1 w ="]];
    let differences = |free: &str| {
        let cells = rounds.map(|row| {
            let cells = row.map(|cell| if cell == "F" { free.to_owned() } else { format!("{cell:>8}") });
            format!("{:9}  {}", "", cells.join("  "))
        });
        let [one, two, three] = cells.each_ref().map(String::as_str);
        let text = four("142 3\n192 BERGER_ROUNDROBIN\n", NAMES, [one, two, three, ""], str::len);
        let text = text
            .lines()
            .filter(|line| !line.contains("Dino"))
            .map(|line| format!("{line}\n"))
            .collect::<String>();
        check(&read(&text), PairingSystem::RoundRobin).differences
    };
    for free in ["0000 - U", "0000 - Z", "0000 - F", "0000 - -", "        "] {
        assert_eq!(differences(free), [], "{free}");
    }
}

#[test]
fn who_is_not_ranked_has_rank_0() {
    let left = PLAYED.map(|last| last.replace(" 0.0    4", " 0.0    0"));
    let text = four("142 3\n", NAMES, left.each_ref().map(String::as_str), str::len);
    assert_eq!(check(&read(&text), PairingSystem::Dutch), EventCheck { rounds: 1, differences: Vec::new() });
}

#[test]
fn a_bye_of_the_next_round_may_stand_in_its_columns_or_in_a_record() {
    let next = |text: &str| {
        let pairing = pair_next(&table(text), PairingSystem::Dutch).expect("a pairing");
        (pairing.round, pairing.pairs, pairing.bye)
    };
    let in_columns =
        PLAYED.map(|last| format!("{last}{}", if last.contains("2 w =") { "  0000 - Z" } else { "" }));
    let in_columns = four("142 3\n", NAMES, in_columns.each_ref().map(String::as_str), str::len);
    assert_eq!(table(&in_columns).entrants[3].outcomes[1], RoundOutcome::ZeroBye);
    let wanted = next(&in_columns);
    assert_eq!(wanted.2, [3], "three players are left");
    for record in ["XXZ 4", "240 Z 002    4", "240 z   2    4"] {
        assert_eq!(next(&played(&format!("142 3\n{record}\n"))), wanted, "{record}");
    }
}
