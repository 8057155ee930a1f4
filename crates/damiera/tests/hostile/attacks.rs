//! The attacks. Each returns what came of it, or what went wrong.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::Scale;
use crate::client::{Answer, Client, address};
use crate::server::Server;

pub(crate) type Outcome = Result<String, String>;

/// An attack: its name, what it does, and by how many MB the server may grow.
pub(crate) struct Attack {
    pub(crate) name: &'static str,
    pub(crate) run: fn(&Server, &Scale) -> Outcome,
    pub(crate) memory: f64,
}

pub(crate) const ATTACKS: &[Attack] = &[
    Attack { name: "lobby with idle readers", run: lobby, memory: 100.0 },
    Attack { name: "streams that nobody reads", run: streams, memory: 100.0 },
    Attack { name: "games followed and not read", run: followers, memory: 100.0 },
    Attack { name: "answers that nobody reads", run: unread, memory: 64.0 },
    Attack { name: "PDN bombs", run: bombs, memory: 400.0 },
    Attack { name: "kept games", run: keep, memory: 64.0 },
    Attack { name: "imports", run: imports, memory: 200.0 },
    Attack { name: "pages and games", run: pages, memory: 64.0 },
    Attack { name: "pages one behind the other", run: pipelined_pages, memory: 64.0 },
    Attack { name: "reading studies", run: studies, memory: 100.0 },
    Attack { name: "all places of analysis", run: analysis, memory: 200.0 },
    Attack { name: "terms without end", run: terms, memory: 32.0 },
    Attack { name: "requests that do not come", run: slow_heads, memory: 32.0 },
    Attack { name: "clients behind a proxy", run: proxy, memory: 64.0 },
    Attack { name: "an IPv6 network", run: networks, memory: 32.0 },
    Attack { name: "a name that points here", run: rebinding, memory: 16.0 },
];

