//! Micro-matches: two games a pairing, points by game, and the same event in a report file.

use damiera_events::double_swiss::double_swiss_bye;
use damiera_events::tournament::{
    AccelerationMethod, BoardResult, NewEntrant, RoundOrder, Tournament, TournamentActor, TournamentAsk,
    TournamentCommand, TournamentEvent, TournamentRefusal, TournamentSettings, imported_log,
};
use damiera_events::trf::{TrfFile, TrfHeading};
use damiera_events::{
    ByeRight, Crosstable, EventCheck, LastRounds, MatchLength, NoPairing, PairingSystem, Points, Pool,
    RoundOutcome, Scoring, TieBreak, TieBreakKind, check, pair_next, standings,
};
use damiera_game::Moment;
use damiera_rules::Side;

fn settings(system: PairingSystem) -> TournamentSettings {
    TournamentSettings {
        system,
        scoring: Scoring { pairing_bye: Points::whole(4), ..Scoring::TWO_ONE },
        rounds: 2,
        initial_side: Side::White,
        acceleration: AccelerationMethod::None,
        match_length: MatchLength::TwoGames,
        arena: None,
        order: RoundOrder::OneByOne,
        team_boards: None,
        last_rounds: LastRounds::InOrder,
        appointments: None,
    }
}

/// Carries out what an official asks.
fn ask(
    live: &mut Tournament,
    log: &mut Vec<TournamentEvent>,
    ask: TournamentAsk,
) -> Result<(), TournamentRefusal> {
    let by = TournamentActor::Official("Anna".into());
    let events = live.decide(&TournamentCommand { by, at: Moment(1), seen: None, round: None, ask })?;
    events.iter().for_each(|event| live.apply(event));
    log.extend(events);
    Ok(())
}

const STAGES: [TournamentAsk; 4] = [
    TournamentAsk::PairRound,
    TournamentAsk::CheckRound,
    TournamentAsk::PublishRound,
    TournamentAsk::StartRound,
];

/// Two rounds of four players; every board's result in order.
fn played(system: PairingSystem, rounds: &[[BoardResult; 4]]) -> (Tournament, Vec<TournamentEvent>) {
    let (mut live, mut log) = (Tournament::new(settings(system)), Vec::new());
    for name in ["Anna", "Bruno", "Carla", "Dario"] {
        let new = NewEntrant { name: name.into(), ..NewEntrant::default() };
        ask(&mut live, &mut log, TournamentAsk::Enter(new)).expect("entered");
    }
    for results in rounds {
        for stage in STAGES {
            ask(&mut live, &mut log, stage).expect("the next stage");
        }
        for (board, &result) in (1..).zip(results) {
            ask(&mut live, &mut log, TournamentAsk::EnterResult { board, result }).expect("a result");
        }
        ask(&mut live, &mut log, TournamentAsk::CloseRound).expect("closed");
    }
    (live, log)
}

use BoardResult::{BlackByForfeit, BlackWins, Draw, WhiteByForfeit, WhiteWins};

#[test]
fn points_of_a_match_are_those_of_its_games() {
    for system in [PairingSystem::Double, PairingSystem::RoundRobin] {
        // 4–0 (the winner has White, then Black), and 3–1.
        let (live, log) = played(system, &[[WhiteWins, BlackWins, Draw, BlackWins]]);
        let table = live.table();
        let boards = &live.rounds()[0].boards;
        assert_eq!(boards.len(), 4, "two pairs with two games each");
        let (first, second) = (boards[0].pair, boards[2].pair);
        assert_eq!((boards[1].pair.white, boards[1].pair.black), (first.black, first.white));
        let points = |number| table.score_before(table.entrant(number).expect("a player"), 2);
        let whole = Points::whole;
        assert_eq!([points(first.white), points(first.black)], [whole(4), whole(0)], "{system}");
        assert_eq!([points(second.white), points(second.black)], [whole(3), whole(1)], "{system}");
        assert_eq!(Tournament::replay(settings(system), &log), live);
        let rows = standings(table, system, &[TieBreak::of(TieBreakKind::BlackGames)]);
        assert_eq!(rows[0].number, first.white);
        assert!(rows.iter().all(|row| row.figures[0].hundredths == 100), "each had Black once: {rows:?}");
    }
}

#[test]
fn a_match_is_open_until_both_games_have_results() {
    let (mut live, mut log) = played(PairingSystem::Double, &[]);
    for stage in STAGES {
        ask(&mut live, &mut log, stage).expect("the next stage");
    }
    ask(&mut live, &mut log, TournamentAsk::EnterResult { board: 1, result: WhiteWins }).expect("a result");
    let pair = live.rounds()[0].boards[0].pair;
    let outcome = live.table().entrant(pair.white).expect("a player").outcome(1);
    assert_eq!(outcome, RoundOutcome::Pending { opponent: pair.black, side: Side::White });
    let missing = ["1.2", "2.1", "2.2"].map(String::from).to_vec();
    let close = ask(&mut live, &mut log, TournamentAsk::CloseRound);
    assert_eq!(close, Err(TournamentRefusal::ResultsMissing(missing)));
}

