//! Tournaments whose games are played on the server, by programs.

use damiera_client::ApiClient;
use damiera_notation::pdn::PdnReader;
use serde_json::{Value, json};

use crate::common::Server;
use crate::tournaments::{charter, command, last_round};

/// A program that plays in an online event: it moves while it may, and after a few moves the higher number resigns.
async fn bot(mut client: ApiClient, event: String, own: u64) {
    loop {
        let state = client.get(&format!("/api/events/{event}")).await.expect("an answer").json;
        if state["over"] == json!(true) {
            return;
        }
        let boards =
            state["rounds"].as_array().and_then(|rounds| rounds.last()).map(|round| round["boards"].clone());
        let boards = boards.unwrap_or(json!([]));
        let mine = boards.as_array().into_iter().flatten().find(|board| {
            (board["white"] == json!(own) || board["black"] == json!(own)) && board["result"].is_null()
        });
        if let Some(game) = mine.and_then(|board| board["game"].as_str()) {
            let side = if mine.is_some_and(|board| board["white"] == json!(own)) { "white" } else { "black" };
            play_once(&mut client, game, side, own).await;
        }
        tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    }
}

async fn play_once(client: &mut ApiClient, game: &str, side: &str, own: u64) {
    let view = client.get(&format!("/api/games/{game}")).await.expect("an answer").json["view"].clone();
    if !view["end"].is_null() || view["turn"] != json!(side) {
        return;
    }
    let resigns = view["moves"].as_array().is_some_and(|moves| moves.len() > 8) && own.is_multiple_of(2);
    let command = match view["legal"][0]["notation"].as_str() {
        Some(notation) if !resigns => json!({ "by": side, "ask": "move", "notation": notation }),
        _ => json!({ "by": side, "ask": "resign" }),
    };
    // Refused if the round was closed meanwhile.
    client.post(&format!("/api/games/{game}/commands"), &command).await.expect("an answer");
}

