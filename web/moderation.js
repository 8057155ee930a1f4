// The operators' page: mute or ban an account, close reports.
import { call } from './api.js';
import { byId, fieldById, tellOutcome } from './dom.js';
import { t } from './texts.js';

const form = byId('status');

form.addEventListener('submit', async event => {
  event.preventDefault();
  const act = /** @type {HTMLButtonElement | null} */ (/** @type {SubmitEvent} */ (event).submitter)?.value, name = fieldById('name').value;
  const body = { muted: act === 'mute', banned: act === 'ban' };
  const answered = await call('PUT /api/moderation/accounts/{name}', { path: { name }, body });
  tellOutcome(form, answered.ok ? `${name}: ${t('status-set')}` : answered.problem.text, answered.ok);
});

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-report]'))) {
  button.addEventListener('click', async () => {
    const answered = await call('DELETE /api/moderation/reports/{id}', { path: { id: button.dataset.report ?? '' } });
    if (answered.ok) location.reload();
    else tellOutcome(form, answered.problem.text, false);
  });
}

// Whom a report is about is written into the form above, where something is decided.
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-about]'))) {
  button.addEventListener('click', () => {
    fieldById('name').value = button.dataset.about ?? '';
    fieldById('name').focus();
  });
}
