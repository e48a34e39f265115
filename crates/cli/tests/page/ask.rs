//! Questions about boards, asked through the socket of the page: the answers are those of the commands.

use crate::browser::{Browser, Page};
use crate::page_server::{Client, Server};
use crate::program::{refusal, tetrolab, text};
use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

/// The example with which the page opens.
const BOARD: &str = "JJJ....JJZ/OOJT...JZZ/OOTTT..JZL/IIII...LLL";

/// Asks what is answered at once.
fn ask(page: &mut Client, question: &str, options: &Value) -> Result<Value, String> {
    page.ask("ask", json!({ "question": question, "options": options }))
}

/// The answer to a long question, and how often it was told how far it is.
fn long(page: &mut Client, with: Value) -> Result<(Value, usize), String> {
    let id = page.begin("ask-long", with);
    let mut told = 0;
    loop {
        let heard = page.of(id);
        if let Some(error) = heard["error"].as_str() {
            return Err(error.to_string());
        }
        if !heard["say"]["answer"].is_null() {
            assert_eq!(page.of(id)["end"], true);
            return Ok((heard["say"]["answer"].clone(), told));
        }
        told += usize::from(heard["say"]["progress"].is_object());
    }
}

/// What a command prints.
fn printed(arguments: &[&str]) -> Value {
    let folder = TempDir::new().unwrap();
    let output = tetrolab(folder.path(), arguments);
    serde_json::from_str(&text(&output.stdout)).unwrap()
}

#[test]
fn answers_are_those_of_the_commands() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.client();
    let place =
        ask(&mut page, "place", &json!({ "board": BOARD, "piece": "T", "next": "I", "agent": "dellacherie" })).unwrap();
    let same = ["place", "--board", BOARD, "--piece", "T", "--next", "I", "--agent", "dellacherie"];
    assert_eq!(place["command"], format!("tetrolab {}", same.join(" ")));
    assert_eq!(place["answer"], printed(&[&same[..], &["--json"]].concat()));

    let placements = ask(&mut page, "placements", &json!({ "board": BOARD, "piece": "T" })).unwrap();
    let same = ["placements", "--board", BOARD, "--piece", "T", "--json"];
    assert_eq!(placements["answer"], printed(&same));

    let goal = "17,4 18,4 19,3 19,4";
    let mut path =
        ask(&mut page, "path", &json!({ "piece": "J", "goal": [goal], "algorithm": "breadth-first" })).unwrap();
    let mut same = printed(&["path", "--piece", "J", "--goal", goal, "--algorithm", "breadth-first", "--json"]);
    let mut document = path["answer"].take();
    let search = document.as_object_mut().unwrap().remove("search").unwrap();
    (document["seconds"], same["seconds"]) = (Value::Null, Value::Null);
    assert_eq!(document, same);
    // What is animated is the search that was counted, and it ends on the goal.
    assert_eq!(search["expanded"].as_array().unwrap().len() as u64, document["expanded"].as_u64().unwrap());
    let last = search["plan"].as_array().unwrap().last().unwrap().as_u64().unwrap() as usize;
    let mut cells: Vec<[i64; 2]> = serde_json::from_value(search["states"][last].clone()).unwrap();
    cells.sort_unstable();
    assert_eq!(cells, [[3, 0], [4, 0], [4, 1], [4, 2]]);
    let all = ask(&mut page, "path", &json!({ "piece": "J", "goal": [goal], "compare": true })).unwrap();
    assert_eq!(all["answer"]["algorithms"].as_array().unwrap().len(), 7);
}

#[test]
fn long_questions_are_answered_as_the_commands_do() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.client();
    let options = json!({ "board": BOARD, "pattern": "*p4", "tree": 2 });
    let (answer, _) = long(&mut page, json!({ "question": "pc", "options": options, "seconds": 60.0 })).unwrap();
    let same = ["pc", "percent", "--board", BOARD, "--pattern", "*p4", "--tree", "2", "--json"];
    assert_eq!(answer, printed(&same));
    assert_eq!((answer["clear"].as_u64(), answer["queues"].as_u64()), (Some(514), Some(840)));

    let (answer, _) = long(&mut page, json!({ "question": "pc-path", "options": json!({ "board": BOARD, "pattern": "*p4", "limit": 2 }), "seconds": 60.0 })).unwrap();
    assert_eq!((answer["solutions"].as_u64(), answer["list"].as_array().unwrap().len()), (Some(18), 2));

    let (answer, _) = long(
        &mut page,
        json!({ "question": "solve", "options": json!({ "queue": "IOIOI", "algorithm": "beam" }), "seconds": 60.0 }),
    )
    .unwrap();
    assert_eq!(answer["steps"].as_array().unwrap().len(), 5);
    assert!(answer["command"].as_str().unwrap().contains("--time 1min"), "{}", answer["command"]);
}

