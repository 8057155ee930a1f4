//! The event log, and the games in it.

use std::sync::Arc;

use damiera_store::{
    Credentials, EndMark, Holder, Holders, NewEvents, NewGame, Store, StoreError, StoreWrite, StoredEvent,
};

use crate::samples::{body, events, game, holder, new_events, new_game, visitor, write};

pub(crate) async fn a_game_is_read_back_as_written(store: Arc<dyn Store>) {
    let holders = Holders([Some(Holder { account: Some(3), ..holder("w") }), None]);
    let first = NewEvents { events: vec![(5, body(5)), (6, body(6))], ..new_events("g", 1, Some("w:a"), 5) };
    let new = NewGame { holders: holders.clone(), first: Some(first), ..new_game("g") };
    assert!(!store.is_written(&StoreWrite::Game(Box::new(new.clone()))).await.unwrap());
    write(&store, &[StoreWrite::Game(Box::new(new.clone()))]).await;
    assert!(store.is_written(&StoreWrite::Game(Box::new(new.clone()))).await.unwrap());
    let stored = store.load("g").await.unwrap().unwrap();
    assert_eq!(stored.terms, new.terms);
    assert_eq!(stored.seats, new.seats);
    assert_eq!(stored.holders, holders);
    let expected = [
        StoredEvent { command_id: Some("w:a".to_owned()), body: body(5).to_string() },
        StoredEvent { command_id: None, body: body(6).to_string() },
    ];
    assert_eq!(stored.events, expected);
    assert_eq!(stored.events[1].event().unwrap().at, 6);
    assert!(store.load("other").await.unwrap().is_none());
}

