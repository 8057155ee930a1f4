//! Rate limits on several nodes: each publishes what clients have spent there, and the others take it from their own buckets.
//! Until the next message a client can spend a full bucket at each node, but not more in the long run than at one.

use std::sync::Arc;
use std::time::Duration;

use crate::nodes::{ClusterNode, LIMITS};
use crate::rate_limit::RateLimiter;

/// Time between two messages.
const INTERVAL: Duration = Duration::from_secs(1);

/// Shares what clients spend.
pub(crate) struct RateSharing {
    pub(crate) node: Arc<ClusterNode>,
    pub(crate) limiter: Arc<RateLimiter>,
}

impl RateSharing {
    pub(crate) async fn run(self) {
        let Some(mut updates) = self.node.subscribe(LIMITS).await else { return };
        let mut interval = tokio::time::interval(INTERVAL);
        interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = interval.tick() => {
                    let spent = self.limiter.take_spent();
                    if !spent.0.is_empty() {
                        self.node.publish(LIMITS, &spent);
                    }
                }
                message = updates.next() => {
                    if let Some((_, spent)) = self.node.read(&message) {
                        self.limiter.charge(spent);
                    }
                }
            }
        }
    }
}
