//! Studies, imports, the editor and the library over HTTP, against a real listener.
#![allow(clippy::unwrap_used)] // a test may stop where it stands

use std::net::SocketAddr;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use damiera_server::Settings;
use damiera_server::store::SqliteStore;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// A server of its own for each test.
struct Server {
    address: SocketAddr,
    /// Who we are to the server.
    cookie: Mutex<String>,
    _folder: tempfile::TempDir,
}

struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
}

impl Server {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("games.sqlite")).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let settings = Settings { endgame: Some(folder.path().join("endgame")), ..Settings::default() };
        tokio::spawn(damiera_server::serve(listener, Arc::new(store), settings, std::future::pending()));
        Self { address, cookie: Mutex::default(), _folder: folder }
    }

    async fn ask(&self, method: &str, path: &str, lang: &str, kind: &str, body: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\naccept-language: {lang}\r\nconnection: close\r\ncookie: {}\r\n\
             content-type: {kind}\r\ncontent-length: {}\r\n\r\n",
            self.address,
            self.cookie.lock().unwrap(),
            body.len()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        // A server that refuses a large body may close before it has all of it.
        let _ = stream.write_all(body).await;
        stream
    }

    async fn send(&self, method: &str, path: &str, lang: &str, kind: &str, body: &[u8]) -> Answer {
        let mut stream = self.ask(method, path, lang, kind, body).await;
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes).await;
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap() + 4;
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let set = head.lines().filter_map(|line| line.strip_prefix("set-cookie: "));
        if let Some(cookie) = set.filter_map(|set| set.split(';').next()).find(|set| set.contains("visitor"))
        {
            cookie.clone_into(&mut self.cookie.lock().unwrap());
        }
        Answer { status: head[9..12].parse().unwrap(), head, body: bytes[end..].to_vec() }
    }

    async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, "en", "text/plain", b"").await
    }

    async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, "en", "application/json", body.to_string().as_bytes()).await
    }

    async fn import(&self, pdn: &str) -> Value {
        let answer = self.send("POST", "/api/import", "en", "text/plain", pdn.as_bytes()).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        answer.json()
    }

    async fn keep(&self, pdn: &str) -> String {
        self.import(pdn).await["games"][0]["id"].as_str().unwrap().to_owned()
    }
}

const ROSSI: &str = "[Event \"Coppa\"]\n[Date \"2024.05.??\"]\n[White \"Rossi\"]\n[Black \"Bianchi\"]\n\
    [Result \"1-0\"]\n[GameType \"22\"]\n\n1. 22-18 {centro} (1. 21-17 {cauto} 11-14) 1... 11-14! 2. 18x11 7x14 1-0\n";

#[tokio::test]
async fn a_file_is_checked_game_by_game_and_kept() {
    let server = Server::start().await;
    let bad = "[White \"Verdi\"]\n[GameType \"22\"]\n\n1. 22-18 11-14\n2. 23-19 7-11 *\n";
    let answer = server.import(&format!("{ROSSI}\n{bad}")).await;
    assert_eq!(answer["kept"], 2);
    let [good, bad] = answer["games"].as_array().unwrap().as_slice() else { panic!("{answer}") };
    assert_eq!((&good["legal"], &good["plies"], &good["white"]), (&json!(true), &json!(4), &json!("Rossi")));
    // 2. 23-19 leaves a capture aside: kept up to it, and pointed at.
    assert_eq!((&bad["legal"], &bad["plies"]), (&json!(false), &json!(2)));
    let wrong: Vec<_> = bad["problems"].as_array().unwrap().iter().filter(|p| p["wrong"] == true).collect();
    let [problem] = wrong.as_slice() else { panic!("{bad}") };
    assert_eq!(problem["ply"], 3);
    assert_eq!((&problem["line"], &problem["column"]), (&json!(14), &json!(4)), "{problem}");
    assert_eq!(problem["text"], "23-19 is not legal. A capture is compulsory, and this move takes nothing.");
    assert_eq!(problem["due"], json!(["18x11"]));
    assert!(problem["article"].as_str().unwrap().starts_with("FID-IT "));
}

