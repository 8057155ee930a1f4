//! Leases of nodes. Only PostgreSQL has them: a server on SQLite is alone.

use std::time::Duration;

use damiera_store::{Claim, LeaseKind, LeaseStore, NodeState};

const KINDS: [LeaseKind; 3] = [LeaseKind::Game, LeaseKind::Tournament, LeaseKind::Exhibition];
const LONG: Duration = Duration::from_secs(3600);

/// One node owns something at a time, and what a lost node owned is found by its kind, once.
pub(crate) async fn one_node_owns_something_at_a_time(leases: &dyn LeaseStore) {
    for node in ["a", "b", "c"] {
        leases.renew_node(node, LONG, Duration::ZERO).await.unwrap();
    }
    for kind in KINDS {
        assert_eq!(leases.claim(kind, "x", "a").await.unwrap(), Claim::Owned, "{kind:?}");
        assert_eq!(leases.claim(kind, "x", "a").await.unwrap(), Claim::Owned, "{kind:?}");
        assert_eq!(leases.claim(kind, "x", "b").await.unwrap(), Claim::OwnedBy("a".to_owned()), "{kind:?}");
        leases.release(kind, "x", "b").await.unwrap();
        assert_eq!(leases.owner(kind, "x").await.unwrap().as_deref(), Some("a"), "not b's to give up");
        assert_eq!(leases.orphans(kind, "b", 9).await.unwrap(), [""; 0], "a is alive");
        leases.claim(kind, &format!("{kind:?}"), "a").await.unwrap();
    }
    leases.expire_node("a", Duration::ZERO).await.unwrap();
    for kind in KINDS {
        assert_eq!(leases.owner(kind, "x").await.unwrap(), None, "{kind:?}");
        let taken = leases.claim(kind, "x", "b").await.unwrap();
        assert!(matches!(taken, Claim::TakenOver { alive_at } if alive_at > 0), "{kind:?}: {taken:?}");
        let orphans = leases.orphans(kind, "c", 9).await.unwrap();
        assert_eq!(orphans, [format!("{kind:?}")], "x has an owner, and other kinds are not mixed in");
        assert!(leases.orphans(kind, "c", 0).await.unwrap().is_empty(), "no more than asked for");
        leases.release(kind, "x", "b").await.unwrap();
        assert_eq!(leases.claim(kind, "x", "c").await.unwrap(), Claim::Owned, "it had no owner");
    }
    // A node that nobody could reach for a while counts as gone since then.
    let silent = Duration::from_secs(5);
    let now = leases.renew_node("d", Duration::ZERO, silent).await.unwrap();
    assert_eq!(leases.claim(LeaseKind::Game, "y", "d").await.unwrap(), Claim::Owned);
    let taken = leases.claim(LeaseKind::Game, "y", "b").await.unwrap();
    assert_eq!(taken, Claim::TakenOver { alive_at: now - 5_000 });
}

/// Nodes without a broker take games from each other, and a node that alone has lost it knows that others have not.
pub(crate) async fn nodes_without_a_broker_take_turns(leases: &dyn LeaseStore) {
    let silent = Duration::from_secs(5);
    leases.renew_node("e", LONG, Duration::ZERO).await.unwrap();
    leases.renew_node("f", LONG, silent).await.unwrap();
    let reachable = leases.reachable_nodes(Duration::from_secs(4)).await.unwrap();
    assert!(reachable.contains(&"e".to_owned()) && !reachable.contains(&"f".to_owned()), "{reachable:?}");
    assert!(leases.live_nodes().await.unwrap().contains(&"f".to_owned()), "alive, though nobody reaches it");
    assert!(leases.reachable_nodes(Duration::from_secs(60)).await.unwrap().contains(&"f".to_owned()));
    for kind in KINDS {
        assert!(!leases.seize(kind, "z", "f", "e").await.unwrap(), "{kind:?}: it has no owner");
        assert_eq!(leases.claim(kind, "z", "e").await.unwrap(), Claim::Owned);
        assert!(leases.seize(kind, "z", "f", "e").await.unwrap(), "{kind:?}");
        assert!(!leases.seize(kind, "z", "f", "e").await.unwrap(), "{kind:?}: it has another owner by now");
        assert_eq!(leases.claim(kind, "z", "e").await.unwrap(), Claim::OwnedBy("f".to_owned()));
    }
    let (second, renewed) =
        (Duration::from_secs(1), leases.renew_node("f", Duration::ZERO, silent).await.unwrap());
    assert_eq!(leases.node_state("f", second).await.unwrap(), NodeState::Lost { since: renewed - 5_000 });
    assert_eq!(
        leases.node_state("f", Duration::from_secs(60)).await.unwrap(),
        NodeState::There,
        "it was there"
    );
    assert_eq!(leases.node_state("e", second).await.unwrap(), NodeState::There);
    assert_eq!(leases.node_state("unknown", second).await.unwrap(), NodeState::Left);
    let before = leases.renew_node("e", LONG, Duration::ZERO).await.unwrap();
    leases.expire_node("f", silent).await.unwrap();
    let after = leases.renew_node("e", LONG, Duration::ZERO).await.unwrap();
    let state = leases.node_state("f", second).await.unwrap();
    let NodeState::Lost { since } = state else { panic!("{state:?}, but nobody reached it at the end") };
    assert!((before..=after).contains(&(since + 5_000)), "{since}, given up in {before}..={after}");
    let taken = leases.claim(LeaseKind::Game, "z", "e").await.unwrap();
    let Claim::TakenOver { alive_at } = taken else { panic!("{taken:?}") };
    assert!((before..=after).contains(&(alive_at + 5_000)), "{alive_at}, expired in {before}..={after}");
    leases.expire_node("f", Duration::ZERO).await.unwrap();
    assert_eq!(
        leases.node_state("f", second).await.unwrap(),
        NodeState::Left,
        "it could be reached at the end"
    );
}
