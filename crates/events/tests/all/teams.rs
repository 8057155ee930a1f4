//! Teams: read from and written to report files, paired board by board, and ranked by matches.

use damiera_events::explain::explain_next;
use damiera_events::teams::{
    CompetitorKind, Team, board_colours, pair_teams, team_pairing, team_standings, team_table,
};
use damiera_events::trf::{TrfFile, TrfHeading};
use damiera_events::{
    Crosstable, Entrant, EventCheck, ForbiddenGroup, GameResult, NoPairing, Pairing, PairingSystem, Points,
    RoundOutcome, Scoring, check, pair_next,
};
use damiera_game::Lang;
use damiera_rules::Side;

/// Teams of two: numbers 1 and 2, 3 and 4, and so on.
fn event(teams: u16) -> Crosstable {
    let entrant = |number: u16| Entrant { number, name: format!("Player {number}"), ..Entrant::default() };
    let team = |team: u16| Team { name: format!("Team {team}"), members: vec![2 * team - 1, 2 * team] };
    Crosstable {
        entrants: (1..=2 * teams).map(entrant).collect(),
        planned_rounds: Some(3),
        initial_side: Some(Side::White),
        scoring: Scoring::TWO_ONE,
        system: Some(PairingSystem::Dutch),
        teams: (1..=teams).map(team).collect(),
        team_colours: board_colours(2),
        ..Crosstable::default()
    }
}

/// Enters a round in which the lower number of a pair wins.
fn play(table: &mut Crosstable, pairs: &[Pairing]) {
    let round = table.paired_rounds() + 1;
    for pair in pairs {
        let result = if pair.white < pair.black { GameResult::Win } else { GameResult::Loss };
        let outcomes = [
            (pair.white, RoundOutcome::played(pair.black, Side::White, result)),
            (pair.black, RoundOutcome::played(pair.white, Side::Black, result.reversed())),
        ];
        for (number, outcome) in outcomes {
            let index = table.index_of(number).expect("a player");
            table.entrants[index].enter(round, outcome);
        }
    }
}

fn pair(white: u16, black: u16) -> Pairing {
    Pairing { white, black }
}

#[test]
fn teams_meet_board_by_board_with_colours_in_turn() {
    let mut table = event(4);
    let first = pair_teams(&table, PairingSystem::Dutch).expect("a pairing");
    // Team 1 meets team 3, and team 4 meets team 2; on board 2 the colours are the other way round.
    assert_eq!(first.pairs, [pair(1, 5), pair(6, 2), pair(7, 3), pair(4, 8)]);
    play(&mut table, &first.pairs);
    let teams = team_table(&table, &Scoring::TWO_ONE);
    assert_eq!(teams.entrants[0].outcomes, [RoundOutcome::played(3, Side::White, GameResult::Win)]);
    assert_eq!(teams.entrants[3].outcomes, [RoundOutcome::played(2, Side::White, GameResult::Loss)]);
    let second = pair_teams(&table, PairingSystem::Dutch).expect("a pairing");
    let mut met: Vec<u16> = second.pairs.iter().flat_map(|pair| [pair.white, pair.black]).take(4).collect();
    met.sort_unstable();
    assert_eq!(met, [1, 2, 3, 4], "the winners of the first round meet");
    play(&mut table, &second.pairs);
    let rows = team_standings(&table, &table.teams, &Scoring::TWO_ONE);
    let row = rows.iter().find(|row| row.team == 0).expect("team 1");
    assert_eq!((row.rank, row.match_points, row.board_points), (1, Points::whole(4), Points::whole(8)));
}

#[test]
fn a_team_that_is_left_over_rests_and_a_shorter_one_leaves_a_board_free() {
    let mut table = event(3);
    table.teams[0].members.pop();
    let paired = pair_teams(&table, PairingSystem::RoundRobin).expect("a pairing");
    // Berger's round 1 of three: 1 rests, 2 meets 3.
    assert_eq!(paired.pairs, [pair(3, 5), pair(6, 4)]);
    assert_eq!(paired.bye, [1]);
    play(&mut table, &paired.pairs);
    table.entrants[0].enter(1, RoundOutcome::PairingBye);
    let made = |table: &Crosstable| {
        let rows = team_standings(table, &table.teams, &Scoring::TWO_ONE);
        rows.iter().find(|row| row.team == 0).map(|row| row.match_points)
    };
    assert_eq!(made(&table), Some(Points::whole(2)), "the bye of a team is a match won");
    let unpaid = Scoring { pairing_bye: Points::ZERO, ..Scoring::TWO_ONE };
    assert_eq!(made(&Crosstable { scoring: unpaid, ..table.clone() }), Some(Points::ZERO));
    let paired = pair_teams(&table, PairingSystem::RoundRobin).expect("a pairing");
    let free: Vec<u16> = paired.bye.clone();
    assert!(free.contains(&6) || free.contains(&4), "one board is empty: {paired:?}");
    let alone = Crosstable { teams: Vec::new(), ..event(1) };
    assert_eq!(pair_teams(&alone, PairingSystem::Dutch), Err(NoPairing::TooFewTeams));
}

