//! A tournament in a hall: the organiser's laptop, two phones, and what is printed.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::harness::{Network, Page, Screen, browse, target};
use crate::runner::{Tests, tests};

pub(crate) const TESTS: Tests = tests! {
    with axe: [
        nine_players_by_rotation_from_the_first_page_to_printed_lists,
        micro_matches_are_entered_game_by_game_and_a_draft_is_edited_by_numbers,
        the_arbiter_of_an_event_stops_the_clocks_of_a_game_and_the_players_see_who,
        players_join_an_arena_and_are_sent_to_their_board,
        fingers_find_every_target_of_the_organisers_page,
    ],
    without: [
        an_event_needs_nothing_from_other_servers,
        a_report_file_of_an_old_program_brings_its_name_and_its_letters,
    ],
};

const NINE: &str = "Giocatore Uno;1450;Roma\nGiocatore Due;1400;Roma\nGiocatore Tre;1390;Terni\nGiocatore Quattro;1350;Terni\n\
    Giocatore Cinque;1300;Pisa\nGiocatore Sei;1280;Pisa\nGiocatore Sette;1250;Lecce\nGiocatore Otto;1200;Lecce";

/// Fills in a field of the form of a new event.
pub(crate) async fn fill(page: &Page, css: &str, text: &str) {
    // The page may be refreshed between two of these.
    for _ in 0..5 {
        let field = page.find(css).await;
        if field.clear().await.is_ok() && field.send_keys(text).await.is_ok() {
            return;
        }
    }
    panic!("{css} cannot be filled in");
}

/// Presses the primary button and waits until the next one is offered.
pub(crate) async fn next(page: &Page, before: &str, after: &str) {
    let button = ".go form button.primary";
    assert_eq!(page.text(button).await, before);
    page.click(button).await;
    let script = format!("return document.querySelector('{button}')?.textContent === '{after}'");
    page.until(after, &script).await;
}

/// Prints the page to PDF, as its Print button would.
async fn pdf(page: &Page, name: &str) -> PathBuf {
    let printed = page.print().await;
    assert!(printed.starts_with(b"%PDF"), "{name} is no PDF");
    let folder = target().join("screenshots");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join(format!("event-{name}.pdf"));
    std::fs::write(&file, printed).expect("a file");
    file
}

/// The path of a board's link, as its card has it.
async fn board_link(page: &Page, board: usize) -> String {
    let script = format!("return document.querySelectorAll('.place-card .link')[{}]?.textContent", board - 1);
    let link = page.eval(&script).await;
    let link = link.as_str().expect("a link").to_owned();
    link[link.find("/event/").expect("a path")..].to_owned()
}

/// A player's phone scans the code of a board and says whose it is.
async fn sit_down(phone: &Page, link: &str, name: &str) {
    phone.open(link).await;
    let script = format!(
        "const own = [...document.querySelectorAll('#seat button')].find(one => one.textContent === '{name}'); own?.click(); return !!own"
    );
    phone.until(&format!("{name} sits at {link}"), &script).await;
    phone.find("#claim").await;
}

async fn new_event(page: &Page) -> String {
    page.open("/events").await;
    fill(page, "[name=name]", "Trofeo d'autunno").await;
    fill(page, "[name=organiser]", "Olga Neri").await;
    page.click("[name=system] option[value=rotation]").await;
    page.click("[name=variant] option[value=italian]").await;
    page.click("[name=deck] option[value=three-move][data-game=italian]").await;
    fill(page, "[name=rounds]", "4").await;
    fill(page, "[name=seed]", "autunno 2026").await;
    // A double click makes one event.
    let twice = "const { fetch } = window; window.fetch = (...asked) => { sessionStorage.asked = 1 + Number(sessionStorage.asked ?? 0); return fetch(...asked); };
        const create = document.querySelector('#new-event button.primary'); create.click(); create.click(); return sessionStorage.asked";
    assert_eq!(page.eval(twice).await, "1");
    page.find("#enter").await;
    page.path().await.trim_start_matches("/event/").to_owned()
}