pub(crate) async fn events_are_read_after_a_number(store: Arc<dyn Store>) {
    write(&store, &[game("g"), game("h")]).await;
    write(&store, &[events("g", 1, "a", 1), events("g", 2, "b", 2), events("h", 1, "a", 9)]).await;
    let ids = |events: Vec<StoredEvent>| {
        events.into_iter().map(|event| event.command_id.unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(ids(store.events_after("g", 0).await.unwrap()), ["a", "b"]);
    assert_eq!(ids(store.events_after("g", 1).await.unwrap()), ["b"]);
    assert!(store.events_after("g", 2).await.unwrap().is_empty());
    let known = [("g".into(), 1), ("h".into(), 1), ("none".into(), 0)];
    assert_eq!(store.games_with_news(&known).await.unwrap(), ["g"]);
    assert!(store.games_with_news(&[]).await.unwrap().is_empty());
}

pub(crate) async fn a_sequence_number_is_written_once(store: Arc<dyn Store>) {
    write(&store, &[game("g"), events("g", 1, "a", 1)]).await;
    let second = events("g", 1, "b", 2);
    assert!(matches!(store.write(std::slice::from_ref(&second)).await[..], [Err(StoreError::Conflict)]));
    assert!(!store.is_written(&second).await.unwrap(), "another event has that number");
    assert!(store.is_written(&events("g", 1, "a", 1)).await.unwrap());
    assert_eq!(store.events_after("g", 0).await.unwrap().len(), 1);
}

pub(crate) async fn a_command_id_is_written_once_per_game(store: Arc<dyn Store>) {
    write(&store, &[game("g"), game("h"), events("g", 1, "a", 1), events("h", 1, "a", 1)]).await;
    assert!(matches!(store.write(&[events("g", 2, "a", 2)]).await[..], [Err(StoreError::Conflict)]));
    write(&store, &[StoreWrite::Events(new_events("g", 2, None, 2))]).await;
    write(&store, &[StoreWrite::Events(new_events("g", 3, None, 3))]).await;
}

pub(crate) async fn a_conflict_fails_alone(store: Arc<dyn Store>) {
    write(&store, &[game("g")]).await;
    let batch: Vec<_> = (1..=9)
        .map(|i| if i == 6 { game("g") } else { events("g", i - u64::from(i > 6), &format!("w:{i}"), i) })
        .collect();
    let results = store.write(&batch).await;
    for (i, result) in (1..).zip(&results) {
        assert_eq!(matches!(result, Err(StoreError::Conflict)), i == 6, "{i}: {result:?}");
        assert_eq!(result.is_ok(), i != 6, "{i}: {result:?}");
    }
    assert_eq!(store.load("g").await.unwrap().unwrap().events.len(), 8);
}

pub(crate) async fn a_game_of_a_missing_seek_conflicts(store: Arc<dyn Store>) {
    let orphan = NewGame { seek: Some("gone".to_owned()), ..new_game("g") };
    let results = store.write(&[StoreWrite::Game(Box::new(orphan)), game("h")]).await;
    assert!(matches!(results[..], [Err(StoreError::Conflict), Ok(())]), "{results:?}");
    assert!(store.load("g").await.unwrap().is_none());
}

pub(crate) async fn games_are_found_by_visitor_and_account(store: Arc<dyn Store>) {
    let with = |id: &str, at, holder| {
        StoreWrite::Game(Box::new(NewGame { at, holders: Holders::both(holder), ..new_game(id) }))
    };
    let account = Holder { account: Some(8), ..Holder::default() };
    write(&store, &[with("a", 1, holder("v")), with("b", 2, account), with("c", 3, holder("other"))]).await;
    write(&store, &[events("a", 1, "x", 1)]).await;
    let both = Credentials { account: Some(8), ..visitor("v") };
    let games = store.games_of(&both, 10).await.unwrap();
    assert_eq!(games.iter().map(|game| (&*game.id, game.events)).collect::<Vec<_>>(), [("b", 0), ("a", 1)]);
    assert_eq!(store.games_of(&both, 1).await.unwrap().len(), 1);
    assert!(store.games_of(&Credentials::default(), 10).await.unwrap().is_empty());
}

pub(crate) async fn timed_games_are_unfinished_until_they_end(store: Arc<dyn Store>) {
    let timed = |id: &str| StoreWrite::Game(Box::new(NewGame { timed: true, ..new_game(id) }));
    write(&store, &[timed("a"), timed("b"), game("untimed")]).await;
    let end = NewEvents { end: Some(EndMark::Ended(4)), ..new_events("b", 1, None, 4) };
    write(&store, &[StoreWrite::Events(end)]).await;
    assert_eq!(store.unfinished_timed_games().await.unwrap(), ["a"]);
    let reopened = NewEvents { end: Some(EndMark::Reopened), ..new_events("b", 2, None, 5) };
    write(&store, &[StoreWrite::Events(reopened)]).await;
    let mut unfinished = store.unfinished_timed_games().await.unwrap();
    unfinished.sort();
    assert_eq!(unfinished, ["a", "b"], "its end was withdrawn");
}

pub(crate) async fn a_game_may_end_in_the_batch_that_creates_it(store: Arc<dyn Store>) {
    let timed = |id: &str| NewGame { timed: true, ..new_game(id) };
    let end = |id: &str| NewEvents { end: Some(EndMark::Ended(4)), ..new_events(id, 1, None, 4) };
    let at_once = NewGame { first: Some(end("a")), ..timed("a") };
    let batch = [
        StoreWrite::Game(Box::new(at_once)),
        StoreWrite::Game(Box::new(timed("b"))),
        StoreWrite::Events(end("b")),
        StoreWrite::Game(Box::new(timed("c"))),
    ];
    write(&store, &batch).await;
    assert_eq!(store.unfinished_timed_games().await.unwrap(), ["c"]);
}

pub(crate) async fn the_latest_heartbeat_or_event_of_a_running_game_counts(store: Arc<dyn Store>) {
    assert_eq!(store.last_heartbeat(99).await.unwrap(), None);
    write(&store, &[StoreWrite::Heartbeat(50), StoreWrite::Heartbeat(40)]).await;
    write(&store, &[StoreWrite::Heartbeat(45)]).await;
    assert_eq!(store.last_heartbeat(99).await.unwrap(), Some(50));
    let timed = NewGame { timed: true, first: Some(new_events("g", 1, None, 60)), ..new_game("g") };
    write(&store, &[StoreWrite::Game(Box::new(timed))]).await;
    assert_eq!(store.last_heartbeat(99).await.unwrap(), Some(60));
    assert_eq!(store.last_heartbeat(59).await.unwrap(), Some(50), "later instants are left out");
    store.reset_heartbeat(30).await.unwrap();
    assert_eq!(store.last_heartbeat(59).await.unwrap(), Some(30), "set back");
}

pub(crate) async fn outages_are_kept_in_order(store: Arc<dyn Store>) {
    store.record_outage(50, 60).await.unwrap();
    store.record_outage(10, 20).await.unwrap();
    assert_eq!(store.outages().await.unwrap(), [(10, 20), (50, 60)]);
}
