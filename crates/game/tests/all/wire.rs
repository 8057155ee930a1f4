//! Commands as they are sent: every kind is read, and what a game answers can be sent back.

use damiera_game::wire::BadWire;
use damiera_game::{Action, Actor, Command, Event, Game, Lang, Moment, Profile, StartPosition, Terms, wire};
use damiera_rules::{Side, Variant};

const COMMANDS: &str = r#"
{"by":"white","ask":"start"}
{"by":"white","ask":"move","notation":"22-18"}
{"by":"white","ask":"stands","fen":"B:W18:B1"}
{"by":"white","ask":"touch","square":22}
{"by":"white","ask":"adjust","square":22}
{"by":"white","ask":"crown-late","square":2}
{"by":"white","ask":"resign"}
{"by":"white","ask":"offer-draw"}
{"by":"black","ask":"accept-draw"}
{"by":"black","ask":"decline-draw"}
{"by":"black","ask":"claim-draw"}
{"by":"black","ask":"count","limit":null}
{"by":"arbiter","ask":"count","limit":10}
{"by":"arbiter","ask":"cancel-count"}
{"by":"black","ask":"flag"}
{"by":"white","ask":"ask-takeback"}
{"by":"black","ask":"accept-takeback"}
{"by":"black","ask":"decline-takeback"}
{"by":"black","ask":"keep"}
{"by":"black","ask":"correct","fen":null}
{"by":"black","ask":"correct","fen":"W:W22:B1"}
{"by":"arbiter","ask":"pause"}
{"by":"arbiter","ask":"resume"}
{"by":"arbiter","ask":"set-clocks","white":60000,"black":50000}
{"by":"arbiter","ask":"annul","fault":"board-turned","blame":"players"}
{"by":"arbiter","ask":"disturb"}
{"by":"arbiter","ask":"restore"}
{"by":"arbiter","ask":"destroyed"}
{"by":"arbiter","ask":"settle","doubt":"two-squares","side":"white","rank":"man","from":22,"to":18}
{"by":"arbiter","ask":"refuses-rules","side":"white"}
{"by":"arbiter","ask":"declare-draw"}
"#;

fn game(profile: Profile) -> Game {
    Game::new(Terms::new(Variant::Italian, profile)).expect("terms of a game")
}

#[test]
fn every_command_is_read_and_answered() {
    let mut kinds = std::collections::HashSet::new();
    for line in COMMANDS.trim().lines() {
        let sent: wire::WireCommand = serde_json::from_str(line).expect(line);
        assert_eq!(serde_json::to_string(&sent).expect(line), line);
        for profile in [Profile::CASUAL, Profile::TABLE] {
            let mut game = game(profile);
            let command = sent.read(&game, Moment(5)).expect(line);
            kinds.insert(std::mem::discriminant(&command.action));
            match game.decide(&command) {
                Ok(events) => events.iter().for_each(|event| game.apply(event)),
                Err(refusal) => {
                    let told = wire::WireRefusal::new(&refusal, &game, Lang::Portuguese);
                    assert!(!told.text.is_empty() && serde_json::to_string(&told).is_ok(), "{line}");
                }
            }
            let view = wire::WireGameView::new(&game.view(Moment(5)), game.rule_set(), Lang::Italian);
            assert!(serde_json::to_string(&view).is_ok(), "{line}");
        }
    }
    assert_eq!(kinds.len(), 29, "every kind of command is here once at least");
}

/// The refusal of White's move in a position, as it is sent.
fn refused(variant: Variant, fen: &str, notation: &str) -> wire::WireRefusal {
    let terms = Terms {
        start: StartPosition::Set(fen.parse().expect("a FEN")),
        ..Terms::new(variant, Profile::ONLINE)
    };
    let game = Game::new(terms).expect("terms of a game");
    let attempt = game.read(notation).expect("squares");
    let command = Command { by: Actor::Player(Side::White), at: Moment(0), action: Action::Move(attempt) };
    let refusal = game.decide(&command).expect_err("a capture is due");
    wire::WireRefusal::new(&refusal, &game, Lang::Italian)
}

#[test]
fn a_refused_move_comes_with_the_captures_that_were_due() {
    let refusal = refused(Variant::Italian, "W:W22,27:B18", "27-23");
    assert_eq!(refusal.article.as_deref(), Some("FID-IT 6.1"));
    assert_eq!(refusal.text, "C'è una presa obbligatoria, e questa mossa non prende nulla.");
    assert_eq!(refusal.due, [[22, 13]]);
}

