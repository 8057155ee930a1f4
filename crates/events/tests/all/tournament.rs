//! A tournament as its entries: the stages of a round, refusals that change nothing, and replay.

use damiera_events::tournament::imported_log;
use damiera_events::tournament::{
    AccelerationMethod, BoardResult, NewEntrant, NumberingOrder, RoundOrder, RoundStage, Tournament,
    TournamentActor, TournamentAsk, TournamentCharter, TournamentCommand, TournamentEvent, TournamentFact,
    TournamentRefusal, TournamentSettings,
};
use damiera_events::wire::{
    WireEdgeWorth, WireLastRounds, WireMatchCount, WireScoring, WireTournamentAsk, WireTournamentCharter,
    WireTournamentEvent,
};
use damiera_events::{Entrant, NoPairing, PairingSystem, Points, RoundOutcome, RoundPairing, Scoring};
use damiera_game::Moment;
use damiera_rules::Side;
use proptest::prelude::*;

use crate::recorded::{RecordedTournament, settings};

fn reason() -> String {
    "the arbiter says so".into()
}

#[test]
fn a_round_goes_through_its_stages() {
    let mut hall = RecordedTournament::new(4, settings(PairingSystem::Dutch, 3));
    let stage = |hall: &RecordedTournament| hall.live.rounds().last().map(|round| round.stage);
    assert_eq!(hall.ask(TournamentAsk::PublishRound), Err(TournamentRefusal::WrongStage(None)));
    hall.ask(TournamentAsk::PairRound).expect("a draft");
    assert_eq!(stage(&hall), Some(RoundStage::Draft));
    assert_eq!(hall.live.table().paired_rounds(), 0, "a draft is not public");
    let unchecked = TournamentRefusal::WrongStage(Some(RoundStage::Draft));
    assert_eq!(hall.ask(TournamentAsk::PublishRound), Err(unchecked));
    hall.ask(TournamentAsk::CheckRound).expect("checked");
    hall.ask(TournamentAsk::PublishRound).expect("published");
    assert_eq!(hall.live.table().paired_rounds(), 1);
    hall.ask(TournamentAsk::StartRound).expect("playing");
    let missing = TournamentRefusal::ResultsMissing(vec!["1".into(), "2".into()]);
    assert_eq!(hall.ask(TournamentAsk::CloseRound), Err(missing));
    for board in 1..=2 {
        hall.ask(TournamentAsk::EnterResult { board, result: BoardResult::Draw }).expect("entered");
    }
    hall.ask(TournamentAsk::CloseRound).expect("closed");
    assert_eq!(stage(&hall), Some(RoundStage::Closed));
    let table = hall.live.table();
    assert_eq!(table.score_before(&table.entrants[0], 2), Points::ONE);
}

#[test]
fn both_players_confirm_and_an_official_settles_a_dispute() {
    let mut hall = RecordedTournament::new(4, settings(PairingSystem::Dutch, 3));
    hall.start_round();
    let [first, second] = [hall.pairs()[0], hall.pairs()[1]];
    let enter = |board, result| TournamentAsk::EnterResult { board, result };
    let player = TournamentActor::Player;
    assert_eq!(hall.send(player(first.white), enter(1, BoardResult::WhiteWins)), Ok(1), "it waits");
    assert_eq!(hall.send(player(first.white), enter(1, BoardResult::WhiteWins)), Ok(0), "sent twice");
    assert_eq!(hall.send(player(first.black), enter(1, BoardResult::WhiteWins)), Ok(2), "it holds");
    let holds = TournamentRefusal::AlreadyEntered { board: 1, result: BoardResult::WhiteWins };
    assert_eq!(hall.send(player(first.black), enter(1, BoardResult::Draw)), Err(holds));
    let elsewhere = TournamentRefusal::NotAtBoard { board: 1, own: Some(2) };
    assert_eq!(hall.send(player(second.white), enter(1, BoardResult::Draw)), Err(elsewhere));
    let nowhere = TournamentRefusal::UnknownBoard(9);
    assert_eq!(hall.send(player(second.white), enter(9, BoardResult::Draw)), Err(nowhere));
    hall.send(player(second.white), enter(2, BoardResult::WhiteWins)).expect("entered");
    assert_eq!(hall.send(player(second.black), enter(2, BoardResult::BlackWins)), Ok(2), "disputed");
    assert!(matches!(hall.log.last().map(|e| &e.fact), Some(TournamentFact::ResultDisputed { board: 2 })));
    assert_eq!(hall.ask(enter(2, BoardResult::Draw)), Ok(1));
    let stranger = hall.send(player(1), TournamentAsk::CloseRound);
    assert_eq!(stranger, Err(TournamentRefusal::OfficialsOnly));
}

