//! Other ways into an account: a passkey, and a link in a mail.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use damiera_client::{ApiClient, ApiResponse};
use damiera_server::{Clock, Mailer, Settings};
use hyper::Method;
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use crate::common::{START, Server};

pub(crate) const ORIGIN: &str = "http://localhost:7313";
pub(crate) const PASSWORD: &str = "a long sentence";

pub(crate) fn settings() -> Settings {
    Settings { base_url: Some(ORIGIN.to_owned()), ..Settings::default() }
}

pub(crate) async fn opened(server: &Server, name: &str) -> ApiClient {
    let mut client = server.client();
    let entry = json!({ "name": name, "password": PASSWORD });
    assert_eq!(client.post("/api/account", &entry).await.expect("an answer").status, 201);
    client
}

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

fn base64(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// An authenticator in software, with one key.
struct Authenticator {
    key: EcdsaKeyPair,
    id: &'static [u8],
    uses: u32,
}

impl Authenticator {
    fn new(id: &'static [u8]) -> Self {
        let (random, kind) = (SystemRandom::new(), &ECDSA_P256_SHA256_ASN1_SIGNING);
        let key = EcdsaKeyPair::generate_pkcs8(kind, &random).expect("a key");
        Self { key: EcdsaKeyPair::from_pkcs8(kind, key.as_ref(), &random).expect("a key"), id, uses: 0 }
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        [digest(&SHA256, b"localhost").as_ref(), &[flags], &self.uses.to_be_bytes()].concat()
    }

    fn client_data(kind: &str, challenge: &Value, origin: &str) -> String {
        json!({ "type": kind, "challenge": challenge, "origin": origin, "crossOrigin": false }).to_string()
    }

    fn created(&self, challenge: &Value, origin: &str) -> Value {
        let point = self.key.public_key().as_ref();
        let mut data = self.data(0x45);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).expect("short").to_be_bytes());
        data.extend(self.id);
        data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(&point[1..33]);
        data.extend([0x22, 0x58, 0x20]);
        data.extend(&point[33..]);
        let client = Self::client_data("webauthn.create", challenge, origin);
        json!({ "client-data": base64(client), "authenticator-data": base64(data), "name": "Phone" })
    }

    fn signed(&mut self, challenge: &Value, origin: &str) -> Value {
        self.uses += 1;
        let (data, client) = (self.data(0x05), Self::client_data("webauthn.get", challenge, origin));
        let message = [&*data, digest(&SHA256, client.as_bytes()).as_ref()].concat();
        let signature = self.key.sign(&SystemRandom::new(), &message).expect("a signature");
        json!({ "id": base64(self.id), "client-data": base64(client), "authenticator-data": base64(data), "signature": base64(signature) })
    }
}

async fn added(client: &mut ApiClient, authenticator: &Authenticator) -> ApiResponse {
    let confirm = json!({ "password": PASSWORD });
    let begun = client.post("/api/account/passkeys/challenge", &confirm).await.expect("an answer");
    assert_eq!(begun.status, 200, "{}", begun.text);
    let created = authenticator.created(&begun.json["challenge"], ORIGIN);
    client.post("/api/account/passkeys", &created).await.expect("an answer")
}

async fn sign_in(client: &mut ApiClient, authenticator: &mut Authenticator, origin: &str) -> (u16, Value) {
    let begun = client.send(Method::POST, "/api/session/challenge", None).await.expect("an answer");
    let signed = authenticator.signed(&begun.json["challenge"], origin);
    let answer = client.post("/api/session/passkey", &signed).await.expect("an answer");
    (answer.status, signed)
}

