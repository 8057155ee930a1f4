//! Blindfold play: everything that the side without sight of the board can get is searched for what stands on it.

use damiera_client::{ApiClient, ApiConnection};
use damiera_game::wire::WireSide;
use damiera_messages::ServerMessage;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::common::{Follower, Pair, Server, blitz};

/// What a text reveals of the board: a FEN, legal moves, routes, captured pieces, events with squares, an article that
/// explains a refusal, or a move that is no longer announced.
fn revealed(text: &str, old_moves: &[&str]) -> Option<String> {
    let signs = [
        ":W2",
        ":WK",
        ":B1",
        ":BK",
        "legal\":[{",
        "routes\":[[",
        "due\":[[",
        "captures\":[",
        "\"path\":[",
        "\"from\":",
        "promotes",
        "\"kind\":\"moved\"",
        "\"article\":\"",
        "[FEN ",
        "Event \"",
    ];
    let plain = text.replace("&quot;", "\"").replace("\": ", "\":");
    signs.iter().chain(old_moves).find(|sign| plain.contains(**sign)).map(|sign| (*sign).to_owned())
}

/// A blindfold player's connection in one form, with all that was received on it.
struct Listener {
    line: ApiConnection,
    heard: Vec<String>,
}

impl Listener {
    async fn join(client: &ApiClient, game: &str, form: &str) -> Self {
        let mut line = client.connect().await.expect("a connection");
        let join = json!({ "type": "join", "game": game, "form": form });
        line.send_text(join.to_string()).await.expect("sent");
        Self { line, heard: Vec::new() }
    }

    /// Listens until a message has this in it.
    async fn until(&mut self, sign: &str) {
        loop {
            let text = self.line.receive_text().await.expect("a message in time");
            let found = text.contains(sign);
            self.heard.push(text);
            if found {
                return;
            }
        }
    }
}

fn blindfold_seek(terms: &Value) -> Value {
    let mut wanted = blitz();
    wanted["blindfold"] = json!({ "who": "seeker", "terms": terms });
    wanted
}

/// The first update of the event stream, as this client gets it.
async fn first_of_stream(server: &Server, client: &ApiClient, game: &str) -> String {
    let mut stream = TcpStream::connect(server.address).await.expect("a connection");
    let cookie = client.headers.get("cookie").map_or("", |value| value.to_str().expect("text"));
    let request = format!(
        "GET /api/games/{game}/stream HTTP/1.1\r\nhost: {}\r\ncookie: {cookie}\r\n\r\n",
        server.address
    );
    stream.write_all(request.as_bytes()).await.expect("sent");
    let (mut text, mut part) = (String::new(), [0; 4096]);
    while !(text.contains("data:") && text.ends_with("\r\n")) {
        let read = stream.read(&mut part).await.expect("a stream");
        assert!(read > 0, "the stream ended: {text}");
        text.push_str(&String::from_utf8_lossy(&part[..read]));
    }
    text
}

/// Every address that can be read about a game, from the API's own description, and the pages.
async fn addresses(server: &Server, game: &str) -> Vec<String> {
    let api = server.client().get("/api/openapi.json").await.expect("an answer").json;
    let paths = api["paths"].as_object().expect("paths").iter();
    let readable = paths
        .filter(|(path, verbs)| verbs["get"].is_object() && !path.ends_with("/stream") && *path != "/ws");
    let mut all: Vec<_> =
        readable.map(|(path, _)| path.replace("{kind}", "played").replace("{id}", game)).collect();
    all.retain(|path| !path.contains('{'));
    all.extend(
        ["/game/{}", "/study/played/{}", "/games", "/account", "/lobby", "/watch"]
            .map(|page| page.replace("{}", game)),
    );
    all
}