fn fingers_find_every_target_of_the_organisers_page() {
    browse("event-touch", Screen::PHONE.lang("pt").size(820, 1180), async |page| {
        let id = new_event(page).await;
        let hint = page.text("#enter + p").await;
        assert!(hint.contains("Emparceirar a rodada 1"), "{hint}");
        // Drawn openings, no result yet, one result, and a draft of the next round: every kind of button is shown in turn.
        fill(page, "textarea[name=text]", NINE).await;
        page.click("form[data-ask=enter-text] button").await;
        page.until("eight players", "return document.querySelectorAll('.players tbody tr').length === 8")
            .await;
        let command = format!("/api/events/{id}/commands");
        for kind in ["", "pair-round", "check-round", "publish-round", "start-round"] {
            if !kind.is_empty() {
                let ask = json!({ "ask": { "kind": kind } });
                let done = page.api("POST", &command, &ask).await;
                assert_eq!(done["status"], 200, "{done}");
            }
            page.open(&format!("/event/{id}")).await;
            let small = "document.querySelectorAll('main details').forEach(one => { one.open = true; });
                return [...document.querySelectorAll('main :is(a, button, summary, select, input:not([type=hidden], [type=checkbox]))')]
                .filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 43.5).map(e => e.outerHTML.slice(0, 90))";
            assert_eq!(page.eval(small).await, json!([]), "{kind}");
        }
        page.accessible("the organiser's page on a tablet").await;
        page.shot("event-touch").await;
        // On a phone nothing of boards and players is beyond the edge.
        page.emulate(Screen::PHONE.lang("pt").size(320, 640)).await;
        let beyond = "return [...document.querySelectorAll('.boards :is(b, button, .tag), .players :is(td, summary)')]
            .filter(e => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth).map(e => e.textContent)";
        assert_eq!(page.eval(beyond).await, json!([]));
        page.accessible("the organiser's page on a phone").await;
        page.shot("event-phone-organiser").await;
    });
}