#[tokio::test]
async fn a_passkey_is_added_used_and_removed() {
    let server = Server::with(settings()).await;
    let mut marion = opened(&server, "Marion").await;
    let mut phone = Authenticator::new(b"phone");
    let wrong = json!({ "password": "a wrong one" });
    let refused = marion.post("/api/account/passkeys/challenge", &wrong).await.expect("an answer");
    assert_eq!(refused.status, 401, "only the owner adds one");
    assert_eq!(added(&mut marion, &phone).await.status, 201);
    assert_eq!(added(&mut marion, &phone).await.status, 409, "known already");
    let mut elsewhere = server.client();
    let (status, signed) = sign_in(&mut elsewhere, &mut phone, ORIGIN).await;
    assert_eq!(status, 200);
    let name = |answer: ApiResponse| answer.json["name"].clone();
    assert_eq!(name(elsewhere.get("/api/account").await.expect("an answer")), "Marion");
    let mut thief = server.client();
    let again = thief.post("/api/session/passkey", &signed).await.expect("an answer");
    assert_eq!(again.status, 401, "a signature counts once");
    let (status, _) = sign_in(&mut thief, &mut phone, "http://evil.example").await;
    assert_eq!(status, 401, "another site asked");
    let (status, _) = sign_in(&mut thief, &mut Authenticator::new(b"phone"), ORIGIN).await;
    assert_eq!(status, 401, "another key");
    let (status, _) = sign_in(&mut thief, &mut Authenticator::new(b"tablet"), ORIGIN).await;
    assert_eq!(status, 401, "not known");
    phone.uses = 0;
    let (status, _) = sign_in(&mut thief, &mut phone, ORIGIN).await;
    assert_eq!(status, 401, "a copy counts from the beginning");
    let listed = marion.get("/api/account/passkeys").await.expect("an answer").json;
    assert_eq!((listed[0]["name"].as_str(), listed.as_array().map(Vec::len)), (Some("Phone"), Some(1)));
    let own = format!("/api/account/passkeys/{}", text(&listed[0]["id"]));
    let mut asa = opened(&server, "Asa").await;
    assert_eq!(asa.send(Method::DELETE, &own, None).await.expect("an answer").status, 404, "not theirs");
    assert_eq!(marion.send(Method::DELETE, &own, None).await.expect("an answer").status, 204);
    phone.uses = 9;
    assert_eq!(sign_in(&mut thief, &mut phone, ORIGIN).await.0, 401, "removed");
    server.stop().await;
}

#[tokio::test]
async fn passkeys_need_a_host_name() {
    let server = Server::with(Settings::default()).await;
    let mut client = server.client();
    let answer = client.send(Method::POST, "/api/session/challenge", None).await.expect("an answer");
    assert_eq!(answer.status, 422, "{}", answer.text);
    server.stop().await;
}

/// A mail server that accepts everything and remembers it.
pub(crate) struct MailSink {
    address: std::net::SocketAddr,
    mails: Arc<Mutex<Vec<String>>>,
}

impl MailSink {
    pub(crate) async fn start() -> Self {
        Self::start_on("127.0.0.1:0".parse().expect("an address")).await
    }

