// Passkeys: adding one to an account, and signing in with one. Bytes travel as base64url.
import { call } from './api.js';
import { t } from './texts.js';

/** @param {ArrayBuffer} buffer */
const encode = buffer => btoa(String.fromCharCode(...new Uint8Array(buffer)))
  .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** @param {string} text */
const decode = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0));

/** Whether the browser knows passkeys, and the page has a host name. */
export const hasPasskeys = () => 'PublicKeyCredential' in window && window.isSecureContext
  && !/^[\d.]+$|^\[/.test(location.hostname);

/**
 * Adds a passkey of this device to the account.
 * @param {string} password
 * @param {string} name
 * @returns {Promise<string>} why it was not added; empty if it was
 */
export async function addPasskey(password, name) {
  const begun = await call('POST /api/account/passkeys/challenge', { body: { password } });
  if (!begun.ok) return begun.problem.text;
  const { challenge, user, known, 'relying-party': id, name: account } = begun.answer;
  const made = await navigator.credentials.create({ publicKey: {
    challenge: decode(challenge),
    rp: { id, name: 'Damiera' },
    user: { id: decode(user), name: account, displayName: account },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    excludeCredentials: known.map(key => ({ type: 'public-key', id: decode(key) })),
    attestation: 'none',
  } }).catch(() => null);
  if (!(made instanceof PublicKeyCredential)) return t('passkey-not-made');
  const response = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  const added = await call('POST /api/account/passkeys', { body: {
    'client-data': encode(response.clientDataJSON), 'authenticator-data': encode(response.getAuthenticatorData()), name,
  } });
  return added.ok ? '' : added.problem.text;
}

/** Signs in with a passkey that the reader chooses. @returns {Promise<string>} why not; empty if it was done */
export async function signInWithPasskey() {
  const begun = await call('POST /api/session/challenge', {});
  if (!begun.ok) return begun.problem.text;
  const { challenge, 'relying-party': rpId } = begun.answer;
  const chosen = await navigator.credentials.get({ publicKey: {
    challenge: decode(challenge), rpId, userVerification: 'required',
  } }).catch(() => null);
  if (!(chosen instanceof PublicKeyCredential)) return t('passkey-not-used');
  const response = /** @type {AuthenticatorAssertionResponse} */ (chosen.response);
  const answered = await call('POST /api/session/passkey', { body: {
    id: encode(chosen.rawId), 'client-data': encode(response.clientDataJSON),
    'authenticator-data': encode(response.authenticatorData), signature: encode(response.signature),
  } });
  return answered.ok ? '' : answered.problem.text;
}
