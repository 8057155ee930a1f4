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
    without: [
        the_table_s_actions_in_italian,
        the_table_s_actions_in_portuguese,
        the_table_s_actions_in_english,
        the_table_is_seen_at_every_size,
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
        open_group(page, "anomalies").await;
        settle(page, "astride", "black-man", 12, 16, "arbiter").await;
        ruled(page, "FID-IT 7.6").await;
        page.accessible("the anomalies").await;
        page.shot("table-anomalies-pt").await;
        page.click("#table-bar [data-key=pause]").await;
        page.until("the clocks stand", "return document.querySelector('.clock.runs') === null").await;
        assert_eq!(page.text("#table-bar .standing").await, "Os relógios estão parados.");
        open_group(page, "clocks").await;
        // What is no time is said at its field.
        page.click("[data-key=set-clocks]").await;
        let said = "return document.activeElement.name === 'white-clock' && document.querySelector('[data-group=clocks] .field-problem')?.textContent";
        assert_eq!(page.eval(said).await, "Escreva o tempo em minutos e segundos, por exemplo 12:30.");
        page.accessible("a time that is none").await;
        for (nth, time) in [(1, "9:30"), (2, "8")] {
            let css = format!("[data-group=clocks] label:nth-of-type({nth}) input");
            page.find(&css).await.send_keys(time).await.expect("a field");
        }
        page.click("[data-key=set-clocks]").await;
        page.until(
            "the clocks are set",
            "return document.querySelector('#near .clock').textContent === '9:30'",
        )
        .await;
        let game = page.api("GET", &format!("/api/games/{id}"), &json!(null)).await;
        assert_eq!(game["body"]["view"]["clocks"][1]["left"], 8 * 60_000);
    });
}

/// Opens a group of the panel, if it is closed.
async fn open_group(page: &Page, group: &str) {
    let css = format!("[data-group={group}]");
    page.find(&css).await;
    page.eval(&format!("document.querySelector('{css}').open = true")).await;
}

/// Waits until the newest ruling cites an article; none for a house rule.
async fn ruled(page: &Page, article: &str) {
    let script = format!(
        "return (document.querySelector('#rulings li:first-child a')?.textContent ?? '') === '{article}' && document.querySelector('#rulings time') !== null"
    );
    page.until(&format!("a ruling by \"{article}\""), &script).await;
}

/// Waits until all rulings are listed, since the page asks for them after each change of the game. An empty list says so in a line.
async fn all_rulings_listed(page: &Page) -> usize {
    let path = page.path().await.replace("/game/", "/api/games/");
    let rulings = page.api("GET", &format!("{path}/rulings"), &json!(null)).await;
    let lines = rulings["body"].as_array().map_or(0, Vec::len).max(1);
    let script = format!("return document.querySelectorAll('#rulings li').length === {lines}");
    page.until("all rulings", &script).await;
    lines
}

/// Presses a button that asks once: nothing happens before the answer.
async fn press_and_confirm(page: &Page, css: &str) {
    let before = json!(all_rulings_listed(page).await);
    page.click(css).await;
    page.find(".sure [data-key=cancel]").await;
    assert_eq!(page.eval("return document.querySelectorAll('#rulings li').length").await, before);
    page.click(".sure [data-key=cancel]").await;
    page.click(css).await;
    page.click(".sure [data-key=yes-do-it]").await;
}

async fn choose_tool(page: &Page, tool: &str) {
    page.click(&format!("label:has(input[name=tool][value={tool}])")).await;
}

/// Enters a piece whose place is in doubt.
async fn settle(page: &Page, doubt: &str, piece: &str, from: u8, to: u8, by: &str) {
    for (name, value) in [("doubt", doubt), ("piece", piece), ("proposer", by)] {
        page.click(&format!("select[name={name}] option[value={value}]")).await;
    }
    for (field, value) in [("from", from), ("to", to)] {
        if value > 0 {
            page.find(&format!("input[name={field}]"))
                .await
                .send_keys(&value.to_string())
                .await
                .expect("a field");
        }
    }
    page.click("[data-group=anomalies] form button").await;
}

/// Opens a table with a position, made by the page's own API.
async fn table_at(page: &Page, variant: &str, fen: &str) -> String {
    page.open("/").await;
    let body = json!({ "variant": variant, "profile": "table", "fen": fen, "names": ["Anna", "Bruno"],
        "white": { "kind": "person" }, "black": { "kind": "person" } });
    let made = page.api("POST", "/api/games", &body).await;
    assert_eq!(made["status"], 201, "{made}");
    let id = made["body"]["id"].as_str().expect("an id").to_owned();
    page.open(&format!("/game/{id}")).await;
    page.until("the table", "return document.querySelector('#arbiter .tools') !== null").await;
    id
}

