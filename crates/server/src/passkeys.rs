//! Passkeys (WebAuthn Level 2): challenges, and the verification of what authenticators sign.
//!
//! Only ES256 is supported, which every platform's authenticator offers. Nothing is asked about the make of an authenticator
//! (attestation "none"), so the public key is read from the authenticator data, where its encoding is fixed.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use ring::signature::{ECDSA_P256_SHA256_ASN1, UnparsedPublicKey};
use serde::Deserialize;

use crate::clock::Clock;

/// How long a challenge can be answered.
const VALID: Duration = Duration::from_secs(300);
/// Challenges in a generation: memory is bounded, and a flood makes old challenges expire early.
const GENERATION: usize = 10_000;
/// A user was present, was verified, and the data has a new credential (6.1).
const PRESENT: u8 = 0x01;
const VERIFIED: u8 = 0x04;
const ATTESTED: u8 = 0x40;
/// A COSE key of kind EC2 with algorithm ES256 and curve P-256 up to its x coordinate, in CTAP2's canonical encoding.
const COSE_ES256: [u8; 10] = [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];
/// What stands between the coordinates.
const COSE_Y: [u8; 3] = [0x22, 0x58, 0x20];

/// Base64 as WebAuthn uses it.
pub(crate) fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Bytes from base64, if it is well-formed.
pub(crate) fn decode(text: &str) -> Result<Vec<u8>, PasskeyFault> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).map_err(|_| PasskeyFault)
}

/// An answer of an authenticator that is not valid. Why is nobody's business.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the passkey is not valid")]
pub(crate) struct PasskeyFault;

/// What a challenge is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PasskeyCeremony {
    /// A new passkey of an account.
    Register(i64),
    /// A sign-in.
    SignIn,
}

impl PasskeyCeremony {
    const fn kind(self) -> &'static str {
        match self {
            Self::Register(_) => "webauthn.create",
            Self::SignIn => "webauthn.get",
        }
    }
}

/// The server as authenticators know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RelyingParty {
    /// The host name.
    pub(crate) id: String,
    /// The origin of its pages.
    pub(crate) origin: String,
}

type Pending = HashMap<[u8; 32], (PasskeyCeremony, Duration)>;

/// Challenges that have not been answered. Each can be answered once.
#[derive(Default, Debug)]
pub(crate) struct PasskeyChallenges {
    /// The younger and the older generation.
    pending: Mutex<[Pending; 2]>,
}

impl PasskeyChallenges {
    /// A new challenge.
    pub(crate) fn issue(&self, ceremony: PasskeyCeremony, clock: &Clock) -> std::io::Result<[u8; 32]> {
        let mut challenge = [0; 32];
        getrandom::fill(&mut challenge).map_err(|error| std::io::Error::other(error.to_string()))?;
        self.insert(challenge, ceremony, clock);
        Ok(challenge)
    }

    /// Takes note of a challenge, of this node or of another one: a browser may answer at any node.
    pub(crate) fn insert(&self, challenge: [u8; 32], ceremony: PasskeyCeremony, clock: &Clock) {
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        if pending[0].len() >= GENERATION {
            pending[1] = std::mem::take(&mut pending[0]);
        }
        pending[0].insert(challenge, (ceremony, clock.elapsed() + VALID));
    }

    /// Forgets a challenge that was answered at another node.
    pub(crate) fn forget(&self, challenge: &[u8; 32]) {
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        pending.iter_mut().for_each(|generation| {
            generation.remove(challenge);
        });
    }

    fn take(
        &self,
        challenge: &[u8],
        ceremony: PasskeyCeremony,
        clock: &Clock,
    ) -> Result<[u8; 32], PasskeyFault> {
        let challenge: [u8; 32] = challenge.try_into().map_err(|_| PasskeyFault)?;
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = pending.iter_mut().find_map(|generation| generation.remove(&challenge));
        match taken {
            Some((issued, until)) if issued == ceremony && clock.elapsed() < until => Ok(challenge),
            _ => Err(PasskeyFault),
        }
    }

    /// Checks what the browser says about a ceremony (7.1 and 7.2): its kind, its challenge, and that no other site asked. Returns
    /// the challenge, which cannot be answered again.
    pub(crate) fn check(
        &self,
        client_data: &[u8],
        ceremony: PasskeyCeremony,
        party: &RelyingParty,
        clock: &Clock,
    ) -> Result<[u8; 32], PasskeyFault> {
        let data: ClientData = serde_json::from_slice(client_data).map_err(|_| PasskeyFault)?;
        if data.kind != ceremony.kind() || data.origin != party.origin || data.cross_origin {
            return Err(PasskeyFault);
        }
        self.take(&decode(&data.challenge)?, ceremony, clock)
    }
}

