//! Clients that lie, stall, flood and come from elsewhere.

use std::time::Duration;

use damiera_game::wire::WireSide;
use damiera_messages::ServerMessage;
use damiera_server::{Limits, Settings};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::common::{Follower, Server, blitz};

#[tokio::test]
async fn other_sites_can_neither_connect_nor_change_anything() {
    let server = Server::start().await;
    let own = format!("http://{}", server.address);
    for origin in
        ["http://evil.example", "null", "file://", "https://127.0.0.1", &format!("{own}.evil.example")]
    {
        let mut page = server.client().with("origin", origin);
        assert!(page.connect().await.is_err(), "{origin}");
        assert_eq!(page.post("/api/seeks", &blitz()).await.expect("an answer").status, 403, "{origin}");
        let answer =
            page.post("/api/session", &json!({ "name": "a", "password": "b" })).await.expect("an answer");
        assert_eq!(answer.status, 403);
    }
    let mut page = server.client().with("origin", &own);
    assert!(page.connect().await.is_ok());
    assert_eq!(page.post("/api/seeks", &blitz()).await.expect("an answer").status, 201);
    server.stop().await;
}

#[tokio::test]
async fn nonsense_is_answered_and_then_cut_off() {
    let server = Server::start().await;
    let pair = server.pair(&blitz()).await;
    let mut line = server.client().connect().await.expect("a connection");
    for text in
        ["", "{", "[]", "{\"type\":\"do\"}", "{\"type\":\"join\",\"game\":\"none\"}", "null", "0", "{}"]
    {
        line.send_text(text.to_owned()).await.expect("sent");
    }
    let mut answers = 0;
    while let Some(told) = line.receive().await {
        assert!(matches!(told, ServerMessage::Bad { .. }), "{told:?}");
        answers += 1;
    }
    assert_eq!(answers, 7, "and the eighth ends it");
    let mut line = Follower::join(&pair.white, &pair.game, None).await;
    for id in ["", "<script>", &"x".repeat(49), "a b"] {
        let said =
            json!({ "type": "do", "id": id, "seq": 0, "by": "white", "ask": "move", "notation": "22-18" });
        assert!(matches!(line.ask(&said).await, ServerMessage::Bad { .. }), "{id:?}");
    }
    let huge = json!({ "type": "do", "id": "h", "seq": 0, "by": "white", "ask": "move", "notation": "1".repeat(5000) });
    let _ = line.line.send_text(huge.to_string()).await;
    while line.line.receive().await.is_some() {}
    server.stop().await;
}

#[tokio::test]
async fn a_flood_ends_the_connection_and_hurts_nobody_else() {
    let server = Server::start().await;
    let pair = server.pair(&blitz()).await;
    let (mut white, _black) = pair.lines().await;
    white.until_seq(1).await;
    let mut flood = Follower::join(&pair.black, &pair.game, None).await;
    for i in 0..2_000 {
        let said =
            json!({ "type": "do", "id": format!("f{i}"), "seq": 1, "by": "black", "ask": "claim-draw" });
        if flood.line.send_text(said.to_string()).await.is_err() {
            break;
        }
    }
    let mut heard = 0;
    while flood.line.receive().await.is_some() {
        heard += 1;
    }
    assert!(heard < 500, "{heard}");
    assert!(matches!(white.play(WireSide::White, "22-18").await, ServerMessage::Done { .. }));
    server.stop().await;
}

