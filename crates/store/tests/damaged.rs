//! A database file that is private, and a damaged one that is recognised when it is opened.
#![allow(clippy::unwrap_used)] // a failed step fails the test

use std::fs;
use std::path::Path;
use std::sync::Arc;

use damiera_game::{Profile, Terms, wire};
use damiera_messages::Seats;
use damiera_rules::Variant;
use damiera_store::{
    Credentials, EventLog, GameSource, GameStore, Holders, ImportedGame, LibraryCard, LibraryStore,
    NewEvents, NewGame, SqliteStore, StoreError, StoreWrite,
};
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

const PAGE: usize = 4096;

/// A database of some hundred pages, closed properly.
async fn database(path: &Path) {
    let store = SqliteStore::open(path).await.unwrap();
    let games: Vec<_> = (0..300)
        .map(|i| ImportedGame {
            card: LibraryCard {
                id: format!("game-{i}"),
                source: GameSource::Imported,
                at: i,
                variant: "italian".to_owned(),
                white: format!("White {i}"),
                black: String::new(),
                event: String::new(),
                date: String::new(),
                outcome: "draw".to_owned(),
                result: "1-1".to_owned(),
                plies: 0,
                events: 0,
            },
            keys: (0..40).map(|key| key * 7919 * (i + 1)).collect(),
            pdn: format!("[Event \"{i}\"] ").repeat(50),
            fingerprint: i,
        })
        .collect();
    store.import_games(&games, &Credentials::default()).await.unwrap();
    drop(store);
    let mut connection =
        SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(path)).await.unwrap();
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

async fn fault(path: &Path) -> String {
    match SqliteStore::open(path).await {
        Err(error @ StoreError::Damaged(_)) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn every_overwritten_page_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole.sqlite");
    database(&whole).await;
    let bytes = Arc::new(fs::read(&whole).unwrap());
    let pages = bytes.len() / PAGE;
    assert!(pages > 100, "{pages} pages");
    for page in (0..pages).step_by(pages / 25) {
        let path = folder.path().join(format!("page-{page}.sqlite"));
        let mut damaged = (*bytes).clone();
        let mut noise = page as u64 + 1;
        for byte in &mut damaged[page * PAGE..(page + 1) * PAGE] {
            noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *byte = (noise >> 56) as u8;
        }
        fs::write(&path, damaged).unwrap();
        let said = fault(&path).await;
        assert!(said.contains("damaged") && said.contains("backup"), "page {page}: {said}");
    }
}

#[tokio::test]
async fn a_game_that_lacks_an_event_is_not_served() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let store = SqliteStore::open(&path).await.unwrap();
    let terms = wire::WireTerms::from(&Terms::new(Variant::ALL[0], Profile::ONLINE));
    let game = NewGame {
        id: "a-game".into(),
        at: 1,
        terms,
        timed: false,
        seats: Seats::PEOPLE,
        holders: Holders::default(),
        seek: None,
        first: None,
    };
    let events = (1..=4).map(|at| (at, "{}".into())).collect();
    let events = NewEvents { game: "a-game".into(), seq: 1, command_id: None, events, end: None };
    for written in store.write(&[StoreWrite::Game(Box::new(game)), StoreWrite::Events(events)]).await {
        written.unwrap();
    }
    assert_eq!(store.load("a-game").await.unwrap().unwrap().events.len(), 4);
    let mut connection =
        SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(&path)).await.unwrap();
    sqlx::query("DELETE FROM game_event WHERE seq = 2").execute(&mut connection).await.unwrap();
    for read in [store.load("a-game").await.map(|_| ()), store.events_after("a-game", 1).await.map(|_| ())] {
        assert!(matches!(&read, Err(StoreError::Damaged(what)) if what.contains("event 2")), "{read:?}");
    }
    assert_eq!(store.events_after("a-game", 2).await.unwrap().len(), 2);
}

#[tokio::test]
async fn files_that_are_no_database_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole.sqlite");
    database(&whole).await;
    let bytes = fs::read(&whole).unwrap();
    for (name, content) in [
        ("empty", &b""[..]),
        (
            "text",
            b"This is a letter, not a database, and a rather long one at that: it goes on. "
                .repeat(60)
                .leak(),
        ),
        ("cut off", &bytes[..bytes.len() / 2]),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, content).unwrap();
        fault(&path).await;
        assert_eq!(fs::read(&path).unwrap(), content, "{name} was changed");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn the_file_and_its_journals_are_private() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    drop(SqliteStore::open(&path).await.unwrap());
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    let _store = SqliteStore::open(&path).await.unwrap();
    let files: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() > 1, "{files:?}");
    for file in files {
        let mode = fs::metadata(&file).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}: {mode:o}", file.display());
    }
}
