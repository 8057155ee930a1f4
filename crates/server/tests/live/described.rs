//! The API does what its description says: the same paths and verbs, and in what is really sent the same fields.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use damiera_client::{ApiClient, ApiResponse};
use damiera_server::store::{AccountStatus, AccountStore, PeopleStore};
use hyper::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::common::{Server, blitz};
use crate::schema::Described;
use crate::tournaments::charter;

async fn described(server: &Server) -> Described {
    Described(server.client().get("/api/openapi.json").await.expect("an answer").json)
}

/// Every path that the source gives a handler.
fn routes(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        if entry.path().is_dir() {
            routes(&entry.path(), found);
        } else if let Ok(text) = std::fs::read_to_string(entry.path()) {
            let paths = text.split(".route(").skip(1).filter_map(|rest| rest.trim_start().strip_prefix('"'));
            found.extend(paths.filter_map(|rest| rest.split('"').next()).map(str::to_owned));
        }
    }
}

/// The verbs of a path, by the server's own word.
async fn verbs(server: &Server, path: &str) -> BTreeSet<String> {
    let some = path.replace("{id}", "x").replace("{kind}", "played");
    let strange = Method::from_bytes(b"BREW").expect("a verb");
    let answer = server.client().send(strange, &some, None).await.expect("an answer");
    assert_eq!(answer.status, 405, "{path}: {}", answer.text);
    let allowed = answer.headers["allow"].to_str().expect("text").to_lowercase();
    allowed.split(',').filter(|verb| *verb != "head").map(str::to_owned).collect()
}

#[tokio::test]
async fn every_path_and_verb_is_described_and_no_other() {
    let server = Server::start().await;
    let api = described(&server).await;
    let mut found = BTreeSet::new();
    routes(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    // What describes the API is not part of it, and pages are for people.
    found.retain(|path| (path.starts_with("/api/") && path != "/api/openapi.json") || path == "/ws");
    assert!(found.len() > 20, "{found:?}");
    let mut real = BTreeMap::new();
    for path in found {
        let verbs = verbs(&server, &path).await;
        real.insert(path, verbs);
    }
    let paths = api.0["paths"].as_object().expect("paths").iter();
    let told: BTreeMap<String, BTreeSet<String>> = paths
        .map(|(path, verbs)| (path.clone(), verbs.as_object().expect("verbs").keys().cloned().collect()))
        .collect();
    assert_eq!(real, told);
    server.stop().await;
}

/// Asks for things, and holds every answer against its description.
struct Asker<'a> {
    api: &'a Described,
    /// The answers that were looked at, by verb, path and status.
    seen: BTreeMap<String, Value>,
}

/// Where answers are kept as examples. To write them anew: `DAMIERA_RECORD=1 cargo test -p damiera-server --test live described`.
const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/texts/answers.json");