#[tokio::test]
async fn frames_that_never_become_messages_are_counted() {
    let server = Server::start().await;
    let (pong, fragment, first) = (b"\x8a\x80\0\0\0\0", b"\x00\x80\0\0\0\0", b"\x01\x80\0\0\0\0");
    for (begin, frame) in [(&b""[..], pong), (&first[..], fragment)] {
        let mut stream = TcpStream::connect(server.address).await.expect("a connection");
        let head = "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
            Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
        stream.write_all(head.as_bytes()).await.expect("sent");
        let mut status = [0; 12];
        stream.read_exact(&mut status).await.expect("an answer");
        assert_eq!(&status, b"HTTP/1.1 101");
        stream.write_all(begin).await.expect("sent");
        let (block, mut sent) = (frame.repeat(1_000), 0);
        while stream.write_all(&block).await.is_ok() {
            sent += block.len();
            assert!(sent < 256 << 20, "the server reads on and on");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn one_who_does_not_read_is_dropped_and_the_others_play_on() {
    let server = Server::start().await;
    let mut client = server.client();
    let wish = json!({ "variant": "italian", "white": { "kind": "person" }, "black": { "kind": "person" } });
    let made = client.post("/api/games", &wish).await.expect("an answer");
    let game = made.json["id"].as_str().expect("a game").to_owned();
    // It asks for whole views, the largest messages there are, and reads none of them.
    let stalled = server.client().connect().await.expect("a connection");
    let mut stalled = stalled;
    stalled
        .send_text(json!({ "type": "join", "game": game, "form": "view" }).to_string())
        .await
        .expect("sent");
    let mut player = Follower::join(&client, &game, None).await;
    let mut present = 1;
    for i in 0..4_000_u32 {
        let (by, ask) = if i % 2 == 0 { ("white", "offer-draw") } else { ("black", "decline-draw") };
        let answer = client
            .post(&format!("/api/games/{game}/commands"), &json!({ "by": by, "ask": ask }))
            .await
            .expect("an answer");
        assert_eq!(answer.status, 200, "{}", answer.text);
        while let Ok(Some(told)) = tokio::time::timeout(Duration::from_millis(1), player.receive()).await {
            if let ServerMessage::Presence { watching, .. } = told {
                present = watching;
            }
        }
        if present == 0 {
            break;
        }
    }
    assert_eq!(present, 0, "the one who does not read was dropped");
    drop(stalled);
    server.stop().await;
}

#[tokio::test]
async fn a_line_with_nobody_at_its_end_is_closed_and_the_opponent_told() {
    let server = Server::with_manual_clock(Settings::default()).await;
    let pair = server.pair(&blitz()).await;
    // Black comes, and from then on nobody is at his end: the line stays open, but no ping is answered.
    let mut white = Follower::join(&pair.white, &pair.game, None).await;
    let gone = pair.black.join(&pair.game, None, None).await.expect("a connection");
    let black_is = |wanted: bool| {
        move |told: &ServerMessage| match told {
            ServerMessage::Presence { black, .. } if *black == wanted => Some(()),
            _ => None,
        }
    };
    white.until(black_is(true)).await;
    // The clock is stepped while White answers pings; each step is shorter than the silence that is allowed.
    let stepping = async {
        loop {
            server.clock.advance(Limits::default().silence / 5);
            tokio::time::sleep(Duration::from_millis(20)).await; // lets White's pongs arrive
        }
    };
    tokio::select! {
        () = white.until(black_is(false)) => {}
        () = stepping => {}
    }
    assert!(
        matches!(white.play(WireSide::White, "22-18").await, ServerMessage::Done { .. }),
        "White answers pings"
    );
    drop(gone);
    server.stop().await;
}

#[tokio::test]
async fn one_who_does_not_say_what_he_wants_is_not_waited_for() {
    let server = Server::with_manual_clock(Settings::default()).await;
    let mut line = server.client().connect().await.expect("a connection");
    server.clock.advance(Limits::default().introduction);
    assert!(line.receive().await.is_none());
    server.stop().await;
}

#[tokio::test]
async fn heads_are_bounded_in_size_and_bodies_too() {
    let server = Server::start().await;
    let mut client = server.client().with("x-filler", &"a".repeat(40_000));
    let status = client.get("/").await.map(|answer| answer.status);
    assert!(!matches!(status, Ok(200)), "{status:?}");
    let long = json!({ "variant": "italian", "minutes": 5, "name": "n".repeat(400_000) });
    let status = server.client().post("/api/seeks", &long).await.map(|answer| answer.status);
    assert!(matches!(status, Ok(413) | Err(_)), "{status:?}");
    server.stop().await;
}

#[tokio::test]
async fn bodies_that_do_not_come_hold_little_memory() {
    let proxies = vec!["127.0.0.1".parse().expect("an address")];
    let server = Server::with(Settings { proxies, ..Settings::default() }).await;
    let mut answers = JoinSet::new();
    for _ in 0..140 {
        let address = server.address;
        answers.spawn(async move {
            let mut stream = TcpStream::connect(address).await.expect("a connection");
            let head = "POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 198.51.100.1\r\n\
                Content-Type: application/json\r\nContent-Length: 262144\r\n\r\n";
            stream.write_all(head.as_bytes()).await.expect("sent");
            let mut status = [0; 12];
            stream.read_exact(&mut status).await.expect("an answer");
            String::from_utf8_lossy(&status).into_owned()
        });
    }
    for _ in 0..12 {
        let answer = answers.join_next().await.expect("an answer").expect("no panic");
        assert_eq!(answer, "HTTP/1.1 503", "128 quarters of a megabyte are enough for one client");
    }
    let text = format!("[GameType \"22\"]\n\n1. 22-18 {{{}}} *\n", "x".repeat(100_000));
    let mut other = server.client().with("x-forwarded-for", "198.51.100.2");
    let kept = other.post_text("/api/import", &text).await.expect("an answer");
    assert_eq!(kept.status, 201, "{}", kept.text);
    drop(answers);
    server.stop().await;
}

#[tokio::test]
async fn a_request_that_does_not_come_is_not_waited_for() {
    let server = Server::start().await;
    let whole = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    let after = |sent: &'static str| async move {
        let mut stream = TcpStream::connect(server.address).await.expect("a connection");
        stream.write_all(sent.as_bytes()).await.expect("sent");
        let mut rest = Vec::new();
        let ended = tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut rest)).await;
        assert!(ended.is_ok(), "closed after {sent:?}");
    };
    // Nothing at all, half a head, and a request that no other follows.
    tokio::join!(after(""), after("GET / HTTP/1.1\r\nHost: x\r\n"), after(whole));
    server.stop().await;
}

