//! Push messages, received by a push service of the test's own, and decrypted as a browser would.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use damiera_client::{ApiClient, ApiResponse};
use damiera_server::{PushTargets, Settings};
use hyper::Method;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hmac;
use ring::rand::SystemRandom;
use ring::signature::{self, ECDSA_P256_SHA256_FIXED};
use serde_json::{Value, json};
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use crate::common::{Follower, Pair, START, Server};
use crate::push_service::{PushService, Received};

/// The keys of a browser. They decrypt one message: `ring` has no keys for agreement that can be used twice.
struct BrowserKeys {
    private: EphemeralPrivateKey,
    public: Vec<u8>,
    auth: [u8; 16],
}

impl BrowserKeys {
    fn new() -> Self {
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).expect("a key");
        let public = private.compute_public_key().expect("a key").as_ref().to_vec();
        Self { private, public, auth: *b"sixteen letters." }
    }

    fn subscription(&self, endpoint: &str) -> Value {
        let encode = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        json!({ "endpoint": endpoint, "keys": { "p256dh": encode(&self.public), "auth": encode(&self.auth) } })
    }

    /// Decrypts a message by the letter of RFC 8291, 3.4 and RFC 8188, 2, with HMAC alone for the keys.
    fn decrypt(self, body: &[u8]) -> Value {
        let (salt, rest) = body.split_at(16);
        assert_eq!((&rest[..4], rest[4]), (&4096u32.to_be_bytes()[..], 65));
        let (sender, sealed) = rest[5..].split_at(65);
        let mac = |key: &[u8], data: &[u8]| {
            let key = hmac::Key::new(hmac::HMAC_SHA256, key);
            hmac::sign(&key, data).as_ref().to_vec()
        };
        let sender_key = UnparsedPublicKey::new(&ECDH_P256, sender);
        let secret = agree_ephemeral(self.private, &sender_key, <[u8]>::to_vec).expect("a secret");
        let info = [b"WebPush: info\0", &self.public[..], sender, &[1]].concat();
        let input = mac(&mac(&self.auth, &secret), &info);
        let pseudo_random = mac(salt, &input);
        let key = mac(&pseudo_random, b"Content-Encoding: aes128gcm\0\x01");
        let nonce = mac(&pseudo_random, b"Content-Encoding: nonce\0\x01");
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key[..16]).expect("a key"));
        let nonce = Nonce::try_assume_unique_for_key(&nonce[..12]).expect("a nonce");
        let mut record = sealed.to_vec();
        let plain = key.open_in_place(nonce, Aad::empty(), &mut record).expect("it is for this browser");
        let (&delimiter, message) = plain.split_last().expect("a delimiter");
        assert_eq!(delimiter, 2, "the last record");
        serde_json::from_slice(message).expect("JSON")
    }
}

/// Checks the token by which the server identifies itself (RFC 8292).
fn check_token(received: &Received, origin: &str, key: &str) {
    let authorization = received.header("authorization");
    let (token, shown) =
        authorization.strip_prefix("vapid t=").expect("VAPID").split_once(", k=").expect("a key");
    assert_eq!(shown, key);
    let (signed, signature) = token.rsplit_once('.').expect("a signature");
    let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64");
    let public = signature::UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decode(key));
    public.verify(signed.as_bytes(), &decode(signature)).expect("signed by the key");
    let claims: Value =
        serde_json::from_slice(&decode(signed.split('.').nth(1).expect("claims"))).expect("JSON");
    assert_eq!(claims["aud"], json!(origin));
    let expires = claims["exp"].as_u64().expect("a time");
    assert!((START.0 / 1000..START.0 / 1000 + 24 * 3600 + 3600).contains(&expires), "{claims}");
}

async fn put(client: &mut ApiClient, subscription: &Value) -> ApiResponse {
    client.send(Method::PUT, "/api/push", Some(subscription)).await.expect("an answer")
}

async fn play(client: &mut ApiClient, game: &str, by: &str, notation: &str) {
    let command = json!({ "by": by, "ask": "move", "notation": notation });
    let played = client.post(&format!("/api/games/{game}/commands"), &command).await.expect("an answer");
    assert_eq!(played.status, 200, "{}", played.text);
}

