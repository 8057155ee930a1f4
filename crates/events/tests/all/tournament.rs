//! A tournament as its entries: the stages of a round, and refusals that change nothing.

use damiera_events::tournament::{
    AccelerationMethod, BoardResult, NewEntrant, NumberingOrder, RoundStage, TournamentActor, TournamentAsk,
    TournamentCommand, TournamentFact, TournamentRefusal, TournamentSettings,
};
use damiera_events::{NoPairing, PairingSystem, Points, RoundOutcome, RoundPairing, StopSignal};
use damiera_game::Moment;

use crate::recorded::{RecordedTournament, reason, settings};

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
    let holds = TournamentRefusal::AlreadyEntered {
        board: 1,
        result: BoardResult::WhiteWins,
        scoring: hall.live.settings().scoring,
    };
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
fn what_is_meant_for_a_board_of_another_round_is_refused() {
    let mut hall = RecordedTournament::new(4, settings(PairingSystem::Dutch, 3));
    hall.start_round();
    for board in 1..=2 {
        hall.ask(TournamentAsk::EnterResult { board, result: BoardResult::WhiteWins }).expect("entered");
    }
    hall.ask(TournamentAsk::CloseRound).expect("closed");
    hall.start_round();
    // A phone that was out of reach since round 1, and an official whose page was not refreshed.
    let board = hall.pairs()[0];
    for by in [TournamentActor::Player(board.white), TournamentActor::Official("Anna".into())] {
        let ask = TournamentAsk::EnterResult { board: 1, result: BoardResult::Draw };
        let mut command = TournamentCommand { by, at: Moment(9), seen: None, round: Some(1), ask };
        let refused = TournamentRefusal::OtherRound { meant: 1, now: 2 };
        assert_eq!(hall.live.decide(&command), Err(refused));
        command.round = Some(2);
        assert_eq!(hall.live.decide(&command).map(|events| events.len()), Ok(1));
    }
}

#[test]
fn who_comes_after_the_pairing_is_not_in_it_nor_in_its_explanation() {
    for (system, acceleration) in [
        (PairingSystem::Dutch, AccelerationMethod::Baku),
        (PairingSystem::Rotation, AccelerationMethod::None),
        (PairingSystem::RoundRobin, AccelerationMethod::None),
    ] {
        let mut hall = RecordedTournament::new(7, TournamentSettings { acceleration, ..settings(system, 5) });
        hall.ask(TournamentAsk::PairRound).expect("a draft");
        let draft = hall.live.paired(1);
        hall.enter();
        assert_eq!(hall.live.entered_after_pairing(), [8], "{system}");
        let (explained, _) = hall.live.explain_round(1, &StopSignal::default()).expect("explained");
        assert_eq!(Some(explained), draft, "{system}");
        hall.ask(TournamentAsk::TakeBack { reason: reason() }).expect("taken back");
        hall.ask(TournamentAsk::PairRound).expect("a draft");
        assert!(hall.live.entered_after_pairing().is_empty(), "{system}");
        assert_eq!(hall.pairs().len(), 4, "{system}");
    }
}

#[test]
fn a_name_has_nothing_that_nobody_sees() {
    let mut hall = RecordedTournament::new(0, settings(PairingSystem::Dutch, 3));
    let enter = |name: &str, federation: &str| {
        TournamentAsk::Enter(NewEntrant { name: name.into(), rating: None, federation: federation.into() })
    };
    for unseen in ['\u{200b}', '\u{202e}', '\u{2066}', '\u{ad}', '\u{3164}', '\u{e0041}', '\u{7}'] {
        let name = format!("Anna{unseen}");
        assert_eq!(hall.ask(enter(&name, "")), Err(TournamentRefusal::BadName), "{unseen:?}");
        assert!(matches!(hall.ask(enter("Anna", &name)), Err(TournamentRefusal::BadFederation(_))));
    }
    for name in ["Zoë Ñúñez", "Łukasz D’Angelo-Öz", "Анна Иванова", "नि\u{200d}ता"]
    {
        hall.ask(enter(name, "Circolo “Città di Pavia”")).expect(name);
    }
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
        round: None,
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
