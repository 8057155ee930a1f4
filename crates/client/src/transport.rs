//! The byte stream below HTTP and WebSockets: TCP, or TLS over TCP.

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

use crate::error::ClientError;
use crate::server_url::ServerUrl;
use crate::tls;

/// A byte stream in both directions.
pub(crate) trait Transport: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Transport for T {}

/// Connects to a server, with TLS if there is a connector.
pub(crate) async fn connect(
    server: &ServerUrl,
    connector: Option<&TlsConnector>,
) -> Result<Box<dyn Transport>, ClientError> {
    let unreachable = |source| ClientError::Connect { server: server.to_string(), source };
    let stream = TcpStream::connect((server.host(), server.port())).await.map_err(unreachable)?;
    stream.set_nodelay(true).map_err(unreachable)?;
    Ok(match connector {
        None => Box::new(stream),
        Some(connector) => Box::new(tls::handshake(connector, server, stream).await?),
    })
}
