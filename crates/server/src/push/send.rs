//! Sends messages to push services.
//!
//! The addresses of push services come from browsers, so anybody can name any address. Messages go only by HTTPS and only to public
//! addresses; redirects are not followed, and nothing of the response but its status is used.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use damiera_game::Moment;
use http_body_util::Full;
use hyper::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HOST};
use hyper::{Method, Request, StatusCode, Uri};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{self, ClientConfig, RootCertStore, crypto};

use super::{PushMessage, PushRecipient, VapidKey};
use crate::passkeys::encode;
use crate::store::TokenDigest;

/// How long a push service may take in all.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How long a push service keeps a message for a browser that is not connected.
const TIME_TO_LIVE: Duration = Duration::from_secs(24 * 3600);
/// For how long a host is not tried again that did not answer, and how many such hosts are remembered.
const SILENCE: Duration = Duration::from_secs(600);
const MOST_SILENT: usize = 10_000;
/// The longest endpoint.
const LONGEST_ENDPOINT: usize = 1024;

/// Which endpoints messages are sent to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PushTargets {
    /// Public addresses by HTTPS.
    #[default]
    Public,
    /// Any address, also without TLS: for tests with a push service of their own.
    Any,
}

/// Why a message was not delivered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum PushError {
    /// The browser has ended its subscription.
    #[error("the subscription has ended")]
    Gone,
    /// The push service did not answer in time, now or a short while ago.
    #[error("the push service does not answer")]
    Silent,
    /// The push service cannot be reached or does not take the message now.
    #[error("the push service does not take the message now: {0}")]
    Deferred(String),
    /// The message cannot be sent.
    #[error("the message cannot be sent: {0}")]
    Failed(String),
}

/// Sends messages.
pub(crate) struct PushSender {
    key: VapidKey,
    targets: PushTargets,
    /// Who runs the server, for the push services.
    contact: String,
    tls: TlsConnector,
    silent: SilentHosts,
}

/// Hosts that did not answer a short while ago. Anybody can name hosts that never answer, and each message to one takes a place
/// among the messages that are sent at a time; so it is not tried again for a while.
#[derive(Default)]
struct SilentHosts(Mutex<HashMap<String, Moment>>);

impl SilentHosts {
    fn add(&self, host: &str, now: Moment) {
        let mut hosts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if hosts.len() >= MOST_SILENT {
            hosts.retain(|_, until| *until > now);
        }
        if hosts.len() < MOST_SILENT {
            hosts.insert(host.to_owned(), now.plus(SILENCE));
        }
    }

    fn contains(&self, host: &str, now: Moment) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(host).is_some_and(|until| *until > now)
    }
}

