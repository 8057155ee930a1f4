//! Checks that apply to every request: its host and origin, its duration, and the size and headers of its response.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use axum::Json;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use super::Shared;
use super::error::ApiError;
use super::host::{Host, HostFault, check_host};
use super::identity::SignedIn;
use crate::byte_budget::{ByteBudget, BytePermit, SMALL};
use crate::rate_limit::{LimitedAction, RateKey};
use crate::settings::{Settings, TrustedProxy};
use crate::study::import::LARGEST;

/// How long a request may take, its body included. Streams go on after the head of their response.
const LONGEST: Duration = Duration::from_secs(30);

/// The largest body of a request that any route allows.
const LARGEST_BODY: u64 = LARGEST as u64;

/// How long a client waits for being told that it sends too many requests.
const TARPIT: Duration = Duration::from_secs(1);

/// Nothing from other sites, and no scripts but our own files.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
     connect-src 'self'; font-src 'self'; media-src 'self'; manifest-src 'self'; \
     frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/// Features of browsers that the app does not use. The microphone is for spoken moves, and the browser asks the player first.
const PERMISSIONS: &str = "accelerometer=(), bluetooth=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), \
     hid=(), magnetometer=(), microphone=(self), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()";

/// Browsers use HTTPS alone for a year, once they have come by HTTPS.
const HTTPS_ONLY: &str = "max-age=31536000";

/// Refuses requests from other sites, limits duration and memory, and sets security headers.
pub(super) async fn guard(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let path = request.uri().path();
    let (opens, probes) = (path == "/ws", matches!(path, "/healthz" | "/readyz"));
    let address = request_address(&request, &app.settings.proxies);
    let client = RateKey::from(address);
    let host = check_host(&request, &app.settings);
    if probes && app.rate_limiter.allow(LimitedAction::Probe, address, None).is_err() {
        tokio::time::sleep(TARPIT).await; // it is answered all the same: a flood from its address must not look like a failure
    }
    let mut response = if !probes && app.rate_limiter.allow(counted_as(&request), address, None).is_err() {
        too_many_requests().await
    } else if let Err(fault) = host.or_else(|fault| unless_probed(fault, probes)) {
        misdirected(fault)
    } else if (changes || opens) && !is_own(request.headers(), &app.settings) {
        refused()
    } else if let Ok(_held) = hold_body(&request, &client, &app.receive_budget) {
        match tokio::time::timeout(LONGEST, next.run(request)).await {
            Ok(response) => response,
            Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
        }
    } else {
        too_much_memory()
    };
    response = within_budget(response, client, &app.send_budget);
    let headers = response.headers_mut();
    // A page that other sites may frame says so by a policy of its own.
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert("permissions-policy", HeaderValue::from_static(PERMISSIONS));
    if app.settings.is_secure() {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(HTTPS_ONLY));
    }
    // Pages and answers depend on who asks; only files say that they may be kept.
    if !headers.contains_key(header::ETAG) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    response
}

fn refused() -> Response {
    let text = "This comes from another site. If the server is reached under a name of its own, say so with --base-url.";
    (StatusCode::FORBIDDEN, Json(serde_json::json!({ "text": text }))).into_response()
}

/// Whether a request that may change something comes from our own pages, or from no page at all.
///
/// Browsers send the origin of such a request; a program that sends none is not controlled by another site. A domain name
/// that resolves to this machine is not ours unless the settings name it, since anybody can register one.
fn is_own(headers: &HeaderMap, settings: &Settings) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("null"));
    let Some(origin) = text("origin") else {
        return matches!(text("sec-fetch-site"), None | Some("same-origin" | "none"));
    };
    if headers.get_all("origin").iter().count() > 1 {
        return false;
    }
    if let Some(base) = &settings.base_url
        && same_origin(origin, base)
    {
        return true;
    }
    if settings.is_secure() {
        return false; // browsers would not store our cookies there
    }
    let Some(host) = text("host") else { return false };
    origin == format!("http://{host}") && Host::parse(host).is_some_and(|host| host.is_known(settings))
}

