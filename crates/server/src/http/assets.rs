//! Static files of the web app, embedded in the program.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../web/"]
struct WebFiles;

pub(super) async fn file(Path(path): Path<String>, headers: HeaderMap) -> Response {
    let Some(file) = WebFiles::get(&path) else { return StatusCode::NOT_FOUND.into_response() };
    let tag = format!("\"{}\"", hex(&file.metadata.sha256_hash()[..12]));
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let kind = match path.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("html") => "text/html; charset=utf-8",
        _ => "application/octet-stream",
    };
    let about = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")];
    (about, [(header::ETAG, tag)], file.data).into_response()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