#[test]
fn absence_from_a_whole_match_is_one_forfeit_and_from_a_game_is_not() {
    let (live, _) =
        played(PairingSystem::Double, &[[WhiteByForfeit, BlackByForfeit, WhiteWins, BlackByForfeit]]);
    let table = live.table();
    let boards = &live.rounds()[0].boards;
    let outcome = |number| table.entrant(number).expect("a player").outcome(1);
    assert!(matches!(outcome(boards[0].pair.white), RoundOutcome::ForfeitWin { .. }));
    assert_eq!(table.scoring.worth(outcome(boards[0].pair.white)), Points::whole(4));
    let second = outcome(boards[2].pair.white);
    assert!(matches!(second, RoundOutcome::Match { .. }) && second.game().is_some(), "one game was played");
    assert_eq!(table.scoring.worth(second), Points::whole(4));
}

#[test]
fn a_report_file_has_a_round_for_each_game_and_reads_back_as_matches() {
    let rounds = [[WhiteWins, BlackWins, Draw, BlackWins], [Draw, Draw, WhiteWins, WhiteByForfeit]];
    let (live, _) = played(PairingSystem::Double, &rounds);
    let text = TrfFile::of_table(&TrfHeading::of_name("Prova"), live.table()).text();
    assert!(text.contains("142 4"), "{text}");
    let (single, warnings) = TrfFile::read(text.as_bytes()).expect("a file").table();
    assert!(warnings.is_empty(), "{warnings:?}");
    assert_eq!(single.paired_rounds(), 4);
    let folded = single.with_matches().expect("matches");
    for entrant in &live.table().entrants {
        assert_eq!(folded.entrant(entrant.number).expect("a player").outcomes, entrant.outcomes);
    }
    let (terms, by) = (settings(PairingSystem::Double), TournamentActor::Official("Anna".into()));
    let log = imported_log(&folded, &[], &terms, &by, Moment(1));
    let imported = Tournament::replay(terms, &log);
    assert_eq!(imported.table().entrants, live.table().entrants);
    // A Swiss event without rematches has no matches.
    assert_eq!(live.table().with_matches(), None);
}

/// Six players after a match of two games each, in a file with a round for each game.
fn six(records: &str, next: [&str; 6]) -> Crosstable {
    let games = [
        "   4 w 1     4 b W",
        "   5 w 1     5 b =",
        "   6 w =     6 b 1",
        "   1 b 0     1 w L",
        "   2 b 0     2 w =",
        "   3 b =     3 w 0",
    ];
    let player = |(index, (games, next)): (usize, (&str, &str))| {
        let name = format!("Player {}", index + 1);
        format!("001 {:>4}      {name:33} 2000 ITA {:22} {:9}  {games}{next}\n", index + 1, "", "")
    };
    let players: String = games.into_iter().zip(next).enumerate().map(player).collect();
    let text = format!("142 8\n152 W\n192 FIDE_DOUBLESWISS\n{records}{players}");
    let (table, warnings) = TrfFile::read(text.as_bytes()).expect("a file").table();
    assert_eq!(warnings, [], "{text}");
    table
}

#[test]
fn what_is_announced_for_a_game_holds_for_its_match() {
    let pairs = |table: &Crosstable| {
        let paired = pair_next(table, PairingSystem::Double).expect("a pairing");
        paired.pairs.iter().map(|pair| (pair.white, pair.black)).collect::<Vec<_>>()
    };
    let all = pairs(&six("", [""; 6]));
    assert_eq!(all, [(3, 1), (6, 2), (5, 4)]);
    let without = [(3, 1), (4, 2)];
    for records in ["XXZ 5 6\n", "240 Z   3    5    6\n", "240 Z   3    5    6\n240 Z   4    5    6\n"] {
        assert_eq!(pairs(&six(records, [""; 6])), without, "{records}");
    }
    for cells in ["  0000 - Z", "  0000 - Z  0000 - Z", "            0000 - Z"] {
        assert_eq!(pairs(&six("", ["", "", "", "", cells, cells])), without, "{cells}");
    }
    let apart = pairs(&six("260   3   4    1    3\n", [""; 6]));
    assert!(!apart.contains(&(3, 1)) && !apart.contains(&(1, 3)), "{apart:?}");
}

#[test]
fn rounds_are_planned_in_games_or_in_matches() {
    let planned = |rounds: usize| {
        let single = Crosstable { planned_rounds: Some(rounds), ..six("", [""; 6]) };
        single.with_matches().expect("matches").planned_rounds
    };
    // Eight games are four matches; seven rounds cannot have two games each, so they are matches; and so is the one round of
    // an event that has two games already.
    assert_eq!([8, 7, 1].map(planned), [Some(4), Some(7), Some(1)]);
}