fn nine_players_by_rotation_from_the_first_page_to_printed_lists() {
    browse("event-hall", Screen::DESKTOP.lang("it"), async |page| {
        let id = new_event(page).await;
        // A list that is refused stays where it was pasted, and the reason stands beside it.
        fill(page, "textarea[name=text]", &format!("{NINE}\n{}", "x".repeat(34))).await;
        page.click("form[data-ask=enter-text] button").await;
        let refused = "const list = document.querySelector('textarea[name=text]');
            return document.getElementById(list.getAttribute('aria-describedby'))?.textContent.startsWith('Riga 9:')
              && list.value.split('\\n').length === 9 && document.activeElement === list";
        page.until("a refusal at the list", refused).await;
        assert_eq!(page.text_content("#problem").await, "");
        fill(page, "textarea[name=text]", NINE).await;
        page.click("form[data-ask=enter-text] button").await;
        page.until("eight players", "return document.querySelectorAll('.players tbody tr').length === 8")
            .await;
        fill(page, "#enter [name=name]", "giocatore uno").await;
        page.click("#enter button").await;
        page.until(
            "entered twice",
            "return document.querySelector('#enter .field-problem')?.textContent.includes('già iscritto')",
        )
        .await;
        fill(page, "#enter [name=name]", "Giocatore Nove").await;
        page.click("#enter button").await;
        page.until("nine players", "return document.querySelectorAll('.players tbody tr').length === 9")
            .await;
        page.click("section details:has([data-ask=keep-apart]) > summary").await;
        fill(page, "form[data-ask=keep-apart] [name=numbers]", "1 9").await;
        page.click("form[data-ask=keep-apart] button").await;
        page.until(
            "kept apart",
            "return document.querySelector('.apart li')?.textContent.includes('Giocatore Nove')",
        )
        .await;
        next(page, "Abbina il turno 1", "Conferma il controllo del turno 1").await;
        page.click(".why summary").await;
        let why = page.text(".why details[open] ol").await;
        assert!(why.contains("cerchio"), "{why}");
        page.accessible("a draft").await;
        page.shot("event-draft").await;
        next(page, "Conferma il controllo del turno 1", "Pubblica il turno 1").await;
        next(page, "Pubblica il turno 1", "Inizia il turno 1").await;
        page.open(&format!("/event/{id}/print/pairings")).await;
        assert_eq!(page.eval("return document.querySelectorAll('td.board').length").await, json!(4));
        pdf(page, "pairings").await;
        page.open(&format!("/event/{id}")).await;
        next(page, "Inizia il turno 1", "Chiudi il turno 1").await;
        phones(page, &id).await;
        for board in [2, 3, 4] {
            page.click(&format!("#board-{board} button[value=draw]")).await;
            let done = format!("return document.querySelector('#board-{board} .tag.done') !== null");
            page.until("a result", &done).await;
        }
        // A slip was read wrongly.
        page.click("#board-2 td:last-child summary").await;
        page.click("#board-2 form[data-ask=correct-result] option[value=black-wins]").await;
        fill(page, "#board-2 form[data-ask=correct-result] [name=reason]", "foglietto letto male").await;
        page.click("#board-2 form[data-ask=correct-result] button").await;
        page.until("corrected", "return document.querySelector('#board-2 button[value=black-wins]').getAttribute('aria-pressed') === 'true'").await;
        let log = page.text(".log").await;
        assert!(log.contains("foglietto letto male") && log.contains("Olga Neri"), "{log}");
        assert!(log.contains("da 1–1 a 0–2"), "in the points of the event: {log}");
        let open = page.eval("return document.querySelector('#board-2 td:last-child details').open").await;
        assert_eq!(open, json!(false), "what was folded out has served its purpose");
        page.shot("event-playing").await;
        next(page, "Chiudi il turno 1", "Abbina il turno 2").await;
        page.accessible("a closed round").await;
        for kind in ["players", "pairings", "names", "ballots", "slips", "crosstable", "standings", "cards"] {
            page.open(&format!("/event/{id}/print/{kind}")).await;
            pdf(page, kind).await;
        }
        page.open(&format!("/event/{id}/screen")).await;
        page.shot("event-screen").await;
        // What does not fit on the big screen is shown page by page, and then from the start.
        page.emulate(Screen::DESKTOP.lang("it").size(900, 400)).await;
        page.until("the next page", "return scrollY > 100").await;
        page.until(
            "the last page",
            "return scrollY + innerHeight >= document.documentElement.scrollHeight - 2",
        )
        .await;
        page.emulate(Screen::DESKTOP.lang("it")).await;
        page.open(&format!("/event/{id}/standings")).await;
        let first = page.text(".standings tbody tr").await;
        assert!(first.starts_with('1'), "{first}");
    });
}

