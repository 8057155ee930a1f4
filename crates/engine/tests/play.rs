//! The engine plays legal moves, keeps its limits, stops when asked, and is deterministic on one thread.
#![allow(clippy::unwrap_used)] // a test may panic

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use damiera_engine::{
    EndgameVerdict, Endgames, Engine, EngineResources, Level, Pondering, SearchControl, SearchLimits,
    SearchReport, SearchRequest, SearchRules, SolvedMove, SplitMix64, TimeAllowance, Weights,
};
use damiera_rules::variant::{Brazilian, English, International, Italian};
use damiera_rules::{History, Position, Rules};

fn small<R: SearchRules>() -> Engine<R> {
    Engine::new(EngineResources { threads: 1, table_mib: 1 })
}

fn ask<R: SearchRules>(engine: &Engine<R>, game: &History<R>, limits: SearchLimits) -> SearchReport {
    engine.think(&SearchRequest::best(game, limits), &SearchControl::default(), |_| ())
}

/// Random games in which the engine chooses every other move: its moves and lines are legal.
fn only_legal_moves<R: SearchRules>(games: u64, limits: SearchLimits) {
    let engine = small::<R>();
    for seed in 0..games {
        let mut rng = SplitMix64::new(seed);
        let mut game = History::new(Position::<R>::start());
        for ply in 0..120 {
            let legal = game.position().legal();
            if legal.is_empty() {
                assert_eq!(ask(&engine, &game, limits).best(), None);
                break;
            }
            let m = if ply % 2 == 0 {
                legal[rng.below(legal.len())]
            } else {
                let report = ask(&engine, &game, limits);
                let mut position = *game.position();
                for m in &report.lines[0].moves {
                    assert!(position.play(m), "{m:?} in {}", position.fen());
                }
                report.best().unwrap()
            };
            game.push(&m);
        }
    }
}

#[test]
fn moves_are_legal_with_few_nodes() {
    // Three thousand games; with few nodes, many searches end before the first iteration.
    for (nodes, games) in [(1, 400), (30, 300), (300, 50)] {
        only_legal_moves::<English>(games, SearchLimits::nodes(nodes));
        only_legal_moves::<Italian>(games, SearchLimits::nodes(nodes));
        only_legal_moves::<Brazilian>(games, SearchLimits::nodes(nodes));
        only_legal_moves::<International>(games, SearchLimits::nodes(nodes));
    }
}

#[test]
fn moves_are_legal_with_a_millisecond() {
    let limits = SearchLimits::move_time(Duration::from_millis(1));
    only_legal_moves::<English>(10, limits);
    only_legal_moves::<Italian>(10, limits);
    only_legal_moves::<Brazilian>(10, limits);
    only_legal_moves::<International>(10, limits);
}

#[test]
fn a_search_that_is_stopped_before_it_starts_ends_after_few_nodes() {
    let engine = small::<International>();
    let game = History::new(Position::start());
    let control = SearchControl::default();
    control.stop();
    let report = engine.think(&SearchRequest::best(&game, SearchLimits::default()), &control, |_| ());
    assert!(report.best().is_some());
    assert!(report.nodes <= 2_000, "{}", report.nodes);
}

/// At any depth, a stopped search visits at most a few hundred nodes more: a fraction of a millisecond.
fn stops_at_once<R: SearchRules>(depths: u32) {
    const LATEST: u64 = 512;
    for depth in 1..=depths {
        let engine = small::<R>();
        let game = History::new(Position::start());
        let control = SearchControl::default();
        let mut at_stop = 0;
        let report = engine.think(&SearchRequest::best(&game, SearchLimits::default()), &control, |report| {
            if report.depth == depth {
                control.stop();
                at_stop = report.nodes;
            }
        });
        let more = report.nodes - at_stop;
        // The first check comes later, so that there is time for a sensible move.
        assert!(more <= LATEST || report.nodes <= 2 * LATEST, "{more} nodes after depth {depth}");
        assert!(game.position().is_legal(&report.best().unwrap()));
    }
}

#[test]
fn a_search_stops_at_any_depth() {
    stops_at_once::<English>(13);
    stops_at_once::<Italian>(13);
    stops_at_once::<Brazilian>(11);
    stops_at_once::<International>(11);
}

#[test]
fn a_search_stopped_from_another_thread_ends() {
    let engine = Engine::<Brazilian>::new(EngineResources { threads: 2, table_mib: 4 });
    let game = History::new(Position::start());
    let control = SearchControl::default();
    let report = std::thread::scope(|scope| {
        let search = scope
            .spawn(|| engine.think(&SearchRequest::best(&game, SearchLimits::default()), &control, |_| ()));
        std::thread::sleep(Duration::from_millis(30));
        control.stop();
        search.join().unwrap()
    });
    assert!(report.depth >= 1 && game.position().is_legal(&report.best().unwrap()));
}

