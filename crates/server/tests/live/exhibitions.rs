//! Simultaneous exhibitions: who may do what, when games begin, and what survives a restart.

use damiera_client::{ApiClient, ApiResponse};
use damiera_notation::pdn::PdnReader;
use serde_json::{Value, json};

use crate::common::Server;

/// Terms with so many boards, on which the host has White.
pub(crate) fn terms(boards: u16) -> Value {
    json!({ "title": "Club evening", "boards": [{ "count": boards, "variant": "italian", "host": "white" }],
        "host-clock": { "minutes": 10, "extra": 60, "increment": 5 }, "player-clock": { "minutes": 20 } })
}

async fn announce(server: &Server, terms: &Value) -> (ApiClient, String) {
    let mut host = server.client();
    let made = host.post("/api/exhibitions", &json!({ "terms": terms })).await.expect("an answer");
    assert_eq!(made.status, 201, "{}", made.text);
    (host, made.json["id"].as_str().expect("an id").to_owned())
}

async fn join(client: &mut ApiClient, id: &str, body: &Value) -> ApiResponse {
    client.post(&format!("/api/exhibitions/{id}/players"), body).await.expect("an answer")
}

async fn players(server: &Server, id: &str, count: usize) -> Vec<ApiClient> {
    let mut players = Vec::new();
    for number in 1..=count {
        let mut player = server.client();
        let joined = join(&mut player, id, &json!({ "name": format!("Player {number}") })).await;
        assert_eq!((joined.status, &joined.json["board"]), (201, &json!(number)), "{}", joined.text);
        players.push(player);
    }
    players
}

async fn ask(client: &mut ApiClient, id: &str, ask: &str) -> ApiResponse {
    let command = json!({ "ask": ask });
    client.post(&format!("/api/exhibitions/{id}/commands"), &command).await.expect("an answer")
}

async fn leave(client: &mut ApiClient, id: &str, board: u16) -> ApiResponse {
    let path = format!("/api/exhibitions/{id}/players/{board}");
    client.send(hyper::Method::DELETE, &path, None).await.expect("an answer")
}

async fn see(client: &mut ApiClient, id: &str) -> Value {
    client.get(&format!("/api/exhibitions/{id}")).await.expect("an answer").json
}