#[test]
fn captures_between_the_same_squares_each_show_their_own_route() {
    let mut refusal = refused(Variant::English, "W:W21,31:B18,19,26,27", "21-17");
    refusal.due.sort();
    assert_eq!(refusal.due, [[31, 22, 15], [31, 24, 15]]);
    // The attempt names the ends only, and both captures match.
    let mut refusal = refused(Variant::English, "W:W21,31:B18,19,26,27", "31x15");
    refusal.due.sort();
    assert_eq!(refusal.due, [[31, 22, 15], [31, 24, 15]]);
}

#[test]
fn an_ended_event_that_lacks_a_field_is_an_error() {
    let stored = |text: &str| {
        let event: wire::WireEvent = serde_json::from_str(text).expect(text);
        Event::try_from(&event)
    };
    let missing = |field| Err(BadWire::Missing { event: "ended", field });
    for how in ["resignation", "no-move", "no-pieces", "time-up", "refuses-rules"] {
        assert_eq!(stored(&format!(r#"{{"at":1,"kind":"ended","how":"{how}"}}"#)), missing("side"));
        let white = stored(&format!(r#"{{"at":1,"kind":"ended","how":"{how}","side":"white"}}"#));
        assert!(white.is_ok(), "{how}");
    }
    assert_eq!(stored(r#"{"at":1,"kind":"ended","how":"king-moves"}"#), missing("limit"));
    assert_eq!(stored(r#"{"at":1,"kind":"ended","how":"listed-ending","limit":5}"#), missing("article"));
    let no_limit = r#"{"at":1,"kind":"ended","how":"listed-ending","article":"CBD 99"}"#;
    assert_eq!(stored(no_limit), missing("limit"));
    assert!(stored(r#"{"at":1,"kind":"ended","how":"agreement"}"#).is_ok());
}

/// Events as earlier versions stored them: each is read, applied, and has words in every language.
#[test]
fn events_stored_by_earlier_versions_are_read() {
    for (stored, fen, said) in [
        (
            r#"{"at":1,"kind":"settled","doubt":"inactive","stands":"W:W21,31:B1,12"}"#,
            "W:W21,31:B1,12",
            "An inactive piece was put back in play or removed.",
        ),
        (
            r#"{"at":1,"kind":"settled","doubt":"astride","stands":"W:W17,31:B1,12"}"#,
            "W:W17,31:B1,12",
            "A piece partly on a single free square is in play on that square.",
        ),
        (
            r#"{"at":1,"kind":"settled","doubt":"two-squares","stands":"W:W18,31:B1,12"}"#,
            "W:W18,31:B1,12",
            "The place of a piece that covered two free squares was settled.",
        ),
        (r#"{"at":1,"kind":"adjusted","by":"white","square":21}"#, "W:W21,31:B1,12", "gave notice"),
    ] {
        let event: wire::WireEvent = serde_json::from_str(stored).expect(stored);
        let event = Event::try_from(&event).expect(stored);
        let start = StartPosition::Set("W:W21,31:B1,12".parse().expect("a FEN"));
        let terms = Terms { start, ..Terms::new(Variant::Italian, Profile::TABLE) };
        let game = Game::replay(terms, std::slice::from_ref(&event)).expect("terms of a game");
        assert_eq!(game.fen(), fen, "{stored}");
        for lang in Lang::ALL {
            let text = lang.ruling(&event.fact, game.rule_set()).expect("a ruling");
            assert!(!text.is_empty() && !text.contains('{'), "{text}");
        }
        let text = Lang::English.ruling(&event.fact, game.rule_set()).expect("a ruling");
        assert!(text.contains(said), "{text}");
    }
}

#[test]
fn a_form_that_is_none_is_refused() {
    for text in [r#"{"by":"white","ask":"fly"}"#, r#"{"by":"nobody","ask":"resign"}"#, r#"{"ask":"resign"}"#]
    {
        assert!(serde_json::from_str::<wire::WireCommand>(text).is_err(), "{text}");
    }
    let game = game(Profile::CASUAL);
    for text in [
        r#"{"by":"white","ask":"touch","square":0}"#,
        r#"{"by":"white","ask":"move","notation":"22"}"#,
        r#"{"by":"white","ask":"stands","fen":"?"}"#,
    ] {
        let sent: wire::WireCommand = serde_json::from_str(text).expect(text);
        assert!(sent.read(&game, Moment(0)).is_err(), "{text}");
    }
}
