//! The library.

use std::sync::Arc;

use damiera_store::{
    CollectionChange, Credentials, GameSource, ImportUsage, ImportedGame, LibraryCard, LibraryQuery, Store,
    StoreError, StoredCollection, fingerprint,
};

use crate::samples::{events, game, imported, visitor, write};

async fn found(store: &Arc<dyn Store>, query: LibraryQuery, who: &Credentials) -> Vec<String> {
    let results = store.search(&query, who, 0, 10).await.unwrap();
    assert_eq!(results.total, results.cards.len() as i64);
    results.cards.into_iter().map(|card| card.id).collect()
}

pub(crate) async fn imports_are_stored_together_or_not_at_all(store: Arc<dyn Store>) {
    let owner = visitor("v");
    store.import_games(&[imported("a", "Asa", "draw", &[])], &owner).await.unwrap();
    let batch = [imported("b", "Asa", "draw", &[]), imported("a", "Asa", "draw", &[])];
    assert!(matches!(store.import_games(&batch, &owner).await, Err(StoreError::Conflict)));
    assert_eq!(store.imported_pdn("a").await.unwrap().as_deref(), Some("[White \"Asa\"] *"));
    assert_eq!(store.imported_pdn("b").await.unwrap(), None);
    assert_eq!(found(&store, LibraryQuery::default(), &owner).await, ["a"]);
    let usage = ImportUsage { games: 1, bytes: "[White \"Asa\"] *".len() as u64 };
    assert_eq!(store.import_usage(&owner).await.unwrap(), usage);
    assert_eq!(store.import_usage(&visitor("other")).await.unwrap(), ImportUsage::default());
}

pub(crate) async fn any_text_can_be_imported(store: Arc<dyn Store>) {
    let owner = visitor("v");
    for (id, name) in [("a", "Ça \"va\" ☃ \\ '"), ("b", "zero \0 byte")] {
        store.import_games(&[imported(id, name, "draw", &[])], &owner).await.unwrap();
        let pdn = store.imported_pdn(id).await.unwrap().unwrap();
        let expected = format!("[White \"{name}\"] *");
        assert!(pdn == expected || pdn == expected.replace('\0', "\u{fffd}"), "{pdn:?}");
        let query = LibraryQuery { who: Some(name.to_owned()), ..LibraryQuery::default() };
        assert_eq!(found(&store, query, &owner).await, [id]);
    }
}

pub(crate) async fn a_long_text_is_read_back(store: Arc<dyn Store>) {
    let owner = visitor("v");
    let long = |id: &str| {
        let pdn = format!("[White \"{id}\"] {} *", "{ça va ☃} ".repeat(30_000));
        ImportedGame { fingerprint: fingerprint(&pdn), pdn, ..imported(id, "Asa", "draw", &[1]) }
    };
    let games = [long("a"), imported("b", "Asa", "draw", &[2]), long("c")];
    store.import_games(&games, &owner).await.unwrap();
    for game in &games {
        assert!(store.imported_pdn(&game.card.id).await.unwrap().as_ref() == Some(&game.pdn));
    }
    let bytes = games.iter().map(|game| game.pdn.len() as u64).sum();
    assert_eq!(store.import_usage(&owner).await.unwrap(), ImportUsage { games: 3, bytes });
    let known = store.import_fingerprints(&owner).await.unwrap();
    assert_eq!(known[&fingerprint(&games[2].pdn)], "c");
    let again = [long("d"), long("a")];
    assert!(matches!(store.import_games(&again, &owner).await, Err(StoreError::Conflict)));
    assert_eq!(store.imported_pdn("d").await.unwrap(), None);
    store.delete_import("a").await.unwrap();
    let bytes = bytes - games[0].pdn.len() as u64;
    assert_eq!(store.import_usage(&owner).await.unwrap(), ImportUsage { games: 2, bytes });
    assert!(store.imported_pdn("c").await.unwrap().as_ref() == Some(&games[2].pdn));
}

