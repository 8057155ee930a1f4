//! A tournament in memory: its state for readers, and one writer at a time.

use std::collections::HashMap;
use std::sync::Arc;

use damiera_events::explain::ExplainedPairing;
use damiera_events::tournament::{
    Tournament, TournamentActor, TournamentAsk, TournamentCharter, TournamentCommand, TournamentEvent,
    TournamentFact,
};
use damiera_events::wire::{WireStandings, WireTournamentCharter, WireTournamentEvent};
use damiera_events::{RoundPairing, standings};
use damiera_game::Moment;
use serde::Serialize;
use tokio::sync::{Mutex, watch};

use super::online::OnlineServices;
use super::presence::PlayerPresence;
use super::{TournamentAccess, TournamentBody, TournamentError};
use crate::nodes::EVENTS;
use crate::nodes::wire::EventUpdate;
use crate::random::derived_id;
use crate::rate_limit::RateKey;
use crate::settings::Limits;
use crate::store::{NewTournamentEntries, StoreError, StoredTournament, StoredTournamentEntry};
use crate::work::Cancellation;

/// How often a command is decided anew after another server has written first.
const ATTEMPTS: usize = 3;
/// Letters of a board's code.
const CODE_LETTERS: usize = 8;

/// A tournament in memory.
pub(crate) struct LiveTournament {
    pub(crate) id: String,
    pub(crate) charter: TournamentCharter,
    secret: String,
    services: OnlineServices,
    writer: Mutex<()>,
    pub(super) presence: PlayerPresence,
    current: watch::Sender<Arc<TournamentState>>,
}

/// Where a command comes from.
pub(crate) struct CommandOrigin<'a> {
    /// With an id, it is carried out once.
    pub(crate) id: Option<SentCommand>,
    /// How many entries the sender has seen.
    pub(crate) seen: Option<usize>,
    /// The round the sender has in view.
    pub(crate) round: Option<usize>,
    /// Whose share of the heavy work a pairing takes.
    pub(crate) client: &'a RateKey,
}

/// A command that may be sent again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SentCommand {
    /// Of the sender's own choice.
    id: String,
    /// A digest of what is asked: the same id with something else is a mistake of the sender.
    ask: String,
}

impl SentCommand {
    /// An id with what is asked under it.
    pub(crate) fn new(id: String, ask: &impl Serialize) -> Result<Self, StoreError> {
        Ok(Self { id, ask: derived_id(&serde_json::to_string(ask)?) })
    }

    /// The form in which it is stored: senders choose ids independently of each other.
    fn stored(&self, by: &TournamentActor) -> String {
        let by = match by {
            TournamentActor::Player(number) => number.to_string(),
            TournamentActor::Official(name) => derived_id(name),
        };
        format!("{}:{by}:{}", self.id, self.ask)
    }
}

/// The commands that were carried out: what was asked, by id and sender.
#[derive(Clone, Default)]
struct CarriedOut(HashMap<String, String>);

impl CarriedOut {
    fn note(&mut self, stored: &str) {
        let (key, ask) = stored.rsplit_once(':').unwrap_or((stored, ""));
        self.0.insert(key.to_owned(), ask.to_owned());
    }

    /// Whether a command was carried out before; an error if another one was, under the same id.
    fn has(&self, stored: &str) -> Result<bool, TournamentError> {
        let (key, ask) = stored.rsplit_once(':').unwrap_or((stored, ""));
        let id = key.split(':').next().unwrap_or_default();
        match self.0.get(key) {
            Some(earlier) if earlier == ask => Ok(true),
            Some(_) => Err(TournamentError::CommandIdUsed),
            // Earlier versions stored the id alone.
            None => Ok(self.0.contains_key(id)),
        }
    }
}

/// What the system pairs in a round and why; none if it pairs nothing.
pub(crate) type ExplainedRound = Option<(RoundPairing, Vec<ExplainedPairing>)>;

/// How a tournament stands.
pub(crate) struct TournamentState {
    pub(crate) tournament: Tournament,
    pub(crate) log: Vec<TournamentEvent>,
    /// The ids of commands that were carried out.
    commands: CarriedOut,
    /// Computed when somebody asks, once for all readers: everybody asks at the same time, after each entry.
    standings: Mutex<Option<Arc<WireStandings>>>,
    /// By the number of the round.
    explained: Mutex<HashMap<usize, Arc<ExplainedRound>>>,
}