#[test]
fn corrections_need_a_reason_and_come_in_time() {
    let mut hall = RecordedTournament::new(4, settings(PairingSystem::Dutch, 3));
    hall.start_round();
    for board in 1..=2 {
        hall.ask(TournamentAsk::EnterResult { board, result: BoardResult::WhiteWins }).expect("entered");
    }
    hall.ask(TournamentAsk::CloseRound).expect("closed");
    let late = TournamentAsk::EnterResult { board: 1, result: BoardResult::Draw };
    assert_eq!(hall.ask(late), Err(TournamentRefusal::WrongStage(Some(RoundStage::Closed))));
    let correct = |reason: &str| TournamentAsk::CorrectResult {
        round: 1,
        board: 1,
        result: BoardResult::Draw,
        reason: reason.into(),
    };
    assert_eq!(hall.ask(correct(" ")), Err(TournamentRefusal::ReasonMissing));
    assert_eq!(hall.ask(correct("wrong slip")), Ok(1));
    assert_eq!(hall.ask(correct("again")), Err(TournamentRefusal::SameResult(1)));
    hall.ask(TournamentAsk::PairRound).expect("round 2");
    assert_eq!(hall.ask(correct("too late")), Err(TournamentRefusal::TooLate(1)));
    hall.ask(TournamentAsk::TakeBack { reason: reason() }).expect("the draft is dropped");
    assert_eq!(hall.live.rounds().len(), 1);
}

#[test]
fn an_edit_says_what_it_breaks() {
    let mut hall = RecordedTournament::new(4, settings(PairingSystem::Dutch, 3));
    hall.start_round();
    for board in 1..=2 {
        hall.ask(TournamentAsk::EnterResult { board, result: BoardResult::WhiteWins }).expect("entered");
    }
    let again = RoundPairing { round: 2, pairs: hall.pairs(), bye: vec![] };
    hall.ask(TournamentAsk::CloseRound).expect("closed");
    hall.ask(TournamentAsk::PairRound).expect("round 2");
    let edit =
        |pairing: RoundPairing, reason: &str| TournamentAsk::EditPairing { pairing, reason: reason.into() };
    assert_eq!(hall.ask(edit(again.clone(), "")), Err(TournamentRefusal::ReasonMissing));
    let mut short = again.clone();
    short.pairs.pop();
    assert!(matches!(hall.ask(edit(short, "x")), Err(TournamentRefusal::NotEverybodyOnce(_))));
    hall.ask(edit(again, "they asked for it")).expect("edited");
    let Some(TournamentFact::PairingEdited { breaks, .. }) = hall.log.last().map(|event| &event.fact) else {
        panic!("an edit");
    };
    let criteria: Vec<u8> = breaks.iter().map(|broken| broken.criterion).collect();
    assert!(criteria.contains(&1) && criteria.contains(&6), "a rematch across scores: {criteria:?}");
}

