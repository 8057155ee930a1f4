//! A game by correspondence in two browsers: terms, the list of one's own, conditional moves, vacation, and the text for a letter.

use serde_json::{Value, json};

use crate::harness::{Page, Screen, browse};
use crate::runner::{Tests, tests};

/// The tests of this file.
pub(crate) const TESTS: Tests = tests! {
    with axe: [
        a_game_by_correspondence_in_two_browsers,
        push_messages_are_asked_for_only_after_a_gesture,
    ],
};

async fn in_game(page: &Page) -> String {
    page.until("the game", "return location.pathname.startsWith('/game/') && document.getElementById('game')?.dataset.line === 'up'").await;
    page.path().await.replace("/game/", "")
}

async fn type_move(page: &Page, notation: &str) {
    page.click("#typed input").await;
    page.keys(&format!("{notation}\u{e007}")).await;
}

/// A tap on a square, then on another.
async fn move_on_board(page: &Page, from: u8, to: u8) {
    for square in [from, to] {
        page.click(&format!("damiera-board .grid [data-square='{square}']")).await;
    }
}

fn a_game_by_correspondence_in_two_browsers() {
    browse("correspondence", Screen::DESKTOP.lang("it"), async |white| {
        let black = white.another(Screen::PHONE.lang("pt"), format!("http://{}", white.server())).await;
        white.open("/lobby").await;
        white.click("input[value='italian']").await;
        white.click("input[name='clock'][value='days']").await;
        white.click("select[name='days-kind'] option[value='total']").await;
        white.eval("document.querySelector('input[name=days]').value = '40'; document.querySelector('input[name=vacation]').value = '14';").await;
        white.click("input[name='colour'][value='white']").await;
        white.shot("corr-form").await;
        white.accessible("lobby with days").await;
        white.click("button[value='']").await;
        white.until("the invitation", "return location.pathname.startsWith('/seek/')").await;
        let own = white.text(".terms").await;
        assert!(own.contains("40 giorni in tutto") && own.contains("14 giorni di vacanza"), "{own}");
        black.open(&white.path().await).await;
        let offered = black.text(".terms").await;
        assert!(offered.contains("40 dias ao todo") && offered.contains("14 dias de férias"), "{offered}");
        black.click("#accept button").await;
        let (id, _) = (in_game(&black).await, in_game(white).await);
        type_move(white, "22-18").await;
        black.until("the turn", "return document.getElementById('game').dataset.state === 'move'").await;

        // The list: it waits for Black, and the number is in the title and in the menu.
        black.open("/correspondence").await;
        black
            .until("the card", &format!("return document.querySelector('#waiting [data-game=\"{id}\"]')"))
            .await;
        assert!(black.text("#waiting").await.contains("22-18"));
        let title = black.eval("return document.title").await;
        assert!(title.as_str().is_some_and(|title| title.starts_with("(1) ")), "{title}");
        black.shot("corr-list-phone").await;
        black.accessible("correspondence").await;
        black.open("/").await;
        black.until("the list on the home page", "return !document.getElementById('my-turn').hidden").await;
        black.shot("corr-home-phone").await;

        // White prepares replies on the board; the second pair continues the first.
        white.click("#corr-panel a[href$='/conditional']").await;
        white.until("the board", "return document.querySelector('damiera-board [data-square]')").await;
        for (from, to) in [(11, 14), (18, 11), (6, 15), (23, 20)] {
            let shown = white.eval("return document.getElementById('prompt').textContent + document.getElementById('tree').textContent").await;
            move_on_board(white, from, to).await;
            white.until("the next step", &format!("return document.getElementById('prompt').textContent + document.getElementById('tree').textContent !== {shown}")).await;
        }
        assert!(white.text("#tree").await.contains("se 6x15, allora 23-20"), "{}", white.text("#tree").await);
        white.shot("corr-conditional").await;
        white.accessible("conditional moves").await;
        let kept = white.api("GET", &format!("/api/games/{id}/conditional"), &Value::Null).await;
        assert_eq!(kept["body"]["moves"][1]["parent"], 0, "{kept}");

        // Black takes vacation and comes back, and both see it; then the reply comes at once.
        black.open(&format!("/game/{id}")).await;
        in_game(&black).await;
        white.open(&format!("/game/{id}")).await;
        in_game(white).await;
        black.click("[data-key='corr-start-vacation']").await;
        white
            .until(
                "the vacation",
                "return document.querySelector('#far .state').textContent.includes('in vacanza')",
            )
            .await;
        black.until("the way back", "return document.querySelector('[data-key=corr-end-vacation]')").await;
        black.shot("corr-vacation-phone").await;
        black.accessible("a game by correspondence").await;
        black.click("[data-key='corr-end-vacation']").await;
        black.until("the clock", "return document.querySelector('[data-key=corr-start-vacation]')").await;
        type_move(&black, "11-14").await;
        black.until("the reply", "return document.getElementById('game').dataset.ply === '3'").await;
        white
            .until(
                "the clocks in days",
                "return document.querySelector('#near .clock').textContent.includes('g')",
            )
            .await;
        white.shot("corr-game").await;

        // The game as text.
        white.open(&format!("/game/{id}/card")).await;
        let card = white.text("#text").await;
        assert!(card.contains("1. 22-18 11-14  2. 18x11") && card.contains("40 giorni in tutto"), "{card}");
        white.shot("corr-card").await;
        white.accessible("the game as text").await;
        white.open("/correspondence").await;
        white.until("the other list", "return document.querySelector('#others [data-game]')").await;
        white.shot("corr-list").await;
        black.close().await;
    });
}

fn push_messages_are_asked_for_only_after_a_gesture() {
    browse("push", Screen::DESKTOP.lang("it"), async |page| {
        page.run_on_every_page(
            "globalThis.asked = 0; const ask = Notification.requestPermission.bind(Notification);
             Notification.requestPermission = () => { globalThis.asked += 1; return ask(); };",
        )
        .await;
        page.open("/settings").await;
        page.until("the switch", "return !document.getElementById('push-choice').hidden").await;
        page.accessible("settings with push messages").await;
        assert_eq!(page.eval("return globalThis.asked").await, json!(0), "nobody is asked before a gesture");
        // This browser does not allow notifications, and says so beside the switch.
        page.click("#push").await;
        page.until("the question", "return globalThis.asked === 1").await;
        page.until(
            "the sentence",
            "return document.getElementById('push-problem').textContent.includes('notifiche')",
        )
        .await;
        assert_eq!(page.eval("return document.getElementById('push').checked").await, json!(false));
        // What receives the messages acts for all pages.
        let scope = "const done = arguments[0];
            navigator.serviceWorker.register('/service-worker.js').then(() => navigator.serviceWorker.ready)
              .then(({ active, scope }) => done([active.state !== 'redundant', new URL(scope).pathname]), error => done(String(error)));";
        assert_eq!(page.eval_async(scope).await, json!([true, "/"]));
    });
}