impl TournamentState {
    fn replay(charter: &TournamentCharter, stored: &StoredTournament) -> Result<Self, TournamentError> {
        let tournament = Tournament::new(charter.settings.clone());
        let mut state = Self::new(tournament, Vec::new(), CarriedOut::default());
        for entry in &stored.entries {
            state.take(read_entry(entry)?);
            entry.command_id.iter().for_each(|id| state.commands.note(id));
        }
        Ok(state)
    }

    fn new(tournament: Tournament, log: Vec<TournamentEvent>, commands: CarriedOut) -> Self {
        Self { tournament, log, commands, standings: Mutex::default(), explained: Mutex::default() }
    }

    /// How it stands after more events.
    async fn after(&self, events: Vec<TournamentEvent>) -> Self {
        let mut after = Self::new(self.tournament.clone(), self.log.clone(), self.commands.clone());
        // Why a round is paired so does not depend on what happens in it.
        if events.iter().all(|event| happens_in_a_round(&event.fact)) {
            after.explained = Mutex::new(self.explained.lock().await.clone());
        }
        events.into_iter().for_each(|event| after.take(event));
        after
    }

    /// Whether the log has room for so many entries, by this actor.
    fn check_length(&self, limits: &Limits, by: &TournamentActor, new: usize) -> Result<(), TournamentError> {
        let own = match by {
            TournamentActor::Player(_) => self.log.iter().filter(|event| event.by == *by).count(),
            TournamentActor::Official(_) => 0,
        };
        let fits = own < limits.entries_each && self.log.len() + new <= limits.entries;
        if fits { Ok(()) } else { Err(TournamentError::TooManyEntries) }
    }

    fn take(&mut self, event: TournamentEvent) {
        self.tournament.apply(&event);
        self.log.push(event);
    }

    /// The name of a player, empty if there is none of that number.
    pub(crate) fn name(&self, number: u16) -> String {
        self.tournament.table().entrant(number).map_or_else(String::new, |entrant| entrant.name.clone())
    }
}

impl LiveTournament {
    pub(super) fn replay(
        id: &str,
        stored: &StoredTournament,
        services: &OnlineServices,
    ) -> Result<Self, TournamentError> {
        let wire: WireTournamentCharter = serde_json::from_str(&stored.charter).map_err(StoreError::from)?;
        let charter = TournamentCharter::try_from(&wire)?;
        let state = TournamentState::replay(&charter, stored)?;
        let current = watch::Sender::new(Arc::new(state));
        let (id, secret, services) = (id.to_owned(), stored.secret.clone(), services.clone());
        let (writer, presence) = (Mutex::default(), PlayerPresence::default());
        Ok(Self { id, charter, secret, services, writer, presence, current })
    }

    /// Takes note that a player is here. All nodes hear of it, since one of them pairs the players.
    pub(crate) fn note_presence(&self, number: u16) {
        if self.charter.settings.arena.is_some() && self.presence.note(number, self.services.clock.now()) {
            let update = EventUpdate::Present { tournament: self.id.clone(), number };
            self.services.node.publish(EVENTS, &update);
        }
    }

    /// The server's time.
    pub(super) fn now(&self) -> Moment {
        self.services.clock.now()
    }

    /// The players who are here.
    pub(super) fn present_players(&self) -> Vec<u16> {
        self.presence.present(self.services.clock.now())
    }

    /// How it stands.
    pub(crate) fn state(&self) -> Arc<TournamentState> {
        Arc::clone(&self.current.borrow())
    }

    /// How it stands, each time that changes.
    pub(crate) fn watch(&self) -> watch::Receiver<Arc<TournamentState>> {
        self.current.subscribe()
    }

    /// The code in the link of a board, which only people in the hall know.
    pub(crate) fn board_code(&self, board: usize) -> String {
        let mut code = derived_id(&format!("{}/{board}", self.secret));
        code.truncate(CODE_LETTERS);
        code
    }

    /// The id of a board's game, the same at every node: two nodes that open it at once open one game.
    pub(super) fn game_id(&self, board: usize, entry: usize) -> String {
        derived_id(&format!("{}/{entry}/{board}", self.secret))
    }