#[tokio::test]
async fn problems_are_told_in_the_readers_language() {
    let server = Server::start().await;
    let bad = "[GameType \"22\"]\n\n1. 22-18 11-14 2. 23-19 *\n";
    let say = async |lang| {
        let answer = server.send("POST", "/api/import", lang, "text/plain", bad.as_bytes()).await.json();
        answer["games"][0]["problems"][0]["text"].as_str().unwrap().to_owned()
    };
    assert!(say("it").await.starts_with("23-19 non è regolare."), "{}", say("it").await);
    assert!(say("pt-BR").await.starts_with("23-19 não é um lance legal."), "{}", say("pt-BR").await);
}

#[tokio::test]
async fn what_cannot_be_kept_is_said_and_not_kept() {
    let server = Server::start().await;
    let nothing = server.import("Dear all, here is nothing of the kind.").await;
    assert_eq!(nothing["kept"], 0);
    let other = server.import("[GameType \"99\"]\n\n1. 1-2 *\n").await;
    assert_eq!((&other["kept"], &other["games"][0]["id"]), (&json!(0), &Value::Null), "{other}");
    assert!(other["games"][0]["left-out"].as_str().unwrap().contains("not one of the four"));
    let fen = server.import("[GameType \"22\"]\n[FEN \"W:W1:B32\"]\n\n*\n").await;
    assert_eq!(fen["kept"], 0, "{fen}");
    let told = fen["games"][0]["problems"].to_string();
    assert!(told.contains("White has a man on its crown row, square 1"), "{told}");
}

#[tokio::test]
async fn a_file_that_is_too_large_is_refused_with_a_sentence() {
    let server = Server::start().await;
    let answer = server.send("POST", "/api/import", "it", "text/plain", &vec![b' '; (4 << 20) + 1]).await;
    assert_eq!(answer.status, 413);
    assert!(answer.json()["text"].as_str().unwrap().contains("4 MB"));
}

#[tokio::test]
async fn a_million_nested_variations_do_no_harm() {
    let server = Server::start().await;
    let answer = server.import(&format!("[GameType \"22\"]\n\n1. 22-18 {}", "(".repeat(1_000_000))).await;
    assert_eq!(answer["games"][0]["plies"], 1, "{answer}");
    let long = format!("[GameType \"22\"]\n\n1. 22-18 {} *", "( 1. 22-17 ) ".repeat(100_000));
    let answer = server.import(&long).await;
    assert!(answer["games"][0]["left-out"].as_str().unwrap().contains("5000"), "{answer}");
}

#[tokio::test]
async fn a_study_has_moves_variations_marks_and_remarks() {
    let server = Server::start().await;
    let id = server.keep(ROSSI).await;
    assert_eq!(server.get(&format!("/study/{id}")).await.status, 200);
    let study = server.get(&format!("/api/study/imported/{id}")).await.json();
    let nodes = study["nodes"].as_array().unwrap();
    let main: Vec<_> =
        nodes.iter().filter(|n| n["depth"] == 0).map(|n| n["step"]["notation"].clone()).collect();
    assert_eq!(main, [Value::Null, json!("22-18"), json!("11-14"), json!("18x11"), json!("7x14")]);
    assert_eq!(nodes[1]["comments"], json!(["centro"]));
    let answer = nodes.iter().find(|n| n["depth"] == 0 && n["step"]["notation"] == "11-14").unwrap();
    assert_eq!(answer["marks"][0], json!({ "sign": "!", "text": "a good move" }));
    let tried: Vec<_> = nodes.iter().filter(|n| n["depth"] == 1).collect();
    assert_eq!((&tried[0]["step"]["notation"], &tried[0]["parent"]), (&json!("21-17"), &json!(0)));
    assert_eq!((&tried[0]["number"], &tried[1]["number"]), (&json!("1."), &json!("1…")));
    assert_eq!(
        (&study["white"], &study["result"], &study["in-play"]),
        (&json!("Rossi"), &json!("1-0"), &json!(false))
    );
    assert_eq!(server.get("/study/nobody").await.status, 404);
    assert_eq!(server.get("/api/study/imported/nobody").await.status, 404);
    assert_eq!(server.get("/api/study/elsewhere/nobody").await.status, 404);
}

