//! Accounts and sessions.

use std::sync::Arc;

use damiera_store::{Credentials, Holders, NewGame, Store, StoreError, StoreWrite, TokenDigest};

use crate::samples::{holder, new_game, write};

pub(crate) async fn names_are_unique_whatever_their_case(store: Arc<dyn Store>) {
    let id = store.create_account("Marion", "hash", None, 1).await.unwrap();
    let again = store.create_account("MARION", "other", None, 2).await;
    assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
    let account = store.account("mArIoN").await.unwrap().unwrap();
    assert_eq!((account.id, &*account.name, &*account.password_hash), (id, "Marion", "hash"));
    assert!(store.account("Asa").await.unwrap().is_none());
}

pub(crate) async fn a_new_account_takes_over_the_visitors_games(store: Arc<dyn Store>) {
    let new = NewGame { holders: Holders([Some(holder("v")), Some(holder("other"))]), ..new_game("g") };
    write(&store, &[StoreWrite::Game(Box::new(new))]).await;
    let id = store.create_account("Marion", "hash", Some(TokenDigest::of("v")), 1).await.unwrap();
    let Holders([white, black]) = store.load("g").await.unwrap().unwrap().holders;
    assert_eq!((white.unwrap().account, black.unwrap().account), (Some(id), None));
    let account = Credentials { account: Some(id), ..Credentials::default() };
    assert_eq!(store.games_of(&account, 10).await.unwrap().len(), 1);
}

pub(crate) async fn a_session_ends_by_time_or_by_sign_out(store: Arc<dyn Store>) {
    let id = store.create_account("Marion", "hash", None, 1).await.unwrap();
    let token = TokenDigest::of("token");
    store.open_session(token, id, 100).await.unwrap();
    assert_eq!(store.session(token, 99).await.unwrap().unwrap().id, id);
    assert!(store.session(token, 100).await.unwrap().is_none());
    assert!(store.session(TokenDigest::of("guess"), 1).await.unwrap().is_none());
    store.close_session(token).await.unwrap();
    assert!(store.session(token, 1).await.unwrap().is_none());
}
