//! `damiera endgame` as a person or a script runs it.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use serde_json::Value;

/// A folder of its own, empty at first and removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("endgame-{name}"));
        let _ = fs::remove_dir_all(&path); // what an earlier run left there
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn endgame(dir: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damiera"));
    command.arg("endgame").args(arguments.split(' ')).arg("--dir").arg(dir);
    command
}

fn output(dir: &Path, arguments: &str) -> Output {
    endgame(dir, arguments).output().unwrap()
}

/// English and Brazilian tables to three pieces.
fn tables() -> &'static Path {
    static TABLES: OnceLock<Folder> = OnceLock::new();
    let folder = TABLES.get_or_init(|| {
        let folder = Folder::new("tables");
        for game in ["english", "brazilian"] {
            assert!(output(&folder.0, &format!("build {game} --pieces 3")).status.success());
        }
        folder
    });
    &folder.0
}

fn json(arguments: &str) -> Value {
    let output = output(tables(), arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The one sentence of a call that cannot be answered.
fn refusal(dir: &Path, arguments: &str) -> String {
    let output = output(dir, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments}");
    assert!(output.stdout.is_empty(), "{arguments}");
    let sentence = String::from_utf8(output.stderr).unwrap();
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    sentence
}

#[test]
fn stats_add_up() {
    let stats = json("stats english --pieces 3 --json");
    let classes = stats["classes"].as_array().unwrap();
    assert_eq!(classes.len(), 9);
    let sum = |key: &str| -> u64 {
        let of_three = classes.iter().filter(|class| class["pieces"] == 3);
        of_three.map(|class| class[key].as_u64().unwrap()).sum()
    };
    assert_eq!(
        [sum("positions"), sum("wins"), sum("draws"), sum("losses")],
        [196_032, 100_250, 8_477, 87_305]
    );
    let two_kings = classes.iter().find(|class| class["material"] == "KKvK").unwrap();
    assert_eq!((two_kings["dtw"].as_u64(), two_kings["dtz"].as_u64()), (Some(33), Some(33)));
    let longest = two_kings["longest"].as_str().unwrap();
    assert_eq!(json(&format!("probe english --fen {longest} --json"))["dtw"], 33);
}

#[test]
fn a_probe_tells_the_value_and_the_moves_best_first() {
    let answer = json("probe english --fen W:WK31,K32:BK1 --json");
    assert_eq!((&answer["value"], &answer["dtw"], &answer["dtz"]), (&"win".into(), &33.into(), &33.into()));
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!((&moves[0]["value"], &moves[0]["dtw"]), (&"win".into(), &33.into()));
    assert!(moves.iter().all(|m| m["notation"].is_string()));
    assert!(answer.get("count").is_none());
}

#[test]
fn a_probe_with_the_book_s_count_says_what_it_needs_and_has() {
    let late = json("probe english --fen W:WK31,K32:BK1 --count 40 --json");
    assert_eq!(late["value"], "draw");
    let count = &late["count"];
    assert_eq!(
        (&count["uncounted"], &count["needs"], &count["left"]),
        (&"win".into(), &17.into(), &10.into())
    );
    assert_eq!(count["article"], "FID-EN 10.4");
    assert!(late["moves"].as_array().unwrap().iter().all(|m| m["value"] != "win"));
    let early = json("probe english --fen W:WK31,K32:BK1 --count 33 --json");
    assert_eq!((&early["value"], &early["count"]["left"]), (&"win".into(), &17.into()));
    assert_eq!(early["moves"][0]["value"], "win");
}

#[test]
fn a_line_is_played_to_its_end() {
    let line = json("line brazilian --fen W:WK31,K32:BK5 --json");
    assert_eq!((line["moves"].as_array().unwrap().len(), &line["dtw"]), (7, &7.into()));
}

#[test]
fn the_longest_wins_come_longest_first() {
    let longest = json("longest english --pieces 3 --json");
    let plies: Vec<_> = longest["wins"].as_array().unwrap().iter().map(|win| win["dtw"].as_u64()).collect();
    assert_eq!(plies[0], Some(61));
    assert!(plies.is_sorted_by(|a, b| a >= b));
    assert_eq!(json("longest english --material MMvK --json")["wins"].as_array().unwrap().len(), 1);
}

#[test]
fn tables_are_found_right() {
    let output = output(tables(), "verify brazilian --pieces 3 --sample 500");
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).contains("all correct"));
}

