//! Settings, challenges, messages, live games and profiles, by the doors that people use.

use serde_json::json;

use crate::harness::{Page, Screen, browse};
use crate::runner::{Tests, tests};

/// The tests of this file.
pub(crate) const TESTS: Tests = tests! {
    with axe: [
        settings_are_kept_with_the_account_and_followed_at_once,
        a_challenge_is_seen_on_any_page_and_declined_or_accepted,
        players_write_to_each_other_and_switch_it_off,
        a_game_is_aborted_before_both_have_moved,
        live_games_are_listed_and_lead_to_the_game,
        the_name_of_an_offer_leads_to_the_profile,
        a_guest_keeps_the_name_in_an_invitation_and_the_next_one,
        a_spectator_has_no_place_reserved_for_rulings,
        the_navigation_fits_on_one_line_of_a_tablet,
    ],
};

/// Opens an account through its page.
async fn open_account(page: &Page, name: &str) {
    page.open("/account").await;
    page.find("#name").await.send_keys(name).await.expect("a field");
    page.find("#password").await.send_keys("a long sentence").await.expect("a field");
    page.click("button[value=open]").await;
    page.until("the account", "return document.getElementById('account')?.dataset.account").await;
}

async fn choose(page: &Page, name: &str, value: &str) {
    page.click(&format!("label:has(input[name={name}][value={value}])")).await;
}

/// A property of the page's own colours.
async fn paper(page: &Page) -> String {
    let colour = page.eval("return getComputedStyle(document.body).backgroundColor").await;
    colour.as_str().expect("a colour").to_owned()
}

fn settings_are_kept_with_the_account_and_followed_at_once() {
    browse("settings", Screen::DESKTOP, async |page| {
        page.open("/settings").await;
        let light = paper(page).await;
        choose(page, "scheme", "dark").await;
        assert_ne!(paper(page).await, light, "the page follows at once");
        page.accessible("settings in the dark").await;
        page.shot("settings-dark").await;
        choose(page, "coordinates", "algebraic").await;
        page.until(
            "letters",
            "return [...document.querySelectorAll('.number')].some(label => label.textContent === 'a1')",
        )
        .await;
        choose(page, "pieces", "flat").await;
        assert!(page.text("#state").await.contains("browser"), "nobody is signed in");
        // What this browser has becomes the account's.
        open_account(page, "Marion").await;
        page.open("/settings").await;
        choose(page, "theme", "green").await;
        page.until("the account", "return document.getElementById('state').textContent.includes('account')")
            .await;
        let kept = page.api("GET", "/api/account/settings", &json!(null)).await;
        let looks = ["scheme", "theme", "pieces", "coordinates"].map(|name| kept["body"][name].clone());
        assert_eq!(looks, ["dark", "green", "flat", "algebraic"].map(|value| json!(value)), "{kept}");
        // Another browser gets them when the same person signs in there.
        let other = page.another(Screen::DESKTOP, format!("http://{}", page.server())).await;
        other.open("/account").await;
        other.find("#name").await.send_keys("Marion").await.expect("a field");
        other.find("#password").await.send_keys("a long sentence").await.expect("a field");
        other.click("button[value=sign-in]").await;
        other.until("the looks", "return document.documentElement.dataset.theme === 'green'").await;
        other.open("/").await;
        assert_eq!(other.eval("return document.documentElement.dataset.scheme").await, "dark");
        assert_eq!(paper(&other).await, paper(page).await);
        other.close().await;
    });
}

/// Two browsers, each with an account.
async fn two_players(page: &Page) -> Page {
    let other = page.another(Screen::DESKTOP, format!("http://{}", page.server())).await;
    open_account(page, "Marion").await;
    open_account(&other, "Asa").await;
    other
}

async fn challenge(from: &Page, name: &str) {
    from.open(&format!("/player/{name}")).await;
    from.click("a.button.primary").await;
    from.until("the name", &format!("return document.getElementById('to').value === '{name}'")).await;
    choose(from, "variant", "italian").await;
    choose(from, "colour", "white").await;
    from.click("button[value=challenge]").await;
}

/// Presses a button by its text.
async fn press(page: &Page, place: &str, text: &str) {
    let found = format!(
        "return [...document.querySelectorAll('{place} button')].find(b => b.textContent === '{text}')"
    );
    page.until(text, &format!("{found} !== undefined")).await;
    page.eval(&format!("{found}.click()")).await;
}

async fn in_game(page: &Page) {
    page.until("the game", "return document.getElementById('game')?.dataset.line === 'up'").await;
}

/// Both in a game, Marion with White.
async fn both_in_game(page: &Page) -> Page {
    let other = two_players(page).await;
    other.open("/rules").await;
    challenge(page, "Asa").await;
    press(&other, "#notices", "Accept").await;
    in_game(&other).await;
    in_game(page).await;
    other
}

