//! Nothing that is asked for is ignored in silence: it is carried out, or refused with the reason.

use hyper::Method;
use serde_json::{Value, json};

use crate::common::Server;

/// A line each: method, path, body, status, and a word of the reason.
const REQUESTS: &str = r#"
POST /api/seeks | {"variant":"italian","minutes":5} | 201 |
POST /api/seeks | {"variant":"italian","minutes":5,"increment":null} | 422 | null
POST /api/seeks | {"variant":"italian","minutes":5,"rated":false,"odds":null} | 201 |
POST /api/seeks | {"variant":"italian","minuts":5} | 422 | minuts
POST /api/seeks | {"variant":"italian","minutes":5,"sight":["blindfold","board"]} | 422 | sight
POST /api/seeks | {"variant":"italian","minutes":5,"pace":"fast"} | 422 | pace
POST /api/seeks | {"variant":"italian","minutes":5,"simultaneous":"white"} | 422 | simultaneous
POST /api/seeks | {"variant":"italian","minutes":5,"men-given":[1,0]} | 422 | men-given
POST /api/seeks | {"variant":"italian","minutes":5,"odds":{"by":"seeker","men":9}} | 422 | 6
POST /api/seeks | {"variant":"italian","minutes":5,"odds":{"by":"seeker","man":1}} | 422 | man
POST /api/seeks | {"variant":"italian","minutes":5,"odds":{"by":"seeker"}} | 422 | odds
POST /api/seeks | {"variant":"italian","minutes":5,"rated":true,"odds":{"by":"seeker","men":1}} | 422 | equal terms
POST /api/seeks | {"variant":"italian","minutes":5,"blindfold":{"who":"both","terms":{"note":"allowed"}}} | 422 | note
POST /api/seeks | {"variant":"italian","minutes":5,"blindfold":{"who":"both"},"rated":true} | 422 | equal terms
POST /api/seeks | {"variant":"italian","minutes":5,"consultation":{"who":"both","minutes":10}} | 422 | captain
POST /api/seeks | {"variant":"italian","minutes":5,"consultation":{"who":"both","decide":"captain","minutes":10}} | 422 | captain
POST /api/seeks | {"variant":"italian","minutes":5,"consultation":{"who":"both","decide":"majority"}} | 201 |
POST /api/seeks | {"variant":"italian","minutes":5,"consultation":{"who":"both","decide":"majority","minute":3}} | 422 | minute
POST /api/seeks | {"variant":"italian","days":3,"increment":10} | 422 | days per move
POST /api/seeks | {"variant":"italian","minutes":5,"vacation-days":3} | 422 | vacation
POST /api/seeks | {"variant":"italian","minutes":5,"rating-range":{"from":1400}} | 422 | rated game
POST /api/games | {"variant":"italian","white":{"kind":"person"},"black":{"kind":"person"}} | 201 |
POST /api/games | {"variant":"italian","white":{"kind":"person","level":3},"black":{"kind":"person"}} | 422 | level
POST /api/games | {"variant":"italian","white":{"kind":"person"},"black":{"kind":"person"},"men-given":[9,0]} | 422 | 6
POST /api/games | {"variant":"italian","white":{"kind":"person"},"black":{"kind":"person"},"odds":[1],"men-given":[0,1]} | 422 | not both
POST /api/games | {"variant":"italian","white":{"kind":"engine","level":3},"black":{"kind":"person"},"profile":"table"} | 422 | two people
POST /api/games | {"variant":"italian","white":{"kind":"person"},"black":{"kind":"person"},"simultaneous":"white"} | 422 | simultaneous
POST /api/games | {"variant":"italian","white":{"kind":"person"},"black":{"kind":"person"},"pace":"fast"} | 422 | pace
POST /api/games | {"variant":"brazilian","white":{"kind":"person"},"black":{"kind":"person"},"pace":"fast"} | 422 | pace
POST /api/games | {"variant":"international","white":{"kind":"person"},"black":{"kind":"person"},"pace":"fast"} | 201 |
POST /api/games | {"variant":"international","white":{"kind":"person"},"black":{"kind":"person"},"pace":"fast","minutes":60} | 422 | 30 minutes
POST /api/games | {"variant":"italian","white":{"kind":"person"},"black":{"kind":"person"},"names":["An organiser who signs with a whole sentence",null]} | 422 | 40 characters
POST /api/games | {"variant":"italian","white":{"kind":"person"},"black":{"kind":"person"},"names":["Ann\u202ea",null]} | 422 | can be seen
POST /api/games | {"variant":"italian","white":{"kind":"person"},"black":{"kind":"person"},"names":["A\u0303na","\u0646\u06cc\u200c\u0645"]} | 201 |
POST /api/games | {"variant":"italian","white":{"kind":"person"},"black":{"kind":"person"},"blindfold":{"tries":3}} | 422 | sight of the board
POST /api/games | {"variant":"italian","white":{"kind":"person"},"black":{"kind":"person"},"clocks":[{"kind":"untimed","time":5},{"kind":"untimed"}]} | 422 | time
POST /api/games | {"variant":"english","white":{"kind":"person"},"black":{"kind":"person"},"profile":"table","occasion":"promotional"} | 422 | count
POST /api/games | {"variant":"brazilian","white":{"kind":"person"},"black":{"kind":"person"},"profile":"table","recording":"not-prescribed"} | 422 | ecord
POST /api/games | {"variant":"italian","white":{"kind":"person"},"black":{"kind":"person"},"clocks":[{"kind":"timed","stages":[[0,60000],[null,60000]],"bonus":"none","bonus-time":0,"periods":0,"period":0},{"kind":"untimed"}]} | 422 | 0 moves
POST /api/games | {"variant":"italian","white":{"kind":"person"},"black":{"kind":"person"},"variant":"english"} | 422 | “variant” is given twice
POST /api/games | {"variant":"italian","white":{"kind":"person"},"black":{"kind":"engine","level":3,"level":9}} | 422 | “level” is given twice
POST /api/seeks | {"variant":"italian","minutes":5,"minutes":50} | 422 | “minutes” is given twice
POST /api/account | {"name":"Marion","password":"a long sentence","name":"Tinsley"} | 422 | “name” is given twice
POST /api/session | {"name":"Marion","password":"a","password":"b"} | 422 | “password” is given twice
POST /api/seeks/none/accept | {"name":"a","name":"b"} | 422 | “name” is given twice
POST /api/study/position/italian/keep | [{"from":0,"from":1}] | 422 | “from” is given twice
GET /api/position?game=italian&game=english | | 400 | “game” is given twice
GET /api/leaderboard?lang=en&lang=it | | 400 | “lang” is given twice
POST /api/account | {"name":"Marion Franklin Tinsley II","password":"a long sentence"} | 422 | 24
POST /api/account | {"name":"Marion","password":"a long sentence","mail":"x"} | 422 | mail
POST /api/session | {"name":"Marion","password":"a long sentence","remember":true} | 422 | remember
POST /api/seeks | {"variant":"italian","minutes":5,"name":"A seeker whose name is far too long"} | 422 | 24
POST /api/seeks | {"variant":"italian","minutes":5,"name":"Mar\u0007ion"} | 422 | letters
POST /api/exhibitions/none/players | [] | 422 | object
POST /api/seeks | [] | 422 | object
POST /api/games | ["italian"] | 422 | object
POST /api/study/position/italian/keep | {} | 422 | list
POST /api/collections | {"name":"Bell \u0007"} | 422 | name
POST /api/import?game=chess | "1. 22-18 *" | 422 | italian
POST /api/import?gme=italian | "1. 22-18 *" | 400 | gme
POST /api/jobs?game=chess | "1. 22-18 *" | 422 | italian
GET /api/position?game=italian&move=22-18 | | 400 | move
GET /api/position?game=italian&moves=22-18&lang=it | | 200 |
GET /api/position?game=italian&lang=xx | | 400 | en, it, pt
GET /api/games/none/rulings?lang=english | | 400 | en, it, pt
GET /api/analysis?game=italian&line=2 | | 400 | line
GET /api/analysis?game=italian&lines=6 | | 422 | 5
GET /api/analysis?game=italian&lines=0 | | 422 | 5
GET /api/endgame?game=italian&fen=W:WK1:BK32&limt=20 | | 400 | limt
GET /api/endgame?game=italian&fen=W:WK1:BK32&limit=20 | | 422 | count
GET /api/endgame?game=italian&fen=W:WK1:BK32&count=3&limit=9 | | 422 | 10
GET /api/diagram.svg?game=italian&botom=black | | 400 | botom
GET /api/library?result=loss | | 422 | white, black
GET /api/library?game=chess | | 422 | italian
GET /api/library?page=two | | 422 | two
GET /api/library?game=&result=&page= | | 200 |
GET /api/live?pge=2 | | 400 | pge
GET /api/leaderboard?variant=italian | | 400 | variant
GET /api/games/none?after=3 | | 400 | after
GET /api/games/none/stream?seq=3 | | 400 | seq
GET /api/games/none/record?referee=Anna | | 400 | referee
GET /api/seeks?variant=italian | | 400 | variant
GET /api/events/none?round=2 | | 400 | round
GET /api/exhibitions?page=2 | | 400 | page
POST /api/seeks?colour=white | {"variant":"italian","minutes":5} | 400 | colour
GET /learn?source=mail | | 200 |
POST /api/exhibitions | {"terms":{"title":"Club","boards":[{"count":2,"variant":"italian"}]}} | 201 |
POST /api/exhibitions | {"terms":{"title":"Club","boards":[{"count":2,"variant":"italian","hosts":"white"}]}} | 422 | hosts
POST /api/exhibitions | {"terms":{"title":"Club\u202e","boards":[{"count":2,"variant":"italian"}]}} | 422 | title
POST /api/exhibitions | {"terms":{"title":"Club","boards":[{"count":2,"variant":"italian"}],"clock":{"minutes":5}}} | 422 | clock
POST /api/exhibitions | {"terms":{"title":"Club","boards":[{"count":2,"variant":"italian"}],"player-clock":{"per-move":30,"increment":5}}} | 422 | time
POST /api/exhibitions | {"terms":{"title":"Club","boards":[{"count":2,"variant":"italian"}],"player-clock":{"per-move":30,"minutes":5}}} | 422 | time
POST /api/exhibitions | {"terms":{"title":"Club","boards":[{"count":2,"variant":"italian"}],"player-clock":{"increment":5}}} | 422 | time
POST /api/exhibitions | {"terms":{"title":"Club","boards":[{"count":2,"variant":"italian"}],"blindfold":{"notes":"forbiden"}}} | 422 | forbidden
"#;

