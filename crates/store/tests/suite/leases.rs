//! Leases of nodes. Only PostgreSQL has them: a server on SQLite is alone.

use std::time::Duration;

use damiera_store::{Claim, LeaseKind, LeaseStore};

const KINDS: [LeaseKind; 3] = [LeaseKind::Game, LeaseKind::Tournament, LeaseKind::Exhibition];
const LONG: Duration = Duration::from_secs(3600);

/// One node owns something at a time, and what a lost node owned is found by its kind, once.
pub(crate) async fn one_node_owns_something_at_a_time(leases: &dyn LeaseStore) {
    for node in ["a", "b", "c"] {
        leases.renew_node(node, LONG).await.unwrap();
    }
    for kind in KINDS {
        assert_eq!(leases.claim(kind, "x", "a").await.unwrap(), Claim::Owned, "{kind:?}");
        assert_eq!(leases.claim(kind, "x", "a").await.unwrap(), Claim::Owned, "{kind:?}");
        assert_eq!(leases.claim(kind, "x", "b").await.unwrap(), Claim::OwnedBy("a".to_owned()), "{kind:?}");
        leases.release(kind, "x", "b").await.unwrap();
        assert_eq!(leases.owner(kind, "x").await.unwrap().as_deref(), Some("a"), "not b's to give up");
        assert_eq!(leases.claim_orphans(kind, "b", 9).await.unwrap(), [], "a is alive");
        leases.claim(kind, &format!("{kind:?}"), "a").await.unwrap();
    }
    leases.expire_node("a").await.unwrap();
    for kind in KINDS {
        assert_eq!(leases.owner(kind, "x").await.unwrap(), None, "{kind:?}");
        let taken = leases.claim(kind, "x", "b").await.unwrap();
        assert!(matches!(taken, Claim::TakenOver { alive_at } if alive_at > 0), "{kind:?}: {taken:?}");
        let orphans = leases.claim_orphans(kind, "c", 9).await.unwrap();
        let ids: Vec<_> = orphans.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(ids, [format!("{kind:?}")], "x has an owner, and other kinds are not mixed in");
        assert_eq!(leases.claim_orphans(kind, "b", 9).await.unwrap(), [], "taken once");
        leases.release(kind, "x", "b").await.unwrap();
        assert_eq!(leases.claim(kind, "x", "c").await.unwrap(), Claim::Owned, "it had no owner");
    }
}