/// What the browser says about a ceremony.
#[derive(Deserialize)]
struct ClientData {
    #[serde(rename = "type")]
    kind: String,
    challenge: String,
    origin: String,
    #[serde(rename = "crossOrigin", default)]
    cross_origin: bool,
}

/// A credential that an authenticator has made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NewCredential {
    pub(crate) id: Vec<u8>,
    /// An uncompressed point of P-256.
    pub(crate) public_key: Vec<u8>,
    pub(crate) uses: u32,
}

/// Checks whom authenticator data is for, and that its user was verified. Returns its flags and its count of signatures.
fn checked(data: &[u8], party: &RelyingParty) -> Result<(u8, u32), PasskeyFault> {
    let (own, rest) = data.split_at_checked(32).ok_or(PasskeyFault)?;
    let (&[flags, a, b, c, d], _) = rest.split_first_chunk::<5>().ok_or(PasskeyFault)?;
    let is_own = own == digest(&SHA256, party.id.as_bytes()).as_ref();
    if !is_own || flags & PRESENT == 0 || flags & VERIFIED == 0 {
        return Err(PasskeyFault);
    }
    Ok((flags, u32::from_be_bytes([a, b, c, d])))
}

/// The credential in the data of a new one.
pub(crate) fn new_credential(data: &[u8], party: &RelyingParty) -> Result<NewCredential, PasskeyFault> {
    let (flags, uses) = checked(data, party)?;
    if flags & ATTESTED == 0 {
        return Err(PasskeyFault);
    }
    let after_model = data.get(37 + 16..).ok_or(PasskeyFault)?;
    let (length, rest) = after_model.split_first_chunk::<2>().ok_or(PasskeyFault)?;
    let length = usize::from(u16::from_be_bytes(*length));
    let (id, key) = rest.split_at_checked(length).ok_or(PasskeyFault)?;
    let (x, key) =
        key.strip_prefix(&COSE_ES256).and_then(|key| key.split_at_checked(32)).ok_or(PasskeyFault)?;
    let y = key.strip_prefix(&COSE_Y).and_then(|key| key.get(..32)).ok_or(PasskeyFault)?;
    if id.is_empty() || id.len() > 1023 {
        return Err(PasskeyFault);
    }
    Ok(NewCredential { id: id.to_vec(), public_key: [&[4], x, y].concat(), uses })
}

/// Verifies a signature over authenticator data and what the browser says. Returns the new count of signatures, which has grown
/// unless the authenticator does not count.
pub(crate) fn verify(
    (public_key, uses): (&[u8], u32),
    data: &[u8],
    client_data: &[u8],
    signature: &[u8],
    party: &RelyingParty,
) -> Result<u32, PasskeyFault> {
    let (_, counted) = checked(data, party)?;
    let signed = [data, digest(&SHA256, client_data).as_ref()].concat();
    let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, public_key);
    key.verify(&signed, signature).map_err(|_| PasskeyFault)?;
    // A count that does not grow tells of a copy of the authenticator.
    if (counted, uses) != (0, 0) && counted <= uses {
        return Err(PasskeyFault);
    }
    Ok(counted)
}

