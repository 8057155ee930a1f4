//! The host that a request is for. A site of somebody else can point its own name here (DNS rebinding), and its pages could then
//! read whatever we answer; so hosts are read strictly, and only known ones are answered.

use std::net::{Ipv4Addr, Ipv6Addr};

use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{Uri, Version, header};

use crate::settings::Settings;

/// A host with its port, as RFC 9110 (7.2) has them in the Host header: no user, no path, nothing after the bracket of an IPv6
/// address but a port.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Host<'a> {
    /// A name without the dot that may end it, or an address.
    name: &'a str,
    kind: HostKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum HostKind {
    Name,
    Address,
}

impl<'a> Host<'a> {
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        let (name, port) = match text.strip_prefix('[') {
            Some(rest) => {
                let (address, port) = rest.split_once(']')?;
                address.parse::<Ipv6Addr>().ok()?;
                (Self { name: address, kind: HostKind::Address }, port)
            }
            None => {
                let end = text.find(':').unwrap_or(text.len());
                (Self::named(&text[..end])?, &text[end..])
            }
        };
        let digits = if port.is_empty() { port } else { port.strip_prefix(':')? };
        let is_port = digits.is_empty()
            || (digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.parse::<u16>().is_ok());
        is_port.then_some(name)
    }

    /// A name, or an IPv4 address.
    fn named(text: &'a str) -> Option<Self> {
        if text.parse::<Ipv4Addr>().is_ok() {
            return Some(Self { name: text, kind: HostKind::Address });
        }
        let name = text.strip_suffix('.').unwrap_or(text);
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let is_label = |label: &str| !label.is_empty() && label.bytes().all(is_letter);
        name.split('.').all(is_label).then_some(Self { name, kind: HostKind::Name })
    }

    fn is(self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    pub(super) const fn name(self) -> &'a str {
        self.name
    }

    /// Whether it is a number, or this very machine.
    pub(super) fn is_plain_address(self) -> bool {
        let top = self.name.rsplit('.').next().unwrap_or_default();
        self.kind == HostKind::Address || top.eq_ignore_ascii_case("localhost")
    }

    /// Whether the server answers under it.
    pub(super) fn is_known(self, settings: &Settings) -> bool {
        let base = settings.base_url.as_deref().and_then(|base| base.parse::<Uri>().ok());
        self.is_plain_address()
            || base.is_some_and(|base| base.host().is_some_and(|own| self.is(own)))
            || settings.hosts.iter().any(|own| self.is(own))
    }
}

/// Why a request is not answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HostFault {
    /// HTTP/1.1 demands one Host header (RFC 9112, 3.2).
    NotOne,
    /// It is not a host.
    Unreadable,
    /// It is a name that is not ours.
    Unknown,
}

impl HostFault {
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::NotOne => "HTTP/1.1 requests have one Host header.",
            Self::Unreadable => "The Host header names no host.",
            Self::Unknown => "The server does not answer under this name. Name it with --base-url or --host.",
        }
    }
}

/// Checks the host that a request is for, in the header and in a request line with a whole address (RFC 9112, 3.2.2). HTTP/1.0
/// needs neither.
pub(super) fn check_host(request: &Request, settings: &Settings) -> Result<(), HostFault> {
    let mut headers = request.headers().get_all(header::HOST).iter();
    let named = match (headers.next(), headers.next()) {
        (Some(_), Some(_)) => return Err(HostFault::NotOne),
        (None, _) if request.version() >= Version::HTTP_11 => return Err(HostFault::NotOne),
        (named, _) => named.map(|value| value.to_str().unwrap_or_default()),
    };
    for text in [named, request.uri().authority().map(Authority::as_str)].into_iter().flatten() {
        let host = Host::parse(text).ok_or(HostFault::Unreadable)?;
        if !host.is_known(settings) {
            return Err(HostFault::Unknown);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_other_names_read_nothing() {
        let named = Settings {
            base_url: Some("https://dama.example/".to_owned()),
            hosts: vec!["Club.example".to_owned()],
            ..Settings::default()
        };
        let known = |host: &str, settings: &Settings| Host::parse(host).is_some_and(|h| h.is_known(settings));
        for host in [
            "127.0.0.1:7313",
            "127.0.0.1:",
            "192.168.1.5",
            "[::1]:7313",
            "[2001:DB8::5]",
            "localhost:7313",
            "LOCALHOST",
            "localhost.",
            "app.localhost",
        ] {
            assert!(known(host, &Settings::default()), "{host}");
        }
        for host in ["dama.example", "DAMA.example:443", "dama.example.", "club.example:7313"] {
            assert!(known(host, &named), "{host}");
            assert!(!known(host, &Settings::default()), "{host}");
        }
        for host in
            ["evil.example", "127.0.0.1.evil.example", "dama.example.evil.example", "127.1", "1.2.3.4."]
        {
            assert!(Host::parse(host).is_some(), "{host}");
            assert!(!known(host, &named), "{host}");
        }
    }

    #[test]
    fn what_is_no_host_is_refused() {
        for text in [
            "",
            ".",
            ":80",
            "a b",
            "a..b",
            "dama.example..",
            "[::1].evil.example",
            "[::1]evil",
            "[::1",
            "::1",
            "[127.0.0.1]",
            "[fe80::1%25eth0]",
            "user@127.0.0.1",
            "user:pass@127.0.0.1",
            "127.0.0.1@evil.example",
            "127.0.0.1:port",
            "127.0.0.1:+80",
            "127.0.0.1:65536",
            "127.0.0.1:80:80",
            "127.0.0.1/",
            "127.0.0.1?x",
            "127.0.0.1#x",
            "127.0.0.1,evil.example",
            "dama%2eexample",
            "d\u{e4}ma.example",
        ] {
            assert_eq!(Host::parse(text), None, "{text:?}");
        }
    }
}
