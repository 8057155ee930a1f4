//! The protocols in use: scripted sessions, and games of the engine against itself.
#![allow(clippy::unwrap_used, reason = "an unexpected error fails the test")]

use std::io::{BufReader, Write};
use std::os::unix::net::UnixStream;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};

use damiera_engine::{Engine, EngineResources, SearchLimits, SearchRules};
use damiera_play::{BookEntry, BookMove, BookSource, OpeningBook, TableFolder};
use damiera_protocols::dxp::{self, DxpOutcome, DxpPlayer, DxpStart, DxpTerms};
use damiera_protocols::hub::{self, HubMessage, HubOutput};
use damiera_rules::variant::{English, International};
use damiera_rules::{Position, Side, Variant, with_rules};

/// Output that the test can read while the session owns it.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The messages that the engine sends in reply to lines.
fn answers(variant: Variant, lines: &[&str]) -> Vec<HubMessage> {
    let (sender, receiver) = channel();
    for line in lines {
        sender.send((*line).to_owned()).unwrap();
    }
    drop(sender);
    let memory = Shared::default();
    let output: HubOutput = Arc::new(Mutex::new(memory.clone()));
    hub::serve(variant, TableFolder::Disabled, BookSource::None, &receiver, &output).unwrap();
    let text = String::from_utf8(memory.0.lock().unwrap().clone()).unwrap();
    text.lines().map(|line| HubMessage::parse(line).unwrap()).collect()
}

fn commands(messages: &[HubMessage]) -> Vec<&str> {
    messages.iter().map(|message| message.command.as_str()).collect()
}

#[test]
fn hub_plays_every_game() {
    for &variant in Variant::ALL {
        let set = format!("set-param name=variant value={variant}");
        let script = [
            "hub",
            &set,
            "set-param name=tt-size value=16",
            "init",
            "new-game",
            "pos start",
            "level depth=5",
            "go think",
        ];
        let said = answers(Variant::PROTOCOL_DEFAULT, &script);
        let done = said.last().unwrap();
        assert_eq!(done.command, "done");
        let text = done.get("move").unwrap();
        with_rules!(variant, R => assert!(hub::parse_move(&Position::<R>::start(), text).is_ok(), "{text}"));
        assert!(commands(&said).contains(&"ready") && commands(&said).contains(&"info"));
    }
}

#[test]
fn hub_takes_moves_and_answers_stop() {
    let start = hub::position_text(&Position::<International>::start());
    let pos = format!("pos pos={start} moves=\"32-28 19-23 28x19x23\"");
    let said = answers(
        Variant::PROTOCOL_DEFAULT,
        &["hub", "init", &pos, "level infinite", "go analyze", "stop", "ping"],
    );
    let ends: Vec<_> =
        commands(&said).into_iter().filter(|c| matches!(*c, "done" | "pong" | "error")).collect();
    assert_eq!(ends, ["done", "pong"]);
}

#[test]
fn hub_reports_errors_and_continues() {
    let wrong = [
        "pos",
        "pos pos=Wbb",
        "pos pos=\"open",
        "level depth=deep",
        "set-param name=threads value=0",
        "set-param name=variant value=chess",
        "set-param threads=2",
        "pos start moves=\"1-2\"",
        "= =",
    ];
    for line in wrong {
        let said = answers(Variant::English, &[line, "ping"]);
        assert_eq!(commands(&said), ["error", "pong"], "{line}");
    }
    assert_eq!(commands(&answers(Variant::English, &["", "dance now=1", "ping"])), ["pong"]);
}

#[test]
fn hub_replies_without_a_move_in_a_lost_position() {
    let lost = hub::position_text(&Position::<English>::from_fen("W:W5:B1,K32").unwrap());
    let said = answers(Variant::English, &[&format!("pos pos={lost}"), "level depth=3", "go think"]);
    assert_eq!(said.last().map(|done| (done.command.as_str(), done.get("move"))), Some(("done", Some(""))));
}

/// Two engines play over a pair of sockets, and both must have the same game at the end.
fn dxp_game<R: SearchRules>(start: DxpStart<R>) -> [DxpOutcome; 2] {
    let (one, other) = UnixStream::pair().unwrap();
    let engine = || Engine::<R>::new(EngineResources { threads: 1, table_mib: 1 });
    let limits = SearchLimits::depth(4);
    let terms = DxpTerms { follower: Side::Black, minutes: 9, moves: 0, start };
    let streams = |stream: UnixStream| (BufReader::new(stream.try_clone().unwrap()), stream);
    std::thread::scope(|scope| {
        let follower = scope.spawn(move || {
            let (mut input, mut output) = streams(other);
            let player = DxpPlayer { engine: &engine(), limits, book: None };
            dxp::follow(player, &mut input, &mut output).unwrap()
        });
        let (mut input, mut output) = streams(one);
        let player = DxpPlayer { engine: &engine(), limits, book: None };
        let ours = dxp::initiate(player, terms, &mut input, &mut output).unwrap();
        let theirs = follower.join().unwrap();
        assert_eq!(ours.game, theirs.game);
        assert_eq!((ours.ours, theirs.ours), (Side::White, Side::Black));
        [ours.reason, theirs.reason]
    })
}

#[test]
fn dxp_plays_itself_to_the_end() {
    for &variant in Variant::ALL {
        let reasons = with_rules!(variant, R => dxp_game::<R>(DxpStart::Standard));
        assert!(matches!(
            reasons,
            [DxpOutcome::Won, DxpOutcome::Lost]
                | [DxpOutcome::Lost, DxpOutcome::Won]
                | [DxpOutcome::Draw, DxpOutcome::Draw]
        ));
    }
    let start = Position::<International>::from_fen("W:WK46,K47,K48:B1").unwrap();
    assert_eq!(dxp_game(DxpStart::Position(start)), [DxpOutcome::Won, DxpOutcome::Lost]);
}

#[test]
fn dxp_refuses_what_it_cannot_read() {
    let engine = Engine::<International>::new(EngineResources { threads: 1, table_mib: 1 });
    let player = DxpPlayer { engine: &engine, limits: SearchLimits::depth(1), book: None };
    for request in ["", "X\0", "R02Tester\0", "M0001\0", "no end at all"] {
        let mut output = Vec::new();
        let ended = dxp::follow(player, &mut request.as_bytes(), &mut output);
        assert!(ended.is_err(), "{request:?}");
    }
}

#[test]
fn hub_plays_from_a_book() {
    let start = Position::<English>::start();
    // Not the move that a search would choose: the value in the book decides.
    let (key, worst) = (start.key(), start.legal()[6]);
    let moves = vec![BookMove::new(start.key_after(key, &worst), 50)];
    let book = OpeningBook::new(Variant::English, String::new(), vec![BookEntry { key, support: 99, moves }]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("english.book");
    std::fs::write(&path, book.to_bytes()).unwrap();
    let set = |value: &str| format!("set-param name=book value={value}");
    let played = |value: &str| {
        let lines = [&set(value), "init", "pos start", "level depth=3", "go think"];
        let said = answers(Variant::English, &lines);
        said.last().and_then(|done| done.get("move").map(str::to_owned))
    };
    let path = path.to_str().unwrap();
    assert_eq!(played(path), Some(hub::move_text(&worst)));
    assert_ne!(played(""), Some(hub::move_text(&worst)));
    // It is a book of another game.
    let said = answers(Variant::PROTOCOL_DEFAULT, &[&set(path), "init", "ping"]);
    assert_eq!(commands(&said), ["error", "pong"]);
}
