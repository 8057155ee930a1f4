//! HTTP requests.

use std::fmt;
use std::net::{IpAddr, SocketAddr};

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::{HeaderMap, Method, Request, header};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio_rustls::TlsConnector;

use crate::connection::ApiConnection;
use crate::error::ClientError;
use crate::server_url::{Scheme, ServerUrl};
use crate::tls::TrustedCertificates;
use crate::transport;

/// A response of the server.
#[derive(Debug)]
pub struct ApiResponse {
    /// The status code.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body as JSON; null if it is not JSON.
    pub json: Value,
    /// The body as text.
    pub text: String,
}

/// A client of a server, with its own cookie jar. Each request opens a connection.
#[derive(Clone)]
pub struct ApiClient {
    server: ServerUrl,
    connector: Option<TlsConnector>,
    /// The address that connections come from; the system chooses it if absent.
    local: Option<IpAddr>,
    /// Headers that are sent with every request, cookies included.
    pub headers: HeaderMap,
}

impl fmt::Debug for ApiClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApiClient").field("server", &self.server).finish_non_exhaustive()
    }
}

impl ApiClient {
    /// A client of a server without TLS.
    #[must_use]
    pub fn new(address: SocketAddr) -> Self {
        Self { server: address.into(), connector: None, local: None, headers: HeaderMap::new() }
    }

    /// A client of a server with or without TLS.
    pub fn for_server(server: ServerUrl, trusted: &TrustedCertificates) -> Result<Self, ClientError> {
        let connector = match server.scheme() {
            Scheme::Http => None,
            Scheme::Https => Some(trusted.connector()?),
        };
        Ok(Self { server, connector, local: None, headers: HeaderMap::new() })
    }

    /// The same client with connections from one of this machine's addresses. An address has some 28,000 ports for
    /// connections to one server; close to that limit the kernel spends milliseconds on finding a free one.
    #[must_use]
    pub fn from_local_address(mut self, local: IpAddr) -> Self {
        self.local = Some(local);
        self
    }

    /// The same client with one more header.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: &str) -> Self {
        if let Ok(value) = value.parse() {
            self.headers.insert(name, value);
        }
        self
    }

    /// Sends a request and stores the cookies of the response.
    pub async fn send(
        &mut self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<ApiResponse, ClientError> {
        self.send_body(method, path, body.map(|body| ("application/json", body.to_string()))).await
    }

    /// Sends a body of a content type as it is.
    pub async fn send_body(
        &mut self,
        method: Method,
        path: &str,
        body: Option<(&'static str, String)>,
    ) -> Result<ApiResponse, ClientError> {
        let failed = |source| ClientError::Http { server: self.server.to_string(), source };
        let stream = transport::connect(&self.server, self.local, self.connector.as_ref()).await?;
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(failed)?;
        tokio::spawn(connection);
        let mut request = Request::builder().method(method).uri(path);
        request = request.header(header::HOST, self.server.authority());
        if let Some((content_type, _)) = body {
            request = request.header(header::CONTENT_TYPE, content_type);
        }
        let body = body.map(|(_, text)| text).unwrap_or_default();
        let mut request = request.body(Full::new(Bytes::from(body)))?;
        request.headers_mut().extend(self.headers.clone());
        let response = sender.send_request(request).await.map_err(failed)?;
        let (head, body) = response.into_parts();
        let text = String::from_utf8_lossy(&body.collect().await.map_err(failed)?.to_bytes()).into_owned();
        self.store_cookies(&head.headers);
        let json = serde_json::from_str(&text).unwrap_or_default();
        Ok(ApiResponse { status: head.status.as_u16(), headers: head.headers, json, text })
    }

    /// Sends a GET request.
    pub async fn get(&mut self, path: &str) -> Result<ApiResponse, ClientError> {
        self.send(Method::GET, path, None).await
    }

    /// Sends a POST request with a JSON body.
    pub async fn post(&mut self, path: &str, body: &Value) -> Result<ApiResponse, ClientError> {
        self.send(Method::POST, path, Some(body)).await
    }

    /// Sends a POST request with a file of text, such as PDN.
    pub async fn post_text(&mut self, path: &str, text: &str) -> Result<ApiResponse, ClientError> {
        self.send_body(Method::POST, path, Some(("text/plain", text.to_owned()))).await
    }

    fn store_cookies(&mut self, response: &HeaderMap) {
        let text = |headers: &HeaderMap| {
            headers.get(header::COOKIE).and_then(|v| v.to_str().ok()).unwrap_or_default().to_owned()
        };
        let mut jar: Vec<String> =
            text(&self.headers).split("; ").filter(|pair| !pair.is_empty()).map(str::to_owned).collect();
        for cookie in response.get_all(header::SET_COOKIE).iter().filter_map(|value| value.to_str().ok()) {
            let pair = cookie.split(';').next().unwrap_or_default();
            let (name, value) = pair.split_once('=').unwrap_or_default();
            jar.retain(|other| other.split('=').next() != Some(name));
            if !value.is_empty() {
                jar.push(pair.to_owned());
            }
        }
        if let Ok(value) = jar.join("; ").parse() {
            self.headers.insert(header::COOKIE, value);
        }
    }

    /// Opens a WebSocket.
    pub async fn connect(&self) -> Result<ApiConnection, ClientError> {
        let stream = transport::connect(&self.server, self.local, self.connector.as_ref()).await?;
        ApiConnection::upgrade(stream, &self.server.websocket(), &self.headers).await
    }

    /// Opens a WebSocket and follows a game from the event after `seq`.
    pub async fn join(
        &self,
        game: &str,
        seq: Option<u64>,
        key: Option<&str>,
    ) -> Result<ApiConnection, ClientError> {
        let mut connection = self.connect().await?;
        connection.join(game, seq, key).await?;
        Ok(connection)
    }
}
