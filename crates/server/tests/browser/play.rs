//! Playing: whole games against the engine by mouse and by keyboard, forks, refusals, and the phone.

use serde_json::{Value, json};

use crate::harness::{Page, Screen, browse};
use crate::runner::{Tests, tests};

/// The tests of this file.
pub(crate) const TESTS: Tests = tests! {
    with axe: [
        a_whole_english_game_by_mouse,
        a_whole_italian_game_by_mouse,
        a_whole_brazilian_game_by_mouse,
        a_whole_international_game_by_mouse,
        a_fork_shows_numbered_ways_and_plays_the_chosen_one,
        an_irregular_try_is_refused_with_its_article_in_italian,
        arrow_keys_look_back_and_come_back,
    ],
    without: [
        a_whole_game_by_keyboard_alone,
        escape_leaves_every_question_and_the_focus_comes_back,
        a_phone_shows_board_clocks_and_last_moves_without_scrolling,
        a_phone_held_sideways_gives_the_board_the_height,
        nothing_moves_what_one_can_do_in_a_game,
        a_man_is_dragged_and_one_that_may_not_move_says_why,
        one_s_turn_is_in_the_title_and_announced_with_what_was_taken,
        the_engine_takes_a_draw_when_it_stands_worse_and_declines_when_better,
        pieces_hop_along_the_path_and_the_taken_ones_leave_at_the_end,
    ],
};

/// The key names of the WebDriver protocol.
const ENTER: &str = "\u{e007}";
const LEFT: &str = "\u{e012}";
const UP: &str = "\u{e013}";
const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";

/// What a person uses to move.
#[derive(Clone, Copy)]
enum Hand {
    Mouse,
    Keyboard,
}

/// Makes a game of this position or start, and opens its page.
pub(crate) async fn game(page: &Page, wish: &Value) {
    page.open("/healthz").await;
    let made = page.api("POST", "/api/games", wish).await;
    assert_eq!(made["status"], 201, "{made}");
    page.open(&format!("/game/{}", made["body"]["id"].as_str().unwrap_or_default())).await;
    page.until("the board", "return document.querySelectorAll('[data-square]').length >= 32").await;
}

pub(crate) fn two_people(variant: &str, fen: &str) -> Value {
    json!({ "variant": variant, "fen": fen, "white": { "kind": "person" }, "black": { "kind": "person" } })
}

/// Waits for one's turn and chooses a move; none once the game is over.
async fn choose(page: &Page, turn: usize) -> Option<Value> {
    let script = "const main = document.getElementById('game'), board = document.getElementById('board');
        if (main.dataset.state === 'over') return 'over';
        return main.dataset.state === 'move' && board.legal.length ? board.legal : null;";
    let legal = page.until("one's turn", script).await;
    let legal = legal.as_array()?;
    Some(legal[turn * 5 % legal.len()].clone())
}

/// Goes to a square and presses it.
async fn press(page: &Page, hand: Hand, square: u64) {
    match hand {
        Hand::Mouse => page.click(&format!("button[data-square='{square}']")).await,
        Hand::Keyboard => {
            for _ in 0..40 {
                let script = format!(
                    "const to = document.querySelector('button[data-square=\"{square}\"]').getBoundingClientRect();
                     const at = document.activeElement.getBoundingClientRect();
                     return [Math.sign(Math.round((to.top - at.top) / 20)), Math.sign(Math.round((to.left - at.left) / 20))];"
                );
                let way = page.eval(&script).await;
                let key = match (way[0].as_i64(), way[1].as_i64()) {
                    (Some(0), Some(0)) => break,
                    (Some(1), _) => DOWN,
                    (Some(-1), _) => UP,
                    (_, Some(1)) => RIGHT,
                    _ => LEFT,
                };
                page.keys(key).await;
            }
            page.keys(ENTER).await;
        }
    }
}

/// Plays a move on the board, choosing its way where there are several.
async fn make(page: &Page, hand: Hand, m: &Value) {
    let before = page.eval("return document.getElementById('game').dataset.ply").await;
    for square in [&m["from"], &m["to"]] {
        press(page, hand, square.as_u64().expect("a square")).await;
    }
    let script = format!(
        "const way = document.querySelector('#ways [data-move=\"{}\"]');
         return way && !way.closest('[hidden]') ? 'fork' : document.getElementById('game').dataset.ply !== '{}' ? 'made' : null",
        m["notation"].as_str().unwrap_or_default(),
        before.as_str().unwrap_or_default(),
    );
    if page.until(&format!("the move {m}"), &script).await == json!("fork") {
        page.click(&format!("#ways [data-move='{}']", m["notation"].as_str().unwrap_or_default())).await;
    }
}

