//! Two requests at once: of those that exclude each other one succeeds, and what was answered holds afterwards.

use damiera_client::{ApiClient, ApiResponse};
use damiera_server::{Limits, Settings};
use hyper::Method;
use serde_json::{Value, json};

use crate::common::{Server, blitz, generous};
use crate::exhibitions::terms;

/// Each race is run as often, since who is first is up to chance.
const RUNS: usize = 12;

async fn post(mut client: ApiClient, path: String, body: Value) -> ApiResponse {
    client.post(&path, &body).await.expect("an answer")
}

async fn delete(mut client: ApiClient, path: String) -> ApiResponse {
    client.send(Method::DELETE, &path, None).await.expect("an answer")
}

fn text(json: &Value) -> String {
    json.as_str().expect("text").to_owned()
}

#[tokio::test]
async fn a_seek_is_accepted_once_or_withdrawn() {
    let server = Server::start().await;
    for open in [true, false].repeat(RUNS) {
        let mut seeker = server.client();
        let mut wanted = blitz();
        wanted["open"] = json!(open);
        let seek = text(&seeker.post("/api/seeks", &wanted).await.expect("an answer").json["id"]);
        let accept = || post(server.client(), format!("/api/seeks/{seek}/accept"), json!({}));
        let withdraw = delete(seeker.clone(), format!("/api/seeks/{seek}"));
        let (first, withdrawn, second) = tokio::join!(accept(), withdraw, accept());
        let done = [first.status == 201, second.status == 201, withdrawn.status == 204];
        let said = format!("{} {} {}", first.text, second.text, withdrawn.text);
        assert_eq!(done.iter().filter(|&&done| done).count(), 1, "{said}");
        for refused in [&first, &second, &withdrawn].iter().filter(|answer| answer.status > 299) {
            assert!([404, 409].contains(&refused.status), "{said}");
        }
        let listed = seeker.get("/api/seeks").await.expect("an answer").text;
        assert!(!listed.contains(&seek), "{listed}");
        let later = accept().await;
        assert!([404, 409].contains(&later.status), "{}", later.text);
        let again = delete(seeker.clone(), format!("/api/seeks/{seek}")).await;
        let gone = if done[2] { 404 } else { 409 };
        assert_eq!(again.status, gone, "{}", again.text);
    }
}

#[tokio::test]
async fn a_command_that_is_sent_twice_is_carried_out_once() {
    let server = Server::start().await;
    for _ in 0..RUNS {
        let pair = server.pair(&blitz()).await;
        drop(pair.lines().await);
        let path = format!("/api/games/{}/commands", pair.game);
        let command = |id: &str, notation: &str| json!({ "id": id, "by": "white", "ask": "move", "notation": notation });
        let send = |body: Value| post(pair.white.clone(), path.clone(), body);
        let twice = || send(command("one", "22-18"));
        let (first, second) = tokio::join!(twice(), twice());
        assert_eq!((first.status, second.status), (200, 200), "{} {}", first.text, second.text);
        let plies = |game: &ApiResponse| game.json["view"]["moves"].as_array().map(Vec::len);
        let shown = server.client().get(&format!("/api/games/{}", pair.game)).await.expect("an answer");
        assert_eq!(plies(&shown), Some(1), "{}", shown.text);
        // Two different moves for one turn: the second is refused.
        let black = |notation: &str| {
            let body = json!({ "by": "black", "ask": "move", "notation": notation });
            post(pair.black.clone(), path.clone(), body)
        };
        let (first, second) = tokio::join!(black("11-14"), black("10-13"));
        let mut statuses = [first.status, second.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{} {}", first.text, second.text);
    }
}

#[tokio::test]
async fn a_board_of_an_exhibition_has_one_player_and_a_start_is_for_those_who_stay() {
    let server = Server::start().await;
    for _ in 0..RUNS {
        let mut host = server.client();
        let made = host.post("/api/exhibitions", &json!({ "terms": terms(2) })).await.expect("an answer");
        let path = format!("/api/exhibitions/{}", text(&made.json["id"]));
        let (players, commands) = (format!("{path}/players"), format!("{path}/commands"));
        let (mut first, mut one, mut other) = (server.client(), server.client(), server.client());
        let (asa, start) = (json!({ "name": "Asa" }), json!({ "ask": "start" }));
        let joined = first.post(&players, &asa).await.expect("an answer");
        assert_eq!(joined.status, 201, "{}", joined.text);
        // One board is left for two, one player leaves, and the host starts.
        let leave = delete(first.clone(), format!("{players}/{}", joined.json["board"]));
        let (left, taken, begun, other_taken) = tokio::join!(
            leave,
            one.post(&players, &asa),
            host.post(&commands, &start),
            other.post(&players, &asa)
        );
        let [taken, begun, other_taken] =
            [taken, begun, other_taken].map(|answer| answer.expect("an answer"));
        let mut people = [first, one, other];
        let said = format!("{} {} {} {}", left.text, taken.text, begun.text, other_taken.text);
        for answer in [&left, &taken, &begun, &other_taken] {
            assert!(answer.status < 300 || answer.status == 409, "{said}");
        }
        let seen = host.get(&path).await.expect("an answer").json;
        let plays = seen["stage"] == "playing";
        assert_eq!(plays, begun.status == 200, "{said}: {seen}");
        let boards = seen["boards"].as_array().expect("boards");
        let held = boards.iter().filter(|board| board["state"] != "free").count();
        let joined = [left.status == 409, taken.status == 201, other_taken.status == 201];
        assert_eq!(held, joined.iter().filter(|&&joined| joined).count(), "{said}: {seen}");
        for (person, joined) in people.iter_mut().zip(joined) {
            let own = person.get(&path).await.expect("an answer").json["own-board"].as_u64();
            assert_eq!(own.is_some(), joined, "{said}: {seen}");
            let board = own.and_then(|own| boards.get(own as usize - 1));
            assert!(board.is_none_or(|board| board["game"].is_string() == plays), "{said}: {seen}");
        }
    }
}

#[tokio::test]
async fn a_file_that_is_imported_twice_at_once_is_kept_once() {
    let limits = Limits { imports: 10_000, ..generous().limits };
    let server = Server::with(Settings { limits, ..Settings::default() }).await;
    let mut reader = server.client();
    let first = reader.post_text("/api/import", "1. 22-18 *").await.expect("an answer"); // a visitor from now on
    assert_eq!(first.status, 201, "{}", first.text);
    for run in 0..RUNS {
        let file: String = (0..20)
            .map(|game| format!("[Event \"{run} {game}\"]\n[GameType \"22\"]\n\n1. 22-18 *\n\n"))
            .collect();
        let import =
            async |mut client: ApiClient| client.post_text("/api/import", &file).await.expect("an answer");
        let (first, second) = tokio::join!(import(reader.clone()), import(reader.clone()));
        assert_eq!((first.status, second.status), (201, 201), "{} {}", first.text, second.text);
        let mut kept =
            [&first.json["kept"], &second.json["kept"]].map(|kept| kept.as_u64().expect("a number"));
        kept.sort_unstable();
        assert_eq!(kept, [0, 20], "{} {}", first.text, second.text);
    }
}
