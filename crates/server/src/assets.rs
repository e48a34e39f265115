//! The files of the page, which are inside the program.

use axum::body::Body;
use axum::http::header::{ACCEPT, ALLOW, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use tetrolab_sessions::texts::Language;

/// The files of the folder `web` with their names, which the build script lists.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/web.rs"));

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
    let Some(file) = find(name) else { return missing(&headers) };
    let tag = tag(file);
    let caching = [(CACHE_CONTROL, "no-cache".to_string()), (ETAG, tag.clone())];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    (caching, [(CONTENT_TYPE, kind(name))], Body::from(file)).into_response()
}

fn find(name: &str) -> Option<&'static [u8]> {
    FILES.iter().find(|file| file.0 == name).map(|file| file.1)
}

/// What tells this content from every other: the begin of its SHA-256.
fn tag(file: &[u8]) -> String {
    let digits: String = Sha256::digest(file)[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("\"{digits}\"")
}

/// All texts of a language.
fn texts(language: Language) -> Response {
    let texts = serde_json::to_string(language.texts()).unwrap_or_default();
    ([(CACHE_CONTROL, "no-cache"), (CONTENT_TYPE, "application/json")], texts).into_response()
}

/// 404: the page itself shows it to clients that accept HTML; others get a sentence.
fn missing(headers: &HeaderMap) -> Response {
    let reads_pages =
        headers.get(ACCEPT).and_then(|kinds| kinds.to_str().ok()).is_some_and(|kinds| kinds.contains("text/html"));
    match find(INDEX).filter(|_| reads_pages) {
        Some(page) => (StatusCode::NOT_FOUND, [(CONTENT_TYPE, kind(INDEX))], Body::from(page)).into_response(),
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
        for (name, _) in FILES {
            assert_ne!(kind(name), "application/octet-stream", "{name}");
        }
        assert!(find(INDEX).is_some());
    }

    /// The example of FIPS 180: browsers keep their files when the program is a new one.
    #[test]
    fn tags_stay() {
        assert_eq!(tag(b"abc"), "\"ba7816bf8f01cfea\"");
    }

    /// Nothing is loaded from elsewhere, so the page works without a network.
    #[test]
    fn nothing_comes_from_elsewhere() {
        for (name, file) in FILES {
            let text = String::from_utf8_lossy(file);
            for address in ["http://", "https://", "//cdn"] {
                let outside = text.lines().find(|line| {
                    line.contains(address) && !line.contains("http://www.w3.org/") && !line.contains("location")
                });
                assert_eq!(outside, None, "{name}");
            }
        }
    }
}
