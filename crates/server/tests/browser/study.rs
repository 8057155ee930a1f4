//! After the game: imports, studies, analysis, the editor and the library.

use serde_json::{Value, json};

use crate::harness::{Page, Screen, browse};
use crate::runner::{Tests, tests};

/// The tests of this file.
pub(crate) const TESTS: Tests = tests! {
    with axe: [
        an_imported_game_with_an_illegal_move_is_pointed_at,
        a_game_imported_again_is_reported_and_removed_games_come_back,
        a_game_is_replayed_by_keys_and_tried_on,
        a_finished_game_is_reviewed_and_opens_at_its_end,
        what_cannot_be_read_is_reported_beside_its_field_and_variations_are_not_lost_unasked,
        analysis_shows_lines_while_one_looks,
        the_editor_explains_a_fault_and_plays_on,
        every_study_page_is_accessible_in_english_and_light,
        every_study_page_is_accessible_in_italian_and_dark,
        every_study_page_is_accessible_in_portuguese_on_a_phone,
        games_are_put_into_collections_and_collections_are_deleted_with_undo,
    ],
};

const RIGHT: &str = "\u{e014}";
const LEFT: &str = "\u{e012}";
const HOME: &str = "\u{e011}";
const END: &str = "\u{e010}";

/// A sound game with a variation, marks and remarks, and one with an illegal third half-move.
const FILE: &str = "[Event \"Coppa <b>Italia</b>\"]\n[Site \"Firenze\"]\n[Date \"2024.05.??\"]\n[White \"Rossi <script>\"]\n\
    [Black \"Bianchi\"]\n[Result \"1-0\"]\n[GameType \"22\"]\n\n\
    1. 22-18 {il centro} (1. 21-17 {più cauto} 11-14 2. 17-13!) 1... 11-14! 2. 18x11 7x14 3. 21-17 12-15? 4. 25-21 8-12 1-0\n\n\
    [White \"Verdi\"]\n[GameType \"22\"]\n\n1. 22-18 11-14\n2. 23-19 7-11 *\n";

async fn import(page: &Page) -> Vec<String> {
    page.open("/healthz").await;
    let script = "const [pdn, done] = arguments;
        fetch('/api/import', { method: 'POST', body: pdn }).then(async response => done(await response.json()));";
    let answer = page.run(script, vec![json!(FILE)]).await;
    let games = answer["games"].as_array().expect("games");
    games.iter().filter_map(|game| game["id"].as_str().map(str::to_owned)).collect()
}

async fn study(page: &Page, address: &str) {
    page.open(address).await;
    page.until("the board", "return document.querySelectorAll('[data-square]').length >= 32").await;
    page.until("the moves", "return document.getElementById('board').legal.length > 0").await;
    page.eval("document.getElementById('first').click()").await;
    at(page, "start").await;
}

async fn current(page: &Page) -> Value {
    page.eval("return document.querySelector('.line [aria-current]')?.textContent ?? 'start'").await
}

/// Waits until that move is the one looked at.
async fn at(page: &Page, text: &str) {
    let script = format!(
        "const at = document.querySelector('.line [aria-current]')?.textContent ?? 'start';
         return at.includes('{text}') && document.getElementById('board').legal.length > 0"
    );
    page.until(text, &script).await;
}

fn an_imported_game_with_an_illegal_move_is_pointed_at() {
    browse("import", Screen::DESKTOP.lang("it"), async |page| {
        page.open("/import").await;
        page.eval(&format!("document.getElementById('paste').value = {}", json!(FILE))).await;
        page.click("#import button.primary").await;
        page.until("the games", "return document.querySelectorAll('.read > li').length === 2").await;
        assert_eq!(page.text("#outcome").await, "2 partite importate.");
        let wrong = page.text(".read > li:nth-child(2) .problems li").await;
        assert!(wrong.contains("riga 15, colonna 4, semimossa 3"), "{wrong}");
        assert!(wrong.contains("23-19 non è regolare.") && wrong.contains("18x11"), "{wrong}");
        assert!(wrong.contains("FID-IT"), "{wrong}");
        page.shot("it-import-read").await;
        page.accessible("import").await;
        page.click(".read > li:nth-child(2) h2 a").await;
        page.until("the board", "return document.getElementById('board')?.legal?.length > 0").await;
        page.keys(END).await;
        page.until("the break", "return !document.getElementById('ruling').hidden").await;
        let ruling = page.text("#ruling").await;
        assert!(
            ruling.contains("La trascrizione si interrompe qui") && ruling.contains("FID-IT"),
            "{ruling}"
        );
        page.shot("it-study-break").await;
        page.accessible("a broken record").await;
    });
}

