//! Where a server is reached that listens at all addresses of the machine.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, UdpSocket};
use std::time::Duration;

/// How long it is tried whether an address leads here.
const TRIAL: Duration = Duration::from_millis(500);
/// Addresses reserved for documentation. The system says which of ours it would use on the way there; nothing is
/// sent.
const ELSEWHERE: [IpAddr; 2] =
    [IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)), IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1))];
/// This machine, as it calls itself.
const HERE: [IpAddr; 2] = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)];

/// The addresses that lead to a server. Where it listens at all addresses, those that others use come first and that of this machine
/// alone last.
pub fn addresses(bound: SocketAddr) -> Vec<SocketAddr> {
    if !bound.ip().is_unspecified() {
        return vec![bound];
    }
    let all = ELSEWHERE.into_iter().filter_map(ours_towards).chain(HERE);
    let addresses = all.map(|ip| SocketAddr::new(ip, bound.port()));
    // Whether one kind of address leads to the other kind of socket is for the system to say.
    let mut there: Vec<SocketAddr> =
        addresses.filter(|address| TcpStream::connect_timeout(address, TRIAL).is_ok()).collect();
    // One way to this machine is enough.
    let mut has_home = false;
    there.retain(|address| !address.ip().is_loopback() || !std::mem::replace(&mut has_home, true));
    if there.is_empty() { vec![bound] } else { there }
}

/// The address of ours from which that one is reached, if it is.
fn ours_towards(other: IpAddr) -> Option<IpAddr> {
    let any = if other.is_ipv4() { IpAddr::V4(Ipv4Addr::UNSPECIFIED) } else { IpAddr::V6(Ipv6Addr::UNSPECIFIED) };
    let socket = UdpSocket::bind((any, 0)).ok()?;
    socket.connect((other, 9)).ok()?;
    let ours = socket.local_addr().ok()?.ip();
    (!ours.is_unspecified() && !ours.is_loopback()).then_some(ours)
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn an_address_that_was_named_is_the_link() {
        let address: SocketAddr = "192.0.2.7:7878".parse().unwrap();
        assert_eq!(addresses(address), [address]);
    }

    #[test]
    fn all_addresses_are_said_by_name() {
        let listener = TcpListener::bind("0.0.0.0:0").unwrap();
        let found = addresses(listener.local_addr().unwrap());
        assert!(found.iter().all(|address| !address.ip().is_unspecified()), "{found:?}");
        let port = listener.local_addr().unwrap().port();
        assert_eq!(found.last(), Some(&SocketAddr::new(HERE[0], port)));
    }
}
