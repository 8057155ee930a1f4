//! Arenas: the laws of pairing again and again, and replay.

use damiera_events::tournament::{
    ArenaTerms, BoardResult, REPEAT_PAUSE, RoundStage, Tournament, TournamentActor, TournamentAsk,
    TournamentEvent, TournamentFact, TournamentRefusal, TournamentSettings,
};
use damiera_events::trf::{TrfFile, TrfHeading};
use damiera_events::wire::WireTournamentEvent;
use damiera_events::{Pairing, PairingNumber, PairingSystem, standings};
use damiera_game::Moment;
use proptest::prelude::*;

use crate::recorded::{self, RecordedTournament};

const MINUTES: u32 = 30;

fn settings() -> TournamentSettings {
    TournamentSettings {
        arena: Some(ArenaTerms { minutes: MINUTES }),
        ..recorded::settings(PairingSystem::Arena, 1)
    }
}

/// An arena that has begun.
fn opened(players: usize) -> RecordedTournament {
    let mut arena = RecordedTournament::new(players, settings());
    arena.ask(TournamentAsk::OpenArena).expect("opened");
    arena
}

impl RecordedTournament {
    fn everybody(&self) -> Vec<PairingNumber> {
        self.live.table().entrants.iter().map(|entrant| entrant.number).collect()
    }

    /// Pairs those of the present who are free. Returns the new pairs.
    fn sweep(&mut self, present: Vec<PairingNumber>, seed: u64) -> Vec<Pairing> {
        let before = self.boards().len();
        self.ask(TournamentAsk::PairFree { present, seed }).expect("a sweep");
        self.boards()[before..].iter().map(|(pair, _)| *pair).collect()
    }

    fn boards(&self) -> Vec<(Pairing, Option<BoardResult>)> {
        let boards = self.live.rounds().last().map_or(&[][..], |round| &round.boards);
        boards.iter().map(|board| (board.pair, board.result)).collect()
    }

    fn end(&mut self, board: usize, result: BoardResult) {
        self.ask(TournamentAsk::EnterResult { board, result }).expect("a result");
    }

    fn is_playing(&self, number: PairingNumber) -> bool {
        self.boards().iter().any(|(pair, result)| pair.has(number) && result.is_none())
    }

    fn last_opponent(&self, number: PairingNumber) -> Option<PairingNumber> {
        let (pair, _) = *self.boards().iter().rfind(|(pair, _)| pair.has(number))?;
        Some(if pair.white == number { pair.black } else { pair.white })
    }

    fn pass(&mut self, seconds: u64) {
        self.now = Moment(self.now.0 + 1_000 * seconds);
    }
}

#[test]
fn two_players_alone_meet_again_and_change_colours() {
    let mut arena = opened(2);
    let mut whites = Vec::new();
    for board in 1..=4 {
        let pairs = arena.sweep(vec![1, 2], 7);
        assert_eq!(pairs.len(), 1, "nobody else is there to be waited for");
        whites.push(pairs[0].white);
        arena.pass(60);
        arena.end(board, BoardResult::Draw);
    }
    assert!(whites.windows(2).all(|two| two[0] != two[1]), "{whites:?}");
}

#[test]
fn an_opponent_is_not_met_twice_in_a_row_unless_nobody_else_comes() {
    let mut arena = opened(4);
    let first = arena.sweep(vec![1, 2, 3, 4], 1);
    assert_eq!(first.len(), 2);
    arena.end(1, BoardResult::WhiteWins);
    assert_eq!(arena.sweep(vec![1, 2, 3, 4], 2), [], "the other board may end soon");
    arena.pass(REPEAT_PAUSE.as_secs());
    assert_eq!(arena.sweep(vec![1, 2, 3, 4], 2).len(), 1, "they have waited long enough");
    arena.end(3, BoardResult::WhiteWins);
    arena.end(2, BoardResult::WhiteWins);
    for pair in arena.sweep(vec![1, 2, 3, 4], 3) {
        assert!(!first.iter().any(|before| before.has(pair.white) && before.has(pair.black)), "{pair:?}");
    }
}

#[test]
fn who_does_not_appear_pauses_until_they_play_on() {
    let mut arena = opened(3);
    let pair = arena.sweep(vec![1, 2], 1)[0];
    arena.end(1, BoardResult::WhiteByForfeit);
    assert!(arena.live.is_paused(pair.black) && !arena.live.is_paused(pair.white));
    let absent = pair.black;
    assert!(arena.sweep(vec![1, 2, 3], 2).iter().all(|pair| !pair.has(absent)));
    let resume = TournamentAsk::Resume(absent);
    let other = TournamentActor::Player(pair.white);
    assert_eq!(arena.send(other, resume.clone()), Err(TournamentRefusal::OfficialsOnly));
    assert_eq!(arena.send(TournamentActor::Player(absent), resume.clone()), Ok(1));
    assert_eq!(arena.send(TournamentActor::Player(absent), resume), Ok(0), "asked twice");
    arena.end(2, BoardResult::Draw);
    assert_eq!(arena.sweep(vec![absent, 3], 3).len(), 1);
}

