//! Every page is accessible, in light and dark, on a screen and on a phone.

use serde_json::json;

use crate::harness::{Page, Screen, browse};
use crate::runner::{Tests, tests};

/// The tests of this file.
pub(crate) const TESTS: Tests = tests! {
    with axe: [
        every_page_is_accessible_in_english_and_light,
        every_page_is_accessible_in_italian_and_dark,
        every_page_is_accessible_in_portuguese_on_a_phone,
        a_missing_page_offers_play_and_a_link_has_a_preview,
    ],
    without: [
        a_small_phone_breaks_no_word_and_nothing_is_cut_off,
        what_a_page_asks_for_comes_in_its_own_language,
    ],
};

/// A game to look at, some moves old.
pub(crate) async fn game(page: &Page, variant: &str) -> String {
    let person = json!({ "kind": "person" });
    let wish =
        json!({ "variant": variant, "white": person, "black": person, "minutes": 15, "increment": 10 });
    let game = page.api("POST", "/api/games", &wish).await;
    assert_eq!(game["status"], 201, "{game}");
    let id = game["body"]["id"].as_str().expect("a name").to_owned();
    for _ in 0..6 {
        let game = page.api("GET", &format!("/api/games/{id}"), &json!(null)).await;
        let view = &game["body"]["view"];
        let command = json!({ "by": view["turn"], "ask": "move", "notation": view["legal"][0]["notation"] });
        page.api("POST", &format!("/api/games/{id}/commands"), &command).await;
    }
    id
}

async fn every_page(page: &Page, look: &str) {
    page.open("/").await;
    page.shot(&format!("{look}-home")).await;
    page.accessible("home").await;
    page.click("#more > summary").await;
    page.click("label:has(input[name=clock][value=other])").await;
    page.shot(&format!("{look}-home-more")).await;
    page.accessible("home with all choices").await;
    let id = game(page, "italian").await;
    page.api("POST", "/api/account", &json!({ "name": "Marion", "password": "a long sentence" })).await;
    for (name, path) in [
        ("game", format!("/game/{id}")),
        ("games", "/games".to_owned()),
        ("learn", "/learn".to_owned()),
        ("lobby", "/lobby".to_owned()),
        ("account", "/account".to_owned()),
        ("watch", "/watch".to_owned()),
        ("settings", "/settings".to_owned()),
        ("player", "/player/Marion".to_owned()),
        ("leaderboard", "/leaderboard".to_owned()),
        ("study", format!("/game/{id}/study")),
        ("analysis", "/analysis".to_owned()),
        ("editor", "/editor".to_owned()),
        ("import", "/import".to_owned()),
        ("reviews", "/reviews".to_owned()),
        ("correspondence", "/correspondence".to_owned()),
        ("exhibitions", "/exhibitions".to_owned()),
        ("events", "/events".to_owned()),
        ("introduction", "/learn/international".to_owned()),
        ("api", "/api".to_owned()),
        ("rules", "/rules".to_owned()),
        ("article", "/rules/FID-IT/6.7".to_owned()),
        ("nothing", "/nowhere".to_owned()),
    ] {
        page.open(&path).await;
        if name == "game" || name == "learn" {
            page.until("the board", "return document.querySelectorAll('[data-square]').length >= 32").await;
        }
        page.shot(&format!("{look}-{name}")).await;
        page.accessible(name).await;
        assert_eq!(page.eval(TWICE).await, json!([]), "{look} {name}");
    }
}

/// Headings that say a word twice, as where a text and what fills its gap both name the game.
const TWICE: &str = r"return [document.title, ...[...document.querySelectorAll('h1, h2')].map(heading => heading.textContent)]
    .filter(text => /(^|\P{L})(\p{L}+)\s+\2(\P{L}|$)/iu.test(text))";

fn every_page_is_accessible_in_english_and_light() {
    browse("pages-en", Screen::DESKTOP, async |page| every_page(page, "en-light").await);
}

fn every_page_is_accessible_in_italian_and_dark() {
    browse("pages-it", Screen::DESKTOP.lang("it").dark(), async |page| every_page(page, "it-dark").await);
}

fn every_page_is_accessible_in_portuguese_on_a_phone() {
    browse("pages-pt", Screen::PHONE.lang("pt-BR"), async |page| every_page(page, "pt-phone").await);
}

/// Words that stand on two lines, and parts that are wider than their place.
const UNTIDY: &str = r"
    const found = [], range = document.createRange(), words = document.createTreeWalker(document.querySelector('body'), NodeFilter.SHOW_TEXT);
    if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    for (const part of document.querySelectorAll('main :is(form, fieldset, label, pre, div, section)')) {
      if (part.offsetParent && part.clientWidth && part.scrollWidth > part.clientWidth + 1) found.push(`${part.tagName}.${part.className} is too wide`);
    }
    while (words.nextNode()) {
      const node = words.currentNode;
      if (!node.parentElement.offsetParent || node.parentElement.closest('script, style, textarea, option, .unseen')) continue;
      for (const word of node.data.matchAll(/[\p{L}\p{N}]+/gu)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top);
        if (Math.max(...tops) - Math.min(...tops) > 5) found.push(word[0]);
      }
    }
    return found";

