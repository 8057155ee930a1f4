//! Dates that the players of a round arrange, and rounds that are played at once.

use std::time::Duration;

use damiera_events::tournament::{
    AppointmentTerms, BoardResult, NewEntrant, PlayingWindow, RoundOrder, RoundStage, Tournament,
    TournamentActor, TournamentAsk, TournamentCharter, TournamentEvent, TournamentFact, TournamentRefusal,
    TournamentSettings, WAITS_TO_PLAY,
};
use damiera_events::trf::{TrfFile, TrfHeading};
use damiera_events::wire::{WireTournamentCharter, WireTournamentEvent};
use damiera_events::{PairingSystem, RoundOutcome};
use damiera_game::{Lang, Moment};
use damiera_rules::Side;
use proptest::prelude::*;

use crate::recorded::{self, RecordedTournament};

const HOUR: u64 = 60 * 60 * 1000;
const DAY: u64 = 24 * HOUR;

fn settings(order: RoundOrder) -> TournamentSettings {
    let rounds = if order == RoundOrder::OneByOne { 3 } else { 1 };
    let appointments = Some(AppointmentTerms { days: 7 });
    TournamentSettings { order, appointments, ..recorded::settings(PairingSystem::RoundRobin, rounds) }
}

/// An event whose first round is being played since time 0.
fn season(players: usize, settings: TournamentSettings) -> RecordedTournament {
    let mut season = RecordedTournament::new(players, settings);
    season.start_round();
    season
}

impl RecordedTournament {
    fn propose(&mut self, number: u16, date: u64) -> Result<usize, TournamentRefusal> {
        let ask = TournamentAsk::ProposeDate { board: 1, date: Moment(date) };
        self.send(TournamentActor::Player(number), ask)
    }

    fn accept(&mut self, number: u16, date: u64) -> Result<usize, TournamentRefusal> {
        let ask = TournamentAsk::AcceptDate { board: 1, date: Moment(date) };
        self.send(TournamentActor::Player(number), ask)
    }

    fn play_now(&mut self, number: u16) -> Result<usize, TournamentRefusal> {
        self.send(TournamentActor::Player(number), TournamentAsk::PlayNow { board: 1 })
    }

    fn agreed(&self) -> Option<u64> {
        self.live.appointment(1).and_then(|dates| dates.agreed).map(|date| date.0)
    }

    /// The log survives its serialised form, and gives the same event again.
    fn check(&self) {
        let replayed = self.log.iter().map(|event| {
            let text = serde_json::to_string(&WireTournamentEvent::from(event)).expect("a text");
            let wire: WireTournamentEvent = serde_json::from_str(&text).expect("its own text");
            TournamentEvent::try_from(&wire).expect("its own entry")
        });
        let replayed: Vec<_> = replayed.collect();
        assert_eq!(Tournament::replay(self.live.settings().clone(), &replayed), self.live);
        for event in &self.log {
            for lang in Lang::ALL {
                let text = event.text(lang, self.live.settings(), &|number| number.to_string());
                assert!(!text.contains(['{', '$']) && text.contains(' '), "{text}");
            }
        }
    }
}

// Berger's round 1 of four players is 1-4 and 2-3.

#[test]
fn a_date_holds_once_the_opponent_accepts_it() {
    let mut season = season(4, settings(RoundOrder::OneByOne));
    assert_eq!(season.propose(1, 2 * DAY), Ok(1));
    assert_eq!(season.agreed(), None);
    assert_eq!(season.accept(1, 2 * DAY), Err(TournamentRefusal::NotProposed), "not by oneself");
    assert_eq!(season.accept(4, 3 * DAY), Err(TournamentRefusal::NotProposed), "not another date");
    assert_eq!(
        season.accept(2, 2 * DAY),
        Err(TournamentRefusal::NotAtBoard { board: 1, own: Some(2) }),
        "not by others"
    );
    assert_eq!(season.accept(4, 2 * DAY), Ok(1));
    assert_eq!(season.agreed(), Some(2 * DAY));
    assert_eq!(season.accept(4, 2 * DAY), Ok(0), "a message sent again does no harm");
    // Another date needs the other's consent; until then the first one stands.
    assert_eq!(season.propose(4, 3 * DAY), Ok(1));
    assert_eq!(season.agreed(), Some(2 * DAY));
    assert_eq!(season.propose(1, 3 * DAY), Ok(2), "the same proposal is an agreement");
    assert_eq!(season.agreed(), Some(3 * DAY));
    season.now = Moment(3 * DAY - HOUR);
    assert_eq!(season.propose(1, 4 * DAY), Err(TournamentRefusal::DateIsFixed));
    assert_eq!(season.ask(TournamentAsk::PlayNow { board: 1 }), Err(TournamentRefusal::PlayersOnly));
    season.check();
}