/// The signs of FID-IT 13.3 to 13.14, and a part of what each says in Italian.
const SIGNS: [(&str, &str); 12] = [
    ("!", "buona"),
    ("!!", "fortissima"),
    ("?", "debole"),
    ("??", "errore"),
    ("?!", "sembra debole"),
    ("!?", "sembra forte"),
    ("*", "forzata"),
    ("+", "vince"),
    ("=", "pari"),
    ("+1", "pezz"),
    ("-2", "pezz"),
    ("a.l.", "a scelta"),
];

#[tokio::test]
async fn the_signs_of_the_federation_are_entered_shown_written_and_read_again() {
    let server = Server::start().await;
    let id = server.keep("[GameType \"22\"]\n\n1. 22-18 11-14 *").await;
    let marks = async |id: &str| {
        let path = format!("/api/study/imported/{id}");
        let study = server.send("GET", &path, "it", "application/json", b"").await.json();
        study["nodes"][1]["marks"].clone()
    };
    for (sign, part) in SIGNS {
        let tries = json!([{ "at": 1, "moves": [], "marks": [sign] }]);
        let kept = server.post(&format!("/api/study/imported/{id}/keep"), &tries).await;
        assert_eq!(kept.status, 201, "{sign}: {}", kept.text());
        let kept = kept.json()["id"].as_str().unwrap().to_owned();
        let shown = marks(&kept).await;
        assert_eq!(shown[0]["sign"], sign, "{shown}");
        assert!(shown[0]["text"].as_str().unwrap().contains(part), "{sign}: {shown}");
        let pdn = server.get(&format!("/api/study/imported/{kept}/pdn")).await.text();
        let again = server.keep(&format!("[Event \"{sign}\"]\n{pdn}")).await; // not the same game twice
        assert_eq!(marks(&again).await, shown, "{pdn}");
    }
    for sign in ["", "!!!", "+0", "x", "**"] {
        let tries = json!([{ "at": 1, "moves": [], "marks": [sign] }]);
        let refused = server.post(&format!("/api/study/imported/{id}/keep"), &tries).await;
        assert!((400..500).contains(&refused.status), "{sign}: {}", refused.text());
    }
}

#[tokio::test]
async fn a_study_has_the_times_of_its_record() {
    let server = Server::start().await;
    let timed = "[GameType \"22\"]\n\n1. 22-18 {[%clk 0:59:30]} 11-14 {[%clock W0:59:30 b0:58:10.5]} 2. 18x11 {[%emt 5]} *";
    let id = server.keep(timed).await;
    let study = server.get(&format!("/api/study/imported/{id}")).await.json();
    let clocks: Vec<_> =
        study["nodes"].as_array().unwrap().iter().map(|node| node["clock"].clone()).collect();
    assert_eq!(clocks, [json!(null), json!(3_570_000), json!(3_490_500), json!(null)]);
}

#[tokio::test]
async fn a_study_says_where_its_record_breaks_a_rule() {
    let server = Server::start().await;
    let id = server.keep("[GameType \"22\"]\n\n1. 22-18 11-14 2. 23-19 7-11 *").await;
    let study = server.get(&format!("/api/study/imported/{id}")).await.json();
    assert_eq!(study["nodes"].as_array().unwrap().len(), 3);
    let [found] = study["breaks"].as_array().unwrap().as_slice() else { panic!("{study}") };
    assert_eq!((&found["ply"], &found["depth"], &found["due"]), (&json!(3), &json!(0), &json!(["18x11"])));
    // Nothing of the record is lost.
    assert!(server.get(&format!("/api/study/imported/{id}/pdn")).await.text().contains("2. 23-19 7-11"));
}