#[test]
fn limits_are_kept() {
    let engine = small::<English>();
    let game = History::new(Position::start());
    assert_eq!(ask(&engine, &game, SearchLimits::depth(6)).depth, 6);
    let report = ask(&engine, &game, SearchLimits::nodes(5_000));
    assert!(report.nodes <= 5_001, "{}", report.nodes);
}

#[test]
fn one_thread_is_deterministic() {
    let game = History::new(Position::<Italian>::start());
    let once = || {
        let SearchReport { depth, nodes, lines, .. } = ask(&small(), &game, SearchLimits::nodes(50_000));
        (depth, nodes, lines)
    };
    assert_eq!(once(), once());
}

#[test]
fn lines_differ_and_the_best_comes_first() {
    let engine = small::<International>();
    let game = History::new(Position::start());
    let request = SearchRequest { lines: 4, ..SearchRequest::best(&game, SearchLimits::depth(7)) };
    let report = engine.think(&request, &SearchControl::default(), |_| ());
    let firsts: std::collections::HashSet<_> = report.lines.iter().map(|line| line.moves[0]).collect();
    assert_eq!((report.lines.len(), firsts.len()), (4, 4));
    assert!(report.lines.is_sorted_by(|a, b| a.value >= b.value));
}

#[test]
fn every_level_plays_and_a_seed_repeats_it() {
    let engine = small::<Brazilian>();
    let game = History::new(Position::start());
    for level in (1..=9).filter_map(Level::new) {
        let choose = |seed| {
            let request =
                SearchRequest { level, seed, ..SearchRequest::best(&game, SearchLimits::nodes(20_000)) };
            engine.think(&request, &SearchControl::default(), |_| ()).best()
        };
        let m = choose(7).unwrap();
        assert!(game.position().is_legal(&m));
        if level < Level::new(9).unwrap() {
            assert_eq!(choose(7), Some(m));
        }
    }
}

#[test]
fn the_search_knows_a_draw_by_count() {
    // CBD 99: two kings against one, nine of ten plies are counted: every move draws.
    let mut game = History::new(Position::<Brazilian>::from_fen("W:WK32,K30:BK13").unwrap());
    for text in ["32-28", "13-17", "28-32", "17-13", "32-28", "13-17", "28-32", "17-13", "32-28"] {
        let m = game.position().parse_move(text).unwrap();
        game.push(&m);
    }
    let report = ask(&small(), &game, SearchLimits::depth(8));
    assert_eq!(report.lines[0].value, 0);
}

/// A won ending in which the same moves were repeated.
fn repeated_moves<R: Rules>() -> History<R> {
    let mut game = History::new(Position::from_fen("W:WK32,K31,K30:BK1").unwrap());
    for text in ["31-27", "1-5", "27-31", "5-1", "31-27", "1-5", "27-31"] {
        let m = game.position().parse_move(text).unwrap();
        game.push(&m);
    }
    game
}

#[test]
fn a_third_occurrence_is_a_draw_where_the_book_says_so() {
    // Black may return to 1 and claim the third occurrence (CBD 98); the English book has no such rule.
    let value = |report: SearchReport| report.lines[0].value;
    assert_eq!(value(ask(&small::<Brazilian>(), &repeated_moves(), SearchLimits::depth(4))), 0);
    assert!(value(ask(&small::<English>(), &repeated_moves(), SearchLimits::depth(4))) < -100);
}

#[test]
fn pondering_continues_after_a_hit_and_ends_after_a_miss() {
    let engine = Arc::new(small::<International>());
    let game = History::new(Position::start());
    let pondering = Pondering::start(&engine, game.clone(), Level::HIGHEST, 0);
    let report = pondering.hit(Instant::now(), TimeAllowance::Move(Duration::from_millis(20))).unwrap();
    assert!(game.position().is_legal(&report.best().unwrap()));
    Pondering::start(&engine, game, Level::HIGHEST, 0).miss();
}

/// Tables that panic after 5,000 probes.
struct Failing(AtomicU64);

impl<R: Rules> Endgames<R> for Failing {
    fn most_pieces(&self) -> u32 {
        40
    }

    fn verdict(&self, _: &Position<R>) -> Option<EndgameVerdict> {
        assert_ne!(self.0.fetch_add(1, Relaxed), 5_000, "a fault on purpose");
        None
    }

    fn solved(&self, _: &Position<R>, _: u16) -> Option<Vec<SolvedMove>> {
        None
    }
}

#[test]
fn a_panic_in_any_thread_ends_the_search() {
    // Without limits: if a thread continued, this would never end.
    for threads in [1, 2, 3] {
        let resources = EngineResources { threads, table_mib: 1 };
        let engine = Arc::new(Engine::<English>::with(
            resources,
            Weights::learned(English::VARIANT),
            Arc::new(Failing(AtomicU64::new(0))),
        ));
        let game = History::new(Position::start());
        let think = || ask(&engine, &game, SearchLimits::default());
        assert!(catch_unwind(AssertUnwindSafe(think)).is_err());
    }
}

