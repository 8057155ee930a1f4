//! Accounts and seeks.

use damiera_client::ApiClient;
use damiera_server::store::{AccountStatus, AccountStore, PeopleStore};
use serde_json::{Value, json};

use super::asker::{Asker, text};
use crate::common::{Server, blitz};

pub(super) async fn account_and_seeks(asker: &mut Asker<'_>, server: &Server) {
    let mut client = server.client();
    let entry = json!({ "name": "Marion", "password": "a long sentence" });
    let short = json!({ "name": "Marion", "password": "short" });
    let account = ("post", "/api/account", "/api/account");
    asker.ask(&mut client, account, Some(&short), 422).await;
    asker.ask(&mut client, account, Some(&entry), 201).await;
    asker.ask(&mut client, account, Some(&entry), 409).await;
    let session = "/api/session";
    asker.ask(&mut client, ("post", session, session), Some(&short), 401).await;
    asker.ask(&mut client, ("post", session, session), Some(&entry), 200).await;
    let mut seek = blitz();
    seek["open"] = json!(true);
    let put = asker.ask(&mut client, ("post", "/api/seeks", "/api/seeks"), Some(&seek), 201).await;
    asker.ask(&mut client, ("get", "/api/seeks", "/api/seeks"), None, 200).await;
    let own = format!("/api/seeks/{}", text(&put.json["id"]));
    asker.ask(&mut client, ("get", "/api/seeks/{id}", &own), None, 200).await;
    asker.ask(&mut client, ("get", "/api/seeks/{id}", "/api/seeks/none"), None, 404).await;
    let mut other = server.client();
    let accept = "/api/seeks/{id}/accept";
    let taken = Some(json!({ "name": "Other" }));
    asker.ask(&mut client, ("post", accept, &format!("{own}/accept")), taken.as_ref(), 403).await;
    asker.ask(&mut other, ("post", accept, &format!("{own}/accept")), taken.as_ref(), 201).await;
    asker.ask(&mut other, ("post", accept, &format!("{own}/accept")), taken.as_ref(), 409).await;
    let again = asker.ask(&mut client, ("post", "/api/seeks", "/api/seeks"), Some(&seek), 201).await;
    let own = format!("/api/seeks/{}", text(&again.json["id"]));
    asker.ask(&mut other, ("delete", "/api/seeks/{id}", &own), None, 403).await;
    asker.ask(&mut client, ("delete", "/api/seeks/{id}", &own), None, 204).await;
    asker.ask(&mut client, ("get", "/api/account", "/api/account"), None, 200).await;
    account_settings(asker, server, &mut client, &entry).await;
    asker.ask(&mut client, ("delete", session, session), None, 204).await;
}

