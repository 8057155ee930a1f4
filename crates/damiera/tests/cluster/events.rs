//! Online events and exhibitions on two nodes: each board gets exactly one game, and when the acting node is lost the other
//! goes on.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use damiera_client::{ApiClient, ApiResponse};
use damiera_testing::PrivateCluster;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// How long a node may take to answer before another one is asked.
const PATIENCE: Duration = Duration::from_secs(2);
/// The longest wait for something that must happen.
const LONGEST: Duration = Duration::from_secs(60);

/// Somebody who asks the nodes in turn until one answers.
pub(crate) struct Visitor {
    nodes: watch::Receiver<Vec<SocketAddr>>,
    /// The last connection, which holds the cookies.
    last: ApiClient,
    first: usize,
}

impl Visitor {
    pub(crate) fn new(nodes: &watch::Receiver<Vec<SocketAddr>>, first: usize) -> Self {
        let last = ApiClient::new(nodes.borrow()[0]);
        Self { nodes: nodes.clone(), last, first }
    }

    pub(crate) async fn send(&mut self, path: &str, body: Option<&Value>) -> ApiResponse {
        for attempt in 0..40 {
            let address = {
                let nodes = self.nodes.borrow();
                nodes[(self.first + attempt) % nodes.len()]
            };
            let mut client = ApiClient::new(address);
            client.headers.clone_from(&self.last.headers);
            let answer = match body {
                Some(body) => timeout(PATIENCE, client.post(path, body)).await,
                None => timeout(PATIENCE, client.get(path)).await,
            };
            if let Ok(Ok(answer)) = answer
                && answer.status < 500
            {
                self.last = client;
                return answer;
            }
            sleep(Duration::from_millis(100)).await;
        }
        panic!("no node answers {path}");
    }

    pub(crate) async fn get(&mut self, path: &str) -> Value {
        self.send(path, None).await.json
    }

    pub(crate) async fn done(&mut self, path: &str, body: &Value) -> Value {
        let answer = self.send(path, Some(body)).await;
        assert!(answer.status < 300, "{path} {body}: {}", answer.text);
        answer.json
    }

    /// Waits until something is as it should be.
    pub(crate) async fn until(&mut self, path: &str, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
        let wait = async {
            loop {
                let seen = self.get(path).await;
                if holds(&seen) {
                    return seen;
                }
                sleep(Duration::from_millis(50)).await;
            }
        };
        timeout(LONGEST, wait).await.unwrap_or_else(|_| panic!("waited in vain: {what}"))
    }
}

/// Plays in an event until it is over: a few moves, then the higher number resigns.
async fn play(mut player: Visitor, event: String, own: u64) {
    loop {
        let state = player.get(&format!("/api/events/{event}")).await;
        if state["over"] == json!(true) {
            return;
        }
        let rounds = state["rounds"].as_array().cloned().unwrap_or_default();
        let boards = rounds.last().and_then(|round| round["boards"].as_array().cloned()).unwrap_or_default();
        for side in ["white", "black"] {
            let mine = boards.iter().find(|board| board[side] == json!(own) && board["result"].is_null());
            if let Some(game) = mine.and_then(|board| board["game"].as_str()) {
                move_once(&mut player, game, side, own).await;
            }
        }
        sleep(Duration::from_millis(100)).await;
    }
}

async fn move_once(player: &mut Visitor, game: &str, side: &str, own: u64) {
    let view = player.get(&format!("/api/games/{game}")).await["view"].clone();
    if !view["end"].is_null() || view["turn"] != json!(side) {
        return;
    }
    let resigns = view["moves"].as_array().is_some_and(|moves| moves.len() > 6) && own.is_multiple_of(2);
    let command = match view["legal"][0]["notation"].as_str() {
        Some(notation) if !resigns => json!({ "by": side, "ask": "move", "notation": notation }),
        _ => json!({ "by": side, "ask": "resign" }),
    };
    // Refused if the game has moved on, for instance since an answer was lost.
    player.send(&format!("/api/games/{game}/commands"), Some(&command)).await;
}

/// Two nodes, and their addresses for visitors.
pub(crate) async fn two_nodes() -> (PrivateCluster, watch::Sender<Vec<SocketAddr>>) {
    let program = Path::new(env!("CARGO_BIN_EXE_damiera"));
    let cluster = PrivateCluster::start(program, 2).await.expect("a cluster").expect("PostgreSQL and NATS");
    let addresses = cluster.nodes.iter().map(|node| node.address).collect();
    (cluster, watch::Sender::new(addresses))
}

