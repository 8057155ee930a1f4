//! The subscribers of a game, and the messages they get.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use damiera_game::{Lang, Moment, wire};
use damiera_messages::GameChanges;
use damiera_rules::Side;

use tokio::time::Instant;

use super::room::ChatSetting;
use crate::blindfold::{BoardAccess, conceal_events};
use crate::nodes::wire::{Attendance, Audience};
use crate::outbox::{MessageText, Outbox};
use crate::snapshot::GameContext;
use crate::store::Credentials;
use damiera_messages::GameSnapshot;
use damiera_messages::{EventsMessage, LoggedEvent, ServerMessage, UpdateForm};

/// A connection that follows a game.
#[derive(Debug)]
pub(crate) struct Subscriber {
    pub(crate) id: u64,
    pub(crate) outbox: Outbox,
    /// How its client is recognised.
    pub(crate) credentials: Credentials,
    /// The sides its client may act for, White first.
    pub(crate) sides: [bool; 2],
    /// The side that its client holds with others.
    pub(crate) consults: Option<Side>,
    /// Whether it reads messages from the opponent.
    pub(crate) chat: ChatSetting,
    /// The measured latency, in milliseconds.
    pub(crate) lag: Arc<AtomicU32>,
}

/// What a snapshot depends on besides the game.
type SnapshotKind = (Lang, BoardAccess);

/// The connections that follow a game.
#[derive(Default, Debug)]
pub(super) struct Subscribers {
    all: Vec<Subscriber>,
    /// The last snapshot that changes were computed to, one for each kind in use: the base of the next changes.
    snapshots: Vec<(SnapshotKind, GameSnapshot)>,
    /// Who follows the game at other nodes, and when that was last heard.
    elsewhere: Vec<(Arc<str>, Attendance, Moment)>,
    told: ToldPresence,
}

/// Which sides are connected, and the number of spectators.
type Presence = ([bool; 2], u32);

/// What the subscribers were told of each other. Everybody is told of everybody, so that a crowd that comes and goes is told of at
/// intervals.
#[derive(Default, Debug)]
struct ToldPresence {
    presence: Presence,
    at: Option<Instant>,
    /// Whether it may have changed since.
    is_stale: bool,
}

/// The time between two messages about presence.
const BETWEEN_PRESENCES: Duration = Duration::from_millis(500);

impl Subscribers {
    /// Who follows the game at this node.
    pub(super) fn attendance(&self) -> Attendance {
        let here = |side: Side| self.all.iter().filter(move |one| one.sides[side as usize]);
        let watching =
            self.all.iter().filter(|one| one.sides == [false; 2] && one.consults.is_none()).count();
        Attendance {
            present: Side::BOTH.map(|side| here(side).next().is_some()),
            reads_chat: Side::BOTH.map(|side| here(side).any(|one| one.chat == ChatSetting::On)),
            lag: Side::BOTH
                .map(|side| here(side).map(|one| one.lag.load(Ordering::Relaxed)).max().unwrap_or(0)),
            watching: u32::try_from(watching).unwrap_or(u32::MAX),
            ..Attendance::default()
        }
    }

    /// Takes note of who follows the game at another node.
    pub(super) fn set_elsewhere(&mut self, node: &Arc<str>, attendance: Attendance, at: Moment) {
        self.elsewhere.retain(|(known, ..)| known != node);
        if !attendance.is_nobody() {
            self.elsewhere.push((Arc::clone(node), attendance, at));
        }
        self.presence_changed();
    }

    /// Forgets nodes that were not heard of since an instant.
    pub(super) fn forget_elsewhere(&mut self, since: Moment) {
        self.elsewhere.retain(|(.., heard)| *heard >= since);
        self.presence_changed();
    }

    /// When the subscribers are to be told of each other again, if something may have changed.
    pub(super) fn presence_due(&self) -> Option<Instant> {
        let next = || self.told.at.map_or_else(Instant::now, |at| at + BETWEEN_PRESENCES);
        self.told.is_stale.then(next)
    }

    /// Tells the subscribers of each other, if something has changed and the last time is long enough ago. Says whether it did.
    pub(super) fn tell_presence(&mut self) -> bool {
        if self.presence_due().is_none_or(|due| due > Instant::now()) {
            return false;
        }
        let presence = self.presence();
        self.told.is_stale = false;
        if presence == self.told.presence {
            return false;
        }
        self.told = ToldPresence { presence, at: Some(Instant::now()), is_stale: false };
        self.broadcast(&self.presence_message());
        true
    }

    /// Somebody came or went.
    fn presence_changed(&mut self) -> bool {
        self.told.is_stale = true;
        self.tell_presence()
    }

