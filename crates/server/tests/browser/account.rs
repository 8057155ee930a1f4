//! The page of an account, from opening it to deleting it.

use serde_json::json;

use crate::harness::{Page, Screen, browse};
use crate::runner::{Tests, tests};

/// The tests of this file.
pub(crate) const TESTS: Tests = tests! {
    with axe: [
        an_account_is_opened_looked_after_and_deleted,
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
        assert!(page.text("#sessions li").await.contains("questo browser"));
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
        page.until("the change", "return document.querySelector('#change-password .problem').textContent")
            .await;
        let entry = |password: &str| json!({ "name": "Marion", "password": password });
        assert_eq!(page.api("POST", "/api/session", &entry("una lunga frase")).await["status"], 401);
        fill(page, &[("#confirm", "un'altra frase")]).await;
        page.click("#delete-account button").await;
        page.until("the entry", "return document.getElementById('entry')").await;
        assert_eq!(page.api("POST", "/api/session", &entry("un'altra frase")).await["status"], 401);
    });
}
