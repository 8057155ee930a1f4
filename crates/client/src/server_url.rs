//! The address of a server.

use std::fmt;
use std::net::SocketAddr;
use std::str::FromStr;

use hyper::Uri;

use crate::error::ClientError;

/// The address of a server: scheme, host and port.
///
/// ```
/// # use damiera_client::ServerUrl;
/// let server: ServerUrl = "https://dama.example.org".parse()?;
/// assert_eq!(server.to_string(), "https://dama.example.org");
/// assert_eq!("127.0.0.1:7313".parse::<ServerUrl>()?.to_string(), "http://127.0.0.1:7313");
/// assert!("ftp://dama.example.org".parse::<ServerUrl>().is_err());
/// # Ok::<(), damiera_client::ClientError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServerUrl {
    scheme: Scheme,
    /// Without the brackets of an IPv6 address.
    host: String,
    port: u16,
    /// Host and port as the `Host` header has them.
    authority: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scheme {
    Http,
    Https,
}

impl ServerUrl {
    pub(crate) const fn scheme(&self) -> Scheme {
        self.scheme
    }

    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    pub(crate) const fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn authority(&self) -> &str {
        &self.authority
    }

    /// The address of the WebSocket.
    pub(crate) fn websocket(&self) -> String {
        let scheme = match self.scheme {
            Scheme::Http => "ws",
            Scheme::Https => "wss",
        };
        format!("{scheme}://{}/ws", self.authority)
    }
}

impl From<SocketAddr> for ServerUrl {
    /// A server without TLS.
    fn from(address: SocketAddr) -> Self {
        let (host, authority) = (address.ip().to_string(), address.to_string());
        Self { scheme: Scheme::Http, host, port: address.port(), authority }
    }
}

impl FromStr for ServerUrl {
    type Err = ClientError;

    /// Parses `http://host:port` or `https://host:port`. Without a scheme the server has no TLS.
    fn from_str(text: &str) -> Result<Self, ClientError> {
        let invalid = || ClientError::InvalidUrl(text.to_owned());
        let full = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
        let uri: Uri = full.parse().map_err(|_| invalid())?;
        let (scheme, default_port) = match uri.scheme_str() {
            Some("http") => (Scheme::Http, 80),
            Some("https") => (Scheme::Https, 443),
            _ => return Err(invalid()),
        };
        // The API is at the root of its server.
        let authority = uri.authority().filter(|_| matches!(uri.path(), "" | "/") && uri.query().is_none());
        let authority =
            authority.filter(|authority| !authority.as_str().contains('@')).ok_or_else(invalid)?;
        let port =
            match authority.as_str().strip_prefix(authority.host()).and_then(|rest| rest.strip_prefix(':')) {
                Some(port) => port.parse().map_err(|_| invalid())?,
                None => default_port,
            };
        let host = authority.host().trim_start_matches('[').trim_end_matches(']');
        if host.is_empty() {
            return Err(invalid());
        }
        Ok(Self { scheme, host: host.to_owned(), port, authority: authority.to_string() })
    }
}

impl fmt::Display for ServerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = match self.scheme {
            Scheme::Http => "http",
            Scheme::Https => "https",
        };
        write!(f, "{scheme}://{}", self.authority)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn host_and_port_are_those_to_connect_to() {
        for (text, host, port, websocket) in [
            ("127.0.0.1:7313", "127.0.0.1", 7313, "ws://127.0.0.1:7313/ws"),
            ("http://localhost:80/", "localhost", 80, "ws://localhost:80/ws"),
            ("https://dama.example.org", "dama.example.org", 443, "wss://dama.example.org/ws"),
            ("https://[::1]:8443", "::1", 8443, "wss://[::1]:8443/ws"),
        ] {
            let url: ServerUrl = text.parse().expect(text);
            assert_eq!((url.host(), url.port(), url.websocket().as_str()), (host, port, websocket));
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "ftp://a",
            "http://",
            "https://a/path",
            "https://a?q",
            "http://me@a",
            "https://a:99999",
            "a b",
        ] {
            assert!(text.parse::<ServerUrl>().is_err(), "{text}");
        }
    }
}
