//! Those who follow a game, and how they hear of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use damiera_game::{Game, Lang, wire};
use damiera_rules::Side;
use tokio::sync::mpsc;

use crate::protocol::{Form, Happened, Told};
use crate::shown::Shown;
use crate::store::{Holders, Seats};
use crate::time::now;

/// The way to a connection: bounded, so that who does not read loses his place and nobody else's time.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    pub(crate) queue: mpsc::Sender<Utf8Bytes>,
    pub(crate) form: Form,
    pub(crate) lang: Lang,
}

impl Outbox {
    /// Sends without waiting; says whether there was room.
    pub(crate) fn send(&self, told: &Told) -> bool {
        self.put(told.text().into())
    }

    /// What texts are made for: events have no words, so their language does not matter.
    pub(super) fn kind(&self) -> (Form, Lang) {
        match self.form {
            Form::Events => (Form::Events, Lang::default()),
            Form::View => (Form::View, self.lang),
        }
    }

    fn put(&self, text: Utf8Bytes) -> bool {
        self.queue.try_send(text).is_ok()
    }
}

/// Somebody who follows a game.
#[derive(Debug)]
pub(crate) struct Watcher {
    pub(crate) id: u64,
    pub(crate) out: Outbox,
    /// The sides he may act for, White first.
    pub(crate) sides: [bool; 2],
    /// What the server measured of his line, in milliseconds.
    pub(crate) lag: Arc<AtomicU32>,
}

/// All who follow a game.
#[derive(Default, Debug)]
pub(super) struct Watchers {
    all: Vec<Watcher>,
}

impl Watchers {
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn join(&mut self, watcher: Watcher) {
        self.all.push(watcher);
        self.tell_presence();
    }

    pub(super) fn leave(&mut self, id: u64) {
        let before = self.all.len();
        self.all.retain(|watcher| watcher.id != id);
        if self.all.len() < before {
            self.tell_presence();
        }
    }

    /// Drops everybody: their connections end.
    pub(super) fn clear(&mut self) {
        self.all.clear();
    }

    pub(super) fn present(&self, side: Side) -> bool {
        self.all.iter().any(|watcher| watcher.sides[side as usize])
    }

    /// The longest line to a side that was measured.
    pub(super) fn lag(&self, side: Side) -> Duration {
        let lags = self.all.iter().filter(|watcher| watcher.sides[side as usize]);
        let longest = lags.map(|watcher| watcher.lag.load(Ordering::Relaxed)).max();
        Duration::from_millis(longest.unwrap_or_default().into())
    }

    fn tell_presence(&mut self) {
        let watching = self.all.iter().filter(|watcher| watcher.sides == [false; 2]).count();
        let [white, black] = Side::BOTH.map(|side| self.present(side));
        self.tell(&Told::Presence { white, black, watching: u32::try_from(watching).unwrap_or(u32::MAX) });
    }

    /// Tells everybody the same.
    pub(super) fn tell(&mut self, told: &Told) {
        let text: Utf8Bytes = told.text().into();
        self.put(|watcher| watcher.out.put(text.clone()));
    }

    /// Puts something in every outbox; who has no room for it is dropped, and the others are told so.
    fn put(&mut self, put: impl FnMut(&Watcher) -> bool) {
        let before = self.all.len();
        self.all.retain(put);
        if self.all.len() < before {
            self.tell_presence();
        }
    }

    /// Tells those who may act for a side.
    pub(super) fn tell_side(&self, side: Side, told: &Told) {
        for watcher in self.all.iter().filter(|watcher| watcher.sides[side as usize]) {
            watcher.out.send(told);
        }
    }

    /// Tells everybody what happened; the text is made once for each form and language that is wanted.
    pub(super) fn tell_events(&mut self, game: &Played<'_>, events: &[Happened]) {
        let mut made: Vec<((Form, Lang), Utf8Bytes)> = Vec::new();
        self.put(|watcher| {
            let kind = watcher.out.kind();
            let text = match made.iter().find(|(other, _)| *other == kind) {
                Some((_, text)) => text.clone(),
                None => {
                    let text: Utf8Bytes = told_events(game, events, kind).text().into();
                    made.push((kind, text.clone()));
                    text
                }
            };
            watcher.out.put(text)
        });
    }
}

/// A game and those who play it.
pub(super) struct Played<'a> {
    pub(super) id: &'a str,
    pub(super) seats: Seats,
    pub(super) holders: &'a Holders,
    pub(super) game: &'a Game,
}

/// Events as somebody wants them told.
pub(super) fn told_events(played: &Played<'_>, events: &[Happened], (form, lang): (Form, Lang)) -> Told {
    let Played { id, seats, holders, game } = *played;
    let at = now();
    let face = |side| game.clocks().face(side, at).map(wire::WireClockFace::from);
    let shown = (form == Form::View).then(|| Box::new(Shown::new(id, seats, holders, game, lang)));
    Told::Events { events: events.to_vec(), now: at.0, clocks: Side::BOTH.map(face), shown }
}
