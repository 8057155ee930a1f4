// Push messages: messages of the server to this browser while no page of the app is open. The person switches them on in the settings.
import { call } from './api.js';

/** Where the browser remembers that push messages are switched on. */
const ON = 'push';

/** Whether this browser knows push messages. */
export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

export const isPushOn = () => localStorage.getItem(ON) !== null && Notification.permission === 'granted';

/** Bytes from base64 for URLs. @param {string} text */
function bytesOf(text) {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, letter => letter.charCodeAt(0));
}

/** The browser's subscription; a new one if there is none, or one for a key that the server no longer has. */
async function subscription() {
  const registration = await navigator.serviceWorker.register('/service-worker.js');
  const asked = await call('GET /api/push', {});
  if (!asked.ok) return null;
  const key = bytesOf(asked.answer.key), kept = await registration.pushManager.getSubscription();
  const known = kept?.options.applicationServerKey;
  if (kept && known && new Uint8Array(known).every((byte, i) => byte === key[i])) return kept;
  await kept?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Tells the server where to send messages; says whether it will. */
export async function subscribe() {
  const { endpoint, keys } = (await subscription())?.toJSON() ?? {};
  if (!endpoint || !keys) return false;
  const asked = await call('PUT /api/push', { body: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } } });
  if (asked.ok) localStorage.setItem(ON, 'yes');
  return asked.ok;
}

/** Switches push messages on, after a gesture: the browser asks the person. Says whether they are on. */
export async function switchOn() {
  return await Notification.requestPermission() === 'granted' && await subscribe().catch(() => false);
}

export async function switchOff() {
  localStorage.removeItem(ON);
  const registration = await navigator.serviceWorker.getRegistration('/'), kept = await registration?.pushManager.getSubscription();
  if (!kept) return;
  await kept.unsubscribe();
  await call('DELETE /api/push', { body: { endpoint: kept.endpoint } });
}