#[test]
fn who_thinks_too_long_is_stopped_and_says_what_is_known() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.client();
    // Millions of queues take longer than this.
    let (answer, told) =
        long(&mut page, json!({ "question": "pc", "options": json!({ "pattern": "*p7,*p4" }), "seconds": 0.5 }))
            .unwrap();
    assert_eq!(answer["is_stopped"], true);
    assert!(told > 0 || answer["unknown"].as_u64() > Some(0));
    let refused = long(
        &mut page,
        json!({ "question": "pc", "options": json!({ "pattern": "*,*,*,*,*,*,*,*,*,*,*" }), "seconds": 1.0 }),
    )
    .unwrap_err();
    assert!(refused.contains("at most 5000000 can be looked at"), "{refused}");
    // A user can interrupt the search.
    let id = page.begin(
        "ask-long",
        json!({ "question": "solve", "options": { "algorithm": "exact", "pieces": 40 }, "seconds": 120 }),
    );
    assert_eq!(page.of(id)["ok"]["is_waiting"], false);
    page.say(id, &json!({ "stop": true }));
    let answer = page.until(id, |said| !said["answer"].is_null())["answer"].take();
    assert_eq!(answer["ended"], "interrupted");
}

#[test]
fn the_third_long_question_waits_for_its_turn() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut pages = [server.client(), server.client(), server.client()];
    let long = json!({ "question": "pc", "options": { "pattern": "*p7,*p4" }, "seconds": 60 });
    let waiting: Vec<bool> = pages
        .iter_mut()
        .map(|page| {
            let id = page.begin("ask-long", long.clone());
            page.of(id)["ok"]["is_waiting"].as_bool().unwrap()
        })
        .collect();
    assert_eq!(waiting, [false, false, true]);
    // Short questions do not wait.
    let place = ask(&mut pages[2], "place", &json!({ "piece": "T" })).unwrap();
    assert_eq!(place["answer"]["piece"], "T");
    // When a page is gone, the next begins.
    let [first, _second, mut third] = pages;
    drop(first);
    assert_eq!(third.hear()["say"]["begun"], true);
}

#[test]
fn boards_are_read_from_pictures_and_fumen() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.client();
    let picture = ask(&mut page, "picture", &json!({ "text": "X.....\nXX.ttt\nXX..t." })).unwrap();
    let answer = &picture["answer"];
    assert_eq!(answer["rows"], json!(["XX....", "XX....", "X....."]));
    assert_eq!((answer["width"].as_u64(), &answer["piece"]["piece"]), (Some(6), &json!("T")));
    let fumen = ask(&mut page, "fumen", &json!({ "picture": BOARD })).unwrap();
    let fumen = fumen["answer"]["text"].as_str().unwrap().to_string();
    let read = ask(&mut page, "picture", &json!({ "text": fumen })).unwrap();
    let rows: Vec<&str> = BOARD.split('/').rev().collect();
    assert_eq!(read["answer"]["rows"], json!(rows));
    assert_eq!(read["answer"]["height"], 20);
    let pages = ask(&mut page, "fumen", &json!({ "text": fumen })).unwrap();
    assert_eq!(pages["answer"]["pages"].as_array().unwrap().len(), 1);
}

