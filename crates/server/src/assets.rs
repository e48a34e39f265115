//! The files of the page, which are inside the program.

use axum::body::Body;
use axum::http::header::{ACCEPT, ALLOW, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use tetrolab_sessions::texts::Language;

/// The folder `web`.
#[derive(RustEmbed)]
#[folder = "web/"]
struct Web;

/// The page itself, which is behind every address that is a place in it.
const INDEX: &str = "index.html";

/// The picture of the page, also for browsers that ask for it before they know the page.
const ICON: &str = "icon.svg";
const OLD_ICON: &str = "favicon.ico";

/// The places of the page. What follows them is theirs.
const PLACES: [&str; 8] = ["", "play", "watch", "ask", "learn", "replays", "scores", "settings"];

/// Answers with a file, the page, or the texts of a language.
pub async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET, HEAD")]).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let place = path.split('/').next().unwrap_or_default();
    if let Some(language) = path.strip_prefix("texts/").and_then(|file| file.strip_suffix(".json")) {
        return match language.parse::<Language>() {
            Ok(language) => texts(language),
            Err(_) => missing(&headers),
        };
    }
    let name = match path {
        _ if PLACES.contains(&place) => INDEX,
        OLD_ICON => ICON,
        path => path,
    };
    let Some(file) = Web::get(name) else { return missing(&headers) };
    let tag: String = file.metadata.sha256_hash()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let caching = [(CACHE_CONTROL, "no-cache".to_string()), (ETAG, tag.clone())];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    (caching, [(CONTENT_TYPE, kind(name))], Body::from(file.data)).into_response()
}

/// All texts of a language.
fn texts(language: Language) -> Response {
    let texts = serde_json::to_string(language.texts()).unwrap_or_default();
    ([(CACHE_CONTROL, "no-cache"), (CONTENT_TYPE, "application/json")], texts).into_response()
}

/// There is no such file: the page itself says so to whoever reads pages, a sentence to others.
fn missing(headers: &HeaderMap) -> Response {
    let reads_pages =
        headers.get(ACCEPT).and_then(|kinds| kinds.to_str().ok()).is_some_and(|kinds| kinds.contains("text/html"));
    match Web::get(INDEX).filter(|_| reads_pages) {
        Some(page) => (StatusCode::NOT_FOUND, [(CONTENT_TYPE, kind(INDEX))], Body::from(page.data)).into_response(),
        None => (StatusCode::NOT_FOUND, [(CONTENT_TYPE, "text/plain; charset=utf-8")], "There is no such page.")
            .into_response(),
    }
}

/// What a file is, by its name.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json" | "webmanifest") => "application/json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_kind() {
        for name in Web::iter() {
            assert_ne!(kind(&name), "application/octet-stream", "{name}");
        }
        assert!(Web::get(INDEX).is_some());
    }

    /// Nothing is loaded from elsewhere, so the page works without a network.
    #[test]
    fn nothing_comes_from_elsewhere() {
        for name in Web::iter() {
            let file = Web::get(&name).unwrap();
            let text = String::from_utf8_lossy(&file.data);
            for address in ["http://", "https://", "//cdn"] {
                let outside = text.lines().find(|line| {
                    line.contains(address) && !line.contains("http://www.w3.org/") && !line.contains("location")
                });
                assert_eq!(outside, None, "{name}");
            }
        }
    }
}