#[test]
fn tables_of_outcomes_answer_without_distances() {
    let folder = Folder::new("outcomes");
    let built = output(&folder.0, "build brazilian --pieces 3 --wdl");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let answer = output(&folder.0, "probe brazilian --fen W:WK31,K32:BK5 --json");
    let answer: Value = serde_json::from_slice(&answer.stdout).unwrap();
    assert_eq!(
        (&answer["value"], &answer["dtw"], &answer["dtz"]),
        (&"win".into(), &Value::Null, &Value::Null)
    );
    assert_eq!(answer["moves"][0]["value"], "win");
    let text = output(&folder.0, "probe brazilian --fen W:WK31,K32:BK5");
    assert!(String::from_utf8(text.stdout).unwrap().starts_with("White wins\n"));
    let stats = output(&folder.0, "stats brazilian --pieces 3 --json");
    let stats: Value = serde_json::from_slice(&stats.stdout).unwrap();
    assert!(stats["classes"].as_array().unwrap().iter().all(|class| class["dtw"].is_null()));
    assert!(output(&folder.0, "verify brazilian --sample 500").status.success());
    let counted = refusal(&folder.0, "probe brazilian --fen W:WK31,K32:BK5 --count 2");
    assert!(counted.contains("distances"), "{counted}");
    assert!(refusal(&folder.0, "longest brazilian --pieces 3").contains("--pieces 3"));
}

#[test]
fn wins_that_the_count_cuts_off_are_found() {
    let cutoffs = json("cutoffs english --pieces 3 --json");
    assert_eq!((&cutoffs["positions"], &cutoffs["classes"]), (&0.into(), &Value::Array(Vec::new())));
    // Two kings against one have five moves (CBD 99), and win in time wherever they win.
    assert_eq!(json("cutoffs brazilian --pieces 3 --json")["positions"], 0);
}

/// A server with the tables of [`tables`], stopped when dropped.
struct Server {
    child: Child,
    url: String,
    _data: Folder,
}

impl Server {
    fn start() -> Self {
        let data = Folder::new("server");
        for game in ["english", "brazilian"] {
            let into = data.0.join("endgame").join(game);
            fs::create_dir_all(&into).unwrap();
            for (name, bytes) in files(&tables().join(game)) {
                fs::write(into.join(name), bytes).unwrap();
            }
        }
        let mut child = Command::new(env!("CARGO_BIN_EXE_damiera"))
            .args([
                "serve",
                "--no-browser",
                "--no-limits",
                "--no-tables",
                "--listen",
                "127.0.0.1:0",
                "--data",
            ])
            .arg(&data.0)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).unwrap().trim().trim_end_matches('/');
        Self { url: format!("http://{address}"), child, _data: data }
    }

    /// `damiera endgame probe` without tables of its own.
    fn probe(&self, arguments: &str) -> Output {
        Command::new(env!("CARGO_BIN_EXE_damiera"))
            .args(["endgame", "probe"])
            .args(arguments.split(' '))
            .args(["--server", &self.url])
            .output()
            .unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_server_answers_like_the_tables() {
    let server = Server::start();
    for question in [
        "english --fen W:WK31,K32:BK1",
        "english --fen W:WK31,K32:BK1 --json",
        "english --fen W:WK31,K32:BK1 --count 40 --json",
        "english --fen B:WK31,K32:BK1 --count 20 --lang it",
        "brazilian --fen W:WK31,K32:BK5 --count 3 --pace fast --json",
    ] {
        let (here, there) = (output(tables(), &format!("probe {question}")), server.probe(question));
        assert!(there.status.success(), "{}", String::from_utf8_lossy(&there.stderr));
        assert_eq!(
            String::from_utf8_lossy(&here.stdout),
            String::from_utf8_lossy(&there.stdout),
            "{question}"
        );
    }
    for (question, said) in [
        ("english --fen W:WK31,K32:BK1,K2", "up to 3 pieces"),
        ("italian --fen W:WK31,K32:BK1", "no endgame tables of this game"),
        ("italian --fen W:WK31,K32:BK1 --lang pt", "não tem tabelas"),
        ("english --fen W:W1:BK32", "crown row"),
    ] {
        let refused = server.probe(question);
        assert_eq!(refused.status.code(), Some(2), "{question}");
        let sentence = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(sentence.contains(said) && sentence.lines().count() == 1, "{sentence}");
    }
}

#[test]
fn a_server_that_is_not_there_is_said_in_one_sentence() {
    let refused = Command::new(env!("CARGO_BIN_EXE_damiera"))
        .args(["endgame", "probe", "english", "--fen", "W:WK1:BK32", "--server", "http://127.0.0.1:9"])
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&refused.stderr).lines().count(), 1);
}

