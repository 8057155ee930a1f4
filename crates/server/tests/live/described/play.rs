//! Games, studies and imports.

use std::ops::ControlFlow;

use damiera_client::ApiClient;
use damiera_rules::variant::Italian;
use damiera_server::Settings;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::asker::{Asker, text};
use crate::common::Server;

/// A game at one screen, with a refusal, a count and an end.
pub(super) async fn game(asker: &mut Asker<'_>, server: &Server) -> (ApiClient, String) {
    let mut client = server.client();
    let person = json!({ "kind": "person" });
    let wish =
        json!({ "variant": "italian", "white": person, "black": person, "minutes": 15, "increment": 10 });
    let made = asker.ask(&mut client, ("post", "/api/games", "/api/games"), Some(&wish), 201).await;
    let engine = json!({ "variant": "none", "white": person, "black": { "kind": "engine", "level": 1 } });
    asker.ask(&mut client, ("post", "/api/games", "/api/games"), Some(&engine), 422).await;
    let id = text(&made.json["id"]);
    let at = |rest: &str| format!("/api/games/{id}{rest}");
    let commands = ("post", "/api/games/{id}/commands");
    for (command, status) in [
        (json!({ "by": "white", "ask": "move", "notation": "22-18" }), 200),
        (json!({ "id": "a1", "seq": 2, "by": "black", "ask": "move", "notation": "11-14" }), 200),
        (json!({ "by": "white", "ask": "move", "notation": "21-17" }), 409),
        (json!({ "by": "white", "ask": "move", "notation": "18x11" }), 200),
        (json!({ "by": "black", "ask": "count", "limit": null }), 409),
        (json!({ "by": "black", "ask": "move", "notation": "6x15" }), 200),
        (json!({ "by": "white", "ask": "offer-draw" }), 200),
    ] {
        asker.ask(&mut client, (commands.0, commands.1, &at("/commands")), Some(&command), status).await;
    }
    let resign = json!({ "by": "white", "ask": "resign" });
    let mut outsider = server.client();
    asker.ask(&mut outsider, (commands.0, commands.1, &at("/commands")), Some(&resign), 403).await;
    let stands = json!({ "fen": "W:W21,23:B14,10" });
    asker.ask(&mut client, ("post", "/api/games/{id}/verdict", &at("/verdict")), Some(&stands), 200).await;
    asker.stream(server, "/api/games/{id}/stream", &at("/stream?after=0")).await;
    asker.ask(&mut client, (commands.0, commands.1, &at("/commands")), Some(&resign), 200).await;
    for rest in ["", "/line", "/rulings", "/pdn", "/record", "/text"] {
        asker.ask(&mut client, ("get", &format!("/api/games/{{id}}{rest}"), &at(rest)), None, 200).await;
    }
    asker.ask(&mut client, ("get", "/api/games/{id}", "/api/games/none"), None, 404).await;
    let trial = json!({ "variant": "italian", "fen": "W:WK23,31:B19,26,27", "moves": ["31x22"] });
    asker.ask(&mut client, ("post", "/api/try", "/api/try"), Some(&trial), 409).await;
    let trial = json!({ "variant": "italian", "moves": ["22-18"] });
    asker.ask(&mut client, ("post", "/api/try", "/api/try"), Some(&trial), 200).await;
    (client, id)
}

