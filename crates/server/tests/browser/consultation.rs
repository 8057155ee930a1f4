//! A side that two people hold, in three browsers.

use crate::harness::{Page, Screen, browse};
use crate::runner::{Tests, tests};

/// The tests of this file.
pub(crate) const TESTS: Tests = tests! {
    with axe: [
        two_people_hold_a_side_and_vote_for_a_move,
    ],
};

async fn in_game(page: &Page) {
    page.until("the game", "return location.pathname.startsWith('/game/') && document.getElementById('game')?.dataset.line === 'up'").await;
}

fn two_people_hold_a_side_and_vote_for_a_move() {
    browse("consultation", Screen::DESKTOP.lang("it"), async |captain| {
        let base = format!("http://{}", captain.server());
        let friend = captain.another(Screen::PHONE.lang("pt"), base.clone()).await;
        let opponent = captain.another(Screen::DESKTOP, base).await;
        captain.open("/lobby").await;
        captain.click("input[value='italian']").await;
        captain.click("input[name='colour'][value='white']").await;
        captain.click("#consultation summary").await;
        captain.click("select[name='consult'] option[value='seeker']").await;
        captain.click("select[name='consult-decide'] option[value='majority']").await;
        // Enough for a slow machine; the clock of 15 minutes suggests one.
        let minutes = "const field = document.querySelector('[name=consult-minutes]'), was = field.value;
            field.value = '10'; return was";
        assert_eq!(captain.eval(minutes).await, "1");
        captain.shot("consult-form").await;
        captain.click("button[value='']").await;
        captain.until("the invitation", "return location.pathname.startsWith('/seek/')").await;
        opponent.open(&captain.path().await).await;
        let offered = opponent.text(".terms").await;
        assert!(offered.contains("Several people play the opponent's side."), "{offered}");
        opponent.click("#accept button").await;
        in_game(&opponent).await;
        in_game(captain).await;
        captain.until("the panel", "return !document.getElementById('consult').hidden").await;
        captain.click("[data-key='consult-invite']").await;
        captain.until("the link", "return document.getElementById('side-link')?.value").await;
        let link = captain.eval("return new URL(document.getElementById('side-link').value).pathname").await;
        captain.click("[data-key='copy']").await;
        captain
            .until(
                "it is copied",
                "return document.querySelector('#consult .copy button').textContent === 'Copiato'",
            )
            .await;
        friend.open(link.as_str().expect("a path")).await;
        friend.shot("consult-join-phone").await;
        friend.accessible("joining a side").await;
        friend.click("#join button").await;
        in_game(&friend).await;
        friend.until("the panel", "return !document.getElementById('consult').hidden").await;
        let acts = friend.text("#acts").await;
        assert!(!acts.contains("assistindo"), "whoever holds a side does not watch: {acts}");
        friend.until("the turn", "return document.title.startsWith('●')").await;
        for square in [22, 18] {
            friend.click(&format!("damiera-board .grid [data-square='{square}']")).await;
        }
        captain
            .until(
                "the proposal",
                "return document.querySelector('#consult .proposals')?.textContent.includes('22-18')",
            )
            .await;
        captain.shot("consult-captain").await;
        captain.accessible("a consultation").await;
        friend.shot("consult-member-phone").await;
        let seen = opponent.eval("return document.getElementById('consult').hidden").await;
        assert_eq!(seen, true, "the opponent sees nothing of it");
        captain.click("#consult .proposals button").await;
        opponent.until("the move", "return document.getElementById('game').dataset.ply === '1'").await;
        friend.close().await;
        opponent.close().await;
    });
}