#[tokio::test]
async fn one_address_has_only_so_many_connections() {
    let limits = Limits { connections_each: 5, ..Limits::default() };
    let server = Server::with(Settings { limits, ..Settings::default() }).await;
    let mut open = Vec::new();
    for _ in 0..5 {
        open.push(server.client().connect().await.expect("a connection"));
    }
    assert!(server.client().connect().await.is_err());
    open.pop();
    let mut again = server.client().connect().await;
    while again.is_err() {
        tokio::task::yield_now().await; // the server has yet to notice
        again = server.client().connect().await;
    }
    server.stop().await;
}

#[tokio::test]
async fn pages_of_names_that_point_here_read_nothing() {
    let settings = Settings { hosts: vec!["dama.example".to_owned()], ..Settings::default() };
    let server = Server::with(settings).await;
    for path in ["/", "/api/seeks", "/api/account", "/metrics", "/static/game.js"] {
        for (host, known) in
            [("evil.example", false), ("dama.example", true), (&*server.address.to_string(), true)]
        {
            let answer =
                raw(&server, &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
                    .await;
            assert_eq!(answer.starts_with("HTTP/1.1 200"), known, "{path} {host}: {answer}");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_host_that_is_none_or_two_is_refused() {
    let server = Server::start().await;
    let (own, port) = (server.address.to_string(), server.address.port());
    for (line, hosts, status) in [
        ("GET / HTTP/1.1", vec![own.clone()], 200),
        ("GET / HTTP/1.1", vec!["LOCALHOST".to_owned()], 200),
        ("GET / HTTP/1.0", vec![], 200),
        ("GET / HTTP/1.1", vec![], 400),
        ("GET / HTTP/1.1", vec![String::new()], 400),
        ("GET / HTTP/1.1", vec![own.clone(), own.clone()], 400),
        ("GET / HTTP/1.0", vec![own.clone(), own.clone()], 400),
        ("GET / HTTP/1.1", vec!["[::1].evil".to_owned()], 400),
        ("GET / HTTP/1.1", vec![format!("[::1].evil.example:{port}")], 400),
        ("GET / HTTP/1.1", vec![format!("user@127.0.0.1:{port}")], 400),
        ("GET / HTTP/1.1", vec![format!("127.0.0.1:{port}@evil.example")], 400),
        ("GET / HTTP/1.1", vec!["127.0.0.1:99999".to_owned()], 400),
        ("GET / HTTP/1.1", vec!["127.0.0.1.evil.example".to_owned()], 421),
        ("GET http://evil.example/ HTTP/1.1", vec![own.clone()], 421),
        ("GET http://user@127.0.0.1/ HTTP/1.1", vec![own.clone()], 400),
        ("GET http://127.0.0.1/ HTTP/1.1", vec!["evil.example".to_owned()], 421),
        ("GET http://127.0.0.1/ HTTP/1.1", vec![own.clone()], 200),
        ("GET /healthz HTTP/1.1", vec!["a-name-of-this-machine".to_owned()], 200),
        ("GET /healthz HTTP/1.1", vec![], 400),
        ("GET /healthz HTTP/1.0", vec![], 200),
    ] {
        let lines: String = hosts.iter().map(|host| format!("Host: {host}\r\n")).collect();
        let answer = raw(&server, &format!("{line}\r\n{lines}Connection: close\r\n\r\n")).await;
        let got = answer.split(' ').nth(1).and_then(|code| code.parse().ok());
        assert_eq!(got, Some(status), "{line} {hosts:?}: {answer}");
        let why = (status == 400).then_some("Host header").or((status == 421).then_some("--host"));
        assert!(why.is_none_or(|why| answer.contains(why)), "{line} {hosts:?}: {answer}");
    }
    server.stop().await;
}

/// Sends bytes and reads until the server closes the connection.
async fn raw(server: &Server, sent: &str) -> String {
    raw_at(server.address, sent).await
}

async fn raw_at(address: std::net::SocketAddr, sent: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(sent.as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("an answer");
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn private_answers_are_not_kept_and_browsers_are_told_to_be_careful() {
    let base_url = Some("https://127.0.0.1".to_owned());
    let server = Server::with(Settings { base_url, ..Settings::default() }).await;
    let mut client = server.client();
    for path in ["/", "/account", "/api/account", "/api/library", "/games"] {
        let answer = client.get(path).await.expect("an answer");
        let header =
            |name: &str| answer.headers.get(name).map(|value| value.to_str().unwrap_or_default().to_owned());
        assert_eq!(header("cache-control").as_deref(), Some("no-store"), "{path}");
        assert!(
            header("strict-transport-security").is_some_and(|value| value.starts_with("max-age=")),
            "{path}"
        );
        assert!(header("permissions-policy").is_some_and(|value| value.contains("camera=()")), "{path}");
    }
    let file = client.get("/static/game.js").await.expect("a file");
    assert_eq!(
        file.headers.get("cache-control").map(hyper::http::HeaderValue::as_bytes),
        Some(&b"no-cache"[..])
    );
    server.stop().await;
}

#[tokio::test]
async fn metrics_are_for_this_machine_or_for_those_who_have_the_token() {
    let server = Server::start().await;
    assert_eq!(server.client().get("/metrics").await.expect("an answer").status, 200);
    let forwarded = server.client().with("x-forwarded-for", "198.51.100.1");
    assert_eq!(forwarded.clone().get("/metrics").await.expect("an answer").status, 401);
    server.stop().await;
    let metrics_token = Some("a secret".to_owned());
    let server = Server::with(Settings { metrics_token, ..Settings::default() }).await;
    assert_eq!(server.client().get("/metrics").await.expect("an answer").status, 401);
    let (mut guess, mut knows) = (server.client(), server.client());
    (guess, knows) =
        (guess.with("authorization", "Bearer a guess"), knows.with("authorization", "Bearer a secret"));
    assert_eq!(guess.get("/metrics").await.expect("an answer").status, 401);
    assert_eq!(knows.get("/metrics").await.expect("an answer").status, 200);
    server.stop().await;
    let own =
        tokio::net::TcpListener::bind("127.0.0.1:0").await.and_then(|l| l.local_addr()).expect("a port");
    let server = Server::with(Settings { metrics_listen: Some(own), ..Settings::default() }).await;
    assert_eq!(server.client().get("/metrics").await.expect("an answer").status, 404);
    assert_eq!(damiera_client::ApiClient::new(own).get("/metrics").await.expect("an answer").status, 200);
    assert_eq!(damiera_client::ApiClient::new(own).get("/").await.expect("an answer").status, 404);
    // A name that somebody else lets point here.
    let asked = "GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
    let answer = raw_at(own, asked).await;
    assert!(answer.starts_with("HTTP/1.1 421") && !answer.contains("damiera_"), "{answer}");
    server.stop().await;
}

#[tokio::test]
async fn behind_a_proxy_clients_have_connections_of_their_own() {
    let limits = Limits { connections_each: 3, ..Limits::default() };
    let proxies = vec!["127.0.0.0/8".parse().expect("a network")];
    let server = Server::with(Settings { limits, proxies, ..Settings::default() }).await;
    let from = |n: u8| server.client().with("x-forwarded-for", &format!("198.51.100.{n}"));
    let mut open = Vec::new();
    for n in 1..=4 {
        for _ in 0..3 {
            open.push(from(n).connect().await.expect("a connection"));
        }
    }
    assert!(from(1).connect().await.is_err());
    assert_eq!(from(2).get("/").await.expect("an answer").status, 429);
    assert_eq!(from(5).get("/").await.expect("an answer").status, 200);
    drop(open);
    while from(1).get("/healthz").await.expect("an answer").status != 200 {
        tokio::task::yield_now().await; // the server has yet to notice
    }
    server.stop().await;
}

#[tokio::test]
async fn a_server_with_a_full_disk_is_alive_but_not_ready() {
    let folder = std::sync::Arc::new(tempfile::TempDir::new().expect("a folder"));
    let ready = async |server: &Server| {
        let answer = server.client().get("/readyz").await.expect("an answer");
        (answer.status, answer.text)
    };
    let sqlite = Some(folder.path().to_owned());
    let full = Settings { sqlite: sqlite.clone(), min_free_space: Some(u64::MAX), ..Settings::default() };
    let server = Server::on(std::sync::Arc::clone(&folder), full).await;
    assert_eq!(ready(&server).await, (503, "not ready: disk full\n".to_owned()));
    assert_eq!(server.client().get("/healthz").await.expect("an answer").status, 200);
    server.stop().await;

    let server = Server::on(folder, Settings { sqlite, ..Settings::default() }).await;
    assert_eq!(ready(&server).await, (200, "ready\n".to_owned()));
    server.stop().await;
}
