//! The client over TLS and without: what it reaches, what it refuses, and what it says then.
#![allow(clippy::unwrap_used, reason = "an unexpected error fails the test")]

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use damiera_client::{ApiClient, ClientError, TrustedCertificates};
use rcgen::{CertifiedKey, KeyPair, generate_simple_self_signed};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tokio_rustls::rustls::{ServerConfig, crypto::ring};

const RESPONSE: &[u8] =
    b"HTTP/1.1 200 OK\r\nContent-Length: 11\r\nSet-Cookie: a=1; Path=/\r\n\r\n{\"ok\":true}";

/// Answers one request.
async fn respond(mut stream: impl AsyncRead + AsyncWrite + Unpin) {
    let (mut request, mut buffer) = (Vec::<u8>::new(), [0; 1024]);
    while !request.windows(4).any(|window| window == b"\r\n\r\n") {
        match stream.read(&mut buffer).await {
            Ok(0) | Err(_) => return,
            Ok(length) => request.extend(&buffer[..length]),
        }
        if !request[0].is_ascii_uppercase() {
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n").await;
            return; // not HTTP, for example the first message of TLS
        }
    }
    let _ = stream.write_all(RESPONSE).await;
    let _ = stream.shutdown().await;
}

async fn plain_server() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(respond(stream));
        }
    });
    address
}

/// A TLS server for `localhost` with a self-signed certificate, which is written to a file.
async fn tls_server(certificate_file: &Path) -> SocketAddr {
    let CertifiedKey::<KeyPair> { cert, signing_key } =
        generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    std::fs::write(certificate_file, cert.pem()).unwrap();
    let key = PrivateKeyDer::try_from(signing_key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![cert.der().clone()], key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                if let Ok(stream) = acceptor.accept(stream).await {
                    respond(stream).await;
                }
            });
        }
    });
    address
}

fn client(url: &str, trusted: &TrustedCertificates) -> ApiClient {
    ApiClient::for_server(url.parse().unwrap(), trusted).unwrap()
}

#[tokio::test]
async fn requests_are_answered_with_and_without_tls() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("server.pem");
    let (plain, tls) = (plain_server().await, tls_server(&file).await);
    let trusted = TrustedCertificates::default().with_pem_file(&file).unwrap();
    for url in [format!("http://{plain}"), format!("https://localhost:{}", tls.port())] {
        let mut client = client(&url, &trusted);
        let response = client.get("/").await.unwrap();
        assert_eq!((response.status, &response.json["ok"]), (200, &true.into()), "{url}");
        assert_eq!(client.headers["cookie"], "a=1");
    }
}

#[tokio::test]
async fn every_mistake_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (own, other) = (folder.path().join("own.pem"), folder.path().join("other.pem"));
    let (plain, tls) = (plain_server().await, tls_server(&own).await);
    tls_server(&other).await;
    let trust = |file: &Path| TrustedCertificates::default().with_pem_file(file).unwrap();

    let error =
        client(&format!("https://localhost:{}", tls.port()), &trust(&other)).get("/").await.unwrap_err();
    assert!(matches!(error, ClientError::UntrustedCertificate { .. }), "{error}");
    let error =
        client(&format!("https://127.0.0.1:{}", tls.port()), &trust(&own)).get("/").await.unwrap_err();
    assert!(matches!(error, ClientError::UntrustedCertificate { .. }), "the name does not match: {error}");
    let error =
        client(&format!("https://localhost:{}", plain.port()), &trust(&own)).connect().await.unwrap_err();
    assert!(matches!(error, ClientError::NotTls { .. }), "{error}");
    let error = client(&format!("http://{tls}"), &trust(&own)).get("/").await.unwrap_err();
    assert!(error.to_string().contains("begins with https://"), "{error}");
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let error = ApiClient::new(closed).get("/").await.unwrap_err();
    assert!(matches!(error, ClientError::Connect { .. }), "{error}");

    let empty = folder.path().join("empty.pem");
    std::fs::write(&empty, "not a certificate").unwrap();
    for file in [empty.as_path(), Path::new("/no/such/file")] {
        let error = TrustedCertificates::default().with_pem_file(file).unwrap_err();
        assert!(error.to_string().contains(file.to_str().unwrap()), "{error}");
    }
}
