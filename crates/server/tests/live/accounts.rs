//! Accounts: what their owners can do, what is left after sign-out, guessers, names, and moderation.

use std::time::Duration;

use damiera_client::{ApiClient, ApiResponse};
use damiera_server::store::{AccountStatus, AccountStore, PeopleStore};
use damiera_server::{Limits, Settings};
use hyper::Method;
use serde_json::{Value, json};

use crate::common::{Follower, Server, blitz, open};
use crate::organiser::charter;

const PASSWORD: &str = "a long sentence";

fn entry(name: &str) -> Value {
    json!({ "name": name, "password": PASSWORD })
}

async fn ask(client: &mut ApiClient, method: Method, path: &str, body: Option<&Value>) -> ApiResponse {
    client.send(method, path, body).await.expect("an answer")
}

async fn opened(server: &Server, name: &str) -> ApiClient {
    let mut client = server.client();
    let answer = client.post("/api/account", &entry(name)).await.expect("an answer");
    assert_eq!(answer.status, 201, "{}", answer.text);
    client
}

async fn new_game(client: &mut ApiClient) -> String {
    let seats = json!({ "variant": "english", "white": { "kind": "person" }, "black": { "kind": "person" } });
    let made = client.post("/api/games", &seats).await.expect("an answer");
    made.json["id"].as_str().expect("a game").to_owned()
}

#[tokio::test]
async fn after_sign_out_the_browser_has_nothing_of_the_account() {
    let server = Server::start().await;
    // A visitor plays, then opens an account, then plays on.
    let mut person = server.client();
    let before = new_game(&mut person).await;
    let keep = format!("/api/study/played/{before}/keep");
    assert_eq!(
        person.post(&keep, &json!([])).await.expect("an answer").status,
        201,
        "a copy among the imports"
    );
    let mut line = Follower::join(&person, &before, None).await;
    assert_eq!(line.sides.len(), 2);
    let made = person.post("/api/account", &entry("Marion")).await.expect("an answer");
    assert_eq!(made.status, 201, "{}", made.text);
    while line.line.receive().await.is_some() {} // its seats have changed hands
    let after = new_game(&mut person).await;
    for game in [&before, &after] {
        assert_eq!(Follower::join(&person, game, None).await.sides.len(), 2);
    }
    // An event of the account: its organiser is whoever is signed in.
    let request = json!({ "charter": charter("round-robin", 3), "organiser": "Marion" });
    let made = person.post("/api/events", &request).await.expect("an answer");
    let event = format!("/api/events/{}", made.json["id"].as_str().expect("an event"));
    assert_eq!(ask(&mut person, Method::GET, &event, None).await.json["role"], "organiser");
    assert_eq!(ask(&mut person, Method::GET, "/api/library", None).await.json["all"], 3, "imports too");
    assert_eq!(ask(&mut person, Method::DELETE, "/api/session", None).await.status, 204);
    for game in [&before, &after] {
        assert_eq!(Follower::join(&person, game, None).await.sides.len(), 0);
        let resign = json!({ "by": "white", "ask": "resign" });
        let answer = person.post(&format!("/api/games/{game}/commands"), &resign).await.expect("an answer");
        assert_eq!(answer.status, 403, "{}", answer.text);
    }
    assert_eq!(ask(&mut person, Method::GET, "/api/account", None).await.json["games"], json!([]));
    assert_eq!(ask(&mut person, Method::GET, "/api/library", None).await.json["all"], 0);
    assert_eq!(ask(&mut person, Method::GET, &event, None).await.json["role"], json!(null));
    let pair = json!({ "ask": { "kind": "pair-round" } });
    let answer = person.post(&format!("{event}/commands"), &pair).await.expect("an answer");
    assert_eq!(answer.status, 403, "{}", answer.text);
    let mut elsewhere = server.client();
    assert_eq!(elsewhere.post("/api/session", &entry("Marion")).await.expect("an answer").status, 200);
    assert_eq!(ask(&mut elsewhere, Method::GET, &event, None).await.json["role"], "organiser");
    server.stop().await;
}

