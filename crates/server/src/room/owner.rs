//! The task that owns a game: it decides, writes, and only then changes the game and tells those who follow it.

mod following;
mod premove;

use std::sync::Arc;
use std::time::Duration;

use damiera_game::{Action, Actor, Command, Event, FlagPolicy, Game, Moment, wire};
use damiera_rules::Side;
use tokio::sync::{mpsc, watch};

use super::watchers::{Played, Watchers};
use super::{Answer, Letter, Outbox, Premove, Request, RoomError};
use crate::protocol::{Happened, Told};
use crate::rooms::engine::engine_level;
use crate::rooms::{Rooms, log};
use crate::store::{Holders, Seats};
use crate::store::{StoreError, StoreWrite};
use crate::time::{now, until};

/// How long a room stays in memory without anybody in it.
const IDLE: Duration = Duration::from_secs(60);
/// How long the players have to come before the first clock runs all the same.
const COMING: Duration = Duration::from_secs(60);

/// The owner of a game.
pub(crate) struct Owner {
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) id: Arc<str>,
    pub(crate) seats: Seats,
    pub(crate) holders: Holders,
    pub(crate) game: Arc<Game>,
    pub(crate) shown: watch::Sender<Arc<Game>>,
    /// The commands that were done, by name, each with its first event.
    pub(crate) done: Vec<(Box<str>, u64)>,
    pub(crate) state: State,
}

/// What is not of the game itself, and is forgotten with the room.
#[derive(Default)]
pub(crate) struct State {
    watchers: Watchers,
    premoves: [Option<Premove>; 2],
    /// Who offers another game.
    rematch: Option<Side>,
    /// That other game.
    another: Option<String>,
    /// When the game begins if the players have not come by then.
    begins: Option<Moment>,
    /// Whether the clock that the server counts as running is ours.
    counted: bool,
}

/// Whether a room goes on.
#[derive(PartialEq, Eq)]
enum Life {
    On,
    /// What the log holds is not known, or nobody needs the room: the next to ask for it reads it anew.
    Over,
}

/// A player's name for a command, apart from the other player's.
fn own_name(by: Actor, name: &str) -> String {
    let side = match by {
        Actor::Player(Side::White) => "w",
        Actor::Player(Side::Black) => "b",
        Actor::Arbiter => "a",
    };
    format!("{side}:{name}")
}

/// A name as its sender gave it.
fn plain_name(name: &str) -> String {
    name.get(2..).unwrap_or_default().to_owned()
}

impl Owner {
    /// Answers letters until nobody needs the room.
    pub(crate) async fn live(mut self, mut letters: mpsc::Receiver<Letter>) {
        self.state.begins = self.is_between_two().then(|| now().plus(COMING));
        self.follow_on().await;
        loop {
            let life = match tokio::time::timeout(self.patience(), letters.recv()).await {
                Ok(Some(letter)) => self.read(letter).await,
                Ok(None) => Life::Over,
                Err(_) => self.look_at_the_time().await,
            };
            if life == Life::Over {
                break;
            }
        }
        self.state.watchers.clear();
        self.count_clock(false);
        letters.close();
        self.rooms.forget(&self.id);
    }

    /// Two different people play; the clock waits until both have come.
    fn is_between_two(&self) -> bool {
        let people = Side::BOTH.into_iter().all(|side| self.seats.of(side) == crate::store::Seat::Person);
        people && self.holders.0[0] != self.holders.0[1]
    }

    fn not_begun(&self) -> bool {
        !self.game.has_begun() && self.game.end().is_none()
    }

    /// How long to wait for a letter before something else is to be done.
    fn patience(&self) -> Duration {
        let flag = self.flag_due();
        let begins = self.state.begins.filter(|_| self.not_begun());
        let due = flag.into_iter().chain(begins).min();
        due.map_or(IDLE, |due| (until(due) + Duration::from_millis(1)).min(IDLE))
    }

    /// When to look at the flag: a move that is on its way may still have been made in time.
    fn flag_due(&self) -> Option<Moment> {
        if self.game.terms().profile.flags == FlagPolicy::Claimed {
            return None;
        }
        let falls = self.game.flag_falls()?;
        Some(falls.plus(self.state.watchers.lag(self.game.turn())))
    }

