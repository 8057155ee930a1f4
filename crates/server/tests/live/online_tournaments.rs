//! Tournaments whose games are played on the server, by programs.

use damiera_client::ApiClient;
use damiera_notation::pdn::PdnReader;
use serde_json::{Value, json};

use crate::common::{Server, generous};
use crate::organiser::{charter, command, last_round};

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

pub(crate) async fn play_once(client: &mut ApiClient, game: &str, side: &str, own: u64) {
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
    let server = Server::with(generous()).await;
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
    let server = Server::with(generous()).await;
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
    // The games themselves say that they were forfeited, not resigned.
    for (board, result, text) in [
        (0, "0-1", "White did not appear: Black wins by forfeit."),
        (1, "0-0", "Neither player appeared: both lose by forfeit."),
    ] {
        let game = boards[board]["game"].as_str().expect("a game");
        let end = organiser.get(&format!("/api/games/{game}")).await.expect("an answer").json["view"]["end"]
            .clone();
        assert_eq!((&end["result"], &end["text"]), (&json!(result), &json!(text)));
    }
    let pdn = organiser.get(&format!("/api/events/{event}/pdn")).await.expect("a file").text;
    let games: Vec<_> = PdnReader::new(pdn.as_bytes()).map(|game| game.expect("a stream").game).collect();
    assert_eq!(games[1].result, damiera_notation::pdn::PdnResult::BothLose);
    server.stop().await;
}

#[tokio::test]
async fn programs_play_micro_matches_of_two_games_with_colours_exchanged() {
    let server = Server::start().await;
    let mut organiser = server.client();
    let mut online = charter("double", 1);
    online["games"] = json!(2);
    online["scoring"]["bye"] = json!("4");
    online["online"] = json!({ "minutes": 5, "increment": 0, "starts-at": null, "no-show": 30 });
    let made = organiser.post("/api/events", &json!({ "charter": online, "organiser": "Olga" })).await;
    let event = made.expect("an answer").json["id"].as_str().expect("an id").to_owned();
    let mut bots = tokio::task::JoinSet::new();
    for number in 1..=4 {
        let mut client = server.client();
        let entry = json!({ "name": format!("Bot {number}") });
        client.post(&format!("/api/events/{event}/players"), &entry).await.expect("an answer");
        bots.spawn(bot(client, event.clone(), number));
    }
    for kind in ["pair-round", "check-round", "publish-round"] {
        let done = command(&mut organiser, &event, &json!({ "ask": { "kind": kind } })).await;
        assert_eq!(done.status, 200, "{}", done.text);
    }
    bots.join_all().await;
    let over = organiser.get(&format!("/api/events/{event}")).await.expect("an answer").json;
    let boards = last_round(&over)["boards"].as_array().expect("boards");
    assert_eq!(boards.len(), 4);
    for games in boards.chunks(2) {
        assert_eq!((&games[0]["white"], &games[0]["black"]), (&games[1]["black"], &games[1]["white"]));
        assert_eq!(games[0]["opening"], games[1]["opening"]);
        assert_ne!(games[0]["game"], games[1]["game"]);
    }
    assert_eq!(boards[3]["label"], "2.2");
    let points: f64 = over["standings"]["rows"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|row| row["points"].as_f64())
        .sum();
    assert!((points - 8.0).abs() < 0.01, "four games of two points: {}", over["standings"]);
    let pdn = organiser.get(&format!("/api/events/{event}/pdn")).await.expect("a file").text;
    assert!(pdn.contains("[Round \"1.1.1\"]") && pdn.contains("[Round \"1.2.2\"]"), "{pdn}");
    let trf = organiser.get(&format!("/api/events/{event}/trf")).await.expect("a file").text;
    assert!(trf.contains("142 2"), "a round for each game: {trf}");
    let file = json!({ "name": "Again", "variant": "italian", "organiser": "Olga", "trf": trf });
    let again = organiser.post("/api/events/trf", &file).await.expect("an answer").json;
    let again = organiser.get(&format!("/api/events/{}", again["id"].as_str().expect("an id"))).await;
    let again = again.expect("an answer").json;
    assert_eq!(again["charter"]["games"], 2);
    let results = |event: &Value| {
        let boards = last_round(event)["boards"].as_array().cloned().unwrap_or_default();
        boards.iter().map(|board| board["result"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(results(&again), results(&over));
    assert_eq!(again["players"][0]["points"], over["players"][0]["points"]);
    server.stop().await;
}

#[tokio::test]
async fn a_micro_match_in_the_hall_has_two_results_at_one_table() {
    let server = Server::start().await;
    let mut organiser = server.client();
    let mut hall = charter("round-robin", 1);
    hall["games"] = json!(2);
    let made = organiser.post("/api/events", &json!({ "charter": hall, "organiser": "Olga" })).await;
    let event = made.expect("an answer").json["id"].as_str().expect("an id").to_owned();
    let list = json!({ "ask": { "kind": "enter-text", "text": "Anna\nBruno" } });
    command(&mut organiser, &event, &list).await;
    for kind in ["pair-round", "check-round", "publish-round", "start-round"] {
        let done = command(&mut organiser, &event, &json!({ "ask": { "kind": kind } })).await;
        assert_eq!(done.status, 200, "{}", done.text);
    }
    let cards = organiser.get(&format!("/event/{event}/print/cards")).await.expect("a page").text;
    assert_eq!(cards.matches("class=\"place-card\"").count(), 1, "one table for both games");
    let start = format!("/event/{event}/board/1/");
    let code =
        cards[cards.find(&start).expect("a link") + start.len()..].get(..8).expect("a code").to_owned();
    let link = format!("{start}{code}");
    let shown = organiser.get(&link).await.expect("a page").text;
    assert!(shown.contains("data-table=\"1\" data-board=\"1\""), "{shown}");
    let win =
        |board: usize| json!({ "ask": { "kind": "enter-result", "board": board, "result": "white-wins" } });
    command(&mut organiser, &event, &win(1)).await;
    let shown = organiser.get(&link).await.expect("a page").text;
    assert!(shown.contains("data-table=\"1\" data-board=\"2\""), "the second game follows: {shown}");
    let early = command(&mut organiser, &event, &json!({ "ask": { "kind": "close-round" } })).await;
    assert!(early.status == 409 && early.text.contains("1.2"), "{}", early.text);
    let done = command(&mut organiser, &event, &win(2)).await.json;
    let points: Vec<_> = done["players"].as_array().into_iter().flatten().map(|one| &one["points"]).collect();
    assert_eq!(points, ["2", "2"], "{done}");
    let lists = organiser.get(&format!("/event/{event}/print/pairings")).await.expect("a page").text;
    assert!(lists.contains("2–0 0–2"), "{lists}");
    let cross = organiser.get(&format!("/event/{event}/print/crosstable")).await.expect("a page").text;
    assert!(cross.contains("2○ 2"), "{cross}");
    server.stop().await;
}
