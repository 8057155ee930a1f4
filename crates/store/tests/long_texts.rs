//! Long texts are written part by part: whatever interrupts that, nothing is left of them, and a part goes with its row.
#![allow(clippy::unwrap_used)] // a failed step fails the test

use std::path::Path;

use damiera_store::{
    AccountStore, Credentials, GameSource, ImportedGame, JobLimits, JobStore, LibraryCard, LibraryStore,
    NewAccount, NewJob, PeopleStore, RetentionStore, SqliteStore, TokenDigest,
};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Row};

const LIMITS: JobLimits = JobLimits { own: 100, visitors: 100 };

fn owner() -> Credentials {
    Credentials { visitor: Some(TokenDigest([1; 32])), ..Credentials::default() }
}

fn game(id: &str, bytes: usize) -> ImportedGame {
    let card = LibraryCard {
        id: id.to_owned(),
        source: GameSource::Imported,
        at: 1,
        variant: "italian".to_owned(),
        white: String::new(),
        black: String::new(),
        event: String::new(),
        date: String::new(),
        outcome: "open".to_owned(),
        result: "*".to_owned(),
        plies: 0,
        events: 0,
    };
    ImportedGame { card, keys: vec![1], pdn: "x".repeat(bytes), fingerprint: 1 }
}

fn job<'a>(id: &'a str, owner: &'a Credentials, games: &'a [String]) -> NewJob<'a> {
    NewJob { id, kind: "review", at: 5, owner, quota: "home", lang: "it", games }
}

/// The parts and jobs in a file, as another program sees them.
async fn count(connection: &mut SqliteConnection) -> (i64, i64) {
    let counts = sqlx::query("SELECT (SELECT COUNT(*) FROM text_part), (SELECT COUNT(*) FROM job)");
    let row = counts.fetch_one(connection).await.unwrap();
    (row.get(0), row.get(1))
}

async fn open(path: &Path) -> (SqliteStore, SqliteConnection) {
    let store = SqliteStore::open(path).await.unwrap();
    let other = SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(path)).await.unwrap();
    (store, other)
}

/// Begins to write, and gives up once something is written.
async fn interrupt<T: std::fmt::Debug>(write: impl Future<Output = T>, other: &mut SqliteConnection) {
    let begun = async { while count(other).await.0 < 2 {} };
    tokio::select! {
        done = write => panic!("it was not interrupted: {done:?}"),
        () = begun => {}
    }
}

#[tokio::test]
async fn an_interrupted_write_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let (owner, games) = (owner(), ["x".repeat(100), "y".repeat(4 << 20)]);
    let (store, mut other) = open(&path).await;
    interrupt(store.import_games(&[game("a", 4 << 20)], &owner), &mut other).await;
    assert_eq!(store.imported_pdn("a").await.unwrap(), None);
    store.import_games(&[game("b", 10)], &owner).await.unwrap();
    assert_eq!(count(&mut other).await, (0, 0), "the next write deletes what is left");
    interrupt(store.add_job(&job("one", &owner, &games), LIMITS), &mut other).await;
    assert_eq!(store.job("one").await.unwrap(), None, "a job is there with all of its games or not at all");
    assert!(store.jobs_of(&owner, 10).await.unwrap().is_empty());
    assert_eq!(store.job_task("one", 1).await.unwrap(), None);
    drop(store);
    let (store, _) = open(&path).await;
    assert_eq!(count(&mut other).await, (0, 0), "and so does a start");
    store.add_job(&job("one", &owner, &games), LIMITS).await.unwrap();
    assert!(store.job("one").await.unwrap().is_some());
}

#[tokio::test]
async fn a_long_text_is_deleted_with_its_row() {
    let folder = tempfile::tempdir().unwrap();
    let (store, mut other) = open(&folder.path().join("games.sqlite")).await;
    let new = NewAccount { name: "Tom", name_keys: &[], password_hash: "hash", visitor: None, at: 1 };
    let tom =
        Credentials { account: Some(store.create_account(&new).await.unwrap()), ..Credentials::default() };
    let games = ["x".repeat(200_000), "y".repeat(200_000)];
    store.import_games(&[game("a", 200_000)], &owner()).await.unwrap();
    assert_eq!(count(&mut other).await.0, 3);
    store.delete_import("a").await.unwrap();
    assert_eq!(count(&mut other).await.0, 0);
    store.add_job(&job("one", &tom, &games), LIMITS).await.unwrap();
    assert_eq!(count(&mut other).await.0, 6);
    store.cancel_job("one", 7).await.unwrap();
    assert_eq!(count(&mut other).await.0, 0, "a cancelled job needs no games");
    store.add_job(&job("two", &tom, &games), LIMITS).await.unwrap();
    store.add_job_result("two", 1, 6, &games[0]).await.unwrap();
    assert_eq!(count(&mut other).await.0, 9);
    store.delete_job("two").await.unwrap();
    assert_eq!(count(&mut other).await.0, 0);
    store.add_job(&job("three", &tom, &games), LIMITS).await.unwrap();
    store.import_games(&[game("b", 200_000)], &tom).await.unwrap();
    assert_eq!(count(&mut other).await.0, 9);
    store.delete_account(tom.account.unwrap()).await.unwrap();
    assert_eq!(count(&mut other).await, (0, 0));
}