#[cfg(test)]
mod tests {
    use damiera_game::Moment;
    use ring::rand::SystemRandom;
    use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};

    use super::*;

    fn party() -> RelyingParty {
        RelyingParty { id: "dama.example".to_owned(), origin: "https://dama.example".to_owned() }
    }

    fn client_data(kind: &str, challenge: &[u8], origin: &str) -> Vec<u8> {
        serde_json::json!({ "type": kind, "challenge": encode(challenge), "origin": origin })
            .to_string()
            .into()
    }

    fn authenticator_data(id: &str, flags: u8, uses: u32) -> Vec<u8> {
        [digest(&SHA256, id.as_bytes()).as_ref(), &[flags], &uses.to_be_bytes()].concat()
    }

    #[test]
    fn a_challenge_is_answered_once_in_time_and_by_our_own_page() {
        let (challenges, clock) = (PasskeyChallenges::default(), Clock::manual(Moment(0)));
        let check = |challenge: &[u8], kind: &str, origin: &str, ceremony| {
            challenges.check(&client_data(kind, challenge, origin), ceremony, &party(), &clock)
        };
        let issue = |ceremony| challenges.issue(ceremony, &clock).expect("a challenge");
        let own = "https://dama.example";
        let good = issue(PasskeyCeremony::SignIn);
        assert_eq!(check(&good, "webauthn.get", own, PasskeyCeremony::SignIn), Ok(good));
        assert!(check(&good, "webauthn.get", own, PasskeyCeremony::SignIn).is_err(), "once");
        assert!(check(&[7; 32], "webauthn.get", own, PasskeyCeremony::SignIn).is_err(), "not ours");
        for (kind, origin, ceremony) in [
            ("webauthn.create", own, PasskeyCeremony::SignIn),
            ("webauthn.get", "https://evil.example", PasskeyCeremony::SignIn),
            ("webauthn.get", "http://dama.example", PasskeyCeremony::SignIn),
            ("webauthn.create", own, PasskeyCeremony::Register(2)),
        ] {
            let challenge = issue(PasskeyCeremony::SignIn);
            assert!(check(&challenge, kind, origin, ceremony).is_err(), "{kind} {origin} {ceremony:?}");
        }
        let other = issue(PasskeyCeremony::Register(1));
        assert!(check(&other, "webauthn.create", own, PasskeyCeremony::Register(2)).is_err());
        let elsewhere = PasskeyChallenges::default();
        let shared = issue(PasskeyCeremony::SignIn);
        elsewhere.insert(shared, PasskeyCeremony::SignIn, &clock);
        let data = client_data("webauthn.get", &shared, own);
        assert!(elsewhere.check(&data, PasskeyCeremony::SignIn, &party(), &clock).is_ok(), "at another node");
        challenges.forget(&shared);
        assert!(check(&shared, "webauthn.get", own, PasskeyCeremony::SignIn).is_err(), "once at all nodes");
        let late = issue(PasskeyCeremony::SignIn);
        clock.advance(VALID);
        assert!(check(&late, "webauthn.get", own, PasskeyCeremony::SignIn).is_err());
    }

    #[test]
    fn memory_for_challenges_is_bounded() {
        let (challenges, clock) = (PasskeyChallenges::default(), Clock::manual(Moment(0)));
        for _ in 0..3 * GENERATION {
            challenges.issue(PasskeyCeremony::SignIn, &clock).expect("a challenge");
        }
        let pending = challenges.pending.lock().expect("not poisoned");
        assert!(pending.iter().map(HashMap::len).sum::<usize>() <= 2 * GENERATION);
    }

    #[test]
    fn a_signature_counts_if_it_is_right_for_this_site_and_its_user_was_verified() {
        let random = SystemRandom::new();
        let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).expect("a key");
        let key =
            EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, key.as_ref(), &random).expect("a key");
        let public = key.public_key().as_ref();
        let mut created = authenticator_data("dama.example", PRESENT | VERIFIED | ATTESTED, 0);
        created.extend([0; 16]);
        created.extend([0, 3, b'a', b'b', b'c']);
        created.extend(COSE_ES256);
        created.extend(&public[1..33]);
        created.extend(COSE_Y);
        created.extend(&public[33..65]);
        let credential = new_credential(&created, &party()).expect("a credential");
        assert_eq!((&*credential.id, &*credential.public_key), (&b"abc"[..], public));
        for end in 0..created.len() {
            assert!(new_credential(&created[..end], &party()).is_err(), "cut at {end}");
        }
        let signed = |data: &[u8], client: &[u8]| {
            let message = [data, digest(&SHA256, client).as_ref()].concat();
            key.sign(&random, &message).expect("a signature").as_ref().to_vec()
        };
        let client = b"what the browser says";
        let verified = |id: &str, flags: u8, counts: (u32, u32)| {
            let data = authenticator_data(id, flags, counts.1);
            verify((public, counts.0), &data, client, &signed(&data, client), &party())
        };
        let user = PRESENT | VERIFIED;
        assert_eq!(verified("dama.example", user, (0, 0)), Ok(0));
        assert_eq!(verified("dama.example", user, (4, 9)), Ok(9));
        assert!(verified("dama.example", user, (9, 9)).is_err(), "a copy");
        assert!(verified("dama.example", user, (9, 0)).is_err());
        assert!(verified("dama.example", PRESENT, (0, 1)).is_err(), "not verified");
        assert!(verified("evil.example", user, (0, 1)).is_err());
        let data = authenticator_data("dama.example", user, 1);
        let good = signed(&data, client);
        assert!(verify((public, 0), &data, b"something else", &good, &party()).is_err());
        assert!(verify((&[4; 65], 0), &data, client, &good, &party()).is_err());
        assert!(verify((public, 0), &data, client, &good[1..], &party()).is_err());
    }
}
