// The operators' page: mute or ban an account, close reports.
import { call } from './api.js';
import { t } from './texts.js';

/** @param {string} text */
function say(text) {
  const problem = document.getElementById('problem');
  if (problem) problem.textContent = text;
}

document.getElementById('status')?.addEventListener('submit', async event => {
  event.preventDefault();
  const { submitter, target } = /** @type {SubmitEvent} */ (event);
  const data = new FormData(/** @type {HTMLFormElement} */ (target));
  const act = /** @type {HTMLButtonElement | null} */ (submitter)?.value;
  const body = { muted: act === 'mute', banned: act === 'ban' };
  const answered = await call('PUT /api/moderation/accounts/{name}', { path: { name: String(data.get('name')) }, body });
  say(answered.ok ? t('status-set') : answered.problem.text);
});

for (const button of document.querySelectorAll('[data-report]')) {
  button.addEventListener('click', async () => {
    const id = button.getAttribute('data-report') ?? '';
    const answered = await call('DELETE /api/moderation/reports/{id}', { path: { id } });
    if (answered.ok) location.reload();
    else say(answered.problem.text);
  });
}
