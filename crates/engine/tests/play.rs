//! The engine plays by the rules, ends when told, and does the same work each time.
#![allow(clippy::unwrap_used)] // a test may stop where it stands

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use damiera_engine::{
    Allowance, Chance, Control, Endgames, Engine, Level, Limits, Pondering, Question, Report, Resources,
    SearchRules, Solved, Verdict, Weights,
};
use damiera_rules::variant::{Brazilian, English, International, Italian};
use damiera_rules::{History, Position, Rules};

fn small<R: SearchRules>() -> Engine<R> {
    Engine::new(Resources { threads: 1, table_mib: 1 })
}

fn ask<R: SearchRules>(engine: &Engine<R>, game: &History<R>, limits: Limits) -> Report {
    engine.think(&Question::best(game, limits), &Control::default(), |_| ())
}

/// Random games in which the engine is asked at every other move: whatever it says is legal, and so are its lines.
fn only_legal_moves<R: SearchRules>(games: u64, limits: Limits) {
    let engine = small::<R>();
    for seed in 0..games {
        let mut chance = Chance::new(seed);
        let mut game = History::new(Position::<R>::start());
        for ply in 0..120 {
            let legal = game.position().legal();
            if legal.is_empty() {
                assert_eq!(ask(&engine, &game, limits).best(), None);
                break;
            }
            let m = if ply % 2 == 0 {
                legal[chance.below(legal.len())]
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
    // Three thousand games; the fewer nodes, the oftener a search ends before its first depth.
    for (nodes, games) in [(1, 400), (30, 300), (300, 50)] {
        only_legal_moves::<English>(games, Limits::nodes(nodes));
        only_legal_moves::<Italian>(games, Limits::nodes(nodes));
        only_legal_moves::<Brazilian>(games, Limits::nodes(nodes));
        only_legal_moves::<International>(games, Limits::nodes(nodes));
    }
}

#[test]
fn moves_are_legal_with_a_millisecond() {
    let limits = Limits::move_time(Duration::from_millis(1));
    only_legal_moves::<English>(10, limits);
    only_legal_moves::<Italian>(10, limits);
    only_legal_moves::<Brazilian>(10, limits);
    only_legal_moves::<International>(10, limits);
}

#[test]
fn a_search_told_to_stop_looks_at_hardly_anything_more() {
    let engine = small::<International>();
    let game = History::new(Position::start());
    let control = Control::default();
    control.stop();
    let report = engine.think(&Question::best(&game, Limits::default()), &control, |_| ());
    assert!(report.best().is_some());
    assert!(report.nodes <= 2_000, "{}", report.nodes);
}

/// However deep it is, a search that is told to stop looks at a few hundred positions more and no others: a
/// fraction of a millisecond.
fn stops_at_once<R: SearchRules>(depths: u32) {
    const LATEST: u64 = 512;
    for depth in 1..=depths {
        let engine = small::<R>();
        let game = History::new(Position::start());
        let control = Control::default();
        let mut told = 0;
        let report = engine.think(&Question::best(&game, Limits::default()), &control, |report| {
            if report.depth == depth {
                control.stop();
                told = report.nodes;
            }
        });
        let more = report.nodes - told;
        // Before its first look at the clock a search has time for a sensible move.
        assert!(more <= LATEST || report.nodes <= 2 * LATEST, "{more} nodes after depth {depth}");
        assert!(game.position().is_legal(&report.best().unwrap()));
    }
}

#[test]
fn a_search_told_to_stop_stops_wherever_it_is() {
    stops_at_once::<English>(13);
    stops_at_once::<Italian>(13);
    stops_at_once::<Brazilian>(11);
    stops_at_once::<International>(11);
}

#[test]
fn a_search_stopped_from_another_thread_ends() {
    let engine = Engine::<Brazilian>::new(Resources { threads: 2, table_mib: 4 });
    let game = History::new(Position::start());
    let control = Control::default();
    let report = std::thread::scope(|scope| {
        let search =
            scope.spawn(|| engine.think(&Question::best(&game, Limits::default()), &control, |_| ()));
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
    assert_eq!(ask(&engine, &game, Limits::depth(6)).depth, 6);
    let report = ask(&engine, &game, Limits::nodes(5_000));
    assert!(report.nodes <= 5_001, "{}", report.nodes);
}

#[test]
fn one_thread_does_the_same_each_time() {
    let game = History::new(Position::<Italian>::start());
    let once = || {
        let Report { depth, nodes, lines, .. } = ask(&small(), &game, Limits::nodes(50_000));
        (depth, nodes, lines)
    };
    assert_eq!(once(), once());
}

#[test]
fn lines_differ_and_the_best_comes_first() {
    let engine = small::<International>();
    let game = History::new(Position::start());
    let question = Question { lines: 4, ..Question::best(&game, Limits::depth(7)) };
    let report = engine.think(&question, &Control::default(), |_| ());
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
            let question = Question { level, seed, ..Question::best(&game, Limits::nodes(20_000)) };
            engine.think(&question, &Control::default(), |_| ()).best()
        };
        let m = choose(7).unwrap();
        assert!(game.position().is_legal(&m));
        if level < Level::new(9).unwrap() {
            assert_eq!(choose(7), Some(m));
        }
    }
}

#[test]
fn a_draw_by_count_is_seen_coming() {
    // CBD 99: two kings against one, nine plies already counted of ten: whatever is played, it is a draw.
    let mut game = History::new(Position::<Brazilian>::from_fen("W:WK32,K30:BK13").unwrap());
    for text in ["32-28", "13-17", "28-32", "17-13", "32-28", "13-17", "28-32", "17-13", "32-28"] {
        let m = game.position().parse_move(text).unwrap();
        game.push(&m);
    }
    let report = ask(&small(), &game, Limits::depth(8));
    assert_eq!(report.lines[0].value, 0);
}

/// A draw nobody agreed to: the same three moves to and fro from a won ending.
fn to_and_fro<R: Rules>() -> History<R> {
    let mut game = History::new(Position::from_fen("W:WK32,K31,K30:BK1").unwrap());
    for text in ["31-27", "1-5", "27-31", "5-1", "31-27", "1-5", "27-31"] {
        let m = game.position().parse_move(text).unwrap();
        game.push(&m);
    }
    game
}

#[test]
fn a_third_occurrence_is_a_draw_where_the_book_says_so() {
    // Black may go back to 1 and claim the third occurrence (CBD 98); the English book knows no such rule.
    let value = |report: Report| report.lines[0].value;
    assert_eq!(value(ask(&small::<Brazilian>(), &to_and_fro(), Limits::depth(4))), 0);
    assert!(value(ask(&small::<English>(), &to_and_fro(), Limits::depth(4))) < -100);
}

#[test]
fn pondering_goes_on_after_a_hit_and_ends_after_a_miss() {
    let engine = Arc::new(small::<International>());
    let game = History::new(Position::start());
    let pondering = Pondering::begin(&engine, game.clone(), Level::HIGHEST, 0);
    let report = pondering.hit(Instant::now(), Allowance::Move(Duration::from_millis(20))).unwrap();
    assert!(game.position().is_legal(&report.best().unwrap()));
    Pondering::begin(&engine, game, Level::HIGHEST, 0).miss();
}

/// Tables that fail after so many questions.
struct Failing(AtomicU64);

impl<R: Rules> Endgames<R> for Failing {
    fn most_pieces(&self) -> u32 {
        40
    }

    fn verdict(&self, _: &Position<R>) -> Option<Verdict> {
        assert_ne!(self.0.fetch_add(1, Relaxed), 5_000, "a fault on purpose");
        None
    }

    fn solved(&self, _: &Position<R>, _: u16) -> Option<Vec<Solved>> {
        None
    }
}

#[test]
fn a_fault_in_any_thread_ends_the_search() {
    // Without limits: if a thread went on, this would never end.
    for threads in [1, 2, 3] {
        let resources = Resources { threads, table_mib: 1 };
        let engine = Arc::new(Engine::<English>::with(
            resources,
            Arc::new(Weights::learned(English::VARIANT)),
            Arc::new(Failing(AtomicU64::new(0))),
        ));
        let game = History::new(Position::start());
        let think = || ask(&engine, &game, Limits::default());
        assert!(catch_unwind(AssertUnwindSafe(think)).is_err());
    }
}