/// Reads everything there is to read as this client, and searches it.
async fn search_all(server: &Server, client: &mut ApiClient, who: &str, game: &str, old_moves: &[&str]) {
    let mut about_game = 0;
    for path in addresses(server, game).await {
        let answer = client.get(&path).await.expect("an answer");
        about_game += u32::from(path.contains(game) && answer.status == 200);
        if path.contains(game) || answer.text.contains(game) || !path.starts_with("/api/") {
            assert_eq!(revealed(&answer.text, old_moves), None, "{who}, {path}: {}", answer.text);
        }
    }
    assert!(about_game >= 2, "the game and its page are shown");
    let stream = first_of_stream(server, client, game).await;
    assert_eq!(revealed(&stream, old_moves), None, "{who}: {stream}");
}

/// Plays moves, White's first.
async fn play(white: &mut Follower, black: &mut Follower, moves: &[&str]) {
    white.until_seq(1).await;
    for (i, notation) in moves.iter().enumerate() {
        let (line, by) =
            if i % 2 == 0 { (&mut *white, WireSide::White) } else { (&mut *black, WireSide::Black) };
        let told = line.play(by, notation).await;
        let ServerMessage::Done { seq, .. } = told else { panic!("{notation}: {told:?}") };
        white.until_seq(seq).await;
        black.until_seq(seq).await;
    }
}

#[tokio::test]
async fn the_blindfold_side_never_gets_the_board_until_the_game_ends() {
    let server = Server::start().await;
    let pair = server.pair(&blindfold_seek(&json!({}))).await;
    let (mut white, mut black) = pair.lines().await;
    let Pair { game, white: mut blind, black: mut sighted, .. } = pair;
    let mut listeners = Vec::new();
    for form in ["events", "view", "changes"] {
        listeners.push(Listener::join(&blind, &game, form).await);
    }
    let moves = ["22-18", "11-14", "18x11", "6x15", "21-17", "7-11"];
    play(&mut white, &mut black, &moves).await;
    for listener in &mut listeners {
        listener.until("7-11").await;
    }
    // What was heard may name each move while it was the last, and never the board.
    for text in listeners.iter().flat_map(|listener| &listener.heard) {
        assert_eq!(revealed(text, &[]), None, "{text}");
    }
    let path = format!("/api/games/{game}");
    let own = blind.get(&path).await.expect("an answer").json;
    assert_eq!(own["concealed"], true);
    let announced: Vec<_> =
        own["view"]["moves"].as_array().expect("moves").iter().map(|m| m["notation"].clone()).collect();
    assert_eq!(announced, [json!("21-17"), json!("7-11")], "only the last moves are announced");
    let seen = sighted.get(&path).await.expect("an answer").json;
    assert_eq!(
        (&seen["concealed"], seen["view"]["moves"].as_array().map(Vec::len)),
        (&json!(false), Some(6))
    );
    assert!(seen["view"]["fen"].as_str().is_some_and(|fen| fen.starts_with("W:W")));
    search_all(&server, &mut blind, "the blindfold player", &game, &moves[1..4]).await;
    search_all(&server, &mut server.client(), "a spectator", &game, &moves[1..4]).await;

    // Commands that ask about the board get no reasons. An illegal try counts and says no more than that.
    let command = format!("{path}/commands");
    for (ask, status) in [
        (json!({ "by": "white", "ask": "count" }), 409),
        (json!({ "by": "white", "ask": "claim-draw" }), 409),
        (json!({ "by": "white", "ask": "stands", "fen": "W:W30:B3" }), 409),
        (json!({ "by": "white", "ask": "touch", "square": 30 }), 409),
        (json!({ "by": "white", "ask": "move", "notation": "30-3" }), 200),
        (json!({ "by": "black", "ask": "move", "notation": "11-15" }), 403),
        (json!({ "by": "arbiter", "ask": "pause" }), 403),
    ] {
        let answer = blind.post(&command, &ask).await.expect("an answer");
        assert_eq!(answer.status, status, "{ask}: {}", answer.text);
        assert_eq!(revealed(&answer.text, &[]), None, "{ask}: {}", answer.text);
    }
    let tries = blind.get(&path).await.expect("an answer").json["illegal-tries"].clone();
    assert_eq!(tries, json!([1, 0]));
    // A premove would tell what is legal by being played or dropped.
    white.until_seq(white.seq() + 1).await;
    let told = white.play(WireSide::White, "25-21").await;
    assert!(matches!(told, ServerMessage::Done { .. }), "{told:?}");
    let premove =
        json!({ "type": "premove", "id": "p1", "seq": white.seq(), "by": "white", "notation": "29-25" });
    assert!(matches!(white.ask(&premove).await, ServerMessage::Dropped { .. }));

    black.until_seq(white.seq()).await;
    assert!(matches!(
        black
            .ask(&json!({ "type": "do", "id": "r", "seq": black.seq(), "by": "black", "ask": "resign" }))
            .await,
        ServerMessage::Done { .. }
    ));
    for listener in &mut listeners {
        listener.until("ended").await;
    }
    let last = &listeners[2].heard.last().expect("the end");
    assert!(
        last.contains("\"concealed\":false") && last.contains("\"fen\":\"B:W"),
        "the board opens: {last}"
    );
    let after = blind.get(&path).await.expect("an answer").json;
    assert_eq!(
        (&after["concealed"], after["view"]["moves"].as_array().map(Vec::len)),
        (&json!(false), Some(7))
    );
    assert_eq!(blind.get(&format!("{path}/pdn")).await.expect("an answer").status, 200);
    server.stop().await;
}