pub(crate) fn count(cluster: &PrivateCluster, what: &str) -> usize {
    let printed = cluster.postgres.execute(&cluster.database, what).expect("a number");
    printed.trim().parse().unwrap_or_else(|_| panic!("a number: {printed}"))
}

/// An event of four players on two nodes. Node 0 created it, and so acts for it; the organiser goes on at node 1.
struct ClusterEvent {
    cluster: PrivateCluster,
    nodes: watch::Sender<Vec<SocketAddr>>,
    organiser: Visitor,
    /// Where the API has it.
    path: String,
    playing: JoinSet<()>,
}

impl ClusterEvent {
    /// Creates the event and enters the players, who are connected to both nodes and play on their own.
    async fn start<P: Future<Output = ()> + Send + 'static>(
        (system, rounds): (&str, usize),
        online: Value,
        play: impl Fn(Visitor, String, u64) -> P,
    ) -> Self {
        let (cluster, nodes) = two_nodes().await;
        let mut organiser = Visitor::new(&nodes.subscribe(), 0);
        let charter = json!({ "version": 1, "name": "Online", "variant": "italian", "system": system,
            "rounds": rounds, "scoring": { "win": "2", "draw": "1", "loss": "0", "bye": "2" },
            "tie-breaks": ["WIN"], "first-colour": "white", "online": online });
        let made = organiser.done("/api/events", &json!({ "charter": charter, "organiser": "Olga" })).await;
        let event = made["id"].as_str().expect("an id").to_owned();
        let path = format!("/api/events/{event}");
        let mut playing = JoinSet::new();
        for own in 1..=4 {
            let mut player = Visitor::new(&nodes.subscribe(), own);
            let name = json!({ "name": format!("Bot {own}") });
            let entered = player.done(&format!("{path}/players"), &name).await;
            assert_eq!(entered["number"], json!(own), "entries through different nodes are one list");
            playing.spawn(play(player, event.clone(), own as u64));
        }
        organiser.first = 1;
        Self { cluster, nodes, organiser, path, playing }
    }
}

pub(crate) async fn an_online_event_has_one_game_for_each_board() {
    let online = json!({ "minutes": 10, "increment": 0, "starts-at": null, "no-show": 60 });
    let ClusterEvent { mut cluster, nodes, mut organiser, path, playing } =
        ClusterEvent::start(("round-robin", 3), online, play).await;
    for kind in ["pair-round", "check-round", "publish-round"] {
        organiser.done(&format!("{path}/commands"), &json!({ "ask": { "kind": kind } })).await;
    }
    let rounds = |event: &Value| event["rounds"].as_array().map_or(0, Vec::len);
    organiser.until(&path, "round 2", |event| rounds(event) >= 2).await;
    // It is stopped for longer than its lease, wakes up in the middle of what the other does, and is killed.
    cluster.nodes[0].signal("-STOP");
    sleep(Duration::from_secs(5)).await;
    cluster.nodes[0].signal("-CONT");
    organiser.until(&path, "round 3", |event| rounds(event) >= 3).await;
    nodes.send_modify(|nodes| nodes.retain(|node| *node != cluster.nodes[0].address));
    cluster.nodes.remove(0); // dropping it kills it
    let over = organiser.until(&path, "the end", |event| event["over"] == json!(true)).await;
    timeout(LONGEST, playing.join_all()).await.expect("every player sees the end");
    let boards: Vec<&Value> = over["rounds"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|round| round["boards"].as_array().into_iter().flatten())
        .collect();
    let mut games: Vec<&str> = boards.iter().filter_map(|board| board["game"].as_str()).collect();
    games.sort_unstable();
    games.dedup();
    assert_eq!((boards.len(), games.len()), (6, 6), "three rounds of two boards: {over}");
    assert_eq!(count(&cluster, "SELECT count(*) FROM game"), 6, "and no game beside them");
    let forfeits =
        boards.iter().filter(|board| board["result"].as_str().is_none_or(|r| r.ends_with("forfeit")));
    assert_eq!(forfeits.count(), 0, "{over}");
    assert_eq!(count(&cluster, "SELECT count(*) FROM tournament_lease"), 0, "nobody acts for it any more");
}

