//! Files of runs, for those who want to have them.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use tetrolab_experiments::files::read_plain;
use tetrolab_experiments::train::{PLAYER, RESULT};
use tokio::task::spawn_blocking;

use super::Name;
use crate::server::house::House;

/// The files that can be had, and what they are. There are no others, whatever lies in the folder.
const FILES: [(&str, &str); 3] =
    [(PLAYER, "text/plain; charset=utf-8"), (RESULT, "application/json"), ("manifest.json", "application/json")];

/// None of them is larger, in bytes.
const LARGEST: u64 = 64 << 20;

/// Answers with a file of a run.
pub async fn serve(State(house): State<Arc<House>>, Path((name, file)): Path<(String, String)>) -> Response {
    let missing = || (StatusCode::NOT_FOUND, "There is no such file.").into_response();
    let found = name.parse::<Name>().ok().zip(FILES.into_iter().find(|(known, _)| *known == file));
    let Some((name, (file, kind))) = found else { return missing() };
    let path = house.runs().path(&name).join(file);
    let Ok(Ok(bytes)) = spawn_blocking(move || read_plain(&path, LARGEST)).await else { return missing() };
    let disposition = format!("attachment; filename=\"{name}-{file}\"");
    let headers =
        [(CONTENT_TYPE, kind.to_string()), (CONTENT_DISPOSITION, disposition), (CACHE_CONTROL, "no-store".to_string())];
    (headers, Body::from(bytes)).into_response()
}
