//! Access control for servers: requests are answered only if they name this server, and only for pages that it served itself.

use std::fmt;
use std::net::{IpAddr, SocketAddr};

use tungstenite::http::header::{HOST, ORIGIN};
use tungstenite::http::{HeaderMap, HeaderName, StatusCode};

/// The names of a server.
pub struct Access {
    address: SocketAddr,
    hosts: Vec<String>,
}

/// Why a request is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denied {
    /// It names another host: a page elsewhere may have pointed a name of its own to this machine.
    Host,
    /// It comes from a page of another server.
    Origin,
}

impl Denied {
    pub const fn status(self) -> StatusCode {
        match self {
            Denied::Host => StatusCode::MISDIRECTED_REQUEST,
            Denied::Origin => StatusCode::FORBIDDEN,
        }
    }
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Denied::Host => {
                "This server is not reached by that name; use the address that tetrolab printed, or start it with --host NAME."
            }
            Denied::Origin => "Pages of other servers may not talk to this one.",
        })
    }
}

impl Access {
    /// To a server at this address, which has these names, too.
    pub fn new(address: SocketAddr, hosts: &[String]) -> Access {
        Access { address, hosts: hosts.iter().map(|host| host.to_ascii_lowercase()).collect() }
    }

    pub const fn port(&self) -> u16 {
        self.address.port()
    }

    /// Checks the Host, and the Origin, which browsers send and other programs need not.
    pub fn check(&self, headers: &HeaderMap) -> Result<(), Denied> {
        let text = |name: &HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or_default());
        let host = text(&HOST).filter(|host| self.is_ours(host)).ok_or(Denied::Host)?;
        let is_other = text(&ORIGIN).is_some_and(|origin| origin.strip_prefix("http://") != Some(host));
        if is_other { Err(Denied::Origin) } else { Ok(()) }
    }

    /// Whether that is one of our names. Another server can take a name, but not an address.
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
}

#[cfg(test)]
mod tests {
    use tungstenite::http::HeaderValue;

    use super::*;

    fn access(address: &str) -> Access {
        Access::new(address.parse().unwrap(), &["Lab.example".to_string()])
    }

    #[test]
    fn only_our_own_names_are_answered() {
        let local = access("127.0.0.1:7878");
        for host in ["127.0.0.1:7878", "localhost:7878", "LOCALHOST:7878", "[::1]:7878", "lab.example:7878"] {
            assert!(local.is_ours(host), "{host}");
        }
        for host in
            ["127.0.0.1", "127.0.0.1:80", "evil.example:7878", "192.0.2.1:7878", "localhost.evil.example:7878", ""]
        {
            assert!(!local.is_ours(host), "{host}");
        }
        let everywhere = access("0.0.0.0:80");
        assert!(everywhere.is_ours("192.0.2.1") && everywhere.is_ours("[2001:db8::1]:80"));
        assert!(!everywhere.is_ours("evil.example"));
    }

    #[test]
    fn pages_of_other_servers_are_denied() {
        let access = access("127.0.0.1:7878");
        let check = |pairs: &[(HeaderName, &'static str)]| {
            access.check(&pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect())
        };
        let from = |origin| check(&[(HOST, "localhost:7878"), (ORIGIN, origin)]);
        assert_eq!(from("http://localhost:7878"), Ok(()));
        for origin in ["http://127.0.0.1:7878", "https://localhost:7878", "http://evil.example", "null", ""] {
            assert_eq!(from(origin), Err(Denied::Origin), "{origin}");
        }
        assert_eq!(check(&[(HOST, "localhost:7878")]), Ok(()));
        assert_eq!(check(&[]), Err(Denied::Host));
    }
}