#[test]
fn entries_are_checked() {
    let mut hall = RecordedTournament::new(2, settings(PairingSystem::Dutch, 1));
    let enter = |name: &str| {
        TournamentAsk::Enter(NewEntrant { name: name.into(), rating: None, federation: "".into() })
    };
    assert_eq!(hall.ask(enter(" player 1 ")), Err(TournamentRefusal::EnteredTwice { number: 1 }));
    assert_eq!(hall.ask(enter("  ")), Err(TournamentRefusal::BadName));
    assert_eq!(hall.ask(TournamentAsk::Withdraw(7)), Err(TournamentRefusal::UnknownPlayer(7)));
    let pair_bye = TournamentAsk::GrantBye { number: 1, round: 1, outcome: RoundOutcome::PairingBye };
    assert_eq!(hall.ask(pair_bye), Err(TournamentRefusal::NotABye));
    let stale = TournamentCommand {
        by: TournamentActor::Official("Bruno".into()),
        at: Moment(9),
        seen: Some(1),
        ask: TournamentAsk::PairRound,
    };
    assert_eq!(hall.live.decide(&stale), Err(TournamentRefusal::OutOfDate { seen: 1, entries: 2 }));
    hall.ask(TournamentAsk::Withdraw(2)).expect("gone");
    let alone = TournamentRefusal::NoPairing(NoPairing::TooFewPlayers);
    assert_eq!(hall.ask(TournamentAsk::PairRound), Err(alone));
    hall.ask(TournamentAsk::Readmit(2)).expect("back");
    hall.ask(TournamentAsk::PairRound).expect("a draft");
}

#[test]
fn late_entries_withdrawals_and_byes_show_in_the_table() {
    let mut hall = RecordedTournament::new(5, settings(PairingSystem::Dutch, 4));
    let half = TournamentAsk::GrantBye { number: 1, round: 1, outcome: RoundOutcome::HalfBye };
    hall.ask(half).expect("granted");
    hall.start_round();
    for board in 1..=2 {
        hall.ask(TournamentAsk::EnterResult { board, result: BoardResult::WhiteByForfeit }).expect("entered");
    }
    hall.ask(TournamentAsk::CloseRound).expect("closed");
    hall.ask(TournamentAsk::Withdraw(5)).expect("withdrawn");
    hall.ask(TournamentAsk::Enter(NewEntrant { name: "Late".into(), rating: None, federation: "".into() }))
        .expect("late");
    hall.start_round();
    let table = hall.live.table();
    assert_eq!(table.entrants[0].outcome(1), RoundOutcome::HalfBye);
    assert_eq!(table.entrants[4].outcome(2), RoundOutcome::ZeroBye);
    assert_eq!(table.entrants[5].outcome(1), RoundOutcome::Absent);
    assert!(table.entrants[5].outcome(2).was_paired());
}

#[test]
fn a_list_is_entered_whole_or_not_at_all_and_numbered_before_round_1() {
    let mut hall = RecordedTournament::new(1, settings(PairingSystem::Dutch, 3));
    let list = |text: &str| TournamentAsk::EnterText(text.into());
    let twice = TournamentRefusal::EnteredTwice { number: 2 };
    let refused = TournamentRefusal::InLine { line: 3, why: Box::new(twice) };
    assert_eq!(hall.ask(list("Anna;1500\nBruno;1600\nANNA ;1")), Err(refused));
    let known = TournamentRefusal::EnteredTwice { number: 1 };
    let refused = TournamentRefusal::InLine { line: 1, why: Box::new(known) };
    assert_eq!(hall.ask(list("player  1")), Err(refused));
    assert_eq!(hall.ask(list(" \n")), Err(TournamentRefusal::EmptyList));
    assert_eq!(hall.live.table().entrants.len(), 1);
    assert_eq!(hall.ask(list("Anna;1500\nBruno;1600;Roma\nCarla")), Ok(3));
    hall.ask(TournamentAsk::Withdraw(4)).expect("Carla leaves");
    assert_eq!(hall.ask(TournamentAsk::NumberPlayers(NumberingOrder::ByRating)), Ok(1));
    let names: Vec<&str> = hall.live.table().entrants.iter().map(|e| e.name.as_str()).collect();
    assert_eq!(names, ["Bruno", "Anna", "Carla", "Player 1"]);
    assert!(hall.live.is_withdrawn(3), "a withdrawal goes with the player");
    let rename = |number, name: &str| TournamentAsk::CorrectPlayer {
        number,
        to: NewEntrant { name: name.into(), ..NewEntrant::default() },
    };
    assert_eq!(hall.ask(rename(2, "bruno")), Err(TournamentRefusal::EnteredTwice { number: 1 }));
    assert_eq!(hall.ask(rename(2, "Annalisa")), Ok(1));
    hall.ask(TournamentAsk::PairRound).expect("a draft");
    let late = hall.ask(TournamentAsk::NumberPlayers(NumberingOrder::ByRating));
    assert_eq!(late, Err(TournamentRefusal::RoundPaired(1)));
}

