//! A page: where it is, what its scripts say, and waiting for it.

use std::collections::BTreeMap;
use std::thread;
use std::time::{Duration, Instant};

use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Value, json};

use super::Browser;
use super::connection::{Connection, host};
use super::errors::Seen;
use super::keys::Held;

/// How long a page waits by default.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often a condition is looked at.
const POLL: Duration = Duration::from_millis(5);
/// How many characters of a page or script are shown in messages.
const EXCERPT: usize = 500;
/// The default size of a page.
const SIZE: (u32, u32) = (1280, 800);

/// How elements are called in messages.
const DESCRIBE: &str = include_str!("describe.js");

/// A page, closed when it is dropped.
pub struct Page<'b> {
    /// How long it may take to load, or a condition to become true.
    pub patience: Duration,
    pub(super) browser: &'b Browser,
    /// The browser context, in which there is only this page.
    context: String,
    connection: Connection,
    pub(super) seen: Seen,
    pub(super) held: Held,
    /// The emulated preferences of the user.
    pub(super) media: BTreeMap<&'static str, String>,
}

impl<'b> Page<'b> {
    /// Opens an empty page.
    pub(super) fn open(browser: &'b Browser) -> Result<Page<'b>, String> {
        let context = text(&browser.call("Target.createBrowserContext", &json!({}))?["browserContextId"]);
        let place = json!({ "url": "about:blank", "browserContextId": context });
        let target = text(&browser.call("Target.createTarget", &place)?["targetId"]);
        let address = format!("ws://{}/devtools/page/{target}", host(&browser.process.address));
        let connection = Connection::open(&address)?;
        let (seen, held, media) = (Seen::default(), Held::default(), BTreeMap::new());
        let mut page = Page { patience: PATIENCE, browser, context, connection, seen, held, media };
        for domain in ["Page", "Runtime", "Log", "Network"] {
            page.try_call(&format!("{domain}.enable"), &json!({}))?;
        }
        page.try_call("Page.setLifecycleEventsEnabled", &json!({ "enabled": true }))?;
        // Every page acts as if it were in front and had the keyboard.
        page.try_call("Emulation.setFocusEmulationEnabled", &json!({ "enabled": true }))?;
        let workers = json!({ "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true });
        page.try_call("Target.setAutoAttach", &workers)?;
        page.size(SIZE.0, SIZE.1, 1.0, false);
        Ok(page)
    }

    /// Goes to an address, and waits until everything there is loaded.
    ///
    /// # Panics
    ///
    /// If nothing answers there, or not in time.
    pub fn go(&mut self, address: &str) {
        let answer = self.call("Page.navigate", &json!({ "url": address }));
        if let Some(reason) = answer["errorText"].as_str() {
            panic!("cannot go to {address}: {reason}");
        }
        // Another place on the same page needs no loading.
        let Some(loader) = answer["loaderId"].as_str() else { return };
        let until = Instant::now() + self.patience;
        while !self.seen.has_loaded(loader) {
            if let Err(reason) = self.connection.wait(until) {
                panic!("{address} was not loaded: {reason}");
            }
            self.notice();
        }
    }

    /// Follows a link in `main`, as a click does on a page that changes views without loading, and waits until the
    /// old view is gone.
    pub fn follow(&mut self, address: &str) {
        self.run(&format!(
            "(() => {{
                const link = document.createElement('a');
                link.href = {};
                link.id = 'followed';
                document.querySelector('main').append(link);
                link.click();
            }})()",
            json!(address)
        ));
        self.wait_until("document.querySelector('#followed') === null");
    }

    /// Loads the page again.
    ///
    /// # Panics
    ///
    /// If it is not there again in time.
    pub fn reload(&mut self) {
        let before: f64 = self.evaluate("performance.timeOrigin");
        self.call("Page.reload", &json!({}));
        self.wait_until(&format!("performance.timeOrigin !== {before} && document.readyState === 'complete'"));
    }

    /// The value of an expression, or of the promise it is.
    ///
    /// # Panics
    ///
    /// If it throws, or is not of the type asked for.
    pub fn evaluate<T: DeserializeOwned>(&mut self, js: &str) -> T {
        let value = self.try_evaluate(js).unwrap_or_else(|reason| panic!("{reason}\nin: {}", excerpt(js)));
        let wrong = |error| panic!("{error}: {value}\nis: {}", excerpt(js));
        T::deserialize(&value).unwrap_or_else(wrong)
    }

    /// Runs a script of whose value nothing is to be known, and waits for it if it is a promise.
    ///
    /// # Panics
    ///
    /// If it throws.
    pub fn run(&mut self, js: &str) {
        self.evaluate::<IgnoredAny>(js);
    }

    /// Waits until an expression is true. While it throws, or the page is on its way to another one, it is not.
    ///
    /// # Panics
    ///
    /// If it does not become true in time.
    pub fn wait_until(&mut self, js: &str) {
        let start = Instant::now();
        let condition = format!("Promise.resolve({js}).then(Boolean)");
        loop {
            let is_so = self.try_evaluate(&condition);
            if is_so == Ok(Value::Bool(true)) {
                return;
            }
            if start.elapsed() > self.patience {
                let reason = is_so.err().map(|reason| format!(" ({reason})")).unwrap_or_default();
                let words = self.try_evaluate("document.body.innerText").map_or_else(|reason| reason, |all| text(&all));
                panic!("waited in vain for: {js}{reason}\non the page: {}", excerpt(&words));
            }
            thread::sleep(POLL);
        }
    }

    /// Applies a function of ours to the function that describes elements, and to an argument.
    pub(super) fn apply<T: DeserializeOwned>(&mut self, function: &str, argument: &Value) -> T {
        self.evaluate(&format!("({function})({DESCRIBE}, {argument})"))
    }

    /// Evaluates, and says why not.
    pub(super) fn try_evaluate(&mut self, js: &str) -> Result<Value, String> {
        let question = json!({ "expression": js, "awaitPromise": true, "returnByValue": true });
        let mut answer = self.try_call("Runtime.evaluate", &question)?;
        match answer.get("exceptionDetails") {
            Some(details) => Err(super::errors::thrown(details)),
            None => Ok(answer["result"]["value"].take()),
        }
    }

    /// Asks Chromium about the page.
    pub(super) fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.try_call(method, parameters).unwrap_or_else(|reason| panic!("{reason}"))
    }

    /// Asks, and says why not.
    pub(super) fn try_call(&mut self, method: &str, parameters: &Value) -> Result<Value, String> {
        let answer = self.connection.call(method, parameters);
        self.notice();
        answer
    }

    /// Looks at what has happened in the meantime.
    fn notice(&mut self) {
        for event in self.connection.events() {
            self.seen.note(&event);
        }
    }
}

impl Drop for Page<'_> {
    fn drop(&mut self) {
        // A browser that is gone has no pages.
        let _ = self.browser.call("Target.disposeBrowserContext", &json!({ "browserContextId": self.context }));
    }
}

/// The beginning of a text.
fn excerpt(text: &str) -> String {
    text.chars().take(EXCERPT).collect()
}

/// A value that is a text.
pub(super) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_string()
}
