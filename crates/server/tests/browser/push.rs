//! A push message, from the server to what the browser shows: encrypted by the server, decrypted by the browser's own cryptography,
//! and shown by the service worker. Only the push service between them is the test's.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use damiera_game::Moment;
use damiera_server::store::SqliteStore;
use damiera_server::{Clock, PushTargets, Settings};
use futures_util::FutureExt;
use serde_json::{Value, json};

use crate::harness::{Page, Screen, browse};
use crate::push_service::PushService;
use crate::runner::{Tests, tests};

/// The tests of this file.
pub(crate) const TESTS: Tests = tests! {
    without: [
        a_message_about_ones_turn_is_decrypted_by_the_browser_and_shown_by_its_service_worker,
    ],
};

/// Makes the keys of a subscription and gives the public ones to the server.
const SUBSCRIBE: &str = "const [endpoint, done] = arguments;
    const text = bytes => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    (async () => {
      window.pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']);
      window.point = await crypto.subtle.exportKey('raw', window.pair.publicKey);
      window.auth = crypto.getRandomValues(new Uint8Array(16));
      const body = JSON.stringify({ endpoint, keys: { p256dh: text(window.point), auth: text(window.auth) } });
      const answer = await fetch('/api/push', { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
      await navigator.serviceWorker.register('/service-worker.js');
      await navigator.serviceWorker.ready;
      return answer.status;
    })().then(done, error => done(String(error)));";

/// Decrypts a message by RFC 8291, as the browser does before it wakes the service worker.
const DECRYPT: &str = "const [encoded, done] = arguments;
    (async () => {
      const body = Uint8Array.from(atob(encoded), letter => letter.charCodeAt(0)), bytes = text => new TextEncoder().encode(text);
      const salt = body.slice(0, 16), sender = body.slice(21, 86), sealed = body.slice(86);
      const derive = async (key, salt, info, length) => new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info },
        await crypto.subtle.importKey('raw', key, 'HKDF', false, ['deriveBits']), 8 * length));
      const theirs = await crypto.subtle.importKey('raw', sender, { name: 'ECDH', namedCurve: 'P-256' }, false, []);
      const secret = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, window.pair.privateKey, 256);
      const input = await derive(secret, window.auth, new Uint8Array([...bytes('WebPush: info\0'), ...new Uint8Array(window.point), ...sender]), 32);
      const key = await crypto.subtle.importKey('raw', await derive(input, salt, bytes('Content-Encoding: aes128gcm\0'), 16), 'AES-GCM', false, ['decrypt']);
      const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: await derive(input, salt, bytes('Content-Encoding: nonce\0'), 12) }, key, sealed);
      return new TextDecoder().decode(new Uint8Array(plain).slice(0, -1));
    })().then(done, error => done(String(error)));";

const SHOWN: &str = "const done = arguments[0];
    navigator.serviceWorker.ready.then(registration => registration.getNotifications())
      .then(all => done(all.map(({ title, body, data }) => [title, body, data.url])), error => done(String(error)));";

const CLOSE: &str = "const done = arguments[0];
    navigator.serviceWorker.ready.then(registration => registration.getNotifications())
      .then(all => { all.forEach(one => one.close()); done(true); });";

/// The notifications that are shown once these messages are delivered, in their order. A busy browser loses some, and a message
/// that is delivered again replaces itself.
async fn shown_after(page: &Page, messages: &[&str]) -> Value {
    for _ in 0..20 {
        for message in messages {
            page.deliver_push(message).await;
        }
        for _ in 0..40 {
            let shown = page.eval_async(SHOWN).await;
            if shown != json!([]) {
                return shown;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    }
    panic!("nothing is shown after {messages:?}");
}

async fn in_game(page: &Page) -> String {
    page.until("the game", "return location.pathname.startsWith('/game/') && document.getElementById('game')?.dataset.line === 'up'").await;
    page.path().await
}

fn a_message_about_ones_turn_is_decrypted_by_the_browser_and_shown_by_its_service_worker() {
    browse("push-shown", Screen::DESKTOP, async |page| {
        let folder = tempfile::tempdir().expect("a folder");
        let store = SqliteStore::open(&folder.path().join("damiera.sqlite")).await.expect("a store");
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let settings = Settings { push_targets: PushTargets::Any, ..Settings::default() };
        let clock = Clock::manual(Moment(1_800_000_000_000));
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let server = damiera_server::serve_with_clock(
            listener,
            Arc::new(store),
            settings,
            clock.clone(),
            stopped.map(drop),
        );
        let server = tokio::spawn(server);
        let mut service = PushService::start(Vec::new()).await;
        let white = page.another(Screen::PHONE, base.clone()).await;
        let black = page.another_with_notifications(Screen::DESKTOP.lang("it"), base).await;

        white.open("/lobby").await;
        let seek = json!({ "variant": "italian", "days": 3, "colour": "white" });
        let seek = white.api("POST", "/api/seeks", &seek).await["body"]["id"].clone();
        black.open(&format!("/seek/{}", seek.as_str().expect("a seek"))).await;
        black.click("#accept button").await;
        let game = in_game(&black).await;
        white.open(&game).await;
        in_game(&white).await;
        black.open("/settings").await;
        let endpoint = json!(format!("http://{}/send/abc", service.address));
        assert_eq!(black.run(SUBSCRIBE, vec![endpoint]).await, json!(204));
        white.click("#typed input").await;
        white.keys("22-18\u{e007}").await;
        white.until("the move", "return document.getElementById('game').dataset.ply === '1'").await;
        let received = loop {
            clock.advance(Duration::from_secs(25)); // again, if the notice was not planned yet
            if let Some(received) = service.message_within(Duration::from_millis(500)).await {
                break received;
            }
        };
        assert!(received.head.starts_with("POST /send/abc "), "{}", received.head);
        let message = black.run(DECRYPT, vec![json!(STANDARD.encode(&received.body))]).await;
        let message = message.as_str().expect("a text");
        let said: Value = serde_json::from_str(message).expect("JSON");
        assert_eq!(said["url"], json!(game));
        assert!(said["title"].as_str().is_some_and(|title| title.contains("Tocca a te")), "{said}");

        assert_eq!(
            shown_after(&black, &[message]).await,
            json!([[said["title"], said["body"], said["url"]]])
        );
        // Whoever has the game in sight is not told; another game is.
        black.eval_async(CLOSE).await;
        while black.eval_async(SHOWN).await != json!([]) {}
        black.open(&game).await;
        let other = json!({ "title": "x", "body": "y", "url": "/game/other" }).to_string();
        assert_eq!(shown_after(&black, &[message, &other]).await, json!([["x", "y", "/game/other"]]));
        white.close().await;
        black.close().await;
        let _ = stop.send(());
        let _ = tokio::time::timeout(Duration::from_secs(3), server).await;
    });
}
