//! Access control: only browsers that address this server, on pages that it served itself, with the token where one
//! is needed.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, COOKIE, LOCATION, REFERRER_POLICY, SET_COOKIE,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::token::Token;
use tetrolab_host::access::{Access, Denied};

/// What the page may load and do: nothing from elsewhere, no code but the files of the server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// What else every answer says, unless it says something else itself.
const HEADERS: [(HeaderName, &str); 7] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    // Together with the line above: the page may share memory with its workers.
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("x-frame-options"), "DENY"),
];

/// Decides which requests are accepted.
pub struct Gate {
    access: Access,
    token: Option<Token>,
}

/// Why a request is not answered.
#[derive(Debug, PartialEq, Eq)]
enum Refusal {
    Denied(Denied),
    /// The token is missing or another one.
    Token,
}

impl Gate {
    pub const fn new(access: Access, token: Option<Token>) -> Gate {
        Gate { access, token }
    }

    /// The cookie in which a browser keeps the token. Servers at other ports of this machine have others.
    fn cookie(&self) -> String {
        format!("tetrolab-{}", self.access.port())
    }

    fn check(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        self.access.check(headers).map_err(Refusal::Denied)?;
        let Some(token) = &self.token else { return Ok(()) };
        let name = self.cookie();
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
        if pairs.any(|(found, value)| found == name && token.is(value)) { Ok(()) } else { Err(Refusal::Token) }
    }

    /// A browser that comes with the token in its link keeps it as a cookie, and the link is one without.
    fn welcome(&self, method: &Method, uri: &Uri) -> Option<Response> {
        let token = self.token.as_ref()?;
        let mut pairs = uri.query()?.split('&');
        let is_known = pairs.any(|pair| pair.strip_prefix("token=").is_some_and(|found| token.is(found)));
        if method != Method::GET || !is_known {
            return None;
        }
        let cookie = format!("{}={token}; Path=/; HttpOnly; SameSite=Strict", self.cookie());
        let rest: Vec<&str> = uri.query()?.split('&').filter(|pair| !pair.starts_with("token=")).collect();
        let rest = if rest.is_empty() { String::new() } else { format!("?{}", rest.join("&")) };
        // Two slashes at the beginning, whichever way they lean, would mean another server.
        let path = format!("/{}{rest}", uri.path().trim_start_matches(['/', '\\']));
        let (cookie, path) = (HeaderValue::from_str(&cookie).ok()?, HeaderValue::from_str(&path).ok()?);
        Some((StatusCode::SEE_OTHER, [(SET_COOKIE, cookie), (LOCATION, path)]).into_response())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, sentence) = match self {
            Refusal::Denied(denied) => (denied.status(), denied.to_string()),
            Refusal::Token => (
                StatusCode::UNAUTHORIZED,
                "This page needs a token: open the link that tetrolab printed when it started.".to_string(),
            ),
        };
        (status, [(CONTENT_TYPE, "text/plain; charset=utf-8"), (CACHE_CONTROL, "no-store")], sentence).into_response()
    }
}

/// Lets requests pass, or not, and says with every answer what the page may do.
pub async fn pass(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let checked = gate.check(request.headers());
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(Refusal::Token) => {
            gate.welcome(request.method(), request.uri()).unwrap_or_else(|| Refusal::Token.into_response())
        }
        Err(refusal) => refusal.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use axum::http::header::HOST;

    use super::*;

    const TOKEN: &str = "0123456789abcdef";

    fn headers(pairs: &[(HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_str(value).unwrap())).collect()
    }

    #[test]
    fn the_token_is_needed_and_kept_as_a_cookie() {
        let gate = Gate::new(Access::new("192.0.2.7:7878".parse().unwrap(), &[]), Some(TOKEN.parse().unwrap()));
        let check = |cookie: &str| gate.check(&headers(&[(HOST, "192.0.2.7:7878"), (COOKIE, cookie)]));
        assert_eq!(check(&format!("a=b; tetrolab-7878={TOKEN}")), Ok(()));
        for cookie in ["", "tetrolab-7878=", "tetrolab-7878=0123456789abcdeX", &format!("tetrolab-1={TOKEN}")] {
            assert_eq!(check(cookie), Err(Refusal::Token), "{cookie}");
        }
        let welcome = |uri: &str| gate.welcome(&Method::GET, &uri.parse().unwrap());
        let response = welcome(&format!("//evil.example/watch?seed=7&token={TOKEN}")).unwrap();
        assert_eq!(response.headers()[LOCATION], "/evil.example/watch?seed=7");
        assert!(response.headers()[SET_COOKIE].to_str().unwrap().contains("HttpOnly; SameSite=Strict"));
        assert!(welcome("/?token=other").is_none() && welcome("/").is_none());
    }
}