#[tokio::test]
async fn tries_become_variations_of_the_record() {
    let server = Server::start().await;
    let id = server.keep("[GameType \"22\"]\n\n1. 22-18 11-14 2. 18x11 7x14 *").await;
    let tries = json!([{ "at": 1, "moves": ["11-15", "21-17"] }, { "at": 0, "moves": ["21-17"] },
        { "at": 4, "moves": ["21-17"] }, { "at": 0, "moves": ["1-32"] }, { "at": 999, "moves": ["21-17"] }]);
    let pdn = server.post(&format!("/api/study/imported/{id}/pdn"), &tries).await;
    assert!(pdn.head.contains("attachment"), "{}", pdn.head);
    let text = pdn.text();
    let body = text.split("\n\n").nth(1).unwrap().replace('\n', " ");
    assert_eq!(
        body,
        "1. 22-18 (1. 21-17) 1... 11-14 (1... 11-15 2. 21-17) 2. 18x11 7x14 (2... 7x14 3. 21-17) *"
    );
    let kept = server.post(&format!("/api/study/imported/{id}/keep"), &tries).await;
    assert_eq!(kept.status, 201);
    let again =
        server.get(&format!("/api/study/imported/{}", kept.json()["id"].as_str().unwrap())).await.json();
    assert_eq!(again["nodes"].as_array().unwrap().iter().filter(|n| n["depth"] == 1).count(), 5, "{again}");
}

#[tokio::test]
async fn a_played_game_can_be_studied() {
    let server = Server::start().await;
    let person = json!({ "kind": "person" });
    let game =
        server.post("/api/games", &json!({ "variant": "english", "white": person, "black": person })).await;
    let id = game.json()["id"].as_str().unwrap().to_owned();
    let command = json!({ "by": "black", "ask": "move", "notation": "11-15" });
    let moved = server.post(&format!("/api/games/{id}/commands"), &command).await;
    assert_eq!(moved.status, 200, "{}", moved.text());
    assert_eq!(server.get(&format!("/game/{id}/study")).await.status, 200);
    let study = server.get(&format!("/api/study/played/{id}")).await.json();
    assert_eq!((&study["in-play"], &study["nodes"][1]["step"]["notation"]), (&json!(true), &json!("11-15")));
    let list = server.get("/games").await.text();
    assert!(list.contains(&format!("/game/{id}")) && list.contains("not finished"), "{list}");
}

#[tokio::test]
async fn a_position_has_its_moves_and_a_refused_try_its_article() {
    let server = Server::start().await;
    let start = server.get("/api/position?game=italian").await.json();
    assert_eq!(start["legal"].as_array().unwrap().len(), 7);
    let played = server.get("/api/position?game=italian&moves=22-18+11-14").await.json();
    assert_eq!(
        played["last"],
        json!({ "notation": "11-14", "by": "black", "squares": [11, 14], "captures": [] })
    );
    let refused = server.get("/api/position?game=italian&moves=22-18+11-14+23-19").await;
    assert_eq!(refused.status, 409);
    assert_eq!(refused.json()["due"], json!([[18, 11]]));
    for (path, status) in [
        ("/api/position?game=chess", 422),
        ("/api/position?game=italian&moves=hello", 422),
        ("/api/position?game=italian&fen=W:W1:B2", 422),
        ("/api/position?game=italian&fen=nonsense", 422),
        ("/api/position", 400),
    ] {
        assert_eq!(server.get(path).await.status, status, "{path}");
    }
    let long = server.get(&format!("/api/position?game=italian&fen={}", "W".repeat(2000))).await;
    assert_eq!(long.status, 422);
}

#[tokio::test]
async fn the_tables_tell_every_moves_truth() {
    let server = Server::start().await;
    let dir = server._folder.path().join("endgame");
    damiera_endgame::build::<damiera_rules::variant::Brazilian>(&dir, 3, 1, &mut |_| {
        ControlFlow::Continue(())
    })
    .unwrap();
    let fen = "W:WK1,K5:BK32";
    let truth = server.get(&format!("/api/position?game=brazilian&fen={fen}")).await.json()["truth"].clone();
    let moves = truth["moves"].as_array().unwrap();
    assert!(!moves.is_empty() && moves.iter().all(|m| m["text"].is_string()), "{truth}");
    let more = server.get("/api/position?game=brazilian").await.json();
    assert_eq!(more["truth"], Value::Null);
}

