//! How the board behaves under a finger, a mouse and the keys.

use serde_json::json;

use crate::harness::{Network, Page, Screen, browse};
use crate::play::{game, two_people};
use crate::runner::{Tests, tests};

/// The tests of this file.
pub(crate) const TESTS: Tests = tests! {
    without: [
        only_pieces_to_move_are_lifted_and_another_one_can_be_chosen,
        a_capture_is_tapped_jump_by_jump,
        a_dropped_piece_stays_where_it_was_dropped,
        a_tap_or_drag_does_not_wait_for_a_moving_piece,
        a_tap_before_the_server_has_answered_counts_once_it_has,
        a_swipe_over_the_board_scrolls_unless_it_drags_a_piece,
        enter_twice_does_not_resign,
        a_browser_that_goes_offline_says_so_and_sends_the_move_afterwards,
        a_lifted_piece_is_announced_with_its_squares,
        a_tablet_gives_the_board_its_width_and_a_phone_large_numbers,
    ],
};

async fn tap(page: &Page, square: u8) {
    page.click(&format!("#board button[data-square='{square}']")).await;
}

async fn chosen(page: &Page) -> serde_json::Value {
    page.eval("return document.getElementById('board').state.chosen").await
}

fn only_pieces_to_move_are_lifted_and_another_one_can_be_chosen() {
    browse("choose", Screen::DESKTOP, async |page| {
        game(page, &two_people("italian", "W:W22,26:B9,10")).await;
        tap(page, 10).await;
        assert_eq!(chosen(page).await, json!([]), "it is White's move");
        tap(page, 22).await;
        assert_eq!(chosen(page).await, json!([22]));
        tap(page, 26).await;
        assert_eq!(chosen(page).await, json!([26]), "another piece instead");
        tap(page, 26).await;
        assert_eq!(chosen(page).await, json!([]), "put back");
        assert_eq!(page.eval("return document.getElementById('ruling').hidden").await, json!(true));
    });
}

fn a_capture_is_tapped_jump_by_jump() {
    browse("jumps", Screen::PHONE, async |page| {
        game(page, &two_people("italian", "W:W31:B1,12,20,28")).await;
        let said = async |wanted: &str| {
            let script = format!(
                "const ruling = document.getElementById('ruling'); return (ruling.hidden ? '' : ruling.querySelector('p').textContent) === '{wanted}'"
            );
            page.until(wanted, &script).await;
        };
        // What is begun can be given up half-way.
        tap(page, 31).await;
        tap(page, 24).await;
        said("The capture goes on: next square 15, 8.").await;
        let label = "return document.querySelector('#board button[data-square=\"24\"]').ariaLabel";
        assert_eq!(page.eval(label).await, "square 24, white man, chosen");
        page.keys("\u{e00c}").await;
        said("").await;
        assert_eq!(page.eval(label).await, "square 24, empty");
        for (square, standing) in [(31, 31), (24, 24), (15, 15)] {
            tap(page, square).await;
            let at = format!(
                "return document.querySelector('#board .disc.white').dataset.square === '{standing}'"
            );
            page.until(&format!("the man on {standing}"), &at).await;
        }
        page.shot("jumps").await;
        tap(page, 8).await;
        page.until("the move", "return document.getElementById('game').dataset.ply === '1'").await;
    });
}

fn a_dropped_piece_stays_where_it_was_dropped() {
    browse("drop", Screen::DESKTOP.moving(), async |page| {
        game(page, &two_people("italian", "W:W22:B9,10")).await;
        // Every place where the man is drawn after it was let go.
        page.eval(
            "window.seen = new Set();
             addEventListener('pointerup', () => { window.released = true; }, true);
             new MutationObserver(() => { if (window.released) for (const man of document.querySelectorAll('#board .disc.white')) window.seen.add(man.getAttribute('transform')); })
               .observe(document.querySelector('#board svg'), { subtree: true, attributes: true, childList: true });
             return true",
        )
        .await;
        page.drag("[data-square='22']", "[data-square='18']").await;
        page.until("the move", "return document.getElementById('game').dataset.ply === '1'").await;
        page.until("the turn", "return document.getElementById('board').state.mover === 'black'").await;
        let seen = page.eval("return [...window.seen]").await;
        let there =
            page.eval("return document.querySelector('#board .disc.white').getAttribute('transform')").await;
        assert_eq!(seen, json!([there]), "it is drawn nowhere else");
    });
}

