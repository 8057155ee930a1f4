//! Simultaneous exhibitions.

use std::sync::Arc;

use damiera_store::{ExhibitionStage, Holder, NewAccount, Store, StoredExhibition, TokenDigest};

use crate::samples::{holder, new_game, write};

fn exhibition(id: &str, at: u64) -> StoredExhibition {
    StoredExhibition {
        id: id.to_owned(),
        at,
        terms: r#"{"title":"A"}"#.to_owned(),
        stage: ExhibitionStage::Open,
        host: Holder { key: Some(TokenDigest::of("key")), ..holder("host") },
        boards: Vec::new(),
    }
}

async fn find(store: &Arc<dyn Store>, id: &str) -> StoredExhibition {
    store.exhibition(id).await.unwrap().unwrap()
}

pub(crate) async fn a_board_is_taken_once_and_freed_until_its_game_begins(store: Arc<dyn Store>) {
    store.create_exhibition(&exhibition("e", 5)).await.unwrap();
    assert_eq!(find(&store, "e").await, exhibition("e", 5));
    assert_eq!(store.exhibition("x").await.unwrap(), None);
    let take =
        async |board, who: &str| store.take_exhibition_board("e", board, &holder(who), 6).await.unwrap();
    assert!(take(2, "anna").await);
    assert!(!take(2, "bea").await, "it is taken");
    assert!(!take(3, "anna").await, "she has one");
    assert!(take(1, "bea").await);
    let boards = find(&store, "e").await.boards;
    let taken: Vec<_> = boards.iter().map(|board| (board.board, board.holder.clone())).collect();
    assert_eq!(taken, [(1, holder("bea")), (2, holder("anna"))]);
    assert!(store.free_exhibition_board("e", 1).await.unwrap());
    assert!(!store.free_exhibition_board("e", 1).await.unwrap());
    write(&store, &[damiera_store::StoreWrite::Game(Box::new(new_game("g")))]).await;
    assert!(store.set_exhibition_game("e", 2, "g").await.unwrap());
    assert!(!store.set_exhibition_game("e", 2, "h").await.unwrap(), "it has a game");
    assert!(!store.free_exhibition_board("e", 2).await.unwrap(), "it is played");
    assert_eq!(store.exhibition_of_game("g").await.unwrap(), Some(("e".to_owned(), 2)));
    assert_eq!(store.exhibition_of_game("h").await.unwrap(), None);
    let kept = store.abandoned_games(100, "", 10).await.unwrap();
    assert!(kept.is_empty(), "the game of an exhibition stays: {kept:?}");
}

pub(crate) async fn a_stage_follows_the_one_before(store: Arc<dyn Store>) {
    use ExhibitionStage::{Cancelled, Filling, Open, Over, Playing};
    for (id, at) in [("e", 5), ("f", 6)] {
        store.create_exhibition(&exhibition(id, at)).await.unwrap();
    }
    assert!(!store.set_exhibition_stage("e", Playing, Over).await.unwrap());
    assert!(store.set_exhibition_stage("e", Open, Filling).await.unwrap());
    assert!(store.take_exhibition_board("e", 1, &holder("late"), 7).await.unwrap(), "still filling");
    assert!(store.set_exhibition_stage("e", Filling, Playing).await.unwrap());
    assert!(
        !store.take_exhibition_board("e", 2, &holder("later"), 8).await.unwrap(),
        "nobody joins any more"
    );
    assert!(store.set_exhibition_stage("f", Open, Cancelled).await.unwrap());
    let listed = async |stages: &[ExhibitionStage]| {
        let found = store.exhibitions(stages, 10).await.unwrap();
        found.into_iter().map(|one| one.id).collect::<Vec<_>>()
    };
    assert_eq!(listed(&[Playing, Filling]).await, ["e"]);
    assert_eq!(listed(&ExhibitionStage::ALL).await, ["f", "e"], "the newest first");
}

pub(crate) async fn a_board_goes_to_the_new_account_and_to_nobody_after_it(store: Arc<dyn Store>) {
    store.create_exhibition(&exhibition("e", 5)).await.unwrap();
    store.take_exhibition_board("e", 1, &holder("anna"), 6).await.unwrap();
    store.take_exhibition_board("e", 2, &holder("bea"), 6).await.unwrap();
    let mut accounts = Vec::new();
    for who in ["anna", "bea", "host"] {
        let visitor = Some(TokenDigest::of(who));
        let new = NewAccount { name: who, name_keys: &[], password_hash: "hash", visitor, at: 7 };
        accounts.push(store.create_account(&new).await.unwrap());
    }
    let owned = find(&store, "e").await;
    assert_eq!((owned.host.account, owned.host.visitor), (Some(accounts[2]), None));
    assert_eq!(owned.boards[0].holder.account, Some(accounts[0]));
    for account in accounts {
        store.delete_account(account).await.unwrap();
    }
    let left = find(&store, "e").await;
    let holders = left.boards.iter().map(|board| &board.holder).chain([&left.host]);
    for holder in holders {
        assert!(holder.is_deleted() && holder.name.is_none() && holder.key.is_none(), "{holder:?}");
    }
}
