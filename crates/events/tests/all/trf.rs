//! Tournament report files: what is read, what is refused with its line, and what comes back unchanged.

use damiera_events::simulate::RandomEvent;
use damiera_events::trf::{TrfFile, TrfHeading, TrfProblem};
use damiera_events::{
    Crosstable, Entrant, EventCheck, EventDifference, GameResult, LastRounds, PairingSystem, Points, Pool,
    RankedBy, RoundOutcome, Scoring, SeededNumbers, check, dutch,
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
    let file = TrfFile::of_table(&TrfHeading::of_name("Prova"), &table);
    assert_eq!(check(&file, PairingSystem::Dutch), EventCheck { rounds: 2, differences: Vec::new() });
    // By Berger's table, 1 meets 4 and 2 meets 3; the difference has the number of its own round.
    let differences = check(&file, PairingSystem::RoundRobin).differences;
    assert!(
        matches!(&differences[..], [EventDifference::Round { round: 2, expected, .. }] if expected.round == 2),
        "{differences:?}"
    );
}

/// Players 1 to 4 with their cells, all with the same points or none listed.
fn four(records: &str, cells: [&str; 4]) -> String {
    let player = |(index, cells): (usize, &str)| {
        format!(
            "001 {:>4}      {:33} 2000 ITA {:22}{:10}  {cells}\n",
            index + 1,
            format!("Name {index}"),
            "",
            ""
        )
    };
    records.to_owned() + &cells.into_iter().enumerate().map(player).collect::<String>()
}

const ONE_ROUND: [&str; 4] = ["   3 w 1", "   4 b =", "   1 b 0", "   2 w ="];

#[test]
fn scorings_of_older_programs_are_read() {
    let half = Points::HALF;
    let three = Scoring { pairing_bye: Points::ONE, ..Scoring::THREE_ONE };
    let rows = [
        ("XXS W=3\nXXS D=1\n", three),
        ("XXS PAB=3 D=1 W=3\n", Scoring::THREE_ONE),
        ("XXS PAB=.5\n", Scoring { pairing_bye: half, ..Scoring::ONE_HALF }),
        ("BBW  2.0\nBBD  1.0\n", Scoring::TWO_ONE),
        ("BBU  0.5\nBBF  0.5\n", Scoring { pairing_bye: half, forfeit_loss: half, ..Scoring::ONE_HALF }),
        ("162  W 1.0    D 0.5    P 0.5\n", Scoring { pairing_bye: half, ..Scoring::ONE_HALF }),
        ("162  A 0.5\n", Scoring { zero_bye: half, forfeit_loss: half, ..Scoring::ONE_HALF }),
    ];
    for (records, wanted) in rows {
        let (table, warnings) = read(&four(records, ONE_ROUND)).table();
        assert_eq!((table.scoring, warnings), (wanted, vec![]), "{records}");
    }
}

#[test]
fn players_may_be_ranked_by_the_order_of_their_lines() {
    let by_number = four("142 3\n152 W\n", [""; 4]);
    let mut lines: Vec<&str> = by_number.lines().collect();
    lines.swap(2, 4);
    let text = lines.join("\n");
    let pairs = |text: &str| {
        let table = read(text).table().0;
        let pairing = dutch::pair(&Pool::next(&table)).expect("a pairing");
        pairing.pairs.iter().map(|pair| (pair.white, pair.black)).collect::<Vec<_>>()
    };
    assert_eq!(pairs(&text), [(1, 3), (4, 2)], "numbers rank whatever the order of the lines");
    let ranked = format!("XXC rank\n{text}");
    assert_eq!(pairs(&ranked), [(3, 1), (4, 2)], "3 stands first, and then 2 and 1");
    assert_eq!(read(&ranked).warnings, []);
    let (table, _) = read(&ranked).table();
    let again = TrfFile::of_table(&TrfHeading::of_name("Prova"), &table).text();
    assert_eq!(read(&again).table().0, table);
}

#[test]
fn points_may_be_given_otherwise_than_by_the_results() {
    let records =
        "299 D        0.8   001    4\n299          -1.0  001    3\n299 W        0.9   000    1    2\n";
    let (table, warnings) = read(&four(records, ONE_ROUND)).table();
    assert_eq!(warnings, []);
    let points: Vec<i32> = table.entrants.iter().map(|e| table.score_before(e, 2).in_tenths()).collect();
    assert_eq!(points, [9, 5, -10, 8], "a win of 1 and no win of 2 count otherwise; 3 has a penalty");
    let again = TrfFile::of_table(&TrfHeading::of_name("Prova"), &table).text();
    assert_eq!(read(&again).table().0.extra_points, table.extra_points);
}