/// A charter that an event can have.
const CHARTER: &str = r#"{"version":1,"name":"Cup","variant":"italian","system":"dutch","rounds":3,
    "scoring":{"win":"2","draw":"1","loss":"0","bye":"2"},"tie-breaks":["BH"],"first-colour":"white"}"#;

/// Changes of the charter, a line each: the members that replace those of the charter, status, and a word of the reason.
const CHARTERS: &str = r#"
{} | 201 |
{"round":5} | 422 | round
{"name":"Cup\u200b"} | 422 | name
{"place":"Ro\u202ame"} | 422 | name
{"scoring":{"win":"2","draw":"1","loss":"0","bye":"2","forfeit":"0"}} | 422 | forfeit
{"tie-breaks":["BHX"]} | 422 | BHX
{"tie-breaks":["BH","DE","BH"]} | 422 | BH
{"acceleration":"baku"} | 201 |
{"acceleration":"baku","system":"rotation"} | 422 | Swiss
{"system":"double","games":1} | 422 | two games
{"system":"double"} | 422 | two games
{"system":"double","games":2} | 201 |
{"system":"round-robin","team-boards":4,"games":2} | 422 | team
{"team-boards":1} | 422 | team
{"at-once":1} | 422 | round robin
{"system":"round-robin","at-once":1,"rounds":1} | 422 | round robin
{"system":"arena"} | 422 | arena
{"online":{"minutes":5,"no-show":60,"arena-minutes":30}} | 422 | arena
{"online":{"minutes":5,"no-show":60,"window-days":7,"correspondence":{"days":3,"per":"move"}}} | 422 | arranged dates
{"online":{"correspondence":{"days":3,"per":"move","holidays":3}}} | 422 | holidays
{"online":{"correspondence":{"days":3,"per":"move","vacation":90}}} | 422 | correspondence
{"online":{"minutes":5,"increment":61,"no-show":60}} | 422 | minutes
{"openings":{"deck":"three-move","seed":"x","scope":"pairing","barred":[100000]}} | 422 | deck
{"openings":{"deck":"three-move","seed":"x","scope":"pairing","barred":[0]}} | 422 | deck
{"openings":{"deck":"three-move","seed":"","scope":"pairing"}} | 422 | seed
{"openings":{"deck":"three-move","seed":"x","scope":"pairing","repeat":true}} | 422 | repeat
"#;