/// Tables without positions that record which threads probe them, and make each wait until there are two.
#[derive(Default)]
struct ThreadRecorder(Mutex<HashSet<ThreadId>>);

impl<R: Rules> Endgames<R> for ThreadRecorder {
    fn most_pieces(&self) -> u32 {
        40
    }

    fn verdict(&self, _: &Position<R>) -> Option<EndgameVerdict> {
        let waiting = Instant::now();
        loop {
            let mut threads = self.0.lock().unwrap();
            threads.insert(std::thread::current().id());
            if threads.len() >= 2 || waiting.elapsed() > Duration::from_secs(20) {
                return None;
            }
            drop(threads);
            std::thread::yield_now();
        }
    }

    fn solved(&self, _: &Position<R>, _: u16) -> Option<Vec<SolvedMove>> {
        None
    }
}

#[test]
fn all_threads_search_whatever_the_limit() {
    for limits in [SearchLimits::depth(6), SearchLimits::nodes(20_000)] {
        let threads = Arc::new(ThreadRecorder::default());
        let engine = Engine::<Italian>::with(
            EngineResources { threads: 2, table_mib: 1 },
            Weights::learned(Italian::VARIANT),
            Arc::clone(&threads) as Arc<dyn Endgames<Italian>>,
        );
        ask(&engine, &History::new(Position::start()), limits);
        assert_eq!(threads.0.lock().unwrap().len(), 2, "{limits:?}");
    }
}

#[test]
fn a_node_limit_holds_for_all_threads_together() {
    let engine = Engine::<Brazilian>::new(EngineResources { threads: 3, table_mib: 4 });
    let report = ask(&engine, &History::new(Position::start()), SearchLimits::nodes(100_000));
    // Each thread checks the limit every 512 nodes.
    assert!(report.nodes > 90_000 && report.nodes <= 100_000 + 3 * 512, "{}", report.nodes);
}

/// The best line of a search that finds one line or several, in positions of random games.
fn first_line_is_the_same<R: SearchRules>(limits: SearchLimits) {
    for seed in 0..6 {
        let mut rng = SplitMix64::new(seed);
        let mut game = History::new(Position::<R>::start());
        for _ in 0..10 + 6 * seed {
            let legal = game.position().legal();
            if legal.is_empty() {
                break;
            }
            game.push(&legal[rng.below(legal.len())]);
        }
        let one = ask(&small(), &game, limits);
        let request = SearchRequest { lines: 4, ..SearchRequest::best(&game, limits) };
        let several = small().think(&request, &SearchControl::default(), |_| ());
        assert_eq!(several.lines.first(), one.lines.first(), "{}", game.position().fen());
        assert_eq!(several.lines.len(), game.position().legal().len().min(4));
        assert!(several.lines.is_sorted_by_key(|line| -line.value), "{:?}", several.lines);
        let mut first_moves: Vec<_> = several.lines.iter().map(|line| line.moves[0]).collect();
        first_moves.dedup();
        assert_eq!(first_moves.len(), several.lines.len());
    }
}

#[test]
fn further_lines_do_not_change_the_first() {
    for limits in [SearchLimits::depth(7), SearchLimits::nodes(5_000)] {
        first_line_is_the_same::<English>(limits);
        first_line_is_the_same::<Italian>(limits);
        first_line_is_the_same::<Brazilian>(limits);
        first_line_is_the_same::<International>(limits);
    }
}

/// The nodes of a search without limits of depth and nodes that is stopped after an iteration, and its best line.
fn stopped_at_depth<R: SearchRules>(depth: u32, lines: usize) -> SearchReport {
    let (game, control) = (History::new(Position::<R>::start()), SearchControl::default());
    let mut at_stop = None;
    let limits = SearchLimits::move_time(Duration::from_secs(3_600));
    let request = SearchRequest { lines, ..SearchRequest::best(&game, limits) };
    small::<R>().think(&request, &control, |report| {
        if report.depth == depth && at_stop.is_none() {
            control.stop();
            at_stop = Some(report.clone());
        }
    });
    at_stop.unwrap()
}

/// What the other lines take is lost to the first, so they get a small share.
fn first_line_gets_most_of_the_time<R: SearchRules>() {
    for depth in 6..=12 {
        let (one, four) = (stopped_at_depth::<R>(depth, 1), stopped_at_depth::<R>(depth, 4));
        assert_eq!(four.lines.len(), 4);
        assert_eq!(four.lines[0], one.lines[0], "depth {depth}");
        let others = four.nodes - one.nodes;
        assert!(others > 0 && others <= one.nodes / 6 + 8_000, "depth {depth}: {others} of {}", one.nodes);
    }
}

#[test]
fn under_time_control_further_lines_take_a_small_share() {
    first_line_gets_most_of_the_time::<English>();
    first_line_gets_most_of_the_time::<Italian>();
    first_line_gets_most_of_the_time::<Brazilian>();
    first_line_gets_most_of_the_time::<International>();
}
