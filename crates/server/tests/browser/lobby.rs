//! The lobby: what a seeker chooses, what others read of it, and what the seeker sees while waiting.

use serde_json::json;

use crate::harness::{Network, Page, Screen, browse};
use crate::runner::{Tests, tests};

/// The tests of this file.
pub(crate) const TESTS: Tests = tests! {
    with axe: [
        a_seeker_waits_with_the_terms_the_link_and_a_board_to_try,
        a_range_of_ratings_is_chosen_in_the_form_and_kept_to,
    ],
    without: [
        a_seek_that_the_server_no_longer_has_is_given_up,
        the_form_shows_what_belongs_to_a_choice_and_refuses_odds_of_nothing,
        a_phone_has_the_navigation_behind_a_menu_on_every_page,
    ],
};

fn a_seeker_waits_with_the_terms_the_link_and_a_board_to_try() {
    browse("lobby-waiting", Screen::PHONE.lang("it"), async |page| {
        page.open("/lobby").await;
        page.click("label:has(input[name=variant][value=brazilian])").await;
        page.click("label:has(input[name=colour][value=black])").await;
        page.click("button[name=open][value=yes]").await;
        page.until("the terms", "return document.getElementById('own-terms').textContent").await;
        // The button that was pressed is gone: the focus is on what has taken its place, and comes back.
        assert_eq!(page.eval("return document.activeElement.id").await, "waiting");
        let terms = page.text("#own-terms").await;
        assert_eq!(terms, "Brasiliana · 15 + 10 · giochi col Nero");
        let link = page.eval("return document.getElementById('link-text').value").await;
        assert!(link.as_str().is_some_and(|link| link.contains("/seek/")), "{link}");
        page.until("the board", "return document.querySelectorAll('#try .disc').length === 24").await;
        page.accessible("the lobby with a board to try").await;
        page.shot("lobby-waiting").await;
        for square in [22, 18] {
            page.click(&format!("#try button[data-square='{square}']")).await;
        }
        page.until("the move", "return document.querySelector('#try .last') !== null").await;
        // Another game has another board.
        page.click("#withdraw").await;
        page.until("the form", "return !document.getElementById('seek').hidden").await;
        page.until("the focus", "return document.activeElement.name === 'open'").await;
        assert_eq!(page.eval("return document.getElementById('try-place').hidden").await, json!(true));
        page.click("label:has(input[name=variant][value=international])").await;
        page.click("button[name=open][value=yes]").await;
        page.until("the other board", "return document.querySelectorAll('#try .disc').length === 40").await;
    });
}

fn the_form_shows_what_belongs_to_a_choice_and_refuses_odds_of_nothing() {
    browse("lobby-choices", Screen::PHONE.lang("it"), async |page| {
        page.open("/lobby").await;
        for part in ["odds", "consultation", "more-terms"] {
            page.click(&format!("#{part} > summary")).await;
        }
        let shown =
            |id: &'static str| format!("return document.getElementById('{id}').offsetParent !== null");
        for id in ["consult-decide", "consult-minutes", "blindfold-terms", "odds-given"] {
            assert_eq!(page.eval(&shown(id)).await, json!(false), "{id}");
        }
        page.click("select[name=consult] option[value=both]").await;
        assert_eq!(page.eval(&shown("consult-decide")).await, json!(true));
        assert_eq!(page.eval(&shown("consult-minutes")).await, json!(false), "a captain decides");
        page.click("select[name=consult-decide] option[value=majority]").await;
        assert_eq!(page.eval(&shown("consult-minutes")).await, json!(true));
        // The numbers fit the clock, until somebody writes others.
        let number =
            async |name| page.eval(&format!("return document.querySelector('[name={name}]').value")).await;
        assert_eq!(number("consult-minutes").await, "1");
        page.click("label:has(input[name=clock][value=days])").await;
        assert_eq!([number("consult-minutes").await, number("days").await], ["720", "5"]);
        page.click("select[name=days-kind] option[value=total]").await;
        assert_eq!(number("days").await, "30");
        // What is chosen can be read when the part is closed again.
        page.click("#consultation > summary").await;
        assert_eq!(page.text_content("#consult-chosen").await, "entrambe le parti");
        page.click("select[name=blindfold] option[value=own]").await;
        let refused = async |place: &str, part: &str| {
            page.click("button[name=open][value=yes]").await;
            let said = format!("return document.querySelector('{place}')?.textContent.includes('{part}')");
            page.until(part, &said).await;
        };
        refused("#problem", "Chi gioca alla cieca gioca da solo").await;
        page.click("select[name=blindfold] option[value='']").await;
        page.click("select[name=odds-by] option[value=seeker]").await;
        // What concerns a field is said there.
        refused("#odds > .field-problem", "Indica che cosa").await;
        assert_eq!(page.text_content("#problem").await, "");
        assert_eq!(page.eval("return document.activeElement.name").await, "odds-by");
        page.click("input[name=odds-first-move]").await;
        page.click("button[name=open][value=yes]").await;
        page.until("the terms", "return document.getElementById('own-terms').textContent").await;
        let terms = page.text("#own-terms").await;
        assert!(
            terms.contains("30 giorni in tutto") && terms.contains("Dai vantaggio: la prima mossa."),
            "{terms}"
        );
        assert!(!terms.contains(". ·"), "sentences follow each other: {terms}");
        assert_eq!(page.eval(&shown("open")).await, json!(false), "no empty list while one waits");
    });
}