fn a_game_imported_again_is_reported_and_removed_games_come_back() {
    browse("import-again", Screen::PHONE, async |page| {
        page.open("/import").await;
        page.eval(&format!("document.getElementById('paste').value = {}", json!(FILE))).await;
        for outcome in [
            "2 games imported.",
            "0 games imported. 2 games were in your library already and were not imported again.",
        ] {
            page.click("#import button.primary").await;
            let script =
                format!("return document.getElementById('outcome').textContent === {}", json!(outcome));
            page.until(outcome, &script).await;
        }
        page.shot("import-again-phone").await;
        page.open("/games").await;
        let listed = "return document.querySelectorAll('.games li:not([hidden])').length";
        assert_eq!(page.eval(listed).await, json!(2));
        page.click("#choose-all").await;
        page.click("#remove").await;
        page.until("an empty list", &format!("{listed} === 0")).await;
        page.shot("library-removed-phone").await;
        page.accessible("removed games").await;
        page.open("/games").await;
        assert_eq!(page.eval(listed).await, json!(0));
        // A removed game is not a duplicate; the last removal can be undone.
        assert_eq!(import(page).await.len(), 2);
        page.open("/games").await;
        page.click(".games li:nth-child(2) .choose").await;
        page.click("#remove").await;
        page.until("one game", &format!("{listed} === 1")).await;
        page.click("#undo button").await;
        page.until("two games", &format!("{listed} === 2")).await;
        page.open("/games").await;
        assert_eq!(page.eval(listed).await, json!(2));
        page.shot("library-phone").await;
        page.accessible("the library").await;
    });
}

fn what_cannot_be_read_is_reported_beside_its_field_and_variations_are_not_lost_unasked() {
    browse("fields", Screen::PHONE, async |page| {
        let games = import(page).await;
        study(page, &format!("/study/{}", games[0])).await;
        let asks = "const leave = new Event('beforeunload', { cancelable: true }); dispatchEvent(leave); return leave.defaultPrevented";
        assert_eq!(page.eval(asks).await, json!(false), "nothing would be lost");
        page.click("#typed input").await;
        page.keys("hello\u{e007}").await;
        page.until(
            "the report",
            "return document.getElementById('typed-problem').textContent === 'Not a move. Try 22-18.'",
        )
        .await;
        assert_eq!(page.eval("return document.querySelector('#typed input').value").await, json!("hello"));
        page.accessible("a move that cannot be read").await;
        page.shot("typed-problem-phone").await;
        page.eval("document.querySelector('#typed input').select()").await;
        page.keys("23-19\u{e007}").await;
        at(page, "23-19").await;
        assert_eq!(page.text_content("#typed-problem").await, "");
        assert_eq!(page.eval(asks).await, json!(true), "a variation would be lost");
        page.open("/editor?game=italian").await;
        page.until("the position", "return document.getElementById('fen').value !== ''").await;
        page.eval("document.getElementById('fen').value = 'nonsense'").await;
        page.click("#fen-form button").await;
        page.until("the report", "return document.getElementById('fen-problem').textContent !== ''").await;
        page.shot("fen-problem-phone").await;
        page.accessible("a position that cannot be read").await;
        // A value out of range in a closed part of a form opens it.
        page.open("/").await;
        page.eval("document.querySelector('input[name=clock][value=other]').click(); document.querySelector('input[name=minutes]').value = '0'").await;
        page.click("#new button.big").await;
        page.until(
            "the field",
            "return document.getElementById('more').open && document.activeElement.name === 'minutes'",
        )
        .await;
    });
}