pub(super) async fn study(asker: &mut Asker<'_>, server: &Server, client: &mut ApiClient, game: &str) {
    let tree = "/api/study/{kind}/{id}";
    let at = |rest: &str| format!("/api/study/played/{game}{rest}");
    asker.ask(client, ("get", tree, &at("")), None, 200).await;
    asker.ask(client, ("get", tree, "/api/study/imported/none"), None, 404).await;
    let review = "/api/study/{kind}/{id}/review";
    asker.stream(server, review, &at("/review")).await;
    jobs(asker, client).await;
    let tries = json!([{ "at": 0, "moves": ["21-17", "12-16"] }]);
    let (pdn, keep) = (format!("{tree}/pdn"), format!("{tree}/keep"));
    asker.ask(client, ("get", &pdn, &at("/pdn")), None, 200).await;
    asker.ask(client, ("post", &pdn, &at("/pdn")), Some(&tries), 200).await;
    let kept = asker.ask(client, ("post", &keep, &at("/keep")), Some(&tries), 201).await;
    let kept = format!("/api/study/imported/{}", text(&kept.json["id"]));
    asker.ask(client, ("get", tree, &kept), None, 200).await;
    import(asker, server, client).await;
    let position = "game=italian&moves=22-18";
    for path in ["/api/position", "/api/diagram.svg", "/api/diagram.png"] {
        asker.ask(client, ("get", path, &format!("{path}?{position}")), None, 200).await;
        asker.ask(client, ("get", path, &format!("{path}?game=none")), None, 422).await;
    }
    asker.stream(server, "/api/analysis", &format!("/api/analysis?{position}&lines=2")).await;
    let given = json!({ "game": "italian", "fen": "W:W1,22:B1" });
    asker.ask(client, ("post", "/api/setup", "/api/setup"), Some(&given), 200).await;
    let library = "/api/library";
    asker.ask(client, ("get", library, &format!("{library}?game=italian&result=black")), None, 200).await;
    let all = asker.ask(client, ("get", library, library), None, 200).await;
    assert!(all.json["all"].as_i64().is_some_and(|all| all >= 2), "played and kept: {}", all.text);
    let chosen = json!({ "games": [all.json["games"][0]["id"]] });
    for path in ["/api/library/remove", "/api/library/restore"] {
        asker.ask(client, ("post", path, path), Some(&chosen), 204).await;
    }
}

/// A file that is reviewed in the background.
async fn jobs(asker: &mut Asker<'_>, client: &mut ApiClient) {
    let file = "[GameType \"22\"]\n1. 22-18 11-14 2. 18x11 6x15 *\n";
    let created = client.post_text("/api/jobs", file).await.expect("an answer");
    asker.check(("post", "/api/jobs"), 201, &created);
    let none = client.post_text("/api/jobs", "nothing").await.expect("an answer");
    asker.check(("post", "/api/jobs"), 422, &none);
    let at = |rest: &str| format!("/api/jobs/{}{rest}", text(&created.json["id"]));
    let ended = client.get(&at("/stream")).await.expect("the whole stream");
    let first = ended.text.lines().find_map(|line| line.strip_prefix("data: ")).expect("an event");
    let first = serde_json::from_str::<Value>(first).expect("JSON");
    let schema =
        &asker.answers("/api/jobs/{id}/stream", "get", 200)["content"]["text/event-stream"]["schema"];
    assert_eq!(asker.api.check(schema, &first), Ok(()), "{first}");
    asker.see("get", "/api/jobs/{id}/stream", 200, first);
    asker.ask(client, ("get", "/api/jobs", "/api/jobs"), None, 200).await;
    asker.ask(client, ("get", "/api/jobs/{id}", &at("")), None, 200).await;
    asker.ask(client, ("get", "/api/jobs/{id}", "/api/jobs/none"), None, 404).await;
    asker.ask(client, ("get", "/api/jobs/{id}/games/{number}", &at("/games/1")), None, 200).await;
    asker.ask(client, ("get", "/api/jobs/{id}/games/{number}", &at("/games/2")), None, 404).await;
    asker.ask(client, ("get", "/api/jobs/{id}/pdn", &at("/pdn")), None, 200).await;
    asker.ask(client, ("delete", "/api/jobs/{id}", &at("")), None, 204).await;
}

/// The endgame tables, on a server that has some.
pub(super) async fn endgame(asker: &mut Asker<'_>) {
    let folder = tempfile::tempdir().expect("a folder");
    damiera_endgame::build::<Italian>(folder.path(), 3, 1, &mut |_| ControlFlow::Continue(()))
        .expect("tables");
    let server =
        Server::with(Settings { endgame: Some(folder.path().to_owned()), ..Settings::default() }).await;
    let mut client = server.client();
    let path = "/api/endgame";
    for (query, status) in
        [("game=italian&fen=W:WK5,31:BK32&count=30", 200), ("game=italian", 404), ("game=none", 422)]
    {
        asker.ask(&mut client, ("get", path, &format!("{path}?{query}")), None, status).await;
    }
    server.stop().await;
}

