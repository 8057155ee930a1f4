//! Who may do what: every verb, by everybody who may not.

use damiera_client::ApiClient;
use damiera_messages::ServerMessage;
use serde_json::{Value, json};

use crate::common::{Follower, Pair, Server, blitz};

/// Every verb of a game, as one side would send it.
fn verbs(by: &str) -> Vec<Value> {
    let mut verbs: Vec<Value> = [
        "start",
        "resign",
        "offer-draw",
        "accept-draw",
        "decline-draw",
        "claim-draw",
        "cancel-count",
        "flag",
        "ask-takeback",
        "accept-takeback",
        "decline-takeback",
        "keep",
        "pause",
        "resume",
        "disturb",
        "restore",
        "destroyed",
        "declare-draw",
    ]
    .iter()
    .map(|ask| json!({ "by": by, "ask": ask }))
    .collect();
    verbs.extend([
        json!({ "by": by, "ask": "move", "notation": "22-18" }),
        json!({ "by": by, "ask": "stands", "fen": "B:W18:B1" }),
        json!({ "by": by, "ask": "touch", "square": 22 }),
        json!({ "by": by, "ask": "adjust", "square": 22 }),
        json!({ "by": by, "ask": "crown-late", "square": 2 }),
        json!({ "by": by, "ask": "count", "limit": null }),
        json!({ "by": by, "ask": "correct", "fen": null }),
        json!({ "by": by, "ask": "set-clocks", "white": 1, "black": 1 }),
        json!({ "by": by, "ask": "annul", "fault": "board-turned", "blame": "players" }),
        json!({ "by": by, "ask": "settle", "doubt": "astride", "side": "white", "rank": "man", "from": 22, "to": 18 }),
        json!({ "by": by, "ask": "refuses-rules", "side": "black" }),
    ]);
    verbs
}

/// Tries every verb as somebody, by HTTP and down a connection; none may be let through.
async fn refused(pair: &Pair, client: &ApiClient, as_whom: &[&str]) {
    let mut client = client.clone();
    for by in as_whom {
        let mut line = Follower::join(&client, &pair.game, None).await;
        let before = line.seq();
        for (i, verb) in verbs(by).into_iter().enumerate() {
            let answer =
                client.post(&format!("/api/games/{}/commands", pair.game), &verb).await.expect("an answer");
            assert_eq!(answer.status, 403, "{verb}: {}", answer.text);
            let mut said = verb.clone();
            said["type"] = json!("do");
            said["id"] = json!(format!("try-{i}"));
            said["seq"] = json!(before);
            // A connection that only tries what it may not is closed after a while.
            if i % 6 == 0 {
                line = Follower::join(&client, &pair.game, None).await;
            }
            let told = line.ask(&said).await;
            assert!(matches!(told, ServerMessage::Bad { .. }), "{verb}: {told:?}");
        }
        for said in [
            json!({ "type": "premove", "id": "p", "seq": before, "by": by, "notation": "22-18" }),
            json!({ "type": "rematch", "by": by }),
            json!({ "type": "cancel-premove", "by": by }),
        ] {
            if *by == "arbiter" {
                continue;
            }
            let mut line = Follower::join(&client, &pair.game, None).await;
            assert!(matches!(line.ask(&said).await, ServerMessage::Bad { .. }), "{said}");
        }
        let after = Follower::join(&client, &pair.game, None).await;
        assert_eq!(after.seq(), before, "nothing happened");
    }
}

#[tokio::test]
async fn nobody_does_what_is_not_his_to_do() {
    let server = Server::start().await;
    let pair = server.pair(&blitz()).await;
    let _lines = pair.lines().await;
    let outsider = server.client();
    refused(&pair, &outsider, &["white", "black", "arbiter"]).await;
    // Somebody with a cookie and a key of his own, from another game.
    let elsewhere = server.pair(&blitz()).await;
    let stranger = elsewhere.white.clone().with("authorization", &format!("Bearer {}", elsewhere.keys[0]));
    refused(&pair, &stranger, &["white", "black", "arbiter"]).await;
    refused(&pair, &pair.white, &["black", "arbiter"]).await;
    refused(&pair, &pair.black, &["white", "arbiter"]).await;
    server.stop().await;
}

#[tokio::test]
async fn a_key_opens_its_own_place_only() {
    let server = Server::start().await;
    let pair = server.pair(&blitz()).await;
    let _lines = pair.lines().await;
    let mut bot = server.client().with("authorization", &format!("Bearer {}", pair.keys[0]));
    let path = format!("/api/games/{}/commands", pair.game);
    let answer = bot.post(&path, &json!({ "by": "black", "ask": "resign" })).await.expect("an answer");
    assert_eq!(answer.status, 403);
    let answer = bot
        .post(&path, &json!({ "by": "white", "ask": "move", "notation": "22-18" }))
        .await
        .expect("an answer");
    assert_eq!(answer.status, 200, "{}", answer.text);
    let line = server.client().join(&pair.game, None, Some(&pair.keys[1])).await.expect("a connection");
    assert_eq!(Follower::begin(line).await.sides, [damiera_game::wire::WireSide::Black]);
    let line = server.client().join(&pair.game, None, Some("guess")).await.expect("a connection");
    assert!(Follower::begin(line).await.sides.is_empty());
    server.stop().await;
}

