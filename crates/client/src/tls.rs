//! TLS: which certificates are trusted, and the handshake.

use std::io;
use std::path::Path;
use std::sync::Arc;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::net::TcpStream;
use tokio_rustls::client::TlsStream;
use tokio_rustls::{TlsConnector, rustls};

use crate::error::ClientError;
use crate::server_url::ServerUrl;

/// The certificates to trust in addition to those of the system.
///
/// The certificates of the system are looked up on first use. The environment variables `SSL_CERT_FILE` and
/// `SSL_CERT_DIR` replace them.
#[derive(Clone, Default, Debug)]
pub struct TrustedCertificates {
    added: Vec<CertificateDer<'static>>,
}

impl TrustedCertificates {
    /// Trusts the certificates of a PEM file too, for example that of a private authority.
    pub fn with_pem_file(mut self, path: &Path) -> Result<Self, ClientError> {
        let unusable = |reason: String| ClientError::CertificateFile { path: path.to_owned(), reason };
        let certificates =
            CertificateDer::pem_file_iter(path).map_err(|error| unusable(error.to_string()))?;
        let certificates: Vec<_> =
            certificates.collect::<Result<_, _>>().map_err(|error| unusable(error.to_string()))?;
        if certificates.is_empty() {
            return Err(unusable("the file contains no certificate in PEM form".to_owned()));
        }
        self.added.extend(certificates);
        Ok(self)
    }

    /// A connector that trusts these certificates and those of the system.
    pub(crate) fn connector(&self) -> Result<TlsConnector, ClientError> {
        let mut roots = RootCertStore::empty();
        // Stores often contain a few certificates that cannot be parsed. They are skipped, as browsers do.
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        roots.add_parsable_certificates(self.added.iter().cloned());
        if roots.is_empty() {
            return Err(ClientError::NoTrustedCertificates);
        }
        // Named, not taken from the process: another crate may install a provider of its own.
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
        let mut config = config.with_root_certificates(roots).with_no_client_auth();
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(TlsConnector::from(Arc::new(config)))
    }
}

/// Performs the handshake on a connection.
pub(crate) async fn handshake(
    connector: &TlsConnector,
    server: &ServerUrl,
    stream: TcpStream,
) -> Result<TlsStream<TcpStream>, ClientError> {
    let name = ServerName::try_from(server.host().to_owned())
        .map_err(|_| ClientError::InvalidUrl(server.to_string()))?;
    connector.connect(name, stream).await.map_err(|error| explain(server, error))
}

fn explain(server: &ServerUrl, error: io::Error) -> ClientError {
    let server = server.to_string();
    match error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
        Some(source @ rustls::Error::InvalidCertificate(_)) => {
            ClientError::UntrustedCertificate { server, source: source.clone() }
        }
        Some(rustls::Error::InvalidMessage(_)) => ClientError::NotTls { server },
        _ => ClientError::Handshake { server, source: error },
    }
}