    /// Carries out a command once for each id. What it led to is committed before anybody sees it.
    pub(crate) async fn command(
        &self,
        by: TournamentActor,
        ask: TournamentAsk,
        origin: CommandOrigin<'_>,
    ) -> Result<(), TournamentError> {
        let _writing = self.writer.lock().await;
        self.carry_out(by, ask, origin).await
    }

    /// Acts, and then carries out a command that says so. Nothing else is decided in between: what was done may end the last game of a
    /// round, and the next round would be there before the entry about the last one.
    pub(crate) async fn act_and_note<E: From<TournamentError>>(
        &self,
        act: impl Future<Output = Result<u64, E>>,
        by: TournamentActor,
        ask: TournamentAsk,
        origin: CommandOrigin<'_>,
    ) -> Result<(), E> {
        let _writing = self.writer.lock().await;
        act.await?;
        Ok(self.carry_out(by, ask, origin).await?)
    }

    /// Carries out a command while nobody else writes.
    async fn carry_out(
        &self,
        by: TournamentActor,
        ask: TournamentAsk,
        CommandOrigin { id, seen, round, client }: CommandOrigin<'_>,
    ) -> Result<(), TournamentError> {
        let id = id.map(|sent| sent.stored(&by));
        for _ in 0..ATTEMPTS {
            let state = self.state();
            if let Some(id) = &id
                && state.commands.has(id)?
            {
                return Ok(());
            }
            let at = self.services.clock.now();
            let command = TournamentCommand { by: by.clone(), at, seen, round, ask: ask.clone() };
            let events = self.decide(&state, command, client).await?;
            if events.is_empty() {
                return Ok(());
            }
            state.check_length(&self.services.limits, &by, events.len())?;
            match self.append(&state, &events, id.as_ref()).await {
                Ok(()) => {
                    let mut after = state.after(events).await;
                    id.iter().for_each(|id| after.commands.note(id));
                    self.current.send_replace(Arc::new(after));
                    self.services.node.publish(EVENTS, &EventUpdate::Tournament(self.id.clone()));
                    return Ok(());
                }
                // Another server was first, or the answer to an earlier attempt was lost: read the log and decide anew.
                Err(StoreError::Conflict | StoreError::OutcomeUnknown) => self.reload().await?,
                Err(error) => return Err(error.into()),
            }
        }
        Err(StoreError::Conflict.into())
    }

    /// What follows from a command. Pairing a round and numbering players by club are heavy work.
    async fn decide(
        &self,
        state: &Arc<TournamentState>,
        command: TournamentCommand,
        client: &RateKey,
    ) -> Result<Vec<TournamentEvent>, TournamentError> {
        let events = if is_heavy(&command.ask) {
            let state = Arc::clone(state);
            // A pairing for which nobody waits any more stops.
            let decide = move |cancelled: &Cancellation| {
                state.tournament.decide_until(&command, &cancelled.stop_signal())
            };
            self.services.work.run(client, decide).await??
        } else {
            state.tournament.decide(&command)?
        };
        let entered = events.iter().filter(|event| matches!(event.fact, TournamentFact::Entered { .. }));
        let most = self.services.limits.players;
        match entered.count() {
            0 => Ok(events),
            new if state.tournament.table().entrants.len() + new <= most => Ok(events),
            _ => Err(TournamentError::TooManyPlayers(most)),
        }
    }

    /// What somebody with this access sees. Standings are computed once for all readers.
    pub(crate) async fn body(
        &self,
        state: &Arc<TournamentState>,
        access: &TournamentAccess,
        client: &RateKey,
    ) -> Result<TournamentBody, TournamentError> {
        let mut computed = state.standings.lock().await;
        let standings = match &*computed {
            Some(standings) => Arc::clone(standings),
            None => {
                let (state, charter) = (Arc::clone(state), self.charter.clone());
                let compute = move |_: &_| wire_standings(&state.tournament, &charter);
                let standings = Arc::new(self.services.work.run_patiently(client, compute).await?);
                Arc::clone(computed.insert(standings))
            }
        };
        drop(computed);
        Ok(TournamentBody::new(self, state, access, WireStandings::clone(&standings)))
    }

