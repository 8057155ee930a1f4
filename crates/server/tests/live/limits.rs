//! How much one may ask: by address, and by account wherever one asks from.

use damiera_client::ApiClient;
use damiera_messages::ServerMessage;
use damiera_server::{Limits, Settings};
use serde_json::{Value, json};

use crate::common::{Follower, Server, blitz};
use crate::organiser::{FOUR, Organiser, charter, command, last_round};

/// A server that believes its clients of their addresses, so that one can ask from several.
async fn behind_proxy(limits: Limits) -> Server {
    let proxies = vec!["127.0.0.1".parse().expect("an address")];
    Server::with(Settings { limits, proxies, ..Settings::default() }).await
}

/// Somebody at the n-th address.
fn at(client: &ApiClient, n: u8) -> ApiClient {
    client.clone().with("x-forwarded-for", &format!("198.51.100.{n}"))
}

/// Somebody with an account.
async fn member(server: &Server) -> ApiClient {
    let mut client = at(&server.client(), 99);
    let entry = json!({ "name": "Marion", "password": "a long sentence" });
    assert_eq!(client.post("/api/account", &entry).await.expect("an answer").status, 201);
    client
}

/// Asks the same from several addresses, two from each, as nobody and as a member; returns who was told to wait.
async fn told_to_wait(server: &Server, path: &str, body: Option<&Value>) -> Vec<bool> {
    let (nobody, member) = (server.client(), member(server).await);
    let method = if body.is_some() { hyper::Method::POST } else { hyper::Method::GET };
    let mut told = Vec::new();
    for (who, address) in [(&nobody, 1), (&nobody, 2), (&member, 3), (&member, 4)] {
        for _ in 0..2 {
            let answer = at(who, address).send(method.clone(), path, body).await.expect("an answer");
            assert_eq!(answer.status == 429, answer.headers.contains_key("retry-after"), "{}", answer.text);
            told.push(answer.status == 429);
        }
    }
    told
}

/// One from each address, and one from each account.
const ONE: [bool; 8] = [false, true, false, true, false, true, true, true];

#[tokio::test]
async fn analyses_and_imports_are_counted_by_address_and_by_account() {
    let limits = Limits { analyses: 1, imports: 1, reads: 1, ..Limits::default() };
    // What is asked for makes no sense, so that nothing is thought about for long; it is counted all the same.
    let server = behind_proxy(limits).await;
    assert_eq!(told_to_wait(&server, "/api/analysis?game=none", None).await, ONE);
    server.stop().await;
    let server = behind_proxy(limits).await;
    assert_eq!(told_to_wait(&server, "/api/import", Some(&json!(""))).await, ONE);
    server.stop().await;
    let server = behind_proxy(limits).await;
    assert_eq!(told_to_wait(&server, "/api/study/position/none/keep", Some(&json!([]))).await, ONE);
    server.stop().await;
}

#[tokio::test]
async fn seeks_and_games_are_counted_by_address_and_by_account() {
    let limits = Limits { games: 1, ..Limits::default() };
    let wish = json!({ "variant": "italian", "white": { "kind": "person" }, "black": { "kind": "person" } });
    for (path, body) in [("/api/seeks", blitz()), ("/api/games", wish)] {
        let server = behind_proxy(limits).await;
        assert_eq!(told_to_wait(&server, path, Some(&body)).await, ONE, "{path}");
        server.stop().await;
    }
}