#[tokio::test]
async fn moves_out_of_turn_replayed_and_after_the_end_change_nothing() {
    let server = Server::start().await;
    let pair = server.pair(&blitz()).await;
    let (mut white, mut black) = pair.lines().await;
    white.until_seq(1).await;
    let out_of_turn = black.play(damiera_game::wire::WireSide::Black, "11-14").await;
    assert!(matches!(out_of_turn, ServerMessage::Refused { .. }), "{out_of_turn:?}");
    let illegal = white.play(damiera_game::wire::WireSide::White, "22-13").await;
    assert!(matches!(illegal, ServerMessage::Refused { article: Some(_), .. }), "{illegal:?}");
    let moved =
        json!({ "type": "do", "id": "m", "seq": 1, "by": "white", "ask": "move", "notation": "22-18" });
    assert!(matches!(white.ask(&moved).await, ServerMessage::Done { .. }));
    black.until_seq(2).await;
    black.ask(&json!({ "type": "do", "id": "r", "seq": 2, "by": "black", "ask": "resign" })).await;
    white.until_seq(3).await;
    assert!(matches!(white.ask(&moved).await, ServerMessage::Done { seq: 2, .. }), "the old answer");
    let after = white.play(damiera_game::wire::WireSide::White, "21-17").await;
    assert!(matches!(after, ServerMessage::Refused { .. }), "{after:?}");
    assert_eq!(Follower::join(&pair.white, &pair.game, None).await.seq(), 3);
    server.stop().await;
}

#[tokio::test]
async fn what_is_wrong_with_a_request_is_said_in_the_readers_language() {
    let server = Server::start().await;
    let person = json!({ "kind": "person" });
    let with = |field: &str, value: serde_json::Value| {
        let mut body = json!({ "variant": "italian", "white": person, "black": person });
        body[field] = value;
        body
    };
    for (body, en, it, pt) in [
        (with("ballot", json!("none")), "no deck", "Nessuna tabella", "Nenhuma tabela"),
        (with("men-given", json!([9, 0])), "At most", "al massimo", "no máximo"),
        (with("variant", json!("chess")), "no such game", "non esiste", "não existe"),
        (with("fen", json!("W:W1:Bx")), "column", "colonna", "coluna"),
        (with("colour", json!("white")), "no field", "non esiste un campo", "Não existe aqui um campo"),
        (with("odds", json!([20])), "no piece", "non c'è un pezzo", "Não há peça"),
    ] {
        for (lang, part) in [("en", en), ("it", it), ("pt", pt)] {
            let answer = server.client().with("accept-language", lang).post("/api/games", &body).await;
            let answer = answer.expect("an answer");
            assert_eq!(answer.status, 422, "{body}");
            assert!(answer.text.contains(part), "{lang}: {}", answer.text);
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_query_that_cannot_be_read_is_refused_in_the_readers_language() {
    let server = Server::start().await;
    for (path, lang, text) in [
        ("/api/analysis?fen=B", "it", "Manca il campo “game”."),
        ("/api/endgame?fen=B", "pt", "Falta o campo “game”."),
        ("/api/diagram.svg", "en", "The field “game” is missing."),
        ("/api/analysis?game=english&fen=B&lines=many", "en", "“lines” does not fit here"),
        (
            "/api/analysis?game=english&fen=B&lines=many",
            "it",
            "“lines” qui non va bene; ci si aspetta un numero",
        ),
    ] {
        let answer = server.client().with("accept-language", lang).get(path).await.expect("an answer");
        assert_eq!(answer.status, 400, "{path}: {}", answer.text);
        let body: serde_json::Value = serde_json::from_str(&answer.text).expect("JSON");
        assert!(body["text"].as_str().is_some_and(|told| told.starts_with(text)), "{path}: {body}");
    }
    server.stop().await;
}

#[tokio::test]
async fn an_unknown_address_of_the_api_is_an_error_in_the_readers_language() {
    let server = Server::start().await;
    for (path, kind, text) in [
        ("/api/nosuch", "application/json", "{\"text\":\"Qui non c'è nulla\""),
        ("/nosuch", "text/html; charset=utf-8", "A questo indirizzo non c&#39;è nessuna pagina."),
    ] {
        let answer = server.client().with("accept-language", "it").get(path).await.expect("an answer");
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.headers["content-type"], kind, "{path}");
        assert!(answer.text.contains(text), "{path}: {}", answer.text);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_drawing_is_named_in_the_readers_language() {
    let server = Server::start().await;
    for look in ["seen", "raised"] {
        for (lang, title) in
            [("it", "Dama italiana. Muove il Nero"), ("pt", "Damas italianas. As pretas jogam")]
        {
            let path = format!("/api/diagram.svg?game=italian&fen=B:WK32:BK1&look={look}");
            let answer = server.client().with("accept-language", lang).get(&path).await.expect("an answer");
            assert!(answer.text.contains(&format!("<title>{title}</title>")), "{}", answer.text);
        }
    }
    server.stop().await;
}
