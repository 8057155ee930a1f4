//! The parts of the server, and how they are wired together.

use std::sync::Arc;

use damiera_play::{TableFolder, TableRegistry};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::accounts::Accounts;
use crate::byte_budget::ByteBudget;
use crate::clock::Clock;
use crate::connections::ConnectionTracker;
use crate::engine_seats::EngineSeats;
use crate::event_sharing::EventSharing;
use crate::exhibitions::{ExhibitionRegistry, ExhibitionServices};
use crate::jobs::{JobRequests, JobRunner};
use crate::live_games::LiveGames;
use crate::lobby::Lobby;
use crate::metrics::{Metrics, Samples};
use crate::node_updates::NodeUpdates;
use crate::nodes::{ClusterNode, JoinError};
use crate::notices::Notices;
use crate::passkeys::PasskeyChallenges;
use crate::password::Passwords;
use crate::push::{PushSender, VapidKey};
use crate::rate_limit::RateLimiter;
use crate::rate_sharing::RateSharing;
use crate::ratings::Rater;
use crate::readiness::Readiness;
use crate::retention::Retention;
use crate::rooms::{RoomRegistry, RoomServices};
use crate::seeks::Seeks;
use crate::send_pace::SendPace;
use crate::settings::Settings;
use crate::store::{GroupCommit, Store, StoreError};
use crate::tournaments::{OnlineServices, TournamentRegistry};
use crate::turn_notices::{MailService, TurnNoticePlanner, TurnNotifier};
use crate::uptime::Uptime;
use crate::work::WorkPool;

/// The server's parts. Each knows only what it is given here.
pub(crate) struct App {
    pub(crate) settings: Settings,
    pub(crate) clock: Clock,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) rooms: Arc<RoomRegistry>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) seeks: Seeks,
    pub(crate) notices: Arc<Notices>,
    pub(crate) live_games: LiveGames,
    pub(crate) accounts: Accounts,
    pub(crate) tournaments: Arc<TournamentRegistry>,
    pub(crate) exhibitions: Arc<ExhibitionRegistry>,
    pub(crate) push: Arc<PushSender>,
    pub(crate) rate_limiter: Arc<RateLimiter>,
    pub(crate) connections: Arc<ConnectionTracker>,
    pub(crate) send_budget: ByteBudget,
    /// For requests whose bodies are received or worked on.
    pub(crate) receive_budget: ByteBudget,
    pub(crate) send_pace: SendPace,
    pub(crate) work: Arc<WorkPool>,
    pub(crate) jobs: JobRequests,
    /// Set to true when running jobs are to be given back.
    pub(crate) stop_jobs: watch::Sender<bool>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) tables: Arc<TableRegistry>,
    pub(crate) readiness: Readiness,
    pub(crate) passkeys: Arc<PasskeyChallenges>,
    pub(crate) uptime: Arc<Uptime>,
    pub(crate) node: Arc<ClusterNode>,
}

/// Why the server could not be started.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StartError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Join(#[from] JoinError),
    #[error(transparent)]
    Tls(#[from] tokio_rustls::rustls::Error),
}