#[tokio::test]
async fn the_tables_are_probed_from_afar() {
    let server = Server::start().await;
    let none = server.get("/api/endgame?game=brazilian&fen=W:WK1,K5:BK32").await;
    assert_eq!((none.status, none.json()["text"].is_string()), (404, true));
    let dir = server._folder.path().join("endgame");
    let go_on = |_| ControlFlow::Continue(());
    damiera_endgame::build::<damiera_rules::variant::Brazilian>(&dir, 2, 1, &mut { go_on }).unwrap();
    damiera_endgame::build_outcomes::<damiera_rules::variant::Brazilian>(&dir, 3, 1, &mut { go_on }).unwrap();

    let exact = server.get("/api/endgame?game=brazilian&fen=W:WK31:BK5").await.json();
    assert_eq!((&exact["variant"], &exact["fen"]), (&json!("brazilian"), &json!("W:WK31:BK5")));
    let outcome = server.get("/api/endgame?game=brazilian&fen=W:WK31,K32:BK5").await.json();
    assert_eq!(
        (&outcome["value"], &outcome["dtw"], &outcome["count"]),
        (&json!("win"), &json!(null), &json!(null))
    );
    let moves = outcome["moves"].as_array().unwrap();
    assert_eq!(moves[0]["value"], "win");
    assert!(moves.iter().all(|m| m["notation"].is_string()), "{outcome}");
    let counted = server.get("/api/endgame?game=brazilian&fen=W:WK31:BK9&count=2&pace=fast").await.json();
    assert_eq!((&counted["count"]["article"], &counted["count"]["left"]), (&json!("CBD 99"), &json!(3)));

    for (query, status) in [
        ("game=brazilian", 404),
        ("game=brazilian&fen=W:WK1,K2:BK32,K31", 404),
        ("game=italian&fen=W:WK1:BK32", 404),
        ("game=chess", 422),
        ("game=brazilian&fen=W:W1:B2", 422),
        ("game=brazilian&fen=nonsense", 422),
        ("game=brazilian&fen=W:WK31:BK5&moves=hello", 422),
        ("game=brazilian&fen=W:WK31:BK5&moves=1-2", 409),
        ("game=brazilian&fen=W:WK31:BK5&count=-1", 400),
        ("game=brazilian&fen=W:WK31:BK5&count=1&pace=slow", 400),
        ("game=brazilian&fen=W:WK31:BK5&count=1&limit=10", 422),
        ("game=brazilian&fen=W:WK31:BK5&pace=classical", 422),
        ("game=brazilian&fen=W:WK31:BK5&limit=20", 422),
        ("fen=W:WK31:BK5", 400),
    ] {
        let answer = server.get(&format!("/api/endgame?{query}")).await;
        assert_eq!(answer.status, status, "{query}: {}", answer.text());
    }
    let long = server.get(&format!("/api/endgame?game=italian&fen={}", "W".repeat(2000))).await;
    assert_eq!(long.status, 422);
}

#[tokio::test]
async fn analysis_streams_lines_and_stops() {
    let server = Server::start().await;
    let stream =
        server.ask("GET", "/api/analysis?game=brazilian&moves=22-18&lines=2", "en", "text/plain", b"").await;
    let mut lines = BufReader::new(stream).lines();
    let found = loop {
        let line = lines.next_line().await.unwrap().expect("the stream goes on");
        if let Some(data) = line.strip_prefix("data: ") {
            break serde_json::from_str::<Value>(data).unwrap();
        }
    };
    assert_eq!(found["lines"].as_array().unwrap().len(), 2, "{found}");
    let chances: f64 =
        found["lines"][0]["chances"].as_array().unwrap().iter().map(|c| c.as_f64().unwrap()).sum();
    assert!((chances - 1.0).abs() < 1e-6);
    assert_eq!(server.get("/api/analysis?game=chess").await.status, 422);
}