/// Plays on until the game is over; gives back how many moves one made.
async fn play_out(page: &Page, hand: Hand) -> usize {
    for turn in 0..150 {
        match choose(page, turn).await {
            Some(m) => make(page, hand, &m).await,
            None => return turn,
        }
    }
    panic!("the game does not end");
}

/// A game from the first page on, by mouse.
fn whole_game(variant: &'static str) {
    browse(&format!("whole-{variant}"), Screen::DESKTOP, async |page| {
        page.open("/").await;
        page.click(&format!("label:has(input[name=variant][value={variant}])")).await;
        page.click("#new button[type=submit]").await;
        page.until("the board", "return document.querySelectorAll('[data-square]').length >= 32").await;
        assert!(page.path().await.starts_with("/game/"));
        let moves = play_out(page, Hand::Mouse).await;
        assert!(moves > 5, "a game of {moves} moves");
        assert!(!page.text("#ruling").await.is_empty(), "how it ended");
        assert_eq!(
            page.eval("return document.getElementById('typed').hidden").await,
            json!(true),
            "nothing to type"
        );
        page.shot(&format!("whole-{variant}")).await;
        page.accessible("a finished game").await;
    });
}

fn a_whole_english_game_by_mouse() {
    whole_game("english");
}

fn a_whole_italian_game_by_mouse() {
    whole_game("italian");
}

fn a_whole_brazilian_game_by_mouse() {
    whole_game("brazilian");
}

fn a_whole_international_game_by_mouse() {
    whole_game("international");
}

fn a_whole_game_by_keyboard_alone() {
    browse("keyboard", Screen::DESKTOP.lang("it"), async |page| {
        page.open("/").await;
        // From the top of the page to the button, by the keys everybody has.
        page.eval("document.querySelector('#new button[type=submit]').focus(); return true").await;
        page.keys(ENTER).await;
        page.until("the board", "return document.querySelectorAll('[data-square]').length >= 32").await;
        page.eval("document.querySelector('damiera-board [tabindex=\"0\"]').focus(); return true").await;
        play_out(page, Hand::Keyboard).await;
        assert!(!page.text("#ruling").await.is_empty());
        page.shot("keyboard").await;
    });
}

fn a_fork_shows_numbered_ways_and_plays_the_chosen_one() {
    browse("fork", Screen::DESKTOP, async |page| {
        // The man on 26 comes to 10 over 22 and 14, or over 23 and 15.
        game(page, &two_people("english", "W:W26:B1,14,15,22,23")).await;
        let legal = page.eval("return document.getElementById('board').legal").await;
        let legal = legal.as_array().expect("moves");
        let shared = legal.iter().find(|m| {
            legal.iter().any(|other| other["to"] == m["to"] && other["from"] == m["from"] && other != *m)
        });
        let m = shared.expect("two captures from and to the same squares");
        for square in ["from", "to"] {
            press(page, Hand::Mouse, m[square].as_u64().expect("a square")).await;
        }
        page.until("the ways", "return document.querySelectorAll('#ways [data-move]').length > 1").await;
        page.shot("fork").await;
        page.accessible("a fork").await;
        page.click(&format!("#ways [data-move='{}']", m["notation"].as_str().unwrap_or_default())).await;
        let played = page
            .until("the move", "return document.querySelector('#moves [aria-current]')?.textContent")
            .await;
        assert_eq!(played, m["notation"]);
    });
}

fn an_irregular_try_is_refused_with_its_article_in_italian() {
    browse("refused", Screen::DESKTOP.lang("it"), async |page| {
        // At equal numbers the king must take (FID-IT 6.7).
        game(page, &two_people("italian", "W:WK23,31,32:B3,8,12,19,26,27")).await;
        let game_path = page.path().await;
        press(page, Hand::Mouse, 31).await;
        press(page, Hand::Mouse, 22).await;
        page.until("a ruling", "return !document.getElementById('ruling').hidden").await;
        let ruling = page.text("#ruling").await;
        assert!(ruling.contains("31x22 non è permessa"), "{ruling}");
        assert!(ruling.contains("FID-IT 6."), "{ruling}");
        page.until(
            "the capture that was due",
            "return document.querySelectorAll('damiera-board .way').length > 0",
        )
        .await;
        page.shot("refused-it").await;
        page.accessible("a refusal").await;
        page.click("#ruling a").await;
        page.until("the article", "return location.pathname.startsWith('/rules/')").await;
        page.shot("refused-article-it").await;
        // The page's language decides, and not the browser's, on rulings too.
        page.open(&format!("{game_path}?lang=pt")).await;
        page.until("one's turn", "return document.getElementById('game').dataset.state === 'move'").await;
        press(page, Hand::Mouse, 31).await;
        press(page, Hand::Mouse, 22).await;
        page.until(
            "a ruling in Portuguese",
            "return document.querySelector('#ruling p').textContent.includes('quem deve capturar é a dama')",
        )
        .await;
    });
}

