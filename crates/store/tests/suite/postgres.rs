//! The suite in PostgreSQL, and what only a database beyond the process can do: go away, come back, and serve several.

use std::sync::Arc;
use std::time::Duration;

use damiera_store::{
    Database, EventLog, GameStore, GroupCommit, PostgresSettings, PostgresStore, Store, StoreError,
    StoreWrite,
};
use damiera_testing::{Availability, PrivatePostgres, trial};
use libtest_mimic::Trial;
use tokio::task::JoinSet;

use crate::samples::{events, game, write};
use crate::{Case, block_on, copy, leases};

/// A test that stops the server.
type FaultTest = fn(PrivatePostgres);
/// A test that leaves the server running.
type SharedTest = fn(&PrivatePostgres);

/// Tests with a server of their own, since they stop it.
const FAULTS: &[(&str, FaultTest)] = &[
    ("a_write_waits_for_the_database_and_is_done_once", a_write_waits_for_the_database_and_is_done_once),
    (
        "nothing_acknowledged_is_lost_when_the_server_is_killed",
        nothing_acknowledged_is_lost_when_the_server_is_killed,
    ),
    (
        "reads_fail_while_the_database_is_away_and_work_again",
        reads_fail_while_the_database_is_away_and_work_again,
    ),
];

/// Tests that share a server, each with a database of its own.
const OWN: &[(&str, SharedTest)] = &[
    ("one_writer_gets_each_number", one_writer_gets_each_number),
    ("a_statement_that_takes_too_long_is_cancelled", a_statement_that_takes_too_long_is_cancelled),
    (
        "a_database_that_does_not_exist_is_an_error_at_once",
        a_database_that_does_not_exist_is_an_error_at_once,
    ),
    ("stores_that_open_together_migrate_once", stores_that_open_together_migrate_once),
    ("one_node_owns_something_at_a_time", |server| {
        let url = server.create_database().unwrap();
        block_on(async {
            let leases = open(&url).await;
            leases::one_node_owns_something_at_a_time(&leases).await;
            leases::nodes_without_a_broker_take_turns(&leases).await;
        });
    }),
    ("a_store_moves_to_postgres_and_back", a_store_moves_to_postgres_and_back),
];

/// Quick to give up, for tests.
fn settings() -> PostgresSettings {
    PostgresSettings {
        connections: 4,
        statement_timeout: Duration::from_secs(5),
        patience: Duration::from_secs(1),
    }
}

async fn open(url: &str) -> PostgresStore {
    PostgresStore::open(url, settings()).await.unwrap()
}

pub(crate) fn trials(cases: &'static [(&'static str, Case)]) -> Vec<Trial> {
    let server = PrivatePostgres::start().map(Arc::new);
    let can_run = if server.is_some() { Availability::Present } else { Availability::Missing };
    let shared = |name: &str, test: Box<dyn FnOnce(&PrivatePostgres) + Send>| {
        let server = server.clone();
        trial(format!("postgres::{name}"), can_run, move || test(&server.unwrap()))
    };
    let suite = cases.iter().map(|&(name, case)| {
        let test = move |server: &PrivatePostgres| {
            let url = server.create_database().unwrap();
            block_on(async { case(Arc::new(open(&url).await)).await });
        };
        shared(name, Box::new(test))
    });
    let own = OWN.iter().map(|&(name, test)| shared(name, Box::new(test)));
    let faults = FAULTS.iter().map(|&(name, test)| {
        trial(format!("postgres::{name}"), can_run, move || test(PrivatePostgres::start().unwrap()))
    });
    suite.chain(own).chain(faults).collect()
}

fn a_write_waits_for_the_database_and_is_done_once(mut server: PrivatePostgres) {
    let url = server.create_database().unwrap();
    block_on(async {
        let store = open(&url).await;
        let writer = GroupCommit::start(Arc::new(store.clone()), |_, _| {});
        writer.write(game("g")).await.unwrap();
        server.stop();
        let waiting = tokio::spawn(async move { writer.write(events("g", 1, "w:a", 5)).await });
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert!(!waiting.is_finished(), "nothing is acknowledged while the database is away");
        server.start_again().unwrap();
        waiting.await.unwrap().unwrap();
        assert_eq!(store.load("g").await.unwrap().unwrap().events.len(), 1);
    });
}