/// Board 1: two phones, a contradiction, a network that fails, and a result that holds once.
async fn phones(page: &Page, id: &str) {
    let event = page.api("GET", &format!("/api/events/{id}"), &Value::Null).await["body"].clone();
    let board = &event["rounds"][0]["boards"][0];
    let name = |number: &Value| {
        let players = event["players"].as_array().expect("players");
        let player = players.iter().find(|player| player["number"] == *number).expect("a player");
        player["name"].as_str().expect("a name").to_owned()
    };
    page.open(&format!("/event/{id}/print/cards")).await;
    let (link, other) = (board_link(page, 1).await, board_link(page, 2).await);
    let base = format!("http://{}", page.server());
    let white = page.another(Screen::PHONE.lang("it"), base.clone()).await;
    let black = page.another(Screen::PHONE.lang("pt-BR"), base).await;
    sit_down(&white, &link, &name(&board["white"])).await;
    sit_down(&black, &link, &name(&board["black"])).await;
    white.shot("event-phone").await;
    white.accessible("the phone at the board").await;
    white.open(&other).await;
    let elsewhere = white.text(".ruling").await;
    assert!(elsewhere.contains("damiera 1"), "{elsewhere}");
    white.open(&link).await;
    white.set_network(Network::Offline).await;
    // The last entry counts, whatever the network does to the ones before it.
    white.click("#claim button[value=black-wins]").await;
    white.click("#claim button[value=white-wins]").await;
    white
        .until(
            "it waits",
            "return document.getElementById('sending').textContent.includes('Non ancora registrato')",
        )
        .await;
    white.set_network(Network::Online).await;
    white.until("it arrives", "return document.querySelector('.score')?.textContent === '2–0'").await;
    black.click("#claim button[value=black-wins]").await;
    black.until("disputed", "return document.querySelector('#result .ruling') !== null").await;
    black
        .until("who said what", "return document.querySelector('.claims')?.textContent.includes('0–2')")
        .await;
    black.click("#claim button[value=white-wins]").await;
    black.until("both agree", "return document.querySelector('#claim') === null && document.querySelector('.score').textContent === '2–0'").await;
    white.close().await;
    black.close().await;
    page.open(&format!("/event/{id}")).await;
    page.until("it holds", "return document.querySelector('#board-1 .tag.done') !== null").await;
    let event = page.api("GET", &format!("/api/events/{id}"), &Value::Null).await["body"].clone();
    assert_eq!(event["rounds"][0]["boards"][0]["result"], "white-wins");
}

fn an_event_needs_nothing_from_other_servers() {
    browse("event-offline", Screen::DESKTOP.lang("pt-BR"), async |page| {
        let id = new_event(page).await;
        for path in ["", "/screen", "/print/cards"] {
            page.open(&format!("/event/{id}{path}")).await;
            let script = "return performance.getEntriesByType('resource').map(one => one.name).filter(name => !name.startsWith(location.origin))";
            assert_eq!(page.eval(script).await, json!([]), "{path}");
        }
    });
}

fn a_report_file_of_an_old_program_brings_its_name_and_its_letters() {
    browse("event-import", Screen::DESKTOP.lang("it"), async |page| {
        page.open("/events").await;
        // Latin-1, as programs write it that know nothing of UTF-8.
        let choose = "const line = (number, name) => `001 ${String(number).padStart(4)}      ${name}`;
            const text = ['012 Trofeo Città', line(1, 'Nicolò'), line(2, 'Zoë')].join('\\r\\n');
            const chosen = new DataTransfer();
            chosen.items.add(new File([Uint8Array.from(text, letter => letter.charCodeAt(0))], 'vecchio.trf'));
            document.querySelector('#import-event [name=file]').files = chosen.files;
            document.querySelector('#import-event').closest('details').open = true";
        page.eval(choose).await;
        fill(page, "#import-event [name=organiser]", "Olga Neri").await;
        page.click("#import-event [name=variant] option[value=italian]").await;
        page.click("#import-event button").await;
        page.find("#enter").await;
        assert_eq!(page.text("h1").await, "Trofeo Città");
        let players = page.text(".players tbody").await;
        assert!(players.contains("Nicolò") && players.contains("Zoë"), "{players}");
    });
}

/// An online event of two players whose game is under way, made by the page's own requests; its id.
async fn online_event(page: &Page, players: [&Page; 2]) -> String {
    let charter = json!({ "version": 1, "name": "Serale", "variant": "italian", "system": "round-robin", "rounds": 1,
        "scoring": { "win": "2", "draw": "1", "loss": "0", "bye": "2" }, "tie-breaks": [], "first-colour": "white",
        "online": { "minutes": 10, "increment": 0, "starts-at": null, "no-show": 900 } });
    let made =
        page.api("POST", "/api/events", &json!({ "charter": charter, "organiser": "Olga Neri" })).await;
    let id = made["body"]["id"].as_str().expect("an id").to_owned();
    for (player, name) in players.into_iter().zip(["Anna", "Bruno"]) {
        player.open(&format!("/event/{id}")).await;
        fill(player, "#enter-online [name=name]", name).await;
        player.click("#enter-online button").await;
        player.until("entered", "return document.querySelector('#enter-online') === null").await;
    }
    for kind in ["pair-round", "check-round", "publish-round"] {
        page.api("POST", &format!("/api/events/{id}/commands"), &json!({ "ask": { "kind": kind } })).await;
    }
    id
}