#[test]
fn bad_questions_get_one_sentence() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.client();
    let cases = [
        ("place", json!({}), "--piece"),
        ("place", json!({ "piece": "Q" }), "“Q”"),
        ("place", json!({ "piece": "T", "agent": "nobody" }), "nobody"),
        ("place", json!({ "piece": "T", "agent": "/etc/hosts" }), "/etc/hosts"),
        ("place", json!({ "piece": "T", "weights": "/etc/hosts" }), "\"weights\" is no option"),
        ("place", json!({ "piece": "T", "board": "/etc/hosts" }), "this is no board"),
        ("place", json!({ "piece": "T", "board": ".." }), "is the name of a file"),
        ("place", json!({ "piece": "T", "board": "XX/XXX" }), "board"),
        ("path", json!({ "piece": "T" }), "--goal"),
        ("path", json!({ "piece": "T", "goal": ["99,99"] }), "oal"),
        ("picture", json!({ "text": "v115@vhA" }), "fumen"),
        ("picture", json!({}), "\"text\""),
        ("fumen", json!({}), "\"text\""),
        ("picture", json!({ "text": "QQQ" }), "this is no board"),
        ("pc", json!({}), "ask-long"),
        ("cat", json!({}), "there is no question \"cat\""),
    ];
    for (question, options, expected) in cases {
        let sentence = ask(&mut page, question, &options).unwrap_err();
        assert!(sentence.contains(expected) && !sentence.contains('\n'), "{question} {options}: {sentence}");
    }
    // Where a command has something to say, it is the same sentence.
    let said = ask(&mut page, "place", &json!({ "piece": "T", "board": "XXXX/XXXXX" })).unwrap_err();
    assert_eq!(said, refusal(folder.path(), &["place", "--piece", "T", "--board", "XXXX/XXXXX"]));
    let refused = [
        (json!({ "question": "place" }), "takes no time"),
        (json!({ "question": "pc", "seconds": 1000 }), "0.1 to 120 seconds"),
        (json!({ "question": "pc", "options": { "pattern": "Q" } }), "pattern"),
        (json!({ "question": "pc", "options": { "pattern": "*p4", "tree": 7 } }), "up to 4"),
        (json!({ "question": "solve", "options": { "time": "5s" } }), "\"seconds\""),
        (json!({ "question": "solve", "options": { "out": "x" } }), "\"out\" is no option"),
        (json!({ "question": "solve", "options": { "queue": "Q" } }), "Row of pieces: “Q”"),
    ];
    for (with, expected) in refused {
        let sentence = long(&mut page, with.clone()).unwrap_err();
        assert!(sentence.contains(expected) && !sentence.contains('\n'), "{with}: {sentence}");
    }
}

/// What is said at a field: the name above it, or of what it is; nothing if all is well.
fn fault(page: &mut Page<'_>, name: &str) -> String {
    page.evaluate(&format!(
        "(() => {{
            const fields = [...document.querySelectorAll('.ask label.field')];
            const label = fields.find((field) => field.firstElementChild.textContent === {name});
            const control = label?.querySelector('input, select, textarea') ?? document.querySelector({name});
            const about = control.getAttribute('aria-describedby').split(' ').map((id) => document.getElementById(id));
            return about.find((node) => node.getAttribute('role') === 'alert').textContent;
        }})()",
        name = json!(name)
    ))
}

/// What the address of the page says under a name.
fn said(page: &mut Page<'_>, name: &str) -> Option<String> {
    page.evaluate(&format!("new URLSearchParams(location.search).get({})", json!(name)))
}

/// Goes to an address, and waits until the question is answered or refused.
fn open(page: &mut Page<'_>, server: &Server, address: &str) {
    page.go(&server.address(address));
    settled(page);
}

fn settled(page: &mut Page<'_>) {
    page.wait_until("['done', 'playing', 'refused'].includes(document.querySelector('.view.ask')?.dataset.state)");
}

/// The board of addresses and questions without a Block.
const EMPTY: &str = "..........";

