//! Events that go on from a report file: everything that the file tells comes along.

use damiera_events::tournament::{
    AccelerationMethod, BoardResult, NewEntrant, Tournament, TournamentActor, TournamentAsk,
    TournamentSettings, imported_log,
};
use damiera_events::trf::{TrfFile, TrfHeading};
use damiera_events::{Crosstable, PairingSystem, RoundOutcome, Scoring, pair_next};
use damiera_game::Moment;
use damiera_rules::Side;

use crate::recorded::{RecordedTournament, draft, drop_draft, play_round, settings};

/// The tournament that goes on from a table under settings.
fn imported(table: &Crosstable, kept: &[String], settings: &TournamentSettings) -> Tournament {
    let by = TournamentActor::Official("Anna".into());
    Tournament::replay(settings.clone(), &imported_log(table, kept, settings, &by, Moment(0)))
}

#[test]
fn the_best_players_of_a_swiss_event_that_goes_on_meet_at_the_first_boards() {
    let mut hall = RecordedTournament::new(8, settings(PairingSystem::Dutch, 5));
    for _ in 0..3 {
        play_round(&mut hall, BoardResult::BlackWins);
    }
    let elsewhere = imported(hall.live.table(), &[], hall.live.settings());
    let boards = |event: &Tournament| -> Vec<_> {
        event.rounds().iter().flat_map(|round| round.boards.iter().map(|board| board.pair)).collect()
    };
    assert_eq!(boards(&elsewhere), boards(&hall.live));
    assert_ne!(hall.live.table().pairing_of(3).pairs, hall.pairs(), "not in the order of the players");
}

/// The points of all players, in the order of their numbers.
fn points(table: &Crosstable) -> Vec<String> {
    let after = table.paired_rounds() + 1;
    table.entrants.iter().map(|entrant| table.score_before(entrant, after).to_string()).collect()
}

#[test]
fn baku_acceleration_is_noted_with_round_1_and_depends_on_its_field() {
    let accelerated =
        TournamentSettings { acceleration: AccelerationMethod::Baku, ..settings(PairingSystem::Dutch, 5) };
    let mut hall = RecordedTournament::new(8, accelerated);
    // 1 to 4 have virtual points, so they meet each other (C.04.7).
    assert!(draft(&mut hall).iter().all(|[a, b]| (*a <= 4) == (*b <= 4)));
    assert_eq!(hall.live.table().accelerations.len(), 2, "rounds 1 to 2, and round 3");
    drop_draft(&mut hall);
    assert!(hall.live.table().accelerations.is_empty());
    for number in 9..=12 {
        let new = NewEntrant { name: format!("Player {number}"), ..NewEntrant::default() };
        hall.ask(TournamentAsk::Enter(new)).expect("entered");
    }
    assert!(draft(&mut hall).iter().all(|[a, b]| (*a <= 6) == (*b <= 6)));
    let elsewhere = imported(hall.live.table(), &[], &settings(PairingSystem::Dutch, 5));
    assert_eq!(elsewhere.table().accelerations, hall.live.table().accelerations);
}

