//! How somebody who does not look at the page learns that there is something to do: by notifications and by sounds.

use serde_json::json;

use crate::harness::{Screen, browse};
use crate::runner::{Tests, tests};

/// The tests of this file.
pub(crate) const TESTS: Tests = tests! {
    without: [
        a_notification_says_that_one_is_matched_and_that_it_is_one_s_turn,
        moves_are_heard_after_the_first_gesture_unless_switched_off,
        a_printed_game_is_the_board_and_the_moves,
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
