//! Standings and tie-breaks: figures worked out by hand, every code, and how a figure is made up.

use damiera_events::trf::TrfFile;
use damiera_events::{Crosstable, PairingSystem, PartKind, TieBreak, TieBreakKind, standings};

/// Six players, three rounds, 1 – ½ – 0: a bye, a half-point bye, a withdrawal and a forfeit among them.
const SWISS: &str = include_str!("../data/six.trf");
/// Four players, a complete round robin, 2 – 1 – 0.
const ROUND_ROBIN: &str = include_str!("../data/four.trf");

fn table(text: &str) -> Crosstable {
    let file = TrfFile::read(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}"));
    let (table, warnings) = file.table();
    assert_eq!(warnings, []);
    table
}

/// The figures of all players in the order of their numbers.
fn figures(text: &str, system: PairingSystem, code: &str) -> Vec<String> {
    let tie_break: TieBreak = code.parse().expect(code);
    let mut rows = standings(&table(text), system, &[tie_break]);
    rows.sort_by_key(|row| row.number);
    rows.iter().map(|row| row.figures[0].to_string()).collect()
}

#[test]
fn figures_of_a_swiss_event() {
    // Scores 2.5 2 2 0.5 1.5 0; who left after round 1 contributes 0 + ½ + ½ to the one who waited in vain.
    let rows = [
        ("BH", ["4", "6", "3.5", "5", "6", "0"]),
        ("BH/C1", ["3.5", "4.5", "3", "4.5", "4.5", "0"]),
        ("BH/M1", ["1.5", "2", "1", "2", "2", "0"]),
        ("SB", ["3.25", "3.5", "1.5", "0.25", "2.75", "0"]),
        ("PS", ["5.5", "4", "5", "0.5", "2.5", "0"]),
        ("WIN", ["2", "2", "2", "0", "1", "0"]),
        ("WON", ["2", "2", "1", "0", "0", "0"]),
        ("BPG", ["2", "1", "1", "1", "1", "0"]),
        ("BWG", ["1", "1", "1", "0", "0", "0"]),
        ("ARO", ["1933", "2000", "2000", "2100", "2150", "0"]),
        ("REP", ["3", "3", "3", "2", "3", "0"]),
        ("STD", ["2.5", "2", "2", "0.5", "1.5", "0"]),
        // Had 2 and 3 drawn in the last round, they would have 1.5 and 2.5.
        ("FB", ["3.5", "6.5", "3", "5.5", "5.5", "0"]),
        ("BH/P", ["4", "6", "3.5", "5", "6", "2"]),
        ("AOB", ["5.67", "4.5", "5.5", "3.75", "5", "0"]),
        ("TPR", ["2206", "2125", "2000", "1300", "1957", "0"]),
        ("RTNG", ["2200", "2100", "2000", "1900", "1800", "1700"]),
        ("TPN", ["1", "2", "3", "4", "5", "6"]),
    ];
    for (code, wanted) in rows {
        assert_eq!(figures(SWISS, PairingSystem::Dutch, code), wanted, "{code}");
    }
}

#[test]
fn figures_of_a_round_robin() {
    // 1 beat 2, drew 3, beat 4: 5; 2 beat 3 and 4: 4; 3 drew 1, beat 4: 3; 4: 0.
    let rows = [
        ("SB", ["11", "6", "5", "0"]),
        ("QUO", ["11", "6", "5", "0"]),
        ("KS", ["3", "2", "1", "0"]),
        ("WIN", ["2", "2", "1", "0"]),
    ];
    for (code, wanted) in rows {
        assert_eq!(figures(ROUND_ROBIN, PairingSystem::RoundRobin, code), wanted, "{code}");
    }
}

#[test]
fn a_forfeit_in_a_round_robin_is_cut_as_a_game_would_be() {
    // Everybody meets everybody, whoever stays away: 4, who lost all games, cuts the 3 points of player 3 and not those of 1.
    let forfeited = ROUND_ROBIN
        .replace("4 w 1     2 w 1", "4 w +     2 w 1")
        .replace("1 b 0     3 w 0", "1 b -     3 w 0");
    assert_ne!(forfeited, ROUND_ROBIN);
    for text in [ROUND_ROBIN, &forfeited] {
        assert_eq!(figures(text, PairingSystem::RoundRobin, "BH"), ["7", "8", "9", "12"]);
        assert_eq!(figures(text, PairingSystem::RoundRobin, "BH/C1"), ["7", "8", "9", "9"]);
    }
}

#[test]
fn direct_encounter_separates_who_met() {
    let order = |codes: &[&str]| -> Vec<(usize, u16)> {
        let tie_breaks: Vec<TieBreak> = codes.iter().map(|code| code.parse().expect(code)).collect();
        standings(&table(SWISS), PairingSystem::Dutch, &tie_breaks)
            .iter()
            .map(|r| (r.rank, r.number))
            .collect()
    };
    assert_eq!(order(&[])[1..3], [(2, 2), (2, 3)], "2 and 3 have the same points");
    assert_eq!(order(&["DE"])[1..3], [(2, 2), (3, 3)], "and 2 beat 3");
    assert_eq!(order(&["PS", "DE"])[1..3], [(2, 3), (3, 2)], "but 3 scored earlier");
}

#[test]
fn a_figure_shows_its_parts() {
    let cut: TieBreak = "BH/C1".parse().expect("a tie-break");
    let rows = standings(&table(SWISS), PairingSystem::Dutch, &[cut]);
    let first = rows.iter().find(|row| row.number == 1).expect("player 1");
    let parts: Vec<(usize, Option<u16>, i64, PartKind)> =
        first.figures[0].parts.iter().map(|p| (p.round, p.opponent, p.hundredths, p.kind)).collect();
    assert_eq!(parts.len(), 3);
    assert_eq!(parts.iter().filter(|part| part.3 == PartKind::Cut).count(), 1);
    let sum: i64 = parts.iter().filter(|part| part.3 != PartKind::Cut).map(|part| part.2).sum();
    assert_eq!(sum, first.figures[0].hundredths);
}

#[test]
fn codes_are_read_and_printed() {
    for code in [
        "DE", "WIN", "WON", "BPG", "BWG", "BH", "BH/C1", "BH/C2", "BH/M1", "SB", "SB/C1", "KS", "PS", "ARO",
        "QUO", "BAL", "BH/L2H1", "REP", "STD", "TPN", "RTNG", "FB", "FB/C1/P", "AOB", "AOB/F", "TPR", "PTP",
        "APRO", "APPO", "DE/P", "SB/C1/P", "KS/L+1", "KS/L-2",
    ] {
        assert_eq!(code.parse::<TieBreak>().expect(code).to_string(), code);
    }
    assert_eq!("bh:c1".parse::<TieBreak>().expect("a code").cut_lowest, 1);
    assert_eq!("SB".parse::<TieBreak>().expect("a code").kind, TieBreakKind::SonnebornBerger);
    for (other, usual) in [("BH-C1", "BH/C1"), ("GE", "REP"), ("ks:l+1", "KS/L+1")] {
        assert_eq!(other.parse::<TieBreak>().expect(other).to_string(), usual);
    }
    for bad in ["", "XX", "BH/", "BH/C", "BH/Q1", "BH/Cx", "WIN/P", "BH/F", "SB/L+1", "KS/L+99"] {
        assert!(bad.parse::<TieBreak>().is_err(), "{bad}");
    }
}
