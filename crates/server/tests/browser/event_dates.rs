//! An event over weeks: the players arrange the dates of their games, or play at once.

use serde_json::json;

use crate::event::{fill, next};
use crate::harness::{Page, Screen, browse};
use crate::runner::{Tests, tests};

pub(crate) const TESTS: Tests = tests! {
    with axe: [
        players_propose_and_accept_a_date_and_then_play_at_once,
    ],
};

/// The form of a new event is filled in for a club championship; the path of its page.
async fn new_championship(page: &Page) -> String {
    page.open("/events").await;
    fill(page, "[name=name]", "Campionato sociale").await;
    fill(page, "[name=organiser]", "Olga Neri").await;
    page.click("[name=variant] option[value=italian]").await;
    page.click("[name=system] option[value=round-robin]").await;
    page.click("[name=online]").await;
    page.click("[name=mode] option[value=dates]").await;
    fill(page, "[name=window-days]", "14").await;
    page.accessible("the form of an event over weeks").await;
    page.shot("event-dates-form").await;
    page.click("#new-event button.primary").await;
    page.find("#enter").await;
    page.path().await
}

async fn enter_online(player: &Page, path: &str, name: &str) {
    player.open(path).await;
    fill(player, "#enter-online [name=name]", name).await;
    player.click("#enter-online button").await;
    player.until("entered", "return document.querySelector('#enter-online') === null").await;
}

async fn enter_by_organiser(page: &Page, name: &str, players: usize) {
    fill(page, "#enter [name=name]", name).await;
    page.click("#enter button").await;
    let entered = format!("return document.querySelectorAll('.players tbody tr').length === {players}");
    page.until(name, &entered).await;
}

/// Proposes eight in the evening, in so many days.
async fn propose(player: &Page, days: u32) {
    let set = format!(
        "const at = new Date(); at.setDate(at.getDate() + {days}); at.setHours(20, 0, 0, 0);
         const two = part => String(part).padStart(2, '0');
         const field = document.querySelector('form[data-ask=propose-date] [name=date]');
         field.value = `${{at.getFullYear()}}-${{two(at.getMonth() + 1)}}-${{two(at.getDate())}}T20:00`;
         return field.value"
    );
    player.eval(&set).await;
    player.click("form[data-ask=propose-date] button").await;
}

fn players_propose_and_accept_a_date_and_then_play_at_once() {
    browse("event-dates", Screen::DESKTOP.lang("it"), async |page| {
        let path = new_championship(page).await;
        let base = format!("http://{}", page.server());
        let anna = page.another(Screen::PHONE.lang("it"), base.clone()).await;
        let bruno = page.another(Screen::PHONE.lang("pt-BR"), base).await;
        enter_online(&anna, &path, "Anna").await;
        page.until("Anna is listed", "return document.querySelectorAll('.players tbody tr').length === 1")
            .await;
        enter_by_organiser(page, "Carla", 2).await;
        enter_by_organiser(page, "Dario", 3).await;
        // Number 4: Berger's round 1 is 1-4, 2-3.
        enter_online(&bruno, &path, "Bruno").await;
        page.until("Bruno is listed", "return document.querySelectorAll('.players tbody tr').length === 4")
            .await;
        next(page, "Abbina il turno 1", "Conferma il controllo del turno 1").await;
        next(page, "Conferma il controllo del turno 1", "Pubblica il turno 1").await;
        page.click(".go form button.primary").await;
        for player in [&anna, &bruno] {
            player.find("form[data-ask=propose-date]").await;
        }
        anna.accessible("a game without a date").await;
        anna.shot("event-dates-undated").await;
        let wide = anna.eval("return document.documentElement.scrollWidth").await;
        assert_eq!(wide, json!(390), "the page fits on a phone");

        propose(&anna, 60).await;
        anna.until(
            "a date after the window",
            "return document.querySelector('form[data-ask=propose-date] .field-problem')?.textContent.includes('non oltre')",
        )
        .await;
        propose(&anna, 3).await;
        anna.until(
            "proposed",
            "return document.querySelector('.dates')?.textContent.includes('Hai proposto')",
        )
        .await;
        bruno.find("form[data-ask=accept-date]").await;
        let theirs = bruno.text("form[data-ask=accept-date]").await;
        assert!(theirs.contains("Anna propõe") && theirs.contains("20:00"), "{theirs}");
        bruno.accessible("a date is proposed").await;
        bruno.shot("event-dates-proposed").await;
        bruno.click("form[data-ask=accept-date] button").await;
        for (player, says) in [(&anna, "Giocate"), (&bruno, "Vocês jogam")] {
            let agreed = format!("return document.querySelector('.agreed')?.textContent.includes('{says}')");
            player.until("agreed", &agreed).await;
        }
        anna.shot("event-dates-agreed").await;
        let row = page
            .until("the organiser sees the date", "return document.querySelector('#board-1 .tag')?.textContent === 'data concordata' && document.querySelector('#board-1 time').textContent")
            .await;
        assert!(row.as_str().is_some_and(|text| text.contains("20:00")), "{row}");
        page.accessible("the organiser's page of an event over weeks").await;
        page.shot("event-dates-organiser").await;

        anna.click("form[data-ask=play-now] button").await;
        anna.until("waiting", "return document.querySelector('form[data-ask=play-now] [role=status]')?.textContent.includes('Bruno')").await;
        bruno
            .until(
                "awaited",
                "return document.querySelector('form[data-ask=play-now]')?.textContent.includes('Anna')",
            )
            .await;
        bruno.shot("event-dates-awaited").await;
        bruno.click("form[data-ask=play-now] button").await;
        for player in [&anna, &bruno] {
            player.find(".online a.primary").await;
            player.click(".online a.primary").await;
            player.until("at the board", "return location.pathname.startsWith('/game/')").await;
        }
        page.until("the game is on", "return document.querySelector('#board-1 .tag.live') !== null").await;
        assert_eq!(page.text("#board-2 .tag").await, "data da concordare");
        page.emulate(Screen::PHONE.lang("it")).await;
        page.shot("event-dates-organiser-phone").await;
        for lang in ["it", "pt", "en"] {
            page.open(&format!("{path}?lang={lang}")).await;
            page.find(".players").await;
            let wide = page.eval("return document.documentElement.scrollWidth").await;
            assert_eq!(wide, json!(390), "the organiser's page fits on a phone in {lang}");
        }
        anna.close().await;
        bruno.close().await;
    });
}