    fn presence_message(&self) -> ServerMessage {
        let ([white, black], watching) = self.presence();
        ServerMessage::Presence { white, black, watching }
    }

    fn attendances(&self) -> impl Iterator<Item = Attendance> {
        let elsewhere = self.elsewhere.iter().map(|(_, attendance, _)| *attendance);
        std::iter::once(self.attendance()).chain(elsewhere)
    }

    /// Which sides are connected to any node, and the number of spectators.
    fn presence(&self) -> Presence {
        let present = Side::BOTH.map(|side| self.attendances().any(|one| one.present[side as usize]));
        (present, self.attendances().map(|one| one.watching).fold(0, u32::saturating_add))
    }

    /// The other nodes at which somebody is connected for a side; none if somebody is connected for it here.
    pub(super) fn nodes_of(&self, side: Side) -> Vec<Arc<str>> {
        if self.is_here(side) {
            return Vec::new();
        }
        self.other_nodes_of(side, Moment(0))
    }

    /// The other nodes at which somebody is connected for a side, and that have said so since an instant.
    pub(super) fn other_nodes_of(&self, side: Side, since: Moment) -> Vec<Arc<str>> {
        let there = self.elsewhere.iter().filter(|(_, attendance, _)| attendance.present[side as usize]);
        let there = there.filter(|(.., heard)| *heard >= since);
        there.map(|(node, ..)| Arc::clone(node)).collect()
    }

    /// Which of some nodes has a player connected, if any has.
    pub(super) fn node_with_player<'a>(&self, nodes: &'a [String]) -> Option<&'a String> {
        let there = self.elsewhere.iter().filter(|(_, attendance, _)| attendance.present != [false; 2]);
        there.map(|(node, ..)| node).find_map(|with| nodes.iter().find(|node| ***node == **with))
    }

    /// Forgets a node that is gone.
    pub(super) fn forget_node(&mut self, node: &str) {
        self.elsewhere.retain(|(known, ..)| **known != *node);
        self.presence_changed();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn join(&mut self, subscriber: Subscriber) {
        let outbox = subscriber.outbox.clone();
        self.all.push(subscriber);
        if !self.presence_changed() {
            outbox.send(&self.presence_message());
        }
    }

    pub(super) fn leave(&mut self, id: u64) {
        self.all.retain(|subscriber| subscriber.id != id);
        self.presence_changed();
    }

    /// Drops all of them: their connections are closed.
    pub(super) fn clear(&mut self) {
        self.all.clear();
    }

    /// Whether somebody is connected who may act for a side.
    pub(super) fn is_present(&self, side: Side) -> bool {
        self.attendances().any(|one| one.present[side as usize])
    }

    /// Whether somebody is connected to this node who may act for a side.
    pub(super) fn is_here(&self, side: Side) -> bool {
        self.all.iter().any(|one| one.sides[side as usize])
    }

    /// Whether somebody is connected for a side who reads messages.
    pub(super) fn reads_chat(&self, side: Side) -> bool {
        self.attendances().any(|one| one.reads_chat[side as usize])
    }

    /// Switches messages on or off for a subscriber.
    pub(super) fn set_chat(&mut self, id: u64, setting: ChatSetting) {
        for subscriber in self.all.iter_mut().filter(|subscriber| subscriber.id == id) {
            subscriber.chat = setting;
        }
    }

    /// Sends a message to the players who read messages.
    fn send_chat(&self, message: &ServerMessage) {
        let players = self.all.iter().filter(|one| one.sides != [false; 2] && one.chat == ChatSetting::On);
        for player in players {
            player.outbox.send(message);
        }
    }

    /// The longest measured latency of a side.
    pub(super) fn lag(&self, side: Side) -> Duration {
        let longest = self.attendances().map(|one| one.lag[side as usize]).max();
        Duration::from_millis(longest.unwrap_or_default().into())
    }

    /// Sends a message to those whom it is for.
    pub(super) fn send(&mut self, audience: Audience, message: &ServerMessage) {
        match audience {
            Audience::Everybody => self.broadcast(message),
            Audience::Side(side) => self.send_to_side(side.into(), message),
            Audience::ChatReaders => self.send_chat(message),
            Audience::Members(side) => self.send_to_members(side.into(), message),
        }
    }

    /// Sends a message to every subscriber.
    fn broadcast(&mut self, message: &ServerMessage) {
        let text = MessageText::from(message);
        self.send_each(|_| text.clone());
    }

    /// Sends a text to every subscriber. One whose queue is full is dropped.
    fn send_each(&mut self, mut text: impl FnMut(&Subscriber) -> MessageText) {
        let before = self.all.len();
        self.all.retain(|subscriber| subscriber.outbox.send_text(text(subscriber)));
        self.told.is_stale |= self.all.len() < before;
    }

    /// Sends a message to those who may act for a side.
    fn send_to_side(&self, side: Side, message: &ServerMessage) {
        for subscriber in self.all.iter().filter(|subscriber| subscriber.sides[side as usize]) {
            subscriber.outbox.send(message);
        }
    }

    /// Sends a message to those who hold a side together.
    fn send_to_members(&self, side: Side, message: &ServerMessage) {
        for subscriber in self.all.iter().filter(|subscriber| subscriber.consults == Some(side)) {
            subscriber.outbox.send(message);
        }
    }

    /// Sends events to every subscriber. The text is made once for each form and language in use.
    pub(super) fn send_events(
        &mut self,
        before: &GameContext<'_>,
        after: &GameContext<'_>,
        events: &[LoggedEvent],
        at: Moment,
    ) {
        let mut snapshots = std::mem::take(&mut self.snapshots);
        let mut current = Vec::new();
        let mut texts: Vec<(TextKind, MessageText)> = Vec::new();
        self.send_each(|subscriber| {
            let kind = text_kind(&subscriber.outbox);
            if let Some((_, text)) = texts.iter().find(|(made, _)| *made == kind) {
                return text.clone();
            }
            let (form, lang, access) = kind;
            let text = if form == UpdateForm::Changes {
                let base = take_base(&mut snapshots, before, at, (lang, access));
                let snapshot = after.snapshot(at, lang, access);
                let changes = GameChanges::between(&base, &snapshot);
                current.push(((lang, access), snapshot));
                let readable = readable_events(after, events, access);
                events_text(after, &readable, at, None, Some(&changes))
            } else {
                full_text(after, events, at, kind)
            };
            texts.push((kind, text.clone()));
            text
        });
        self.snapshots = current;
    }
}