#[test]
fn teams_go_into_a_report_file_and_come_back() {
    let mut table = event(4);
    let first = pair_teams(&table, PairingSystem::Dutch).expect("a pairing");
    play(&mut table, &first.pairs);
    let text = TrfFile::of_table(&TrfHeading::of_name("Teams"), &table).text();
    for (code, columns) in [("013 Team 2", "   3    4"), ("310   2 Team 2", "   3    4")] {
        let line = text.lines().find(|line| line.starts_with(code)).expect("a line of the team");
        assert!(line.ends_with(columns), "{line}");
    }
    let file = TrfFile::read(text.as_bytes()).expect("its own file");
    let (read, warnings) = file.table();
    assert_eq!((warnings.as_slice(), &read), (&[][..], &table), "nothing is lost");
    assert_eq!(file.text(), text);
    assert!(text.contains("192 CUSTOM_TEAM_SWISS\n352 WB\n362 TW"), "{text}");
    // The round is derived again from the file, and so is the next one.
    assert_eq!(check(&file, PairingSystem::Dutch), EventCheck { rounds: 1, differences: Vec::new() });
    assert_eq!(pair_next(&read, PairingSystem::Dutch), pair_teams(&table, PairingSystem::Dutch));
    // Each form of the record is enough.
    for dropped in ["013", "310"] {
        let one: String =
            text.lines().filter(|line| !line.starts_with(dropped)).flat_map(|line| [line, "\n"]).collect();
        assert_eq!(TrfFile::read(one.as_bytes()).expect("a file").table().0.teams, table.teams, "{dropped}");
    }
    let wrong =
        text.replace("013 Team 2                             3", "013 Team 2                            77");
    let fault = TrfFile::read(wrong.as_bytes()).expect_err("nobody has number 77");
    assert!(fault.to_string().contains("there is no player 77"), "{fault}");
}

#[test]
fn records_of_a_team_event_name_teams() {
    let mut table = event(4);
    table.forbidden.push(ForbiddenGroup { rounds: 1..=3, numbers: vec![1, 5] });
    let text = TrfFile::of_table(&TrfHeading::of_name("Teams"), &table).text();
    assert!(text.contains("260   1   3    1    3\n"), "teams 1 and 3: {text}");
    assert_eq!(TrfFile::read(text.as_bytes()).expect("its own file").table().0, table);
    let paired = pair_teams(&table, PairingSystem::Dutch).expect("a pairing");
    assert!(!paired.pairs.contains(&pair(1, 5)), "{paired:?}");
    // Team 4 has a bye in round 1, and so have its players; a player who is away is named by the older record.
    let away = format!("{text}240 H   1    4\nXXZ 1\n");
    let (table, warnings) = TrfFile::read(away.as_bytes()).expect("a file").table();
    let named: Vec<(u16, RoundOutcome)> = table.requests.iter().map(|r| (r.number, r.outcome)).collect();
    let wanted = [(7, RoundOutcome::HalfBye), (8, RoundOutcome::HalfBye), (1, RoundOutcome::ZeroBye)];
    assert_eq!((named.as_slice(), warnings.len()), (&wanted[..], 0));
    let fault =
        TrfFile::read(format!("{text}240 H   1    5\n").as_bytes()).expect_err("there are four teams");
    assert!(fault.to_string().contains("there is no player 5"), "{fault}");
}

#[test]
fn the_boards_of_a_round_say_which_teams_meet() {
    for colours in [[Side::White, Side::Black], [Side::Black, Side::White], [Side::White, Side::White]] {
        let mut table = event(5);
        table.team_colours = colours.to_vec();
        let boards = pair_teams(&table, PairingSystem::Dutch).expect("a pairing");
        let teams = team_pairing(&table, &boards);
        assert_eq!(teams.pairs, [pair(1, 3), pair(4, 2)], "{colours:?}");
        assert_eq!((teams.bye.as_slice(), boards.bye.as_slice()), (&[5][..], &[9, 10][..]));
        let [own, other] = [1, 5];
        let first = if colours[0] == Side::White { pair(own, other) } else { pair(other, own) };
        assert_eq!(boards.pairs[0], first, "{colours:?}");
    }
}

#[test]
fn a_pairing_of_teams_is_explained_as_one_of_teams() {
    let mut table = event(5);
    let first = pair_teams(&table, PairingSystem::Dutch).expect("a pairing");
    play(&mut table, &first.pairs);
    for &number in &first.bye {
        let index = table.index_of(number).expect("a player");
        table.entrants[index].enter(1, RoundOutcome::PairingBye);
    }
    assert_eq!(table.competitors(), CompetitorKind::Team);
    let (pairing, explained) = explain_next(&table, PairingSystem::Dutch).expect("a pairing");
    assert_eq!((pairing.pairs.len(), pairing.bye.len(), explained.len()), (2, 1, 3));
    for (lang, team) in
        [(Lang::English, "Team "), (Lang::Italian, "La squadra "), (Lang::Portuguese, "A equipe ")]
    {
        let texts: Vec<String> =
            explained[0].reasons.iter().map(|reason| reason.text(lang, table.competitors())).collect();
        assert!(texts.iter().any(|text| text.starts_with(team)), "{texts:?}");
        assert!(texts.iter().all(|text| text.ends_with('.') && !text.contains(['{', '$'])), "{texts:?}");
    }
}

#[test]
fn teams_whose_players_are_kept_apart_do_not_meet() {
    let mut table = event(4);
    // Without this, team 1 meets team 3.
    table.forbidden.push(ForbiddenGroup { rounds: 1..=9, numbers: vec![2, 5] });
    let boards = pair_teams(&table, PairingSystem::Dutch).expect("a pairing");
    let teams = team_pairing(&table, &boards);
    assert!(!teams.pairs.iter().any(|pair| pair.has(1) && pair.has(3)), "{teams:?}");
}
