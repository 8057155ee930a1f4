//! Attacks on what came after the first games: jobs, push messages, collections, events, exhibitions, conditional moves, accounts,
//! games against the engine.

use std::collections::VecDeque;
use std::time::Duration;

use damiera_rules::{Italian, Position};

use crate::Scale;
use crate::attacks::{Attack, Outcome, check, failed, flood, flooded, games};
use crate::client::{Client, address};
use crate::server::Server;

pub(crate) const API_ATTACKS: &[Attack] = &[
    Attack { name: "jobs asked for and cancelled", run: jobs, memory: 150.0 },
    Attack { name: "collections and removals", run: collections, memory: 64.0 },
    Attack { name: "push to private addresses", run: push, memory: 32.0 },
    Attack { name: "trees of conditional moves", run: conditional, memory: 64.0 },
    Attack { name: "events and exhibitions", run: announcements, memory: 100.0 },
    Attack { name: "what belongs to others", run: strangers, memory: 64.0 },
    Attack { name: "bodies without end", run: bodies, memory: 64.0 },
    Attack { name: "exports of a large account", run: exports, memory: 150.0 },
    Attack { name: "lists and tables", run: lists, memory: 64.0 },
    Attack { name: "games against the engine", run: engine, memory: 200.0 },
    Attack { name: "many players by club", run: clubs, memory: 64.0 },
    Attack { name: "marks without end", run: marks, memory: 100.0 },
];

/// Asks, and fails on an answer that is the server's fault.
fn ask(client: &mut Client, method: &str, path: &str, body: &[u8]) -> Result<(u16, String), String> {
    let answer = client.ask_again(method, path, body).map_err(failed)?;
    check(answer.status < 500 || answer.status == 507, format!("{method} {path}: {}", answer.status))?;
    let id = answer.member("id");
    Ok((answer.status, id))
}

fn jobs(server: &Server, scale: &Scale) -> Outcome {
    // A job is cancelled at once, so that the limit of waiting games does not stop the next one.
    let move_text = format!("{{{}}}", "x".repeat(scale.bomb / 20));
    let game = format!("[GameType \"22\"]\n\n1. 22-18 {move_text} 11-14 *\n\n");
    let file = game.repeat(8);
    let before = server.stored();
    let answers = flood(server, scale, &address(20, 0), |client| {
        let made = client.ask("POST", "/api/jobs", file.as_bytes())?;
        if made.status == 201 {
            client.ask("DELETE", &format!("/api/jobs/{}", made.member("id")), b"")?;
        }
        Ok(made)
    });
    let said = flooded("jobs", answers, 40 + scale.flood.as_secs() as usize)?;
    let grown = server.stored() - before;
    // What a cancelled job leaves is used again; the journal may hold a few jobs.
    check(grown < 64.0, format!("the database grew by {grown:.0} MB"))?;
    Ok(format!("{said}, database +{grown:.0} MB"))
}

