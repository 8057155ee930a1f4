//! The page of an account, from opening it to deleting it.

use damiera_server::store::{AccountStatus, AccountStore, ConductReport, PeopleStore, SqliteStore};
use serde_json::json;

use crate::harness::{Page, Screen, browse};
use crate::runner::{Tests, tests};

/// The tests of this file.
pub(crate) const TESTS: Tests = tests! {
    with axe: [
        an_account_is_opened_looked_after_and_deleted,
        a_passkey_signs_in_without_a_password,
        an_opponent_is_reported_from_the_game,
        an_operator_mutes_bans_and_closes_a_report,
    ],
};

async fn fill(page: &Page, fields: &[(&str, &str)]) {
    for (field, value) in fields {
        page.find(field).await.send_keys(value).await.expect("a field");
    }
}

fn an_account_is_opened_looked_after_and_deleted() {
    browse("account", Screen::DESKTOP.lang("it"), async |page| {
        page.open("/account").await;
        fill(page, &[("#name", "Marion"), ("#password", "password1")]).await;
        page.click("button[value=open]").await;
        page.until("a refusal", "return document.getElementById('problem').textContent").await;
        assert!(page.text("#problem").await.contains("password"), "a common password is refused");
        page.find("#password").await.clear().await.expect("a field");
        fill(page, &[("#password", "una lunga frase")]).await;
        page.click("button[value=open]").await;
        page.until("the settings", "return document.querySelector('.settings')").await;
        page.click(".settings > summary").await;
        page.until("the session", "return document.querySelector('#sessions li')").await;
        let session = page.text("#sessions li").await;
        assert!(session.contains("questo browser") && session.starts_with("Chrome, "), "{session}");
        page.accessible("account with settings").await;
        page.shot("account-it").await;
        fill(page, &[("#key-name", "bot")]).await;
        page.click("#create-key button").await;
        page.until("the key", "return document.querySelector('#keys li button')").await;
        let shown = page.text("#create-key .problem").await;
        let key = shown.split_whitespace().last().expect("a key").to_owned();
        assert_eq!(key.len(), 32, "{shown}");
        page.click("#keys li button").await;
        page.until("no key", "return document.querySelector('#keys li') === null").await;
        fill(page, &[("#old", "una lunga frase"), ("#new", "un'altra frase")]).await;
        page.click("#change-password button").await;
        page.until(
            "the change",
            "return document.querySelector('#change-password .problem.done')?.textContent",
        )
        .await;
        assert_eq!(page.eval("return document.getElementById('old').value").await, "", "nothing is left");
        let entry = |password: &str| json!({ "name": "Marion", "password": password });
        assert_eq!(page.api("POST", "/api/session", &entry("una lunga frase")).await["status"], 401);
        fill(page, &[("#confirm", "un'altra frase")]).await;
        page.click("#delete-account button").await;
        page.until("the entry", "return document.getElementById('entry')").await;
        assert_eq!(page.api("POST", "/api/session", &entry("un'altra frase")).await["status"], 401);
    });
}

fn a_passkey_signs_in_without_a_password() {
    browse("passkey", Screen::DESKTOP, async |page| {
        page.open("/account").await;
        page.find("#entry").await;
        assert_eq!(page.eval("return document.getElementById('passkey-sign-in').hidden").await, true);
        // Passkeys belong to a host name.
        let named = format!("http://{}", page.server().replace("127.0.0.1", "localhost"));
        let named = page.another(Screen::DESKTOP.lang("pt"), named).await;
        named.open("/account").await;
        named.add_authenticator().await;
        fill(&named, &[("#name", "Marion"), ("#password", "uma frase longa")]).await;
        named.click("button[value=open]").await;
        named.until("the settings", "return document.querySelector('#add-passkey')").await;
        named.click(".settings > summary").await;
        fill(&named, &[("#passkey-name", "Telefone"), ("#passkey-password", "uma frase longa")]).await;
        named.click("#add-passkey button:not([type])").await;
        named.until("the passkey", "return document.querySelector('#passkeys li button')").await;
        assert!(named.text("#passkeys li").await.contains("Telefone"));
        named.accessible("account with a passkey").await;
        named.click("#sign-out").await;
        named.until("the entry", "return document.getElementById('passkey-sign-in')").await;
        named.click("#passkey-sign-in").await;
        named.until("the settings", "return document.querySelector('#add-passkey')").await;
        assert_eq!(named.text("h1").await, "Marion");
        named.click(".settings > summary").await;
        named.click("#passkeys li button").await;
        named.until("no passkey", "return document.querySelector('#passkeys li') === null").await;
        named.click("#sign-out").await;
        named.until("the entry", "return document.getElementById('passkey-sign-in')").await;
        named.click("#passkey-sign-in").await;
        named.until("a refusal", "return document.getElementById('problem').textContent").await;
        named.close().await;
    });
}