#[test]
fn what_is_wrong_with_an_address_is_said_at_its_field() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    let board = ".ask-board canvas";
    // The address, the field, a part of the sentence, and what is used of the rest.
    let cases = [
        ("board=QQQ&piece=I&queue=SZ", board, "The board has “Q”", ("piece", Some("I"))),
        ("board=XXXX/XXXXX&piece=T", board, "Row 2 of the board from the top has 5 columns", ("board", Some(EMPTY))),
        ("board=XX&piece=T", board, "The board has 2 columns; here it has 4 to 16", ("board", Some(EMPTY))),
        (
            "board=XXXXX...../.....XXXXX&size=8x20",
            board,
            "have 10 columns, but the size says 8",
            ("size", Some("8x20")),
        ),
        ("board=v115@vhA&piece=J", board, "This fumen cannot be read", ("piece", Some("J"))),
        ("board=&piece=W", ".pieces", "“W” is no piece; T is chosen", ("board", Some(EMPTY))),
        ("board=&queue=I?Q9S", "Next", "no piece is called so: ? Q 9", ("queue", Some("IS"))),
        ("board=&hold=9", "Hold", "“9” is no piece; Hold is empty", ("hold", None)),
        ("size=99x3", "Columns", "“99x3” is no size", ("size", None)),
        ("example=nothing", "Example", "“nothing” is none of the choices", ("piece", Some("T"))),
        ("tab=nonsense&piece=L", "[role=tablist]", "no question “nonsense”", ("piece", Some("L"))),
        ("bord=X&piece=L", "[role=tablist]", "has no meaning here: bord", ("piece", Some("L"))),
        ("agent=bot", "Agent", "“bot” is none of the choices; “bcts”", ("agent", None)),
        ("ahead=far", "Looks ahead", "“far” is none of the choices", ("ahead", None)),
        ("tab=path&algorithm=magic", "Algorithm", "“magic” is none of the choices; “A*”", ("tab", Some("path"))),
        ("tab=path&goal=99,99", "Cells of the goal: row,column from the top", "“99,99” is no place", ("goal", None)),
        ("tab=pc&pattern=Q", "Pattern of the queue", "cannot be read", ("pattern", Some("Q"))),
        ("tab=pc&lines=9", "Lines to clear", "“9” is none of the choices", ("lines", None)),
        (
            "tab=solve&pieces=0",
            "How many",
            "“0” is no whole number from 1 to 100; 10 is used",
            ("source", Some("seed")),
        ),
        ("tab=solve&row=T1I", "Row of pieces", "no piece is called so: 1", ("row", Some("TI"))),
    ];
    open(&mut page, &server, "/ask");
    for (address, field, sentence, (name, value)) in cases {
        page.follow(&format!("/ask?{address}"));
        settled(&mut page);
        if address.contains("v115") {
            page.wait_until("document.querySelector('.ask-board .fault').textContent !== ''");
        }
        let found = fault(&mut page, field);
        assert!(found.contains(sentence), "{address}: {found:?}");
        assert_eq!(said(&mut page, name).as_deref(), value, "{address}");
        assert_eq!(page.evaluate::<u32>("document.querySelectorAll('#notices > *').length"), 0, "{address}");
    }
    // An empty board is one of ten columns and twenty rows, and nothing is wrong with it.
    open(&mut page, &server, "/ask?board=&piece=S");
    assert_eq!(
        page.evaluate::<String>(
            "[...document.querySelectorAll('.ask .fault')].map((node) => node.textContent).join('')"
        ),
        ""
    );
    assert_eq!(said(&mut page, "size"), None);
    // Many faults at once still make an accessible page, on a phone too.
    open(&mut page, &server, "/ask?board=QQQ&piece=W&queue=9&hold=9&size=1x1&example=x&tab=pc&lines=9&pattern=Q&x=1");
    assert_eq!(page.accessibility(), Vec::<String>::new());
    page.size(360, 740, 1.0, true);
    assert_eq!(page.overflow(), Vec::<String>::new());
    page.size(1280, 800, 1.0, false);
    // In the language of the page.
    page.language("pt-PT");
    open(&mut page, &server, "/ask?board=QQQ");
    assert!(fault(&mut page, board).starts_with("O tabuleiro tem «Q»"));
    assert_eq!(page.console_errors(), Vec::<String>::new());
}

/// Puts something into the field and draws it.
fn paste(page: &mut Page<'_>, words: &str) {
    page.run(&format!("document.querySelector('.ask textarea').value = {}", json!(words)));
    page.run("document.querySelector('.ask textarea').closest('section').querySelector('.acts button').click()");
}

#[test]
fn links_fumen_and_pictures_are_drawn_and_faults_do_not_pile_up() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    open(&mut page, &server, "/ask");
    let fumen = ask(&mut server.client(), "fumen", &json!({ "picture": "XXXX....../XXXXX....." })).unwrap();
    let fumen = fumen["answer"]["text"].as_str().unwrap().to_string();
    let field = "A picture, fumen or a link";
    let good = [
        (server.address("/ask?board=X.........&piece=S&queue=IO&hold=L"), "X........."),
        ("/ask?board=XX........&piece=S".to_string(), "XX........"),
        ("?board=XXX.......&piece=S".to_string(), "XXX......."),
        ("board=XXXX......&piece=S".to_string(), "XXXX......"),
        (format!("https://fumen.zui.jp/?{fumen}"), "XXXX....../XXXXX....."),
        ("..........\nTT........".to_string(), "TT........"),
        (fumen.clone(), "XXXX....../XXXXX....."),
        ("X......ooX\nXX.....ooX".to_string(), "X........X/XX.......X"),
    ];
    let bad = [
        ("", "nothing to draw"),
        ("QQQ", "The board has “Q”"),
        ("v115@vhA", "This fumen cannot be read"),
        ("https://example.org/", "There is no board in this link"),
        ("/ask?board=QQQ", "The board has “Q”"),
        ("XXXX\nXXX", "Row 2"),
        ("xxtt......", "The board has “x”"),
        ("tt........", "The small letters"),
    ];
    for ((words, board), (wrong, sentence)) in good.into_iter().zip(bad) {
        let before = said(&mut page, "board");
        paste(&mut page, wrong);
        page.wait_until("document.querySelector('.ask textarea').getAttribute('aria-invalid') === 'true'");
        let found = fault(&mut page, field);
        assert!(found.contains(sentence), "{wrong}: {found:?}");
        assert!(!found.contains("\"text\""), "{found}");
        assert_eq!(said(&mut page, "board"), before, "{wrong} has changed the drawing");
        paste(&mut page, &words);
        page.wait_until(&format!("new URLSearchParams(location.search).get('board') === {}", json!(board)));
        page.wait_until("!document.querySelector('.ask textarea').hasAttribute('aria-invalid')");
        assert_eq!(fault(&mut page, field), "");
    }
    assert_eq!(said(&mut page, "piece").as_deref(), Some("O"), "the piece in play of the last picture");
    assert_eq!(page.evaluate::<u32>("document.querySelectorAll('#notices > *').length"), 0);
    // A link brings its question too.
    paste(&mut page, "/ask?tab=pc&board=XXXX....../XXXX......&piece=I&pattern=*p3");
    page.wait_until("document.querySelector('.view.ask').dataset.tab === 'pc'");
    assert_eq!(said(&mut page, "pattern").as_deref(), Some("*p3"));
    assert_eq!(page.console_errors(), Vec::<String>::new());
}

