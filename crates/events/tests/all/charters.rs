//! Serialised commands and terms: what is unknown or contradicts itself is refused.

use damiera_events::tournament::TournamentCharter;
use damiera_events::wire::{
    WireEdgeWorth, WireLastRounds, WireMatchCount, WireScoring, WireTournamentAsk, WireTournamentCharter,
};

#[test]
fn serialised_forms_refuse_what_they_do_not_know() {
    let ask = |text: &str| serde_json::from_str::<WireTournamentAsk>(text);
    assert!(ask(r#"{"kind":"enter","name":"Anna"}"#).is_ok());
    assert!(ask(r#"{"kind":"pair-round"}"#).is_ok());
    for bad in [
        r#"{"kind":"enter","name":"Anna","elo":1}"#,
        r#"{"kind":"pair-round","force":true}"#,
        r#"{"kind":"enter-result","board":1,"result":"2-0"}"#,
        r#"{"kind":"close"}"#,
    ] {
        assert!(ask(bad).is_err(), "{bad}");
    }
    let charter = |more: &str| {
        let text = format!(
            r#"{{"version":1,"name":"Trofeo","variant":"italian","system":"rotation","rounds":4,
            "scoring":{{"win":"2","draw":"1","loss":"0","bye":"2"}},"tie-breaks":["QUO","BH/C1"],"first-colour":"white"{more}}}"#
        );
        serde_json::from_str::<WireTournamentCharter>(&text)
    };
    let wire = charter("").expect("a charter");
    let read = TournamentCharter::try_from(&wire).expect("terms");
    assert_eq!(TournamentCharter::try_from(&WireTournamentCharter::from(&read)), Ok(read));
    assert!(charter(r#","prize":100"#).is_err());
    let edge = |favoured: &str, other: &str| WireEdgeWorth { favoured: favoured.into(), other: other.into() };
    let with_edges = |edges: Vec<WireEdgeWorth>| WireTournamentCharter {
        scoring: WireScoring { edges, ..wire.scoring.clone() },
        ..wire.clone()
    };
    let whole = WireScoring { matches: Some(WireMatchCount::Whole), ..wire.scoring.clone() };
    let cycles = |system: &str, rounds, cycles| WireTournamentCharter {
        system: system.into(),
        rounds,
        cycles: Some(cycles),
        last_rounds: Some(WireLastRounds::Exchanged),
        ..wire.clone()
    };
    for good in [
        with_edges(vec![edge("1.5", "0.5"), edge("1.2", "0.8")]),
        WireTournamentCharter { scoring: whole.clone(), games: 2, ..wire.clone() },
        cycles("round-robin", 1, 2),
    ] {
        let read = TournamentCharter::try_from(&good).expect("terms");
        assert_ne!(TournamentCharter::try_from(&wire), Ok(read.clone()));
        assert_eq!(TournamentCharter::try_from(&WireTournamentCharter::from(&read)), Ok(read));
    }
    for bad in [
        WireTournamentCharter { version: 2, ..wire.clone() },
        WireTournamentCharter { rounds: 0, ..wire.clone() },
        WireTournamentCharter { name: "  ".into(), ..wire.clone() },
        WireTournamentCharter { system: "lottery".into(), ..wire.clone() },
        WireTournamentCharter { tie_breaks: vec!["X".into()], ..wire.clone() },
        WireTournamentCharter { first_colour: "red".into(), ..wire.clone() },
        with_edges(vec![edge("1", "1")]),
        with_edges(vec![edge("3", "0")]),
        with_edges(vec![edge("1.5", "0.5"); 3]),
        WireTournamentCharter { games: 2, ..with_edges(vec![edge("1.5", "0.5")]) },
        WireTournamentCharter { scoring: whole, ..wire.clone() },
        cycles("round-robin", 5, 2),
        cycles("round-robin", 1, 0),
        cycles("dutch", 1, 1),
    ] {
        assert!(TournamentCharter::try_from(&bad).is_err(), "{bad:?}");
    }
}
