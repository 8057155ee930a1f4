//! Seeks, accounts, sessions, and names full of script.

use damiera_messages::ServerMessage;
use damiera_server::{Limits, Settings};
use hyper::Method;
use serde_json::json;

use crate::common::{Follower, Server, blitz, generous};

#[tokio::test]
async fn a_seek_is_seen_taken_once_and_leads_both_to_the_game() {
    let server = Server::start().await;
    let (mut seeker, mut other, mut third) = (server.client(), server.client(), server.client());
    let mut wanted = blitz();
    wanted["open"] = json!(true);
    let put = seeker.post("/api/seeks", &wanted).await.expect("an answer");
    let id = put.json["id"].as_str().expect("a name").to_owned();
    let mut line = seeker.connect().await.expect("a connection");
    line.send_text(json!({ "type": "lobby" }).to_string()).await.expect("sent");
    let list = other.get("/api/seeks").await.expect("an answer");
    assert_eq!(list.json[0]["id"], json!(id));
    assert!(!list.text.contains(put.json["key"].as_str().expect("a key")), "keys are not shown");
    let accept = format!("/api/seeks/{id}/accept");
    assert_eq!(seeker.post(&accept, &json!({})).await.expect("an answer").status, 403, "not one's own");
    assert_eq!(
        other.send(Method::DELETE, &format!("/api/seeks/{id}"), None).await.expect("an answer").status,
        403
    );
    let taken = other.post(&accept, &json!({ "name": "Other" })).await.expect("an answer");
    assert_eq!(taken.status, 201);
    assert_ne!(third.post(&accept, &json!({})).await.expect("an answer").status, 201, "once only");
    let game = line
        .receive_until(|told| if let ServerMessage::Matched { game, .. } = told { Some(game) } else { None })
        .await
        .expect("told of it");
    assert_eq!(json!(game), taken.json["game"]);
    assert_eq!(Follower::join(&seeker, &game, None).await.sides.len(), 1);
    assert_eq!(third.get(&format!("/seek/{id}")).await.expect("an answer").status, 303);
    server.stop().await;
}

