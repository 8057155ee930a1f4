//! Ways of playing (FID-IT 15.1), each played to its end in two or more browsers.

use serde_json::{Value, json};

use crate::harness::{Page, Screen, browse};
use crate::runner::{Tests, tests};

/// The tests of this file.
pub(crate) const TESTS: Tests = tests! {
    with axe: [
        odds_are_chosen_in_the_lobby_shown_to_both_and_played_out,
        one_player_is_blindfold_to_the_end_of_the_game,
        a_whole_game_is_played_by_ear,
    ],
    without: [
        both_players_are_blindfold_and_an_illegal_try_loses,
        a_spoken_move_is_understood_in_three_languages_and_confirmed,
    ],
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
        strong.click("input[name='odds-moves']").await;
        strong.keys("21-17 22-18").await;
        strong.click("input[name='odds-minutes']").await;
        strong.keys("5").await;
        strong.shot("ways-odds-form").await;
        strong.accessible("lobby with odds").await;
        strong.click("button[value='']").await;
        strong.until("the invitation", "return location.pathname.startsWith('/seek/')").await;
        let own = strong.text(".terms").await;
        assert!(own.contains("Dai vantaggio: le pedine in 6, 3, la prima mossa, le mosse 21-17, 22-18 già fatte (numeri come col Bianco), 5 min contro 15."), "{own}");
        weak.open(&strong.path().await).await;
        let offered = weak.text(".terms").await;
        assert!(
            offered.contains("Você recebe vantagem: as pedras em 6, 3, o primeiro lance, os lances 21-17, 22-18 já feitos (números como de brancas), 5 min contra 15."),
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
        assert!(game["view"]["fen"].as_str().is_some_and(|fen| fen.contains("W17,18,23,24")), "{game}");
        assert_eq!(game["clocks"][1]["stages"], json!([[null, 300_000]]));
        let end = play_out(&weak, strong, strong, &id).await;
        assert_ne!(end["view"]["end"]["result"], "*");
        weak.until("the result", "return !document.getElementById('ruling').hidden").await;
        weak.close().await;
    });
}

/// Offers a game by link on the terms that `choose` sets, and brings both browsers into it; the seeker has White.
async fn meet(seeker: &Page, other: &Page, choose: impl AsyncFnOnce(&Page)) -> String {
    seeker.open("/lobby").await;
    seeker.click("input[value='italian']").await;
    seeker.click("input[name='colour'][value='white']").await;
    choose(seeker).await;
    seeker.click("button[value='']").await;
    seeker.until("the invitation", "return location.pathname.startsWith('/seek/')").await;
    other.open(&seeker.path().await).await;
    other.until("the terms", "return document.querySelector('.terms .agreed')").await;
    other.click("#accept button").await;
    in_game(seeker).await;
    in_game(other).await
}

/// Keeps everything that the page receives from now on, over the connection and by requests.
const RECORD_TRAFFIC: &str = "window.heard = []; const Socket = window.WebSocket; window.WebSocket = class extends Socket { \
    constructor(...given) { super(...given); this.addEventListener('message', event => window.heard.push(event.data)); } }; \
    const ask = window.fetch; window.fetch = async (...given) => { const answer = await ask(...given); \
    window.heard.push(await answer.clone().text()); return answer; };";

fn one_player_is_blindfold_to_the_end_of_the_game() {
    browse("ways-blindfold", Screen::PHONE.lang("it"), async |blind| {
        let sighted = blind.another(Screen::DESKTOP.lang("pt"), format!("http://{}", blind.server())).await;
        blind.run_on_every_page(RECORD_TRAFFIC).await;
        let id = meet(blind, &sighted, async |page| {
            page.click("#more-terms summary").await;
            page.click("select[name='blindfold'] option[value='own']").await;
            page.click("input[name='blindfold-notes']").await;
            page.click("select[name='blindfold-tries'] option[value='']").await;
            page.shot("ways-blindfold-form").await;
            page.accessible("lobby with blindfold terms").await;
        })
        .await;
        let covered = "return getComputedStyle(document.getElementById('board')).display === 'none'";
        blind.until("a covered board", covered).await;
        assert_eq!(sighted.eval(covered).await, json!(false));
        let terms = blind.text("#covered-terms").await;
        assert!(
            terms.contains("Si annunciano solo le ultime mosse.")
                && terms.contains("Gli appunti sono permessi."),
            "{terms}"
        );
        assert_eq!(blind.eval("return document.querySelectorAll('#board [data-square]').length > 0 && document.querySelectorAll('#board .disc, #board [data-square][transform]').length").await, json!(0), "no piece is drawn");
        let acts = blind.text_content("#acts").await;
        assert!(!acts.contains("Gira la damiera") && !acts.contains("PDN"), "nothing for a board: {acts}");
        blind.shot("ways-blindfold-phone").await;
        blind.accessible("a covered board").await;
        type_move(blind, "32-1").await;
        blind
            .until(
                "the try",
                "return document.getElementById('ruling').textContent.includes('non è regolare')",
            )
            .await;
        sighted
            .until(
                "the other hears of it",
                "return document.getElementById('ruling').textContent.includes('tentativa')",
            )
            .await;
        let end = play_out(blind, &sighted, &sighted, &id).await;
        assert_ne!(end["view"]["end"]["result"], "*");
        blind
            .until(
                "the board opens",
                "return getComputedStyle(document.getElementById('board')).display !== 'none'",
            )
            .await;
        blind.until("the result", "return !document.getElementById('ruling').hidden").await;
        let leak = blind
            .eval(
                "const game = window.heard.filter(text => text.includes('\"type\":\"events\"') || text.includes('\"view\"')); \
                 const before = game.filter(text => !text.includes('\"ended\"') && !text.includes('\"concealed\":false')); \
                 return [before.length > 10, before.find(text => /:W(K?\\d)|\"captures\":\\[|\"legal\":\\[\\{|\"path\"|\"kind\":\"moved\"/.test(text)) ?? null]",
            )
            .await;
        assert_eq!(leak, json!([true, null]), "what the blindfold side received");
        sighted.close().await;
    });
}

