//! What helps a player: hints, a board to try, pasted games, going from game to game.

use serde_json::json;

use crate::harness::{Page, Screen, browse};
use crate::play::game;
use crate::runner::{Tests, tests};

/// The tests of this file.
pub(crate) const TESTS: Tests = tests! {
    with axe: [
        a_hint_is_shown_and_a_move_that_loses_a_piece_is_asked_about,
        a_position_or_a_game_is_pasted_into_the_analysis_of_any_game,
        the_library_leads_from_game_to_game_and_counts_what_is_left,
        who_waits_sees_the_terms_the_link_and_a_board_to_try,
    ],
};

fn a_hint_is_shown_and_a_move_that_loses_a_piece_is_asked_about() {
    browse("hints", Screen::DESKTOP, async |page| {
        page.open("/settings").await;
        page.click("label:has(input[name=hints])").await;
        let [person, engine] = [json!({ "kind": "person" }), json!({ "kind": "engine", "level": 1 })];
        // 22-18 gives a man away for nothing; 21-17 does not.
        let wish =
            json!({ "variant": "italian", "white": person, "black": engine, "fen": "W:W21,22,32:B13,6,3" });
        game(page, &wish).await;
        page.click("#acts [data-key=hint]").await;
        page.until("the hint", "return document.querySelector('.best') && document.querySelector('#ruling p').textContent.includes('good move')").await;
        page.accessible("a hint").await;
        page.shot("hint").await;
        page.find("#typed input").await.send_keys("22-18\u{e007}").await.expect("a field");
        page.until(
            "the warning",
            "return document.getElementById('ways').textContent.includes('loses a piece')",
        )
        .await;
        page.shot("warning").await;
        assert_eq!(page.eval("return document.getElementById('game').dataset.ply").await, "0");
        page.click("#ways [data-key=cancel]").await;
        page.find("#typed input").await.send_keys("21-17\u{e007}").await.expect("a field");
        page.until(
            "a move that costs nothing",
            "return Number(document.getElementById('game').dataset.ply) > 0",
        )
        .await;
        // At a higher level there is no help.
        let wish =
            json!({ "variant": "italian", "white": person, "black": { "kind": "engine", "level": 5 } });
        game(page, &wish).await;
        page.until("the buttons", "return document.querySelector('#acts [data-key=resign]')").await;
        assert_eq!(page.eval("return document.querySelector('[data-key=hint]')").await, json!(null));
    });
}

async fn paste(page: &Page, text: &str) {
    page.eval("document.getElementById('paste').open = true").await;
    let field = page.find("#paste-text").await;
    field.clear().await.expect("a field");
    field.send_keys(text).await.expect("a field");
    page.click("#paste-form button").await;
}

fn a_position_or_a_game_is_pasted_into_the_analysis_of_any_game() {
    browse("paste", Screen::DESKTOP, async |page| {
        for variant in ["english", "italian", "brazilian", "international"] {
            page.open(&format!("/analysis?game={variant}")).await;
            page.until("the board", "return document.querySelectorAll('[data-square]').length >= 32").await;
        }
        paste(page, "W:W22,K3:B99").await;
        page.until("a problem", "return document.getElementById('paste-problem').textContent").await;
        page.accessible("a problem with what was pasted").await;
        paste(page, "W:W31,32,K33:B1,2").await;
        page.until("the position", "return new URLSearchParams(location.search).get('fen') && document.querySelectorAll('g.disc').length === 5").await;
        page.shot("paste").await;
        page.open("/analysis?game=italian").await;
        page.until("the board", "return document.querySelectorAll('[data-square]').length >= 32").await;
        paste(page, "[White \"Marion\"] [Black \"Asa\"] [GameType \"22\"] 1. 22-18 12-16 2. 21-17 *").await;
        page.until("the game", "return document.getElementById('title')?.textContent === 'Marion – Asa'")
            .await;
    });
}

fn the_library_leads_from_game_to_game_and_counts_what_is_left() {
    browse("neighbours", Screen::DESKTOP, async |page| {
        page.open("/games").await;
        let search = "return document.querySelector('.search').offsetParent !== null";
        assert_eq!(page.eval(search).await, json!(false), "there is nothing to search yet");
        page.open("/import").await;
        let games = ["Anna", "Bruno", "Carla"].map(|name| format!("[White \"{name}\"] [Black \"Asa\"] [GameType \"22\"] [Date \"1999.05.0{}\"] 1. 22-18 12-16 *", name.len() - 3));
        let script = "const [text, done] = arguments; fetch('/api/import', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: text }).then(response => done(response.status));";
        assert_eq!(page.run(script, vec![json!(games.join("\n\n"))]).await, json!(201));
        page.open("/games").await;
        assert!(page.text("#count").await.contains('3'));
        assert_eq!(page.eval(search).await, json!(true));
        let dates = page
            .eval("return [...document.querySelectorAll('time[data-date]')].map(time => time.textContent)")
            .await;
        assert!(dates.to_string().contains("1999"), "the record's own dates: {dates}");
        let names = page
            .eval("return [...document.querySelectorAll('.names b')].map(name => name.textContent)")
            .await;
        page.click(".games li:nth-child(1) a").await;
        page.until("the study", "return document.getElementById('next-game')?.hidden === false && document.getElementById('previous-game').hidden").await;
        page.click("#next-game").await;
        page.until(
            "the next game",
            &format!("return document.getElementById('title')?.textContent === {}", names[1]),
        )
        .await;
        page.until("both ways", "return !document.getElementById('previous-game').hidden && !document.getElementById('next-game').hidden").await;
        page.open("/games").await;
        page.click(".games li:nth-child(2) .choose").await;
        page.click("#remove").await;
        page.until("two games", "return document.getElementById('count').textContent.includes('2')").await;
        page.click("#undo button").await;
        page.until("three games", "return document.getElementById('count').textContent.includes('3')").await;
    });
}

fn who_waits_sees_the_terms_the_link_and_a_board_to_try() {
    browse("waiting", Screen::PHONE, async |page| {
        page.open("/lobby?variant=brazilian").await;
        page.click("button[name=open][value='']").await;
        page.until("the board", "return document.querySelectorAll('#try [data-square]').length >= 32").await;
        assert!(page.text(".terms").await.contains("Brazilian"));
        page.until("the link", "return document.getElementById('link-text').value.includes('/seek/')").await;
        page.accessible("waiting").await;
        page.shot("waiting-phone").await;
        let m = page.eval("return document.getElementById('try').legal[0]").await;
        for square in ["from", "to"] {
            page.click(&format!("#try button[data-square='{}']", m[square])).await;
        }
        page.until("the move", "return document.getElementById('try').state.mover === 'black'").await;
    });
}
