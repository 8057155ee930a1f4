// Signing in and out.
import { call } from './api.js';

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