#[test]
fn serialised_forms_refuse_what_they_do_not_know() {
    let ask = |text: &str| serde_json::from_str::<WireTournamentAsk>(text);
    assert!(ask(r#"{"kind":"enter","name":"Anna"}"#).is_ok());
    assert!(ask(r#"{"kind":"pair-round"}"#).is_ok());
    for bad in [
        r#"{"kind":"enter","name":"Anna","elo":1}"#,
        r#"{"kind":"pair-round","force":true}"#,
        r#"{"kind":"enter-result","board":1,"result":"2-0"}"#,
        r#"{"kind":"close"}"#,
    ] {
        assert!(ask(bad).is_err(), "{bad}");
    }
    let charter = |more: &str| {
        let text = format!(
            r#"{{"version":1,"name":"Trofeo","variant":"italian","system":"rotation","rounds":4,
            "scoring":{{"win":"2","draw":"1","loss":"0","bye":"2"}},"tie-breaks":["QUO","BH/C1"],"first-colour":"white"{more}}}"#
        );
        serde_json::from_str::<WireTournamentCharter>(&text)
    };
    let wire = charter("").expect("a charter");
    let read = TournamentCharter::try_from(&wire).expect("terms");
    assert_eq!(TournamentCharter::try_from(&WireTournamentCharter::from(&read)), Ok(read));
    assert!(charter(r#","prize":100"#).is_err());
    let edge = |favoured: &str, other: &str| WireEdgeWorth { favoured: favoured.into(), other: other.into() };
    let with_edges = |edges: Vec<WireEdgeWorth>| WireTournamentCharter {
        scoring: WireScoring { edges, ..wire.scoring.clone() },
        ..wire.clone()
    };
    let whole = WireScoring { matches: Some(WireMatchCount::Whole), ..wire.scoring.clone() };
    let cycles = |system: &str, rounds, cycles| WireTournamentCharter {
        system: system.into(),
        rounds,
        cycles: Some(cycles),
        last_rounds: Some(WireLastRounds::Exchanged),
        ..wire.clone()
    };
    for good in [
        with_edges(vec![edge("1.5", "0.5"), edge("1.2", "0.8")]),
        WireTournamentCharter { scoring: whole.clone(), games: 2, ..wire.clone() },
        cycles("round-robin", 1, 2),
    ] {
        let read = TournamentCharter::try_from(&good).expect("terms");
        assert_ne!(TournamentCharter::try_from(&wire), Ok(read.clone()));
        assert_eq!(TournamentCharter::try_from(&WireTournamentCharter::from(&read)), Ok(read));
    }
    for bad in [
        WireTournamentCharter { version: 2, ..wire.clone() },
        WireTournamentCharter { rounds: 0, ..wire.clone() },
        WireTournamentCharter { name: "  ".into(), ..wire.clone() },
        WireTournamentCharter { system: "lottery".into(), ..wire.clone() },
        WireTournamentCharter { tie_breaks: vec!["X".into()], ..wire.clone() },
        WireTournamentCharter { first_colour: "red".into(), ..wire.clone() },
        with_edges(vec![edge("1", "1")]),
        with_edges(vec![edge("3", "0")]),
        with_edges(vec![edge("1.5", "0.5"); 3]),
        WireTournamentCharter { games: 2, ..with_edges(vec![edge("1.5", "0.5")]) },
        WireTournamentCharter { scoring: whole, ..wire.clone() },
        cycles("round-robin", 5, 2),
        cycles("round-robin", 1, 0),
        cycles("dutch", 1, 1),
    ] {
        assert!(TournamentCharter::try_from(&bad).is_err(), "{bad:?}");
    }
}

fn draft(hall: &mut RecordedTournament) -> Vec<[u16; 2]> {
    hall.ask(TournamentAsk::PairRound).expect("a draft");
    let mut pairs: Vec<_> = hall.pairs().iter().map(|pair| [pair.white, pair.black]).collect();
    pairs.iter_mut().for_each(|pair| pair.sort_unstable());
    pairs
}

fn drop_draft(hall: &mut RecordedTournament) {
    hall.ask(TournamentAsk::TakeBack { reason: reason() }).expect("taken back");
}

#[test]
fn players_and_clubs_are_kept_apart_until_they_may_meet() {
    let mut hall = RecordedTournament::new(8, settings(PairingSystem::Dutch, 3));
    assert!(draft(&mut hall).contains(&[1, 5]));
    let apart = |numbers: &[u16]| TournamentAsk::KeepApart { numbers: numbers.to_vec(), until: None };
    let late = hall.ask(apart(&[1, 5]));
    assert_eq!(
        late,
        Err(TournamentRefusal::WrongStage(Some(RoundStage::Draft))),
        "the draft was paired without it"
    );
    drop_draft(&mut hall);
    assert_eq!(hall.ask(apart(&[1, 1])), Err(TournamentRefusal::NobodyToKeepApart));
    assert_eq!(hall.ask(apart(&[1, 9])), Err(TournamentRefusal::UnknownPlayer(9)));
    hall.ask(apart(&[5, 1])).expect("kept apart");
    assert!(!draft(&mut hall).contains(&[1, 5]));
    drop_draft(&mut hall);
    hall.ask(TournamentAsk::LetMeet { numbers: vec![1, 5] }).expect("allowed");
    let again = hall.ask(TournamentAsk::LetMeet { numbers: vec![1, 5] });
    assert_eq!(again, Err(TournamentRefusal::NotKeptApart));
    assert!(draft(&mut hall).contains(&[1, 5]));
    drop_draft(&mut hall);

    let nobody = hall.ask(TournamentAsk::KeepClubsApart { until: None });
    assert_eq!(nobody, Err(TournamentRefusal::NobodyToKeepApart), "nobody has a club");
    for number in [2, 6] {
        let to = NewEntrant { name: format!("Player {number}"), rating: None, federation: "Roma".into() };
        hall.ask(TournamentAsk::CorrectPlayer { number, to }).expect("corrected");
    }
    hall.ask(TournamentAsk::KeepClubsApart { until: Some(1) }).expect("kept apart in round 1");
    assert!(!draft(&mut hall).contains(&[2, 6]));
    let group = &hall.live.table().forbidden[0];
    assert_eq!((group.rounds.clone(), &group.numbers[..]), (1..=1, &[2, 6][..]));
}

#[test]
fn a_colour_can_be_fixed_and_a_table_that_fixes_everything_refuses() {
    let mut hall = RecordedTournament::new(6, settings(PairingSystem::Dutch, 3));
    let fix = |number, side| TournamentAsk::FixColour { number, side };
    for side in [Side::White, Side::Black] {
        hall.ask(fix(2, Some(side))).expect("fixed");
        draft(&mut hall);
        let own =
            hall.pairs().into_iter().find(|pair| [pair.white, pair.black].contains(&2)).expect("a board");
        assert_eq!(own.white == 2, side == Side::White);
        drop_draft(&mut hall);
    }
    hall.ask(fix(2, None)).expect("free again");
    assert!(hall.live.table().fixed_sides.is_empty());
    let mut table = RecordedTournament::new(6, settings(PairingSystem::RoundRobin, 5));
    let refused = TournamentRefusal::NotInSystem(PairingSystem::RoundRobin);
    assert_eq!(table.ask(fix(2, None)), Err(refused.clone()));
    assert_eq!(
        table.ask(TournamentAsk::KeepApart { numbers: vec![1, 2], until: None }),
        Err(refused.clone())
    );
    assert_eq!(table.ask(TournamentAsk::SteerFirstRound { upper: 3, seed: 1 }), Err(refused));
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
    let imported = imported_log(hall.live.table(), &TournamentActor::Official("Anna".into()), Moment(0));
    let elsewhere = Tournament::replay(settings(PairingSystem::Dutch, 5), &imported);
    assert_eq!(elsewhere.table().accelerations, hall.live.table().accelerations);
}

#[test]
fn a_steered_first_round_draws_one_group_against_the_other() {
    let mut hall = RecordedTournament::new(9, settings(PairingSystem::Rotation, 3));
    let steer = |upper, seed| TournamentAsk::SteerFirstRound { upper, seed };
    assert_eq!(hall.ask(steer(9, 1)), Err(TournamentRefusal::BadGroup));
    hall.ask(TournamentAsk::Withdraw(9)).expect("withdrawn");
    hall.ask(steer(4, 1)).expect("drawn");
    let pairs = hall.pairs();
    assert_eq!(pairs.len(), 4);
    assert!(pairs.iter().all(|pair| (pair.white <= 4) != (pair.black <= 4)), "{pairs:?}");
    for ask in [TournamentAsk::CheckRound, TournamentAsk::PublishRound] {
        hall.ask(ask).expect("the next stage");
    }
    assert_eq!(hall.ask(steer(4, 2)), Err(TournamentRefusal::RoundPaired(1)));
}

/// One of the results that the random events have.
pub(crate) fn any_result() -> impl Strategy<Value = BoardResult> + Clone {
    prop::sample::select(vec![
        BoardResult::WhiteWins,
        BoardResult::Draw,
        BoardResult::BlackWins,
        BoardResult::WhiteByForfeit,
        BoardResult::DoubleForfeit,
    ])
}

/// A hall where everybody meets everybody.
fn round_robin(players: usize, cycles: usize) -> RecordedTournament {
    let order = RoundOrder::InCycles { cycles };
    RecordedTournament::new(players, TournamentSettings { order, ..settings(PairingSystem::RoundRobin, 1) })
}

fn play_round(hall: &mut RecordedTournament, result: BoardResult) {
    hall.start_round();
    for board in 1..=hall.pairs().len() {
        hall.ask(TournamentAsk::EnterResult { board, result }).expect("entered");
    }
    hall.ask(TournamentAsk::CloseRound).expect("closed");
}

#[test]
fn a_round_robin_has_as_many_rounds_as_its_field_needs() {
    for (players, cycles, rounds) in [(4, 1, 3), (5, 1, 5), (4, 2, 6)] {
        let mut hall = round_robin(players, cycles);
        for round in 1..=rounds {
            assert!(!hall.live.is_over(), "{players} players, before round {round}");
            play_round(&mut hall, BoardResult::Draw);
        }
        assert!(hall.live.is_over(), "{players} players");
        let over = TournamentRefusal::NoPairing(NoPairing::AllRoundsPaired { rounds });
        assert_eq!(hall.ask(TournamentAsk::PairRound), Err(over));
        let games = |entrant: &Entrant| entrant.games_before(rounds + 1).count();
        assert!(hall.live.table().entrants.iter().all(|e| games(e) == cycles * (players - 1)));
    }
}

#[test]
fn a_late_player_takes_the_place_of_the_bye_or_none() {
    let enter = |name: &str| TournamentAsk::Enter(NewEntrant { name: name.into(), ..NewEntrant::default() });
    let mut odd = round_robin(5, 1);
    play_round(&mut odd, BoardResult::Draw);
    odd.ask(enter("Late")).expect("the sixth place is free");
    assert_eq!(odd.ask(enter("Later")), Err(TournamentRefusal::NoFreePlace));
    for _ in 2..=5 {
        play_round(&mut odd, BoardResult::Draw);
    }
    let met = |entrant: &Entrant| {
        let mut met: Vec<u16> = entrant.games_before(6).map(|(opponent, _)| opponent).collect();
        met.dedup();
        met.len()
    };
    let met: Vec<usize> = odd.live.table().entrants.iter().map(met).collect();
    assert_eq!(met.iter().sum::<usize>(), 2 * 14, "one of 15 games was missed: {met:?}");
    let mut even = round_robin(4, 1);
    play_round(&mut even, BoardResult::Draw);
    assert_eq!(even.ask(enter("Late")), Err(TournamentRefusal::NoFreePlace));
}

#[test]
fn club_mates_can_be_numbered_to_meet_early() {
    let mut hall = round_robin(0, 1);
    for number in 0..8 {
        let federation = if number < 2 { "Roma" } else { "" };
        let new = NewEntrant { name: format!("P{number}"), federation: federation.into(), rating: None };
        hall.ask(TournamentAsk::Enter(new)).expect("entered");
    }
    hall.ask(TournamentAsk::NumberPlayers(NumberingOrder::ByClub { seed: 4 })).expect("numbered");
    hall.ask(TournamentAsk::PairRound).expect("round 1");
    let club = |number: u16| hall.live.table().entrant(number).expect("a player").federation == "Roma";
    assert!(hall.pairs().iter().any(|pair| club(pair.white) && club(pair.black)));
    let mut swiss = RecordedTournament::new(4, settings(PairingSystem::Dutch, 3));
    let refused = TournamentRefusal::NotInSystem(PairingSystem::Dutch);
    let by_club = TournamentAsk::NumberPlayers(NumberingOrder::ByClub { seed: 4 });
    assert_eq!(swiss.ask(by_club), Err(refused));
}

#[test]
fn a_drawn_game_counts_as_the_scoring_says() {
    let scoring = Scoring::FMJD_TITLE_MATCH;
    let rows = [
        (BoardResult::WhiteWins, [12, 0]),
        (BoardResult::WhiteEdge, [8, 4]),
        (BoardResult::BlackSlightEdge, [5, 7]),
        (BoardResult::Draw, [6, 6]),
    ];
    for (result, wanted) in rows {
        let terms = TournamentSettings { scoring, ..settings(PairingSystem::Knockout, 2) };
        let mut hall = RecordedTournament::new(2, terms);
        hall.start_round();
        hall.ask(TournamentAsk::EnterResult { board: 1, result: BoardResult::BlackWins }).expect("entered");
        hall.ask(TournamentAsk::CorrectResult { round: 1, board: 1, result, reason: reason() })
            .expect("corrected");
        let pair = hall.pairs()[0];
        let table = hall.live.table();
        let made = [pair.white, pair.black].map(|number| {
            let entrant = table.entrant(number).expect("a player");
            table.score_before(entrant, 2)
        });
        assert_eq!(made, wanted.map(Points::whole), "{result:?}");
        hall.ask(TournamentAsk::CloseRound).expect("closed");
        let undecided = hall.ask(TournamentAsk::PairRound);
        let wanted = match result {
            BoardResult::Draw => NoPairing::Undecided { round: 1, number: 1 },
            _ => NoPairing::AllRoundsPaired { rounds: 1 },
        };
        assert_eq!(undecided, Err(TournamentRefusal::NoPairing(wanted)), "{result:?}");
        assert_eq!(Tournament::replay(hall.live.settings().clone(), &hall.log), hall.live);
    }
    let mut plain = RecordedTournament::new(2, settings(PairingSystem::Dutch, 1));
    plain.start_round();
    let edge = TournamentAsk::EnterResult { board: 1, result: BoardResult::WhiteEdge };
    assert_eq!(plain.ask(edge), Err(TournamentRefusal::NotInScoring));
}

fn any_ask() -> impl Strategy<Value = TournamentAsk> {
    let result = any_result();
    prop_oneof![
        2 => (1u16..12).prop_map(TournamentAsk::Withdraw),
        1 => (1u16..12).prop_map(TournamentAsk::Readmit),
        1 => (1u16..12, 1usize..6).prop_map(|(number, round)| TournamentAsk::GrantBye {
            number,
            round,
            outcome: RoundOutcome::HalfBye,
        }),
        1 => "[A-C]{1}".prop_map(|name| TournamentAsk::Enter(NewEntrant { name, rating: None, federation: String::new() })),
        1 => any::<u64>().prop_map(|seed| TournamentAsk::NumberPlayers(NumberingOrder::ByLot { seed })),
        1 => Just(TournamentAsk::NumberPlayers(NumberingOrder::ByRating)),
        1 => Just(TournamentAsk::EnterText("X;1500;Roma\nY\n".into())),
        1 => (1u16..12).prop_map(|number| TournamentAsk::CorrectPlayer {
            number,
            to: NewEntrant { name: format!("N{number}"), rating: Some(number), federation: String::new() },
        }),
        1 => (1usize..4).prop_map(|board| TournamentAsk::OpenGame { board, game: "g".into() }),
        1 => prop::collection::vec(1u16..12, 1..4).prop_map(|numbers| TournamentAsk::KeepApart { numbers, until: Some(3) }),
        1 => prop::collection::vec(1u16..12, 2..3).prop_map(|numbers| TournamentAsk::LetMeet { numbers }),
        1 => Just(TournamentAsk::KeepClubsApart { until: None }),
        1 => (1u16..12, any::<Option<bool>>()).prop_map(|(number, white)| TournamentAsk::FixColour {
            number,
            side: white.map(|white| if white { Side::White } else { Side::Black }),
        }),
        1 => (1u16..12, any::<u64>()).prop_map(|(upper, seed)| TournamentAsk::SteerFirstRound { upper, seed }),
        4 => Just(TournamentAsk::PairRound),
        4 => Just(TournamentAsk::CheckRound),
        4 => Just(TournamentAsk::PublishRound),
        4 => Just(TournamentAsk::StartRound),
        12 => (1usize..6, result.clone()).prop_map(|(board, result)| TournamentAsk::EnterResult { board, result }),
        2 => (1usize..4, 1usize..6, result).prop_map(|(round, board, result)| TournamentAsk::CorrectResult {
            round,
            board,
            result,
            reason: reason(),
        }),
        4 => Just(TournamentAsk::CloseRound),
        1 => Just(TournamentAsk::TakeBack { reason: reason() }),
        1 => Just(TournamentAsk::ReopenRound { reason: reason() }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_replayed_tournament_is_the_same(
        players in 2usize..9,
        asks in prop::collection::vec(any_ask(), 0..120),
        system in prop::sample::select(PairingSystem::BY_ROUNDS.to_vec()),
    ) {
        let settings = settings(system, 5);
        let mut hall = RecordedTournament::new(players, settings.clone());
        for ask in asks {
            let _ = hall.ask(ask);
        }
        prop_assert_eq!(&Tournament::replay(settings, &hall.log), &hall.live);
        prop_assert_eq!(hall.live.entries(), hall.log.len());
        for event in &hall.log {
            let text = serde_json::to_string(&WireTournamentEvent::from(event)).expect("JSON");
            let wire: WireTournamentEvent = serde_json::from_str(&text).expect("an entry");
            prop_assert_eq!(&TournamentEvent::try_from(&wire), &Ok(event.clone()), "{}", text);
        }
    }
}
