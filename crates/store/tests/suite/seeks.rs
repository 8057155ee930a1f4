//! Seeks.

use std::sync::Arc;

use damiera_messages::SeekTerms;
use damiera_store::{NewGame, SeekKind, Store, StoreError, StoreWrite, StoredSeek};

use crate::samples::{new_game, seek, write};

fn game_of(seek: &str, id: &str) -> StoreWrite {
    StoreWrite::Game(Box::new(NewGame { seek: Some(seek.to_owned()), ..new_game(id) }))
}

pub(crate) async fn a_seek_is_read_back_as_written(store: Arc<dyn Store>) {
    let new = StoreWrite::Seek(Box::new(seek("s")));
    assert!(!store.is_written(&new).await.unwrap());
    write(&store, std::slice::from_ref(&new)).await;
    assert!(store.is_written(&new).await.unwrap());
    assert_eq!(store.seek("s").await.unwrap(), Some(seek("s")));
    store.delete_seek("s").await.unwrap();
    assert_eq!(store.seek("s").await.unwrap(), None);
}

pub(crate) async fn a_seek_leads_to_one_game(store: Arc<dyn Store>) {
    write(&store, &[StoreWrite::Seek(Box::new(seek("s")))]).await;
    let results = store.write(&[game_of("s", "first"), game_of("s", "second")]).await;
    assert!(matches!(results[..], [Ok(()), Err(StoreError::Conflict)]), "{results:?}");
    assert_eq!(store.seek("s").await.unwrap().unwrap().game.as_deref(), Some("first"));
}

pub(crate) async fn a_seek_with_a_game_is_not_deleted(store: Arc<dyn Store>) {
    write(&store, &[StoreWrite::Seek(Box::new(seek("s"))), game_of("s", "g")]).await;
    store.delete_seek("s").await.unwrap();
    assert!(store.seek("s").await.unwrap().is_some());
}

pub(crate) async fn dead_seeks_are_deleted_by_age(store: Arc<dyn Store>) {
    let by_link = |id: &str| {
        let seek = seek(id);
        StoredSeek { terms: SeekTerms { open: false, ..seek.terms.clone() }, ..seek }
    };
    let seeks = [seek("open"), seek("accepted"), by_link("link")];
    write(&store, &seeks.map(|seek| StoreWrite::Seek(Box::new(seek)))).await;
    write(&store, &[game_of("accepted", "g")]).await;
    assert_eq!(store.delete_dead_seeks(SeekKind::Lobby, 7).await.unwrap(), 0, "not old enough");
    assert_eq!(store.delete_dead_seeks(SeekKind::Lobby, 8).await.unwrap(), 1);
    assert_eq!(store.seek("open").await.unwrap(), None);
    assert!(store.seek("link").await.unwrap().is_some());
    assert_eq!(store.delete_dead_seeks(SeekKind::Link, 8).await.unwrap(), 1);
    assert!(store.seek("accepted").await.unwrap().is_some());
}
