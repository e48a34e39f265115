//! A small site for the tests of the harness: a page with known faults, and one without.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

/// Scripts of the site itself and nothing else, as strict as the page of the program; pictures from anywhere, so that a request to
/// another host is made.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; img-src * data:";

/// Path, type and content.
const FILES: [(&str, &str, &str); 7] = [
    ("/clean", "text/html; charset=utf-8", include_str!("clean.html")),
    ("/clean.css", "text/css", include_str!("clean.css")),
    ("/clean.js", "text/javascript", include_str!("clean.js")),
    ("/faults", "text/html; charset=utf-8", include_str!("faults.html")),
    ("/faults.css", "text/css", include_str!("faults.css")),
    ("/faults.js", "text/javascript", include_str!("faults.js")),
    ("/worker.js", "text/javascript", include_str!("worker.js")),
];

/// Serves the site until the tests end; returns its address without a slash at its end.
pub fn start() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            // A browser may connect and say nothing.
            thread::spawn(|| stream.and_then(|stream| answer(&stream)));
        }
    });
    format!("http://{address}")
}

/// Answers one request.
fn answer(mut stream: &TcpStream) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    let path = first.split(' ').nth(1).unwrap_or_default();
    // The rest of the head; nothing has a body.
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let file = FILES.iter().find(|file| file.0 == path);
    let (status, kind, content) = match file {
        Some((_, kind, content)) => ("200 OK", *kind, *content),
        None => ("404 Not Found", "text/plain", "nothing is here"),
    };
    let length = content.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nContent-Security-Policy: {POLICY}\r\n\
         Connection: close\r\n\r\n{content}"
    )?;
    stream.shutdown(std::net::Shutdown::Write)?;
    stream.read_to_end(&mut Vec::new()).map(drop)
}
