use damiera_game::{Lang, Moment};
use damiera_rules::Variant;
use tokio::sync::mpsc;

use super::list::SEEKS_IN_MESSAGE;
use super::*;
use crate::blindfold::BoardAccess;
use crate::outbox::{QueueSender, QueuedText};
use damiera_messages::{SeekTerms, UpdateForm};

fn seek(id: &str) -> OpenSeek {
    let terms = SeekTerms {
        variant: Variant::ALL[0].name().to_owned(),
        minutes: Some(5),
        increment: 0,
        days: None,
        total_days: None,
        consultation: None,
        vacation_days: 0,
        odds: None,
        blindfold: None,
        colour: None,
        rated: false,
        rating_range: None,
        open: true,
    };
    OpenSeek { id: id.to_owned(), name: None, profile: false, rating: None, terms }
}

fn person(token: &str) -> (Holder, Credentials) {
    let visitor = Some(TokenDigest::of(token));
    (Holder { visitor, ..Holder::default() }, Credentials { visitor, ..Credentials::default() })
}

fn lobby_at(clock: Clock, max_each: usize) -> Lobby {
    let node = Arc::new(ClusterNode::alone(clock.clone()));
    Lobby::new(clock, max_each, node)
}

fn lobby() -> Lobby {
    lobby_at(Clock::manual(Moment(0)), 50)
}

impl Lobby {
    fn count(&self) -> usize {
        self.state().seeks.len()
    }
}

#[test]
fn a_seek_goes_when_its_seeker_has_been_away_for_too_long() {
    let clock = Clock::manual(Moment(0));
    let lobby = lobby_at(clock.clone(), 50);
    let (holder, credentials) = person("a");
    let (outbox, _messages) = outbox(64);
    lobby.join(1, outbox, &credentials);
    lobby.open(seek("s"), holder, RateKey::Address(1)).expect("room for it");
    clock.advance(AFTER_LEAVING * 2);
    lobby.sweep();
    assert_eq!(lobby.count(), 1, "its seeker is here");
    lobby.leave(1);
    clock.advance(AFTER_LEAVING - Duration::from_secs(1));
    lobby.sweep();
    assert_eq!(lobby.count(), 1);
    clock.advance(Duration::from_secs(1));
    lobby.sweep();
    assert_eq!(lobby.count(), 0);
}

#[test]
fn a_seek_of_another_node_goes_when_it_is_closed_or_not_reported_any_more() {
    let clock = Clock::manual(Moment(0));
    let lobby = lobby_at(clock.clone(), 50);
    let reported = || ["s", "t"].map(|id| (seek(id), person(id).0)).to_vec();
    lobby.open_elsewhere(reported());
    lobby.open_elsewhere(reported());
    assert_eq!(lobby.count(), 2);
    assert!(lobby.close_here("s"));
    clock.advance(AFTER_LEAVING - Duration::from_secs(1));
    lobby.open_elsewhere(vec![(seek("t"), person("t").0)]);
    clock.advance(Duration::from_secs(2));
    lobby.sweep();
    assert_eq!(lobby.count(), 1);
    clock.advance(AFTER_LEAVING);
    lobby.sweep();
    assert_eq!(lobby.count(), 0);
}

#[test]
fn nobody_fills_the_lobby() {
    let lobby = lobby();
    for i in 0..MAX_OWN {
        lobby.open(seek(&i.to_string()), person("a").0, RateKey::Address(1)).expect("room for it");
    }
    assert!(matches!(
        lobby.open(seek("x"), person("a").0, RateKey::Address(1)),
        Err(SeekError::TooManyOpen { .. })
    ));
    assert!(lobby.open(seek("y"), person("b").0, RateKey::Address(1)).is_ok());
}

#[test]
fn one_address_does_not_fill_the_lobby() {
    let lobby = lobby_at(Clock::manual(Moment(0)), 3);
    let open = |i: u64, client| {
        let name = i.to_string();
        lobby.open(seek(&name), person(&name).0, RateKey::Address(client))
    };
    assert!((0..3).all(|i| open(i, 1).is_ok()));
    assert!(matches!(open(3, 1), Err(SeekError::TooManyOpen { .. })));
    assert!(open(4, 2).is_ok());
}