/// The snapshot of the state before the events: the one kept from the last time, or a new one.
fn take_base(
    kept: &mut Vec<(SnapshotKind, GameSnapshot)>,
    before: &GameContext<'_>,
    at: Moment,
    kind: SnapshotKind,
) -> GameSnapshot {
    let same = |(kept, snapshot): &(SnapshotKind, GameSnapshot)| {
        *kept == kind && snapshot.view.seq == before.game.seq()
    };
    match kept.iter().position(same) {
        Some(i) => kept.swap_remove(i).1,
        None => before.snapshot(at, kind.0, kind.1),
    }
}

/// The events as somebody with this access to the board may read them.
fn readable_events<'a>(
    game: &GameContext<'_>,
    events: &'a [LoggedEvent],
    access: BoardAccess,
) -> Cow<'a, [LoggedEvent]> {
    if access.conceals(game.game) { conceal_events(events).into() } else { events.into() }
}

/// What the text of an update depends on besides the game.
type TextKind = (UpdateForm, Lang, BoardAccess);

/// Subscribers of the same kind get the same text. Events contain no words, so their language does not matter.
fn text_kind(outbox: &Outbox) -> TextKind {
    match (outbox.form, outbox.access) {
        (UpdateForm::Events, BoardAccess::Seen) => (UpdateForm::Events, Lang::default(), BoardAccess::Seen),
        (form, access) => (form, outbox.lang, access),
    }
}

/// Events for a subscriber that may not know the state before them: with the whole game, if it wants to see the game.
pub(super) fn missed_text(
    game: &GameContext<'_>,
    events: &[LoggedEvent],
    at: Moment,
    outbox: &Outbox,
) -> MessageText {
    full_text(game, events, at, text_kind(outbox))
}

fn full_text(
    game: &GameContext<'_>,
    events: &[LoggedEvent],
    at: Moment,
    (form, lang, access): TextKind,
) -> MessageText {
    // Concealed events say nothing of the moves, so the announced moves come with the snapshot.
    let wants_snapshot = form != UpdateForm::Events || access.conceals(game.game);
    let snapshot = wants_snapshot.then(|| game.snapshot(at, lang, access));
    events_text(game, &readable_events(game, events, access), at, snapshot.as_ref(), None)
}

fn events_text(
    game: &GameContext<'_>,
    events: &[LoggedEvent],
    at: Moment,
    shown: Option<&GameSnapshot>,
    changes: Option<&GameChanges>,
) -> MessageText {
    let face = |side| game.game.clocks().face(side, at).map(wire::WireClockFace::from);
    MessageText::from(&EventsMessage { events, now: at.0, clocks: Side::BOTH.map(face), shown, changes })
}