fn escape_leaves_every_question_and_the_focus_comes_back() {
    const ESCAPE: &str = "\u{e00c}";
    browse("escape", Screen::DESKTOP, async |page| {
        game(page, &two_people("italian", "W:W22,31:B1,2")).await;
        page.until("one's turn", "return document.getElementById('game').dataset.state === 'move'").await;
        page.eval("document.querySelector('#acts [data-key=resign]').focus()").await;
        page.keys(ENTER).await;
        page.until("the question", "return document.activeElement.dataset.key === 'cancel'").await;
        page.keys(ESCAPE).await;
        page.until(
            "the button that asked",
            "return document.activeElement.dataset.key === 'resign' && !document.querySelector('[data-key=yes-resign]')",
        )
        .await;
        // A move that is to be confirmed is given up.
        page.eval("const confirm = document.querySelector('#settings [name=confirm]'); if (!confirm.checked) confirm.click()").await;
        for square in [22, 18] {
            press(page, Hand::Mouse, square).await;
        }
        page.until("the question", "return !document.getElementById('ways').hidden").await;
        page.keys(ESCAPE).await;
        page.until("no question", "return document.getElementById('ways').hidden && document.activeElement.closest('#board') !== null").await;
        assert_eq!(
            page.eval("return document.getElementById('game').dataset.ply").await,
            "0",
            "nothing is played"
        );
        assert_eq!(page.eval("return document.getElementById('board').state.chosen").await, json!([]));
    });
}

fn a_phone_shows_board_clocks_and_last_moves_without_scrolling() {
    for variant in ["italian", "international"] {
        browse("phone", Screen::PHONE.lang("it"), async |page| {
            page.open("/healthz").await;
            let id = crate::pages::game(page, variant).await;
            page.open(&format!("/game/{id}")).await;
            page.until("the moves", "return document.querySelector('#moves [aria-current]') !== null").await;
            page.until("the clocks", "return !document.querySelector('#near .clock').hidden").await;
            page.shot(&format!("phone-{variant}")).await;
            let script = "return ['damiera-board', '#far .clock', '#near .clock', '#moves [aria-current]'].filter(css => {
                const box = document.querySelector(css).getBoundingClientRect();
                return box.width === 0 || box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
              }).concat(document.documentElement.scrollWidth > innerWidth ? ['the page is too wide'] : [])";
            assert_eq!(page.eval(script).await, json!([]));
            // A finger needs 44 pixels, except for the squares, which are as large as the board allows.
            let small = "return [...document.querySelectorAll('header a, header button, main button:not([role]), main a, main summary, main select')]
                .filter(e => e.offsetParent && e.getBoundingClientRect().height < 43.5).map(e => e.textContent)";
            assert_eq!(page.eval(small).await, json!([]));
            // The menu is out of the way until it is wanted.
            let menu = "return document.getElementById('nav').offsetParent !== null";
            assert_eq!(page.eval(menu).await, json!(false));
            page.click("#menu").await;
            assert_eq!(page.eval(menu).await, json!(true));
            assert_eq!(page.eval(small).await, json!([]));
            page.shot(&format!("phone-menu-{variant}")).await;
            page.click("#menu").await;
            // A ruling has its place: nothing moves under the finger.
            let top = "return document.getElementById('acts').getBoundingClientRect().top + scrollY";
            let before = page.eval(top).await;
            page.eval("const input = document.querySelector('#typed input'); input.value = '30-1'; input.form.requestSubmit()").await;
            page.until("a ruling", "return !document.getElementById('ruling').hidden").await;
            assert_eq!(page.eval(top).await, before);
            page.shot(&format!("phone-ruling-{variant}")).await;
        });
    }
}

