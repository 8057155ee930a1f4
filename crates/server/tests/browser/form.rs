//! The form of a new game, and what a person prefers.

use serde_json::json;

use crate::harness::{Screen, browse};
use crate::runner::{Tests, tests};

/// The tests of this file.
pub(crate) const TESTS: Tests = tests! {
    with axe: [
        every_choice_of_the_form_reaches_the_game,
        every_look_is_accessible_and_kept,
    ],
    without: [
        an_opening_is_drawn_and_stands_in_the_moves,
        a_move_is_played_only_when_it_is_confirmed,
        a_choice_on_a_phone_moves_no_other,
        on_a_laptop_the_button_is_in_sight_beside_the_board_of_the_chosen_game,
    ],
};

fn every_choice_of_the_form_reaches_the_game() {
    browse("form", Screen::DESKTOP.lang("it"), async |page| {
        page.open("/").await;
        page.click("label:has(input[name=variant][value=italian])").await;
        let online = "return document.getElementById('online-link').getAttribute('href')";
        assert_eq!(page.eval(online).await, "/lobby?variant=italian");
        page.click("#more > summary").await;
        page.click("label:has(input[name=colour][value=white])").await;
        page.click("label:has(input[name=clock][value=other])").await;
        page.click("select[name=kind] option[value=byo-yomi]").await;
        for (field, value) in [("minutes", "7"), ("periods", "2"), ("period", "20"), ("their-minutes", "3")] {
            let field = page.find(&format!("input[name={field}]")).await;
            field.clear().await.expect("a field");
            field.send_keys(value).await.expect("a field");
        }
        page.click("select[name=odds-by] option[value=other]").await;
        page.click("select[name=odds-men] option:nth-child(3)").await;
        page.find("input[name=odds-moves]").await.send_keys("22-8").await.expect("a field");
        // Which odds make an even game, from measured matches.
        let advice = page.text("#odds-advice").await;
        assert!(advice.starts_with("Alla pari per un giocatore di circa"), "{advice}");
        page.accessible("the form with everything shown").await;
        page.shot("form-all-it").await;
        // A double click starts one game.
        let started = "let started = 0; document.getElementById('start').submit = () => { started += 1; };
            const play = document.querySelector('#new button[type=submit]'); play.click(); play.click();
            delete document.getElementById('start').submit; dispatchEvent(new Event('pageshow')); return started";
        assert_eq!(page.eval(started).await, 1);
        page.click("#new button[type=submit]").await;
        // What is refused is said at its field, which has the focus and what was written.
        let refusal = "const field = document.activeElement, id = field.getAttribute('aria-describedby');
            return field.name === 'odds-moves' && field.value === '22-8' && field.getAttribute('aria-invalid') === 'true' && document.getElementById(id)?.textContent.includes('22-8')";
        page.until("a refusal at the field", refusal).await;
        assert_eq!(page.text_content("#problem").await, "");
        page.accessible("a refusal at the field").await;
        page.shot("form-refused-it").await;
        let moves = page.find("input[name=odds-moves]").await;
        moves.clear().await.expect("a field");
        moves.send_keys("22-18").await.expect("a field");
        assert_eq!(
            page.eval("return document.querySelector('.field-problem')").await,
            json!(null),
            "it is gone"
        );
        page.click("#new button[type=submit]").await;
        page.until("the board", "return document.querySelectorAll('button[data-square]').length === 32")
            .await;
        let path = page.path().await.replace("/game/", "/api/games/");
        let game = page.api("GET", &path, &json!(null)).await;
        let view = &game["body"]["view"];
        assert_eq!(view["clocks"][0]["periods"], 2, "{view}");
        assert!(view["clocks"][0]["left"].as_u64() > Some(6 * 60_000), "{view}");
        assert_eq!(view["clocks"][1]["left"], 3 * 60_000, "the opponent has less time");
        let black =
            view["fen"].as_str().and_then(|fen| fen.split(":B").nth(1)).map(|men| men.split(',').count());
        assert_eq!(black, Some(10), "the opponent gives two men");
        let white = view["fen"].as_str().and_then(|fen| fen.split(":B").next()).unwrap_or_default();
        assert!(white.contains("18,") && !white.contains("22"), "and a move: {white}");
        assert_eq!(game["body"]["seats"]["black"]["kind"], "engine");
        // Loaded anew, the page is the same game and no second one.
        page.eval("document.getElementById('game').dataset.first = 'yes'; location.reload()").await;
        page.until("the page, anew", "const game = document.getElementById('game'); return game && !game.dataset.first && game.dataset.line === 'up'").await;
        assert_eq!(page.path().await.replace("/game/", "/api/games/"), path);
    });
}

fn an_opening_is_drawn_and_stands_in_the_moves() {
    browse("ballot", Screen::DESKTOP, async |page| {
        page.open("/?variant=brazilian").await;
        page.click("label:has(input[name=opponent][value=person])").await;
        page.click("#more > summary").await;
        let shown = page
            .eval("return [...document.querySelectorAll('[data-game]')].filter(e => e.offsetParent).map(e => e.dataset.game)")
            .await;
        assert_eq!(shown, json!(["brazilian"]), "only the tables of the game that is chosen");
        page.click("label[data-game=brazilian]").await;
        page.click("#new button[type=submit]").await;
        page.until("the drawn moves", "return document.querySelectorAll('.ply').length > 0").await;
        page.shot("ballot").await;
    });
}

