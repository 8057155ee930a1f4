//! Whatever is asked of a tournament, its log leads to the same state again.

use damiera_events::tournament::{
    BoardResult, NewEntrant, NumberingOrder, Tournament, TournamentAsk, TournamentEvent,
};
use damiera_events::wire::WireTournamentEvent;
use damiera_events::{PairingSystem, Points, RoundOutcome};
use damiera_rules::Side;
use proptest::prelude::*;

use crate::recorded::{RecordedTournament, reason, settings};

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
        1 => (1u16..12, 1usize..4, -20i32..20).prop_map(|(number, round, tenths)| TournamentAsk::AdjustPoints {
            number,
            round,
            points: Points::tenths(tenths),
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
