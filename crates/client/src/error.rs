//! Why a request or a connection failed.

use std::io;
use std::path::PathBuf;

use tokio_rustls::rustls;
use tokio_tungstenite::tungstenite;

/// Why a request or a connection failed. Every message says what to do about it where that is known.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The address of the server is malformed.
    #[error(
        "\"{0}\" is not the address of a server; write it like http://127.0.0.1:7313 or https://dama.example.org"
    )]
    InvalidUrl(String),
    /// No TCP connection.
    #[error("cannot connect to {server}: {source}; check the address, and that the server is running")]
    Connect {
        /// The server's address.
        server: String,
        /// The cause.
        source: io::Error,
    },
    /// The certificate of the server was rejected.
    #[error(
        "the certificate of {server} is not trusted: {source}; if a private authority has signed it, give the \
         authority's certificate as a PEM file"
    )]
    UntrustedCertificate {
        /// The server's address.
        server: String,
        /// The cause.
        source: rustls::Error,
    },
    /// The server does not speak TLS on this port.
    #[error("{server} does not answer with TLS; for a server without TLS the address begins with http://")]
    NotTls {
        /// The server's address.
        server: String,
    },
    /// The TLS handshake failed for another reason.
    #[error("the TLS handshake with {server} failed: {source}")]
    Handshake {
        /// The server's address.
        server: String,
        /// The cause.
        source: io::Error,
    },
    /// TLS cannot be set up.
    #[error("TLS cannot be set up: {0}")]
    Tls(#[from] rustls::Error),
    /// A file of certificates cannot be used.
    #[error("the certificates in {} cannot be used: {reason}", path.display())]
    CertificateFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The system has no trusted certificates.
    #[error("no trusted certificates were found on this system; give a PEM file of certificates to trust")]
    NoTrustedCertificates,
    /// The HTTP exchange failed.
    #[error(
        "{server} did not answer the request: {source}; if the server uses TLS, the address begins with https://"
    )]
    Http {
        /// The server's address.
        server: String,
        /// The cause.
        source: hyper::Error,
    },
    /// The request is malformed.
    #[error("the request is malformed: {0}")]
    Request(#[from] hyper::http::Error),
    /// The WebSocket failed.
    #[error("the WebSocket connection failed: {0}")]
    WebSocket(#[from] Box<tungstenite::Error>),
}

impl From<tungstenite::Error> for ClientError {
    fn from(error: tungstenite::Error) -> Self {
        Self::WebSocket(Box::new(error))
    }
}