#[tokio::test]
async fn the_editor_explains_every_fault_at_once() {
    let server = Server::start().await;
    let judged = server.post("/api/setup", &json!({ "game": "italian", "fen": "W:W1,40:B" })).await.json();
    let faults: Vec<_> = judged["faults"].as_array().unwrap().iter().map(|f| f["text"].clone()).collect();
    assert_eq!(
        faults,
        [
            "White has a man on its crown row, square 1: it must be a king.",
            "This board has no playing square 40.",
            "Black has no pieces."
        ]
    );
    assert_eq!(judged["faults"][0]["square"], 1);
    let start = server.post("/api/setup", &json!({ "game": "international" })).await.json();
    assert_eq!((&start["faults"], &start["board"]["size"]), (&json!([]), &json!(10)));
    let lost = server.post("/api/setup", &json!({ "game": "english", "fen": "B:W9,14:B5" })).await.json();
    assert!(lost["over"].as_str().unwrap().contains("Black cannot move"), "{lost}");
    assert_eq!(server.post("/api/setup", &json!({ "game": "italian", "fen": "W:Wx" })).await.status, 422);
    assert_eq!(server.post("/api/setup", &json!({ "game": "go" })).await.status, 422);
    for path in ["/editor", "/editor?game=english", "/editor?game=nothing", "/analysis", "/import", "/games"]
    {
        assert_eq!(server.get(path).await.status, 200, "{path}");
    }
    assert_eq!(server.get("/analysis?game=go").await.status, 404);
}

#[tokio::test]
async fn diagrams_are_pictures() {
    let server = Server::start().await;
    let svg = server.get("/api/diagram.svg?game=italian&moves=22-18&bottom=black").await;
    assert!(svg.text().starts_with("<svg") && svg.head.contains("image/svg+xml"));
    let png = server.get("/api/diagram.png?game=english").await;
    assert_eq!(&png.body[..4], b"\x89PNG");
    assert_eq!(server.get("/api/diagram.png?game=english&moves=1-2").await.status, 409);
}

#[tokio::test]
async fn the_library_finds_games_by_game_player_result_and_position() {
    let server = Server::start().await;
    server.keep(ROSSI).await;
    server.keep("[White \"Costa\"]\n[GameType \"26\"]\n\n1. 22-18 9-14 2. 18x9 5x14 0-1").await;
    let rossi = async |path: &str| {
        let text = server.get(path).await.text();
        (text.contains("Rossi"), text.contains("Costa"))
    };
    assert_eq!(rossi("/games").await, (true, true));
    assert_eq!(rossi("/games?game=italian").await, (true, false));
    assert_eq!(rossi("/games?who=COSTA").await, (false, true));
    assert_eq!(rossi("/games?who=coppa").await, (true, false));
    assert_eq!(rossi("/games?result=black").await, (false, true));
    let after =
        server.get("/api/position?game=italian&moves=22-18").await.json()["fen"].as_str().unwrap().to_owned();
    assert_eq!(rossi(&format!("/games?game=italian&fen={after}")).await, (true, false));
    assert_eq!(rossi(&format!("/games?game=brazilian&fen={after}")).await, (false, true));
    assert_eq!(rossi("/games?game=italian&fen=W:WK1:BK32").await, (false, false));
    assert!(server.get("/games?fen=W:WK1:BK32").await.text().contains("choose the game too"));
    assert!(server.get("/games?game=italian&fen=W:W1:B32").await.text().contains("crown row"));
    assert_eq!(server.get("/games?page=99999999999").await.status, 200);
    assert_eq!(rossi("/games?page=2").await, (false, false));
}

#[tokio::test]
async fn script_in_names_and_comments_stays_text() {
    let server = Server::start().await;
    let evil = "</script><script>alert(1)</script>";
    let pdn = format!(
        "[White \"{evil}\"]\n[Event \"<img src=x onerror=alert(1)>\"]\n[GameType \"22\"]\n\n1. 22-18 {{{evil}}} *"
    );
    let id = server.keep(&pdn).await;
    let list = server.get("/games").await;
    assert!(!list.text().contains("<script>alert") && !list.text().contains("<img"), "{}", list.text());
    assert!(list.head.to_lowercase().contains("content-security-policy"));
    let page = server.get(&format!("/study/{id}")).await.text();
    assert!(!page.contains("alert(1)"), "the page has no word of the record in it");
    let study = server.get(&format!("/api/study/imported/{id}")).await;
    assert!(study.head.contains("application/json"));
    assert_eq!(study.json()["white"], evil);
}
