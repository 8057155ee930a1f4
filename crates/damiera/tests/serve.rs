//! `damiera serve` as a user starts it: it prints its address, answers requests, and stops on a signal.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// The app on a free port, stopped when dropped.
struct App {
    child: Child,
    said: BufReader<std::process::ChildStdout>,
}

impl Drop for App {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start(configure: impl FnOnce(&mut Command)) -> (App, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damiera"));
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    configure(&mut command);
    let mut child = command.spawn().expect("it starts");
    let mut said = BufReader::new(child.stdout.take().expect("an output"));
    let mut line = String::new();
    said.read_line(&mut line).expect("a line");
    let address = line.trim().strip_prefix("Damiera is ready: ").expect("an address").to_owned();
    (App { child, said }, address)
}

fn get(address: &str, path: &str) -> String {
    let host = address.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(host).expect("it listens");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

#[test]
fn it_prints_its_address_answers_and_stops_on_a_signal() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, address) = start(|command| {
        command.args(["serve", "--listen", "127.0.0.1:0", "--no-browser", "--no-tables", "--data"]);
        command.arg(folder.path());
    });
    assert!(get(&address, "/healthz").ends_with("ok\n"));
    assert!(get(&address, "/").contains("<title>Damiera"));
    let metrics = get(&address, "/metrics");
    assert!(metrics.contains("damiera_http_answers_total{class=\"2xx\"}"), "{metrics}");
    assert!(folder.path().join("damiera.sqlite").exists());
    let stopped =
        Command::new("kill").args(["-TERM", &app.child.id().to_string()]).status().expect("a signal");
    assert!(stopped.success());
    let mut rest = String::new();
    app.said.read_to_string(&mut rest).expect("the rest");
    assert!(rest.ends_with("Stopped. All games are saved.\n"), "{rest}");
    assert!(app.child.wait().expect("an end").success());
}

#[test]
fn alone_it_is_the_app_set_up_by_file_and_environment() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("damiera.toml");
    let text = "listen = \"127.0.0.1:0\"\nbase-url = \"https://dama.example.org/\"\nbrowser = false\nendgame-tables = false\n";
    std::fs::write(&file, text).expect("a file");
    let (_app, address) = start(|command| {
        command.env("DAMIERA_CONFIG", &file).env("DAMIERA_DATA", folder.path().join("data"));
    });
    assert_eq!(address, "https://dama.example.org/");
    assert!(folder.path().join("data/damiera.sqlite").exists());
}

#[test]
fn a_bad_configuration_is_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("damiera.toml");
    std::fs::write(&file, "listen = \"everywhere\"\n").expect("a file");
    let run = Command::new(env!("CARGO_BIN_EXE_damiera"))
        .arg("serve")
        .arg("--config")
        .arg(&file)
        .output()
        .expect("it runs");
    assert_eq!(run.status.code(), Some(2));
    assert!(run.stdout.is_empty());
    let said = String::from_utf8(run.stderr).expect("text");
    assert!(said.contains("line 1: ") && said.trim_end().lines().count() == 1, "{said}");
}

#[test]
fn a_data_directory_is_private_and_has_one_server() {
    let parent = tempfile::tempdir().expect("a folder");
    let folder = parent.path().join("data");
    let arguments = ["serve", "--listen", "127.0.0.1:0", "--no-browser", "--no-tables", "--data"];
    let (app, _) = start(|command| {
        command.args(arguments).arg(&folder);
    });
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode =
            |path: &std::path::Path| std::fs::metadata(path).expect("a file").permissions().mode() & 0o777;
        assert_eq!(mode(&folder), 0o700);
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            assert_eq!(mode(&entry.path()), 0o600, "{}", entry.path().display());
        }
    }
    let second =
        Command::new(env!("CARGO_BIN_EXE_damiera")).args(arguments).arg(&folder).output().expect("it runs");
    assert_eq!(second.status.code(), Some(2));
    let said = String::from_utf8(second.stderr).expect("text");
    let process = app.child.id().to_string();
    assert!(said.contains("another server") && said.contains(&process) && said.contains("--data"), "{said}");
    drop(app); // killed: the lock goes with the process
    let (_app, _) = start(|command| {
        command.args(arguments).arg(&folder);
    });
}

#[test]
fn a_damaged_database_is_named_at_the_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("damiera.sqlite");
    std::fs::write(&file, "").expect("a file");
    let ran = Command::new(env!("CARGO_BIN_EXE_damiera"))
        .args(["serve", "--listen", "127.0.0.1:0", "--no-browser", "--no-tables", "--data"])
        .arg(folder.path())
        .output()
        .expect("it runs");
    assert_eq!(ran.status.code(), Some(2));
    let said = String::from_utf8(ran.stderr).expect("text");
    let file = file.display().to_string();
    assert!(said.contains(&file) && said.contains("empty") && said.contains("backup"), "{said}");
}
