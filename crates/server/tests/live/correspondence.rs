//! Games by correspondence: the list of one's own, vacation, conditional moves across restarts, and mail.

use std::sync::Arc;
use std::time::Duration;

use damiera_client::{ApiClient, ApiResponse};
use damiera_server::{Clock, Mailer, Settings};
use hyper::Method;
use serde_json::{Value, json};
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use crate::common::{START, Server};
use crate::organiser::{Organiser, charter, last_round};
use crate::recovery::{MailSink, ORIGIN, PASSWORD, opened, settings, token};
use crate::seasons::once;

const HOUR: Duration = Duration::from_secs(3600);

/// The same browser, at a server that was started again. Time must not be stepped before the server is there: it would take the step for
/// an outage.
async fn back(client: &ApiClient, server: &Server) -> ApiClient {
    let mut again = server.client();
    again.headers = client.headers.clone();
    assert_eq!(get(&mut again, "/healthz").await.status, 200);
    again
}

async fn get(client: &mut ApiClient, path: &str) -> ApiResponse {
    client.get(path).await.expect("an answer")
}

async fn send(client: &mut ApiClient, game: &str, command: &Value) -> ApiResponse {
    client.post(&format!("/api/games/{game}/commands"), command).await.expect("an answer")
}

async fn play(client: &mut ApiClient, game: &str, by: &str, notation: &str) -> Value {
    let command = json!({ "by": by, "ask": "move", "notation": notation });
    let answer = send(client, game, &command).await;
    assert_eq!(answer.status, 200, "{notation}: {}", answer.text);
    answer.json
}

fn moves(game: &Value) -> Vec<String> {
    let moves = game["view"]["moves"].as_array().expect("moves");
    moves.iter().map(|ply| ply["notation"].as_str().expect("text").to_owned()).collect()
}

async fn keep(client: &mut ApiClient, game: &str, nodes: &[(Option<u16>, &str, &str)]) -> ApiResponse {
    let node = |(parent, opponent, reply): &(Option<u16>, &str, &str)| json!({ "parent": parent, "opponent": opponent, "reply": reply });
    let body = json!({ "moves": nodes.iter().map(node).collect::<Vec<_>>() });
    let path = format!("/api/games/{game}/conditional");
    client.send(Method::PUT, &path, Some(&body)).await.expect("an answer")
}

#[tokio::test]
async fn the_games_that_wait_for_a_player_come_first() {
    let server = Server::with_manual_clock(Settings::default()).await;
    let mut slow = server.pair(&json!({ "variant": "italian", "days": 3 })).await;
    play(&mut slow.white, &slow.game, "white", "22-18").await;
    server.clock.advance(2 * HOUR);
    let list = get(&mut slow.black, "/api/correspondence").await.json;
    let waiting = &list["waiting"][0];
    assert_eq!((&waiting["id"], &waiting["side"]), (&json!(slow.game), &json!("black")), "{list}");
    assert_eq!((&waiting["last"], &waiting["left"]), (&json!("22-18"), &json!(70 * 3_600_000)), "{list}");
    assert_eq!(list["others"], json!([]));
    let list = get(&mut slow.white, "/api/correspondence").await.json;
    assert_eq!((&list["waiting"], &list["others"][0]["id"]), (&json!([]), &json!(slow.game)));
    // By the key of a seat, and to nobody else.
    let mut program = server.client();
    program.headers.insert("authorization", format!("Bearer {}", slow.keys[1]).parse().expect("a header"));
    assert_eq!(get(&mut program, "/api/correspondence").await.json["waiting"][0]["id"], json!(slow.game));
    let none = get(&mut server.client(), "/api/correspondence").await.json;
    assert_eq!(none, json!({ "waiting": [], "others": [] }));
    // A game with minutes is not one of them, nor is one that has ended.
    let mut quick = server.pair(&json!({ "variant": "italian", "minutes": 5 })).await;
    assert_eq!(get(&mut quick.white, "/api/correspondence").await.json, none);
    send(&mut slow.black, &slow.game, &json!({ "by": "black", "ask": "resign" })).await;
    assert_eq!(get(&mut slow.white, "/api/correspondence").await.json, none);
    server.stop().await;
}

