//! The rooms of a server that is one of several nodes: which of them it owns, and what other nodes ask of it.

use std::sync::Arc;
use std::time::Duration;

use damiera_game::Moment;
use futures_util::StreamExt;
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::downtime::OwnedTime;
use super::task::Ownership;
use super::{Room, RoomError, RoomMessage, RoomRegistry};
use crate::live_games::games_here;
use crate::nodes::wire::{ForwardedAsk, NodeAnswer, NodeRequest};
use crate::nodes::{BusRequest, BusSubscription, NODES, game_topic};
use crate::store::{Claim, LeaseKind, StoreError};

/// Games that are taken over at a time, so that nodes share them.
const ORPHANS: u32 = 32;
/// The pause before the next ones: the rooms of those before may have yet to claim them.
const BETWEEN_ORPHANS: Duration = Duration::from_millis(20);
/// While messages of other nodes may be missed, the log is read this often.
const POLL: Duration = Duration::from_millis(150);
/// For this time after messages have arrived again: the other nodes may get the broker back later.
const AFTER: Duration = Duration::from_secs(2);
/// Games that are handed over at a time.
const HANDED_OVER: usize = 16;
/// How long the new owner of a game may take to load it.
const TAKING_OVER: Duration = Duration::from_secs(1);
/// How long handing all games over may take.
const HANDING_OVER: Duration = Duration::from_secs(5);
/// Games that are looked for in the log at a time.
const LOOKED_FOR: usize = 1_000;

/// Who owns a game, and what other nodes publish about it.
pub(super) type GamePlace = (Ownership, Option<BusSubscription>);

impl RoomRegistry {
    /// Claims a game, unless that was done already, and subscribes to its updates.
    pub(super) async fn place(&self, id: &str, claimed: Option<Claim>) -> Result<GamePlace, RoomError> {
        let node = &self.services.node;
        let updates = node.subscribe(&game_topic(id)).await;
        let tenure = node.tenure();
        let claim = match claimed {
            Some(claim) => claim,
            None => node.claim(LeaseKind::Game, id).await?,
        };
        let ownership = match claim {
            Claim::Owned => Ownership::Owner { tenure, time: OwnedTime::ALWAYS },
            Claim::TakenOver { alive_at } => {
                let time =
                    OwnedTime { since: self.services.clock.now(), orphaned_at: Some(Moment(alive_at)) };
                Ownership::Owner { tenure, time }
            }
            Claim::OwnedBy(owner) => Ownership::Follower { owner },
        };
        Ok((ownership, updates))
    }

    /// Takes over games whose owners are gone, again and again, so that their clocks are watched.
    pub(crate) async fn sweep_orphans(self: Arc<Self>) {
        let node = &self.services.node;
        if node.is_alone() {
            return;
        }
        let mut updates = node.subscribe(NODES).await;
        while !self.is_closing() {
            let orphans = node.orphans(LeaseKind::Game, ORPHANS).await;
            let more = orphans.len() == ORPHANS as usize;
            // At the same time, since each waits for the database, and what is written then shares a commit.
            let mut adopting = JoinSet::new();
            for game in orphans {
                let registry = Arc::clone(&self);
                adopting.spawn(async move { registry.adopt(&game).await });
            }
            adopting.join_all().await;
            if more {
                tokio::time::sleep(BETWEEN_ORPHANS).await;
            } else {
                node.wait_for_orphans(&mut updates).await;
            }
        }
    }

    /// Reads from the log what other nodes could not publish, as long as messages may be missed and for a while after.
    pub(crate) async fn read_log_without_broker(self: Arc<Self>) {
        let node = &self.services.node;
        if node.is_alone() {
            return;
        }
        let (mut missing, mut until) = (false, Duration::ZERO);
        while !self.is_closing() {
            tokio::time::sleep(POLL).await;
            let (was_missing, now) = (missing, self.services.clock.elapsed());
            missing = node.misses_messages();
            if missing {
                until = now + AFTER;
            } else if was_missing {
                self.send_to_all(|| RoomMessage::BrokerBack);
            }
            if now < until
                && let Err(error) = self.look_for_news().await
            {
                tracing::debug!(%error, "the log could not be read");
            }
        }
    }

    fn send_to_all(&self, message: impl Fn() -> RoomMessage) {
        for room in self.rooms().values() {
            let _ = room.mailbox.try_send(message()); // a room that is busy learns it from the next report
        }
    }

    /// Tells the rooms whose logs have grown.
    async fn look_for_news(&self) -> Result<(), StoreError> {
        let games = |room: &Arc<Room>| (Arc::clone(&room.id), room.game());
        let games: Vec<_> = self.rooms().values().map(games).collect();
        let known: Vec<_> = games
            .into_iter()
            .filter(|(_, game)| game.end().is_none())
            .map(|(id, game)| (id, game.seq()))
            .collect();
        for known in known.chunks(LOOKED_FOR) {
            for game in self.services.store.games_with_news(known).await? {
                if let Some(room) = self.loaded(&game) {
                    let _ = room.mailbox.try_send(RoomMessage::LogGrown); // it is looked for again
                }
            }
        }
        Ok(())
    }