    /// Why a round is paired so. It is computed once for all readers.
    pub(crate) async fn explained(
        &self,
        state: &Arc<TournamentState>,
        round: usize,
        client: &RateKey,
    ) -> Result<Arc<ExplainedRound>, TournamentError> {
        let mut known = state.explained.lock().await;
        if let Some(explained) = known.get(&round) {
            return Ok(Arc::clone(explained));
        }
        let explaining = Arc::clone(state);
        let explain = move |cancelled: &Cancellation| {
            explaining.tournament.explain_round(round, &cancelled.stop_signal()).ok()
        };
        let explained = Arc::new(self.services.work.run_patiently(client, explain).await?);
        known.insert(round, Arc::clone(&explained));
        Ok(explained)
    }

    /// Takes the entries of an event that was begun elsewhere into an empty log.
    pub(super) async fn import(&self, events: &[TournamentEvent]) -> Result<(), TournamentError> {
        let _writing = self.writer.lock().await;
        self.append(&self.state(), events, None).await?;
        self.reload().await
    }

    async fn append(
        &self,
        state: &TournamentState,
        events: &[TournamentEvent],
        id: Option<&String>,
    ) -> Result<(), StoreError> {
        let mut entries = Vec::new();
        for event in events {
            entries.push((event.at.0, serde_json::to_string(&WireTournamentEvent::from(event))?));
        }
        let new = NewTournamentEntries {
            tournament: self.id.clone(),
            seq: state.log.len() as u64 + 1,
            command_id: id.cloned(),
            entries,
        };
        self.services.store.append_to_tournament(&new).await
    }

    /// Reads what other nodes have written meanwhile.
    pub(crate) async fn catch_up(&self) -> Result<(), TournamentError> {
        // A command that is under way notices by itself that the log has grown.
        let Ok(_writing) = self.writer.try_lock() else { return Ok(()) };
        let state = self.state();
        let missed = self.services.store.tournament_entries_after(&self.id, state.log.len() as u64).await?;
        if missed.is_empty() {
            return Ok(());
        }
        let events = missed.iter().map(read_entry).collect::<Result<_, _>>()?;
        let mut after = state.after(events).await;
        missed.iter().filter_map(|entry| entry.command_id.as_deref()).for_each(|id| after.commands.note(id));
        self.current.send_replace(Arc::new(after));
        Ok(())
    }

    /// Reads the log again, which may have grown by what another server wrote.
    pub(crate) async fn reload(&self) -> Result<(), TournamentError> {
        let stored = self.services.store.tournament(&self.id).await?.ok_or(TournamentError::Unknown)?;
        let charter = self.charter.clone();
        let replay = move |_: &_| TournamentState::replay(&charter, &stored);
        let state = self.services.work.run_patiently(&RateKey::Server, replay).await??;
        self.current.send_replace(Arc::new(state));
        Ok(())
    }
}

/// Whether a command needs a thread for heavy work.
pub(crate) const fn is_heavy(ask: &TournamentAsk) -> bool {
    matches!(
        ask,
        TournamentAsk::PairRound | TournamentAsk::EditPairing { .. } | TournamentAsk::NumberPlayers(_)
    )
}

fn read_entry(entry: &StoredTournamentEntry) -> Result<TournamentEvent, TournamentError> {
    let wire: WireTournamentEvent = serde_json::from_str(&entry.body).map_err(StoreError::from)?;
    Ok(TournamentEvent::try_from(&wire)?)
}

/// Whether the pairing of every round stays as it is.
const fn happens_in_a_round(fact: &TournamentFact) -> bool {
    matches!(
        fact,
        TournamentFact::RoundChecked
            | TournamentFact::RoundStarted
            | TournamentFact::ResultClaimed { .. }
            | TournamentFact::ResultEntered { .. }
            | TournamentFact::DateProposed { .. }
            | TournamentFact::DateAgreed { .. }
            | TournamentFact::ReadyToPlay { .. }
            | TournamentFact::LeftUnplayed { .. }
            | TournamentFact::WindowExtended { .. }
            | TournamentFact::UnplayedDecided { .. }
            | TournamentFact::GameOpened { .. }
            | TournamentFact::Ruled { .. }
            | TournamentFact::PlayerPaused { .. }
            | TournamentFact::PlayerResumed { .. }
    )
}

fn wire_standings(tournament: &Tournament, charter: &TournamentCharter) -> WireStandings {
    let table = tournament.table();
    let rows = standings(table, charter.settings.system, &charter.tie_breaks);
    WireStandings::new(table, &charter.tie_breaks, &rows)
}
