//! How quickly a key shows on the screen, alone and while two hundred others watch: `cargo xtask load`.
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::browser::{Browser, Page};
use crate::page_server::Server;
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tempfile::tempdir;
use tetrolab_engine::{Random, Seed, Stream};
use tokio_tungstenite::client_async;
use tungstenite::Message;

/// Clients that watch.
const WATCHERS: u64 = 200;
/// How long is measured.
const LENGTH: Duration = Duration::from_secs(20);
/// Milliseconds from a key to the picture that shows it, for 95 of 100 keys: alone, and with the others.
const ALONE: f64 = 20.0;
const TOGETHER: f64 = 35.0;
/// Minimum frames per second for the client that plays.
const LEAST_RATE: f64 = 58.0;

/// What was measured.
struct Measured {
    /// Milliseconds from keys to pictures, sorted.
    times: Vec<f64>,
    /// Pictures a second.
    rate: f64,
}

impl Measured {
    fn share(&self, share: f64) -> f64 {
        self.times[((self.times.len() - 1) as f64 * share).round() as usize]
    }

    fn report(&self, name: &str) {
        println!(
            "{name}: {} keys, from key to picture median {:.1} ms, 95 % below {:.1} ms, 99 % below {:.1} ms; {:.1} pictures a second",
            self.times.len(),
            self.share(0.5),
            self.share(0.95),
            self.share(0.99),
            self.rate
        );
    }
}

/// Plays with random keys, at random moments, for some time.
fn measure(page: &mut Page<'_>, seed: u64) -> Measured {
    const KEYS: [(&str, &str); 6] = [
        ("ArrowLeft", "ArrowLeft"),
        ("ArrowRight", "ArrowRight"),
        ("KeyX", "x"),
        ("KeyZ", "z"),
        ("KeyC", "c"),
        ("Space", " "),
    ];
    page.run("performance.clearMeasures(); window.pictures = 0; window.started = performance.now(); window.count ?? (window.count = () => { window.pictures += 1; requestAnimationFrame(window.count); })()");
    let mut random = Random::new(Seed(seed), 0, Stream::Decisions);
    let (start, mut keys) = (Instant::now(), 0_u32);
    while start.elapsed() < LENGTH {
        // Pieces are taken back now and then, so that the game does not end.
        let (code, name) = if keys % 40 > 30 { ("KeyU", "u") } else { KEYS[random.below(6) as usize] };
        page.press(code, name);
        keys += 1;
        thread::sleep(Duration::from_millis(20 + u64::from(random.below(40))));
    }
    let rate = page.evaluate("window.pictures / (performance.now() - window.started) * 1000");
    let mut times: Vec<f64> =
        page.evaluate("performance.getEntriesByName('key-to-frame').map((entry) => entry.duration)");
    times.sort_by(f64::total_cmp);
    Measured { times, rate }
}

/// One who watches an agent, and counts what is said.
async fn watch(port: u16, heard: Arc<AtomicU64>, is_over: Arc<AtomicBool>) {
    let socket = tokio::net::TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let (mut socket, _) = client_async(format!("ws://127.0.0.1:{port}/socket"), socket).await.unwrap();
    let question = json!({ "language": "en", "agents": ["bcts"], "game": "research", "speed": 3.0, "explain": true });
    socket.send(Message::text(json!({ "id": 1, "do": "watch", "with": question }).to_string())).await.unwrap();
    while !is_over.load(Ordering::Relaxed) {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => {
                assert!(!text.contains("\"error\""), "{text}");
                heard.fetch_add(1, Ordering::Relaxed);
            }
            Some(Ok(_)) => {}
            other => panic!("{other:?}"),
        }
    }
}

#[test]
#[ignore = "a minute on a quiet machine, with the release build: cargo xtask load"]
fn keys_show_quickly_while_two_hundred_watch() {
    let folder = tempdir().unwrap();
    fs::create_dir_all(folder.path().join("config/tetrolab")).unwrap();
    fs::write(folder.path().join("config/tetrolab/settings.toml"), "[game]\ncountdown = 0\n").unwrap();
    let server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    page.go(&server.address("/play/zen?measure"));
    page.wait_until("document.querySelector('.view.play').dataset.state === 'running'");
    let alone = measure(&mut page, 1);
    alone.report("alone");

    let (heard, is_over) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let watchers: Vec<_> =
        (0..WATCHERS).map(|_| runtime.spawn(watch(server.port, Arc::clone(&heard), Arc::clone(&is_over)))).collect();
    while heard.load(Ordering::Relaxed) < 2 * WATCHERS {
        thread::sleep(Duration::from_millis(50));
    }
    let before = heard.load(Ordering::Relaxed);
    let together = measure(&mut page, 2);
    let rate = (heard.load(Ordering::Relaxed) - before) as f64 / LENGTH.as_secs_f64() / WATCHERS as f64;
    together.report(&format!("with {WATCHERS} watchers, {rate:.1} messages a second to each"));
    is_over.store(true, Ordering::Relaxed);
    for watcher in watchers {
        runtime.block_on(watcher).unwrap();
    }
    assert!(alone.share(0.95) < ALONE && alone.rate >= LEAST_RATE, "alone it is too slow");
    assert!(together.share(0.95) < TOGETHER && together.rate >= LEAST_RATE, "with others it is too slow");
}