#[test]
fn what_cannot_be_answered_is_said_in_one_sentence() {
    let empty = Folder::new("empty");
    assert!(refusal(&empty.0, "probe english --fen W:WK1:BK32").contains("build english --pieces 2"));
    assert!(refusal(tables(), "probe english --fen W:WK1,K2:BK32,K31").contains("tables of up to 3 pieces"));
    assert!(refusal(tables(), "probe english --fen W:W1:BK32").contains("crown row"));
    assert!(refusal(tables(), "stats italian --pieces 2").contains("italian"));
    assert!(refusal(&empty.0, "verify english").contains("has no english tables"));
    assert!(refusal(tables(), "stats english --pieces 1").contains("--pieces"));
    assert!(refusal(&empty.0, "build international --pieces 9").contains("2 to 5"));
    assert!(refusal(tables(), "longest english --material QvK").contains("KKMvKM"));
}

#[test]
fn a_damaged_table_is_refused_by_name() {
    let folder = Folder::new("damaged");
    fs::create_dir(folder.0.join("english")).unwrap();
    for (name, mut bytes) in files(&tables().join("english")) {
        if name == "KKvK.egt" {
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
        }
        fs::write(folder.0.join("english").join(name), bytes).unwrap();
    }
    for command in ["probe english --fen W:WK31,K32:BK1", "verify english", "stats english --pieces 3"] {
        let sentence = refusal(&folder.0, command);
        assert!(sentence.contains("KKvK.egt") && sentence.contains("checksum"), "{sentence}");
    }
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()))
        .collect()
}

/// Whenever a build is killed, what bears a table's name is whole, and the next build ends as if nothing had
/// happened.
#[test]
fn a_killed_build_leaves_only_whole_tables_and_goes_on() {
    let folder = Folder::new("killed");
    let mut tables_seen = Vec::new();
    for milliseconds in [3, 10, 20, 40, 60, 80, 100, 150, 200, 300] {
        let mut build = endgame(&folder.0, "build brazilian --pieces 4 --threads 2");
        let mut build = build.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        build.kill().unwrap();
        build.wait().unwrap();
        let written = fs::read_dir(folder.0.join("brazilian")).map_or(0, |entries| {
            entries.filter(|entry| entry.as_ref().unwrap().path().extension().unwrap() == "egt").count()
        });
        if written > 0 {
            let verified = output(&folder.0, "verify brazilian --sample 20");
            assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
        }
        tables_seen.push(written);
    }
    assert!(tables_seen.is_sorted(), "no finished table is lost: {tables_seen:?}");
    assert!(output(&folder.0, "build brazilian --pieces 4").status.success());
    let whole = Folder::new("whole");
    assert!(output(&whole.0, "build brazilian --pieces 4 --threads 1").status.success());
    assert!(files(&folder.0.join("brazilian")) == files(&whole.0.join("brazilian")));
}

/// A disk that takes no more is said so, and leaves no half table behind.
#[test]
#[cfg(unix)]
fn a_full_disk_leaves_only_whole_tables() {
    let folder = Folder::new("full");
    // Files may grow to some blocks of 512 bytes, and what goes beyond is an error instead of a signal.
    let script = "trap '' XFSZ; ulimit -f 40; exec \"$0\" endgame build english --pieces 3 --dir \"$1\"";
    let build = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_damiera")])
        .arg(&folder.0)
        .output()
        .unwrap();
    assert_eq!(build.status.code(), Some(2));
    let said = String::from_utf8_lossy(&build.stderr).into_owned();
    assert!(said.contains("a table cannot be written"), "{said}");
    let names: Vec<_> = files(&folder.0.join("english")).into_keys().collect();
    assert!(!names.is_empty() && names.iter().all(|name| name.ends_with(".egt")), "{names:?}");
    assert!(output(&folder.0, "verify english --sample 20").status.success());
    assert!(output(&folder.0, "build english --pieces 3").status.success());
    assert_eq!(files(&folder.0.join("english")), files(&tables().join("english")));
}
