//! Two people in two browsers, one of whom is cut off in mid-game and comes back.

use std::net::SocketAddr;
use std::sync::Arc;

use serde_json::json;
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::harness::{Page, Screen, browse};
use crate::runner::{Tests, tests};

/// The tests of this file.
pub(crate) const TESTS: Tests = tests! {
    with axe: [
        two_people_meet_and_play_though_one_is_cut_off,
        a_move_is_planned_on_the_board_while_the_other_thinks,
        meeting_and_accounts_fit_a_phone,
        offers_are_pending_on_both_sides_and_answered,
        a_frozen_link_shows_on_both_sides_and_a_move_made_meanwhile_is_sent,
    ],
    without: [a_move_that_is_not_saved_yet_says_so,],
};

/// What a link does with what it is given to forward.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LinkState {
    Forwards,
    /// Connections break, and new ones are not made.
    Cut,
    /// Nothing is forwarded, and nobody is told.
    Frozen,
}

/// A link to the server that can be cut or frozen.
struct Wire {
    address: SocketAddr,
    state: Arc<watch::Sender<LinkState>>,
}

impl Wire {
    async fn to(server: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let state = Arc::new(watch::Sender::new(LinkState::Forwards));
        let accepted = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(forward(near, server.clone(), accepted.subscribe()));
            }
        });
        Self { address, state }
    }

    fn set(&self, state: LinkState) {
        self.state.send_replace(state);
    }
}

/// Forwards one connection until the link is cut or frozen.
async fn forward(mut near: TcpStream, server: String, mut state: watch::Receiver<LinkState>) {
    if *state.borrow() == LinkState::Forwards {
        let Ok(mut far) = TcpStream::connect(server).await else { return };
        tokio::select! {
            _ = tokio::io::copy_bidirectional(&mut near, &mut far) => return,
            _ = state.wait_for(|&state| state != LinkState::Forwards) => {}
        }
        // A frozen connection stays open on both sides.
        let _ = state.wait_for(|&state| state != LinkState::Frozen).await;
    } else {
        let _ = state.wait_for(|&state| state != LinkState::Frozen).await;
    }
}

async fn type_move(page: &Page, notation: &str) {
    page.click("#typed input").await;
    page.keys(&format!("{notation}\u{e007}")).await;
}

async fn moves(page: &Page) -> serde_json::Value {
    page.eval("return [...document.querySelectorAll('#moves button')].map(move => move.textContent)").await
}

async fn at_ply(page: &Page, ply: usize) {
    let script = format!("return document.getElementById('game').dataset.ply === '{ply}'");
    page.until(&format!("ply {ply}"), &script).await;
}

async fn in_game(page: &Page) {
    page.until("the game", "return location.pathname.startsWith('/game/') && document.getElementById('game')?.dataset.ply === '0'").await;
}

/// Puts up a seek as White.
async fn seek(page: &Page, name: &str) {
    page.open("/lobby").await;
    page.click("input[value='italian']").await;
    page.click("input[name='colour'][value='white']").await;
    page.click("#name").await;
    page.keys(name).await;
    page.click("button[value='yes']").await;
    page.until("waiting", "return !document.getElementById('waiting').hidden").await;
}