impl PushSender {
    pub(crate) fn new(key: VapidKey, targets: PushTargets, contact: String) -> Result<Self, rustls::Error> {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let provider = Arc::new(crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
        let config = config.with_root_certificates(roots).with_no_client_auth();
        Ok(Self { key, targets, contact, tls: Arc::new(config).into(), silent: SilentHosts::default() })
    }

    /// The server's public key, as browsers want it.
    pub(crate) fn public_key(&self) -> String {
        self.key.public()
    }

    /// Whether messages may be sent to an endpoint. Its host name is resolved only when a message is sent.
    pub(crate) fn accepts(&self, endpoint: &str) -> bool {
        endpoint.len() <= LONGEST_ENDPOINT && self.target(endpoint).is_some()
    }

    fn target(&self, endpoint: &str) -> Option<PushTarget> {
        let target = PushTarget::read(endpoint)?;
        let address = target.host.parse::<IpAddr>();
        match self.targets {
            PushTargets::Any => Some(target),
            PushTargets::Public if !target.secure => None,
            PushTargets::Public if address.is_ok_and(|address| !is_public(address)) => None,
            PushTargets::Public => Some(target),
        }
    }

    /// Sends a message to an endpoint. A later message with the same topic replaces one that was not delivered yet.
    pub(crate) async fn send(
        &self,
        endpoint: &str,
        recipient: &PushRecipient,
        message: &PushMessage,
        topic: &str,
        now: Moment,
    ) -> Result<(), PushError> {
        let failed = |reason: &str| PushError::Failed(reason.to_owned());
        let target = self.target(endpoint).ok_or_else(|| failed("the endpoint cannot be used"))?;
        if self.silent.contains(&target.host, now) {
            return Err(PushError::Silent);
        }
        let message = serde_json::to_vec(message).map_err(|error| failed(&error.to_string()))?;
        let body = recipient.encrypt(&message).map_err(|_| failed("it cannot be encrypted"))?;
        let authorization = self.key.authorization(&target.origin, &self.contact, now);
        // RFC 8030, 5.4: at most 32 characters of the alphabet for URLs.
        let topic = encode(&TokenDigest::of(topic).0[..24]);
        let request = Request::builder()
            .method(Method::POST)
            .uri(&target.path)
            .header(HOST, &target.authority)
            .header(AUTHORIZATION, authorization.ok_or_else(|| failed("it cannot be signed"))?)
            .header(CONTENT_ENCODING, "aes128gcm")
            .header(CONTENT_TYPE, "application/octet-stream")
            .header("ttl", TIME_TO_LIVE.as_secs())
            .header("urgency", "normal")
            .header("topic", topic)
            .body(Full::new(Bytes::from(body)))
            .map_err(|error| failed(&error.to_string()))?;
        let status = tokio::time::timeout(TIMEOUT, self.exchange(&target, request)).await;
        let Ok(status) = status else {
            self.silent.add(&target.host, now);
            return Err(PushError::Silent);
        };
        outcome(status?)
    }

    async fn exchange(
        &self,
        target: &PushTarget,
        request: Request<Full<Bytes>>,
    ) -> Result<StatusCode, PushError> {
        let deferred = |error: &dyn ToString| PushError::Deferred(error.to_string());
        let address = self.resolve(target).await?;
        let stream = TcpStream::connect(address).await.map_err(|error| deferred(&error))?;
        if !target.secure {
            return post(stream, request).await;
        }
        let name = ServerName::try_from(target.host.clone())
            .map_err(|error| PushError::Failed(error.to_string()))?;
        let stream = self.tls.connect(name, stream).await.map_err(|error| deferred(&error))?;
        post(stream, request).await
    }

    /// The address to connect to: the one that was checked, so that a second look-up cannot lead elsewhere.
    async fn resolve(&self, target: &PushTarget) -> Result<SocketAddr, PushError> {
        let found = tokio::net::lookup_host((target.host.as_str(), target.port)).await;
        let mut found = found.map_err(|error| PushError::Deferred(error.to_string()))?;
        let allowed = |address: &SocketAddr| self.targets == PushTargets::Any || is_public(address.ip());
        found.find(allowed).ok_or_else(|| PushError::Failed("it has no public address".to_owned()))
    }
}

/// Sends a request and returns the status of the response.
async fn post(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Full<Bytes>>,
) -> Result<StatusCode, PushError> {
    let deferred = |error: hyper::Error| PushError::Deferred(error.to_string());
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(deferred)?;
    // Ends the connection when it is dropped, also if the request times out.
    let mut running = JoinSet::new();
    running.spawn(connection);
    Ok(sender.send_request(request).await.map_err(deferred)?.status())
}

/// What the status of a push service means (RFC 8030, 5 and 7.3).
fn outcome(status: StatusCode) -> Result<(), PushError> {
    match status.as_u16() {
        200..=299 => Ok(()),
        404 | 410 => Err(PushError::Gone),
        429 | 500..=599 => Err(PushError::Deferred(status.to_string())),
        _ => Err(PushError::Failed(status.to_string())),
    }
}

/// An endpoint in its parts.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PushTarget {
    secure: bool,
    host: String,
    port: u16,
    /// Host and port as in a `Host` header.
    authority: String,
    /// Scheme, host and port.
    origin: String,
    path: String,
}