#[test]
fn a_date_lies_in_the_window() {
    let mut season = season(4, settings(RoundOrder::OneByOne));
    let outside = Err(TournamentRefusal::OutsideWindow(Moment(7 * DAY)));
    season.now = Moment(DAY);
    for (date, wanted) in [(DAY, outside.clone()), (7 * DAY + 1, outside.clone()), (7 * DAY, Ok(1))] {
        assert_eq!(season.propose(1, date), wanted, "{date}");
    }
    // What was proposed may be past when it is read.
    assert_eq!(season.propose(1, 2 * DAY), Ok(1));
    season.now = Moment(3 * DAY);
    assert_eq!(season.accept(4, 2 * DAY), outside);
    season.now = Moment(7 * DAY);
    assert_eq!(season.propose(1, 8 * DAY), Err(TournamentRefusal::WindowClosed(Moment(7 * DAY))));
    season.check();
}

#[test]
fn a_game_begins_when_both_would_play_at_once() {
    let mut season = season(4, settings(RoundOrder::OneByOne));
    assert_eq!(season.play_now(1), Ok(1));
    assert_eq!(season.play_now(1), Ok(0));
    season.now = Moment(u64::try_from(WAITS_TO_PLAY.as_millis()).expect("short"));
    assert_eq!(season.play_now(4), Ok(1), "the other has waited long enough");
    assert_eq!(season.agreed(), None);
    season.now.0 += 1000;
    assert_eq!(season.play_now(1), Ok(2));
    assert_eq!(season.agreed(), Some(season.now.0));
    let opened = TournamentAsk::OpenGame { board: 1, game: "abc".to_owned() };
    season.ask(opened).expect("opened");
    assert_eq!(season.play_now(4), Err(TournamentRefusal::HasBegun(1)));
    assert_eq!(season.propose(4, DAY), Err(TournamentRefusal::HasBegun(1)));
    season.check();
}

#[test]
fn what_is_not_played_in_time_is_the_organisers_to_decide() {
    let mut season = season(4, settings(RoundOrder::OneByOne));
    season.propose(1, 6 * DAY).expect("proposed");
    season.accept(4, 6 * DAY).expect("agreed");
    assert_eq!(season.live.next_window_end(), Some(Moment(7 * DAY)));
    assert_eq!(season.ask(TournamentAsk::CloseWindows), Ok(0), "too early");
    season.now = Moment(7 * DAY);
    assert_eq!(season.ask(TournamentAsk::CloseWindows), Ok(1), "board 1 has a date");
    let window = |season: &RecordedTournament| season.live.appointment(2).map(|dates| dates.window);
    assert_eq!(window(&season), Some(PlayingWindow::Closed));
    assert_eq!(season.live.next_window_end(), None);
    let extend = |until: u64, reason: &str| TournamentAsk::ExtendWindow {
        board: 2,
        until: Moment(until),
        reason: reason.to_owned(),
    };
    assert_eq!(season.ask(extend(9 * DAY, " ")), Err(TournamentRefusal::ReasonMissing));
    assert_eq!(season.ask(extend(7 * DAY, "ill")), Err(TournamentRefusal::NotLater(Moment(7 * DAY))));
    assert_eq!(season.ask(extend(9 * DAY, "ill")), Ok(1));
    assert_eq!(window(&season), Some(PlayingWindow::Open));
    season.now = Moment(9 * DAY);
    assert_eq!(season.ask(TournamentAsk::CloseWindows), Ok(1));
    let result = BoardResult::WhiteByForfeit;
    assert_eq!(
        season.ask(TournamentAsk::EnterResult { board: 2, result }),
        Err(TournamentRefusal::ReasonMissing)
    );
    let decide = |reason: &str| TournamentAsk::DecideUnplayed { board: 2, result, reason: reason.to_owned() };
    assert_eq!(season.ask(decide("")), Err(TournamentRefusal::ReasonMissing));
    assert_eq!(season.ask(decide("no answer to three proposals")), Ok(1));
    let outcome = season.live.table().entrant(3).map(|entrant| entrant.outcome(1));
    assert_eq!(outcome, Some(RoundOutcome::ForfeitLoss { opponent: 2, side: Some(Side::Black) }));
    season.check();
}

#[test]
fn a_round_robin_at_once_has_every_game_in_its_own_round() {
    for (players, cycles, games) in [(4, 1, 6), (5, 1, 10), (4, 2, 12)] {
        let mut season = season(players, settings(RoundOrder::AllAtOnce { cycles }));
        let round = season.live.rounds().last().expect("a round");
        assert_eq!(round.boards.len(), games);
        let rounds = games / (players / 2);
        assert_eq!(season.live.table().planned_rounds, Some(rounds));
        let late = TournamentAsk::Enter(NewEntrant { name: "Late".into(), ..NewEntrant::default() });
        assert_eq!(season.ask(late), Err(TournamentRefusal::RoundPaired(1)));
        for board in 1..=games {
            let opened = TournamentAsk::OpenGame { board, game: format!("game{board}") };
            season.ask(opened).expect("opened");
            let result = TournamentAsk::EnterResult { board, result: BoardResult::WhiteWins };
            assert_eq!(season.ask(result), Ok(1));
        }
        season.ask(TournamentAsk::CloseRound).expect("closed");
        assert!(season.live.is_over());
        let table = season.live.table();
        for entrant in &table.entrants {
            assert_eq!(entrant.outcomes.len(), rounds, "{entrant:?}");
            let met =
                |other: u16| entrant.outcomes.iter().filter(|one| one.opponent() == Some(other)).count();
            let others = table.entrants.iter().filter(|other| other.number != entrant.number);
            assert!(others.map(|other| met(other.number)).all(|times| times == cycles));
        }
        let text = TrfFile::of_table(&TrfHeading::of_name("Season"), table).text();
        let (again, _) = TrfFile::read(text.as_bytes()).expect("its own file").table();
        assert_eq!(again.entrants.len(), players);
        season.check();
    }
}