impl Asker<'_> {
    fn answers(&self, path: &str, method: &str, status: u16) -> &Value {
        let verb = &self.api.0["paths"][path][method];
        assert!(verb.is_object(), "{method} {path} is not described");
        let answer = &verb["responses"][status.to_string()];
        assert!(answer.is_object(), "{method} {path}: {status} is not described");
        answer
    }

    /// Asks, and expects a status; `path` has gaps where `at` has names.
    async fn ask(
        &mut self,
        client: &mut ApiClient,
        (method, path, at): (&str, &str, &str),
        body: Option<&Value>,
        status: u16,
    ) -> ApiResponse {
        if let Some(body) = body {
            let content = &self.api.0["paths"][path][method]["requestBody"]["content"]["application/json"];
            let fits = self.api.check(&content["schema"], body);
            assert_eq!(fits, Ok(()), "{method} {path} takes {body}");
        }
        let verb = method.to_uppercase().parse().expect("a verb");
        let answer = client.send(verb, at, body).await.expect("an answer");
        assert_eq!(answer.status, status, "{method} {at}: {}", answer.text);
        let content = self.answers(path, method, status)["content"].clone();
        let kind = answer.headers.get("content-type").map(|kind| kind.to_str().expect("text"));
        if let Some(schema) = content.get("application/json") {
            assert_eq!(kind, Some("application/json"), "{method} {at}");
            let fits = self.api.check(&schema["schema"], &answer.json);
            assert_eq!(fits, Ok(()), "{method} {at}: {}", answer.text);
        } else if let Some(described) = content.as_object().and_then(|kinds| kinds.keys().next()) {
            assert!(kind.is_some_and(|kind| kind.starts_with(described.as_str())), "{method} {at}: {kind:?}");
        } else {
            assert!(answer.text.is_empty(), "{method} {at}: {}", answer.text);
        }
        let body = if answer.json.is_null() { json!(answer.text) } else { answer.json.clone() };
        self.see(method, path, status, body);
        answer
    }

    /// The first answer of a kind serves as its example.
    fn see(&mut self, method: &str, path: &str, status: u16, body: Value) {
        self.seen.entry(format!("{method} {path} {status}")).or_insert(body);
    }

    /// The first thing that comes down a stream.
    async fn stream(&mut self, server: &Server, path: &str, at: &str) {
        let mut line = TcpStream::connect(server.address).await.expect("a connection");
        let request = format!("GET {at} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
        line.write_all(request.as_bytes()).await.expect("sent");
        let (mut heard, mut buffer) = (String::new(), [0; 4096]);
        let sent = loop {
            let count = line.read(&mut buffer).await.expect("heard");
            assert!(count > 0, "{at} ended: {heard}");
            heard.push_str(&String::from_utf8_lossy(&buffer[..count]));
            let data = heard.split("\ndata: ").nth(1).or_else(|| heard.split("\r\ndata: ").nth(1));
            if let Some((data, _)) = data.and_then(|rest| rest.split_once("\n\n")) {
                break serde_json::from_str::<Value>(data).expect("JSON");
            }
        };
        let schema = &self.answers(path, "get", 200)["content"]["text/event-stream"]["schema"];
        assert_eq!(self.api.check(schema, &sent), Ok(()), "{at}: {sent}");
        self.see("get", path, 200, sent);
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("text").to_owned()
}

#[tokio::test]
async fn what_is_sent_has_the_fields_that_are_described() {
    let server = Server::start().await;
    let api = described(&server).await;
    let mut asker = Asker { api: &api, seen: BTreeMap::new() };
    people(&mut asker, &server).await;
    let (mut player, game) = play(&mut asker, &server).await;
    study(&mut asker, &server, &mut player, &game).await;
    events(&mut asker, &server).await;
    connections(&api, &server).await;
    asker.see("get", "/ws", 101, json!(""));
    // Nothing that is described was left out.
    let seen: BTreeSet<_> =
        asker.seen.keys().filter_map(|to| to.rsplit_once(' ')).map(|(verb, _)| verb).collect();
    let all: Vec<_> = verbs_of(&api).map(|(verb, path, _)| format!("{verb} {path}")).collect();
    assert_eq!(seen, all.iter().map(String::as_str).collect());
    if std::env::var_os("DAMIERA_RECORD").is_some() {
        asker.seen.retain(|to, body| *body != json!("") && !to.contains("/api/diagram."));
        let lines: Vec<_> = asker.seen.iter().map(|(to, body)| format!("{}: {body}", json!(to))).collect();
        std::fs::write(EXAMPLES, format!("{{\n{}\n}}\n", lines.join(",\n"))).expect("written");
    }
    server.stop().await;
}

/// Every verb of a description: its name, its path, and what is said of it.
fn verbs_of(api: &Described) -> impl Iterator<Item = (&str, &str, &Value)> {
    let paths = api.0["paths"].as_object().expect("paths").iter();
    paths.flat_map(|(path, verbs)| {
        let verbs = verbs.as_object().expect("verbs").iter();
        verbs.map(move |(verb, told)| (verb.as_str(), path.as_str(), told))
    })
}

#[tokio::test]
async fn every_answer_with_a_body_has_an_example_that_fits() {
    let server = Server::start().await;
    let api = described(&server).await;
    let mut examples = 0;
    for (verb, path, told) in verbs_of(&api) {
        for (status, answer) in told["responses"].as_object().expect("answers") {
            for (kind, content) in answer["content"].as_object().into_iter().flatten() {
                if kind.starts_with("image/") {
                    continue; // not to be read
                }
                let to = format!("{verb} {path} {status}");
                let of_type = api.example(&content["schema"]);
                let example =
                    content.get("example").or(of_type).unwrap_or_else(|| panic!("{to}: no example"));
                assert_eq!(api.check(&content["schema"], example), Ok(()), "{to}: {example}");
                examples += 1;
            }
        }
    }
    assert!(examples > 60, "{examples}");
    // And no example is of something that is not there.
    let kept = std::fs::read_to_string(EXAMPLES).expect("a file");
    for to in serde_json::from_str::<BTreeMap<String, Value>>(&kept).expect("examples").keys() {
        let [verb, path, status] = to.split(' ').collect::<Vec<_>>().try_into().expect("three words");
        assert!(api.0["paths"][path][verb]["responses"][status]["content"].is_object(), "{to}");
    }
    server.stop().await;
}

async fn people(asker: &mut Asker<'_>, server: &Server) {
    let mut client = server.client();
    let entry = json!({ "name": "Marion", "password": "a long sentence" });
    let short = json!({ "name": "Marion", "password": "short" });
    let account = ("post", "/api/account", "/api/account");
    asker.ask(&mut client, account, Some(&short), 422).await;
    asker.ask(&mut client, account, Some(&entry), 201).await;
    asker.ask(&mut client, account, Some(&entry), 409).await;
    let session = "/api/session";
    asker.ask(&mut client, ("post", session, session), Some(&short), 401).await;
    asker.ask(&mut client, ("post", session, session), Some(&entry), 200).await;
    let mut seek = blitz();
    seek["open"] = json!(true);
    let put = asker.ask(&mut client, ("post", "/api/seeks", "/api/seeks"), Some(&seek), 201).await;
    asker.ask(&mut client, ("get", "/api/seeks", "/api/seeks"), None, 200).await;
    let own = format!("/api/seeks/{}", text(&put.json["id"]));
    asker.ask(&mut client, ("get", "/api/seeks/{id}", &own), None, 200).await;
    asker.ask(&mut client, ("get", "/api/seeks/{id}", "/api/seeks/none"), None, 404).await;
    let mut other = server.client();
    let accept = "/api/seeks/{id}/accept";
    let taken = Some(json!({ "name": "Other" }));
    asker.ask(&mut client, ("post", accept, &format!("{own}/accept")), taken.as_ref(), 403).await;
    asker.ask(&mut other, ("post", accept, &format!("{own}/accept")), taken.as_ref(), 201).await;
    asker.ask(&mut other, ("post", accept, &format!("{own}/accept")), taken.as_ref(), 409).await;
    let again = asker.ask(&mut client, ("post", "/api/seeks", "/api/seeks"), Some(&seek), 201).await;
    let own = format!("/api/seeks/{}", text(&again.json["id"]));
    asker.ask(&mut other, ("delete", "/api/seeks/{id}", &own), None, 403).await;
    asker.ask(&mut client, ("delete", "/api/seeks/{id}", &own), None, 204).await;
    asker.ask(&mut client, ("get", "/api/account", "/api/account"), None, 200).await;
    account_settings(asker, server, &mut client, &entry).await;
    asker.ask(&mut client, ("delete", session, session), None, 204).await;
}

/// What the owner of an account and an operator can do.
async fn account_settings(asker: &mut Asker<'_>, server: &Server, client: &mut ApiClient, entry: &Value) {
    let new = json!({ "name": "my bot" });
    let (keys, key) = ("/api/account/keys", "/api/account/keys/{id}");
    asker.ask(client, ("post", keys, keys), Some(&new), 201).await;
    let listed = asker.ask(client, ("get", keys, keys), None, 200).await;
    let one = format!("{keys}/{}", text(&listed.json[0]["id"]));
    asker.ask(client, ("delete", key, &one), None, 204).await;
    asker.ask(client, ("delete", key, &one), None, 404).await;
    let report = json!({ "about": "Asa", "text": "Lets the clock run" });
    asker.ask(client, ("post", "/api/reports", "/api/reports"), Some(&report), 204).await;
    let export = "/api/account/export";
    asker.ask(client, ("get", export, export), None, 200).await;
    asker.ask(&mut server.client(), ("get", export, export), None, 401).await;
    let mut elsewhere = server.client();
    asker.ask(&mut elsewhere, ("post", "/api/session", "/api/session"), Some(entry), 200).await;
    let (sessions, session) = ("/api/account/sessions", "/api/account/sessions/{id}");
    let listed = asker.ask(client, ("get", sessions, sessions), None, 200).await;
    let all = listed.json.as_array().expect("a list");
    let other = all.iter().find(|session| session["current"] == false).expect("another session");
    asker.ask(client, ("delete", session, &format!("{sessions}/{}", text(&other["id"]))), None, 204).await;
    let moderation = "/api/moderation";
    asker.ask(client, ("get", moderation, moderation), None, 403).await;
    let store = crate::common::open(server.folder.path()).await;
    let marion = store.account("Marion").await.expect("a store").expect("an account");
    let operator = AccountStatus { operator: true, ..AccountStatus::default() };
    store.set_status(marion.id, operator).await.expect("set");
    let seen = asker.ask(client, ("get", moderation, moderation), None, 200).await;
    let close = format!("{moderation}/reports/{}", seen.json["reports"][0]["id"]);
    asker.ask(client, ("delete", "/api/moderation/reports/{id}", &close), None, 204).await;
    let (named, of_marion) = ("/api/moderation/accounts/{name}", "/api/moderation/accounts/Marion");
    let status = asker.ask(client, ("get", named, of_marion), None, 200).await;
    asker.ask(client, ("put", named, of_marion), Some(&status.json), 204).await;
    let password = "/api/account/password";
    let change = json!({ "old": "a long sentence", "new": "another sentence" });
    asker.ask(client, ("put", password, password), Some(&change), 204).await;
    let confirm = json!({ "password": "another sentence" });
    asker.ask(client, ("delete", "/api/account", "/api/account"), Some(&confirm), 204).await;
}

/// A game at one screen, with a refusal, a count and an end.
async fn play(asker: &mut Asker<'_>, server: &Server) -> (ApiClient, String) {
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
    for rest in ["", "/line", "/rulings", "/pdn", "/record"] {
        asker.ask(&mut client, ("get", &format!("/api/games/{{id}}{rest}"), &at(rest)), None, 200).await;
    }
    asker.ask(&mut client, ("get", "/api/games/{id}", "/api/games/none"), None, 404).await;
    let trial = json!({ "variant": "italian", "fen": "W:WK23,31:B19,26,27", "moves": ["31x22"] });
    asker.ask(&mut client, ("post", "/api/try", "/api/try"), Some(&trial), 409).await;
    let trial = json!({ "variant": "italian", "moves": ["22-18"] });
    asker.ask(&mut client, ("post", "/api/try", "/api/try"), Some(&trial), 200).await;
    (client, id)
}

async fn study(asker: &mut Asker<'_>, server: &Server, client: &mut ApiClient, game: &str) {
    let tree = "/api/study/{kind}/{id}";
    let at = |rest: &str| format!("/api/study/played/{game}{rest}");
    asker.ask(client, ("get", tree, &at("")), None, 200).await;
    asker.ask(client, ("get", tree, "/api/study/imported/none"), None, 404).await;
    let review = "/api/study/{kind}/{id}/review";
    asker.stream(server, review, &at("/review")).await;
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

/// A tournament from its creation to a result from a phone.
async fn events(asker: &mut Asker<'_>, server: &Server) {
    let (mut organiser, mut stranger) = (server.client(), server.client());
    let new = json!({ "charter": charter("rotation", 2), "organiser": "Olga" });
    let made = asker.ask(&mut organiser, ("post", "/api/events", "/api/events"), Some(&new), 201).await;
    let mut none = new.clone();
    none["charter"]["rounds"] = json!(0);
    asker.ask(&mut organiser, ("post", "/api/events", "/api/events"), Some(&none), 422).await;
    let id = text(&made.json["id"]);
    let at = |rest: &str| format!("/api/events/{id}{rest}");
    let command = ("post", "/api/events/{id}/commands", &*at("/commands"));
    let list = json!({ "id": "a1", "ask": { "kind": "enter-text", "text": "Anna;1500;Roma\nBruno\nCarla" } });
    asker.ask(&mut organiser, command, Some(&list), 200).await;
    asker.ask(&mut stranger, command, Some(&list), 403).await;
    let nowhere = ("post", command.1, "/api/events/none/commands");
    asker.ask(&mut organiser, nowhere, Some(&list), 404).await;
    let pair = json!({ "ask": { "kind": "pair-round" } });
    let event = asker.ask(&mut organiser, command, Some(&pair), 200).await.json;
    asker.ask(&mut organiser, command, Some(&pair), 409).await;
    let round = &event["rounds"][0];
    let board = &round["boards"][0];
    let edit =
        json!({ "pairs": [{ "white": board["black"], "black": board["white"] }], "bye": round["bye"] });
    let preview = ("post", "/api/events/{id}/preview", &*at("/preview"));
    asker.ask(&mut organiser, preview, Some(&edit), 200).await;
    asker.ask(&mut stranger, preview, Some(&edit), 403).await;
    for kind in ["check-round", "publish-round", "start-round"] {
        asker.ask(&mut organiser, command, Some(&json!({ "ask": { "kind": kind } })), 200).await;
    }
    asker.ask(&mut organiser, preview, Some(&edit), 409).await;
    let cards = organiser.get(&format!("/event/{id}/print/cards")).await.expect("a page").text;
    let code = cards.split("/board/1/").nth(1).and_then(|rest| rest.get(..8)).expect("a code").to_owned();
    let sit = |number: &Value, code: &str| json!({ "board": 1, "code": code, "number": number });
    let seat = ("post", "/api/events/{id}/seat", &*at("/seat"));
    asker.ask(&mut stranger, seat, Some(&sit(&board["white"], "wrong")), 403).await;
    asker.ask(&mut stranger, seat, Some(&sit(&round["bye"][0], &code)), 409).await;
    asker.ask(&mut stranger, seat, Some(&sit(&board["white"], &code)), 200).await;
    let result = json!({ "id": "b1", "ask": { "kind": "enter-result", "board": 1, "result": "draw" } });
    asker.ask(&mut stranger, command, Some(&result), 200).await;
    let invite = ("post", "/api/events/{id}/invitations", &*at("/invitations"));
    let arbiter = json!({ "role": "arbiter", "name": "Bea" });
    asker.ask(&mut organiser, invite, Some(&arbiter), 201).await;
    asker.ask(&mut stranger, invite, Some(&arbiter), 403).await;
    asker.ask(&mut organiser, invite, Some(&json!({ "role": "player", "number": 99 })), 409).await;
    asker.ask(&mut organiser, invite, Some(&json!({ "role": "king", "name": "X" })), 422).await;
    let trf = organiser.get(&at("/trf")).await.expect("a file").text;
    let file = json!({ "name": "Again", "variant": "italian", "organiser": "Olga", "trf": trf });
    let import = ("post", "/api/events/trf", "/api/events/trf");
    asker.ask(&mut organiser, import, Some(&file), 201).await;
    let broken = json!({ "name": "X", "variant": "italian", "organiser": "Olga", "trf": "001 nonsense" });
    asker.ask(&mut organiser, import, Some(&broken), 422).await;
    let mut online = new.clone();
    online["charter"]["online"] = json!({ "minutes": 5, "increment": 0, "starts-at": null, "no-show": 60 });
    let made = asker.ask(&mut organiser, ("post", "/api/events", "/api/events"), Some(&online), 201).await;
    let players = format!("/api/events/{}/players", text(&made.json["id"]));
    let enter = ("post", "/api/events/{id}/players", &*players);
    let mut player = server.client();
    asker.ask(&mut player, enter, Some(&json!({ "name": "Anna" })), 201).await;
    asker.ask(&mut player, enter, Some(&json!({ "name": "Bea" })), 403).await;
    asker.ask(&mut server.client(), enter, Some(&json!({ "name": "ANNA" })), 409).await;
    asker.ask(&mut stranger, ("get", "/api/events/{id}", &at("")), None, 200).await;
    asker.ask(&mut stranger, ("get", "/api/events/{id}", "/api/events/none"), None, 404).await;
    asker.ask(&mut stranger, ("get", "/api/events/{id}/trf", &at("/trf")), None, 200).await;
    asker.ask(&mut stranger, ("get", "/api/events/{id}/trf", "/api/events/none/trf"), None, 404).await;
    asker.stream(server, "/api/events/{id}/stream", &at("/stream")).await;
    asker.ask(&mut stranger, ("get", "/api/events/{id}/stream", "/api/events/none/stream"), None, 404).await;
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

/// What is said and told on `/ws`, in a whole short game and in the lobby.
async fn connections(api: &Described, server: &Server) {
    let schema = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let pair = server.pair(&blitz()).await;
    let mut kinds = BTreeSet::new();
    let mut lines = Vec::new();
    for (client, form) in [(&pair.white, "view"), (&pair.black, "changes")] {
        let mut line = client.connect().await.expect("a connection");
        line.send_text(json!({ "type": "join", "game": pair.game, "form": form }).to_string())
            .await
            .expect("sent");
        lines.push(line);
    }
    let mut lobby = pair.white.connect().await.expect("a connection");
    lobby.send_text(json!({ "type": "lobby" }).to_string()).await.expect("sent");
    lines.push(lobby);
    let said = [
        (1, json!({ "type": "premove", "id": "p", "seq": 1, "by": "black", "notation": "11-14" })),
        (0, json!({ "type": "do", "id": "a", "seq": 1, "by": "white", "ask": "move", "notation": "22-13" })),
        (0, json!({ "type": "do", "id": "b", "seq": 0, "by": "white", "ask": "move", "notation": "22-18" })),
        (0, json!({ "type": "do", "id": "c", "seq": 1, "by": "white", "ask": "move", "notation": "22-18" })),
        (1, json!({ "type": "premove", "id": "q", "seq": 0, "by": "black", "notation": "11-14" })),
        (1, json!({ "type": "cancel-premove", "by": "black" })),
        (1, json!({ "type": "do", "id": "r", "seq": 3, "by": "black", "ask": "resign" })),
        (1, json!({ "type": "rematch", "by": "black" })),
        (0, json!({ "type": "ping" })),
        (0, json!({ "type": "nonsense" })),
    ];
    let mut wanted =
        vec!["held", "refused", "resync", "done", "dropped", "", "done", "rematch", "pong", "bad"]
            .into_iter();
    let hear = async |line: &mut damiera_client::ApiConnection, until: &str, kinds: &mut BTreeSet<String>| loop {
        let heard = tokio::time::timeout(std::time::Duration::from_secs(20), line.receive_text()).await;
        let told: Value = serde_json::from_str(&heard.expect("in time").expect("something")).expect("JSON");
        assert_eq!(api.check(&schema("Told"), &told), Ok(()), "{told}");
        let kind = text(&told["type"]);
        kinds.insert(kind.clone());
        if kind == until {
            return;
        }
    };
    for (line, kind) in [(0, "presence"), (1, "presence"), (2, "seeks")] {
        hear(&mut lines[line], kind, &mut kinds).await;
    }
    for (line, message) in said {
        if message["type"] != "nonsense" {
            assert_eq!(api.check(&schema("Said"), &message), Ok(()), "{message}");
        }
        lines[line].send_text(message.to_string()).await.expect("sent");
        match wanted.next().expect("an answer") {
            "" => {}
            kind => hear(&mut lines[line], kind, &mut kinds).await,
        }
    }
    let mut seek = blitz();
    seek["open"] = json!(true);
    let put = pair.white.clone().post("/api/seeks", &seek).await.expect("an answer").json;
    hear(&mut lines[2], "seeks-changed", &mut kinds).await;
    let path = format!("/api/seeks/{}/accept", text(&put["id"]));
    assert_eq!(pair.black.clone().post(&path, &json!({})).await.expect("an answer").status, 201);
    hear(&mut lines[2], "matched", &mut kinds).await;
    // While somebody else holds the database, a move is not saved yet.
    let slow = server.pair(&blitz()).await;
    let (mut white, _black) = slow.lines().await;
    white.until_seq(1).await;
    let lock = server.lock_database().await;
    let said = json!({ "type": "do", "id": "u", "seq": white.seq(), "by": "white", "ask": "move", "notation": "22-18" });
    white.line.send_text(said.to_string()).await.expect("sent");
    hear(&mut white.line, "unsaved", &mut kinds).await;
    drop(lock);
    let all = api.0["components"]["schemas"]["Told"]["oneOf"].as_array().expect("kinds").iter();
    assert_eq!(kinds, all.map(|kind| text(&kind["title"])).collect());
}
