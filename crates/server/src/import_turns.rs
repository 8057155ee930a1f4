//! Turns to import games: whatever one client imports, others do not wait for the end of it.

use std::hash::{BuildHasher, Hash, RandomState};

use tokio::sync::{Mutex, MutexGuard};

use crate::rate_limit::RateKey;
use crate::store::Credentials;

/// Clients with the same hash take turns, too.
const TURNS: usize = 64;

type Turns = [Mutex<()>; TURNS];

/// The imports that may go on now.
#[derive(Debug)]
pub(crate) struct ImportTurns {
    /// Keyed at random, so that a client cannot choose for whom it waits.
    hasher: RandomState,
    addresses: Turns,
    owners: Turns,
}

/// A turn, until it is dropped.
pub(crate) struct ImportTurn<'a> {
    _address: MutexGuard<'a, ()>,
    _owner: MutexGuard<'a, ()>,
}

impl Default for ImportTurns {
    fn default() -> Self {
        let turns = || std::array::from_fn(|_| Mutex::default());
        Self { hasher: RandomState::new(), addresses: turns(), owners: turns() }
    }
}

impl ImportTurns {
    /// Waits for the turn of an address or IPv6 network, so that it has one share of the database, and of an owner: a game that two imports have
    /// in common is stored once, and together they fit the owner's room. Everybody waits in this order.
    pub(crate) async fn take(&self, address: &RateKey, owner: &Credentials) -> ImportTurn<'_> {
        let visitor = owner.visitor.filter(|_| owner.account.is_none());
        let address = self.of(&self.addresses, address.wider().as_ref().unwrap_or(address)).lock().await;
        ImportTurn { _address: address, _owner: self.of(&self.owners, (owner.account, visitor)).lock().await }
    }

    fn of<'a>(&self, turns: &'a Turns, client: impl Hash) -> &'a Mutex<()> {
        &turns[self.hasher.hash_one(client) as usize % TURNS]
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    #[test]
    fn an_address_and_an_owner_import_one_file_at_a_time_and_others_meanwhile() {
        let turns = ImportTurns::default();
        let take = |address, account| {
            let owner = Credentials { account: Some(account), ..Credentials::default() };
            let address = RateKey::Address(address);
            let taken = pin!(turns.take(&address, &owner)).poll(&mut Context::from_waker(Waker::noop()));
            match taken {
                Poll::Ready(turn) => Some(turn),
                Poll::Pending => None,
            }
        };
        let first = take(1, 1).expect("nobody imports");
        let free: Vec<_> = (2..100).filter(|&n| take(n, n as i64).is_some()).collect();
        assert!(free.len() > 80, "others import meanwhile");
        let other = free[0];
        assert!(take(other, 1).is_none(), "the owner from another address");
        assert!(take(1, other as i64).is_none(), "another owner at the address");
        drop(first);
        assert!(take(other, 1).is_some() && take(1, other as i64).is_some());
    }
}