/// Waits until the exhibition is as it should be.
async fn until(client: &mut ApiClient, id: &str, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..400 {
        let seen = see(client, id).await;
        if holds(&seen) {
            return seen;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    panic!("waited in vain: {what}");
}

async fn act(client: &mut ApiClient, game: &Value, command: &Value) -> ApiResponse {
    let game = game.as_str().expect("a game");
    client.post(&format!("/api/games/{game}/commands"), command).await.expect("an answer")
}

fn moves(by: &str, notation: &str) -> Value {
    json!({ "by": by, "ask": "move", "notation": notation })
}

#[tokio::test]
async fn all_games_start_together_and_the_sheet_follows_from_them() {
    let server = Server::start().await;
    let (mut host, id) = announce(&server, &terms(3)).await;
    let empty = ask(&mut host, &id, "start").await;
    assert_eq!(empty.status, 409, "nobody has joined: {}", empty.text);
    let mut players = players(&server, &id, 2).await;
    let before = see(&mut players[0], &id).await;
    assert_eq!((&before["role"], &before["own-board"]), (&json!("player"), &json!(1)));
    assert_eq!(before["boards"][0]["game"], json!(null), "not yet");
    let begun = ask(&mut host, &id, "start").await;
    assert_eq!((begun.status, &begun.json["stage"]), (200, &json!("playing")), "{}", begun.text);
    let boards = begun.json["boards"].clone();
    assert_eq!([&boards[0]["state"], &boards[1]["state"], &boards[2]["state"]], ["host", "host", "free"]);
    assert_eq!(begun.json["score"]["waiting"], 2);
    // Ten minutes, and one more for each of the two boards; the bonus comes with the first move.
    let clocks = &boards[0]["clocks"];
    let (left, runs) = (clocks[0]["left"].as_u64().expect("a time"), &clocks[0]["runs"]);
    assert!((715_000..=720_000).contains(&left) && *runs == json!(true), "{clocks}");
    let late = join(&mut server.client(), &id, &json!({ "name": "Late" })).await;
    assert_eq!(late.status, 409, "{}", late.text);
    for board in 0..2 {
        let moved = act(&mut host, &boards[board]["game"], &moves("white", "22-18")).await;
        assert_eq!(moved.status, 200, "{}", moved.text);
    }
    let gained = until(&mut host, &id, "both wait", |seen| seen["score"]["waiting"] == 0).await;
    let left = gained["boards"][1]["clocks"][0]["left"].as_u64().expect("a time");
    assert!((720_000..=725_000).contains(&left), "one round adds five seconds: {left}");
    assert_eq!(gained["boards"][1]["last"], "22-18");
    let own = boards[0]["game"].clone();
    assert_eq!(act(&mut players[0], &own, &json!({ "by": "black", "ask": "resign" })).await.status, 200);
    let other = boards[1]["game"].clone();
    assert_eq!(act(&mut players[1], &other, &moves("black", "10-13")).await.status, 200);
    assert_eq!(act(&mut host, &other, &json!({ "by": "white", "ask": "resign" })).await.status, 200);
    let over = until(&mut host, &id, "the end", |seen| seen["stage"] == "over").await;
    assert_eq!(
        over["score"],
        json!({ "won": 1, "drawn": 0, "lost": 1, "void": 0, "playing": 0, "waiting": 0 })
    );
    assert_eq!(
        (&over["boards"][0]["outcome"], &over["boards"][1]["outcome"]),
        (&json!("host"), &json!("player"))
    );
    let pdn = host.get(&format!("/api/exhibitions/{id}/pdn")).await.expect("a file").text;
    let games: Vec<_> = PdnReader::new(pdn.as_bytes()).map(|game| game.expect("a stream")).collect();
    assert_eq!(games.len(), 2);
    assert_eq!(games[1].game.tags.get("Event"), Some("Club evening"));
    assert_eq!(
        (games[1].game.tags.get("Round"), games[1].game.tags.get("Black")),
        (Some("2"), Some("Player 2"))
    );
    assert!(games.iter().all(|game| game.problems.is_empty()));
    let page = host.get(&format!("/exhibition/{id}")).await.expect("a page").text;
    assert!(page.contains("Result sheet") && page.contains("Player 2") && page.contains("0–2"), "{page}");
    server.stop().await;
}

#[tokio::test]
async fn boards_start_as_they_fill_until_the_host_closes_the_door() {
    let server = Server::start().await;
    let mut filling = terms(3);
    filling["start"] = json!("as-boards-fill");
    filling["boards"] = json!([{ "count": 2, "variant": "italian" }, { "count": 1, "variant": "international", "host": "black" }]);
    let (mut host, id) = announce(&server, &filling).await;
    let mut early = server.client();
    assert_eq!(join(&mut early, &id, &json!({ "name": "Early", "board": 2 })).await.status, 201);
    assert_eq!(see(&mut early, &id).await["boards"][1]["state"], "taken", "the host has not started");
    let begun = ask(&mut host, &id, "start").await;
    assert_eq!((begun.status, &begun.json["stage"]), (200, &json!("filling")), "{}", begun.text);
    assert_eq!(begun.json["boards"][1]["state"], "player", "the host has Black on the second board");
    let mut late = server.client();
    let joined = join(&mut late, &id, &json!({ "name": "Late", "board": 3 })).await;
    let board = &joined.json["exhibition"]["boards"][2];
    assert_eq!(
        (joined.status, &board["variant"], &board["state"]),
        (201, &json!("international"), &json!("player"))
    );
    assert_eq!(leave(&mut late, &id, 3).await.status, 409, "its game has begun");
    let closed = ask(&mut host, &id, "close").await;
    assert_eq!((closed.status, &closed.json["stage"]), (200, &json!("playing")), "{}", closed.text);
    assert_eq!(join(&mut server.client(), &id, &json!({ "name": "Too late" })).await.status, 409);
    // The games that go on are left as they are.
    let ended = ask(&mut host, &id, "end").await;
    assert_eq!((ended.status, &ended.json["stage"]), (200, &json!("over")), "{}", ended.text);
    assert_eq!(ended.json["score"]["playing"], 2);
    assert_eq!(ask(&mut host, &id, "end").await.status, 409);
    server.stop().await;
}

#[tokio::test]
async fn a_board_is_left_or_taken_from_its_player_before_the_start_alone() {
    let server = Server::start().await;
    let (mut host, id) = announce(&server, &terms(2)).await;
    let mut both = players(&server, &id, 2).await;
    let full = join(&mut server.client(), &id, &json!({ "name": "Third" })).await;
    assert_eq!(full.status, 409, "{}", full.text);
    let twice = join(&mut both[0], &id, &json!({ "name": "Player 1" })).await;
    assert_eq!(twice.status, 409, "{}", twice.text);
    let self_play = join(&mut host, &id, &json!({ "name": "Host" })).await;
    assert_eq!(self_play.status, 403, "{}", self_play.text);
    assert_eq!(leave(&mut both[0], &id, 2).await.status, 403, "that is somebody else's");
    assert_eq!(leave(&mut server.client(), &id, 1).await.status, 403);
    assert_eq!(leave(&mut both[0], &id, 1).await.status, 200);
    assert_eq!(leave(&mut both[0], &id, 1).await.status, 404);
    assert_eq!(leave(&mut host, &id, 2).await.status, 200, "the host removes a player");
    let mut third = server.client();
    assert_eq!(join(&mut third, &id, &json!({ "board": 2 })).await.status, 201, "a guest without a name");
    assert_eq!(join(&mut both[1], &id, &json!({ "board": 2 })).await.status, 409, "taken");
    assert_eq!(join(&mut both[1], &id, &json!({ "board": 3 })).await.status, 404);
    assert_eq!(ask(&mut host, &id, "start").await.status, 200);
    for client in [&mut third, &mut host] {
        assert_eq!(leave(client, &id, 2).await.status, 409, "the game has begun");
    }
    server.stop().await;
}

#[tokio::test]
async fn nobody_acts_for_the_host_or_for_another_player() {
    let server = Server::start().await;
    let (mut host, id) = announce(&server, &terms(2)).await;
    let mut both = players(&server, &id, 2).await;
    let mut stranger = server.client();
    for command in ["start", "close", "end", "cancel"] {
        assert_eq!(ask(&mut stranger, &id, command).await.status, 403, "{command}");
        assert_eq!(ask(&mut both[0], &id, command).await.status, 403, "{command}");
    }
    let begun = ask(&mut host, &id, "start").await.json;
    assert_eq!(ask(&mut host, &id, "cancel").await.status, 409, "it has begun");
    let first = begun["boards"][0]["game"].clone();
    let [one, two] = &mut both[..] else { panic!("two players") };
    for client in [&mut stranger, one, two] {
        assert_eq!(act(client, &first, &moves("white", "22-18")).await.status, 403, "the host's move");
    }
    assert_eq!(act(&mut host, &first, &moves("white", "22-18")).await.status, 200);
    assert_eq!(act(two, &first, &moves("black", "10-13")).await.status, 403, "another board");
    assert_eq!(act(&mut host, &first, &moves("black", "10-13")).await.status, 403);
    assert_eq!(act(one, &first, &moves("black", "10-13")).await.status, 200);
    server.stop().await;
}

#[tokio::test]
async fn an_exhibition_is_bounded() {
    let server = Server::start().await;
    let mut host = server.client();
    let changed = |field: &str, value: Value| {
        let mut terms = terms(2);
        terms[field] = value;
        terms
    };
    let refused = [
        terms(61),
        terms(0),
        changed("title", json!("x".repeat(81))),
        changed("title", json!("  ")),
        changed("boards", json!([])),
        changed(
            "boards",
            json!([{ "count": 40, "variant": "italian" }, { "count": 21, "variant": "english" }]),
        ),
        changed("boards", json!([{ "count": 1, "variant": "chess" }])),
        changed("host-clock", json!({ "minutes": 0 })),
        changed("host-clock", json!({ "minutes": 10, "increment": 301 })),
        changed("player-clock", json!({ "minutes": 10, "per-move": 60 })),
        changed("player-clock", json!({})),
        changed("blindfold", json!({ "tries": 0 })),
        changed("start", json!("tomorrow")),
        changed("colour", json!("white")),
    ];
    for terms in refused {
        let answer = host.post("/api/exhibitions", &json!({ "terms": terms })).await.expect("an answer");
        assert_eq!(answer.status, 422, "{terms}: {}", answer.text);
        assert!(answer.json["text"].as_str().is_some_and(|text| text.len() > 10), "{}", answer.text);
    }
    let (_, id) = announce(&server, &terms(60)).await;
    players(&server, &id, 60).await;
    let more = join(&mut server.client(), &id, &json!({ "name": "One too many" })).await;
    assert_eq!((more.status, &more.json["text"]), (409, &json!("Every board is taken.")));
    server.stop().await;
}

#[tokio::test]
async fn an_exhibition_goes_on_after_a_restart() {
    let server = Server::start().await;
    let (mut host, id) = announce(&server, &terms(4)).await;
    let players = players(&server, &id, 3).await;
    let begun = ask(&mut host, &id, "start").await.json;
    let game = |board: usize| begun["boards"][board]["game"].clone();
    assert_eq!(act(&mut host, &game(0), &moves("white", "22-18")).await.status, 200);
    assert_eq!(act(&mut host, &game(1), &json!({ "by": "white", "ask": "resign" })).await.status, 200);
    let headers: Vec<_> = players.into_iter().chain([host]).map(|client| client.headers).collect();
    let folder = server.kill().await;
    let server = Server::on(folder, damiera_server::Settings::default()).await;
    let mut clients: Vec<_> = headers
        .into_iter()
        .map(|headers| {
            let mut client = server.client();
            client.headers = headers;
            client
        })
        .collect();
    let mut host = clients.pop().expect("a host");
    let seen = see(&mut host, &id).await;
    assert_eq!((&seen["stage"], &seen["role"]), (&json!("playing"), &json!("host")));
    let states: Vec<_> =
        seen["boards"].as_array().expect("boards").iter().map(|board| &board["state"]).collect();
    assert_eq!(states, ["player", "over", "host", "free"]);
    assert_eq!(seen["boards"][0]["game"], game(0));
    for board in [0, 2] {
        let resigned =
            act(&mut clients[board], &game(board), &json!({ "by": "black", "ask": "resign" })).await;
        assert_eq!(resigned.status, 200, "{}", resigned.text);
    }
    let over = until(&mut host, &id, "the end", |seen| seen["stage"] == "over").await;
    assert_eq!((&over["score"]["won"], &over["score"]["lost"]), (&json!(2), &json!(1)));
    // The sheet is read from the logs, also by a server that never saw the games.
    let headers = host.headers.clone();
    let server = Server::on(server.stop().await, damiera_server::Settings::default()).await;
    let mut host = server.client();
    host.headers = headers;
    assert_eq!(see(&mut host, &id).await["score"], over["score"]);
    server.stop().await;
}

#[tokio::test]
async fn a_blindfold_host_gets_no_board_from_the_exhibition() {
    let server = Server::start().await;
    let mut blindfold = terms(2);
    blindfold["blindfold"] = json!({ "tries": 5 });
    let (mut host, id) = announce(&server, &blindfold).await;
    let mut both = players(&server, &id, 2).await;
    let begun = ask(&mut host, &id, "start").await.json;
    let first = begun["boards"][0]["game"].clone();
    assert_eq!(act(&mut host, &first, &moves("white", "22-18")).await.status, 200);
    let path = format!("/api/exhibitions/{id}");
    let mut stranger = server.client();
    let [one, two] = &mut both[..] else { panic!("two players") };
    for client in [&mut host, &mut stranger, two] {
        let seen = client.get(&path).await.expect("an answer");
        assert_eq!(seen.json["boards"][0]["fen"], json!(null), "{}", seen.text);
        assert_eq!(seen.json["boards"][0]["last"], "22-18", "the move is announced");
    }
    for page in ["", "/play"] {
        let text = host.get(&format!("/exhibition/{id}{page}")).await.expect("a page").text;
        assert!(!text.contains(":W2") && !text.contains(":B1,"), "{text}");
    }
    let own = one.get(&path).await.expect("an answer").json;
    assert!(own["boards"][0]["fen"].as_str().is_some_and(|fen| fen.starts_with("B:W")), "{own}");
    assert_eq!(own["boards"][1]["fen"], json!(null), "another board");
    assert_eq!(act(one, &first, &json!({ "by": "black", "ask": "resign" })).await.status, 200);
    let over = until(&mut host, &id, "the board opens", |seen| seen["boards"][0]["state"] == "over").await;
    assert!(over["boards"][0]["fen"].is_string() && over["boards"][1]["fen"].is_null());
    server.stop().await;
}

#[tokio::test]
async fn the_host_need_not_play_somebody_they_have_blocked() {
    let server = Server::start().await;
    let (mut host, mut blocked) = (server.client(), server.client());
    for (client, name) in [(&mut host, "Marta"), (&mut blocked, "Asa")] {
        let account = json!({ "name": name, "password": "a long pass phrase" });
        let opened = client.post("/api/account", &account).await.expect("an answer");
        assert_eq!(opened.status, 201, "{}", opened.text);
    }
    let put = host.send(hyper::Method::PUT, "/api/account/blocked/Asa", None).await.expect("an answer");
    assert!(put.status < 300, "{}", put.text);
    let made = host.post("/api/exhibitions", &json!({ "terms": terms(2) })).await.expect("an answer");
    let id = made.json["id"].as_str().expect("an id").to_owned();
    let refused = join(&mut blocked, &id, &json!({})).await;
    assert_eq!(refused.status, 403, "{}", refused.text);
    assert_eq!(see(&mut blocked, &id).await["host"], "Marta");
    server.stop().await;
}

#[tokio::test]
async fn a_time_per_move_is_announced_in_minutes_where_it_is_that() {
    let server = Server::start().await;
    for (seconds, english, italian) in [
        (300, "Each player has 5 minutes for each move.", "Ogni giocatore ha 5 minuti per mossa."),
        (60, "Each player has a minute for each move.", "Ogni giocatore ha un minuto per mossa."),
        (90, "Each player has 90 seconds for each move.", "Ogni giocatore ha 90 secondi per mossa."),
    ] {
        let mut terms = terms(2);
        terms["player-clock"] = json!({ "per-move": seconds });
        let (mut host, id) = announce(&server, &terms).await;
        for (lang, wanted) in [("en", english), ("it", italian)] {
            let page = host.get(&format!("/exhibition/{id}?lang={lang}")).await.expect("a page");
            assert!(page.text.contains(wanted), "{wanted}");
        }
    }
    server.stop().await;
}
