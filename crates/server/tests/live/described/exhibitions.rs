//! Simultaneous exhibitions.

use serde_json::json;

use super::asker::{Asker, text};
use crate::common::Server;
use crate::exhibitions::terms;

/// An exhibition from its announcement to the first game that is over.
pub(super) async fn exhibition(asker: &mut Asker<'_>, server: &Server) {
    let (mut host, mut player, mut stranger) = (server.client(), server.client(), server.client());
    let new = json!({ "name": "Marta", "terms": terms(2) });
    let all = ("post", "/api/exhibitions", "/api/exhibitions");
    let made = asker.ask(&mut host, all, Some(&new), 201).await;
    asker.ask(&mut host, all, Some(&json!({ "terms": terms(61) })), 422).await;
    let id = text(&made.json["id"]);
    let at = |rest: &str| format!("/api/exhibitions/{id}{rest}");
    let players = ("post", "/api/exhibitions/{id}/players", &*at("/players"));
    let anna = json!({ "name": "Anna", "board": 1 });
    asker.ask(&mut player, players, Some(&anna), 201).await;
    asker.ask(&mut player, players, Some(&anna), 409).await;
    asker.ask(&mut host, players, Some(&json!({})), 403).await;
    asker.ask(&mut stranger, players, Some(&json!({ "board": 9 })), 404).await;
    asker.ask(&mut stranger, players, Some(&json!({ "name": "a\u{301}\u{301}\u{301}\u{301}" })), 422).await;
    let own = ("delete", "/api/exhibitions/{id}/players/{board}", &*at("/players/1"));
    asker.ask(&mut stranger, own, None, 403).await;
    asker.ask(&mut stranger, ("delete", own.1, &at("/players/2")), None, 404).await;
    asker.ask(&mut player, own, None, 200).await;
    asker.ask(&mut player, players, Some(&anna), 201).await;
    let command = ("post", "/api/exhibitions/{id}/commands", &*at("/commands"));
    let start = json!({ "ask": "start" });
    asker.ask(&mut stranger, command, Some(&start), 403).await;
    asker.ask(&mut stranger, ("post", command.1, "/api/exhibitions/none/commands"), Some(&start), 404).await;
    let begun = asker.ask(&mut host, command, Some(&start), 200).await.json;
    asker.ask(&mut host, command, Some(&start), 409).await;
    asker.ask(&mut player, own, None, 409).await;
    asker.stream(server, "/api/exhibitions/{id}/stream", &at("/stream")).await;
    let stream = ("get", "/api/exhibitions/{id}/stream", "/api/exhibitions/none/stream");
    asker.ask(&mut stranger, stream, None, 404).await;
    let game = text(&begun["boards"][0]["game"]);
    let resign = json!({ "by": "white", "ask": "resign" });
    host.post(&format!("/api/games/{game}/commands"), &resign).await.expect("an answer");
    asker.ask(&mut stranger, ("get", "/api/exhibitions", "/api/exhibitions"), None, 200).await;
    asker.ask(&mut stranger, ("get", "/api/exhibitions/{id}", &at("")), None, 200).await;
    asker.ask(&mut stranger, ("get", "/api/exhibitions/{id}", "/api/exhibitions/none"), None, 404).await;
    asker.ask(&mut stranger, ("get", "/api/exhibitions/{id}/pdn", &at("/pdn")), None, 200).await;
    asker
        .ask(&mut stranger, ("get", "/api/exhibitions/{id}/pdn", "/api/exhibitions/none/pdn"), None, 404)
        .await;
}
