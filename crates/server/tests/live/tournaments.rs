//! Tournaments over HTTP: roles, conflicts, repeated commands, results from phones, and a restart in the middle.

use damiera_client::ApiClient;
use serde_json::{Value, json};

use crate::common::Server;
use crate::organiser::{FOUR, Organiser, charter, command, last_round};

#[tokio::test]
async fn a_round_goes_from_draft_to_closed_and_survives_a_restart() {
    let server = Server::start().await;
    let mut olga = Organiser::new(&server, charter("rotation", 2), FOUR).await;
    let at = format!("/api/events/{}", olga.event);
    olga.done(json!({ "kind": "pair-round" })).await;
    let mut stranger = server.client();
    let public = stranger.get(&at).await.expect("an answer").json;
    assert_eq!((&public["rounds"], &public["role"]), (&json!([]), &json!(null)), "a draft is not public");
    assert_eq!(
        command(&mut stranger, &olga.event, &json!({ "ask": { "kind": "check-round" } })).await.status,
        403
    );
    let early = olga.ask(json!({ "kind": "publish-round" })).await;
    assert_eq!(early.status, 409, "not checked yet");
    for kind in ["check-round", "publish-round", "start-round"] {
        olga.done(json!({ "kind": kind })).await;
    }
    let shown = stranger.get(&at).await.expect("an answer").json;
    let round = last_round(&shown);
    assert_eq!(round["stage"], "playing");
    let opening = &round["boards"][0]["opening"];
    assert_eq!(opening["moves"].as_array().map(Vec::len), Some(3), "{opening}");
    assert_ne!(opening["number"], 1, "barred");
    let close = olga.ask(json!({ "kind": "close-round" })).await;
    assert!(close.status == 409 && close.text.contains("1, 2"), "{}", close.text);
    olga.done(json!({ "kind": "enter-result", "board": 1, "result": "white-wins" })).await;
    let other = olga.ask(json!({ "kind": "enter-result", "board": 1, "result": "draw" })).await;
    assert_eq!(other.status, 409, "a result that holds is corrected, not entered again");
    let folder = server.stop().await;
    // The log is all there is: the next server has the same event.
    let server = Server::on(folder, damiera_server::Settings::default()).await;
    let mut again = ApiClient::new(server.address);
    again.headers = olga.client.headers.clone();
    olga.client = again;
    let before = olga.client.get(&at).await.expect("an answer").json;
    assert_eq!(last_round(&before)["boards"][0]["score"], "2–0");
    assert_eq!(last_round(&before)["boards"][0]["opening"], *opening, "the same lots");
    let reason =
        json!({ "kind": "correct-result", "round": 1, "board": 1, "result": "draw", "reason": "wrong slip" });
    olga.done(reason).await;
    olga.done(json!({ "kind": "enter-result", "board": 2, "result": "black-by-forfeit" })).await;
    olga.done(json!({ "kind": "close-round" })).await;
    let late = olga.ask(json!({ "kind": "enter-result", "board": 2, "result": "draw" })).await;
    assert!(late.status == 409 && late.text.contains("closed"), "{}", late.text);
    let trf = stranger_at(&server).get(&format!("{at}/trf")).await.expect("a file");
    assert!(trf.text.contains("192 CUSTOM_ROTATION") && trf.text.contains("Anna"), "{}", trf.text);
    server.stop().await;
}

fn stranger_at(server: &Server) -> ApiClient {
    server.client()
}

