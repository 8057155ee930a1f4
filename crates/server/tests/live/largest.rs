//! The longest game that can exist is followed like any other.

use std::sync::Arc;
use std::time::Duration;

use damiera_client::ApiConnection;
use damiera_game::{Action, Actor, Command, Event, Game, Moment, Profile, StartPosition, Terms, wire};
use damiera_messages::Seats;
use damiera_rules::Variant;
use damiera_server::Settings;
use damiera_server::store::{EventLog, Holders, NewEvents, NewGame, StoreWrite};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{START, Server, open};

/// What a game may have (see `MOST_EVENTS`, `MOST_PLIES` and `MOST_OPENING_MOVES`).
const EVENTS: u64 = 10_000;
const PLIES: usize = 3_000;
const OPENING: usize = 200;
/// The largest message that common WebSocket clients accept in one frame.
const FRAME: usize = 16 << 20;

/// Two kings that go back and forth, and draws that are offered and declined, as long as the server lets them.
struct LongGame {
    game: Game,
    writes: Vec<StoreWrite>,
}

impl LongGame {
    fn new() -> Self {
        let moves = |count: usize| (0..count).map(|ply| Self::notation(ply).to_owned());
        let start = StartPosition::Set("W:WK30:BK3".parse().expect("a position"));
        let terms = Terms::new(Variant::ALL[0], Profile::TABLE);
        let terms = Terms { start, opening: moves(OPENING).collect(), ..terms };
        let new = NewGame {
            id: "longest".into(),
            at: START.0,
            terms: wire::WireTerms::from(&terms),
            timed: false,
            seats: Seats::PEOPLE,
            holders: Holders::default(),
            seek: None,
            first: None,
        };
        let game = Game::new(terms).expect("a game");
        let mut long = Self { game, writes: vec![StoreWrite::Game(Box::new(new))] };
        assert!(long.act(Actor::Arbiter, Action::Start));
        while long.game.plies().len() < PLIES {
            let attempt = long.game.read(Self::notation(long.game.plies().len())).expect("a move");
            assert!(long.act(Actor::Player(long.game.turn()), Action::Move(attempt)));
        }
        while long.game.seq() < EVENTS {
            let turn = long.game.turn();
            let offered = long.act(Actor::Player(turn), Action::OfferDraw)
                || long.act(Actor::Player(!turn), Action::OfferDraw);
            let declined = long.act(Actor::Player(turn), Action::DeclineDraw)
                || long.act(Actor::Player(!turn), Action::DeclineDraw);
            assert!(offered && declined, "after {} events", long.game.seq());
        }
        long
    }

    fn notation(ply: usize) -> &'static str {
        ["30-25", "3-8", "25-30", "8-3"][ply % 4]
    }

    /// Carries out a command with the longest id that there can be; says whether it is allowed.
    fn act(&mut self, by: Actor, action: Action) -> bool {
        let command = Command { by, at: Moment(START.0 + self.game.seq()), action };
        let Ok((events, after)) = self.game.foresee(&command, Duration::ZERO) else { return false };
        let text = |event: &Event| serde_json::to_string(&wire::WireEvent::from(event)).expect("JSON").into();
        let new = NewEvents {
            game: "longest".into(),
            seq: self.game.seq() + 1,
            command_id: Some(format!("w:{:048}", self.game.seq())),
            events: events.iter().map(|event| (event.at.0, text(event))).collect(),
            end: None,
        };
        self.writes.push(StoreWrite::Events(new));
        self.game = after;
        true
    }
}

async fn join(server: &Server, form: &str) -> (ApiConnection, Value) {
    let mut line = server.client().connect().await.expect("a connection");
    line.send_text(json!({ "type": "join", "game": "longest", "form": form }).to_string())
        .await
        .expect("sent");
    let joined: Value = serde_json::from_str(&line.receive_text().await.expect("joined")).expect("JSON");
    assert_eq!(joined["type"], "joined", "{joined}");
    let text = line.receive_text().await.expect("the events");
    assert!(text.len() < FRAME, "{form}: {} bytes", text.len());
    (line, serde_json::from_str(&text).expect("JSON"))
}

#[tokio::test]
async fn the_longest_game_is_joined_by_websocket_and_ended() {
    let (long, folder) = (LongGame::new(), Arc::new(TempDir::new().expect("a folder")));
    let store = open(folder.path()).await;
    for batch in long.writes.chunks(500) {
        for written in store.write(batch).await {
            written.expect("written");
        }
    }
    drop(store);
    let server = Server::on(folder, Settings::default()).await;
    let mut last = None;
    for form in ["events", "changes", "view"] {
        for _ in 0..3 {
            let (line, events) = join(&server, form).await;
            assert_eq!(events["type"], "events", "{form}");
            let sent = events["events"].as_array().map_or(0, Vec::len);
            assert_eq!(sent as u64, long.game.seq(), "{form}: every event of the longest game");
            last = Some(line);
        }
    }
    let mut line = last.expect("a connection");
    let resign = json!({ "by": "white", "ask": "resign" });
    let mut player = server.client();
    let answer = player.post("/api/games/longest/commands", &resign).await.expect("an answer");
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert!(!answer.json["view"]["end"].is_null(), "it can be ended");
    let ends = async {
        while let Some(text) = line.receive_text().await {
            let told: Value = serde_json::from_str(&text).expect("JSON");
            let events = told["events"].as_array().into_iter().flatten();
            if events.into_iter().any(|event| event["seq"].as_u64() > Some(long.game.seq())) {
                return true;
            }
        }
        false
    };
    assert!(
        tokio::time::timeout(Duration::from_secs(20), ends).await.expect("in time"),
        "followers see its end"
    );
    server.stop().await;
}
