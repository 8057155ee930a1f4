//! The arbiter's table: an irregularity set on the board, judged, corrected or kept, and the signed record.

use serde_json::json;

use crate::harness::{Page, Screen, browse};
use crate::runner::{Tests, tests};

/// The tests of this file.
pub(crate) const TESTS: Tests = tests! {
    with axe: [
        an_irregularity_is_judged_and_corrected_by_the_opponent,
        an_irregularity_is_drawn_with_what_was_due,
        a_touched_piece_must_move_and_a_kept_irregularity_stays_in_the_signed_record,
        a_piece_out_of_place_is_settled_and_the_clocks_can_be_stopped_and_set,
        the_table_is_whole_on_a_phone,
    ],
};

async fn open_table(page: &Page) -> String {
    page.open("/?profile=table").await;
    page.click("label:has(input[name=variant][value=italian])").await;
    page.click("#more > summary").await;
    page.click("label:has(input[name=clock][value='15+10'])").await;
    page.click("#new button[type=submit]").await;
    page.until("the table", "return document.querySelector('#arbiter .tools') !== null").await;
    page.path().await.trim_start_matches("/game/").to_owned()
}

async fn tap(page: &Page, squares: &[u8]) {
    for square in squares {
        page.click(&format!("button[data-square='{square}']")).await;
    }
}

async fn ply(page: &Page, ply: usize) {
    let script = format!("return document.getElementById('game').dataset.ply === '{ply}'");
    page.until(&format!("{ply} plies"), &script).await;
}

/// Puts Black's man from 12 to 20, where no rule lets it go.
async fn err(page: &Page) {
    page.click("label:has(input[name=tool][value=stands])").await;
    tap(page, &[12, 20]).await;
    page.until("a verdict", "return !document.getElementById('verdict').hidden").await;
    let verdict = page.text("#verdict").await;
    assert!(verdict.contains("FID-IT 8.1."), "{verdict}");
    page.click("#editing button.primary").await;
    page.until("the choice", "return !document.getElementById('pending').hidden").await;
}

fn an_irregularity_is_drawn_with_what_was_due() {
    browse("table-drawn", Screen::DESKTOP, async |page| {
        open_table(page).await;
        for (squares, plies) in [([22, 18], 1), ([11, 14], 2)] {
            tap(page, &squares).await;
            ply(page, plies).await;
        }
        // White must take on 14, and moves another man instead.
        page.click("label:has(input[name=tool][value=stands])").await;
        tap(page, &[23, 19]).await;
        page.until("a verdict", "return !document.getElementById('verdict').hidden").await;
        page.click("#editing button.primary").await;
        page.until("what was done", "return document.querySelector('#board .done')").await;
        let drawn = "const { done, paths } = document.getElementById('board').state; return { done, paths }";
        assert_eq!(page.eval(drawn).await, json!({ "done": [23, 19], "paths": [[18, 11]] }));
        page.shot("table-drawn").await;
        page.accessible("an irregularity on the board").await;
    });
}

fn an_irregularity_is_judged_and_corrected_by_the_opponent() {
    browse("table-corrected", Screen::DESKTOP.lang("it"), async |page| {
        let id = open_table(page).await;
        tap(page, &[22, 18]).await;
        ply(page, 1).await;
        page.accessible("the table").await;
        page.shot("table-it").await;
        err(page).await;
        page.shot("table-pending-it").await;
        page.accessible("a pending irregularity").await;
        page.click("#pending button.primary").await;
        ply(page, 1).await;
        let game = page.api("GET", &format!("/api/games/{id}"), &json!(null)).await;
        assert_eq!(game["body"]["view"]["pending"], json!(null));
        assert_eq!(game["body"]["view"]["turn"], "black");
        page.until("the rulings", "return document.querySelectorAll('#rulings a').length >= 2").await;
        page.shot("table-corrected-it").await;
    });
}

fn a_touched_piece_must_move_and_a_kept_irregularity_stays_in_the_signed_record() {
    browse("table-kept", Screen::DESKTOP, async |page| {
        let id = open_table(page).await;
        page.click("label:has(input[name=tool][value=touch])").await;
        tap(page, &[23]).await;
        page.until("the ruling", "return document.querySelector('#rulings a')?.textContent === 'FID-IT 3.7'")
            .await;
        page.click("label:has(input[name=tool][value=move])").await;
        tap(page, &[23, 19]).await;
        ply(page, 1).await;
        err(page).await;
        page.click("#pending .acts button:not(.primary)").await;
        page.until("the game goes on", "return document.getElementById('pending').hidden").await;
        let script = "const done = arguments[0];
            fetch(`/api/games/${document.getElementById('game').dataset.id}/record?white=Anna&black=Bruno&arbiter=Carla`)
              .then(response => response.text()).then(done);";
        let record = page.eval_async(script).await;
        let record = record.as_str().unwrap_or_default();
        for part in ["[White \"Anna\"]", "[Arbiter \"Carla\"]", "FID-IT 8.1."] {
            assert!(record.contains(part), "{part} is missing in {record} of {id}");
        }
        page.click("#signed > summary").await;
        page.shot("table-signed").await;
        page.accessible("the signed record").await;
    });
}

fn a_piece_out_of_place_is_settled_and_the_clocks_can_be_stopped_and_set() {
    browse("table-settled", Screen::DESKTOP.lang("pt-BR"), async |page| {
        let id = open_table(page).await;
        tap(page, &[23, 19]).await;
        ply(page, 1).await;
        page.click("#arbiter .groups details:nth-of-type(3) > summary").await;
        page.click("select[name=doubt] option[value=astride]").await;
        page.click("select[name=piece] option[value=black-man]").await;
        for (field, value) in [("from", "12"), ("to", "16")] {
            page.find(&format!("input[name={field}]")).await.send_keys(value).await.expect("a field");
        }
        page.accessible("the anomalies").await;
        page.shot("table-anomalies-pt").await;
        page.click("#arbiter .groups form button").await;
        page.until("the ruling", "return document.querySelector('#rulings a')?.textContent === 'FID-IT 7.6'")
            .await;
        page.click("#arbiter .groups details:nth-of-type(1) > summary").await;
        page.click("#arbiter .groups details:nth-of-type(1) button").await;
        page.until("the clocks stand", "return document.querySelector('.clock.runs') === null").await;
        for (nth, time) in [(1, "9:30"), (2, "8")] {
            let css = format!("#arbiter .groups details:nth-of-type(1) label:nth-of-type({nth}) input");
            page.find(&css).await.send_keys(time).await.expect("a field");
        }
        page.click("#arbiter .groups details:nth-of-type(1) label:nth-of-type(2) + button").await;
        page.until(
            "the clocks are set",
            "return document.querySelector('#near .clock').textContent === '9:30'",
        )
        .await;
        let game = page.api("GET", &format!("/api/games/{id}"), &json!(null)).await;
        assert_eq!(game["body"]["view"]["clocks"][1]["left"], 8 * 60_000);
    });
}

fn the_table_is_whole_on_a_phone() {
    browse("table-phone", Screen::PHONE.lang("pt-BR").dark(), async |page| {
        open_table(page).await;
        tap(page, &[22, 18]).await;
        ply(page, 1).await;
        let wide = page.eval("return document.documentElement.scrollWidth - innerWidth").await;
        assert!(wide.as_i64() <= Some(0), "{wide} pixels too wide");
        page.accessible("the table on a phone").await;
        page.shot("table-phone").await;
    });
}
