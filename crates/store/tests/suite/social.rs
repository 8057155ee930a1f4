//! Preferences, blocked players, challenges and results.

use std::sync::Arc;

use damiera_store::{
    GameSource, Holder, Holders, LibraryCard, NewAccount, NewGame, PlayerTally, Store, StoreWrite, StoredSeek,
};

use crate::samples::{new_game, seek, write};

async fn account(store: &Arc<dyn Store>, name: &str) -> i64 {
    let new = NewAccount { name, name_keys: &[], password_hash: "hash", visitor: None, at: 1 };
    store.create_account(&new).await.unwrap()
}

fn held_by(account: i64, name: &str) -> Holder {
    Holder { account: Some(account), name: Some(name.to_owned()), ..Holder::default() }
}

pub(crate) async fn preferences_are_replaced(store: Arc<dyn Store>) {
    let id = account(&store, "Marion").await;
    assert_eq!(store.preferences(id).await.unwrap(), None);
    for body in ["{}", "{\"sound\":false}"] {
        store.set_preferences(id, body).await.unwrap();
        assert_eq!(store.preferences(id).await.unwrap().as_deref(), Some(body));
    }
}

pub(crate) async fn a_block_is_listed_and_lifted_and_blocks_are_limited(store: Arc<dyn Store>) {
    let [marion, asa, tom] =
        [account(&store, "Marion").await, account(&store, "Asa").await, account(&store, "Tom").await];
    assert!(store.block(marion, asa, 1, 1).await.unwrap());
    assert!(store.block(marion, asa, 2, 1).await.unwrap(), "blocked before");
    assert!(!store.block(marion, tom, 2, 1).await.unwrap(), "one is the most");
    assert!(store.has_blocked(marion, asa).await.unwrap() && !store.has_blocked(asa, marion).await.unwrap());
    assert_eq!(store.blocked(marion).await.unwrap(), ["Asa"]);
    store.unblock(marion, asa).await.unwrap();
    assert!(store.blocked(marion).await.unwrap().is_empty());
}

async fn challenge(
    store: &Arc<dyn Store>,
    id: &str,
    (challenger, name): (i64, &str),
    challenged: i64,
    at: u64,
) {
    store.add_challenge(id, challenged, at).await.unwrap();
    let challenge = StoredSeek { holder: held_by(challenger, name), ..seek(id) };
    write(store, &[StoreWrite::Seek(Box::new(challenge))]).await;
}

pub(crate) async fn a_challenge_waits_until_it_is_answered(store: Arc<dyn Store>) {
    let (marion, asa) = (account(&store, "Marion").await, account(&store, "Asa").await);
    for (id, at) in [("a", 5), ("b", 6), ("c", 7)] {
        challenge(&store, id, (asa, "Asa"), marion, at).await;
    }
    assert_eq!(store.challenged("a").await.unwrap(), Some(marion));
    assert_eq!(store.challenged("x").await.unwrap(), None);
    let waiting = store.challenges_to(marion, 2).await.unwrap();
    let waiting: Vec<_> = waiting.iter().map(|one| (&*one.seek, one.at, &*one.name)).collect();
    assert_eq!(waiting, [("c", 7, "Asa"), ("b", 6, "Asa")]);
    assert!(store.challenges_to(asa, 2).await.unwrap().is_empty());
    // One is declined, one is accepted, one still waits.
    store.delete_seek("a").await.unwrap();
    write(&store, &[StoreWrite::Game(Box::new(NewGame { seek: Some("b".to_owned()), ..new_game("g") }))])
        .await;
    assert_eq!(store.challenges_to(marion, 9).await.unwrap().len(), 1);
    assert_eq!(store.delete_settled_challenges(6).await.unwrap(), 1, "only what is old enough");
    assert_eq!(store.delete_settled_challenges(9).await.unwrap(), 1);
    assert_eq!(store.challenges_to(marion, 9).await.unwrap().len(), 1);
}

/// A finished game between two accounts, with its card.
async fn played(store: &Arc<dyn Store>, id: &str, at: i64, holders: [i64; 2], outcome: &str) {
    let holders = Holders(holders.map(|account| Some(held_by(account, "name"))));
    write(store, &[StoreWrite::Game(Box::new(NewGame { holders, ..new_game(id) }))]).await;
    let card = LibraryCard {
        id: id.to_owned(),
        source: GameSource::Played,
        at,
        variant: "italian".to_owned(),
        white: "w".to_owned(),
        black: "b".to_owned(),
        event: String::new(),
        date: String::new(),
        outcome: outcome.to_owned(),
        result: "*".to_owned(),
        plies: 40,
        events: 41,
    };
    store.put_card(&card, &[]).await.unwrap();
}

pub(crate) async fn a_player_has_games_and_results_against_others(store: Arc<dyn Store>) {
    let (marion, asa) = (account(&store, "Marion").await, account(&store, "Asa").await);
    assert_eq!(store.games_played_by(marion, 0, 9).await.unwrap().total, 0);
    for (id, at, holders, outcome) in [
        ("g1", 1, [marion, asa], "white"),
        ("g2", 2, [asa, marion], "white"),
        ("g3", 3, [asa, marion], "draw"),
        ("g4", 4, [marion, asa], "open"),
        ("alone", 5, [marion, marion], "white"),
    ] {
        played(&store, id, at, holders, outcome).await;
    }
    let games = store.games_played_by(marion, 1, 2).await.unwrap();
    let shown: Vec<_> = games.games.iter().map(|(card, side)| (&*card.id, &**side)).collect();
    assert_eq!((shown, games.total), (vec![("g3", "black"), ("g2", "black")], 4));
    let tally = |won, drawn, lost| vec![PlayerTally { variant: "italian".to_owned(), won, drawn, lost }];
    assert_eq!(store.tally(marion).await.unwrap(), tally(1, 1, 1));
    assert_eq!(store.tally(asa).await.unwrap(), tally(1, 1, 1));
}

pub(crate) async fn a_deleted_account_leaves_no_challenges_and_blocks(store: Arc<dyn Store>) {
    let (marion, asa) = (account(&store, "Marion").await, account(&store, "Asa").await);
    store.set_preferences(marion, "{}").await.unwrap();
    store.block(marion, asa, 1, 9).await.unwrap();
    store.block(asa, marion, 1, 9).await.unwrap();
    challenge(&store, "to", (asa, "Asa"), marion, 1).await;
    challenge(&store, "from", (marion, "Marion"), asa, 1).await;
    store.delete_account(marion).await.unwrap();
    assert_eq!(store.preferences(marion).await.unwrap(), None);
    assert!(store.blocked(asa).await.unwrap().is_empty());
    assert!(store.challenges_to(asa, 9).await.unwrap().is_empty());
    assert!(store.seek("to").await.unwrap().is_none(), "a challenge is not left for others to accept");
}