fn an_opponent_is_reported_from_the_game() {
    browse("report", Screen::DESKTOP, async |page| {
        page.open("/account").await;
        let entry = json!({ "name": "Marion", "password": "a long sentence" });
        assert_eq!(page.api("POST", "/api/account", &entry).await["status"], 201);
        let seek = json!({ "variant": "italian", "minutes": 5, "open": true });
        let put = page.api("POST", "/api/seeks", &seek).await;
        let accept = format!("/api/seeks/{}/accept", put["body"]["id"].as_str().expect("a seek"));
        let other = page.another(Screen::DESKTOP, format!("http://{}", page.server())).await;
        other.open("/account").await;
        let taken = other.api("POST", &accept, &json!({ "name": "Asa" })).await;
        let game = taken["body"]["game"].as_str().expect("a game").to_owned();
        page.open(&format!("/game/{game}")).await;
        page.until("the form", "return !document.getElementById('report').hidden").await;
        assert_eq!(page.text("#report summary").await, "Report Asa");
        page.click("#report summary").await;
        fill(page, &[("#report textarea", "Lets the clock run")]).await;
        page.accessible("game with a report").await;
        page.click("#report button").await;
        page.until("thanks", "return document.querySelector('#report .field-problem').textContent").await;
        let store = SqliteStore::open(&page.database).await.expect("a store");
        let reports = store.open_reports(9).await.expect("reports");
        assert_eq!(reports.len(), 1);
        assert_eq!((&*reports[0].about, reports[0].game.as_deref()), ("Asa", Some(&*game)));
        // A guest is asked to sign in.
        other.open(&format!("/game/{game}")).await;
        other.click("#report summary").await;
        fill(&other, &[("#report textarea", "Plays too well")]).await;
        other.click("#report button").await;
        other.until("a refusal", "return document.querySelector('#report .field-problem').textContent").await;
        assert_eq!(store.open_reports(9).await.expect("reports").len(), 1);
        other.close().await;
    });
}

fn an_operator_mutes_bans_and_closes_a_report() {
    browse("moderation", Screen::DESKTOP, async |page| {
        page.open("/account").await;
        let entry = |name: &str| json!({ "name": name, "password": "a long sentence" });
        let asa = page.another(Screen::DESKTOP, format!("http://{}", page.server())).await;
        asa.open("/account").await;
        for (who, name) in [(page, "Marion"), (&asa, "Asa")] {
            assert_eq!(who.api("POST", "/api/account", &entry(name)).await["status"], 201);
        }
        page.open("/moderation").await;
        assert_eq!(
            page.eval("return document.getElementById('status')").await,
            json!(null),
            "not for everybody"
        );
        // As `damiera account operator` does.
        let store = SqliteStore::open(&page.database).await.expect("a store");
        let marion = store.account("Marion").await.expect("a store").expect("an account").id;
        let operator = AccountStatus { operator: true, ..AccountStatus::default() };
        store.set_status(marion, operator).await.expect("set");
        let (about, text) = ("Asa".to_owned(), "Lets the clock run".to_owned());
        let report = ConductReport { id: 0, at: 1, reporter: Some(marion), about, game: None, text };
        store.add_report(&report).await.expect("a report");

        page.open("/moderation").await;
        page.accessible("moderation").await;
        assert!(page.text("main").await.contains("Lets the clock run"));
        let log = page.text(".audit").await;
        assert!(log.contains("account created") && !log.contains("audit-"), "in words: {log}");
        page.click("[data-about]").await;
        assert_eq!(page.eval("return document.activeElement.value").await, "Asa", "whom the report is about");
        page.find("#name").await.clear().await.expect("a field");
        fill(page, &[("#name", "Nobody")]).await;
        let act = async |value: &str| {
            page.eval("document.getElementById('problem').textContent = ''").await;
            page.click(&format!("button[value={value}]")).await;
            page.until("an answer", "return document.getElementById('problem').textContent").await
        };
        let unknown = act("mute").await;
        let is_done = "return document.getElementById('problem').classList.contains('done')";
        assert_eq!(page.eval(is_done).await, json!(false));
        page.find("#name").await.clear().await.expect("a field");
        fill(page, &[("#name", "Asa")]).await;
        assert_ne!(act("mute").await, unknown, "it is set");
        assert_eq!(page.eval(is_done).await, json!(true), "and does not look like a refusal");
        let seek = json!({ "variant": "italian", "minutes": 5, "open": true });
        assert_eq!(
            asa.api("POST", "/api/seeks", &seek).await["status"],
            403,
            "a muted player offers no games"
        );
        act("ban").await;
        assert_eq!(
            asa.api("POST", "/api/session", &entry("Asa")).await["status"],
            403,
            "a ban ends all sessions"
        );
        act("lift").await;
        assert_eq!(asa.api("POST", "/api/session", &entry("Asa")).await["status"], 200);
        assert_eq!(asa.api("POST", "/api/seeks", &seek).await["status"], 201);
        page.click("[data-report]").await;
        page.until("no report", "return document.querySelector('[data-report]') === null").await;
        assert!(store.open_reports(9).await.expect("reports").is_empty());
        asa.close().await;
    });
}