fn a_phone_held_sideways_gives_the_board_the_height() {
    for (width, height) in [(844, 390), (667, 375)] {
        browse("phone-sideways", Screen::PHONE.lang("it").size(width, height), async |page| {
            page.open("/healthz").await;
            let id = crate::pages::game(page, "italian").await;
            page.open(&format!("/game/{id}")).await;
            page.until("the clocks", "return !document.querySelector('#near .clock').hidden").await;
            page.shot(&format!("phone-sideways-{width}")).await;
            let seen = "const box = css => document.querySelector(css).getBoundingClientRect(), board = box('damiera-board');
                return board.height > innerHeight * .8 && ['damiera-board', '#far .clock', '#near .clock', '#acts'].every(css =>
                  box(css).width > 0 && box(css).bottom <= innerHeight && box(css).right <= innerWidth)";
            assert_eq!(page.eval(seen).await, true);
        });
    }
}

fn nothing_moves_what_one_can_do_in_a_game() {
    for screen in [Screen::PHONE, Screen::DESKTOP.size(1366, 768)] {
        browse("icons-stay", screen, async |page| {
            let two = json!({ "variant": "italian", "fen": "W:WK31,K32:BK1,K2",
                "white": { "kind": "person" }, "black": { "kind": "person" } });
            game(page, &two).await;
            page.until("the buttons", "return document.querySelector('#acts [data-key=flip]')").await;
            let place = "const row = document.getElementById('acts').getBoundingClientRect(), next = document.getElementById('acts').nextElementSibling;
                return [row.top + scrollY, next.id || next.className]";
            let before = page.eval(place).await;
            let field =
                "return Math.round(document.getElementById('typed').getBoundingClientRect().top + scrollY)";
            let field_before = page.eval(field).await;
            // The first move, a count, a look back, the question whether to resign, and a ruling.
            page.eval("const input = document.querySelector('#typed input'); input.value = '31-28'; input.form.requestSubmit()").await;
            page.until("the move", "return document.querySelectorAll('.ply').length === 1").await;
            assert_eq!(page.eval(place).await, before);
            assert_eq!(
                page.eval(field).await,
                field_before,
                "the list of moves has its place from the start"
            );
            page.click("#acts [data-key=ask-count]").await;
            page.until("the count", "return !document.getElementById('counts').hidden").await;
            assert_eq!(page.eval(place).await, before);
            page.click("[data-step=back]").await;
            page.until("the words", "return document.querySelector('#idle .how').textContent.includes('0 of 1') || !document.getElementById('ruling').hidden").await;
            assert_eq!(page.eval(place).await, before);
            page.click("[data-step=last]").await;
            page.click("#acts [data-key=resign]").await;
            page.until("the question", "return document.querySelector('#acts [data-key=yes-resign]')").await;
            assert_eq!(page.eval(place).await, before);
            page.click("#acts [data-key=cancel]").await;
            page.eval("const input = document.querySelector('#typed input'); input.value = '1-10'; input.form.requestSubmit()").await;
            page.until("a ruling", "return document.getElementById('ruling').dataset.kind === 'refused'")
                .await;
            assert_eq!(page.eval(place).await, before);
        });
    }
}

fn a_man_is_dragged_and_one_that_may_not_move_says_why() {
    browse("drag", Screen::DESKTOP, async |page| {
        page.open("/healthz").await;
        let two =
            json!({ "variant": "italian", "white": { "kind": "person" }, "black": { "kind": "person" } });
        let id = page.api("POST", "/api/games", &two).await["body"]["id"].as_str().expect("an id").to_owned();
        page.open(&format!("/game/{id}")).await;
        page.until("the board", "return document.getElementById('board')?.legal?.length > 0").await;
        page.drag("[data-square='22']", "[data-square='18']").await;
        page.until("the move", "return document.getElementById('game').dataset.ply === '1'").await;
        page.drag("[data-square='12']", "[data-square='20']").await;
        page.until("the ruling", "return document.getElementById('ruling').textContent.includes('12-20')")
            .await;
        assert_eq!(page.eval("return document.getElementById('game').dataset.ply").await, "1");
    });
}