pub(crate) async fn a_search_combines_its_filters(store: Arc<dyn Store>) {
    let owner = visitor("v");
    let games = [
        imported("a", "Asa Long", "white", &[1, -2]),
        imported("b", "Marion Tinsley", "white", &[-2]),
        imported("c", "Marion Tinsley", "draw", &[1]),
    ];
    store.import_games(&games, &owner).await.unwrap();
    let text = |text: &str| Some(text.to_owned());
    let variant = Some(games[0].card.variant.clone());
    for (query, expected) in [
        (LibraryQuery::default(), &["a", "b", "c"][..]),
        (LibraryQuery { variant: text("none"), ..LibraryQuery::default() }, &[]),
        (LibraryQuery { who: text("tinsley"), ..LibraryQuery::default() }, &["b", "c"]),
        (LibraryQuery { who: text("CUP"), ..LibraryQuery::default() }, &["a", "b", "c"]),
        (LibraryQuery { key: Some(-2), ..LibraryQuery::default() }, &["a", "b"]),
        (
            LibraryQuery {
                key: Some(1),
                outcome: text("draw"),
                who: text("marion"),
                variant,
                collection: None,
            },
            &["c"],
        ),
    ] {
        assert_eq!(found(&store, query.clone(), &owner).await, expected, "{query:?}");
    }
    let page = store.search(&LibraryQuery::default(), &owner, 1, 1).await.unwrap();
    assert_eq!((page.total, &*page.cards[0].id), (3, "b"));
}

pub(crate) async fn a_removed_game_can_be_restored_for_a_day(store: Arc<dyn Store>) {
    let (owner, other) = (visitor("v"), visitor("other"));
    let games = [imported("a", "Asa", "draw", &[1]), imported("b", "Marion", "draw", &[1])];
    store.import_games(&games, &owner).await.unwrap();
    let ids = ["a".to_owned()];
    store.remove_cards(&ids, &other, 0).await.unwrap();
    assert_eq!(found(&store, LibraryQuery::default(), &owner).await, ["a", "b"], "not theirs to remove");
    store.remove_cards(&ids, &owner, 0).await.unwrap();
    store
        .remove_cards(&[ids[0].clone(), ids[0].clone(), "zero \0 byte".to_owned()], &owner, 0)
        .await
        .unwrap();
    assert_eq!(found(&store, LibraryQuery::default(), &owner).await, ["b"]);
    assert_eq!(store.imported_pdn("a").await.unwrap(), None);
    assert!(!store.import_fingerprints(&owner).await.unwrap().contains_key(&fingerprint(&games[0].pdn)));
    store.restore_cards(&ids, &owner).await.unwrap();
    assert_eq!(found(&store, LibraryQuery::default(), &owner).await, ["a", "b"]);
    assert_eq!(store.import_fingerprints(&owner).await.unwrap()[&fingerprint(&games[0].pdn)], "a");
    assert!(store.import_fingerprints(&other).await.unwrap().is_empty());
    store.remove_cards(&ids, &owner, 0).await.unwrap();
    store.remove_cards(&[], &owner, 25 * 60 * 60 * 1000).await.unwrap();
    store.restore_cards(&ids, &owner).await.unwrap();
    assert_eq!(found(&store, LibraryQuery::default(), &owner).await, ["b"], "deleted for good");
}

pub(crate) async fn nobody_sees_other_peoples_imports(store: Arc<dyn Store>) {
    store.import_games(&[imported("a", "Asa", "draw", &[])], &visitor("v")).await.unwrap();
    assert!(found(&store, LibraryQuery::default(), &visitor("other")).await.is_empty());
    assert!(found(&store, LibraryQuery::default(), &Credentials::default()).await.is_empty());
}