#[tokio::test]
async fn an_online_round_goes_on_after_a_restart_and_nobody_is_called_absent_for_it() {
    let server = Server::start().await;
    let mut organiser = server.client();
    let mut online = charter("dutch", 2);
    online["online"] = json!({ "minutes": 5, "increment": 0, "starts-at": null, "no-show": 4 });
    let made = organiser.post("/api/events", &json!({ "charter": online, "organiser": "Olga" })).await;
    let event = made.expect("an answer").json["id"].as_str().expect("an id").to_owned();
    let mut players = Vec::new();
    for number in 1..=4 {
        let mut client = server.client();
        let entry = json!({ "name": format!("Bot {number}") });
        client.post(&format!("/api/events/{event}/players"), &entry).await.expect("an answer");
        players.push(client.headers);
    }
    for kind in ["pair-round", "check-round", "publish-round"] {
        let done = command(&mut organiser, &event, &json!({ "ask": { "kind": kind } })).await;
        assert_eq!(done.status, 200, "{}", done.text);
    }
    let has_games = async |client: &mut ApiClient| loop {
        let state = client.get(&format!("/api/events/{event}")).await.expect("an answer").json;
        if last_round(&state)["stage"] == json!("playing") {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    };
    has_games(&mut organiser).await;
    let folder = server.stop().await;
    // Longer than the time for the first move.
    tokio::time::sleep(std::time::Duration::from_secs(5)).await;
    let server = Server::on(folder, damiera_server::Settings::default()).await;
    let mut bots = tokio::task::JoinSet::new();
    for (number, headers) in (1..).zip(players) {
        let mut client = server.client();
        client.headers = headers;
        bots.spawn(bot(client, event.clone(), number));
    }
    bots.join_all().await;
    let over = server.client().get(&format!("/api/events/{event}")).await.expect("an answer").json;
    let rounds = over["rounds"].as_array().expect("rounds");
    assert_eq!(rounds.len(), 2);
    let boards = rounds.iter().flat_map(|round| round["boards"].as_array().into_iter().flatten());
    let forfeits =
        boards.filter(|board| board["result"].as_str().is_none_or(|result| result.ends_with("forfeit")));
    assert_eq!(forfeits.count(), 0, "{rounds:?}");
    server.stop().await;
}

#[tokio::test]
async fn eight_programs_play_an_online_event_to_the_end() {
    let server = Server::start().await;
    let mut organiser = server.client();
    let mut online = charter("dutch", 3);
    online["online"] = json!({ "minutes": 5, "increment": 0, "starts-at": null, "no-show": 2 });
    let made = organiser
        .post("/api/events", &json!({ "charter": online, "organiser": "Olga" }))
        .await
        .expect("an answer");
    let event = made.json["id"].as_str().expect("an id").to_owned();
    let mut bots = tokio::task::JoinSet::new();
    for number in 1..=8 {
        let mut client = server.client();
        let entered = client
            .post(&format!("/api/events/{event}/players"), &json!({ "name": format!("Bot {number}") }))
            .await;
        let entered = entered.expect("an answer");
        assert_eq!((entered.status, &entered.json["number"]), (201, &json!(number)), "{}", entered.text);
        // Number 8 enters and never comes: the no-show rule settles its games.
        if number < 8 {
            bots.spawn(bot(client, event.clone(), number));
        }
    }
    for kind in ["pair-round", "check-round", "publish-round"] {
        let done = command(&mut organiser, &event, &json!({ "ask": { "kind": kind } })).await;
        assert_eq!(done.status, 200, "{}", done.text);
    }
    bots.join_all().await;
    let over = organiser.get(&format!("/api/events/{event}")).await.expect("an answer").json;
    assert_eq!(over["rounds"].as_array().map(Vec::len), Some(3));
    let boards = over["rounds"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|round| round["boards"].as_array().into_iter().flatten());
    let absent: Vec<&Value> =
        boards.filter(|board| board["white"] == json!(8) || board["black"] == json!(8)).collect();
    assert!(
        absent.iter().all(|board| board["result"].as_str().is_some_and(|result| result.ends_with("forfeit"))),
        "{absent:?}"
    );
    assert_eq!(over["standings"]["rows"].as_array().map(Vec::len), Some(8));
    let pdn = organiser.get(&format!("/api/events/{event}/pdn")).await.expect("a file").text;
    let games: Vec<_> = PdnReader::new(pdn.as_bytes()).map(|game| game.expect("a stream")).collect();
    assert_eq!(games.len(), 12, "three rounds of four boards");
    let rounds: Vec<_> = games.iter().filter_map(|game| game.game.tags.get("Round")).collect();
    assert_eq!((rounds[0], rounds[11]), ("1.1", "3.4"));
    for game in &games {
        assert_eq!(game.game.tags.get("Event"), Some("Trofeo d'autunno"));
        assert!(game.game.tags.get("White").is_some_and(|name| name.starts_with("Bot ")));
        assert!(game.problems.is_empty(), "{:?}", game.problems);
    }
    server.stop().await;
}

#[tokio::test]
async fn nobody_wins_a_game_to_which_neither_player_came() {
    let server = Server::start().await;
    let mut organiser = server.client();
    let mut online = charter("round-robin", 1);
    online["openings"] = json!(null);
    online["online"] = json!({ "minutes": 5, "increment": 0, "starts-at": null, "no-show": 1 });
    let made = organiser.post("/api/events", &json!({ "charter": online, "organiser": "Olga" })).await;
    let event = made.expect("an answer").json["id"].as_str().expect("an id").to_owned();
    let mut players = Vec::new();
    for number in 1..=4 {
        let mut client = server.client();
        let entry = json!({ "name": format!("Bot {number}") });
        client.post(&format!("/api/events/{event}/players"), &entry).await.expect("an answer");
        players.push(client);
    }
    for kind in ["pair-round", "check-round", "publish-round"] {
        let done = command(&mut organiser, &event, &json!({ "ask": { "kind": kind } })).await;
        assert_eq!(done.status, 200, "{}", done.text);
    }
    // Berger's round 1 is 1-4 and 2-3. Number 4 looks at the game and waits for number 1; the others stay away.
    let over = loop {
        let state = organiser.get(&format!("/api/events/{event}")).await.expect("an answer").json;
        if let Some(game) = last_round(&state)["boards"][0]["game"].as_str() {
            players[3].get(&format!("/api/games/{game}")).await.expect("an answer");
        }
        if state["over"] == json!(true) {
            break state;
        }
        tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    };
    let boards = &last_round(&over)["boards"];
    assert_eq!((&boards[0]["white"], &boards[0]["result"]), (&json!(1), &json!("black-by-forfeit")));
    assert_eq!(boards[1]["result"], json!("double-forfeit"));
    let pdn = organiser.get(&format!("/api/events/{event}/pdn")).await.expect("a file").text;
    let games: Vec<_> = PdnReader::new(pdn.as_bytes()).map(|game| game.expect("a stream").game).collect();
    assert_eq!(games[1].result, damiera_notation::pdn::PdnResult::BothLose);
    server.stop().await;
}