#[test]
fn the_bye_of_a_double_swiss_survives_a_report_file() {
    let win = Points::ONE;
    let scoring = Scoring { pairing_bye: double_swiss_bye(win), ..Scoring::ONE_HALF };
    assert_eq!(scoring.pairing_bye, Points::tenths(15), "one win and a half (3.4)");
    let mut table = six("", [""; 6]).with_matches().expect("matches");
    table.scoring = scoring.for_matches(MatchLength::TwoGames);
    table.entrants.truncate(5);
    table.entrants[2].outcomes = vec![RoundOutcome::PairingBye];
    let text = TrfFile::of_table(&TrfHeading::of_name("Prova"), &table).text();
    let (single, warnings) = TrfFile::read(text.as_bytes()).expect("a file").table();
    assert_eq!(warnings, [], "{text}");
    let again = single.with_matches().expect("matches");
    assert_eq!((again.scoring, &again.extra_points), (table.scoring, &table.extra_points), "{text}");
    assert_eq!(again.score_before(&again.entrants[2], 2), Points::tenths(15), "{text}");
}

#[test]
fn both_games_of_the_next_match_are_entered_and_earlier_ones_stay() {
    let mut table = six("XXZ 5 6\n", [""; 6]);
    let before = table.clone();
    let paired = pair_next(&table, PairingSystem::Double).expect("a pairing");
    table.add_match_pairing(&paired);
    for (entrant, earlier) in table.entrants.iter().zip(&before.entrants) {
        assert_eq!(entrant.outcomes[..2], earlier.outcomes[..2], "player {}", entrant.number);
    }
    let [first, second] = [3, 4].map(|round| table.pairing_of(round).pairs);
    assert_eq!(first.iter().map(|pair| (pair.white, pair.black)).collect::<Vec<_>>(), [(3, 1), (4, 2)]);
    assert_eq!(second.iter().map(|pair| (pair.black, pair.white)).collect::<Vec<_>>(), [(3, 1), (4, 2)]);
    assert_eq!(table.entrants[4].outcomes[2..], [RoundOutcome::ZeroBye; 2]);
}

#[test]
fn a_match_of_a_file_is_open_until_both_games_have_results() {
    let mut table = six("", [""; 6]);
    table.entrants[0].outcomes[1] = RoundOutcome::Pending { opponent: 4, side: Side::Black };
    table.entrants[3].outcomes[1] = RoundOutcome::Pending { opponent: 1, side: Side::White };
    let matches = table.with_matches().expect("matches");
    let open = RoundOutcome::Pending { opponent: 4, side: Side::White };
    assert_eq!(matches.entrants[0].outcomes, [open]);
    assert_eq!(matches.score_before(&matches.entrants[0], 2), Points::ONE, "the game that was won counts");
    let missing = pair_next(&matches, PairingSystem::Double);
    assert_eq!(missing, Err(NoPairing::ResultMissing { round: 1, number: 1 }));
}

#[test]
fn half_a_match_without_a_game_is_no_full_point_bye() {
    // A bye goes to nobody who had as much as a match won in a round without playing (C2).
    let mut table = six("", [""; 6]);
    table.entrants.truncate(5);
    table.entrants[2].outcomes = vec![RoundOutcome::HalfBye; 2];
    let matches = table.with_matches().expect("matches");
    let pool = Pool::next(&matches);
    let third = pool.contestants.iter().find(|contestant| contestant.number == 3).expect("player 3");
    assert_eq!((third.plain_score, third.bye), (Points::ONE, ByeRight::Open));
    table.entrants[2].outcomes = vec![RoundOutcome::FullBye; 2];
    let pool = Pool::next(&table.with_matches().expect("matches"));
    let third = pool.contestants.iter().find(|contestant| contestant.number == 3).expect("player 3");
    assert_eq!((third.plain_score, third.bye), (Points::whole(2), ByeRight::Spent));
}

#[test]
fn matches_of_every_system_are_derived_again_from_their_report_file() {
    let rounds = [[WhiteWins, BlackWins, Draw, BlackWins], [Draw, WhiteWins, WhiteWins, WhiteByForfeit]];
    for system in
        [PairingSystem::Dutch, PairingSystem::Double, PairingSystem::Rotation, PairingSystem::RoundRobin]
    {
        let (live, _) = played(system, &rounds);
        let file = TrfFile::of_table(&TrfHeading::of_name("Prova"), live.table());
        assert_eq!(
            check(&file, system),
            EventCheck { rounds: 2, differences: Vec::new() },
            "{system}: {}",
            file.text()
        );
    }
}