/// Many games are written while the server is killed twice. Every write is acknowledged in the end, and the log has each
/// event exactly once.
fn nothing_acknowledged_is_lost_when_the_server_is_killed(mut server: PrivatePostgres) {
    const GAMES: usize = 20;
    const EVENTS: u64 = 60;
    let url = server.create_database().unwrap();
    block_on(async {
        let store = open(&url).await;
        let writer = GroupCommit::start(Arc::new(store.clone()), |_, _| {});
        let mut games = JoinSet::new();
        for i in 0..GAMES {
            let writer = writer.clone();
            games.spawn(async move {
                let id = format!("g{i}");
                writer.write(game(&id)).await.unwrap();
                for seq in 1..=EVENTS {
                    writer.write(events(&id, seq, &format!("w:{seq}"), seq)).await.unwrap();
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            });
        }
        for _ in 0..2 {
            tokio::time::sleep(Duration::from_millis(150)).await;
            server = tokio::task::spawn_blocking(move || {
                server.kill();
                server.start_again().unwrap();
                server
            })
            .await
            .unwrap();
        }
        games.join_all().await;
        for i in 0..GAMES {
            let stored = store.load(&format!("g{i}")).await.unwrap().unwrap();
            let at: Vec<_> = stored.events.iter().map(|event| event.event().unwrap().at).collect();
            assert_eq!(at, (1..=EVENTS).collect::<Vec<_>>());
        }
    });
}

fn reads_fail_while_the_database_is_away_and_work_again(mut server: PrivatePostgres) {
    let url = server.create_database().unwrap();
    block_on(async {
        let store = open(&url).await;
        write(&(Arc::new(store.clone()) as Arc<dyn Store>), &[game("g")]).await;
        assert!(store.load("g").await.unwrap().is_some());
        server.stop();
        let away = store.load("g").await;
        assert!(matches!(away, Err(StoreError::Unavailable(_))), "{away:?}");
        let opened = PostgresStore::open(&url, settings()).await;
        assert!(matches!(opened, Err(StoreError::Unavailable(_))), "{opened:?}");
        server.start_again().unwrap();
        assert!(store.load("g").await.unwrap().is_some());
    });
}

/// Two stores write to the same games at the same time: of two events with the same number, exactly one is written.
fn one_writer_gets_each_number(server: &PrivatePostgres) {
    const EVENTS: u64 = 50;
    let url = server.create_database().unwrap();
    block_on(async {
        let stores = [open(&url).await, open(&url).await];
        write(&(Arc::new(stores[0].clone()) as Arc<dyn Store>), &[game("g"), game("h")]).await;
        let mut won = 0;
        for seq in 1..=EVENTS {
            // In opposite order, which may deadlock.
            let batch =
                |who: u64| ["g", "h"].map(|id| events(id, seq, &format!("{who}:{seq}"), 2 * seq + who));
            let mut reversed = batch(1);
            reversed.reverse();
            let logs = stores.clone().map(|store| GroupCommit::start(Arc::new(store), |_, _| {}));
            let both = async |log: &GroupCommit, [first, second]: [StoreWrite; 2]| {
                tokio::join!(log.write(first), log.write(second))
            };
            let (one, two) = tokio::join!(both(&logs[0], batch(0)), both(&logs[1], reversed));
            for outcome in [one.0, one.1, two.0, two.1] {
                match outcome {
                    Ok(()) => won += 1,
                    Err(StoreError::Conflict) => {}
                    Err(error) => panic!("{error}"),
                }
            }
        }
        assert_eq!(won, 2 * EVENTS);
        for id in ["g", "h"] {
            assert_eq!(stores[1].events_after(id, 0).await.unwrap().len(), EVENTS as usize);
        }
    });
}

fn a_statement_that_takes_too_long_is_cancelled(server: &PrivatePostgres) {
    let url = server.create_database().unwrap();
    block_on(async {
        let settings = PostgresSettings { statement_timeout: Duration::from_millis(300), ..settings() };
        let store = PostgresStore::open(&url, settings).await.unwrap();
        write(&(Arc::new(store.clone()) as Arc<dyn Store>), &[game("g")]).await;
        // Another session holds a lock on the log, as a careless migration would.
        let name = url.rsplit('/').next().unwrap().to_owned();
        let sql = "BEGIN; LOCK TABLE game_event IN EXCLUSIVE MODE; SELECT pg_sleep(1.5); COMMIT";
        let address = url.clone();
        let locked = tokio::task::spawn_blocking(move || {
            std::process::Command::new("psql").args(["--quiet", "--command", sql, &address]).output().unwrap()
        });
        while server
            .execute(
                &name,
                "SELECT 1 FROM pg_locks WHERE mode = 'ExclusiveLock' AND relation = 'game_event'::regclass",
            )
            .unwrap()
            .is_empty()
        {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let results = store.write(&[events("g", 1, "a", 1)]).await;
        assert!(matches!(results[..], [Err(StoreError::Unavailable(_))]), "{results:?}");
        let writer = GroupCommit::start(Arc::new(store.clone()), |_, _| {});
        writer.write(events("g", 1, "a", 1)).await.unwrap();
        assert!(locked.await.unwrap().status.success());
        assert_eq!(store.events_after("g", 0).await.unwrap().len(), 1);
    });
}

fn a_database_that_does_not_exist_is_an_error_at_once(server: &PrivatePostgres) {
    block_on(async {
        let patient = PostgresSettings { patience: Duration::from_secs(3600), ..settings() };
        let opened = PostgresStore::open(&server.url("nowhere"), patient).await;
        assert!(matches!(opened, Err(StoreError::Database(_))), "{opened:?}");
    });
}

fn stores_that_open_together_migrate_once(server: &PrivatePostgres) {
    let url = server.create_database().unwrap();
    block_on(async {
        tokio::join!(open(&url), open(&url), open(&url));
        let store = open(&url).await;
        assert!(store.load("g").await.unwrap().is_none());
    });
}

fn a_store_moves_to_postgres_and_back(server: &PrivatePostgres) {
    let databases = [(); 2].map(|()| Database::Postgres(server.create_database().unwrap()));
    block_on(async {
        let (folder, path) = copy::sample().await;
        let [first, second] = databases;
        copy::copy_with_a_stop(&Database::Sqlite(path), &first).await;
        copy::copy_with_a_stop(&first, &second).await;
        let back = Database::Sqlite(folder.path().join("back.sqlite"));
        copy::copy_with_a_stop(&second, &back).await;
        copy::use_the_copy(&first).await;
        copy::use_the_copy(&back).await;
    });
}