#[test]
fn a_full_lobby_has_room_for_those_who_have_fewer_seeks() {
    let clock = Clock::manual(Moment(0));
    let lobby = lobby_at(clock.clone(), MAX_OPEN / 20);
    let open = |name: &str, client| lobby.open(seek(name), person(name).0, RateKey::Address(client));
    for i in 0..MAX_OPEN {
        clock.advance(Duration::from_millis(1));
        open(&i.to_string(), 1 + i as u64 % 20).expect("room for it");
    }
    assert_eq!(lobby.count(), MAX_OPEN, "twenty addresses have filled it");
    for guest in 0..100 {
        open(&format!("guest {guest}"), 100 + guest).expect("room for everybody else");
    }
    assert_eq!(lobby.count(), MAX_OPEN);
    assert!((0..100).all(|guest| lobby.lists(&format!("guest {guest}"))), "they stay");
    assert!(!lobby.lists("0") && lobby.lists("999"), "the oldest gave way");
    assert!(matches!(open("more", 1), Err(SeekError::TooManyOpen { .. })), "as many as the others have");
    // What other nodes list is one share.
    let elsewhere = |i: u64| (seek(&format!("elsewhere {i}")), person("x").0);
    let full = lobby_at(Clock::manual(Moment(0)), 50);
    full.open_elsewhere((0..MAX_OPEN as u64).map(elsewhere).collect());
    assert_eq!(full.count(), MAX_OPEN);
    assert!(full.open(seek("here"), person("here").0, RateKey::Address(1)).is_ok());
    assert_eq!(full.count(), MAX_OPEN);
}

/// The seeks that a page shows after these messages.
fn follow(shown: &mut Vec<String>, messages: &mut mpsc::Receiver<QueuedText>) {
    while let Ok(text) = messages.try_recv() {
        match serde_json::from_slice(&text.take().into_bytes()).expect("a message") {
            ServerMessage::Seeks { seeks } => *shown = seeks.into_iter().map(|seek| seek.id).collect(),
            ServerMessage::SeeksChanged { opened, closed } => {
                shown.retain(|id| !closed.contains(id) && !opened.iter().any(|seek| seek.id == *id));
                shown.extend(opened.into_iter().map(|seek| seek.id));
            }
            other => panic!("{other:?}"),
        }
    }
}

fn outbox(capacity: usize) -> (Outbox, mpsc::Receiver<QueuedText>) {
    let (queue, messages) = QueueSender::with_capacity(capacity);
    (Outbox { queue, form: UpdateForm::Events, lang: Lang::default(), access: BoardAccess::Seen }, messages)
}

#[tokio::test]
async fn every_subscriber_ends_up_with_the_same_list() {
    let lobby = lobby_at(Clock::manual(Moment(0)), MAX_OPEN);
    let mut followers = Vec::new();
    for i in 0..MAX_OPEN {
        let name = i.to_string();
        lobby.open(seek(&name), person(&name).0, RateKey::Address(1)).expect("room for it");
        if i % 3 == 0 {
            assert!(lobby.close(&(i / 2).to_string()));
        }
        // They join before, between and after the flushes.
        if i % 97 == 0 {
            let (outbox, messages) = outbox(64);
            lobby.join(i as u64, outbox, &Credentials::default());
            followers.push((Vec::new(), messages));
        }
        if i % 40 == 0 {
            lobby.flush().await;
            followers.iter_mut().for_each(|(shown, messages)| follow(shown, messages));
        }
    }
    lobby.flush().await;
    let mut all: Vec<String> = lobby.state().seeks.keys().cloned().collect();
    all.sort();
    for (shown, messages) in &mut followers {
        follow(shown, messages);
        shown.sort();
        assert_eq!(*shown, all);
    }
}

#[tokio::test]
async fn a_full_lobby_costs_its_idle_subscribers_next_to_nothing() {
    let lobby = lobby_at(Clock::manual(Moment(0)), MAX_OPEN);
    for i in 0..MAX_OPEN {
        let name = i.to_string();
        lobby.open(seek(&name), person(&name).0, RateKey::Address(1)).expect("room for it");
    }
    lobby.flush().await;
    let mut idle = Vec::new();
    for id in 0..200 {
        let (outbox, messages) = outbox(64);
        lobby.join(id, outbox, &Credentials::default());
        idle.push(messages);
    }
    let mut texts = HashSet::new();
    for messages in &mut idle {
        while let Ok(text) = messages.try_recv() {
            let text = text.take().into_bytes();
            assert!(text.len() < 16 * 1024, "{}", text.len());
            texts.insert(text.as_ptr());
        }
    }
    assert_eq!(texts.len(), MAX_OPEN.div_ceil(SEEKS_IN_MESSAGE), "all share the same texts");
}

#[tokio::test]
async fn a_subscriber_that_does_not_read_is_dropped() {
    let lobby = lobby();
    let (outbox, mut messages) = outbox(1);
    lobby.join(1, outbox, &Credentials::default()); // fills the queue
    lobby.open(seek("s"), person("a").0, RateKey::Address(1)).expect("room for it");
    lobby.flush().await;
    assert!(messages.try_recv().is_ok());
    assert!(matches!(messages.try_recv(), Err(mpsc::error::TryRecvError::Disconnected)));
}
