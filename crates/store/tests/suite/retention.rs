//! What visitors left behind.

use std::sync::Arc;

use damiera_store::{
    CollectionChange, Credentials, Holder, Holders, NewGame, NewTournament, NewTournamentEntries,
    PushSubscription, Store, StoreWrite,
};

use crate::samples::{events, holder, imported, new_game, visitor, write};

fn game_of(id: &str, at: u64, holder: Holder) -> StoreWrite {
    StoreWrite::Game(Box::new(NewGame { at, holders: Holders::both(holder), ..new_game(id) }))
}

pub(crate) async fn only_what_visitors_left_behind_is_abandoned(store: Arc<dyn Store>) {
    let account = Holder { account: Some(7), ..Holder::default() };
    let games = [
        game_of("left", 1, holder("v")),
        game_of("continued", 1, holder("v")),
        game_of("new", 60, holder("v")),
        game_of("ended", 1, holder("v")),
        game_of("account", 1, account),
        game_of("event", 1, holder("v")),
    ];
    write(&store, &games).await;
    let mut end = events("ended", 1, "e", 2);
    if let StoreWrite::Events(new) = &mut end {
        new.end = Some(damiera_store::EndMark::Ended(2));
    }
    write(&store, &[events("left", 1, "a", 2), events("continued", 1, "b", 50), end]).await;
    let (id, secret) = ("t".to_owned(), "s".to_owned());
    let event = NewTournament { id: id.clone(), at: 1, charter: "{}".to_owned(), secret, passes: Vec::new() };
    store.create_tournament(&event).await.unwrap();
    let entries = vec![(1, r#"{"kind":"game-opened","board":1,"game":"event"}"#.to_owned())];
    let entry = NewTournamentEntries { tournament: id, seq: 1, command_id: None, entries };
    store.append_to_tournament(&entry).await.unwrap();

    assert_eq!(store.abandoned_games(50, "", 9).await.unwrap(), ["left"]);
    store.delete_game("left").await.unwrap();
    assert!(store.load("left").await.unwrap().is_none());
    assert!(store.abandoned_games(50, "", 9).await.unwrap().is_empty());
    assert_eq!(store.abandoned_games(61, "", 1).await.unwrap(), ["continued"], "one at a time");
    assert_eq!(store.abandoned_games(61, "continued", 1).await.unwrap(), ["new"], "the next");
    assert!(store.load("ended").await.unwrap().is_some());
}

pub(crate) async fn what_else_visitors_left_is_deleted(store: Arc<dyn Store>) {
    let account = crate::jobs::account(&store, "Tom").await;
    let subscription = |id: i64, who: &Credentials, at: u64| PushSubscription {
        id,
        endpoint: format!("https://push.example.org/{id}"),
        public_key: vec![4; 65],
        auth_secret: vec![1; 16],
        visitor: who.visitor,
        account: who.account,
        language: "en".to_owned(),
        at,
    };
    write(&store, &[game_of("open", 1, holder("player"))]).await;
    for (id, who, at) in
        [(1, visitor("gone"), 1), (2, visitor("player"), 1), (3, account.clone(), 1), (4, visitor("gone"), 9)]
    {
        store.put_push_subscription(&subscription(id, &who, at), 9).await.unwrap();
    }
    store.import_games(&[imported("a", "Asa", "draw", &[])], &visitor("v")).await.unwrap();
    for (id, owner, at) in
        [("full", visitor("v"), 1), ("empty", visitor("v"), 1), ("own", account.clone(), 1)]
    {
        assert!(store.add_collection(id, id, &owner, at, 9).await.unwrap());
    }
    let put = store.put_in_collection("full", &["a".to_owned()], &visitor("v")).await.unwrap();
    assert_eq!(put, CollectionChange::Done);
    assert_eq!(store.delete_visitor_leftovers(5).await.unwrap(), 2);
    for (id, stays) in [(1, false), (2, true), (3, true), (4, true)] {
        assert_eq!(store.push_subscription(id).await.unwrap().is_some(), stays, "{id}");
    }
    let names = async |who: &Credentials| {
        store.collections(who).await.unwrap().into_iter().map(|collection| collection.id).collect::<Vec<_>>()
    };
    assert_eq!(
        (names(&visitor("v")).await, names(&account).await),
        (vec!["full".to_owned()], vec!["own".to_owned()])
    );
}

pub(crate) async fn old_imports_of_visitors_are_deleted(store: Arc<dyn Store>) {
    let account = Credentials { account: Some(7), ..Credentials::default() };
    store.import_games(&[imported("theirs", "Asa", "draw", &[7])], &visitor("v")).await.unwrap();
    store.import_games(&[imported("kept", "Asa", "draw", &[7])], &account).await.unwrap();
    assert!(store.old_imports(0, 9).await.unwrap().is_empty());
    assert_eq!(store.old_imports(u64::MAX >> 1, 9).await.unwrap(), ["theirs"]);
    store.delete_import("theirs").await.unwrap();
    assert_eq!(store.imported_pdn("theirs").await.unwrap(), None);
    assert!(store.imported_pdn("kept").await.unwrap().is_some());
}
