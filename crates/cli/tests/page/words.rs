//! Words and numbers of the page in a real browser: each language in its own way.
use crate::browser::Browser;
use crate::page_server::Server;
use tempfile::tempdir;

/// What no page shows: numbers, clocks and words of the server, as the language writes them.
const NUMBERS: &str = "import('/script/numbers.js').then((n) => [
    n.figure(2450000), n.figure(-726.83), n.figure(12345), n.factor(0.25), n.clock(83456), n.percent(1, 3), n.signed(-2.5),
    n.numerals('0:49.67'), n.numerals('1.85'), n.numerals('-0.25'), n.numerals('bot:1000'), n.numerals('2026-11-16 17:20'),
].join(' | ').replaceAll('\\u00a0', ' '))";

/// The languages, what is said of an agent that is not there, and how numbers are written.
const LANGUAGES: [(&str, &str, &str, &str); 3] = [
    (
        "en-GB",
        "en",
        "There is no agent “nobody”.",
        "2.45M | −726.8 | 12,345 | 0.25 × | 1:23.45 | 33.33 % | −2.50 | 0:49.67 | 1.85 | −0.25 | bot:1000 | 2026-11-16 17:20",
    ),
    (
        "es-ES",
        "es",
        "No hay ningún agente «nobody».",
        "2,45 M | −726,8 | 12.345 | 0,25 × | 1:23,45 | 33,33 % | −2,50 | 0:49,67 | 1,85 | −0,25 | bot:1000 | 2026-11-16 17:20",
    ),
    (
        "pt-PT",
        "pt",
        "Não há nenhum agente «nobody».",
        "2,45 M | −726,8 | 12 345 | 0,25 × | 1:23,45 | 33,33 % | −2,50 | 0:49,67 | 1,85 | −0,25 | bot:1000 | 2026-11-16 17:20",
    ),
];

#[test]
fn refusals_and_numbers_are_those_of_the_language() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    for (locale, language, sentence, numbers) in LANGUAGES {
        page.language(locale);
        page.go(&server.address("/watch?agents=nobody"));
        page.wait_until(&format!(
            "document.documentElement.lang === '{language}' && document.querySelector('main [role=alert]') !== null"
        ));
        let said: String = page.evaluate("document.querySelector('main [role=alert]').textContent");
        assert_eq!(said, sentence);
        let written: String = page.evaluate(NUMBERS);
        assert_eq!(written, numbers, "{language}");
        // Features are called by their names.
        page.go(&server.address("/watch?agents=bcts&seed=7&speed=5"));
        page.wait_until("document.querySelector('.why-bars .feature') !== null");
        let features: String = page
            .evaluate("[...document.querySelectorAll('.why-bars .feature')].map((name) => name.textContent).join()");
        assert!(!features.contains('_'), "{features}");
    }
    assert_eq!(page.console_errors(), Vec::<String>::new());
}