fn every_look_is_accessible_and_kept() {
    browse("looks", Screen::DESKTOP.lang("pt-BR"), async |page| {
        page.open("/healthz").await;
        let id = crate::pages::game(page, "brazilian").await;
        page.open(&format!("/game/{id}")).await;
        page.until("the moves", "return document.querySelector('#moves [aria-current]') !== null").await;
        page.click("#settings > summary").await;
        page.click("select[name=coordinates] option[value=algebraic]").await;
        for theme in ["paper", "green", "contrast", "grey"] {
            page.click(&format!("select[name=theme] option[value={theme}]")).await;
            page.accessible(theme).await;
            page.shot(&format!("look-{theme}")).await;
        }
        page.open("/").await;
        assert_eq!(page.eval("return document.documentElement.dataset.theme").await, "grey");
    });
}

fn a_move_is_played_only_when_it_is_confirmed() {
    browse("confirm", Screen::PHONE, async |page| {
        page.open("/healthz").await;
        let id = crate::pages::game(page, "italian").await;
        page.open(&format!("/game/{id}")).await;
        page.until("the moves", "return document.querySelector('#moves [aria-current]') !== null").await;
        page.eval("const confirm = document.querySelector('[name=confirm]'); confirm.closest('details').open = true; return true").await;
        page.click("[name=confirm]").await;
        let m = page.eval("return document.getElementById('board').legal[0]").await;
        for square in ["from", "to"] {
            page.click(&format!("button[data-square='{}']", m[square])).await;
        }
        page.until("the question", "return !document.getElementById('ways').hidden").await;
        page.shot("confirm-phone").await;
        assert_eq!(page.eval("return document.getElementById('game').dataset.ply").await, "6");
        page.click("#ways .primary").await;
        page.until("the move", "return document.getElementById('game').dataset.ply === '7'").await;
        // The focus is back on the board.
        assert_eq!(page.eval("return document.activeElement.closest('damiera-board')?.id").await, "board");
    });
}

fn a_choice_on_a_phone_moves_no_other() {
    for lang in ["en", "it", "pt"] {
        browse("form-phone", Screen::PHONE.lang(lang), async |page| {
            for path in ["/", "/lobby"] {
                page.open(path).await;
                page.until(
                    "the words of the choice",
                    "return document.querySelector('.choice-about')?.textContent",
                )
                .await;
                let tiles = "return [...document.querySelectorAll('.cards .pick, .three .pick, form button.primary')].map(tile => { const { top, height } = tile.getBoundingClientRect(); return [top + scrollY, height]; })";
                let (before, words) =
                    (page.eval(tiles).await, "return document.querySelector('.choice-about').textContent");
                let mut said = std::collections::BTreeSet::new();
                for game in ["english", "italian", "brazilian", "international"] {
                    page.click(&format!("label:has(input[name=variant][value={game}])")).await;
                    assert_eq!(page.eval(tiles).await, before, "{path} {lang} {game}");
                    said.insert(page.eval(words).await.to_string());
                }
                assert_eq!(said.len(), 4, "{said:?}");
                assert_eq!(
                    page.eval("return document.querySelectorAll('#nav [aria-current=page]').length").await,
                    1
                );
            }
        });
    }
}

fn on_a_laptop_the_button_is_in_sight_beside_the_board_of_the_chosen_game() {
    for lang in ["it", "pt", "en"] {
        browse(&format!("laptop-{lang}"), Screen::DESKTOP.size(1280, 720).lang(lang), async |page| {
            let below =
                "const button = document.querySelector('main button.primary').getBoundingClientRect();
                return button.height > 0 ? Math.max(0, Math.ceil(button.bottom - innerHeight)) : 'unseen'";
            let squares = "return [...document.querySelectorAll('#start-board > *')].filter(one => one.offsetHeight > 300).map(one =>
                [one.dataset.variant, one.querySelectorAll('use').length, Math.max(0, Math.ceil(one.getBoundingClientRect().bottom - innerHeight))])";
            page.open("/").await;
            page.click("label:has(input[name=variant][value=international])").await;
            assert_eq!(page.eval(squares).await, json!([["international", 40, 0]]));
            page.click("label:has(input[name=variant][value=italian])").await;
            assert_eq!(page.eval(squares).await, json!([["italian", 24, 0]]));
            assert_eq!(page.eval(below).await, 0, "the button of a new game");
            page.shot(&format!("home-laptop-{lang}")).await;
            page.open("/lobby").await;
            assert_eq!(page.eval(below).await, 0, "the button of the lobby");
            page.shot(&format!("lobby-laptop-{lang}")).await;
            let account = json!({ "name": "Marion", "password": "a long way round" });
            assert_eq!(page.api("POST", "/api/account", &account).await["status"], 201);
            page.open("/lobby").await;
            page.find("#rated-choice").await;
            assert_eq!(page.eval(below).await, 0, "the button of the lobby for somebody who is signed in");
            page.shot(&format!("lobby-laptop-account-{lang}")).await;
        });
    }
}
