//! A simultaneous exhibition as a club would run it: the host on a phone, twenty players, spectators, the result sheet.

use std::net::SocketAddr;

use damiera_client::ApiClient;
use damiera_notation::pdn::PdnReader;
use serde_json::json;

use crate::harness::{Page, Screen, browse};
use crate::runner::{Tests, tests};

pub(crate) const TESTS: Tests = tests! {
    with axe: [
        twenty_boards_are_played_to_the_end_from_a_phone,
        a_blindfold_host_plays_boards_that_start_as_they_fill,
    ],
};

/// A board of another tablet held upright, and a large screen.
const TABLET: Screen = Screen { touch: true, ..Screen::DESKTOP.size(820, 1180) };
const LARGE: Screen = Screen::DESKTOP.size(1440, 900);

fn client(page: &Page) -> ApiClient {
    ApiClient::new(page.server().parse::<SocketAddr>().expect("an address"))
}

/// Somebody who takes a board.
async fn join(page: &Page, id: &str, name: &str) -> ApiClient {
    let mut player = client(page);
    let path = format!("/api/exhibitions/{id}/players");
    let joined = player.post(&path, &json!({ "name": name })).await.expect("an answer");
    assert_eq!(joined.status, 201, "{}", joined.text);
    player
}

/// When a program on a board resigns: after so many moves of its own.
type Patience = usize;

/// A program at a board: it answers each move of the host until it has had enough, or the game is over.
async fn play(mut player: ApiClient, id: String, patience: Patience) {
    let (mut game, mut chance) = (None, 7);
    loop {
        tokio::time::sleep(std::time::Duration::from_millis(120)).await;
        if game.is_none() {
            let seen = player.get(&format!("/api/exhibitions/{id}")).await.expect("an answer").json;
            let own = seen["own-board"].as_u64().expect("a board") as usize;
            let board = &seen["boards"][own - 1];
            let Some(id) = board["game"].as_str() else { continue };
            let side = if board["host"] == "white" { "black" } else { "white" };
            game = Some((id.to_owned(), side));
        }
        let Some((id, side)) = &game else { continue };
        let view = player.get(&format!("/api/games/{id}")).await.expect("an answer").json["view"].clone();
        if !view["end"].is_null() {
            return;
        }
        let legal = view["legal"].as_array().cloned().unwrap_or_default();
        if view["turn"] != json!(side) || legal.is_empty() {
            continue;
        }
        let made = view["moves"].as_array().map_or(0, Vec::len) / 2;
        chance = chance * 31 % 1009;
        let command = if made >= patience {
            json!({ "by": side, "ask": "resign" })
        } else {
            json!({ "by": side, "ask": "move", "notation": legal[chance % legal.len()]["notation"] })
        };
        let done = player.post(&format!("/api/games/{id}/commands"), &command).await.expect("an answer");
        assert_eq!(done.status, 200, "{}", done.text);
    }
}

/// Writes a move into the field below the board and sends it. The field is below the fold of a phone, and the page may turn to
/// another board between scrolling and tapping, so it is not tapped.
async fn type_move(page: &Page, notation: &str) {
    let script = format!(
        "const form = document.getElementById('typed'); form.querySelector('input').value = '{notation}'; form.requestSubmit();"
    );
    page.eval(&script).await;
}

/// The number of the board that the host looks at.
const CURRENT: &str = "return Number(document.querySelector('.b[aria-current]')?.dataset.board ?? 0)";
/// The board is the host's to move on: the game on the page is the one that the strip marks.
const READY: &str = "const main = document.getElementById('game'); return main?.dataset.line === 'up' && main.dataset.state === 'move'";

async fn current(page: &Page) -> u64 {
    page.eval(CURRENT).await.as_u64().unwrap_or_default()
}