#[test]
fn what_looks_wrong_is_a_warning_with_its_line() {
    let rows = [
        ("162  W 1.0    Q 2.0\n", "line 1: “Q” is not known in record 162; it has no effect"),
        ("202 BH,EDET/P,SB\n", "line 1: “EDET/P” is not known in record 202; it has no effect"),
        ("XXC rank blue1\n", "line 1: “blue1” is not known in record XXC; it has no effect"),
        ("330 +- 004 023 047\n", "line 1: record 330 is kept; it has no effect on pairing and points here"),
        ("DAT 0001 EMAIL x\n", "line 1: the record “DAT” is not known; it is kept as it is"),
        ("062 5\n", "line 1: the file names 5 players (record 062) and has 4"),
        ("152 W\nXXC black1\n", "line 2: record XXC contradicts an earlier one; the last one counts"),
        // A national rating, as TRF-2026 has them.
        ("ITA    1 m    Name 0                            1450 RM\n", ""),
    ];
    for (records, wanted) in rows {
        let text = four(records, ONE_ROUND);
        let file = read(&text);
        let warnings: Vec<String> = file.warnings.iter().map(ToString::to_string).collect();
        assert_eq!(warnings.join("\n"), wanted, "{records}");
        assert_eq!(file.text(), text);
    }
    let strange = four("", ONE_ROUND).replacen(" 2000 ", " 20x0 ", 1);
    assert_eq!(read(&strange).warnings[0].to_string(), "line 1: “20x0” is not a valid rating");
    let one_sided = four("", ["   3 w +", "   4 b =", "0000 - Z", "   2 w ="]);
    let (table, warnings) = read(&one_sided).table();
    assert_eq!(warnings.len(), 1);
    assert_eq!(
        warnings[0].to_string(),
        "line 1: round 1: the forfeit of player 1 against player 3 stands only on one line"
    );
    assert_eq!(table.score_before(&table.entrants[0], 2), Points::ONE);
    // What stands in the columns of a person stays as somebody wrote it.
    let mut file = read(&strange);
    file.update(&table);
    assert!(file.text().contains(" 20x0 "), "{}", file.text());
}

#[test]
fn the_two_games_of_a_match_were_paired_once() {
    let games = ["   3 w 1     3 b 1", "   4 b =     4 w =", "   1 b 0     1 w 0", "   2 w =     2 b ="];
    let file = read(&four("142 4\n152 W\n192 FIDE_DOUBLESWISS\n", games));
    assert_eq!(check(&file, PairingSystem::Double), EventCheck { rounds: 1, differences: Vec::new() });
    let exchanged =
        games.map(|cells| cells.replace("3 w", "9 w").replace("3 b", "3 w").replace("9 w", "3 b"));
    let cells = [exchanged[0].as_str(), games[1], "   1 w 0     1 b 0", games[3]];
    let differences = check(&read(&four("142 4\n152 W\n", cells)), PairingSystem::Double).differences;
    assert!(matches!(&differences[..], [EventDifference::Round { round: 1, .. }]), "{differences:?}");
}

#[test]
fn the_colour_drawn_is_what_the_first_round_shows() {
    let exchanged = ["   3 b 1", "   4 w =", "   1 w 0", "   2 b ="];
    for cells in [ONE_ROUND, exchanged] {
        let checked = check(&read(&four("142 3\n", cells)), PairingSystem::Dutch);
        assert_eq!(checked, EventCheck { rounds: 1, differences: Vec::new() }, "{cells:?}");
    }
    let named = check(&read(&four("142 3\n152 W\n", exchanged)), PairingSystem::Dutch);
    assert!(matches!(&named.differences[..], [EventDifference::Round { round: 1, .. }]), "{named:?}");
}

#[test]
fn virtual_points_of_teams_may_stand_in_the_column_of_matches() {
    for (record, points) in [("250       1.0   1   2    1    2", 10), ("250  2.0        1   2    1    2", 20)]
    {
        let (table, warnings) = read(&four(&format!("# a remark\n{record}\n"), ONE_ROUND)).table();
        assert_eq!((table.virtual_points(2, 1), warnings), (Points::tenths(points), vec![]), "{record}");
    }
}

#[test]
fn ranks_are_checked_by_the_tie_breaks_that_the_file_names() {
    // 1 and 2 have won; 1 met the better opponent.
    let cells = ["   3 w 1", "   4 b 1", "   1 b 0", "   2 w 0"];
    let with_ranks = |codes: &str, ranks: [usize; 4]| {
        let mut text = format!("202 {codes}\n");
        for (line, rank) in four("", cells).lines().zip(ranks) {
            text += &format!("{}{rank:>4}{}\n", &line[..85], &line[89..]);
        }
        text
    };
    let found = |codes: &str, ranks| {
        let differences = check(&read(&with_ranks(codes, ranks)), PairingSystem::Rotation).differences;
        let wrong = |one: &EventDifference| match one {
            EventDifference::RankOrder { above, below, by } => Some((*above, *below, *by)),
            _ => None,
        };
        differences.iter().filter_map(wrong).collect::<Vec<_>>()
    };
    assert_eq!(found("BPG", [2, 1, 3, 4]), [], "2 had Black");
    assert_eq!(found("BPG", [1, 2, 3, 4]), [(1, 2, RankedBy::TieBreaks)]);
    assert_eq!(found("BPG,EDET/P", [1, 2, 3, 4]), [], "not all are known here");
    assert_eq!(found("", [3, 1, 2, 4]), [(3, 1, RankedBy::Points)]);
}

#[test]
fn a_double_round_robin_has_the_rounds_its_name_says() {
    for (name, last) in [("BERGER", LastRounds::InOrder), ("FIDE", LastRounds::Exchanged)] {
        let (table, _) = read(&four(&format!("192 {name}_DOUBLEROUNDROBIN\n"), [""; 4])).table();
        assert_eq!((table.planned_rounds, table.last_rounds), (Some(6), last), "{name}");
    }
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
            event.play(&pairing, &mut chance);
        }
        let text = TrfFile::of_table(&TrfHeading::of_name("Prova"), &event.table).text();
        prop_assert_eq!(read(&text).table().0, event.table);
    }
}