fn a_finished_game_is_reviewed_and_opens_at_its_end() {
    browse("review", Screen::DESKTOP.size(1366, 768), async |page| {
        page.open("/healthz").await;
        let person = json!({ "kind": "person" });
        let made = page
            .api("POST", "/api/games", &json!({ "variant": "italian", "white": person, "black": person }))
            .await;
        let id = made["body"]["id"].as_str().expect("a game").to_owned();
        // White's third move gives a man away.
        let moves = ["22-18", "11-14", "18x11", "6x15", "24-20", "15x24"];
        for (by, notation) in ["white", "black"].into_iter().cycle().zip(moves) {
            let played = json!({ "by": by, "ask": "move", "notation": notation });
            let answer = page.api("POST", &format!("/api/games/{id}/commands"), &played).await;
            assert_eq!(answer["status"], 200, "{notation}: {answer}");
        }
        page.api("POST", &format!("/api/games/{id}/commands"), &json!({ "by": "black", "ask": "resign" }))
            .await;
        page.open(&format!("/game/{id}/study")).await;
        page.until(
            "the end",
            "return document.querySelector('.line [aria-current]')?.textContent.includes('15x24')",
        )
        .await;
        let columns = "return new Set([...document.querySelectorAll('.line > .move')].map(move => Math.round(move.getBoundingClientRect().left))).size";
        assert_eq!(page.eval(columns).await, json!(2));
        page.open(&format!("/game/{id}")).await;
        let button = "return [...document.querySelectorAll('#acts button')].find(one => one.textContent === 'Where did I go wrong?')";
        page.until("the way to the review", button).await;
        page.eval(&format!("{}.click()", button.trim_start_matches("return "))).await;
        page.until("the mistake", "return [...document.querySelectorAll('#mistakes button')].some(one => one.textContent.includes('24-20?'))").await;
        page.until("the graph", "return document.querySelector('#graph polyline')").await;
        page.shot("study-review").await;
        page.accessible("a review").await;
        page.emulate(Screen::PHONE).await;
        page.shot("study-review-phone").await;
        let wide = "return document.documentElement.scrollWidth > innerWidth";
        assert_eq!(page.eval(wide).await, json!(false));
        // For Black the board is turned, and the mistake is the opponent's.
        page.open(&format!("/game/{id}/study?review&side=black")).await;
        page.until(
            "the opponent's mistake",
            "return document.querySelector('#theirs:not([hidden]) ol')?.textContent.includes('24-20?')",
        )
        .await;
        let own = "return document.getElementById('mistakes').textContent.includes('24-20')";
        assert_eq!(page.eval(own).await, json!(false));
        assert_eq!(page.eval("return document.getElementById('near').dataset.side").await, "black");
    });
}

fn a_game_is_replayed_by_keys_and_tried_on() {
    browse("study", Screen::DESKTOP, async |page| {
        let games = import(page).await;
        study(page, &format!("/study/{}", games[0])).await;
        assert_eq!(
            page.eval("return document.querySelectorAll('main script, main b script').length").await,
            0
        );
        assert!(page.text("#title").await.contains("<script>"), "a name is a text");
        for (key, shown) in
            [(RIGHT, "22-18"), (RIGHT, "11-14"), (LEFT, "22-18"), (END, "8-12"), (HOME, "start")]
        {
            page.keys(key).await;
            at(page, shown).await;
        }
        // One's own try from the start, on the board; the server judges it.
        page.click("button[data-square='23']").await;
        page.click("button[data-square='19']").await;
        at(page, "23-19").await;
        assert_eq!(page.eval("return document.querySelectorAll('.line .own').length").await, 1);
        page.keys(HOME).await;
        at(page, "start").await;
        for key in [RIGHT, RIGHT] {
            page.keys(key).await;
        }
        at(page, "11-14").await;
        // A capture is due: another move is refused with its article, and what is due is shown.
        page.click("button[data-square='23']").await;
        page.click("button[data-square='19']").await;
        page.until("the ruling", "return !document.getElementById('ruling').hidden").await;
        assert!(page.text("#ruling").await.contains("FID-IT"));
        assert_eq!(page.eval("return document.querySelectorAll('#board .way').length").await, 1);
        page.shot("study-refused").await;
        assert_eq!(current(page).await, "1… 11-14!");
        // A link leads to the half-move; the try is kept as a variation.
        assert!(page.eval("return location.hash").await == "#2");
        page.click("#keep-tries").await;
        page.until("the kept game", "return document.querySelectorAll('.line .variation').length === 2")
            .await;
        page.accessible("a study").await;
    });
}