/// What watches the server asks by any name or address that it has.
const fn unless_probed(fault: HostFault, probes: bool) -> Result<(), HostFault> {
    if probes && matches!(fault, HostFault::Unknown) { Ok(()) } else { Err(fault) }
}

/// Commands to games have a budget of their own, so that a player can move whatever else comes from the same address.
fn counted_as(request: &Request) -> LimitedAction {
    if is_command(request) { LimitedAction::CommandRequest } else { LimitedAction::Request }
}

/// Whether a request looks like a command to a game or an event.
pub(super) fn is_command<B>(request: &axum::http::Request<B>) -> bool {
    let path = request.uri().path();
    request.method() == Method::POST && path.starts_with("/api/") && path.ends_with("/commands")
}

/// The answer to a flood. It comes late, so that the flood is slower than its connections would allow.
async fn too_many_requests() -> Response {
    tokio::time::sleep(TARPIT).await;
    (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, "2")]).into_response()
}

/// The answer to a request for another host.
pub(super) fn misdirected(fault: HostFault) -> Response {
    let status = match fault {
        HostFault::NotOne | HostFault::Unreadable => StatusCode::BAD_REQUEST,
        HostFault::Unknown => StatusCode::MISDIRECTED_REQUEST,
    };
    (status, Json(serde_json::json!({ "text": fault.text() }))).into_response()
}

/// Counts the body of a request against the budget of its client until it is answered: whoever sends bodies slowly, on many
/// connections, would otherwise fill the memory. An error if the budget is used up.
fn hold_body(
    request: &Request,
    client: &RateKey,
    budget: &ByteBudget,
) -> Result<Option<BytePermit>, OutOfMemory> {
    let announced = request.body().size_hint().upper();
    match usize::try_from(announced.unwrap_or(LARGEST_BODY)).unwrap_or(usize::MAX >> 1) {
        small if small <= SMALL => Ok(None),
        // What is larger than any route allows is refused before it is received.
        large => budget.take(client, large.min(LARGEST_BODY as usize)).map(Some).ok_or(OutOfMemory),
    }
}

/// The budget of a client, or that of all, is used up.
struct OutOfMemory;

fn too_much_memory() -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "5")]).into_response()
}

/// A response whose large parts count against the budget of its client until they are sent.
fn within_budget(response: Response, client: RateKey, budget: &ByteBudget) -> Response {
    let size = response.body().size_hint().exact();
    if size.is_some_and(|size| size <= SMALL as u64) {
        return response;
    }
    if let Some(size) = size
        && budget.take(&client, usize::try_from(size).unwrap_or(usize::MAX >> 1)).is_none()
    {
        return too_much_memory();
    }
    let budget = budget.clone();
    response.map(|body| Body::new(BudgetedBody { body, client, budget }))
}

/// A body whose large frames count against a budget. It fails if the budget is used up.
struct BudgetedBody {
    body: Body,
    client: RateKey,
    budget: ByteBudget,
}

impl HttpBody for BudgetedBody {
    type Data = Bytes;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::BoxError>>> {
        let Some(frame) = ready!(Pin::new(&mut self.body).poll_frame(cx)) else { return Poll::Ready(None) };
        Poll::Ready(Some(match frame.map_err(axum::BoxError::from)?.into_data() {
            Ok(data) => match self.budget.hold(&self.client, data) {
                Some(data) => Ok(Frame::data(data)),
                None => Err("too much is waiting to be read".into()),
            },
            Err(other) => Ok(other),
        }))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Whether two addresses agree in scheme, name and port.
fn same_origin(one: &str, other: &str) -> bool {
    let parts = |url: &str| {
        let uri: Uri = url.parse().ok()?;
        let port = uri.port_u16().or(match uri.scheme_str()? {
            "http" => Some(80),
            "https" => Some(443),
            _ => None,
        })?;
        Some((uri.scheme_str()?.to_owned(), uri.host()?.to_lowercase(), port))
    };
    parts(one).is_some_and(|one| Some(one) == parts(other))
}

/// The address of the client. A forwarded address is believed only from our own proxies.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClientAddress(pub(super) IpAddr);

impl FromRequestParts<Shared> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        Ok(Self(client_address(peer_address(peer), &parts.headers, &app.settings.proxies)))
    }
}