fn a_challenge_is_seen_on_any_page_and_declined_or_accepted() {
    browse("challenge", Screen::DESKTOP, async |page| {
        let other = two_players(page).await;
        other.open("/rules").await;
        challenge(page, "Asa").await;
        page.until("the wait", "return location.pathname.startsWith('/seek/')").await;
        other.until("the challenge", "return !document.getElementById('notices').hidden").await;
        assert!(other.text("#notices").await.contains("Marion challenges you"));
        assert!(other.text_content("#notices-announce").await.contains("Marion"), "screen readers hear it");
        other.accessible("a challenge").await;
        other.shot("challenge").await;
        press(&other, "#notices", "Decline").await;
        page.until(
            "the answer",
            "return document.getElementById('problem')?.textContent.includes('declined')",
        )
        .await;
        other.until("no challenge", "return document.getElementById('notices').hidden").await;
        // Whom one has blocked cannot challenge.
        other.open("/player/Marion").await;
        other.click("#block").await;
        other.until("the block", "return document.getElementById('block').textContent === 'Unblock'").await;
        challenge(page, "Asa").await;
        page.until(
            "a refusal",
            "return document.getElementById('problem').textContent.includes('does not accept')",
        )
        .await;
        other.click("#block").await;
        other.until("no block", "return document.getElementById('block').textContent === 'Block'").await;
        other.open("/games").await;
        challenge(page, "Asa").await;
        press(&other, "#notices", "Accept").await;
        in_game(&other).await;
        in_game(page).await;
        assert_eq!(page.path().await, other.path().await);
        other.close().await;
    });
}

async fn write(page: &Page, text: &str) {
    page.eval("document.getElementById('chat').open = true").await;
    page.find("#chat-text").await.send_keys(text).await.expect("a field");
    page.click("#chat-form button").await;
}

fn players_write_to_each_other_and_switch_it_off() {
    browse("chat", Screen::DESKTOP, async |page| {
        let other = both_in_game(page).await;
        let lines = "return [...document.querySelectorAll('#chat-lines li')].map(line => line.textContent)";
        write(page, "<b>good</b> luck").await;
        other.until("unread", "return document.getElementById('chat-unread').textContent === '1'").await;
        assert_eq!(other.eval(lines).await, json!(["Marion: <b>good</b> luck"]), "plain text");
        other
            .until(
                "the announcement",
                "return document.getElementById('announce').textContent.includes('luck')",
            )
            .await;
        other.eval("document.getElementById('chat').open = true").await;
        other.accessible("messages").await;
        other.shot("chat").await;
        // Somebody who watches neither reads nor writes.
        let watcher = page.another(Screen::DESKTOP, format!("http://{}", page.server())).await;
        watcher.open(&page.path().await).await;
        in_game(&watcher).await;
        assert_eq!(watcher.eval("return document.getElementById('chat').hidden").await, true);
        assert_eq!(watcher.eval(lines).await, json!([]));
        watcher.close().await;
        other.click("#chat-switch").await;
        other.until("off", "return document.getElementById('chat-form').hidden").await;
        write(page, "hello?").await;
        page.until(
            "a refusal",
            "return document.getElementById('chat-problem').textContent.includes('switched')",
        )
        .await;
        assert_eq!(other.eval(lines).await, json!([]));
        // What was written before is there again after a reload.
        page.open(&page.path().await).await;
        page.until("the lines", "return document.querySelectorAll('#chat-lines li').length === 1").await;
        // Too many at once are refused.
        other.click("#chat-switch").await;
        in_game(page).await;
        page.eval("const field = document.getElementById('chat-text'); for (let i = 0; i < 12; i += 1) { field.value = 'x'; field.form.requestSubmit(); }").await;
        page.until(
            "a limit",
            "return document.getElementById('chat-problem').textContent.includes('Too fast')",
        )
        .await;
        other.close().await;
    });
}

fn a_game_is_aborted_before_both_have_moved() {
    browse("abort", Screen::PHONE, async |page| {
        let other = both_in_game(page).await;
        press(page, "#acts", "Abort").await;
        for one in [page, &other] {
            one.until(
                "the end",
                "return document.querySelector('#ruling h2').textContent === 'Game aborted'",
            )
            .await;
        }
        page.shot("aborted-phone").await;
        // It is nobody's win, and the list says what it was.
        page.open("/player/Marion").await;
        assert_eq!(page.eval("return document.querySelector('.results')").await, json!(null));
        assert_eq!(page.text(".games .result").await, "aborted");
        page.accessible("profile").await;
        page.shot("player-phone").await;
        other.close().await;
    });
}

