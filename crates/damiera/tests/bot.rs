//! `damiera bot` against a real server behind TLS, with a private certificate authority.
#![allow(clippy::unwrap_used, reason = "an unexpected error fails the test")]

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::time::Duration;

use damiera_client::ApiClient;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tokio_rustls::rustls::{ServerConfig, crypto::ring};

/// A server process, stopped when dropped.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(folder: &Path) -> Self {
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
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).unwrap().trim().trim_end_matches('/').parse().unwrap();
        Self { child, address }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Terminates TLS in front of a server, as a proxy does. Writes the authority's certificate and returns the port.
async fn tls_proxy(server: SocketAddr, ca_file: &Path) -> u16 {
    let mut authority = CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority_key = KeyPair::generate().unwrap();
    std::fs::write(ca_file, authority.self_signed(&authority_key).unwrap().pem()).unwrap();
    let issuer = Issuer::new(authority, authority_key);
    let key = KeyPair::generate().unwrap();
    let certificate =
        CertificateParams::new(vec!["localhost".to_owned()]).unwrap().signed_by(&key, &issuer).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(
            vec![certificate.der().clone()],
            PrivateKeyDer::try_from(key.serialize_der()).unwrap(),
        )
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                let Ok(mut outside) = acceptor.accept(stream).await else { return };
                let Ok(mut inside) = TcpStream::connect(server).await else { return };
                let _ = tokio::io::copy_bidirectional(&mut outside, &mut inside).await;
            });
        }
    });
    port
}

async fn bot(data: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damiera"));
    command.arg("bot").args(["--level", "1", "--games", "1"]).args(arguments).env("XDG_DATA_HOME", data);
    command.env_remove("SSL_CERT_FILE").env_remove("SSL_CERT_DIR");
    tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_bots_play_a_game_over_tls() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("server"));
    let ca_file = folder.path().join("authority.pem");
    let url = format!("https://localhost:{}", tls_proxy(server.address, &ca_file).await);
    let (ca, data) = (ca_file.to_str().unwrap(), folder.path().join("bot"));
    let offer = ["--server", &url, "--ca", ca, "--offer", "english", "--minutes", "5"];
    let accept = ["--server", &url, "--ca", ca];
    let (offering, accepting) = tokio::join!(bot(&data, &offer), bot(&data, &accept));
    let text = |output: &Output| {
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !err.contains("panicked at"), "{err}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let (offering, accepting) = (text(&offering), text(&accepting));
    let result = offering.lines().last().unwrap().split(": ").nth(1).unwrap();
    assert!(["1-0", "0-1", "1/2-1/2"].contains(&result), "{offering}");
    assert_eq!(offering.lines().last(), accepting.lines().last());
}

/// Passes connections on, but WebSockets only after a signal. Returns the port.
async fn proxy_that_holds_sockets(server: SocketAddr, go_on: Arc<Semaphore>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut outside, _)) = listener.accept().await {
            let go_on = Arc::clone(&go_on);
            tokio::spawn(async move {
                let mut start = [0; 7];
                while outside.peek(&mut start).await.is_ok_and(|read| 0 < read && read < start.len()) {}
                if start == *b"GET /ws" {
                    drop(go_on.acquire().await);
                }
                let Ok(mut inside) = TcpStream::connect(server).await else { return };
                let _ = tokio::io::copy_bidirectional(&mut outside, &mut inside).await;
            });
        }
    });
    port
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seek_accepted_before_the_bot_is_in_the_lobby_is_not_missed() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("server"));
    let go_on = Arc::new(Semaphore::new(0));
    let url = format!("http://127.0.0.1:{}", proxy_that_holds_sockets(server.address, go_on.clone()).await);
    let accept = async {
        let mut client = ApiClient::new(server.address);
        let seek = loop {
            let seeks = client.get("/api/seeks").await.unwrap().json;
            if let Some(id) = seeks[0]["id"].as_str() {
                break id.to_owned();
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        let game = client.post(&format!("/api/seeks/{seek}/accept"), &json!({})).await.unwrap().json;
        go_on.add_permits(1000);
        let path = format!("/api/games/{}/commands", game["game"].as_str().unwrap());
        let resign = json!({ "ask": "resign", "by": game["side"] });
        let resigned = client.post(&path, &resign).await.unwrap();
        assert!(resigned.status < 300, "{}", resigned.text);
    };
    let data = folder.path().join("bot");
    let offer = ["--server", &url, "--offer", "english", "--minutes", "5"];
    let (output, ()) = tokio::join!(bot(&data, &offer), accept);
    let out = String::from_utf8_lossy(&output.stdout);
    let result = out.lines().last().and_then(|line| line.split(": ").nth(1));
    assert!(matches!(result, Some("1-0" | "0-1")), "{out}{}", String::from_utf8_lossy(&output.stderr));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_untrusted_certificate_is_refused_with_advice() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("server"));
    let url = format!(
        "https://localhost:{}",
        tls_proxy(server.address, &folder.path().join("authority.pem")).await
    );
    let other = folder.path().join("other.pem");
    tls_proxy(server.address, &other).await; // another authority
    for arguments in
        [&["--server", &url, "--ca", other.to_str().unwrap()][..], &["--server", &url, "--ca", "/no/such"]]
    {
        let output = bot(folder.path(), arguments).await;
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{err}");
        assert!(err.contains("not trusted") && err.contains("PEM") || err.contains("/no/such"), "{err}");
        assert_eq!(err.trim_end().lines().count(), 1, "{err}");
    }
}
