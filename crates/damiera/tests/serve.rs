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
    let ready = get(&address, "/readyz");
    assert!(ready.ends_with("\r\n\r\nready\n"), "{ready}");
    assert!(ready.to_lowercase().contains("\r\nx-request-id: "), "{ready}");
    assert!(get(&address, "/").contains("<title>Damiera"));
    let metrics = get(&address, "/metrics");
    for line in [
        "damiera_http_answers_total{route=\"/\",class=\"2xx\"} 1\n",
        "damiera_http_seconds_count{route=\"/readyz\"} 1\n",
        "damiera_commit_waiting 0\n",
        "\ndamiera_disk_free_bytes ",
    ] {
        assert!(metrics.contains(line), "{line} in {metrics}");
    }
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
    // The same database under another data directory.
    let (other, database) = (parent.path().join("other"), folder.join("damiera.sqlite"));
    let mut third = Command::new(env!("CARGO_BIN_EXE_damiera"));
    let third = third.args(arguments).arg(&other).arg("--database").arg(&database).output().expect("it runs");
    assert_eq!(third.status.code(), Some(2));
    let said = String::from_utf8(third.stderr).expect("text");
    assert!(said.contains("damiera.sqlite is used by another server") && said.contains(&process), "{said}");
    // A second name of the same file, which SQLite would give a journal of its own.
    #[cfg(unix)]
    {
        let link = parent.path().join("link.sqlite");
        std::fs::hard_link(&database, &link).expect("a link");
        let mut fourth = Command::new(env!("CARGO_BIN_EXE_damiera"));
        let fourth =
            fourth.args(arguments).arg(&other).arg("--database").arg(&link).output().expect("it runs");
        assert_eq!(fourth.status.code(), Some(2));
        let said = String::from_utf8(fourth.stderr).expect("text");
        assert!(said.contains("link.sqlite is used by another server under another name"), "{said}");
        let mut copy = Command::new(env!("CARGO_BIN_EXE_damiera"));
        let copied = copy.args(["store", "copy"]).arg(&link).arg(parent.path().join("copy.sqlite")).output();
        let said = String::from_utf8(copied.expect("it runs").stderr).expect("text");
        assert!(said.contains("is used by a server"), "{said}");
        std::fs::remove_file(&link).expect("a link");
    }
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

fn send(address: &str, method: &str, path: &str, body: &str) -> String {
    let host = address.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(host).expect("it listens");
    let head = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n");
    write!(stream, "{head}Content-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len()).expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

#[test]
fn an_operator_resets_passwords_and_bans_while_the_server_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_app, address) = start(|command| {
        command.args(["serve", "--listen", "127.0.0.1:0", "--no-browser", "--no-tables", "--data"]);
        command.arg(folder.path());
    });
    let entry = |password: &str| format!("{{\"name\":\"Marion\",\"password\":\"{password}\"}}");
    let sign_in = |password: &str| send(&address, "POST", "/api/session", &entry(password));
    assert!(send(&address, "POST", "/api/account", &entry("a long sentence")).starts_with("HTTP/1.1 201"));
    let account = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_damiera"));
        let run =
            command.arg("account").args(words).arg("--data").arg(folder.path()).output().expect("it runs");
        (run.status.code(), String::from_utf8(run.stdout).expect("text"))
    };
    let (code, said) = account(&["reset", "marion"]);
    assert_eq!(code, Some(0), "{said}");
    let password = said.lines().next().and_then(|line| line.strip_prefix("The password of Marion is now: "));
    assert!(sign_in("a long sentence").starts_with("HTTP/1.1 401"));
    assert!(sign_in(password.expect("a password")).starts_with("HTTP/1.1 200"));
    assert_eq!(account(&["ban", "Marion"]).0, Some(0));
    assert!(sign_in(password.expect("a password")).starts_with("HTTP/1.1 403"));
    assert_eq!(account(&["lift", "Marion"]).0, Some(0));
    assert!(sign_in(password.expect("a password")).starts_with("HTTP/1.1 200"));
    assert_eq!(account(&["ban", "Nobody"]).0, Some(2));
    assert!(account(&["audit"]).1.contains("password-reset Marion command line"));
}

#[test]
fn access_and_errors_are_logged_as_json_with_the_id_of_the_request() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let file = std::fs::File::create(&log).expect("a file");
    let (app, address) = start(|command| {
        command.args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--no-browser",
            "--no-tables",
            "--log-format",
            "json",
        ]);
        command
            .arg("--data")
            .arg(folder.path().join("data"))
            .env("DAMIERA_LOG", "warn,access=info")
            .stderr(file);
    });
    let answer = get(&address, "/api/games/none?lang=secret").to_lowercase();
    let id = answer
        .split("x-request-id: ")
        .nth(1)
        .and_then(|rest| rest.split('\r').next())
        .expect("an id")
        .to_owned();
    drop(app);
    let text = std::fs::read_to_string(&log).expect("a log");
    let line = text.lines().find(|line| line.contains(&id)).expect("a line with the id");
    for part in ["\"path\":\"/api/games/none\"", "\"status\":400", "\"method\":\"GET\"", "127.0.0.1"] {
        assert!(line.contains(part), "{part} in {line}");
    }
    assert!(line.starts_with('{') && !text.contains("secret"), "{text}");
}