#[tokio::test]
async fn what_an_event_cannot_have_is_refused_with_the_reason() {
    let server = Server::start().await;
    let mut olga = Organiser::new(&server, charter("dutch", 3), FOUR).await;
    let long = "x".repeat(501);
    let refused = [
        (json!({ "kind": "grant-bye", "number": 1, "round": 4, "bye": "half" }), "3 rounds"),
        (json!({ "kind": "keep-apart", "numbers": [1, 2], "until": 4 }), "3 rounds"),
        (json!({ "kind": "enter", "name": "Eva", "federation": "x".repeat(61) }), "60"),
        (json!({ "kind": "enter", "name": "Eva", "federation": "Ro\u{0}ma" }), "60"),
        (json!({ "kind": "enter", "name": "Eva", "federation": "Ro\u{200b}ma" }), "60"),
        (json!({ "kind": "enter", "name": "An\u{200b}na" }), "33"),
        (json!({ "kind": "enter", "name": "\u{202e}annA" }), "33"),
        (json!({ "kind": "correct-player", "number": 1, "name": "An\u{200d}na" }), "33"),
        (json!({ "kind": "enter-list", "players": [{ "name": "Eva" }, { "name": "Anna\u{ad}" }] }), "Line 2"),
        (
            json!({ "kind": "correct-player", "number": 1, "name": "Anna", "federation": "x".repeat(61) }),
            "60",
        ),
    ];
    for (ask, reason) in refused {
        let answer = olga.ask(ask.clone()).await;
        assert!(
            answer.status == 409 && answer.text.contains(reason),
            "{ask}: {} {}",
            answer.status,
            answer.text
        );
    }
    olga.done(json!({ "kind": "grant-bye", "number": 1, "round": 3, "bye": "half" })).await;
    olga.done(json!({ "kind": "keep-apart", "numbers": [1, 2], "until": 3 })).await;
    let list = olga.ask(json!({ "kind": "enter-text", "text": "Carl;abc;Roma\nDino" })).await;
    assert!(list.status == 409 && list.text.contains("Line 1"), "{}", list.text);
    olga.start_round().await;
    let correct = |round| json!({ "kind": "correct-result", "round": round, "board": 1, "result": "draw", "reason": "slip" });
    for (round, reason) in [(2, "Round 2 has not been paired"), (4, "3 rounds")] {
        let answer = olga.ask(correct(round)).await;
        assert!(answer.status == 409 && answer.text.contains(reason), "{round}: {}", answer.text);
    }
    for reason in [long.as_str(), "be\u{7}ll", "\u{202e}pils a"] {
        let answer = olga.ask(json!({ "kind": "take-back", "reason": reason })).await;
        assert!(answer.status == 409 && answer.text.contains("500"), "{} {}", answer.status, answer.text);
    }
    olga.done(json!({ "kind": "take-back", "reason": "A player came late.\nAll are here now." })).await;
    server.stop().await;
}

#[tokio::test]
async fn two_organisers_get_a_clear_conflict_and_a_repeated_command_is_done_once() {
    let server = Server::start().await;
    let mut olga = Organiser::new(&server, charter("dutch", 3), FOUR).await;
    let invitations = format!("/api/events/{}/invitations", olga.event);
    let link = olga.client.post(&invitations, &json!({ "role": "arbiter", "name": "Bea" })).await;
    let link = link.expect("an answer").json["link"].as_str().expect("a link").to_owned();
    let mut bea = server.client();
    assert_eq!(bea.get(&link).await.expect("an answer").status, 303);
    assert_eq!(
        bea.post(&invitations, &json!({ "role": "arbiter", "name": "X" })).await.expect("an answer").status,
        403
    );
    let both = |id: &str| json!({ "id": id, "seen": 4, "ask": { "kind": "pair-round" } });
    let first = command(&mut olga.client, &olga.event, &both("a")).await;
    assert_eq!((first.status, &first.json["entries"]), (200, &json!(5)));
    let second = command(&mut bea, &olga.event, &both("b")).await;
    assert!(second.status == 409 && second.text.contains("since"), "{}", second.text);
    let repeated = command(&mut olga.client, &olga.event, &both("a")).await;
    assert_eq!((repeated.status, &repeated.json["entries"]), (200, &json!(5)), "nothing doubled");
    let other = json!({ "id": "a", "ask": { "kind": "check-round" } });
    let reused = command(&mut olga.client, &olga.event, &other).await;
    assert!(reused.status == 409 && reused.text.contains("new id"), "{}", reused.text);
    let own = command(&mut bea, &olga.event, &other).await;
    assert_eq!((own.status, &own.json["entries"]), (200, &json!(6)), "ids of others do not matter");
    let twice = olga.ask(json!({ "kind": "enter", "name": "anna " })).await;
    assert!(twice.status == 409 && twice.text.contains("number 1"), "{}", twice.text);
    let unknown = command(&mut bea, &olga.event, &json!({ "ask": { "kind": "pair-round", "x": 1 } })).await;
    assert_eq!(unknown.status, 422);
    // Many at once: every name is entered once, whoever comes first.
    let mut tasks = tokio::task::JoinSet::new();
    for task in 0..8 {
        let (mut client, event) = (olga.client.clone(), olga.event.clone());
        tasks.spawn(async move {
            let name = format!("Late {}", task % 4);
            command(&mut client, &event, &json!({ "ask": { "kind": "enter", "name": name } })).await.status
        });
    }
    let mut statuses = tasks.join_all().await;
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 200, 200, 200, 409, 409, 409, 409]);
    let page = bea.get(&format!("/event/{}", olga.event)).await.expect("a page").text;
    assert!(page.contains("Late 3") && page.contains("Olga"), "the log says who");
    let late = page.find("Entered after this round was paired: ").map(|at| &page[at..at + 80]);
    assert!(late.is_some_and(|late| late.contains("Late 0") && late.contains("Late 3")), "{late:?}: {page}");
    server.stop().await;
}

