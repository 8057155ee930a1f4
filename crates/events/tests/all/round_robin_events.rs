//! Events in which everybody meets everybody: their length, late players, club mates.

use damiera_events::tournament::{
    BoardResult, NewEntrant, NumberingOrder, RoundOrder, TournamentAsk, TournamentRefusal, TournamentSettings,
};
use damiera_events::{Entrant, NoPairing, PairingSystem};

use crate::recorded::{RecordedTournament, play_round, settings};

/// A hall where everybody meets everybody.
fn round_robin(players: usize, cycles: usize) -> RecordedTournament {
    let order = RoundOrder::InCycles { cycles };
    RecordedTournament::new(players, TournamentSettings { order, ..settings(PairingSystem::RoundRobin, 1) })
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
