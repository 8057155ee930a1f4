//! The server's own key, by which push services recognise it (VAPID, RFC 8292).

use std::time::Duration;

use damiera_game::Moment;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;

use crate::passkeys::encode;
use crate::store::{Store, StoreError};

/// The name of the key among the server's secrets.
const SECRET: &str = "vapid";
/// How long a token is valid; a day is the most (RFC 8292, 2).
const VALID: Duration = Duration::from_secs(12 * 3600);

/// The server's key. All nodes have the same, since browsers subscribe to messages of one key.
pub(crate) struct VapidKey {
    pair: EcdsaKeyPair,
    random: SystemRandom,
}

impl VapidKey {
    /// The key in the store; a new one is stored if there is none.
    pub(crate) async fn load(store: &dyn Store) -> Result<Self, StoreError> {
        let failed =
            |problem: &str| StoreError::Database(format!("the key for push messages: {problem}").into());
        let random = SystemRandom::new();
        let new = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random)
            .map_err(|_| failed("it could not be made"))?;
        let kept = store.server_secret(SECRET, new.as_ref()).await?;
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &kept, &random)
            .map_err(|_| failed("it cannot be read"))?;
        Ok(Self { pair, random })
    }

    /// The public key, as browsers want it.
    pub(crate) fn public(&self) -> String {
        encode(self.pair.public_key().as_ref())
    }

    /// The `Authorization` header of a message to the push service at an origin.
    pub(crate) fn authorization(&self, origin: &str, contact: &str, now: Moment) -> Option<String> {
        let claims = json!({ "aud": origin, "exp": now.plus(VALID).0 / 1000, "sub": contact });
        let head = encode(json!({ "typ": "JWT", "alg": "ES256" }).to_string().as_bytes());
        let signed = format!("{head}.{}", encode(claims.to_string().as_bytes()));
        let signature = self.pair.sign(&self.random, signed.as_bytes()).ok()?;
        Some(format!("vapid t={signed}.{}, k={}", encode(signature.as_ref()), self.public()))
    }
}
