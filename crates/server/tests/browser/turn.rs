//! How somebody who does not look at the page learns that there is something to do: by notifications, by sounds and by
//! announcements. And a game on paper and in a file.

use serde_json::json;

use crate::harness::{Page, Screen, browse};
use crate::runner::{Tests, tests};

/// The tests of this file.
pub(crate) const TESTS: Tests = tests! {
    without: [
        a_notification_says_that_one_is_matched_and_that_it_is_one_s_turn,
        moves_are_heard_after_the_first_gesture_unless_switched_off,
        a_printed_game_is_the_board_and_the_moves,
        little_time_is_announced_once_and_only_to_the_player_who_has_it,
        a_downloaded_game_has_names_date_time_control_and_clocks,
    ],
};

/// A page that nobody looks at, and notifications that are kept instead of shown: this browser has no desktop to show them on.
const NOTIFICATIONS: &str = "globalThis.Notification = class extends EventTarget {
      static permission = 'granted';
      static async requestPermission() { return 'granted'; }
      constructor(title, { body }) {
        super();
        sessionStorage.setItem('shown', JSON.stringify([...JSON.parse(sessionStorage.getItem('shown') ?? '[]'), body]));
      }
      close() {}
    };
    Object.defineProperty(document, 'hidden', { get: () => true });";

const SHOWN: &str = "return sessionStorage.getItem('shown') ?? ''";

fn a_notification_says_that_one_is_matched_and_that_it_is_one_s_turn() {
    browse("notifications", Screen::DESKTOP.lang("it"), async |page| {
        let other = page.another(Screen::DESKTOP, format!("http://{}", page.server())).await;
        page.run_on_every_page(NOTIFICATIONS).await;
        page.open("/settings").await;
        page.click("label:has(input[name=notify])").await;
        page.until("kept", "return document.getElementById('state').textContent").await;
        page.open("/lobby").await;
        page.click("label:has(input[name=variant][value=italian])").await;
        page.click("label:has(input[name=colour][value=black])").await;
        page.click("button[name=open][value=yes]").await;
        other.open("/lobby").await;
        other.click("#seeks button").await;
        page.until("the game", "return document.getElementById('game')?.dataset.line === 'up'").await;
        let shown = page.eval(SHOWN).await;
        assert!(shown.as_str().is_some_and(|shown| shown.contains("avversario")), "{shown}");
        other.until("the game", "return document.getElementById('game')?.dataset.line === 'up'").await;
        for square in [22, 18] {
            other.click(&format!("#board button[data-square='{square}']")).await;
        }
        page.until(
            "the turn",
            "return sessionStorage.getItem('shown').includes('22-18') && document.title.startsWith('●')",
        )
        .await;
        other.close().await;
    });
}

/// Counts the sounds that are started.
const HEARD: &str = "globalThis.heard = 0; const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...given) { globalThis.heard += 1; return start.apply(this, given); };";

fn moves_are_heard_after_the_first_gesture_unless_switched_off() {
    browse("sounds", Screen::DESKTOP, async |page| {
        page.run_on_every_page(HEARD).await;
        page.open("/healthz").await;
        for (is_on, heard) in
            [(true, "return globalThis.heard > 0"), (false, "return globalThis.heard === 0")]
        {
            if !is_on {
                page.open("/settings").await;
                page.click("label:has(input[name=sound])").await;
                page.until("kept", "return document.getElementById('state').textContent").await;
            }
            let id = crate::pages::game(page, "italian").await;
            page.open(&format!("/game/{id}")).await;
            page.until("the game", "return document.getElementById('game')?.dataset.line === 'up'").await;
            let game = page.api("GET", &format!("/api/games/{id}"), &json!(null)).await;
            let path = game["body"]["view"]["legal"][0]["routes"][0].clone();
            for square in path.as_array().expect("a path") {
                page.click(&format!("#board button[data-square='{square}']")).await;
            }
            page.until("the move", "return document.getElementById('game').dataset.ply === '7'").await;
            page.until("what is heard", heard).await;
        }
    });
}

fn a_printed_game_is_the_board_and_the_moves() {
    browse("printed", Screen::DESKTOP, async |page| {
        page.open("/healthz").await;
        let id = crate::pages::game(page, "italian").await;
        page.open(&format!("/game/{id}")).await;
        page.until("the game", "return document.getElementById('game')?.dataset.line === 'up'").await;
        page.show_as_printed().await;
        let seen = "return ['header.top', '#typed', '#acts', '.steps', 'damiera-board', '#moves']
            .map(css => Boolean(document.querySelector(css)?.getClientRects().length))";
        assert_eq!(page.eval(seen).await, json!([false, false, false, false, true, true]));
        assert!(page.print().await.starts_with(b"%PDF"));
    });
}

/// Keeps everything that is announced.
const LISTEN: &str = "globalThis.announced = []; const place = document.getElementById('announce');
    new MutationObserver(() => announced.push(place.textContent)).observe(place, { childList: true, characterData: true, subtree: true });";