#[test]
fn a_draft_of_all_rounds_can_be_taken_back_and_paired_for_another_field() {
    let mut season = season(4, settings(RoundOrder::AllAtOnce { cycles: 1 }));
    season.ask(TournamentAsk::TakeBack { reason: "one more".into() }).expect("taken back");
    season
        .ask(TournamentAsk::Enter(NewEntrant { name: "Late".into(), ..NewEntrant::default() }))
        .expect("entered");
    season.ask(TournamentAsk::PairRound).expect("paired");
    assert_eq!(season.live.table().planned_rounds, Some(5));
    assert_eq!(season.live.rounds().last().map(|round| round.stage), Some(RoundStage::Draft));
    season.check();
}

#[test]
fn terms_that_cannot_be_held_are_refused() {
    let charter = |rounds: usize, at_once: &str, online: &str| {
        let text = format!(
            r#"{{"version":1,"name":"Season","variant":"italian","system":"round-robin","rounds":{rounds},"tie-breaks":[],
            "scoring":{{"win":"2","draw":"1","loss":"0","bye":"2"}},"first-colour":"white"{at_once},"online":{online}}}"#
        );
        let wire: WireTournamentCharter = serde_json::from_str(&text).expect("a charter");
        TournamentCharter::try_from(&wire).map(|charter| {
            assert_eq!(WireTournamentCharter::from(&charter).at_once, wire.at_once);
            let again = TournamentCharter::try_from(&WireTournamentCharter::from(&charter));
            assert_eq!(again.as_ref(), Ok(&charter), "what is written is what was read");
        })
    };
    let live = r#"{"minutes":10,"no-show":60}"#;
    let weeks = r#"{"minutes":10,"no-show":60,"window-days":14}"#;
    let letters = r#"{"correspondence":{"days":5,"per":"move","vacation":30}}"#;
    for (rounds, at_once, online, is_held) in [
        (3, "", live, true),
        (3, "", weeks, true),
        (3, "", letters, true),
        (1, r#","at-once":1"#, weeks, true),
        (1, r#","at-once":2"#, letters, true),
        (1, r#","at-once":3"#, letters, false),
        (2, r#","at-once":1"#, letters, false),
        (1, r#","at-once":1"#, live, false),
        (3, "", r#"{"minutes":10,"no-show":60,"window-days":0}"#, false),
        (3, "", r#"{"minutes":10,"no-show":60,"window-days":121}"#, false),
        (3, "", r#"{"minutes":10,"correspondence":{"days":5,"per":"move"}}"#, false),
        (3, "", r#"{"correspondence":{"days":0,"per":"game"}}"#, false),
        (3, "", r#"{"correspondence":{"days":5,"per":"game","vacation":61}}"#, false),
        (3, "", r#"{"window-days":7,"correspondence":{"days":5,"per":"game"}}"#, false),
        (3, "", r#"{"minutes":10}"#, false),
    ] {
        assert_eq!(charter(rounds, at_once, online).is_ok(), is_held, "{rounds} {at_once} {online}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever is asked and when, an agreed date was in the future and within the window, and a replay is the same event.
    #[test]
    fn dates_are_kept(asks in proptest::collection::vec((0_u8..5, 1_u16..=4, 0_u64..20, 0_u64..20), 1..60)) {
        let mut season = season(4, settings(RoundOrder::OneByOne));
        for (kind, number, wait, day) in asks {
            season.now.0 += wait * HOUR;
            let _ = match kind {
                0 => season.propose(number, day * DAY),
                1 => season.accept(number, day * DAY),
                2 => season.play_now(number),
                3 => season.ask(TournamentAsk::CloseWindows),
                _ => season.ask(TournamentAsk::ExtendWindow {
                    board: 1,
                    until: Moment(day * DAY),
                    reason: "more time".into(),
                }),
            };
        }
        for event in &season.log {
            if let TournamentFact::DateAgreed { date, .. } = event.fact {
                prop_assert!(date >= event.at);
                prop_assert!(date.since(event.at) <= Duration::from_millis(20 * DAY));
            }
        }
        season.check();
    }
}