/// How many subscriptions the server has, once it has as many as this.
async fn subscriptions(server: &Server, count: i64) {
    let file = SqliteConnectOptions::new().filename(server.folder.path().join("damiera.sqlite"));
    let mut database = SqliteConnection::connect_with(&file).await.expect("a connection");
    while sqlx::query_scalar::<_, i64>("SELECT COUNT(*) FROM push_subscription")
        .fetch_one(&mut database)
        .await
        .expect("a count")
        != count
    {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// What the push service gets when time has passed.
async fn told(server: &Server, service: &mut PushService, seconds: u64) -> Received {
    for _ in 0..60 {
        server.clock.advance(Duration::from_secs(seconds)); // again, if the notice was not planned yet
        if let Some(received) = service.message_within(Duration::from_millis(500)).await {
            return received;
        }
    }
    panic!("no message");
}

fn settings() -> Settings {
    Settings { push_targets: PushTargets::Any, ..Settings::default() }
}

async fn begun(server: &Server, wanted: &Value) -> Pair {
    let pair = server.pair(wanted).await;
    let mut black = Follower::join(&pair.black, &pair.game, None).await;
    let _white = Follower::join(&pair.white, &pair.game, None).await;
    black.until_seq(1).await;
    pair
}

#[tokio::test]
async fn a_browser_is_told_of_its_turn_and_forgotten_when_it_is_gone() {
    let server = Server::with_manual_clock(settings()).await;
    let mut service = PushService::start(vec![201, 503, 410]).await;
    let mut pair = begun(&server, &json!({ "variant": "italian", "days": 3 })).await;
    let (origin, keys) = (format!("http://{}", service.address), BrowserKeys::new());
    let endpoint = format!("{origin}/send/abc");
    let done = put(&mut pair.black, &keys.subscription(&endpoint)).await;
    assert_eq!(done.status, 204, "{}", done.text);
    let key = pair.black.get("/api/push").await.expect("an answer").json["key"].clone();
    let game = pair.game.clone();
    play(&mut pair.white, &game, "white", "22-18").await;
    let received = told(&server, &mut service, 25).await;
    assert!(received.head.starts_with("POST /send/abc HTTP/1.1"), "{}", received.head);
    assert_eq!((received.header("content-encoding"), received.header("ttl")), ("aes128gcm", "86400"));
    check_token(&received, &origin, key.as_str().expect("a key"));
    let message = keys.decrypt(&received.body);
    assert_eq!(message["url"], json!(format!("/game/{game}")));
    assert!(message["title"].as_str().is_some_and(|title| title.contains("Your move")), "{message}");
    // Whoever answers at once is not told.
    for by in ["black", "white", "black", "white"] {
        let client = if by == "white" { &mut pair.white } else { &mut pair.black };
        let view = client.get(&format!("/api/games/{game}")).await.expect("an answer").json["view"].clone();
        let notation = view["legal"][0]["notation"].as_str().expect("a move").to_owned();
        play(client, &game, by, &notation).await;
    }
    // A service that is overloaded is asked again; one that does not know the subscription is not.
    told(&server, &mut service, 25).await;
    told(&server, &mut service, 65).await;
    subscriptions(&server, 0).await;
    let folder = server.stop().await;
    // The key is the same after a restart, so subscriptions stay valid.
    let server = Server::on(folder, settings()).await;
    let again = server.client().get("/api/push").await.expect("an answer").json["key"].clone();
    assert_eq!(again, key);
    server.stop().await;
}

#[tokio::test]
async fn everybody_who_holds_a_side_is_told() {
    let server = Server::with_manual_clock(settings()).await;
    let mut service = PushService::start(Vec::new()).await;
    let consultation = json!({ "who": "seeker", "decide": "captain" });
    let mut pair =
        server.pair(&json!({ "variant": "italian", "days": 3, "consultation": consultation })).await;
    let link = format!("/api/games/{}/consultation/link", pair.game);
    let made = pair.white.send(Method::POST, &link, None).await.expect("an answer");
    let token = made.json["link"].as_str().and_then(|link| link.rsplit('/').next()).expect("a token");
    let mut second = server.client();
    let entry = json!({ "name": "Second", "password": "a long sentence" });
    assert_eq!(second.post("/api/account", &entry).await.expect("an answer").status, 201);
    let joined = second.post("/api/sides", &json!({ "token": token })).await.expect("an answer");
    assert_eq!(joined.status, 201, "{}", joined.text);
    let keys = BrowserKeys::new();
    let subscription = keys.subscription(&format!("http://{}/second", service.address));
    assert_eq!(put(&mut second, &subscription).await.status, 204);
    let mut black = Follower::join(&pair.black, &pair.game, None).await;
    let _white = Follower::join(&pair.white, &pair.game, None).await;
    black.until_seq(1).await;
    let received = told(&server, &mut service, 25).await;
    assert!(received.head.starts_with("POST /second "), "{}", received.head);
    assert_eq!(keys.decrypt(&received.body)["url"], json!(format!("/game/{}", pair.game)));
    // Nothing is sent to a browser in which the account is signed out.
    assert_eq!(second.send(Method::DELETE, "/api/session", None).await.expect("an answer").status, 204);
    subscriptions(&server, 0).await;
    server.stop().await;
}

#[tokio::test]
async fn only_public_addresses_by_https_are_push_services() {
    let server = Server::start().await;
    let (mut client, keys) = (server.client(), BrowserKeys::new());
    for (endpoint, status) in [
        ("https://push.example.org/send/abc", 204),
        ("http://push.example.org/send/abc", 422),
        ("https://127.0.0.1/", 422),
        ("https://[::1]/", 422),
        ("https://169.254.169.254/latest/meta-data", 422),
        ("https://10.0.0.1:8443/", 422),
        ("https://[::ffff:192.168.1.1]/", 422),
        ("https://user@push.example.org/", 422),
        ("ftp://push.example.org/", 422),
        ("nowhere", 422),
    ] {
        assert_eq!(put(&mut client, &keys.subscription(endpoint)).await.status, status, "{endpoint}");
    }
    let mut wrong = keys.subscription("https://push.example.org/");
    wrong["keys"]["auth"] = json!("abc");
    assert_eq!(put(&mut client, &wrong).await.status, 422);
    // One person has ten subscriptions at most.
    for number in 0..12 {
        let endpoint = format!("https://push.example.org/{number}");
        assert_eq!(put(&mut client, &keys.subscription(&endpoint)).await.status, 204);
    }
    subscriptions(&server, 10).await;
    server.stop().await;
}
