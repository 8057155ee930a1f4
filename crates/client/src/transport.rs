//! The byte stream below HTTP and WebSockets: TCP, or TLS over TCP.

use std::io;
use std::net::{IpAddr, SocketAddr};

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpSocket, TcpStream};
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
    local: Option<IpAddr>,
    connector: Option<&TlsConnector>,
) -> Result<Box<dyn Transport>, ClientError> {
    let unreachable = |source| ClientError::Connect { server: server.to_string(), source };
    let stream = open(server, local).await.map_err(unreachable)?;
    stream.set_nodelay(true).map_err(unreachable)?;
    Ok(match connector {
        None => Box::new(stream),
        Some(connector) => Box::new(tls::handshake(connector, server, stream).await?),
    })
}

/// Opens a TCP connection, from a given address of this machine if there is one.
async fn open(server: &ServerUrl, local: Option<IpAddr>) -> io::Result<TcpStream> {
    let Some(local) = local else { return TcpStream::connect((server.host(), server.port())).await };
    let mut addresses = tokio::net::lookup_host((server.host(), server.port())).await?;
    let address = addresses.find(|address| address.is_ipv4() == local.is_ipv4());
    let address = address.ok_or_else(|| io::Error::other("no address of the same family"))?;
    let socket = if local.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    socket.bind(SocketAddr::new(local, 0))?;
    socket.connect(address).await
}