fn analysis_shows_lines_while_one_looks() {
    browse("analysis", Screen::DESKTOP, async |page| {
        study(page, "/analysis?game=brazilian").await;
        page.click("#analyse").await;
        page.until("three lines", "return document.querySelectorAll('#lines li').length === 3").await;
        page.until("chances", "return document.getElementById('chances-text').textContent").await;
        page.shot("analysis").await;
        page.accessible("analysis").await;
        // In one step: the lines may change between a look and a click.
        let first = page.eval("const best = document.querySelector('#lines li button'); best.click(); return best.textContent").await;
        at(page, first.as_str().expect("a move")).await;
        page.until("lines again", "return document.querySelectorAll('#lines li').length === 3").await;
        page.click("#analyse").await;
        page.until("no lines", "return document.querySelectorAll('#lines li').length === 0").await;
    });
}

fn the_editor_explains_a_fault_and_plays_on() {
    browse("editor", Screen::DESKTOP, async |page| {
        page.open("/editor?game=english").await;
        page.until("the board", "return document.querySelectorAll('[data-square]').length >= 32").await;
        page.click("#clear").await;
        page.until("faults", "return document.querySelectorAll('#faults li').length === 2").await;
        // By mouse: a white man on its crown row.
        page.click("button[data-square='1']").await;
        page.until(
            "the fault",
            "return document.getElementById('faults').textContent.includes('crown row, square 1')",
        )
        .await;
        page.shot("editor-fault").await;
        page.accessible("a faulty set-up").await;
        // By keys: a king instead, and a black king below.
        page.eval("document.querySelector('[data-square=\"1\"]').focus()").await;
        page.keys("2").await;
        page.until("one fault", "return document.querySelectorAll('#faults li').length === 1").await;
        page.eval("document.querySelector('[data-square=\"1\"]').focus()").await;
        page.keys(END).await;
        page.keys("4").await;
        page.until("sound", "return !document.getElementById('sound').hidden").await;
        assert_eq!(page.eval("return document.getElementById('fen').value").await, "B:WK1:BK32");
        // By dragging: to another square, and off the board and back to a tap.
        page.drag("button[data-square='32']", "button[data-square='14']").await;
        page.until("carried", "return document.getElementById('fen').value === 'B:WK1:BK14'").await;
        page.drag("button[data-square='14']", "#title").await;
        page.until("taken off", "return document.getElementById('fen').value === 'B:WK1:B'").await;
        page.click("label[for='tool-black-king'], #tool-black-king").await;
        page.click("button[data-square='32']").await;
        page.until("sound again", "return document.getElementById('fen').value === 'B:WK1:BK32'").await;
        page.click("#analyse").await;
        page.until(
            "the study",
            "return location.pathname === '/analysis' && document.getElementById('board')?.legal?.length > 0",
        )
        .await;
    });
}

async fn every_page(page: &Page, look: &str) {
    let games = import(page).await;
    for (name, path) in [
        ("study", format!("/study/{}#4", games[0])),
        ("editor", "/editor?game=international".to_owned()),
        ("import", "/import".to_owned()),
        ("games", "/games".to_owned()),
        ("games-position", "/games?game=italian&fen=W:WK1:BK32".to_owned()),
    ] {
        page.open(&path).await;
        if matches!(name, "study" | "editor") {
            page.until("the board", "return document.querySelectorAll('[data-square]').length >= 32").await;
        }
        if name == "study" {
            page.until("the moves", "return document.getElementById('board').legal.length > 0").await;
            page.eval("document.querySelector('.take').open = true").await;
        }
        page.shot(&format!("{look}-{name}")).await;
        page.accessible(name).await;
        let wide = page.eval("return document.documentElement.scrollWidth - innerWidth").await;
        assert!(wide.as_i64().is_some_and(|wide| wide <= 0), "{name} is wider than the screen by {wide}");
    }
}

