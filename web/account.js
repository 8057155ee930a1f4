// Signing in and out.
import { t } from './texts.js';

const problem = document.getElementById('problem');

/** @param {string} method @param {string} path @param {unknown} [body] */
async function ask(method, path, body) {
  const response = await fetch(path, {
    method, headers: body ? { 'content-type': 'application/json' } : {}, body: body ? JSON.stringify(body) : undefined,
  }).catch(() => null);
  if (response?.ok) { location.reload(); return; }
  const answer = await response?.json().catch(() => ({}));
  if (problem) problem.textContent = answer?.text ?? t('offline');
}

document.getElementById('entry')?.addEventListener('submit', event => {
  event.preventDefault();
  const { submitter, target } = /** @type {SubmitEvent} */ (event);
  const data = new FormData(/** @type {HTMLFormElement} */ (target));
  const entry = { name: data.get('name'), password: data.get('password') };
  const opens = /** @type {HTMLButtonElement | null} */ (submitter)?.value === 'open';
  ask('POST', opens ? '/api/account' : '/api/session', entry);
});

document.getElementById('sign-out')?.addEventListener('click', () => ask('DELETE', '/api/session'));
