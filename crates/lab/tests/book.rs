//! Opening books: the same settings make the same book, also if the build was stopped in between.
#![allow(clippy::unwrap_used, reason = "an unexpected error fails the test")]

use std::ops::ControlFlow;
use std::path::Path;

use damiera_engine::Level;
use damiera_lab::{BookSettings, build_book};
use damiera_rules::variant::English;
use damiera_rules::{Position, Rules, Variant};

fn settings(variant: Variant, directory: &Path) -> BookSettings {
    BookSettings { variant, positions: 30, nodes: 100, directory: directory.to_owned() }
}

#[test]
fn a_build_that_is_stopped_continues_to_the_same_book() {
    for &variant in Variant::ALL {
        let (whole, resumed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let go_on = &mut |_| ControlFlow::Continue(());
        let expected = build_book(&settings(variant, whole.path()), go_on).unwrap().unwrap();
        let settings = settings(variant, resumed.path());
        for stop_after in [1, 7, 19] {
            let stopped = build_book(&settings, &mut |progress| match progress.expanded < stop_after {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            });
            assert!(stopped.unwrap().is_none());
        }
        // A line that was cut off by the end of the process.
        let journal = settings.directory.join(format!("{}.searches", variant.name()));
        let text = std::fs::read_to_string(&journal).unwrap();
        std::fs::write(&journal, &text[..text.len() - 3]).unwrap();
        let book = build_book(&settings, go_on).unwrap().unwrap();
        assert_eq!(std::fs::read(book.path).unwrap(), std::fs::read(expected.path).unwrap());
        assert_eq!(book.book.len(), 30);
        let other = BookSettings { nodes: 200, ..settings };
        assert!(build_book(&other, go_on).is_err(), "searches with other settings do not belong together");
    }
}

#[test]
fn the_start_is_in_the_book_with_the_best_move_first() {
    let folder = tempfile::tempdir().unwrap();
    let go_on = &mut |_| ControlFlow::Continue(());
    let book = build_book(&settings(English::VARIANT, folder.path()), go_on).unwrap().unwrap().book;
    let start = Position::<English>::start();
    let (moves, support) = book.find(&start).unwrap();
    assert!(support >= 12 && moves.is_sorted_by_key(|&(_, value)| -value), "{support}: {moves:?}");
    let below_highest = Level::new(Level::HIGHEST.number() - 1).unwrap();
    let best: Vec<_> = moves.iter().filter(|(_, value)| moves[0].1 - value <= 8).map(|(m, _)| *m).collect();
    for seed in 0..20 {
        assert!(best.contains(&book.choose(&start, below_highest, seed).unwrap()));
        assert_eq!(book.choose(&start, Level::HIGHEST, seed), None, "too little follows in so small a book");
    }
}
