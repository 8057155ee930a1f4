// The page behind a link in a mail: it confirms an address, sets a new password, or stops mail about turns.
import { call } from './api.js';
import { t } from './texts.js';

const form = /** @type {HTMLFormElement} */ (document.getElementById('link'));

form.addEventListener('submit', async event => {
  event.preventDefault();
  const token = form.dataset.token ?? '', password = String(new FormData(form).get('password') ?? '');
  const isReset = form.dataset.kind === 'reset', isStop = form.dataset.kind === 'stop';
  const answered = isReset ? await call('PUT /api/account/recovery', { body: { token, password } })
    : isStop ? await call('POST /api/turn-mail/stop', { body: { token } }) : await call('POST /api/account/email', { body: { token } });
  const said = form.querySelector('.problem');
  if (said) said.textContent = answered.ok ? t(isReset ? 'password-reset-done' : isStop ? 'turn-mail-stopped' : 'email-confirmed') : answered.problem.text;
});