#[test]
fn solving_uses_what_is_drawn_and_leaves_it_as_it_is() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    page.patience = std::time::Duration::from_secs(30);
    let address = "/ask?board=XXXX....../XXXXX.....&piece=S&queue=IO&hold=L";
    open(&mut page, &server, address);
    let picture = "document.querySelector('.ask-board canvas').toDataURL()";
    page.run("document.querySelector('#ask-tab-solve').click()");
    page.wait_until("document.querySelector('.view.ask').dataset.state === 'playing'");
    let drawn: String = page.evaluate(picture);
    let typed = "[...document.querySelectorAll('.ask-answer .command')].at(-1).textContent";
    let command: String = page.evaluate(typed);
    for words in ["solve", "--queue SLIO", "--board XXXX....../XXXXX....."] {
        assert!(command.contains(words), "{command}");
    }
    page.wait_until("document.querySelector('.view.ask').dataset.state === 'done'");
    assert_eq!(page.evaluate::<String>(picture), drawn, "the drawing is not played on");
    page.run("document.querySelector('#ask-tab-place').click()");
    settled(&mut page);
    assert!(page.evaluate::<String>("location.pathname + location.search").starts_with(address));
    assert_eq!(page.evaluate::<String>("document.querySelector('.pieces [aria-pressed=true]').title"), "S");
    // One piece alone is played, too.
    open(&mut page, &server, "/ask?tab=solve&board=&piece=S");
    page.wait_until("document.querySelector('.view.ask').dataset.state === 'done'");
    assert!(page.evaluate::<String>(typed).contains("--queue S "));
    assert_eq!(page.console_errors(), Vec::<String>::new());
}

#[test]
fn a_perfect_clear_is_asked_for_the_chosen_pieces() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    let pattern = "document.querySelector('[aria-describedby~=ask-pattern]').value";
    // Three pieces are needed; with Hold a fourth may matter.
    let cases = [
        ("&piece=T&queue=ILSZ&hold=J", "JTIL"),
        ("&piece=T&queue=I", "TI,*p2"),
        ("&piece=T&queue=ILSZ&hold=J&use=avoid", "TIL"),
        ("&piece=T&queue=ILSZ&from=any", "*p4"),
        ("&piece=T&queue=ILSZ&pattern=*p4", "*p4"),
    ];
    for (pieces, expected) in cases {
        open(&mut page, &server, &format!("/ask?tab=pc&board={BOARD}{pieces}"));
        assert_eq!(page.evaluate::<String>(pattern), expected, "{pieces}");
        page.wait_until("document.querySelector('.view.ask').dataset.state === 'done'");
    }
    // The answer is that of the command.
    let typed: String = page.evaluate("document.querySelector('.ask-answer .command').textContent");
    assert!(typed.contains("--pattern '*p4'") || typed.contains("--pattern *p4"), "{typed}");
    let same = printed(&["pc", "percent", "--board", BOARD, "--pattern", "*p4", "--lines", "4", "--json"]);
    let shown: String = page.evaluate("document.querySelector('.ask-answer').textContent");
    assert!(shown.contains(&format!("{} of {} queues", same["clear"], same["queues"])), "{shown}");
    // What cannot be asked is said instead of tried.
    open(&mut page, &server, "/ask?tab=pc&board=X.........&piece=T");
    assert!(
        page.evaluate::<String>("document.querySelector('.ask-answer').textContent")
            .contains("there is no perfect clear")
    );
    assert_eq!(page.console_errors(), Vec::<String>::new());
}