/// How often little time was announced.
const LOW_TIME: &str = "return announced.filter(text => text.endsWith('left on your clock')).length";

async fn listen(page: &Page, id: &str) {
    page.open(&format!("/game/{id}")).await;
    page.until("the game", "return document.getElementById('game')?.dataset.line === 'up'").await;
    page.eval(LISTEN).await;
}

fn little_time_is_announced_once_and_only_to_the_player_who_has_it() {
    browse("low-time", Screen::DESKTOP, async |page| {
        page.open("/healthz").await;
        let person = json!({ "kind": "person" });
        let clock = json!({ "kind": "timed", "stages": [[null, 24_000]], "bonus": "none", "bonus-time": 0,
            "periods": 0, "period": 0 });
        let terms =
            json!({ "variant": "italian", "white": person, "black": person, "clocks": [clock, clock] });
        let game = page.api("POST", "/api/games", &terms).await;
        let id = game["body"]["id"].as_str().expect("a name").to_owned();
        let spectator = page.another(Screen::DESKTOP, format!("http://{}", page.server())).await;
        for (by, notation) in [("white", "22-18"), ("black", "11-14"), ("white", "18x11"), ("black", "7x14")]
        {
            let command = json!({ "by": by, "ask": "move", "notation": notation });
            page.api("POST", &format!("/api/games/{id}/commands"), &command).await;
        }
        listen(page, &id).await;
        listen(&spectator, &id).await;
        let low = "return document.querySelector('#near .clock.low') !== null";
        page.until("little time", low).await;
        spectator.until("little time", low).await;
        page.until("the announcement", &LOW_TIME.replace("return ", "return 0 < ")).await;
        let later =
            "return Number.parseFloat(document.querySelector('#near .clock').textContent.split(':')[1]) < 18";
        page.until("two seconds more", later).await;
        assert_eq!(page.eval(LOW_TIME).await, json!(1));
        assert_eq!(spectator.eval(LOW_TIME).await, json!(0), "it is not the spectator's clock");
        spectator.close().await;
    });
}

fn a_downloaded_game_has_names_date_time_control_and_clocks() {
    browse("download", Screen::DESKTOP, async |white| {
        let black = white.another(Screen::DESKTOP, format!("http://{}", white.server())).await;
        for (page, name) in [(white, "Marta \"Mia\" Rossi"), (&black, "João")] {
            page.open("/healthz").await;
            let account = json!({ "name": name, "password": "a long sentence" });
            page.api("POST", "/api/account", &account).await;
        }
        let seek = json!({ "variant": "italian", "minutes": 5, "increment": 3, "colour": "white", "open": true,
            "rated": true });
        let seek = white.api("POST", "/api/seeks", &seek).await;
        let accept = format!("/api/seeks/{}/accept", seek["body"]["id"].as_str().expect("a seek"));
        let game = black.api("POST", &accept, &json!({})).await;
        let id = game["body"]["game"].as_str().expect("a game");
        for (page, by, notation) in [(white, "white", "22-18"), (&black, "black", "11-14")] {
            let command = json!({ "by": by, "ask": "move", "notation": notation });
            let done = page.api("POST", &format!("/api/games/{id}/commands"), &command).await;
            assert_eq!(done["status"], 200, "{done}");
        }
        let folder = tempfile::tempdir().expect("a folder");
        white.download_into(folder.path()).await;
        white.open(&format!("/game/{id}")).await;
        // What is played is said, and what a rated game does not allow is not offered.
        white.until("the buttons", "return document.querySelector('#acts [data-key=offer-draw]')").await;
        assert_eq!(white.text_content("#idle p").await, "Italian draughts · 5 + 3 · Rated");
        assert_eq!(white.eval("return document.querySelector('[data-key=ask-takeback]')").await, json!(null));
        white.click("#acts [data-key=download-pdn]").await;
        let file = folder.path().join(format!("damiera-{id}.pdn"));
        for _ in 0..400 {
            if file.exists() {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(25)).await;
        }
        let pdn = std::fs::read_to_string(&file).expect("the file");
        let today = white.eval("return new Date().toISOString().slice(0, 10).replaceAll('-', '.')").await;
        for part in [
            "[White \"Marta \\\"Mia\\\" Rossi\"]".to_owned(),
            "[Black \"João\"]".to_owned(),
            format!("[Date \"{}\"]", today.as_str().expect("a date")),
            "[TimeControl \"300+3\"]".to_owned(),
            "1. 22-18 {[%clk 0:05:0".to_owned(),
        ] {
            assert!(pdn.contains(&part), "{part} is not in {pdn}");
        }
        // The page stays where it is, so that the game goes on.
        assert_eq!(white.path().await, format!("/game/{id}"));
        white.open("/account").await;
        assert!(white.text(".games .names").await.contains("João"), "the account lists the opponent");
        black.close().await;
    });
}