/// A file goes as text, not as JSON; a game that breaks a rule shows what is said of it.
async fn import(asker: &mut Asker<'_>, server: &Server, client: &ApiClient) {
    let path = "/api/import";
    let file = "[GameType \"25\"]\n1. 22-18 11-14 2. 18-11 6-15 3. 1-2 *\n";
    let cookie = client.headers["cookie"].to_str().expect("text");
    let mut line = TcpStream::connect(server.address).await.expect("a connection");
    let head = format!("POST {path} HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\n", server.address);
    let request = format!("{head}Connection: close\r\nContent-Length: {}\r\n\r\n{file}", file.len());
    line.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    line.read_to_string(&mut answer).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
    let body = answer.split("\r\n\r\n").nth(1).expect("a body");
    let sent: Value = serde_json::from_str(body).expect("JSON");
    let schema = &asker.answers(path, "post", 201)["content"]["application/json"]["schema"];
    assert_eq!(asker.api.check(schema, &sent), Ok(()), "{sent}");
    assert!(sent["games"][0]["problems"].as_array().is_some_and(|told| !told.is_empty()), "{sent}");
    asker.see("post", path, 201, sent);
}

/// A correspondence game: the list, conditional moves and a refusal.
pub(super) async fn correspondence(asker: &mut Asker<'_>, server: &Server) {
    let mut pair = server.pair(&json!({ "variant": "italian", "days": 3, "vacation-days": 7 })).await;
    let (list, path) = ("/api/correspondence", "/api/games/{id}/conditional");
    let (own, commands) =
        (format!("/api/games/{}/conditional", pair.game), format!("/api/games/{}/commands", pair.game));
    let played = json!({ "by": "white", "ask": "move", "notation": "22-18" });
    asker.ask(&mut pair.white, ("post", "/api/games/{id}/commands", &commands), Some(&played), 200).await;
    asker.ask(&mut pair.black, ("get", list, list), None, 200).await;
    let tree = |reply: &str| json!({ "moves": [{ "parent": null, "opponent": "11-14", "reply": reply }] });
    asker.ask(&mut pair.white, ("put", path, &own), Some(&tree("21-17")), 409).await;
    asker.ask(&mut pair.white, ("put", path, &own), Some(&tree("18x11")), 204).await;
    asker.ask(&mut pair.white, ("get", path, &own), None, 200).await;
    asker.ask(&mut pair.black, ("put", path, &own), Some(&tree("18x11")), 422).await;
    let mut outsider = server.client();
    asker.ask(&mut outsider, ("get", path, &own), None, 403).await;
    asker.ask(&mut pair.white, ("delete", path, &own), None, 204).await;
}

/// A side that several people hold.
pub(super) async fn consultation(asker: &mut Asker<'_>, server: &Server) {
    let rule = json!({ "who": "seeker", "decide": "majority", "minutes": 5 });
    let mut pair = server.pair(&json!({ "variant": "italian", "minutes": 30, "consultation": rule })).await;
    let path = "/api/games/{id}/consultation";
    let own = format!("/api/games/{}/consultation", pair.game);
    let (link, own_link) = ("/api/games/{id}/consultation/link", format!("{own}/link"));
    asker.ask(&mut pair.black, ("post", link, &own_link), None, 403).await;
    let made = asker.ask(&mut pair.white, ("post", link, &own_link), None, 201).await;
    let token = text(&made.json["link"]).rsplit('/').next().expect("a token").to_owned();
    let (sides, mut friend) = ("/api/sides", server.client());
    let join = json!({ "token": token, "name": "Friend" });
    asker.ask(&mut friend, ("post", sides, sides), Some(&join), 201).await;
    asker.ask(&mut pair.black, ("post", sides, sides), Some(&join), 403).await;
    let none = json!({ "token": "none", "name": "" });
    asker.ask(&mut friend, ("post", sides, sides), Some(&none), 404).await;
    asker.ask(&mut friend, ("put", path, &own), Some(&json!({ "notation": "22-13" })), 409).await;
    asker.ask(&mut friend, ("put", path, &own), Some(&json!({ "notation": "22-18" })), 200).await;
    asker.ask(&mut friend, ("get", path, &own), None, 200).await;
    asker.ask(&mut pair.black, ("get", path, &own), None, 403).await;
}