impl App {
    /// Starts the parts. The tasks end when the set is dropped.
    pub(crate) async fn start(
        store: Arc<dyn Store>,
        settings: Settings,
        clock: Clock,
    ) -> Result<(Arc<Self>, JoinSet<()>), StartError> {
        let node = Arc::new(match &settings.cluster {
            None => ClusterNode::alone(clock.clone()),
            Some(cluster) => ClusterNode::join(clock.clone(), cluster).await?,
        });
        let uptime = Arc::new(Uptime::begin(&*store, &clock, &node).await?);
        let metrics = Arc::<Metrics>::default();
        let counted = Arc::clone(&metrics);
        let writer = GroupCommit::start(Arc::clone(&store) as _, move |writes, took| {
            counted.count_commit(writes, took);
        });
        let tables = settings.endgame.clone().map_or(TableFolder::Disabled, TableFolder::Own);
        let tables = Arc::new(TableRegistry::new(tables));
        let mail = settings.mailer.as_ref().map_or(MailService::Missing, |_| MailService::Available);
        let planner = TurnNoticePlanner::new(Arc::clone(&store), mail);
        let contact = settings.base_url.clone().unwrap_or_else(|| "https://localhost".to_owned());
        let push = PushSender::new(VapidKey::load(&*store).await?, settings.push_targets, contact)?;
        let push = Arc::new(push);
        let rooms = Arc::new(RoomRegistry::new(RoomServices {
            store: Arc::clone(&store),
            writer: writer.clone(),
            clock: clock.clone(),
            uptime: Arc::clone(&uptime),
            engine: EngineSeats::new(Arc::clone(&tables)),
            metrics: Arc::clone(&metrics),
            turn_notices: planner.clone(),
            rater: Rater::new(Arc::clone(&store)),
            node: Arc::clone(&node),
        }));
        let lobby = Arc::new(Lobby::new(clock.clone(), settings.limits.seeks, Arc::clone(&node)));
        let connections = Arc::new(ConnectionTracker::new(Arc::clone(&node)));
        let notices = Arc::new(Notices::new(Arc::clone(&node)));

        let work = Arc::new(WorkPool::new("work", crate::analysis_threads()));
        let tournaments = Arc::new(TournamentRegistry::new(OnlineServices {
            store: Arc::clone(&store),
            rooms: Arc::clone(&rooms),
            clock: clock.clone(),
            work: Arc::clone(&work),
            limits: settings.limits,
            node: Arc::clone(&node),
        }));

        let exhibitions = Arc::new(ExhibitionRegistry::new(ExhibitionServices {
            store: Arc::clone(&store),
            rooms: Arc::clone(&rooms),
            clock: clock.clone(),
            node: Arc::clone(&node),
        }));

        let mut tasks = JoinSet::new();
        let resumed = Arc::clone(&tournaments);
        tasks.spawn(async move { resumed.resume().await });
        let resumed = Arc::clone(&exhibitions);
        tasks.spawn(async move { resumed.resume().await });
        tasks.spawn(Arc::clone(&uptime).heartbeat(Arc::clone(&store), writer.clone(), Arc::clone(&node)));
        tasks.spawn(Arc::clone(&node).probe_broker());
        tasks.spawn(Arc::clone(&node).compare_leases());
        let passkeys = Arc::<PasskeyChallenges>::default();
        let updates = NodeUpdates {
            node: Arc::clone(&node),
            lobby: Arc::clone(&lobby),
            notices: Arc::clone(&notices),
            connections: Arc::clone(&connections),
            passkeys: Arc::clone(&passkeys),
            rooms: Arc::clone(&rooms),
            tournaments: Arc::clone(&tournaments),
            exhibitions: Arc::clone(&exhibitions),
            clock: clock.clone(),
        };
        tasks.spawn(updates.run());
        let rate_limiter = Arc::new(if node.is_alone() {
            RateLimiter::new(settings.limits, clock.clone())
        } else {
            RateLimiter::shared(settings.limits, clock.clone())
        });
        tasks.spawn(RateSharing { node: Arc::clone(&node), limiter: Arc::clone(&rate_limiter) }.run());
        let events = EventSharing {
            node: Arc::clone(&node),
            tournaments: Arc::clone(&tournaments),
            exhibitions: Arc::clone(&exhibitions),
        };
        tasks.spawn(events.run());
        tasks.spawn(Arc::clone(&rooms).serve_nodes());
        tasks.spawn(Arc::clone(&rooms).sweep_orphans());
        tasks.spawn(Arc::clone(&rooms).read_log_without_broker());
        tasks.spawn(Arc::clone(&rooms).load_running_games());
        let running = Arc::clone(&lobby);
        tasks.spawn(async move { running.run().await });

        let notifier = TurnNotifier {
            planner,
            rooms: Arc::clone(&rooms),
            clock: clock.clone(),
            settings: settings.clone(),
            push: Arc::clone(&push),
        };
        tasks.spawn(notifier.run());

        let jobs = JobRequests {
            store: Arc::clone(&store),
            queue: node.job_queue(),
            updates: node.job_updates(),
            clock: clock.clone(),
            limits: settings.limits,
        };
        tasks.spawn(jobs.clone().keep_queued());
        let stop_jobs = watch::Sender::new(false);
        for _ in 0..settings.job_threads.unwrap_or_else(crate::analysis_threads) {
            let runner = JobRunner {
                store: Arc::clone(&store),
                queue: node.job_queue(),
                updates: node.job_updates(),
                clock: clock.clone(),
                tables: Arc::clone(&tables),
                stop: stop_jobs.subscribe(),
            };
            tasks.spawn(runner.run());
        }

        tasks.spawn(Accounts::sweep_forever(Arc::clone(&store), clock.clone()));
        if let Some(keep) = settings.keep_anonymous {
            let (store, rooms, work) = (Arc::clone(&store), Arc::clone(&rooms), Arc::clone(&work));
            let (clock, uptime) = (clock.clone(), Arc::clone(&uptime));
            tasks.spawn(Retention { store, rooms, work, clock, uptime, keep }.run());
        }

        let readiness = Readiness::new(
            writer.clone(),
            Arc::clone(&connections),
            Arc::clone(&node),
            clock.clone(),
            &settings,
        );
        let app = Self {
            readiness,
            passkeys,
            seeks: Seeks {
                store: Arc::clone(&store),
                writer,
                rooms: Arc::clone(&rooms),
                lobby: Arc::clone(&lobby),
                notices: Arc::clone(&notices),
                clock: clock.clone(),
            },
            notices,
            live_games: LiveGames {
                rooms: Arc::clone(&rooms),
                node: Arc::clone(&node),
                clock: clock.clone(),
                cached: tokio::sync::Mutex::default(),
            },
            accounts: Accounts {
                store: Arc::clone(&store),
                connections: Arc::clone(&connections),
                rooms: Arc::clone(&rooms),
                passwords: Passwords::default(),
                clock: clock.clone(),
            },
            tournaments,
            exhibitions,
            push,
            rate_limiter,
            settings,
            clock,
            store,
            rooms,
            lobby,
            connections,
            send_budget: ByteBudget::default(),
            receive_budget: ByteBudget::default(),
            send_pace: SendPace::default(),
            work,
            jobs,
            stop_jobs,
            metrics,
            tables,
            uptime,
            node,
        };
        app.accounts.reserve_names().await?;
        Ok((Arc::new(app), tasks))
    }

    /// The metrics as text.
    pub(crate) fn metrics_text(&self) -> String {
        self.metrics.text(Samples {
            uptime: self.clock.elapsed(),
            games_in_memory: self.rooms.len(),
            clocks_running: self.uptime.running_clocks(),
            connections: self.connections.count(),
            unread_bytes: self.send_budget.used(),
            work: self.work.load(),
            waiting_writes: self.readiness.waiting_writes(),
            disk: self.readiness.disk(),
            broker: self.node.broker_traffic(),
        })
    }
}