fn peer_address(peer: Option<&ConnectInfo<SocketAddr>>) -> IpAddr {
    peer.map_or(IpAddr::from([0, 0, 0, 0]), |ConnectInfo(address)| address.ip())
}

/// The address of the client that sent a request.
fn request_address(request: &Request, proxies: &[TrustedProxy]) -> IpAddr {
    client_address(peer_address(request.extensions().get()), request.headers(), proxies)
}

/// A request that came straight from a program on this machine, through no proxy.
pub(super) struct IsLocal(pub(super) bool);

impl FromRequestParts<Shared> for IsLocal {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &Shared) -> Result<Self, Infallible> {
        let forwarded = ["x-forwarded-for", "forwarded", "via"];
        let forwarded = forwarded.iter().any(|name| parts.headers.contains_key(*name));
        let peer = peer_address(parts.extensions.get());
        Ok(Self(peer.to_canonical().is_loopback() && !forwarded))
    }
}

/// A token for one analysis, taken from the buckets of the address and the account.
pub(super) struct AnalysisPermit {
    /// Whose share of the analysis it takes.
    pub(super) clients: Vec<RateKey>,
}

/// A token for one import or kept game, taken from the buckets of the address and the account.
pub(super) struct ImportPermit(pub(super) RateKey);

/// A token for one request for which the server has to work. Only the address is counted: looking up the account would cost as
/// much as many of these requests.
pub(super) struct ReadPermit(pub(super) RateKey);

/// Takes a token from the buckets of the sender's address and account.
async fn permit(parts: &mut Parts, app: &Shared, action: LimitedAction) -> Result<Vec<RateKey>, ApiError> {
    let Ok(ClientAddress(address)) = ClientAddress::from_request_parts(parts, app).await;
    let Ok(SignedIn(account)) = SignedIn::from_request_parts(parts, app).await;
    let account = account.map(|account| account.id);
    app.rate_limiter.allow(action, address, account)?;
    let address = RateKey::from(address);
    let network = address.wider();
    Ok([address].into_iter().chain(network).chain(account.map(RateKey::Account)).collect())
}

impl FromRequestParts<Shared> for AnalysisPermit {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, ApiError> {
        Ok(Self { clients: permit(parts, app, LimitedAction::Analyse).await? })
    }
}

impl FromRequestParts<Shared> for ImportPermit {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, ApiError> {
        let clients = permit(parts, app, LimitedAction::Import).await?;
        Ok(Self(clients.into_iter().next().unwrap_or(RateKey::Address(0))))
    }
}

impl FromRequestParts<Shared> for ReadPermit {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, ApiError> {
        let Ok(ClientAddress(address)) = ClientAddress::from_request_parts(parts, app).await;
        app.rate_limiter.allow(LimitedAction::Read, address, None)?;
        Ok(Self(address.into()))
    }
}

/// The client behind our own proxies.
pub(super) fn client_address(peer: IpAddr, headers: &HeaderMap, proxies: &[TrustedProxy]) -> IpAddr {
    let known = |address: &IpAddr| proxies.iter().any(|proxy| proxy.contains(*address));
    if !known(&peer) {
        return peer;
    }
    // Each proxy appends an address: the last that is not ours is the client.
    let forwarded = headers.get_all("x-forwarded-for").into_iter().filter_map(|value| value.to_str().ok());
    let addresses: Vec<_> =
        forwarded.flat_map(|value| value.split(',')).map(|part| forwarded_address(part.trim())).collect();
    let last = addresses.into_iter().rev().find(|address| address.as_ref().is_none_or(|a| !known(a)));
    last.flatten().unwrap_or(peer)
}