#[tokio::test]
async fn results_come_from_two_phones_and_what_is_wrong_is_refused() {
    let server = Server::start().await;
    let mut olga = Organiser::new(&server, charter("rotation", 2), FOUR).await;
    let event = olga.start_round().await;
    let boards = last_round(&event)["boards"].clone();
    let numbers = |board: usize| [boards[board]["white"].clone(), boards[board]["black"].clone()];
    let links = [olga.board_link(1).await, olga.board_link(2).await];
    let code = |link: &str| link.rsplit('/').next().expect("a code").to_owned();
    let at = format!("/api/events/{}/seat", olga.event);
    let sit =
        |board: usize, number: &Value, code: &str| json!({ "board": board, "code": code, "number": number });
    let [white, black] = numbers(0);
    let (mut one, mut two) = (server.client(), server.client());
    assert_eq!(one.get(&links[0]).await.expect("a page").status, 200);
    assert_eq!(one.get(&links[0].replace("/board/1/", "/board/2/")).await.expect("a page").status, 404);
    assert_eq!(one.post(&at, &sit(1, &white, "wrong")).await.expect("an answer").status, 403);
    assert_eq!(one.post(&at, &sit(1, &white, &code(&links[0]))).await.expect("an answer").status, 200);
    let second_person = one.post(&at, &sit(1, &black, &code(&links[0]))).await.expect("an answer");
    assert_eq!(second_person.status, 403, "a phone is one person's: {}", second_person.text);
    assert_eq!(two.post(&at, &sit(1, &black, &code(&links[0]))).await.expect("an answer").status, 200);
    let claim = |id: &str, board: usize, result: &str| json!({ "id": id, "ask": { "kind": "enter-result", "board": board, "result": result } });
    let wrong_board = command(&mut one, &olga.event, &claim("w", 2, "draw")).await;
    assert!(wrong_board.status == 409 && wrong_board.text.contains('1'), "{}", wrong_board.text);
    assert_eq!(
        command(&mut one, &olga.event, &json!({ "ask": { "kind": "close-round" } })).await.status,
        409
    );
    let entered = command(&mut one, &olga.event, &claim("x", 1, "white-wins")).await.json;
    assert_eq!(last_round(&entered)["boards"][0]["result"], json!(null), "one of two");
    let count = entered["entries"].clone();
    let again = command(&mut one, &olga.event, &claim("x", 1, "white-wins")).await.json;
    assert_eq!(again["entries"], count, "sent again, done once");
    let contradicted = command(&mut two, &olga.event, &claim("y", 1, "black-wins")).await.json;
    assert_eq!(last_round(&contradicted)["boards"][0]["result"], json!(null));
    let page = two.get(&links[0]).await.expect("a page").text;
    assert!(page.contains("the arbiter decides"), "{page}");
    let names = [&white, &black].map(|number| {
        let players = event["players"].as_array().expect("players");
        let player = players.iter().find(|player| player["number"] == *number).expect("a player");
        player["name"].as_str().expect("a name").to_owned()
    });
    let said = format!("{}: <b class=\"n\">2–0</b></li><li>{}: <b class=\"n\">0–2</b>", names[0], names[1]);
    assert!(page.contains(&said), "{said}: {page}");
    let table = olga.client.get(&format!("/event/{}", olga.event)).await.expect("a page").text;
    assert!(table.contains(&format!("{}: 0–2", names[1])), "the arbiter sees who entered what: {table}");
    let agreed = command(&mut two, &olga.event, &claim("z", 1, "white-wins")).await.json;
    assert_eq!(last_round(&agreed)["boards"][0]["score"], "2–0");
    olga.done(json!({ "kind": "enter-result", "board": 2, "result": "draw" })).await;
    olga.done(json!({ "kind": "close-round" })).await;
    let late = command(&mut one, &olga.event, &claim("l", 1, "draw")).await;
    assert_eq!(late.status, 409, "{}", late.text);
    // An entry that a phone has kept since round 1 is none for the board of the same number in round 2.
    olga.start_round().await;
    let mut kept = claim("k", 1, "draw");
    kept["round"] = json!(1);
    for client in [&mut one, &mut olga.client] {
        let refused = command(client, &olga.event, &kept).await;
        assert!(refused.status == 409 && refused.text.contains("round 1"), "{}", refused.text);
    }
    let page = olga.client.get(&format!("/event/{}", olga.event)).await.expect("a page").text;
    assert!(
        page.contains("data-ask=\"enter-result\" class=\"result\" data-number=\"board\" data-round=\"2\""),
        "{page}"
    );
    server.stop().await;
}

