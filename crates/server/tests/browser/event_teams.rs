//! Teams: entered, paired, changed by hand, and ranked by matches.

use serde_json::json;

use crate::event::{fill, next};
use crate::harness::{Page, Screen, browse};
use crate::runner::{Tests, tests};

pub(crate) const TESTS: Tests = tests! {
    with axe: [
        teams_are_entered_paired_changed_by_hand_and_ranked,
    ],
};

const PLAYERS: &str = "Ana Souza;1500\nBeto Lima;1480\nCaio Reis;1460\nDora Melo;1440\nEva Pinto;1420\n\
    Fábio Dias;1400\nGil Matos;1380\nHugo Rocha;1360";

async fn enter_team(page: &Page, name: &str, members: &str) {
    fill(page, "form[data-ask=enter-team] [name=name]", name).await;
    fill(page, "form[data-ask=enter-team] [name=members]", members).await;
    page.click("form[data-ask=enter-team] button").await;
    let listed = format!(
        "return [...document.querySelectorAll('.apart li b')].some(one => one.textContent === '{name}')"
    );
    page.until(name, &listed).await;
}

fn teams_are_entered_paired_changed_by_hand_and_ranked() {
    browse("event-teams", Screen::DESKTOP.lang("pt-BR"), async |page| {
        page.open("/events").await;
        fill(page, "[name=name]", "Copa por equipes").await;
        fill(page, "[name=organiser]", "Olga Neri").await;
        page.click("[name=system] option[value=dutch]").await;
        fill(page, "[name=rounds]", "3").await;
        page.click("details.more > summary").await;
        fill(page, "[name=team-boards]", "2").await;
        page.click("[name=first-colour] option[value=white]").await;
        page.shot("event-teams-form").await;
        page.click("#new-event button.primary").await;
        page.find("#enter").await;
        fill(page, "textarea[name=text]", PLAYERS).await;
        page.click("form[data-ask=enter-text] button").await;
        page.until("players", "return document.querySelectorAll('.players tbody tr').length === 8").await;
        page.click(".go form button.primary").await;
        page.until(
            "teams come first",
            "return document.getElementById('problem').textContent.includes('equipes')",
        )
        .await;
        for (name, members) in [("Santos", "1 2"), ("Recife", "3 4"), ("Belém", "5 6"), ("Natal", "7 8")] {
            enter_team(page, name, members).await;
        }
        fill(page, "form[data-ask=enter-team] [name=name]", "Outros").await;
        fill(page, "form[data-ask=enter-team] [name=members]", "8").await;
        page.click("form[data-ask=enter-team] button").await;
        page.until(
            "in a team already",
            "return document.querySelector('form[data-ask=enter-team] .field-problem')?.textContent.includes('Natal')",
        )
        .await;
        page.accessible("teams are entered").await;
        page.shot("event-teams-entered").await;

        next(page, "Emparceirar a rodada 1", "Confirmar a conferência da rodada 1").await;
        let headings = "return [...document.querySelectorAll('.team-match')].map(one => one.textContent)";
        assert_eq!(page.eval(headings).await, json!(["Santos – Belém", "Natal – Recife"]));
        page.click(".why summary").await;
        let why = page.text(".why details[open] ol").await;
        assert!(why.contains("equipe") && !why.contains("jogador"), "{why}");

        // By hand: 1-2, 3-4 instead of 1-3, 4-2.
        page.click("details:has(#edit-pairing) > summary").await;
        let swap = "[1, 2, 3, 4].forEach((team, at) => { document.querySelectorAll('#edit-pairing [data-pair] input')[at].value = team }); return true";
        page.eval(swap).await;
        page.click("#preview").await;
        page.until("a preview", "return document.querySelector('#preview-shown p') !== null").await;
        let preview = page.text("#preview-shown").await;
        assert!(preview.contains("1 – 3") && preview.contains("4 – 2"), "the system's pairing: {preview}");
        page.shot("event-teams-edit").await;
        fill(page, "#edit-pairing [name=reason]", "sorteio no local").await;
        page.click("#edit-pairing button:not([type])").await;
        page.until(
            "edited",
            "return document.querySelector('.team-match')?.textContent === 'Santos – Recife'",
        )
        .await;
        assert!(page.text(".log").await.contains("sorteio no local"));
        page.accessible("a draft of teams").await;
        page.shot("event-teams-draft").await;

        next(page, "Confirmar a conferência da rodada 1", "Publicar a rodada 1").await;
        next(page, "Publicar a rodada 1", "Iniciar a rodada 1").await;
        next(page, "Iniciar a rodada 1", "Encerrar a rodada 1").await;
        // Santos wins on both boards; on the second its player has Black.
        for (board, result) in [(1, "white-wins"), (2, "black-wins"), (3, "draw"), (4, "draw")] {
            page.click(&format!("#board-{board} button[value={result}]")).await;
            let done = format!("return document.querySelector('#board-{board} .tag.done') !== null");
            page.until("a result", &done).await;
        }
        assert_eq!(page.eval(headings).await, json!(["Santos – Recife 4–0", "Belém – Natal 2–2"]));
        next(page, "Encerrar a rodada 1", "Emparceirar a rodada 2").await;
        let standings = "return [...document.querySelectorAll('.standings.teams tbody tr')].map(row => [...row.cells].map(cell => cell.querySelector('b')?.textContent ?? cell.textContent).join(' '))";
        assert_eq!(
            page.eval(standings).await,
            json!(["1 Santos 2 4", "2 Belém 1 2", "2 Natal 1 2", "4 Recife 0 0"])
        );
        page.accessible("standings of teams").await;
        page.shot("event-teams-standings").await;

        let path = page.path().await;
        let base = format!("http://{}", page.server());
        let reader = page.another(Screen::PHONE.lang("it"), base).await;
        reader.open(&path).await;
        assert_eq!(reader.text(".standings.teams th:nth-child(2)").await, "Squadra");
        let wide = reader.eval("return document.documentElement.scrollWidth").await;
        assert_eq!(wide, json!(390), "the page fits on a phone");
        reader.accessible("standings of teams on a phone").await;
        reader.shot("event-teams-phone").await;
        reader.open(&format!("{path}/print/pairings")).await;
        reader.shot("event-teams-print").await;
        reader.close().await;
    });
}
