//! A database that an older version wrote still opens, and everything in it can be read.
//!
//! `data/version-4.sql` is the dump of such a database. It is never changed; a newer one is added beside it.
#![allow(clippy::unwrap_used)] // a failed step fails the test

use damiera_game::{Event, Game, Terms};
use damiera_store::{
    AccountStore, Credentials, GameStore, LibraryQuery, LibraryStore, SeekStore, SqliteStore, fingerprint,
};
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

const DUMP: &str = include_str!("data/version-4.sql");

/// The games in it: id, events, half-moves, and whether the game has ended.
const GAMES: [(&str, usize, usize, bool); 8] = [
    ("xp2u4c4c9s", 14, 12, true),
    ("9nncdqhdfc", 14, 12, true),
    ("ze3qh40sqc", 14, 12, true),
    ("hszm9e928u", 14, 12, false),
    ("n4q6tp0r0m", 6, 3, false), // an irregularity was corrected
    ("5qebaamtxf", 4, 0, false), // a move was taken back
    ("9ya345jgam", 1, 0, false), // the engine has Black
    ("bmpej52bxv", 0, 0, false), // from a seek, and nobody came
];

async fn open() -> (tempfile::TempDir, SqliteStore) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.sqlite");
    let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    sqlx::raw_sql(DUMP).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let store = SqliteStore::open(&path).await.unwrap();
    (folder, store)
}

#[tokio::test]
async fn its_games_replay() {
    let (_folder, store) = open().await;
    for (id, events, plies, ended) in GAMES {
        let stored = store.load(id).await.unwrap().unwrap();
        assert_eq!(stored.events.len(), events, "{id}");
        let mut game = Game::new(Terms::try_from(&stored.terms).unwrap()).unwrap();
        for event in &stored.events {
            game.apply(&Event::try_from(&event.event().unwrap()).unwrap());
        }
        assert_eq!((game.plies().len(), game.end().is_some()), (plies, ended), "{id}");
    }
}

#[tokio::test]
async fn its_people_seeks_and_library_are_found() {
    let (_folder, store) = open().await;
    let marion = store.account("marion").await.unwrap().unwrap();
    assert!(marion.password_hash.starts_with("$argon2id$"));
    let who = Credentials { account: Some(marion.id), ..Credentials::default() };
    assert_eq!(store.games_of(&who, 100).await.unwrap().len(), GAMES.len());
    assert_eq!(store.seek("8dp5xcguvg").await.unwrap().unwrap().game, None);
    let accepted = store.seek("rtb90xrgwf").await.unwrap().unwrap();
    assert_eq!(accepted.game.as_deref(), Some("bmpej52bxv"));
    assert_eq!(accepted.holder.name.as_deref(), Some("Marion"));
    let pdn = store.imported_pdn("4c47s0r8bd").await.unwrap().unwrap();
    assert!(pdn.contains("Asa Long"), "{pdn}");
    let known = store.import_fingerprints(&who).await.unwrap();
    assert_eq!(
        known.get(&fingerprint(&pdn)).map(String::as_str),
        Some("4c47s0r8bd"),
        "it is not imported twice"
    );
    let found = store.search(&LibraryQuery::default(), &who, 0, 100).await.unwrap();
    assert_eq!(found.total, 1 + GAMES.len() as i64);
    assert_eq!(store.outages().await.unwrap().len(), 1);
    assert!(store.last_heartbeat(u64::MAX).await.unwrap().is_some());
}