fn the_arbiter_of_an_event_stops_the_clocks_of_a_game_and_the_players_see_who() {
    browse("event-arbiter", Screen::DESKTOP.lang("it"), async |page| {
        page.open("/events").await;
        let base = format!("http://{}", page.server());
        let anna = page.another(Screen::PHONE.lang("it"), base.clone()).await;
        let bruno = page.another(Screen::PHONE.lang("pt-BR"), base).await;
        let id = online_event(page, [&anna, &bruno]).await;
        // The page of the event leads to the game when it begins.
        anna.find("#event-panel").await;
        page.open(&format!("/event/{id}")).await;
        page.find("#board-1 a").await;
        assert_eq!(page.text("#board-1 a").await, "Arbitro");
        page.click("#board-1 a").await;
        page.click("#event-panel form[data-ruling=stop-clocks] button").await;
        page.find("#event-panel form[data-ruling=restart-clocks]").await;
        page.click("#event-panel details:has([data-ruling=set-clocks]) summary").await;
        fill(page, "#event-panel [name=white]", "7:30").await;
        fill(page, "#event-panel [name=black]", "8:00").await;
        page.click("#event-panel form[data-ruling=set-clocks] button").await;
        let seen = "return [...document.querySelectorAll('#event-panel li')].some(one => one.textContent.includes('0:07:30') && one.textContent.includes('Olga Neri'))";
        page.until("the ruling is listed", seen).await;
        anna.until("the player sees who acted", seen).await;
        assert_eq!(anna.eval("return document.querySelectorAll('#event-panel form').length").await, json!(0));
        anna.until(
            "the clock is corrected",
            "return [...document.querySelectorAll('.clock')].some(one => one.textContent.includes('7:30'))",
        )
        .await;
        page.accessible("the game with the arbiter's powers").await;
        page.shot("event-arbiter").await;
        anna.shot("event-arbiter-player").await;
        anna.close().await;
        bruno.close().await;
    });
}

