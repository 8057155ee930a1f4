//! Web Push (RFC 8030): messages to browsers whose page is not open.
//!
//! A message is encrypted for the browser (RFC 8291), and the server identifies itself to the push service with a key of its own
//! (VAPID, RFC 8292). Both need only P-256, HKDF and AES-GCM, which `ring` has; a crate for it would bring a second implementation of
//! each into the program, and none of them has a say in which addresses are connected to.

mod encrypt;
mod send;
mod vapid;

pub(crate) use encrypt::PushRecipient;
pub use send::PushTargets;
pub(crate) use send::{PushError, PushSender};
pub(crate) use vapid::VapidKey;

/// A message to a browser, as its service worker reads it.
#[derive(serde::Serialize, Clone, Debug)]
pub(crate) struct PushMessage {
    pub(crate) title: String,
    pub(crate) body: String,
    /// The page to open, from the root.
    pub(crate) url: String,
}