fn the_table_s_actions_in_italian() {
    the_table_s_actions("it", "Gli orologi sono fermi.", "Va mosso il pezzo della casella 22.");
}

fn the_table_s_actions_in_portuguese() {
    the_table_s_actions("pt-BR", "Os relógios estão parados.", "A peça da casa 22 deve ser movida.");
}

fn the_table_s_actions_in_english() {
    the_table_s_actions("en", "The clocks are stopped.", "The piece on square 22 must be moved.");
}

/// What an arbiter does at a table, as a person does it, in one language.
fn the_table_s_actions(lang: &'static str, stopped: &'static str, must_move: &'static str) {
    let code = &lang[..2];
    browse(&format!("table-actions-{code}"), Screen::DESKTOP.lang(lang).size(1366, 768), async |page| {
        clocks_and_touched_pieces(page, stopped, must_move).await;
        anomalies(page).await;
        irregularities_for_either_side(page).await;
        captures_objected_to(page).await;
        adjusting_and_crowning(page).await;
        clocks_set_and_game_annulled(page).await;
        first_move_withdrawn(page).await;
        counts(page).await;
        ends(page).await;
        draw_due_and_end_withdrawn(page, code).await;
        printed_record(page, code).await;
    });
}

/// Names from the start, clocks started by the arbiter (7.1), a touched piece that stays bound after a correction.
async fn clocks_and_touched_pieces(page: &Page, stopped: &str, must_move: &str) {
    page.open("/?profile=table").await;
    page.click("label:has(input[name=variant][value=italian])").await;
    page.click("#more > summary").await;
    page.click("label:has(input[name=clock][value='15+10'])").await;
    for (field, name) in [("white-name", "Anna"), ("black-name", "Bruno")] {
        page.find(&format!("input[name={field}]")).await.send_keys(name).await.expect("a field");
    }
    page.click("#new button[type=submit]").await;
    page.until("the table", "return document.querySelector('#arbiter .tools') !== null").await;
    assert_eq!(
        (page.text("#near .who").await, page.text("#far .who").await),
        ("Anna".into(), "Bruno".into())
    );
    let below = page.eval("return document.documentElement.scrollHeight - innerHeight").await;
    assert!(below.as_i64() <= Some(0), "{below} pixels below the edge of a laptop's screen");
    // Who did it is chosen before what it is said of is entered.
    let order = "const part = css => document.querySelector(css);
        return part('.tools [name=by]').compareDocumentPosition(part('#editing [data-key=record-it]')) === Node.DOCUMENT_POSITION_FOLLOWING";
    assert_eq!(page.eval(order).await, true);
    page.until("no clock runs", "return document.querySelector('.clock.runs') === null").await;
    page.click("#table-bar [data-key=start-clocks]").await;
    page.until("a clock runs", "return document.querySelector('#near .clock.runs')").await;
    choose_tool(page, "touch").await;
    tap(page, &[22]).await;
    ruled(page, "FID-IT 3.7").await;
    assert_eq!(page.text("#arbiter .tools .hint").await, must_move);
    choose_tool(page, "move").await;
    tap(page, &[23, 19]).await;
    ruled(page, "FID-IT 8.1.3").await;
    page.click("#pending [data-key=correct]").await;
    ruled(page, "FID-IT 8.2").await;
    assert_eq!(page.text("#arbiter .tools .hint").await, must_move, "a correction does not free it");
    tap(page, &[22, 18]).await;
    ply(page, 1).await;
    page.click("#table-bar [data-key=pause]").await;
    page.until("in words", "return document.querySelector('#table-bar .standing').textContent !== ''").await;
    assert_eq!(page.text("#table-bar .standing").await, stopped);
    press_and_confirm(page, "#table-bar [data-key=undo-entry]").await;
    page.until("the clocks run on", "return document.querySelector('#far .clock.runs')").await;
}

