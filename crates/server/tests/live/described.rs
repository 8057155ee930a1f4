//! The API does what its description says: the same paths and verbs, and in what is really sent the same fields.

mod asker;
mod connections;
mod events;
mod exhibitions;
mod people;
mod play;
mod social;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use hyper::Method;
use serde_json::{Value, json};

use crate::common::{Server, generous};
use crate::schema::Described;
use asker::Asker;

async fn described(server: &Server) -> Described {
    Described::new(server.client().get("/api/openapi.json").await.expect("an answer").json)
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
    let paths = api.document["paths"].as_object().expect("paths").iter();
    let told: BTreeMap<String, BTreeSet<String>> = paths
        .map(|(path, verbs)| (path.clone(), verbs.as_object().expect("verbs").keys().cloned().collect()))
        .collect();
    assert_eq!(real, told);
    server.stop().await;
}

/// Where answers are kept as examples. To write them anew: `DAMIERA_RECORD=1 cargo test -p damiera-server --test live described`.
const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/texts/answers.json");

#[tokio::test]
async fn what_is_sent_has_the_fields_that_are_described() {
    // Checking takes longer than a server may stand still before it counts as an outage.
    let server = Server::with_manual_clock(generous()).await;
    let api = described(&server).await;
    let mut asker = Asker::new(&api);
    people::account_and_seeks(&mut asker, &server).await;
    let (mut player, game) = play::game(&mut asker, &server).await;
    play::study(&mut asker, &server, &mut player, &game).await;
    play::endgame(&mut asker).await;
    play::correspondence(&mut asker, &server).await;
    play::consultation(&mut asker, &server).await;
    events::tournament(&mut asker, &server).await;
    exhibitions::exhibition(&mut asker, &server).await;
    connections::messages(&api, &server).await;
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
    let paths = api.document["paths"].as_object().expect("paths").iter();
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
        assert!(api.document["paths"][path][verb]["responses"][status]["content"].is_object(), "{to}");
    }
    server.stop().await;
}