#[tokio::test]
async fn moves_are_counted_by_account_over_all_connections() {
    let limits = Limits { moves: 8, games: 100, ..Limits::default() };
    let server = behind_proxy(limits).await;
    let mut member = member(&server).await;
    let wish = json!({ "variant": "italian", "white": { "kind": "person" }, "black": { "kind": "person" } });
    let made = member.post("/api/games", &wish).await.expect("an answer");
    let game = made.json["id"].as_str().expect("a game").to_owned();
    let offer = json!({ "by": "white", "ask": "flag" });
    let path = format!("/api/games/{game}/commands");
    let mut statuses = Vec::new();
    for n in 0..6 {
        statuses.push(at(&member, n).post(&path, &offer).await.expect("an answer").status);
    }
    assert!(!statuses.contains(&429), "{statuses:?}");
    // Connections count too, and their greeting: two are left, and the third thing said is too much.
    let mut line = Follower::join(&at(&member, 7), &game, None).await;
    let said =
        |id: &str| json!({ "type": "do", "id": id, "seq": line.seq(), "by": "white", "ask": "claim-draw" });
    let (first, second) = (said("a"), said("b"));
    assert!(!matches!(line.ask(&first).await, ServerMessage::Bad { .. }));
    line.line.send_text(second.to_string()).await.expect("sent");
    while let Some(told) = line.line.receive().await {
        assert!(!matches!(told, ServerMessage::Done { .. } | ServerMessage::Refused { .. }), "{told:?}");
    }
    assert_eq!(at(&member, 8).post(&path, &offer).await.expect("an answer").status, 429);
    // Somebody else plays on.
    let pair = server.pair(&blitz()).await;
    let (mut white, _black) = pair.lines().await;
    white.until_seq(1).await;
    assert!(matches!(
        white.play(damiera_game::wire::WireSide::White, "22-18").await,
        ServerMessage::Done { .. }
    ));
    server.stop().await;
}

#[tokio::test]
async fn moves_are_counted_by_address_too_but_a_club_has_room() {
    let server = behind_proxy(Limits { moves: 2, games: 100, ..Limits::default() }).await;
    let mut visitor = at(&server.client(), 1);
    let wish = json!({ "variant": "italian", "white": { "kind": "person" }, "black": { "kind": "person" } });
    let made = visitor.post("/api/games", &wish).await.expect("an answer");
    let path = format!("/api/games/{}/commands", made.json["id"].as_str().expect("a game"));
    let flag = json!({ "by": "white", "ask": "flag" });
    let mut let_through = 0;
    while visitor.post(&path, &flag).await.expect("an answer").status != 429 {
        let_through += 1;
        assert!(let_through < 1_000, "no end");
    }
    assert!(let_through >= 20, "{let_through}");
    assert_ne!(at(&visitor, 2).post(&path, &flag).await.expect("an answer").status, 429);
    server.stop().await;
}

#[tokio::test]
async fn withdrawn_seeks_are_counted() {
    let server = behind_proxy(Limits { games: 1, ..Limits::default() }).await;
    let mut client = at(&server.client(), 1);
    let mut statuses = Vec::new();
    for _ in 0..2 {
        let answer = client.send(hyper::Method::DELETE, "/api/seeks/none", None).await.expect("an answer");
        statuses.push(answer.status);
    }
    assert_eq!(statuses, [404, 429]);
    server.stop().await;
}