#[test]
fn games_that_run_at_the_end_count_and_nobody_is_paired_after_it() {
    let mut arena = opened(4);
    arena.sweep(vec![1, 2, 3, 4], 1);
    arena.end(1, BoardResult::Draw);
    arena.pass(u64::from(MINUTES) * 60);
    assert_eq!(arena.sweep(vec![1, 2, 3, 4], 2), [], "the time is over");
    let early = arena.ask(TournamentAsk::CloseRound);
    assert!(matches!(early, Err(TournamentRefusal::ResultsMissing(_))), "{early:?}");
    arena.end(2, BoardResult::BlackWins);
    arena.ask(TournamentAsk::CloseRound).expect("closed");
    assert!(arena.live.is_over());
    let rows = standings(arena.live.table(), PairingSystem::Arena, &[]);
    assert_eq!(
        rows.iter().map(|row| row.points.to_string()).collect::<Vec<_>>(),
        ["2.0", "1.0", "1.0", "0.0"]
    );
}

#[test]
fn an_arena_has_no_rounds_and_other_events_have_no_arena() {
    let mut arena = opened(4);
    for ask in [TournamentAsk::PairRound, TournamentAsk::TakeBack { reason: "because".into() }] {
        assert_eq!(arena.ask(ask), Err(TournamentRefusal::NoRounds));
    }
    let again = arena.ask(TournamentAsk::OpenArena);
    assert_eq!(again, Err(TournamentRefusal::WrongStage(Some(RoundStage::Playing))));
    let by_rounds = TournamentSettings { system: PairingSystem::Dutch, arena: None, ..settings() };
    let mut other = RecordedTournament::new(1, by_rounds);
    for ask in [TournamentAsk::OpenArena, TournamentAsk::Pause(1), TournamentAsk::Resume(1)] {
        assert_eq!(other.ask(ask), Err(TournamentRefusal::NotAnArena));
    }
}

/// A report file has rounds: each game stands in the first round in which both players are free, for both of them.
#[test]
fn a_report_file_of_an_arena_has_every_game_once_for_each_player() {
    let mut arena = opened(5);
    for seed in 0..8 {
        let present = arena.everybody();
        arena.sweep(present, seed);
        let open = arena.boards().iter().position(|(_, result)| result.is_none());
        arena.pass(30);
        arena.end(open.expect("a game") + 1, BoardResult::WhiteWins);
    }
    let text = TrfFile::of_table(&TrfHeading::of_name("Arena"), arena.live.table()).text();
    let (table, _) = TrfFile::read(text.as_bytes()).expect("a report file").table();
    for (read, own) in table.entrants.iter().zip(&arena.live.table().entrants) {
        let games = |outcomes: &[damiera_events::RoundOutcome]| -> Vec<_> {
            outcomes.iter().filter_map(|outcome| outcome.opponent()).collect()
        };
        assert_eq!(games(&read.outcomes), games(&own.outcomes), "{text}");
        for (round, outcome) in (1..).zip(&own.outcomes) {
            let Some(opponent) = outcome.opponent() else { continue };
            let theirs = arena.live.table().entrant(opponent).expect("an opponent").outcome(round);
            assert_eq!(theirs.opponent(), Some(own.number));
        }
    }
}

#[derive(Clone, Debug)]
enum Step {
    Sweep { absent: Vec<PairingNumber>, seed: u64 },
    End { nth: usize, result: BoardResult },
    Enter,
    Pause(PairingNumber),
    Resume(PairingNumber),
    Withdraw(PairingNumber),
    Pass(u64),
}

fn any_step() -> impl Strategy<Value = Step> {
    let result = crate::replay::any_result();
    prop_oneof![
        8 => (prop::collection::vec(1u16..12, 0..3), any::<u64>()).prop_map(|(absent, seed)| Step::Sweep { absent, seed }),
        8 => (0usize..6, result).prop_map(|(nth, result)| Step::End { nth, result }),
        1 => Just(Step::Enter),
        1 => (1u16..12).prop_map(Step::Pause),
        2 => (1u16..12).prop_map(Step::Resume),
        1 => (1u16..12).prop_map(Step::Withdraw),
        4 => (0u64..40).prop_map(Step::Pass),
    ]
}