#[test]
fn an_event_goes_on_with_everything_that_its_file_tells() {
    let file = TrfFile::read(include_bytes!("../data/told.trf")).unwrap_or_else(|fault| panic!("{fault}"));
    let (table, warnings) = file.table();
    let mut lines: Vec<usize> = warnings.iter().map(|warning| warning.line).collect();
    lines.sort_unstable();
    assert_eq!(lines, [10, 10, 17], "two games gave less than they are worth, and one record is not known");
    // The scoring of the event is the usual one here: whatever the file does otherwise becomes bonuses and penalties.
    let terms = TournamentSettings { scoring: Scoring::TWO_ONE, ..settings(PairingSystem::Dutch, 5) };
    let live = imported(&table, &file.kept_records(), &terms);
    assert_eq!(points(live.table()), points(&table));
    let heading = TrfHeading { kept: live.kept_records().to_vec(), ..TrfHeading::of_name("Prova") };
    let again = TrfFile::of_table(&heading, live.table());
    let read = TrfFile::read(again.text().as_bytes()).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(points(&read.table().0), points(&table));
    for kept in ["032 ITA", "102 Anna Bianchi", "132 ", "QQQ something else", "ITA    2"] {
        assert!(again.text().lines().any(|line| line.starts_with(kept)), "{kept} is lost: {}", again.text());
    }
    let written = |number: u16| read.players().find(|(_, p)| p.number == number).map(|(_, p)| p.write());
    let told = |number: u16| file.players().find(|(_, p)| p.number == number).map(|(_, p)| p.write());
    for number in [3, 5] {
        assert_eq!(written(number).map(|l| l[..79].to_owned()), told(number).map(|l| l[..79].to_owned()));
        assert_eq!(written(number).map(|l| l[89..].to_owned()), told(number).map(|l| l[89..].to_owned()));
    }
    assert_eq!(live.table().ranking, table.ranking);
    assert_eq!(read.table().0.entrants[4].federation, "Lione", "a club has more than three letters");
    assert_eq!(table.first_colour(), Some(Side::Black), "2 stands first and had Black");
}

/// A file of the rounds of an event so far, and the event that goes on from it.
fn carried_over(hall: &RecordedTournament) -> (Crosstable, Tournament) {
    let text = TrfFile::of_table(&TrfHeading::of_name("Prova"), &hall.live.table_to_report()).text();
    let table = TrfFile::read(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}")).table().0;
    let live = imported(&table, &[], hall.live.settings());
    (table, live)
}

#[test]
fn who_is_away_from_later_rounds_is_away_from_them_in_a_file_and_after_it() {
    let mut hall = RecordedTournament::new(8, settings(PairingSystem::Dutch, 4));
    play_round(&mut hall, BoardResult::BlackWins);
    hall.ask(TournamentAsk::Withdraw(3)).expect("gone");
    let bye = TournamentAsk::GrantBye { number: 4, round: 3, outcome: RoundOutcome::HalfBye };
    hall.ask(bye).expect("granted");
    for _ in 2..=4 {
        let (table, live) = carried_over(&hall);
        let mut elsewhere = RecordedTournament { live, log: Vec::new(), now: Moment(0) };
        let expected = draft(&mut hall);
        let mut paired: Vec<[u16; 2]> = pair_next(&table, PairingSystem::Dutch)
            .map(|pairing| {
                pairing
                    .pairs
                    .iter()
                    .map(|pair| [pair.white.min(pair.black), pair.white.max(pair.black)])
                    .collect()
            })
            .expect("a pairing");
        paired.sort_unstable();
        let mut sorted = expected.clone();
        sorted.sort_unstable();
        assert_eq!(paired, sorted, "from the file");
        assert_eq!(draft(&mut elsewhere), expected, "in the event that goes on from the file");
        drop_draft(&mut hall);
        play_round(&mut hall, BoardResult::Draw);
    }
}

#[test]
fn byes_that_stand_in_the_columns_of_later_rounds_are_granted() {
    let mut hall = RecordedTournament::new(8, settings(PairingSystem::Dutch, 4));
    play_round(&mut hall, BoardResult::WhiteWins);
    let mut table = hall.live.table().clone();
    for (number, round, outcome) in [(2, 2, RoundOutcome::HalfBye), (5, 3, RoundOutcome::ZeroBye)] {
        table.entrants[number - 1].enter(round, outcome);
    }
    let live = imported(&table, &[], hall.live.settings());
    let mut elsewhere = RecordedTournament { live, log: Vec::new(), now: Moment(0) };
    for away in [2, 5] {
        let pairs = draft(&mut elsewhere);
        assert!(!pairs.iter().flatten().any(|number| *number == away), "{away}: {pairs:?}");
        drop_draft(&mut elsewhere);
        play_round(&mut elsewhere, BoardResult::Draw);
    }
}
