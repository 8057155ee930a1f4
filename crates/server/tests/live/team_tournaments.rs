//! Tournaments in which teams are paired.

use damiera_client::ApiClient;
use serde_json::{Value, json};

use crate::common::Server;
use crate::organiser::{charter, command, last_round};

/// Two matches exchange their opponents, and then the draft is put back.
async fn edit_a_draft_of_teams(organiser: &mut ApiClient, event: &str) {
    let path = format!("/api/events/{event}/preview");
    let [edited, engine] = [[[1, 2], [3, 4]], [[1, 3], [4, 2]]].map(|pairs| {
        let pairs = pairs.map(|[white, black]| json!({ "white": white, "black": black }));
        json!({ "pairs": pairs, "bye": [] })
    });
    let preview = organiser.post(&path, &edited).await.expect("an answer").json;
    assert_eq!((&preview["system"]["pairs"], &preview["breaks"]), (&engine["pairs"], &json!([])));
    let twice = json!({ "pairs": [{ "white": 1, "black": 2 }, { "white": 1, "black": 4 }], "bye": [] });
    let refused = organiser.post(&path, &twice).await.expect("an answer");
    assert!(refused.status == 409 && refused.text.contains("number 1"), "{}", refused.text);
    for (pairing, boards) in
        [(edited, [[1, 3], [4, 2], [5, 7], [8, 6]]), (engine, [[1, 5], [6, 2], [7, 3], [4, 8]])]
    {
        let mut ask = json!({ "kind": "edit-pairing", "reason": "drawn in the hall" });
        ask["pairs"] = pairing["pairs"].clone();
        ask["bye"] = json!([]);
        let done = command(organiser, event, &json!({ "ask": ask })).await;
        let found = last_round(&done.json)["boards"].as_array().cloned().unwrap_or_default();
        let found: Vec<_> =
            found.iter().map(|board| [board["white"].clone(), board["black"].clone()]).collect();
        assert_eq!(found, boards.map(|pair| pair.map(|number| json!(number))), "{}", done.text);
    }
    let page = organiser.get(&format!("/event/{event}")).await.expect("a page").text;
    assert!(page.contains("Team 1 – Team 3") && page.contains("has White on its first board"), "{page}");
}

#[tokio::test]
async fn teams_are_paired_board_by_board_and_ranked_by_matches() {
    let server = Server::start().await;
    let mut organiser = server.client();
    let mut terms = charter("dutch", 2);
    terms["team-boards"] = json!(2);
    let made = organiser.post("/api/events", &json!({ "charter": terms, "organiser": "Olga" })).await;
    let event = made.expect("an answer").json["id"].as_str().expect("an id").to_owned();
    let names: Vec<String> = (1..=8).map(|number| format!("Player {number}")).collect();
    let list = json!({ "ask": { "kind": "enter-text", "text": names.join("\n") } });
    command(&mut organiser, &event, &list).await;
    for team in 1..=4 {
        let ask = json!({ "kind": "enter-team", "name": format!("Team {team}"), "members": [2 * team - 1, 2 * team] });
        let done = command(&mut organiser, &event, &json!({ "ask": ask })).await;
        assert_eq!(done.status, 200, "{}", done.text);
    }
    let twice = json!({ "ask": { "kind": "enter-team", "name": "Others", "members": [8] } });
    let refused = command(&mut organiser, &event, &twice).await;
    assert!(refused.status == 409 && refused.text.contains("Team 4"), "{}", refused.text);
    for kind in ["pair-round", "check-round", "publish-round", "start-round"] {
        let done = command(&mut organiser, &event, &json!({ "ask": { "kind": kind } })).await;
        assert_eq!(done.status, 200, "{}", done.text);
        if kind == "pair-round" {
            edit_a_draft_of_teams(&mut organiser, &event).await;
        }
    }
    let state = organiser.get(&format!("/api/events/{event}")).await.expect("an answer").json;
    let boards = last_round(&state)["boards"].as_array().cloned().unwrap_or_default();
    let pairs: Vec<_> = boards.iter().map(|board| [board["white"].clone(), board["black"].clone()]).collect();
    assert_eq!(pairs, [[1, 5], [6, 2], [7, 3], [4, 8]].map(|pair| pair.map(|number| json!(number))));
    for board in 1..=4 {
        let ask = json!({ "kind": "enter-result", "board": board, "result": "white-wins" });
        command(&mut organiser, &event, &json!({ "ask": ask })).await;
    }
    let state = organiser.get(&format!("/api/events/{event}")).await.expect("an answer").json;
    let teams = state["standings"]["teams"].as_array().cloned().unwrap_or_default();
    assert_eq!(teams.len(), 4);
    assert!(
        teams.iter().all(|team| team["match_points"] == json!(1.0) && team["rank"] == json!(1)),
        "{teams:?}"
    );
    let page = organiser.get(&format!("/event/{event}")).await.expect("a page").text;
    assert!(page.contains("standings teams") && page.contains("data-ask=\"enter-team\""), "{page}");
    let trf = organiser.get(&format!("/api/events/{event}/trf")).await.expect("a file").text;
    assert!(trf.contains("\n013 Team 1 ") && trf.contains("\n310   1 Team 1 "), "{trf}");
    let file = json!({ "name": "Again", "variant": "italian", "organiser": "Olga", "trf": trf });
    let again = organiser.post("/api/events/trf", &file).await.expect("an answer").json;
    let again = organiser.get(&format!("/api/events/{}", again["id"].as_str().expect("an id"))).await;
    let again = again.expect("an answer").json;
    assert_eq!(again["standings"]["teams"], state["standings"]["teams"]);
    assert_eq!(again["charter"]["team-boards"], json!(2), "teams go on being paired");
    let players = |event: &Value| {
        let boards = last_round(event)["boards"].as_array().cloned().unwrap_or_default();
        boards.iter().map(|board| [board["white"].clone(), board["black"].clone()]).collect::<Vec<_>>()
    };
    assert_eq!(players(&again), players(&state));
    let id = again["id"].as_str().expect("an id");
    let copy = organiser.get(&format!("/api/events/{id}/trf")).await.expect("a file").text;
    let rules = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(rules(&copy), rules(&trf), "nothing is lost");
    server.stop().await;
}