#[tokio::test]
async fn requests_that_make_work_are_counted_by_address() {
    let server = behind_proxy(Limits { reads: 1, ..Limits::default() }).await;
    let paths = [
        "/api/study/position/italian",
        "/api/study/position/italian/pdn",
        "/api/position?game=italian",
        "/api/diagram.svg?game=italian",
        "/api/diagram.png?game=italian",
        "/api/library",
        "/games",
        "/api/games/none/line",
        "/api/games/none/rulings",
        "/api/games/none/record",
        "/api/games/none/pdn",
        "/event/none",
        "/event/none/screen",
        "/event/none/standings",
        "/event/none/board/1/code",
        "/event/none/print/players",
        "/api/events/none",
        "/api/events/none/trf",
    ];
    for (n, path) in (1..).zip(paths) {
        let mut client = at(&server.client(), n);
        assert_ne!(client.get(path).await.expect("an answer").status, 429, "{path}");
        assert_eq!(client.get(path).await.expect("an answer").status, 429, "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_library_is_full_some_time_and_says_so_in_the_readers_language() {
    let limits = Limits { visitor_games: 2, account_games: 3, imports: 100, ..Limits::default() };
    let server = behind_proxy(limits).await;
    let mut visitor = at(&server.client(), 1);
    let keep = async |client: &mut ApiClient| {
        let answer = client.post("/api/study/position/italian/keep", &json!([])).await.expect("an answer");
        (answer.status, answer.json["text"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(keep(&mut visitor).await.0, 201);
    assert_eq!(keep(&mut visitor).await.0, 201);
    for (lang, word) in [("en", "library"), ("it", "archivio"), ("pt", "biblioteca")] {
        let (status, text) = keep(&mut visitor.clone().with("accept-language", lang)).await;
        assert_eq!(status, 507);
        assert!(text.contains(word) && text.contains('2'), "{text}");
    }
    let mut member = member(&server).await;
    for status in [201, 201, 201, 507] {
        assert_eq!(keep(&mut member).await.0, status);
    }
    server.stop().await;
}

#[tokio::test]
async fn the_bytes_of_a_library_are_counted_too() {
    let limits = Limits { visitor_bytes: 1 << 20, imports: 100, ..Limits::default() };
    let server = behind_proxy(limits).await;
    let mut visitor = at(&server.client(), 1).with("accept-language", "en");
    // A game with a long remark, different each time.
    let game = |number: usize| format!("1. 22-18 {{{number} {}}} *", "ab ".repeat(200_000));
    assert_eq!(visitor.post_text("/api/import?game=italian", &game(1)).await.expect("an answer").status, 201);
    let full = visitor.post_text("/api/import?game=italian", &game(2)).await.expect("an answer");
    assert_eq!(full.status, 507, "{}", full.text);
    assert!(full.text.contains("1 megabyte") && full.text.contains("account"), "{}", full.text);
    // A small one still fits in.
    assert_eq!(
        visitor.post_text("/api/import?game=italian", "1. 22-18 *").await.expect("an answer").status,
        201
    );
    server.stop().await;
}

#[tokio::test]
async fn the_log_of_an_event_is_bounded_for_all_and_for_each_player() {
    let limits = Limits { entries: 13, entries_each: 2, ..Limits::default() };
    let server = Server::with(Settings { limits, ..Settings::default() }).await;
    let mut olga = Organiser::new(&server, charter("rotation", 2), FOUR).await;
    let event = olga.start_round().await; // eight entries
    let white = last_round(&event)["boards"][0]["white"].clone();
    let link = olga.board_link(1).await;
    let code = link.rsplit('/').next().expect("a code").to_owned();
    let mut player = server.client();
    let seat = json!({ "board": 1, "code": code, "number": white });
    let seated = player.post(&format!("/api/events/{}/seat", olga.event), &seat).await.expect("an answer");
    assert_eq!(seated.status, 200, "{}", seated.text);
    let mut claims = Vec::new();
    for result in ["draw", "white-wins", "draw"] {
        let claim = json!({ "ask": { "kind": "enter-result", "board": 1, "result": result } });
        claims.push(command(&mut player, &olga.event, &claim).await.status);
    }
    assert_eq!(claims, [200, 200, 409], "a player makes two entries");
    let mut entered = Vec::new();
    for number in 1..=4 {
        entered.push(olga.ask(json!({ "kind": "enter", "name": format!("Late {number}") })).await);
    }
    let statuses: Vec<u16> = entered.iter().map(|answer| answer.status).collect();
    assert_eq!(statuses, [200, 200, 200, 409], "the log has thirteen entries");
    let full = olga.client.get(&format!("/api/events/{}", olga.event)).await.expect("an answer").json;
    assert_eq!(full["entries"], json!(13), "nothing is half done");
    server.stop().await;
}

#[tokio::test]
async fn requests_of_any_kind_are_counted_but_a_player_can_still_move() {
    let server = behind_proxy(Limits { requests: 1, ..Limits::default() }).await;
    let mut client = at(&server.client(), 1);
    let wish = json!({ "variant": "italian", "white": { "kind": "person" }, "black": { "kind": "person" } });
    let made = client.post("/api/games", &wish).await.expect("an answer");
    let path = format!("/api/games/{}/commands", made.json["id"].as_str().expect("a game"));
    let mut refused = false;
    for _ in 0..20 {
        refused |= client.get("/static/missing").await.expect("an answer").status == 429;
    }
    assert!(refused);
    let offer = json!({ "by": "white", "ask": "offer-draw" });
    assert_eq!(client.post(&path, &offer).await.expect("an answer").status, 200);
    assert_eq!(at(&client, 2).get("/").await.expect("an answer").status, 200);
    server.stop().await;
}

#[tokio::test]
async fn invitations_and_tables_of_events_are_counted() {
    let server = behind_proxy(Limits { games: 1, ..Limits::default() }).await;
    let invitation = json!({ "role": "arbiter", "name": "Bruno" });
    for (n, (path, body)) in
        (1..).zip([("/api/events/none/invitations", invitation), ("/event/none/table/1", json!({}))])
    {
        let mut client = at(&server.client(), n);
        assert_eq!(client.post(path, &body).await.expect("an answer").status, 404, "{path}");
        assert_eq!(client.post(path, &body).await.expect("an answer").status, 429, "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn games_are_changed_together_and_too_many_are_refused() {
    let server = behind_proxy(Limits { games: 100, ..Limits::default() }).await;
    let mut client = at(&server.client(), 1);
    let made = client.post("/api/collections", &json!({ "name": "Endings" })).await.expect("an answer");
    let id = made.json["id"].as_str().expect("a collection").to_owned();
    let mut kept = Vec::new();
    for _ in 0..3 {
        let path = "/api/study/position/italian/keep";
        let answer = client.post(path, &json!([])).await.expect("an answer");
        kept.push(answer.json["id"].as_str().expect("a game").to_owned());
    }
    let path = format!("/api/collections/{id}/games");
    let changes = [
        (hyper::Method::PUT, path.as_str()),
        (hyper::Method::DELETE, &path),
        (hyper::Method::POST, "/api/library/remove"),
        (hyper::Method::POST, "/api/library/restore"),
    ];
    // More than fits into one request, with the games that exist at the end: none of them is changed.
    let mut games = vec!["none".to_owned(); 1_998];
    games.extend(kept.clone());
    for (method, path) in &changes {
        for (lang, word) in [("en", "at once"), ("it", "alla volta"), ("pt", "de uma vez")] {
            let mut reader = client.clone().with("accept-language", lang);
            let body = json!({ "games": games });
            let refused = reader.send(method.clone(), path, Some(&body)).await.expect("an answer");
            assert_eq!(refused.status, 422, "{path}");
            let text = refused.json["text"].as_str().unwrap_or_default();
            assert!(text.contains(word) && text.contains("2000"), "{text}");
        }
    }
    let unknown = json!({ "games": [kept[0], "none"] });
    let refused = client.send(hyper::Method::PUT, &path, Some(&unknown)).await.expect("an answer");
    assert!(refused.status == 422 && refused.text.contains("none"), "{}", refused.text);
    let games: Vec<String> = kept.iter().cycle().take(2_000).cloned().collect();
    let count = async |client: &mut ApiClient, path: &str| {
        client.get(path).await.expect("an answer").json["all"].as_i64().expect("a number")
    };
    let within = format!("/api/library?collection={id}");
    for ((method, path), (collected, all)) in changes.iter().zip([(3, 3), (0, 3), (0, 0), (0, 3)]) {
        let body = json!({ "games": games });
        let done = client.send(method.clone(), path, Some(&body)).await.expect("an answer");
        assert_eq!(done.status, 204, "{path}: {}", done.text);
        assert_eq!(count(&mut client, &within).await, collected, "{path}");
        assert_eq!(count(&mut client, "/api/library").await, all, "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn rematches_are_counted_as_games() {
    let server = behind_proxy(Limits { games: 2, ..Limits::default() }).await;
    let mut client = at(&server.client(), 1);
    let wish = json!({ "variant": "italian", "white": { "kind": "person" }, "black": { "kind": "person" } });
    let made = client.post("/api/games", &wish).await.expect("an answer");
    let mut game = made.json["id"].as_str().expect("a game").to_owned();
    let mut rematches = Vec::new();
    for _ in 0..2 {
        let mut line = Follower::join(&client, &game, None).await;
        let resign = json!({ "by": "white", "ask": "resign" });
        client.post(&format!("/api/games/{game}/commands"), &resign).await.expect("an answer");
        line.line.send_text(json!({ "type": "rematch", "by": "white" }).to_string()).await.expect("sent");
        let next = line.until(|told| match told {
            ServerMessage::Rematch { game, .. } => Some(game.clone()),
            ServerMessage::Bad { .. } => Some(None),
            _ => None,
        });
        rematches.push(next.await);
        game = rematches[0].clone().expect("the first rematch");
    }
    assert_eq!(rematches[1], None, "a game and a rematch are two games");
    server.stop().await;
}

#[tokio::test]
async fn an_ipv6_network_does_not_take_the_whole_lobby() {
    let server = behind_proxy(Limits { seeks: 2, ..Limits::default() }).await;
    let mut statuses = Vec::new();
    for n in 0..12 {
        let mut client = server.client().with("x-forwarded-for", &format!("2001:db8:1:{n:x}::1"));
        statuses.push(client.post("/api/seeks", &open_blitz()).await.expect("an answer").status);
    }
    assert_eq!(statuses.iter().filter(|&&status| status == 201).count(), 2 * 4, "{statuses:?}");
    for other in ["2001:db8:2::1", "198.51.100.1"] {
        let mut client = server.client().with("x-forwarded-for", other);
        let answer = client.post("/api/seeks", &open_blitz()).await.expect("an answer");
        assert_eq!(answer.status, 201, "{other}: {}", answer.text);
    }
    server.stop().await;
}

fn open_blitz() -> Value {
    let mut wanted = blitz();
    wanted["open"] = json!(true);
    wanted
}

#[tokio::test]
async fn the_engine_answers_others_before_it_has_played_all_games_of_one_client() {
    let server = behind_proxy(Limits::default()).await;
    // A man less, so that the engine's book has no move.
    let game = |white: Value, black: Value| json!({ "variant": "italian", "white": white, "black": black, "men-given": [1, 0] });
    let (person, strong) = (json!({ "kind": "person" }), json!({ "kind": "engine", "level": 10 }));
    let mut greedy = at(&server.client(), 1);
    let mut waiting = Vec::new();
    for _ in 0..30 {
        let made = greedy.post("/api/games", &game(strong.clone(), person.clone())).await.expect("an answer");
        waiting.push(made.json["id"].as_str().expect("a game").to_owned());
    }
    let mut other = at(&server.client(), 2);
    let weak = json!({ "kind": "engine", "level": 1 });
    let made = other.post("/api/games", &game(person, weak)).await.expect("an answer");
    let mut line = Follower::join(&other, made.json["id"].as_str().expect("a game"), None).await;
    line.play(damiera_game::wire::WireSide::White, "22-18").await;
    let seq = line.seq();
    line.until_seq(seq + 1).await;
    let mut played = 0;
    for id in &waiting {
        let shown = greedy.get(&format!("/api/games/{id}")).await.expect("an answer").json;
        played += shown["view"]["moves"].as_array().map_or(0, Vec::len);
    }
    assert!(played < waiting.len() / 2, "{played} of {} were played first", waiting.len());
    server.stop().await;
}

/// What is answered until a client is told to wait, which it is in the end.
async fn until_told_to_wait(client: &mut ApiClient, path: &str, body: &Value) -> Vec<u16> {
    let mut statuses = Vec::new();
    while statuses.last() != Some(&429) {
        statuses.push(client.post(path, body).await.expect("an answer").status);
        assert!(statuses.len() < 200, "{path} is not limited");
    }
    statuses
}

#[tokio::test]
async fn commands_that_are_none_and_probes_are_counted_too() {
    let server = behind_proxy(Limits { requests: 1, ..Limits::default() }).await;
    let nonsense = json!({ "by": "white", "ask": "resign", "nonsense": 1 });
    for (n, path) in (1..).zip(["/api/games/none/commands", "/api/events/none/commands"]) {
        let statuses = until_told_to_wait(&mut at(&server.client(), n), path, &nonsense).await;
        assert!(statuses[..12].iter().all(|&status| status == 422), "{path}: {statuses:?}");
    }
    // What is refused for its origin is not free either.
    let mut foreign = at(&server.client(), 3).with("origin", "http://evil.example");
    assert_eq!(until_told_to_wait(&mut foreign, "/api/seeks", &json!({})).await[..12], [403; 12]);
    let mut flood = at(&server.client(), 4);
    // Probes are answered late, but answered.
    for _ in 0..13 {
        assert_eq!(flood.get("/healthz").await.expect("an answer").status, 200);
    }
    server.stop().await;
}
