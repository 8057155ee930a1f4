//! Copies of a store, and the check that replays its logs.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use damiera_store::{
    CopyProgress, Database, GameStore, ImportedGame, LibraryStore, NewAccount, PostgresSettings, SqliteStore,
    StoreCheck, StoreError, backup_sqlite, check_store, copy_store,
};
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use tempfile::TempDir;
use tokio::sync::Notify;

use crate::samples::{imported, visitor};

const DUMP: &str = include_str!("../data/version-4.sql");
/// Games in the dump, and their events.
const GAMES: (u64, u64) = (8, 67);

async fn connect(path: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    SqliteConnection::connect_with(&options).await.unwrap()
}

async fn run_sql(path: &Path, sql: &'static str) {
    let mut connection = connect(path).await;
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// A store with games, people, seeks and a library.
pub(crate) async fn sample() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sample.sqlite");
    run_sql(&path, DUMP).await;
    let store = SqliteStore::open(&path).await.unwrap();
    store.record_outage(1, 2).await.unwrap();
    store.record_outage(1, 2).await.unwrap(); // tables without a key may hold a row twice
    let long =
        ImportedGame { pdn: "[Event \"☃\"] ".repeat(20_000), ..imported("long", "Asa", "draw", &[1]) };
    store.import_games(&[long], &visitor("v")).await.unwrap();
    (folder, path)
}

async fn check(database: &Database) -> StoreCheck {
    check_store(database, None, |_| ControlFlow::Continue(())).await.unwrap()
}

/// Copies from one to the other, stopped once and completed.
pub(crate) async fn copy_with_a_stop(from: &Database, to: &Database) {
    let begun = Notify::new();
    let stopped = copy_store(from, to, |step| {
        if matches!(&step, CopyProgress::Copied { table, rows: 1.., .. } if table == "game") {
            begun.notify_one();
        }
    });
    tokio::select! {
        done = stopped => panic!("it was not stopped: {done:?}"),
        () = begun.notified() => {}
    }
    let opened = to.open(PostgresSettings::default()).await.map(drop);
    assert!(matches!(opened, Err(StoreError::UnfinishedCopy)), "{opened:?}");
    let mut verified = Vec::new();
    let done = copy_store(from, to, |step| {
        if let CopyProgress::Verified { table, rows } = step {
            verified.push((table, rows));
        }
    });
    done.await.unwrap();
    for expected in [("game", GAMES.0), ("game_event", GAMES.1), ("account", 1)] {
        assert!(verified.contains(&(expected.0.to_owned(), expected.1)), "{expected:?} in {verified:?}");
    }
    let report = check(to).await;
    assert_eq!((report.games, report.events, report.problems), (GAMES.0, GAMES.1, vec![]));
    let again = copy_store(from, to, |_| {}).await;
    assert!(
        again.is_err_and(|error| error.to_string().contains("not empty")),
        "a complete store is left alone"
    );
}

/// The copy is a store that works: people are found, and new ones get numbers of their own.
pub(crate) async fn use_the_copy(to: &Database) {
    let store = to.open(PostgresSettings::default()).await.unwrap();
    assert!(store.imported_pdn("long").await.unwrap().unwrap() == "[Event \"☃\"] ".repeat(20_000));
    let marion = store.account("marion").await.unwrap().unwrap();
    let new = NewAccount { name: "Asa", name_keys: &[], password_hash: "hash", visitor: None, at: 1 };
    let other = store.create_account(&new).await.unwrap();
    assert!(other > marion.id);
}

pub(crate) async fn a_copy_is_complete_and_can_be_resumed() {
    let (folder, path) = sample().await;
    let (from, to) = (Database::Sqlite(path), Database::Sqlite(folder.path().join("copy.sqlite")));
    copy_with_a_stop(&from, &to).await;
    use_the_copy(&to).await;
}

pub(crate) async fn a_check_finds_what_was_tampered_with() {
    let whole = {
        let (_folder, path) = sample().await;
        check(&Database::Sqlite(path)).await
    };
    assert_eq!((whole.games, whole.events, whole.problems), (GAMES.0, GAMES.1, vec![]));
    for (sql, expected) in [
        ("DELETE FROM game_event WHERE game = 'xp2u4c4c9s' AND seq = 5", "event 5 is missing"),
        ("UPDATE game_event SET body = '{}' WHERE game = 'xp2u4c4c9s' AND seq = 3", "event 3 cannot be read"),
        (
            "UPDATE game_event SET body = (SELECT body FROM game_event WHERE game = 'xp2u4c4c9s' AND seq = 3)
             WHERE game = 'xp2u4c4c9s' AND seq = 4",
            "event 4 is a move that is not legal",
        ),
        ("UPDATE game SET ended_at = NULL WHERE id = 'xp2u4c4c9s'", "not marked as ended"),
        ("UPDATE game SET ended_at = 1 WHERE id = 'hszm9e928u'", "has no end"),
        ("UPDATE game SET terms = '{}' WHERE id = 'xp2u4c4c9s'", "the terms cannot be read"),
    ] {
        let (_folder, path) = sample().await;
        run_sql(&path, sql).await;
        let report = check(&Database::Sqlite(path)).await;
        assert_eq!(report.problems.len(), 1, "{sql}: {:?}", report.problems);
        assert!(report.problems[0].1.contains(expected), "{sql}: {:?}", report.problems);
    }
}

pub(crate) async fn a_check_goes_on_after_a_game() {
    let (_folder, path) = sample().await;
    let database = Database::Sqlite(path);
    let rest = check_store(&database, Some("hszm9e928u".to_owned()), |_| ControlFlow::Continue(())).await;
    assert_eq!(rest.unwrap().games, 3, "those with a greater id");
}

/// A backup made while another connection writes has every game and can be checked.
pub(crate) async fn a_backup_is_made_while_the_store_is_used() {
    let (folder, path) = sample().await;
    let store = SqliteStore::open(&path).await.unwrap();
    let to = folder.path().join("backup.sqlite");
    let writing = async {
        for at in 0..50 {
            store.record_outage(at, at + 1).await.unwrap();
        }
    };
    let (size, ()) = tokio::join!(backup_sqlite(&path, &to, |_| {}), writing);
    assert_eq!(size.unwrap(), std::fs::metadata(&to).unwrap().len());
    let report = check(&Database::Sqlite(to.clone())).await;
    assert_eq!((report.games, report.problems), (GAMES.0, vec![]));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&to).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let again = backup_sqlite(&path, &to, |_| {}).await;
    assert!(again.is_err(), "an existing file is not overwritten");
    let names: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!names.iter().any(|name| name.to_string_lossy().contains(".part")), "{names:?}");
}