fn a_small_phone_breaks_no_word_and_nothing_is_cut_off() {
    browse("small-phone", Screen::PHONE.lang("it").size(320, 640), async |italian| {
        let base = format!("http://{}", italian.server());
        let portuguese = italian.another(Screen::PHONE.lang("pt-BR").size(320, 640), base).await;
        for (page, look) in [(italian, "it"), (&portuguese, "pt")] {
            page.open("/healthz").await;
            let id = game(page, "international").await;
            for path in [
                "/",
                "/lobby",
                "/learn/international",
                "/settings",
                "/exhibitions",
                "/leaderboard",
                &format!("/game/{id}"),
            ] {
                page.open(path).await;
                page.until("the page", "return document.readyState === 'complete'").await;
                let open = "for (const part of document.querySelectorAll('main details')) part.open = true; return true";
                page.eval(open).await;
                assert_eq!(page.eval(UNTIDY).await, json!([]), "{look} {path}");
            }
            page.open("/").await;
            page.shot(&format!("small-phone-{look}")).await;
            let lines = "return document.querySelector('header').getBoundingClientRect().height < 60";
            assert_eq!(page.eval(lines).await, json!(true), "the header has one line");
        }
        // A spectator reads the most about a player, beside the clock, a man ahead and kings.
        let person = json!({ "kind": "person" });
        let wish = json!({ "variant": "italian", "fen": "W:WK23,31,32,30:B19,26", "white": person, "black": person, "minutes": 600 });
        let made = italian.api("POST", "/api/games", &wish).await;
        portuguese.open(&format!("/game/{}", made["body"]["id"].as_str().expect("an id"))).await;
        let state = "return document.querySelector('#near .state').textContent === 'Brancas · ausente · vez de jogar'";
        italian.open("/healthz").await;
        portuguese.until("all that is said of a player", state).await;
        let beyond = "return ['#near .clock', '#near .material', '#near .who'].filter(css => { const { left, right, width } = document.querySelector(css).getBoundingClientRect(); return width === 0 || left < 0 || right > innerWidth; }).length === 0";
        portuguese.until("a player's line within the screen", beyond).await;
        assert_eq!(portuguese.eval("return document.documentElement.scrollWidth <= innerWidth").await, true);
        portuguese.shot("small-phone-spectator").await;
        portuguese.close().await;
    });
}

fn what_a_page_asks_for_comes_in_its_own_language() {
    browse("own-language", Screen::DESKTOP.lang("it"), async |page| {
        let lang = "return document.documentElement.lang";
        // Somebody who has not chosen a language follows a link in one: the pages after it are in the same.
        page.open("/learn?lang=pt").await;
        page.open("/analysis?game=italian").await;
        assert_eq!(page.eval(lang).await, "pt");
        page.click(".langs [data-lang=en]").await;
        page.until("English", "return document.documentElement.lang === 'en'").await;
        // Whoever has chosen one keeps it, and yet the link speaks its own, with what its scripts are told.
        page.open("/analysis?game=italian&lang=pt").await;
        page.until("the board", "return document.querySelectorAll('[data-square]').length >= 32").await;
        page.eval("document.getElementById('paste').open = true").await;
        page.find("#paste-text").await.send_keys("W:W22:B99").await.expect("a field");
        page.click("#paste-form button").await;
        page.until("a problem", "return document.getElementById('paste-problem').textContent").await;
        let problem = page.text("#paste-problem").await;
        assert!(problem.contains("tabuleiro"), "{problem}");
        // The switch works on such a page too, and leaves the rest of the address as it was.
        page.click(".langs [data-lang=it]").await;
        page.until("Italian", "return document.documentElement.lang === 'it' && location.search").await;
        assert_eq!(page.eval("return location.search").await, "?game=italian");
        // A game that is refused is refused in the language of its form.
        page.open("/?lang=pt").await;
        page.click("#more > summary").await;
        page.click("select[name=odds-by] option[value=other]").await;
        page.find("input[name=odds-moves]").await.send_keys("22-8").await.expect("a field");
        page.click("#new button[type=submit]").await;
        page.until("a refusal", "return document.querySelector('.field-problem')?.textContent").await;
        assert_eq!(page.eval(lang).await, "pt");
    });
}

fn a_missing_page_offers_play_and_a_link_has_a_preview() {
    browse("preview", Screen::DESKTOP.size(1366, 768), async |page| {
        page.open("/nowhere").await;
        assert_eq!(page.eval("return document.querySelector('main a.primary').pathname").await, json!("/"));
        page.open("/games").await;
        let offered =
            "const links = [...document.querySelectorAll('main .acts a')].map(link => link.pathname);
            return ['/', '/import'].every(path => links.includes(path))";
        page.until("an empty list offers play and import", offered).await;
        let id = game(page, "brazilian").await;
        page.open(&format!("/game/{id}")).await;
        let meta = "return Object.fromEntries([...document.querySelectorAll('meta[property]')].map(meta => [meta.getAttribute('property'), meta.content]))";
        let meta = page.eval(meta).await;
        assert_eq!(meta["og:title"], json!("White – Black · Brazilian"));
        let image = meta["og:image"].as_str().expect("a picture").to_owned();
        let found = page.run("const [path, done] = arguments; fetch(path).then(response => done(response.headers.get('content-type')));", vec![json!(image)]).await;
        assert_eq!(found, json!("image/png"), "{image}");
        // A phone can put the app on its home screen.
        let manifest = "const done = arguments[0], link = document.querySelector('link[rel=manifest]').href;
            fetch(link).then(async answer => { const { display, start_url, icons } = await answer.json(), icon = await fetch(new URL(icons[0].src, link));
              done([answer.headers.get('content-type'), display, start_url, icon.headers.get('content-type')]); });";
        let expected = json!(["application/manifest+json", "standalone", "/", "image/svg+xml"]);
        assert_eq!(page.eval_async(manifest).await, expected);
    });
}