fn a_tap_or_drag_does_not_wait_for_a_moving_piece() {
    browse("hurry", Screen::DESKTOP.moving(), async |page| {
        game(page, &two_people("italian", "W:W22,31:B9,10,12")).await;
        page.until("the turn", "return document.getElementById('board').state.mover === 'white'").await;
        // Without frames a piece in motion never arrives by itself.
        page.eval("window.requestAnimationFrame = () => 0; return true").await;
        let ply = |made| format!("return document.getElementById('game').dataset.ply === '{made}'");
        for (made, (from, to)) in [(1, (22, 18)), (2, (12, 16)), (3, (31, 27))] {
            tap(page, from).await;
            assert_eq!(chosen(page).await, json!([from]), "before move {made}");
            tap(page, to).await;
            page.until("the server's answer", &ply(made)).await;
        }
        page.drag("[data-square='9']", "[data-square='13']").await;
        page.until("a move by dragging", &ply(4)).await;
        let squares = page.eval("return [...document.getElementById('board').pieces.keys()].sort()").await;
        assert_eq!(squares, json!([10, 13, 16, 18, 27]));
    });
}

fn a_tap_before_the_server_has_answered_counts_once_it_has() {
    browse("early", Screen::DESKTOP, async |page| {
        game(page, &two_people("italian", "W:W22,31:B9,10")).await;
        page.until("the connection", "return document.getElementById('game').dataset.line === 'up'").await;
        page.set_network(Network::Offline).await;
        page.until("it is lost", "return document.getElementById('game').dataset.line !== 'up'").await;
        for square in [22, 18, 9] {
            tap(page, square).await;
        }
        assert_eq!(chosen(page).await, json!([]), "nobody knows yet whether the move counts");
        page.set_network(Network::Online).await;
        page.until("the move", "return document.getElementById('game').dataset.ply === '1'").await;
        page.until("the piece of the next", "return document.getElementById('board').state.chosen[0] === 9")
            .await;
        tap(page, 13).await;
        page.until("the next move", "return document.getElementById('game').dataset.ply === '2'").await;
    });
}

fn a_swipe_over_the_board_scrolls_unless_it_drags_a_piece() {
    browse("swipe", Screen::PHONE, async |page| {
        game(page, &two_people("italian", "W:W22:B9,10")).await;
        page.until("the turn", "return document.getElementById('board').state.mover === 'white'").await;
        let script = "return [22, 9, 18].map(square =>
            getComputedStyle(document.querySelector(`#board button[data-square='${square}']`)).touchAction)";
        assert_eq!(page.eval(script).await, json!(["none", "auto", "auto"]));
    });
}

fn enter_twice_does_not_resign() {
    browse("resign", Screen::DESKTOP, async |page| {
        game(page, &two_people("italian", "W:W22:B9,10")).await;
        page.eval(
            "[...document.querySelectorAll('#acts button')].find(b => b.textContent === 'Resign').focus()",
        )
        .await;
        page.keys("\u{e007}").await;
        page.until("the question", "return document.querySelector('#acts p') !== null").await;
        page.keys("\u{e007}").await;
        page.until("the answer", "return document.querySelector('#acts p') === null").await;
        assert_eq!(page.eval("return document.getElementById('game').dataset.state").await, json!("move"));
    });
}

fn a_tablet_gives_the_board_its_width_and_a_phone_large_numbers() {
    browse("tablet", Screen::PHONE.size(820, 1180), async |page| {
        game(page, &two_people("italian", "W:W22:B9,10")).await;
        let width = page.eval("return document.getElementById('board').getBoundingClientRect().width").await;
        assert!(width.as_f64() > Some(740.0), "{width} of 820 pixels");
        page.shot("tablet-game").await;
        page.emulate(Screen::PHONE).await;
        let script = "return document.querySelector('#board .number').getBoundingClientRect().height";
        let height = page.until("numbers on a phone", script).await;
        assert!(height.as_f64() > Some(11.0), "{height} pixels high");
    });
}

fn a_browser_that_goes_offline_says_so_and_sends_the_move_afterwards() {
    browse("offline", Screen::DESKTOP, async |page| {
        game(page, &two_people("italian", "W:W22:B9,10")).await;
        page.until("the connection", "return document.getElementById('game').dataset.line === 'up'").await;
        page.set_network(Network::Offline).await;
        page.until(
            "the bar",
            "return document.getElementById('link-bar').textContent.includes('Not connected')",
        )
        .await;
        tap(page, 22).await;
        tap(page, 18).await;
        page.until(
            "the move, marked as not yet sent",
            "return document.querySelector('#board .tried')?.dataset.square === '18'",
        )
        .await;
        assert_eq!(page.eval("return document.getElementById('game').dataset.ply").await, json!("0"));
        page.set_network(Network::Online).await;
        page.until("the move", "return document.getElementById('game').dataset.ply === '1'").await;
    });
}

fn a_lifted_piece_is_announced_with_its_squares() {
    browse("announced", Screen::DESKTOP, async |page| {
        game(page, &two_people("italian", "W:W22:B9,10")).await;
        page.until("the turn", "return document.getElementById('board').state.mover === 'white'").await;
        tap(page, 22).await;
        let announced = page.text_content("#announce").await;
        let parts = ["square 22, white man, can move", ": ", "18", "19"];
        assert!(parts.iter().all(|part| announced.contains(part)), "{announced}");
    });
}
