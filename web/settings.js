// What a person prefers: kept in the browser, and with the account if there is one.
import { call } from './api.js';

/** @typedef {import('api').Preferences} Preferences */
/** @typedef {Record<keyof Preferences | 'notify' | 'announce' | 'speak' | 'keys' | 'autoNext', string>} Settings switches are "on" or empty */

/** @type {Settings} */
const usual = { scheme: 'system', theme: 'wood', pieces: 'turned', coordinates: 'numbers', notation: 'numbers',
  sound: 'on', confirm: '', hints: '', chat: 'on', notify: '', announce: '', speak: '', keys: 'on', autoNext: 'on' };

/** Settings that are on or off. Notifications, voices and keys are a browser's own, so they are not kept with the account. */
const SWITCHES = /** @type {const} */ (['sound', 'confirm', 'hints', 'chat']);
const CHOICES = /** @type {const} */ (['scheme', 'theme', 'pieces', 'coordinates', 'notation']);

/** Where the browser remembers that somebody is signed in; the session itself is out of reach for scripts. */
const SIGNED_IN = 'signed-in';

/** @param {keyof Settings} name */
export function setting(name) {
  return localStorage.getItem(name) ?? usual[name];
}

/** Puts the looks that are chosen on the page. */
export function applyLooks() {
  for (const name of /** @type {const} */ (['scheme', 'theme', 'pieces'])) document.documentElement.dataset[name] = setting(name);
}

/** The name of the account, as far as this browser knows. */
export const signedIn = () => localStorage.getItem(SIGNED_IN) ?? '';

/** Remembers who is signed in, or that nobody is. @param {string} name */
export function rememberAccount(name) {
  if (name) localStorage.setItem(SIGNED_IN, name);
  else localStorage.removeItem(SIGNED_IN);
}

/** @returns {Preferences} */
function preferences() {
  const chosen = CHOICES.map(name => [name, setting(name)]), switched = SWITCHES.map(name => [name, setting(name) !== '']);
  return Object.fromEntries([...chosen, ...switched]);
}

/** Sends the settings to the account; says whether they are kept there. */
async function push() {
  return Boolean(signedIn()) && (await call('PUT /api/account/settings', { body: preferences() })).ok;
}

/** Brings the account's settings here; an account without any gets those of this browser. */
export async function pull() {
  const asked = await call('GET /api/account/settings', {});
  if (!asked.ok) { if (asked.status === 401) rememberAccount(''); return; }
  if (!asked.answer) { await push(); return; }
  for (const name of CHOICES) localStorage.setItem(name, String(asked.answer[name]));
  for (const name of SWITCHES) localStorage.setItem(name, asked.answer[name] ? 'on' : '');
  applyLooks();
}

/** Keeps one setting. @param {keyof Settings} name @param {string} value */
export function keep(name, value) {
  localStorage.setItem(name, value);
  applyLooks();
  return push();
}

/**
 * Fills a panel's controls and keeps what is chosen there.
 * @param {HTMLElement} panel @param {(isKept: boolean) => void} changed whether it is kept with the account too
 */
export function settingsIn(panel, changed) {
  for (const control of /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (panel.querySelectorAll('[name]'))) {
    const name = /** @type {keyof Settings} */ (control.name), isRadio = control.type === 'radio';
    if (isRadio) /** @type {HTMLInputElement} */ (control).checked = control.value === setting(name);
    else if (control instanceof HTMLInputElement) control.checked = setting(name) !== '';
    else control.value = setting(name);
    control.addEventListener('change', async () => {
      const isSwitch = control instanceof HTMLInputElement && !isRadio;
      if (name === 'notify' && isSwitch && control.checked && await Notification?.requestPermission() !== 'granted') control.checked = false;
      const kept = keep(name, isSwitch ? (control.checked ? 'on' : '') : control.value);
      changed(false);
      if (await kept) changed(true);
    });
  }
}