#[tokio::test]
async fn keys_to_seats_of_an_account_end_with_the_session() {
    let server = Server::start().await;
    let (mut person, mut friend) = (server.client(), opened(&server, "Asa").await);
    let key = |made: &ApiResponse| made.json["key"].as_str().expect("a key").to_owned();
    let resign = json!({ "by": "white", "ask": "resign" });
    let seats = json!({ "variant": "english", "white": { "kind": "person" }, "black": { "kind": "person" } });
    // One game from before the account, one by a seek, one at one screen.
    let made = person.post("/api/games", &seats).await.expect("an answer");
    let before = (made.json["id"].as_str().expect("a game").to_owned(), key(&made));
    assert_eq!(person.post("/api/account", &entry("Marion")).await.expect("an answer").status, 201);
    let mut wanted = blitz();
    wanted["colour"] = json!("white");
    let put = person.post("/api/seeks", &wanted).await.expect("an answer");
    let accept = format!("/api/seeks/{}/accept", put.json["id"].as_str().expect("a seek"));
    let taken = friend.post(&accept, &json!({})).await.expect("an answer");
    let by_seek = (taken.json["game"].as_str().expect("a game").to_owned(), key(&put));
    let made = person.post("/api/games", &seats).await.expect("an answer");
    let at_screen = (made.json["id"].as_str().expect("a game").to_owned(), key(&made));
    // While the session lives, a program without cookies plays by the keys that were given out in it.
    let program = |key: &str| server.client().with("authorization", &format!("Bearer {key}"));
    let mut line = Follower::join_with_key(&server.client(), &by_seek.0, &by_seek.1).await;
    assert_eq!(line.sides.len(), 1);
    let offer = json!({ "by": "white", "ask": "offer-draw" });
    let commands = format!("/api/games/{}/commands", at_screen.0);
    let offered = program(&at_screen.1).post(&commands, &offer).await.expect("an answer");
    assert_eq!(offered.status, 200, "{}", offered.text);
    assert_eq!(ask(&mut person, Method::DELETE, "/api/session", None).await.status, 204);
    while line.line.receive().await.is_some() {} // it was closed
    for (game, key) in [&before, &by_seek, &at_screen] {
        assert_eq!(Follower::join_with_key(&server.client(), game, key).await.sides.len(), 0);
        let changed = format!("{}.{}", key.split('.').next().unwrap_or_default(), "0".repeat(64));
        let cut = key.split('.').next().unwrap_or_default();
        for key in [key.as_str(), &changed, cut] {
            let answer = program(key).post(&format!("/api/games/{game}/commands"), &resign).await;
            assert_eq!(answer.expect("an answer").status, 403, "{key}");
        }
    }
    // The opponent's goes on.
    let (commands, offer) =
        (format!("/api/games/{}/commands", by_seek.0), json!({ "by": "black", "ask": "offer-draw" }));
    assert_ne!(friend.post(&commands, &offer).await.expect("an answer").status, 403);
    server.stop().await;
}

#[tokio::test]
async fn guesses_slow_down_the_guesser_and_never_the_owner() {
    let limits = Limits { sign_ins: 4, ..Limits::default() };
    let server = Server::with(Settings { limits, ..Settings::default() }).await;
    let mut owner = opened(&server, "Marion").await;
    let wrong = json!({ "name": "Marion", "password": "a wrong sentence" });
    let mut statuses = Vec::new();
    for _ in 0..6 {
        statuses.push(server.client().post("/api/session", &wrong).await.expect("an answer").status);
    }
    assert_eq!(statuses, [401, 401, 401, 401, 429, 429]);
    // From the same address, but from a browser in which the owner has signed in before.
    let signed_in = owner.post("/api/session", &entry("Marion")).await.expect("an answer");
    assert_eq!(signed_in.status, 200, "{}", signed_in.text);
    server.stop().await;
}

