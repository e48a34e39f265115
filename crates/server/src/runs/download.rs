//! Files of runs, to be shown or downloaded.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use tetrolab_lab::laboratory::{EVENTS, REPORT};
use tetrolab_lab::train::{PLAYER, RESULT};
use tetrolab_runs::files::read_plain;
use tetrolab_runs::folder::MANIFEST;
use tokio::task::spawn_blocking;

use super::Name;
use crate::house::House;

/// The files that can be had, and what they are. There are no others, whatever lies in the folder.
const FILES: [(&str, &str); 5] = [
    (PLAYER, "text/plain; charset=utf-8"),
    (RESULT, "application/json"),
    (MANIFEST, "application/json"),
    (EVENTS, "application/jsonl"),
    (REPORT, "text/html; charset=utf-8"),
];

/// None of them is larger, in bytes.
const LARGEST: u64 = 64 << 20;

/// What a report may do. It is shown and not downloaded, and is untrusted: it has styles and pictures of its own, and
/// no scripts; it loads nothing, sends nothing, and is no page of this server to others.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'; sandbox";
/// Browsers show nothing that is shut in and wants to be alone with its own pages at once.
const OPENER_POLICY: (HeaderName, &str) = (HeaderName::from_static("cross-origin-opener-policy"), "unsafe-none");

/// Answers with a file of a run.
pub async fn serve(State(house): State<Arc<House>>, Path((name, file)): Path<(String, String)>) -> Response {
    let missing = || (StatusCode::NOT_FOUND, "There is no such file.").into_response();
    let found = name.parse::<Name>().ok().zip(FILES.into_iter().find(|(known, _)| *known == file));
    let Some((name, (file, kind))) = found else { return missing() };
    let path = house.runs().path(&name).join(file);
    let Ok(Ok(bytes)) = spawn_blocking(move || read_plain(&path, LARGEST)).await else { return missing() };
    let headers = [(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-store")];
    if file == REPORT {
        return (headers, [(CONTENT_SECURITY_POLICY, REPORT_POLICY), OPENER_POLICY], Body::from(bytes)).into_response();
    }
    let disposition = format!("attachment; filename=\"{name}-{file}\"");
    (headers, [(CONTENT_DISPOSITION, disposition)], Body::from(bytes)).into_response()
}