/// An accident put right (7.8), an inactive piece by agreement (7.5).
async fn anomalies(page: &Page) {
    table_at(page, "italian", "W:W22,27:B1,5").await;
    choose_tool(page, "touch").await;
    tap(page, &[22]).await;
    ruled(page, "FID-IT 3.7").await;
    open_group(page, "anomalies").await;
    page.click("[data-key=disturb]").await;
    page.find("[data-key=restore]").await;
    page.click("[data-key=restore]").await;
    page.find("[data-key=disturb]").await;
    ruled(page, "FID-IT 7.8").await;
    let touched =
        page.eval("return document.querySelector('#arbiter .tools .hint').textContent.includes('22')").await;
    assert_eq!(touched, true, "the accident does not free the touched piece");
    settle(page, "inactive", "black-man", 5, 0, "white").await;
    page.find("[data-key=settle-accept]").await;
    ruled(page, "FID-IT 7.5").await;
    page.click("[data-key=settle-accept]").await;
    page.until("it is gone", "return document.querySelector('[data-key=settle-accept]') === null").await;
    let fen = page.eval("return document.querySelectorAll('.disc.black').length").await;
    assert!(fen.as_i64() >= Some(1), "{fen}");
}

/// An irregularity set on the board by the side to move and by the other one (8.1.5), kept and corrected.
async fn irregularities_for_either_side(page: &Page) {
    table_at(page, "italian", "W:W22,27:B1,5").await;
    page.click("#table-bar [data-key=report-irregularity]").await;
    tap(page, &[5, 10]).await;
    page.until("a verdict", "return document.querySelector('#verdict a').textContent === 'FID-IT 8.1.5'")
        .await;
    page.click("[data-key=record-it]").await;
    ruled(page, "FID-IT 8.1.5").await;
    let moved = "return document.querySelectorAll('.disc.black').length === 2 && document.querySelector(\"button[data-square='10']\").ariaLabel.split(',')[1] === document.querySelector(\"button[data-square='1']\").ariaLabel.split(',')[1]";
    page.until("the board shows what was done", moved).await;
    page.click("#pending [data-key=correct]").await;
    ruled(page, "FID-IT 8.2").await;
    page.click("label:has(input[name=by][value=black])").await;
    page.click("#table-bar [data-key=report-irregularity]").await;
    tap(page, &[22, 18]).await;
    page.until("a verdict", "return document.querySelector('#verdict a').textContent === 'FID-IT 8.1.5'")
        .await;
    page.click("[data-key=record-it]").await;
    page.find("#pending:not([hidden]) [data-key=keep]").await;
    page.click("#pending [data-key=keep]").await;
    ruled(page, "FID-IT 8.2").await;
    page.until("it stays", "return document.getElementById('pending').hidden").await;
}

/// A capture that was not shown clearly (5.10), and pieces removed out of order (5.12).
async fn captures_objected_to(page: &Page) {
    table_at(page, "italian", "W:W31:B1,12,20,28").await;
    tap(page, &[31, 8]).await;
    ply(page, 1).await;
    open_group(page, "anomalies").await;
    page.click("[data-key=object-order]").await;
    ruled(page, "FID-IT 5.12").await;
    page.click("[data-key=object-unclear]").await;
    ruled(page, "FID-IT 5.10").await;
}

/// A piece is adjusted after notice (3.9) and out of turn (3.11); a king is crowned late, or by courtesy (4.3, 4.4).
async fn adjusting_and_crowning(page: &Page) {
    table_at(page, "italian", "W:W6,27:B20,9").await;
    choose_tool(page, "adjust").await;
    tap(page, &[27]).await;
    ruled(page, "FID-IT 3.9").await;
    page.click("label:has(input[name=by][value=black])").await;
    tap(page, &[9]).await;
    ruled(page, "FID-IT 3.11").await;
    page.click("label:has(input[name=by][value=white])").await;
    choose_tool(page, "move").await;
    tap(page, &[6, 2]).await;
    ply(page, 1).await;
    page.click("label:has(input[name=by][value=black])").await;
    choose_tool(page, "crown").await;
    tap(page, &[2]).await;
    ruled(page, "FID-IT 4.3").await;
}

/// Clocks are stopped, restarted and set; a game with the board the wrong way round is annulled (7.4).
async fn clocks_set_and_game_annulled(page: &Page) {
    open_table(page).await;
    page.click("#table-bar [data-key=start-clocks]").await;
    page.click("#table-bar [data-key=pause]").await;
    page.click("#table-bar [data-key=resume]").await;
    page.until("a clock runs", "return document.querySelector('#near .clock.runs')").await;
    tap(page, &[22, 18]).await;
    ply(page, 1).await;
    open_group(page, "anomalies").await;
    press_and_confirm(page, "[data-key=annul-board]").await;
    ruled(page, "FID-IT 7.4").await;
    ply(page, 0).await;
}

/// A first move that is withdrawn did not start the clocks (7.1).
async fn first_move_withdrawn(page: &Page) {
    open_table(page).await;
    tap(page, &[22, 18]).await;
    ply(page, 1).await;
    press_and_confirm(page, "#table-bar [data-key=undo-entry]").await;
    ply(page, 0).await;
    page.find("#table-bar [data-key=start-clocks]").await;
    page.until("no clock runs", "return document.querySelector('.clock.runs') === null").await;
}

