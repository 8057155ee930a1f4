//! What files may go through: damage, interruption, and being asked for again.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod common;

use std::fs;
use std::ops::ControlFlow::{Break, Continue};
use std::path::Path;

use common::{Folder, contents, make, small};
use damiera_endgame::{
    BuildError, MaterialClass, TableFileError, Tables, build, build_quick, has_quick, most_pieces,
    quick_pieces,
};
use damiera_rules::variant::{Brazilian, English, International, Italian};
use damiera_rules::{Position, Rules};
use proptest::prelude::*;

/// A copy of the English tables to three pieces.
fn copied() -> Folder {
    let folder = Folder::new();
    let into = folder.path().join("english");
    fs::create_dir(&into).unwrap();
    for (name, bytes) in contents(&small().join("english")) {
        fs::write(into.join(name), bytes).unwrap();
    }
    folder
}

fn problem(dir: &Path) -> TableFileError {
    match Tables::<English>::open(dir) {
        Ok(_) => panic!("a damaged table was opened"),
        Err(error) => {
            assert!(error.to_string().contains(error.path.to_str().unwrap()), "{error}");
            error.problem
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_changed_byte_is_noticed(place in any::<prop::sample::Index>(), change in 1_u8..=255) {
        let folder = copied();
        let path = folder.path().join("english/KKvM.egt");
        let mut bytes = fs::read(&path).unwrap();
        let place = place.index(bytes.len());
        bytes[place] ^= change;
        fs::write(&path, bytes).unwrap();
        problem(folder.path());
    }

    #[test]
    fn a_cut_file_is_noticed(place in any::<prop::sample::Index>()) {
        let folder = copied();
        let path = folder.path().join("english/KMvM.egt");
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..place.index(bytes.len())]).unwrap();
        problem(folder.path());
    }
}

#[test]
fn damage_is_told_by_its_kind() {
    let change = |change: fn(&mut Vec<u8>)| {
        let folder = copied();
        let path = folder.path().join("english/KKvK.egt");
        let mut bytes = fs::read(&path).unwrap();
        change(&mut bytes);
        fs::write(&path, bytes).unwrap();
        problem(folder.path())
    };
    assert!(matches!(change(|bytes| bytes[0] = b'X'), TableFileError::NotATable));
    assert!(matches!(change(|bytes| bytes[8] = 99), TableFileError::OtherVersion(99)));
    assert!(matches!(change(|bytes| bytes.push(0)), TableFileError::WrongLength { .. }));
    assert!(matches!(change(|bytes| bytes.truncate(300)), TableFileError::WrongLength { found: 300, .. }));
    assert!(matches!(change(Vec::clear), TableFileError::NotATable | TableFileError::Unreadable(_)));
    assert!(matches!(change(|bytes| *bytes.last_mut().unwrap() ^= 1), TableFileError::WrongChecksum));
    assert!(matches!(change(|bytes| bytes[500] ^= 1), TableFileError::WrongChecksum));
}

#[test]
fn a_table_under_another_s_name_is_refused() {
    let folder = copied();
    let english = folder.path().join("english");
    fs::copy(english.join("KKvM.egt"), english.join("KKvK.egt")).unwrap();
    assert!(matches!(problem(folder.path()), TableFileError::OtherContent));

    let folder = copied();
    fs::copy(small().join("italian/KKvK.egt"), folder.path().join("english/KKvK.egt")).unwrap();
    assert!(matches!(problem(folder.path()), TableFileError::OtherContent));
}

#[test]
fn a_build_goes_on_where_it_was_and_mends_what_is_broken() {
    let folder = copied();
    let english = folder.path().join("english");
    let whole = contents(&english);
    for missing in ["KMvK.egt", "MMvM.egt", "KvM.egt"] {
        fs::remove_file(english.join(missing)).unwrap();
    }
    fs::write(english.join("KMvM.egt"), b"DAMIERAE and nothing else").unwrap();
    fs::write(english.join("KKvM.partial"), b"half a table").unwrap();
    let (mut kept, mut made) = (Vec::new(), Vec::new());
    build::<English>(folder.path(), 3, 1, &mut |progress| {
        if progress.kept { &mut kept } else { &mut made }.push(progress.class.to_string());
        Continue(())
    })
    .unwrap();
    assert_eq!(made, ["KvM", "KMvK", "KMvM", "MMvM"]);
    assert_eq!(kept.len(), 5);
    assert_eq!(contents(&english), whole, "the same bytes, however it came about");
}

