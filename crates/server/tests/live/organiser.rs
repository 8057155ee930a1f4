//! An organiser and their event, for the tests of tournaments.

use damiera_client::{ApiClient, ApiResponse};
use serde_json::{Value, json};

use crate::common::Server;

pub(crate) fn charter(system: &str, rounds: usize) -> Value {
    json!({ "version": 1, "name": "Trofeo d'autunno", "place": "Circolo", "pace": "30 min", "variant": "italian", "system": system,
        "rounds": rounds, "scoring": { "win": "2", "draw": "1", "loss": "0", "bye": "2" }, "tie-breaks": ["QUO", "BH"],
        "first-colour": "white", "openings": { "deck": "three-move", "seed": "autunno", "scope": "pairing", "barred": [1] } })
}

/// An organiser and their event.
pub(crate) struct Organiser {
    pub(crate) client: ApiClient,
    pub(crate) event: String,
}

impl Organiser {
    pub(crate) async fn new(server: &Server, charter: Value, players: &str) -> Self {
        let mut client = server.client();
        let request = json!({ "charter": charter, "organiser": "Olga" });
        let made = client.post("/api/events", &request).await.expect("an answer");
        assert_eq!(made.status, 201, "{}", made.text);
        let mut organiser = Self { event: made.json["id"].as_str().expect("an id").to_owned(), client };
        if !players.is_empty() {
            organiser.done(json!({ "kind": "enter-text", "text": players })).await;
        }
        organiser
    }

    pub(crate) async fn ask(&mut self, ask: Value) -> ApiResponse {
        command(&mut self.client, &self.event, &json!({ "ask": ask })).await
    }

    pub(crate) async fn done(&mut self, ask: Value) -> Value {
        let answer = self.ask(ask.clone()).await;
        assert_eq!(answer.status, 200, "{ask}: {}", answer.text);
        answer.json
    }

    /// From pairing to playing.
    pub(crate) async fn start_round(&mut self) -> Value {
        for kind in ["pair-round", "check-round", "publish-round"] {
            self.done(json!({ "kind": kind })).await;
        }
        self.done(json!({ "kind": "start-round" })).await
    }

    /// The link of a board, as it stands on its card.
    pub(crate) async fn board_link(&mut self, board: usize) -> String {
        let cards = self.client.get(&format!("/event/{}/print/cards", self.event)).await.expect("a page");
        let start = format!("/event/{}/board/{board}/", self.event);
        let at =
            cards.text.find(&start).unwrap_or_else(|| panic!("no card of board {board}: {}", cards.text));
        cards.text[at..].split(['<', '"']).next().expect("a link").to_owned()
    }
}

pub(crate) async fn command(client: &mut ApiClient, event: &str, command: &Value) -> ApiResponse {
    client.post(&format!("/api/events/{event}/commands"), command).await.expect("an answer")
}

pub(crate) const FOUR: &str = "Anna;1500\nBruno;1400\nCarla;1300\nDario;1200";

pub(crate) fn last_round(event: &Value) -> &Value {
    event["rounds"].as_array().and_then(|rounds| rounds.last()).expect("a round")
}
