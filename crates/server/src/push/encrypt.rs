//! Encryption of push messages for a browser (RFC 8291, with the content encoding of RFC 8188).

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::rand::{SecureRandom, SystemRandom};

/// The length of an uncompressed point of P-256.
const POINT: usize = 65;
/// The first byte of such a point.
const UNCOMPRESSED: u8 = 4;
/// The length of an authentication secret (RFC 8291, 3.2).
const AUTH: usize = 16;
/// The record size that is announced. A message is one record, and shorter than this (RFC 8291, 4).
const RECORD: u32 = 4096;
/// The most bytes that a message may have: what is left of a record without header, delimiter and tag (RFC 8291, 4).
pub(super) const LONGEST: usize = 3993;
/// The delimiter of the last record (RFC 8188, 2).
const LAST_RECORD: u8 = 2;

/// The keys of a browser that messages are encrypted for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PushRecipient {
    public_key: [u8; POINT],
    auth_secret: [u8; AUTH],
}

/// The length of a derived key.
struct KeyLength(usize);

impl KeyType for KeyLength {
    fn len(&self) -> usize {
        self.0
    }
}

impl PushRecipient {
    /// The keys of a browser; `None` if they cannot be used.
    pub(crate) fn new(public_key: &[u8], auth_secret: &[u8]) -> Option<Self> {
        let recipient =
            Self { public_key: public_key.try_into().ok()?, auth_secret: auth_secret.try_into().ok()? };
        // Only an encryption shows whether the point is on the curve.
        (recipient.public_key[0] == UNCOMPRESSED && recipient.encrypt(&[]).is_ok()).then_some(recipient)
    }

    /// Encrypts a message with a new key and salt.
    pub(crate) fn encrypt(&self, message: &[u8]) -> Result<Vec<u8>, Unspecified> {
        let random = SystemRandom::new();
        let mut salt = [0; 16];
        random.fill(&mut salt)?;
        let sender = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
        let sender_public = sender.compute_public_key()?;
        let browser = UnparsedPublicKey::new(&ECDH_P256, self.public_key);
        agree_ephemeral(sender, &browser, |shared| self.seal(message, shared, sender_public.as_ref(), salt))?
    }

    /// Encrypts a message with a secret that is shared with the browser.
    fn seal(
        &self,
        message: &[u8],
        shared: &[u8],
        sender: &[u8],
        salt: [u8; 16],
    ) -> Result<Vec<u8>, Unspecified> {
        if message.len() > LONGEST {
            return Err(Unspecified);
        }
        // RFC 8291, 3.4
        let keyed = Salt::new(HKDF_SHA256, &self.auth_secret).extract(shared);
        let input = expand::<32>(&keyed, &[b"WebPush: info\0", &self.public_key, sender])?;
        // RFC 8188, 2.2 and 2.3
        let keyed = Salt::new(HKDF_SHA256, &salt).extract(&input);
        let key = expand::<16>(&keyed, &[b"Content-Encoding: aes128gcm\0"])?;
        let nonce = expand::<12>(&keyed, &[b"Content-Encoding: nonce\0"])?;
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
        let mut record = [message, &[LAST_RECORD]].concat();
        key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record)?;
        let length = u8::try_from(sender.len()).map_err(|_| Unspecified)?;
        Ok([&salt, &RECORD.to_be_bytes()[..], &[length], sender, &record].concat())
    }
}

fn expand<const LENGTH: usize>(keyed: &Prk, info: &[&[u8]]) -> Result<[u8; LENGTH], Unspecified> {
    let mut key = [0; LENGTH];
    keyed.expand(info, KeyLength(LENGTH))?.fill(&mut key)?;
    Ok(key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passkeys::decode;

    fn bytes(text: &str) -> Vec<u8> {
        decode(text).expect("base64")
    }

    /// The example of RFC 8291, section 5 and appendix A.
    #[test]
    fn the_example_of_the_standard_is_encrypted_as_it_says() {
        let recipient = PushRecipient::new(
            &bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
            &bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        );
        let sealed = recipient.expect("keys").seal(
            b"When I grow up, I want to be a watermelon",
            &bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs"),
            &bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"),
            bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().expect("a salt"),
        );
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6T\
                        lzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(sealed.expect("sealed"), bytes(expected));
    }

    #[test]
    fn keys_that_no_browser_has_are_refused() {
        let point =
            bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4");
        let mut off_curve = point.clone();
        off_curve[64] ^= 1;
        assert!(PushRecipient::new(&point, &[7; 16]).is_some());
        for (key, auth) in [
            (&point[..], &[7; 15][..]),
            (&point[1..], &[7; 16]),
            (&off_curve, &[7; 16]),
            (&[0; 65], &[7; 16]),
        ] {
            assert_eq!(PushRecipient::new(key, auth), None);
        }
    }

    #[test]
    fn a_message_that_is_too_long_is_not_encrypted() {
        let point =
            bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4");
        let recipient = PushRecipient::new(&point, &[7; 16]).expect("keys");
        assert_eq!(recipient.encrypt(&[b' '; LONGEST]).map(|sealed| sealed.len()).ok(), Some(4096));
        assert!(recipient.encrypt(&[b' '; LONGEST + 1]).is_err());
    }
}
