//! Memory for large responses and messages that clients have yet to read, and for large requests that clients have yet to send,
//! bounded for each client and in all.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;

use crate::rate_limit::RateKey;

/// Anything smaller is not counted: the limit of connections bounds it.
pub(crate) const SMALL: usize = 32 * 1024;
/// Bytes on their way to one client.
const EACH: usize = 32 << 20;
/// Bytes on their way to one IPv6 network of many households.
const NETWORK: usize = 3 * EACH;
/// Bytes on their way in all.
const ALL: usize = 192 << 20;

/// Counts the bytes of large responses until they are sent or given up, or those of large requests until they are answered.
#[derive(Clone, Default, Debug)]
pub(crate) struct ByteBudget(Arc<Mutex<(usize, HashMap<RateKey, usize>)>>);

/// A part of the budget, returned when it is dropped.
#[derive(Debug)]
pub(crate) struct BytePermit {
    budget: ByteBudget,
    client: RateKey,
    bytes: usize,
}

/// Bytes with the permit to hold them.
struct PermittedBytes(Bytes, #[expect(dead_code, reason = "held for its drop")] BytePermit);

impl AsRef<[u8]> for PermittedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl ByteBudget {
    /// Takes a part of the budget; none if the client's own or that of all is used up.
    pub(crate) fn take(&self, client: &RateKey, bytes: usize) -> Option<BytePermit> {
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, by_client) = &mut *taken;
        let own = by_client.get(client).copied().unwrap_or(0);
        // A single response may be larger than the share of a client that has nothing else on its way.
        if (own > 0 && own + bytes > EACH) || *all + bytes > ALL {
            return None;
        }
        let network = client.wider().map(|network| (by_client.get(&network).copied().unwrap_or(0), network));
        if network.as_ref().is_some_and(|(held, _)| *held > 0 && held + bytes > NETWORK) {
            return None;
        }
        *all += bytes;
        by_client.insert(client.clone(), own + bytes);
        if let Some((held, network)) = network {
            by_client.insert(network, held + bytes);
        }
        Some(BytePermit { budget: self.clone(), client: client.clone(), bytes })
    }

    /// Bytes that count against the budget as long as anything refers to them.
    pub(crate) fn hold(&self, client: &RateKey, bytes: Bytes) -> Option<Bytes> {
        if bytes.len() <= SMALL {
            return Some(bytes);
        }
        let permit = self.take(client, bytes.len())?;
        Some(Bytes::from_owner(PermittedBytes(bytes, permit)))
    }

    /// Bytes on their way in all.
    pub(crate) fn used(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0
    }
}

impl BytePermit {
    pub(crate) const fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Drop for BytePermit {
    fn drop(&mut self) {
        let mut taken = self.budget.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, by_client) = &mut *taken;
        *all -= self.bytes;
        for client in [&self.client].into_iter().cloned().chain(self.client.wider()) {
            if let Some(own) = by_client.get_mut(&client) {
                *own -= self.bytes;
                if *own == 0 {
                    by_client.remove(&client);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_is_bounded_for_each_and_in_all_and_comes_back() {
        let budget = ByteBudget::default();
        let client = RateKey::Address;
        let held: Vec<_> = (0..64).map_while(|_| budget.hold(&client(1), vec![0; 1 << 20].into())).collect();
        assert_eq!(held.len(), EACH >> 20, "the share of one client");
        assert!(budget.hold(&client(1), vec![0; SMALL].into()).is_some(), "small ones are not counted");
        let others: Vec<_> = (2..99).map_while(|i| budget.take(&client(i), EACH)).collect();
        assert_eq!(others.len(), (ALL - EACH) / EACH);
        drop(held);
        assert!(budget.take(&client(1), EACH * 2).is_none());
        assert!(budget.take(&client(1), EACH).is_some());
        drop(others);
        assert_eq!(budget.used(), 0);
        let households = (0..99).map(|n| client((0x2001_0db8_0001 << 16) + n));
        let network: Vec<_> = households.map_while(|household| budget.take(&household, EACH / 2)).collect();
        assert_eq!(network.len(), 6, "half of all for one network");
        drop(network);
        assert!(budget.0.lock().expect("no panic").1.is_empty());
        assert!(budget.take(&client(1), EACH * 2).is_some(), "one response may be large");
    }
}
