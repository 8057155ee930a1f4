//! What every request has to pass: where it comes from, how long it may take, what the answer's head says.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use axum::Json;
use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::convert::Infallible;

use super::api::Problem;
use super::lang::Reader;
use super::{Shared, who};
use crate::limits::Kind;
use crate::settings::Settings;

/// How long a request may take, its body included. Streams go on after their answer has begun.
const LONGEST: Duration = Duration::from_secs(30);

/// Nothing from elsewhere, and no script but our own files.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
     connect-src 'self'; font-src 'self'; media-src 'self'; manifest-src 'self'; \
     frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/// Refuses what other sites send, bounds the time, and sets the headers.
pub(super) async fn guard(State(rooms): State<Shared>, request: Request, next: Next) -> Response {
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let path = request.uri().path();
    let opens = path == "/ws";
    let mut response = if (changes || opens) && !is_own(request.headers(), rooms.settings()) {
        refused()
    } else {
        match tokio::time::timeout(LONGEST, next.run(request)).await {
            Ok(response) => response,
            Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
        }
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
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
/// Browsers say where such a request comes from; a program that says nothing cannot be led by another site. A name that
/// merely points at this machine is not ours unless we were told so: anybody can make a name that does.
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
        return false; // browsers would not keep our cookies there, so nobody would be known again
    }
    let Some(host) = text("host") else { return false };
    origin == format!("http://{host}") && is_plain_address(host)
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

/// Whether a host is a number, or this very machine.
fn is_plain_address(host: &str) -> bool {
    let Ok(uri) = format!("http://{host}/").parse::<Uri>() else { return false };
    let name = uri.host().unwrap_or_default();
    let number = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
    number || name == "localhost" || name.ends_with(".localhost")
}

/// The address of whoever asks. What a request says of itself is believed only of our own proxies.
#[derive(Clone, Copy, Debug)]
pub(super) struct From(pub(super) IpAddr);

impl FromRequestParts<Shared> for From {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &Shared) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(IpAddr::from([0, 0, 0, 0]), |ConnectInfo(address)| address.ip());
        Ok(Self(speaks_for(peer, &parts.headers, &state.settings().proxies)))
    }
}

/// Leave to ask something of the engine or of the reader of games once more, by address and by account.
pub(super) struct Leave;

impl FromRequestParts<Shared> for Leave {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &Shared) -> Result<Self, Problem> {
        let Ok(Reader(lang)) = Reader::from_request_parts(parts, state).await;
        let Ok(From(address)) = From::from_request_parts(parts, state).await;
        let account = who::account(&parts.headers, state).await.map(|account| account.id);
        state.allow(Kind::Analysis, address, account).map_err(|error| Problem(error, lang))?;
        Ok(Self)
    }
}

fn speaks_for(peer: IpAddr, headers: &HeaderMap, proxies: &[IpAddr]) -> IpAddr {
    let known = |address: &IpAddr| proxies.contains(&address.to_canonical());
    if !known(&peer) {
        return peer;
    }
    // Each proxy adds at the end: the last that is not ours is the client.
    let said = headers.get_all("x-forwarded-for").into_iter().filter_map(|value| value.to_str().ok());
    let addresses: Vec<_> =
        said.flat_map(|value| value.split(',')).map(|part| part.trim().parse::<IpAddr>()).collect();
    let last = addresses.into_iter().rev().find(|address| address.as_ref().map_or(true, |a| !known(a)));
    last.and_then(Result::ok).unwrap_or(peer)
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
        let said = headers(&[("x-forwarded-for", "198.51.100.7, 203.0.113.5, 10.0.0.1")]);
        assert_eq!(speaks_for(peer, &said, &[]), peer);
        assert_eq!(speaks_for(peer, &said, &[proxy]), peer);
        assert_eq!(speaks_for(proxy, &said, &[]), proxy);
        assert_eq!(speaks_for(proxy, &said, &[proxy]), IpAddr::from([203, 0, 113, 5]));
        assert_eq!(speaks_for(proxy, &headers(&[("x-forwarded-for", "nonsense")]), &[proxy]), proxy);
        assert_eq!(speaks_for(proxy, &HeaderMap::new(), &[proxy]), proxy);
    }
}