    async fn look_at_the_time(&mut self) -> Life {
        let at = now();
        if self.flag_due().is_some_and(|due| due <= at) {
            return self.act_as_arbiter(Action::Flag).await;
        }
        if self.not_begun() && self.state.begins.is_some_and(|begins| begins <= at) {
            return self.act_as_arbiter(Action::Start).await;
        }
        if self.state.watchers.is_empty() && self.rooms.retire(&self.id, self.flag_due()) {
            return Life::Over;
        }
        Life::On
    }

    async fn act_as_arbiter(&mut self, action: Action) -> Life {
        let command = Command { by: Actor::Arbiter, at: now(), action };
        self.carry_out(&command, Duration::ZERO, None).await.map_or_else(|error| after(&error), |_| Life::On)
    }

    async fn read(&mut self, letter: Letter) -> Life {
        match letter {
            Letter::Do(request) => self.answer(*request).await,
            Letter::Premove(premove) => self.hold(*premove),
            Letter::CancelPremove(side) => {
                self.state.premoves[side as usize] = None;
                Life::On
            }
            Letter::Rematch(side) => self.rematch(side).await,
            Letter::Join(watcher, seq) => self.join(*watcher, seq).await,
            Letter::Leave(id) => {
                self.state.watchers.leave(id);
                Life::On
            }
            Letter::Thought(seq, command) => {
                if self.game.seq() != seq {
                    return Life::On;
                }
                let done = self.carry_out(&command, Duration::ZERO, None).await;
                done.map_or_else(|error| after(&error), |_| Life::On)
            }
        }
    }

    /// Does what a client asks, once.
    async fn answer(&mut self, request: Request) -> Life {
        let Request { command, lag, name, seq, answer } = request;
        let name = name.map(|name| own_name(command.by, &name));
        let done = name.as_deref().and_then(|name| self.done_before(name));
        let result = match done {
            Some(seq) => Ok(seq),
            None if seq.is_some_and(|seq| seq != self.game.seq()) => Err(RoomError::Resync(self.game.seq())),
            None => self.carry_out(&command, lag, name.as_deref()).await,
        };
        let life = result.as_ref().map_or_else(after, |_| Life::On);
        match answer {
            Answer::Waiting(answer) => {
                let _ = answer.send(result);
            }
            Answer::Socket(to) => {
                self.tell_result(&to, name.as_deref().unwrap_or_default(), seq, result).await;
            }
        }
        life
    }

    fn done_before(&self, name: &str) -> Option<u64> {
        self.done.iter().rev().find(|(known, _)| **known == *name).map(|(_, seq)| *seq)
    }

    async fn tell_result(&self, to: &Outbox, name: &str, seq: Option<u64>, result: Result<u64, RoomError>) {
        let id = plain_name(name);
        let told = match result {
            Ok(seq) => Told::Done { id, seq },
            Err(RoomError::Resync(head)) => {
                // What was missed comes first; a client that claims to know more than there is begins anew.
                self.send_missed(to, seq.filter(|&seq| seq <= head).unwrap_or(0)).await;
                Told::Resync { id, seq: head }
            }
            Err(RoomError::Refused(refused)) => {
                let wire::WireRefusal { article, text, due } =
                    wire::WireRefusal::new(&refused.0, &refused.1, to.lang);
                Told::Refused { id, text, article, due }
            }
            Err(error) => {
                tracing::error!(game = &*self.id, %error, "a command was not done");
                Told::Bad { text: crate::texts::text(to.lang, "our-fault") }
            }
        };
        to.send(&told);
    }

