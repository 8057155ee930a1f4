//! Static files of the web app, embedded in the program and compressed once.
//!
//! Their addresses contain a hash of all files, `/static/HASH/game.js`, so browsers may keep them for ever: a new version of
//! the app has new addresses. Modules import each other by relative paths and so stay within one version.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::sync::OnceLock;

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use damiera_game::Lang;
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;

use crate::texts;

#[derive(RustEmbed)]
#[folder = "../../web/"]
struct WebFiles;

/// A file as it is sent.
struct Asset {
    plain: Bytes,
    gzip: Bytes,
    tag: String,
}

/// All files, by path.
struct Assets {
    /// A hash of all of them.
    version: String,
    files: BTreeMap<String, Asset>,
}

fn assets() -> &'static Assets {
    static ASSETS: OnceLock<Assets> = OnceLock::new();
    ASSETS.get_or_init(Assets::load)
}

/// Compresses the files.
pub(super) fn prepare() {
    assets();
}

impl Assets {
    fn load() -> Self {
        let embedded = WebFiles::iter().filter_map(|path| {
            let file = WebFiles::get(&path)?;
            Some((path.into_owned(), file.data.into_owned()))
        });
        let scripts = Lang::ALL.into_iter().map(|lang| (texts_path(lang), texts_script(lang).into_bytes()));
        let files: BTreeMap<_, _> =
            embedded.chain(scripts).map(|(path, data)| (path, Asset::new(data))).collect();
        let mut hasher = DefaultHasher::new();
        for (path, asset) in &files {
            (path, &asset.tag).hash(&mut hasher);
        }
        Self { version: format!("{:016x}", hasher.finish()), files }
    }

    /// A module and all that it imports, directly or not.
    fn modules(&self, entry: &str) -> BTreeSet<String> {
        let (mut found, mut open) = (BTreeSet::new(), vec![entry.to_owned()]);
        while let Some(path) = open.pop() {
            let Some(asset) = self.files.get(&path) else { continue };
            let source = String::from_utf8_lossy(&asset.plain);
            let imported = source.lines().filter_map(imported_path).map(|relative| resolve(&path, relative));
            if found.insert(path.clone()) {
                open.extend(imported);
            }
        }
        found
    }
}

impl Asset {
    fn new(data: Vec<u8>) -> Self {
        let mut hasher = DefaultHasher::new();
        data.hash(&mut hasher);
        let gzip = gzip(&data, Compression::best()).into();
        Self { plain: data.into(), gzip, tag: format!("\"{:016x}\"", hasher.finish()) }
    }
}

/// The texts of a language as a script, for modules to read.
fn texts_script(lang: Lang) -> String {
    format!("globalThis.damieraTexts = {};\n", texts::as_json(lang))
}

fn texts_path(lang: Lang) -> String {
    format!("texts-{}.js", lang.code())
}

/// What a line of a module imports.
fn imported_path(line: &str) -> Option<&str> {
    let import = line.strip_prefix("import ").or_else(|| line.strip_prefix("} from "))?;
    import.split('\'').nth(1).filter(|path| path.starts_with('.'))
}

/// A path relative to a file.
fn resolve(file: &str, relative: &str) -> String {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in relative.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Compresses bytes.
pub(super) fn gzip(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), level);
    // Writing to memory cannot fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

/// Whether a client reads gzip.
pub(super) fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|one| {
        let (name, quality) = one.split_once(';').unwrap_or((one, "q=1"));
        name.trim() == "gzip" && quality.trim() != "q=0"
    })
}

/// The address of a file.
pub(super) fn address(path: &str) -> String {
    format!("/static/{}/{path}", assets().version)
}

/// The element that loads the texts that all modules of a page read.
pub(super) fn texts_element(lang: Lang) -> String {
    format!("<script defer src=\"{}\"></script>", address(&texts_path(lang)))
}

/// The elements that load a module: all that it imports at once, and the module itself.
pub(super) fn script_elements(entry: &str) -> String {
    let preloads = assets().modules(entry).into_iter().filter(|path| path != entry);
    let preloads = preloads.map(|path| format!("<link rel=\"modulepreload\" href=\"{}\">", address(&path)));
    let module = format!("\n<script type=\"module\" src=\"{}\"></script>", address(entry));
    preloads.collect::<String>() + &module
}

/// The elements that fetch a module's files while the browser is idle, for the page that comes next.
pub(super) fn prefetch_elements(entry: &str) -> String {
    let files = assets().modules(entry).into_iter();
    files.map(|path| format!("<link rel=\"prefetch\" as=\"script\" href=\"{}\">", address(&path))).collect()
}

pub(super) async fn file(Path(path): Path<String>, headers: HeaderMap) -> Response {
    let all = assets();
    let versioned = path.strip_prefix(all.version.as_str()).and_then(|path| path.strip_prefix('/'));
    let caching = versioned.map_or("no-cache", |_| "public, max-age=31536000, immutable");
    // A page of an earlier version gets the files there are.
    let other_version = path.split_once('/').filter(|(head, _)| is_version(head)).map(|(_, path)| path);
    let path = versioned.or(other_version).unwrap_or(&path);
    let Some(asset) = all.files.get(path) else { return StatusCode::NOT_FOUND.into_response() };
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == asset.tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let kind = match path.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        Some("html") => "text/html; charset=utf-8",
        _ => "application/octet-stream",
    };
    let about =
        [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, caching), (header::VARY, "accept-encoding")];
    let tag = [(header::ETAG, asset.tag.clone())];
    if accepts_gzip(&headers) {
        return (about, tag, [(header::CONTENT_ENCODING, "gzip")], asset.gzip.clone()).into_response();
    }
    (about, tag, asset.plain.clone()).into_response()
}

/// The script that receives push messages. It has an address of its own at the root, since it acts for all pages below it.
pub(super) async fn service_worker(headers: HeaderMap) -> Response {
    file(Path("service-worker.js".to_owned()), headers).await
}

fn is_version(segment: &str) -> bool {
    segment.len() == 16 && segment.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_import_is_a_file_and_preloaded() {
        for entry in [
            "game.js",
            "new.js",
            "lobby.js",
            "study.js",
            "editor.js",
            "import.js",
            "learn.js",
            "layout.js",
            "notices.js",
            "watch.js",
            "player.js",
            "settings-page.js",
            "push.js",
        ] {
            let modules = assets().modules(entry);
            for path in &modules {
                let source = String::from_utf8_lossy(&assets().files[path].plain).into_owned();
                let imports = source.split("from '").skip(1).filter_map(|rest| rest.split('\'').next());
                for import in imports.filter(|import| import.starts_with('.')) {
                    assert!(modules.contains(&resolve(path, import)), "{import} in {path}");
                }
            }
        }
        assert!(assets().modules("game.js").contains("board/geometry.js"));
    }

    #[test]
    fn gzip_is_used_only_where_it_is_accepted() {
        let accepts = |value: &'static str| {
            let value = header::HeaderValue::from_static(value);
            accepts_gzip(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, value)]))
        };
        assert!(accepts("gzip"));
        assert!(accepts("deflate, gzip;q=1.0, br"));
        assert!(!accepts("gzip;q=0, br"));
        assert!(!accepts("br"));
        assert!(!accepts_gzip(&HeaderMap::new()));
    }
}
