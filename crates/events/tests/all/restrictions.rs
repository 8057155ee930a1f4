//! What an organiser rules out before a round is paired: opponents, colours, the groups of the first round.

use damiera_events::PairingSystem;
use damiera_events::tournament::{NewEntrant, RoundStage, TournamentAsk, TournamentRefusal};
use damiera_rules::Side;

use crate::recorded::{RecordedTournament, draft, drop_draft, settings};

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
