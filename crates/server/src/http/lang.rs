//! The reader's language: chosen on the page, else the browser's.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::{ACCEPT_LANGUAGE, COOKIE};
use axum::http::request::Parts;
use damiera_game::Lang;

/// The language to answer in.
#[derive(Clone, Copy)]
pub(super) struct Reader(pub(super) Lang);

impl<S: Sync> FromRequestParts<S> for Reader {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let header = |name| parts.headers.get(name).and_then(|value| value.to_str().ok());
        let asked = parts.uri.query().and_then(|query| named(query.split('&'), "lang"));
        let chosen = asked.or_else(|| header(COOKIE).and_then(|cookies| named(cookies.split(';'), "lang")));
        Ok(Self(chosen.or_else(|| header(ACCEPT_LANGUAGE).and_then(preferred)).unwrap_or_default()))
    }
}

fn named<'a>(mut pairs: impl Iterator<Item = &'a str>, name: &str) -> Option<Lang> {
    pairs.find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('=')?.parse().ok())
}

/// The first language of the list that we speak; browsers list them by preference.
fn preferred(list: &str) -> Option<Lang> {
    list.split(',').find_map(|entry| entry.split([';', '-']).next()?.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_language_we_speak_is_taken() {
        assert_eq!(preferred("de-DE,de;q=0.9,pt-BR;q=0.8,en;q=0.5"), Some(Lang::Portuguese));
        assert_eq!(preferred("it"), Some(Lang::Italian));
        assert_eq!(preferred("ja"), None);
        assert_eq!(named("a=b; lang=it".split(';'), "lang"), Some(Lang::Italian));
    }
}
