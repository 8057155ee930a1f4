//! Stopping a pairing for which nobody waits any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::pairing::NoPairing;

/// Says whether a computation shall stop. By default it never does.
#[derive(Clone, Default, Debug)]
pub struct StopSignal(Arc<AtomicBool>);

impl StopSignal {
    /// A signal that is given by setting a flag.
    #[must_use]
    pub const fn when_set(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }

    /// Fails once the signal is given.
    pub(crate) fn check(&self) -> Result<(), NoPairing> {
        if self.is_given() { Err(NoPairing::Stopped) } else { Ok(()) }
    }

    /// Whether the computation shall stop.
    #[must_use]
    pub fn is_given(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
