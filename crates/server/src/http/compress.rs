//! Compression of pages. Files are compressed once, at the start; other responses are small or streams.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;

use super::assets::{accepts_gzip, gzip};

/// A page is not larger than this.
const LARGEST: usize = 8 * 1024 * 1024;

/// Larger pages are compressed apart from the threads that play games.
const LARGE: usize = 128 * 1024;

/// Compresses pages for clients that read gzip.
pub(super) async fn pages(request: Request, next: Next) -> Response {
    let accepted = accepts_gzip(request.headers());
    let response = next.run(request).await;
    let kind = response.headers().get(header::CONTENT_TYPE);
    let is_page = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if !accepted || !is_page || response.headers().contains_key(header::CONTENT_ENCODING) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, LARGEST).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let compressed = if bytes.len() > LARGE {
        tokio::task::spawn_blocking(move || gzip(&bytes, Compression::fast())).await
    } else {
        Ok(gzip(&bytes, Compression::fast()))
    };
    let Ok(compressed) = compressed else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    Response::from_parts(parts, Body::from(compressed))
}
