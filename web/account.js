// Signing in and out, and the settings of an account.
import { call } from './api.js';
import { tellOutcome } from './dom.js';
import { rememberAccount } from './settings.js';
import { addPasskey, hasPasskeys, signInWithPasskey } from './passkeys.js';
import { locale, t } from './texts.js';

const instant = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

rememberAccount(document.getElementById('account')?.dataset.account ?? '');

/** Shows a refusal, or the page anew. @param {{ ok: boolean, problem?: { text: string } }} answered */
function finish(answered) {
  const problem = document.getElementById('problem');
  if (answered.ok) location.reload();
  else if (problem) problem.textContent = answered.problem?.text ?? '';
}

document.getElementById('entry')?.addEventListener('submit', async event => {
  event.preventDefault();
  const { submitter, target } = /** @type {SubmitEvent} */ (event);
  const data = new FormData(/** @type {HTMLFormElement} */ (target));
  const body = { name: String(data.get('name')), password: String(data.get('password')) };
  const isNew = /** @type {HTMLButtonElement | null} */ (submitter)?.value === 'open';
  finish(isNew ? await call('POST /api/account', { body }) : await call('POST /api/session', { body }));
});

document.getElementById('sign-out')?.addEventListener('click', async () => { finish(await call('DELETE /api/session', {})); });

/** @typedef {{ isDone: boolean, text: string }} Outcome */

/** What came of a request: it is done, in these words, or the reason why it is not. @param {{ ok: boolean, problem?: { text: string } }} answered @param {string} text @returns {Outcome} */
const outcome = (answered, text) => ({ isDone: answered.ok, text: answered.problem?.text ?? text });

/**
 * Sends a form, and shows what came of it below.
 * @param {string} id
 * @param {(data: FormData) => Promise<Outcome>} send
 */
function onSubmit(id, send) {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById(id));
  form?.addEventListener('submit', async event => {
    event.preventDefault();
    const { isDone, text } = await send(new FormData(form));
    tellOutcome(form, text, isDone);
    if (isDone) form.reset();
  });
}

onSubmit('change-password', async data => {
  const body = { old: String(data.get('old')), new: String(data.get('new')) };
  const answered = await call('PUT /api/account/password', { body });
  if (answered.ok) await listSessions();
  return outcome(answered, t('password-changed'));
});

onSubmit('create-key', async data => {
  const answered = await call('POST /api/account/keys', { body: { name: String(data.get('name')) } });
  if (answered.ok) await listKeys();
  return outcome(answered, answered.ok ? `${t('key-once')} ${answered.answer.key}` : '');
});

onSubmit('delete-account', async data => {
  const answered = await call('DELETE /api/account', { body: { password: String(data.get('password')) } });
  if (answered.ok) location.reload();
  return outcome(answered, '');
});

/**
 * Shows rows with a button that ends what they stand for.
 * @param {string} id
 * @param {{ text: string, title?: string, end: (() => Promise<unknown>) | null }[]} rows
 */
function list(id, rows) {
  document.getElementById(id)?.replaceChildren(...rows.map(({ text, title = '', end }) => {
    const row = document.createElement('li'), label = document.createElement('span');
    label.textContent = text;
    label.title = title;
    row.append(label);
    if (end) {
      const button = document.createElement('button');
      Object.assign(button, { type: 'button', textContent: t('end-session') });
      button.addEventListener('click', end);
      row.append(button);
    }
    return row;
  }));
}

/** @param {number} at */
const day = at => at ? instant.format(new Date(at)) : '';

/** Signs of browsers and systems in what a browser says of itself, each before those that it contains. @type {[string, string][][]} */
const SIGNS = [
  [['Edg', 'Edge'], ['OPR/', 'Opera'], ['SamsungBrowser', 'Samsung Internet'], ['Firefox', 'Firefox'], ['FxiOS', 'Firefox'], ['Chrom', 'Chrome'], ['CriOS', 'Chrome'], ['Safari', 'Safari']],
  [['Android', 'Android'], ['iPhone', 'iPhone'], ['iPad', 'iPad'], ['Windows', 'Windows'], ['Mac OS X', 'macOS'], ['CrOS', 'ChromeOS'], ['Linux', 'Linux']],
];