    /// Decides, writes, and then applies and tells. Returns the number of the first event.
    async fn carry_out(
        &mut self,
        command: &Command,
        lag: Duration,
        name: Option<&str>,
    ) -> Result<u64, RoomError> {
        let (events, after) = self
            .game
            .foresee(command, lag)
            .map_err(|why| RoomError::Refused(Box::new((why, Arc::clone(&self.game)))))?;
        let first = self.game.seq() + 1;
        let events: Vec<_> = events.iter().map(wire::WireEvent::from).collect();
        let write = log::append(&self.id, first, name, &events, &after)?;
        match self.rooms.write(StoreWrite::Events(write)).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => {
                self.reload().await?;
                return Err(RoomError::Resync(self.game.seq()));
            }
            Err(error) => return Err(error.into()),
        }
        self.publish(after, first, name, events);
        self.follow_on().await;
        self.play_premove().await?;
        Ok(first)
    }

    /// What is written is shown.
    fn publish(&mut self, after: Game, first: u64, name: Option<&str>, events: Vec<wire::WireEvent>) {
        let moves = events.iter().filter(|event| matches!(event.fact, wire::WireFact::Moved { .. }));
        self.rooms.count_moves(moves.count());
        self.game = Arc::new(after);
        self.shown.send_replace(Arc::clone(&self.game));
        if let Some(name) = name {
            self.done.push((name.into(), first));
        }
        let mut id = name.map(plain_name);
        let happened: Vec<_> =
            (first..).zip(events).map(|(seq, event)| Happened { seq, id: id.take(), event }).collect();
        self.tell_events(&happened);
    }

    fn played(&self) -> Played<'_> {
        Played { id: &self.id, seats: self.seats, holders: &self.holders, game: &self.game }
    }

    fn tell_events(&mut self, events: &[Happened]) {
        let played = Played { id: &self.id, seats: self.seats, holders: &self.holders, game: &self.game };
        self.state.watchers.tell_events(&played, events);
    }

    /// Another writer was first: the log is right and we were not.
    async fn reload(&mut self) -> Result<(), RoomError> {
        let before = self.game.seq();
        let kept = self.rooms.store().events_after(&self.id, before).await?;
        let mut game = (*self.game).clone();
        let mut happened = Vec::new();
        for (seq, stored) in (before + 1..).zip(kept) {
            let (event, client_move_id) = (stored.event()?, stored.command_id);
            game.apply(&Event::try_from(&event).map_err(|error| RoomError::Bad(error.to_string()))?);
            if let Some(name) = &client_move_id {
                self.done.push((name.as_str().into(), seq));
            }
            happened.push(Happened { seq, id: client_move_id.as_deref().map(plain_name), event });
        }
        self.game = Arc::new(game);
        self.shown.send_replace(Arc::clone(&self.game));
        self.tell_events(&happened);
        Ok(())
    }

    /// Another game with the colours changed: offered by one, begun when the other wants it too.
    async fn rematch(&mut self, by: Side) -> Life {
        if self.game.end().is_none() || self.state.another.is_some() {
            return Life::On;
        }
        let alone = self.holders.0[0] == self.holders.0[1] || self.seats.of(!by).is_engine();
        if self.state.rematch == Some(!by) || alone {
            match self.rooms.rematch(&self.game, self.seats, &self.holders).await {
                Ok(another) => self.state.another = Some(another),
                Err(error) => {
                    tracing::error!(game = &*self.id, %error, "no rematch");
                    return Life::On;
                }
            }
        }
        self.state.rematch = Some(by);
        self.state.watchers.tell(&Told::Rematch { by: by.into(), game: self.state.another.clone() });
        Life::On
    }

    /// What the server itself has to do next: count a running clock, think, or answer for the engine.
    async fn follow_on(&mut self) {
        self.count_clock(self.game.flag_falls().is_some());
        if self.game.end().is_some() {
            return;
        }
        let turn = self.game.turn();
        if let Some(level) = engine_level(self.seats.of(turn)) {
            let room = self.rooms.opened(&self.id);
            let thought = Arc::clone(&self.rooms).think(room, Arc::clone(&self.game), turn, level);
            tokio::spawn(thought);
        } else if self.seats.of(!turn).is_engine()
            && let Some(room) = self.rooms.opened(&self.id)
        {
            tokio::spawn(Arc::clone(&self.rooms).answer(room, Arc::clone(&self.game), !turn));
        }
    }

    /// The server notes that it is up only while some clock runs.
    fn count_clock(&mut self, runs: bool) {
        if runs != self.state.counted {
            self.state.counted = runs;
            self.rooms.count_clock(runs);
        }
    }
}

/// After a failure of the store nobody knows what the log holds until it is read anew.
fn after(error: &RoomError) -> Life {
    if matches!(error, RoomError::Store(_)) { Life::Over } else { Life::On }
}