fn live_games_are_listed_and_lead_to_the_game() {
    browse("watch", Screen::DESKTOP, async |page| {
        page.open("/watch").await;
        assert_eq!(
            page.eval("return document.getElementById('none').hidden").await,
            false,
            "says what to do"
        );
        page.accessible("no live games").await;
        let other = both_in_game(page).await;
        let watcher = page.another(Screen::DESKTOP, format!("http://{}", page.server())).await;
        watcher.open("/watch").await;
        watcher.until("the game", "return document.querySelector('.live a')").await;
        assert!(watcher.text(".live a").await.contains("Marion – Asa"));
        watcher.accessible("live games").await;
        watcher.shot("watch").await;
        let before = watcher.eval("return document.querySelector('.live svg').innerHTML").await;
        page.find("#typed input").await.send_keys("22-18\u{e007}").await.expect("a field");
        page.until("the move", "return document.getElementById('game').dataset.ply === '1'").await;
        let moved = format!("return document.querySelector('.live svg').innerHTML !== {before}");
        watcher.until("the move on the small board", &moved).await;
        watcher.click(".live a").await;
        in_game(&watcher).await;
        assert_eq!(watcher.path().await, page.path().await);
        watcher.close().await;
        other.close().await;
    });
}

fn the_name_of_an_offer_leads_to_the_profile() {
    browse("lobby-profile", Screen::DESKTOP, async |page| {
        let other = page.another(Screen::DESKTOP, format!("http://{}", page.server())).await;
        open_account(page, "Marion").await;
        page.open("/lobby").await;
        page.click("button[value=yes]").await;
        other.open("/lobby").await;
        other.until("the offer", "return document.querySelector('#seeks .who a')").await;
        other.accessible("lobby with an offer").await;
        other.click("#seeks .who a").await;
        other.until("the profile", "return location.pathname === '/player/Marion'").await;
        // A guest has no profile.
        other.open("/lobby").await;
        other.find("#name").await.send_keys("Zoe").await.expect("a field");
        other.click("button[value=yes]").await;
        page.open("/lobby").await;
        page.until("the offer", "return document.querySelector('#seeks')?.textContent.includes('Zoe')").await;
        assert_eq!(page.eval("return document.querySelectorAll('#seeks .who a').length").await, json!(1));
        other.close().await;
    });
}

fn a_guest_keeps_the_name_in_an_invitation_and_the_next_one() {
    browse("guest-name", Screen::PHONE, async |page| {
        let friend = page.another(Screen::DESKTOP, format!("http://{}", page.server())).await;
        page.open("/lobby").await;
        page.find("#name").await.send_keys("Zoe").await.expect("a field");
        page.click("button[value='']").await;
        page.until("the invitation", "return location.pathname.startsWith('/seek/')").await;
        friend.open(&page.path().await).await;
        assert_eq!(friend.text(".terms .who").await, "Zoe");
        friend.find("#name").await.send_keys("Ada").await.expect("a field");
        friend.click("#accept button").await;
        in_game(&friend).await;
        in_game(page).await;
        assert_eq!(friend.text("#far .who").await, "Zoe");
        assert_eq!(page.text("#far .who").await, "Ada");
        // The next invitation has the name without typing it again.
        page.open("/lobby").await;
        assert_eq!(page.eval("return document.getElementById('name').value").await, json!("Zoe"));
        page.click("button[value='']").await;
        page.until("the invitation", "return location.pathname.startsWith('/seek/')").await;
        assert_eq!(page.text(".terms .who").await, "Zoe");
        friend.close().await;
    });
}

fn a_spectator_has_no_place_reserved_for_rulings() {
    browse("spectator", Screen::DESKTOP, async |page| {
        let other = both_in_game(page).await;
        let watcher =
            page.another(Screen::PHONE.size(820, 1180).lang("it"), format!("http://{}", page.server())).await;
        watcher.open(&page.path().await).await;
        in_game(&watcher).await;
        let height = "return document.querySelector('.ruling-place').offsetHeight";
        // Only what is played is said there.
        let line = "const idle = document.getElementById('idle'); return idle.offsetHeight > 0 && idle.offsetHeight < 60 \
            && document.querySelector('.ruling-place').offsetHeight < idle.offsetHeight + 20";
        watcher.until("one line", line).await;
        assert!(watcher.text("#idle").await.starts_with("Dama "));
        watcher.shot("spectator-tablet").await;
        let reserved = page.eval(height).await;
        assert!(reserved.as_u64() > Some(100), "a player's buttons do not move under the finger: {reserved}");
        press(page, "#acts", "Abort").await;
        watcher.until("the end", "return !document.getElementById('ruling').hidden").await;
        watcher.close().await;
        other.close().await;
    });
}

fn the_navigation_fits_on_one_line_of_a_tablet() {
    for lang in ["it", "pt", "en"] {
        browse("nav-tablet", Screen::PHONE.size(820, 1180).lang(lang), async |page| {
            open_account(page, "Maximiliana").await;
            page.open("/lobby").await;
            page.eval("document.getElementById('correspondence-link').hidden = false").await;
            let lines =
                "return new Set([...document.querySelectorAll('#nav a')].map(link => link.offsetTop)).size";
            assert_eq!(page.eval(lines).await, json!(1), "{lang}");
            let wide = "return document.getElementById('nav').scrollWidth <= document.getElementById('nav').clientWidth";
            page.shot(&format!("nav-tablet-{lang}")).await;
            assert_eq!(page.eval(wide).await, json!(true), "{lang}: all of it is in sight");
        });
    }
}