/// Plays whatever game it has in an arena, until the arena is over.
async fn play_in_arena(mut player: Visitor, event: String, own: u64) {
    loop {
        sleep(Duration::from_millis(100)).await;
        let state = player.get(&format!("/api/events/{event}")).await;
        if state["over"] == json!(true) {
            return;
        }
        let Some(board) = state["arena"]["own-board"].as_u64() else { continue };
        let board = &state["rounds"][0]["boards"][board as usize - 1];
        if let Some(game) = state["arena"]["own-game"].as_str() {
            let side = if board["white"] == json!(own) { "white" } else { "black" };
            move_once(&mut player, game, side, own).await;
        }
    }
}

pub(crate) async fn an_arena_goes_on_when_its_node_is_lost() {
    let online =
        json!({ "minutes": 10, "increment": 0, "starts-at": null, "no-show": 60, "arena-minutes": 10 });
    let ClusterEvent { mut cluster, nodes, mut organiser, path, mut playing } =
        ClusterEvent::start(("arena", 1), online, play_in_arena).await;
    organiser.done(&format!("{path}/commands"), &json!({ "ask": { "kind": "open-arena" } })).await;
    let boards = |event: &Value| event["rounds"][0]["boards"].as_array().cloned().unwrap_or_default();
    let finished = |event: &Value| boards(event).iter().filter(|board| !board["result"].is_null()).count();
    organiser
        .until(&path, "games of all four", |event| boards(event).len() >= 2 && finished(event) >= 1)
        .await;
    nodes.send_modify(|nodes| nodes.retain(|node| *node != cluster.nodes[0].address));
    cluster.nodes.remove(0); // dropping it kills it
    let before = boards(&organiser.get(&path).await).len();
    let seen = organiser.until(&path, "new pairings", |event| boards(event).len() >= before + 2).await;
    playing.abort_all();
    let listed = boards(&seen);
    let mut games: Vec<&str> = listed.iter().filter_map(|board| board["game"].as_str()).collect();
    let opened = games.len();
    games.sort_unstable();
    games.dedup();
    assert_eq!(games.len(), opened, "each board has its own game: {seen}");
    for board in &listed {
        assert_ne!(board["white"], board["black"], "{seen}");
    }
    let open = |number: u64| {
        let open = listed.iter().filter(|board| board["result"].is_null());
        open.filter(|board| board["white"] == json!(number) || board["black"] == json!(number)).count()
    };
    assert!((1..=4).all(|number| open(number) <= 1), "nobody plays two games at a time: {seen}");
}

pub(crate) async fn an_exhibition_has_one_game_for_each_board() {
    let (mut cluster, nodes) = two_nodes().await;
    let mut host = Visitor::new(&nodes.subscribe(), 0);
    let terms = json!({ "title": "Evening", "boards": [{ "count": 4, "variant": "italian", "host": "white" }],
        "host-clock": { "minutes": 10 }, "player-clock": { "minutes": 10 }, "start": "as-boards-fill" });
    let made = host.done("/api/exhibitions", &json!({ "terms": terms })).await;
    let path = format!("/api/exhibitions/{}", made["id"].as_str().expect("an id"));
    host.done(&format!("{path}/commands"), &json!({ "ask": "start" })).await;
    let has_games = |count: usize| {
        move |seen: &Value| {
            let boards = seen["boards"].as_array().into_iter().flatten();
            boards.filter(|board| board["game"].is_string()).count() == count
        }
    };
    // Players join at the node that does not act.
    for number in 1..=2 {
        let mut player = Visitor::new(&nodes.subscribe(), 1);
        player.done(&format!("{path}/players"), &json!({ "name": format!("Player {number}") })).await;
    }
    host.first = 1;
    host.until(&path, "two games", has_games(2)).await;
    nodes.send_modify(|nodes| nodes.retain(|node| *node != cluster.nodes[0].address));
    cluster.nodes.remove(0); // dropping it kills it
    for number in 3..=4 {
        let mut player = Visitor::new(&nodes.subscribe(), 0);
        player.done(&format!("{path}/players"), &json!({ "name": format!("Player {number}") })).await;
    }
    host.until(&path, "four games", has_games(4)).await;
    host.until(&path, "every board is taken", |seen| seen["stage"] == json!("playing")).await;
    assert_eq!(count(&cluster, "SELECT count(*) FROM game"), 4);
    host.done(&format!("{path}/commands"), &json!({ "ask": "end" })).await;
    host.until(&path, "the end", |seen| seen["stage"] == json!("over")).await;
}