/// Passkeys and mail, on a server that has neither a host name nor a mail server.
async fn other_ways_in(asker: &mut Asker<'_>, client: &mut ApiClient) {
    let confirm = json!({ "password": "a long sentence" });
    let (passkeys, begin) = ("/api/account/passkeys", "/api/account/passkeys/challenge");
    asker.ask(client, ("get", passkeys, passkeys), None, 200).await;
    asker.ask(client, ("post", begin, begin), Some(&confirm), 422).await;
    let made = json!({ "client-data": "", "authenticator-data": "", "name": "Phone" });
    asker.ask(client, ("post", passkeys, passkeys), Some(&made), 422).await;
    asker
        .ask(client, ("delete", "/api/account/passkeys/{id}", "/api/account/passkeys/none"), None, 404)
        .await;
    let (challenge, sign_in) = ("/api/session/challenge", "/api/session/passkey");
    asker.ask(client, ("post", challenge, challenge), None, 422).await;
    let signed = json!({ "id": "", "client-data": "", "authenticator-data": "", "signature": "" });
    asker.ask(client, ("post", sign_in, sign_in), Some(&signed), 422).await;
    let turn_mail = "/api/account/turn-mail";
    asker.ask(client, ("get", turn_mail, turn_mail), None, 200).await;
    asker.ask(client, ("put", turn_mail, turn_mail), Some(&json!({ "on": true })), 422).await;
    asker.ask(client, ("put", turn_mail, turn_mail), Some(&json!({ "on": false })), 204).await;
    let (collections, collection) = ("/api/collections", "/api/collections/{id}");
    let named = json!({ "name": "Endings" });
    let made = asker.ask(client, ("post", collections, collections), Some(&named), 201).await;
    asker.ask(client, ("post", collections, collections), Some(&json!({ "name": " " })), 422).await;
    asker.ask(client, ("get", collections, collections), None, 200).await;
    let own = format!("/api/collections/{}", text(&made.json["id"]));
    let (games, none) = (json!({ "games": [] }), "/api/collections/none");
    let at = format!("{own}/games");
    asker.ask(client, ("put", "/api/collections/{id}/games", &at), Some(&games), 204).await;
    asker.ask(client, ("delete", "/api/collections/{id}/games", &at), Some(&games), 204).await;
    asker.ask(client, ("put", collection, &own), Some(&named), 204).await;
    asker.ask(client, ("put", collection, none), Some(&named), 404).await;
    asker.ask(client, ("delete", collection, &own), None, 204).await;
    let restore = "/api/collections/{id}/restore";
    asker.ask(client, ("post", restore, &format!("{own}/restore")), None, 204).await;
    let leaderboard = "/api/leaderboard";
    asker.ask(client, ("get", leaderboard, "/api/leaderboard?game=italian&pace=blitz"), None, 200).await;
    asker.ask(client, ("get", leaderboard, "/api/leaderboard?pace=quick"), None, 422).await;
    let push = "/api/push";
    asker.ask(client, ("get", push, push), None, 200).await;
    let keys = json!({ "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "auth": "BTBZMqHH6r4Tts7J_aSIgg" });
    let subscription = json!({ "endpoint": "https://push.example.org/send/abc", "keys": keys });
    asker.ask(client, ("put", push, push), Some(&subscription), 204).await;
    asker
        .ask(
            client,
            ("put", push, push),
            Some(&json!({ "endpoint": "https://127.0.0.1/", "keys": keys })),
            422,
        )
        .await;
    let endpoint = json!({ "endpoint": "https://push.example.org/send/abc" });
    asker.ask(client, ("delete", push, push), Some(&endpoint), 204).await;
    let stop = "/api/turn-mail/stop";
    asker.ask(client, ("post", stop, stop), Some(&json!({ "token": "none" })), 404).await;
    let (email, recovery) = ("/api/account/email", "/api/account/recovery");
    asker.ask(client, ("get", email, email), None, 200).await;
    let change = json!({ "email": "marion@example.org", "password": "a long sentence" });
    asker.ask(client, ("put", email, email), Some(&change), 422).await;
    asker.ask(client, ("post", email, email), Some(&json!({ "token": "none" })), 404).await;
    asker.ask(client, ("post", recovery, recovery), Some(&json!({ "name": "Marion" })), 422).await;
    let reset = json!({ "token": "none", "password": "another sentence" });
    asker.ask(client, ("put", recovery, recovery), Some(&reset), 404).await;
}

/// What the owner of an account and an operator can do.
async fn account_settings(asker: &mut Asker<'_>, server: &Server, client: &mut ApiClient, entry: &Value) {
    let new = json!({ "name": "my bot" });
    let (keys, key) = ("/api/account/keys", "/api/account/keys/{id}");
    asker.ask(client, ("post", keys, keys), Some(&new), 201).await;
    let listed = asker.ask(client, ("get", keys, keys), None, 200).await;
    let one = format!("{keys}/{}", text(&listed.json[0]["id"]));
    asker.ask(client, ("delete", key, &one), None, 204).await;
    asker.ask(client, ("delete", key, &one), None, 404).await;
    other_ways_in(asker, client).await;
    let report = json!({ "about": "Asa", "text": "Lets the clock run" });
    asker.ask(client, ("post", "/api/reports", "/api/reports"), Some(&report), 204).await;
    let export = "/api/account/export";
    asker.ask(client, ("get", export, export), None, 200).await;
    asker.ask(&mut server.client(), ("get", export, export), None, 401).await;
    let mut elsewhere = server.client();
    asker.ask(&mut elsewhere, ("post", "/api/session", "/api/session"), Some(entry), 200).await;
    let (sessions, session) = ("/api/account/sessions", "/api/account/sessions/{id}");
    let listed = asker.ask(client, ("get", sessions, sessions), None, 200).await;
    let all = listed.json.as_array().expect("a list");
    let other = all.iter().find(|session| session["current"] == false).expect("another session");
    asker.ask(client, ("delete", session, &format!("{sessions}/{}", text(&other["id"]))), None, 204).await;
    let moderation = "/api/moderation";
    asker.ask(client, ("get", moderation, moderation), None, 403).await;
    let store = crate::common::open(server.folder.path()).await;
    let marion = store.account("Marion").await.expect("a store").expect("an account");
    let operator = AccountStatus { operator: true, ..AccountStatus::default() };
    store.set_status(marion.id, operator).await.expect("set");
    let seen = asker.ask(client, ("get", moderation, moderation), None, 200).await;
    let close = format!("{moderation}/reports/{}", seen.json["reports"][0]["id"]);
    asker.ask(client, ("delete", "/api/moderation/reports/{id}", &close), None, 204).await;
    let (named, of_marion) = ("/api/moderation/accounts/{name}", "/api/moderation/accounts/Marion");
    let status = asker.ask(client, ("get", named, of_marion), None, 200).await;
    asker.ask(client, ("put", named, of_marion), Some(&status.json), 204).await;
    super::social::between_players(asker, server, client).await;
    let password = "/api/account/password";
    let change = json!({ "old": "a long sentence", "new": "another sentence" });
    asker.ask(client, ("put", password, password), Some(&change), 204).await;
    let confirm = json!({ "password": "another sentence" });
    asker.ask(client, ("delete", "/api/account", "/api/account"), Some(&confirm), 204).await;
}