impl PushTarget {
    fn read(endpoint: &str) -> Option<Self> {
        let uri: Uri = endpoint.parse().ok()?;
        let secure = match uri.scheme_str()? {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        let authority = uri.authority().filter(|authority| !authority.as_str().contains('@'))?;
        let host = uri.host()?.trim_start_matches('[').trim_end_matches(']').to_owned();
        let port = uri.port_u16().unwrap_or(if secure { 443 } else { 80 });
        let authority = authority.as_str().to_owned();
        let scheme = if secure { "https" } else { "http" };
        let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
        Some(Self { secure, host, port, origin: format!("{scheme}://{authority}"), authority, path })
    }
}

/// Whether an address is one on the public Internet, by the registries of special-purpose addresses (RFC 6890).
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => {
            let [a, b, c, _] = v4.octets();
            let special = matches!(
                (a, b, c),
                (0 | 240..=255, ..) | (100, 64..=127, _) | (192, 0, 0) | (192, 88, 99) | (198, 18 | 19, _)
            );
            !(special
                || v4.is_private()
                || v4.is_loopback()
                || v4.is_link_local()
                || v4.is_documentation()
                || v4.is_multicast())
        }
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

/// Only the global unicast addresses 2000::/3, without those that stand for other addresses.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let special = match first {
        0x2001 => second < 0x0200 || second == 0x0db8,
        0x2002 => true,
        _ => false,
    };
    (0x2000..=0x3fff).contains(&first) && !special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_on_the_internet_are_public() {
        let public = |text: &str| is_public(text.parse().expect(text));
        for inside in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "192.0.2.1",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "64:ff9b::7f00:1",
            "::ffff:10.0.0.1",
            "::ffff:127.0.0.1",
        ] {
            assert!(!public(inside), "{inside}");
        }
        for outside in ["8.8.8.8", "142.250.1.1", "2a00:1450:4001::1", "2606:4700::1", "::ffff:8.8.8.8"] {
            assert!(public(outside), "{outside}");
        }
    }

    #[test]
    fn endpoints_are_read_in_their_parts() {
        let read = |text: &str| PushTarget::read(text);
        let target = read("https://push.example.org/send/abc?x=1").expect("a target");
        assert_eq!((target.host.as_str(), target.port), ("push.example.org", 443));
        assert_eq!(
            (target.origin.as_str(), target.path.as_str()),
            ("https://push.example.org", "/send/abc?x=1")
        );
        let target = read("http://127.0.0.1:9/a").expect("a target");
        assert_eq!((target.origin.as_str(), target.secure), ("http://127.0.0.1:9", false));
        assert_eq!(read("https://[::1]:8443/").map(|target| target.host).as_deref(), Some("::1"));
        for wrong in
            ["", "push", "ftp://example.org/", "https://user@example.org/", "/send", "file:///etc/passwd"]
        {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_host_that_does_not_answer_is_left_alone_for_a_while() {
        let (hosts, now) = (SilentHosts::default(), Moment(1_000));
        hosts.add("push.example.org", now);
        assert!(hosts.contains("push.example.org", now));
        assert!(!hosts.contains("other.example.org", now));
        assert!(!hosts.contains("push.example.org", now.plus(SILENCE)));
        for n in 0..2 * MOST_SILENT {
            hosts.add(&format!("{n}.example.org"), now);
        }
        assert_eq!(hosts.0.lock().map(|hosts| hosts.len()).ok(), Some(MOST_SILENT));
        hosts.add("push.example.org", now.plus(2 * SILENCE));
        assert!(hosts.contains("push.example.org", now.plus(2 * SILENCE)), "those of long ago are forgotten");
    }

    #[test]
    fn a_status_says_what_became_of_a_message() {
        for (status, expected) in [(201, None), (202, None), (404, Some("Gone")), (410, Some("Gone"))] {
            let outcome = outcome(StatusCode::from_u16(status).expect("a status"));
            assert_eq!(outcome.err().map(|error| format!("{error:?}")).as_deref(), expected, "{status}");
        }
        assert!(matches!(outcome(StatusCode::TOO_MANY_REQUESTS), Err(PushError::Deferred(_))));
        assert!(matches!(outcome(StatusCode::PAYLOAD_TOO_LARGE), Err(PushError::Failed(_))));
        assert!(
            matches!(outcome(StatusCode::FOUND), Err(PushError::Failed(_))),
            "redirects are not followed"
        );
    }
}