#[tokio::test]
async fn an_edit_shows_what_it_breaks_and_needs_a_reason() {
    let server = Server::start().await;
    let mut olga = Organiser::new(&server, charter("dutch", 3), FOUR).await;
    let first = olga.start_round().await;
    let pairs: Vec<Value> = last_round(&first)["boards"]
        .as_array()
        .expect("boards")
        .iter()
        .map(|board| json!({ "white": board["white"], "black": board["black"] }))
        .collect();
    for board in [1, 2] {
        olga.done(json!({ "kind": "enter-result", "board": board, "result": "white-wins" })).await;
    }
    olga.done(json!({ "kind": "close-round" })).await;
    olga.done(json!({ "kind": "pair-round" })).await;
    let preview = format!("/api/events/{}/preview", olga.event);
    let again = json!({ "pairs": pairs, "bye": [] });
    let shown = olga.client.post(&preview, &again).await.expect("an answer");
    assert_eq!(shown.status, 200, "{}", shown.text);
    assert!(shown.json["breaks"].to_string().contains("C1"), "{}", shown.text);
    assert_eq!(shown.json["system"]["pairs"].as_array().map(Vec::len), Some(2));
    assert_eq!(server.client().post(&preview, &again).await.expect("an answer").status, 403);
    let edit = |reason: &str| json!({ "kind": "edit-pairing", "pairs": pairs, "bye": [], "reason": reason });
    assert_eq!(olga.ask(edit(" ")).await.status, 409);
    olga.done(edit("they asked for it")).await;
    let page = olga.client.get(&format!("/event/{}", olga.event)).await.expect("a page").text;
    assert!(page.contains("they asked for it") && page.contains("changed by hand"), "{page}");
    olga.done(json!({ "kind": "take-back", "reason": "a mistake" })).await;
    let back = olga.client.get(&format!("/api/events/{}", olga.event)).await.expect("an answer").json;
    assert_eq!(back["rounds"].as_array().map(Vec::len), Some(1));
    server.stop().await;
}