#[tokio::test]
async fn an_open_seek_is_listed_again_when_its_seeker_comes_back_after_a_restart() {
    let server = Server::start().await;
    let mut seeker = server.client();
    let mut wanted = blitz();
    wanted["open"] = json!(true);
    let put = seeker.post("/api/seeks", &wanted).await.expect("an answer");
    let id = put.json["id"].as_str().expect("a name").to_owned();
    let now = server.clock.now();
    let folder = server.kill().await;
    let server = Server::at(folder, generous(), damiera_server::Clock::manual(now)).await;
    let (mut again, mut other) = (server.client(), server.client());
    again.headers = seeker.headers.clone();
    assert_eq!(other.get("/api/seeks").await.expect("an answer").json, json!([]), "the list was in memory");
    // Nobody else can have it listed, and a seek that nobody knows is no error.
    for (client, seek, is_own) in
        [(server.client(), id.as_str(), false), (again.clone(), "unknown", false), (again, id.as_str(), true)]
    {
        let mut line = client.connect().await.expect("a connection");
        line.send_text(json!({ "type": "lobby", "seek": seek }).to_string()).await.expect("sent");
        for _ in 0..50 {
            let listed = other.get("/api/seeks").await.expect("an answer").json;
            assert!(is_own || listed == json!([]), "{listed}");
            if is_own && listed[0]["id"] == json!(id) {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    }
    let taken = other.post(&format!("/api/seeks/{id}/accept"), &json!({ "name": "Other" })).await;
    assert_eq!(taken.expect("an answer").status, 201, "it can be accepted again");
    server.stop().await;
}

#[tokio::test]
async fn a_session_is_new_at_every_sign_in_and_dead_after_sign_out() {
    let server = Server::start().await;
    let mut person = server.client();
    let entry = json!({ "name": "Marion", "password": "a long sentence" });
    let opened = person.post("/api/account", &entry).await.expect("an answer");
    assert_eq!(opened.status, 201, "{}", opened.text);
    let set = opened.headers["set-cookie"].to_str().expect("text").to_owned();
    assert!(set.contains("HttpOnly") && set.contains("SameSite=Lax") && set.contains("Path=/"), "{set}");
    let old = person.clone();
    assert_eq!(person.post("/api/session", &entry).await.expect("an answer").status, 200);
    assert_ne!(old.headers["cookie"], person.headers["cookie"]);
    let name = |answer: damiera_client::ApiResponse| answer.json["name"].clone();
    assert_eq!(name(person.get("/api/account").await.expect("an answer")), "Marion");
    assert_eq!(
        name(old.clone().get("/api/account").await.expect("an answer")),
        json!(null),
        "the old one is dead"
    );
    // Another name in other capitals is the same name.
    let again = json!({ "name": "MARION", "password": "another sentence" });
    assert_eq!(server.client().post("/api/account", &again).await.expect("an answer").status, 409);
    let wrong = json!({ "name": "Marion", "password": "a wrong sentence" });
    assert_eq!(server.client().post("/api/session", &wrong).await.expect("an answer").status, 401);
    // A game of the account, followed by a connection that ends with the session.
    let game = person
        .post(
            "/api/games",
            &json!({ "variant": "english", "white": { "kind": "person" }, "black": { "kind": "person" } }),
        )
        .await
        .expect("an answer")
        .json["id"]
        .as_str()
        .expect("a game")
        .to_owned();
    let mut line = Follower::join(&person, &game, None).await;
    assert_eq!(line.sides.len(), 2);
    assert_eq!(person.send(Method::DELETE, "/api/session", None).await.expect("an answer").status, 204);
    while line.line.receive().await.is_some() {}
    let mut elsewhere = server.client();
    assert_eq!(elsewhere.post("/api/session", &entry).await.expect("an answer").status, 200);
    let mine = elsewhere.get("/api/account").await.expect("an answer");
    assert_eq!(mine.json["games"][0]["id"], json!(game), "found again on another device");
    assert_eq!(Follower::join(&elsewhere, &game, None).await.sides.len(), 2);
    server.stop().await;
}

#[tokio::test]
async fn cookies_are_bound_to_the_host_where_people_come_by_https() {
    let settings = Settings { base_url: Some("https://dama.example".to_owned()), ..Settings::default() };
    let server = Server::with(settings).await;
    let entry = json!({ "name": "Anna", "password": "a long sentence" });
    let opened = server.client().post("/api/account", &entry).await.expect("an answer");
    let set = opened.headers["set-cookie"].to_str().expect("text");
    assert!(set.starts_with("__Host-") && set.contains("; Secure"), "{set}");
    server.stop().await;
}

#[tokio::test]
async fn behind_a_proxy_cookies_origins_and_links_agree_on_the_address() {
    // As `damiera serve --base-url` has it: with a stroke at the end.
    let settings = Settings { base_url: Some("https://dama.example/".to_owned()), ..Settings::default() };
    let server = Server::with(settings).await;
    let from = |origin: &str| server.client().with("origin", origin).with("host", "dama.example");
    let entry = json!({ "name": "Anna", "password": "a long sentence" });
    let mut page = from("https://dama.example");
    assert_eq!(page.post("/api/account", &entry).await.expect("an answer").status, 201);
    assert_eq!(page.get("/api/account").await.expect("an answer").json["name"], "Anna", "known again");
    assert!(page.connect().await.is_ok());
    for foreign in ["http://dama.example", "https://dama.example:8443", &format!("http://{}", server.address)]
    {
        let mut other = from(foreign);
        assert_eq!(other.post("/api/account", &entry).await.expect("an answer").status, 403, "{foreign}");
        assert!(other.connect().await.is_err(), "{foreign}");
    }
    // A cookie that is not bound to this very host may have been set by a neighbour: it is nobody's.
    let cookies = page.headers["cookie"].to_str().expect("text").replace("__Host-", "");
    let mut unbound = from("https://dama.example").with("cookie", &cookies);
    assert_eq!(unbound.get("/api/account").await.expect("an answer").json["name"], json!(null));
    let put = page.post("/api/seeks", &blitz()).await.expect("an answer").json;
    let link = format!("https://dama.example/seek/{}", put["id"].as_str().expect("a name"));
    assert_eq!(put["link"], json!(link));
    let path = link.strip_prefix("https://dama.example").expect("ours");
    assert!(page.get(path).await.expect("a page").text.contains(&format!("data-link=\"{link}\"")));
    let study = page.get("/analysis").await.expect("a page").text;
    assert!(study.contains("data-base=\"https://dama.example\""));
    server.stop().await;
}

#[tokio::test]
async fn guessing_passwords_is_slow_by_address_and_by_account() {
    let limits = Limits { sign_ins: 4, ..Limits::default() };
    let server = Server::with(Settings { limits, ..Settings::default() }).await;
    let guess = json!({ "name": "Marion", "password": "a guess or so" });
    let mut statuses = Vec::new();
    for _ in 0..6 {
        // What a request says of its address is not believed.
        let mut client = server.client().with("x-forwarded-for", &format!("198.51.100.{}", statuses.len()));
        let answer = client.post("/api/session", &guess).await.expect("an answer");
        if answer.status == 429 {
            assert!(answer.headers.contains_key("retry-after"));
        }
        statuses.push(answer.status);
    }
    assert_eq!(statuses, [401, 401, 401, 401, 429, 429]);
    server.stop().await;
}

#[tokio::test]
async fn script_in_a_name_stays_text() {
    let server = Server::start().await;
    for name in ["<script>a()</script>", "\"><img src=x onerror=a>", "</script><b>", "'-a()-'", "{{7*7}}"] {
        let mut client = server.client();
        let mut wanted = blitz();
        wanted["name"] = json!(name);
        let put = client.post("/api/seeks", &wanted).await.expect("an answer");
        let id = put.json["id"].as_str().expect("a name");
        let page = server.client().get(&format!("/seek/{id}")).await.expect("a page");
        assert_eq!(page.status, 200);
        for risky in ["<script>a", "<img", "</script><b>", "onerror=a>"] {
            assert!(!page.text.contains(risky), "{name} in {}", page.text);
        }
        let policy = page.headers["content-security-policy"].to_str().expect("text");
        assert!(policy.contains("script-src 'self'") && !policy.contains("unsafe"), "{policy}");
    }
    server.stop().await;
}