#[tokio::test]
async fn names_that_mislead_are_refused() {
    let server = Server::start().await;
    let mut marion = opened(&server, "Marion").await;
    for (name, status) in [("MARION", 409), ("Rnarion", 409), ("Mari\u{200b}on", 422), ("M\u{430}rion", 422)]
    {
        let answer = server.client().post("/api/account", &entry(name)).await.expect("an answer");
        assert_eq!(answer.status, status, "{name:?}: {}", answer.text);
        let mut wanted = blitz();
        wanted["name"] = json!(name);
        let seek = server.client().post("/api/seeks", &wanted).await.expect("an answer");
        assert_eq!(seek.status, status, "{name:?} as a guest: {}", seek.text);
    }
    let put = server.client().post("/api/seeks", &blitz()).await.expect("an answer").json;
    let accept = format!("/api/seeks/{}/accept", put["id"].as_str().expect("a name"));
    let as_marion = server.client().post(&accept, &json!({ "name": "marion" })).await.expect("an answer");
    assert_eq!(as_marion.status, 409);
    let as_asa = server.client().post(&accept, &json!({ "name": "Asa" })).await.expect("an answer");
    assert_eq!(as_asa.status, 201, "{}", as_asa.text);
    // In events, too.
    let mut online = charter("round-robin", 3);
    online["openings"] = json!(null);
    online["online"] = json!({ "minutes": 5, "no-show": 60 });
    let wanted = |organiser: &str| json!({ "charter": online, "organiser": organiser });
    let refused = server.client().post("/api/events", &wanted("marion")).await.expect("an answer");
    assert_eq!(refused.status, 409, "{}", refused.text);
    let made = server.client().post("/api/events", &wanted("Olga")).await.expect("an answer");
    let players = format!("/api/events/{}/players", made.json["id"].as_str().expect("an event"));
    for (name, status) in [
        ("MARION", 409),
        ("Mari\u{200b}on", 422),
        ("\u{202e}noiraM", 422),
        ("M\u{430}rion", 422),
        ("Asa", 201),
    ] {
        let entered = server.client().post(&players, &json!({ "name": name })).await.expect("an answer");
        assert_eq!(entered.status, status, "{name:?}: {}", entered.text);
    }
    // At one screen, in collections and at keys.
    for name in ["Mari\u{200b}on", "Mari\u{200d}on", "M\u{430}rion", "Marion\u{3164}"] {
        let seats = json!({ "variant": "english", "white": { "kind": "person" }, "black": { "kind": "person" }, "names": [name, null] });
        let made = marion.post("/api/games", &seats).await.expect("an answer");
        assert_eq!(made.status, 422, "{name:?}: {}", made.text);
    }
    for name in ["End\u{200b}ings", "End\u{ad}ings", "\u{202e}sgnidnE"] {
        for path in ["/api/collections", "/api/account/keys"] {
            let made = marion.post(path, &json!({ "name": name })).await.expect("an answer");
            assert_eq!(made.status, 422, "{path} {name:?}: {}", made.text);
        }
    }
    let entered = marion.post(&players, &json!({ "name": "Marion" })).await.expect("an answer");
    assert_eq!(entered.status, 201, "under their own name: {}", entered.text);
    server.stop().await;
}