#[test]
fn a_build_stops_when_asked_and_keeps_what_it_has() {
    let folder = Folder::new();
    let stopped = build::<English>(folder.path(), 3, 2, &mut |progress| {
        if progress.class.to_string() == "KMvK" { Break(()) } else { Continue(()) }
    });
    assert!(matches!(stopped, Err(BuildError::Stopped)));
    let there = contents(&folder.path().join("english"));
    let whole = contents(&small().join("english"));
    assert_eq!(there.len(), 6);
    assert!(there.iter().all(|(name, bytes)| whole[name] == *bytes));
}

#[test]
fn an_app_can_make_these_at_once() {
    assert_eq!((quick_pieces::<English>(), most_pieces::<English>()), (4, 6));
    assert_eq!((quick_pieces::<International>(), most_pieces::<International>()), (4, 5));
}

#[test]
fn small_tables_are_made_once() {
    let folder = Folder::new();
    assert!(!has_quick::<Brazilian>(folder.path()));
    build_quick::<Brazilian>(folder.path(), 2).unwrap();
    assert!(has_quick::<Brazilian>(folder.path()));
    assert_eq!(Tables::<Brazilian>::open(folder.path()).unwrap().pieces(), 4);
    let before = contents(&folder.path().join("brazilian"));
    build_quick::<Brazilian>(folder.path(), 2).unwrap();
    assert_eq!(contents(&folder.path().join("brazilian")), before);
}

#[test]
fn two_builds_do_not_work_in_one_folder() {
    let folder = Folder::new();
    let mut inner = None;
    build::<English>(folder.path(), 2, 1, &mut |_| {
        inner = Some(build::<English>(folder.path(), 2, 1, &mut |_| Continue(())));
        Continue(())
    })
    .unwrap();
    assert!(matches!(inner, Some(Err(BuildError::Busy))));
}

#[test]
fn several_programs_may_want_the_small_tables_at_once() {
    let folder = Folder::new();
    std::thread::scope(|scope| {
        let wanting: Vec<_> =
            (0..3).map(|_| scope.spawn(|| build_quick::<Italian>(folder.path(), 1))).collect();
        for program in wanting {
            program.join().unwrap().unwrap();
        }
    });
    assert_eq!(Tables::<Italian>::open(folder.path()).unwrap().pieces(), 4);
}

#[test]
fn threads_do_not_change_a_byte() {
    let folders = [1, 3].map(|threads| {
        let folder = Folder::new();
        build::<Italian>(folder.path(), 3, threads, &mut |_| Continue(())).unwrap();
        folder
    });
    let [one, three] = folders.each_ref().map(|folder| contents(&folder.path().join("italian")));
    assert_eq!(one, three);
}

#[test]
fn more_pieces_than_memory_holds_are_refused() {
    let folder = Folder::new();
    let refused = |result| matches!(result, Err(BuildError::TooManyPieces { .. }));
    assert!(refused(build::<International>(folder.path(), 6, 1, &mut |_| Continue(()))));
    assert!(refused(build::<English>(folder.path(), 7, 1, &mut |_| Continue(()))));
    assert!(refused(build::<English>(folder.path(), 1, 1, &mut |_| Continue(()))));
}

#[test]
fn what_is_not_there_is_not_known() {
    let empty = Folder::new();
    let tables = Tables::<English>::open(empty.path()).unwrap();
    assert_eq!(tables.pieces(), 0);
    assert_eq!(tables.probe(&Position::start()), None);
    assert_eq!(tables.outcome(&Position::from_fen("W:WK1:BK32").unwrap()), None);

    // A class is missing: what leads to it by a capture is not known either.
    let folder = copied();
    fs::remove_file(folder.path().join("english/KvK.egt")).unwrap();
    let tables = Tables::<English>::open(folder.path()).unwrap();
    assert_eq!(tables.pieces(), 0);
    assert!(tables.probe(&Position::from_fen("W:WK22,K1:BK18").unwrap()).is_some());
    assert_eq!(tables.probe(&Position::from_fen("B:WK22,K1:BK18").unwrap()), None);
}

#[test]
fn more_pieces_are_made_from_tables_that_are_there() {
    let (resumed, fresh) = (copied(), Folder::new());
    make::<English>(resumed.path(), 4);
    make::<English>(fresh.path(), 4);
    let [resumed, fresh] = [resumed, fresh].map(|folder| contents(&folder.path().join("english")));
    assert!(resumed == fresh, "captures read back from files are worth what they were");
}

#[test]
fn classes_and_positions_belong_together() {
    fn check<R: Rules>(fen: &str, name: &str) {
        let class = MaterialClass::of(&Position::<R>::from_fen(fen).unwrap());
        assert_eq!(class.to_string(), name);
        assert_eq!(class.strong().pieces() + class.weak().pieces(), class.pieces());
    }
    check::<English>("W:W6,11:B3,K25", "KMvMM");
    check::<English>("B:WK1:B3,K25", "KMvK");
}