#[tokio::test]
async fn an_event_goes_on_from_a_report_file() {
    let server = Server::start().await;
    let mut olga = Organiser::new(&server, charter("rotation", 2), FOUR).await;
    olga.start_round().await;
    olga.done(json!({ "kind": "enter-result", "board": 1, "result": "white-by-forfeit" })).await;
    olga.done(json!({ "kind": "enter-result", "board": 2, "result": "draw" })).await;
    let closed = olga.done(json!({ "kind": "close-round" })).await;
    let trf = olga.client.get(&format!("/api/events/{}/trf", olga.event)).await.expect("a file").text;
    let file = json!({ "name": "Altrove", "variant": "italian", "organiser": "Olga", "trf": trf });
    let made = olga.client.post("/api/events/trf", &file).await.expect("an answer");
    assert_eq!((made.status, &made.json["warnings"]), (201, &json!([])), "{}", made.text);
    olga.event = made.json["id"].as_str().expect("an id").to_owned();
    let again = olga.client.get(&format!("/api/events/{}", olga.event)).await.expect("an answer").json;
    assert_eq!(again["standings"]["rows"][0]["points"], closed["standings"]["rows"][0]["points"]);
    assert_eq!(last_round(&again)["stage"], "closed");
    let next = olga.start_round().await;
    assert_eq!(last_round(&next)["number"], 2, "it goes on");
    let unseen = json!({ "name": "Altrove", "variant": "italian", "organiser": "Olga", "trf": trf.replace("Anna ", "An\u{200b}na") });
    let refused = olga.client.post("/api/events/trf", &unseen).await.expect("an answer");
    assert_eq!(refused.status, 409, "{}", refused.text);
    server.stop().await;
}

#[tokio::test]
async fn what_a_report_file_tells_comes_along_and_points_can_be_adjusted() {
    let server = Server::start().await;
    let mut olga = Organiser::new(&server, charter("dutch", 5), FOUR).await;
    let trf = include_str!("../../../events/tests/data/told.trf");
    let file = json!({ "name": "Altrove", "variant": "italian", "organiser": "Olga", "trf": trf });
    let made = olga.client.post("/api/events/trf", &file).await.expect("an answer");
    assert_eq!(made.json["warnings"].as_array().map(Vec::len), Some(3), "{}", made.text);
    olga.event = made.json["id"].as_str().expect("an id").to_owned();
    let at = format!("/api/events/{}", olga.event);
    let event = olga.client.get(&at).await.expect("an answer").json;
    let points: Vec<&str> =
        event["players"].as_array().expect("players").iter().filter_map(|p| p["points"].as_str()).collect();
    // 1 drew for 1.5 and lost; 2 won by forfeit; 3 won and was fined in round 2; byes and absences are worth 1 and 0.5.
    assert_eq!(points, ["1.5", "2", "2", "1", "1", "0.5"]);
    assert_eq!(event["charter"]["scoring"]["zero-bye"], "0.5");
    assert_eq!(event["charter"]["first-colour"], "black", "the file shows it");
    let trf = olga.client.get(&format!("{at}/trf")).await.expect("a file").text;
    for kept in ["102 Anna Bianchi", "QQQ something else", "ITA    2", "299 D         1.5    1    1"] {
        assert!(trf.lines().any(|line| line.starts_with(kept)), "{kept} is lost: {trf}");
    }
    let adjust = |number: u16, points: &str| json!({ "kind": "adjust-points", "number": number, "round": 2, "points": points, "reason": "phone" });
    for (ask, wanted) in [(adjust(9, "-1"), "player 9"), (adjust(1, "a lot"), "Give the points as a number")]
    {
        let refused = olga.ask(ask).await;
        assert!(refused.status == 409 && refused.text.contains(wanted), "{}", refused.text);
    }
    let fined = olga.done(adjust(2, "-1")).await;
    assert_eq!(fined["players"][1]["points"], "1");
    let page = olga.client.get(&format!("/event/{}", olga.event)).await.expect("a page").text;
    assert!(page.contains("Beta, Bruno (2), round 2: -1 points. phone"), "the log says it");
    // Records of teams say nothing that the players' rounds do not, and are not taken over.
    let teams = format!("{}330 +- 001 001 002\n", include_str!("../../../events/tests/data/told.trf"));
    let file = json!({ "name": "Altrove", "variant": "italian", "organiser": "Olga", "trf": teams });
    let made = olga.client.post("/api/events/trf", &file).await.expect("an answer");
    assert!(made.text.contains("line 20: record 330 is not taken over into the event"), "{}", made.text);
    server.stop().await;
}