    /// On an address of its own choice.
    pub(crate) async fn start_on(address: std::net::SocketAddr) -> Self {
        let listener = TcpListener::bind(address).await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let mails = Arc::<Mutex<Vec<String>>>::default();
        let received = Arc::clone(&mails);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(receive(stream, Arc::clone(&received)));
            }
        });
        Self { address, mails }
    }

    pub(crate) fn mailer(&self) -> Mailer {
        Mailer::new(&format!("smtp://{}", self.address), "Damiera <dama@example.org>").expect("a mailer")
    }

    /// The n-th mail, from 1, with long lines joined.
    pub(crate) async fn mail(&self, n: usize) -> String {
        loop {
            if let Some(mail) = self.mails.lock().expect("not poisoned").get(n - 1) {
                return mail.replace("=\r\n", "").replace("=3D", "=");
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.mails.lock().expect("not poisoned").len()
    }
}

async fn receive(stream: TcpStream, mails: Arc<Mutex<Vec<String>>>) {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 sink\r\n").await.expect("sent");
    let (mut line, mut mail, mut in_data) = (String::new(), String::new(), false);
    while stream.read_line(&mut line).await.is_ok_and(|count| count > 0) {
        let reply = match (in_data, line.trim_end()) {
            (true, ".") => {
                in_data = false;
                mails.lock().expect("not poisoned").push(std::mem::take(&mut mail));
                "250 kept\r\n"
            }
            (true, _) => {
                mail.push_str(&line);
                ""
            }
            (false, "DATA") => {
                in_data = true;
                "354 go on\r\n"
            }
            (false, "QUIT") => "221 bye\r\n",
            (false, said) => {
                if said.starts_with("RCPT") {
                    mail.push_str(&line);
                }
                "250 ok\r\n"
            }
        };
        stream.write_all(reply.as_bytes()).await.expect("sent");
        line.clear();
    }
}

/// The token of the link in a mail.
pub(crate) fn token(mail: &str, kind: &str) -> String {
    let start = format!("{ORIGIN}/account/link/{kind}/");
    let rest = mail.split(&start).nth(1).unwrap_or_else(|| panic!("no link in {mail}"));
    rest.chars().take_while(char::is_ascii_alphanumeric).collect()
}

#[tokio::test]
async fn a_lost_password_is_replaced_by_a_link_in_a_mail() {
    let sink = MailSink::start().await;
    let server = Server::with(Settings { mailer: Some(sink.mailer()), ..settings() }).await;
    let mut marion = opened(&server, "Marion").await;
    let recovery = "/api/account/recovery";
    let lost = json!({ "name": "marion" });
    let mut browser = server.client();
    // Without an address nothing is sent, and the answer is the same as for an account that does not exist.
    assert_eq!(browser.post(recovery, &lost).await.expect("an answer").status, 204);
    assert_eq!(browser.post(recovery, &json!({ "name": "Nobody" })).await.expect("an answer").status, 204);
    for (email, password, status) in [
        ("m@example.org", "wrong password", 401),
        ("nonsense", PASSWORD, 422),
        ("m@example.org", PASSWORD, 204),
    ] {
        let change = json!({ "email": email, "password": password });
        let answer = marion.send(Method::PUT, "/api/account/email", Some(&change)).await.expect("an answer");
        assert_eq!(answer.status, status, "{email}: {}", answer.text);
    }
    let confirm = sink.mail(1).await;
    assert!(confirm.contains("RCPT TO:<m@example.org>"), "{confirm}");
    let email = async |client: &mut ApiClient| {
        client.get("/api/account/email").await.expect("an answer").json["email"].clone()
    };
    assert_eq!(email(&mut marion).await, json!(null), "not confirmed yet");
    let page = format!("/account/link/confirm/{}", token(&confirm, "confirm"));
    assert_eq!(browser.get(&page).await.expect("a page").status, 200);
    assert_eq!(email(&mut marion).await, json!(null), "looking at the page changes nothing");
    let with = |token: &str| json!({ "token": token });
    let confirmed = browser.post("/api/account/email", &with(&token(&confirm, "confirm"))).await;
    assert_eq!(confirmed.expect("an answer").status, 204);
    assert_eq!(email(&mut marion).await, "m@example.org");

    assert_eq!(browser.post(recovery, &lost).await.expect("an answer").status, 204);
    let token = token(&sink.mail(2).await, "reset");
    let reset = |password: &str| json!({ "token": token, "password": password });
    let put = async |client: &mut ApiClient, body: &Value| {
        client.send(Method::PUT, recovery, Some(body)).await.expect("an answer").status
    };
    assert_eq!(put(&mut browser, &reset("short")).await, 422);
    assert_eq!(put(&mut browser, &reset("another sentence")).await, 204, "a bad password did not use it up");
    assert_eq!(put(&mut browser, &reset("a third sentence")).await, 404, "once");
    let name = marion.get("/api/account").await.expect("an answer").json["name"].clone();
    assert_eq!(name, json!(null), "its sessions have ended");
    let mut sign_in = async |password: &str| {
        let entry = json!({ "name": "Marion", "password": password });
        browser.post("/api/session", &entry).await.expect("an answer").status
    };
    assert_eq!((sign_in(PASSWORD).await, sign_in("another sentence").await), (401, 200));
    assert_eq!(sink.count(), 2);
    server.stop().await;
}

/// The account of a new server with a confirmed address, and the server's mails so far: one.
async fn with_address() -> (MailSink, Server, ApiClient) {
    let sink = MailSink::start().await;
    let server = Server::with(Settings { mailer: Some(sink.mailer()), ..settings() }).await;
    let mut marion = opened(&server, "Marion").await;
    assert_eq!(put(&mut marion, "/api/account/email", &address("m@example.org", PASSWORD)).await, 204);
    let confirm = json!({ "token": token(&sink.mail(1).await, "confirm") });
    assert_eq!(marion.post("/api/account/email", &confirm).await.expect("an answer").status, 204);
    (sink, server, marion)
}

fn address(email: &str, password: &str) -> Value {
    json!({ "email": email, "password": password })
}

async fn put(client: &mut ApiClient, path: &str, body: &Value) -> u16 {
    client.send(Method::PUT, path, Some(body)).await.expect("an answer").status
}

#[tokio::test]
async fn a_new_password_makes_links_useless_that_were_sent_before() {
    let (sink, server, mut marion) = with_address().await;
    let (mut thief, lost) = (server.client(), json!({ "name": "Marion" }));
    // Somebody who knows the password has asked for both kinds of links.
    let entry = json!({ "name": "Marion", "password": PASSWORD });
    assert_eq!(thief.post("/api/session", &entry).await.expect("an answer").status, 200);
    assert_eq!(put(&mut thief, "/api/account/email", &address("thief@example.org", PASSWORD)).await, 204);
    let confirm = json!({ "token": token(&sink.mail(2).await, "confirm") });
    assert_eq!(thief.post("/api/account/recovery", &lost).await.expect("an answer").status, 204);
    let reset = json!({ "token": token(&sink.mail(3).await, "reset"), "password": "a thief's sentence" });
    let change = json!({ "old": PASSWORD, "new": "another sentence" });
    assert_eq!(put(&mut marion, "/api/account/password", &change).await, 204);
    assert_eq!(thief.post("/api/account/email", &confirm).await.expect("an answer").status, 404);
    assert_eq!(put(&mut thief, "/api/account/recovery", &reset).await, 404);
    let email = marion.get("/api/account/email").await.expect("an answer").json["email"].clone();
    assert_eq!(email, "m@example.org");
    server.stop().await;
}

#[tokio::test]
async fn a_link_to_an_address_that_was_removed_is_useless() {
    let (sink, server, mut marion) = with_address().await;
    let lost = json!({ "name": "Marion" });
    assert_eq!(marion.post("/api/account/recovery", &lost).await.expect("an answer").status, 204);
    let reset = json!({ "token": token(&sink.mail(2).await, "reset"), "password": "another sentence" });
    assert_eq!(put(&mut marion, "/api/account/email", &address("", PASSWORD)).await, 204);
    assert_eq!(put(&mut server.client(), "/api/account/recovery", &reset).await, 404);
    server.stop().await;
}

#[tokio::test]
async fn a_lost_password_ends_the_keys_for_programs_too() {
    let (sink, server, mut marion) = with_address().await;
    let made = marion.post("/api/account/keys", &json!({ "name": "Bot" })).await.expect("an answer");
    let mut bot = server.client().with("authorization", &format!("Bearer {}", text(&made.json["key"])));
    let name =
        async |bot: &mut ApiClient| bot.get("/api/account").await.expect("an answer").json["name"].clone();
    assert_eq!(name(&mut bot).await, "Marion");
    let mut socket = bot.connect().await.expect("a connection");
    let lost = json!({ "name": "Marion" });
    assert_eq!(marion.post("/api/account/recovery", &lost).await.expect("an answer").status, 204);
    let reset = json!({ "token": token(&sink.mail(2).await, "reset"), "password": "another sentence" });
    assert_eq!(put(&mut server.client(), "/api/account/recovery", &reset).await, 204);
    assert_eq!(name(&mut bot).await, Value::Null);
    while socket.receive().await.is_some() {}
    server.stop().await;
}

#[tokio::test]
async fn links_expire_and_mails_to_one_account_are_few() {
    let sink = MailSink::start().await;
    let settings = Settings { mailer: Some(sink.mailer()), ..settings() };
    let server = Server::with_manual_clock(settings).await;
    let mut marion = opened(&server, "Marion").await;
    let change = json!({ "email": "m@example.org", "password": PASSWORD });
    let mut statuses = Vec::new();
    for _ in 0..6 {
        let answer = marion.send(Method::PUT, "/api/account/email", Some(&change)).await.expect("an answer");
        statuses.push(answer.status);
    }
    assert_eq!(statuses, [204, 204, 204, 204, 204, 429]);
    let first = token(&sink.mail(1).await, "confirm");
    let last = token(&sink.mail(5).await, "confirm");
    server.clock.advance(Duration::from_secs(3600));
    for token in [first, last] {
        let answer = marion.post("/api/account/email", &json!({ "token": token })).await.expect("an answer");
        assert_eq!(answer.status, 404, "{}", answer.text);
    }
    server.stop().await;
}

#[tokio::test]
async fn what_visitors_left_behind_is_deleted_after_the_time_set() {
    let day = Duration::from_secs(24 * 3600);
    let settings = Settings { keep_anonymous: Some(30 * day), ..Settings::default() };
    let server = Server::with_manual_clock(settings).await;
    let (mut visitor, mut marion) = (server.client(), opened(&server, "Marion").await);
    let seats = json!({ "variant": "english", "white": { "kind": "person" }, "black": { "kind": "person" } });
    let mut games = Vec::new();
    for client in [&mut visitor, &mut marion] {
        let made = client.post("/api/games", &seats).await.expect("an answer");
        games.push(format!("/api/games/{}/pdn", text(&made.json["id"])));
        assert_eq!(
            client.post("/api/study/position/english/keep", &json!([])).await.expect("kept").status,
            201
        );
    }
    let imports = async |client: &mut ApiClient| {
        client.get("/api/library").await.expect("an answer").json["all"].clone()
    };
    assert_eq!((imports(&mut visitor).await, imports(&mut marion).await), (json!(2), json!(2)));
    server.clock.advance(29 * day);
    tokio::time::sleep(Duration::from_millis(50)).await; // time for a sweep
    assert_eq!(visitor.get(&games[0]).await.expect("an answer").status, 200);
    // A sweep comes every hour, and a game that is in memory stays until it is not.
    while visitor.get(&games[0]).await.expect("an answer").status == 200 {
        server.clock.advance(day);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    while imports(&mut visitor).await != json!(0) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(marion.get(&games[1]).await.expect("an answer").status, 200);
    server.stop().await;
}

#[tokio::test]
async fn a_start_with_a_clock_that_is_far_ahead_deletes_nothing() {
    let day = Duration::from_secs(24 * 3600);
    let settings = || Settings { keep_anonymous: Some(30 * day), ..Settings::default() };
    let server = Server::with_manual_clock(settings()).await;
    let seats = json!({ "variant": "english", "white": { "kind": "person" }, "black": { "kind": "person" } });
    let made = server.client().post("/api/games", &seats).await.expect("an answer");
    let game = format!("/api/games/{}/pdn", text(&made.json["id"]));
    let folder = server.stop().await;
    let ahead = START.plus(400 * day);
    let server = Server::at(folder, settings(), Clock::manual(ahead)).await;
    let mut visitor = server.client();
    for _ in 0..20 {
        server.clock.advance(day);
        tokio::time::sleep(Duration::from_millis(10)).await; // time for a sweep
    }
    assert_eq!(visitor.get(&game).await.expect("an answer").status, 200);
    // The time since then counts, whatever it is called.
    while visitor.get(&game).await.expect("an answer").status == 200 {
        server.clock.advance(day);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn a_long_correspondence_game_of_guests_is_kept_while_it_is_played() {
    let day = Duration::from_secs(24 * 3600);
    let settings = Settings { keep_anonymous: Some(3 * day), ..Settings::default() };
    let server = Server::with_manual_clock(settings).await;
    let mut pair = server.pair(&json!({ "variant": "italian", "total-days": 60 })).await;
    let path = format!("/api/games/{}/pdn", pair.game);
    // The game starts without its players, and leaves the memory while nobody looks.
    for _ in 0..20 {
        server.clock.advance(Duration::from_secs(60));
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    for passed in 0..50 {
        server.clock.advance(day);
        tokio::time::sleep(Duration::from_millis(10)).await; // time for a sweep
        if passed % 10 == 9 {
            assert_eq!(pair.white.get(&path).await.expect("an answer").status, 200, "after {passed} days");
        }
    }
    server.stop().await;
}