    /// Becomes the owner of a game that has none, if no other node does first. Whoever claims a game learns since when it had no
    /// owner, so a game in memory is left to its room, and no request can load one before it is claimed here.
    pub(super) async fn adopt(self: &Arc<Self>, game: &str) {
        let _loading = self.loading_lock(game).lock().await;
        let adopted = match self.loaded(game) {
            // A room that is too busy for this waits for the owner, and claims the game by itself.
            Some(room) => {
                let _ = room.mailbox.try_send(RoomMessage::OwnerGone);
                Ok(())
            }
            None => match self.services.node.claim(LeaseKind::Game, game).await {
                Ok(Claim::OwnedBy(_)) => Ok(()), // that node watches its clock
                Ok(claim) => self.load(game, Some(claim)).await.map(|_| ()),
                Err(error) => Err(error.into()),
            },
        };
        if let Err(error) = adopted {
            tracing::warn!(game, %error, "a game could not be taken over");
        }
    }

    /// Hands the games in memory over to other nodes, since this one stops. What cannot be handed over is left to them with the lease.
    pub(crate) async fn hand_over(&self) {
        let heirs: Arc<[String]> = self.services.node.heirs().await.into();
        if heirs.is_empty() {
            return;
        }
        let rooms: Vec<_> = self.rooms().values().cloned().collect();
        let handed_over = futures_util::stream::iter(rooms).for_each_concurrent(HANDED_OVER, |room| {
            let (heir, handed_over) = oneshot::channel();
            let message = RoomMessage::HandOver(Arc::clone(&heirs), heir);
            async move {
                if room.send(message).await.is_ok()
                    && let Ok(heir) = handed_over.await
                {
                    self.have_taken_over(&room.id, &heir).await;
                }
            }
        });
        if timeout(HANDING_OVER, handed_over).await.is_err() {
            tracing::warn!(
                "not all games could be handed over; other nodes take them when the lease is given up"
            );
        }
    }

    /// Tells a node that it owns a game, so that it watches the clock: it may not have the game in memory.
    async fn have_taken_over(&self, game: &str, heir: &str) {
        let request = NodeRequest::Game { game: game.to_owned(), ask: ForwardedAsk::TakeOver };
        let answer = self.services.node.request(heir, &request, TAKING_OVER).await;
        if !matches!(answer, Ok(NodeAnswer::Game { .. })) {
            tracing::warn!(game, heir, ?answer, "a game that was handed over may have to wait for its owner");
        }
    }

    /// Answers the requests of other nodes.
    pub(crate) async fn serve_nodes(self: Arc<Self>) {
        let node = &self.services.node;
        let Ok(mut requests) = node.requests().await else { return };
        while let Some(request) = requests.recv().await {
            match node.read_request(&request) {
                Ok((_, NodeRequest::Probe)) => node.answer(request, &NodeAnswer::Alive),
                Ok((_, NodeRequest::TakesGames)) => {
                    let takes = node.holds_lease() && !node.leaves_games();
                    node.answer(request, if takes { &NodeAnswer::Alive } else { &NodeAnswer::NotOwner });
                }
                Ok((_, NodeRequest::LiveGames)) => {
                    let games = games_here(&self);
                    node.answer(request, &NodeAnswer::LiveGames(games));
                }
                // Without a lease the other node can claim the game, perhaps while this one cannot reach the database.
                Ok((_, NodeRequest::Game { .. })) if !node.holds_lease() => {
                    node.answer(request, &NodeAnswer::NotOwner);
                }
                Ok((from, NodeRequest::Game { game, ask })) => self.pass_on(game, (from, ask), request).await,
                Err(error) => {
                    tracing::warn!(%error, "a request of another node was rejected");
                    node.answer(request, &NodeAnswer::Rejected);
                }
            }
        }
    }

    /// Passes a request on to the room of its game, in order, and answers it when the room does.
    async fn pass_on(
        self: &Arc<Self>,
        game: String,
        (from, ask): (String, ForwardedAsk),
        request: BusRequest,
    ) {
        let (answer, answered) = oneshot::channel();
        let message = RoomMessage::Forwarded { from, ask: Box::new(ask), answer };
        let loaded = self.loaded(&game);
        let registry = Arc::clone(self);
        let pass_on = async move {
            let room = match loaded {
                Some(room) => room,
                None => registry.find(&game).await?,
            };
            room.send(message).await
        };
        let node = Arc::clone(&self.services.node);
        tokio::spawn(async move {
            let passed = pass_on.await.is_ok();
            // The game could not be loaded, or it is unknown what became of the request: the other node asks the log, and again.
            let answer =
                if passed { answered.await.unwrap_or(NodeAnswer::NotOwner) } else { NodeAnswer::NotOwner };
            node.answer(request, &answer);
        });
    }
}