#[tokio::test]
async fn the_owner_changes_the_password_and_ends_sessions_and_keys() {
    let server = Server::start().await;
    let mut here = opened(&server, "Marion").await;
    let mut there = server.client();
    assert_eq!(there.post("/api/session", &entry("Marion")).await.expect("an answer").status, 200);
    let sessions = ask(&mut here, Method::GET, "/api/account/sessions", None).await.json;
    let current: Vec<_> = sessions.as_array().expect("a list").iter().map(|s| s["current"].clone()).collect();
    assert_eq!(current.len(), 2, "{sessions}");
    let other = sessions.as_array().expect("a list").iter().find(|s| s["current"] == false).expect("another");
    let path = format!("/api/account/sessions/{}", other["id"].as_str().expect("an id"));
    assert_eq!(ask(&mut here, Method::DELETE, &path, None).await.status, 204);
    assert_eq!(ask(&mut there, Method::GET, "/api/account", None).await.json["name"], json!(null));
    // A key acts for the account until it is ended.
    let named = json!({ "name": "my bot" });
    let made = here.post("/api/account/keys", &named).await.expect("an answer");
    assert_eq!(made.status, 201, "{}", made.text);
    let bearer = format!("Bearer {}", made.json["key"].as_str().expect("a key"));
    let mut bot = server.client().with("authorization", &bearer);
    assert_eq!(ask(&mut bot, Method::GET, "/api/account", None).await.json["name"], "Marion");
    let mut connected = bot.connect().await.expect("a connection");
    let keys = ask(&mut here, Method::GET, "/api/account/keys", None).await.json;
    let path = format!("/api/account/keys/{}", keys[0]["id"].as_str().expect("an id"));
    assert_eq!(ask(&mut here, Method::DELETE, &path, None).await.status, 204);
    assert_eq!(ask(&mut bot, Method::GET, "/api/account", None).await.json["name"], json!(null));
    while connected.receive().await.is_some() {} // closed
    // The password.
    assert_eq!(there.post("/api/session", &entry("Marion")).await.expect("an answer").status, 200);
    let change = |old: &str, new: &str| json!({ "old": old, "new": new });
    for (body, status) in [
        (change("a wrong sentence", "another sentence"), 401),
        (change(PASSWORD, "password1"), 422),
        (change(PASSWORD, "another sentence"), 204),
    ] {
        let answer = ask(&mut here, Method::PUT, "/api/account/password", Some(&body)).await;
        assert_eq!(answer.status, status, "{body}: {}", answer.text);
    }
    assert_eq!(ask(&mut here, Method::GET, "/api/account", None).await.json["name"], "Marion");
    assert_eq!(ask(&mut there, Method::GET, "/api/account", None).await.json["name"], json!(null));
    assert_eq!(there.post("/api/session", &entry("Marion")).await.expect("an answer").status, 401);
    let mut nobody = server.client();
    for path in ["/api/account/sessions", "/api/account/keys", "/api/account/export", "/api/moderation"] {
        assert_eq!(ask(&mut nobody, Method::GET, path, None).await.status, 401, "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn two_collections_never_have_one_name() {
    let server = Server::start().await;
    let mut marion = opened(&server, "Marion").await;
    let name = |name: &str| json!({ "name": name });
    let made = marion.post("/api/collections", &name("Endings")).await.expect("an answer");
    let first = format!("/api/collections/{}", made.json["id"].as_str().expect("an id"));
    let again = marion.post("/api/collections", &name(" endings ")).await.expect("an answer");
    assert_eq!(again.status, 422, "{}", again.text);
    assert!(again.text.contains("choose another name"), "{}", again.text);
    let other = marion.post("/api/collections", &name("Openings")).await.expect("an answer");
    let second = format!("/api/collections/{}", other.json["id"].as_str().expect("an id"));
    assert_eq!(ask(&mut marion, Method::PUT, &second, Some(&name("Endings"))).await.status, 422);
    assert_eq!(
        ask(&mut marion, Method::PUT, &first, Some(&name("ENDINGS"))).await.status,
        204,
        "its own name"
    );
    assert_eq!(ask(&mut marion, Method::DELETE, &first, None).await.status, 204);
    assert_eq!(ask(&mut marion, Method::PUT, &second, Some(&name("Endings"))).await.status, 204);
    assert_eq!(ask(&mut marion, Method::POST, &format!("{first}/restore"), None).await.status, 204);
    let all = ask(&mut marion, Method::GET, "/api/collections", None).await.json;
    let names: Vec<_> = all.as_array().expect("a list").iter().map(|one| one["name"].clone()).collect();
    assert_eq!(names, [json!("Endings"), json!("ENDINGS (2)")]);
    let stranger = opened(&server, "Robin").await.post("/api/collections", &name("Endings")).await;
    assert_eq!(stranger.expect("an answer").status, 201, "of another person");
    server.stop().await;
}

#[tokio::test]
async fn the_owner_takes_all_data_away_and_deletes_the_account() {
    let server = Server::start().await;
    let mut marion = opened(&server, "Marion").await;
    let mut wanted = blitz();
    wanted["colour"] = json!("white");
    let put = marion.post("/api/seeks", &wanted).await.expect("an answer").json;
    let accept = format!("/api/seeks/{}/accept", put["id"].as_str().expect("a name"));
    let taken = server.client().post(&accept, &json!({ "name": "Asa" })).await.expect("an answer");
    let game = taken.json["game"].as_str().expect("a game").to_owned();
    let imported =
        marion.post_text("/api/import", "[GameType \"22\"]\n\n1. 22-18 *").await.expect("an answer");
    let import = imported.json["games"][0]["id"].clone();
    let collection = marion.post("/api/collections", &json!({ "name": "Endings" })).await.expect("an answer");
    let games = format!("/api/collections/{}/games", collection.json["id"].as_str().expect("an id"));
    let put = ask(&mut marion, Method::PUT, &games, Some(&json!({ "games": [import] }))).await;
    assert_eq!(put.status, 204, "{}", put.text);
    let endpoint = "https://push.example.org/send/abc";
    let keys = json!({ "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg" });
    let subscription = json!({ "endpoint": endpoint, "keys": keys });
    let subscribed = ask(&mut marion, Method::PUT, "/api/push", Some(&subscription)).await;
    assert_eq!(subscribed.status, 204, "{}", subscribed.text);
    let request = json!({ "charter": charter("round-robin", 3), "organiser": "Marion" });
    let event = marion.post("/api/events", &request).await.expect("an answer").json["id"].clone();
    let job = marion.post_text("/api/jobs", "[GameType \"22\"]\n\n1. 22-18 *").await.expect("an answer").json;
    let export = ask(&mut marion, Method::GET, "/api/account/export", None).await;
    assert_eq!(export.status, 200, "{}", export.text);
    assert_eq!((&export.json["name"], &export.json["games"][0]["id"]), (&json!("Marion"), &json!(game)));
    assert_eq!(export.json["collections"], json!([{ "name": "Endings", "games": [import] }]));
    assert_eq!(export.json["push"][0]["endpoint"], endpoint);
    let right = json!({ "event": event, "role": "organiser", "name": "Marion", "number": null });
    assert_eq!(export.json["events"], json!([right]));
    assert_eq!((&export.json["jobs"][0]["id"], &export.json["ratings"]), (&job["id"], &json!([])));
    assert!(!export.text.contains("BTBZMqHH6r4Tts7J"), "a secret of the browser");
    let audited = export.json["audit"].as_array().expect("a list");
    assert!(audited.iter().any(|entry| entry["action"] == "opened"), "{}", export.text);
    let page = format!("/api/games/{game}");
    assert_eq!(server.client().get(&page).await.expect("an answer").json["names"], json!(["Marion", "Asa"]));
    let delete = |password: &str| json!({ "password": password });
    let refused = ask(&mut marion, Method::DELETE, "/api/account", Some(&delete("a wrong sentence"))).await;
    assert_eq!(refused.status, 401);
    let deleted = ask(&mut marion, Method::DELETE, "/api/account", Some(&delete(PASSWORD))).await;
    assert_eq!(deleted.status, 204, "{}", deleted.text);
    assert_eq!(ask(&mut marion, Method::GET, "/api/account", None).await.json["name"], json!(null));
    assert_eq!(marion.post("/api/session", &entry("Marion")).await.expect("an answer").status, 401);
    for (lang, name) in [("en", "deleted player"), ("it", "giocatore eliminato"), ("pt", "jogador excluído")]
    {
        let mut reader = server.client().with("accept-language", lang);
        let shown = ask(&mut reader, Method::GET, &page, None).await;
        assert_eq!(shown.json["names"], json!([name, "Asa"]), "{}", shown.text);
    }
    server.stop().await;
}

#[tokio::test]
async fn operators_read_reports_and_mute_and_ban() {
    let server = Server::start().await;
    let (mut marion, mut asa) = (opened(&server, "Marion").await, opened(&server, "Asa").await);
    let report = json!({ "about": "Asa", "text": "Lets the clock run" });
    assert_eq!(server.client().post("/api/reports", &report).await.expect("an answer").status, 401);
    assert_eq!(marion.post("/api/reports", &report).await.expect("an answer").status, 204);
    assert_eq!(ask(&mut marion, Method::GET, "/api/moderation", None).await.status, 403);
    assert_eq!(ask(&mut marion, Method::GET, "/moderation", None).await.status, 404);
    // As `damiera account operator` does.
    let store = open(server.folder.path()).await;
    let account = store.account("Marion").await.expect("a store").expect("an account");
    let operator = AccountStatus { operator: true, ..AccountStatus::default() };
    store.set_status(account.id, operator).await.expect("set");
    let seen = ask(&mut marion, Method::GET, "/api/moderation", None).await.json;
    assert_eq!(seen["reports"][0]["text"], "Lets the clock run");
    assert_eq!(ask(&mut marion, Method::GET, "/moderation", None).await.status, 200);
    let path = "/api/moderation/accounts/asa";
    let muted = json!({ "muted": true, "banned": false });
    assert_eq!(ask(&mut marion, Method::PUT, path, Some(&muted)).await.status, 204);
    let mut wanted = blitz();
    wanted["open"] = json!(true);
    assert_eq!(asa.post("/api/seeks", &wanted).await.expect("an answer").status, 403);
    let made = asa.post("/api/account/keys", &json!({ "name": "Bot" })).await.expect("an answer");
    let bearer = format!("Bearer {}", made.json["key"].as_str().expect("a key"));
    let mut bot = server.client().with("authorization", &bearer).connect().await.expect("a connection");
    let banned = json!({ "muted": false, "banned": true });
    assert_eq!(ask(&mut marion, Method::PUT, path, Some(&banned)).await.status, 204);
    while bot.receive().await.is_some() {} // closed
    assert_eq!(ask(&mut asa, Method::GET, "/api/account", None).await.json["name"], json!(null));
    assert_eq!(asa.post("/api/session", &entry("Asa")).await.expect("an answer").status, 403);
    let lifted = json!({ "muted": false, "banned": false });
    assert_eq!(ask(&mut marion, Method::PUT, path, Some(&lifted)).await.status, 204);
    assert_eq!(asa.post("/api/session", &entry("Asa")).await.expect("an answer").status, 200);
    assert_eq!(asa.post("/api/seeks", &wanted).await.expect("an answer").status, 201);
    let close = format!("/api/moderation/reports/{}", seen["reports"][0]["id"]);
    assert_eq!(ask(&mut marion, Method::DELETE, &close, None).await.status, 204);
    assert_eq!(ask(&mut marion, Method::GET, "/api/moderation", None).await.json["reports"], json!([]));
    server.stop().await;
}

#[tokio::test]
async fn what_has_expired_is_deleted() {
    let server = Server::with_manual_clock(Settings::default()).await;
    let mut person = opened(&server, "Marion").await;
    let by_link = person.post("/api/seeks", &blitz()).await.expect("an answer").json;
    let store = open(server.folder.path()).await;
    let account = store.account("Marion").await.expect("a store").expect("an account").id;
    assert_eq!(store.sessions(account, 0).await.expect("a store").len(), 1);
    for _ in 0..500 {
        server.clock.advance(Duration::from_secs(24 * 3600));
        tokio::time::sleep(Duration::from_millis(5)).await;
        if store.sessions(account, 0).await.expect("a store").is_empty() {
            break;
        }
    }
    assert!(store.sessions(account, 0).await.expect("a store").is_empty());
    let path = format!("/api/seeks/{}", by_link["id"].as_str().expect("a name"));
    let mut status = 200;
    for _ in 0..500 {
        server.clock.advance(Duration::from_secs(24 * 3600));
        tokio::time::sleep(Duration::from_millis(5)).await;
        status = server.client().get(&path).await.expect("an answer").status;
        if status == 404 {
            break;
        }
    }
    assert_eq!(status, 404, "nobody came by the link");
    server.stop().await;
}