#[tokio::test]
async fn a_vacation_stops_the_clock_and_ends_when_it_is_used_up() {
    let server = Server::with_manual_clock(Settings::default()).await;
    let mut pair = server.pair(&json!({ "variant": "italian", "total-days": 10, "vacation-days": 2 })).await;
    play(&mut pair.white, &pair.game, "white", "22-18").await;
    let away = json!({ "by": "black", "ask": "start-vacation" });
    let seen = send(&mut pair.black, &pair.game, &away).await.json;
    assert!(seen["vacation"][1]["since"].is_u64(), "{}", seen["vacation"]);
    assert_eq!(send(&mut pair.black, &pair.game, &away).await.status, 409, "already");
    server.clock.advance(24 * HOUR);
    let opponent = get(&mut pair.white, &format!("/api/games/{}", pair.game)).await.json;
    assert!(opponent["vacation"][1]["since"].is_u64(), "the opponent sees it");
    assert_eq!(opponent["view"]["clocks"][1]["left"], json!(240 * 3_600_000));
    let list = get(&mut pair.white, "/api/correspondence").await.json;
    assert_eq!(list["others"][0]["on-vacation"], json!(["black"]));
    // The server ends it by itself once it is used up, and the clock runs on from then.
    let folder = server.stop().await;
    let clock = Clock::manual(START.plus(24 * HOUR));
    let server = Server::at(folder, Settings::default(), clock).await;
    pair.white = back(&pair.white, &server).await;
    server.clock.advance(34 * HOUR);
    let game = loop {
        let answer = get(&mut pair.white, &format!("/api/games/{}", pair.game)).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        let game = answer.json;
        if game["vacation"][1]["since"].is_null() {
            break game;
        }
        server.clock.advance(Duration::from_millis(1));
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    assert_eq!(game["vacation"][1], json!({ "left": 0, "since": null }));
    let left = game["view"]["clocks"][1]["left"].as_u64().expect("a time");
    assert_eq!(left.div_ceil(3_600_000), 230, "ten hours were used since");
    server.stop().await;
}

#[tokio::test]
async fn terms_out_of_bounds_are_refused_with_a_sentence() {
    let server = Server::start().await;
    let mut client = server.client();
    for (terms, part) in [
        (json!({ "variant": "italian", "days": 15 }), "14"),
        (json!({ "variant": "italian", "total-days": 181 }), "180"),
        (json!({ "variant": "italian", "days": 3, "vacation-days": 61 }), "60"),
        (json!({ "variant": "italian", "minutes": 5, "vacation-days": 1 }), "correspondence"),
    ] {
        let answer = client.post("/api/seeks", &terms).await.expect("an answer");
        assert_eq!(answer.status, 422, "{terms}");
        assert!(answer.json["text"].as_str().is_some_and(|text| text.contains(part)), "{}", answer.text);
    }
    server.stop().await;
}

#[tokio::test]
async fn conditional_moves_are_seen_by_their_player_alone() {
    let server = Server::start().await;
    let mut pair = server.pair(&json!({ "variant": "italian", "days": 3 })).await;
    let own = format!("/api/games/{}/conditional", pair.game);
    play(&mut pair.white, &pair.game, "white", "22-18").await;
    let mut follower = pair.black.join(&pair.game, None, None).await.expect("a connection");
    let mut spectator = server.client().join(&pair.game, None, None).await.expect("a connection");
    assert_eq!(keep(&mut pair.black, &pair.game, &[(None, "11-14", "18x11")]).await.status, 422, "own turn");
    assert_eq!(keep(&mut pair.white, &pair.game, &[(None, "11-14", "21-17")]).await.status, 409, "illegal");
    assert_eq!(keep(&mut pair.white, &pair.game, &[(None, "11-14", "18x11")]).await.status, 204);
    let outsider = &mut server.client();
    assert_eq!(get(outsider, &own).await.status, 403);
    assert_eq!(keep(outsider, &pair.game, &[]).await.status, 403);
    assert_eq!(get(&mut pair.black, &own).await.json, json!({ "moves": [] }), "black's own");
    assert_eq!(get(&mut pair.white, &own).await.json["moves"][0]["reply"], "18x11");
    let game = &pair.game;
    let paths =
        ["", "/line", "/rulings", "/pdn", "/text", "/record"].map(|rest| format!("/api/games/{game}{rest}"));
    let pages = [format!("/game/{game}"), format!("/game/{game}/card"), "/api/correspondence".to_owned()];
    for path in paths.iter().chain(&pages) {
        for client in [&mut pair.black, &mut server.client()] {
            let answer = get(client, path).await;
            assert!(!answer.text.contains("18x11") && !answer.text.contains("conditional\":"), "{path}");
        }
    }
    assert_eq!(get(&mut pair.black, &format!("/game/{game}/conditional")).await.status, 200, "black's own");
    assert!(!get(&mut pair.black, &format!("/game/{game}/conditional")).await.text.contains("18x11"));
    assert_eq!(get(&mut server.client(), &format!("/game/{game}/conditional")).await.status, 404);
    // Nothing was sent to those who follow the game until the move was played.
    assert_eq!(keep(&mut pair.white, game, &[(None, "10-13", "23-20")]).await.status, 204);
    play(&mut pair.black, game, "black", "12-16").await;
    for line in [&mut follower, &mut spectator] {
        let mut heard = String::new();
        while !heard.contains("\"to\":16") {
            heard = format!("{:?} {heard}", line.receive_until(Some).await.expect("something"));
            heard = heard.replace("to: 16", "\"to\":16");
        }
        assert!(!heard.contains("18x11") && !heard.contains("23-20"), "{heard}");
    }
    // The game has left the tree.
    assert_eq!(get(&mut pair.white, &own).await.json, json!({ "moves": [] }));
    server.stop().await;
}

/// An account with a confirmed address that wants mail.
async fn with_mail(server: &Server, sink: &MailSink, name: &str) -> ApiClient {
    let mut client = opened(server, name).await;
    let sent = sink.count();
    let address = format!("{}@example.org", name.to_lowercase());
    let change = json!({ "email": address, "password": PASSWORD });
    let on = json!({ "on": true });
    let switched = client.send(Method::PUT, "/api/account/turn-mail", Some(&on)).await.expect("an answer");
    assert_eq!(switched.status, 422, "there is no address yet");
    client.send(Method::PUT, "/api/account/email", Some(&change)).await.expect("an answer");
    let link = json!({ "token": token(&sink.mail(sent + 1).await, "confirm") });
    assert_eq!(client.post("/api/account/email", &link).await.expect("an answer").status, 204);
    let switched = client.send(Method::PUT, "/api/account/turn-mail", Some(&on)).await.expect("an answer");
    assert_eq!(switched.status, 204, "{}", switched.text);
    client
}

/// Marion has White against Asa, with three days for a move.
async fn game_of(marion: &mut ApiClient, asa: &mut ApiClient) -> String {
    let seek = json!({ "variant": "italian", "days": 3, "colour": "white" });
    let put = marion.post("/api/seeks", &seek).await.expect("an answer").json;
    let accept = format!("/api/seeks/{}/accept", put["id"].as_str().expect("a name"));
    let taken = asa.post(&accept, &json!({})).await.expect("an answer").json;
    taken["game"].as_str().expect("a game").to_owned()
}

/// Steps the clock until the sink has this many mails; the server gets real time to react after each step.
async fn step_until(server: &Server, sink: &MailSink, step: Duration, mails: usize) {
    for _ in 0..200 {
        if sink.count() >= mails {
            return;
        }
        server.clock.advance(step);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{} mails instead of {mails}", sink.count());
}

#[tokio::test]
async fn a_game_goes_on_across_restarts_with_conditional_moves_and_mail() {
    let sink = MailSink::start().await;
    let with_sink = Settings { mailer: Some(sink.mailer()), ..settings() };
    let server = Server::with_manual_clock(with_sink.clone()).await;
    let mut marion = with_mail(&server, &sink, "Marion").await;
    let mut asa = opened(&server, "Asa").await;
    let game = game_of(&mut marion, &mut asa).await;
    play(&mut marion, &game, "white", "22-18").await;
    let tree = [(None, "11-14", "18x11"), (None, "10-13", "23-20"), (Some(0), "6x15", "23-20")];
    assert_eq!(keep(&mut marion, &game, &tree).await.status, 204);

    // The process is killed; another goes on an hour later.
    let clock = Clock::manual(START.plus(HOUR));
    let server = Server::at(server.kill().await, with_sink.clone(), clock).await;
    (marion, asa) = (back(&marion, &server).await, back(&asa, &server).await);
    let own = format!("/api/games/{game}/conditional");
    assert_eq!(get(&mut marion, &own).await.json["moves"].as_array().map(Vec::len), Some(3));
    let now = play(&mut asa, &game, "black", "11-14").await;
    assert_eq!(moves(&now), ["22-18", "11-14", "18x11"], "the reply is played at once");
    assert_eq!(now["view"]["clocks"][0]["left"], json!(72 * 3_600_000), "and takes no time");
    assert_eq!(
        get(&mut marion, &own).await.json["moves"],
        json!([{ "parent": null, "opponent": "6x15", "reply": "23-20" }])
    );
    let server =
        Server::at(server.kill().await, with_sink.clone(), Clock::manual(START.plus(2 * HOUR))).await;
    (marion, asa) = (back(&marion, &server).await, back(&asa, &server).await);
    let now = play(&mut asa, &game, "black", "6x15").await;
    assert_eq!(moves(&now), ["22-18", "11-14", "18x11", "6x15", "23-20"]);
    assert_eq!(get(&mut marion, &own).await.json["moves"], json!([]), "the tree has been played");
    assert_eq!(sink.count(), 1, "nothing waited for Marion: one mail confirmed the address");

    // Now Marion has to move: a mail after a while, and a reminder before the time runs out.
    let legal = now["view"]["legal"][0]["notation"].as_str().expect("a move").to_owned();
    play(&mut asa, &game, "black", &legal).await;
    server.clock.advance(Duration::from_secs(9 * 60));
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(sink.count(), 1, "who is at the board gets no mail");
    server.clock.advance(Duration::from_secs(2 * 60));
    let mail = sink.mail(2).await;
    assert!(
        mail.contains("Your move against Asa") && mail.contains(&format!("{ORIGIN}/game/{game}")),
        "{mail}"
    );
    assert!(mail.contains(&legal), "{mail}");

    // Across another restart nothing is sent twice.
    let clock = Clock::manual(server.clock.now());
    let server = Server::at(server.kill().await, with_sink.clone(), clock).await;
    (marion, asa) = (back(&marion, &server).await, back(&asa, &server).await);
    // A quarter of three days is left after 54 hours.
    server.clock.advance(53 * HOUR);
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(sink.count(), 2);
    server.clock.advance(2 * HOUR);
    let reminder = sink.mail(3).await;
    assert!(reminder.contains("left for your move against Asa"), "{reminder}");
    server.clock.advance(2 * HOUR);
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(sink.count(), 3);

    // The link in the mail stops the mails, without signing in.
    let stop = json!({ "token": token(&reminder, "stop") });
    let mut browser = server.client();
    assert_eq!(
        get(&mut browser, &format!("/account/link/stop/{}", token(&reminder, "stop"))).await.status,
        200
    );
    assert_eq!(browser.post("/api/turn-mail/stop", &stop).await.expect("an answer").status, 204);
    assert_eq!(browser.post("/api/turn-mail/stop", &stop).await.expect("an answer").status, 404);
    assert_eq!(
        get(&mut marion, "/api/account/turn-mail").await.json,
        json!({ "on": false, "available": true })
    );
    // The flag falls in its time.
    server.clock.advance(30 * HOUR);
    while get(&mut asa, &format!("/api/games/{game}")).await.json["view"]["end"].is_null() {
        server.clock.advance(Duration::from_millis(1));
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn everybody_who_holds_the_side_to_move_gets_a_mail() {
    let sink = MailSink::start().await;
    let server = Server::with_manual_clock(Settings { mailer: Some(sink.mailer()), ..settings() }).await;
    let mut marion = with_mail(&server, &sink, "Marion").await;
    let mut second = with_mail(&server, &sink, "Second").await;
    let mut asa = with_mail(&server, &sink, "Asa").await;
    let consultation = json!({ "who": "seeker", "decide": "captain" });
    let seek = json!({ "variant": "italian", "days": 3, "colour": "black", "consultation": consultation });
    let put = marion.post("/api/seeks", &seek).await.expect("an answer").json;
    let accept = format!("/api/seeks/{}/accept", put["id"].as_str().expect("a name"));
    let taken = asa.post(&accept, &json!({})).await.expect("an answer").json;
    let game = taken["game"].as_str().expect("a game").to_owned();
    let path = format!("/api/games/{game}/consultation/link");
    let link = marion.send(Method::POST, &path, None).await.expect("an answer").json;
    let link = link["link"].as_str().expect("a link").rsplit('/').next().expect("a token").to_owned();
    let joined = second.post("/api/sides", &json!({ "token": link })).await.expect("an answer");
    assert_eq!(joined.status, 201, "{}", joined.text);
    let before = sink.count();
    play(&mut asa, &game, "white", "22-18").await;
    step_until(&server, &sink, Duration::from_secs(60), before + 2).await;
    let mails = [sink.mail(before + 1).await, sink.mail(before + 2).await];
    for name in ["marion@example.org", "second@example.org"] {
        assert_eq!(mails.iter().filter(|mail| mail.contains(name)).count(), 1, "{name}: {mails:?}");
    }
    assert!(
        mails.iter().all(|mail| mail.contains("22-18") && !mail.contains("asa@example.org")),
        "{mails:?}"
    );
    server.stop().await;
}

#[tokio::test]
async fn the_games_of_a_correspondence_event_send_mail_too() {
    let sink = MailSink::start().await;
    let server = Server::with_manual_clock(Settings { mailer: Some(sink.mailer()), ..settings() }).await;
    let mut players = [with_mail(&server, &sink, "Marion").await, with_mail(&server, &sink, "Asa").await];
    let mut terms = charter("round-robin", 1);
    terms["openings"] = json!(null);
    terms["online"] = json!({ "correspondence": { "days": 3, "per": "move" } });
    let mut olga = Organiser::new(&server, terms, "").await;
    let entries = format!("/api/events/{}/players", olga.event);
    for (player, name) in players.iter_mut().zip(["Marion", "Asa"]) {
        let entered = player.post(&entries, &json!({ "name": name })).await.expect("an answer");
        assert_eq!(entered.status, 201, "{}", entered.text);
    }
    for kind in ["pair-round", "check-round", "publish-round"] {
        olga.done(json!({ "kind": kind })).await;
    }
    let state =
        once(&mut olga.client, &olga.event, |state| last_round(state)["boards"][0]["game"].is_string()).await;
    let board = &last_round(&state)["boards"][0];
    let game = board["game"].as_str().expect("a game").to_owned();
    let before = sink.count();
    // White is told that the game has begun, and Black that White has moved.
    step_until(&server, &sink, Duration::from_secs(60), before + 1).await;
    let [white, black] = if board["white"] == json!(1) { ["Marion", "Asa"] } else { ["Asa", "Marion"] };
    let first = sink.mail(before + 1).await;
    assert!(first.contains(&format!("{}@example.org", white.to_lowercase())), "{first}");
    assert!(first.contains(&format!("Your move against {black}")), "{first}");
    assert!(first.contains(&format!("{ORIGIN}/game/{game}")), "{first}");
    let mover = usize::from(white == "Asa");
    play(&mut players[mover], &game, "white", "22-18").await;
    step_until(&server, &sink, Duration::from_secs(60), before + 2).await;
    let second = sink.mail(before + 2).await;
    assert!(second.contains(&format!("{}@example.org", black.to_lowercase())), "{second}");
    assert!(second.contains(&format!("Your move against {white}")) && second.contains("22-18"), "{second}");
    server.stop().await;
}

#[tokio::test]
async fn a_mail_is_tried_again_until_the_mail_server_is_there() {
    // A first server confirms the address; the second one's mail server is down at first.
    let sink = MailSink::start().await;
    let server = Server::with_manual_clock(Settings { mailer: Some(sink.mailer()), ..settings() }).await;
    let mut marion = with_mail(&server, &sink, "Marion").await;
    let mut asa = opened(&server, "Asa").await;
    let game = game_of(&mut asa, &mut marion).await;
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let down = listener.local_addr().expect("an address");
    drop(listener);
    let mailer = Mailer::new(&format!("smtp://{down}"), "Damiera <dama@example.org>").expect("a mailer");
    let clock = Clock::manual(server.clock.now());
    let folder: Arc<_> = server.stop().await;
    let server = Server::at(folder, Settings { mailer: Some(mailer), ..settings() }, clock).await;
    asa = back(&asa, &server).await;
    play(&mut asa, &game, "white", "22-18").await;
    for _ in 0..12 {
        server.clock.advance(Duration::from_secs(60));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let late = MailSink::start_on(down).await;
    step_until(&server, &late, Duration::from_secs(60), 1).await;
    assert!(late.mail(1).await.contains("Your move against Asa"));
    server.clock.advance(HOUR);
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(late.count(), 1);
    server.stop().await;
}

/// A database in which conditional replies cannot be written until the trigger is dropped.
async fn database(server: &Server) -> SqliteConnection {
    let file = SqliteConnectOptions::new().filename(server.folder.path().join("damiera.sqlite"));
    SqliteConnection::connect_with(&file).await.expect("a connection")
}

#[tokio::test]
async fn a_crash_between_a_move_and_its_conditional_reply_loses_and_repeats_nothing() {
    let server = Server::with_manual_clock(Settings::default()).await;
    let mut pair = server.pair(&json!({ "variant": "italian", "days": 3 })).await;
    play(&mut pair.white, &pair.game, "white", "22-18").await;
    assert_eq!(keep(&mut pair.white, &pair.game, &[(None, "11-14", "18x11")]).await.status, 204);
    // The move is committed, the reply is not, and then the process ends.
    let trigger = "CREATE TRIGGER crash BEFORE INSERT ON game_event WHEN NEW.client_move_id LIKE '%:conditional-%' \
                   BEGIN SELECT RAISE(ABORT, 'crash'); END";
    let mut other = database(&server).await;
    sqlx::query(trigger).execute(&mut other).await.expect("a trigger");
    play(&mut pair.black, &pair.game, "black", "11-14").await;
    let folder = server.kill().await;
    let written = "SELECT COUNT(*) FROM game_event WHERE body LIKE '%\"moved\"%'";
    let count = sqlx::query_scalar::<_, i64>(written).fetch_one(&mut other).await.expect("a count");
    assert_eq!(count, 2, "the crash came between the two");
    sqlx::query("DROP TRIGGER crash").execute(&mut other).await.expect("dropped");
    drop(other);
    // After each restart the game has the reply, once.
    let mut folder = folder;
    for restart in 1..=2 {
        let clock = Clock::manual(START.plus(restart * HOUR));
        let server = Server::at(folder, Settings::default(), clock).await;
        pair.black = back(&pair.black, &server).await;
        let mut played = Vec::new();
        while played.len() < 3 {
            played = moves(&get(&mut pair.black, &format!("/api/games/{}", pair.game)).await.json);
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(played, ["22-18", "11-14", "18x11"], "restart {restart}");
        folder = server.kill().await;
    }
}
