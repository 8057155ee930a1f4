//! `damiera store`: backup and check while the server runs, copy when it does not.

mod common;

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use common::damiera;
use damiera_client::ApiClient;
use serde_json::json;

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_running_store_is_backed_up_and_checked_and_a_stopped_one_is_copied() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("a path").to_owned();
    let mut child = Command::new(env!("CARGO_BIN_EXE_damiera"))
        .args(["serve", "--no-browser", "--no-tables", "--listen", "127.0.0.1:0", "--data", &at("data")])
        .stdout(Stdio::piped())
        .spawn()
        .expect("a process");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
    let server = Server(child);
    let address = line.split("http://").nth(1).expect("an address").trim().trim_end_matches('/');
    let client = ApiClient::new(address.parse().expect("an address"));
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let screen = runtime.block_on(async {
        for _ in 0..3 {
            let wanted = json!({ "variant": "italian", "minutes": 5 });
            let seek = client.clone().post("/api/seeks", &wanted).await.expect("a seek").json;
            let path = format!("/api/seeks/{}/accept", seek["id"].as_str().expect("an id"));
            client.clone().post(&path, &json!({})).await.expect("a game");
        }
        let (person, variant) = (json!({ "kind": "person" }), "italian");
        let one_screen = json!({ "variant": variant, "white": person, "black": person });
        let made = client.clone().post("/api/games", &one_screen).await.expect("a game");
        made.json["id"].as_str().expect("an id").to_owned()
    });

    let ran = damiera(&["store", "check", "--data", &at("data")]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    assert!(ran.out.starts_with("4 games with "), "{}", ran.out);
    let ran = damiera(&["store", "backup", "--data", &at("data"), &at("backup.sqlite")]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let ran = damiera(&["store", "check", "--database", &at("backup.sqlite")]);
    assert!(ran.code == Some(0) && ran.out.starts_with("4 games with "), "{}{}", ran.out, ran.err);
    // Text that is no UTF-8, which SQLite does not notice.
    let mut bytes = std::fs::read(at("backup.sqlite")).expect("the backup");
    let word = br#""kind":"started""#;
    let place = bytes.windows(word.len()).position(|part| part == word).expect("an event");
    bytes[place + 9] = 0xff;
    std::fs::write(at("damaged.sqlite"), bytes).expect("written");
    let ran = damiera(&["store", "check", "--database", &at("damaged.sqlite")]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""), "{}", ran.out);
    let named = format!("{screen}: the database is damaged (table game_event: ");
    assert!(ran.out.starts_with(&named), "{}", ran.out);
    assert!(ran.out.contains("4 games with ") && ran.out.contains(", 1 with a problem"), "{}", ran.out);
    let source = at("data/damiera.sqlite");
    let ran = damiera(&["store", "copy", &source, &at("copy.sqlite")]);
    assert!(ran.code == Some(2) && ran.err.contains("stop it first"), "{}", ran.err);

    drop(server);
    let ran = damiera(&["store", "copy", &source, &at("copy.sqlite")]);
    assert!(ran.code == Some(0) && ran.out.contains("digests are the same"), "{}{}", ran.out, ran.err);
    let ran = damiera(&["store", "check", "--database", &at("copy.sqlite")]);
    assert!(ran.code == Some(0) && ran.out.starts_with("4 games with "), "{}{}", ran.out, ran.err);
}

#[test]
fn what_cannot_be_done_is_said() {
    for (words, expected) in [
        (&["store", "check", "--database", "/nowhere/games.sqlite"][..], "there is no file"),
        (&["store", "backup", "--database", "postgres://me:secret@db/games", "x.dump"], "pg_dump"),
        (&["store", "copy", "/nowhere/games.sqlite", "copy.sqlite"], "there is no file"),
    ] {
        let ran = damiera(words);
        assert_eq!(ran.code, Some(2), "{words:?}: {}", ran.out);
        assert!(ran.err.contains(expected) && !ran.err.contains("secret"), "{words:?}: {}", ran.err);
    }
}
