//! Tournaments.

use serde_json::{Value, json};

use super::asker::{Asker, text};
use crate::common::Server;
use crate::organiser::charter;

/// A tournament from its creation to a result from a phone.
pub(super) async fn tournament(asker: &mut Asker<'_>, server: &Server) {
    let (mut organiser, mut stranger) = (server.client(), server.client());
    let new = json!({ "charter": charter("rotation", 2), "organiser": "Olga" });
    let made = asker.ask(&mut organiser, ("post", "/api/events", "/api/events"), Some(&new), 201).await;
    let mut none = new.clone();
    none["charter"]["rounds"] = json!(0);
    asker.ask(&mut organiser, ("post", "/api/events", "/api/events"), Some(&none), 422).await;
    let id = text(&made.json["id"]);
    let at = |rest: &str| format!("/api/events/{id}{rest}");
    let command = ("post", "/api/events/{id}/commands", &*at("/commands"));
    let list = json!({ "id": "a1", "ask": { "kind": "enter-text", "text": "Anna;1500;Roma\nBruno\nCarla" } });
    asker.ask(&mut organiser, command, Some(&list), 200).await;
    asker.ask(&mut stranger, command, Some(&list), 403).await;
    let nowhere = ("post", command.1, "/api/events/none/commands");
    asker.ask(&mut organiser, nowhere, Some(&list), 404).await;
    let pair = json!({ "ask": { "kind": "pair-round" } });
    let event = asker.ask(&mut organiser, command, Some(&pair), 200).await.json;
    asker.ask(&mut organiser, command, Some(&pair), 409).await;
    let round = &event["rounds"][0];
    let board = &round["boards"][0];
    let edit =
        json!({ "pairs": [{ "white": board["black"], "black": board["white"] }], "bye": round["bye"] });
    let preview = ("post", "/api/events/{id}/preview", &*at("/preview"));
    asker.ask(&mut organiser, preview, Some(&edit), 200).await;
    asker.ask(&mut stranger, preview, Some(&edit), 403).await;
    for kind in ["check-round", "publish-round", "start-round"] {
        asker.ask(&mut organiser, command, Some(&json!({ "ask": { "kind": kind } })), 200).await;
    }
    asker.ask(&mut organiser, preview, Some(&edit), 409).await;
    let cards = organiser.get(&format!("/event/{id}/print/cards")).await.expect("a page").text;
    let code = cards.split("/board/1/").nth(1).and_then(|rest| rest.get(..8)).expect("a code").to_owned();
    let sit = |number: &Value, code: &str| json!({ "board": 1, "code": code, "number": number });
    let seat = ("post", "/api/events/{id}/seat", &*at("/seat"));
    asker.ask(&mut stranger, seat, Some(&sit(&board["white"], "wrong")), 403).await;
    asker.ask(&mut stranger, seat, Some(&sit(&round["bye"][0], &code)), 409).await;
    asker.ask(&mut stranger, seat, Some(&sit(&board["white"], &code)), 200).await;
    let result = json!({ "id": "b1", "ask": { "kind": "enter-result", "board": 1, "result": "draw" } });
    asker.ask(&mut stranger, command, Some(&result), 200).await;
    organiser.post(&format!("/event/{id}/table/1"), &json!({})).await.expect("a table");
    let rule = ("post", "/api/events/{id}/boards/{board}/rulings", &*at("/boards/1/rulings"));
    let start = json!({ "id": "r1", "ruling": { "kind": "start-count" } });
    asker.ask(&mut stranger, rule, Some(&start), 403).await;
    asker.ask(&mut organiser, rule, Some(&start), 409).await;
    asker.ask(&mut organiser, (rule.0, rule.1, &*at("/boards/9/rulings")), Some(&start), 404).await;
    let stop = json!({ "ruling": { "kind": "stop-clocks" } });
    asker.ask(&mut organiser, rule, Some(&stop), 200).await;
    let held = json!({ "ask": { "kind": "enter-result", "board": 1, "result": "draw" } });
    asker.ask(&mut organiser, command, Some(&held), 200).await;
    let invite = ("post", "/api/events/{id}/invitations", &*at("/invitations"));
    let arbiter = json!({ "role": "arbiter", "name": "Bea" });
    asker.ask(&mut organiser, invite, Some(&arbiter), 201).await;
    asker.ask(&mut stranger, invite, Some(&arbiter), 403).await;
    asker.ask(&mut organiser, invite, Some(&json!({ "role": "player", "number": 99 })), 409).await;
    asker.ask(&mut organiser, invite, Some(&json!({ "role": "king", "name": "X" })), 422).await;
    let trf = organiser.get(&at("/trf")).await.expect("a file").text;
    let file = json!({ "name": "Again", "variant": "italian", "organiser": "Olga", "trf": trf });
    let import = ("post", "/api/events/trf", "/api/events/trf");
    asker.ask(&mut organiser, import, Some(&file), 201).await;
    let broken = json!({ "name": "X", "variant": "italian", "organiser": "Olga", "trf": "001 nonsense" });
    asker.ask(&mut organiser, import, Some(&broken), 422).await;
    let mut online = new.clone();
    online["charter"]["online"] = json!({ "minutes": 5, "increment": 0, "starts-at": null, "no-show": 60 });
    let made = asker.ask(&mut organiser, ("post", "/api/events", "/api/events"), Some(&online), 201).await;
    let players = format!("/api/events/{}/players", text(&made.json["id"]));
    let enter = ("post", "/api/events/{id}/players", &*players);
    let mut player = server.client();
    asker.ask(&mut player, enter, Some(&json!({ "name": "Anna" })), 201).await;
    asker.ask(&mut player, enter, Some(&json!({ "name": "Bea" })), 403).await;
    asker.ask(&mut server.client(), enter, Some(&json!({ "name": "ANNA" })), 409).await;
    asker.ask(&mut stranger, ("get", "/api/events/{id}", &at("")), None, 200).await;
    asker.ask(&mut stranger, ("get", "/api/events/{id}", "/api/events/none"), None, 404).await;
    asker.ask(&mut stranger, ("get", "/api/events/{id}/trf", &at("/trf")), None, 200).await;
    asker.ask(&mut stranger, ("get", "/api/events/{id}/trf", "/api/events/none/trf"), None, 404).await;
    asker.ask(&mut stranger, ("get", "/api/events/{id}/pdn", &at("/pdn")), None, 200).await;
    asker.ask(&mut stranger, ("get", "/api/events/{id}/pdn", "/api/events/none/pdn"), None, 404).await;
    asker.stream(server, "/api/events/{id}/stream", &at("/stream")).await;
    asker.ask(&mut stranger, ("get", "/api/events/{id}/stream", "/api/events/none/stream"), None, 404).await;
}