fn two_people_meet_and_play_though_one_is_cut_off() {
    browse("live", Screen::DESKTOP, async |white| {
        let wire = Wire::to(white.server().to_owned()).await;
        let black = white.another(Screen::PHONE.lang("it"), format!("http://{}", wire.address)).await;
        seek(white, "<img src=x onerror=\"document.title='broken'\">").await;
        white.shot("live-waiting").await;
        white.accessible("lobby, waiting").await;
        black.open("/lobby").await;
        black.until("a seek", "return document.querySelector('#seeks button')").await;
        assert!(black.text("#seeks .who").await.starts_with("<img src=x"), "a name is text");
        black.shot("live-lobby-phone").await;
        black.accessible("lobby with a seek").await;
        black.click("#seeks button").await;
        for page in [white, &black] {
            in_game(page).await;
        }
        type_move(white, "22-18").await;
        at_ply(&black, 1).await;
        type_move(&black, "11-14").await;
        at_ply(white, 2).await;
        white.until("presence", "return !document.getElementById('far').classList.contains('away')").await;
        white.shot("live-game").await;
        white.accessible("live game").await;
        // Black is cut off; White plays on and sees that Black is away.
        wire.set(LinkState::Cut);
        black.until("the cut", "return document.getElementById('game').dataset.line === 'down'").await;
        white.until("absence", "return document.getElementById('far').classList.contains('away')").await;
        type_move(white, "18x11").await;
        at_ply(white, 3).await;
        black.shot("live-cut-phone").await;
        assert_eq!(moves(&black).await, json!(["22-18", "11-14"]));
        wire.set(LinkState::Forwards);
        at_ply(&black, 3).await;
        // The next cut comes while Black is to move: a move made meanwhile is sent after reconnecting, and only once.
        wire.set(LinkState::Cut);
        black.until("the cut", "return document.getElementById('game').dataset.line === 'down'").await;
        type_move(&black, "6x15").await;
        wire.set(LinkState::Forwards);
        for page in [white, &black] {
            at_ply(page, 4).await;
        }
        assert_eq!(moves(white).await, json!(["22-18", "11-14", "18x11", "6x15"]));
        assert_eq!(moves(&black).await, moves(white).await);
        assert_ne!(white.eval("return document.title").await, json!("broken"));
        black.shot("live-game-phone").await;
        black.accessible("live game on a phone").await;
        black.close().await;
    });
}

fn a_frozen_link_shows_on_both_sides_and_a_move_made_meanwhile_is_sent() {
    browse("frozen", Screen::DESKTOP, async |white| {
        let wire = Wire::to(white.server().to_owned()).await;
        let black = white.another(Screen::PHONE, format!("http://{}", wire.address)).await;
        seek(white, "Anna").await;
        black.open("/lobby").await;
        black.click("#seeks button").await;
        for page in [white, &black] {
            in_game(page).await;
        }
        type_move(white, "22-18").await;
        at_ply(&black, 1).await;
        white.until("presence", "return !document.getElementById('far').classList.contains('away')").await;
        wire.set(LinkState::Frozen);
        let bar = "return document.getElementById('link-bar').textContent.includes('Not connected')";
        black.until("the bar", bar).await;
        // Nobody knows here what the clocks do, so they stand still and say so.
        black.until("stale clocks", "return document.querySelectorAll('.clock.stale').length === 2").await;
        let clocks = "return [...document.querySelectorAll('.clock')].map(clock => clock.textContent)";
        let before = black.eval(clocks).await;
        tap(&black, 11).await;
        tap(&black, 14).await;
        let pending = "return document.getElementById('link-bar').textContent.includes('11-14')";
        black.until("the move that waits", pending).await;
        black
            .until("its mark", "return document.querySelector('#board .tried')?.dataset.square === '14'")
            .await;
        white.until("absence", "return document.getElementById('far').classList.contains('away')").await;
        assert_eq!(black.eval(clocks).await, before, "a clock went on");
        black.shot("live-frozen-phone").await;
        black.accessible("a frozen link").await;
        wire.set(LinkState::Forwards);
        for page in [white, &black] {
            at_ply(page, 2).await;
        }
        black.until("no bar", "return !document.getElementById('link-bar').textContent").await;
        white.until("presence", "return !document.getElementById('far').classList.contains('away')").await;
        black.close().await;
    });
}

