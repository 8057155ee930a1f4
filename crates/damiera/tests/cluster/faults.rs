//! What happens to the nodes while games are played.

use std::time::Duration;

use damiera_testing::{LinkState, PrivateCluster};
use tokio::time::sleep;

use crate::players::Random;

/// A fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// A node is killed, and another one started.
    KillNode,
    /// A node is stopped for a time, and goes on.
    StopNode,
    /// The broker is killed, and started again.
    KillBroker,
    /// The database is restarted.
    RestartDatabase,
    /// A node loses its broker.
    CutBroker(LinkState),
    /// A node loses its database.
    CutDatabase(LinkState),
    /// A node is replaced in good order.
    Drain,
}

/// All of them, the most common first.
const FAULTS: [Fault; 11] = [
    Fault::KillNode,
    Fault::Drain,
    Fault::StopNode,
    Fault::KillBroker,
    Fault::RestartDatabase,
    Fault::CutBroker(LinkState::Cut),
    Fault::CutDatabase(LinkState::Cut),
    Fault::CutBroker(LinkState::NothingBack),
    Fault::CutDatabase(LinkState::NothingBack),
    Fault::CutBroker(LinkState::NothingThere),
    Fault::CutDatabase(LinkState::NothingThere),
];

/// Which faults to cause, and how many: all kinds, or those that `DAMIERA_FAULTS` names, such as `12xDrain,CutBroker`.
pub(crate) fn chosen(count: usize) -> (Vec<Fault>, usize) {
    let Ok(named) = std::env::var("DAMIERA_FAULTS") else { return (FAULTS.to_vec(), count) };
    let (count, named) = match named.split_once('x') {
        Some((number, named)) => (number.parse().expect("a number of faults"), named.to_owned()),
        None => (count, named),
    };
    let is_named = |fault: &Fault| named.split(',').any(|name| format!("{fault:?}").starts_with(name));
    let chosen: Vec<_> = FAULTS.into_iter().filter(is_named).collect();
    assert!(!chosen.is_empty(), "no fault is named {named}");
    (chosen, count)
}

/// How long faults last.
#[derive(Clone, Copy)]
pub(crate) struct FaultTimes {
    /// A node that is stopped.
    pub(crate) stopped: Duration,
    /// A connection that is cut.
    pub(crate) cut: Duration,
}

/// Causes a fault and repairs it.
pub(crate) async fn cause(
    cluster: &mut PrivateCluster,
    fault: Fault,
    times: FaultTimes,
    random: &mut Random,
) {
    let victim = random.below(cluster.nodes.len() as u64) as usize;
    match fault {
        Fault::KillNode => {
            cluster.nodes.remove(victim); // dropping it kills it
            sleep(Duration::from_millis(random.below(3_000))).await;
            let node = cluster.start_node().await.expect("a node");
            cluster.nodes.push(node);
            cluster.tell_balancer();
        }
        Fault::StopNode => {
            cluster.nodes[victim].signal("-STOP");
            sleep(times.stopped).await;
            cluster.nodes[victim].signal("-CONT");
        }
        Fault::KillBroker => {
            cluster.nats.kill();
            sleep(Duration::from_millis(random.below(3_000))).await;
            cluster.nats.start_again().expect("a broker");
        }
        Fault::RestartDatabase => {
            cluster.postgres.stop();
            cluster.postgres.start_again().expect("a database");
        }
        Fault::CutBroker(state) => {
            cluster.nodes[victim].broker.set(state);
            sleep(times.cut).await;
            cluster.nodes[victim].broker.set(LinkState::Open);
        }
        Fault::CutDatabase(state) => {
            cluster.nodes[victim].database.set(state);
            sleep(times.cut).await;
            cluster.nodes[victim].database.set(LinkState::Open);
        }
        Fault::Drain => {
            let node = cluster.start_node().await.expect("a node");
            cluster.nodes.push(node);
            cluster.tell_balancer();
            sleep(Duration::from_secs(1)).await;
            let mut leaving = cluster.nodes.remove(victim);
            cluster.tell_balancer();
            leaving.signal("-TERM");
            let ended = tokio::task::spawn_blocking(move || leaving.wait()).await.expect("no panic");
            assert!(ended, "a node that is drained ends in good order");
        }
    }
}
