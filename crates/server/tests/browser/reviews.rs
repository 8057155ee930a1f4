//! Reviews of whole files in the background.

use serde_json::json;

use crate::harness::{Screen, browse};
use crate::runner::{Tests, tests};

/// The tests of this file.
pub(crate) const TESTS: Tests = tests! {
    with axe: [
        a_file_is_reviewed_and_put_into_the_library,
        a_review_is_cancelled_and_stays_in_the_list,
    ],
};

/// A game of four half-moves; the second player gives a man away.
const GAME: &str =
    "[White \"Rossi\"]\n[Black \"Bianchi\"]\n[GameType \"22\"]\n\n1. 22-18 11-14 2. 18x11 6x15 *\n\n";

/// Puts a text into the field without typing it.
fn paste(text: &str) -> String {
    format!("document.getElementById('paste').value = {}", json!(text))
}

fn a_file_is_reviewed_and_put_into_the_library() {
    browse("reviews", Screen::PHONE.lang("it"), async |page| {
        page.open("/games").await;
        page.click("a[href='/reviews']").await;
        page.until("advice", "return document.getElementById('none')?.offsetParent").await;
        page.accessible("no reviews yet").await;
        page.click("#review-file button").await;
        page.until("what is missing", "return document.getElementById('problem').textContent").await;
        page.eval(&paste("no game")).await;
        page.click("#review-file button").await;
        page.until("a refusal", "return document.getElementById('problem').textContent.length > 5").await;
        page.eval(&paste(&GAME.repeat(2))).await;
        page.click("#review-file button").await;
        page.until("the end", "return document.querySelector('#jobs li')?.dataset.state === 'finished'")
            .await;
        assert_eq!(page.eval("return document.querySelector('#jobs progress').value").await, json!(2));
        assert!(page.text("#jobs li").await.contains("esaminate: 2 di 2"));
        page.accessible("a finished review").await;
        page.shot("reviews-phone").await;
        let file = "const done = arguments[0]; fetch(document.querySelector('#jobs a[download]').href).then(file => file.text()).then(done)";
        let file = page.eval_async(file).await;
        assert_eq!(file.as_str().map(|file| file.matches("[%eval").count()), Some(2 * 4), "{file}");
        // It is there when one comes back.
        page.open("/reviews").await;
        page.click("#jobs li[data-state=finished] button").await;
        page.until("kept", "return document.querySelector('#jobs [role=status]').textContent").await;
        page.open("/games").await;
        assert!(page.text("ul.games").await.contains("Rossi – Bianchi"));
        page.click("ul.games a").await;
        page.until("the moves", "return document.querySelectorAll('.line .move').length === 4").await;
    });
}

fn a_review_is_cancelled_and_stays_in_the_list() {
    browse("reviews-cancelled", Screen::DESKTOP, async |page| {
        page.open("/reviews").await;
        page.eval(&paste(&GAME.repeat(16))).await;
        page.click("#review-file button").await;
        page.click("#jobs li[data-state=open] button").await;
        page.until("the end", "return document.querySelector('#jobs li').dataset.state === 'cancelled'")
            .await;
        page.accessible("a cancelled review").await;
        page.open("/reviews").await;
        page.until("the list", "return document.querySelector('#jobs li[data-state=cancelled]')").await;
    });
}
