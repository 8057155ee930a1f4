//! Tournament report files: what is read, what is refused with its line, and what comes back unchanged.

use damiera_events::simulate::{RandomEvent, play_round};
use damiera_events::trf::{TrfFile, TrfProblem};
use damiera_events::{
    Crosstable, Entrant, EventCheck, EventDifference, GameResult, PairingSystem, Points, Pool, RoundOutcome,
    Scoring, SeededNumbers, check, dutch,
};
use damiera_rules::Side;
use proptest::prelude::*;

/// Five players after two rounds, with most records of the format.
const EVENT: &str = include_str!("../data/five.trf");

fn read(text: &str) -> TrfFile {
    TrfFile::read(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}"))
}

#[test]
fn every_record_is_read() {
    let (table, warnings) = read(EVENT).table();
    assert_eq!(warnings, []);
    assert_eq!(table.planned_rounds, Some(5));
    assert_eq!(table.initial_side, Some(Side::Black));
    assert_eq!(table.system, Some(PairingSystem::Dutch));
    assert_eq!(table.scoring, Scoring::TWO_ONE);
    assert_eq!(table.paired_rounds(), 2);
    assert_eq!(table.entrants.iter().map(|e| e.number).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert_eq!(table.entrants[0].rating, Some(2210));
    assert_eq!(table.entrants[3].outcomes, [RoundOutcome::HalfBye, RoundOutcome::PairingBye]);
    assert_eq!(table.score_before(&table.entrants[0], 3), Points::whole(3));
    assert!(table.is_forbidden(1, 5, 4) && !table.is_forbidden(1, 5, 5) && !table.is_forbidden(1, 2, 1));
    assert!(table.is_away(&table.entrants[4], 3) && !table.is_away(&table.entrants[3], 3));
    assert_eq!(table.virtual_points(2, 1), Points::ONE);
    assert_eq!(table.virtual_points(3, 1), Points::ZERO);
}

#[test]
fn a_file_comes_back_as_it_was() {
    assert_eq!(read(EVENT).text(), EVENT);
    let mut file = read(EVENT);
    let (table, _) = file.table();
    file.update(&table);
    assert_eq!(file.table().0, table);
    for ending in ["\r", "\r\n"] {
        assert_eq!(read(&EVENT.replace('\n', ending)), read(EVENT), "lines may end in {ending:?}");
    }
}

#[test]
fn what_is_unknown_is_kept_and_named_with_its_line() {
    let file = read(&format!("012 Torneo\nQQQ whatever\n{EVENT}"));
    assert_eq!(file.warnings.len(), 1);
    assert_eq!(file.warnings[0].to_string(), "line 2: the record “QQQ” is not known; it is kept as it is");
    assert!(file.text().contains("\nQQQ whatever\n"));
}

#[test]
fn broken_files_are_refused_with_a_line() {
    let player = |number: &str, rounds: &str| {
        format!("001 {number:>4}      {:33} 2000 ITA {:22} {:>4} {:>4}  {rounds}", "Rossi", "", "0.0", "1")
    };
    let cases = [
        (String::new(), "line 1: the file has no player (record 001)"),
        (player("x", ""), "line 1: “x” is not a valid pairing number"),
        (player("0", ""), "line 1: “0” is not a valid pairing number"),
        (format!("{}\n{}", player("1", ""), player("1", "")), "line 2: pairing number 1 is given twice"),
        (player("1", "   2 w 1"), "line 1: there is no player 2"),
        (player("1", "   1 w 1"), "line 1: player 1 is paired with themselves"),
        (player("1", "0000 - ?"), "line 1: “0000 - ?” is not a valid round result"),
        (
            format!("{}\n{}", player("1", "   2 w 1"), player("2", "   1 b 1")),
            "line 1: round 1 of player 1 contradicts the entry of player 2",
        ),
        (
            format!("{}\n{}", player("1", "   2 w 1"), player("2", "   1 w 0")),
            "line 1: round 1 of player 1 contradicts the entry of player 2",
        ),
        (
            format!("{}\n{}", player("1", "   2 w +"), player("2", "   1 b 0")),
            "line 1: round 1 of player 1 contradicts the entry of player 2",
        ),
        (format!("142 many\n{}", player("1", "")), "line 1: “many” is not a valid number of rounds"),
        (format!("152 G\n{}", player("1", "")), "line 1: “G” is not a valid initial colour (W or B)"),
        (format!("162 W 2.0 D\n{}", player("1", "")), "line 1: “D” is not a valid number of points"),
    ];
    for (text, wanted) in cases {
        let fault = TrfFile::read(text.as_bytes()).expect_err(wanted);
        assert_eq!(fault.to_string(), wanted);
    }
}

#[test]
fn a_double_forfeit_and_a_penalty_are_no_contradiction() {
    let player = |number: u16, cell: &str| {
        format!("001 {number:>4}      {:33} 2000 ITA {:22} {:>4} {:>4}  {cell}", "Rossi", "", "0.0", "1")
    };
    for (a, b) in [("   2 w -", "   1 b -"), ("   2 w 0", "   1 b 0"), ("   2 w =", "   1 b 0")] {
        assert!(TrfFile::read(format!("{}\n{}", player(1, a), player(2, b)).as_bytes()).is_ok(), "{a} {b}");
    }
}

#[test]
fn the_scoring_is_found_from_the_points_when_no_record_gives_it() {
    let text: String =
        EVENT.lines().filter(|line| !line.starts_with("162")).map(|l| format!("{l}\n")).collect();
    assert_eq!(read(&text).table().0.scoring, Scoring::TWO_ONE);
    let wrong = text.replace(" 3.0 ", " 9.5 ");
    let (_, warnings) = read(&wrong).table();
    assert!(
        warnings.iter().any(|w| matches!(w.problem, TrfProblem::PointsDiffer { number: 1, .. })),
        "{warnings:?}"
    );
}

#[test]
fn a_round_that_was_not_held_is_no_difference() {
    let draw = |opponent, side| RoundOutcome::played(opponent, side, GameResult::Draw);
    let rounds = [draw(3, Side::White), draw(4, Side::Black), draw(1, Side::Black), draw(2, Side::White)];
    let entrant = |(number, outcome): (u16, RoundOutcome)| Entrant {
        number,
        name: format!("Player {number}"),
        outcomes: vec![RoundOutcome::Absent, outcome],
        ..Entrant::default()
    };
    let entrants = (1..).zip(rounds).map(entrant).collect();
    let table = Crosstable { entrants, planned_rounds: Some(4), ..Crosstable::default() };
    let file = TrfFile::of_table("Prova", &table);
    assert_eq!(check(&file, PairingSystem::Dutch), EventCheck { rounds: 2, differences: Vec::new() });
    // By Berger's table, 1 meets 4 and 2 meets 3; the difference has the number of its own round.
    let differences = check(&file, PairingSystem::RoundRobin).differences;
    assert!(
        matches!(&differences[..], [EventDifference::Round { round: 2, expected, .. }] if expected.round == 2),
        "{differences:?}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = TrfFile::read(&bytes).map(|file| file.table());
    }

    #[test]
    fn a_damaged_file_is_read_or_refused(at in 0..EVENT.len(), byte in any::<u8>()) {
        let mut bytes = EVENT.as_bytes().to_vec();
        bytes[at] = byte;
        if let Ok(file) = TrfFile::read(&bytes) {
            let (table, _) = file.table();
            let _ = dutch::pair(&Pool::next(&table));
        }
    }

    #[test]
    fn a_random_event_survives_its_file(seed in any::<u64>()) {
        let mut chance = SeededNumbers::new(seed);
        let mut event = RandomEvent::new(&mut chance, 12);
        for _ in 0..4 {
            event.announce_byes(&mut chance);
            let Ok(pairing) = dutch::pair(&Pool::next(&event.table)) else { break };
            play_round(&mut event.table, &pairing, &mut chance);
        }
        let text = TrfFile::of_table("Prova", &event.table).text();
        prop_assert_eq!(read(&text).table().0, event.table);
    }
}
