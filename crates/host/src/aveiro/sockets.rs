//! What experiments need sockets for.

use std::sync::atomic::AtomicBool;

use tetrolab_lab::grid::{Outcome, Peer, Transport};

use super::real_time::{self, Limits};
use super::{Choice, usual_thought};

/// Real connections, to servers of our own on this machine.
pub struct Sockets;

impl Transport for Sockets {
    /// As `tetrolab aveiro score --real-time` plays.
    fn play_aveiro(&self, peer: &Peer<'_>, stop: &AtomicBool) -> Result<Option<Outcome>, String> {
        let limits = Limits { pieces: peer.pieces, time: peer.time, think: usual_thought(peer.agent) };
        let choice = Choice::read(peer.agent, None);
        let played = choice.and_then(|choice| real_time::play(&choice, peer.seed, &limits, stop, |_| {}));
        match played {
            Ok(played) => Ok(played.map(|played| Outcome::from(&played))),
            Err(error) => Err(format!("{error:#}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn games_are_played_broken_off_and_stopped() {
        let peer = Peer { agent: "tetrolab", seed: 1, pieces: 1000, time: Duration::from_millis(700) };
        let outcome = Sockets.play_aveiro(&peer, &AtomicBool::new(false)).unwrap().expect("nobody stops it");
        assert_eq!(outcome.values["survived"], 1.0);
        assert!(outcome.values["pieces"] < 20.0, "{outcome:?}");
        assert_eq!(Sockets.play_aveiro(&peer, &AtomicBool::new(true)), Ok(None));
    }
}
