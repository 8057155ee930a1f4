//! Ways of playing (FID-IT 15.1), each played to its end in two or more browsers.

use serde_json::{Value, json};

use crate::harness::{Page, Screen, browse};
use crate::runner::{Tests, tests};

/// The tests of this file.
pub(crate) const TESTS: Tests = tests! {
    with axe: [odds_are_chosen_in_the_lobby_shown_to_both_and_played_out,],
    without: [],
};

async fn type_move(page: &Page, notation: &str) {
    page.click("#typed input").await;
    page.keys(&format!("{notation}\u{e007}")).await;
}

async fn in_game(page: &Page) -> String {
    page.until("the game", "return location.pathname.startsWith('/game/') && document.getElementById('game')?.dataset.line === 'up'").await;
    page.path().await.replace("/game/", "")
}

/// The game as the page's browser may see it.
async fn game_of(page: &Page, id: &str) -> Value {
    page.api("GET", &format!("/api/games/{id}"), &Value::Null).await["body"].clone()
}

/// Plays moves chosen by a fixed rule, each typed in the browser of its side, until the game ends. `seer` sees the board.
async fn play_out(white: &Page, black: &Page, seer: &Page, id: &str) -> Value {
    let mut chance: usize = 7;
    for ply in 1.. {
        let game = game_of(seer, id).await;
        if !game["view"]["end"].is_null() {
            return game;
        }
        let legal = game["view"]["legal"].as_array().expect("moves");
        chance = chance * 31 % 1009;
        let notation = legal[chance % legal.len()]["notation"].as_str().expect("a move");
        type_move(if game["view"]["turn"] == "white" { white } else { black }, notation).await;
        let played = format!(
            "const done = arguments[0]; const look = () => fetch('/api/games/{id}').then(r => r.json()).then(g => \
             g.view.moves.length >= {ply} || g.view.end ? done(true) : setTimeout(look, 20)); look();"
        );
        seer.eval_async(&played).await;
    }
    unreachable!("the loop ends with the game")
}

fn odds_are_chosen_in_the_lobby_shown_to_both_and_played_out() {
    browse("ways-odds", Screen::DESKTOP.lang("it"), async |strong| {
        let weak = strong.another(Screen::PHONE.lang("pt"), format!("http://{}", strong.server())).await;
        strong.open("/lobby").await;
        strong.click("input[value='italian']").await;
        strong.click("input[name='clock'][value='15+10']").await;
        strong.click("input[name='colour'][value='black']").await;
        strong.click("#odds summary").await;
        strong.click("select[name='odds-by'] option[value='seeker']").await;
        strong.click(".odds-men:not([hidden]) input[value='30']").await;
        strong.click(".odds-men:not([hidden]) input[value='27']").await;
        strong.click("input[name='odds-first-move']").await;
        strong.click("input[name='odds-minutes']").await;
        strong.keys("5").await;
        strong.shot("ways-odds-form").await;
        strong.accessible("lobby with odds").await;
        strong.click("button[value='']").await;
        strong.until("the invitation", "return location.pathname.startsWith('/seek/')").await;
        let own = strong.text(".terms").await;
        assert!(own.contains("Dai vantaggio: le pedine in 6, 3, la prima mossa, 5 min contro 15."), "{own}");
        weak.open(&strong.path().await).await;
        let offered = weak.text(".terms").await;
        assert!(
            offered.contains("Você recebe vantagem: as pedras em 6, 3, o primeiro lance, 5 min contra 15."),
            "{offered}"
        );
        weak.shot("ways-odds-phone").await;
        weak.accessible("an invitation with odds").await;
        weak.click("#accept button").await;
        let (id, _) = (in_game(&weak).await, in_game(strong).await);
        let game = game_of(strong, &id).await;
        assert_eq!(game["view"]["turn"], "white", "the weaker player has White and moves first");
        let men = "B1,2,4,5,7,8,9,10,11,12";
        assert!(game["view"]["fen"].as_str().is_some_and(|fen| fen.ends_with(men)), "{game}");
        assert_eq!(game["clocks"][1]["stages"], json!([[null, 300_000]]));
        let end = play_out(&weak, strong, strong, &id).await;
        assert_ne!(end["view"]["end"]["result"], "*");
        weak.until("the result", "return !document.getElementById('ruling').hidden").await;
        weak.close().await;
    });
}
