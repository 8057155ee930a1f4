//! The pictures of the README. `DAMIERA_WRITE=1` takes them anew; otherwise the pages must still show what is in them.

use std::path::Path;

use serde_json::{Value, json};

use crate::harness::{Page, Screen, browse};
use crate::runner::{Tests, tests};

/// The tests of this file.
pub(crate) const TESTS: Tests = tests! {
    without: [
        the_game_page_looks_as_in_the_readme,
        the_phone_looks_as_in_the_readme,
        the_arbiters_table_looks_as_in_the_readme,
    ],
};

/// Pixels of a picture for each of the page.
const SCALE: f64 = 0.66;
/// The largest picture that is kept, in bytes.
const LARGEST: u64 = 120_000;

const GAME: [&str; 11] =
    ["22-18", "11-14", "18x11", "7x14", "21-17", "12-15", "25-21", "8-12", "23-20", "15-19", "26-22"];

/// Begins a game of two people at one screen and plays moves; opens its page.
async fn played(page: &Page, terms: &Value, moves: &[&str]) -> String {
    page.open("/healthz").await;
    let game = page.api("POST", "/api/games", terms).await;
    let id = game["body"]["id"].as_str().expect("an id").to_owned();
    for (ply, notation) in moves.iter().enumerate() {
        let by = if ply % 2 == 0 { "white" } else { "black" };
        let command = json!({ "by": by, "ask": "move", "notation": notation });
        let answer = page.api("POST", &format!("/api/games/{id}/commands"), &command).await;
        assert_eq!(answer["status"], 200, "{notation}: {answer}");
    }
    page.open(&format!("/game/{id}")).await;
    page.until(
        "the moves",
        &format!("return document.getElementById('game').dataset.ply === '{}'", moves.len()),
    )
    .await;
    id
}

fn two_people(profile: &str) -> Value {
    let (person, clock) = (json!({ "kind": "person" }), json!({ "minutes": 15, "increment": 10 }));
    json!({ "variant": "italian", "profile": profile, "white": person, "black": person,
        "minutes": clock["minutes"], "increment": clock["increment"] })
}

async fn tap(page: &Page, squares: &[u8]) {
    for square in squares {
        page.click(&format!("#board button[data-square='{square}']")).await;
    }
}

/// Takes the picture if asked to; checks the one that is kept.
async fn picture(page: &Page, screen: Screen, name: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/images/{name}.png"));
    if std::env::var_os("DAMIERA_WRITE").is_some() {
        page.picture(&file, screen, SCALE).await;
    }
    let size = std::fs::metadata(&file).unwrap_or_else(|error| panic!("{name}: {error}")).len();
    assert!(size < LARGEST, "{name} has {size} bytes");
}

fn the_game_page_looks_as_in_the_readme() {
    let screen = Screen::DESKTOP.size(1100, 760);
    browse("picture-play", screen, async |page| {
        played(page, &two_people("casual"), &GAME).await;
        tap(page, &[6, 11]).await;
        page.until("a ruling", "return document.querySelector('#ruling a').textContent.startsWith('FID-IT')")
            .await;
        page.until("the capture that is due", "return document.querySelector('#board .way') !== null").await;
        picture(page, screen, "play").await;
    });
}

fn the_phone_looks_as_in_the_readme() {
    let screen = Screen::PHONE.lang("it");
    browse("picture-phone", screen, async |page| {
        played(page, &two_people("casual"), &GAME[..6]).await;
        tap(page, &[24]).await;
        page.until("where it can go", "return document.querySelector('#board .dot') !== null").await;
        picture(page, screen, "phone").await;
    });
}

fn the_arbiters_table_looks_as_in_the_readme() {
    let screen = Screen::DESKTOP.size(1100, 860);
    browse("picture-arbiter", screen, async |page| {
        played(page, &two_people("table"), &GAME[..5]).await;
        page.click("label:has(input[name=tool][value=stands])").await;
        tap(page, &[12, 20]).await;
        page.until("a verdict", "return !document.getElementById('verdict').hidden").await;
        picture(page, screen, "arbiter").await;
    });
}