fn lines(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().filter(|line| !line.is_empty()).map(|line| line.split('|').map(str::trim).collect())
}

/// Sends a request, and says how the answer differs from what it should be.
async fn difference(
    server: &Server,
    (method, path): (&str, &str),
    body: &str,
    wanted: (&str, &str),
) -> Option<String> {
    let method: Method = method.parse().expect("a method");
    let body = (!body.is_empty()).then(|| ("application/json", body.to_owned()));
    let mut client = server.client().with("accept-language", "en");
    let answer = client.send_body(method, path, body.clone()).await.expect("an answer");
    let (status, word) = wanted;
    let fits = answer.status.to_string() == status && (word.is_empty() || answer.text.contains(word));
    (!fits).then(|| format!("{path} {body:?}: {} {}", answer.status, answer.text))
}

#[tokio::test]
async fn what_would_be_ignored_is_refused() {
    let server = Server::start().await;
    let mut differences = Vec::new();
    for line in lines(REQUESTS) {
        let [request, body, status, word] = line[..] else { panic!("four fields: {line:?}") };
        let request = request.split_once(' ').expect("a method and a path");
        differences.extend(difference(&server, request, body, (status, word)).await);
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    server.stop().await;
}

#[tokio::test]
async fn terms_of_an_event_that_would_be_ignored_are_refused() {
    let server = Server::start().await;
    let mut differences = Vec::new();
    for line in lines(CHARTERS) {
        let [changes, status, word] = line[..] else { panic!("three fields: {line:?}") };
        let mut charter: Value = serde_json::from_str(CHARTER).expect("a charter");
        let changes: Value = serde_json::from_str(changes).expect(changes);
        for (member, value) in changes.as_object().expect("an object") {
            charter[member] = value.clone();
        }
        let body = json!({ "charter": charter, "organiser": "Olga" }).to_string();
        differences.extend(difference(&server, ("POST", "/api/events"), &body, (status, word)).await);
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    server.stop().await;
}

/// Forms show at a field what is wrong with it.
#[tokio::test]
async fn a_refusal_names_the_part_of_the_terms_that_it_is_about() {
    let server = Server::start().await;
    let mut client = server.client();
    let person = json!({ "kind": "person" });
    let game = |more: Value| {
        let mut wish = json!({ "variant": "italian", "white": person, "black": person });
        wish.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        wish
    };
    let seek = |odds: Value| json!({ "variant": "italian", "minutes": 5, "open": true, "odds": odds });
    for (path, body, about) in [
        ("/api/games", game(json!({ "men-given": [9, 0] })), json!("odds-men")),
        ("/api/games", game(json!({ "moves-given": [[22, 8]] })), json!("odds-moves")),
        ("/api/games", game(json!({ "minutes": 700 })), json!("clock")),
        ("/api/games", game(json!({ "ballot": "none" })), Value::Null),
        ("/api/seeks", seek(json!({ "by": "seeker" })), json!("odds")),
        ("/api/seeks", seek(json!({ "by": "seeker", "squares": [1] })), json!("odds-men")),
        ("/api/seeks", seek(json!({ "by": "seeker", "minutes": 5 })), json!("odds-minutes")),
    ] {
        let refused = client.post(path, &body).await.expect("an answer");
        assert_eq!((refused.status, &refused.json["about"]), (422, &about), "{body}: {}", refused.text);
    }
    server.stop().await;
}