fn every_study_page_is_accessible_in_english_and_light() {
    browse("study-en", Screen::DESKTOP, async |page| every_page(page, "en-light").await);
}

fn every_study_page_is_accessible_in_italian_and_dark() {
    browse("study-it", Screen::DESKTOP.lang("it").dark(), async |page| every_page(page, "it-dark").await);
}

fn every_study_page_is_accessible_in_portuguese_on_a_phone() {
    browse("study-pt", Screen::PHONE.lang("pt-BR"), async |page| every_page(page, "pt-phone").await);
}

fn games_are_put_into_collections_and_collections_are_deleted_with_undo() {
    browse("collections", Screen::PHONE.lang("pt"), async |page| {
        page.open("/games").await;
        let pdn = "[GameType \"22\"]\n[White \"Anna\"]\n\n1. 22-18 11-15 1-0\n\n[GameType \"22\"]\n[White \"Bruno\"]\n\n1. 22-18 11-14 0-1\n";
        let script = "const [text, done] = arguments; fetch('/api/import', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: text }).then(response => done(response.status));";
        assert_eq!(page.run(script, vec![json!(pdn)]).await, json!(201));
        page.open("/games").await;
        page.find("#collection-form input").await.send_keys("Finais").await.expect("a field");
        page.click("#collection-form button[value=make]").await;
        page.until("the collection", "return new URLSearchParams(location.search).has('collection')").await;
        let address = page.eval("return location.pathname + location.search").await;
        page.open("/games").await;
        page.find("#collection-form input").await.send_keys("finais").await.expect("a field");
        page.click("#collection-form button[value=make]").await;
        let problem = "document.getElementById('collection-problem').textContent";
        page.until("the name is taken", &format!("return {problem}.includes('escolha outro nome')")).await;
        assert_eq!(page.eval("return document.activeElement.name").await, json!("name"));
        page.find("#collection-form input").await.send_keys("x").await.expect("a field");
        page.until("no problem", &format!("return {problem} === ''")).await;
        page.click("input.choose").await;
        page.click("#put option:nth-child(2)").await;
        page.until("it is in", "return document.getElementById('undo').textContent.includes('Finais')").await;
        page.until(
            "the number",
            "return document.querySelector('#collections a[data-name] small').textContent === '1'",
        )
        .await;
        let names = "return document.querySelector('.games .names').offsetWidth > 150";
        assert_eq!(page.eval(names).await, json!(true), "names are not broken letter by letter");
        page.accessible("collections").await;
        page.shot("collections-phone").await;
        page.open(address.as_str().expect("an address")).await;
        let shown = "return document.querySelectorAll('.games li:not([hidden])').length";
        assert_eq!(page.eval(shown).await, json!(1));
        page.click("input.choose").await;
        page.click("#take").await;
        page.until("it is out", &format!("{shown} === 0")).await;
        page.click("#undo button").await;
        page.until("it is in again", &format!("{shown} === 1")).await;
        page.click("#collection-delete").await;
        page.until("a way back", "return document.querySelector('#undo button')").await;
        assert_eq!(page.api("GET", "/api/collections", &json!(null)).await["body"], json!([]));
        page.click("#undo button").await;
        page.until(
            "the collection",
            "return document.querySelector('#collections [aria-current]')?.dataset.name === 'Finais' && !document.getElementById('collection-form').hidden",
        )
        .await;
        page.find("#collection-form input").await.send_keys("Aberturas").await.expect("a field");
        page.click("#collection-form button[value=rename]").await;
        page.until(
            "the name",
            "return document.querySelector('#collections [aria-current]')?.dataset.name === 'Aberturas'",
        )
        .await;
    });
}