pub(crate) fn check(holds: bool, what: impl Into<String>) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.into()) }
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` passes errors by value")]
pub(crate) fn failed(error: std::io::Error) -> String {
    error.to_string()
}

const SEEK: &[u8] = br#"{"variant":"italian","minutes":5,"increment":3,"open":true}"#;

/// Opens seeks for visitors at many addresses, forty from each.
fn open_seeks(server: &Server, seeks: usize) -> Result<usize, String> {
    let mut opened = 0;
    for i in 0..seeks {
        let answer = server.client(&address(1, i / 40)).ask("POST", "/api/seeks", SEEK).map_err(failed)?;
        opened += usize::from(answer.status == 201);
    }
    Ok(opened)
}

fn lobby(server: &Server, scale: &Scale) -> Outcome {
    let follow = |i: usize| {
        let mut client = server.client(&address(2, i / 50));
        client.follow(r#"{"type":"lobby"}"#).map(|()| client).map_err(failed)
    };
    let mut idle = (0..scale.readers / 2).map(follow).collect::<Result<Vec<_>, _>>()?;
    let opened = open_seeks(server, scale.seeks)?;
    for i in idle.len()..scale.readers {
        idle.push(follow(i)?);
    }
    check(opened >= scale.seeks * 9 / 10, format!("only {opened} seeks"))?;
    // The same visitor opens and withdraws without end, from one address.
    let (mut client, mut accepted) = (server.client(&address(3, 0)), 0);
    for _ in 0..200 {
        let put = client.ask("POST", "/api/seeks", SEEK).map_err(failed)?;
        let withdrawn =
            client.ask("DELETE", &format!("/api/seeks/{}", put.member("id")), b"").map_err(failed)?;
        accepted += usize::from(put.status == 201) + usize::from(withdrawn.status == 204);
    }
    check(accepted < 350, format!("{accepted} changes of one client were accepted"))?;
    std::thread::sleep(scale.pause);
    Ok(format!("{opened} seeks, {} idle readers", idle.len()))
}

/// A game with as many moves before it as is allowed, and so with a large view.
fn large_game(server: &Server) -> Result<String, String> {
    let moves: Vec<String> = (0..4_000).map(|i| format!("\"{}\"", ["22-18", "11-14"][i % 2])).collect();
    let huge = game_with(&format!(r#","opening":[{}]"#, moves.join(",")));
    let mut client = server.client(&address(4, 0));
    let refused = client.ask("POST", "/api/games", huge.as_bytes()).map_err(failed)?;
    check(refused.status == 422, format!("an opening of 4,000 moves: {}", refused.status))?;
    let made = client.ask("POST", "/api/games", game_with("").as_bytes()).map_err(failed)?;
    check(made.status == 201, "no game")?;
    let path = format!("/api/games/{}/commands", made.member("id"));
    for i in 0..200 {
        let (by, ask) = if i % 2 == 0 { ("white", "offer-draw") } else { ("black", "decline-draw") };
        let command = format!(r#"{{"by":"{by}","ask":"{ask}"}}"#);
        client.ask("POST", &path, command.as_bytes()).map_err(failed)?;
    }
    Ok(made.member("id"))
}

fn game_with(more: &str) -> String {
    format!(r#"{{"variant":"italian","white":{{"kind":"person"}},"black":{{"kind":"person"}}{more}}}"#)
}

fn streams(server: &Server, scale: &Scale) -> Outcome {
    let game = large_game(server)?;
    let mut open = Vec::new();
    for i in 0..scale.streams {
        let mut client = server.client(&address(5, i / 100));
        client.send("GET", &format!("/api/games/{game}/stream"), "", b"").map_err(failed)?;
        open.push(client);
    }
    std::thread::sleep(scale.pause);
    Ok(format!("{} streams", open.len()))
}

fn followers(server: &Server, scale: &Scale) -> Outcome {
    let game = large_game(server)?;
    let join = format!(r#"{{"type":"join","game":"{game}","form":"view"}}"#);
    let mut open = Vec::new();
    for i in 0..scale.streams {
        let mut client = server.client(&address(6, i / 100));
        client.follow(&join).map_err(failed)?;
        open.push(client);
    }
    std::thread::sleep(scale.pause);
    Ok(format!("{} followers", open.len()))
}

fn unread(server: &Server, scale: &Scale) -> Outcome {
    // Requests one after the other, as many as fit, and no answer is read: the server must give up by itself.
    let mut open = Vec::new();
    for i in 0..scale.unread {
        let mut client = server.client(&address(7, i));
        for _ in 0..200 {
            if client.send("GET", "/api/openapi.json", "", b"").is_err() {
                break;
            }
        }
        open.push(client);
    }
    std::thread::sleep(Duration::from_secs(20));
    let closed = open
        .iter_mut()
        .filter_map(|client| client.is_closed_within(Duration::from_secs(30)).then_some(()))
        .count();
    check(closed == open.len(), format!("{closed} of {} were closed", open.len()))?;
    Ok(format!("{closed} closed"))
}

fn import(server: &Server, from: &str, text: &[u8]) -> Result<(Answer, Duration), String> {
    let begun = Instant::now();
    let answer = server.client(from).ask("POST", "/api/import", text).map_err(failed)?;
    Ok((answer, begun.elapsed()))
}

fn bombs(server: &Server, scale: &Scale) -> Outcome {
    let size = scale.bomb;
    let fill = |piece: &str| piece.repeat(size / piece.len());
    let tags: String = (0..size / 16).map(|i| format!("[T{i} \"x\"]\n")).collect();
    let bombs = [fill("() "), fill("("), tags, fill("{ "), fill("1. 22-18 "), fill("$1 "), fill("[")];
    let mut slowest = Duration::ZERO;
    for (i, bomb) in bombs.iter().enumerate() {
        let (answer, took) = import(server, &address(8, i), &bomb.as_bytes()[..bomb.len().min(size)])?;
        check(answer.status == 201, format!("bomb {i}: {}", answer.status))?;
        slowest = slowest.max(took);
    }
    Ok(format!("{} of {size} bytes, slowest {:.1} s", bombs.len(), slowest.as_secs_f64()))
}

/// Several clients at one address do the same as fast as they can; returns how often each status was answered.
pub(crate) fn flood(
    server: &Server,
    scale: &Scale,
    from: &str,
    request: impl Fn(&mut Client) -> std::io::Result<Answer> + Sync,
) -> (usize, usize, usize) {
    let (done, refused, other) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let end = Instant::now() + scale.flood;
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let Ok(mut client) = Client::new(server.address, from) else { return };
                while Instant::now() < end {
                    match request(&mut client) {
                        Ok(Answer { status: 200 | 201, .. }) => done.fetch_add(1, Ordering::Relaxed),
                        Ok(Answer { status: 429 | 507, .. }) => {
                            std::thread::sleep(Duration::from_millis(1));
                            refused.fetch_add(1, Ordering::Relaxed)
                        }
                        Ok(_) => other.fetch_add(1, Ordering::Relaxed),
                        // A body that is not wanted is not read: the connection is closed.
                        Err(_) => {
                            let Ok(again) = Client::new(server.address, from) else { return };
                            client = again;
                            refused.fetch_add(1, Ordering::Relaxed)
                        }
                    };
                }
            });
        }
    });
    (done.into_inner(), refused.into_inner(), other.into_inner())
}

pub(crate) fn flooded(what: &str, (done, refused, other): (usize, usize, usize), most: usize) -> Outcome {
    check(other == 0, format!("{other} strange answers"))?;
    check(done <= most, format!("{done} were accepted"))?;
    check(done + refused > 0, "no answer")?;
    Ok(format!("{done} {what}, {refused} refused"))
}

fn keep(server: &Server, scale: &Scale) -> Outcome {
    let path = "/api/study/position/italian/keep";
    let answers = flood(server, scale, &address(9, 0), |client| client.ask("POST", path, b"[]"));
    // Thirty a minute, and thirty at once.
    flooded("kept", answers, 40 + scale.flood.as_secs() as usize)
}

pub(crate) fn games(count: usize) -> Vec<u8> {
    "[GameType \"22,W,8,8,N2,1\"]\n\n1. 22-18 11-14 2. 18x11 6x15 3. 23-19 15-20 4. 24x15 12x19 *\n\n"
        .repeat(count)
        .into_bytes()
}

fn imports(server: &Server, scale: &Scale) -> Outcome {
    let file = games(200);
    let answers = flood(server, scale, &address(10, 0), |client| client.ask("POST", "/api/import", &file));
    flooded("files of 200 games", answers, 40 + scale.flood.as_secs() as usize)
}

fn studies(server: &Server, scale: &Scale) -> Outcome {
    let long = "1. 22-18 10-14 (1... 11-14) ".to_owned() + &"(1... 12-16) ".repeat(1_500) + "*\n";
    let text = format!("[GameType \"22,W,8,8,N2,1\"]\n\n{long}");
    let (kept, _) = import(server, &address(11, 1), text.as_bytes())?;
    let id = kept.member("id");
    check(!id.is_empty(), format!("no study: {}", kept.body))?;
    let path = format!("/api/study/imported/{id}");
    let answers = flood(server, scale, &address(11, 0), |client| client.ask("GET", &path, b""));
    flooded("studies", answers, 900 + 15 * (scale.flood.as_secs() as usize + 1))
}

fn pages(server: &Server, scale: &Scale) -> Outcome {
    let game = large_game(server)?;
    let (page, show) = (format!("/game/{game}"), format!("/api/games/{game}"));
    let paths = ["/", "/lobby", "/games", "/api/seeks", "/api/openapi.json", &page, &show];
    let turn = AtomicUsize::new(0);
    let answers = flood(server, scale, &address(18, 0), |client| {
        client.ask("GET", paths[turn.fetch_add(1, Ordering::Relaxed) % paths.len()], b"")
    });
    flooded("pages", answers, 1_200 + 100 * (scale.flood.as_secs() as usize + 3))
}

fn pipelined_pages(server: &Server, scale: &Scale) -> Outcome {
    const CONNECTIONS: usize = 20;
    const BEHIND: usize = 10;
    let (end, path) = (Instant::now() + scale.flood, "/");
    let statuses = std::thread::scope(|scope| {
        let ask = || -> std::io::Result<Vec<u16>> {
            let (mut client, mut statuses) = (Client::new(server.address, &address(19, 0))?, Vec::new());
            while Instant::now() < end {
                statuses.extend(client.pipeline(path, BEHIND)?);
            }
            Ok(statuses)
        };
        let clients: Vec<_> = (0..CONNECTIONS).map(|_| scope.spawn(ask)).collect();
        let all = clients.into_iter().map(|client| client.join().unwrap_or_else(|_| Ok(Vec::new())));
        all.collect::<std::io::Result<Vec<_>>>().map_err(failed)
    })?
    .concat();
    let count = |status| statuses.iter().filter(|&&one| one == status).count();
    let (done, refused) = (count(200), count(429));
    flooded(
        "pages",
        (done, refused, statuses.len() - done - refused),
        1_200 + 100 * (scale.flood.as_secs() as usize + 13),
    )
}

fn analysis(server: &Server, scale: &Scale) -> Outcome {
    let ask = |from: &str| -> Result<(Client, u16), String> {
        let mut client = server.client(from);
        client.send("GET", "/api/analysis?game=italian&fen=&moves=", "", b"").map_err(failed)?;
        let status = client.status().unwrap_or(0);
        Ok((client, status))
    };
    let greedy = (0..40).map(|_| ask(&address(12, 0))).collect::<Result<Vec<_>, _>>()?;
    let taken = greedy.iter().filter(|(_, status)| *status == 200).count();
    let others = (0..scale.analyses).map(|i| ask(&address(13, i))).collect::<Result<Vec<_>, _>>()?;
    let served = others.iter().filter(|(_, status)| *status == 200).count();
    std::thread::sleep(scale.pause); // all of them stay, and what waits takes the place of what ends
    check((1..10).contains(&taken), format!("one address has {taken} places"))?;
    check(served == scale.analyses, format!("{served} of {} others were served", scale.analyses))?;
    Ok(format!("one has {taken} places, {served} others served"))
}

fn terms(server: &Server, _: &Scale) -> Outcome {
    let stages = format!(
        r#","clocks":[{{"kind":"untimed"}},{{"kind":"timed","stages":[{}],"bonus":"none","bonus-time":0,"periods":0,"period":0}}]"#,
        ["[1,60000]"; 5_000].join(",")
    );
    let odds = format!(r#","odds":[{}]"#, ["1"; 10_000].join(","));
    let fen = format!(r#","fen":"W:W{}""#, "1,".repeat(20_000));
    let max = r#","clocks":[{"kind":"per-move","time":18446744073709551615},{"kind":"per-move","time":18446744073709551615}]"#;
    for more in [&*stages, &odds, &fen, max] {
        let answer = server
            .client(&address(14, 0))
            .ask("POST", "/api/games", game_with(more).as_bytes())
            .map_err(failed)?;
        check(answer.status == 422, format!("{}: {}", &more[..20], answer.status))?;
    }
    Ok("4 refused".to_owned())
}

fn slow_heads(server: &Server, scale: &Scale) -> Outcome {
    use std::io::Write;
    let mut open: Vec<_> = (0..scale.unread * 4)
        .map(|_| {
            let mut stream = std::net::TcpStream::connect(server.address).map_err(failed)?;
            stream.write_all(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-").map_err(failed)?;
            Ok(stream)
        })
        .collect::<Result<Vec<_>, String>>()?;
    let mut closed = 0;
    for stream in &mut open {
        let _ = stream.set_read_timeout(Some(Duration::from_secs(30)));
        let mut rest = Vec::new();
        closed += usize::from(std::io::Read::read_to_end(stream, &mut rest).is_ok());
    }
    check(closed == open.len(), format!("{closed} of {} were closed", open.len()))?;
    Ok(format!("{closed} closed"))
}

fn proxy(server: &Server, scale: &Scale) -> Outcome {
    // More connections than one client may have, of many clients behind one proxy.
    let mut open = Vec::new();
    for i in 0..scale.proxied {
        let mut client = server.client(&address(15, i / 20));
        client.follow(r#"{"type":"lobby"}"#).map_err(|error| format!("connection {i}: {error}"))?;
        open.push(client);
    }
    let entry = br#"{"name":"nobody","password":"not the password"}"#;
    let attempts = |n: usize| -> Result<Vec<u16>, String> {
        let mut client = server.client(&address(16, n));
        (0..12)
            .map(|_| client.ask("POST", "/api/session", entry).map(|answer| answer.status).map_err(failed))
            .collect()
    };
    let first = attempts(0)?;
    check(first[0] == 401 && attempts(1)?[0] == 401, format!("sign-ins: {first:?}"))?;
    Ok(format!("{} connections", open.len()))
}

fn networks(server: &Server, _: &Scale) -> Outcome {
    // A household has a /64; a provider's customer may have 65,536 of them.
    let mut opened = 0;
    for i in 0..2_000 {
        let from = format!("2001:db8:1:{i:x}::1");
        let status = server.client(&from).ask("DELETE", "/api/seeks/none", b"").map_err(failed)?.status;
        opened += usize::from(status != 429);
    }
    check(opened < 2_000, format!("{opened} of 2,000 were let through"))?;
    Ok(format!("{opened} of 2,000 let through"))
}

fn rebinding(server: &Server, _: &Scale) -> Outcome {
    use std::io::{Read, Write};
    for path in ["/", "/api/seeks", "/api/library", "/api/account", "/metrics"] {
        let mut stream = std::net::TcpStream::connect(server.address).map_err(failed)?;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
            .map_err(failed)?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).map_err(failed)?;
        check(answer.starts_with("HTTP/1.1 421"), format!("{path}: {}", &answer[..answer.len().min(40)]))?;
    }
    Ok("refused".to_owned())
}

/// Work that would take long is under way when the server is told to stop.
pub(crate) fn stop_behind_work(server: Server, scale: &Scale) -> Result<Duration, String> {
    let bomb = Arc::new("(1. 22-18 11-14) ".repeat(scale.bomb / 17));
    let mut clients = Vec::new();
    for i in 0..4 {
        let mut client = server.client(&address(17, i));
        client.send("POST", "/api/import", "", bomb.as_bytes()).map_err(failed)?;
        clients.push(client);
        let mut client = server.client(&address(17, i));
        client.send("GET", "/api/analysis?game=italian&fen=&moves=", "", b"").map_err(failed)?;
        clients.push(client);
        let mut client = server.client(&address(17, i));
        client.follow(r#"{"type":"lobby"}"#).map_err(failed)?;
        clients.push(client);
    }
    std::thread::sleep(Duration::from_millis(300));
    server.terminate().ok_or_else(|| "it did not stop in good order".to_owned())
}
