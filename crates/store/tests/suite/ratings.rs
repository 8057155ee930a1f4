//! Ratings.

use std::sync::Arc;

use damiera_store::{NewAccount, RatingScope, Store, StoreError, StoredRating};

async fn account(store: &Arc<dyn Store>, name: &str) -> i64 {
    let new = NewAccount { name, name_keys: &[], password_hash: "hash", visitor: None, at: 1 };
    store.create_account(&new).await.unwrap()
}

fn scope(pace: &str) -> RatingScope {
    RatingScope { variant: "italian".to_owned(), pace: pace.to_owned() }
}

/// The rating of an account after its rated game with this number.
fn after(account: i64, number: u32, game: &str) -> StoredRating {
    StoredRating {
        account,
        scope: scope("rapid"),
        number,
        game: game.to_owned(),
        at: 5,
        rating: 1_500_000 + i64::from(number),
        deviation: 350_000,
        volatility: 60_000,
    }
}

pub(crate) async fn the_latest_rating_of_each_kind_counts(store: Arc<dyn Store>) {
    let [a, b] = [account(&store, "Marion").await, account(&store, "Asa").await];
    assert_eq!(store.rating(a, &scope("rapid")).await.unwrap(), None);
    for number in 1..=11 {
        let game = format!("game{number}");
        store.add_ratings(&[after(a, number, &game), after(b, number, &game)]).await.unwrap();
    }
    let blitz = |account| StoredRating { scope: scope("blitz"), ..after(account, 1, "quick") };
    store.add_ratings(&[blitz(a), blitz(b)]).await.unwrap();
    assert_eq!(store.rating(a, &scope("rapid")).await.unwrap(), Some(after(a, 11, "game11")));
    assert_eq!(store.rating(b, &scope("classical")).await.unwrap(), None);
    assert_eq!(store.ratings(b).await.unwrap(), [blitz(b), after(b, 11, "game11")]);
}

pub(crate) async fn a_game_is_rated_once_and_a_number_is_used_once(store: Arc<dyn Store>) {
    let [a, b, c] =
        [account(&store, "Marion").await, account(&store, "Asa").await, account(&store, "Tom").await];
    assert!(!store.is_rated("first").await.unwrap());
    store.add_ratings(&[after(a, 1, "first"), after(b, 1, "first")]).await.unwrap();
    assert!(store.is_rated("first").await.unwrap());
    let again = store.add_ratings(&[after(a, 2, "first"), after(b, 2, "first")]).await;
    assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
    // Both are written or none: Tom's first rating does not stay behind.
    let used = store.add_ratings(&[after(c, 1, "second"), after(a, 1, "second")]).await;
    assert!(matches!(used, Err(StoreError::Conflict)), "{used:?}");
    assert!(store.ratings(c).await.unwrap().is_empty() && !store.is_rated("second").await.unwrap());
    store.add_ratings(&[after(c, 1, "second"), after(a, 2, "second")]).await.unwrap();
}

pub(crate) async fn a_deleted_account_has_no_ratings(store: Arc<dyn Store>) {
    let [a, b] = [account(&store, "Marion").await, account(&store, "Asa").await];
    store.add_ratings(&[after(a, 1, "first"), after(b, 1, "first")]).await.unwrap();
    store.delete_account(a).await.unwrap();
    assert!(store.ratings(a).await.unwrap().is_empty());
    assert_eq!(store.ratings(b).await.unwrap(), [after(b, 1, "first")]);
}
