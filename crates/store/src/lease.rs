//! Leases: which of several servers ("nodes") owns a game, or acts for an online tournament or an exhibition. They are
//! measured in the database's time.
//!
//! A lease is a hint that keeps two nodes from deciding about one thing at a time. Safety does not depend on it: the
//! primary keys of the logs and of the games decide between writers.

use std::time::Duration;

use async_trait::async_trait;

use crate::StoreResult;

/// What a lease is about. Ids of different kinds are independent of each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LeaseKind {
    /// A game: its owner decides about commands and watches the clocks.
    Game,
    /// An online tournament: its owner pairs rounds and opens games.
    Tournament,
    /// An exhibition: its owner opens games.
    Exhibition,
}

impl LeaseKind {
    /// The name under which it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Tournament => "tournament",
            Self::Exhibition => "exhibition",
        }
    }
}

/// Who owns something, after a node has claimed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The node itself, and no other node owned it before.
    Owned,
    /// The node itself. It took over from a node that was last known to be alive at this time, in milliseconds since 1970.
    TakenOver {
        /// When the earlier owner could last be reached.
        alive_at: u64,
    },
    /// Another node, which is alive.
    OwnedBy(String),
}

/// Whether a node is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeState {
    /// It is.
    There,
    /// It cannot be reached, and did not say that it stops.
    Lost {
        /// When it could last be reached, in milliseconds since 1970.
        since: u64,
    },
    /// It has stopped in good order, or was never there.
    Left,
}

/// Leases of nodes. Only a store that several servers can open has them.
#[async_trait]
pub trait LeaseStore: Send + Sync + 'static {
    /// Renews a node's lease, and with it the leases on all that it owns, for a time. The other nodes could last reach it some time
    /// ago: until then it counts as alive, if it is not heard of again. Returns the database's time in milliseconds since 1970.
    async fn renew_node(&self, node: &str, time: Duration, silent: Duration) -> StoreResult<u64>;

    /// Lets a node's lease expire now. Other nodes may take what it owns; they could last reach it some time ago.
    async fn expire_node(&self, node: &str, silent: Duration) -> StoreResult<()>;

    /// The nodes whose leases have not expired.
    async fn live_nodes(&self) -> StoreResult<Vec<String>>;

    /// Those of them that other nodes could reach within a time before now.
    async fn reachable_nodes(&self, within: Duration) -> StoreResult<Vec<String>>;

    /// Whether a node is there: the other nodes have reached it within a time before now.
    async fn node_state(&self, node: &str, within: Duration) -> StoreResult<NodeState>;

    /// Claims something for a node: the node gets it unless another node that is alive owns it.
    async fn claim(&self, kind: LeaseKind, id: &str, node: &str) -> StoreResult<Claim>;

    /// Takes something from a node that owns it, though that node may be alive; says whether it did. For a node that cannot ask
    /// the owner, since messages do not arrive: the log decides between the two.
    async fn seize(&self, kind: LeaseKind, id: &str, node: &str, owner: &str) -> StoreResult<bool>;

    /// The node that owns something, if that node is alive.
    async fn owner(&self, kind: LeaseKind, id: &str) -> StoreResult<Option<String>>;

    /// What other nodes own whose leases have expired, up to a number. Each node gets them in an order of its own, so that nodes
    /// that claim them at the same time seldom claim the same.
    async fn orphans(&self, kind: LeaseKind, node: &str, most: u32) -> StoreResult<Vec<String>>;

    /// Gives something up, if the node owns it.
    async fn release(&self, kind: LeaseKind, id: &str, node: &str) -> StoreResult<()>;
}