/// The ends that an arbiter enters: resignation, agreement and refusal of the rules (9.2, 9.3).
async fn ends(page: &Page) {
    for (key, article) in
        [("resigns", "FID-EN 9.2.1"), ("agree-draw", "FID-EN 9.3a"), ("refuses-rules", "FID-EN 9.2.5")]
    {
        table_at(page, "english", "B:W22,27:B1,9").await;
        open_group(page, "decisions").await;
        press_and_confirm(page, &format!("[data-group=decisions] [data-key={key}]")).await;
        page.until("the end", "return document.getElementById('game').dataset.state === 'over'").await;
        ruled(page, article).await;
    }
}

/// A count is announced and cancelled; the buttons follow its state (CBD 97b).
async fn counts(page: &Page) {
    table_at(page, "brazilian", "W:WK21,32:B1,K12").await;
    open_group(page, "counting").await;
    assert_eq!(page.eval("return document.querySelector('[data-key=cancel-count]')").await, json!(null));
    page.click("[data-group=counting] button").await;
    page.find("[data-key=cancel-count]").await;
    ruled(page, "CBD 97b").await;
    page.click("[data-key=cancel-count]").await;
    page.find("[data-key=order-count]").await;
    ruled(page, "").await;
}

/// The draw of CBD 99 is due and play stops; declared by mistake it is withdrawn, and stays in the log.
async fn draw_due_and_end_withdrawn(page: &Page, code: &str) {
    let id = table_at(page, "brazilian", "W:WK21:BK12").await;
    let moves = ["21-17", "12-16", "17-21", "16-12", "21-17", "12-16", "17-21", "16-12", "21-17", "12-16"];
    for (notation, by) in moves.into_iter().zip(["white", "black"].into_iter().cycle()) {
        let body = json!({ "by": by, "ask": "move", "notation": notation });
        let done = page.api("POST", &format!("/api/games/{id}/commands"), &body).await;
        assert_eq!(done["status"], 200, "{done}");
    }
    page.find("#due:not([hidden])").await;
    assert!(page.text("#due").await.contains("CBD 99"));
    page.shot(&format!("table-due-{code}")).await;
    tap(page, &[17, 21]).await;
    page.until("a refusal", "return document.querySelector('#ruling a')?.textContent === 'CBD 99'").await;
    press_and_confirm(page, "#due [data-key=declare-draw]").await;
    page.until("the end", "return document.getElementById('game').dataset.state === 'over'").await;
    press_and_confirm(page, "#table-bar [data-key=undo-entry]").await;
    page.until("it goes on", "return document.getElementById('game').dataset.state !== 'over'").await;
    page.find("#due:not([hidden])").await;
    press_and_confirm(page, "#due [data-key=declare-draw]").await;
    page.until("the end", "return document.getElementById('game').dataset.state === 'over'").await;
}

/// The record to be signed has the names and every ruling with its time, in the reader's language.
async fn printed_record(page: &Page, code: &str) {
    let path = page.path().await;
    page.open(&format!("/api/games/{}/record?format=page&arbiter=Carla", path.trim_start_matches("/game/")))
        .await;
    let text = page.text("main").await;
    let withdrawn = match code {
        "it" => "ritira",
        "pt" => "desfaz",
        _ => "withdraws",
    };
    for part in ["Anna", "Bruno", "Carla", "UTC", "CBD 99", "21-17", "1/2-1/2", withdrawn] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    assert!(page.text("main s").await.contains('5'), "the withdrawn end is in the log");
    page.shot(&format!("record-{code}")).await;
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

fn the_table_is_seen_at_every_size() {
    for (name, size, touch) in
        [("desktop", (1366, 768), false), ("tablet", (820, 1180), true), ("phone", (390, 844), true)]
    {
        let screen = Screen { touch, ..Screen::DESKTOP.lang("it").size(size.0, size.1) };
        browse(&format!("table-size-{name}"), screen, async |page| {
            table_at(page, "italian", "W:WK22,27:B1,K5").await;
            page.click("#table-bar [data-key=start-game]").await;
            choose_tool(page, "touch").await;
            tap(page, &[22]).await;
            ruled(page, "FID-IT 3.7").await;
            let wide = page.eval("return document.documentElement.scrollWidth - innerWidth").await;
            assert!(wide.as_i64() <= Some(0), "{wide} pixels too wide");
            page.shot(&format!("table-{name}")).await;
        });
    }
}