/// An address as proxies write it: some add the port, and some put brackets around IPv6.
fn forwarded_address(text: &str) -> Option<IpAddr> {
    let without_brackets = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let address = without_brackets.parse::<IpAddr>().ok();
    address.or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, HeaderValue::from_str(value).expect("a header"));
        }
        headers
    }

    #[test]
    fn only_our_own_pages_may_change_things() {
        let base = |url: &str| Settings { base_url: Some(url.to_owned()), ..Settings::default() };
        let (plain, named) = (Settings::default(), base("https://dama.example"));
        let own = [
            (&plain, vec![("host", "127.0.0.1:7313"), ("origin", "http://127.0.0.1:7313")]),
            (&plain, vec![("host", "localhost:7313"), ("origin", "http://localhost:7313")]),
            (&plain, vec![("host", "[::1]:7313"), ("origin", "http://[::1]:7313")]),
            (&plain, vec![("host", "127.0.0.1:7313")]),
            (&plain, vec![("host", "127.0.0.1"), ("sec-fetch-site", "same-origin")]),
            (&named, vec![("host", "10.0.0.5"), ("origin", "https://dama.example")]),
            (&named, vec![("host", "dama.example"), ("origin", "https://DAMA.example:443")]),
        ];
        for (settings, lines) in own {
            assert!(is_own(&headers(&lines), settings), "{lines:?}");
        }
        let foreign = [
            (&plain, vec![("host", "127.0.0.1:7313"), ("origin", "http://evil.example")]),
            (&plain, vec![("host", "127.0.0.1:7313"), ("origin", "null")]),
            (&plain, vec![("host", "127.0.0.1:7313"), ("origin", "http://127.0.0.1:7314")]),
            (&plain, vec![("host", "127.0.0.1:7313"), ("origin", "https://127.0.0.1:7313")]),
            // A name that points here, made by somebody else.
            (&plain, vec![("host", "evil.example:7313"), ("origin", "http://evil.example:7313")]),
            (&plain, vec![("host", "127.0.0.1:7313"), ("sec-fetch-site", "cross-site")]),
            (&plain, vec![("origin", "http://127.0.0.1:7313"), ("origin", "http://evil.example")]),
            (&named, vec![("host", "dama.example"), ("origin", "http://dama.example")]),
            (&named, vec![("host", "127.0.0.1:7313"), ("origin", "http://127.0.0.1:7313")]),
            (&named, vec![("host", "dama.example"), ("origin", "https://dama.example.evil.example")]),
        ];
        for (settings, lines) in foreign {
            assert!(!is_own(&headers(&lines), settings), "{lines:?}");
        }
    }

    #[test]
    fn only_our_proxies_are_believed() {
        let (proxy, peer) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([203, 0, 113, 9]));
        let trusted: TrustedProxy = "10.0.0.1".parse().expect("a proxy");
        let forwarded = headers(&[("x-forwarded-for", "198.51.100.7, 203.0.113.5, 10.0.0.1")]);
        assert_eq!(client_address(peer, &forwarded, &[]), peer);
        assert_eq!(client_address(peer, &forwarded, &[trusted]), peer);
        assert_eq!(client_address(proxy, &forwarded, &[]), proxy);
        assert_eq!(client_address(proxy, &forwarded, &[trusted]), IpAddr::from([203, 0, 113, 5]));
        for (line, client) in [
            ("198.51.100.7, 203.0.113.5:4711", "203.0.113.5"),
            ("198.51.100.7, 2001:db8::5", "2001:db8::5"),
            ("198.51.100.7, [2001:db8::5]", "2001:db8::5"),
            ("198.51.100.7, [2001:db8::5]:4711", "2001:db8::5"),
            ("198.51.100.7, nonsense", "10.0.0.1"),
            ("10.0.0.1, 10.0.0.1", "10.0.0.1"),
        ] {
            let found = client_address(proxy, &headers(&[("x-forwarded-for", line)]), &[trusted]);
            assert_eq!(found.to_string(), client, "{line}");
        }
        assert_eq!(client_address(proxy, &HeaderMap::new(), &[trusted]), proxy);
    }
}