fn collections(server: &Server, scale: &Scale) -> Outcome {
    let mut owner = server.client(&address(21, 0));
    let (_, id) = ask(&mut owner, "POST", "/api/collections", br#"{"name":"Endings"}"#)?;
    check(!id.is_empty(), "no collection")?;
    let ids = |count: usize| format!(r#"{{"games":[{}]}}"#, vec!["\"aaaaaaaaaa\""; count].join(","));
    let (most, more) = (ids(2_000), ids(2_001));
    let path = format!("/api/collections/{id}/games");
    for (method, path) in [("PUT", path.as_str()), ("DELETE", &path), ("POST", "/api/library/remove")] {
        let (status, _) = ask(&mut owner, method, path, more.as_bytes())?;
        check(status == 422, format!("{method} {path} of 2,001 games: {status}"))?;
        let (status, _) = ask(&mut server.client(&address(21, 1)), method, path, most.as_bytes())?;
        check([204, 404].contains(&status), format!("{method} {path} by a stranger: {status}"))?;
    }
    let answers = flood(server, scale, &address(21, 2), |client| {
        let mut answer = client.ask("POST", "/api/library/remove", most.as_bytes())?;
        answer.status = if answer.status == 204 { 200 } else { answer.status };
        Ok(answer)
    });
    flooded("removals of 2,000 games", answers, 70 + scale.flood.as_secs() as usize)
}

fn push(server: &Server, scale: &Scale) -> Outcome {
    let keys = r#""keys":{"p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4","auth":"BTBZMqHH6r4Tts7J_aSIgg"}"#;
    let inside = [
        "http://push.example.org/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://10.0.0.1:8443/x",
        "https://169.254.169.254/latest/meta-data",
        "https://[fd00::1]/",
        "https://[::ffff:192.168.1.1]/",
        "https://0.0.0.0/",
        "https://user:word@push.example.org/",
        "file:///etc/passwd",
        "gopher://127.0.0.1:6379/_FLUSHALL",
        "https:///nowhere",
    ];
    for (n, endpoint) in inside.iter().enumerate() {
        let body = format!(r#"{{"endpoint":"{endpoint}",{keys}}}"#);
        let (status, _) = ask(&mut server.client(&address(22, n)), "PUT", "/api/push", body.as_bytes())?;
        check(status == 422, format!("{endpoint}: {status}"))?;
    }
    let long = format!(r#"{{"endpoint":"https://push.example.org/{}",{keys}}}"#, "x".repeat(100_000));
    let (status, _) = ask(&mut server.client(&address(22, 99)), "PUT", "/api/push", long.as_bytes())?;
    check(status == 422, format!("a long endpoint: {status}"))?;
    let body = format!(r#"{{"endpoint":"https://push.example.org/x",{keys}}}"#);
    let answers = flood(server, scale, &address(22, 100), |client| {
        let mut answer = client.ask("PUT", "/api/push", body.as_bytes())?;
        answer.status = if answer.status == 204 { 200 } else { answer.status };
        Ok(answer)
    });
    flooded("subscriptions", answers, 70 + scale.flood.as_secs() as usize)
}

/// A correspondence game of two visitors: White's and Black's clients, and the game's id.
fn correspondence(server: &Server, kind: u8) -> Result<(Client, Client, String), String> {
    let (mut white, mut black) = (server.client(&address(kind, 0)), server.client(&address(kind, 1)));
    let seek = br#"{"variant":"italian","days":3,"colour":"white","open":true}"#;
    let (_, seek) = ask(&mut white, "POST", "/api/seeks", seek)?;
    let taken = black.ask("POST", &format!("/api/seeks/{seek}/accept"), b"{}").map_err(failed)?;
    let game = taken.member("game");
    check(!game.is_empty(), format!("no game: {}", taken.body))?;
    Ok((white, black, game))
}

fn conditional(server: &Server, scale: &Scale) -> Outcome {
    let (mut white, mut black, game) = correspondence(server, 23)?;
    let path = format!("/api/games/{game}/conditional");
    // The first move of Black is expected, then both go on; a chain of nodes is as deep as the game is long.
    let line = ["22-18", "11-14", "18x11", "6x15", "21-17", "12-16"];
    let node = |parent: Option<usize>, i: usize| {
        let parent = parent.map_or("null".to_owned(), |parent| parent.to_string());
        format!(r#"{{"parent":{parent},"opponent":"{}","reply":"{}"}}"#, line[i % 3 * 2], line[i % 3 * 2 + 1])
    };
    let body = |nodes: &[String]| format!(r#"{{"moves":[{}]}}"#, nodes.join(","));
    let wide: Vec<String> = (0..5_000).map(|i| node(None, i)).collect();
    let chain: Vec<String> = (0..3_usize).map(|i| node(i.checked_sub(1), i)).collect();
    let own_turn = ask(&mut white, "PUT", &path, body(&chain).as_bytes())?.0;
    check(own_turn == 422 || own_turn == 409, format!("in one's own turn: {own_turn}"))?;
    let stranger = ask(&mut server.client(&address(23, 9)), "PUT", &path, body(&chain).as_bytes())?.0;
    check(stranger == 403, format!("by a stranger: {stranger}"))?;
    let too_many = ask(&mut black, "PUT", &path, body(&wide).as_bytes())?.0;
    check(too_many == 422, format!("5,000 nodes: {too_many}"))?;
    for parent in ["1", "65535", "-1", "1e9", "\"0\"", "[]"] {
        let text = format!(r#"{{"moves":[{{"parent":{parent},"opponent":"22-18","reply":"9-13"}}]}}"#);
        let status = ask(&mut black, "PUT", &path, text.as_bytes())?.0;
        check(status == 422, format!("parent {parent}: {status}"))?;
    }
    // The largest tree, again and again, as fast as the server takes it.
    let full = body(&largest_tree());
    let end = std::time::Instant::now() + scale.flood;
    let (mut stored, mut refused) = (0, 0);
    while std::time::Instant::now() < end {
        match ask(&mut black, "PUT", &path, full.as_bytes())?.0 {
            204 => stored += 1,
            429 => {
                refused += 1;
                std::thread::sleep(Duration::from_millis(1));
            }
            other => return Err(format!("a tree: {other}")),
        }
    }
    check(stored > 0 && stored <= 3_000 + 50 * scale.flood.as_secs() as usize, format!("{stored} trees"))?;
    Ok(format!("{stored} trees stored, {refused} refused"))
}

/// As many nodes as a tree may have: Black's first reply to every move of White, level by level.
fn largest_tree() -> Vec<String> {
    let mut waiting = VecDeque::from([("null".to_owned(), Position::<Italian>::start())]);
    let mut nodes = Vec::new();
    while let Some((parent, position)) = waiting.pop_front() {
        for m in &position.legal() {
            let between = position.after(m);
            let Some(reply) = between.legal().first().copied() else { continue };
            let (opponent, answer) = (position.notation(m), between.notation(&reply));
            waiting.push_back((nodes.len().to_string(), between.after(&reply)));
            nodes.push(format!(r#"{{"parent":{parent},"opponent":"{opponent}","reply":"{answer}"}}"#));
            if nodes.len() == 100 {
                return nodes;
            }
        }
    }
    nodes
}

fn announcements(server: &Server, scale: &Scale) -> Outcome {
    let online = r#"{"charter":{"version":1,"name":"Online","place":"","pace":"","variant":"italian","system":"round-robin","rounds":3,"scoring":{"win":"2","draw":"1","loss":"0","bye":"2"},"tie-breaks":["SB"],"first-colour":"white","online":{"minutes":10,"increment":0,"starts-at":null,"no-show":60}},"organiser":"Olga"}"#;
    let events =
        flood(server, scale, &address(24, 0), |client| client.ask("POST", "/api/events", online.as_bytes()));
    let first = flooded("events", events, 62)?;
    let terms =
        r#"{"terms":{"title":"Evening","boards":[{"count":60,"variant":"italian"}],"start":"together"}}"#;
    let exhibitions = flood(server, scale, &address(24, 1), |client| {
        client.ask("POST", "/api/exhibitions", terms.as_bytes())
    });
    let second = flooded("exhibitions", exhibitions, 62)?;
    let groups = vec![r#"{"count":1,"variant":"italian"}"#; 5_000].join(",");
    let huge = format!(r#"{{"terms":{{"title":"x","boards":[{groups}]}}}}"#);
    let (status, _) = ask(&mut server.client(&address(24, 2)), "POST", "/api/exhibitions", huge.as_bytes())?;
    check(status == 422, format!("5,000 boards: {status}"))?;
    Ok(format!("{first}; {second}"))
}

fn strangers(server: &Server, _: &Scale) -> Outcome {
    let (mut white, _, game) = correspondence(server, 25)?;
    let mut owner = server.client(&address(25, 2));
    let (_, collection) = ask(&mut owner, "POST", "/api/collections", br#"{"name":"Endings"}"#)?;
    let (_, job) = ask(&mut owner, "POST", "/api/jobs", &games(1))?;
    let charter = br#"{"charter":{"version":1,"name":"Cup","place":"","pace":"","variant":"italian","system":"round-robin","rounds":3,"scoring":{"win":"2","draw":"1","loss":"0","bye":"2"},"tie-breaks":["SB"],"first-colour":"white"},"organiser":"Olga"}"#;
    let (_, event) = ask(&mut owner, "POST", "/api/events", charter)?;
    let terms =
        br#"{"terms":{"title":"Evening","boards":[{"count":2,"variant":"italian"}],"start":"together"}}"#;
    let (_, exhibition) = ask(&mut owner, "POST", "/api/exhibitions", terms)?;
    for id in [&collection, &job, &event, &exhibition] {
        check(!id.is_empty(), "nothing to attack")?;
    }
    let odd = ["%00", "..%2f..", "%F0%9F%92%A9", "-1", "99999999999999999999", &"x".repeat(4_000), "%ff%fe"];
    let (mut tried, mut stranger) = (0, server.client(&address(25, 3)));
    let mut refuse = |client: &mut Client, method: &str, path: &str, body: &[u8]| {
        let (status, _) = ask(client, method, path, body)?;
        tried += 1;
        check((400..500).contains(&status), format!("{method} {path}: {status}"))
    };
    let name = br#"{"name":"Mine"}"#.as_slice();
    let own = [
        ("PUT", format!("/api/collections/{collection}"), name),
        ("DELETE", format!("/api/collections/{collection}"), b""),
        ("POST", format!("/api/collections/{collection}/restore"), b""),
        ("PUT", format!("/api/collections/{collection}/games"), br#"{"games":["x"]}"#),
        ("GET", format!("/api/jobs/{job}"), b""),
        ("GET", format!("/api/jobs/{job}/pdn"), b""),
        ("GET", format!("/api/jobs/{job}/games/1"), b""),
        ("DELETE", format!("/api/jobs/{job}"), b""),
        ("POST", format!("/api/events/{event}/commands"), br#"{"ask":{"kind":"pair-round"}}"#),
        ("POST", format!("/api/events/{event}/invitations"), br#"{"role":"arbiter","name":"Bruno"}"#),
        ("POST", format!("/api/events/{event}/preview"), br#"{"pairs":[],"bye":[]}"#),
        ("POST", format!("/api/exhibitions/{exhibition}/commands"), br#"{"ask":"start"}"#),
        ("DELETE", format!("/api/exhibitions/{exhibition}/players/1"), b""),
        ("GET", format!("/api/games/{game}/conditional"), b""),
        ("GET", format!("/api/games/{game}/consultation"), b""),
        ("POST", format!("/api/games/{game}/consultation/link"), b""),
        ("POST", format!("/api/games/{game}/commands"), br#"{"by":"white","ask":"resign"}"#),
        ("GET", "/api/account/export".to_owned(), b""),
        ("GET", "/api/moderation".to_owned(), b""),
        ("PUT", "/api/moderation/accounts/Marion".to_owned(), br#"{"muted":true,"banned":true}"#),
    ];
    for (method, path, body) in &own {
        refuse(&mut stranger, method, path, body)?;
    }
    for id in odd {
        for (method, path, body) in [
            ("PUT", format!("/api/collections/{id}"), name),
            ("GET", format!("/api/jobs/{id}"), b""),
            ("GET", format!("/api/jobs/{job}/games/{id}"), b""),
            ("GET", format!("/api/events/{id}"), b""),
            ("POST", format!("/api/exhibitions/{id}/players"), b"{}"),
            ("DELETE", format!("/api/exhibitions/{exhibition}/players/{id}"), b""),
            ("GET", format!("/api/games/{id}/conditional"), b""),
            ("POST", "/api/sides".to_owned(), br#"{"token":"x"}"#),
            ("GET", format!("/api/endgame?game=italian&fen={id}&count={id}"), b""),
            ("GET", format!("/api/leaderboard?game={id}&pace={id}"), b""),
            ("GET", format!("/api/live?page={id}x"), b""),
            ("DELETE", format!("/api/moderation/reports/{id}"), b""),
        ] {
            refuse(&mut stranger, method, &path, body)?;
        }
    }
    check(ask(&mut white, "GET", &format!("/api/games/{game}"), b"")?.0 == 200, "the game goes on")?;
    Ok(format!("{tried} requests refused"))
}

fn bodies(server: &Server, scale: &Scale) -> Outcome {
    let deep = format!(r#"{{"games":{}"#, "[".repeat(200_000));
    let nested = format!(r#"{{"moves":{}{}}}"#, "[".repeat(120_000), "]".repeat(120_000));
    let large = format!(r#"{{"name":"{}"}}"#, "x".repeat(4 * scale.bomb));
    let numbers = format!(r#"{{"pairs":[],"bye":[{}]}}"#, vec!["9"; 100_000].join(","));
    let paths = [
        ("PUT", "/api/collections/x/games"),
        ("POST", "/api/library/remove"),
        ("POST", "/api/collections"),
        ("PUT", "/api/push"),
        ("PUT", "/api/games/x/conditional"),
        ("PUT", "/api/games/x/consultation"),
        ("POST", "/api/sides"),
        ("POST", "/api/events"),
        ("POST", "/api/events/x/commands"),
        ("POST", "/api/events/x/preview"),
        ("POST", "/api/exhibitions"),
        ("POST", "/api/exhibitions/x/players"),
        ("PUT", "/api/account/settings"),
        ("POST", "/api/reports"),
    ];
    let mut tried = 0;
    for (n, (method, path)) in paths.iter().enumerate() {
        for body in [&deep, &nested, &large, &numbers] {
            // A body that is too large is not read: the connection may be closed before all of it was sent.
            let Ok(answer) = server.client(&address(26, n)).ask(method, path, body.as_bytes()) else {
                continue;
            };
            tried += 1;
            check((400..500).contains(&answer.status), format!("{method} {path}: {}", answer.status))?;
        }
    }
    check(tried >= 2 * paths.len(), format!("only {tried} answers"))?;
    Ok(format!("{tried} refused"))
}

fn exports(server: &Server, scale: &Scale) -> Outcome {
    let mut owner = server.client(&address(27, 0));
    let entry = br#"{"name":"Marion","password":"a long sentence of mine"}"#;
    let (status, _) = ask(&mut owner, "POST", "/api/account", entry)?;
    check(status == 201, format!("an account: {status}"))?;
    let comment = format!("{{{}}}", "x".repeat(scale.bomb / 4));
    for n in 0..scale.exports {
        let file = format!("[GameType \"22\"]\n[Event \"{n}\"]\n\n1. 22-18 {comment} 11-14 *\n");
        let (status, _) = ask(&mut owner, "POST", "/api/import", file.as_bytes())?;
        check(status == 201, format!("import {n}: {status}"))?;
    }
    let before = server.memory();
    let mut readers = Vec::new();
    for _ in 0..10 {
        let mut reader = server.client(&address(27, 0));
        reader.copy_cookies(&owner);
        reader.send("GET", "/api/account/export", "Connection: close\r\n", b"").map_err(failed)?;
        readers.push(reader);
    }
    std::thread::sleep(scale.pause);
    let held = server.memory() - before;
    let size = (scale.exports * scale.bomb / 4) as f64 / 1e6;
    check(held < 100.0, format!("ten exports of {size:.0} MB hold {held:.0} MB"))?;
    let read = readers.pop().map_or(0, |mut reader| reader.read_to_end());
    check(read as f64 / 1e6 >= size, format!("{read} of {size:.0} MB were read"))?;
    Ok(format!("10 unread exports of {size:.0} MB hold {held:.0} MB"))
}

fn lists(server: &Server, scale: &Scale) -> Outcome {
    let paths = [
        "/api/leaderboard?game=italian&pace=blitz&page=99999999",
        "/leaderboard",
        "/api/live?page=9999999999",
        "/watch",
        "/api/exhibitions",
        "/events",
        "/api/collections",
        "/api/jobs",
        "/api/correspondence",
    ];
    let turn = std::sync::atomic::AtomicUsize::new(0);
    let answers = flood(server, scale, &address(28, 0), |client| {
        let next = turn.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        client.ask("GET", paths[next % paths.len()], b"")
    });
    flooded("lists", answers, 1_200 + 100 * (scale.flood.as_secs() as usize + 3))
}

fn engine(server: &Server, scale: &Scale) -> Outcome {
    // A man less, so that the engine's book has no move.
    let game = |white: &str, black: &str| {
        format!(r#"{{"variant":"italian","white":{white},"black":{black},"men-given":[0,1]}}"#)
    };
    let (person, strong) = (r#"{"kind":"person"}"#, r#"{"kind":"engine","level":10}"#);
    let mut greedy = server.client(&address(29, 0));
    for n in 0..scale.analyses * 3 {
        // Some of them are played on without anybody.
        let black = if n % 2 == 0 { person } else { strong };
        let (status, _) = ask(&mut greedy, "POST", "/api/games", game(strong, black).as_bytes())?;
        check(status == 201, format!("game {n}: {status}"))?;
    }
    let mut slowest = Duration::ZERO;
    for n in 1..=3 {
        let mut other = server.client(&address(29, n));
        let weak = game(person, r#"{"kind":"engine","level":1}"#);
        let (_, id) = ask(&mut other, "POST", "/api/games", weak.as_bytes())?;
        let command = br#"{"by":"white","ask":"move","notation":"22-18"}"#;
        let (status, _) = ask(&mut other, "POST", &format!("/api/games/{id}/commands"), command)?;
        check(status == 200, format!("a move: {status}"))?;
        let begun = std::time::Instant::now();
        // The engine has moved once it is White's turn again.
        while !other
            .ask("GET", &format!("/api/games/{id}"), b"")
            .map_err(failed)?
            .body
            .contains(r#""turn":"white""#)
        {
            check(begun.elapsed() < Duration::from_secs(10), "the engine does not answer others")?;
            std::thread::sleep(Duration::from_millis(50));
        }
        slowest = slowest.max(begun.elapsed());
    }
    Ok(format!("others wait {:.1} s for the engine", slowest.as_secs_f64()))
}

fn clubs(server: &Server, scale: &Scale) -> Outcome {
    let charter = br#"{"charter":{"version":1,"name":"Cup","place":"","pace":"","variant":"italian","system":"round-robin","rounds":9,"scoring":{"win":"2","draw":"1","loss":"0","bye":"2"},"tie-breaks":["SB"],"first-colour":"white"},"organiser":"Olga"}"#;
    let players = (25 * scale.analyses).min(500);
    let list: String = (0..players).map(|n| format!("P{n};;Club {}\\n", n % 7)).collect();
    let enter = format!(r#"{{"ask":{{"kind":"enter-text","text":"{list}"}}}}"#);
    let number = br#"{"ask":{"kind":"number-players","order":"by-club"}}"#;
    let mut slowest = Duration::ZERO;
    for n in 0..4 {
        let mut organiser = server.client(&address(30, n));
        let (_, event) = ask(&mut organiser, "POST", "/api/events", charter)?;
        let path = format!("/api/events/{event}/commands");
        let (status, _) = ask(&mut organiser, "POST", &path, enter.as_bytes())?;
        check(status == 200, format!("a list of players: {status}"))?;
        for _ in 0..5 {
            let begun = std::time::Instant::now();
            let (status, _) = ask(&mut organiser, "POST", &path, number)?;
            check(status == 200, format!("numbers: {status}"))?;
            slowest = slowest.max(begun.elapsed());
        }
    }
    Ok(format!("{players} players, slowest {:.1} s", slowest.as_secs_f64()))
}

fn marks(server: &Server, scale: &Scale) -> Outcome {
    let mut client = server.client(&address(31, 0));
    let text = format!("[GameType \"22\"]\n\n1. 22-18 {}*\n", "$1 ".repeat(scale.bomb / 4));
    let (status, id) = ask(&mut client, "POST", "/api/import", text.as_bytes())?;
    check(status == 201 && !id.is_empty(), format!("no study: {status}"))?;
    let mut longest = 0;
    for n in 0..20 {
        let path = format!("/api/study/imported/{id}");
        let answer = server.client(&address(31, n)).ask("GET", &path, b"").map_err(failed)?;
        check(answer.status == 200, format!("a study: {}", answer.status))?;
        longest = longest.max(answer.body.len());
    }
    check(longest < 100_000, format!("a study of {longest} bytes"))?;
    Ok(format!("studies of {longest} bytes"))
}