/// What the host sees: the board, the game's last event and its legal moves, once the page has settled on a board.
const LOOK: &str = "const done = arguments[0]; import(document.querySelector('script[type=module][src*=\"host.js\"]').src.replace('exhibition/host.js', 'game.js')) \
    .then(({ state }) => { const { game, sides } = state.current; const at = Number(document.querySelector('.b[aria-current]')?.dataset.board); \
    const mine = game && !game.view.end && sides.includes(game.view.turn); done(mine ? [at, game.view.seq, game.view.legal.map(move => move.notation)] : null); });";

/// Plays a legal move on the board that is shown. The page may go on to the next board at any time, so what is typed may come
/// too late: then nothing happens.
async fn play_here(host: &Page, choice: usize) {
    let seen = host.eval_async(LOOK).await;
    let Some([board, seq, legal]) = seen.as_array().map(Vec::as_slice) else { return };
    let legal = legal.as_array().expect("moves");
    type_move(host, legal[choice % legal.len()].as_str().expect("a move")).await;
    for _ in 0..60 {
        let now = host.eval_async(LOOK).await;
        if now.get(0) != Some(board) || now.get(1) != Some(seq) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    panic!("a move on board {board} was not played");
}

fn twenty_boards_are_played_to_the_end_from_a_phone() {
    browse("exhibition-twenty", Screen::PHONE, async |host| {
        host.open("/").await;
        host.click(".aside-links a[href='/exhibitions']").await;
        host.find("#new-exhibition [name=title]").await.send_keys("Club evening").await.expect("a title");
        host.find("#new-exhibition [name=name]").await.send_keys("Marta").await.expect("a name");
        host.eval("const count = document.querySelector('[name=count]'); count.value = '18'; count.dispatchEvent(new Event('input', { bubbles: true }))").await;
        host.click("#add-group").await;
        host.eval("const last = document.querySelector('#groups li:last-child'); last.querySelector('[name=count]').value = '2'; \
            last.querySelector('[name=variant]').value = 'international'; last.querySelector('[name=host]').value = 'black'; \
            last.querySelector('[name=count]').dispatchEvent(new Event('input', { bubbles: true }))").await;
        host.click("input[name='host-clock'][value='board']").await;
        host.accessible("the form").await;
        host.shot("exhibition-form-phone").await;
        host.click("#new-exhibition button.primary").await;
        host.until("the page", "return location.pathname.startsWith('/exhibition/')").await;
        let id = host.path().await.replace("/exhibition/", "");
        assert_eq!(host.text("[data-ask=start]").await, "Start", "not with 0 boards");
        let terms = host.text(".terms").await;
        assert!(terms.contains("30 minutes on every board") && terms.contains("10 seconds"), "{terms}");

        // The link is copied, also on a plain address, where browsers have no clipboard.
        for clipboard in ["", "Object.defineProperty(navigator, 'clipboard', { value: undefined });"] {
            host.eval(&format!("{clipboard} document.getElementById('copy').textContent = ''")).await;
            host.click("#copy").await;
            let copied = "const link = document.getElementById('link-text');
                return document.getElementById('copy').textContent === 'Copied' && link.selectionEnd === link.value.length";
            host.until("the link is copied", copied).await;
        }

        let mut bots = tokio::task::JoinSet::new();
        for number in 1..=19 {
            let player = join(host, &id, &format!("Player {number}")).await;
            // One plays to the end; the others give up soon.
            let patience = if number == 3 { 400 } else { number % 2 };
            bots.spawn(play(player, id.clone(), patience));
        }
        let guest = host.another(Screen::PHONE.lang("it"), format!("http://{}", host.server())).await;
        guest.open(&format!("/exhibition/{id}")).await;
        guest.accessible("the page to join").await;
        guest.shot("exhibition-join-phone").await;
        guest.find("#join [name=name]").await.send_keys("Ospite").await.expect("a name");
        guest.eval("document.querySelector('#join select').value = '20'").await;
        guest.click("#join button").await;
        guest.until("the board", "return document.querySelector('[data-leave]')").await;
        host.until(
            "everybody",
            "return document.querySelectorAll('.roster li:not([data-state=free])').length === 20",
        )
        .await;
        host.shot("exhibition-roster-phone").await;
        host.click("[data-ask=start]").await;
        host.until(
            "the boards",
            "return location.pathname.endsWith('/play') && document.querySelectorAll('.b').length === 20",
        )
        .await;
        guest.until("the guest's game", "return location.pathname.startsWith('/game/')").await;

        host.until("the host's turn", READY).await;
        host.shot("exhibition-host-phone").await;
        host.accessible("the host's view").await;
        for (screen, name) in [(TABLET, "tablet"), (LARGE, "desktop"), (Screen::PHONE, "again")] {
            host.emulate(screen).await;
            host.open(&format!("/exhibition/{id}/play")).await;
            host.until("the host's turn", READY).await;
            host.shot(&format!("exhibition-host-{name}")).await;
            // The strip scrolls, the page does not.
            let width = host.eval("return document.documentElement.scrollWidth").await;
            assert!(width.as_u64() <= Some(u64::from(screen.size.0)), "{name}: {width}");
            let largest = "const board = document.querySelector('damiera-board').getBoundingClientRect();
                return board.width > Math.min(innerWidth * .9, innerHeight * .6) && board.bottom <= innerHeight";
            assert_eq!(host.eval(largest).await, true, "{name}: the board is the page");
        }
        let counter = host.text("#counter").await;
        assert!(counter.contains("of 20 wait for you"), "{counter}");

        // By key, by a small board, by a swipe; and by itself after a move.
        let first = current(host).await;
        host.eval("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }))")
            .await;
        host.until("the next by key", &format!("return {} !== {first}", &CURRENT[7..])).await;
        host.click(&format!(".b[data-board='{first}']")).await;
        host.until("back by its small board", &format!("return {} === {first}", &CURRENT[7..])).await;
        host.eval("const place = document.querySelector('.player'), at = (x, type) => { const touch = new Touch({ identifier: 1, target: place, clientX: x, clientY: 200 }); \
            place.dispatchEvent(new TouchEvent(type, { bubbles: true, touches: type === 'touchstart' ? [touch] : [], changedTouches: [touch] })); }; at(300, 'touchstart'); at(120, 'touchend');").await;
        host.until("the next by swipe", &format!("return {} !== {first}", &CURRENT[7..])).await;

        let watcher = host.another(LARGE.lang("pt"), format!("http://{}", host.server())).await;
        watcher.open(&format!("/exhibition/{id}")).await;
        watcher.until("all boards", "return document.querySelectorAll('#wall svg').length === 20").await;
        watcher.shot("exhibition-wall-desktop").await;
        watcher.accessible("the wall").await;

        for turn in 0..600 {
            let over = "const strip = document.getElementById('strip'); return !strip || !document.querySelector('.b:not([data-state=over])')";
            if host.eval(over).await == json!(true) {
                break;
            }
            let waits = "const main = document.getElementById('game'); return main?.dataset.state === 'move' || !document.querySelector('.b:not([data-state=over])') \
                || document.querySelectorAll('.b:not([data-state=over])').length === 1 && document.querySelector('.b[data-board=\"20\"]').dataset.state !== 'over'";
            host.until("somebody waits", waits).await;
            // The guest on board 20 resigns once it is their turn after the host's first moves elsewhere.
            if turn == 3 {
                guest
                    .until("the guest's turn", "return document.getElementById('game').dataset.line === 'up'")
                    .await;
                guest.click("#acts [data-key=resign], #acts [data-key=abort]").await;
                guest.eval("document.querySelector('[data-key=yes-resign]')?.click()").await;
            }
            if host.eval("return document.getElementById('game')?.dataset.state === 'move'").await
                == json!(true)
            {
                play_here(host, turn * 7).await;
            }
            if turn == 12 {
                host.shot("exhibition-host-phone-later").await;
            }
        }
        bots.join_all().await;
        host.until("the result sheet", "return document.querySelector('.sheet table')").await;
        assert_eq!(host.eval("return document.querySelectorAll('.sheet tbody tr').length").await, json!(20));
        host.shot("exhibition-sheet-phone").await;
        host.accessible("the result sheet").await;
        host.emulate(LARGE).await;
        host.shot("exhibition-sheet-desktop").await;
        assert!(host.print().await.starts_with(b"%PDF"));
        let seen = client(host).get(&format!("/api/exhibitions/{id}")).await.expect("an answer").json;
        let score = &seen["score"];
        let counted = |name: &str| score[name].as_u64().expect("a number");
        assert_eq!(counted("won") + counted("drawn") + counted("lost") + counted("void"), 20, "{score}");
        assert!(counted("won") >= 17, "{score}");
        let pdn = client(host).get(&format!("/api/exhibitions/{id}/pdn")).await.expect("a file").text;
        let games: Vec<_> = PdnReader::new(pdn.as_bytes()).map(|game| game.expect("a stream")).collect();
        assert_eq!(games.len(), 20);
        assert!(
            games
                .iter()
                .all(|game| game.game.tags.get("Event") == Some("Club evening") && game.problems.is_empty())
        );
        guest.close().await;
        watcher.close().await;
    });
}

fn a_blindfold_host_plays_boards_that_start_as_they_fill() {
    browse("exhibition-blindfold", LARGE.lang("it"), async |host| {
        host.open("/exhibitions").await;
        host.find("#new-exhibition [name=title]").await.send_keys("Alla cieca").await.expect("a title");
        host.eval("const count = document.querySelector('[name=count]'); count.value = '3'; count.dispatchEvent(new Event('input', { bubbles: true }))").await;
        host.click("select[name=host] option[value=white]").await;
        host.click("input[name=start][value=as-boards-fill]").await;
        host.click("input[name=blindfold]").await;
        host.shot("exhibition-form-desktop").await;
        host.click("#new-exhibition button.primary").await;
        host.until("the page", "return location.pathname.startsWith('/exhibition/')").await;
        let id = host.path().await.replace("/exhibition/", "");
        let terms = host.text(".terms").await;
        assert!(
            terms.contains("senza vedere le damiere") && terms.contains("quando viene occupata"),
            "{terms}"
        );
        host.click("[data-ask=start]").await;
        host.until("started", "return document.getElementById('exhibition').dataset.stage === 'filling'")
            .await;
        let mut bots = tokio::task::JoinSet::new();
        for name in ["Anna", "Bruno", "Carla"] {
            bots.spawn(play(join(host, &id, name).await, id.clone(), 0));
        }
        host.open(&format!("/exhibition/{id}/play")).await;
        host.until("the host's turn", READY).await;
        let covered = "return getComputedStyle(document.getElementById('board')).display === 'none' && !document.querySelector('#strip svg')";
        assert_eq!(host.eval(covered).await, json!(true), "no board is drawn");
        host.shot("exhibition-blindfold-desktop").await;
        host.accessible("the blindfold host's view").await;
        type_move(host, "32-1").await;
        let tries = "return document.getElementById('covered-terms').textContent.includes('1 di 3')";
        host.until("the illegal try counts", tries).await;
        for _ in 0..3 {
            host.until("the host's turn", READY).await;
            let before = current(host).await;
            type_move(host, "22-18").await;
            let on = "document.getElementById('game')?.dataset.state !== 'move'";
            host.until("on", &format!("return {} !== {before} || {on}", &CURRENT[7..])).await;
        }
        bots.join_all().await;
        host.until("the result sheet", "return document.querySelector('.sheet table')").await;
        assert!(host.text(".simul-score").await.contains("vinte 3"), "{}", host.text(".simul-score").await);
        assert_eq!(
            host.eval("return document.querySelectorAll('#wall svg').length").await,
            json!(3),
            "the boards open"
        );
    });
}
