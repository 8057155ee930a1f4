//! Games that a newer version of the program has written: they are refused with a reason, and everything else goes on.

use std::sync::Arc;

use damiera_game::{Profile, Terms, wire};
use damiera_messages::Seats;
use damiera_rules::Variant;
use damiera_server::Settings;
use damiera_server::store::{EventLog, Holders, NewEvents, NewGame, StoreWrite};
use serde_json::json;
use tempfile::TempDir;

use crate::common::{START, Server, blitz, open};

fn game(id: &str, terms_version: u32, body: &str) -> [StoreWrite; 2] {
    let terms = wire::WireTerms::from(&Terms::new(Variant::ALL[0], Profile::ONLINE));
    let new = NewGame {
        id: id.into(),
        at: START.0,
        terms: wire::WireTerms { version: terms_version, ..terms },
        timed: false,
        seats: Seats::PEOPLE,
        holders: Holders::default(),
        seek: None,
        first: None,
    };
    let events = vec![(START.0, body.into())];
    let event = NewEvents { game: id.into(), seq: 1, command_id: None, events, end: None };
    [StoreWrite::Game(Box::new(new)), StoreWrite::Events(event)]
}

#[tokio::test]
async fn what_a_newer_version_wrote_is_refused_with_a_reason() {
    let folder = Arc::new(TempDir::new().expect("a folder"));
    let store = open(folder.path()).await;
    let started = r#"{"at":1,"kind":"started"}"#;
    for (id, version, body) in [
        ("known", 1, started),
        ("stated", 1, r#"{"at":1,"kind":"started","version":1}"#),
        ("later-event", 1, r#"{"at":1,"kind":"started","version":2}"#),
        ("later-kind", 1, r#"{"at":1,"kind":"teleported"}"#),
        ("later-terms", 2, started),
        ("damaged", 1, r#"{"at":"never","kind":"started"}"#),
    ] {
        for written in store.write(&game(id, version, body)).await {
            written.expect("written");
        }
    }
    drop(store);
    let server = Server::on(folder, Settings::default()).await;
    for (id, status) in [
        ("known", 200),
        ("stated", 200),
        ("later-event", 503),
        ("later-kind", 503),
        ("later-terms", 503),
        ("damaged", 500),
    ] {
        let shown = server.client().get(&format!("/api/games/{id}")).await.expect("an answer");
        assert_eq!(shown.status, status, "{id}: {}", shown.text);
        let resign = json!({ "by": "white", "ask": "resign" });
        let path = format!("/api/games/{id}/commands");
        let answer = server.client().post(&path, &resign).await.expect("an answer");
        assert_eq!(answer.status == 200, status == 200, "{id}: {}", answer.text);
    }
    for (lang, word) in [("en", "newer version"), ("it", "più recente"), ("pt", "mais nova")] {
        let mut reader = server.client().with("accept-language", lang);
        let answer = reader.get("/api/games/later-event").await.expect("an answer");
        assert!(answer.json["text"].as_str().is_some_and(|text| text.contains(word)), "{}", answer.text);
    }
    server.pair(&blitz()).await;
    server.stop().await;
}
