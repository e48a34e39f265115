//! Who is let in: browsers that mean this server, on pages that it served itself, with the token where one is needed.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, COOKIE, HOST, LOCATION, ORIGIN, REFERRER_POLICY, SET_COOKIE,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::token::Token;

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

/// Who is let in.
pub struct Gate {
    address: SocketAddr,
    token: Option<Token>,
    hosts: Vec<String>,
}

/// Why somebody is not let in.
#[derive(Debug, PartialEq, Eq)]
enum Refusal {
    /// Another name than any of ours: some page elsewhere may have taken it to reach us.
    Host,
    /// A page of somebody else.
    Origin,
    /// The token is missing or another one.
    Token,
}

impl Gate {
    /// The gate of a server at this address.
    pub fn new(address: SocketAddr, token: Option<Token>, hosts: &[String]) -> Gate {
        Gate { address, token, hosts: hosts.iter().map(|host| host.to_ascii_lowercase()).collect() }
    }

    /// Whether that is one of our names. Addresses cannot be taken by somebody else, names can.
    fn is_ours(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => (name, port),
            _ => (host.as_str(), "80"),
        };
        if port.parse() != Ok(self.address.port()) {
            return false;
        }
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        match address {
            Ok(address) if self.address.ip().is_loopback() => address.is_loopback(),
            Ok(_) => true,
            Err(_) => name == "localhost" || self.hosts.iter().any(|host| host == name),
        }
    }

    /// The cookie in which a browser keeps the token. Servers at other ports of this machine have others.
    fn cookie(&self) -> String {
        format!("tetrolab-{}", self.address.port())
    }

    fn check(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let text = |name: &HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or_default());
        let host = text(&HOST).filter(|host| self.is_ours(host)).ok_or(Refusal::Host)?;
        if text(&ORIGIN).is_some_and(|origin| origin.strip_prefix("http://") != Some(host)) {
            return Err(Refusal::Origin);
        }
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
            Refusal::Host => (
                StatusCode::MISDIRECTED_REQUEST,
                "This server is not reached by that name; use the link that tetrolab printed, or start it with --host NAME.",
            ),
            Refusal::Origin => (StatusCode::FORBIDDEN, "Pages of other servers may not talk to this one."),
            Refusal::Token => (
                StatusCode::UNAUTHORIZED,
                "This page needs a token: open the link that tetrolab printed when it started.",
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
    use super::*;

    const TOKEN: &str = "0123456789abcdef";

    fn gate(address: &str, token: Option<&str>) -> Gate {
        let token = token.map(|token| token.parse().unwrap());
        Gate::new(address.parse().unwrap(), token, &["Lab.example".to_string()])
    }

    fn headers(pairs: &[(HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_str(value).unwrap())).collect()
    }

    #[test]
    fn only_our_own_names_are_answered() {
        let at_home = gate("127.0.0.1:7878", None);
        for host in ["127.0.0.1:7878", "localhost:7878", "LOCALHOST:7878", "[::1]:7878", "lab.example:7878"] {
            assert!(at_home.is_ours(host), "{host}");
        }
        for host in
            ["127.0.0.1", "127.0.0.1:80", "evil.example:7878", "192.0.2.1:7878", "localhost.evil.example:7878", ""]
        {
            assert!(!at_home.is_ours(host), "{host}");
        }
        let elsewhere = gate("0.0.0.0:80", Some(TOKEN));
        assert!(elsewhere.is_ours("192.0.2.1") && elsewhere.is_ours("[2001:db8::1]:80"));
        assert!(!elsewhere.is_ours("evil.example"));
    }

    #[test]
    fn other_pages_are_refused() {
        let gate = gate("127.0.0.1:7878", None);
        let check = |origin: &str| gate.check(&headers(&[(HOST, "localhost:7878"), (ORIGIN, origin)]));
        assert_eq!(check("http://localhost:7878"), Ok(()));
        for origin in ["http://127.0.0.1:7878", "https://localhost:7878", "http://evil.example", "null", ""] {
            assert_eq!(check(origin), Err(Refusal::Origin), "{origin}");
        }
        assert_eq!(gate.check(&headers(&[(HOST, "localhost:7878")])), Ok(()));
        assert_eq!(gate.check(&headers(&[])), Err(Refusal::Host));
    }

    #[test]
    fn the_token_is_needed_and_kept_as_a_cookie() {
        let gate = gate("192.0.2.7:7878", Some(TOKEN));
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
