//! Leases: which of several servers ("nodes") owns a game. They are measured in the database's time.
//!
//! A lease is a hint that keeps two nodes from deciding about one game at a time. Safety does not depend on it: the
//! primary key of the log decides between writers.

use std::time::Duration;

use async_trait::async_trait;

use crate::StoreResult;

/// Who owns a game, after a node has claimed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The node itself, and no other node owned the game before.
    Owned,
    /// The node itself. It took the game from a node that was last known to be alive at this time, in milliseconds since
    /// 1970.
    TakenOver {
        /// When the earlier owner last renewed its lease.
        alive_at: u64,
    },
    /// Another node, which is alive.
    OwnedBy(String),
}

/// Leases of games. Only a store that several servers can open has them.
#[async_trait]
pub trait LeaseStore: Send + Sync + 'static {
    /// Renews a node's lease, and with it the leases on all of its games, for a time. Returns the database's time in
    /// milliseconds since 1970.
    async fn renew_node(&self, node: &str, time: Duration) -> StoreResult<u64>;

    /// Lets a node's lease expire now. Other nodes may take its games.
    async fn expire_node(&self, node: &str) -> StoreResult<()>;

    /// The nodes whose leases have not expired.
    async fn live_nodes(&self) -> StoreResult<Vec<String>>;

    /// Claims a game for a node: it gets the game unless another node that is alive owns it.
    async fn claim(&self, game: &str, node: &str) -> StoreResult<Claim>;

    /// The node that owns a game, if that node is alive.
    async fn owner(&self, game: &str) -> StoreResult<Option<String>>;

    /// Takes over games of nodes whose leases have expired, up to a number of them. Returns each with the time at which its
    /// earlier owner was last known to be alive.
    async fn claim_orphans(&self, node: &str, most: u32) -> StoreResult<Vec<(String, u64)>>;

    /// Gives a game up, if the node owns it.
    async fn release(&self, game: &str, node: &str) -> StoreResult<()>;
}