/// What holds for the pairs of a sweep.
fn check_sweep(
    arena: &mut RecordedTournament,
    present: &[PairingNumber],
    seed: u64,
) -> Result<(), TestCaseError> {
    let can_play: Vec<PairingNumber> = present
        .iter()
        .copied()
        .filter(|&number| arena.live.table().entrant(number).is_some())
        .filter(|&number| !arena.live.is_paused(number) && !arena.live.is_withdrawn(number))
        .filter(|&number| !arena.is_playing(number))
        .collect();
    let last: Vec<_> = can_play.iter().map(|&number| (number, arena.last_opponent(number))).collect();
    let others_play = arena.boards().iter().any(|(_, result)| result.is_none());
    let ends_at = arena.live.arena_ends_at().expect("it has begun");
    let pairs = arena.sweep(present.to_vec(), seed);
    let paired: Vec<PairingNumber> = pairs.iter().flat_map(|pair| [pair.white, pair.black]).collect();
    for pair in &pairs {
        prop_assert_ne!(pair.white, pair.black, "nobody plays against themselves");
    }
    for number in &paired {
        prop_assert_eq!(paired.iter().filter(|other| *other == number).count(), 1, "nobody has two games");
        prop_assert!(can_play.contains(number), "{} was not free and present", number);
    }
    if arena.now >= ends_at {
        prop_assert!(pairs.is_empty());
        return Ok(());
    }
    // Who is left over could only meet their last opponent again.
    let left: Vec<_> = last.iter().filter(|(number, _)| !paired.contains(number)).collect();
    for (index, (a, last_of_a)) in left.iter().enumerate() {
        for (b, last_of_b) in &left[index + 1..] {
            let repeat = *last_of_a == Some(*b) || *last_of_b == Some(*a);
            prop_assert!(repeat && others_play, "{} and {} are both free", a, b);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn the_laws_of_an_arena_hold(players in 2usize..10, steps in prop::collection::vec(any_step(), 0..120)) {
        let mut arena = opened(players);
        for step in steps {
            match step {
                Step::Sweep { absent, seed } => {
                    let present: Vec<_> =
                        arena.everybody().into_iter().filter(|number| !absent.contains(number)).collect();
                    check_sweep(&mut arena, &present, seed)?;
                }
                Step::End { nth, result } => {
                    let open: Vec<usize> =
                        (1..).zip(arena.boards()).filter(|(_, (_, r))| r.is_none()).map(|(board, _)| board).collect();
                    if let Some(&board) = open.get(nth % open.len().max(1)) {
                        arena.end(board, result);
                    }
                }
                Step::Enter => arena.enter(),
                Step::Pause(number) => { let _ = arena.ask(TournamentAsk::Pause(number)); }
                Step::Resume(number) => { let _ = arena.ask(TournamentAsk::Resume(number)); }
                Step::Withdraw(number) => { let _ = arena.ask(TournamentAsk::Withdraw(number)); }
                Step::Pass(seconds) => arena.pass(seconds),
            }
            let playing: Vec<PairingNumber> = arena
                .boards()
                .iter()
                .filter(|(_, result)| result.is_none())
                .flat_map(|(pair, _)| [pair.white, pair.black])
                .collect();
            for number in &playing {
                prop_assert_eq!(playing.iter().filter(|other| *other == number).count(), 1);
            }
        }
        // Points add up: two for every game, none for a double forfeit.
        let ended = arena.boards().iter().filter(|(_, r)| r.is_some_and(|r| r != BoardResult::DoubleForfeit)).count();
        let rows = standings(arena.live.table(), PairingSystem::Arena, &[]);
        let points: i32 = rows.iter().map(|row| row.points.in_tenths()).sum();
        prop_assert_eq!(points, 20 * i32::try_from(ended).expect("few games"));
        // Replay gives the same arena, also through the serialised log.
        let wire = arena.log.iter().map(|event| {
            let text = serde_json::to_string(&WireTournamentEvent::from(event)).expect("JSON");
            let read: WireTournamentEvent = serde_json::from_str(&text).expect("an entry");
            TournamentEvent::try_from(&read).expect("an event")
        });
        let wire: Vec<TournamentEvent> = wire.collect();
        prop_assert_eq!(&wire, &arena.log);
        prop_assert_eq!(&Tournament::replay(settings(), &wire), &arena.live);
        let is_pairing = |event: &&TournamentEvent| matches!(event.fact, TournamentFact::ArenaPaired { .. });
        prop_assert!(arena.log.iter().filter(is_pairing).all(|event| event.at < arena.live.arena_ends_at().expect("an end")));
    }
}
