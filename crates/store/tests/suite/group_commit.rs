//! Group commit over a store whose answers may be lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use async_trait::async_trait;
use damiera_store::{EventLog, GroupCommit, Store, StoreError, StoreResult, StoreWrite};

use crate::samples::{events, game};

/// A real store behind an unreliable connection: answers are lost, or writes never arrive.
struct Unreliable {
    store: Arc<dyn Store>,
    arrives: AtomicBool,
}

#[async_trait]
impl EventLog for Unreliable {
    async fn write(&self, batch: &[StoreWrite]) -> Vec<StoreResult<()>> {
        if self.arrives.load(Ordering::Relaxed) {
            self.store.write(batch).await;
        }
        batch.iter().map(|_| Err(StoreError::OutcomeUnknown)).collect()
    }

    async fn is_written(&self, write: &StoreWrite) -> StoreResult<bool> {
        self.store.is_written(write).await
    }
}

fn unreliable(store: &Arc<dyn Store>) -> (Arc<Unreliable>, GroupCommit) {
    let log = Arc::new(Unreliable { store: Arc::clone(store), arrives: AtomicBool::new(true) });
    (Arc::clone(&log), GroupCommit::start(log, |_, _| {}))
}

pub(crate) async fn a_lost_answer_is_read_back_from_the_log(store: Arc<dyn Store>) {
    let (_, writer) = unreliable(&store);
    writer.write(game("g")).await.unwrap();
    writer.write(events("g", 1, "w:a", 5)).await.unwrap();
    assert_eq!(store.load("g").await.unwrap().unwrap().events.len(), 1, "written once");
    let other = writer.write(events("g", 1, "b:b", 9)).await;
    assert!(matches!(other, Err(StoreError::Database(_))), "the number holds another event: {other:?}");
}

pub(crate) async fn a_lost_write_is_known_to_have_failed(store: Arc<dyn Store>) {
    let (log, writer) = unreliable(&store);
    writer.write(game("g")).await.unwrap();
    log.arrives.store(false, Ordering::Relaxed);
    for write in [events("g", 1, "w:a", 5), game("h")] {
        let outcome = writer.write(write).await;
        assert!(matches!(outcome, Err(StoreError::Database(_))), "{outcome:?}");
    }
    assert!(store.load("g").await.unwrap().unwrap().events.is_empty());
    assert!(store.load("h").await.unwrap().is_none());
}

/// A real store that can be reached again after some attempts. The first attempt arrives, but its answer is lost.
struct Away {
    store: Arc<dyn Store>,
    attempts: AtomicUsize,
}

#[async_trait]
impl EventLog for Away {
    async fn write(&self, batch: &[StoreWrite]) -> Vec<StoreResult<()>> {
        let attempt = self.attempts.fetch_add(1, Ordering::Relaxed);
        if attempt == 0 || attempt >= 3 {
            let results = self.store.write(batch).await;
            if attempt >= 3 {
                return results;
            }
        }
        batch.iter().map(|_| Err(StoreError::Unavailable("away".into()))).collect()
    }

    async fn is_written(&self, write: &StoreWrite) -> StoreResult<bool> {
        self.store.is_written(write).await
    }
}

pub(crate) async fn a_write_is_tried_again_until_the_store_is_available(store: Arc<dyn Store>) {
    let first = GroupCommit::start(Arc::clone(&store) as _, |_, _| {});
    first.write(game("g")).await.unwrap();
    let away = || Arc::new(Away { store: Arc::clone(&store), attempts: AtomicUsize::new(0) });
    let writer = GroupCommit::start(away(), |_, _| {});
    writer.write(events("g", 1, "w:a", 5)).await.unwrap();
    assert_eq!(store.load("g").await.unwrap().unwrap().events.len(), 1, "written once");
    // The number is taken by another event: trying again must not pass that off as its own.
    let writer = GroupCommit::start(away(), |_, _| {});
    let other = writer.write(events("g", 1, "b:b", 9)).await;
    assert!(matches!(other, Err(StoreError::Conflict)), "{other:?}");
}

pub(crate) async fn every_write_of_a_crowd_is_answered(store: Arc<dyn Store>) {
    const CROWD: usize = 100;
    let observed = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&observed);
    let writer = GroupCommit::start(Arc::clone(&store) as _, move |writes, _| {
        counter.fetch_add(writes, Ordering::Relaxed);
    });
    let mut crowd = tokio::task::JoinSet::new();
    for i in 0..CROWD {
        let writer = writer.clone();
        crowd.spawn(async move { writer.write(game(&format!("g{i}"))).await });
    }
    assert!(crowd.join_all().await.iter().all(Result::is_ok));
    assert_eq!(observed.load(Ordering::Relaxed), CROWD);
}