fn both_players_are_blindfold_and_an_illegal_try_loses() {
    browse("ways-both-blindfold", Screen::DESKTOP.lang("en"), async |white| {
        let black = white.another(Screen::PHONE.lang("pt"), format!("http://{}", white.server())).await;
        let id = meet(white, &black, async |page| {
            page.click("#more-terms summary").await;
            page.click("select[name='blindfold'] option[value='both']").await;
            page.click("input[name='blindfold-moves']").await;
            page.click("select[name='blindfold-tries'] option:first-child").await;
        })
        .await;
        for (i, notation) in ["22-18", "11-14", "18x11", "6x15"].into_iter().enumerate() {
            let (mover, other) = if i % 2 == 0 { (white, &black) } else { (&black, white) };
            type_move(mover, notation).await;
            other
                .until(
                    notation,
                    &format!(
                        "return document.getElementById('covered-last').textContent.includes('{notation}')"
                    ),
                )
                .await;
        }
        assert_eq!(game_of(white, &id).await["view"]["fen"], "");
        type_move(white, "24-24").await;
        black
            .until(
                "the end",
                "return document.getElementById('ruling').textContent.includes('tentativas ilegais')",
            )
            .await;
        black
            .until(
                "the board opens",
                "return getComputedStyle(document.getElementById('board')).display !== 'none'",
            )
            .await;
        assert_eq!(game_of(white, &id).await["winner"], "black");
        black.close().await;
    });
}

fn a_spoken_move_is_understood_in_three_languages_and_confirmed() {
    browse("ways-spoken", Screen::DESKTOP.lang("it"), async |page| {
        let wish =
            json!({ "variant": "italian", "white": { "kind": "person" }, "black": { "kind": "person" } });
        page.open("/").await;
        let id =
            page.api("POST", "/api/games", &wish).await["body"]["id"].as_str().expect("a game").to_owned();
        // No recogniser runs without a network: this one hears what it is told.
        page.run_on_every_page("window.said = ''; window.SpeechRecognition = window.webkitSpeechRecognition = class { start() { this.onresult({ results: [[{ transcript: window.said }]] }); this.onend(); } };").await;
        page.open(&format!("/game/{id}?side=white")).await;
        in_game(page).await;
        let heard = [
            ("it", "ventidue diciotto", "22-18"),
            ("it", "ventuno prende quattordici", "21x14"),
            ("it", "trentotto trentatré", "38-33"),
            ("it", "22 18", "22-18"),
            ("it", "2218", "22-18"),
            ("it", "ciao", ""),
            ("en", "twenty-two eighteen", "22-18"),
            ("en", "twenty two takes fifteen", "22x15"),
            ("en", "forty five forty", "45-40"),
            ("en", "c3 d4", "c3-d4"),
            ("en", "22 to 18", "22-18"),
            ("en", "thirty-one for twenty-two", "31-22"),
            ("en", "to 6", "2-6"),
            ("pt", "vinte e dois dezoito", "22-18"),
            ("pt", "trinta e um captura vinte e dois", "31x22"),
            ("pt", "onze quinze", "11-15"),
            ("pt", "vinte e dois por quinze", "22x15"),
            ("en", "twenty-two by fifteen", "22x15"),
        ];
        for (lang, said, notation) in heard {
            let script = "const [said, lang, done] = arguments; const own = document.querySelector('script[type=module][src*=\"game.js\"]').src; \
                import(own.replace(/game\\.js.*$/, 'spoken.js')).then(({ spokenMove }) => done(spokenMove(said, lang, 50)), error => done(String(error)));";
            assert_eq!(page.run(script, vec![json!(said), json!(lang)]).await, json!(notation), "{said}");
        }
        let may_listen = page.eval("return document.featurePolicy.allowsFeature('microphone')").await;
        assert_eq!(may_listen, json!(true), "a page that may not use the microphone hears nothing");
        page.eval("window.said = 'ventidue diciotto'").await;
        page.click("[data-speak]").await;
        page.until("the question", "return document.getElementById('ways').textContent.includes('22-18')")
            .await;
        assert_eq!(
            page.eval("return document.getElementById('game').dataset.ply").await,
            json!("0"),
            "not yet"
        );
        page.click("#ways [data-key='play-move']").await;
        page.until("the move", "return document.getElementById('game').dataset.ply === '1'").await;
    });
}