/// Somebody else holds the lock of the database, so a move waits for its commit.
fn a_move_that_is_not_saved_yet_says_so() {
    browse("unsaved", Screen::DESKTOP.lang("it"), async |white| {
        let black = white.another(Screen::PHONE, format!("http://{}", white.server())).await;
        seek(white, "Anna").await;
        black.open("/lobby").await;
        black.click("#seeks button").await;
        for page in [white, &black] {
            in_game(page).await;
        }
        let file = SqliteConnectOptions::new().filename(&white.database);
        let mut other = SqliteConnection::connect_with(&file).await.expect("a connection");
        sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.expect("the lock");
        type_move(white, "22-18").await;
        for (page, text) in [(white, "Non ancora salvato, nuovo"), (&black, "Not saved yet, retrying")] {
            let shown = format!(
                "const card = document.getElementById('ruling'); return !card.hidden && card.textContent.includes('{text}')"
            );
            page.until("the notice", &shown).await;
        }
        assert_eq!(moves(&black).await, json!([]), "nobody sees a move that is not saved");
        sqlx::query("ROLLBACK").execute(&mut other).await.expect("let go");
        for page in [white, &black] {
            at_ply(page, 1).await;
            let gone = "const card = document.getElementById('ruling'); return card.hidden || !/salvato|saved/.test(card.textContent)";
            page.until("no notice", gone).await;
        }
        black.close().await;
    });
}

async fn tap(page: &Page, square: u8) {
    page.click(&format!("#board button[data-square='{square}']")).await;
}

/// Waits until the card of rulings says something.
async fn says(page: &Page, text: &str) {
    let script = format!("return document.getElementById('ruling').textContent.includes({})", json!(text));
    page.until(text, &script).await;
}

/// Presses the button with this text under the board.
async fn press(page: &Page, text: &str) {
    let find = format!(
        "return [...document.querySelectorAll('#acts button, #offers button')].find(one => (one.ariaLabel || one.textContent) === {})",
        json!(text)
    );
    page.until(text, &find).await;
    page.eval(&format!("{}.click()", find.trim_start_matches("return "))).await;
}

fn offers_are_pending_on_both_sides_and_answered() {
    browse("offers", Screen::PHONE, async |white| {
        let black = white.another(Screen::DESKTOP, format!("http://{}", white.server())).await;
        seek(white, "Anna").await;
        black.open("/lobby").await;
        black.click("#seeks button").await;
        for page in [white, &black] {
            in_game(page).await;
        }
        press(white, "Offer a draw").await;
        says(white, "You offered a draw; waiting for the answer.").await;
        says(&black, "White offers a draw.").await;
        white.shot("offer-pending-phone").await;
        black.shot("offer-received").await;
        press(&black, "Decline").await;
        says(white, "The draw is declined.").await;
        type_move(white, "22-18").await;
        at_ply(&black, 1).await;
        press(white, "Ask to take back").await;
        says(white, "You asked to take a move back; waiting for the answer.").await;
        says(&black, "White asks to take the move back.").await;
        press(&black, "Refuse").await;
        says(white, "The move is not taken back.").await;
        press(white, "Ask to take back").await;
        press(&black, "Allow it").await;
        for page in [white, &black] {
            at_ply(page, 0).await;
        }
        says(white, "Your move is taken back.").await;
        // Once both have moved, a game is resigned and no longer aborted.
        type_move(white, "22-18").await;
        at_ply(&black, 1).await;
        type_move(&black, "12-16").await;
        at_ply(white, 2).await;
        press(white, "Resign").await;
        press(white, "Yes, resign").await;
        press(&black, "Offer a rematch").await;
        says(&black, "You offered a rematch; waiting for the answer.").await;
        says(white, "Black offers a rematch.").await;
        white.accessible("a rematch is offered").await;
        press(white, "Accept the rematch").await;
        for page in [white, &black] {
            in_game(page).await;
        }
        black.close().await;
    });
}

/// The squares of the move that is kept for the next turn, as a screen reader hears of them.
async fn planned(page: &Page) -> serde_json::Value {
    page.eval(
        "const { planned } = damieraTexts;
        return [...document.querySelectorAll('#board button[data-square]')]
            .filter(cell => cell.getAttribute('aria-label').endsWith(planned)).map(cell => Number(cell.dataset.square)).sort()",
    )
    .await
}