/** A browser and its system, such as "Firefox, Android"; a program that is neither by its own words. @param {string} agent */
function browserName(agent) {
  const known = SIGNS.flatMap(signs => signs.find(([sign]) => agent.includes(sign))?.[1] ?? []);
  return known.join(', ') || agent;
}

async function listSessions() {
  const answered = await call('GET /api/account/sessions', {});
  if (!answered.ok) return;
  list('sessions', answered.answer.map(({ id, browser, opened, current }) => ({
    title: browser,
    text: [browserName(browser) || t('session-unknown'), day(opened), current ? t('session-current') : ''].filter(Boolean).join(' · '),
    end: current ? null : async () => { await call('DELETE /api/account/sessions/{id}', { path: { id } }); await listSessions(); },
  })));
}

async function listKeys() {
  const answered = await call('GET /api/account/keys', {});
  if (!answered.ok) return;
  list('keys', answered.answer.map(({ id, name, created }) => ({
    text: `${name} · ${day(created)}`,
    end: async () => { await call('DELETE /api/account/keys/{id}', { path: { id } }); await listKeys(); },
  })));
}

onSubmit('recovery', async data => {
  const answered = await call('POST /api/account/recovery', { body: { name: String(data.get('name')) } });
  return outcome(answered, t('forgot-why'));
});

async function listPasskeys() {
  const answered = await call('GET /api/account/passkeys', {});
  if (!answered.ok) return;
  list('passkeys', answered.answer.map(({ id, name, created }) => ({
    text: `${name} · ${day(created)}`,
    end: async () => { await call('DELETE /api/account/passkeys/{id}', { path: { id } }); await listPasskeys(); },
  })));
}

onSubmit('add-passkey', async data => {
  const problem = await addPasskey(String(data.get('password')), String(data.get('name')));
  await listPasskeys();
  return { isDone: !problem, text: problem || t('passkey-added') };
});

async function showEmail() {
  const answered = await call('GET /api/account/email', {});
  if (!answered.ok) return;
  const { email, available } = answered.answer, now = document.getElementById('email-now');
  document.getElementById('set-email')?.toggleAttribute('hidden', !available && !email);
  if (now) now.textContent = email ?? t('email-none');
}

onSubmit('set-email', async data => {
  const body = { email: String(data.get('email')), password: String(data.get('password')) };
  const answered = await call('PUT /api/account/email', { body });
  await showEmail();
  return outcome(answered, t(body.email ? 'email-sent' : 'email-removed'));
});

/** Mail about turns in correspondence games, once there is an address. */
async function showTurnMail() {
  const answered = await call('GET /api/account/turn-mail', {}), form = document.getElementById('turn-mail');
  if (!answered.ok || !form) return;
  form.hidden = !answered.answer.available;
  const field = form.querySelector('input');
  if (field) field.checked = answered.answer.on;
}

document.querySelector('#turn-mail input')?.addEventListener('change', async event => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const answered = await call('PUT /api/account/turn-mail', { body: { on: field.checked } });
  const { isDone, text } = outcome(answered, t(field.checked ? 'turn-mail-on' : 'turn-mail-stopped'));
  tellOutcome(/** @type {HTMLFormElement} */ (field.form), text, isDone);
  await showTurnMail();
});

const passkeyButton = document.getElementById('passkey-sign-in');
if (hasPasskeys()) {
  passkeyButton?.removeAttribute('hidden');
  document.getElementById('add-passkey')?.removeAttribute('hidden');
}
passkeyButton?.addEventListener('click', async () => {
  const text = await signInWithPasskey();
  finish({ ok: !text, problem: { text } });
});

document.querySelector('.settings')?.addEventListener('toggle', () => { listSessions(); listKeys(); listPasskeys(); showEmail(); showTurnMail(); });