fn micro_matches_are_entered_game_by_game_and_a_draft_is_edited_by_numbers() {
    browse("event-matches", Screen::DESKTOP.lang("pt-BR"), async |page| {
        page.open("/events").await;
        fill(page, "[name=name]", "Micro-matches").await;
        fill(page, "[name=organiser]", "Olga Neri").await;
        page.click("[name=system] option[value=double]").await;
        assert_eq!(page.eval("return document.querySelector('[name=games]').value").await, json!("2"));
        page.click("#new-event button.primary").await;
        page.find("#enter").await;
        fill(
            page,
            "textarea[name=text]",
            "Anna;1500;Roma\nBruno;1400;Pisa\nCarla;1300;Roma\nDario;1200;Pisa",
        )
        .await;
        page.click("form[data-ask=enter-text] button").await;
        page.until("players", "return document.querySelectorAll('.players tbody tr').length === 4").await;
        next(page, "Emparceirar a rodada 1", "Confirmar a conferência da rodada 1").await;
        page.click("details:has(#edit-pairing) > summary").await;
        let swap = "const [a, b] = document.querySelectorAll('#edit-pairing [data-pair] input'); [a.value, b.value] = [b.value, a.value]; return a.value";
        let white = page.eval(swap).await;
        page.click("#preview").await;
        page.until("a preview", "return document.querySelector('#preview-shown p') !== null").await;
        fill(page, "#edit-pairing [name=reason]", "cores pedidas").await;
        page.click("#edit-pairing button:not([type])").await;
        let edited = format!(
            "return document.querySelector('#edit-pairing input').value === {white} && document.querySelector('.log').textContent.includes('cores pedidas')"
        );
        page.until("edited", &edited).await;
        next(page, "Confirmar a conferência da rodada 1", "Publicar a rodada 1").await;
        next(page, "Publicar a rodada 1", "Iniciar a rodada 1").await;
        next(page, "Iniciar a rodada 1", "Encerrar a rodada 1").await;
        for board in 1..=4 {
            page.click(&format!("#board-{board} button[value=white-wins]")).await;
            let done = format!("return document.querySelector('#board-{board} .tag.done') !== null");
            page.until("a result", &done).await;
        }
        assert_eq!(page.text("#board-4 .board").await, "2.2");
        page.accessible("micro-matches").await;
        page.shot("event-matches").await;
        page.emulate(Screen::PHONE.lang("pt-BR")).await;
        page.shot("event-matches-phone").await;
        let id = page.path().await.trim_start_matches("/event/").to_owned();
        for kind in ["pairings", "slips", "crosstable"] {
            page.open(&format!("/event/{id}/print/{kind}")).await;
            pdf(page, &format!("matches-{kind}")).await;
        }
        page.open(&format!("/event/{id}/report?formula=fmjd&bands=0:20&boards=2")).await;
        assert_eq!(page.eval("return document.querySelectorAll('.teams tbody tr').length").await, json!(2));
        page.accessible("ratings and teams").await;
        page.shot("event-report-phone").await;
        page.emulate(Screen::DESKTOP.lang("pt-BR")).await;
        page.shot("event-report").await;
    });
}

fn players_join_an_arena_and_are_sent_to_their_board() {
    browse("event-arena", Screen::DESKTOP.lang("it"), async |page| {
        page.open("/events").await;
        fill(page, "[name=name]", "Arena del giovedì").await;
        fill(page, "[name=organiser]", "Olga Neri").await;
        page.click("[name=system] option[value=arena]").await;
        page.until(
            "an arena has no rounds",
            "return document.querySelector('[name=rounds]').closest('label').hidden",
        )
        .await;
        page.accessible("the form of an arena").await;
        page.click("#new-event button.primary").await;
        page.find("section.arena").await;
        let path = page.path().await;
        let base = format!("http://{}", page.server());
        let anna = page.another(Screen::PHONE.lang("it"), base.clone()).await;
        let bruno = page.another(Screen::PHONE.lang("pt-BR"), base).await;
        for (player, name) in [(&anna, "Anna"), (&bruno, "Bruno")] {
            player.open(&path).await;
            fill(player, "#enter-online [name=name]", name).await;
            player.click("#enter-online button").await;
            player.until("entered", "return document.querySelector('#enter-online') === null").await;
        }
        anna.click("form[data-ask=pause] button").await;
        anna.until("the pause", "return document.querySelector('form[data-ask=resume]') !== null").await;
        page.until(
            "the organiser sees both, and the pause",
            "return document.querySelectorAll('.players tbody tr').length === 2 && document.querySelector('.players .tag') !== null",
        )
        .await;
        assert_eq!(page.text(".go form button.primary").await, "Inizia l'arena");
        page.click(".go form button.primary").await;
        page.until(
            "the time runs",
            "return /^59:|^60:/.test(document.querySelector('#arena-left')?.textContent)",
        )
        .await;
        anna.shot("event-arena-paused").await;
        anna.click("form[data-ask=resume] button").await;
        for player in [&anna, &bruno] {
            player.until("at the board", "return location.pathname.startsWith('/game/')").await;
            player.find("#event-panel").await;
        }
        page.until("the game is listed", "return document.querySelectorAll('.boards tbody tr').length === 1")
            .await;
        page.accessible("the page of an arena").await;
        page.shot("event-arena").await;
        anna.close().await;
        bruno.close().await;
    });
}
