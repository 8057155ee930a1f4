//! The bus within one process: for a server that is the only node, and for tests with several.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::time::timeout;

use super::bus::{Bus, BusAnswer, BusError, BusRequest, BusSubscription, SUBSCRIPTION};

/// The bus within one process.
#[derive(Default)]
pub(crate) struct LocalBus {
    state: Mutex<LocalBusState>,
}

#[derive(Default)]
struct LocalBusState {
    topics: HashMap<String, broadcast::Sender<Bytes>>,
    nodes: HashMap<String, mpsc::Sender<BusRequest>>,
}

impl LocalBus {
    fn state(&self) -> MutexGuard<'_, LocalBusState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Bus for LocalBus {
    fn publish(&self, topic: &str, message: Bytes) {
        let mut state = self.state();
        if state.topics.get(topic).is_some_and(|topic| topic.send(message).is_err()) {
            state.topics.remove(topic); // its last subscriber has gone
        }
    }

    async fn subscribe(&self, topic: &str) -> Result<BusSubscription, BusError> {
        let mut published = {
            let mut state = self.state();
            let topic = state.topics.entry(topic.to_owned());
            topic.or_insert_with(|| broadcast::Sender::new(SUBSCRIPTION)).subscribe()
        };
        let (sender, messages) = mpsc::channel(SUBSCRIPTION);
        let task = tokio::spawn(async move {
            loop {
                match published.recv().await {
                    Ok(message) => {
                        let _ = sender.try_send(message); // lost if the subscriber is slow
                    }
                    Err(broadcast::error::RecvError::Lagged(_)) => {}
                    Err(broadcast::error::RecvError::Closed) => return,
                }
            }
        });
        Ok(BusSubscription { messages, task: task.abort_handle() })
    }

    async fn request(&self, node: &str, message: Bytes, limit: Duration) -> Result<Bytes, BusError> {
        let to = self.state().nodes.get(node).cloned().ok_or(BusError::NoSuchNode)?;
        let (answer, answered) = oneshot::channel();
        let request = BusRequest { message, answer: BusAnswer::Local(answer) };
        to.send(request).await.map_err(|_| BusError::NoSuchNode)?;
        match timeout(limit, answered).await {
            Ok(Ok(answer)) => Ok(answer),
            _ => Err(BusError::TimedOut),
        }
    }

    async fn requests_to(&self, node: &str) -> Result<mpsc::Receiver<BusRequest>, BusError> {
        let (sender, requests) = mpsc::channel(SUBSCRIPTION);
        self.state().nodes.insert(node.to_owned(), sender);
        Ok(requests)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn publications_reach_subscribers_and_requests_are_answered() {
        let bus = LocalBus::default();
        bus.publish("a", Bytes::from_static(b"nobody hears this"));
        let mut subscription = bus.subscribe("a").await.expect("a subscription");
        bus.publish("b", Bytes::from_static(b"another topic"));
        bus.publish("a", Bytes::from_static(b"one"));
        assert_eq!(subscription.next().await, "one");

        let second = Duration::from_secs(1);
        let nobody = bus.request("n", Bytes::new(), second).await;
        assert_eq!(nobody, Err(BusError::NoSuchNode));
        let mut requests = bus.requests_to("n").await.expect("requests");
        let server = async {
            let request = requests.recv().await.expect("a request");
            assert_eq!(request.message, "2+2");
            request.answer(Bytes::from_static(b"4"));
        };
        let (answer, ()) = tokio::join!(bus.request("n", Bytes::from_static(b"2+2"), second), server);
        assert_eq!(answer, Ok(Bytes::from_static(b"4")));
    }
}