pub(crate) async fn cards_are_stale_until_they_cover_the_log(store: Arc<dyn Store>) {
    write(&store, &[game("g"), events("g", 1, "a", 1)]).await;
    let stale =
        async || store.stale_cards(10).await.unwrap().into_iter().map(|card| card.game).collect::<Vec<_>>();
    assert_eq!(stale().await, ["g"]);
    let card = LibraryCard { source: GameSource::Played, events: 1, ..imported("g", "", "open", &[]).card };
    store.put_card(&card, &[]).await.unwrap();
    assert!(stale().await.is_empty());
    write(&store, &[events("g", 2, "b", 2)]).await;
    assert_eq!(stale().await, ["g"]);
    let card = LibraryCard { events: 2, result: "1-1".to_owned(), outcome: "draw".to_owned(), ..card };
    store.put_card(&card, &[5]).await.unwrap();
    assert!(stale().await.is_empty());
    let query = LibraryQuery { key: Some(5), ..LibraryQuery::default() };
    assert_eq!(
        found(&store, query, &Credentials::default()).await,
        ["g"],
        "a game without holders is public"
    );
}

pub(crate) async fn a_collection_has_games_and_one_owner(store: Arc<dyn Store>) {
    let (own, other) = (visitor("own"), visitor("other"));
    let games = [imported("a", "Asa", "draw", &[1]), imported("b", "Asa", "draw", &[2])];
    store.import_games(&games, &own).await.unwrap();
    assert!(store.add_collection("c", "Endings", &own, 1, 2).await.unwrap());
    store.import_games(&[imported("foreign", "Asa", "draw", &[1])], &other).await.unwrap();
    let cards = |cards: &[&str]| cards.iter().map(|&card| card.to_owned()).collect::<Vec<_>>();
    let put = async |games: &[&str], who| store.put_in_collection("c", &cards(games), who).await.unwrap();
    for unknown in ["no such game", "zero \0 byte", "foreign"] {
        let answer = put(&["b", unknown], &own).await;
        assert_eq!(answer, CollectionChange::UnknownGame(unknown.to_owned()));
    }
    for games in [&["a", "a"][..], &["a"], &[]] {
        assert_eq!(put(games, &own).await, CollectionChange::Done);
    }
    assert_eq!(put(&["b"], &other).await, CollectionChange::NoCollection, "it belongs to somebody else");
    store.take_from_collection("c", &cards(&["a"]), &other).await.unwrap();
    assert!(!store.rename_collection("c", "Mine", &other).await.unwrap());
    assert!(!store.set_collection_deleted("c", &other, Some(2)).await.unwrap());
    assert!(store.collections(&other).await.unwrap().is_empty());
    assert!(store.rename_collection("c", "Openings", &own).await.unwrap());
    let collection = StoredCollection { id: "c".to_owned(), name: "Openings".to_owned(), games: 1 };
    assert_eq!(store.collections(&own).await.unwrap(), [collection]);
    assert_eq!(store.collected_games(&own).await.unwrap(), [("c".to_owned(), "a".to_owned())]);
    assert!(store.collected_games(&other).await.unwrap().is_empty());
    let query = LibraryQuery { collection: Some("c".to_owned()), ..LibraryQuery::default() };
    let found = store.search(&query, &own, 0, 9).await.unwrap();
    assert_eq!((found.total, found.cards[0].id.as_str()), (1, "a"));
    store.take_from_collection("c", &cards(&["a", "no such game"]), &own).await.unwrap();
    assert_eq!(store.search(&query, &own, 0, 9).await.unwrap().total, 0);
    assert!(store.set_collection_deleted("c", &own, Some(5)).await.unwrap());
    assert!(store.collections(&own).await.unwrap().is_empty());
    assert!(store.set_collection_deleted("c", &own, None).await.unwrap(), "restored");
    assert!(store.add_collection("d", "Second", &own, 6, 2).await.unwrap());
    assert!(!store.add_collection("e", "Third", &own, 7, 2).await.unwrap(), "two at most");
    assert!(store.set_collection_deleted("c", &own, Some(8)).await.unwrap());
    let later = 8 + 2 * 24 * 60 * 60 * 1000;
    assert!(store.add_collection("e", "Third", &own, later, 2).await.unwrap(), "a deleted one is forgotten");
    assert!(!store.set_collection_deleted("c", &own, None).await.unwrap());
}