/// Keeps what is announced to assistive technology: the live region and the rulings.
const KEEP_ANNOUNCEMENTS: &str = "window.announced = []; addEventListener('DOMContentLoaded', () => { \
    for (const id of ['announce', 'ruling']) { const place = document.getElementById(id); \
    if (place) new MutationObserver(() => { if (place.textContent) window.announced.push(place.textContent); }).observe(place, { childList: true, subtree: true, characterData: true }); } });";

/// Presses a key outside of all fields, and returns what is announced then.
async fn ask_by_key(page: &Page, key: &str) -> String {
    let script = format!(
        "const done = arguments[0], before = window.announced.length; document.activeElement.blur(); \
         document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }})); \
         const look = () => window.announced.length > before ? done(window.announced.at(-1)) : setTimeout(look, 10); look();"
    );
    page.eval_async(&script).await.as_str().unwrap_or_default().to_owned()
}

fn a_whole_game_is_played_by_ear() {
    browse("ways-by-ear", Screen::DESKTOP.lang("it"), async |page| {
        page.run_on_every_page(KEEP_ANNOUNCEMENTS).await;
        page.open("/").await;
        let wish = json!({ "variant": "italian", "white": { "kind": "person" }, "black": { "kind": "engine", "level": 1 }, "minutes": 30 });
        let id =
            page.api("POST", "/api/games", &wish).await["body"]["id"].as_str().expect("a game").to_owned();
        page.open(&format!("/game/{id}?side=white")).await;
        in_game(page).await;
        // Whoever comes to the board hears of the key that lists the others.
        let label = page.eval("return document.querySelector('#board [role=grid]').ariaLabel").await;
        assert!(
            label.as_str().is_some_and(|label| label.ends_with("H elenca i tasti che la leggono.")),
            "{label}"
        );
        assert!(ask_by_key(page, "h").await.contains("B tutta la damiera"));
        let board = ask_by_key(page, "b").await;
        assert!(
            board.starts_with("Bianco, pedine: 21, 22, 23, 24, 25")
                && board.contains("Nero, pedine: 1, 2, 3")
                && board.ends_with("Muove il Bianco."),
            "{board}"
        );
        assert!(ask_by_key(page, "m").await.contains("Nero, pedine: 1, 2"));
        assert!(ask_by_key(page, "k").await.contains("Bianco, dame: nessuna."));
        assert!(ask_by_key(page, "r").await.contains("32 pedina bianca"));
        assert!(
            ask_by_key(page, "t").await.starts_with("Bianco 30:00")
                || ask_by_key(page, "t").await.starts_with("Bianco 29:")
        );
        assert!(ask_by_key(page, "h").await.contains("B tutta la damiera"));
        // Letters mean something to other programs too: the settings switch the keys off.
        let taken = "const press = () => !document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'b', bubbles: true, cancelable: true })); \
             localStorage.setItem('keys', ''); const off = press(); localStorage.setItem('keys', 'on'); return [off, press()]";
        assert_eq!(page.eval(taken).await, json!([false, true]), "the key is taken only when it is on");
        page.accessible("a game with its text").await;
        let raised = "const done = arguments[0]; fetch(document.getElementById('raised').href).then(async answer => done([answer.status, (await answer.text()).includes('stroke-width=\"1.4\"')]));";
        assert_eq!(page.eval_async(raised).await, json!([200, true]), "a raised diagram to print");
        // From here on only what is announced is used.
        let ended = "return window.announced.find(text => /Hai vinto|Hai perso|Pari/.test(text)) ?? null";
        for turn in 0..400 {
            let legal = loop {
                let heard = ask_by_key(page, "l").await;
                if heard.starts_with("Puoi giocare ") || !page.eval(ended).await.is_null() {
                    break heard;
                }
            };
            if !page.eval(ended).await.is_null() {
                break;
            }
            let moves: Vec<_> =
                legal.trim_start_matches("Puoi giocare ").trim_end_matches('.').split(", ").collect();
            let before = page.eval("return window.announced.length").await;
            type_move(page, moves[turn * 7 % moves.len()]).await;
            // The own move is announced with what it captures.
            page.until(
                "an announcement",
                &format!(
                    "return window.announced.slice({before}).some(text => text.startsWith('Bianco: ')) || ({})",
                    &ended[7..]
                ),
            )
            .await;
        }
        assert!(!page.eval(ended).await.is_null(), "the end is announced");
        let captures = page.eval("return window.announced.some(text => /Bianco: \\d+x\\d+.*prende \\d+/.test(text)) && window.announced.some(text => /Nero: \\d+x\\d+.*prende \\d+/.test(text))").await;
        assert_eq!(captures, json!(true), "captures are announced with their squares");
        let text = page.text_content("#as-text-board").await;
        assert!(text.lines().all(|line| line.chars().count() <= 40), "it fits a braille display: {text}");
    });
}