fn a_seek_that_the_server_no_longer_has_is_given_up() {
    browse("lobby-gone", Screen::DESKTOP, async |page| {
        page.open("/lobby").await;
        page.click("button[name=open][value=yes]").await;
        page.until("the link", "return document.getElementById('link-text').value.includes('/seek/')").await;
        let link = page.eval("return document.getElementById('link-text').value").await;
        let id = link.as_str().and_then(|link| link.rsplit('/').next()).expect("an id").to_owned();
        // As after a restart: the seek is gone, and the page learns it when it is connected again.
        page.eval_async(&format!(
            "const done = arguments[0]; fetch('/api/seeks/{id}', {{ method: 'DELETE' }}).then(answer => done(answer.status))"
        ))
        .await;
        page.set_network(Network::Offline).await;
        page.until("the bar", "return document.getElementById('link-bar').textContent").await;
        page.set_network(Network::Online).await;
        page.until("what happened", "return document.getElementById('problem').textContent").await;
        let shown =
            "return [document.getElementById('waiting').hidden, document.getElementById('seek').hidden]";
        assert_eq!(page.eval(shown).await, json!([true, false]));
    });
}

async fn open_account(page: &Page, name: &str) {
    page.open("/healthz").await;
    let entry = json!({ "name": name, "password": "a long sentence" });
    assert_eq!(page.api("POST", "/api/account", &entry).await["status"], 201);
}

fn a_range_of_ratings_is_chosen_in_the_form_and_kept_to() {
    browse("lobby-range", Screen::DESKTOP, async |page| {
        let other = page.another(Screen::DESKTOP, format!("http://{}", page.server())).await;
        open_account(page, "Marion").await;
        open_account(&other, "Asa").await;
        page.open("/lobby").await;
        let is_hidden = "return document.querySelector('.rating-bound').hidden";
        assert_eq!(page.eval(is_hidden).await, json!(true), "until it is chosen");
        page.click("select[name=rating-range] option[value=from-to]").await;
        assert_eq!(page.eval(is_hidden).await, json!(false));
        page.accessible("the range of ratings").await;
        // A game that is not rated has no range.
        page.click("input[name=rated]").await;
        page.until("no range", "return document.getElementById('rating-range').hidden").await;
        page.click("input[name=rated]").await;
        page.find("input[name=rating-from]").await.send_keys("1600").await.expect("a field");
        page.find("input[name=rating-to]").await.send_keys("1500").await.expect("a field");
        page.click("button[name=open][value=yes]").await;
        page.until("a refusal", "return document.getElementById('problem').textContent").await;
        let to = page.find("input[name=rating-to]").await;
        to.clear().await.expect("a field");
        to.send_keys("1900").await.expect("a field");
        page.click("button[name=open][value=yes]").await;
        page.until(
            "the terms",
            "return document.getElementById('own-terms').textContent.includes('1600–1900')",
        )
        .await;
        // Everybody begins with 1500, which is below the range.
        other.open("/lobby").await;
        other.until("the seek", "return document.querySelector('#seeks li')").await;
        assert!(other.text("#seeks li").await.contains("1600–1900"));
        other.click("#seeks button").await;
        other.until("a refusal", "return document.getElementById('problem').textContent").await;
        assert_eq!(other.path().await, "/lobby");
        // Within 200 of one's own rating.
        page.click("#withdraw").await;
        page.until("the form again", "return !document.getElementById('seek').hidden").await;
        page.click("select[name=rating-range] option[value='200']").await;
        page.click("button[name=open][value=yes]").await;
        page.until(
            "the terms",
            "return document.getElementById('own-terms').textContent.includes('1300–1700')",
        )
        .await;
        other
            .until(
                "the seek",
                "return document.querySelector('#seeks li')?.textContent.includes('1300–1700')",
            )
            .await;
        other.click("#seeks button").await;
        for player in [page, &other] {
            player.until("the game", "return location.pathname.startsWith('/game/')").await;
        }
        other.close().await;
    });
}

fn a_phone_has_the_navigation_behind_a_menu_on_every_page() {
    browse("phone-menu", Screen::PHONE.lang("it"), async |page| {
        for path in ["/", "/lobby", "/games", "/learn", "/settings", "/nowhere"] {
            page.open(path).await;
            let shown =
                "return [...document.querySelectorAll('#nav a')].filter(link => link.offsetParent).length";
            assert_eq!(page.eval(shown).await, json!(0), "{path}");
            page.click("#menu").await;
            assert!(page.eval(shown).await.as_u64() >= Some(9), "{path}");
            let small = "return [...document.querySelectorAll('header a, header button')]
                .filter(e => e.offsetParent && !e.matches('.skip') && e.getBoundingClientRect().height < 43.5).map(e => e.textContent)";
            assert_eq!(page.eval(small).await, json!([]), "{path}");
            // Escape closes it, and the focus is on the button that opened it.
            page.eval("document.querySelector('#nav a').focus()").await;
            page.keys("\u{e00c}").await;
            assert_eq!(page.eval(shown).await, json!(0), "{path}");
            assert_eq!(page.eval("return document.activeElement.id").await, "menu", "{path}");
            page.click("#menu").await;
            let wide = "return document.documentElement.scrollWidth > innerWidth";
            assert_eq!(page.eval(wide).await, json!(false), "{path}");
        }
        page.shot("phone-menu").await;
    });
}