fn arrow_keys_look_back_and_come_back() {
    browse("replay", Screen::DESKTOP, async |page| {
        page.open("/healthz").await;
        let id = crate::pages::game(page, "english").await;
        page.open(&format!("/game/{id}")).await;
        page.until("the moves", "return document.querySelector('#moves [aria-current]') !== null").await;
        let now = page.eval("return [...document.getElementById('board').pieces.keys()].sort().join()").await;
        page.keys(LEFT).await;
        page.keys(LEFT).await;
        page.until(
            "two plies back",
            "return document.querySelectorAll('.ply')[3]?.hasAttribute('aria-current')",
        )
        .await;
        let then =
            page.eval("return [...document.getElementById('board').pieces.keys()].sort().join()").await;
        assert_ne!(now, then);
        page.shot("replay").await;
        page.accessible("looking back").await;
        page.keys(DOWN).await;
        page.until(
            "the present",
            "return document.querySelectorAll('.ply')[5]?.hasAttribute('aria-current')",
        )
        .await;
        let back =
            page.eval("return [...document.getElementById('board').pieces.keys()].sort().join()").await;
        assert_eq!(now, back);
    });
}

fn one_s_turn_is_in_the_title_and_announced_with_what_was_taken() {
    browse("turn", Screen::DESKTOP, async |page| {
        // The engine has one move: it takes a man. Then it is a man ahead, and it is one's turn.
        let wish = json!({ "variant": "italian", "fen": "B:W22,31,32:B18,1,2",
            "white": { "kind": "person" }, "black": { "kind": "engine", "level": 1 } });
        game(page, &wish).await;
        page.until("the turn", "return document.title.startsWith('● your move')").await;
        page.until("the balance", "return document.querySelector('#far .material').textContent === '+1'")
            .await;
        let announced = page.text_content("#announce").await;
        assert_eq!(announced, "Black: 18x27. takes 22. your move");
        let result = async |command: Value| {
            let id = page.path().await.trim_start_matches("/game/").to_owned();
            page.api("POST", &format!("/api/games/{id}/commands"), &command).await;
            page.until("the end", "return document.getElementById('game').dataset.state === 'over'").await;
            page.text("#ruling h2").await
        };
        assert!(result(json!({ "by": "white", "ask": "resign" })).await.starts_with("You lost"), "in words");
        assert_eq!(page.eval("return document.title").await, json!("Damiera · Italian"));
        let person = json!({ "kind": "person" });
        game(page, &json!({ "variant": "english", "white": person, "black": person })).await;
        page.until("the connection", "return document.getElementById('game').dataset.line === 'up'").await;
        assert!(result(json!({ "by": "white", "ask": "resign" })).await.starts_with("Black won"), "in words");
    });
}

fn the_engine_takes_a_draw_when_it_stands_worse_and_declines_when_better() {
    browse("draw-offer", Screen::DESKTOP, async |page| {
        let offer = async |fen: &str| {
            let wish = json!({ "variant": "english", "fen": fen,
                "white": { "kind": "person" }, "black": { "kind": "engine", "level": 1 } });
            game(page, &wish).await;
            let script =
                "const offer = document.querySelector('#acts button'); offer?.click(); return offer !== null";
            page.until("an offer", script).await;
            page.until("an answer", "const ruling = document.getElementById('ruling'); return ruling.hidden || ruling.textContent.includes('waiting') ? null : document.getElementById('game').dataset.state").await
        };
        assert_eq!(offer("W:WK15,K18,K22,21,30:B1,2,12").await, json!("over"), "three kings down");
        assert_eq!(offer("W:W21,30:BK15,K18,K22,1,2,12").await, json!("move"), "three kings up");
    });
}

fn pieces_hop_along_the_path_and_the_taken_ones_leave_at_the_end() {
    browse("hop", Screen::DESKTOP.moving(), async |page| {
        game(page, &two_people("english", "W:W31:B1,19,27")).await;
        let watch = "window.seen = [];
            new MutationObserver(changes => changes.forEach(({ target }) => {
              if (target.classList.contains('leaving')) window.seen.push('left ' + target.dataset.square);
              else if (target.dataset.square === '31') window.seen.push('moved');
            })).observe(document.querySelector('#board svg'), { subtree: true, attributes: true });
            return true";
        page.eval(watch).await;
        press(page, Hand::Mouse, 31).await;
        press(page, Hand::Mouse, 15).await;
        page.until("the move", "return document.getElementById('game').dataset.ply === '1'").await;
        let seen = page
            .until("the end of the hop", "return window.seen.includes('left 27') ? window.seen : null")
            .await;
        let seen: Vec<_> = seen.as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        assert!(seen.iter().filter(|change| **change == "moved").count() > 2, "{seen:?}");
        let left = seen.iter().position(|change| change.starts_with("left"));
        let last = seen.iter().rposition(|change| *change == "moved");
        assert!(left > last, "taken pieces stay until the capture is over (5.12): {seen:?}");
        page.until("an empty square", "return !document.getElementById('board').pieces.has(27)").await;
    });
}
