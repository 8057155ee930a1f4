// Signing in and out, and the settings of an account.
import { call } from './api.js';
import { rememberAccount } from './settings.js';
import { addPasskey, hasPasskeys, signInWithPasskey } from './passkeys.js';
import { t } from './texts.js';

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

/**
 * Sends a form, and shows what came of it below.
 * @param {string} id
 * @param {(data: FormData) => Promise<string>} send
 */
function onSubmit(id, send) {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById(id));
  form?.addEventListener('submit', async event => {
    event.preventDefault();
    const text = await send(new FormData(form)), problem = form.querySelector('.problem');
    if (problem) problem.textContent = text;
  });
}

onSubmit('change-password', async data => {
  const body = { old: String(data.get('old')), new: String(data.get('new')) };
  const answered = await call('PUT /api/account/password', { body });
  if (answered.ok) await listSessions();
  return answered.ok ? t('password-changed') : answered.problem.text;
});

onSubmit('create-key', async data => {
  const answered = await call('POST /api/account/keys', { body: { name: String(data.get('name')) } });
  if (!answered.ok) return answered.problem.text;
  await listKeys();
  return `${t('key-once')} ${answered.answer.key}`;
});

onSubmit('delete-account', async data => {
  const answered = await call('DELETE /api/account', { body: { password: String(data.get('password')) } });
  if (answered.ok) location.reload();
  return answered.ok ? '' : answered.problem.text;
});

/**
 * Shows rows with a button that ends what they stand for.
 * @param {string} id
 * @param {{ text: string, end: (() => Promise<unknown>) | null }[]} rows
 */
function list(id, rows) {
  document.getElementById(id)?.replaceChildren(...rows.map(({ text, end }) => {
    const row = document.createElement('li'), label = document.createElement('span');
    label.textContent = text;
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
const day = at => at ? new Date(at).toLocaleString(document.documentElement.lang) : '';

async function listSessions() {
  const answered = await call('GET /api/account/sessions', {});
  if (!answered.ok) return;
  list('sessions', answered.answer.map(({ id, browser, opened, current }) => ({
    text: [browser || t('session-unknown'), day(opened), current ? t('session-current') : ''].filter(Boolean).join(' · '),
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
  return answered.ok ? t('forgot-why') : answered.problem.text;
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
  return problem || t('passkey-added');
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
  return answered.ok ? t(body.email ? 'email-sent' : 'email-removed') : answered.problem.text;
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
  const field = /** @type {HTMLInputElement} */ (event.target), said = document.querySelector('#turn-mail .problem');
  const answered = await call('PUT /api/account/turn-mail', { body: { on: field.checked } });
  if (said) said.textContent = answered.ok ? t(field.checked ? 'turn-mail-on' : 'turn-mail-stopped') : answered.problem.text;
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
