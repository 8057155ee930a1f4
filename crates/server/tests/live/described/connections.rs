//! The messages of `/ws`.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::asker::text;
use crate::common::{Follower, Server, blitz};
use crate::schema::Described;

/// What is said and told on `/ws`, in a whole short game and in the lobby.
pub(super) async fn messages(api: &Described, server: &Server) {
    let schema = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let pair = server.pair(&blitz()).await;
    let mut kinds = BTreeSet::new();
    let mut lines = Vec::new();
    for (client, form) in [(&pair.white, "view"), (&pair.black, "changes")] {
        let mut line = client.connect().await.expect("a connection");
        line.send_text(json!({ "type": "join", "game": pair.game, "form": form }).to_string())
            .await
            .expect("sent");
        lines.push(line);
    }
    // A move for the next turn is kept only once the game has begun.
    Follower::join(&server.client(), &pair.game, None).await.until_seq(1).await;
    let mut lobby = pair.white.connect().await.expect("a connection");
    lobby.send_text(json!({ "type": "lobby" }).to_string()).await.expect("sent");
    lines.push(lobby);
    let said = [
        (1, json!({ "type": "premove", "id": "p", "seq": 1, "by": "black", "notation": "11-14" })),
        (0, json!({ "type": "do", "id": "a", "seq": 1, "by": "white", "ask": "move", "notation": "22-13" })),
        (0, json!({ "type": "do", "id": "b", "seq": 0, "by": "white", "ask": "move", "notation": "22-18" })),
        (0, json!({ "type": "do", "id": "c", "seq": 1, "by": "white", "ask": "move", "notation": "22-18" })),
        (1, json!({ "type": "premove", "id": "q", "seq": 0, "by": "black", "notation": "11-14" })),
        (1, json!({ "type": "cancel-premove", "by": "black" })),
        (1, json!({ "type": "do", "id": "r", "seq": 3, "by": "black", "ask": "resign" })),
        (1, json!({ "type": "rematch", "by": "black" })),
        (0, json!({ "type": "ping" })),
        (1, json!({ "type": "chat-switch", "on": false })),
        (1, json!({ "type": "ping" })),
        (0, json!({ "type": "chat", "by": "white", "text": "good game" })),
        (1, json!({ "type": "chat-switch", "on": true })),
        (1, json!({ "type": "ping" })),
        (0, json!({ "type": "chat", "by": "white", "text": "good game" })),
        (0, json!({ "type": "nonsense" })),
    ];
    let mut wanted = vec![
        "held",
        "refused",
        "resync",
        "done",
        "dropped",
        "",
        "done",
        "rematch",
        "pong",
        "",
        "pong",
        "chat-refused",
        "",
        "pong",
        "chat",
        "bad",
    ]
    .into_iter();
    let hear = async |line: &mut damiera_client::ApiConnection, until: &str, kinds: &mut BTreeSet<String>| {
        let mut others = Vec::new();
        loop {
            let heard = tokio::time::timeout(std::time::Duration::from_secs(60), line.receive_text()).await;
            let heard = heard.unwrap_or_else(|_| panic!("not {until} but {others:?}")).expect("something");
            let told: Value = serde_json::from_str(&heard).expect("JSON");
            assert_eq!(api.check(&schema("Told"), &told), Ok(()), "{told}");
            let kind = text(&told["type"]);
            kinds.insert(kind.clone());
            if kind == until {
                return;
            }
            others.push(told);
        }
    };
    for (line, kind) in [(0, "presence"), (1, "presence"), (2, "seeks")] {
        hear(&mut lines[line], kind, &mut kinds).await;
    }
    for (line, message) in said {
        if message["type"] != "nonsense" {
            assert_eq!(api.check(&schema("Said"), &message), Ok(()), "{message}");
        }
        lines[line].send_text(message.to_string()).await.expect("sent");
        match wanted.next().expect("an answer") {
            "" => {}
            kind => hear(&mut lines[line], kind, &mut kinds).await,
        }
    }
    let mut seek = blitz();
    seek["open"] = json!(true);
    let put = pair.white.clone().post("/api/seeks", &seek).await.expect("an answer").json;
    hear(&mut lines[2], "seeks-changed", &mut kinds).await;
    let path = format!("/api/seeks/{}/accept", text(&put["id"]));
    assert_eq!(pair.black.clone().post(&path, &json!({})).await.expect("an answer").status, 201);
    hear(&mut lines[2], "matched", &mut kinds).await;
    let [mut challenger, mut challenged] = [server.client(), server.client()];
    let mut notices = Vec::new();
    for (client, name) in [(&mut challenger, "Oda"), (&mut challenged, "Nina")] {
        let entry = json!({ "name": name, "password": "a long sentence" });
        assert_eq!(client.post("/api/account", &entry).await.expect("an answer").status, 201);
        let mut line = client.connect().await.expect("a connection");
        let message = json!({ "type": "notices" });
        assert_eq!(api.check(&schema("Said"), &message), Ok(()));
        line.send_text(message.to_string()).await.expect("sent");
        hear(&mut line, "challenges", &mut kinds).await;
        notices.push(line);
    }
    let mut challenge = blitz();
    challenge["to"] = json!("Nina");
    let made = challenger.post("/api/challenges", &challenge).await.expect("an answer").json;
    hear(&mut notices[1], "challenges", &mut kinds).await;
    let declined = format!("/api/challenges/{}", text(&made["id"]));
    let answer = challenged.send(hyper::Method::DELETE, &declined, None).await.expect("an answer");
    assert_eq!(answer.status, 204);
    hear(&mut notices[0], "declined", &mut kinds).await;
    // Whoever holds a side with others hears of a proposal.
    let consultation = json!({ "who": "seeker", "decide": "captain" });
    let shared = json!({ "variant": "italian", "minutes": 5, "consultation": consultation });
    let mut shared = server.pair(&shared).await;
    let mut line = shared.white.join(&shared.game, None, None).await.expect("a connection");
    hear(&mut line, "presence", &mut kinds).await;
    let path = format!("/api/games/{}/consultation", shared.game);
    let vote = json!({ "notation": "22-18" });
    let voted = shared.white.send(hyper::Method::PUT, &path, Some(&vote)).await.expect("an answer");
    assert_eq!(voted.status, 200, "{}", voted.text);
    hear(&mut line, "consultation-changed", &mut kinds).await;
    // While somebody else holds the database, a move is not saved yet.
    let slow = server.pair(&blitz()).await;
    let (mut white, _black) = slow.lines().await;
    white.until_seq(1).await;
    let lock = server.lock_database().await;
    let said = json!({ "type": "do", "id": "u", "seq": white.seq(), "by": "white", "ask": "move", "notation": "22-18" });
    white.line.send_text(said.to_string()).await.expect("sent");
    hear(&mut white.line, "unsaved", &mut kinds).await;
    drop(lock);
    let all = api.document["components"]["schemas"]["Told"]["oneOf"].as_array().expect("kinds").iter();
    assert_eq!(kinds, all.map(|kind| text(&kind["title"])).collect());
}
