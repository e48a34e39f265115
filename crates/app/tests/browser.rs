//! The harness of the page's tests, tested on a small site: faults are found, hands are felt, and nothing is found where nothing is.

#![cfg(unix)]

// This file and the folder have the same name.
#[path = "browser/mod.rs"]
mod browser;
mod browser_site;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;

use browser::{Browser, Page};
use serde_json::{Value, json};

static SITE: LazyLock<String> = LazyLock::new(browser_site::start);

/// A page of the site.
fn page(path: &str) -> Page<'static> {
    let mut page = Browser::shared().page();
    page.go(&format!("{}{path}", *SITE));
    page
}

/// What a failing test says.
fn panic_of(action: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(action)).expect_err("it must fail");
    panic.downcast_ref::<String>().expect("a sentence").clone()
}

#[test]
fn show() {
    let mut page = page("/faults");
    page.wait_until("socketFailed && workerAnswered");
    for l in page.console_errors() { println!("{l}"); }
    for l in page.overflow() { println!("{l}"); }
    for l in page.accessibility() { println!("{l}"); }
    println!("{:?}", page.screenshot("faults"));
}