#[tokio::test]
async fn too_many_illegal_tries_lose_and_the_listed_moves_are_as_agreed() {
    let server = Server::start().await;
    let terms = json!({ "move-list": "all", "notes": "allowed", "tries": 2 });
    let pair = server.pair(&blindfold_seek(&terms)).await;
    let (mut white, mut black) = pair.lines().await;
    play(&mut white, &mut black, &["22-18", "11-14"]).await;
    let path = format!("/api/games/{}", pair.game);
    let mut blind = pair.white.clone();
    let own = blind.get(&path).await.expect("an answer").json;
    assert_eq!(own["view"]["moves"].as_array().map(Vec::len), Some(2));
    assert_eq!(own["blindfold"], terms);
    for made in 1..=2 {
        let answer = blind
            .post(&format!("{path}/commands"), &json!({ "by": "white", "ask": "move", "notation": "21-17" }))
            .await
            .expect("an answer");
        assert_eq!(answer.status, 200, "{}", answer.text);
        assert_eq!(answer.json["illegal-tries"], json!([made, 0]));
        assert_eq!(answer.json["winner"], if made == 2 { json!("black") } else { Value::Null });
    }
    assert_eq!(blind.get(&path).await.expect("an answer").json["concealed"], false);
    server.stop().await;
}

#[tokio::test]
async fn nobody_can_tell_the_blindfold_side_what_stands_on_the_board() {
    let server = Server::start().await;
    let terms = json!({ "move-list": "all", "notes": "allowed", "tries": 2 });
    let pair = server.pair(&blindfold_seek(&terms)).await;
    let (mut white, mut black) = pair.lines().await;
    white.until_seq(1).await;
    let said = json!({ "type": "chat", "by": "black", "text": "your man on 22 is gone" });
    black.line.send_text(said.to_string()).await.expect("sent");
    black.until(|told| matches!(told, ServerMessage::ChatRefused { .. }).then_some(())).await;
    server.stop().await;
}

#[tokio::test]
async fn against_the_engine_the_board_stays_covered() {
    let server = Server::start().await;
    let mut person = server.client();
    let wish = json!({ "variant": "italian", "white": { "kind": "person" }, "black": { "kind": "engine", "level": 1 }, "sight": ["blindfold", "board"] });
    let created = person.post("/api/games", &wish).await.expect("an answer");
    assert_eq!(created.status, 201, "{}", created.text);
    assert_eq!(revealed(&created.text, &[]), None, "{}", created.text);
    let id = created.json["id"].as_str().expect("a game").to_owned();
    let moved = person
        .post(
            &format!("/api/games/{id}/commands"),
            &json!({ "by": "white", "ask": "move", "notation": "22-18" }),
        )
        .await
        .expect("an answer");
    assert_eq!((moved.status, revealed(&moved.text, &[])), (200, None), "{}", moved.text);
    search_all(&server, &mut person, "the person", &id, &[]).await;
    server.stop().await;
}