#[tokio::test]
async fn an_organiser_rules_out_opponents_and_colours_and_steers_round_1() {
    let server = Server::start().await;
    let players = "Anna;;Roma\nBruno;;Roma\nCarla;;Pisa\nDario;;Pisa\nElsa\nFabio\nGina\nHugo";
    let mut olga = Organiser::new(&server, charter("dutch", 3), players).await;
    let at = format!("/api/events/{}", olga.event);
    olga.done(json!({ "kind": "keep-clubs-apart", "until": 2 })).await;
    let shown = olga.done(json!({ "kind": "keep-apart", "numbers": [5, 1] })).await;
    assert_eq!(shown["kept-apart"].as_array().map(Vec::len), Some(3), "two clubs and two players");
    assert_eq!(shown["kept-apart"][2]["numbers"], json!([1, 5]));
    let public = stranger_at(&server).get(&at).await.expect("an answer").json;
    assert!(public.get("kept-apart").is_none(), "only officials see who is kept apart");
    olga.done(json!({ "kind": "fix-colour", "number": 3, "side": "black" })).await;
    let drafted = olga.done(json!({ "kind": "pair-round" })).await;
    for board in last_round(&drafted)["boards"].as_array().expect("boards") {
        let (white, black) = (&board["white"], &board["black"]);
        assert_ne!(white, &json!(3), "number 3 always has Black");
        assert!(![[1, 5], [5, 1]].iter().any(|[a, b]| (white, black) == (&json!(a), &json!(b))), "{board}");
    }
    let refused = olga.ask(json!({ "kind": "fix-colour", "number": 3 })).await;
    assert_eq!(refused.status, 409, "the draft was paired with it: {}", refused.text);
    olga.done(json!({ "kind": "take-back", "reason": "another draw" })).await;
    let drawn = olga.done(json!({ "kind": "steer-first-round", "upper": 4 })).await;
    for board in last_round(&drawn)["boards"].as_array().expect("boards") {
        let upper = |side: &str| board[side].as_u64().is_some_and(|number| number <= 4);
        assert_ne!(upper("white"), upper("black"), "{board}");
    }
    let folder = server.stop().await;
    let server = Server::on(folder, damiera_server::Settings::default()).await;
    let again = stranger_at(&server).get(&at).await.expect("an answer").json;
    assert_eq!(again["players"][2]["colour"], json!("black"), "it survives a restart");
    server.stop().await;
}

#[tokio::test]
async fn an_event_has_only_so_many_players() {
    let limits = damiera_server::Limits { players: 4, ..damiera_server::Limits::default() };
    let server = Server::with(damiera_server::Settings { limits, ..Default::default() }).await;
    let mut olga = Organiser::new(&server, charter("dutch", 3), "Anna\nBruno\nCarla").await;
    let two = json!({ "kind": "enter-text", "text": "Dario\nElena" });
    let refused = olga.ask(two.clone()).await;
    assert_eq!(refused.status, 409);
    assert!(refused.text.contains('4'), "{}", refused.text);
    olga.done(json!({ "kind": "enter-text", "text": "Dario" })).await;
    assert_eq!(olga.ask(two).await.status, 409);
    let trf = olga.client.get(&format!("/api/events/{}/trf", olga.event)).await.expect("a file").text;
    let line = trf.lines().find(|line| line.starts_with("001")).expect("a player").to_owned();
    let more = line.replacen("   4 ", "   5 ", 1).replacen("   1 ", "   5 ", 1).replace("Anna", "Ezio");
    let import =
        json!({ "name": "T", "variant": "italian", "organiser": "Olga", "trf": format!("{trf}{more}\n") });
    let refused = olga.client.post("/api/events/trf", &import).await.expect("an answer");
    assert_eq!(refused.status, 409, "{}", refused.text);
    server.stop().await;
}
