//! Rows for the cases.

use std::sync::Arc;

use damiera_game::{Profile, Terms, wire};
use damiera_messages::{Seats, SeekTerms};
use damiera_rules::Variant;
use damiera_store::{
    Credentials, GameSource, Holder, Holders, ImportedGame, LibraryCard, NewEvents, NewGame, Store,
    StoreWrite, StoredSeek, TokenDigest, fingerprint,
};

pub(crate) fn new_game(id: &str) -> NewGame {
    NewGame {
        id: id.into(),
        at: 1,
        terms: wire::WireTerms::from(&Terms::new(Variant::ALL[0], Profile::ONLINE)),
        timed: false,
        seats: Seats::PEOPLE,
        holders: Holders::default(),
        seek: None,
        first: None,
    }
}

pub(crate) fn game(id: &str) -> StoreWrite {
    StoreWrite::Game(Box::new(new_game(id)))
}

pub(crate) fn body(at: u64) -> Arc<str> {
    format!("{{\"at\":{at},\"kind\":\"started\"}}").into()
}

/// One event; what it says does not matter to the store.
pub(crate) fn new_events(game: &str, seq: u64, command_id: Option<&str>, at: u64) -> NewEvents {
    NewEvents {
        game: game.into(),
        seq,
        command_id: command_id.map(str::to_owned),
        events: vec![(at, body(at))],
        end: None,
    }
}

pub(crate) fn events(game: &str, seq: u64, command_id: &str, at: u64) -> StoreWrite {
    StoreWrite::Events(new_events(game, seq, Some(command_id), at))
}

pub(crate) fn visitor(token: &str) -> Credentials {
    Credentials { visitor: Some(TokenDigest::of(token)), ..Credentials::default() }
}

pub(crate) fn holder(token: &str) -> Holder {
    Holder { name: Some(token.to_owned()), visitor: Some(TokenDigest::of(token)), ..Holder::default() }
}

pub(crate) fn seek(id: &str) -> StoredSeek {
    let terms = SeekTerms {
        variant: Variant::ALL[0].name().to_owned(),
        minutes: Some(5),
        increment: 3,
        total_days: None,
        consultation: None,
        vacation_days: 0,
        days: None,
        colour: Some(wire::WireSide::Black),
        odds: None,
        blindfold: None,
        rated: false,
        rating_range: None,
        open: true,
    };
    let key = Some(TokenDigest::of("key"));
    StoredSeek {
        id: id.to_owned(),
        at: 7,
        terms,
        holder: Holder { key, account: Some(4), ..holder("seeker") },
        game: None,
    }
}

pub(crate) fn imported(id: &str, white: &str, outcome: &str, keys: &[i64]) -> ImportedGame {
    let card = LibraryCard {
        id: id.to_owned(),
        source: GameSource::Imported,
        at: 1,
        variant: Variant::ALL[0].name().to_owned(),
        white: white.to_owned(),
        black: "Black".to_owned(),
        event: "Cup".to_owned(),
        date: String::new(),
        outcome: outcome.to_owned(),
        result: "*".to_owned(),
        plies: 0,
        events: 0,
    };
    let pdn = format!("[White \"{white}\"] *");
    ImportedGame { card, keys: keys.to_vec(), fingerprint: fingerprint(&pdn), pdn }
}

/// Writes everything, and fails unless all of it was written.
pub(crate) async fn write(store: &Arc<dyn Store>, writes: &[StoreWrite]) {
    for result in store.write(writes).await {
        result.unwrap();
    }
}
