//! The engine with endgame tables: exact results where the tables reach.
#![allow(clippy::unwrap_used)] // a test may panic

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use damiera_endgame::{TableRules, Tables, Wdl, build, build_outcomes};
use damiera_engine::{
    Engine, EngineResources, Score, SearchControl, SearchLimits, SearchRequest, SearchRules, Weights,
};
use damiera_rules::{History, Position, Rules, Variant, with_rules};

/// Tables of up to three pieces, built once for each test.
fn tables<R: SearchRules + TableRules>(test: &str) -> Arc<Tables<R>> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&folder).unwrap();
    build::<R>(&folder, 3, 2, &mut |_| ControlFlow::Continue(())).unwrap();
    Arc::new(Tables::open(&folder).unwrap())
}

fn engine<R: SearchRules + TableRules>(tables: Arc<Tables<R>>) -> Engine<R> {
    Engine::with(EngineResources { threads: 1, table_mib: 1 }, Weights::learned(R::VARIANT), tables)
}

/// Pseudo-random positions of three pieces.
fn positions<R: Rules>(count: usize) -> impl Iterator<Item = Position<R>> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut number = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let squares = u64::from(R::GEOMETRY.squares());
    std::iter::repeat_with(move || {
        let turn = ["W", "B"][number(2) as usize];
        let mut piece = || format!("{}{}", ["", "K"][number(2) as usize], number(squares) + 1);
        let (a, b, c) = (piece(), piece(), piece());
        Position::<R>::from_fen(&format!("{turn}:W{a},{b}:B{c}")).ok()
    })
    .flatten()
    .filter(|position| !position.legal().is_empty())
    .take(count)
}

fn exact<R: SearchRules + TableRules>() {
    let tables = tables::<R>("exact");
    let engine = engine(Arc::clone(&tables));
    for position in positions::<R>(300) {
        let game = History::new(position);
        let report = engine.think(
            &SearchRequest::best(&game, SearchLimits::depth(3)),
            &SearchControl::default(),
            |_| (),
        );
        let known = tables.probe_with_count(&position, damiera_endgame::MoveCount::default()).unwrap();
        let said = report.lines[0].score();
        match known.outcome {
            Wdl::Draw => assert_eq!(said, Score::TableDraw, "{}", position.fen()),
            Wdl::Win => assert!(matches!(said, Score::WinIn(_)), "{} {said:?}", position.fen()),
            Wdl::Loss => assert!(matches!(said, Score::LossIn(_)), "{} {said:?}", position.fen()),
        }
    }
}

#[test]
fn what_the_tables_hold_is_answered_exactly() {
    for &variant in Variant::ALL {
        with_rules!(variant, R => exact::<R>());
    }
}

/// The engine wins what is won, against the longest defence, with the book's count running.
fn wins<R: SearchRules + TableRules>() {
    let tables = tables::<R>("wins");
    let engine = engine(Arc::clone(&tables));
    let won = |position: &Position<R>| {
        let ruling = tables.probe_with_count(position, damiera_endgame::MoveCount::default());
        ruling.is_some_and(|ruling| ruling.outcome == Wdl::Win)
    };
    for position in positions::<R>(400).filter(won).take(40) {
        let mut game = History::new(position);
        while let Some(m) = {
            let report = engine.think(
                &SearchRequest::best(&game, SearchLimits::depth(1)),
                &SearchControl::default(),
                |_| (),
            );
            report.best()
        } {
            game.push(&m);
            assert!(game.positions().len() < 200, "{} is not won", position.fen());
        }
        assert_ne!(game.position().turn(), position.turn(), "{} was not won", position.fen());
    }
}

#[test]
fn the_engine_wins_what_is_won() {
    for &variant in Variant::ALL {
        with_rules!(variant, R => wins::<R>());
    }
}

/// Without distances the engine searches, but keeps the win at every move, and makes progress.
fn wins_by_outcomes<R: SearchRules + TableRules>() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("outcomes");
    std::fs::create_dir_all(&folder).unwrap();
    build_outcomes::<R>(&folder, 3, 2, &mut |_| ControlFlow::Continue(())).unwrap();
    let outcomes = Arc::new(Tables::<R>::open(&folder).unwrap());
    assert_eq!((outcomes.pieces(), outcomes.outcome_pieces()), (0, 3));
    let engine = engine(Arc::clone(&outcomes));
    let distances = tables::<R>("defence");
    let won = |position: &Position<R>| {
        let ruling = distances.probe_with_count(position, damiera_endgame::MoveCount::default());
        ruling.is_some_and(|ruling| ruling.outcome == Wdl::Win)
    };
    for position in positions::<R>(400).filter(won).take(8) {
        let mut game = History::new(position);
        while !game.position().legal().is_empty() {
            let m = if game.position().turn() == position.turn() {
                assert_eq!(outcomes.outcome(game.position()), Some(Wdl::Win), "{}", position.fen());
                let request = SearchRequest::best(&game, SearchLimits::depth(25));
                engine.think(&request, &SearchControl::default(), |_| ()).best().unwrap()
            } else {
                distances.moves(game.position()).unwrap()[0].0 // the longest defence
            };
            game.push(&m);
            assert!(game.positions().len() < 200, "{} is not won", position.fen());
        }
        assert_ne!(game.position().turn(), position.turn(), "{} was not won", position.fen());
    }
}

#[test]
fn the_engine_wins_what_is_won_without_distances() {
    for &variant in Variant::ALL {
        with_rules!(variant, R => wins_by_outcomes::<R>());
    }
}

/// A search from just outside the tables agrees with the same search without them wherever that proves a result.
fn agrees<R: SearchRules + TableRules>() {
    let with = engine(tables::<R>("agrees"));
    let without = Engine::<R>::new(EngineResources { threads: 1, table_mib: 8 });
    let mut compared = 0;
    let squares = u64::from(R::GEOMETRY.squares());
    for n in 0..squares {
        let square = |k: u64| (n * 7 + k * 13) % squares + 1;
        let fen = format!("W:WK{},K{},K{}:B{}", square(0), square(1), square(2), square(3));
        let Ok(position) = Position::<R>::from_fen(&fen) else { continue };
        let game = History::new(position);
        let ask = |engine: &Engine<R>| {
            let report = engine.think(
                &SearchRequest::best(&game, SearchLimits::depth(9)),
                &SearchControl::default(),
                |_| (),
            );
            report.lines.first().map(damiera_engine::ScoredLine::score)
        };
        if let (Some(Score::WinIn(_)), said) = (ask(&without), ask(&with)) {
            compared += 1;
            assert!(matches!(said, Some(Score::WinIn(_) | Score::TableWin)), "{fen}: {said:?}");
        }
    }
    assert!(compared > 0);
}

#[test]
fn tables_agree_with_search() {
    for &variant in Variant::ALL {
        with_rules!(variant, R => agrees::<R>());
    }
}