async fn until_planned(page: &Page, count: usize) {
    let script = format!("return document.querySelectorAll('#board .planned').length === {count}");
    page.until(&format!("{count} squares of a plan"), &script).await;
}

fn a_move_is_planned_on_the_board_while_the_other_thinks() {
    browse("premove", Screen::DESKTOP, async |white| {
        let black = white.another(Screen::PHONE, format!("http://{}", white.server())).await;
        seek(white, "Anna").await;
        black.open("/lobby").await;
        black.click("#seeks button").await;
        for page in [white, &black] {
            in_game(page).await;
        }
        // Only one's own pieces can be taken up before one's turn.
        tap(&black, 22).await;
        tap(&black, 18).await;
        until_planned(&black, 0).await;
        tap(&black, 11).await;
        tap(&black, 14).await;
        until_planned(&black, 2).await;
        assert_eq!(planned(&black).await, json!([11, 14]));
        black.shot("live-premove-phone").await;
        black.accessible("a planned move").await;
        // Escape gives it up, and so does a tap elsewhere; another can be made.
        black.eval("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))").await;
        until_planned(&black, 0).await;
        tap(&black, 12).await;
        tap(&black, 16).await;
        until_planned(&black, 2).await;
        tap(&black, 18).await;
        until_planned(&black, 0).await;
        tap(&black, 11).await;
        tap(&black, 14).await;
        until_planned(&black, 2).await;
        type_move(white, "22-18").await;
        for page in [white, &black] {
            at_ply(page, 2).await;
        }
        assert_eq!(moves(white).await, json!(["22-18", "11-14"]));
        until_planned(&black, 0).await;
        // A capture is due, so a quiet move that was planned is dropped, and is not played a turn later.
        tap(&black, 12).await;
        tap(&black, 16).await;
        until_planned(&black, 2).await;
        type_move(white, "18x11").await;
        at_ply(&black, 3).await;
        until_planned(&black, 0).await;
        type_move(&black, "6x15").await;
        at_ply(&black, 4).await;
        // A piece taken up before the other has moved is still in the hand afterwards.
        tap(&black, 12).await;
        type_move(white, "21-18").await;
        at_ply(&black, 5).await;
        black.until("the position", "return document.getElementById('board').pieces.has(18)").await;
        assert_eq!(black.eval("return document.getElementById('board').state.chosen").await, json!([12]));
        assert_eq!(moves(&black).await, json!(["22-18", "11-14", "18x11", "6x15", "21-18"]));
        black.close().await;
    });
}

fn meeting_and_accounts_fit_a_phone() {
    browse("people-phone", Screen::PHONE, async |page| {
        let fits = async |name: &str| {
            let wide = "return document.documentElement.scrollWidth > innerWidth";
            assert_eq!(page.eval(wide).await, json!(false), "{name} is wider than the screen");
            page.shot(name).await;
        };
        page.open("/lobby").await;
        page.until("the line", "return document.getElementById('none')").await;
        fits("lobby-phone").await;
        page.eval("scrollTo(0, document.body.scrollHeight)").await;
        page.shot("lobby-phone-below").await;
        seek(page, "Anna").await;
        fits("lobby-waiting-phone").await;
        page.open("/account").await;
        fits("account-phone").await;
        page.click("#name").await;
        page.keys("Marion").await;
        page.click("#password").await;
        page.keys("a long sentence").await;
        page.click("button[value='open']").await;
        page.until("signed in", "return document.getElementById('sign-out')").await;
        let wish = json!({ "variant": "international", "white": { "kind": "person" }, "black": { "kind": "person" } });
        page.api("POST", "/api/games", &wish).await;
        page.open("/account").await;
        fits("account-games-phone").await;
        let seek = page.api("POST", "/api/seeks", &json!({ "variant": "brazilian", "minutes": 5 })).await;
        page.open(seek["body"]["link"].as_str().expect("a link")).await;
        fits("invitation-phone").await;
        page.accessible("one's own invitation").await;
    });
}
